"""The next round of a tournament, and who plays no further one: written from any of its tables, or at the desk."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Self

from msgspec.structs import replace
from sqlalchemy.orm import Session

from adjudicator.kernel.game import Game
from adjudicator.language import Language, msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Called, RejectionReason
from adjudicator.service.moderation.command import Author, ModeratorCommand
from adjudicator.service.moderation.forms import FormOption, command
from adjudicator.service.moderation.rights import Access
from adjudicator.service.moderation.wording import BadWording, Wording
from adjudicator.service.service import UnitOfWork
from adjudicator.store import audits, tournaments
from adjudicator.store.tables import Telling, Tournament, TournamentTable
from adjudicator_tournaments import rounds
from adjudicator_tournaments.plans import plan_of
from adjudicator_tournaments.tables import RoundShown, rounds_of

no_tournament = RejectionReason("no_tournament", msgid("This match belongs to no tournament."))
not_its_moderator = RejectionReason(
    "not_its_moderator",
    msgid("Only who moderates the whole tournament may do this (%(names)s); please ask there. Nothing was done."),
)
other_round = RejectionReason(
    "other_round",
    msgid("This was meant for the time before round %(meant)s, but the next one is round %(now)s. Nothing was done."),
)
AtRound = Annotated[int | None, FormOption("Only where this round comes next; refuse otherwise.", least=1)]


class OfTournament(ModeratorCommand, frozen=True, kw_only=True):
    """A deed about the tournament at one of whose tables the campaign is played. Its position is the next round."""

    final: ClassVar = True
    at_log: ClassVar = False
    telling: ClassVar = Telling.REPORT
    round: AtRound = None

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        row, _ = place_of(table)
        chairs = plan_of(row).moderators
        if author.by_mail and author.person_id not in chairs:
            known = tournaments.people(table.session, chairs)
            raise not_its_moderator(names=[known[chair][0].name for chair in chairs] or "-")
        self.carry_on(table.work, row, author.signed).note(table, author)

    def carry_on(self, work: UnitOfWork, row: Tournament, by: str) -> Self:
        """Check it and do it. Returns it as it is written down. Raises Rejected."""
        row = tournaments.locked(work.session, row)
        now = self.position(work.session, row)
        if self.round not in (None, now):
            raise other_round(meant=self.round or now, now=now)
        return self.change(work, row, now, by)

    @classmethod
    def position(cls, session: Session, row: Tournament) -> int:
        """Return the round that the command is about.

        Raises:
            Rejected: There is none.
        """
        raise NotImplementedError  # abstract

    def change(self, work: UnitOfWork, row: Tournament, now: int, by: str) -> Self:
        """Carry the command out, with the tournament locked. Return it as it is written down. Raises Rejected."""
        raise NotImplementedError  # abstract

    @classmethod
    def read(cls, wording: Wording) -> Self:
        given = cls._given(wording)
        return cls(round=cls.position(wording.table.session, place_of(wording.table)[0]), **given)

    @classmethod
    def _given(cls, wording: Wording) -> dict[str, str]:
        """Return what else the words of a message say. Raises BadWording."""
        if wording.left:
            raise BadWording
        return {}


@command("tournament next", "autumn --dry-run", "autumn --round 2 --yes", needs=Access.OPERATOR)
class NextRound(OfTournament, frozen=True, tag="tournament next"):
    """Begin the next round of a tournament.

    All matches of the last one must have ended; the campaigns of its tables are created.
    """

    names: ClassVar = {"en": ("tournament next", "next round"), "ru": ("турнир дальше", "следующий тур")}
    shown: ClassVar = ("round",)
    did: ClassVar = msgid("The next round of the tournament has begun; everybody gets the first email of their table.")
    will: ClassVar = msgid("Round %(round)s of the tournament will begin, at these tables:")
    purpose: ClassVar = msgid("begin the next round of the tournament, when all matches of the last one are over")

    @classmethod
    def position(cls, session: Session, row: Tournament) -> int:
        return rounds.next_round(session, row, plan_of(row))

    def change(self, work: UnitOfWork, row: Tournament, now: int, by: str) -> Self:
        for campaign in rounds.begin(work, row, now):
            act = audits.NewAct(by, self.tag, {"tournament": row.name, "round": now}, self.telling)
            audits.record(work.session, campaign.id, act, work.now)
        return replace(self, round=now)

    def asked(self, words: Language, called: Called) -> str:
        return words.gettext(self.will, round=self.round or 1)

    def preview(self, table: CampaignContext, words: Language, called: Called) -> tuple[str, ...]:
        _, drawn = rounds_of(table.session, place_of(table)[0])
        return tuple(tables_told(drawn[(self.round or 1) - 1], table.match.game, words))


@command("tournament withdraw", "autumn Anna --dry-run", "autumn anna@example.org --yes", needs=Access.OPERATOR)
class Withdraw(OfTournament, frozen=True, tag="tournament withdraw"):
    """Withdraw a player from further rounds. What has not begun is drawn again for the others. Their points stay."""

    names: ClassVar = {"en": ("tournament withdraw",), "ru": ("турнир снять",)}
    shown: ClassVar = ("round", "who")
    did: ClassVar = msgid("Somebody plays no further round of the tournament; what has not begun is drawn anew.")
    will: ClassVar = msgid(
        "%(who)s will play no further round of the tournament; it is drawn anew from round %(round)s on. What has "
        "begun goes on, and their points stay."
    )
    usage: ClassVar = msgid("NAME")
    purpose: ClassVar = msgid("somebody plays no further round of the tournament; those to come are drawn anew")
    who: Annotated[str, "WHO", "A name, a registered mail address, or a number as in #7."]

    @classmethod
    def position(cls, session: Session, row: Tournament) -> int:
        return rounds.rounds_begun(session, row) + 1

    def change(self, work: UnitOfWork, row: Tournament, now: int, by: str) -> Self:
        return replace(self, round=now, who=rounds.leave(work.session, row, self.who))

    def asked(self, words: Language, called: Called) -> str:
        return words.gettext(self.will, who=self.who, round=self.round or 1)

    @classmethod
    def _given(cls, wording: Wording) -> dict[str, str]:
        if not wording.sentence:
            raise BadWording
        return {"who": wording.sentence.strip("<>")}


def tables_told(drawn: RoundShown, game: Game[Any], words: Language) -> Iterator[str]:
    """Yield who sits where in a round, a table a line, and who sits out."""
    report = game.part("report")
    for table in drawn.tables:
        seats = words.listing(
            [
                words.gettext("%(person)s (%(seat)s)", person=who, seat=report.party(seat, words).name)
                for seat, who in table.seats.items()
            ]
        )
        yield words.gettext("Table %(table)s: %(seats)s.", table=table.number, seats=seats)
    if drawn.out:
        yield words.gettext("Sitting out: %(people)s.", people=words.listing(drawn.out))


def place_of(table: CampaignContext) -> tuple[Tournament, TournamentTable]:
    """Return the tournament that a campaign belongs to, and which of its tables it is.

    Raises:
        Rejected: It belongs to none.
    """
    found = tournaments.of_campaign(table.session, table.campaign.id)
    if found is None:
        raise no_tournament()
    return found


COMMANDS: tuple[type[ModeratorCommand], ...] = (NextRound, Withdraw)
