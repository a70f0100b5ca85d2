"""A mail written as to a person, in sections: what stands before a change of mind, and what behind it.

`flag Savoy and Sardinia. No wait, Bavaria instead` has two, and so has «флаг на Савойю; нет, лучше на Баварию». What
stands behind a `not` is no order but tells which ones are not meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from adjudicator.components.russian import lemmas, narrates
from adjudicator.orders.around import is_small
from adjudicator.orders.corrections import last_of, marker, starred, strikes, struck, trails, turned_apart
from adjudicator.orders.courtesy import courtesy, first_of
from adjudicator.orders.spoken import (
    INFINITIVES,
    asks,
    clauses,
    considers,
    doubtful,
    ends_round,
    finishes,
    is_talk,
    is_wished,
    tells_over,
    text_of,
    without_end,
)
from adjudicator.orders.text import SENTENCE, Word, order_part, words

_LONGEST_NAME = 3
"""Words of somebody's name."""
_QUESTION = re.compile(r"\?+")
_INTRODUCED = re.compile(r"([^.!?;:]+):")


class Section(Struct):
    """The words that may be orders, the places in them where sentences begin, and those behind each `not`.

    `finished`: its writer says that he is through. `again`: it corrects what stands before it. `lines` are the lines in
    which the words stand, counted from 0, `denied_lines` those of what is denied, `polite` the places of those that are
    only courtesies around an order.
    `unsure`: something is left out that may say more than it seems to. `no_more`: its writer wants nothing else.
    `chatted`: he tells something in it that is about no order; `introduced`: before he orders anything.
    """

    again: bool
    given: list[Word]
    starts: list[int]
    denied: list[Sequence[Word]]
    finished: bool = False
    lines: list[int] = []
    polite: set[int] = set()
    unsure: bool = False
    no_more: bool = False
    chatted: bool = False
    introduced: bool = False
    denied_lines: list[int] = []

    @property
    def is_empty(self) -> bool:
        """Whether nothing is said in it."""
        return not (self.given or self.denied or self.finished)

    @property
    def only_strikes(self) -> bool:
        """Whether it only says which orders are taken back: what stands behind it may take their place."""
        return self.again and bool(self.denied) and not (self.given or self.finished)

    @property
    def of_self(self) -> bool:
        """Whether its writer speaks of himself."""
        said = (*self.given, *(word for some in self.denied for word in some))
        return any(word.folded in courtesy().selves for word in said)

    def without(self, counted: frozenset[str]) -> Section:
        """The same without words that count something where no number stands behind: `with economic points`."""
        numbers = [word.folded.isdecimal() for word in (*self.given[1:], *self.given[:1])]
        kept = [at for at, word in enumerate(self.given) if numbers[at] or word.folded not in counted]
        given, starts = [self.given[at] for at in kept], [sum(at < start for at in kept) for start in self.starts]
        return Section(self.again, given, starts, self.denied, self.finished)


def sections(
    lines: Sequence[str],
    respelt: Callable[[str], str],
    known: Callable[[Word], bool],
    acts: Callable[[Word], bool] = lambda word: False,
    chats: Callable[[Sequence[Word]], bool] = lambda clause: False,
) -> list[Section] | None:
    """The sections of a mail; None for one with a question, a condition or a choice. `respelt` writes a line with the
    words of the orders, `known` are words that may stand in one, `acts` those that say what is done, and with what.
    `chats` says of clauses whether none of their words is about an order.
    """
    found = [Section(False, [], [], [])]
    said: list[Sequence[Word]] = []
    numbers: list[int] = []
    for number, line in enumerate(map(order_part, starred(lines))):
        plain, surely = without_wishes(line)
        if (not plain and line) or _narrates_first(line) or any(map(considers, clauses(line))):
            return None
        apart = turned_apart(plain, known)
        whole = not any(_turns(apart, at) for at in range(len(apart)))
        respelt_ = [respelt(plain)] if whole else [respelt(text_of(clause)) for clause in apart]
        said += [clause for text in respelt_ for clause in (clauses(text) if whole else [words(text)])]
        numbers += [number] * (len(said) - len(numbers))
        found[-1].unsure |= not surely
    signed = False
    for at, clause in enumerate(said):
        if is_dropped(said, at):
            found[-1].unsure = True
            continue
        if _signs(said, at, known):
            signed = True
            found[-1].unsure |= not _is_behind_farewell(said, at)
            continue
        found[-1].unsure |= signed and not is_talk(clause)
        bare = behind_links(clause)
        if tells_over(bare) and not (acts(bare[0]) and lemmas(bare[0].folded) & courtesy().over):
            found[-1].finished = True
            continue
        if not _turns(said, at) and not doubtful(clause) and not _is_of_others(clause) and chats(clause):
            if any(word.folded in courtesy().telling for word in clause):
                return None
            if ends_round(clause) and any(word.folded in courtesy().ending for word in clause):
                found[-1].finished = True  # `then I'm finished for this round`
                continue
            found[-1].chatted = True
            found[-1].introduced |= not found[-1].given
            continue
        if not _take(said, at, numbers[at], found, acts):
            return None
    if not any(each.given for each in found):
        found[-1].finished |= any(each.no_more for each in found)
    if found[-1].is_empty and len(found) > 1:
        return None
    return [each for each in found if not each.is_empty or each is found[0]]


