"""Prepare a process that handles mails before the first one comes, so that nobody waits for it."""

import gc

import structlog

from adjudicator.kernel.errors import BrokenGame
from adjudicator.kernel.registry import game_named, games, rules_kept
from adjudicator.service.play.offers import prefilled_lines

log = structlog.get_logger()
GARBAGE = 20_000
"""The number of new objects before garbage is searched for: mails leave little of it. With 700, as Python has it,
the search took a fortieth of all time."""


def load_games() -> None:
    """Load every installed game, and rules that were kept, with all their parts, which otherwise come one by one.

    One whose package does not load is logged; campaigns of the others go on.
    """
    gc.disable()  # what is loaded stays: to look for garbage in it meanwhile takes a third of the time
    for name in (*games(), *rules_kept()):
        try:
            game = game_named(name)
            for part in game.parts:
                game.part(part)
        except Exception as error:
            cause = error.__cause__ if isinstance(error, BrokenGame) else error
            log.error("a game does not load", game=name, exc_info=cause or error)
    prefilled_lines()
    keep_what_is_loaded()
    gc.set_threshold(GARBAGE)
    gc.enable()


def keep_what_is_loaded() -> None:
    """Exempt what is loaded from garbage collection.

    It is not searched from now on (130 ms, in the middle of somebody's message), nor copied by such a search into each
    forked worker.
    """
    gc.collect()
    gc.freeze()
