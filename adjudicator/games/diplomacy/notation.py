"""Read and print orders as judges by mail write them: `A PAR - BUR`, `A PAR S A MAR - BUR`, `F ENG C A LON - BRE`.

How it works. A line is taken apart into places, letters and words of `data/notation.yaml`; a name written out beats
every word, so that `HOL` is Holland and no hold. From the left each order takes what belongs to it, and the next begins
behind it, with or without a sign between them. What stands in the line is what was ordered: nothing is filled in but
the coast that a fleet alone could mean, and nothing is mended.

What must hold: whatever is printed is read as the same order, in every language; letters of units say nothing that
their province does not, so that an order with the wrong letter is the same order.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.components import Kind
from adjudicator.components.load import DataFile
from adjudicator.components.russian import lemmas
from adjudicator.kernel.actions import Action
from adjudicator.orders import Legal, Phrasebook, Unreadable
from adjudicator.orders.text import Word, tokenize
from adjudicator.orders.text.common import between_courtesies
from adjudicator.orders.vocabulary.matching import place_of
from adjudicator.orders.vocabulary.refusals import Problem
from adjudicator.orders.vocabulary.sayings import Reading

from .events import Ordered
from .facts import DATA, PLACE, POWER, UNIT
from .names import code, letter, names
from .questions import Build, Convoy, Disband, Hold, Move, Retreat, Support, Waive
from .rules.geography import ARMY, FLEET, STANDARD
from .rules.resolution import Unit
from .state import State

_REMEMBERED: Final = 64
"""Positions of which the words are kept."""
_LEAST: Final = 3
"""Letters of a name that is cut short."""
_WORDS: Final[Mapping[str, Mapping[str, str]]] = DataFile(DATA / "notation.yaml").rows


def _folded(text: str) -> tuple[str, ...]:
    return tuple(word.folded for word in tokenize(text))


def _ashore(reading: Reading) -> Reading:
    """Return an order without the coast that it names."""
    return replace(reading, fields={**reading.fields, "to": STANDARD.province[str(reading.fields["to"])]})


class _Token(NamedTuple):
    """What some words of a line are: a `place`, a `unit` or a word, by its id; and where they stand."""

    kind: str
    id: str
    at: int


class Notation(Phrasebook):
    """The words of the game: its notation first, and what else its phrases say."""

    _state: State | None = None
    """Where units stand, which says their letters."""

    def at(self, state: Struct) -> Notation:
        """Return the words for a position, with the letters of its units; the same where the same units stand."""
        if not isinstance(state, State):
            return self
        there = frozenset(state.units.items()), frozenset((at, each.unit) for at, each in state.dislodged.items())
        if there not in self._books:
            if len(self._books) >= _REMEMBERED:
                self._books.clear()
            self._books[there] = book = copy.copy(self)
            book._state = State(dict(state.units), {}, dislodged=dict(state.dislodged))
        return self._books[there]

    @cached_property
    def _books(self) -> dict[Hashable, Notation]:
        """The words for positions that were asked for last: what they have worked out of their names is kept."""
        return {}

    # printing ----------------------------------------------------------------------------------------

    def say(self, action: Action, language: str) -> str:
        """Return the line that means this action. Raise LookupError for one without words."""
        said = _Printed(partial(code, language=language), self._unit_at, language).order(action)
        return super().say(action, language) if said is None else said

    def _shorts_of(self, action: Action) -> tuple[str, ...]:
        """Return no short names for any order: two provinces side by side are a move, whatever else is done in them."""
        return ()

    def _unit_at(self, at: str) -> Unit | None:
        """Return the unit that an order is about; None where that is not known."""
        if self._state is None:
            return None
        if at in self._state.dislodged:
            return self._state.dislodged[at].unit
        return self._state.units.get(at)

    # reading -----------------------------------------------------------------------------------------

    def read(self, given: Sequence[Word], language: str, context: Legal | None = None) -> Reading:
        """Return the one order that the words mean. Raise Unreadable or Ambiguous."""
        found = self._noted(given, language, context)
        return found[0] if len(found) == 1 else super().read(given, language, context)

    def read_all(self, given: Sequence[Word], language: str, context: Legal | None = None) -> list[Reading]:
        """Return the orders of a line. Raise Unreadable or Ambiguous."""
        return self._noted(given, language, context) or super().read_all(given, language, context)

    def _noted(self, given: Sequence[Word], language: str, context: Legal | None) -> list[Reading]:
        """Return the orders of a line in the notation; none for words that are not, or that greet or ask a power."""
        bare = between_courtesies(given)
        tokens = [*self._tokens(bare, language)]
        is_called = bare[:1] != given[:1] and any(token.kind == "power" for token in tokens[:1])
        if is_called or not any(token.kind in ("place", "waive") for token in tokens):
            return []
        line = _Line(tokens, context)
        found = [*line.orders()]
        if line.wrong is None:
            return [self._fitting(reading, context) for reading in found]
        if not found and not line.begins_like_an_order:
            return []
        raise Unreadable(self._amiss(line.wrong, given, language))

    def _tokens(self, given: Sequence[Word], language: str) -> Iterator[_Token]:
        at, folded = 0, [word.folded for word in given]
        while at < len(given):
            length, token = self._token(given, folded, at, language)
            yield token
            at += length

    def _token(self, given: Sequence[Word], folded: Sequence[str], at: int, language: str) -> tuple[int, _Token]:
        """Return the longest thing here: a name before a word, whole names before shortened ones."""
        shelf = self.book.shelf(PLACE.name)
        unbroken = next((n for n in range(at + 1, len(given)) if given[n].broken), len(given))
        for length in range(min(shelf.longest, len(given) - at), 0, -1):
            typed = tuple(folded[at : at + length])
            whole = shelf.is_whole(typed)
            if not whole and (at + length > unbroken or typed[0] in self._known):
                continue
            ids = shelf.find(typed, language) if whole else shelf.inflected(typed, language)
            if len(ids) == 1:
                return length, _Token("place", str(ids[0]), at)
        for length in range(min(self._longest, len(given) - at), 0, -1):
            if (known := self._known.get(" ".join(folded[at : at + length]))) is not None:
                return length, _Token(*known, at)
        if inflected := next((self._known[form] for form in sorted(lemmas(folded[at])) if form in self._known), None):
            return 1, _Token(*inflected, at)
        ids = shelf.find((folded[at],), language) if len(folded[at]) >= _LEAST else ()
        return 1, _Token("place", str(ids[0]), at) if len(ids) == 1 else _Token("", folded[at], at)

    @cached_property
    def _known(self) -> Mapping[str, tuple[str, str]]:
        """The words and letters of the notation, by their folded words; powers, which say nothing beside a unit."""
        found: dict[str, tuple[str, str]] = {}
        for meant, by_language in _WORDS.items():
            for forms in by_language.values():
                found |= {" ".join(_folded(form)): (meant, meant) for form in forms.split("|")}
        for spoken in map(names, names.languages):
            for unit in UNIT.ids:
                found |= {" ".join(_folded(form)): ("unit", unit) for form in spoken.forms(UNIT, unit)}
            for power in POWER.ids:
                found |= {" ".join(_folded(form)): ("power", power) for form in spoken.forms(POWER, power)}
        return found

    @cached_property
    def _longest(self) -> int:
        return max(key.count(" ") + 1 for key in self._known)

    def _fitting(self, reading: Reading, context: Legal | None) -> Reading:
        """Return an order with the coast that is meant: none of an army, the only one that a fleet may go to."""
        field = "place" if reading.action is Build else "to"
        to = reading.fields.get(field)
        if context is None or not isinstance(to, str) or context.fits(reading.action, reading.fields):
            return reading
        if reading.action is Support:
            helped = self._unit_at(str(reading.fields["of"]))
            return reading if helped is None or helped.kind == FLEET else _ashore(reading)
        others = (STANDARD.province[to],) if STANDARD.place[to].of else STANDARD.coasts.get(to, ())
        ways = [replace(reading, fields={**reading.fields, field: other}) for other in others]
        legal = [way for way in ways if context.fits(way.action, way.fields)]
        return legal[0] if len(legal) == 1 else reading

    def _amiss(self, token: _Token, given: Sequence[Word], language: str) -> Problem:
        near: tuple[str, ...] = ()
        if token.at >= len(given):
            return Problem("unreadable", "missing_argument", place_of(given, token.at), (PLACE.name,))
        if not token.kind:
            ids = self.book.shelf(PLACE.name).near([word.folded for word in given[token.at : token.at + 3]], language)
            near = tuple(self.book.printed(PLACE.name, id, language) for id in ids)
        return Problem("unreadable", "unknown_word", place_of(given, token.at), (PLACE.name,), near)


class _Line:
    """The orders of a line, one behind the other; `wrong`: the first token with which none goes on."""

    def __init__(self, tokens: Sequence[_Token], context: Legal | None) -> None:
        self._tokens = [token for token in tokens if token.kind != "power"]
        self._context = context
        self._at = 0
        self._end = _Token("end", "", tokens[-1].at + 1)
        self.wrong: _Token | None = None

    @property
    def begins_like_an_order(self) -> bool:
        kinds = [token.kind for token in self._tokens[:2]]
        return kinds[:1] == ["place"] or (kinds[:1] == ["unit"] and self._tokens[0].id in (ARMY, FLEET))

    def orders(self) -> Iterator[Reading]:
        while self._at < len(self._tokens):
            begun = self._at
            reading = self._order()
            if reading is None or self._at == begun:
                self.wrong = self._next
                return
            yield reading

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at] if self._at < len(self._tokens) else self._end

    def _take(self, *kinds: str) -> _Token | None:
        token = self._next
        if token.kind not in kinds:
            return None
        self._at += 1
        return token

    def _unit(self) -> tuple[str, str] | None:
        """Return the kind ("" where it is not said) and the place of a unit."""
        kind = self._take("unit")
        place = self._take("place")
        return None if place is None else ("" if kind is None else kind.id, place.id)

    def _order(self) -> Reading | None:
        first = self._take("build", "disband", "waive", "hold", "retreat", "move")
        if first is not None and first.kind == "waive":
            return Reading(Waive, {})
        found = self._unit()
        if found is None:
            return None
        kind, place = found
        unit = STANDARD.province[place]
        verb = first or self._take("hold", "support", "convoy", "retreat", "disband", "build", "move")
        match "" if verb is None else verb.kind:
            case "hold":
                return Reading(Hold, {"unit": unit})
            case "disband":
                return Reading(Disband, {"unit": unit})
            case "build":
                return Reading(Build, {"kind": kind or ARMY, "place": place})
            case "support":
                return self._support(unit)
            case "convoy":
                return self._convoy(unit)
            case "retreat":
                self._take("move")
                to = self._take("place")
                return None if to is None else Reading(Retreat, {"unit": unit, "to": to.id})
        return self._move(unit, kind, place)

    def _support(self, unit: str) -> Reading | None:
        helped = self._unit()
        if helped is None:
            return None
        of = STANDARD.province[helped[1]]
        self._take("move")
        if (to := self._take("place")) is None:
            self._take("hold")
            return Reading(Support, {"unit": unit, "of": of})
        self._take("via")
        return Reading(Support, {"unit": unit, "of": of, "to": self._landing(to.id)})

    def _landing(self, to: str) -> str:
        """Return where a way leads that goes on over water: `A LON - NTH - NWY`."""
        while STANDARD.is_water(to) and (further := self._take("place")) is not None:
            to = further.id
        return to

    def _convoy(self, unit: str) -> Reading | None:
        army = self._unit()
        self._take("move")
        to = self._take("place") if army is not None else None
        if army is None or to is None:
            return None
        fields = {"unit": unit, "army": STANDARD.province[army[1]], "to": STANDARD.province[self._landing(to.id)]}
        return Reading(Convoy, fields)

    def _move(self, unit: str, kind: str, place: str) -> Reading | None:
        if (to := self._take("place")) is None:
            return self._alone(unit, kind, place)
        context, routed = self._context, False
        if context is not None and "retreat" in context.ops:
            return Reading(Retreat, {"unit": unit, "to": to.id})
        fleet = kind == FLEET or (context is not None and context.fits(Move, {"unit": unit, "to": to.id}))
        while not fleet and STANDARD.is_water(to.id) and (further := self._take("place")) is not None:
            to, routed = further, True
        via = self._take("via") is not None or routed
        return Reading(Move, {"unit": unit, "to": to.id} | ({"by_convoy": True} if via else {}))

    def _alone(self, unit: str, kind: str, place: str) -> Reading | None:
        """Return what a unit without a verb means: nothing in a season; in winter what the power does then."""
        if self._context is None or (self._at < len(self._tokens) and self._next.kind not in ("unit", "place")):
            return None
        if self._context.fits(Disband, {"unit": unit}) and "retreat" not in self._context.ops:
            return Reading(Disband, {"unit": unit})
        if "build" in self._context.ops and kind:
            return Reading(Build, {"kind": kind, "place": place})
        return None


class _Printed(NamedTuple):
    """Orders as they are printed: how a place is called, what unit is in a province, and the words of a language."""

    called: Callable[[str], str]
    unit_at: Callable[[str], Unit | None]
    language: str

    def order(self, action: Action) -> str | None:
        """Return an order in the notation; None for an action that is none."""
        match action:
            case Hold(unit=unit):
                return f"{self.unit(unit)} {self.word('hold')}"
            case Move(unit=unit, to=to, by_convoy=by_convoy):
                return f"{self.unit(unit)} - {self.called(to)}" + (f" {self.word('via')}" if by_convoy else "")
            case Support(unit=unit, of=of, to=to):
                goes = f" - {self.called(to)}" if to else ""
                return f"{self.unit(unit)} {self.word('support')} {self.unit(of)}{goes}"
            case Convoy(unit=unit, army=army, to=to):
                return f"{self.unit(unit)} {self.word('convoy')} {self.unit(army)} - {self.called(to)}"
            case Retreat(unit=unit, to=to):
                return f"{self.unit(unit)} {self.word('retreat')} {self.called(to)}"
            case Disband(unit=unit):
                return f"{self.unit(unit)} {self.word('disband')}"
            case Build(kind=kind, place=place):
                return f"{self.word('build')} {letter(kind, self.language)} {self.called(place)}"
            case Waive():
                return self.word("waive")
        return None

    def unit(self, at: str) -> str:
        found = self.unit_at(at)
        return self.called(at) if found is None else f"{letter(found.kind, self.language)} {self.called(found.place)}"

    def word(self, meant: str) -> str:
        forms = _WORDS[meant]
        return forms.get(self.language, forms["en"]).partition("|")[0].strip()


def told_order(event: Ordered, called: Callable[[Kind[Any], str], str], language: str) -> str:
    """Return the order that an event tells of, with names for abbreviations."""
    units = {STANDARD.province[event.place]: Unit(event.power, event.kind, event.place)}
    if event.of:
        units[event.of] = Unit("", event.of_kind, event.of)
    at = STANDARD.province[event.place]
    order: Action = Hold(at)
    match event.order:
        case "move":
            order = Move(at, event.to, event.by_convoy)
        case "support":
            order = Support(at, event.of, event.to)
        case "convoy":
            order = Convoy(at, event.of, event.to)
    told = _Printed(lambda place: called(PLACE, place), units.get, language).order(order)
    assert told is not None
    return told