def behind_links(clause: Sequence[Word]) -> Sequence[Word]:
    """A clause without `and then` in front of it."""
    while length := first_of(clause, 0, courtesy().links):
        clause = clause[length:]
    return clause


def _narrates_first(line: str) -> bool:
    """Whether what stands before a colon tells of something that was, or of what others do: «Читал книгу: …»."""
    told = [clauses(said)[-1:] for said in _INTRODUCED.findall(line)]
    return any(
        _is_of_others(clause) or any(narrates(word.folded) for word in clause if word.folded not in courtesy().words)
        for last in told
        for clause in last
    )


def _turns(every: Sequence[Sequence[Word]], place: int) -> bool:
    """Whether something is denied or taken back in a clause."""
    clause = every[place]
    return (
        marker(every, place) > 0
        or trails(clause) > 0
        or strikes(clause)
        or any(first_of(clause, at, courtesy().nots) for at in range(len(clause)))
    )


def _signs(said: Sequence[Sequence[Word]], at: int, known: Callable[[Word], bool]) -> bool:
    """Whether somebody signs with a clause: behind a farewell, or at the end with words of no order."""
    clause = said[at]
    if _turns(said, at) or len(clause) > _LONGEST_NAME or not all(word.typed[:1].isupper() for word in clause):
        return False
    if _is_behind_farewell(said, at):
        return True
    return (at + 1 == len(said) or (at > 0 and is_talk(said[at - 1]))) and not any(map(known, clause))


def _is_behind_farewell(said: Sequence[Sequence[Word]], at: int) -> bool:
    return at > 0 and first_of(said[at - 1], 0, courtesy().farewells) == len(said[at - 1])


def _take(
    said: Sequence[Sequence[Word]], at: int, line: int, found: list[Section], acts: Callable[[Word], bool]
) -> bool:
    """Put a clause of a line into its section; False for a doubt."""
    clause, length = said[at], marker(said, at)
    last = found[-1]
    if length:
        if (not last.is_empty and not last.only_strikes) or last is found[0]:
            found.append(Section(True, [], [], []))
        clause = clause[length:]
    elif trails(clause) and last.given:
        found.append(Section(True, [], [], []))
    if strikes(clause) and not acts(clause[0]):
        if not found[-1].again or found[-1].given:
            found.append(Section(True, [], [], []))
        taken, clause = struck(clause, acts)
        found[-1].denied += taken
        found[-1].denied_lines += [line] * len(taken)
    turned = first_of(clause, 0, courtesy().turns)
    contrasts = turned > first_of(clause, 0, courtesy().links)
    section = found[-1]
    section.unsure |= doubtful(clause[:turned])
    clause = clause[turned : len(clause) - trails(clause)]
    start, end = _humble(clause)
    section.unsure |= not all(map(_is_courtesy, (clause[:start], clause[end:])))
    clause = clause[start:end]
    folded = tuple(word.folded for word in clause)
    if folded in courtesy().no_more or folded in courtesy().rest_kept:
        section.no_more |= folded in courtesy().no_more
        section.unsure |= folded in courtesy().rest_kept
        return True
    if finishes(clause):
        section.finished = True
        return True
    if not clause or is_talk(clause):
        return True
    if _is_of_others(clause):  # what follows may be what they do, where nobody says what he does himself
        section.unsure = True
        return any(word.folded in courtesy().selves for other in said for word in other)
    told = without_end(clause)
    if len(told) < len(clause) and first_of(told, 0, courtesy().nots) == len(told):
        return False  # `not now`
    clause = told
    section.starts.append(len(section.given))
    goes_on = at > 0 and not (length or contrasts or is_small(clause[0]) or _says_what(clause, acts))
    section.unsure |= goes_on and _ends_denied(said[at - 1], acts)  # `don't flag Sweden, Savoy`: this one, or neither?
    for denied, told in _parted(clause, acts):
        given = [word for word in told if not denied or word.folded not in courtesy().of_nots]
        if any(first_of(given, at, courtesy().doubts) for at in range(len(given))) or is_wished(
            given, [word.folded for place, word in enumerate(given) if place not in {*_polite(given)}]
        ):
            return False
        if section.again and any(word.folded in courtesy().solely for word in given):
            return False  # of what was said before nothing may be left, or all of it
        if denied:
            section.denied.append(given)
            section.denied_lines.append(line)
        else:
            section.polite |= {len(section.given) + place for place in _polite(given)}
            section.lines += [line] * len(given)
            section.given += given
    return True


