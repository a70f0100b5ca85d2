"""People as they are typed: `Name <address> [language [time zone]]`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cli.errors import Failed

if TYPE_CHECKING:
    from adjudicator.service.desk.deed import Newcomer

_PERSON = re.compile(r"\s*(?P<name>[^<>]*?)\s*<(?P<email>[^<>]+)>(?:\s+(?P<language>\S+))?(?:\s+(?P<zone>\S+))?\s*")


def newcomer(text: str) -> Newcomer:
    """Somebody who is given something to hold. Raises Failed.

    >>> newcomer("Stella Stone <stella@example.org> ru")
    Newcomer(name='Stella Stone', email='stella@example.org', language='ru', time_zone='')
    """
    from adjudicator.service.desk.deed import Newcomer

    found = _PERSON.fullmatch(text)
    if found is None:
        raise Failed(f"{text!r} is not written as: Name <address> [language [time zone]]")
    name = found["name"] or found["email"].partition("@")[0].capitalize()
    return Newcomer(name=name, email=found["email"], language=found["language"] or "", time_zone=found["zone"] or "")
