"""`diary`: private notes that the service keeps for who plays a seat, and gives back to him alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.language import Language, msgid
from adjudicator.mail.model import TextBlock
from adjudicator.reports.model import Section
from adjudicator.service.campaign.act import Act, Said
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.commands.command import Command, Who
from adjudicator.service.press.content import paragraphs
from adjudicator.service.press.showing import LINE
from adjudicator.service.press.stray_orders import orders_behind
from adjudicator.store import diary
from adjudicator.store.tables import DiaryNote, SeatKind

WORDS = frozenset(("diary", "дневник"))
LONGEST = 4000
"""Characters of a note."""
MOST = 200
"""Notes that one person may keep for a seat."""
SHOWN = 30
"""Notes of one answer, the newest."""
LAST = 3
"""Notes that stand at the end of `orders` and `status`."""
_DELETE = re.compile(r"(?:delete|remove|удалить|удали|стереть)\s+(\d{1,6})", re.IGNORECASE)
_REPLACE = re.compile(r"(?:replace|change|заменить|замени)\s+(\d{1,6})\s*:?\s*(.*)", re.IGNORECASE | re.DOTALL)
_OPEN = frozenset(("open", "open at the end", "открыть", "открыть в конце"))
_CLOSED = frozenset(("closed", "close", "закрыть", "закрыт"))


class Diary(Command):
    id = "diary"
    names = {"en": ("diary", "my diary"), "ru": ("дневник", "мой дневник")}
    touches_play = False
    private = verbatim = True
    usage = msgid("[TEXT | delete 2 | replace 2 TEXT | open | closed]")
    purpose = msgid("private notes, only for you; alone it shows them. “diary:” and “end diary” hold many lines")

    def offered(self, who: Who) -> bool:
        return who.player

    def takes(self, rest: str) -> bool:
        return True

    def obey(self, act: Act, rest: str) -> Said:
        """Write, delete, replace or show notes."""
        return _obey(act, rest.strip())


def take_block(act: Act, block: TextBlock) -> Said:
    """A note of several lines: `diary:` to `end diary`, or to the end of the mail."""
    behind = "" if block.closed else orders_behind(act, block.lines)
    if behind:
        told = act.language.gettext(
            "Its last line “%(line)s” is one of your answers, and a note goes on to the end of the mail. Put "
            "“end diary” below your note and the orders behind it, or the orders first. Nothing was written.",
            line=behind,
        )
        return _said(act, told, changed=False)
    text = "\n".join(("\n" if line.gap and place else "") + line.original for place, line in enumerate(block.lines))
    order = block.opening.partition(":")[0].partition(" ")[2]
    return _obey(act, f"{order} {text}".strip())


def _obey(act: Act, rest: str) -> Said:
    language = act.language
    if act.seat.kind is not SeatKind.PLAYER or act.person_id is None:
        return _said(act, language.gettext("Only players keep a diary here."), changed=False)
    notes = diary.notes_of(act.session, act.seat.id, act.person_id)
    found = _DELETE.fullmatch(rest)
    if found is not None:
        return _deleted(act, notes, int(found[1]))
    found = _REPLACE.fullmatch(rest)
    if found is not None and found[2]:
        return _replaced(act, notes, int(found[1]), found[2])
    if rest.casefold().strip(" .!") in _OPEN | _CLOSED:
        return _opened(act, open_=rest.casefold().strip(" .!") in _OPEN)
    return (
        _written(act, notes, rest) if rest else Said(sections=shown(act, notes), title=language.gettext("your diary"))
    )


def _written(act: Act, notes: Sequence[DiaryNote], text: str) -> Said:
    trouble = _too_much(act, text)
    if trouble:
        return _said(act, trouble, changed=False)
    assert act.person_id is not None
    diary.write(
        act.session,
        DiaryNote(
            seat_id=act.seat.id,
            person_id=act.person_id,
            written_at=act.now,
            handed_on=settings_of(act.table.campaign).diary_handed_on,
            opened=any(note.opened and note.person_id == act.person_id for note in notes),
            text=text.encode(),
        ),
    )
    language = act.language
    told = language.gettext("Note %(number)s is written. Nobody else reads it.", number=len(notes) + 1)
    if settings_of(act.table.campaign).diary_handed_on:
        told = language.gettext(
            "Note %(number)s is written. Nobody else reads it, but whoever may take over your seat, for the moderator "
            "has set it so.",
            number=len(notes) + 1,
        )
    return _said(act, told, changed=True)


def _too_much(act: Act, text: str) -> str:
    language = act.language
    if len(text) > LONGEST:
        return language.ngettext(
            "A note may have %(n)s character; nothing was written.",
            "A note may have %(n)s characters; nothing was written.",
            LONGEST,
        )
    assert act.person_id is not None
    if diary.count(act.session, act.seat.id, act.person_id) >= MOST:
        return language.ngettext(
            "You have %(n)s note already; delete some first.", "You have %(n)s notes already; delete some first.", MOST
        )
    return ""


def _deleted(act: Act, notes: Sequence[DiaryNote], number: int) -> Said:
    if not 1 <= number <= len(notes):
        return _no_such(act, number)
    diary.forget(act.session, notes[number - 1].id)
    return _said(
        act, act.language.gettext("Note %(number)s is deleted; later ones move up.", number=number), changed=True
    )


def _replaced(act: Act, notes: Sequence[DiaryNote], number: int, text: str) -> Said:
    trouble = _too_much(act, text) if len(text) > LONGEST else ""
    if trouble or not 1 <= number <= len(notes):
        return _said(act, trouble, changed=False) if trouble else _no_such(act, number)
    diary.rewrite(act.session, notes[number - 1].id, text, act.now)
    return _said(act, act.language.gettext("Note %(number)s is replaced.", number=number), changed=True)


def _opened(act: Act, *, open_: bool) -> Said:
    language = act.language
    assert act.person_id is not None
    if not diary.open_at_the_end(act.session, act.seat.id, act.person_id, open_):
        return _said(act, language.gettext("You have no notes yet."), changed=False)
    told = (
        language.gettext("When the match is over, everybody reads your notes. “diary closed” takes that back.")
        if open_
        else language.gettext("Your notes stay yours, after the match too.")
    )
    return _said(act, told, changed=True)


def _no_such(act: Act, number: int) -> Said:
    return _said(act, act.language.gettext("There is no note %(number)s.", number=number), changed=False)


def _said(act: Act, sentence: str, *, changed: bool) -> Said:
    title = act.language.gettext("diary kept") if changed else None
    return act.says(msgid("Your diary"), sentence, title=title, changed=changed)


def shown(act: Act, notes: Sequence[DiaryNote]) -> tuple[Section, ...]:
    """The newest notes with their numbers."""
    language = act.language
    heading = language.gettext("Your diary")
    if not notes:
        return (Section(heading=heading, paragraphs=(language.gettext("You have no notes yet."),)),)
    first = max(0, len(notes) - SHOWN)
    return tuple(
        section_of(language, note, number, heading if number == first + 1 else "", act.zone, act)
        for number, note in enumerate(notes[first:], first + 1)
    )


def newest(act: Act) -> tuple[Section, ...]:
    """The last few notes, for the end of other answers; nothing for who keeps none."""
    if act.person_id is None or act.seat.kind is not SeatKind.PLAYER:
        return ()
    notes = diary.notes_of(act.session, act.seat.id, act.person_id)
    return shown(act, notes)[-LAST:] if notes else ()


def section_of(language: Language, note: DiaryNote, number: int, heading: str, zone: str, act: Act) -> Section:
    """One note."""
    when = language.time(note.written_at, zone, act.now)
    lines = paragraphs(note.text.decode().split("\n"), LINE)
    return Section(heading=heading, paragraphs=(f"{number}. {when}",), quote=lines)


COMMANDS: tuple[Command, ...] = (Diary(),)
