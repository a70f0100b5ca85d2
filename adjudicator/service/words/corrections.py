"""The correction report of one seat: what was wrong, what is different for it now, what it must send again.

Built from what this seat was told in the line of play that is left and in the new one, and from its own views of both
positions; nothing here looks at what anybody else knows.
"""

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import chain, groupby
from typing import Any

import msgspec

from adjudicator.kernel.events import ContentCorrected, ObservedEvent
from adjudicator.language import msgid
from adjudicator.reports.model import Item, Kind, NewsLine, Section
from adjudicator.reports.wording.differences import differences, section
from adjudicator.reports.wording.kernel_words import why
from adjudicator.service.campaign.matches import header_of, position_at, told_between
from adjudicator.service.moderation.acts_told import CORRECTED
from adjudicator.service.outbox.payloads import Correction, Lost
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.reader import Reader
from adjudicator.store import revisions


def correction(reader: Reader, intent: Correction) -> Parts:
    """Return what the correction means for the reader, and the question that is open for them now."""
    found = (_different(reader, intent), *_gone(reader, intent), *_again(reader, intent), _undone(reader, intent))
    return Parts(
        kind=Kind.NOTICE,
        title=reader.language.gettext("the course of play was corrected"),
        lead=tuple(_lead(reader, intent)),
        sections=tuple(each for each in found if each is not None),
        number=intent.number,
        ends=reader.match.result is not None,
    )


def _lead(reader: Reader, intent: Correction) -> Iterator[str]:
    """Say what was corrected, by whom, and why."""
    language = reader.language
    whose = intent.seat in reader.match.header.seats  # an entry may be nobody's: the set-up, a round that ended itself
    done = FROM_THE_START if intent.kind == "migrate" and not intent.n else _DONE[intent.kind]
    yield language.gettext(done, n=reader.upto(intent.n), seat=reader.seat_called(intent.seat) if whose else "")
    if intent.kind == "content":
        yield from _of_the_pack(reader, intent)
    if intent.put_in:
        now = _PUT_IN if intent.kind == "script" else msgid("The order is now: %(orders)s.")
        yield language.gettext(now, orders="; ".join(intent.put_in))
    if intent.kind not in _TAKEN_BACK:
        yield language.gettext("By %(who)s. The reason: %(reason)s", who=intent.by, reason=intent.reason)
    if reader.own and intent.was not in ("", reader.seat.name):
        yield language.gettext(
            "People have changed seats by it: you play %(seat)s now, and no longer %(was)s.",
            seat=reader.name_of(reader.seat),
            was=reader.seat_called(intent.was),
        )
    if not intent.comparable:
        yield language.gettext(
            "The new rules cannot read what was told before, so this email shows how everything stands now, "
            "and not what of it is different. Secret answers that lay on file do not count any more: give "
            "them again."
        )
    if intent.kind not in ("rollback", "undo", "carry", *_TAKEN_BACK):
        yield language.gettext("What came later was carried out again where it still fits, with the draws it had.")


def _of_the_pack(reader: Reader, intent: Correction) -> Iterator[str]:
    """Yield which values of the pack are others now, in the words of the game."""
    _, fresh = _changed(reader, intent)
    told = [each for each in chain.from_iterable(fresh) if isinstance(each.public, ContentCorrected)]
    for group in reader.report.news(told, reader.players, reader.language):
        for line in group.lines:
            yield f"{line.text[:1].upper()}{line.text[1:]}."


_PUT_IN = msgid("Put in for you: %(orders)s.")
_TAKEN_BACK = ("takeback", "untold")
_DONE = {
    **CORRECTED,
    "migrate": msgid(
        "The campaign goes on by a newer version of the rules. Up to log entry %(n)s everything comes out the same by "
        "it; what is different since stands below."
    ),
    "carry": msgid(
        "The campaign goes on by a newer version of the rules, from the position as it stands after log entry %(n)s. "
        "What was played before counts as it is; the newer rules do not prove it."
    ),
}
FROM_THE_START = msgid(
    "The campaign goes on by a newer version of the rules. By it things differ from the set-up on; how, stands below."
)


def news(reader: Reader, intent: Correction) -> list[ObservedEvent[Any]]:
    """Return what the seat has not been told yet, and what happened differently from what it was told."""
    shared = _shared(reader, intent)
    _, fresh = _changed(reader, intent)
    before = [each for each in reader.told(intent.since) if each.n <= shared]
    return [*before, *chain.from_iterable(fresh)]


def _different(reader: Reader, intent: Correction) -> Section | None:
    if not intent.comparable:
        return None
    match_id, _ = reader.where
    old = position_at(reader.session, match_id, *intent.old, header_of(reader.head))
    # Whoever sits elsewhere now must not see what their new seat knew before.
    seats = reader.players if intent.was == reader.seat.name else ()
    found = differences(reader.report, old.view(seats), reader.match.view(seats), seats, reader.language)
    if intent.kind == "content" and not found:  # the lead tells what it is
        return None
    heading = reader.language.gettext("What is different for you")
    return section(found, reader.language, heading)


def _gone(reader: Reader, intent: Correction) -> tuple[Section, ...]:
    """Return what happened differently from what the reader was told, by phase and round.

    Its lines leave out whose round it was.
    """
    gone, _ = _changed(reader, intent)
    heading = reader.language.gettext("What does not count any more")
    return as_sections(reader, list(chain.from_iterable(gone)), _before(reader, intent), heading)


