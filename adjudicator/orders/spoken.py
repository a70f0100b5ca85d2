"""What people write around an order when they write as to a person: `Hi Anna, I think I'd like to take 1a, then c1!`

A line that cannot be read as it stands is taken apart into its sentences and the polite words around the orders are
left away. They are closed lists (`courtesy.yaml`): whatever else stands in a line stays there and makes it unreadable,
so that no prose is ever carried out. A line with a doubt (`not`, `or`, `if`, a question mark) is not touched at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from adjudicator.components.russian import lemmas, narrates
from adjudicator.orders.courtesy import courtesy, first_of, phrase_at, phrase_before
from adjudicator.orders.text import Word, clean, order_part, words

_SENTENCE_END = re.compile(r"[,;:()!|]|\.(?=\s|$)|\.\.|\s-\s")
_ASKS = re.compile(r"\?(?=[\s\"')!?.]|$)")
_MOST_WORDS = 80
_NEAR_ROUND = 8
"""Words from that for a round to that for its end."""
_FOR = ("for", "за")
INFINITIVES = ("ть", "ти", "чь", "ться")
"""How Russian infinitives end: «можно построить» asks what is allowed, «можно форт» asks for it."""


class Part(Struct, frozen=True):
    """A sentence of a line without its courtesies. `led`: one that chooses stood in front (`option b`), so that a
    letter that is also a word is a code.
    """

    words: tuple[Word, ...]
    led: bool = False

    @property
    def text(self) -> str:
        """As it can be read again."""
        return text_of(self.words)


def text_of(given: Sequence[Word]) -> str:
    """Words as a line."""
    text = ""
    for word in given:
        text += ("," if word.broken and text else "") + (" " if text else "") + word.typed
    return text


def asks(line: str) -> bool:
    """Whether the line is written as a question: a question mark behind a word."""
    return _ASKS.search(order_part(line)) is not None


def doubtful(given: Sequence[Word]) -> bool:
    """Whether a word among these makes a wish, a condition or a choice of the line."""
    folded = [word.folded for word in given]
    at = 0
    while at < len(folded):
        link = phrase_at(folded, at, courtesy().links)
        if link <= 1 and phrase_at(folded, at, courtesy().doubts):
            return True
        at += max(link, 1)  # `after which` doubts nothing
    return False


def considers(given: Sequence[Word]) -> bool:
    """Whether the words begin to tell what was thought of first: `I was going to flag Savoy`; «хотел бы» wishes it."""
    lists, led = courtesy(), 0
    while not (length := first_of(given, led, lists.considered)) and (polite := first_of(given, led, lists.padding)):
        led += polite
    return length > 0 and not any(word.folded in lists.would for word in given[led + length : led + length + 1])


def is_wished(given: Sequence[Word], said: Sequence[str]) -> bool:
    """Whether something is only compared, or would be done: «построили бы», «Савойя лучше Баварии». `said` are the
    folded words without courtesies.
    """
    folded = [word.folded for word in given]
    if any(then in (*courtesy().would, "ли") and word.endswith(INFINITIVES) for word, then in pairwise(folded)):
        return True  # «построить бы форт», «построить ли форт»
    told = (word for word in said if (word,) not in courtesy().padding)
    would = any(word.folded in courtesy().would for word in given) and any(map(narrates, told))
    return would or not courtesy().comparing.isdisjoint(said)


def agrees(line: str) -> bool:
    """Whether the line says yes and nothing else."""
    if asks(line):
        return False
    parts = _without_greetings(_sentences(line))
    said = tuple(word.folded for part in parts for word in part if tuple(w.folded for w in part) not in courtesy().idle)
    return said in courtesy().agreed


def disagrees(line: str) -> bool:
    """Whether the line says no, or that something is to be forgotten, and nothing else."""
    if asks(line):
        return False
    parts = [tuple(word.folded for word in part) for part in _without_greetings(_sentences(line, links=False))]
    said = [part for part in parts if part not in courtesy().idle]
    return bool(said) and all(part in courtesy().refused for part in said)


def finishes(given: Sequence[Word]) -> bool:
    """Whether the words say that somebody is through, with his mail or with his move."""
    return tuple(word.folded for word in given) in courtesy().finished | courtesy().no_more


def ends_round(given: Sequence[Word]) -> bool:
    """Whether some of the words say that a round is over: `call it a round`, «раунд полагаю законченным»."""
    said = [lemmas(word.folded) for word in given]
    rounds = [at for at, forms in enumerate(said) if forms & courtesy().round_words]
    overs = [at for at, forms in enumerate(said) if forms & courtesy().over]
    return any(abs(one - other) <= _NEAR_ROUND for one in rounds for other in overs)


def tells_over(given: Sequence[Word]) -> bool:
    """Whether the words say that their writer is through, and nothing else: `that completes my round`, `all done`."""
    lists = courtesy()
    if tuple(word.folded for word in given) in lists.finished:
        return True
    rest = [word.folded for word in given if not lemmas(word.folded) & (lists.round_words | lists.over)]
    return bool(rest) and ends_round(given) and lists.around_end.issuperset(rest)


def greets(line: str) -> bool:
    """Whether the line is a greeting and nothing else."""
    return not _without_greetings(_sentences(line))


def sentences(line: str, *, signs: bool = True, links: bool = True) -> list[Part] | None:
    """The sentences of a line that say something, without their courtesies; None for a question or a doubt. They end at
    `signs`, and at `links`: words that may join two orders.
    """
    given = words(order_part(line))
    if len(given) > _MOST_WORDS or asks(line) or doubtful(given):
        return None
    found = _without_greetings(_sentences(line, signs=signs, links=links))
    return [stripped for part in found if (stripped := _stripped(part)).words]


def said_in(line: str) -> list[list[Word]]:
    """The sentences of a line that are neither greetings nor courtesies, whole; also of a question or a doubt."""
    if len(words(order_part(line))) > _MOST_WORDS:
        return []
    greetings = courtesy().greetings
    parts = [part for part in _sentences(line) if phrase_at([word.folded for word in part], 0, greetings) < len(part)]
    return [part for part in parts if _stripped(part).words]


def clauses(line: str) -> list[list[Word]]:
    """What stands between the signs of a line, without greetings."""
    return _without_greetings(_sentences(line, links=False))


def turns_down(given: Sequence[Word], at: int) -> bool:
    """Whether something is denied, kept or spared at a place."""
    lists = courtesy()
    return any(first_of(given, at, forms) for forms in (lists.nots, lists.nots_behind, lists.sparing, lists.keeping))


def counts_a_turn(given: Sequence[Word], at: int) -> bool:
    """Whether an ordinal and what it counts stand here: `the first round` names no First War and no first answer."""
    behind = given[at + 1 : at + 2]
    counted = behind and not behind[0].broken and behind[0].folded in courtesy().counted_turns
    return bool(counted) and given[at].folded in courtesy().places


def without_end(given: Sequence[Word]) -> Sequence[Word]:
    """The words without the courtesies behind them."""
    folded, end = [word.folded for word in given], len(given)
    while length := phrase_before(folded, 0, end, courtesy().after):
        end -= length
    return given[:end]


def is_talk(given: Sequence[Word]) -> bool:
    """Whether the words are courtesies and nothing else."""
    return not _stripped(given).words


def _sentences(line: str, *, signs: bool = True, links: bool = True) -> list[list[Word]]:
    """The words between two signs, or between two words that join orders."""
    plain = clean(order_part(line))
    found: list[list[Word]] = [[]]
    end = 0
    given = words(plain)
    folded = [word.folded for word in given]
    at = 0
    while at < len(given):
        word = given[at]
        start = word.column - 1
        if signs and _SENTENCE_END.search(plain[end:start] + ("" if end == 0 else " ")):
            found.append([])
        link = phrase_at(folded, at, courtesy().links) if links else 0
        if any(word.broken for word in given[at + 1 : at + link]):
            link = 0
        if link and at:
            found.append([])
        else:
            link = max(link, 1) if not link else 1
            found[-1].extend(given[at : at + link])
        end = given[at + link - 1].column - 1 + len(given[at + link - 1].typed)
        at += link
    return [part for part in found if part]


def _without_greetings(parts: list[list[Word]]) -> list[list[Word]]:
    """Without `hi`, `hi Anna`, `Anna`: a greeting, and the name that follows it."""
    kept: list[list[Word]] = []
    greeted = False
    for place, part in enumerate(parts):
        folded = [word.folded for word in part]
        length = phrase_at(folded, 0, courtesy().greetings)
        if length and len(part) <= length + 2 and place < 2:
            greeted = len(part) == length
            if any(map(_has_figure, part[length:])):  # nobody is called so
                kept.append(part[length:])
            continue
        if greeted and len(part) == 1 and _is_somebody(part[0]):
            greeted = False
            continue
        greeted = False
        kept.append(part)
    return kept


def _is_somebody(word: Word) -> bool:
    return word.typed[:1].isupper() and len(word.typed) > 2 and not _has_figure(word)


def _has_figure(word: Word) -> bool:
    return any(map(str.isdecimal, word.folded))


def _thanks(folded: Sequence[str]) -> bool:
    """Whether somebody thanks for something that is none of the game's: `and thank you for the lovely report`."""
    link = phrase_at(folded, 0, courtesy().links)
    start = link + phrase_at(folded, link, courtesy().thanks)
    return link < start < len(folded) and folded[start] in _FOR and courtesy().thanked_for.issuperset(folded[start:])


def _stripped(part: Sequence[Word]) -> Part:
    lists = courtesy()
    given = list(part)
    folded = [word.folded for word in given]
    if tuple(folded) in lists.idle or _thanks(folded):
        return Part(())
    start, end = 0, len(given)
    taken: list[tuple[str, ...]] = []
    while start < end and (length := phrase_at(folded, start, lists.before)):
        taken.append(tuple(folded[start : start + length]))
        start += length
    while end > start and (length := phrase_before(folded, start, end, lists.after)):
        end -= length
    return Part(tuple(given[start:end]), led=any(form in lists.choosing for form in taken))
