"""Acts at the moderator's desk, written down in one place; `adjudicator.service.moderation.acts` tells them to players.

Every use case of a moderator records its act (`store.audits`). Whatever a command at the desk commits without having
done so is written down by the `AuditedCommand` of that command, so no act escapes the trail, whoever wrote the command.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import event
from sqlalchemy.orm import Session

from adjudicator.service.clock import Clock
from adjudicator.service.service import Service
from adjudicator.store import audits
from adjudicator.store.audits import INSTALLATION, RECORDED
from adjudicator.store.engine import BEFORE_COMMIT, LOCKED
from adjudicator.store.tables import Telling

_CHANGED = "adjudicator_changed"


def recorded(session: Session, campaign_id: int) -> bool:
    """Return whether this transaction has written into the trail of a campaign."""
    return campaign_id in session.info.get(RECORDED, ())


@dataclass
class AuditedCommand:
    """One command at the desk: whatever it commits is an act of its author, written down once a campaign."""

    author: str
    command: str
    details: Mapping[str, Any]
    clock: Clock
    telling: Telling = Telling.REPORT
    recorded: set[int] = field(default_factory=set)
    changed: bool = False
    """Whether the command has committed anything."""

    def watch(self, service: Service) -> Service:
        """Return the same installation, with every commit passing through this desk."""
        if not event.contains(service.engine, "after_cursor_execute", _note_change):
            event.listen(service.engine, "after_cursor_execute", _note_change)
            event.listen(service.engine, "rollback", _forget_change)
        return replace(service, engine=service.engine.execution_options(**{BEFORE_COMMIT: self._before_commit}))

    def _before_commit(self, session: Session) -> None:
        session.flush()
        changed = session.connection().info.get(_CHANGED, False)
        written: set[int] = session.info.get(RECORDED, set())
        self.recorded |= written
        campaigns: Iterable[int] = session.info.get(LOCKED, ()) or (() if written else (INSTALLATION,))
        act = audits.NewAct(self.author, self.command, self.details, self.telling)
        for campaign_id in sorted({*campaigns} - self.recorded) if changed else ():
            audits.record(session, campaign_id, act, self.clock.now())
            self.recorded.add(campaign_id)
        self.changed = self.changed or changed
        _forget_change(session.connection())


def _note_change(connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool) -> None:
    if context is not None and (context.isinsert or context.isupdate or context.isdelete):
        connection.info[_CHANGED] = True


def _forget_change(connection: Any) -> None:
    connection.info.pop(_CHANGED, None)
