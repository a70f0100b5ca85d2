"""Commands about what is one's own: withdrawing orders, the language and the form of mails."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import update
from sqlmodel import col

from adjudicator.language import CODES, Language, language, language_called
from adjudicator.orders.text import fold
from adjudicator.reports.model import Section
from adjudicator.service.campaign.act import Act, Said
from adjudicator.service.campaign.matches import take_back_sealed
from adjudicator.service.commands.command import Command, Who
from adjudicator.service.outbox import queue
from adjudicator.service.people.zones import no_zone, zone_called
from adjudicator.service.play import ordering
from adjudicator.store import troubles
from adjudicator.store.tables import Person, Role, Seat, SeatKind

_FORMATS = {
    "text": ("text", "plain", "текст"),
    "html": ("html", "хтмл"),
    "json": ("json", "json on", "json вкл", "json да"),
    "no json": ("json off", "no json", "json выкл", "без json", "json нет"),
}
_ON_OFF = {
    "on": ("on", "yes", "вкл", "включить", "да"),
    "off": ("off", "no", "выкл", "выключить", "нет"),
}

MOST_WORDS = 4
"""Words of a time zone's name."""


def _one_of(words: Mapping[str, tuple[str, ...]], rest: str) -> str | None:
    folded = fold(rest.strip(" .!"))
    return next((value for value, names in words.items() if folded in names), None)


class Unsubscribe(Command):
    id = "unsubscribe"
    for_readers = True
    names = {
        "en": ("unsubscribe", "no reminders"),
        "ru": ("отписаться", "отписка", "без напоминаний"),
    }

    def help(self, language: Language) -> str:
        return language.gettext("no reminders and other optional mails to this address")

    def obey(self, act: Act, rest: str) -> Said:
        """Where `List-Unsubscribe` leads. Who plays goes on playing."""
        words = act.language
        address = act.mail.sender.address if act.mail.sender else ""
        changed = queue.essentials_only(act.session, address)
        told = words.gettext(
            "Reminders, digests and other optional mails do not go to %(address)s any more.", address=address
        )
        if act.seat.kind is SeatKind.OBSERVER:
            still = words.gettext(
                "Corrections and the end of the match do. The word leave ends that too; subscribe undoes it."
            )
        elif any(holder.role is Role.ORDERS and address in holder.emails for holder in act.seat.holders):
            still = words.gettext(
                "Questions, answers, reports and letters do: you have a seat. The word subscribe undoes it."
            )
        else:
            still = words.gettext("Nor do copies of the mails of the seat. The word subscribe undoes it.")
        return Said(
            sections=(Section(heading=words.gettext("Essential mails only"), paragraphs=(told, still)),),
            title=words.gettext("essential mails only"),
            changed=changed,
        )


class Subscribe(Command):
    id = "subscribe"
    for_readers = True
    names = {"en": ("subscribe", "reminders"), "ru": ("подписаться", "подписка", "с напоминаниями")}

    def help(self, language: Language) -> str:
        return language.gettext("all mails to this address again, reminders too")

    def obey(self, act: Act, rest: str) -> Said:
        words = act.language
        address = act.mail.sender.address if act.mail.sender else ""
        changed = troubles.only_essentials(act.session, address, wanted=True) > 0
        told = words.gettext("All mails go to %(address)s, reminders and digests too.", address=address)
        return Said(
            sections=(Section(heading=words.gettext("All mails"), paragraphs=(told,)),),
            title=words.gettext("all mails"),
            changed=changed,
        )


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
        if seat.name in match.sealed and match.awaited is None:
            take_back_sealed(act.table, seat)
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
        return language.gettext("the language of our mails to you; you may always write in any of them")

    def takes(self, rest: str) -> bool:
        return language_called(rest) is not None

    def obey(self, act: Act, rest: str) -> Said:
        chosen = language_called(rest)
        assert chosen is not None
        act.session.execute(update(Seat).where(col(Seat.id) == act.seat.id).values(language=chosen))
        act.seat = msgspec.structs.replace(act.seat, language=chosen)
        words = language(chosen)
        # Translators: name your own language here.
        told = words.gettext("From now on we write to you in English.")
        return Said(
            sections=(Section(heading=words.gettext("Language"), paragraphs=(told,)),),
            title=words.gettext("language"),
            changed=True,
        )


