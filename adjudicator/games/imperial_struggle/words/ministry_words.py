"""Describe what Ministry cards do, in our own words, with the figures of the facts (3.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from adjudicator.components.bits import bits
from adjudicator.language import Value, msgid

from ..fact_types import ADVANTAGE, COMMODITY, COUNTRY, INDIA, KEYWORD, REGION, Ability, Ministry
from ..facts import FACTS
from ..rules.control import count
from ..rules.ministries.abilities import CardinalMinisters, JacobiteScore
from ..rules.ministries.cards import exhausted, lying
from ..rules.scoring import TREATY_COMMODITIES, dividends, prestige_treaties
from ..state import State
from .places import places, taken
from .speech import Speech


def keywords(card: Ministry, to: Speech) -> str:
    """Return its keywords, or that it has none."""
    return ", ".join(to.thing(KEYWORD, keyword) for keyword in card.keywords) or to.gettext("no keyword")


def ministry_text(card: Ministry, state: State, to: Speech) -> str:
    """Return keywords and abilities of a card for its nation.

    Abilities are told with what they are worth now.
    """
    told = [ability_text(card, number, state, to) for number in range(1, len(card.abilities) + 1)]
    if len(told) > 1:
        told = [f"({number}) {words}" for number, words in enumerate(told, 1)]
    return to.gettext("%(needs)s - %(effect)s", needs=keywords(card, to), effect="; ".join(told))


def ability_text(card: Ministry, number: int, state: State, to: Speech) -> str:
    """Return the text of one ability, and whether it was used this turn."""
    words = ABILITIES[card.number, number](card.abilities[number - 1], state, card.nation, to)
    if card.abilities[number - 1].limit == "once_per_turn" and card.abilities[number - 1].exhausts:
        words = to.gettext("once a turn: %(deed)s", deed=words)
    held = lying(state, card.nation, card.number)
    if held is not None and exhausted(held, number):
        return to.gettext("%(deed)s - used this turn", deed=words)
    return words


# how an ability is declared ------------------------------------------------------------------------

Words = Callable[[Ability, State, int, Speech], str]
Worth = Callable[[Ability, State, int], int]
ABILITIES: Final[dict[tuple[int, int], Words]] = {}
"""The words of each ability, by card and number: from its facts and the position as far as its side knows it."""


def ability(
    card: int,
    number: int,
    text: str | Callable[[State], str],
    *,
    points: str = "",
    near: bool = False,
    now: Worth | None = None,
    **places: Callable[[Ability, Speech], Value],
) -> None:
    """Declare the words of an ability.

    They are a template, filled with the figures and spaces of its facts (`_VALUES`) or by `places`; a template that
    house rules change is chosen by the position.

    `points`: what its points are (a type; "price": military ones that it costs; "" treaty points). `near`: a squadron
    must be in its region, if it has one. `now`: what it is worth in the present position.
    """
    values = {**_VALUES, "points": lambda a, to: _points(a, points, to), **places}

    def told(a: Ability, state: State, side: int, to: Speech) -> str:
        words = to.filled(text if isinstance(text, str) else text(state), lambda name, _: values[name](a, to))
        if near and a.needs:
            words = to.gettext("with a squadron in %(region)s, %(deed)s", region=_regions(a.needs, to), deed=words)
        return words if now is None else to.gettext("%(deed)s; now %(n)s", deed=words, n=now(a, state, side))

    ABILITIES[card, number] = told


def _points(a: Ability, kind: str, to: Speech) -> str:
    if not kind:
        return to.treaty_points(a.amount)
    return to.points("military", a.points) if kind == "price" else to.points(kind, a.amount)


def _regions(mask: int, to: Speech) -> str:
    touched = dict.fromkeys(FACTS.region_of[space] for space in bits(mask))
    return to.things(REGION, map(REGION.id_of, touched))


_VALUES: Final[Mapping[str, Callable[[Ability, Speech], Value]]] = {
    "n": lambda a, to: a.amount,
    "most": lambda a, to: a.most,
    "vp": lambda a, to: to.vp(a.amount),
    "change": lambda a, to: to.signed(-a.amount),
    "more": lambda a, to: to.signed(-a.amount - a.more),
    "places": lambda a, to: places(a.where, to),
    "country": lambda a, to: places(a.needs, to),
    "countries": lambda a, to: ", ".join(
        to.thing(COUNTRY, c.id) for c in COUNTRY if a.where & FACTS.by_country[c.index]
    ),
    "region": lambda a, to: _regions(a.needs, to),
    "regions": lambda a, to: _regions(a.where, to),
    "cp": lambda a, to: to.cp(FACTS.war_rules.huguenots_cp),
    "advantages": lambda a, to: ", ".join(to.thing(ADVANTAGE, tile.id) for tile in ADVANTAGE if tile.company),
}
"""What a place of a template stands for."""


# Succession Era ------------------------------------------------------------------------------------

ability(
    1,
    1,
    "with a tile that has a diplomatic action, before it is used: %(points)s for each you hold, at most %(most)s: "
    "%(places)s",
    points="diplomatic",
    now=lambda a, state, side: CardinalMinisters(1).points(state, side),
)
ability(2, 1, "at the end of the turn, if it is face up: debt %(change)s, with a space of %(country)s %(more)s")
ability(3, 1, "when the award of Europe is scored for you: %(vp)s more")
ability(4, 1, "in one round, shift with military points: %(places)s")
ability(
    4,
    2,
    "in a round without that shift, for %(points)s: %(vp)s for each French flag (%(places)s) and each Jacobite "
    "victory, at most %(most)s",
    points="price",
    now=lambda a, state, side: JacobiteScore(4, 2).vp(state),
)
ability(5, 1, "in your round draw an event card, then discard one")
ability(6, 1, "placing a flag is %(n)s cheaper: %(places)s")
ability(
    6,
    2,
    "while you hold a space of %(country)s, your minor action may %(deed)s",
    deed=lambda a, to: taken(to.gettext("remove an opposing flag"), a.where, to),
)
ability(
    7,
    1,
    "at scoring: %(vp)s for each advantage of yours that is not used, at most %(most)s: %(advantages)s",
    now=lambda a, state, side: dividends(state),
)
ability(8, 1, "in your round your debt limit rises by %(n)s for good")
ability(8, 2, "an event that needs an economic tile may be played with any tile that has the event symbol")
ability(
    9,
    1,
    "a Huguenot marker on a French territory (%(regions)s): conquering it costs %(cp)s more; once in the game a "
    "market of its region is %(n)s cheaper",
)


for _card, _number in ((10, 1), (11, 2), (15, 2)):
    ability(_card, _number, "in your round a squadron for %(points)s", points="price", near=True)
ability(10, 2, "in your round discard an event card for %(points)s", near=True)


# Empire Era ----------------------------------------------------------------------------------------


def _only(rule: str) -> Callable[[Ability, Speech], str]:
    """Return points that may be used in one way only."""
    return lambda a, to: to.restriction(rule)


def _won(a: Ability, to: Speech) -> str:
    award = to.gettext("award of %(region)s", region=to.thing(REGION, REGION.id_of(INDIA)))
    return ", ".join([award, *(to.thing(COMMODITY, name) for name in TREATY_COMMODITIES)])


ability(
    11,
    1,
    "with a military action: %(points)s (%(condition)s)",
    points="military",
    condition=_only("bonus_tiles_and_deployment"),
)
for _card, _number, _rule in ((15, 1, "no_prestige"), (20, 2, "scotland_and_ireland")):
    ability(
        _card,
        _number,
        "with a diplomatic action: %(points)s (%(condition)s)",
        points="diplomatic",
        condition=_only(_rule),
    )
ability(12, 1, "at scoring: %(points)s for each of these that you win: %(awards)s", awards=_won)
ability(13, 1, "when you use an advantage in Europe: %(points)s")


def _voltaire(state: State) -> str:
    if state.options.voltaire_needs_winner:
        return msgid(
            "at scoring, if somebody wins the award of Europe: %(points)s for each country with a prestige space of "
            "yours, at most %(most)s: %(countries)s"
        )
    return msgid(
        "at scoring: %(points)s for each country with a prestige space of yours, at most %(most)s: %(countries)s"
    )


ability(14, 1, _voltaire, now=lambda a, state, side: prestige_treaties(state))
ability(16, 1, "for one round, removing French flags is %(n)s cheaper: %(places)s")
ability(17, 1, "each turn, %(n)s debt of economic actions is not marked: add +f1 or +f2 to a purchase")
ability(18, 1, "the award of Europe gives you %(vp)s more if you win it, France %(vp)s less if she does")


# Revolution Era ------------------------------------------------------------------------------------

ability(19, 1, "debt forced on you beyond your limit gives France no VP if this card was face up beforehand")
ability(19, 2, "when France uses an advantage: %(points)s, once in her round")
ability(20, 1, "when it is revealed: Jacobite Uprisings leaves the game")


def _townshend(state: State) -> str:
    if state.options.townshend_scope == "in_demand":
        return msgid(
            "name a commodity in demand: until the end of the turn your minor action may remove flags from its markets"
        )
    return msgid("name a commodity: until the end of the turn your minor action may remove flags from its markets")


ability(21, 1, _townshend)
ability(
    22,
    1,
    "a major diplomatic action that stays in Europe has %(n)s point more for each space of %(country)s you hold",
    now=lambda a, state, side: min(a.amount * count(state, side, a.needs), a.most),
)
ability(22, 2, "shifting is %(n)s cheaper: %(places)s")
ability(23, 1, "with more available debt than Britain, the first debt of your round gives %(n)s point more")
ability(
    24,
    1,
    "if you hold more of these than Britain when your round begins, %(points)s more: %(places)s",
    points="economic",
)
ability(24, 2, "when it is revealed: used Huguenot markers may be used once more")
ability(25, 1, "an event whose type fits may be played with a tile that has no event symbol")
ability(26, 1, "after an event with its bonus, both actions of the tile have %(n)s point more")
