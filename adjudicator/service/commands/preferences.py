"""Commands about what is one's own: withdrawing orders, the language and the form of mails."""

from collections import Counter

import msgspec
from sqlalchemy import update
from sqlmodel import col

from adjudicator.language import CODES, language, language_called, msgid
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.matches import take_back_sealed
from adjudicator.service.commands.command import Choice, Command, CommandOption, Scope, Who, keep_for_seat
from adjudicator.service.moderation.rights import Access
from adjudicator.service.outbox import queue
from adjudicator.service.people.zones import no_zone, zone_called
from adjudicator.service.play.kept.held_orders import Due, Held, held_by, keep
from adjudicator.store import troubles
from adjudicator.store.tables import Person, SeatKind

MOST_WORDS = 4
"""Words of a time zone's name."""


class Unsubscribe(Command):
    needs = Access.SEAT
    scope = Scope.ONCE
    before_match = True
    for_readers = True
    names = {
        "en": ("unsubscribe", "no reminders"),
        "ru": ("отписаться", "отписка", "без напоминаний"),
    }
    purpose = msgid("no reminders and other optional emails to this address")

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Stop all but essential messages: where `List-Unsubscribe` leads.

        Who plays goes on playing.
        """
        words = act.language
        address = act.mail.from_address
        changed = queue.essentials_only(act.session, address)
        told = words.gettext(
            "Reminders, digests and other optional emails do not go to %(address)s any more.", address=address
        )
        if act.seat.kind is SeatKind.OBSERVER:
            still = words.gettext(
                "Corrections and the end of the match do. The word leave ends that too; subscribe undoes it."
            )
        elif any(address in holder.emails for holder in act.seat.in_charge):
            still = words.gettext(
                "Questions, answers, reports and letters do: you have a seat. The word subscribe undoes it."
            )
        else:
            still = words.gettext("Nor do copies of the emails of the seat. The word subscribe undoes it.")
        return act.says(msgid("Essential emails only"), told, still, title="", changed=changed)


class Subscribe(Command):
    needs = Access.SEAT
    scope = Scope.ONCE
    before_match = True
    for_readers = True
    names = {"en": ("subscribe", "reminders"), "ru": ("подписаться", "подписка", "с напоминаниями")}
    purpose = msgid("all emails to this address again, reminders too")

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        words = act.language
        address = act.mail.from_address
        changed = troubles.only_essentials(act.session, address, wanted=True) > 0
        told = words.gettext("All emails go to %(address)s, reminders and digests too.", address=address)
        return act.says(msgid("All emails"), told, title="", changed=changed)


class Withdraw(Command):
    needs = Access.SEAT
    names = {"en": ("withdraw", "cancel orders", "withdraw orders"), "ru": ("отозвать", "отозвать приказы", "отзываю")}
    heading = msgid("Withdrawn")
    purpose = msgid("take back what is on file: your sealed answer, waiting lines, the draft")
    listed_for = Who.PLAYER | Who.ON_FILE

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Take back what is still on file: what was carried out stays done, and nobody is told."""
        words, match, seat = act.language, act.table.match, act.seat
        done: list[str] = []
        if seat.name in match.sealed and match.awaited is None:
            take_back_sealed(act.table, seat)
            done.append(words.gettext("Your sealed answer is taken back; the question is open again for you."))
        held = held_by(act.table, seat)
        for due, count in Counter(line.due for line in held.filed(words)).items():
            done.append(due.taken_back(count, words))
        if held:
            keep(act.table, seat, Held())
        nothing = words.gettext("Nothing was on file. What is carried out cannot be taken back by a player.")
        return act.says(self.heading, *(done or [nothing]), changed=bool(done))


class ChooseLanguage(Command):
    needs = Access.SEAT
    before_match = True
    touches_play = False
    names = {"en": ("language", "lang"), "ru": ("язык",)}
    usage = " | ".join(CODES)
    purpose = msgid("the language of our emails to you; you can always write in any of them")

    def takes(self, rest: str) -> bool:
        return language_called(rest) is not None

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        chosen = language_called(rest)
        assert chosen is not None
        keep_for_seat(act, language=chosen)
        act.seat = msgspec.structs.replace(act.seat, language=chosen)
        words = language(chosen)
        # Translators: name your own language here.
        told = words.gettext("From now on we write to you in English.")
        return act.says(msgid("Language"), told, changed=True)