def _ends_denied(clause: Sequence[Word], acts: Callable[[Word], bool]) -> bool:
    """Whether the last that a clause says is that something is not done."""
    return any(denied and any(map(acts, told)) for denied, told in [*_parted(clause, acts)][-1:])


def _is_of_others(clause: Sequence[Word]) -> bool:
    """Whether somebody else is told what he does: `You take Savoy`; who asks for something says so."""
    own = any(
        word.folded in courtesy().kindly or first_of(clause, at, courtesy().for_oneself)
        for at, word in enumerate(clause)
    )
    led = 0
    while not first_of(clause, led, courtesy().others) and (length := _leads(clause, led)):
        led += length
    return 0 < first_of(clause, led, courtesy().others) < len(clause) - led and not own


def _leads(clause: Sequence[Word], at: int) -> int:
    """How many words here only lead to what is said: `so`, `and then`."""
    lists = courtesy()
    return max(first_of(clause, at, forms) for forms in (lists.turns, lists.links, lists.padding))


def _polite(given: Sequence[Word]) -> Iterator[int]:
    """The places of courtesies in front of an order, and of words that join two of them."""
    at, fresh = 0, True
    while at < len(given):
        polite = first_of(given, at, courtesy().before) if fresh else 0
        joins = 0 if polite else first_of(given, at, courtesy().links)
        joins = joins if at + joins < len(given) else 0  # behind all else «потом» is `later`
        yield from range(at, at + (polite or joins))
        fresh = bool(polite or joins)
        at += polite or joins or 1


def _parted(clause: Sequence[Word], acts: Callable[[Word], bool]) -> Iterator[tuple[bool, Sequence[Word]]]:
    """What is said, and what is denied: behind a `not` to where the sentence turns. A `not` that ends a clause, or
    stands in front of its verb, denies what it stands behind: «эскадру не строю».
    """
    if length := last_of(clause, courtesy().nots_behind):
        yield True, clause[: len(clause) - length]
        return
    pieces = list(_pieces(clause, acts))
    (was, before), (denied, last) = pieces[-2:] if len(pieces) > 1 else ((True, ()), (False, ()))
    if denied and not was and (is_talk(last) or all(acts(word) or is_small(word) for word in last)):
        pieces[-2:] = [(True, [*before, *last])]
    yield from pieces


def _pieces(clause: Sequence[Word], acts: Callable[[Word], bool]) -> Iterator[tuple[bool, Sequence[Word]]]:
    start, denied, at, instead = 0, False, 0, False
    while at < len(clause):
        if instead and at > start and (clause[at].folded in courtesy().doing or acts(clause[at])):
            yield True, clause[start:at]
            start, denied, instead = at, False, False
        spared, end = (0, 0) if denied else _spared(clause, at)
        if end:
            if clause[start:at]:
                yield False, clause[start:at]
            yield True, clause[at + first_of(clause, at, courtesy().sparing) : spared]
            start = at = end
            continue
        length = first_of(clause, at, courtesy().turns if denied else courtesy().nots)
        if length:
            if clause[start:at] or denied:
                yield denied, clause[start:at]
            instead = not denied and tuple(word.folded for word in clause[at : at + length]) in courtesy().nots_instead
            joined = first_of(clause, at, courtesy().links) if denied else 0
            length = max(length, joined)
            start, denied = at + length, not denied or (joined > 0 and not _says_what(clause[at + length :], acts))
        at += length or 1
    if clause[start:] or denied:
        yield denied, clause[start:]


def _says_what(clause: Sequence[Word], acts: Callable[[Word], bool]) -> bool:
    """Whether a clause begins with what is done: only then is it no part of what is denied before it, as in `don't flag
    Sweden and Savoy`.
    """
    first = next((word for word in clause if not is_small(word) or word.folded in courtesy().doing), None)
    return first is not None and (acts(first) or first.folded in courtesy().doing)


