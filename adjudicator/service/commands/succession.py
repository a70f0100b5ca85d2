"""When the moderator is silent: who would take over, and who is for whom."""

from __future__ import annotations

from adjudicator.language import Language
from adjudicator.reports.model import Section
from adjudicator.service.campaign.act import Act, Said
from adjudicator.service.commands.command import Command, Who
from adjudicator.service.desk import silence
from adjudicator.service.desk.deed import CannotBe, empty, seat_named
from adjudicator.service.desk.silence import NotAsked
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Role, SeatKind


class Moderate(Command):
    id = "moderate"
    names = {"en": ("moderate",), "ru": ("буду вести", "модерирую")}

    def help(self, language: Language) -> str:
        return language.gettext("when the moderator is silent: you would take over")

    def offered(self, who: Who) -> bool:
        """The mail that asks for it says so."""
        return False

    def obey(self, act: Act, rest: str) -> Said:
        return _for(act, self, act.seat)


class SupportModerator(Command):
    id = "support"
    names = {"en": ("support moderator",), "ru": ("поддерживаю ведущего",)}

    def argument(self, language: Language) -> str:
        return language.gettext("SEAT")

    def help(self, language: Language) -> str:
        return language.gettext("when the moderator is silent: who should take over")

    def offered(self, who: Who) -> bool:
        """The mail that asks for it says so."""
        return False

    def takes(self, rest: str) -> bool:
        return bool(rest)

    def obey(self, act: Act, rest: str) -> Said:
        try:
            return _for(act, self, seat_named(act.table, rest))
        except CannotBe as why:
            return _told(act, self, why.text(act.language, act.seat_called), changed=False)


def _for(act: Act, command: Command, candidate: SeatAtTable) -> Said:
    language = act.language
    if act.seat.kind is not SeatKind.PLAYER:
        return _told(act, command, language.gettext("This is for the players to decide."), changed=False)
    if not any(holder.role is Role.ORDERS for holder in candidate.holders):
        return _told(act, command, empty(candidate.name).text(language, act.seat_called), changed=False)
    try:
        found = silence.support(act.table, act.seat, candidate)
    except NotAsked:
        told = language.gettext(
            "Nobody is asked about that now: the moderator is there, or has not been silent for long. Please write to "
            "the moderator."
        )
        return _told(act, command, told, changed=False)
    if found.appointed:
        return _told(act, command, language.gettext("More than half are for it: it is done."), changed=True)
    told = language.gettext(
        "Noted, and the others are told. Support so far: %(count)s of %(needed)s.",
        count=found.count,
        needed=found.needed,
    )
    return _told(act, command, told, changed=True)


def _told(act: Act, command: Command, sentence: str, *, changed: bool) -> Said:
    name = command.name(act.language)
    section = Section(heading=name[:1].upper() + name[1:], paragraphs=(sentence,))
    return Said(
        sections=(section,), title=name if changed else act.language.gettext("nothing is changed"), changed=changed
    )


COMMANDS: tuple[Command, ...] = (Moderate(), SupportModerator())