def as_sections(
    reader: Reader, told: list[ObservedEvent[Any]], seats: Iterable[str], heading: str
) -> tuple[Section, ...]:
    """Return events as sections of a message, apart from its news."""
    groups = reader.report.news(told, seats, reader.language, reader.before(told) if told else ())
    if not groups:
        return ()
    first, *others = (
        Section(
            paragraphs=(group.heading,) if group.heading else (),
            items=tuple(_item(line, reader.entry(line.log) if line.log else None) for line in group.lines),
        )
        for group in groups
    )
    return msgspec.structs.replace(first, heading=heading), *others


def _item(line: NewsLine, n: int | None) -> Item:
    """Return who did it, what, at which log number."""
    log = "" if n is None else f"[{n}]"
    return Item(name=" ".join(part for part in (line.noted, log) if part))


def _again(reader: Reader, intent: Correction) -> tuple[Section, ...]:
    if not reader.own:
        return ()
    language = reader.language
    if intent.kind in _TAKEN_BACK and intent.was == intent.seat:  # the player wanted them back
        return (Section(paragraphs=_afterwards(reader, intent)),)
    intro = (
        language.gettext("These orders of yours are not carried out any more:")
        if intent.lost
        else language.gettext("No order of yours was lost.")
    )
    items = tuple(Item(name=each.words, text=_why(reader, each)) for each in intent.lost)
    heading = language.gettext("What you must send again")
    return Section(heading=heading, paragraphs=(intro,), items=items), Section(paragraphs=_afterwards(reader, intent))


def _afterwards(reader: Reader, intent: Correction) -> tuple[str, ...]:
    language = reader.language
    if intent.number is not None:
        asked = language.gettext(
            "You have a question to answer: %(n)s, in this email. Codes of earlier questions no longer count.",
            n=intent.number,
        )
    else:
        asked = language.gettext("Nothing is asked of you now.")
    kept = language.gettext(
        "Lines that you had on file are drafts now and do nothing by themselves; standing orders stay. What you have "
        "learned meanwhile you keep knowing."
    )
    return (asked, kept)


def _why(reader: Reader, lost: Lost) -> str:
    language = reader.language
    at = reader.upto(lost.n)
    where = language.gettext("log entry %(n)s", n=at) if lost.n else language.gettext("it was on file")
    if not lost.code:
        return where
    return f"{where}: {why(reader.report, lost.code, lost.rule, lost.facts, language)}"


def _undone(reader: Reader, intent: Correction) -> Section | None:
    if not intent.undone:
        return None
    language = reader.language
    items = tuple(
        Item(
            name=language.gettext("draw %(no)s", no=no + 1),
            text=language.gettext("log entry %(n)s", n=reader.upto(n)),
            note=reader.report.draw(name, language),
        )
        for no, n, name in intent.undone
    )
    return Section(
        heading=language.gettext("Draws that do not count any more"),
        paragraphs=(language.gettext("Everybody is told the same list; new draws have a key of their own."),),
        items=items,
        late=True,
    )


def _shared(reader: Reader, intent: Correction) -> int:
    match_id, revision = reader.where
    shared = revisions.common(reader.session, match_id, intent.old[0], revision)
    assert shared is not None
    return shared


def _changed(
    reader: Reader, intent: Correction
) -> tuple[list[list[ObservedEvent[Any]]], list[list[ObservedEvent[Any]]]]:
    """Return what the reader was told by the entries that are dropped, and by those of the new line, if it differs."""
    if not intent.comparable:
        return [], []
    match_id, revision = reader.where
    shared = _shared(reader, intent)
    old = _by_entry(told_between(reader.session, reader.game, match_id, intent.old[0], shared, intent.old[1]))
    new = _by_entry(told_between(reader.session, reader.game, match_id, revision, shared, reader.sequence))
    left = [(told, seen) for told in old if (seen := _seen(told, _before(reader, intent)))]
    made = [(told, seen) for told in new if (seen := _seen(told, reader.players))]
    matcher = SequenceMatcher(a=[seen for _, seen in left], b=[seen for _, seen in made], autojunk=False)
    gone: list[list[ObservedEvent[Any]]] = []
    fresh: list[list[ObservedEvent[Any]]] = []
    for how, a, b, c, d in matcher.get_opcodes():
        if how != "equal":
            gone += [told for told, _ in left[a:b]]
            fresh += [told for told, _ in made[c:d]]
    return gone, fresh


def _before(reader: Reader, intent: Correction) -> tuple[str, ...]:
    """Return the seats that the reader had in the line of play that was left."""
    if intent.was == reader.seat.name:
        return reader.players
    return (intent.was,) if intent.was else ()


def _by_entry(told: list[ObservedEvent[Any]]) -> list[list[ObservedEvent[Any]]]:
    return [list(entry) for _, entry in groupby(told, key=lambda each: each.n)]


def _seen(told: list[ObservedEvent[Any]], seats: tuple[str, ...]) -> bytes:
    """Return what these seats saw of an entry; empty if they saw nothing."""
    events = [event for each in told for event in each.all_visible_to(seats)]
    return msgspec.json.encode(events) if events else b""
