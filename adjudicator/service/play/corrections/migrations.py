"""A campaign carried over to the rules that are installed now: what of it comes out otherwise, and its new line.

As far as it plays the same the line stays as it is stored; behind that its orders are given again, with the draws that
they had (`adjudicator.kernel.rule_migration`). Or the position is carried over as it stands, and nothing is given
again: the new line begins with a bridge, the position as the other rules left it and as these read it.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.checkpoints import codec_of
from adjudicator.kernel.content import PackTrouble, rebased
from adjudicator.kernel.correction_branch import CorrectedBranch, DroppedOrder, RevokedDraw
from adjudicator.kernel.decisions import NoAnswer
from adjudicator.kernel.errors import ChanceError, DocumentError, Refusal, ReplayError
from adjudicator.kernel.game import Game
from adjudicator.kernel.kept_rules import plain_name
from adjudicator.kernel.match import Match
from adjudicator.kernel.position import Header
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.replay import begin, replay, replay_events
from adjudicator.kernel.rule_migration import MigratedStep, RuleMigration, groups_of
from adjudicator.kernel.sandbox import IMAGINED
from adjudicator.language import msgid
from adjudicator.service.campaign.matches import CampaignContext, Secrets, header_of, secrets_of, table_of_campaign
from adjudicator.service.campaign.settings import note_rules, settings_of
from adjudicator.service.campaign.table_draws import entered_by_hand
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.play.corrections.former_lines import UNREADABLE, FormerLine, without_shown
from adjudicator.service.play.corrections.proposals import Kind, Proposal, Wish, not_kept
from adjudicator.service.service import UnitOfWork
from adjudicator.store import campaigns, matches, revisions
from adjudicator.store.packs import Packs
from adjudicator.store.tables import Campaign
from adjudicator.store.tables import Match as MatchRow

BY_OTHER_RULES = (ReplayError, Refusal, ChanceError, DocumentError, NoAnswer, RuntimeError, AssertionError, *UNREADABLE)
"""What rules may stumble over in a line that others made."""
cannot_begin = RejectionReason(
    "cannot_begin_by_these_rules",
    msgid(
        "By the rules that are installed the match cannot even begin as it began (%(why)s): it cannot be carried over. "
        "docs/how_to/operators/upgrade.md says what else can be done."
    ),
)
cannot_stand = RejectionReason(
    "cannot_stand_by_these_rules",
    msgid(
        "The rules that are installed cannot go on from the position as it stands (%(why)s). Carry the campaign over "
        "with its orders given again, or let it keep its rules: docs/how_to/operators/upgrade.md."
    ),
)
cannot_seat = RejectionReason(
    "cannot_seat",
    msgid(
        "What was told in this match can no longer be read by the rules that are installed, so that nobody can say who "
        "has changed seats: it cannot be carried over. docs/how_to/operators/upgrade.md says what else can be done."
    ),
)


class Migration:
    """A campaign over which the installed rules come. Nothing is changed before `write_rules`.

    `proposal` is the new line of play; None where everything comes out the same. `steps` plays it, once.
    """

    def __init__(
        self, work: UnitOfWork, campaign: Campaign, reason: str, *, preview: bool = False, as_it_stands: bool = False
    ) -> None:
        """In a `preview` new draws are imagined. `as_it_stands`: the position is carried over, not the orders.

        Raises Rejected, PackTrouble, BrokenGame, LookupError where the campaign has no match.
        """
        head = matches.head(work.session, campaign.id)
        if head is None:
            raise LookupError(f"{campaign.name} has no match")
        self.campaign, self.head = campaign, head
        self.was = header_of(head)
        self.game: Game[Any] = game_named(plain_name(head.game))
        self.former = FormerLine(work.session, head, self.game)
        self.header = _new_header(self.game, self.was)
        self._work, self._known, self.packs = work, secrets_of(head), Packs(work.session)
        self._preview = preview
        same = _Same(self.former, self.header, self.packs)
        self.same = same.upto
        """The last log entry up to which all comes out the same; None where the set-up does not."""
        self.why = same.why
        self.comparable = self.former.comparable
        self._carrying = None if same.all or as_it_stands else self._begun(same.state)
        self.proposal = None if self._carrying is None else self._proposed(self._carrying, reason)
        if as_it_stands and not same.all:
            self.proposal = self._as_it_stands(reason)

    @property
    def other_rules(self) -> bool:
        """Whether the campaign was begun with other rules than those installed."""
        was, now = self.was, self.header
        return (was.game, was.version, was.content) != (now.game, now.version, now.content)

    def table(self, head: matches.Head | None = None) -> CampaignContext:
        """Return the table of the new line, or of the present match if all is the same."""
        seats = campaigns.seats_at_table(self._work.session, self.campaign.id, self._work.now)
        head = head or self.head
        match = self.proposal.match if self.proposal else Match.resume(self.header, head.state, contents=self.packs)
        return CampaignContext(self._work, self.campaign, seats, head, match)

    @property
    def new_draws(self) -> int:
        """The number of draws that the new line has made afresh so far, without those of the set-up that both share."""
        if self._carrying is None:
            return 0
        same = [draw.bare for row in self.former.rows[: self.former.set_up] for draw in row.entry.chance]
        found = 0
        for draw in (draw for entry in self._carrying.match.log for draw in entry.chance if not draw.source):
            if draw.bare in same:
                same.remove(draw.bare)
            else:
                found += 1
        return found

    def steps(self) -> Iterator[tuple[MigratedStep, Match]]:
        """Yield what is submitted again, with the match as it is after each; the last of them may be refused."""
        if self._carrying is None or self.proposal is None:
            return
        made = self._carrying.made
        for carried in self._carrying.run():
            yield carried, made.match
        gone = {each.input.n for each in made.dropped}
        self.proposal.dropped = [*made.dropped, *self._on_file(made.match)]
        self.proposal.written = self.former.as_written([row for row in self.proposal.former if row.n in gone])

    def write_rules(self) -> matches.Head:
        """From now on the match is played by the installed rules. Returns where it stands."""
        write_rules(self._work.session, self.head, self.header)
        note_rules(self.campaign, self.header.game)
        head = matches.head(self._work.session, self.campaign.id)
        assert head is not None
        return head

    def _on_file(self, made: Match) -> list[DroppedOrder]:
        """Return what was on file and cannot be in the new line; if it cannot be read, messages ask for it again."""
        return not_kept(table_of_campaign(self._work, self.campaign.id), made) if self.comparable else []

    def _begun(self, state: bytes | None) -> RuleMigration:
        """Return the new line where it branches off, or its set-up by the new rules. Raises Rejected."""
        former, known = self.former, self._known
        number = revisions.lines_of(self._work.session, self.head.match_id)[-1].number + 1
        counter = None
        if state is not None:
            match = Match.resume(self.header, state, contents=self.packs)
        else:
            match = self._set_up(known)
            counter = sum(len(row.entry.chance) for row in former.rows[: former.set_up])
        seed = IMAGINED if self._preview else known.seed
        chance = Chance(seed, nonces=known.nonces, revision=number, counter=match.position.counter)
        log, opening, match = match.log, match.opening, Match(match.game, self.header, match.position, chance)
        match.log += log
        chance.asks = entered_by_hand(match.game, settings_of(self.campaign).table_draws)
        match.waits = chance.asks is not None
        behind = former.set_up if self.same is None else self.same
        rows = former.rows[behind:]
        unreadable = None if former.readable == former.last else former.readable + 1
        groups = groups_of([row.entry for row in rows], former.waiting, unreadable)
        carrying = RuleMigration(match, groups, made_in={row.n: row.revision for row in rows}, counter=counter)
        carrying.made.told += opening
        if state is None:
            carrying.made.undone += draws_of_set_up(former, match)
        return carrying

    def _as_it_stands(self, reason: str) -> Proposal:
        """Return the new line from the position at which play stands. Raises Rejected where these rules cannot."""
        number = revisions.lines_of(self._work.session, self.head.match_id)[-1].number + 1
        former, known, codec = self.former, self._known, codec_of(self.game)
        try:
            if former.tellable < former.last or former.readable < former.last:
                raise ReplayError(min(former.tellable, former.readable) + 1, "no entry of these rules")
            state = codec.encode(codec.decode(self.head.state))
            match = Match.resume(
                self.header, state, seed=known.seed, nonces=known.nonces, revision=number, contents=self.packs
            )
            unanswerable = [
                seat for decision in match.decisions() for seat in decision.waiting if not match.options(seat)
            ]
            if unanswerable:
                raise ReplayError(match.position.n, f"nothing can be answered by {', '.join(unanswerable)}")
        except PackTrouble:
            raise
        except BY_OTHER_RULES as error:
            raise cannot_stand(why=str(error)) from None
        match.chance.asks = entered_by_hand(match.game, settings_of(self.campaign).table_draws)
        match.waits = match.chance.asks is not None
        return Proposal(
            wish=Wish(kind=Kind.CARRY, reason=reason, n=self.head.sequence),
            revision=self.head.revision,
            sequence=self.head.sequence,
            number=number,
            parent=self.head.revision,
            branched_at=self.head.sequence,
            revised=CorrectedBranch(match, state),
            former=[],
            dropped=not_kept(table_of_campaign(self._work, self.campaign.id), match),
        )

    def _set_up(self, known: Secrets) -> Match:
        former = self.former
        if former.tellable < former.last and type(self.game).seat_changes is not Game.seat_changes:
            raise cannot_seat()
        entries = [entry for entry in former.known if entry.n <= former.set_up]
        try:
            return begin(
                self.header,
                entries,
                document=former.document,
                seed=known.seed,
                nonces=known.nonces,
                contents=self.packs,
            )
        except PackTrouble:
            raise
        except BY_OTHER_RULES as error:
            raise cannot_begin(why=str(error)) from None

    def _proposed(self, carrying: RuleMigration, reason: str) -> Proposal:
        lines = revisions.lines_of(self._work.session, self.head.match_id)
        start = self.same
        return Proposal(
            wish=Wish(kind=Kind.MIGRATE, reason=reason, n=start or 0),
            revision=self.head.revision,
            sequence=self.head.sequence,
            number=lines[-1].number + 1,
            parent=None if start is None else self.head.revision,
            branched_at=start or 0,
            revised=carrying.made,
            former=self.former.rows[start or 0 :],
            dropped=[],
            comparable=self.comparable,
        )


class _Same:
    """The part of a line that has the same results by the installed rules.

    `upto`: up to which entry, in which position, and why no further.
    """

    def __init__(self, former: FormerLine, header: Header, packs: Packs) -> None:
        self.upto: int | None = None
        self.state: bytes | None = None
        self.why = ""
        self._former = former
        try:
            self._play(header, packs)
        except PackTrouble:
            raise
        except BY_OTHER_RULES as error:
            self.why = str(error) or type(error).__name__

    @property
    def all(self) -> bool:
        return not self.why and self.upto == self._former.last

    def _play(self, header: Header, packs: Packs) -> None:
        former, entries = self._former, self._former.known
        match = begin(header, entries, document=former.document, contents=packs)
        if match.position.n != former.set_up:
            raise ReplayError(former.set_up, "the set-up ends elsewhere")
        replay(match, [entry for entry in entries if entry.n <= match.position.n])
        self._compare(match)
        before = match.position.n
        for _ in replay_events(match, entries):
            if match.position.n > before:
                self._compare(match)
                before = match.position.n
        if former.readable < former.last:
            raise ReplayError(former.readable + 1, "no order of these rules")
        if before < former.last:
            raise ReplayError(before + 1, "does not follow")

    def _compare(self, match: Match) -> None:
        """Compare the match with what is stored here, and note how far they agree. Raises ReplayError."""
        n, former = match.position.n, self._former
        if former.tellable < n:
            raise ReplayError(former.tellable + 1, "what it told is none of these rules'")
        stored = former.positions.get(n, former.positions[0] if n == former.set_up else None)
        state = match.checkpoint()
        if stored is not None and n in former.branches and without_shown(stored) == without_shown(state):
            match.position.shown[:] = Match.resume(match.header, stored, contents=match.contents).position.shown
            state = match.checkpoint()
        if stored is not None and stored != state:
            raise ReplayError(n, "the position after it is another")
        self.upto, self.state = n, state


def write_rules(session: Session, head: matches.Head, header: Header) -> None:
    """From now on a match is played by the rules of this header."""
    rules = {"game": header.game, "rules_version": header.version, "content_hash": header.content}
    session.execute(
        update(MatchRow).where(col(MatchRow.id) == head.match_id).values(**rules, options=msgspec.json.encode(header))
    )
    session.expire_all()


def draws_of_set_up(former: FormerLine, made: Match) -> list[RevokedDraw]:
    """Return the draws of the former set-up that the new one has not made."""
    kept = [draw.bare for entry in made.log for draw in entry.chance]
    found, counter = list[RevokedDraw](), 0
    for row in former.rows[: former.set_up]:
        for draw in row.entry.chance:
            if draw.bare in kept:
                kept.remove(draw.bare)
            else:
                found.append(RevokedDraw(counter, row.n, draw.bare))
            counter += 1
    return found


def _new_header(game: Game[Any], was: Header) -> Header:
    """Return the header by the installed rules; options that are new have their default. Raises Rejected."""
    try:
        options = game.chosen_options(was.options)
    except Refusal as refusal:
        raise cannot_begin(why=str(refusal)) from None
    content = rebased(game, was.content)
    return msgspec.structs.replace(was.published, version=game.version, content=content, options=options)
