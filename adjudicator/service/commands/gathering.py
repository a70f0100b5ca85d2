"""Commands that are understood only until the match begins: how things stand, a place given back, a bid, the start."""

from typing import Any, ClassVar

from adjudicator.kernel.errors import Refusal
from adjudicator.language import msgid
from adjudicator.reports.wording.kernel_words import KERNEL
from adjudicator.reports.wording.speech import Speech
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.commands import information, participation
from adjudicator.service.commands.command import Command, Scope, Who
from adjudicator.service.moderation.rights import TO_BEGIN, Access, Needs
from adjudicator.service.outbox.notices import to_outside
from adjudicator.service.people.gathering import bidding, joining
from adjudicator.service.people.gathering.bidding import TooFew
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.gathering.request import seat_wanted
from adjudicator.service.people.new_campaigns import LONGEST_NONCE, BadCampaign


class LobbyCommand(Command):
    """Common to them: one mail is about all places of its author."""

    needs: ClassVar[Needs] = Access.SEAT
    scope = Scope.ONCE
    private = True

    def takes(self, rest: str) -> bool:
        return True

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        assert isinstance(act.roster, Lobby)
        return self.obey_in(act.roster, act, rest)

    def obey_in(self, lobby: Lobby, act: CommandContext, rest: str) -> CommandReply:
        """Carry the command out before the match."""
        raise NotImplementedError  # abstract


class HowThingsStand(LobbyCommand):
    names = information.Status.names
    id = "how things stand"
    purpose = msgid("who has joined, who is missing")

    def obey_in(self, lobby: Lobby, act: CommandContext, rest: str) -> CommandReply:
        return CommandReply(title=act.language.gettext(information.Status.title))


class WhatToAnswer(HowThingsStand):
    names = information.Help.names
    id = "what to answer"


class Nonce(LobbyCommand):
    names = {"en": ("nonce",), "ru": ("соль",)}
    # Translators: a player writes a text of their own here.
    usage = msgid("TEXT")
    purpose = msgid("some words of yours that are mixed into the draws, so that nobody can choose them")
    listed_for = Who.PLAYER
    verbatim = True

    def takes(self, rest: str) -> bool:
        return bool(rest)

    def obey_in(self, lobby: Lobby, act: CommandContext, rest: str) -> CommandReply:
        words = act.language
        if len(rest.encode()) > LONGEST_NONCE:
            told = words.gettext("What you add to the draws can have at most 200 bytes; nothing was changed.")
            return act.says(self.name(words), told)
        lobby.row(act.seat).nonce = rest.encode()
        told = words.gettext("What you add to the draws is noted: %(nonce)s", nonce=rest)
        return act.says(self.name(words), told, changed=True)


class GiveBack(LobbyCommand):
    names = participation.Leave.names
    id = "give back"
    heading = participation.Leave.heading
    purpose = msgid("you give your place back")

    def obey_in(self, lobby: Lobby, act: CommandContext, rest: str) -> CommandReply:
        """Give back the place that is named; without a name all. Nothing is, where another text stands behind it."""
        words, own, wanted = act.language, act.meant(), ""
        if rest:
            wanted = seat_wanted(rest, [(seat.name, lobby.names_of(seat.name)) for seat in own]) or ""
            if not wanted:
                told = words.gettext("None of your seats is called “%(named)s”; nothing was changed.", named=rest[:60])
                return act.says(self.heading, told)
        for seat in own:
            if wanted in ("", seat.name):
                joining.leave(lobby, seat)
        if len(own) == 1 or not wanted:
            to = [holder.emails[0] for holder in act.seat.holders if holder.emails]
            to_outside("gave_back", language=words.code).send(lobby.work, lobby.campaign, to)
            return CommandReply(gone=True)
        told = words.gettext(
            "You have given back %(seat)s. Please answer this email from now on.", seat=act.seat_called(wanted)
        )
        title = words.gettext("you have given back a seat")
        return act.says(self.heading, told, title=title, changed=True)


class Begin(LobbyCommand):
    names = {"en": ("start",), "ru": ("начать",)}
    id = "campaign start"
    needs = TO_BEGIN
    purpose = msgid("the match begins with those who are there")
    listed_for = Who.MODERATOR

    def takes(self, rest: str) -> bool:
        return not rest

    def obey_in(self, lobby: Lobby, act: CommandContext, rest: str) -> CommandReply:
        """Begin the match: its first mail, or the one that asks for bids, is the answer."""
        words = act.language
        try:
            bidding.start(lobby)
        except TooFew as few:
            told = words.gettext(
                "It cannot begin yet: %(taken)s of the %(least)s seats needed are taken.",
                taken=few.taken,
                least=few.least,
            )
        except BadCampaign as bad:
            told = words.gettext("It cannot begin, please ask the operator: %(reason)s", reason=str(bad))
        else:
            return CommandReply(shows=("sent",))
        return act.says(self.name(words), told)


class PlaceBid(LobbyCommand):
    names = {"en": ("bid", "bids"), "ru": ("ставка", "ставлю")}
    heading = msgid("Your bid")
    purpose = msgid("your bid, for example")
    listed_for = Who.PLAYER

    def obey_in(self, lobby: Lobby, act: CommandContext, rest: str) -> CommandReply:
        """Keep the bid, for all places of the player; the first mail of a match that begins with it is the answer."""
        words = act.language
        if not lobby.plan.by_bids:
            told = words.gettext("The seats of this match are not bid for; nothing was changed.")
            return act.says(self.heading, told)
        try:
            bid, begun = bidding.enter(lobby, act.seat, rest)
        except Refusal as why:
            told, title = KERNEL.said(why.code, _named(act, why), Speech(words)), words.gettext("your bid cannot be")
            return act.says(self.heading, told, words.gettext("Nothing was changed."), title=title)
        return CommandReply(shows=("sent",)) if begun else bidding.noted(lobby, act.seat, bid, act.overheard)


def _named(act: CommandContext, why: Refusal) -> dict[str, Any]:
    """Return the facts of a refusal with the seats as the game calls them."""
    facts: dict[str, Any] = dict(why.facts)
    for name in {"seat", "seats"} & facts.keys():
        seats = facts[name]
        facts[name] = act.seat_called(seats) if isinstance(seats, str) else [*map(act.seat_called, seats)]
    return facts


COMMANDS: tuple[Command, ...] = (PlaceBid(), HowThingsStand(), WhatToAnswer(), Nonce(), GiveBack(), Begin())
