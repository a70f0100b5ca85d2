"""The picture in words, for readers who do not see it; and what is otherwise at a site whose ruler has stayed."""

from collections.abc import Iterator

from adjudicator.pictures.maps import BoardView

from ..facts import BANNER, CARD, CHANCELLOR, NONE, OATH, PLAYER, SITE, SLOT, SUIT
from ..rules import table
from ..state import SiteState, State
from .atlas import spoken, words
from .cards import name


def alt_text(shown: BoardView[State], title: str, language: str) -> str:
    """Return the oath and its keeper, who rules what and is where, what each player has, and what has changed."""
    state, to, word = shown.view, spoken(language), words(language).alt
    keeper = word["usurper" if state.usurper else "keeper"]
    lines = [f"{title}.", word["title"].format(to.thing(OATH, state.oath), to.thing(PLAYER, state.title), keeper)]
    lines += [*places(state, language), *(figures(state, seat, language) for seat in state.order)]
    banks = [f"{to.thing(SUIT, index)} {count}" for index, count in enumerate(state.banks)]
    lines.append(word["banks"].format(", ".join(banks)))
    if changed := [site_name(state, SLOT.number(change.id), language) for change in shown.changed]:
        lines.append(word["changed"].format(to.listing(changed)))
    return " ".join(lines)


def places(state: State, language: str) -> Iterator[str]:
    """Yield who rules which sites, and where the pawns are."""
    to, word = spoken(language), words(language).alt
    ruled: dict[str, list[str]] = {}
    for here in state.sites:
        if here.site != NONE:
            ruler = to.thing(PLAYER, here.colour) if here.warbands else word["outlaws"]
            ruled.setdefault(ruler, []).append(to.thing(SITE, here.site))
    for ruler, sites in ruled.items():
        yield word["rules"].format(ruler, to.listing(sites))
    pawns = [
        f"{to.thing(PLAYER, seat)} {to.short(SLOT, state.boards[seat].pawn)}"
        for seat in state.order
        if state.boards[seat].pawn != NONE
    ]
    if pawns:
        yield word["standing"].format(", ".join(pawns))


def figures(state: State, seat: str, language: str) -> str:
    """Return what a player has in a few figures: supply, warbands, tokens, cards, relics and banners."""
    board, word = state.boards[seat], words(language).alt
    counts = (board.supply, board.warbands, board.favor, board.secrets + board.turned)
    cards = (len(board.advisers) + len(board.hidden), table.held(state, seat))
    told = f"{word['figures'].format(*counts)}, {word['counts'].format(*cards)}"
    return f"{spoken(language).thing(PLAYER, seat)}: {told}."


def site_name(state: State, slot: int, language: str) -> str:
    """Return the site that lies in a space with the short name of the space: `Steppe K21`."""
    to, site = spoken(language), state.sites[slot].site
    told = words(language).site["facedown"] if site == NONE else to.thing(SITE, site)
    return f"{told} {to.short(SLOT, slot)}"


def holding(state: State, seat: str, language: str) -> str:
    """Describe what a player has: figures, advisers, vision, relics and banners."""
    to, word = spoken(language), words(language)
    who, has = to.thing(PLAYER, seat), ", ".join(_has(state, seat, language))
    if seat == CHANCELLOR:
        return f"{who}: {has}."
    return word.alt["seat"].format(who, word.seat["citizen" if state.boards[seat].citizen else "exile"], has)


def _has(state: State, seat: str, language: str) -> Iterator[str]:
    to, word, board = spoken(language), words(language).alt, state.boards[seat]
    yield word["figures"].format(board.supply, board.warbands, board.favor, board.secrets + board.turned)
    if board.advisers:
        yield word["advisers"].format(to.listing([name(state, adviser, language) for adviser in board.advisers]))
    if board.hidden:
        yield word["hidden"].format(len(board.hidden))
    if board.vision != NONE:
        yield word["vision"].format(to.thing(CARD, board.vision))
    held = [name(state, relic, language) for relic in board.relics]
    held += [
        f"{to.thing(BANNER, index)} {each.tokens}" for index, each in enumerate(state.banners) if each.holder == seat
    ]
    if held:
        yield word["holds"].format(to.listing(held))


def lying(id: str, state: State, language: str) -> str:
    """Describe what is at a site; "" for one that lies face down with nothing there."""
    return ", ".join(_lying(SLOT.number(id), state, language))


def _lying(slot: int, state: State, language: str) -> Iterator[str]:
    to, word, here = spoken(language), words(language).alt, state.sites[slot]
    if here.warbands:
        yield word["ruler"].format(to.thing(PLAYER, here.colour), here.warbands)
    elif here.site != NONE:
        yield word["bandits"]
    if here.cards:
        yield word["cards"].format(to.listing([name(state, card, language) for card in here.cards]))
    if here.relics:
        yield word["relics"].format(len(here.relics))
    if here.favor or here.secrets:
        yield word["tokens"].format(here.favor, here.secrets)
    if pawns := table.present(state, slot):
        yield word["pawns"].format(to.things(PLAYER, pawns))


def otherwise(id: str, was: State, now: State, language: str) -> Iterator[str]:
    """Yield what is otherwise of everything that the row of a site shows."""
    slot = SLOT.number(id)
    old, new = was.sites[slot], now.sites[slot]
    word = words(language).otherwise
    if old.site == NONE != new.site:
        yield word["opened"]
    yield from _warbands(old, new, language)
    yield from _cards(slot, was, now, language)
    for field in ("favor", "secrets"):
        before, after = getattr(old, field), getattr(new, field)
        if before != after:
            yield word[field].format(after, before)
    if len(old.relics) != len(new.relics):
        yield word["relics"].format(len(new.relics), len(old.relics))
    pawns = [table.present(each, slot) for each in (was, now)]
    for told, some, others in (("pawn_come", pawns[1], pawns[0]), ("pawn_gone", pawns[0], pawns[1])):
        if found := [seat for seat in some if seat not in others]:
            yield word[told].format(spoken(language).things(PLAYER, found))


def _warbands(old: SiteState, new: SiteState, language: str) -> Iterator[str]:
    word = words(language).otherwise
    rulers = [_ruler(each, language) for each in (new, old)]
    if rulers[0] != rulers[1]:
        yield word["ruler"].format(*rulers)
    if old.warbands != new.warbands and new.warbands:
        yield word["warbands"].format(new.warbands, old.warbands)


def _ruler(here: SiteState, language: str) -> str:
    return spoken(language).thing(PLAYER, here.colour) if here.warbands else words(language).alt["bandits"]


def _cards(slot: int, was: State, now: State, language: str) -> Iterator[str]:
    word, (old, new) = words(language).otherwise, (each.sites[slot].cards for each in (was, now))
    for told, some, others, state in (("come", new, old, now), ("gone", old, new, was)):
        for card in some:
            if card not in others:
                yield word[told].format(name(state, card, language))
    for card in new:
        if card in old and (was.ruined ^ now.ruined) >> card & 1:
            yield word["ruined" if now.ruined >> card & 1 else "restored"].format(name(now, card, language))
    if any(table.tokens(was, card) != table.tokens(now, card) for card in new if card in old):
        yield word["tokens"]


def is_cleared(id: str, was: State, now: State) -> bool:
    """Return whether something that lay at a site is gone, and nothing came."""
    slot = SLOT.number(id)
    old, new = ({*each.sites[slot].cards} for each in (was, now))
    return new < old
