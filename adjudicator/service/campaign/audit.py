"""Acts at the moderator's desk: written down in one place, and told to the players where they touch play.

Every use case of a moderator records its act (`store.audits`). Whatever a command at the desk commits without having
done so is written down by the `Desk` of that command, so no act escapes the trail, whoever wrote the command.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from sqlalchemy import event
from sqlalchemy.orm import Session

from adjudicator.language import Language, msgid
from adjudicator.reports.model import Item, Section
from adjudicator.service.clock import Clock
from adjudicator.service.service import Service
from adjudicator.store import audits
from adjudicator.store.audits import INSTALLATION, RECORDED
from adjudicator.store.engine import BEFORE_COMMIT, LOCKED
from adjudicator.store.tables import Audit, Telling

_CHANGED = "adjudicator_changed"


def recorded(session: Session, campaign_id: int) -> bool:
    """Whether this transaction has written into the trail of a campaign."""
    return campaign_id in session.info.get(RECORDED, ())


@dataclass
class Desk:
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
        """The same installation, whose every commit goes through this desk."""
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


def acts_section(acts: Sequence[Audit], language: Language, zone: str) -> Section | None:
    """What a report tells of the acts since the one before; nothing where there were none."""
    if not acts:
        return None
    items = tuple(Item(name=language.time(act.at, zone, acts[-1].at), text=_sentence(act, language)) for act in acts)
    return Section(heading=language.gettext("What the moderators did"), items=items)


_DEEDS = {
    "draw": msgid("entered draws that were made at the table: %(draws)s"),
    "ruling": msgid("answered what the game asked the moderators (log entry %(log)s)"),
    "campaign draws": msgid("changed which draws are entered by hand: %(which)s"),
    "campaign orders": msgid("agreed that everybody reads all orders when the match is over"),
    "campaign orders own": msgid("agreed that each seat's orders stay its own when the match is over"),
    "campaign rated yes": msgid("agreed that the match counts for the ratings of its players"),
    "campaign rated no": msgid("agreed that the match does not count for the ratings of its players"),
    "campaign press": msgid("changed which letters are allowed (“press” tells which)"),
    "campaign mailbox": msgid("let mails come from another address"),
    "upgrade adopt": msgid("put a newer version of the program to work; so far everything comes out the same by it"),
    "look": msgid("looked at what not everybody knows"),
    "mail release": msgid("let a mail count that had been set aside"),
    "mail reject": msgid("rejected a mail that had been set aside"),
    "mail reprocess": msgid("had a mail read once more"),
    "mail reread": msgid("had mails read again from the mailbox"),
    "address add": msgid("gave a player a further mail address"),
    "address release": msgid("let an address of a player count"),
    "address remove": msgid("took an address of a player out of use"),
}
"""What commands did, in words; where it makes a difference, with the `readers` of their details, or what `counts`."""
_WHICH = {
    "none": msgid("none, the adjudicator makes them all"),
    "open": msgid("dice and what else is drawn openly"),
    "all": msgid("all"),
}


def _sentence(act: Audit, language: Language) -> str:
    """Who did what, and why. Draws that lay open are told with their results, hidden ones with their names."""
    details = msgspec.json.decode(act.details, type=dict[str, Any])
    chosen = details.get("readers") or details.get("counts")
    deed = _DEEDS.get(f"{act.command} {chosen}") or _DEEDS.get(act.command)
    which = _WHICH.get(details.get("which", ""), "")
    told = language.gettext(
        deed or msgid("used the command “%(command)s”"),
        command=act.command,
        draws="; ".join(map(str, details.get("draws", ()))),
        log=", ".join(map(str, details.get("log") or ())) if act.command == "ruling" else "",
        which=language.gettext(which),
    )
    reason = details.get("reason")
    return f"{act.author}: {told}" + (f" ({reason})" if reason else "")
