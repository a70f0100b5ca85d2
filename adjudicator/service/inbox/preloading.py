"""What a process that handles mails does before the first one comes, so that nobody waits for it."""

from adjudicator.kernel.registry import game_named, games
from adjudicator.service.play.offers import prefilled_lines


def load_games() -> None:
    """Load every installed game with all its parts, which otherwise come one by one as they are needed."""
    for game in map(game_named, games()):
        for part in game.parts:
            game.part(part)
    prefilled_lines()
