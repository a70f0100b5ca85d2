"""Commands about what is one's own: withdrawing orders, the language and the form of mails."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import update
from sqlmodel import col

from adjudicator.language import CODES, language, language_called, msgid
from adjudicator.orders.text import fold
from adjudicator.service.campaign.act import Act, Said
from adjudicator.service.campaign.matches import take_back_sealed
from adjudicator.service.commands.command import Command, Who
from adjudicator.service.outbox import queue
from adjudicator.service.people.zones import no_zone, zone_called
from adjudicator.service.play.held_orders import Held, held_by, keep
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
    purpose = msgid("no reminders and other optional mails to this address")

    def obey(self, act: Act, rest: str) -> Said:
        """Where `List-Unsubscribe` leads. Who plays goes on playing."""
        words = act.language
        address = act.mail.from_address
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
        return act.says(msgid("Essential mails only"), told, still, title="", changed=changed)


class Subscribe(Command):
    id = "subscribe"
    for_readers = True
    names = {"en": ("subscribe", "reminders"), "ru": ("подписаться", "подписка", "с напоминаниями")}
    purpose = msgid("all mails to this address again, reminders too")

    def obey(self, act: Act, rest: str) -> Said:
        words = act.language
        address = act.mail.from_address
        changed = troubles.only_essentials(act.session, address, wanted=True) > 0
        told = words.gettext("All mails go to %(address)s, reminders and digests too.", address=address)
        return act.says(msgid("All mails"), told, title="", changed=changed)


class Withdraw(Command):
    id = "withdraw"
    names = {"en": ("withdraw", "cancel orders", "withdraw orders"), "ru": ("отозвать", "отозвать приказы", "отзываю")}
    purpose = msgid("take back what is on file: your sealed answer, waiting lines, the draft")

    def offered(self, who: Who) -> bool:
        return who.player and who.on_file

    def obey(self, act: Act, rest: str) -> Said:
        """What is carried out stays done; nobody is told."""
        words, match, seat = act.language, act.table.match, act.seat
        done: list[str] = []
        if seat.name in match.sealed and match.awaited is None:
            take_back_sealed(act.table, seat)
            done.append(words.gettext("Your sealed answer is taken back; the question is open again for you."))
        held = held_by(act.session, seat)
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
        if held:
            keep(act.table, seat, Held())
        if not done:
            done.append(words.gettext("Nothing was on file. What is carried out cannot be taken back by a player."))
            return act.says(msgid("Withdrawn"), *done)
        return act.says(msgid("Withdrawn"), *done, changed=True)


class ChooseLanguage(Command):
    id = "language"
    touches_play = False
    names = {"en": ("language", "lang"), "ru": ("язык",)}
    usage = " | ".join(CODES)
    purpose = msgid("the language of our mails to you; you may always write in any of them")

    def takes(self, rest: str) -> bool:
        return language_called(rest) is not None

    def obey(self, act: Act, rest: str) -> Said:
        chosen = language_called(rest)
        assert chosen is not None
        _keep(act, language=chosen)
        act.seat = msgspec.structs.replace(act.seat, language=chosen)
        words = language(chosen)
        # Translators: name your own language here.
        told = words.gettext("From now on we write to you in English.")
        return act.says(msgid("Language"), told, changed=True)


class ChooseFormat(Command):
    id = "format"
    names = {"en": ("format",), "ru": ("формат",)}
    usage = msgid("text | html | json | json off")
    purpose = msgid("mails as plain text only, or with pictures and tables; with json also a copy for programs")

    def takes(self, rest: str) -> bool:
        return _one_of(_FORMATS, rest) is not None

    def obey(self, act: Act, rest: str) -> Said:
        chosen = _one_of(_FORMATS, rest)
        assert chosen is not None
        words = act.language
        match chosen:
            case "json":
                told = words.gettext("From now on our mails to you have a copy for programs (report.json).")
            case "no json":
                told = words.gettext("From now on our mails to you have no copy for programs.")
            case "text":
                told = words.gettext("From now on our mails to you are plain text.")
            case _:
                told = words.gettext("From now on our mails to you have pictures and tables.")
        _keep(act, **({"data_copy": chosen == "json"} if "json" in chosen else {"mail_format": chosen}))
        return act.says(msgid("Form of the mails"), told, changed=True)


class ChooseCalendar(Command):
    id = "calendar"
    names = {"en": ("calendar",), "ru": ("календарь",)}
    usage = msgid("on | off")
    purpose = msgid("whether our mails bring your deadlines as calendar entries")

    def takes(self, rest: str) -> bool:
        return _one_of(_ON_OFF, rest) is not None

    def obey(self, act: Act, rest: str) -> Said:
        wanted = _one_of(_ON_OFF, rest) == "on"
        words = act.language
        _keep(act, calendar=wanted)
        told = (
            words.gettext("From now on our mails bring your deadlines as calendar entries (deadline.ics).")
            if wanted
            else words.gettext(
                "From now on our mails bring no calendar entries. Those that you have are yours to delete."
            )
        )
        return act.says(msgid("Calendar"), told, changed=True)


class ChooseZone(Command):
    id = "zone"
    names = {"en": ("zone", "time zone"), "ru": ("пояс", "часовой пояс")}
    touches_play = False
    usage = msgid("Berlin | UTC+3")
    purpose = msgid("the time zone in which you see deadlines")

    def takes(self, rest: str) -> bool:
        return bool(rest) and len(rest.split()) <= MOST_WORDS

    def obey(self, act: Act, rest: str) -> Said:
        words, zone = act.language, zone_called(rest)
        if zone is None or act.person_id is None:
            return act.says(msgid("Time zone"), no_zone(rest, words))
        act.session.execute(update(Person).where(col(Person.id) == act.person_id).values(time_zone=zone))
        told = words.gettext("Your time zone is %(zone)s now.", zone=zone)
        return act.says(msgid("Time zone"), told, changed=True)


def _keep(act: Act, **values: object) -> None:
    act.session.execute(update(Seat).where(col(Seat.id) == act.seat.id).values(values))


def can_withdraw(act: Act) -> bool:
    """Whether something is on file for the seat."""
    held = held_by(act.session, act.seat)
    return act.seat.kind is SeatKind.PLAYER and bool(act.seat.name in act.table.match.sealed or held)


COMMANDS: tuple[Command, ...] = (
    Withdraw(),
    ChooseLanguage(),
    ChooseFormat(),
    ChooseZone(),
    ChooseCalendar(),
    Unsubscribe(),
    Subscribe(),
)
