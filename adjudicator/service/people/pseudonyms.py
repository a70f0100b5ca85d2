"""Give a pseudonym to somebody who wanted to be forgotten, and free texts of them."""

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

HOST = "erased.invalid"
"""Nothing is ever delivered there (RFC 2606, 2)."""
GONE = "[…]"
"""Stands for a text that was theirs; needs no translation."""
SHORTEST = 8
"""Characters of a line of theirs that is looked for in other texts; shorter ones are anybody's."""


def name_of(person_id: int) -> str:
    """Return the pseudonym of an erased person."""
    return f"N. N. {person_id}"


def address_of(person_id: int) -> str:
    """Return the address that replaces theirs; nothing goes there."""
    return f"nn-{person_id}@{HOST}"


def message_id_of(message_id: str) -> str:
    """Return a pseudonym for the id of one of their messages: it often names a machine of the writer."""
    return f"<{sha256(message_id.encode()).hexdigest()[:32]}@{HOST}>"


class Scrub:
    """Puts a pseudonym where a name or an address stands, and `GONE` where a line stands that they wrote.

    A name counts as a whole word only, an address in any case, a line as a whole wherever it stands.
    """

    def __init__(self, person_id: int, names: Iterable[str], emails: Iterable[str], lines: Iterable[str]) -> None:
        self._stands_for: dict[str, str] = {}
        patterns = []
        for email in emails:
            self._stands_for[email.casefold()] = address_of(person_id)
            patterns.append(rf"(?i:(?<![\w.+-]){re.escape(email)}(?![\w-]))")
        for line in sorted({each.strip() for each in lines}, key=len, reverse=True):
            if len(line) >= SHORTEST:
                self._stands_for[line.casefold()] = GONE
                patterns.append(re.escape(line))
        for name in names:
            self._stands_for[name.casefold()] = name_of(person_id)
            patterns.append(rf"(?<!\w){re.escape(name)}(?!\w)")
        self._pattern = re.compile("|".join(patterns)) if patterns else None

    def text(self, text: str) -> str:
        """Return the text without the person's names and addresses."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self._stands_for[found[0].casefold()], text)

    def mentions(self, text: str) -> bool:
        """Return whether they stand in it."""
        return self._pattern is not None and self._pattern.search(text) is not None

    def value(self, value: Any) -> Any:
        """Return a JSON value with all its texts scrubbed, except the keys of objects."""
        match value:
            case str():
                return self.text(value)
            case list():
                return [self.value(each) for each in value]
            case dict():
                return {key: self.value(each) for key, each in value.items()}
        return value
