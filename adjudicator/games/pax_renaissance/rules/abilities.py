"""Abilities of cards that are actions of their own (Glossary: ability)."""

from collections.abc import Iterator

from adjudicator import Action, Frames, Play, Refusal, word
from adjudicator.components import Code

from ..facts import NONE, RELIGION, ReligionId
from ..state import State
from .battles import fight
from .deeds import Deed
from .shots import apostasy, losers, nobody_guilty
from .squares import discard_card
from .table import WITH, active, empire_of_queen

Reprisals = word(
    "reprisals",
    "Discard Elizabeth Báthory: a peasant revolt without agents in the empire of her king. Glossary: ability; R51.",
)
no_reprisals = Code("§59")


def _bathory(state: State, seat: str) -> int:
    found = active(state, seat) & WITH["action_discard_self_peasant_revolt"]
    return found.bit_length() - 1 if found else NONE


def risen_against(state: State, seat: str) -> int:
    """The empire of her king, where the peasants rise."""
    return empire_of_queen(state, _bathory(state, seat))


def reprisals_refused(state: State, seat: str, action: Action) -> Refusal | None:
    """Elizabeth Báthory must be a queen of the tableau, not silenced."""
    return None if _bathory(state, seat) != NONE else no_reprisals()


def reprisals(play: Play[State], seat: str, action: Action) -> Frames:
    """She is discarded, the king stays, the peasants rise."""
    queen, empire = _bathory(play.state, seat), risen_against(play.state, seat)
    discard_card(play, seat, queen, seat)
    return fight(play.state, seat, "peasant_revolt", empire, [])


REPRISALS = Deed(
    Reprisals,
    lambda state, seat: [Reprisals()],
    reprisals_refused,
    reprisals,
    needs="action_discard_self_peasant_revolt",
)


class Accuse(Action, frozen=True, tag="accuse"):
    """Apostasy of any two religions, with an action (Counter-Reformation). K3."""

    one: ReligionId
    other: ReligionId


no_accuser = Code("§59")
two_religions = Code("K3")


def accusations(state: State, seat: str) -> Iterator[Action]:
    """Each two of the three religions."""
    ids = RELIGION.ids
    yield from (Accuse(ids[one], ids[other]) for one in range(3) for other in range(one + 1, 3))


def accusation_refused(state: State, seat: str, action: Accuse) -> Refusal | None:
    """The card is needed, two religions, and somebody who has both."""
    if not active(state, seat) & WITH["action_apostasy_any_pair"]:
        return no_accuser()
    pair = RELIGION.number(action.one), RELIGION.number(action.other)
    if pair[0] == pair[1]:
        return two_religions()
    return None if losers(state, pair) else nobody_guilty(one=action.one, other=action.other)


def accused(play: Play[State], seat: str, action: Accuse) -> Frames:
    """Whoever has both loses the cards of both."""
    return [apostasy(seat, action.one, action.other)]


APOSTATES = Deed(Accuse, accusations, accusation_refused, accused, needs="action_apostasy_any_pair")