class ChooseFormat(Command):
    id = "format"
    names = {"en": ("format",), "ru": ("формат",)}

    def argument(self, language: Language) -> str:
        return language.gettext("text | html | json | json off")

    def help(self, language: Language) -> str:
        return language.gettext(
            "mails as plain text only, or with pictures and tables; with json also a copy for programs"
        )

    def takes(self, rest: str) -> bool:
        return _one_of(_FORMATS, rest) is not None

    def obey(self, act: Act, rest: str) -> Said:
        chosen = _one_of(_FORMATS, rest)
        assert chosen is not None
        words = act.language
        match chosen:
            case "json":
                values: dict[str, object] = {"data_copy": True}
                told = words.gettext("From now on our mails to you have a copy for programs (report.json).")
            case "no json":
                values = {"data_copy": False}
                told = words.gettext("From now on our mails to you have no copy for programs.")
            case "text":
                values = {"mail_format": chosen}
                told = words.gettext("From now on our mails to you are plain text.")
            case _:
                values = {"mail_format": chosen}
                told = words.gettext("From now on our mails to you have pictures and tables.")
        act.session.execute(update(Seat).where(col(Seat.id) == act.seat.id).values(values))
        heading = words.gettext("Form of the mails")
        return Said(
            sections=(Section(heading=heading, paragraphs=(told,)),),
            title=words.gettext("form of the mails"),
            changed=True,
        )


class ChooseCalendar(Command):
    id = "calendar"
    names = {"en": ("calendar",), "ru": ("календарь",)}

    def argument(self, language: Language) -> str:
        return language.gettext("on | off")

    def help(self, language: Language) -> str:
        return language.gettext("whether our mails bring your deadlines as calendar entries")

    def takes(self, rest: str) -> bool:
        return _one_of(_ON_OFF, rest) is not None

    def obey(self, act: Act, rest: str) -> Said:
        wanted = _one_of(_ON_OFF, rest) == "on"
        words = act.language
        act.session.execute(update(Seat).where(col(Seat.id) == act.seat.id).values(calendar=wanted))
        told = (
            words.gettext("From now on our mails bring your deadlines as calendar entries (deadline.ics).")
            if wanted
            else words.gettext(
                "From now on our mails bring no calendar entries. Those that you have are yours to delete."
            )
        )
        return Said(
            sections=(Section(heading=words.gettext("Calendar"), paragraphs=(told,)),),
            title=words.gettext("calendar"),
            changed=True,
        )


class ChooseZone(Command):
    id = "zone"
    names = {"en": ("zone", "time zone"), "ru": ("пояс", "часовой пояс")}
    touches_play = False

    def argument(self, language: Language) -> str:
        return language.gettext("Berlin | UTC+3")

    def help(self, language: Language) -> str:
        return language.gettext("the time zone in which you see deadlines")

    def takes(self, rest: str) -> bool:
        return bool(rest) and len(rest.split()) <= MOST_WORDS

    def obey(self, act: Act, rest: str) -> Said:
        words, zone = act.language, zone_called(rest)
        heading = words.gettext("Time zone")
        if zone is None or act.person_id is None:
            return Said(
                sections=(Section(heading=heading, paragraphs=(no_zone(rest, words),)),),
                title=words.gettext("nothing is changed"),
            )
        act.session.execute(update(Person).where(col(Person.id) == act.person_id).values(time_zone=zone))
        told = words.gettext("Your time zone is %(zone)s now.", zone=zone)
        return Said(
            sections=(Section(heading=heading, paragraphs=(told,)),), title=words.gettext("time zone"), changed=True
        )


def can_withdraw(act: Act) -> bool:
    """Whether something is on file for the seat."""
    held = ordering.held_by(act.session, act.seat)
    return act.seat.kind is SeatKind.PLAYER and bool(
        act.seat.name in act.table.match.sealed or held.waiting or held.draft or held.later
    )


COMMANDS: tuple[Command, ...] = (
    Withdraw(),
    ChooseLanguage(),
    ChooseFormat(),
    ChooseZone(),
    ChooseCalendar(),
    Unsubscribe(),
    Subscribe(),
)
