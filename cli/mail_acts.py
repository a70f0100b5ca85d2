"""`adjudicator mail release | reject | reprocess`: what a moderator does with mails that were set aside."""

from __future__ import annotations

import re
from collections.abc import Callable

from adjudicator.service.inbox.releases import NotPossible, Treated
from adjudicator.service.service import Service
from adjudicator.store.engine import reading
from cli.database import at_the_desk
from cli.errors import Failed
from cli.own_part import OwnPart, may_treat


def number_of(name: str) -> int:
    """The number in `in-NUMBER`, or a number alone. Raises Failed."""
    match = re.fullmatch(r"(?:in-)?(\d{1,18})", name)
    if match is None:
        raise Failed(f"{name!r} is not written as in-NUMBER, as mail list tells it")
    return int(match[1])


def treat(mail_id: int, act: Callable[[Service], Treated]) -> Treated:
    """Do it. Raises Failed with the reason where it cannot be done."""
    with at_the_desk() as service:
        with reading(service.engine) as session:
            if not may_treat(service, session, mail_id):
                raise Failed(f"there is no mail in-{mail_id}{OwnPart(service, session).hint}")
        try:
            return act(service)
        except NotPossible as why:
            raise Failed(str(why)) from None


def told(treated: Treated) -> str:
    """For people."""
    reason = f": {treated.reason}" if treated.reason else ""
    return f"in-{treated.mail_id} is {treated.status} now{reason}"
