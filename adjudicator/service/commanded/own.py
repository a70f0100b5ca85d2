"""Commands about what is one's own: withdrawing orders, the language and the form of mails."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import update
from sqlmodel import col

from adjudicator.language import CODES, Language, language
from adjudicator.orders.text import fold
from adjudicator.reports.model import Section
from adjudicator.service import ordering
from adjudicator.service.command import Act, Command, Said, Who
from adjudicator.store import matches
from adjudicator.store.tables import Seat, SeatKind

_LANGUAGES = {
    "en": ("en", "eng", "english", "английский", "англ"),
    "ru": ("ru", "rus", "russian", "русский", "рус"),
}
_FORMATS = {"text": ("text", "plain", "текст"), "html": ("html", "хтмл")}


def _one_of(words: Mapping[str, tuple[str, ...]], rest: str) -> str | None:
    folded = fold(rest.strip(" .!"))
    return next((value for value, names in words.items() if folded in names), None)


class Withdraw(Command):
    id = "withdraw"
    names = {"en": ("withdraw", "cancel orders", "withdraw orders"), "ru": ("отозвать", "отозвать приказы", "отзываю")}

    def help(self, language: Language) -> str:
        return language.gettext("take back what is on file: your sealed answer, waiting lines, the draft")

    def offered(self, who: Who) -> bool:
        return who.player and who.on_file

    def obey(self, act: Act, rest: str) -> Said:
        """What is carried out stays done; nobody is told."""
        words, match, seat = act.language, act.table.match, act.seat
        done: list[str] = []
        if seat.name in match.sealed:
            match.withdraw(seat.name)
            matches.drop_sealed_of(act.session, act.table.head, act.table.decision, seat.id)
            done.append(words.gettext("Your sealed answer is taken back; the question is open again for you."))
        held = ordering.held_by(act.session, seat)
        if held.waiting:
            done.append(
                words.ngettext(
                    "%(n)s waiting line is taken back.", "%(n)s waiting lines are taken back.", len(held.waiting)
                )
            )
        if held.draft:
            done.append(words.gettext("The draft is thrown away."))
        if held.later:
            done.append(words.gettext("What was kept until the campaign goes on is thrown away."))
        if held.waiting or held.draft or held.later:
            ordering.forget_lines(act.session, seat, act.now)
        heading = words.gettext("Withdrawn")
        if not done:
            nothing = words.gettext("Nothing was on file. What is carried out cannot be taken back by a player.")
            return Said(
                sections=(Section(heading=heading, paragraphs=(nothing,)),), title=words.gettext("nothing is changed")
            )
        return Said(
            sections=(Section(heading=heading, paragraphs=tuple(done)),), title=words.gettext("withdrawn"), changed=True
        )


class ChooseLanguage(Command):
    id = "language"
    touches_play = False
    names = {"en": ("language", "lang"), "ru": ("язык",)}

    def argument(self, language: Language) -> str:
        return " | ".join(CODES)

    def help(self, language: Language) -> str:
        return language.gettext("the language of our mails to you; you may always write in both")

    def takes(self, rest: str) -> bool:
        return _one_of(_LANGUAGES, rest) is not None

    def obey(self, act: Act, rest: str) -> Said:
        chosen = _one_of(_LANGUAGES, rest)
        assert chosen is not None
        act.session.execute(update(Seat).where(col(Seat.id) == act.seat.id).values(language=chosen))
        act.seat = msgspec.structs.replace(act.seat, language=chosen)
        words = language(chosen)
        told = (
            words.gettext("From now on our mails to you are in English.")
            if chosen == "en"
            else words.gettext("From now on our mails to you are in Russian.")
        )
        return Said(
            sections=(Section(heading=words.gettext("Language"), paragraphs=(told,)),),
            title=words.gettext("language"),
            changed=True,
        )


class ChooseFormat(Command):
    id = "format"
    touches_play = False
    names = {"en": ("format",), "ru": ("формат",)}

    def argument(self, language: Language) -> str:
        return "text | html"

    def help(self, language: Language) -> str:
        return language.gettext("mails as plain text only, or with pictures and tables")

    def takes(self, rest: str) -> bool:
        return _one_of(_FORMATS, rest) is not None

    def obey(self, act: Act, rest: str) -> Said:
        chosen = _one_of(_FORMATS, rest)
        assert chosen is not None
        act.session.execute(update(Seat).where(col(Seat.id) == act.seat.id).values(mail_format=chosen))
        words = act.language
        told = (
            words.gettext("From now on our mails to you are plain text.")
            if chosen == "text"
            else words.gettext("From now on our mails to you have pictures and tables.")
        )
        heading = words.gettext("Form of the mails")
        return Said(
            sections=(Section(heading=heading, paragraphs=(told,)),),
            title=words.gettext("form of the mails"),
            changed=True,
        )


def can_withdraw(act: Act) -> bool:
    """Whether something is on file for the seat."""
    held = ordering.held_by(act.session, act.seat)
    return act.seat.kind is SeatKind.PLAYER and bool(
        act.seat.name in act.table.match.sealed or held.waiting or held.draft or held.later
    )


COMMANDS: tuple[Command, ...] = (Withdraw(), ChooseLanguage(), ChooseFormat())
