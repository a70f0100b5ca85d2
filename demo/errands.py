"""Choose what a player writes beside answers to questions: offers and words on them, standing orders, the next match.

How it is worded stands in the mails that they have got; nothing of the game is known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from demo.letters import Letter

_SIGNS = re.compile(r"^ +(A\d+) (yes|да)\b", re.MULTILINE)
_DECLINES = re.compile(r"^ +(A\d+ (?:no|нет))\b", re.MULTILINE)
_COUNTERS = re.compile(r"^ +(A\d+ (?:counter|иначе)): …", re.MULTILINE)
_MAKER = re.compile(r"^(\S+): (?:offer|предложение) A\d+", re.MULTILINE)
_EXAMPLES = re.compile(
    r"^(?:WHAT YOU MAY ORDER AT ANY TIME|ЧТО МОЖНО ПРИКАЗАТЬ В ЛЮБОЕ ВРЕМЯ)[^\n]*\n((?:.+\n)+)", re.MULTILINE
)
_EXAMPLE = re.compile(r"- (.+?): (an offer to|предложение;) ?(.+)")
_KIND = re.compile(r"(?:KIND is|ВИД — это) [“«]([^”»]+)[”»]")
_OFFERS = re.compile(r"[“«](offers|предложения)[”»] (?:lists what|покажут, что)")
"""A question that says where its reader finds what may be offered meanwhile."""
_NEXT = re.compile(r"[“«](next match \d+|следующая партия \d+)[”»]")
_CONFIRM = re.compile(r"\b((?:confirm|подтверждаю) \d{4}(?:-\d{4})+)\b")
YES, NO = 0.6, 0.8
"""How often an offer is signed, and up to where it is declined; else, where the player knows another order, it is
countered."""


def errands(letter: Letter, earlier: Sequence[Letter], dice: Random, *, next_match: bool) -> tuple[str, ...]:
    """Return the lines that a message makes its reader write; `next_match`: whether another match is to follow."""
    found = [*_on_offer(letter, earlier, dice), *_new_offer(letter, dice), *_standing(letter)]
    word, same = _OFFERS.search(letter.plain), _of_same(letter, earlier)
    if word and not any(_OFFERS.search(each.plain) for each in same):
        found.append(word[1])
    if next_match:
        found += [each[1] for each in (_NEXT.search(letter.text), _confirmed(letter, earlier)) if each]
    return tuple(found)


def talks(letter: Letter, earlier: Sequence[Letter], written: Sequence[str]) -> bool:
    """Return whether the reader waits for what comes of their offers before they answer the question."""
    offers = {order for order, _ in _offers(letter)}
    asked = any(_OFFERS.search(each.plain) for each in (letter, *_of_same(letter, earlier)))
    return asked and any(each in offers or each in ("offers", "предложения") for each in written)


def _of_same(letter: Letter, earlier: Sequence[Letter]) -> list[Letter]:
    """Return the earlier mails with the same question."""
    return [each for each in earlier if each.campaign == letter.campaign and each.asks == letter.asks]


def _on_offer(letter: Letter, earlier: Sequence[Letter], dice: Random) -> Iterator[str]:
    """Yield whether they sign an offer that is put before them."""
    signs, declines, counters = (each.search(letter.text) for each in (_SIGNS, _DECLINES, _COUNTERS))
    if not (signs and declines and counters):
        return
    maker, chance = _MAKER.search(letter.text), dice.random()
    others = [
        order
        for each in earlier
        for order, seats in _offers(each)
        if maker and maker[1][:-1] in seats and order not in letter.plain
    ]
    if chance >= YES and others:
        yield f"{counters[1]}: {dice.choice(others)}"
    else:
        yield declines[1] if YES <= chance < NO else f"{signs[1]} {signs[2]}"


def _new_offer(letter: Letter, dice: Random) -> Iterator[str]:
    """Yield one of the offers that a list says may be made."""
    possible = [order for order, _ in _offers(letter)]
    if possible:
        yield dice.choice(possible)


def _offers(letter: Letter) -> list[tuple[str, str]]:
    """Return the orders that a list gives as examples of offers, and to whom they would be made."""
    listed = _EXAMPLES.search(letter.text)
    items = re.split(r"\n(?= *- )", "\n" + listed[1]) if listed else []
    told = (_EXAMPLE.search(" ".join(item.split())) for item in items)
    return [(each[1], each[3]) for each in told if each]


def _standing(letter: Letter) -> Iterator[str]:
    """Yield what the player leaves unanswered for good, the first that a list of kinds names."""
    if kind := _KIND.search(letter.plain):
        yield f"постоянно {kind[1]}: нет" if "ВИД" in kind[0] else f"standing {kind[1]}: no"


def _confirmed(letter: Letter, earlier: Sequence[Letter]) -> re.Match[str] | None:
    """Return the word that begins the next match, if the player was asked for it."""
    asked = any(_NEXT.search(each.text) for each in earlier)
    return _CONFIRM.search(letter.plain) if asked else None
