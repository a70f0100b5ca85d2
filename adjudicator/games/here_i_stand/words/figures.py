"""Tell how things stand, in words: points and keys, wars and alliances, units, religion."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.components import bits
from adjudicator.reports.model import Box, Fact, Row, Standing, Table, columns
from adjudicator.reports.wording.by_seat import by_letters

from ..facts import CARD, LOCATION, OTTOMAN, OWNER, PAPACY, POWER, PROTESTANT, RULER, TABLES, TURNS
from ..rules import table, victory
from ..state import State
from .book import Speech


def standing(state: State, before: State | None, to: Speech) -> Standing:
    """Return everything that stands in every report."""
    points = {each: table.points(state, each) for each in POWER.ids}
    first = max(points, key=lambda each: points[each])
    return Standing(
        facts=tuple(_facts(state, to)),
        scoring=victories(state, before, to),
        tables=(powers(state, before, to), relations(state, before, to), forces(state, before, to)),
        box=Box(
            label=to.gettext("Victory points"),
            value=to.seat(first),
            note=str(points[first]),
            line=to.gettext("Points %(values)s", values=by_letters(points, to)),
        ),
    )


def _facts(state: State, to: Speech) -> Iterator[Fact]:
    yield Fact(label=to.gettext("Turn"), value=to.gettext("%(n)s of %(all)s", n=state.turn, all=TURNS))
    if state.impulse.power:
        cp = to.points(state.impulse.cp)
        yield Fact(label=to.gettext("Impulse"), value=f"{to.seat(state.impulse.power)}, {cp}")
    spaces = to.gettext("%(n)s of %(all)s", n=table.protestant_spaces(state), all=victory.RELIGIOUS)
    yield Fact(label=to.gettext("Protestant spaces"), value=spaces)
    league = to.gettext("formed") if state.league else to.gettext("not formed")
    yield Fact(label=to.gettext("Schmalkaldic League"), value=league)
    if state.unrest:
        yield Fact(label=to.gettext("Unrest"), value=to.things(LOCATION, bits(state.unrest)))
    if state.sieges:
        told = (f"{to.thing(LOCATION, at)} ({to.thing(OWNER, each.by)})" for at, each in state.sieges.items())
        yield Fact(label=to.gettext("Sieges"), value=", ".join(told))
    prisoners = [(leader, each.captor) for leader, each in table.leaders_of(state) if each.captor]
    if prisoners:
        told = (f"{to.leader(leader)} ({to.seat(captor)})" for leader, captor in prisoners)
        yield Fact(label=to.gettext("Prisoners"), value=", ".join(told))
    for war in state.foreign_wars:
        told_war = to.gettext("own units %(own)s, enemies %(foreign)s", own=table.strength(war), foreign=war.foreign)
        yield Fact(label=to.thing(CARD, war.card), value=told_war)


def victories(state: State, before: State | None, to: Speech) -> Table:
    """Return who is how near to victory: points, keys, Protestant spaces."""
    rows = [(power, _nearness(state, power, to)) for power in POWER.ids]
    rows.sort(key=lambda each: -table.points(state, each[0]))
    return Table(
        caption=to.gettext("Ways to victory"),
        columns=columns(
            to.gettext("Power"), to.gettext("Points"), to.gettext("At once"), to.gettext("What is missing")
        ),
        rows=tuple(
            Row(cells=cells, changed=before is not None and _nearness(before, power, to) != cells)
            for power, cells in rows
        ),
        note=to.gettext("%(n)s points win at the end of a turn, from turn 4 on a lead of 5, too.", n=victory.STANDARD),
    )


def _nearness(state: State, power: str, to: Speech) -> tuple[str, ...]:
    points = f"{table.points(state, power)}/{victory.STANDARD}"
    if power == PROTESTANT:
        have, due = table.protestant_spaces(state), victory.RELIGIOUS
        once, missing = (
            to.gettext("Protestant spaces %(n)s", n=f"{have}/{due}"),
            to.gettext("spaces: %(n)s", n=due - have),
        )
    else:
        have, due = table.keys(state, power), TABLES.terms[power].wins
        once, missing = to.gettext("keys %(n)s", n=f"{have}/{due}"), to.gettext("keys: %(n)s", n=due - have)
    return to.seat(power), points, once, missing


def powers(state: State, before: State | None, to: Speech) -> Table:
    """Return the table of the powers: points, keys, cards, rulers."""
    return Table(
        caption=to.gettext("Powers"),
        columns=columns(
            to.gettext("Power"),
            to.gettext("Points"),
            to.gettext("Keys"),
            to.gettext("Cards"),
            to.gettext("Dealt"),
            to.gettext("Ruler"),
            to.gettext("Further"),
        ),
        rows=tuple(
            Row(cells=cells, changed=before is not None and _power(before, each, to) != cells)
            for each in POWER.ids
            for cells in (_power(state, each, to),)
        ),
        note=to.gettext("Cards: in the hand, behind the sign + home cards. Dealt: in the next card draw phase."),
    )


def _power(state: State, power: str, to: Speech) -> tuple[str, ...]:
    board, hand = state.powers[power], state.hands[power]
    home = hand.home.bit_count()
    cards = f"{len(hand.cards)}+{home}" if home else str(len(hand.cards))
    further = [to.gettext("excommunicated")] if board.excommunicated else []
    if power == OTTOMAN and state.piracy:
        further.append(to.gettext("piracy %(n)s", n=state.piracy))
    if power == PAPACY:
        further.append(to.gettext("St Peter's %(n)s", n=f"{state.st_peters}/5"))
    keys = "–" if power == PROTESTANT else str(table.keys(state, power))
    ruler = to.thing(RULER, board.ruler)
    points, dealt = str(table.points(state, power)), str(table.dealt(state, power))
    return to.seat(power), points, keys, cards, dealt, ruler, ", ".join(further)


def relations(state: State, before: State | None, to: Speech) -> Table:
    """Return who is at war with whom, and who is allied with whom."""
    return Table(
        caption=to.gettext("Wars and alliances"),
        columns=columns(to.gettext("Power"), to.gettext("At war with"), to.gettext("Allied with")),
        rows=tuple(
            Row(cells=cells, changed=before is not None and _relation(before, each, to) != cells)
            for each in POWER.ids
            for cells in (_relation(state, each, to),)
        ),
    )


def _relation(state: State, power: str, to: Speech) -> tuple[str, ...]:
    allies = [each for each in POWER.ids if each != power and table.allied(state, power, each)]
    allies += table.minor_allies(state, power)
    wars = [each for each in OWNER.ids if each != power and table.at_war(state, power, each)]
    return to.seat(power), to.things(OWNER, wars) or "–", to.things(OWNER, allies) or "–"


def forces(state: State, before: State | None, to: Speech) -> Table:
    """Return where the units and leaders of each power are."""
    places = [at for at in LOCATION.ids if state.forces.get(at) or table.leaders_at(state, at)]
    return Table(
        caption=to.gettext("Units"),
        columns=columns(to.gettext("Place"), to.gettext("Control"), to.gettext("Units"), to.gettext("Leaders")),
        rows=tuple(
            Row(cells=cells, changed=before is not None and _place(before, at, to) != cells)
            for at in places
            for cells in (_place(state, at, to),)
        ),
    )


def _place(state: State, at: str, to: Speech) -> tuple[str, ...]:
    here = [f"{to.thing(OWNER, each.owner)}: {to.troops(each)}" for each in table.forces(state, at)]
    leaders = ", ".join(map(to.leader, table.leaders_at(state, at)))
    control = table.controller(state, at) if LOCATION.thing(at).kind != "sea" else ""
    return to.place(at), to.thing(OWNER, control) if control else "", "; ".join(here), leaders
