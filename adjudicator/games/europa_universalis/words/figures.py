"""The position in figures: the chart of powers, goals that are near, the income of the next phase 4 with its terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.components import bits
from adjudicator.language import msgid
from adjudicator.reports.charts.curves import curves
from adjudicator.reports.model import Fact, Holding, Item, Picture, Row, Score, Table, columns, right

from ..board.atlas import sides
from ..content import CharacterFace, Content
from ..facts import POWER, REALM, SEAT
from ..rules.goals import met
from ..rules.meeting import Conditions, meets
from ..rules.realms import base_tax_income, manpower
from ..rules.relations import realm_of
from ..rules.units import UNITS
from ..rules.upkeep import accounts, power_gains
from ..slots import CARD, EVENT, IDEA, MILESTONE, MISSION, STRUGGLE, TITLE
from ..state import State
from . import effects
from .book import REGISTERS, Known, Speech, played
from .events import summed

NEAR: Final = 2
"""The most that may be missing of a goal that is told as near."""
HEADS: Final = (
    msgid("prestige"),
    msgid("ducats"),
    msgid("tax"),
    msgid("stability"),
    msgid("units"),
    msgid("manpower"),
    msgid("power"),
)
_FORCES: Final = 1 + HEADS.index("units")


PHASES: Final = (msgid("draw"), msgid("actions"), msgid("peace"), msgid("income"), msgid("cleanup"))
"""The phases of a round, from the first (R3.01)."""


def when(state: State, to: Speech) -> str:
    """Return the age, the round and the phase."""
    phase = to.gettext(PHASES[state.phase - 1])
    return to.gettext("age %(age)s, round %(round)s, phase: %(phase)s", age=state.age, round=state.round, phase=phase)


def first(state: State, before: State | None, seats: Sequence[str], to: Speech) -> Iterator[Fact]:
    """Yield the first facts: when it is, and the purse of each of the readers' realms."""
    yield Fact(
        label=to.gettext("Age and round"),
        value=when(state, to),
    )
    for seat in seats:
        own, then = state.led[seat], None if before is None else before.led[seat]
        change = "" if then is None or then.prestige == own.prestige else to.signed(own.prestige - then.prestige)
        value = to.gettext("prestige %(n)s, %(ducats)s", n=own.prestige, ducats=to.ducats(own.ducats))
        yield Fact(label=to.seat(seat), value=value, change=change)
    goals = state.goals
    if goals.struggle >= 0:
        yield Fact(label=to.gettext("Power struggle"), value=to.thing(STRUGGLE, goals.struggle))
    if goals.upcoming >= 0:
        yield Fact(label=to.gettext("Power struggle to come"), value=to.thing(STRUGGLE, goals.upcoming))


def powers(state: State, before: State | None, to: Speech) -> Table:
    """Return all realms that somebody plays, in the order of their prestige."""
    ranked = sorted(state.order, key=lambda seat: (-state.led[seat].prestige, SEAT.index[seat]))
    rows = []
    for seat in ranked:
        own, realm = state.led[seat], realm_of(seat)
        then = None if before is None else _strength(before, seat)
        figures = [
            with_change(n, None if then is None else then[place], to) for place, n in enumerate(_strength(state, seat))
        ]
        men = f"{own.available}/{manpower(state, realm)}"
        cells = (to.seat(seat), *figures, men, "/".join(map(str, own.power)))
        changed = before is not None and before.led[seat].prestige != own.prestige
        rows.append(Row(cells=cells, changed=changed))
    titles = columns(to.gettext("realm"), *(right(to.gettext(head)) for head in HEADS))
    return Table(caption=to.gettext("Powers"), columns=titles, rows=tuple(rows))


def on_a_phone(whole: Table, to: Speech) -> tuple[Table, Table]:
    """Split the table of powers into two that fit on a phone: what they are worth, and what they can act with.

    No row is marked, because the cells show what has changed.
    """

    def cut(caption: str, begin: int, end: int) -> Table:
        rows = (replace(row, cells=(row.cells[0], *row.cells[begin:end]), changed=False) for row in whole.rows)
        return Table(caption=caption, columns=(whole.columns[0], *whole.columns[begin:end]), rows=tuple(rows))

    return cut(whole.caption, 1, _FORCES), cut(to.gettext("Forces"), _FORCES, len(whole.columns))


def _strength(state: State, seat: str) -> tuple[int, ...]:
    """Return prestige, ducats, base tax income, stability and land units."""
    own = state.led[seat]
    units = sum(own.alone) + sum(army.all for army in own.armies)
    return own.prestige, own.ducats, base_tax_income(state, realm_of(seat)), own.stability, units


