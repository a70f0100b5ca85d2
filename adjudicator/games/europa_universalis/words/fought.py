"""Battles in sentences: who attacked whom and where, the dice, what each side lost, who holds the field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.events import Event
from adjudicator.reports.wording.event_text import Heard, Sentence

from ..rules.battle_dice import BattleActionPlayed, DiceRolled, IdeaInBattle
from ..rules.battles import SIDES, BattleBegan, BattleOver, LedBy
from ..rules.casualties import OthersLost, ShipCaptured, ShipLost, UnitLost, Wounded
from ..rules.retreats import Retreated
from .book import STORIES, TELLINGS, Speech
from .events import assailants, attack, battle_at, opponents, outcome, outlaws, side_of

OF_A_ROUND: Final = (DiceRolled, UnitLost, ShipLost, OthersLost)
"""Events of one round of a battle: the dice of both sides, then the losses."""
OF_BATTLES: Final = (
    *OF_A_ROUND,
    BattleBegan,
    BattleOver,
    LedBy,
    BattleActionPlayed,
    IdeaInBattle,
    Retreated,
    ShipCaptured,
    Wounded,
)
"""What a battle consists of."""


class Fought(Struct):
    """A battle as far as it is known: how it began and how it ended (None: not in this time), its rounds, retreats."""

    began: BattleBegan | None = None
    rounds: list[list[Event]] = []
    retreats: list[Retreated] = []
    over: BattleOver | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that fought in it."""
        return (*self.began.attackers, *self.began.defenders) if self.began else ()

    @property
    def afloat(self) -> bool:
        """Return whether it is known to be a sea battle."""
        known = self.began or self.over
        return known is not None and known.zone is not None

    @property
    def events(self) -> Iterator[Event]:
        """Everything that happened in its rounds."""
        return (event for each in self.rounds for event in each)


def battles(events: Iterable[Event]) -> Iterator[Fought]:
    """Yield the battles among some events, in their order; the first and the last may be known in part."""
    going: Fought | None = None
    for event in events:
        if isinstance(event, BattleBegan) and going is not None:
            yield going
        if isinstance(event, BattleBegan):
            going = Fought(event)
        elif isinstance(event, OF_BATTLES) and going is None:
            going = Fought()
        if going is None:
            continue
        if isinstance(event, OF_A_ROUND):
            _add(going.rounds, event)
        elif isinstance(event, Retreated):
            going.retreats.append(event)
        elif isinstance(event, BattleOver):
            going.over = event
            yield going
            going = None
    if going is not None:
        yield going


def _add(rounds: list[list[Event]], event: Event) -> None:
    """Add dice or a loss to the last round, or begin a round: a side rolls once in each, before anything is lost."""
    rolled = [each.side if isinstance(each, DiceRolled) else "" for each in rounds[-1]] if rounds else [""]
    if not rounds or (isinstance(event, DiceRolled) and {"", event.side} & {*rolled}):
        rounds.append([])
    rounds[-1].append(event)


def told(battle: Fought, to: Speech, *, live: bool = False) -> str:
    """Return a battle in one or two sentences; `live`: with the dice of every round, as those who fight are told.

    `Battle of Andalucia: Castile attacked Granada, hits 3 : 1; Castile won. Losses: Granada 3 units.`
    """
    said = [_course(battle, to, hits=not live)]
    if live:
        said += [round_told(each, to) for each in battle.rounds]
    elif lost := losses_told(battle.events, to, afloat=battle.afloat):
        said.append(lost)
    fled = STORIES.told([Heard(0, retreat) for retreat in battle.retreats], (), to)
    return " ".join((*(f"{each[:1].upper()}{each[1:]}." for each in said if each), *fled))


def _course(battle: Fought, to: Speech, *, hits: bool) -> str:
    """Return who attacked whom and where, with the hits of both sides and the result."""
    if battle.began is None:
        return headline(battle, to) if battle.over else ""
    dice = [event for event in battle.events if isinstance(event, DiceRolled)]
    said = attack(battle.began, to)
    if hits and dice:
        scored = " : ".join(str(sum(each.hits for each in dice if each.side == side)) for side in SIDES)
        said = to.gettext("%(attack)s, hits %(hits)s", attack=said, hits=scored)
    ended = f"; {outcome(battle.over, to)}" if battle.over else ""
    return f"{battle_at(battle.began, to)}: {said}{ended}"


def headline(battle: Fought, to: Speech) -> str:
    """Name a battle in few words, with its result: `Battle of Andalucia: Castile beats Granada`."""
    began, over = battle.began, battle.over
    if over is None:
        return _course(battle, to, hits=False)
    said = outcome(over, to)
    if began and over.side:
        attackers = over.side == "attackers"
        said = to.ngettext(
            "%(winner)s beats %(loser)s",
            "%(winner)s beat %(loser)s",
            len((*over.seats, *over.realms)) or 2,
            winner=assailants(began, to) if attackers else opponents(began, to, ""),
            loser=opponents(began, to, "accusative") if attackers else assailants(began, to, "accusative"),
        )
    return f"{battle_at(began or over, to)}: {said}"


def round_told(events: Sequence[Event], to: Speech) -> str:
    """Return the dice of both sides in a round, and then what each lost."""
    rolled = [TELLINGS.said(event, to).text for event in events if isinstance(event, DiceRolled)]
    return "; ".join(filter(None, (*rolled, losses_told(events, to))))


@TELLINGS.place
def losses(event: OthersLost, to: Speech) -> str:
    return losses_told([event], to)


def losses_told(events: Iterable[Event], to: Speech, *, afloat: bool = False) -> str:
    """Return what each lost, by kind: `losses: Castile 2 infantry, Granada 3 units`."""
    lost = dict[str, dict[str, int]]()

    def add(owner: str, kind: str, n: int = 1) -> None:
        kinds = lost.setdefault(owner, {})
        kinds[kind] = kinds.get(kind, 0) + n

    for event in events:
        if isinstance(event, UnitLost):
            add(to.seat(event.seat), event.unit)
        elif isinstance(event, ShipLost):
            add(to.seat(event.seat), "damaged" if event.damaged else event.ship)
        elif isinstance(event, OthersLost) and event.units:
            add(side_of((), event.realms, None, to), "ship" if afloat else "unit", event.units)
        if isinstance(event, OthersLost) and event.rebels:
            add(outlaws(event.node, to), "", event.rebels)
    told = (
        f"{owner} {to.listing([to.forces(kind, n) if kind else str(n) for kind, n in kinds.items()])}"
        for owner, kinds in lost.items()
    )
    return to.gettext("losses: %(losses)s", losses=all_) if (all_ := ", ".join(told)) else ""


@TELLINGS.last_pass
def rounds_joined(sentences: list[Sentence], to: Speech) -> list[Sentence]:
    """Make one sentence of the dice and losses of each round of a battle."""
    found, rounds = list[Sentence](), list[list[Event]]()
    for sentence in sentences:
        if not isinstance(sentence.event, OF_A_ROUND):
            rounds = []
            found.append(sentence)
            continue
        before = len(rounds)
        _add(rounds, sentence.event)
        if len(rounds) > before:
            found.append(sentence)
        said = replace(sentence.said, text=round_told(rounds[-1], to), note="", who="")
        found[-1] = replace(found[-1], n=sentence.n, said=said)
    return found
