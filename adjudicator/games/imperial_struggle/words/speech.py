"""The words of the game in one language: names of things, sides, points, prices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Final

from adjudicator.components.kinds import Kind
from adjudicator.language import Language, Value
from adjudicator.reports.wording.speech import NamedSpeech

from ..components import ACTION, MINISTRY_CARD, NAVY_BOX, PLACE
from ..fact_events import EVENT, RESTRICTION
from ..fact_types import (
    ACTION_TYPE,
    COUNTRY,
    FLAG,
    INVESTMENT,
    MINISTRY,
    REGION,
    SIDE,
    SIDES,
    SPACE,
    SPACE_TYPE,
    THEATRE,
    WAR,
    WAR_TILE,
    Ministry,
)
from ..names import names
from ..rules.ministries.cards import number_of
from ..rules.payment import Paid

WORDS: Final[dict[str, Mapping[str, str]]] = {}
"""Tables of words in `data/said/`: what stands for something, by its id."""
_COUNTRIES: Final = {
    "german_and_dutch": ("german_states", "prussia", "dutch_republic"),
    "spain_and_austria": ("spain", "austria"),
    "scotland_and_ireland": ("scotland", "ireland"),
}


class Speech(NamedSpeech):
    """A language with the words and names of the game."""

    __slots__ = ()
    units: ClassVar[frozenset[str]] = frozenset(("cp", "debt", "signed", "treaty_change", "treaty_points", "vp"))
    seats = FLAG

    def thing(self, kind: Kind[Any], id: Any) -> str:
        said = _THINGS.get(kind)
        return said(self, id) if said is not None else super().thing(kind, id)

    def inflected(self, kind: Kind[Any], id: Any, case: str) -> str:
        if kind is MINISTRY_CARD:
            kind, id = MINISTRY, self.ministry_card(id).id
        elif kind is PLACE:
            return self.from_space(id) if case == "genitive" else self.space(id)
        return super().inflected(FLAG if kind is SIDE else kind, id, case)

    def word(self, table: str, id: str, **values: Value) -> str:
        """Return what a table of words has for something."""
        return self.gettext(WORDS[table][id], **values)

    # names

    def quoted(self, kind: Kind[Any], id: str | int) -> str:
        """Return the name of a card or tile inside a sentence, in the quotes of the language."""
        return self.gettext("“%(name)s”", name=super().thing(kind, id))

    def space(self, space: str) -> str:
        """Return the name of a space, or the navy box."""
        return self.gettext("navy box") if space == NAVY_BOX else self.thing(SPACE, space)

    def from_space(self, space: str) -> str:
        """Return a space, or the navy box, as the place that something comes from: in Russian `Реки Хугли`."""
        return self.space(space) if space == NAVY_BOX else self.inflected(SPACE, space, "genitive")

    def spaces(self, ids: Iterable[str]) -> str:
        return ", ".join(self.space(id) for id in ids)

    def event(self, card: int) -> str:
        """Return an Event card by number, with its short name: never `#20`, which would be a question."""
        return self.gettext("%(event)s %(short)s", event=self.event_name(card), short=self.short(EVENT, card))

    def event_name(self, card: int) -> str:
        """Return an Event card by number, without its short name."""
        return super().thing(EVENT, card)

    def ministry(self, card: str) -> str:
        """Return the name of a Ministry card by its id in actions (`m10`)."""
        return self.thing(MINISTRY, self.ministry_card(card).id)

    def ministry_card(self, card: str) -> Ministry:
        """Return the facts of a Ministry card by its id in actions."""
        return MINISTRY.things[number_of(card) - 1]

    def forms(self, kind: Kind[Any], id: Any) -> tuple[str, ...]:
        forms = super().forms(kind, id)
        return (self.war_tile_name(id), *forms) if kind is WAR_TILE else forms

    def theatre(self, war: str, order: int) -> str:
        """Return the name of a theatre by its order in a war (`wss`)."""
        fought = WAR.thing(war).theatres if war in WAR else ()
        if 1 <= order <= len(fought):
            return self.thing(THEATRE, fought[order - 1].id)
        return self.gettext("theatre %(n)s", n=order)

    def war_tile(self, tile: str) -> str:
        """Return a War tile with its strength and symbol: `de Villars +3`, `Boufflers +1, debt`."""
        shown = self.war_tile_name(tile)
        symbol = "" if WAR_TILE.thing(tile).kind == "basic" else self.symbol(tile)
        return f"{shown}, {symbol}" if symbol else shown

    def war_tile_name(self, tile: str) -> str:
        """Return the name of a tile, such as `Boufflers +1`.

        It leaves out the symbol of a Bonus tile, unlike `war_tile`.
        """
        found, name = WAR_TILE.thing(tile), self.thing(WAR_TILE, tile)
        return name if found.kind == "basic" else f"{name} {self.signed(found.strength)}"

    def joins(self, tile: str, theatre: str) -> str:
        """Say that a marker or War tile of its own adds to a theatre."""
        name, strength = self.thing(WAR_TILE, tile), self.signed(WAR_TILE.thing(tile).strength)
        return self.gettext("%(tile)s (%(strength)s) joins %(theatre)s", tile=name, strength=strength, theatre=theatre)

    def symbol(self, tile: str) -> str:
        """Say what the symbol of a War tile does (7.1.2), "" for none."""
        return self.word("symbols", WAR_TILE.thing(tile).symbol)

    def flag(self, side: str) -> str:
        """Return the flag of a side, such as `French flag`."""
        return self.word("flags", side)

    def unflagged(self, space: str, by: str) -> str:
        """Say that a flag was removed by a side: the flag of the other one, which is all that can be removed."""
        flag = self.flag(opponent(by))
        return self.gettext("%(space)s: %(flag)s removed", space=self.space(space), flag=flag)

    def squadron(self, side: str) -> str:
        """Return the squadron of a side, such as `French squadron`."""
        return self.word("squadrons", side)

    def sent_home(self, space: str, owner: str) -> str:
        """Say that a squadron of a side had to leave a space."""
        return self.gettext(
            "%(space)s: %(squadron)s goes to its navy box", space=self.space(space), squadron=self.squadron(owner)
        )

    def damaged(self, space: str, owner: str) -> str:
        """Say that a fort of a side was damaged."""
        return self.word("damaged", owner, space=self.space(space))

    def short_tile(self, tile: str) -> str:
        """Return an Investment tile as it may be typed: `E4D2`."""
        return self.forms(INVESTMENT, tile)[1].upper()

    def letter(self, kind: int) -> str:
        """Return the letter of a type of points, as tiles are written with it: `E`."""
        return next(self.short_tile(tile.id)[:1] for tile in INVESTMENT.things if tile.major == kind)

    def symbols(self, tile: str) -> str:
        """Return what an Investment tile shows in addition to its points: `event, military upgrade`."""
        found = INVESTMENT.thing(tile)
        shown = [self.gettext("event")] if found.event else []
        shown += [self.gettext("military upgrade")] if found.upgrade else []
        return ", ".join(shown)

    def restriction(self, key: str) -> str:
        """Say what points with a condition may be used for (5.2 step 4, 3.5.4): `Europe only`."""
        if key in WORDS["only"]:
            return self.word("only", key)
        if key in _COUNTRIES:
            where = self.things(COUNTRY, _COUNTRIES[key])
        else:
            where = self.thing(REGION, key.removesuffix("_only"))
        return self.gettext("%(region)s only", region=where)

    def together(self, codes: Sequence[str]) -> str:
        """Say that several codes make one answer; empty for fewer than two."""
        if len(codes) < 2:
            return ""
        return self.gettext("Write all of them in one line, for example: %(codes)s.", codes=" ".join(codes))

    # amounts

    def points(self, kind: str, n: int) -> str:
        """Return points of a type, such as `2 diplomatic points`."""
        match kind:
            case "economic":
                return self.ngettext("%(n)s economic point", "%(n)s economic points", n)
            case "diplomatic":
                return self.ngettext("%(n)s diplomatic point", "%(n)s diplomatic points", n)
            case "military":
                return self.ngettext("%(n)s military point", "%(n)s military points", n)
            case _:
                raise LookupError(f"no points of type {kind!r}")

    def left_over(self, action: str, n: int) -> str:
        """Return points that an action (major, minor) had and did not use: `2 points of the major action`."""
        if ACTION.thing(action).id == "major":
            return self.ngettext("%(n)s point of the major action", "%(n)s points of the major action", n)
        return self.ngettext("%(n)s point of the minor action", "%(n)s points of the minor action", n)

    def vp(self, n: int) -> str:
        return self.gettext("%(n)s VP", n=n)

    def vp_gain(self, n: int) -> str:
        """Return a gain such as `+3 VP`."""
        return self.gettext("+%(n)s VP", n=n)

    def treaty_points(self, n: int) -> str:
        return self.ngettext("%(n)s treaty point", "%(n)s treaty points", n)

    def treaty_change(self, n: int) -> str:
        """Return a change such as `+1 treaty point`, `-4 treaty points`."""
        change = self.signed(n)
        return self.ngettext("%(change)s treaty point", "%(change)s treaty points", abs(n), change=change)

    def debt(self, n: int) -> str:
        return self.gettext("%(n)s debt", n=n)

    def paid(self, paid: Paid) -> str:
        """Say what was spent: `2 diplomatic points`, `1 diplomatic point + 1 debt, minor action`."""
        parts = [self.points(paid.type, paid.points)] if paid.points > 0 else []
        parts += [self.debt(paid.debt)] if paid.debt else []
        parts += [self.treaty_points(paid.trp)] if paid.trp else []
        parts += [self.gettext("%(n)s debt not marked", n=paid.free_debt)] if paid.free_debt else []
        parts += [self.gettext("%(n)s of a ministry", n=paid.ministry)] if paid.ministry > 0 else []
        told = " + ".join(parts)
        return self.gettext("%(points)s, minor action", points=told) if paid.kind == "minor" else told

    def cp(self, n: int) -> str:
        """Return an amount such as `2 conquest points`."""
        return self.ngettext("%(n)s conquest point", "%(n)s conquest points", n)

    def price(self, cost: int, debt: int = 0, trp: int = 0) -> str:
        """Return a price in a list: `2`, `1 + 1 debt`."""
        points = cost - debt - trp
        parts = [str(points)] if points or not (debt or trp) else []
        parts += [self.debt(debt)] if debt else []
        parts += [self.gettext("%(n)s treaty", n=trp)] if trp else []
        return " + ".join(parts)

    def short_gains(self, *, vp: int = 0, trp: int = 0, debt: int = 0) -> str:
        """Return gains for a table, such as `2 VP, 1 TRP`."""
        parts = [self.vp(vp)] if vp else []
        parts += [self.gettext("%(n)s TRP", n=trp)] if trp else []
        parts += [self.gettext("debt %(change)s", change=self.signed(debt))] if debt else []
        return ", ".join(parts)

    def gains(self, *, vp: int = 0, trp: int = 0) -> str:
        """Say what an award gives: `2 VP, 1 treaty point`."""
        return ", ".join(([self.vp(vp)] if vp else []) + ([self.treaty_points(trp)] if trp else []))

    def gained(self, *, vp: int = 0, trp: int = 0) -> str:
        """Say what a side was given: `+2 VP, +1 treaty point`."""
        return ", ".join(([self.vp_gain(vp)] if vp else []) + ([self.treaty_change(trp)] if trp else []))


def opponent(side: str) -> str:
    """Return the other side, by its id."""
    return SIDES[1 - SIDES.index(side)]


@lru_cache(maxsize=8)
def speech(language: Language) -> Speech:
    """Return the words of a language."""
    return Speech(names.in_game(language), names)


_THINGS: Final[Mapping[Kind[Any], Callable[[Speech, Any], str]]] = {
    SIDE: Speech.seat,
    ACTION: lambda to, id: to.pgettext("action", "major") if id == "major" else to.pgettext("action", "minor"),
    ACTION_TYPE: lambda to, id: to.word("types", id),
    RESTRICTION: Speech.restriction,
    PLACE: Speech.space,
    SPACE_TYPE: lambda to, id: NamedSpeech.thing(to, SPACE_TYPE, id).lower(),
    EVENT: Speech.event,
    MINISTRY_CARD: Speech.ministry,
}
"""What things are called where it is not just their name."""