def with_change(n: int, then: int | None, to: Speech) -> str:
    """Return a figure with its change, such as `9 (+2)`.

    The figure stands alone if it is unchanged or its old value is unknown.
    """
    return str(n) if then is None or then == n else f"{n} ({to.signed(n - then)})"


def events(state: State, content: Content, to: Speech) -> Table:
    """Return a table of the events that are face up, with their ducats."""
    rows = [
        Row(
            cells=(
                to.thing(EVENT, each.event),
                str(each.ducats),
                effects.of_event(content.events[EVENT.ids[each.event]], to),
            )
        )
        for each in state.events.shown
    ]
    titles = columns(to.gettext("event"), right(to.gettext("ducats")), to.gettext("what it does"))
    return Table(caption=to.gettext("Events"), columns=titles, rows=tuple(rows))


def wars(state: State, to: Speech) -> Table | None:
    """Return who is at war with whom; None in times of peace."""
    rows = [
        Row(cells=(to.thing(REALM, realm), to.listing(to.thing(REALM, foe) for foe in bits(foes))))
        for realm, foes in enumerate(state.war)
        if foes
    ]
    if not rows:
        return None
    return Table(
        caption=to.gettext("Wars"), columns=columns(to.gettext("realm"), to.gettext("enemies")), rows=tuple(rows)
    )


def progress(state: State, seat: str, needs: Conditions) -> tuple[int, int]:
    """Return how much of what conditions ask a seat has, and how much there is: a number counts as so many."""
    held = due = 0
    for need in needs:
        n: int = getattr(need, "n", 1)
        due += max(1, n)
        lesser = [replace(need, n=each) for each in range(n, 0, -1)] if n > 1 else [need]
        held += next((max(1, n) - less for less, each in enumerate(lesser) if meets(state, seat, (each,))), 0)
    return held, due


def milestones(state: State, content: Content, to: Speech) -> Table:
    """Return a table of the milestones on display.

    It says who has reached them, who is nearest and who lacks little.
    """
    rows = []
    for number in bits(state.goals.milestones):
        needs = content.milestones[MILESTONE.ids[number]].needs
        reached = state.goals.reached[number]
        far = {seat: progress(state, seat, needs) for seat in state.order if seat not in reached}
        best = max((n for n, _ in far.values()), default=0)
        near = [
            to.gettext("%(seat)s %(n)s of %(all)s", seat=to.seat(seat), n=n, all=most)
            for seat, (n, most) in far.items()
            if n and (n == best or most - n <= NEAR)
        ]
        asks = effects.needs(needs, to)
        rows.append(Row(cells=(to.thing(MILESTONE, number), asks, ", ".join(map(to.seat, reached)), ", ".join(near))))
    titles = columns(to.gettext("milestone"), to.gettext("what it asks"), to.gettext("reached"), to.gettext("near"))
    return Table(caption=to.gettext("Milestones"), columns=titles, rows=tuple(rows))


def filled(table: Table) -> Table:
    """Return a table without its empty columns, which on a phone take room from words."""
    kept = [at for at in range(len(table.columns)) if not at or any(row.cells[at] for row in table.rows)]
    rows = (replace(row, cells=tuple(row.cells[at] for at in kept)) for row in table.rows)
    return replace(table, columns=tuple(table.columns[at] for at in kept), rows=tuple(rows))


def ideas(state: State, content: Content, to: Speech) -> Table:
    """Return a table of the ideas on display: what each does, and who has it."""
    rows = []
    for number in bits(state.goals.ideas):
        does = effects.of_idea(content.ideas[IDEA.ids[number]], to)
        held = [to.seat(seat) for seat in state.order if state.led[seat].ideas >> number & 1]
        rows.append(Row(cells=(to.thing(IDEA, number), does, ", ".join(held))))
    titles = columns(to.gettext("idea"), to.gettext("what it does"), to.gettext("researched"))
    return Table(caption=to.gettext("Ideas"), columns=titles, rows=tuple(rows))


