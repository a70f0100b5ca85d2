"""Names in lines of their own below an order that takes several things: `fabricate claims on`, `Aragon`, `Portugal`.

Read one by one, the first line would be the whole order and the names below it would wait for something that does not
come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from adjudicator.orders.answers import Answers
from adjudicator.orders.codes import reading_of
from adjudicator.orders.courtesy import courtesy
from adjudicator.orders.drafts import Line
from adjudicator.orders.outcomes import Outcome
from adjudicator.orders.prose import Told
from adjudicator.orders.sayings import Reading
from adjudicator.orders.shelves import Id
from adjudicator.orders.text import Word, order_part, words


def with_lists(
    new: Sequence[Line], is_thing: Callable[[Sequence[Word]], bool], read: Callable[[Sequence[Line]], Outcome]
) -> Outcome:
    """What lines come to: with each list in the line above it where that leaves none of its names behind, and as they
    stand it would. `is_thing` tells names from orders, `read` what lines come to.
    """
    outcome = read(new)
    left = {row.line for row in outcome.rows if row.status == "waiting"}
    below = {line.number: name for line in new[1:] if left and is_thing(words(name := _name(line.text)))}
    if left.isdisjoint(below):
        return outcome
    joined = list[Line]()
    for line in new:
        if line.number in below and joined:
            above = joined[-1].text.rstrip()
            sign = "" if above.endswith(":") else ","
            joined[-1] = replace(joined[-1], text=f"{above.removesuffix(':')}{sign} {below[line.number]}")
        else:
            joined.append(line)
    told = read(joined)
    rows = [row for row in told.rows if row.source == "mail"]
    whole = not told.refused and len(rows) == len(joined) and all(row.status != "waiting" for row in rows)
    return told if whole else outcome


def as_one(told: Sequence[Told], answers: Answers) -> list[Told]:
    """The orders of a mail, typed as codes, with those that are the same but for what they name as the one answer that
    names all of it; empty: there is none.
    """
    apart: dict[str, list[tuple[Told, Reading]]] = {}
    for each in told:
        if (reading := _of(each.text, answers)) is not None:
            apart.setdefault(str(reading.action.__struct_config__.tag), []).append((each, reading))
    op, same = next(((op, same) for op, same in apart.items() if len(same) > 1), ("", []))
    named = Counter(thing for _, reading in same for thing in _things(reading, answers))
    found = [code for code, option in answers.now([op]) if _things(reading_of(option, answers.book), answers) == named]
    if len(found) != 1:
        return []
    (first, *others) = (each for each, _ in same)
    whole = first._replace(text=found[0], words=", ".join(each.words for each, _ in same))
    return [whole if each == first else each for each in told if each not in others]


def _things(reading: Reading, answers: Answers) -> Counter[tuple[tuple[str, Id], ...]]:
    return Counter(map(tuple, answers.book.things_of(reading)))


def _of(code: str, answers: Answers) -> Reading | None:
    at = answers.by_code.get(code)
    return None if at is None else reading_of(answers.listed[at], answers.book)


def _name(text: str) -> str:
    """A line without the mark of a list, and without the word that joins it to the line above."""
    plain = order_part(text)
    given = words(plain)
    first = next((word for word in given if word.folded not in courtesy().joining), None)
    return plain if first is None else plain[first.column - 1 :]
