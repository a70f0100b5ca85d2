"""Acts at the moderator's desk: written down in one place, and told to the players where they touch play.

Every use case of a moderator records its act (`store.audits`). Whatever a command at the desk commits without having
done so is written down by the `Desk` of that command, so no act escapes the trail, whoever wrote the command.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from sqlalchemy import event
from sqlalchemy.orm import Session

from adjudicator.language import Language
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
        campaigns: Sequence[int] = session.info.get(LOCKED, ()) or (() if written else (INSTALLATION,))
        for campaign_id in dict.fromkeys(campaigns) if changed else ():
            if campaign_id not in self.recorded:
                act = audits.NewAct(self.author, self.command, self.details, self.telling)
                audits.record(session, campaign_id, act, self.clock.now())
                self.recorded.add(campaign_id)
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


def _details(act: Audit) -> dict[str, Any]:
    return msgspec.json.decode(act.details, type=dict[str, Any])


def _drawn(act: Audit, language: Language) -> str:
    """Draws that lay open with their results, hidden ones with their names."""
    draws = "; ".join(map(str, _details(act).get("draws", ())))
    return language.gettext("entered draws that were made at the table: %(draws)s", draws=draws)


def _which(act: Audit, language: Language) -> str:
    return {
        "none": language.gettext("none, the adjudicator makes them all"),
        "open": language.gettext("dice and what else is drawn openly"),
        "all": language.gettext("all"),
    }.get(str(_details(act).get("which")), "")


def _readers(act: Audit, language: Language) -> str:
    if _details(act).get("readers") == "own":
        return language.gettext("agreed that each seat's orders stay its own when the match is over")
    return language.gettext("agreed that everybody reads all orders when the match is over")


def _sentence(act: Audit, language: Language) -> str:
    reason = _details(act).get("reason")
    told = f"{act.author}: {_deed(act, language)}"
    return f"{told} ({reason})" if reason else told


def _deed(act: Audit, language: Language) -> str:
    """What a command did, in words."""
    known = {
        "draw": _drawn(act, language),
        "campaign draws": language.gettext(
            "changed which draws are entered by hand: %(which)s", which=_which(act, language)
        ),
        "upgrade adopt": language.gettext(
            "put a newer version of the program to work; so far everything comes out the same by it"
        ),
        "look": language.gettext("looked at what not everybody knows"),
        "campaign press": language.gettext("changed which letters are allowed (“press” tells which)"),
        "campaign orders": _readers(act, language),
        "mail release": language.gettext("let a mail count that had been set aside"),
        "mail reject": language.gettext("rejected a mail that had been set aside"),
        "mail reprocess": language.gettext("had a mail read once more"),
        "mail reread": language.gettext("had mails read again from the mailbox"),
        "address add": language.gettext("gave a player a further mail address"),
        "address release": language.gettext("let an address of a player count"),
        "address remove": language.gettext("took an address of a player out of use"),
    }
    return known.get(act.command) or language.gettext("used the command “%(command)s”", command=act.command)
