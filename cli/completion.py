"""What the Tab key offers beside commands and options: names of campaigns."""

from collections.abc import Callable, Mapping


def campaigns(incomplete: str) -> list[str]:
    """Campaigns at play that begin so, as far as whoever presses the key moderates them. None where the
    database or the settings cannot be read: a key is no place for an error.
    """
    from adjudicator.store.campaigns import at_play  # a command that is carried out needs none of this
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
    seen = names if known is None or known.campaigns is None else [each for each in names if each in known.campaigns]
    return [each for each in seen if each.startswith(incomplete)]


OFFERED: Mapping[str, Callable[[str], list[str]]] = {"CAMPAIGN": campaigns}
"""By the word for a value in the help of a command."""
