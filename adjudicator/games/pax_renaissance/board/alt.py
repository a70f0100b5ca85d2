"""The picture in words, for readers who do not see it; and what is otherwise on a marker whose owner has stayed."""

from collections import Counter
from collections.abc import Iterator

from adjudicator.components.bits import bits
from adjudicator.pictures.maps import BoardView

from ..facts import BANK, BORDER, EMPIRE, ITEM, NONE, PIECE, PLACE, RELIGION, ROUTE, RULE_OF, VICTORY
from ..rules import table
from ..rules.victories import supreme
from ..state import State
from .atlas import spoken, words
from .markers import kind_of


def alt_text(shown: BoardView[State], title: str, language: str) -> str:
    """Return who has which empires, florins and concessions.

    Thrones, theocracies, routes, victories; what has changed.
    """
    state, to, word = shown.view, spoken(language), words(language).alt
    empires = {
        faith: [index for index in EMPIRE.indexes if state.ruled[index] == faith + 1] for faith in RELIGION.indexes
    }
    best = supreme(state)
    lists = {
        "thrones": [to.thing(EMPIRE, index) for index in EMPIRE.indexes if not state.holder[index]],
        "theocracies": [f"{to.thing(RELIGION, f)} ({to.things(EMPIRE, own)})" for f, own in empires.items() if own],
        "routes": [to.thing(ROUTE, bit) for bit in bits(state.open_routes)],
        "victories": [to.thing(VICTORY, bit) for bit in bits(state.victories)],
        "supreme": [] if best == NONE else [to.thing(RELIGION, best)],
        "changed": [to.thing(kind_of(change.id), change.id) for change in shown.changed],
    }
    told = {key: word[key].format(to.listing(found)) for key, found in lists.items() if found}
    told.setdefault("victories", word["no_victory"])
    lines = [told[key] for key in lists if key in told]
    return " ".join([f"{title}.", *(holding(state, bank, language) for bank in state.seats), *lines])


def holding(state: State, bank: str, language: str) -> str:
    """Describe what a bank has: empires with their vassals, florins, concessions, cards in its hand."""
    has = ", ".join(_has(state, bank, language))
    return words(language).alt["held"].format(spoken(language).thing(BANK, bank), has)


def _has(state: State, bank: str, language: str) -> Iterator[str]:
    to, word = spoken(language), words(language).alt
    for empire in EMPIRE.indexes:
        if state.holder[empire] == bank and state.suzerain[empire] == NONE:
            name, vassals = to.thing(EMPIRE, empire), table.vassals(state, empire)
            yield word["vassals"].format(name, to.things(EMPIRE, vassals)) if vassals else name
    yield word["bank"].format(state.florins[bank], table.concessions(state, bank).bit_count(), len(state.hands[bank]))


def lying(id: str, state: State, language: str) -> str:
    """Describe what is on a place, a border or an empire; "" for a place that is not in play."""
    to, word = spoken(language), words(language).otherwise
    if id in EMPIRE:
        number = EMPIRE.number(id)
        whose = to.thing(BANK, state.holder[number]) if state.holder[number] else ""
        told = (whose, to.thing(RULE_OF, state.ruled[number]), to.things(PIECE, state.repressed[number]))
        return ", ".join(filter(None, told))
    if id in PLACE and not table.there(state) >> PLACE.number(id) & 1:
        return "" if PLACE.thing(id).extra else word["busted"]
    return to.things(PIECE, _lying(id, state)) or word["empty"]


def _lying(id: str, state: State) -> list[int]:
    """Return the pieces on a place or a border."""
    found = state.borders[BORDER.number(id)] if id in BORDER else [state.places[PLACE.number(id)]]
    return [each for each in found if each != NONE]


def otherwise(id: str, was: State, now: State, language: str) -> Iterator[str]:
    """Yield what came and what went of everything that a marker shows."""
    if id in PLACE:
        yield from _place(PLACE.number(id), was, now, language)
    elif id in BORDER:
        yield from _pieces(was.borders[BORDER.number(id)], now.borders[BORDER.number(id)], language)
    else:
        yield from _empire(EMPIRE.number(id), was, now, language)


def is_cleared(id: str, was: State, now: State) -> bool:
    """Return whether pieces that lay on a place or a border are gone, and none came."""
    if id in EMPIRE:
        return False
    old, new = (Counter(_lying(id, each)) for each in (was, now))
    return new < old


def _place(place: int, was: State, now: State, language: str) -> Iterator[str]:
    to, word = spoken(language), words(language).otherwise
    old, new = (table.there(each) >> place & 1 for each in (was, now))
    if old != new and not PLACE.things[place].extra:
        yield word["opened"] if new else word["busted"]
    if was.places[place] != now.places[place]:
        pieces = (each.places[place] for each in (now, was))
        yield word["instead"].format(*(to.thing(PIECE, piece) if piece != NONE else word["empty"] for piece in pieces))
    elif table.levy(was, place) != (levy := table.levy(now, place)) and levy is not None:
        yield word["levy"].format(to.thing(PIECE, levy))


def _pieces(old: list[int], new: list[int], language: str) -> Iterator[str]:
    for piece in sorted({*old, *new}):
        if more := new.count(piece) - old.count(piece):
            word = words(language).otherwise["come" if more > 0 else "gone"]
            yield word.format(spoken(language).thing(PIECE, piece))


def _empire(empire: int, was: State, now: State, language: str) -> Iterator[str]:
    to, word = spoken(language), words(language).otherwise
    if was.ruled[empire] != now.ruled[empire]:
        yield to.thing(RULE_OF, now.ruled[empire])
    if table.is_king(was, empire) != table.is_king(now, empire):
        yield word["king"] if table.is_king(now, empire) else word["republic"]
    if was.suzerain[empire] != (suzerain := now.suzerain[empire]):
        yield word["free"] if suzerain == NONE else word["vassal"].format(to.thing(EMPIRE, suzerain))
    for state, other, told in ((now, was, "come"), (was, now, "gone")):
        for queen in state.queens[empire]:
            if queen not in other.queens[empire]:
                yield word[told].format(to.thing(ITEM, queen))
    yield from _pieces(_bishop(was, empire), _bishop(now, empire), language)
    yield from _pieces(was.repressed[empire], now.repressed[empire], language)


def _bishop(state: State, empire: int) -> list[int]:
    religion = table.bishop_on(state, empire)
    return [] if religion == NONE else [PIECE.number(f"{RELIGION.ids[religion]}_bishop")]
