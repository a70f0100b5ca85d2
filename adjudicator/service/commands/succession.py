"""When the moderator is silent: who would take over, and who is for whom."""

from __future__ import annotations

from adjudicator.language import msgid
from adjudicator.service.campaign.act import Act, Said
from adjudicator.service.commands.command import Command, Who
from adjudicator.service.desk import silence
from adjudicator.service.desk.deed import seat_named
from adjudicator.service.desk.silence import NotAsked
from adjudicator.service.desk.troubles import CannotBe, empty
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Role, SeatKind


class Moderate(Command):
    id = "moderate"
    names = {"en": ("moderate",), "ru": ("буду вести", "модерирую")}
    purpose = msgid("when the moderator is silent: you would take over")

    def offered(self, who: Who) -> bool:
        """The mail that asks for it says so."""
        return False

    def obey(self, act: Act, rest: str) -> Said:
        return _for(act, self, act.seat)


class SupportModerator(Command):
    id = "support"
    names = {"en": ("support moderator",), "ru": ("поддерживаю ведущего",)}
    usage = msgid("SEAT")
    purpose = msgid("when the moderator is silent: who should take over")

    def offered(self, who: Who) -> bool:
        """The mail that asks for it says so."""
        return False

    def takes(self, rest: str) -> bool:
        return bool(rest)

    def obey(self, act: Act, rest: str) -> Said:
        try:
            return _for(act, self, seat_named(act.table, rest))
        except CannotBe as why:
            return act.says(self.name(act.language), why.text(act.language, act.seat_called))


def _for(act: Act, command: Command, candidate: SeatAtTable) -> Said:
    language = act.language
    if act.seat.kind is not SeatKind.PLAYER:
        return act.says(command.name(language), language.gettext("This is for the players to decide."))
    if not any(holder.role is Role.ORDERS for holder in candidate.holders):
        return act.says(command.name(language), empty(seat=candidate.name).text(language, act.seat_called))
    try:
        found = silence.support(act.table, act.seat, candidate)
    except NotAsked:
        told = language.gettext(
            "Nobody is asked about that now: the moderator is there, or has not been silent for long. Please write to "
            "the moderator."
        )
        return act.says(command.name(language), told)
    if found.appointed:
        told = language.gettext("More than half are for it: it is done.")
        return act.says(command.name(language), told, changed=True)
    told = language.gettext(
        "Noted, and the others are told. Support so far: %(count)s of %(needed)s.",
        count=found.count,
        needed=found.needed,
    )
    return act.says(command.name(language), told, changed=True)


COMMANDS: tuple[Command, ...] = (Moderate(), SupportModerator())
