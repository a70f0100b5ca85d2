"""A campaign goes on by the rules that are installed now, because everything so far comes out the same by them."""

from __future__ import annotations

import msgspec
from sqlalchemy import update
from sqlmodel import col

from adjudicator.service.campaign.matches import Table
from adjudicator.service.play import paused_orders
from adjudicator.store.tables import Match, Telling


def adopt(table: Table, by: str) -> int:
    """Write the installed version of the rules into a match, and try the orders that were kept meanwhile.

    The caller has made sure that a replay comes out the same. The next reports tell of it. Returns how many mails
    were tried; the table is out of date afterwards.
    """
    header, game = table.match.header, table.match.game
    installed = msgspec.structs.replace(header, version=game.version, content=game.content_hash)
    table.session.execute(
        update(Match)
        .where(col(Match.id) == table.head.match_id)
        .values(rules_version=game.version, content_hash=game.content_hash, options=msgspec.json.encode(installed))
    )
    details = {"from": f"{header.version} {header.content}", "to": f"{game.version} {game.content_hash}"}
    table.record(by, "upgrade adopt", details, Telling.REPORT)
    table.session.expire_all()
    return paused_orders.try_all(table.work, table.campaign.id)
