"""Say how long a match takes by mail, where a house rule decides it."""

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.kernel.game import Game
from adjudicator.language import Language


def lasting(game: Game[Any], options: Mapping[str, Any], words: Language) -> Iterator[str]:
    """Yield a sentence for each option that decides how long a match is: its days with the value chosen, and others."""
    for option, days in game.days_by_option.items():
        chosen = options.get(option, game.options[option].default)
        others = (f"{option} = {value}: {_days(count, words)}" for value, count in days.items() if value != chosen)
        yield words.gettext(
            "With %(option)s = %(value)s this takes about %(days)s if everybody answers once a day and plans the next "
            "turns (%(others)s).",
            option=option,
            value=str(chosen),
            days=_days(days[chosen], words),
            others=", ".join(others),
        )


def _days(count: int, words: Language) -> str:
    return words.ngettext("%(n)s day", "%(n)s days", count)
