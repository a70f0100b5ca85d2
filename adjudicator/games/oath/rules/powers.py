"""Use the powers of cards (6.2, 7.3): what may be used, what it costs, what it is aimed at.

A card registers its power in a few lines: `power("wolves", targets=…)` over the function that carries it out. What it
is aimed at is asked for in a question of its own, with the same few answers for all cards.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, ClassVar, Final, Literal

from adjudicator import Action, Asking, Choose, Frames, Play, Refusal, ValidatedAnswers, word
from adjudicator.components import Code

from ..facts import CARD, CardId, PlayerId, RegionId, SlotId, SpaceId
from ..state import State
from . import pieces, table
from .book import ActDeed, AtSlot, Fee, OfCard, OfPlayer, OfSuit, SeatEvent, fee_of, in_turn, step
from .modifying import no_access, power_refused


class PowerUsed(SeatEvent, frozen=True, tag="power_used", rule="7.1.3"):
    """A player used the power of a card."""

    card: CardId


class TargetCard(OfCard, frozen=True, tag="target_card"):
    """Aim a power at this card. 7.1.3."""


class TargetCards(Action, frozen=True, tag="target_cards"):
    """Aim a power at several cards. 7.1.3."""

    cards: Annotated[tuple[str, ...], CARD]


class TargetPlayer(OfPlayer, frozen=True, tag="target_player"):
    """Aim a power at this player. 7.1.3."""


class TargetSite(AtSlot, frozen=True, tag="target_site"):
    """Aim a power at this site. 7.1.3."""


class TargetBank(OfSuit, frozen=True, tag="target_bank"):
    """Aim a power at this bank. 7.1.3."""


class TargetPile(Action, frozen=True, tag="target_pile"):
    """Aim a power at the discard pile of this region. 7.1.3."""

    region: RegionId


class TargetSpace(Action, frozen=True, tag="target_space"):
    """Aim a power at this space of the reliquary. 7.1.3."""

    space: SpaceId


class TargetNumber(Action, frozen=True, tag="target_number"):
    """Say how many, or which of several that lie face down, counted from 1. 7.1.3."""

    number: int


class TargetHidden(Action, frozen=True, tag="target_hidden"):
    """Aim a power at a facedown adviser of a player, by its place counted from 1. 7.1.3."""

    player: PlayerId
    number: int


class TargetPair(Action, frozen=True, tag="target_pair"):
    """Aim a power at one card and then another. 7.1.3."""

    card: CardId
    other: CardId


class TargetWarbands(Action, frozen=True, tag="target_warbands"):
    """Move warbands between the board and a site that is ruled. 7.1.3."""

    count: int
    slot: SlotId
    to: Literal["site", "board"]


class SellSecret(OfPlayer, frozen=True, tag="sell_secret"):
    """Give a player a secret for 2 favor. 7.1.3."""


class BuySecret(OfPlayer, frozen=True, tag="buy_secret"):
    """Give a player 2 favor for a secret. 7.1.3."""


PutOne = word("put_one", "Put 1 secret on the Darkest Secret. 7.1.3.")
BurnOne = word("burn_one", "Burn 1 secret of the Darkest Secret. 7.1.3.")
Comply = word("comply", "Do what a power gives a choice of. 7.1.3.")
Skip = word("skip", "Do nothing, or nothing more. 7.1.3.")

TARGETING: Final = (
    *(TargetCard, TargetCards, TargetPlayer, TargetSite, TargetBank, TargetPile, TargetSpace),
    *(TargetNumber, TargetHidden, TargetPair, TargetWarbands),
    *(SellSecret, BuySecret, PutOne, BurnOne, Comply, Skip),
)
no_target = Code("7.1.3", card=CARD)
nothing_to_do = Code("7.1.3", card=CARD)

Targets = Callable[..., Iterable[Action]]
Carries = Callable[..., Frames | None]


class Rule:
    """The power of a card: what it may be aimed at (None: nothing is asked), and what it does."""

    def __init__(
        self, card: str, targets: Targets | None, carries: Carries, possible: Any, secret: bool, first: bool
    ) -> None:
        self.card, self.targets, self.carries, self.possible = card, targets, carries, possible
        self.secret, self.first = secret, first


RULES: Final[dict[str, Rule]] = {}
"""What `aim` asks and does, by name: the id of a card, or an id with a word behind it for a further choice."""
ACTIONS: Final[set[str]] = set()
"""Cards whose action power is declared."""
RESTS: Final[set[str]] = set()


def power(
    name: str,
    targets: Targets | None = None,
    *,
    possible: Callable[[State, str], bool] | None = None,
    kind: str = "action",
    secret: bool = False,
    first: bool = False,
) -> Callable[[Carries], Carries]:
    """Register what a power does: called with the play, the player and, if it has `targets`, the answer.

    A further choice of a power may be about something: then `targets` and the function are called with that behind.
    `possible`: whether it can do anything; by default whether there is a target. `kind`: "action", "rest" or "choice",
    a further choice of a power. `secret`: nobody else may know the answer; `first`: who is silent takes the first one.
    """

    def register(carries: Carries) -> Carries:
        RULES[name] = Rule(name.partition(":")[0], targets, carries, possible, secret, first)
        if kind == "action":
            ACTIONS.add(name)
        elif kind == "rest":
            RESTS.add(name)
        return carries

    return register


def able(state: State, seat: str, name: str) -> bool:
    """Return whether a power can do anything now."""
    rule = RULES[name]
    if rule.possible is not None:
        return bool(rule.possible(state, seat))
    return rule.targets is None or next(iter(rule.targets(state, seat)), None) is not None


class UsePower(ActDeed, frozen=True, tag="use_power"):
    """Use the action power of a card. 6.2."""

    card: CardId

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (cls(CARD.ids[each]) for each in table.accessible(state, seat, "action"))

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        card = CARD.number(self.card)
        if card not in table.accessible(state, seat, "action") or self.name(state) not in ACTIONS:
            return no_access(card=card)
        if bad := power_refused(state, seat, card):
            return bad
        return None if able(state, seat, self.name(state)) else nothing_to_do(card=card)

    def name(self, state: State) -> str:
        """Return the name of its rule: that of a ruin is marked."""
        return f"{self.card}:ruin" if state.ruined >> CARD.number(self.card) & 1 else self.card

    def fee(self, state: State, seat: str) -> Fee:
        return fee_of(table.face(state, CARD.number(self.card)).cost)

    def apply(self, play: Play[State], seat: str) -> Frames:
        name, card = self.name(play.state), CARD.number(self.card)
        play.emit(PowerUsed(seat, self.card))
        pieces.pay(play, seat, card, table.face(play.state, card).cost)
        return run(play, seat, name)


def run(play: Play[State], seat: str, name: str, *about: Any) -> Frames:
    """Carry out a power, or ask first what it is aimed at; `about`: what a further choice is about."""
    rule = RULES[name]
    if rule.targets is None:
        return rule.carries(play, seat, *about) or []
    return [aim(seat, name, list(about))]


def further(name: str, *fields: str) -> Carries:
    """Return what asks for a further choice of a power, about fields of the answer before it."""
    return lambda play, seat, answer=None: run(play, seat, name, *(getattr(answer, field) for field in fields))


class AimAnswers(ValidatedAnswers[State]):
    """The answers to what a power is aimed at."""

    kind, rule, interrupts = "aim", "7.1.3", True
    actions = TARGETING
    card: CardId

    def __init__(self, name: str, about: list[Any]) -> None:
        self.name, self.about = name, about
        self.card = RULES[name].card

    def candidates(self, state: State, seat: str) -> Iterable[Action]:
        targets = RULES[self.name].targets
        assert targets is not None
        return targets(state, seat, *self.about)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        found = list(self.candidates(state, seat))
        return None if action in found else no_target(found[:3], card=CARD.number(self.card))

    def context(self, state: State, seat: str) -> dict[str, str]:
        return {"card": self.card, "choice": self.name.partition(":")[2]}

    def default(self, state: State, seat: str) -> Action:
        """Return the answer that does least: nothing where that is possible."""
        found = list(self.candidates(state, seat))
        return Skip() if Skip() in found and not RULES[self.name].first else found[0]


class SecretAimAnswers(AimAnswers):
    """The same where nobody else may know the answer."""

    kind: ClassVar[str] = "secret_aim"
    secret, interrupts = True, False


@step("7.1.3")
def aim(play: Play[State], seat: PlayerId, name: str, about: list[Any]) -> Asking:
    """Ask what a power is aimed at, and carry it out."""
    if RULES[name].secret:
        answers: AimAnswers = SecretAimAnswers(name, about)
    else:
        answers = in_turn(play.state, seat, AimAnswers(name, about))
    if next(iter(answers.candidates(play.state, seat)), None) is None:
        return []
    answer = yield Choose(seat, answers, automatic=not RULES[name].secret)
    return RULES[name].carries(play, seat, answer, *about) or []


@step("7.1.3")
def later(play: Play[State], seat: PlayerId, name: str, about: list[Any]) -> Frames:
    """Carry out a further choice of a power behind the action that it follows."""
    return run(play, seat, name, *about)
