"""Learn how orders are worded from the examples in the forms."""

from __future__ import annotations

import re
from collections.abc import Callable

from demo.letters import Choice, Letter


class Vocabulary:
    """The wording of orders, learnt from the examples in the forms: `flag Savoy` for what `s1 Savoy` offers."""

    def __init__(self) -> None:
        self._verbs: dict[str, tuple[str, Callable[[str], str]]] = {}
        """Heading: what stands before the name, and how the name is made of the words of an option."""

    def learn(self, letter: Letter) -> None:
        """Take the wording from the examples."""
        for example in letter.examples:
            named = (
                (choice, how)
                for choice in letter.choices
                for how in (str, _without_remark)
                if choice.heading and _verb(example, how(choice.words))
            )
            found = max(named, key=lambda pair: len(pair[1](pair[0].words)), default=None)
            if found is not None:
                choice, how = found
                verb = _verb(example, how(choice.words))
                self._verbs.update(dict.fromkeys(_headings(choice.heading, verb), (verb, how)))

    def line(self, choice: Choice) -> str | None:
        """Return the order in words, or None while its wording is unknown."""
        known = (self._verbs[key] for key in _headings(choice.heading, "") if key in self._verbs)
        verb, how = next(known, ("", str))
        remark = choice.words.rpartition(" (")[2].rstrip(")")
        name = _without_remark(choice.words) if remark in choice.heading else how(choice.words)
        return verb + name if verb else None


def _verb(example: str, name: str) -> str:
    """Return the words of an order before a name, which may be inflected there (`флаг на Савойю`); "" if unknown."""
    words, names = example.split(" "), name.split(" ")
    verb, called = words[: -len(names)], words[-len(names) :]
    alike = all(
        one[: max(2, len(one) - 3)] == other[: max(2, len(one) - 3)] for one, other in zip(names, called, strict=False)
    )
    return " ".join(verb) + " " if verb and alike else ""


def _without_remark(words: str) -> str:
    """`Caicos (Tobacco)` without what explains it."""
    return re.sub(r" \([^()]+\)$", "", words)


def _headings(heading: str, verb: str) -> tuple[str, ...]:
    """Return the headings for which a wording holds: that of `Europe: place a flag` also for `India: place a flag`."""
    place, colon, action = heading.partition(": ")
    return (heading, action) if colon and place not in verb else (heading,)
