"""The mail that brings a letter."""

from collections.abc import Sequence

from adjudicator.reports.model import Kind, Picture, Section
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.outbox.payloads import LetterMail
from adjudicator.service.press import content
from adjudicator.service.press.content import Letter, Sign, Stored
from adjudicator.service.press.refusals import may_be_forged
from adjudicator.service.press.showing import LINE, Names
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.reader import Reader
from adjudicator.store import kept_mails

PICTURE_WIDTH = 400
"""CSS pixels of a picture in a letter."""


def names_for(reader: Reader) -> Names:
    """Return the names in the language of the message's reader."""
    return Names(reader.seats, reader.report, reader.language)


def letter(reader: Reader, intent: LetterMail) -> Parts:
    """Return the message that brings a press message.

    Raises:
        LookupError: It does not exist any more, or was not for this seat.
    """
    stored = content.by_key(reader.session, reader.campaign.id, intent.key)
    if stored is None or reader.seat.id not in stored.letter.readers:
        raise LookupError(f"no letter {intent.key} for seat {reader.seat.id}")
    names, written, language = names_for(reader), stored.letter, reader.language
    known = written.names_author_to(reader.seat.id)
    title = (
        language.gettext("letter from %(author)s", author=names.sender(written))
        if known
        else language.gettext("anonymous letter")
    )
    pictures = _pictures(reader, written)
    lost = language.gettext("Pictures that came with it are not kept any more.")
    gone = (Section(paragraphs=(lost,)),) if len(pictures) < len(written.pictures) else ()
    forged = written.doubtful or settings_of(reader.campaign).press.forged
    foot = (Section(paragraphs=(may_be_forged(language),)),) if forged else ()
    return Parts(
        kind=Kind.LETTER,
        title=title,
        pictures=pictures,
        lead=_lead(names, stored, reader.seat.id, _answered(reader, stored)),
        sections=(
            Section(quote=content.paragraphs(written.lines, LINE)),
            *gone,
            Section(heading=language.gettext("If you answer"), paragraphs=(_how_to_answer(reader, names, stored),)),
            *foot,
        ),
        position=False,
        footer=False,
    )


def _pictures(reader: Reader, letter: Letter) -> tuple[Picture, ...]:
    """Return the pictures of a letter that are still kept, each by its number alone."""
    kept = kept_mails.of_names(reader.session, reader.campaign.id, letter.pictures)
    return tuple(
        Picture(cid=f"letter-{n}", alt=reader.language.gettext("Picture %(n)s", n=n), width=PICTURE_WIDTH, png=png)
        for n, png in enumerate(kept, 1)
    )


def _answered(reader: Reader, stored: Stored) -> Stored | None:
    """Return the reader's own press message that this one answers."""
    key = stored.letter.answers
    asked = content.by_key(reader.session, reader.campaign.id, key) if key else None
    return asked if asked is not None and asked.letter.author == reader.seat.id else None


def _lead(names: Names, stored: Stored, reader: int, answered: Stored | None) -> tuple[str, ...]:
    language, letter = names.language, stored.letter
    told = [
        language.gettext(
            "From: %(author)s. To: %(readers)s.", author=names.author(letter, reader), readers=names.audience(letter.to)
        )
    ]
    if letter.sign is Sign.OPEN and letter.names_author_to(reader):
        knowing = language.listing([names.seat(each) for each in letter.knowing])
        told.append(language.gettext("Only %(seats)s may know who wrote it.", seats=knowing))
    if answered is not None:
        told.append(
            language.gettext("It answers your letter that begins: “%(words)s”", words=_beginning(answered.letter.lines))
        )
    return tuple(told)


def _beginning(lines: Sequence[str]) -> str:
    text = next((line for line in lines if line), "")
    return text if len(text) <= 60 else text[:59].rstrip() + "…"


def _how_to_answer(reader: Reader, names: Names, stored: Stored) -> str:
    language = reader.language
    to = names.audience(stored.letter.answered_by(reader.seat.id))
    answered = _answered(reader, stored)
    hidden = answered is not None and not answered.letter.names_author_to(stored.letter.signed_by)
    told = [
        language.gettext("What you write above the copy of this email goes as a letter to: %(reader)s.", reader=to),
        language.gettext("It does not name you, as your letter before.")
        if hidden
        else language.gettext("It bears your name."),
        language.gettext("Orders do not belong there: for them answer the email that asks you."),
    ]
    return " ".join(told)
