"""Ask what an event is for: a power, a space, a leader …, once or several times, and do it with the answer.

    @aim("galleons", powers(*SAILING))
    def _galleons(play, power, answer):
        mark(play, answer.power, "galleons")

makes the event of Galleons: whoever plays it names a power. `key` is the id of the card, or that with a further word
where a card asks more than once.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, Final, NamedTuple

from msgspec.structs import replace

from adjudicator import FIRST, Action, Asking, Frames, Play, Question, Refusal, ValidatedAnswers, word
from adjudicator.components import Code

from ..facts import CARD, LOCATION, SPACE, CardId, PowerId
from ..rules.book import AtSpace, OfCard, OfDebater, OfLeader, OfMinor, OfPower, OfZone, asking, step
from ..rules.effects import event
from ..state import State


class ForPower(OfPower, frozen=True, tag="for_power"):
    """Name a power, and which `use` of the card where there are several. 6."""

    use: int = 0


class ForMinor(OfMinor, frozen=True, tag="for_minor"):
    """Name a minor power, and which `use` of the card where there are several. 6."""

    use: int = 0


class ForSpace(AtSpace, frozen=True, tag="for_space"):
    """Name a space, and which `use` of the card where there are several. 6."""

    use: int = 0


class ForZone(OfZone, frozen=True, tag="for_zone"):
    """Name a language zone, and which `use` of the card where there are several. 6."""

    use: int = 0


class ForLeader(OfLeader, frozen=True, tag="for_leader"):
    """Name a leader. 6."""


class ForDebater(OfDebater, frozen=True, tag="for_debater"):
    """Name a debater. 6."""


class ForCard(OfCard, frozen=True, tag="for_card"):
    """Name a card. 6."""


class ForUse(Action, frozen=True, tag="for_use"):
    """Choose one of the uses of a card, by its number. 6."""

    use: int


Named = Any
"""An answer to what an event asks: one of the actions above."""


a_power, a_minor, a_space, a_zone, a_use = ForPower, ForMinor, ForSpace, ForZone, ForUse
a_leader, a_debater, a_card = ForLeader, ForDebater, ForCard


Enough = word("enough", "Name no more. 6.")
no_aim = Code("6", card=CARD)
KINDS: Final = (ForPower, ForMinor, ForSpace, ForZone, ForLeader, ForDebater, ForCard, ForUse, Enough)
AIM: Final = Question(
    "aim", "6", *KINDS, otherwise=no_aim, default=FIRST, alone="logged", about={"card": CardId}, interrupts=True
)
Does = Callable[[Play[State], str, Any], Frames | None]
Offers = Callable[[State, str], Iterable[Action]]


class Aim(NamedTuple):
    """What is asked for a card: `offers` in a state for the power that played it; who is asked; what is done.

    `hands`: the powers of whose hidden hands something is named.
    """

    offers: Offers
    asks: str
    does: Does
    optional: bool
    hands: tuple[str, ...]


AIMS: Final[dict[str, Aim]] = {}
"""What is asked for cards, by key."""


def ask(
    key: str, offers: Offers, *, asks: str = "", optional: bool = False, hands: tuple[str, ...] = ()
) -> Callable[[Does], Does]:
    """Register what is done with the answer; `asks`: the power that is asked, "" for whoever played the card.

    With `optional` it may be `Enough`, which does nothing and is the default where others are asked. Where a card of
    some `hands` is named it is asked as long as these hold any, since nobody may learn that none can be named.
    """

    def register(does: Does) -> Does:
        if key in AIMS:
            raise ValueError(f"two questions are asked for {key}")
        AIMS[key] = Aim(offers, asks, does, optional, hands)
        return does

    return register


def aim(
    card: str,
    offers: Offers,
    refused: Callable[[State, str], Refusal | None] | None = None,
    *,
    times: int = 1,
    asks: str = "",
    optional: bool = False,
) -> Callable[[Does], Does]:
    """Register an event that asks first, so many times, and is done with each answer.

    It cannot be played where there is nothing to name.
    """

    def able(state: State, power: str) -> Refusal | None:
        if refused is not None and (bad := refused(state, power)) is not None:
            return bad
        return None if optional or next(iter(offers(state, power)), None) is not None else no_effect(card=card)

    event(card, able)(lambda play, power: [aiming(power, card, times)])
    return ask(card, offers, asks=asks, optional=optional)


@step("6")
def aiming(play: Play[State], power: PowerId, key: str, times: int = 1) -> Asking:
    """Ask what an event is for, and do it; then ask again, so many times in all."""
    found = AIMS[key]
    offers = [*found.offers(play.state, power)]
    if not offers and not any(play.state.hands[each].cards for each in found.hands):
        return []
    if found.optional or not offers:
        offers = [*offers, Enough()] if found.asks in ("", power) else [Enough(), *offers]
    card = key.split("/")[0]
    asked = AIM.in_turn_of(play.state.impulse.power)(found.asks or power, offers, card=card)
    if found.hands or isinstance(offers[0], ForCard):  # that one card alone of a hand can be named is a secret
        asked = replace(asked, automatic=False)
    answer = yield asked
    if isinstance(answer, Enough):
        return []
    frames = found.does(play, power, answer) or []
    return [*frames, *([aiming(power, key, times - 1)] if times > 1 else [])]


def powers(*names: str) -> Offers:
    """Return offers of some powers."""
    return lambda state, power: map(ForPower, names)


def only(card: str, *names: str) -> Callable[[State, str], Refusal | None]:
    """Return what refuses a card to all powers but these."""
    return lambda state, power: None if power in names else not_theirs(card=card)


not_theirs = Code("6", card=CARD)
no_effect = Code("6", card=CARD)


class ForSpaces(Action, frozen=True, tag="for_spaces"):
    """Name spaces, up to as many as the card says. 6."""

    spaces: Annotated[tuple[str, ...], SPACE] = ()


too_many_spaces = Code("6", most=int)
not_such_space = Code("6", space=SPACE)
space_twice = Code("6", space=SPACE)
Where = Callable[[State, str], int]


class SpacesAnswers(ValidatedAnswers[State]):
    """The spaces that an event is for: at most `most`, all of which `where` has."""

    kind, rule, interrupts = "aim_spaces", "6", True
    actions = (ForSpaces,)
    card: CardId

    def __init__(self, card: str, power: str, most: int) -> None:
        self.card, self.power, self.most = card, power, most

    def open(self, state: State) -> int:
        """Return the spaces that may be named, as a mask."""
        return SPACES[self.card].where(state, self.power)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        found = LOCATION.ids_of(self.open(state))
        if len(found) > 1 and self.most > 1:
            yield ForSpaces(found[: self.most])
        yield from (ForSpaces((each,)) for each in found)
        yield ForSpaces()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, ForSpaces)
        if len(action.spaces) > self.most:
            return too_many_spaces(most=self.most)
        open = self.open(state)
        for each in action.spaces:
            if action.spaces.count(each) > 1:
                return space_twice(space=each)
            if not open >> LOCATION.index[each] & 1:
                return not_such_space(space=each)
        return None

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"card": self.card.split("/")[0], "most": self.most}

    def default(self, state: State, seat: str) -> Action:
        return next(iter(self.candidates(state, seat))) if seat == self.power else ForSpaces()


class Spaces(NamedTuple):
    """An event for several spaces: which, who names them, what is done with them."""

    where: Where
    asks: str
    does: Does


SPACES: Final[dict[str, Spaces]] = {}
"""The events for several spaces, by key."""


def ask_spaces(key: str, where: Where, *, asks: str = "") -> Callable[[Does], Does]:
    """Register what is done with spaces that somebody names; `asks` as in `ask`."""

    def register(does: Does) -> Does:
        SPACES[key] = Spaces(where, asks, does)
        return does

    return register


def aim_spaces(
    card: str, most: int | Callable[[State], int], where: Where, *, asks: str = ""
) -> Callable[[Does], Does]:
    """Register an event for up to so many spaces; it cannot be played where there is none."""

    def able(state: State, power: str) -> Refusal | None:
        return None if where(state, power) else no_effect(card=card)

    def run(play: Play[State], power: str) -> Frames:
        return [naming_spaces(power, card, most if isinstance(most, int) else most(play.state))]

    event(card, able)(run)
    return ask_spaces(card, where, asks=asks)


@step("6")
def naming_spaces(play: Play[State], power: PowerId, key: str, most: int) -> Asking:
    """Ask for which spaces an event is, and do it."""
    found = SPACES[key]
    if not found.where(play.state, power):
        return []
    asked = found.asks or power
    answer = yield asking(play, asked, SpacesAnswers(key, power, most))
    return found.does(play, power, answer) or []
