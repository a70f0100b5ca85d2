"""The log of a match as it stands in the store, for replay and comparison."""

from __future__ import annotations

from sqlalchemy.orm import Session

from adjudicator.kernel.log import Entry, entry_of
from adjudicator.kernel.registry import game_named
from adjudicator.service.campaign.matches import entry_decoder
from adjudicator.store import matches


def entries_of(session: Session, game_id: str, match_id: int, revision: int) -> list[Entry]:
    """The whole log of a line of play."""
    game = game_named(game_id)
    decoder = entry_decoder(game)
    rows = matches.log(session, match_id, revision)
    return [entry_of(decoder.decode(row.entry).line, game) for row in rows]
