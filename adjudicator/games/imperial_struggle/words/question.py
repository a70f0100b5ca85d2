"""The questions: what is asked, the options, what may be added."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel.actions import Action
from adjudicator.reports.game import Asked, Coded
from adjudicator.reports.model import Item, Option, OptionGroup, Question

from ..ahead import with_points
from ..fact_types import ACTION_TYPES, ECONOMIC, REGION, SIDES
from ..facts import facts
from ..rules.action_round import EndRound, Pass
from ..rules.debt import spendable_treaty_points
from ..rules.events.choices import ChooseForEvent
from ..rules.investment import TakeInvestment
from ..rules.ministries.cards import lying
from ..rules.ministries.end_of_turn import EndPowers
from ..rules.ministries.huguenots import unspent
from ..rules.ministries.wallet import BANKS, free_debt, helpful
from ..rules.points import MAJOR_BEGUN
from ..rules.war_tiles import waiting_tiles
from ..state import State, available_debt, war_of
from . import headings
from .choices import choices, keeping, words_of
from .event_question import choice_words, event_groups, event_note, several_note, together
from .speech import Speech
from .spending import Counter, falls_by_passing, groups
from .war_question import WAR_KINDS, war_groups, war_note, war_words


def question(asked: Asked, state: State, seat: str, to: Speech) -> Question:
    """The whole question, asked in a position as the seat knows it."""
    side = SIDES.index(seat)
    return Question(
        number=asked.number,
        title=headings.asks(asked.decision, state, side, to),
        rule=asked.decision.rule,
        deadline=asked.deadline,
        default=_default(asked, state, side, to),
        secret=asked.decision.secret,
        note=_note(asked, state, side, to),
        groups=_keeping(asked, state, side, to) or _groups(asked, state, side, to),
        modifiers=_modifiers(asked.decision.kind, state, side, to),
    )


def _default(asked: Asked, state: State, side: int, to: Speech) -> str:
    """What happens to a side that stays silent."""
    match asked.default:
        case None:
            return ""
        case Pass():
            falls = falls_by_passing(state, side)
            return to.gettext("you pass, and your debt falls by %(n)s", n=falls) if falls else to.gettext("you pass")
        case EndRound():
            return to.gettext("the round ends, what is left is lost")
        case TakeInvestment(tile=tile):
            return to.gettext("%(tile)s is taken", tile=to.tile(tile))
        case EndPowers():
            return to.gettext("no (more) abilities are used")
        case ChooseForEvent():
            return choice_words(asked.default, state, to)
        case _:
            words = words_of(asked.default, war_of(state), to) or war_words(asked.default, state, to)
            return words or asked.default_words


def _note(asked: Asked, state: State, side: int, to: Speech) -> str:
    match asked.decision.kind:
        case "bid":
            return to.gettext(
                "The higher bid gets the side it is made for; the other side starts with so many treaty points. "
                "At equal bids everybody keeps his side."
            )
        case "discard_events":
            return _several(asked.options, len(state.hands[side]) - facts().limits.hand, to)
        case "choose_ministries":
            return _several(asked.options, facts().limits.ministries, to)
        case "take_investment" if any(option.ahead for option in asked.options):
            return to.gettext(
                "Write the tile first and, in the same mail, what you do with its points. "
                "Below the tiles you see what their points could buy at present prices."
            )
        case "use_tile":
            return _left(state, side, to)
        case "place_bonus_tile":
            tiles = waiting_tiles(state, side)
            symbol = to.symbol(facts().war_tiles[tiles[0]].id) if len(tiles) == 1 else ""
            return to.gettext("Its symbol: %(symbol)s.", symbol=symbol) if symbol else ""
        case "choose_for_event":
            note = event_note(asked.decision, state, SIDES[side], to)
            return " ".join(filter(None, [note, several_note(asked.options, asked.legal, to)]))
        case kind:
            return war_note(kind, state, side, to)


def _several(options: Sequence[Coded], count: int, to: Speech) -> str:
    """How several codes make one answer."""
    codes = [option.code for option in options[:count]]
    return "" if len(codes) < count else together(codes, to)


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
    for bound in ap.restricted:
        points = to.points(ACTION_TYPES[bound.type], bound.n)
        parts.append(
            to.gettext("Besides: %(points)s (%(condition)s).", points=points, condition=to.restriction(bound.rule))
        )
    if ap.upgrade:
        parts.append(to.gettext("The military upgrade is still available."))
    if any(begun in ap.modifiers for begun in MAJOR_BEGUN) and (minor or ap.upgrade):
        parts.append(to.gettext("Anything else you do ends the major action."))
    return " ".join(parts)


# options -------------------------------------------------------------------------------------------


def _groups(asked: Asked, state: State, side: int, to: Speech) -> tuple[OptionGroup, ...]:
    now = [option for option in asked.options if not option.ahead]
    later = [option for option in asked.options if option.ahead]
    if asked.decision.kind == "use_tile":
        return groups(asked.options, Counter(state, side, war_of(state), certain=True), to)
    if asked.decision.kind == "take_investment":
        counter = Counter(with_points(state, side), side, war_of(state), certain=False)
        others = [option for option in now if not isinstance(option.action, TakeInvestment)]
        tiles = [option for option in now if isinstance(option.action, TakeInvestment)]
        return (_tiles(tiles, state, to), *groups([*others, *later], counter, to))
    if asked.decision.kind == "choose_for_event":
        return event_groups(now, state, to)
    if asked.decision.kind in WAR_KINDS:
        return war_groups(now, asked.decision.kind, state, side, to)
    return choices(now, state, side, to)


def _keeping(asked: Asked, state: State, side: int, to: Speech) -> tuple[OptionGroup, ...]:
    """The two tiles of an upgrade."""
    if asked.decision.kind != "keep_basic_tile":
        return ()
    placed, drawn = state.theatres[asked.decision.context["theater"] - 1].basic[side], state.drawn[side][-1]
    tiles = facts().war_tiles
    return keeping(asked.options, tiles[placed].id, tiles[drawn].id, to)


def _tiles(options: Sequence[Coded], state: State, to: Speech) -> OptionGroup:
    return OptionGroup(options=tuple(_tile(option.code, option.action, state, to) for option in options))


def _tile(code: str, action: Action, state: State, to: Speech) -> Option:
    assert isinstance(action, TakeInvestment)
    count = state.available.count(facts().investment[action.tile])
    notes = [to.symbols(action.tile)] if to.symbols(action.tile) else []
    notes += [to.ngettext("%(n)s such tile", "%(n)s such tiles", count)] if count > 1 else []
    return Option(code=code, words=to.tile(action.tile), note="; ".join(notes))


def _modifiers(kind: str, state: State, side: int, to: Speech) -> tuple[Item, ...]:
    """Debt and treaty points that may be added to a purchase (6.1, 9.1)."""
    if kind not in ("take_investment", "use_tile"):
        return ()
    debt, trp = available_debt(state, side), spendable_treaty_points(state, side)
    items = []
    if debt:
        text = to.ngettext(
            "two of the points are paid with debt (you have %(n)s left)",
            "two of the points are paid with debt (you have %(n)s left)",
            debt,
        )
        items.append(Item(name=to.pgettext("payment", "+d2"), text=text))
    if trp:
        text = to.ngettext(
            "one of the points is paid with a treaty point (you have %(n)s)",
            "one of the points is paid with a treaty point (you have %(n)s)",
            trp,
        )
        items.append(Item(name=to.pgettext("payment", "+t1"), text=text))
    items += _cards(state, side, to) if kind == "use_tile" else []
    return tuple(items)


def _cards(state: State, side: int, to: Speech) -> Iterator[Item]:
    """What ministries and Huguenot markers may add to a purchase (3.5.2)."""
    f, ap = facts(), state.ap
    held = lying(state, side, BANKS)
    if ap is None:
        return
    economic = ap.minor[ECONOMIC] > 0 or bool(ap.major_allowed >> ECONOMIC & 1)
    if held is not None and economic and free_debt(state, side, ECONOMIC, 1 << BANKS):
        text = to.gettext("one of the points is paid with debt that is not marked (Merchant Banks)")
        yield Item(name=to.pgettext("payment", "+f1"), text=text)
    for space in f.ids(unspent(state, side)):
        region = to.name(REGION, f.regions[f.region_of[f.space[space]]])
        text = to.gettext("a market of the region is cheaper, once in the game (%(region)s)", region=region)
        yield Item(name=to.pgettext("payment", "huguenots %(space)s", space=to.space(space)), text=text)
    kinds = [kind for kind in range(len(ACTION_TYPES)) if ap.minor[kind] or ap.major_allowed >> kind & 1]
    for card in dict.fromkeys(card for kind in kinds for card in helpful(state, side, kind)):
        name = to.ministry(card)
        text = to.gettext("the ministry is turned up and counts for the purchase")
        yield Item(name=to.pgettext("payment", "revealing %(ministry)s", ministry=name), text=text)
