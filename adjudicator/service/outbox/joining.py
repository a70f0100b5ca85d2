"""One mail to one person: what is said in the same transaction to several seats that they play is joined.

A mail shows the news, the position and the open questions of all seats of its reader. So what only asks is said by
whatever else tells where things stand, and what is the same for all seats is said once.
"""

from typing import Any, Final

from msgspec.structs import replace

from adjudicator.service.outbox import payloads
from adjudicator.service.outbox.payloads import Agreed, Answer, AnyIntent, Ask, Correction, Gather, LineRead, Tell

PLAIN: Final = frozenset(("joined", "status"))
"""The topics of mails before the match that say nothing besides how things stand."""
ASKING: Final = frozenset(("bids", "bids_awaited"))
"""The topics of mails that take its place: they ask for bids, and tell who moderates that they do."""
OVER: Final = "over"
"""The topic of the last mail of a match, which an answer takes the place of."""


def join_mails(first: AnyIntent, second: AnyIntent) -> AnyIntent | None:
    """Merge two messages to seats of one person from the same position.

    Returns None if neither can say what the other says.
    """
    if isinstance(first, Gather) and isinstance(second, Gather):
        return _gathering(first, second)
    if isinstance(first, Ask | Agreed) and isinstance(second, Answer):
        return _asking(second, first)
    if isinstance(first, Answer) and isinstance(second, Ask | Agreed):
        return _asking(first, second)
    if isinstance(second, Answer) and isinstance(first, Tell) and first.topic == OVER:
        return _asking(second, first)
    if type(first) is not type(second):
        return None
    join = _ALIKE.get(type(first))
    if join is not None:
        whole: AnyIntent = join(first, second)
        return whole
    return _once(first, second) if _said(first) == _said(second) else None


def _asking(answer: Answer, other: Agreed | Ask | Tell) -> Answer:
    """Return the answer with what is new, if there is anything that its reader has not been told."""
    since, number = min(answer.since, other.since), answer.number or other.number
    return replace(answer, since=since, before=min(answer.before, other.since), number=number)


def _gathering(first: Gather, second: Gather) -> Gather | None:
    """Join two messages of a reader before the match: each tells all their seats; a bid is asked for where they sit."""
    if first == second:
        return first
    if first.said or second.said:
        return None
    asking = [each for each in (first, second) if each.topic in ASKING]
    return asking[0] if len(asking) == 1 and PLAIN & {first.topic, second.topic} else None


def _asks(first: Ask, second: Ask) -> Ask:
    return replace(
        first,
        since=min(first.since, second.since),
        overdue=tuple(dict.fromkeys((*first.overdue, *second.overdue))),
        ordered=first.ordered or second.ordered,
    )


def _answers(first: Answer, second: Answer) -> Answer:
    """Join the answer to a message, and what became of lines that waited."""
    return replace(
        first,
        since=min(first.since, second.since),
        before=min(first.before, second.before),
        subject=first.subject or second.subject,
        lines=(*first.lines, *second.lines),
        ignored=(*first.ignored, *second.ignored),
        notes=tuple(dict.fromkeys((*first.notes, *second.notes))),
        number=first.number or second.number,
        draft=first.draft or second.draft,
        dropped=(*first.dropped, *second.dropped),
        counting=_both(first.counting, second.counting),
        said=(*first.said, *second.said),
        shows=tuple(dict.fromkeys((*first.shows, *second.shows))),
        title=first.title or second.title,
        receipt=first.receipt or second.receipt,
        receipts=(*first.receipts, *second.receipts, *((second.receipt,) if first.receipt and second.receipt else ())),
    )


def _both(first: tuple[LineRead, ...] | None, second: tuple[LineRead, ...] | None) -> tuple[LineRead, ...] | None:
    return second if first is None else (*first, *(second or ()))


def _corrections(first: Correction, second: Correction) -> Correction:
    return replace(
        first,
        since=min(first.since, second.since),
        number=first.number or second.number,
        put_in=first.put_in or second.put_in,
        lost=tuple(dict.fromkeys((*first.lost, *second.lost))),
    )


_ALIKE: Final[dict[type, Any]] = {Answer: _answers, Ask: _asks, Correction: _corrections}


def _once(first: AnyIntent, second: AnyIntent) -> AnyIntent:
    since = min(first.since, second.since)
    if isinstance(first, payloads.Asking) and isinstance(second, payloads.Asking):
        return replace(first, since=since, number=first.number or second.number)
    return replace(first, since=since)


def _said(intent: AnyIntent) -> AnyIntent:
    """Return a message without what depends on its reader.

    That is where its news begins and which question it shows.
    """
    bare = {"since": 0} | ({"number": None} if isinstance(intent, payloads.Asking) else {})
    return replace(intent, **bare)
