"""`diary`: private notes that the service keeps for who plays a seat, and gives back to them alone."""

import re
from collections.abc import Sequence

from adjudicator.language import msgid
from adjudicator.mail.model import TextBlock
from adjudicator.reports.model import Section
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.commands.command import Command, Who
from adjudicator.service.moderation.rights import Access
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
_OPENED = {
    **dict.fromkeys(("open", "open at the end", "открыть", "открыть в конце"), True),
    **dict.fromkeys(("closed", "close", "закрыть", "закрыт"), False),
}
_HEADING, _NO_NOTES = msgid("Your diary"), msgid("You have no notes yet.")


class Diary(Command):
    needs = Access.SEAT
    names = {"en": ("diary", "my diary"), "ru": ("дневник", "мой дневник")}
    touches_play = False
    private = verbatim = True
    usage = msgid("[TEXT | delete 2 | replace 2 TEXT | open | closed]")
    purpose = msgid("private notes, only for you; alone it shows them. “diary:” and “end diary” hold many lines")
    listed_for = Who.PLAYER

    def takes(self, rest: str) -> bool:
        return True

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Write, delete, replace or show notes."""
        return _obey(act, rest.strip())


def take_block(act: CommandContext, block: TextBlock) -> CommandReply:
    """Handle a note of several lines: from `diary:` to `end diary`, or to the end of the message."""
    behind = "" if block.closed else orders_behind(act, block.lines)
    if behind:
        told = act.language.gettext(
            "Its last line “%(line)s” is one of your answers, and a note goes on to the end of the email. Put "
            "“end diary” below your note and the orders behind it, or the orders first. Nothing was written.",
            line=behind,
        )
        return act.says(_HEADING, told)
    text = "\n".join(("\n" if line.gap and place else "") + line.original for place, line in enumerate(block.lines))
    order = block.opening.partition(":")[0].partition(" ")[2]
    return _obey(act, f"{order} {text}".strip())


def _obey(act: CommandContext, rest: str) -> CommandReply:
    language = act.language
    if act.seat.kind is not SeatKind.PLAYER or act.person_id is None:
        return act.says(_HEADING, language.gettext("Only players keep a diary here."))
    notes = diary.notes_of(act.session, act.seat.id, act.person_id)
    if not rest:
        return CommandReply(sections=shown(act, notes), title=language.gettext("your diary"))
    deleted, replaced = _DELETE.fullmatch(rest), _REPLACE.fullmatch(rest)
    opened = _OPENED.get(rest.casefold().strip(" .!"))
    if deleted is not None:
        return _changed(act, notes, int(deleted[1]), "")
    if opened is not None:
        return _opened(act, act.person_id, opened)
    text = replaced[2] if replaced is not None and replaced[2] else rest
    if len(text) > LONGEST:
        told = language.ngettext(
            "A note may have %(n)s character; nothing was written.",
            "A note may have %(n)s characters; nothing was written.",
            LONGEST,
        )
        return act.says(_HEADING, told)
    if replaced is not None and replaced[2]:
        return _changed(act, notes, int(replaced[1]), text)
    return _written(act, notes, act.person_id, text)


def _kept(act: CommandContext, told: str) -> CommandReply:
    return act.says(_HEADING, told, title=act.language.gettext("diary kept"), changed=True)


def _written(act: CommandContext, notes: Sequence[DiaryNote], person_id: int, text: str) -> CommandReply:
    language, for_successor = act.language, settings_of(act.table.campaign).diary_for_successor
    own = [note for note in notes if note.person_id == person_id]
    if len(own) >= MOST:
        told = language.ngettext(
            "You have %(n)s note already; delete some first.", "You have %(n)s notes already; delete some first.", MOST
        )
        return act.says(_HEADING, told)
    note = DiaryNote(
        seat_id=act.seat.id,
        person_id=person_id,
        written_at=act.now,
        for_successor=for_successor,
        opened=any(note.opened for note in own),
        text=text.encode(),
    )
    diary.write(act.session, note)
    told = language.gettext("Note %(number)s is written. Nobody else reads it.", number=len(notes) + 1)
    if for_successor:
        told = language.gettext(
            "Note %(number)s is written. Nobody else reads it, but whoever may take over your seat, for the moderator "
            "has set it so.",
            number=len(notes) + 1,
        )
    return _kept(act, told)


def _changed(act: CommandContext, notes: Sequence[DiaryNote], number: int, text: str) -> CommandReply:
    """Replace a note by a text, or delete it if there is no text."""
    language = act.language
    if not 1 <= number <= len(notes):
        return act.says(_HEADING, language.gettext("There is no note %(number)s.", number=number))
    if text:
        diary.rewrite(act.session, notes[number - 1].id, text, act.now)
        return _kept(act, language.gettext("Note %(number)s is replaced.", number=number))
    diary.forget(act.session, notes[number - 1].id)
    return _kept(act, language.gettext("Note %(number)s is deleted; later ones move up.", number=number))


def _opened(act: CommandContext, person_id: int, open_: bool) -> CommandReply:
    language = act.language
    if not diary.open_at_the_end(act.session, act.seat.id, person_id, open_):
        return act.says(_HEADING, language.gettext(_NO_NOTES))
    if open_:
        told = language.gettext("When the match is over, everybody reads your notes. “diary closed” takes that back.")
        return _kept(act, told)
    return _kept(act, language.gettext("Your notes stay yours, after the match too."))


def shown(act: CommandContext, notes: Sequence[DiaryNote]) -> tuple[Section, ...]:
    """Show the newest notes with their numbers."""
    language = act.language
    heading = language.gettext(_HEADING)
    if not notes:
        return (Section(heading=heading, paragraphs=(language.gettext(_NO_NOTES),)),)
    first = max(0, len(notes) - SHOWN)
    return tuple(
        Section(
            heading=heading if number == first + 1 else "",
            paragraphs=(f"{number}. {language.time(note.written_at, act.zone, act.now)}",),
            quote=paragraphs(note.text.decode().split("\n"), LINE),
        )
        for number, note in enumerate(notes[first:], first + 1)
    )


def newest(act: CommandContext) -> tuple[Section, ...]:
    """Return the last few notes, for the end of other answers; empty for somebody who keeps none."""
    if act.person_id is None or act.seat.kind is not SeatKind.PLAYER:
        return ()
    notes = diary.notes_of(act.session, act.seat.id, act.person_id)
    return shown(act, notes)[-LAST:] if notes else ()


COMMANDS: tuple[Command, ...] = (Diary(),)
