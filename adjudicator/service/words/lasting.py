"""Say how long a match takes by mail, where a house rule decides it."""

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.kernel.game import Game
from adjudicator.language import Language


def lasting(game: Game[Any], options: Mapping[str, Any], words: Language) -> Iterator[str]:
    """Yield a sentence for each option that decides how long a match is, with the days that its value means."""
    for option, days in game.days_by_option.items():
        count = days[options.get(option, game.options[option].default)]
        yield words.ngettext(
            "The match takes about %(n)s day if everybody answers once a day and plans the next turns.",
            "The match takes about %(n)s days if everybody answers once a day and plans the next turns.",
            count,
        )


def lengths(game: Game[Any]) -> Iterator[str]:
    """Yield for operators, for each such option, the days that each of its values means."""
    for option, days in game.days_by_option.items():
        yield "; ".join(f"{option} = {value}: about {count} days" for value, count in days.items())
