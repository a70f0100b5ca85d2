"""Define commands for a silent moderator: who would take over."""

from adjudicator.language import msgid
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.commands.command import Command, Scope
from adjudicator.service.commands.votes import for_players
from adjudicator.service.moderation import succession
from adjudicator.service.moderation.named import seat_named
from adjudicator.service.moderation.rights import Access
from adjudicator.service.moderation.troubles import empty
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind


class SupportModerator(Command):
    needs = Access.SEAT
    scope = Scope.ONCE
    id = "support"
    names = {"en": ("support moderator",), "ru": ("поддерживаю ведущего",)}
    usage = msgid("SEAT")
    purpose = msgid("when the moderator is silent: who should take over")
    listed_for = None

    def takes(self, rest: str) -> bool:
        return bool(rest)

    def candidate(self, act: CommandContext, rest: str) -> SeatAtTable:
        """Return whom the seat is for."""
        return seat_named(act.table, rest)

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        language, candidate = act.language, self.candidate(act, rest)
        if act.seat.kind is not SeatKind.PLAYER:
            raise for_players()
        if not candidate.in_charge:
            raise empty(seat=candidate.name)
        found = succession.support(act.table, act.seat, candidate)
        told = language.gettext(
            "Noted, and the others are told. Support so far: %(count)s of %(needed)s.",
            count=found.count,
            needed=found.needed,
        )
        if found.appointed:
            told = language.gettext("More than half are for it: it is done.")
        return act.says(self.name(language), told, changed=True)


class Moderate(SupportModerator):
    names = {"en": ("moderate",), "ru": ("буду вести", "модерирую")}
    usage = ""
    purpose = msgid("when the moderator is silent: you would take over")

    def takes(self, rest: str) -> bool:
        return not rest

    def candidate(self, act: CommandContext, rest: str) -> SeatAtTable:
        return act.seat


COMMANDS: tuple[Command, ...] = (Moderate(), SupportModerator())
