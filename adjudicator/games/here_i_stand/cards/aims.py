"""Ask what an event is for: a power, a space, a leader …, once or several times, and do it with the answer.

    @aim("galleons", powers(*SAILING))
    def _galleons(play, power, answer):
        mark(play, answer.power, "galleons")

makes the event of Galleons: whoever plays it names a power. `key` is the id of the card, or that with a further word
where a card asks more than once.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from adjudicator import FIRST, Action, Asking, Frames, Play, Question, Refusal, word
from adjudicator.components import Code

from ..facts import CARD, CardId, PowerId
from ..rules.book import AtSpace, OfCard, OfDebater, OfLeader, OfMinor, OfPower, OfZone, step
from ..state import State
from .effects import event


class ForPower(OfPower, frozen=True, tag="for_power"):
    """Name a power, and which `use` of the card where there are several. 6."""

    use: int = 0


class ForMinor(OfMinor, frozen=True, tag="for_minor"):
    """Name a minor power. 6."""


class ForSpace(AtSpace, frozen=True, tag="for_space"):
    """Name a space. 6."""


class ForZone(OfZone, frozen=True, tag="for_zone"):
    """Name a language zone. 6."""


class ForLeader(OfLeader, frozen=True, tag="for_leader"):
    """Name a leader. 6."""


class ForDebater(OfDebater, frozen=True, tag="for_debater"):
    """Name a debater. 6."""


class ForCard(OfCard, frozen=True, tag="for_card"):
    """Name a card. 6."""


class ForUse(Action, frozen=True, tag="for_use"):
    """Choose one of the uses of a card, by its number. 6."""

    use: int


Enough = word("enough", "Name no more. 6.")
no_aim = Code("6", card=CARD)
KINDS: Final = (ForPower, ForMinor, ForSpace, ForZone, ForLeader, ForDebater, ForCard, ForUse, Enough)
AIM: Final = Question(
    "aim", "6", *KINDS, otherwise=no_aim, default=FIRST, alone="logged", about={"card": CardId}, interrupts=True
)
Does = Callable[[Play[State], str, Any], Frames | None]
Offers = Callable[[State, str], Iterable[Action]]


class Aim(NamedTuple):
    """What is asked for a card: `offers` in a state for the power that played it; who is asked; what is done."""

    offers: Offers
    asks: str
    does: Does
    optional: bool


AIMS: Final[dict[str, Aim]] = {}
"""What is asked for cards, by key."""


def ask(key: str, offers: Offers, *, asks: str = "", optional: bool = False) -> Callable[[Does], Does]:
    """Register what is done with the answer; `asks`: the power that is asked, "" for whoever played the card.

    With `optional` it may be `Enough`, which does nothing and is the default where others are asked.
    """

    def register(does: Does) -> Does:
        if key in AIMS:
            raise ValueError(f"two questions are asked for {key}")
        AIMS[key] = Aim(offers, asks, does, optional)
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
        return None if optional or next(iter(offers(state, power)), None) is not None else no_aim(card=card)

    event(card, able)(lambda play, power: [aiming(power, card, times)])
    return ask(card, offers, asks=asks, optional=optional)


@step("6", phase="action")
def aiming(play: Play[State], power: PowerId, key: str, times: int = 1) -> Asking:
    """Ask what an event is for, and do it; then ask again, so many times in all."""
    found = AIMS[key]
    offers = [*found.offers(play.state, power)]
    if not offers:
        return []
    if found.optional:
        offers.append(Enough())
    card = key.split("/")[0]
    answer = yield AIM.in_turn_of(play.state.impulse.power)(found.asks or power, offers, card=card)
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
