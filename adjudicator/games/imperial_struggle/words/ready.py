"""Action rounds in words: tiles, points, what pays (5.0 to 5.3), and whole rounds that can be sent as they stand.

Whole rounds that change awards now are found by trying purchases. They differ in their purpose or in their tile; there
are never more than four. They are arithmetic on what is public, no advice: events, debt, treaty points and the war are
not considered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, product
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.events import Corrected, WindowClosed
from adjudicator.orders import said
from adjudicator.reports.model import Example, Examples, Item, Option, OptionGroup
from adjudicator.reports.wording.event_text import Context, EventText, Sentence, TellingMode, added
from adjudicator.reports.wording.game import Asked
from adjudicator.reports.wording.phases import Group, Phase
from adjudicator.reports.wording.refusing import Facts

from ..ahead import with_points
from ..balance import Scale, after, balance, scored
from ..fact_types import ACTION_TYPES, ECONOMIC, FRANCE, INVESTMENT, NONE, REGION, SPACE, Investment
from ..facts import FACTS
from ..rules import action_round
from ..rules import points as rules
from ..rules.debt import spendable_treaty_points
from ..rules.investment import InvestmentTaken, TakeInvestment, tile_not_available
from ..rules.military import RemoveConflict
from ..rules.ministries.cards import lying
from ..rules.ministries.huguenots import unspent
from ..rules.ministries.wallet import BANKS, free_debt, helpful
from ..rules.payment import Payment
from ..rules.prices import Quote
from ..rules.purse import MAJOR_BEGUN
from ..state import State, available_debt
from . import options
from .book import ASKINGS, TELLINGS, Counter, ask, join, last_pass, price_of, refuse, tell
from .figures import named
from .options import pays, priced
from .speech import Speech
from .terms import called_in

BEST = 4
"""Purchases of a type that are tried."""
END: Final = said(en="end", ru="конец")
"""How the end of a round is written, as mails print it."""
MOST = 4
"""Rounds that are shown."""
LOOKED_AT = 80
"""Rounds, the best of all, among which these are looked for."""


class Ware(Struct, frozen=True):
    """Something that a round may buy: how it is typed, the action, its price, what it alone turns."""

    typed: str
    action: Action
    price: Quote
    turns: int


class Round(Struct, frozen=True):
    """A whole round: the tile, what is bought, what it turns."""

    tile: Investment
    major: tuple[Ware, ...]
    minor: tuple[Ware, ...]
    turns: int

    @property
    def bought(self) -> frozenset[str]:
        """The things that it buys."""
        return frozenset(ware.typed for ware in (*self.major, *self.minor))


def examples(asked: Asked, counter: Counter, to: Speech) -> Examples | None:
    """Return the rounds, with what would be scored afterwards; None if none changes anything."""

    @cache
    def purpose(each: Round) -> frozenset[str]:
        return frozenset(_turned(counter.state, _behind(each, counter), to))

    found = _different(sorted(_rounds(asked, counter, to), key=_worth), purpose)
    if not found:
        return None
    now = _for(counter, balance(counter.state))
    return Examples(
        heading=to.gettext("Complete rounds that change an award"),
        aside=to.gettext("examples"),
        lines=tuple(_example(each, now, counter, to) for each in found),
        note=to.gettext(
            "Last column: your score if scored now, afterwards (now %(now)s). Events, war and debt are not counted.",
            now=to.signed(now),
        ),
    )


def _for(counter: Counter, to_france: int) -> int:
    return to_france if counter.side == FRANCE else -to_france


def _worth(each: Round) -> tuple[int, int, int]:
    """Return a sort key: most turned first, then fewest purchases and points."""
    return -each.turns, len(each.bought), each.tile.points


def _different(rounds: Sequence[Round], purpose: Callable[[Round], frozenset[str]]) -> list[Round]:
    """Return those of the best rounds that differ in kind, highest gain first.

    Rounds with another tile for something else come first, then those with another tile for some of it, then those
    with the same tile for something else; for the same with other tiles only if there is nothing else.
    """
    chosen: list[Round] = []
    looked = [(each, purpose(each)) for each in rounds[:LOOKED_AT]]
    for differs in (_in_all, _in_tile_and_part, _in_purpose):
        for each, aim in looked:
            if len(chosen) < MOST and all(differs(each, aim, one, purpose(one)) for one in chosen):
                chosen.append(each)
    if len(chosen) == 1:
        chosen += [each for each, _ in looked if each.tile != chosen[0].tile and each.bought != chosen[0].bought][:1]
    return sorted(chosen, key=_worth)


def _in_all(each: Round, aim: frozenset[str], other: Round, its: frozenset[str]) -> bool:
    return each.tile != other.tile and not (aim <= its or its <= aim)


def _in_tile_and_part(each: Round, aim: frozenset[str], other: Round, its: frozenset[str]) -> bool:
    return each.tile != other.tile and aim != its


def _in_purpose(each: Round, aim: frozenset[str], other: Round, its: frozenset[str]) -> bool:
    return not (aim <= its or its <= aim)


def _rounds(asked: Asked, counter: Counter, to: Speech) -> Iterator[Round]:
    wares = list(_wares(asked, counter, to))
    scale = Scale(counter.state, counter.side)

    @cache
    def turns(actions: frozenset[Action]) -> int:
        return scale.turned(*actions)

    for kind in dict.fromkeys(counter.state.available):
        tile = INVESTMENT.things[kind]
        majors = list(_spent(tile, [ware for ware in wares if pays(tile, ware.price)[0]]))
        minors = [(), *((ware,) for ware in _best([ware for ware in wares if pays(tile, ware.price)[1]]))]
        tried = (
            Round(tile, major, minor, turns(frozenset(ware.action for ware in (*major, *minor))))
            for major, minor in product(majors, minors)
        )
        yield from (each for each in tried if each.turns > 0)


def _wares(asked: Asked, counter: Counter, to: Speech) -> Iterator[Ware]:
    """Yield what changes something by itself or may do so together with another."""
    looks = priced(counter)
    scale = Scale(looks.state, looks.side)
    for option in asked.options:
        if isinstance(option.action, Payment) and (found := _ware(option.action, looks, scale, to)) is not None:
            yield found


def _ware(action: Payment, looks: Counter, scale: Scale, to: Speech) -> Ware | None:
    short, price = ASKINGS.short(action, looks, to), price_of(action, looks)
    if price is None or not short or (price.space == NONE and price.region == NONE and not price.type):
        return None
    return Ware(short, action, price, scale.turned(action))


def _best(wares: Sequence[Ware]) -> list[Ware]:
    return sorted(wares, key=lambda ware: (-ware.turns, ware.price.cost))[:BEST]


def _spent(tile: Investment, wares: Sequence[Ware]) -> Iterator[tuple[Ware, ...]]:
    """Yield one or two purchases that the points of the major action pay, with what a further region costs (5.3.4)."""
    best = _best(wares)
    for chosen in chain(combinations(best, 1), combinations(best, 2)):
        regions = {FACTS.region_of[ware.price.space] for ware in chosen if ware.price.space != NONE}
        further = FACTS.costs.region_surcharge * (len(regions) - 1) if regions else 0
        if sum(ware.price.cost for ware in chosen) + further <= tile.points:
            yield chosen


def _example(each: Round, now: int, counter: Counter, to: Speech) -> Example:
    end = called_in(to.language.code, END)[0]
    bought = [ware.typed for ware in (*each.major, *each.minor)]
    return Example(
        line=" ".join((to.short_tile(each.tile.id), *bought, end)),
        words=to.listing(_turned(counter.state, _behind(each, counter), to)),
        figure=to.signed(now + each.turns),
    )


def _behind(each: Round, counter: Counter) -> State:
    """Return the state that a round would lead to."""
    return after(counter.state, counter.side, *(ware.action for ware in (*each.major, *each.minor)))


def _turned(before: State, now: State, to: Speech) -> list[str]:
    """Return what has another winner, or another value for France, afterwards."""
    pairs = zip(scored(before), scored(now), strict=True)
    return [named(is_, to) for was, is_ in pairs if was.to_france != is_.to_france or was.winner != is_.winner]


def _round_ended(event: action_round.RoundEnded, to: Speech) -> str:
    lost = (("major", event.lost_major), ("minor", event.lost_minor))
    left = [to.left_over(kind, points) for kind, points in lost if points]
    if not left:
        return to.gettext("round over")
    return to.gettext("round over; not used: %(points)s", points=to.listing(left))


@TELLINGS.place
def points_of_tile(event: InvestmentTaken, to: Speech) -> str:
    """Return what a tile gives; the order says which tile it is."""
    tile = INVESTMENT.thing(event.tile)
    major = to.points(ACTION_TYPES[tile.major], tile.points)
    minor = to.points(ACTION_TYPES[tile.minor], FACTS.limits.minor_points)
    symbols = to.symbols(event.tile)
    told = to.gettext("major action: %(major)s, minor action: %(minor)s", major=major, minor=minor)
    return f"{told}; {symbols}" if symbols else told


@TELLINGS.place
def short_tile(event: InvestmentTaken, to: Speech) -> str:
    """Return a tile as it may be typed."""
    return to.short_tile(event.tile)


@TELLINGS.place
def debt_lower(event: action_round.Passed, to: Speech) -> str:
    """Return by how much debt became less."""
    return to.signed(-event.debt) if event.debt else ""


@TELLINGS.place
def left_over(event: rules.ActionEnded, to: Speech) -> str:
    """Return the points that an action had and did not use."""
    return to.left_over(event.kind, event.lost)


@join(action_round.Passed)
def _taken_and_passed(context: Context[Speech], event: action_round.Passed, said: EventText, to: Speech) -> bool:
    tile = context.last
    if tile is None or not isinstance(tile.event, InvestmentTaken):
        return False
    return context.instead(event, replace(said, text=to.gettext("%(tile)s, and passed", tile=tile.said.text)))


@last_pass
def _with_rest(sentences: list[Sentence], to: Speech) -> list[Sentence]:
    """Join an action that left points unused with the next one that ended it (5.3), so that one sentence tells both."""
    kept: list[Sentence] = []
    for sentence in sentences:
        ended = kept[-1] if kept else None
        if (
            ended is not None
            and isinstance(ended.event, rules.ActionEnded)
            and (ended.n, ended.said.who) == (sentence.n, sentence.said.who)
        ):
            left = to.gettext("%(points)s unused", points=to.left_over(ended.event.kind, ended.event.lost))
            kept[-1] = Sentence(sentence.n, sentence.event, added(sentence.said, left))
        else:
            kept.append(sentence)
    return kept


CORRECTION: Final = Phase[Speech]("correction", lambda event, to: Group("correction", to.gettext("Correction")))


def _round_begun(event: action_round.RoundStarted, to: Speech) -> Group:
    return Group("round", _round_heading(event.round, event.side, to), side=event.side, of=event.round)


def _round_known(event: action_round.RoundEnded, group: Group, to: Speech) -> None:
    """Take from the end of a round which one it was."""
    if group.key == "round" and not group.of and group.side:
        group.heading, group.of = _round_heading(event.round, group.side, to), event.round


def _round_heading(round: int, side: str, to: Speech) -> str:
    return to.gettext("Action round %(round)s: %(side)s", round=round, side=to.seat(side))


@ASKINGS.place
def symbols_and_count(action: TakeInvestment, counter: Counter, to: Speech) -> str:
    """Return the symbols of a tile, and how many of its kind there are."""
    count = counter.state.available.count(INVESTMENT.index[action.tile])
    notes = [to.symbols(action.tile)] if to.symbols(action.tile) else []
    notes += [to.ngettext("%(n)s such tile", "%(n)s such tiles", count)] if count > 1 else []
    return "; ".join(notes)


@ASKINGS.place
def debt_falls(action: action_round.Pass, counter: Counter, to: Speech) -> str:
    """Return by how much the debt of a side that passes becomes less (5.1)."""
    return str(min(FACTS.limits.pass_debt, counter.state.debt[counter.side]) or "")


EVENT_SIGN, UPGRADE_SIGN = "✚", "⟳"
"""The signs of tiles on which an event may be played, and of those with a military upgrade."""


@ASKINGS.chip
def chip_of_tile(action: TakeInvestment, counter: Counter, to: Speech) -> tuple[str, str]:
    """Return the code of a tile, such as `E4D2`, and its symbols."""
    tile = INVESTMENT.thing(action.tile)
    signs = [sign for sign, shown in ((EVENT_SIGN, tile.event), (UPGRADE_SIGN, tile.upgrade)) if shown]
    return to.short_tile(action.tile), " ".join(signs) or "–"


def _crowded(asked: Asked) -> bool:
    """Return whether more than four conflict markers can be removed.

    Fewer of them stand among the other military purchases.
    """
    return sum(isinstance(option.action, RemoveConflict) for option in asked.options) > 4


def _ahead(asked: Asked, counter: Counter, to: Speech) -> tuple[OptionGroup, ...]:
    """Return the tiles, and what their points could buy."""
    state = with_points(counter.state, counter.side)
    return ASKINGS.groups(asked.options, replace(counter, state=state, certain=False, crowded=_crowded(asked)), to)


def _write_first(asked: Asked, counter: Counter, to: Speech) -> str:
    if not any(option.ahead for option in asked.options):
        return ""
    return to.gettext(
        "Write the tile first and, in the same email, what you do with its points. Below the tiles you "
        "see what their points could buy at present prices."
    )


def _tiles_first(asked: Asked, counter: Counter, to: Speech) -> tuple[OptionGroup, ...]:
    """Return the groups of the round; the reply to a tile lists what its points can buy below the cursor."""
    groups = options.links(asked, counter, to)
    tiles = {each.code: each.action.tile for each in asked.options if isinstance(each.action, TakeInvestment)}

    def with_lines(option: Option) -> Option:
        tile = tiles.get(option.code)
        if tile is None:
            return option
        return replace(option, then=options.buyable(INVESTMENT.thing(tile), asked, groups, counter, to))

    return tuple(replace(group, options=tuple(map(with_lines, group.options))) for group in groups)


def _one_line(asked: Asked, counter: Counter, to: Speech) -> str:
    return to.gettext(
        "Reply in one line, in any order: a tile, places, “%(end)s”. The small number shows how the score "
        "changes if scored now.",
        end=called_in(to.language.code, END)[0],
    )


def _left(asked: Asked, counter: Counter, to: Speech) -> str:
    """Say which points are left, and what the next step would end."""
    ap = counter.state.ap
    if ap is None:
        return ""
    major = [to.points(ACTION_TYPES[kind], n) for kind, n in enumerate(ap.major) if n]
    minor = [to.points(ACTION_TYPES[kind], n) for kind, n in enumerate(ap.minor) if n]
    parts = []
    if major:
        parts.append(to.gettext("Major action: %(points)s left.", points=", ".join(major)))
    elif ap.major_allowed:
        parts.append(to.gettext("Major action: no points left, debt and treaty points still count."))
    if minor:
        parts.append(to.gettext("Minor action: %(points)s, one purchase only.", points=", ".join(minor)))
    for bound in ap.restricted:
        points = to.points(ACTION_TYPES[bound.type], bound.n)
        parts.append(
            to.gettext("Also: %(points)s (%(condition)s).", points=points, condition=to.restriction(bound.rule))
        )
    if not parts:
        parts.append(to.gettext("No points are left."))
    if ap.upgrade:
        parts.append(to.gettext("The military upgrade is still available."))
    if any(begun in ap.modifiers for begun in MAJOR_BEGUN) and (minor or ap.upgrade):
        parts.append(to.gettext("Anything else you do ends the major action."))
    return " ".join(parts)


def _credit(asked: Asked, counter: Counter, to: Speech) -> Iterator[Item]:
    """Yield debt and treaty points that may join a purchase (6.1, 9.1)."""
    debt = available_debt(counter.state, counter.side)
    trp = spendable_treaty_points(counter.state, counter.side)
    if debt:
        text = to.ngettext(
            "two of the points are paid with debt (you have %(n)s left)",
            "two of the points are paid with debt (you have %(n)s left)",
            debt,
        )
        yield Item(name=to.pgettext("payment", "+d2"), text=text)
    if trp:
        text = to.ngettext(
            "one of the points is paid with a treaty point (you have %(n)s)",
            "one of the points is paid with a treaty point (you have %(n)s)",
            trp,
        )
        yield Item(name=to.pgettext("payment", "+t1"), text=text)


def _helpers(asked: Asked, counter: Counter, to: Speech) -> Iterator[Item]:
    """Yield credit, and what ministries and markers may add (3.5.2).

    Markers are those of the Huguenots.
    """
    yield from _credit(asked, counter, to)
    state, side = counter.state, counter.side
    ap, held = state.ap, lying(state, side, BANKS)
    if ap is None:
        return
    economic = ap.minor[ECONOMIC] > 0 or bool(ap.major_allowed >> ECONOMIC & 1)
    if held is not None and economic and free_debt(state, side, ECONOMIC, 1 << BANKS):
        text = to.gettext("one of the points is paid with debt that is not marked (Merchant Banks)")
        yield Item(name=to.pgettext("payment", "+f1"), text=text)
    for space in SPACE.ids_of(unspent(state, side)):
        region = to.thing(REGION, REGION.ids[FACTS.region_of[SPACE.index[space]]])
        text = to.gettext("a market of the region is cheaper, once in the game (%(region)s)", region=region)
        yield Item(name=to.pgettext("payment", "huguenots %(space)s", space=to.space(space)), text=text)
    kinds = [kind for kind in range(len(ACTION_TYPES)) if ap.minor[kind] or ap.major_allowed >> kind & 1]
    for card in dict.fromkeys(card for kind in kinds for card in helpful(state, side, kind)):
        text = to.gettext("the ministry is revealed and counts for the purchase")
        yield Item(name=to.pgettext("payment", "revealing %(ministry)s", ministry=to.ministry(card)), text=text)


def _round(decision: OpenDecision, counter: Counter, to: Speech) -> int:
    return counter.state.round


ask(
    "take_investment",
    "your action round %(round)s",
    "Take one investment tile",
    note=_write_first,
    groups=_ahead,
    modifiers=_credit,
    links=_tiles_first,
    examples=examples,
    how=_one_line,
    round=_round,
)
ask(
    "use_tile",
    "action round %(round)s goes on",
    "Use your tile: %(tile)s",
    note=_left,
    groups=lambda asked, counter, to: ASKINGS.groups(asked.options, replace(counter, crowded=_crowded(asked)), to),
    modifiers=_helpers,
    links=options.links,
    round=_round,
    tile=lambda decision, counter, to: to.thing(INVESTMENT, INVESTMENT.id_of(counter.state.taken[counter.side][-1])),
)

tell(
    Corrected,
    "the moderator corrected the position",
    note=lambda event, to: event.reason,
    important=True,
    deed=TellingMode.NO,
    where=CORRECTION.unless(),
    closes=True,
)
tell(
    action_round.RoundStarted,
    "the action round begins",
    deed=TellingMode.BEGINS,
    begins=_round_begun,
    lasts=True,
    silent=True,
)
tell(WindowClosed, "everybody who could react has answered", deed=TellingMode.NO)
tell(
    action_round.RoundEnded,
    _round_ended,
    deed=TellingMode.ENDS,
    closes=True,
    renames=_round_known,
    silent=lambda event, group: bool(group.lines) and not (event.lost_major or event.lost_minor),
)


def _not_enough_points(given: Facts, to: Speech) -> str:
    text = to.gettext(
        "it costs %(cost)s and %(missing)s more would be needed; points %(points)s, debt %(debt)s, "
        "treaty points %(trp)s",
        **{name: int(given[name]) for name in ("cost", "missing", "points", "debt", "trp")},
    )
    more = to.gettext(
        "you could still add: debt %(debt)s, treaty points %(trp)s",
        debt=max(0, given["available_debt"] - given["debt"]),
        trp=max(0, given["treaty_points"] - given["trp"]),
    )
    return f"{text}; {more}"


def _tiles_there(given: Facts, to: Speech) -> str:
    """Name the tiles in figures, as they are typed."""
    there = ", ".join(map(to.short_tile, given["tiles"]))
    return to.gettext(
        "%(tile)s is not there any more; there are: %(tiles)s", tile=to.short_tile(given["tile"]), tiles=there
    )


refuse(tile_not_available, _tiles_there)
refuse(rules.not_enough_points, _not_enough_points)