class ChooseFormat(Choice):
    names = {"en": ("format",), "ru": ("формат",)}
    heading = msgid("Form of the emails")
    usage = msgid("full | short | text | json | json off")
    purpose = msgid(
        "emails with everything at once, short ones, or plain text only; with json also a copy for programs"
    )
    options = (
        CommandOption(
            ("text", "plain", "текст"), msgid("From now on our emails to you are plain text."), {"mail_format": "text"}
        ),
        CommandOption(
            ("short", "html", "коротко", "короткий", "кратко", "хтмл"),
            msgid(
                "From now on our emails to you are short: four screens of a phone. Ask for the rest when you want it."
            ),
            {"mail_format": "html"},
        ),
        CommandOption(
            ("full", "long", "полностью", "полный", "полно", "все"),
            msgid("From now on our emails to you say everything at once, with the whole board."),
            {"mail_format": "full"},
        ),
        CommandOption(
            ("json", "json on", "json вкл", "json да"),
            msgid("From now on our emails to you have a copy for programs (report.json)."),
            {"data_copy": True},
        ),
        CommandOption(
            ("json off", "no json", "json выкл", "без json", "json нет"),
            msgid("From now on our emails to you have no copy for programs."),
            {"data_copy": False},
        ),
    )


class ChooseCalendar(Choice):
    names = {"en": ("calendar",), "ru": ("календарь",)}
    heading = msgid("Calendar")
    usage = msgid("on | off")
    purpose = msgid("whether our emails bring your deadlines as calendar entries")
    options = (
        CommandOption(
            ("on", "yes", "вкл", "включить", "да"),
            msgid("From now on our emails bring your deadlines as calendar entries (deadline.ics)."),
            {"calendar": True},
        ),
        CommandOption(
            ("off", "no", "выкл", "выключить", "нет"),
            msgid("From now on our emails bring no calendar entries. You can delete those you have."),
            {"calendar": False},
        ),
    )


class ChooseExamples(Choice):
    names = {"en": ("examples",), "ru": ("примеры",)}
    heading = msgid("Examples")
    usage = msgid("on | off")
    purpose = msgid(
        "whether our emails offer complete answers, computed from open information, with what they would lead to"
    )
    options = (
        CommandOption(
            ("on", "yes", "вкл", "включить", "да"),
            msgid("From now on our emails offer complete answers where the game has them and the campaign allows it."),
            {"examples": True},
        ),
        CommandOption(
            ("off", "no", "выкл", "выключить", "нет"),
            msgid("From now on our emails offer no complete answers: only what is possible, with what it costs."),
            {"examples": False},
        ),
    )


class ChooseDrafts(Choice):
    names = {"en": ("drafts",), "ru": ("черновики",)}
    heading = msgid("Emails with a wrong line")
    usage = msgid("whole | right lines")
    purpose = msgid("whether the right lines of your emails are carried out although others are wrong")
    options = (
        CommandOption(
            ("right lines", "right_lines", "right", "верные строки", "верные"),
            msgid(
                "From now on the right lines of an email are carried out at once, in their order, and you are asked "
                "about the wrong ones. It saves time; but what is done stays done, also where the wrong line was to "
                "come first. The word drafts whole ends it."
            ),
            {"right_lines": True},
        ),
        CommandOption(
            ("whole", "together", "целиком", "вместе"),
            msgid(
                "From now on nothing of an email is carried out while one of its lines is wrong: you correct the line, "
                "and all is done together. It may cost a day; nothing is done out of turn."
            ),
            {"right_lines": False},
        ),
    )


class ChooseZone(Command):
    needs = Access.SEAT
    scope = Scope.ONCE
    before_match = True
    names = {"en": ("zone", "time zone"), "ru": ("пояс", "часовой пояс")}
    touches_play = False
    usage = msgid("Berlin | UTC+3")
    purpose = msgid("the time zone in which you see deadlines")

    def takes(self, rest: str) -> bool:
        return bool(rest) and len(rest.split()) <= MOST_WORDS

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        words, zone = act.language, zone_called(rest)
        if zone is None or act.person_id is None:
            return act.says(msgid("Time zone"), no_zone(rest, words))
        act.session.execute(update(Person).where(col(Person.id) == act.person_id).values(time_zone=zone))
        told = words.gettext("Your time zone is %(zone)s now.", zone=zone)
        return act.says(msgid("Time zone"), told, changed=True)


def can_withdraw(act: CommandContext) -> bool:
    """Return whether something is on file for what the seat is asked; a plan is not."""
    on_file = any(line.due is not Due.TURN for line in held_by(act.table, act.seat).filed(act.language))
    return act.seat.kind is SeatKind.PLAYER and (act.seat.name in act.table.match.sealed or on_file)


COMMANDS: tuple[Command, ...] = (
    Withdraw(),
    ChooseLanguage(),
    ChooseFormat(),
    ChooseZone(),
    ChooseCalendar(),
    ChooseExamples(),
    ChooseDrafts(),
    Unsubscribe(),
    Subscribe(),
)
