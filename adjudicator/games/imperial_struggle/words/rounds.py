"""Action rounds in words: tiles, points, what pays (5.0 to 5.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.events import Corrected, WindowClosed
from adjudicator.reports.event_text import Context, EventText, Sentence, TellingMode, added
from adjudicator.reports.game import Asked
from adjudicator.reports.model import Item, Option, OptionGroup
from adjudicator.reports.phases import Group, Phase
from adjudicator.reports.refusing import Facts

from ..ahead import with_points
from ..fact_types import ACTION_TYPES, ECONOMIC, INVESTMENT, REGION, SPACE
from ..facts import FACTS
from ..rules import action_round
from ..rules import points as rules
from ..rules.debt import spendable_treaty_points
from ..rules.investment import InvestmentTaken, TakeInvestment, tile_not_available
from ..rules.military import RemoveConflict
from ..rules.ministries.cards import lying
from ..rules.ministries.huguenots import unspent
from ..rules.ministries.wallet import BANKS, free_debt, helpful
from ..rules.purse import MAJOR_BEGUN
from ..state import available_debt
from . import move, ready_rounds
from .book import ASKINGS, TELLINGS, Counter, ask, join, last_pass, refuse, tell
from .speech import Speech
from .things import called_in


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
    groups = move.links(asked, counter, to)
    tiles = {each.code: each.action.tile for each in asked.options if isinstance(each.action, TakeInvestment)}

    def with_lines(option: Option) -> Option:
        tile = tiles.get(option.code)
        if tile is None:
            return option
        return replace(option, then=move.buyable(INVESTMENT.thing(tile), asked, groups, counter, to))

    return tuple(replace(group, options=tuple(map(with_lines, group.options))) for group in groups)


def _one_line(asked: Asked, counter: Counter, to: Speech) -> str:
    return to.gettext(
        "Reply in one line, in any order: a tile, places, “%(end)s”. The small number shows how the score "
        "changes if scored now.",
        end=called_in(to.language.code, ready_rounds.END)[0],
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
    examples=ready_rounds.examples,
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
    links=move.links,
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