def holdings(now: Known, seat: str, to: Speech) -> Iterator[Holding]:
    """Yield the hand, the missions, and what the next phase 4 will bring at present."""
    if not played((seat,), now.state):
        return
    state, content, own = now.state, now.content, now.state.led[seat]
    cards = tuple(_card(card, content, to) for card in own.hand)
    if cards:
        yield Holding(heading=to.gettext("Your cards"), items=cards)
    if own.drawn:
        yield Holding(heading=to.gettext("Cards drawn"), items=tuple(_card(card, content, to) for card in own.drawn))
    ready = set(met(state, seat, content))
    missions = (
        Item(
            name=to.thing(MISSION, mission),
            text=effects.of_mission(content.missions[MISSION.ids[mission]], to),
            note=to.gettext("can be completed") if MISSION.ids[mission] in ready else "",
        )
        for mission in own.missions
    )
    if own.missions:
        yield Holding(heading=to.gettext("Your missions"), items=tuple(missions))
    books, gains = accounts(state, seat, content), ", ".join(_gains(state, seat, content, to))
    forecast = (
        Item(
            name=to.gettext("Next income less upkeep"),
            text=to.signed(books.net),
            note=summed(books, "terms", to),
            lasting=True,
        ),
        Item(name=to.gettext("Next power"), text=gains, lasting=True),
    )
    yield Holding(heading=to.gettext("The next phase 4, as things stand"), items=forecast, brief=forecast)


def _gains(state: State, seat: str, content: Content, to: Speech) -> Iterator[str]:
    """Yield the gain of each type, such as `administrative power +4`."""
    for power, n in zip(POWER.ids, power_gains(state, seat, content), strict=True):
        yield f"{to.word(power)} {to.signed(n)}"


def forecast(state: State, seat: str, content: Content, to: Speech) -> Table:
    """Return the expected income, upkeep and power of the next phase 4."""
    books = accounts(state, seat, content)
    terms = [(to.word(name, "terms"), getattr(books, name)) for name in REGISTERS.words["terms"]]
    rows = [Row(cells=(name, to.signed(n))) for name, n in terms if n]
    rows += [Row(cells=(to.gettext("income less upkeep"), to.signed(books.net)))]
    caption = to.gettext("The next income of %(seat)s (phase 4), as things stand", seat=to.seat(seat))
    return Table(
        caption=caption,
        columns=columns(to.gettext("term"), right(to.gettext("ducats"))),
        rows=tuple(rows),
        note=", ".join(_gains(state, seat, content, to)),
    )


def _card(card: int, content: Content, to: Speech) -> Item:
    """Return an action card: what it costs, and who is on it."""
    id = content.title_of(card)
    return Item(
        name=to.thing(CARD, card), text=title(id, content, to), note=character(content.characters[CARD.ids[card]], to)
    )


def whole_card(card: int, content: Content, to: Speech) -> str:
    """Return what an action card costs and does, and who is on it: `2 adm: stability +1; advisor 2/0/0, 2 ducats`."""
    who = content.characters[CARD.ids[card]]
    return f"{title(content.title_of(card), content, to)}; {character(who, to)}"


def title(id: str, content: Content, to: Speech) -> str:
    """Return what an action card costs and does: `2 adm: stability +1`."""
    face = content.titles[id]
    deck = POWER.ids[TITLE.thing(id).deck]
    costs, does = effects.price({deck: face.cost, "ducats": face.ducats}, to), effects.of_card(face, to)
    costs = costs or to.paid(deck, 0)
    return to.gettext("%(costs)s: %(does)s", costs=costs, does=does) if does else costs


def character(who: CharacterFace, to: Speech) -> str:
    """Return what somebody is, with the skill in each type of power, and what they cost: `leader 2/1/2, 1 mil`."""
    told = f"{to.word(who.kind)} {'/'.join(map(str, who.skill))}"
    costs = effects.price({"ducats" if who.kind == "advisor" else "mil": who.cost}, to)
    dice = ", ".join(f"{to.word(unit)} {n}" for unit in UNITS if (n := getattr(who.dice, unit)))
    return ", ".join(filter(None, (told, costs, dice and to.gettext("dice: %(dice)s", dice=dice))))


def score(now: Known) -> Score:
    """Return the prestige of every seat."""
    return Score(at=moment(now.state), points={seat: now.state.led[seat].prestige for seat in now.state.order})


def moment(now: Any) -> float:
    """Return the number of completed rounds, and the fraction of the present one.

    A state and a view give the same result.
    """
    return float(round(now.rounds + (now.phase - 1) / 5, 3))


def chart(scores: Sequence[Score], to: Speech) -> Picture:
    """Return a chart of the prestige of all realms over the rounds."""
    high = max(10, *(n for each in scores for n in each.points.values()))
    told = ", ".join(f"{to.seat(seat)} {n}" for seat, n in scores[-1].points.items())
    names = {seat: to.seat(seat) for seat in scores[-1].points}
    alt = to.gettext("Prestige: %(figures)s.", figures=told)
    title, step = to.gettext("Prestige"), max(5, high // 5)
    colours = {seat: each.fill for seat, each in sides().items()}
    drawn = curves(scores, title=title, colours=colours, high=high, step=step, names=names, alt=alt)
    return replace(drawn, beside="")
