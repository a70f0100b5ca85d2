"""Versions of the program that lose mails or do things twice: the harness has to find each of them.

A mutant is a few words of a function that are replaced in the processes of a run, nowhere else.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from typing import Any

from msgspec import Struct


class Change(Struct, frozen=True):
    """In the function `where` (module:name), `old` becomes `new`."""

    where: str
    old: str
    new: str


HANDLE, SEND, FETCH = (
    "adjudicator.service.inbox.handling:_handle",
    "adjudicator.service.outbox.delivery:_send",
    "worker.poller:fetch_new",
)
AFTERWARDS = Change(
    "adjudicator.store.engine:writing",
    """
    reached(Point.COMMITTED)
""",
    """
    reached(Point.COMMITTED)
    if session.info.get("queued"):
        with writing(engine) as other:
            for each in session.info["queued"]:
                each(other)
""",
)
"""What was to be queued is, in a transaction of its own."""
MUTANTS: dict[str, tuple[Change, ...]] = {
    "a mail is moved before it is stored": (
        Change(
            FETCH,
            """
            _store(service, [_arrived(service, folder, fetched, name) for fetched in given])
            reached(Point.MOVING)
            _file_away(box, [fetched.uid for fetched in given], handled)
            reached(Point.MOVED)
""",
            """
            reached(Point.MOVING)
            _file_away(box, [fetched.uid for fetched in given], handled)
            _store(service, [_arrived(service, folder, fetched, name) for fetched in given])
            reached(Point.MOVED)
""",
        ),
    ),
    "a mail is acknowledged before it is handed over": (
        Change(
            "adjudicator.service.outbox.delivery:_sent",
            "    handed = await",
            """    with writing(service.engine) as session:
        outbound.handed_over(session, row.id, service.clock.now())
    handed = await""",
        ),
    ),
    "a mail is acknowledged when it is claimed": (
        Change(
            SEND,
            "    if not rows:",
            """    with writing(service.engine) as session:
        for row in rows:
            outbound.handed_over(session, row.id, now)
    if not rows:""",
        ),
        Change(
            "adjudicator.service.outbox.delivery:_still_ours",
            "outbound.still_to_go(session, row.id, row.due_at)",
            "row",
        ),
    ),
    "effects and settlement are two transactions": (
        Change(
            HANDLE,
            """
            if end is not Deferred.PUT_BACK""",
            """
        effects = session
        with writing(service.engine) as session:
            if end is not Deferred.PUT_BACK""",
        ),
        Change(HANDLE, "handed_on(session)", "handed_on(effects)"),
    ),
    "effects are committed before the settlement": (
        Change(
            HANDLE,
            """
            if end is not Deferred.PUT_BACK""",
            """
            session.commit()
            if end is not Deferred.PUT_BACK""",
        ),
    ),
    "a mail is settled before its effects": (
        Change(
            HANDLE,
            """
            reached(Point.HANDLING, row.id)
            end = Deferred.PUT_BACK if asks_again else run_pipeline(work, row, verdict)
""",
            """
            reached(Point.HANDLING, row.id)
            with session.begin_nested() as trial:
                end = run_pipeline(work, row, verdict)
                trial.rollback()
            session.expire_all()
            for key in set(session.info) - {"adjudicator_writing"}:
                del session.info[key]
            if end is not Deferred.PUT_BACK:
                inbound.settle(session, row.id, end)
                session.commit()
                row = mails.load(session, mail_id)
                work = service.work(session, mailbox=row.mailbox)
                end = run_pipeline(work, row, verdict)
                reached(Point.SETTLED)
                session.commit()
                return
""",
        ),
    ),
    "answers are queued behind the transaction": (
        Change(
            "adjudicator.store.outbound:queue",
            "        run(session, _QUEUE, [{**fixed, **asdict(mail)} for mail in mails])",
            """        rows = [{**fixed, **asdict(mail)} for mail in mails]
        session.info.setdefault("queued", []).append(lambda other: run(other, _QUEUE, rows))""",
        ),
        AFTERWARDS,
    ),
    "a notice is kept as arrived before it is sent": (
        Change(
            "adjudicator_channels.delivery:_send",
            "    handed = hand_over(service, channel, notice.name, body)\n",
            """    with writing(service.engine) as session:
        channels.arrived(session, notice)
    handed = hand_over(service, channel, notice.name, body)
""",
        ),
    ),
    "a notice gets a new id with each try": (
        Change(
            "adjudicator_channels.delivery:_send",
            "hand_over(service, channel, notice.name, body)",
            "hand_over(service, channel, f'{notice.name}-{notice.attempts}', body)",
        ),
    ),
    "notices are queued behind the transaction": (
        Change(
            "adjudicator_channels.queueing:put",
            "    session.add(row)\n",
            "    session.info.setdefault('queued', []).append(lambda other: other.add(row))\n",
        ),
        AFTERWARDS,
    ),
    "copies of a mail are taken for different ones": (
        Change(
            "adjudicator.store.inbound:_same_or_row",
            "    content = mail.content_hash\n",
            "    content = mail.content_hash + bytes([mail.place.uid % 256])\n",
        ),
    ),
    "what was left behind stays there": (
        Change("adjudicator.service.inbox.handling:left_behind", "return claimed", "return []"),
    ),
    "what was stored stays in the INBOX": (
        Change("worker.poller:_file_away_known", "sorted(known)", "()"),
    ),
    "tries are not counted": (
        Change(
            "adjudicator.service.inbox.handling:handle_again",
            "inbound.begin(session, mail_id, service.life.id, again=interrupted)",
            "0",
        ),
    ),
}  # fmt: skip
STANDING = ("what was left behind stays there", "what was stored stays in the INBOX", "tries are not counted")
"""Those in which something is never done: a run with them comes to a stand, where one without them does not."""


def become(name: str) -> None:
    """Change this process into that version; an empty name changes nothing. KeyError: there is none such.

    Raises LookupError when the words are not there any more: then the mutant has to follow the program.
    """
    for change in MUTANTS[name] if name else ():
        _change(change)


def changed(change: Change) -> str:
    """The function of a change as it is afterwards. LookupError: its words are not there any more."""
    module_name, _, function_name = change.where.partition(":")
    function: Callable[..., Any] = getattr(importlib.import_module(module_name), function_name)
    source = getattr(function, "mutated", None) or inspect.getsource(inspect.unwrap(function))
    if source.count(change.old) != 1:
        raise LookupError(f"{change.where} does not say once: {change.old}")
    return str(source.replace(change.old, change.new))


def _change(change: Change) -> None:
    module_name, _, function_name = change.where.partition(":")
    module = importlib.import_module(module_name)
    function: Callable[..., Any] = getattr(module, function_name)
    source = changed(change)
    exec(compile(source, f"<mutant of {change.where}>", "exec"), module.__dict__)
    mutant = getattr(module, function_name)
    mutant.mutated = source
    for other in list(sys.modules.values()):  # whoever has imported it by name
        for name, value in list(vars(other).items()) if other is not None else ():
            if value is function:
                setattr(other, name, mutant)
