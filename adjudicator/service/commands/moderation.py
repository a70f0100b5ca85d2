"""What moderators write: pause, resume, extend, remind, process, replace, eject, close, promote, demote.

Who plays is told kindly that these words are the moderator's; a moderator who plays too writes them to the address
that he has as a moderator. What cannot be undone names the log number it is meant for and waits for a code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

import msgspec

from adjudicator.language import Language
from adjudicator.mail.address import can_be_reached
from adjudicator.orders.text import fold
from adjudicator.reports.model import Section
from adjudicator.service.campaign import audit, confirmations
from adjudicator.service.campaign.confirmations import Purpose, Redeemed, Request, TooManyOpen
from adjudicator.service.campaign.matches import Table, table_of_campaign
from adjudicator.service.commands.command import Act, Command, Said, Who
from adjudicator.service.desk import deeds, moderators, people, words
from adjudicator.service.desk.deeds import Author, CannotBe, Deed, Newcomer, Right
from adjudicator.service.desk.perform import check, perform
from adjudicator.store import outbox
from adjudicator.store.confirmations import Owner
from adjudicator.store.tables import Telling

PURPOSE = "moderate"
_NUMBER = re.compile(r"(?:(?<=\s)|^)(?:log\s+|№\s*|журнал\s+)?#?(\d{1,9})(?=[\s,;:.]|$)", re.IGNORECASE)
_ADDRESS = re.compile(r"<?([^\s<>,;]+@[^\s<>,;]+)>?")
_HOURS = re.compile(r"(\d{1,4})\s*(h|hours?|ч|час(?:а|ов)?|d|days?|д|дн(?:я|ей)?|день|сут(?:ки|ок)?)?", re.IGNORECASE)
_DAYS = ("d", "д", "с")
_KEEP = ("keep", "оставить")
_DROP = ("drop", "отбросить", "бросить")
_FILLERS = frozenset(("to", "by", "for", "with", "log", "на", "по", "для", "at", "журнал", "orders", "приказы"))


class BadWording(Exception):  # noqa: N818 - an answer
    """The words behind a command do not say what it needs."""


class _Moderating(Command):
    """What the commands have in common."""

    final: ClassVar[bool] = False

    def offered(self, who: Who) -> bool:
        return who.moderator

    def takes(self, rest: str) -> bool:
        return True

    def anywhere(self, rest: str) -> bool:
        """From a player only what can hardly be an order: the word alone, or with a number."""
        return not rest or bool(_HOURS.match(rest))

    def example(self, language: Language) -> str:
        """A line as it should be written."""
        return f"{self.name(language)} {self.argument(language)}".strip()

    def deed(self, act: Act, rest: str) -> Deed:
        """What the words mean. Raises CannotBe, BadWording."""
        raise NotImplementedError  # abstract

    def obey(self, act: Act, rest: str) -> Said:
        language = act.language
        author = moderators.author_of(act.table, act.seat, act.person_id)
        if author is None:
            return _said(language, self.name(language), _not_yours(act), changed=False)
        try:
            deed = self.deed(act, rest)
            check(act.table, deed, author)
            if self.final:
                return _ask(act, self, deed)
            return _done(act, self.name(language), deed, author)
        except CannotBe as why:
            return _said(language, self.name(language), words.why_not(language, why, act.seat_called), changed=False)
        except BadWording:
            return _said(language, self.name(language), _write_it_so(act, self), changed=False)


class Pause(_Moderating):
    id = "pause"
    names = {"en": ("pause",), "ru": ("пауза", "приостановить")}

    def argument(self, language: Language) -> str:
        return language.gettext("[reason]")

    def help(self, language: Language) -> str:
        return language.gettext("everything stands still; the reason is told to all")

    def deed(self, act: Act, rest: str) -> Deed:
        return deeds.Pause(reason=rest)


class Resume(_Moderating):
    id = "resume"
    names = {"en": ("resume",), "ru": ("продолжить", "возобновить")}

    def argument(self, language: Language) -> str:
        return language.gettext("[reason]")

    def help(self, language: Language) -> str:
        return language.gettext("it goes on, and orders that were kept are tried")

    def deed(self, act: Act, rest: str) -> Deed:
        return deeds.Resume(reason=rest)


class Extend(_Moderating):
    id = "extend"
    names = {"en": ("extend",), "ru": ("продлить срок", "добавить время")}

    def argument(self, language: Language) -> str:
        return language.gettext("24 h | 2 d [SEAT]")

    def help(self, language: Language) -> str:
        return language.gettext("more time for all who are asked, or for one seat")

    def deed(self, act: Act, rest: str) -> Deed:
        found = _HOURS.match(rest.strip())
        if found is None or not 1 <= int(found[1]) <= 2160:
            raise BadWording
        unit = (found[2] or "h").lower()
        hours = int(found[1]) * (24 if unit.startswith(_DAYS) else 1)
        seats = _seats(act.table, rest[found.end() :])
        return deeds.Extend(hours=hours, seats=seats)


class Remind(_Moderating):
    id = "remind"
    names = {"en": ("remind",), "ru": ("напомнить",)}

    def help(self, language: Language) -> str:
        return language.gettext("a reminder at once to everybody who owes an answer")

    def deed(self, act: Act, rest: str) -> Deed:
        return deeds.Remind()


class Process(_Moderating):
    id = "process"
    names = {"en": ("process", "process now"), "ru": ("исполнить", "провести")}
    final = True

    def argument(self, language: Language) -> str:
        return language.gettext("LOG")

    def help(self, language: Language) -> str:
        return language.gettext("carry the open decision out now; LOG is the log entry named at the end of our mails")

    def deed(self, act: Act, rest: str) -> Deed:
        number, left = _number(act.table, rest)
        if left:
            raise BadWording
        return deeds.Process(log=number)


class Draw(_Moderating):
    id = "draw"
    names = {"en": ("draw",), "ru": ("жребий",)}
    final = True

    def argument(self, language: Language) -> str:
        return language.gettext("LOG RESULT[; RESULT]")

    def help(self, language: Language) -> str:
        return language.gettext("the result of a draw that was made at the table; of several, with semicolons")

    def anywhere(self, rest: str) -> bool:
        return False

    def deed(self, act: Act, rest: str) -> Deed:
        found = re.match(r"#?(\d{1,9})(?:\s+|$)", rest.strip())
        if act.table.match.awaited is None:
            raise CannotBe("no_draw")
        if found is None:
            return deeds.Draw(results=("",), log=None)
        results = tuple(part.strip() for part in rest.strip()[found.end() :].split(";") if part.strip())
        if not results:
            raise BadWording
        return deeds.Draw(results=results, log=int(found[1]))


class Replace(_Moderating):
    id = "replace"
    names = {"en": ("replace",), "ru": ("заменить",)}
    final = True

    def argument(self, language: Language) -> str:
        return language.gettext("LOG SEAT [NAME <ADDRESS>] [keep]")

    def help(self, language: Language) -> str:
        return language.gettext("the seat goes to somebody else, or to its standby player")

    def deed(self, act: Act, rest: str) -> Deed:
        number, rest = _number(act.table, rest)
        seat, rest = _seat(act.table, rest)
        keep, rest = _keep(rest)
        return deeds.Replace(seat=seat, to=_newcomer(rest), keep=keep, log=number)


class Eject(_Moderating):
    id = "eject"
    names = {"en": ("eject",), "ru": ("исключить",)}
    final = True

    def argument(self, language: Language) -> str:
        return language.gettext("LOG SEAT [keep | drop]")

    def help(self, language: Language) -> str:
        return language.gettext("take the seat from its people; their orders on file are dropped, or kept")

    def deed(self, act: Act, rest: str) -> Deed:
        number, rest = _number(act.table, rest)
        seat, rest = _seat(act.table, rest)
        keep, rest = _keep(rest)
        return deeds.Eject(seat=seat, keep=keep, reason=rest.strip(" ,:"), log=number)


class Close(_Moderating):
    id = "close"
    names = {"en": ("close",), "ru": ("закрыть",)}
    final = True

    def argument(self, language: Language) -> str:
        return language.gettext("LOG [reason]")

    def help(self, language: Language) -> str:
        return language.gettext("end the campaign here, without a result")

    def deed(self, act: Act, rest: str) -> Deed:
        number, rest = _number(act.table, rest)
        return deeds.Close(reason=rest.strip(" ,:"), log=number)


class Promote(_Moderating):
    id = "promote"
    names = {"en": ("promote",), "ru": ("назначить ведущего", "назначить модератора")}

    def argument(self, language: Language) -> str:
        return language.gettext("NAME <ADDRESS> [all | time | mail]")

    def help(self, language: Language) -> str:
        return language.gettext("somebody else moderates too, with all rights or some")

    def deed(self, act: Act, rest: str) -> Deed:
        right = Right.ALL
        last = rest.rsplit(maxsplit=1)
        if len(last) == 2 and (named := _RIGHTS.get(fold(last[1]))) is not None:
            right, rest = named, last[0]
        who = _newcomer(rest)
        if who is None:
            raise BadWording
        return deeds.Appoint(who=who, right=right)


class Demote(_Moderating):
    id = "demote"
    names = {"en": ("demote",), "ru": ("отстранить",)}

    def argument(self, language: Language) -> str:
        return language.gettext("NAME")

    def help(self, language: Language) -> str:
        return language.gettext("somebody does not moderate any more")

    def deed(self, act: Act, rest: str) -> Deed:
        if not rest.strip():
            raise BadWording
        return deeds.Dismiss(name=rest.strip())


class Confirmed(Purpose):
    """A deed that cannot be undone, and the code is back."""

    id = PURPOSE

    def confirmed(self, act: Act, redeemed: Redeemed) -> Said:
        deed = deeds.decode(redeemed.payload)
        title = BY_DEED[type(deed)].name(act.language)
        author = moderators.author_of(act.table, act.seat, act.person_id)
        if author is None:
            return _said(act.language, title, _not_yours(act), changed=False)
        try:
            return _done(act, title, deed, author)
        except CannotBe as why:
            return _said(act.language, title, words.why_not(act.language, why, act.seat_called), changed=False)


def _done(act: Act, title: str, deed: Deed, author: Author) -> Said:
    """Carry it out; a refusal halfway leaves nothing behind. Who wrote it gets the answer, and no notice besides."""
    newest = outbox.newest(act.session)
    with act.session.begin_nested():
        act.table = perform(act.session, act.service, act.table, deed, author)
    act.seat = act.table.by_id[act.seat.id]
    if not isinstance(deed, deeds.Process):  # what the defaults were stands in the notice only
        outbox.cancel_newer(act.session, act.seat.id, newest)
    return _said(act.language, title, words.done(act.language, deed), changed=True)


def _ask(act: Act, command: _Moderating, deed: Deed) -> Said:
    """The question whether it shall be done, with the code."""
    language, table = act.language, act.table
    title = command.name(language)
    log = table.head.sequence
    if getattr(deed, "log", None) is None:
        rest = act.table.match
        now = language.gettext(
            "Please name the position that you mean it for: the campaign stands at log number %(log)s (asked: "
            "%(seats)s). Write it like this: %(example)s",
            log=log,
            seats=language.listing([_called(act, name) for d in rest.decisions() for name in d.seats]) or "-",
            example=f"{title} {log} …" if command.argument(language) != language.gettext("LOG") else f"{title} {log}",
        )
        return _said(language, title, now, changed=False)
    rehearse(act, deed)
    owner = Owner(seat_id=act.seat.id, person_id=act.person_id)
    request = Request(
        purpose=PURPOSE, owner=owner, payload=deeds.encode(deed), campaign_id=table.campaign.id, alone=False
    )
    try:
        code = confirmations.issue(act.session, request, act.now)
    except TooManyOpen:
        told = language.gettext("Too many codes wait for your word already; use or reject those first.")
        return _said(language, title, told, changed=False)
    note(act, deed)
    seat = getattr(deed, "seat", "")
    until = act.now + confirmations.HOLDS
    told = words.asked(language, deed, _called(act, seat) if seat else "")
    section = Section(heading=title[:1].upper() + title[1:], paragraphs=(told,))
    choice = confirmations.how_to(language, code, until, act.zone, act.now)
    return Said(sections=(section, choice), title=language.gettext("please confirm"), changed=True)


def note(act: Act, deed: Deed) -> None:
    """That a code was asked for stands in the audit trail; nothing has touched play yet."""
    author = moderators.author_of(act.table, act.seat, act.person_id)
    audit.record(
        act.session, act.table.campaign.id,
        by=author.signed if author else "", command="ask for a code", details=msgspec.to_builtins(deed),
        now=act.now, telling=Telling.NOBODY,
    )  # fmt: skip


def rehearse(act: Act, deed: Deed) -> None:
    """Whether it would be refused, found out by doing it and taking it back. Raises CannotBe."""
    author = moderators.author_of(act.table, act.seat, act.person_id)
    assert author is not None
    nested = act.session.begin_nested()
    try:
        perform(act.session, act.service, act.table, deed, author)
    finally:
        nested.rollback()
        act.session.expire_all()
        reload_table(act)


def reload_table(act: Act) -> None:
    """The table as it is in the store."""
    act.table = table_of_campaign(act.session, act.table.campaign.id, act.now)
    act.seat = act.table.by_id[act.seat.id]


def _called(act: Act, seat: str) -> str:
    name: str = act.table.match.game.part("report").party(seat, act.language).name
    return name


def _said(language: Language, name: str, sentence: str, *, changed: bool) -> Said:
    section = Section(heading=name[:1].upper() + name[1:], paragraphs=(sentence,))
    title = language.gettext("done") if changed else language.gettext("nothing is changed")
    return Said(sections=(section,), title=title, changed=changed)


def _not_yours(act: Act) -> str:
    language = act.language
    own = {holder.person_id for seat, holder in moderators.moderators(act.table)}
    if act.person_id in own:
        return language.gettext(
            "You moderate this campaign, but this is the address of your seat: please write such words to the address "
            "from which you get the moderator's mails."
        )
    names = [holder.name for _, holder in moderators.moderators(act.table)]
    if not names:
        return language.gettext("Only a moderator may do this, and this campaign has none.")
    return language.gettext(
        "Only a moderator may do this (%(names)s); please ask there. Nothing was done. “wait” asks for more time, "
        "“absent” tells that you are away.",
        names=language.listing(names),
    )


def _write_it_so(act: Act, command: _Moderating) -> str:
    return act.language.gettext(
        "Please write it like this: %(example)s. The seats: %(seats)s.",
        example=command.example(act.language),
        seats=", ".join(act.seat_called(seat.name) for seat in act.table.players),
    )


def _number(table: Table, rest: str) -> tuple[int | None, str]:
    """The log number in the words, and the words without it."""
    found = _NUMBER.search(rest)
    if found is None:
        return None, rest.strip()
    return int(found[1]), f"{rest[: found.start()]} {rest[found.end() :]}".strip()


def _seat(table: Table, rest: str) -> tuple[str, str]:
    """The seat that the words begin with. Raises CannotBe, BadWording."""
    parts = rest.split()
    if not parts:
        raise BadWording
    for length in (2, 1):
        try:
            return people.seat_named(table, " ".join(parts[:length])).name, " ".join(parts[length:])
        except CannotBe as why:
            unknown = why
    raise unknown


def _seats(table: Table, rest: str) -> tuple[str, ...]:
    left = " ".join(part for part in re.split(r"[\s,]+", rest) if part and fold(part) not in _FILLERS)
    found: list[str] = []
    while left:
        seat, left = _seat(table, left)
        found.append(seat)
    return tuple(found)


def _keep(rest: str) -> tuple[bool, str]:
    """Whether orders on file stay, and the words without that one."""
    parts: Sequence[str] = rest.split()
    kept = [part for part in parts if fold(part.strip(",.;")) not in (*_KEEP, *_DROP)]
    return any(fold(part.strip(",.;")) in _KEEP for part in parts), " ".join(kept)


def _newcomer(rest: str) -> Newcomer | None:
    """A name and an address; None where neither is written. Raises BadWording."""
    found = _ADDRESS.search(rest)
    name = _ADDRESS.sub(" ", rest)
    name = " ".join(part for part in name.split() if fold(part) not in ("to", "by", "на", "with")).strip(" ,;:\"'")
    if found is None and not name:
        return None
    if found is None or not can_be_reached(found[1]):
        raise BadWording
    return Newcomer(name=name or found[1].partition("@")[0].capitalize(), email=found[1])


_RIGHTS = {
    **{each.value: each for each in Right},
    "все": Right.ALL, "время": Right.TIME, "почта": Right.MAIL,
}  # fmt: skip
COMMANDS: tuple[Command, ...] = (
    Pause(), Resume(), Extend(), Remind(), Process(), Replace(), Eject(), Close(), Promote(), Demote(), Draw(),
)  # fmt: skip
BY_DEED: dict[type[msgspec.Struct], Command] = {
    deeds.Process: COMMANDS[4], deeds.Replace: COMMANDS[5], deeds.Eject: COMMANDS[6], deeds.Close: COMMANDS[7],
    deeds.Draw: COMMANDS[10],
}  # fmt: skip
confirmations.register(Confirmed())
