"""The questions of the peace turn: what is asked, the options, what may be added."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.match import Match
from adjudicator.reports.game import Asked, Coded
from adjudicator.reports.model import Item, Option, OptionGroup, Question

from .. import actions as a
from ..ahead import with_points
from ..fact_types import ACTION_TYPES, NONE, SIDES, WAR_IDS
from ..facts import facts
from ..resume import cursor_of
from ..rules.debt import spendable_treaty_points
from ..rules.points import MAJOR_BEGUN
from ..rules.war_tiles import waiting_tile
from ..state import State, available_debt
from .choices import choices, keeping, words_of
from .holdings import abilities_later
from .speech import Speech
from .spending import Counter, groups


def title(decision: OpenDecision, match: Match, seat: str, to: Speech) -> str:
    """What is asked, for the subject of a mail. Nothing in it that only the seat may know."""
    state: State = match.state
    match decision.kind:
        case "discard_events":
            return to.gettext("which events do you put away?")
        case "choose_ministries":
            return to.gettext("choose your ministries")
        case "replace_ministries":
            return to.gettext("do you replace ministries?")
        case "choose_first_player":
            return to.gettext("who plays first?")
        case "take_investment":
            return to.gettext("your action round %(round)s", round=state.round)
        case "use_tile":
            return to.gettext("action round %(round)s goes on", round=state.round)
        case "place_bonus_tile":
            return to.gettext("where does your war tile go?")
        case "keep_basic_tile":
            return to.gettext("which war tile stays?")
        case _:
            return decision.kind.replace("_", " ")


def question(asked: Asked, match: Match, seat: str, to: Speech) -> Question:
    """The whole question."""
    state: State = match.state
    side = SIDES.index(seat)
    return Question(
        number=asked.number,
        title=_asks(asked.decision, state, side, to),
        rule=asked.decision.rule,
        deadline=asked.deadline,
        default=_default(asked, state, side, to),
        secret=asked.decision.secret,
        note=_note(asked, state, side, to),
        groups=_keeping(asked, match, to) or _groups(asked, state, side, to),
        modifiers=_modifiers(asked.decision.kind, state, side, to),
    )


def _asks(decision: OpenDecision, state: State, side: int, to: Speech) -> str:
    limits = facts().limits
    match decision.kind:
        case "discard_events":
            count = len(state.hands[side]) - limits.hand
            return to.ngettext("Put away %(n)s event", "Put away %(n)s events", count)
        case "choose_ministries":
            return to.ngettext("Choose %(n)s ministry", "Choose %(n)s ministries", limits.ministries)
        case "replace_ministries":
            return to.gettext("Replace ministries that lie face down, or keep them")
        case "choose_first_player":
            return to.gettext("Who plays the first action round?")
        case "take_investment":
            return to.gettext("Take one investment tile")
        case "use_tile":
            tile = facts().investments[state.taken[side][-1]]
            return to.gettext("Use your tile: %(tile)s", tile=to.tile(tile.id))
        case "place_bonus_tile":
            tile_id = facts().war_tiles[waiting_tile(state, side)].id
            return to.gettext("Where does %(tile)s go?", tile=to.war_tile_name(tile_id))
        case "keep_basic_tile":
            return to.gettext("Which basic war tile stays?")
        case _:
            return decision.kind.replace("_", " ")


def _default(asked: Asked, state: State, side: int, to: Speech) -> str:
    """What happens to a side that stays silent."""
    match asked.default:
        case None:
            return ""
        case a.Pass():
            return to.gettext("you pass, and your debt falls by up to %(n)s", n=facts().limits.pass_debt)
        case a.EndRound():
            return to.gettext("the round ends, what is left is lost")
        case a.TakeInvestment(tile=tile):
            return to.gettext("%(tile)s is taken", tile=to.tile(tile))
        case _:
            return words_of(asked.default, _war(state), to) or asked.default_words


def _note(asked: Asked, state: State, side: int, to: Speech) -> str:
    match asked.decision.kind:
        case "discard_events":
            return _several(asked.options, len(state.hands[side]) - facts().limits.hand, to)
        case "choose_ministries":
            several = _several(asked.options, facts().limits.ministries, to)
            return " ".join(filter(None, (several, abilities_later(to))))
        case "replace_ministries":
            return abilities_later(to)
        case "take_investment" if any(option.ahead for option in asked.options):
            return to.gettext(
                "Write the tile first and, in the same mail, what you do with its points. "
                "Below the tiles stands what their points could buy, at the prices of now."
            )
        case "use_tile":
            return _left(state, side, to)
        case "place_bonus_tile":
            symbol = to.symbol(facts().war_tiles[waiting_tile(state, side)].id)
            return to.gettext("Its symbol: %(symbol)s.", symbol=symbol) if symbol else ""
        case _:
            return ""


def _several(options: Sequence[Coded], count: int, to: Speech) -> str:
    """How several codes make one answer."""
    codes = [option.code for option in options[:count]]
    if count < 2 or len(codes) < count:
        return ""
    return to.gettext("Write all of them in one line, for example: %(codes)s.", codes=" ".join(codes))


def _left(state: State, side: int, to: Speech) -> str:
    """The points that are left, and what the next step would end."""
    ap = state.ap
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
    if ap.upgrade:
        parts.append(to.gettext("The military upgrade is still to be had."))
    if MAJOR_BEGUN in ap.modifiers and (minor or ap.upgrade):
        parts.append(to.gettext("Whatever comes after the major action ends it."))
    return " ".join(parts)


# options -------------------------------------------------------------------------------------------


def _war(state: State) -> str:
    return "" if state.next_war == NONE else WAR_IDS[state.next_war]


def _groups(asked: Asked, state: State, side: int, to: Speech) -> tuple[OptionGroup, ...]:
    now = [option for option in asked.options if not option.ahead]
    later = [option for option in asked.options if option.ahead]
    if asked.decision.kind == "use_tile":
        return groups(asked.options, Counter(state, side, _war(state), certain=True), to)
    if asked.decision.kind == "take_investment":
        counter = Counter(with_points(state, side), side, _war(state), certain=False)
        advantages = [option for option in now if not isinstance(option.action, a.TakeInvestment)]
        tiles = [option for option in now if isinstance(option.action, a.TakeInvestment)]
        return (_tiles(tiles, state, to), *groups([*advantages, *later], counter, to))
    return choices(now, asked.decision.kind, _war(state), to)


def _keeping(asked: Asked, match: Match, to: Speech) -> tuple[OptionGroup, ...]:
    """The two tiles of an upgrade; which theatre it is stands in the cursor, not in the state."""
    if asked.decision.kind != "keep_basic_tile":
        return ()
    found = cursor_of(match.state, match.position.frames).pending[0]
    tiles = facts().war_tiles
    return keeping(asked.options, tiles[found.placed].id, tiles[found.drawn].id, to)


def _tiles(options: Sequence[Coded], state: State, to: Speech) -> OptionGroup:
    return OptionGroup(options=tuple(_tile(option.code, option.action, state, to) for option in options))


def _tile(code: str, action: Action, state: State, to: Speech) -> Option:
    assert isinstance(action, a.TakeInvestment)
    count = state.available.count(facts().investment[action.tile])
    notes = [to.symbols(action.tile)] if to.symbols(action.tile) else []
    notes += [to.ngettext("%(n)s tile", "%(n)s tiles", count)] if count > 1 else []
    return Option(code=code, words=to.tile(action.tile), note="; ".join(notes))


def _modifiers(kind: str, state: State, side: int, to: Speech) -> tuple[Item, ...]:
    """Debt and treaty points that may be added to a purchase (6.1, 9.1)."""
    if kind not in ("take_investment", "use_tile"):
        return ()
    debt, trp = available_debt(state, side), spendable_treaty_points(state, side)
    items = []
    if debt:
        text = to.ngettext(
            "two of the points are paid by debt (you have %(n)s left)",
            "two of the points are paid by debt (you have %(n)s left)",
            debt,
        )
        items.append(Item(name=to.pgettext("payment", "+d2"), text=text))
    if trp:
        text = to.ngettext(
            "one of the points is paid by a treaty point (you have %(n)s)",
            "one of the points is paid by a treaty point (you have %(n)s)",
            trp,
        )
        items.append(Item(name=to.pgettext("payment", "+t1"), text=text))
    return tuple(items)