def _spared(clause: Sequence[Word], at: int) -> tuple[int, int]:
    """Before which word ends what is left alone from here on, and behind which the words that say so: `let Savoy be`;
    0, 0 where nothing is. `let Savoy be mine` leaves nothing alone, and `leave me alone` is about no order.
    """
    begun = first_of(clause, at, courtesy().sparing)
    for place in range(at + begun + 1, len(clause)) if begun else ():
        if first_of(clause, place, courtesy().sparing):
            break
        end = place + first_of(clause, place, courtesy().spared)
        end += first_of(clause, end, courtesy().after) if end > place else 0
        himself = all(word.folded in courtesy().selves for word in clause[at + begun : place])
        if end > place and not himself and (end == len(clause) or first_of(clause, end, courtesy().turns)):
            return place, end
    return 0, 0


def is_dropped(every: Sequence[Sequence[Word]], at: int) -> bool:
    """Whether a clause only says what somebody had in mind before he thought better of it: `I was going to take the
    first one, but …`.
    """
    told = every[at][first_of(every[at], 0, courtesy().turns) :]
    behind = every[at + 1][:1] if at + 1 < len(every) else ()
    return considers(told) and any(word.folded in courtesy().but for word in (*told, *behind))


def without_humble(clause: Sequence[Word]) -> Sequence[Word]:
    """A clause without a condition that is only polite."""
    return clause[slice(*_humble(clause))]


def _humble(clause: Sequence[Word]) -> tuple[int, int]:
    """Where a clause begins and ends without a condition that is only polite: `if you don't mind`. In front it stands
    alone, or before the person who asks.
    """
    forms, lists = courtesy().humble, courtesy()
    length, end = first_of(clause, 0, forms), len(clause) - last_of(clause, forms)
    own = length == len(clause) or (0 < length < end and clause[length].folded in lists.selves)
    start = max((at for at, word in enumerate(clause) if at and word.folded in lists.ifs), default=end)
    if end == len(clause) and start + 1 < end and all(w.folded in lists.humble_words for w in clause[start + 1 :]):
        end = start  # `if that's still allowed`
    return (length, max(end, length)) if own else (0, end)


def _is_courtesy(condition: Sequence[Word]) -> bool:
    """Whether nobody could mean a condition by it: `if you would be so kind`."""
    return first_of(condition, 0, courtesy().courteous) == len(condition)


def without_wishes(line: str) -> tuple[str, bool]:
    """A line with its polite questions as orders: `flag Savoy` for `could you please flag Savoy?`; "" where it has a
    question that asks something. And whether they surely order it: who asks for leave may only want to know.
    """
    if not (asks(line) or _requests(line)):
        return line, True
    told, surely = [], True
    for sentence in SENTENCE.findall(line):
        if asks(sentence) and all(map(is_talk, clauses(sentence))):
            continue  # how are you?
        plain, kind = _as_wish(sentence)
        if not plain and asks(sentence):
            return "", False
        told.append(plain or sentence)
        surely = surely and kind
    return " ".join(told), surely


def _requests(line: str) -> bool:
    """Whether a clause of a line begins as a request."""
    return any(_request(clause) for clause in clauses(line))


def _request(clause: Sequence[Word]) -> int:
    """How many words begin a polite question, with one that joins it to what stands before it."""
    turned = first_of(clause, 0, courtesy().turns)
    length = first_of(clause, turned, courtesy().requests)
    return turned + length if length else 0


def _as_wish(sentence: str) -> tuple[str, bool]:
    """A sentence that asks politely to do something, perhaps behind something else that it says, without what makes it
    a question; "" for any other one. And whether the program itself is asked, in a kind word.
    """
    every = clauses(sentence)
    parts = [part[first_of(part, 0, courtesy().turns) :] for part in every]
    at = next((at for at, part in enumerate(parts) if first_of(part, 0, courtesy().requests)), len(parts))
    said = [part for part in parts[:at] if not is_talk(part)]
    if at == len(parts) or any(map(doubtful, said)):
        return "", True
    length = first_of(parts[at], 0, courtesy().requests)
    form = tuple(word.folded for word in parts[at][:length])
    behind = [*parts[at][length:], *(word for part in parts[at + 1 :] for word in part)]
    rest = [word for word in behind if word.folded not in courtesy().kindly]
    if not rest:
        return "", False
    kind = len(rest) < len(behind) or any(word.folded in courtesy().kindly for word in parts[at][:length])
    goods = form in courtesy().requests_of_goods and not rest[0].folded.endswith(INFINITIVES)
    if not (kind or goods or form in courtesy().requests_to_do):
        return "", False
    then = sentence[behind[0].column - 1 :]
    before = sentence[: every[at][0].column - 1] if said else ""
    surely = kind and not said and not courtesy().of_you.isdisjoint(form)
    return before + (_as_wish(then)[0] or _QUESTION.sub(".", then)), surely
