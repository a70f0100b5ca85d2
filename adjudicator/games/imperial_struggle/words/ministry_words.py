"""What Ministry cards do, in our own words, with the figures of the facts (3.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from adjudicator.components.bits import bits

from ..fact_types import ADVANTAGE, COMMODITY, COUNTRY, INDIA, KEYWORD, REGION, Ability, Ministry
from ..facts import facts
from ..rules.control import count
from ..rules.ministries.cards import exhausted, lying
from ..rules.ministries.scoring import TREATY_COMMODITIES, dividends, prestige_treaties
from ..rules.ministries.succession import CardinalMinisters, JacobiteScore
from ..state import State
from .places import places
from .speech import Speech

Words = Callable[[Ability, State, int, Speech], str]
"""An ability for a side: its facts, the position as far as the side knows it."""


def keywords(card: Ministry, to: Speech) -> str:
    """Its keywords, or that it has none."""
    return ", ".join(to.name(KEYWORD, keyword) for keyword in card.keywords) or to.gettext("no keyword")


def ministry_text(card: Ministry, state: State, to: Speech) -> str:
    """Keywords and abilities of a card for its nation, with what they are worth now."""
    told = [ability_text(card, number, state, to) for number in range(1, len(card.abilities) + 1)]
    if len(told) > 1:
        told = [f"({number}) {words}" for number, words in enumerate(told, 1)]
    return to.gettext("%(needs)s - %(effect)s", needs=keywords(card, to), effect="; ".join(told))


def ability_text(card: Ministry, number: int, state: State, to: Speech) -> str:
    """One ability; whether it was used this turn."""
    words = ABILITIES[card.number, number](card.abilities[number - 1], state, card.nation, to)
    if card.abilities[number - 1].limit == "once_per_turn" and card.abilities[number - 1].exhausts:
        words = to.gettext("once a turn: %(deed)s", deed=words)
    held = lying(state, card.nation, card.number)
    if held is not None and exhausted(held, number):
        return to.gettext("%(deed)s - used this turn", deed=words)
    return words


def _now(words: str, n: int, to: Speech) -> str:
    return to.gettext("%(deed)s; now %(n)s", deed=words, n=n)


# Succession Era ------------------------------------------------------------------------------------


def _cardinals(a: Ability, state: State, side: int, to: Speech) -> str:
    words = to.gettext(
        "with a tile that has a diplomatic action, before it is used: %(points)s for each you hold, at most %(most)s: "
        "%(places)s",
        points=to.points("diplomatic", a.amount),
        most=a.most,
        places=places(a.where, to),
    )
    return _now(words, CardinalMinisters().points(state, side), to)


def _john_law(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext(
        "at the end of the turn, if it is face up: debt %(change)s, with a space of %(country)s %(more)s",
        change=to.signed(-a.amount),
        country=places(a.needs, to),
        more=to.signed(-a.amount - a.more),
    )


def _sun_king(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext("when the award of Europe is scored for you: %(vp)s more", vp=to.vp(a.amount))


def _jacobite_shift(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext("in one round, shift with military points: %(places)s", places=places(a.where, to))


def _jacobite_score(a: Ability, state: State, side: int, to: Speech) -> str:
    words = to.gettext(
        "in a round without that shift, for %(points)s: %(vp)s for each French flag (%(places)s) and each Jacobite "
        "victory, at most %(most)s",
        points=to.points("military", a.points),
        vp=to.vp(a.amount),
        places=places(a.where, to),
        most=a.most,
    )
    return _now(words, JacobiteScore().vp(state), to)


def _walpole(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext("in your round draw an event card, then discard one")


def _swift_flags(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext("placing a flag is %(n)s cheaper: %(places)s", n=a.amount, places=places(a.where, to))


def _swift_minor(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext(
        "while you hold a space of %(country)s, your minor action may remove opposing flags: %(places)s",
        country=places(a.needs, to),
        places=places(a.where, to),
    )


def _company(a: Ability, state: State, side: int, to: Speech) -> str:
    f = facts()
    tiles = ", ".join(to.name(ADVANTAGE, tile.id) for tile in f.advantages if tile.company)
    words = to.gettext(
        "at scoring: %(vp)s for each advantage of yours that is not used, at most %(most)s: %(advantages)s",
        vp=to.vp(a.amount),
        most=a.most,
        advantages=tiles,
    )
    return _now(words, dividends(state), to)


def _bank_limit(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext("in your round your debt limit rises by %(n)s for good", n=a.amount)


def _bank_event(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext("an event that needs an economic tile may be played with any tile that has the event symbol")


def _huguenots(a: Ability, state: State, side: int, to: Speech) -> str:
    f = facts()
    return to.gettext(
        "a Huguenot marker on a French territory (%(regions)s): conquering it costs %(cp)s more; once in the game a "
        "market of its region is %(n)s cheaper",
        regions=_regions(a.where, to),
        cp=to.cp(f.war_rules.huguenots_cp),
        n=a.amount,
    )


def _regions(mask: int, to: Speech) -> str:
    f = facts()
    touched = dict.fromkeys(f.region_of[space] for space in bits(mask))
    return ", ".join(to.name(REGION, f.regions[region]) for region in touched)


def _squadron(a: Ability, state: State, side: int, to: Speech) -> str:
    words = to.gettext("in your round a squadron for %(points)s", points=to.points("military", a.points))
    if not a.needs:
        return words
    return to.gettext("with a squadron in %(region)s, %(deed)s", region=_regions(a.needs, to), deed=words)


def _halley_treaty(a: Ability, state: State, side: int, to: Speech) -> str:
    words = to.gettext("in your round discard an event card for %(points)s", points=to.treaty_points(a.amount))
    return to.gettext("with a squadron in %(region)s, %(deed)s", region=_regions(a.needs, to), deed=words)


# Empire Era ----------------------------------------------------------------------------------------


def _points(kind: str, rule: str) -> Words:
    def told(a: Ability, state: State, side: int, to: Speech) -> str:
        points, condition = to.points(kind, a.amount), to.restriction(rule)
        if kind == "military":
            return to.gettext("with a military action: %(points)s (%(condition)s)", points=points, condition=condition)
        return to.gettext("with a diplomatic action: %(points)s (%(condition)s)", points=points, condition=condition)

    return told


def _dupleix(a: Ability, state: State, side: int, to: Speech) -> str:
    f = facts()
    won = [to.gettext("award of %(region)s", region=to.name(REGION, f.regions[INDIA]))]
    won += [to.name(COMMODITY, name) for name in TREATY_COMMODITIES]
    return to.gettext(
        "at scoring: %(points)s for each of these that you win: %(awards)s",
        points=to.treaty_points(a.amount),
        awards=", ".join(won),
    )


def _pompadour(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext("when you use an advantage in Europe: %(points)s", points=to.treaty_points(a.amount))


def _voltaire(a: Ability, state: State, side: int, to: Speech) -> str:
    f = facts()
    countries = ", ".join(to.name(COUNTRY, c.id) for c in f.countries if a.where & f.by_country[c.index])
    words = to.gettext(
        "at scoring: %(points)s for each country with a prestige space of yours, at most %(most)s: %(countries)s",
        points=to.treaty_points(a.amount),
        most=a.most,
        countries=countries,
    )
    if state.options.voltaire_needs_winner:
        words = to.gettext(
            "at scoring, if somebody wins the award of Europe: %(points)s for each country with a prestige space of "
            "yours, at most %(most)s: %(countries)s",
            points=to.treaty_points(a.amount),
            most=a.most,
            countries=countries,
        )
    return _now(words, prestige_treaties(state), to)


def _williams(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext(
        "for one round, removing French flags is %(n)s cheaper: %(places)s", n=a.amount, places=places(a.where, to)
    )


def _banks(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext(
        "each turn, %(n)s debt of economic actions is not marked: add +f1 or +f2 to a purchase", n=a.amount
    )


def _johnson(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext(
        "the award of Europe gives you %(vp)s more if you win it, France %(vp)s less if she does", vp=to.vp(a.amount)
    )


# Revolution Era ------------------------------------------------------------------------------------


def _watt_debt(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext("debt forced on you beyond your limit gives France no VP if this card was face up beforehand")


def _watt_treaty(a: Ability, state: State, side: int, to: Speech) -> str:
    points = to.treaty_points(a.amount)
    return to.gettext("when France uses an advantage: %(points)s, once in her round", points=points)


def _papacy(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext("when it is turned up: Jacobite Uprisings leaves the game")


def _townshend(a: Ability, state: State, side: int, to: Speech) -> str:
    if state.options.townshend_scope == "in_demand":
        return to.gettext(
            "name a commodity in demand: until the end of the turn your minor action may remove flags from its markets"
        )
    return to.gettext("name a commodity: until the end of the turn your minor action may remove flags from its markets")


def _burke_europe(a: Ability, state: State, side: int, to: Speech) -> str:
    words = to.gettext(
        "a major diplomatic action that stays in Europe has %(n)s point more for each space of %(country)s you hold",
        n=a.amount,
        country=places(a.needs, to),
    )
    return _now(words, min(a.amount * count(state, side, a.needs), a.most), to)


def _burke_america(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext("shifting is %(n)s cheaper: %(places)s", n=a.amount, places=places(a.where, to))


def _turgot(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext(
        "with more available debt than Britain, the first debt of your round gives %(n)s point more", n=a.amount
    )


def _trade(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext(
        "if you hold more of these than Britain when your round begins, %(points)s more: %(places)s",
        points=to.points("economic", a.amount),
        places=places(a.where, to),
    )


def _trade_huguenots(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext("when it is turned up: used Huguenot markers may be used once more")


def _condorcet(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext("an event whose type fits may be played with a tile that has no event symbol")


def _lavoisier(a: Ability, state: State, side: int, to: Speech) -> str:
    return to.gettext("after an event with its bonus, both actions of the tile have %(n)s point more", n=a.amount)


ABILITIES: Final[Mapping[tuple[int, int], Words]] = {
    (1, 1): _cardinals,
    (2, 1): _john_law,
    (3, 1): _sun_king,
    (4, 1): _jacobite_shift,
    (4, 2): _jacobite_score,
    (5, 1): _walpole,
    (6, 1): _swift_flags,
    (6, 2): _swift_minor,
    (7, 1): _company,
    (8, 1): _bank_limit,
    (8, 2): _bank_event,
    (9, 1): _huguenots,
    (10, 1): _squadron,
    (10, 2): _halley_treaty,
    (11, 1): _points("military", "bonus_tiles_and_deployment"),
    (11, 2): _squadron,
    (12, 1): _dupleix,
    (13, 1): _pompadour,
    (14, 1): _voltaire,
    (15, 1): _points("diplomatic", "no_prestige"),
    (15, 2): _squadron,
    (16, 1): _williams,
    (17, 1): _banks,
    (18, 1): _johnson,
    (19, 1): _watt_debt,
    (19, 2): _watt_treaty,
    (20, 1): _papacy,
    (20, 2): _points("diplomatic", "scotland_and_ireland"),
    (21, 1): _townshend,
    (22, 1): _burke_europe,
    (22, 2): _burke_america,
    (23, 1): _turgot,
    (24, 1): _trade,
    (24, 2): _trade_huguenots,
    (25, 1): _condorcet,
    (26, 1): _lavoisier,
}
"""The abilities of all cards, by card and number."""
