"""Log lines: to standard error, so that output can be piped; never bodies of mails or tokens."""

from __future__ import annotations

import logging

from adjudicator.service.logs import configure


def quiet() -> None:
    """For commands: only what is worth a warning."""
    configure(logging.WARNING)


def working() -> None:
    """For processes that stay: what they do, as JSON lines unless a person watches."""
    configure(logging.INFO)
