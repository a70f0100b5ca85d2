"""Offer names of campaigns at the Tab key, beside commands and options."""

from collections.abc import Callable, Mapping


def campaigns(incomplete: str) -> list[str]:
    """Return the campaigns at play that begin like this, if the person who presses the key moderates them.

    Empty if the database or the settings cannot be read: completion must not show errors.
    """
    from adjudicator.store.campaigns import at_play  # only completion needs this, not a command that is carried out
    from adjudicator.store.engine import reading
    from cli.installation import at_work, quiet
    from cli.rights import sitter

    try:
        quiet()
        known = sitter()
        with at_work() as service, reading(service.engine) as session:
            names = sorted(each.name for each in at_play(session))
    except Exception:
        return []
    seen = names if known is None or known.campaigns is None else [name for name in names if name in known.campaigns]
    return [each for each in seen if each.startswith(incomplete)]


OFFERED: Mapping[str, Callable[[str], list[str]]] = {"CAMPAIGN": campaigns}
"""Functions that complete a value, by its word in the help of a command."""
