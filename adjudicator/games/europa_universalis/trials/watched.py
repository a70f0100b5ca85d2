"""Random tests of the game, with what they should reach: each card, idea, event and mission is a coverage point.

Also the positions from which they start, and the cards used.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final, get_args

from adjudicator import Action, Decline
from adjudicator.kernel.steps import Frames
from adjudicator.kernel.trials import Happened, SimulationProfile

from ..content import Content, Symbol, default
from ..effects import CancelCovert, Effect
from ..facts import AREA, NONE, PROVINCE, REALM, RELIGION, SEAT
from ..pack_checks import LAST_AGE, misplaced
from ..phrases import PHRASES
from ..rules.access import SteppedAhead
from ..rules.administration import ReligionChanged
from ..rules.alliances import EndAlliance
from ..rules.battle_dice import BattleActionPlayed
from ..rules.calls import AcceptCall, CallAlly, CallAnswered, RefuseCall
from ..rules.cards import CardPlayed, Countered
from ..rules.declaration import DeclareWar, WarDeclared
from ..rules.empire import EmpireConverted
from ..rules.events import EventTaken, symbol
from ..rules.goals import MilestoneReached, MissionCompleted, Researched
from ..rules.operations import found_at, operation
from ..rules.peace import Enforce, FightOn, Negotiate
from ..rules.players import ALLIANCES, AcceptDeal, Dealt, RefuseDeal
from ..rules.recruiting import Raise, Recruit
from ..rules.relations import FAITHLESS
from ..rules.religion import ReligionAdopted
from ..rules.rounds import set_up
from ..rules.settlement import PeaceMade, TermId
from ..rules.sieges import Besiege, Occupied
from ..rules.treaties import PeaceSigned
from ..scenario import ROUNDS
from ..state import State
from .crowded import crowded
from .packs import random_pack
from .wills import WILLS

SOME_REALM: Final = REALM.ids[0]
SOME_AREA: Final = AREA.ids[0]


def _words(code: str, *actions: Action) -> str:
    """Return a pattern of the words of these options."""
    return "|".join(re.escape(PHRASES.say(action, code)) for action in actions)


def _verb(code: str, action: Action) -> str:
    """Return a pattern of all options with the verb of this one."""
    return re.escape(PHRASES.phrase_of(action).verbs[code][0]) + " .*"


def _sought(code: str) -> Iterator[str]:
    """Yield patterns of rare options, the rarest first.

    They lead to an alliance, a war of players who have towns in one area and no other, calls to arms, a town that is
    taken, without which a war ends by itself, and a negotiated peace. Nobody seeks an alliance with those who shall
    fight: as allies they would not.
    """
    area, rivals = _contested()
    yield _words(code, AcceptDeal())
    yield _words(code, AcceptCall())
    yield from (
        _verb(code, each) for each in (CallAlly(SOME_REALM), Negotiate(SOME_REALM), Enforce(SOME_REALM, "white"))
    )
    yield _verb(code, Besiege(SOME_AREA, ()))
    yield _words(code, Raise(area))
    yield _words(code, Recruit(), *(DeclareWar((rival,)) for rival in rivals))
    yield _words(code, *(alliance for alliance in ALLIANCES if alliance.other not in rivals))


def _contested() -> tuple[str, tuple[str, ...]]:
    """Return an area in which two players have towns at the start, with these players.

    It is the area for which the fewest players are needed. A seat that has troops there besieges the other without a
    march.
    """
    towns = {AREA.ids[each.area]: dict[str, None]() for each in PROVINCE}
    for each in PROVINCE:
        if each.owner != NONE and REALM.ids[each.owner] in SEAT.ids:
            towns[AREA.ids[each.area]][REALM.ids[each.owner]] = None
    shared = [(area, tuple(seats)) for area, seats in towns.items() if len(seats) > 1]
    return min(shared, key=lambda found: max(map(SEAT.ids.index, found[1])))


def _shunned(code: str) -> Iterator[str]:
    """Yield patterns of options that undo it."""
    yield _verb(code, EndAlliance(SOME_REALM))
    yield _words(code, RefuseCall(), RefuseDeal(), FightOn(), Decline())


class EuropaTrials(SimulationProfile[State]):
    """Late rounds: wars, occupied towns, vassals, alliances, armies and ships, unrest, rebels, new faiths."""

    weight = 8
    eager: Mapping[str, tuple[str, ...]] = {code: tuple(_sought(code)) for code in PHRASES.languages}
    loath: Mapping[str, tuple[str, ...]] = {code: tuple(_shunned(code)) for code in PHRASES.languages}
    wills = WILLS
    sights = ("alliance negotiated", "war declared", "call to arms accepted", "town taken", "peace made")
    sights_besides = ("peace negotiated",)
    sights_by = ROUNDS

    def seen(self, event: Any) -> str | None:
        alliance, war, call, town, peace, treaty = (*self.sights, *self.sights_besides)
        match event:
            case Dealt(alliance=True):
                return alliance
            case WarDeclared():
                return war
            case CallAnswered(accepted=True):
                return call
            case PeaceMade():
                return peace
            case PeaceSigned():
                return treaty
            case Occupied():
                return town
            case _:
                return None

    def content(self, rng: Random) -> Content:
        return random_pack(rng)

    def dense_start(
        self, rng: Random, seats: Sequence[str], options: Mapping[str, Any], content: Content
    ) -> tuple[State, Frames]:
        return crowded(rng, seats, options, content), [set_up()]

    def coverage_points(self) -> tuple[str, ...]:
        return _points()

    def reached(self, happened: Happened[State]) -> Iterator[str]:
        for event in happened.events():
            match event:
                case CardPlayed(title=title) | BattleActionPlayed(title=title):
                    yield f"title {title}"
                case Countered(card=card) | SteppedAhead(card=card) if card in default().cards:
                    yield f"title {default().cards[card]}"
                case Researched(idea=idea):
                    yield f"idea {idea}"
                case EventTaken(taken=taken):
                    yield f"event {taken}"
                case MissionCompleted(mission=mission):
                    yield f"mission {mission}"
                case MilestoneReached(milestone=milestone):
                    yield f"milestone {milestone}"
                case ReligionAdopted(religion=religion) | ReligionChanged(religion=religion):
                    yield f"state religion {religion}"
                case EmpireConverted(religion=religion):
                    yield f"religion of the empire {religion or 'none'}"
                case PeaceMade(term=term):
                    yield f"peace {term}"
                case _:
                    pass
        for name, *arguments in happened.frames:
            if name == symbol.name:
                yield f"symbol {arguments[1]} in age {happened.before.state.age}"
            elif name == operation.name:
                yield f"operation {found_at(happened.content, arguments[1]).__struct_config__.tag}"


TRIALS: Final = EuropaTrials()


@cache
def _points() -> tuple[str, ...]:
    """Return the coverage points: what our own cards have, and what a pack may have."""
    content = default()
    return (
        *(f"title {id}" for id in content.titles if id in content.cards.values()),
        *(f"idea {id}" for id in content.ideas),
        *(f"event {id}" for id in content.events),
        *(f"mission {id}" for id in content.missions),
        *(f"milestone {id}" for id in content.milestones),
        *(
            f"symbol {id} in age {age}"
            for age in range(1, LAST_AGE + 1)
            for id in get_args(Symbol)
            if not misplaced(id, age)
        ),
        *(f"state religion {id}" for id in RELIGION.ids if RELIGION.index[id] not in FAITHLESS),
        *(f"religion of the empire {id}" for id in ("catholic", "protestant", "none")),
        *(f"peace {id}" for id in get_args(TermId)),
        *(f"operation {arg.__struct_config__.tag}" for arg in get_args(Effect) if arg is not CancelCovert),
    )
