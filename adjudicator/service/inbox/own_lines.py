"""Find the lines of a mail that are its author's: not their name below it, not the quoted copy of our order form.

Lines of the form that were filled in inside the copy are never carried out by themselves. Where they are all that a
mail holds it waits for a word (`adjudicator.service.inbox.held_mails`); below others they are named, so that nobody
believes they were read.
"""

import re
from collections.abc import Iterable, Sequence

import msgspec

from adjudicator.language import Language, msgid
from adjudicator.mail.model import Extract, IgnoredLine, NoteCode, ReadMail, ReplyLine, SkipReason, Source
from adjudicator.orders.text import normalize_word, order_part, tokenize
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.act import CommandReply, together
from adjudicator.service.commands.registry import LEAD
from adjudicator.service.commands.splitting import MOST

_CODE = r"\d{1,5}[^\W\d_]{1,2}\d{0,3}"
_ALONE = re.compile(rf"\W*((?:{_CODE}|[^\W\d_]\d{{1,3}})(?:[\s,;]+(?:{_CODE}|[^\W\d_]\d{{1,3}}))*)\W*", re.IGNORECASE)
_AT_END = re.compile(rf"(?:^|[\s:)])({_CODE}(?:[\s,;]+{_CODE})*)[\s.!]*$", re.IGNORECASE)
UNREAD = (
    NoteCode.ATTACHMENT_NOT_OPENED,
    NoteCode.WINMAIL,
    NoteCode.ENCRYPTED,
    NoteCode.SIGNED_WHOLE,
    NoteCode.SEVERAL_SOURCES,
)
"""Notes about a part that was not read; their detail is its name or its type."""
_CALLED = {
    "message/rfc822": msgid("a forwarded email"),
    "text/html": msgid("another form of your text (HTML)"),
    "text/plain": msgid("another form of your text (plain)"),
    "subject": msgid("the subject"),
    "body": msgid("the text"),
    "html": msgid("the text"),
    "": msgid("an encrypted or signed part"),
}
SHOWN_LINES = 20
SHOWN_LETTERS = 200


def not_read(mail: ReadMail, language: Language, carried: Sequence[str]) -> CommandReply:
    """Return what the answer says about parts, and about form lines in the quotation that the player did not write.

    `carried`: names of files that were put to use.
    """
    notes = tuple(note for note in mail.notes if note.detail not in carried)
    left = msgspec.structs.replace(mail, notes=notes)
    return together((_parts(left, language), _form_lines(left, language)))


def unread_parts(mail: ReadMail, language: Language) -> tuple[str, ...]:
    """Return what the parts are called that were not read."""
    return tuple(
        language.gettext(_CALLED[note.detail]) if note.detail in _CALLED else note.detail[:SHOWN_LETTERS]
        for note in mail.notes
        if note.code in UNREAD
    )


def _parts(mail: ReadMail, language: Language) -> CommandReply:
    names = unread_parts(mail, language)
    if not names:
        return CommandReply()
    told = language.ngettext(
        "This part of your email was not read and did nothing. If you want something in it, send it as text:",
        "These parts of your email were not read and did nothing. If you want something in them, send it as text:",
        len(names),
    )
    items = tuple(Item(name=name) for name in names[:SHOWN_LINES])
    return CommandReply(sections=(Section(heading=language.gettext("Not read"), paragraphs=(told,), items=items),))


def _form_lines(mail: ReadMail, language: Language) -> CommandReply:
    own = {normalize_word(order_part(line)) for line in mail.lines}
    left = [line for line in mail.quoted if normalize_word(order_part(line)) not in own]
    if not left:
        return CommandReply()
    told = language.ngettext(
        "In the quoted copy of our email %(n)s line of the order form was filled in too. It was not read "
        "and did nothing, because quoted lines are never carried out. If you want it, send it above the "
        "copy:",
        "In the quoted copy of our email %(n)s lines of the order form were filled in too. They were not "
        "read and did nothing, because quoted lines are never carried out. If you want them, send them "
        "above the copy:",
        len(left),
    )
    section = Section(
        heading=language.gettext("Not read"),
        paragraphs=(told,),
        items=tuple(Item(name=line[:SHOWN_LETTERS]) for line in left[:SHOWN_LINES]),
    )
    return CommandReply(sections=(section,))


def code_in_subject(mail: ReadMail) -> str:
    """Return the codes in the subject, alone (`6a`) or after that of our message (`Re: … 6a`); empty if none."""
    found = _ALONE.fullmatch(mail.subject) or _AT_END.search(mail.subject)
    return " ".join(found[1].replace(",", " ").split()) if found else ""


def doubtful(lines: Sequence[str], language: Language) -> CommandReply:
    """Return the remark on orders that look like service commands."""
    if not lines:
        return CommandReply()
    told = language.ngettext(
        "This line is an order of the game, and legal now, so it was read as one. If you mean the command of the "
        "service, write:",
        "These lines are orders of the game, and legal now, so they were read as such. If you mean commands of the "
        "service, write:",
        len(lines),
    )
    lead = language.forms(LEAD)[0]
    items = tuple(Item(name=f"{lead} {line[:SHOWN_LETTERS]}") for line in lines[:SHOWN_LINES])
    return CommandReply(
        sections=(Section(heading=language.gettext("Order or command"), paragraphs=(told,), items=items),)
    )


def of_one_id(language: Language) -> CommandReply:
    """Return the remark on a mail that shares Message-ID and date with another one, and differs."""
    told = language.gettext(
        "An email of yours with the same Message-ID and date came before, and said something else. Both count: this "
        "one was read by itself, and what the other did was not undone."
    )
    return CommandReply(sections=(Section(heading=language.gettext("Two emails"), paragraphs=(told,)),))


def beyond(lines: Sequence[str], language: Language) -> CommandReply:
    """Return the remark on commands and letters beyond a message's limit."""
    if not lines:
        return CommandReply()
    told = language.gettext(
        "One email may hold %(most)s commands and %(most)s letters. These were left out and did nothing; "
        "please send them in another email:",
        most=MOST,
    )
    items = tuple(Item(name=line[:SHOWN_LETTERS]) for line in lines[:SHOWN_LINES])
    return CommandReply(sections=(Section(heading=language.gettext("Left out"), paragraphs=(told,), items=items),))


def with_quoted(mail: ReadMail) -> ReadMail:
    """Return the message with the lines of its quoted order form if it has no others: as it counts when confirmed."""
    if mail.says_something or not mail.quoted:
        return mail
    lines = tuple(ReplyLine(text, text) for text in mail.quoted)
    return msgspec.structs.replace(mail, extract=Extract(Source.BODY, lines, marked=True))


def signed_off(mail: ReadMail, names: Iterable[str]) -> ReadMail:
    """Return the message without its last line, if that is (part of) the person's own name after other lines."""
    extract = mail.extract
    if extract is None or len(extract.lines) < 2:
        return mail
    last = extract.lines[-1]
    said = {word.folded for word in tokenize(last.text)}
    if not said or not any(said <= {word.folded for word in tokenize(name)} for name in names):
        return mail
    return msgspec.structs.replace(
        mail,
        extract=msgspec.structs.replace(extract, lines=extract.lines[:-1]),
        ignored=(*mail.ignored, IgnoredLine(last.original, SkipReason.FAREWELL)),
    )
