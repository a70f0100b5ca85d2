"""The picture in words, for readers who do not see it; and what is otherwise on a marker whose owner has stayed."""

from collections.abc import Iterator

from adjudicator.components.bits import bits
from adjudicator.language import language as spoken
from adjudicator.pictures.maps import Shown

from ..facts import BANK, BORDER, EMPIRE, ITEM, MEDIEVAL, NONE, PIECE, PLACE, RELIGION, ROUTE, RULE_OF, VICTORY
from ..names import names
from ..rules import table
from ..rules.victories import supreme
from ..state import State
from .atlas import words
from .markers import kind_of


def alt_text(shown: Shown[State], title: str, language: str) -> str:
    """Who has which empires, florins and concessions; thrones, theocracies, routes, victories; what has changed."""
    state, called, word = shown.view, names(language), words(language).alt
    listing = spoken(language).listing
    told = [f"{title}.", *(holding(state, bank, language) for bank in state.seats)]
    if thrones := [called.name(EMPIRE, each.id) for each in EMPIRE if not state.holder[each.index]]:
        told.append(word["thrones"].format(listing(thrones)))
    faiths: dict[int, list[str]] = {}
    for empire in EMPIRE:
        faiths.setdefault(state.ruled[empire.index], []).append(called.name(EMPIRE, empire.id))
    theocracies = [
        f"{called.name(RELIGION, RELIGION.ids[each - 1])} ({', '.join(faiths[each])})"
        for each in sorted(faiths)
        if each != MEDIEVAL
    ]
    if theocracies:
        told.append(word["theocracies"].format(listing(theocracies)))
    told.append(
        word["routes"].format(listing([called.name(ROUTE, ROUTE.ids[each]) for each in bits(state.open_routes)]))
    )
    active = [called.name(VICTORY, VICTORY.ids[each]) for each in bits(state.victories)]
    told.append(word["victories"].format(listing(active)) if active else word["no_victory"])
    if (religion := supreme(state)) != NONE:
        told.append(word["supreme"].format(called.name(RELIGION, RELIGION.ids[religion])))
    if changed := [called.name(kind_of(change.id), change.id) for change in shown.changed]:
        told.append(word["changed"].format(listing(changed)))
    return " ".join(told)


def holding(state: State, bank: str, language: str) -> str:
    """What a bank has: empires with their vassals, florins, concessions, cards in its hand."""
    has = ", ".join(_has(state, bank, language))
    return words(language).alt["held"].format(names(language).name(BANK, bank), has)


def _has(state: State, bank: str, language: str) -> Iterator[str]:
    called, word = names(language), words(language).alt
    for empire in EMPIRE:
        if state.holder[empire.index] == bank and state.suzerain[empire.index] == NONE:
            vassals = [called.name(EMPIRE, EMPIRE.ids[each]) for each in table.vassals(state, empire.index)]
            name = called.name(EMPIRE, empire.id)
            yield word["vassals"].format(name, ", ".join(vassals)) if vassals else name
    yield word["bank"].format(state.florins[bank], table.concessions(state, bank).bit_count(), len(state.hands[bank]))


def lying(id: str, state: State, language: str) -> str:
    """What lies on a place, a border or an empire; nothing for a place that is not there."""
    called, word = names(language), words(language).otherwise
    if id in EMPIRE:
        number = EMPIRE.number(id)
        told = [called.name(BANK, holder)] if (holder := state.holder[number]) else []
        told.append(called.name(RULE_OF, RULE_OF.ids[state.ruled[number]]))
        return ", ".join([*told, *(called.name(PIECE, PIECE.ids[each]) for each in state.repressed[number])])
    if id in PLACE and not table.there(state) >> PLACE.number(id) & 1:
        return "" if PLACE.thing(id).extra else word["busted"]
    found = state.borders[BORDER.number(id)] if id in BORDER else [state.places[PLACE.number(id)]]
    return ", ".join(called.name(PIECE, PIECE.ids[each]) for each in found if each != NONE) or word["empty"]


def otherwise(id: str, was: State, now: State, language: str) -> Iterator[str]:
    """What came and what went: everything that a marker shows."""
    if id in PLACE:
        yield from _place(PLACE.number(id), was, now, language)
    elif id in BORDER:
        yield from _pieces(was.borders[BORDER.number(id)], now.borders[BORDER.number(id)], language)
    else:
        yield from _empire(EMPIRE.number(id), was, now, language)


def _place(place: int, was: State, now: State, language: str) -> Iterator[str]:
    word, called = words(language).otherwise, names(language)
    old, new = (table.there(each) >> place & 1 for each in (was, now))
    if old != new and not PLACE.things[place].extra:
        yield word["opened"] if new else word["busted"]
    old, new = was.places[place], now.places[place]
    if old != new:
        old_name, new_name = (
            called.name(PIECE, PIECE.ids[each]) if each != NONE else word["empty"] for each in (old, new)
        )
        yield word["instead"].format(new_name, old_name)
    elif table.levy(was, place) != (levy := table.levy(now, place)) and levy is not None:
        yield word["levy"].format(called.name(PIECE, PIECE.ids[levy]))


def _pieces(old: list[int], new: list[int], language: str) -> Iterator[str]:
    word, called = words(language).otherwise, names(language)
    for piece in sorted({*old, *new}):
        name = called.name(PIECE, PIECE.ids[piece])
        if (more := new.count(piece) - old.count(piece)) > 0:
            yield word["come"].format(name)
        elif more < 0:
            yield word["gone"].format(name)


def _empire(empire: int, was: State, now: State, language: str) -> Iterator[str]:
    word, called = words(language).otherwise, names(language)
    if was.ruled[empire] != now.ruled[empire]:
        yield called.name(RULE_OF, RULE_OF.ids[now.ruled[empire]])
    if table.is_king(was, empire) != table.is_king(now, empire):
        yield word["king"] if table.is_king(now, empire) else word["republic"]
    if was.suzerain[empire] != (suzerain := now.suzerain[empire]):
        of = called.name(EMPIRE, EMPIRE.ids[suzerain]) if suzerain != NONE else ""
        yield word["vassal"].format(of) if of else word["free"]
    for state, other, told in ((now, was, "come"), (was, now, "gone")):
        for queen in state.queens[empire]:
            if queen not in other.queens[empire]:
                yield word[told].format(called.name(ITEM, ITEM.ids[queen]))
    yield from _pieces(_bishop(was, empire), _bishop(now, empire), language)
    yield from _pieces(was.repressed[empire], now.repressed[empire], language)


def _bishop(state: State, empire: int) -> list[int]:
    religion = table.bishop_on(state, empire)
    return [] if religion == NONE else [PIECE.number(f"{RELIGION.ids[religion]}_bishop")]
