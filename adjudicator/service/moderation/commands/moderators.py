"""Change who moderates: somebody more, with all rights or some, and somebody no longer."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from adjudicator.language import msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.moderation.command import Author, ModeratorCommand
from adjudicator.service.moderation.forms import WrongOptions, command, newcomer
from adjudicator.service.moderation.moderators import moderators
from adjudicator.service.moderation.named import Newcomer, person_of
from adjudicator.service.moderation.rights import Right, localized_right
from adjudicator.service.moderation.wording import BadWording, Wording
from adjudicator.service.outbox import notice_mails, queue
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.outbox.payloads import Help
from adjudicator.service.play import questions
from adjudicator.store import campaigns, holdings, prompts
from adjudicator.store.campaigns import Holder, SeatAtTable
from adjudicator.store.tables import Person, PromptState, Seat, SeatKind

NAME = "moderator"
moderates_already = RejectionReason(
    "moderates_already", msgid("%(person)s moderates already, with the right “%(right)s”.")
)
no_such_moderator = RejectionReason("no_such_moderator", msgid("Nobody of the name “%(person)s” moderates."))
last_moderator = RejectionReason(
    "last_moderator", msgid("%(person)s is the only moderator with all rights; appoint another one first.")
)


class Appoint(ModeratorCommand, frozen=True, tag="appoint"):
    """Somebody moderates from now on, or with another right than before."""

    names: ClassVar = {"en": ("promote",), "ru": ("назначить ведущего", "назначить модератора")}
    shown: ClassVar = ("who", "right")
    did: ClassVar = msgid("Who moderates is changed; everybody is told.")
    usage: ClassVar = msgid("NAME <ADDRESS> [all | time | mail]")
    purpose: ClassVar = msgid("somebody else moderates too, with all rights or some")
    who: Newcomer
    given: Right = msgspec.field(default=Right.ALL, name="right")

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        person = person_of(table, self.who)
        known = next(((seat, holder) for seat, holder in moderators(table) if holder.person_id == person.id), None)
        if known is not None:
            self._change_right(table, *known)
            table.reloaded(known[0].id)
        else:
            seat = self._new_chair(table, person)
            number = questions.renew(table).of(seat.name) if table.runs else None
            queue.send(table, seat, Help(written=table.now, why="appointed", number=number))
        to_table("appointed", person=person.name, right=self.given.value).send(table, table.seats)
        self.note(table, author)

    def _change_right(self, table: CampaignContext, seat: SeatAtTable, holder: Holder) -> None:
        if holder.rights == self.given.value:
            raise moderates_already(person=holder.name, right=localized_right(self.given))
        if self.given is not Right.ALL:
            _somebody_is_left(table, holder)
        holdings.change(table.session, seat.id, holder.person_id, rights=self.given.value)

    def _new_chair(self, table: CampaignContext, person: Person) -> SeatAtTable:
        """Return an empty moderator seat, with what is asked there in the language of its new holder; or add a seat."""
        session, now = table.session, table.now
        empty = [seat for seat in table.seats if seat.moderates and not seat.holders]
        if empty:
            seat_id = empty[0].id
            session.get_one(Seat, seat_id).language = person.language
            asked = [row.number for row in table.open_prompts() if row.seat_id == seat_id]
            prompts.close_prompts(session, table.campaign.id, asked, PromptState.SUPERSEDED, now)
        else:
            names = {seat.name for seat in table.seats}
            free = (NAME if n == 1 else f"{NAME}_{n}" for n in range(1, len(names) + 2))
            name = next(name for name in free if name not in names)
            row = campaigns.new_seat(table.campaign.id, name, person.language, now, SeatKind.MODERATOR)
            session.add(row)
            session.flush()
            seat_id = row.id
        holdings.hold(session, seat_id, person.id, now, rights=self.given.value)
        return table.reloaded(seat_id)

    @classmethod
    def read(cls, wording: Wording) -> Appoint:
        right, who = wording.right(), wording.newcomer()
        if who is None:
            raise BadWording
        return cls(who=who, given=right)


class Dismiss(ModeratorCommand, frozen=True, tag="dismiss"):
    """Somebody moderates no longer."""

    names: ClassVar = {"en": ("demote",), "ru": ("отстранить",)}
    shown: ClassVar = ("name",)
    did: ClassVar = msgid("Who moderates is changed; everybody is told.")
    usage: ClassVar = msgid("NAME")
    purpose: ClassVar = msgid("somebody does not moderate any more")
    name: str

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        session, now = table.session, table.now
        found = [
            moderator for moderator in moderators(table) if moderator[1].name.casefold() == self.name.strip().casefold()
        ]
        if not found:
            raise no_such_moderator(person=self.name)
        seat, holder = found[0]
        _somebody_is_left(table, holder)
        holdings.end(session, seat.id, {holder.person_id}, now)
        campaigns.issue_token(session, seat.id, now)
        table.reloaded(seat.id)
        notice_mails.farewell(table, seat, topic="dismissed")
        to_table("dismissed", person=holder.name).send(table, table.seats)
        self.note(table, author)

    @classmethod
    def read(cls, wording: Wording) -> Dismiss:
        if not wording.left:
            raise BadWording
        return cls(name=wording.left)


def _somebody_is_left(table: CampaignContext, holder: Holder) -> None:
    """Check that somebody else has all rights. Raises Rejected otherwise."""
    others = [each for _, each in moderators(table) if each.person_id != holder.person_id]
    if holder.rights == Right.ALL.value and not any(each.rights == Right.ALL.value for each in others):
        raise last_moderator(person=holder.name)


@command(
    "moderator add",
    "lights 'Mila <mila@example.org>'",
    "lights 'Tim <tim@example.org>' --right time",
    needs=Appoint.right,
)
def add(
    person: Annotated[str, "PERSON", "Name <address> [language [time zone]]."],
    right: Annotated[str, "all, time (deadlines and pauses) or mail (held mails)."] = "all",
) -> Appoint:
    """Add a moderator, or change their right. Everyone is told; they get an address of their own to write to."""
    if right not in tuple(Right):
        raise WrongOptions(f"unknown right {right!r}; choose from {', '.join(Right)}")
    return Appoint(who=newcomer(person), given=Right(right))


@command("moderator remove", "lights Tim", needs=Dismiss.right)
def remove(person: Annotated[str, "PERSON", "Their name."]) -> Dismiss:
    """Remove a moderator. One with all rights always stays."""
    return Dismiss(name=person)
