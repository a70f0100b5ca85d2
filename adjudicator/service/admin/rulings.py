"""Show at the desk what the match asks its moderators."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from adjudicator.kernel.actions import MODERATOR
from adjudicator.kernel.chance import DrawRequest
from adjudicator.kernel.pending_draws import is_open
from adjudicator.kernel.replay import replay
from adjudicator.language import language, stamp
from adjudicator.reports.game import Asked, GameReport
from adjudicator.reports.model import Kind, Report
from adjudicator.reports.render import rendered_text
from adjudicator.service.admin.access import CampaignView, Visit, look, table_for
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.table_draws import in_words, range_of, told
from adjudicator.service.moderation.moderators import chair_of
from adjudicator.service.moderation.troubles import command_errors
from adjudicator.service.outbox.payloads import Answer, LineRead, encode
from adjudicator.service.play import due_dates, offers, rulings
from adjudicator.service.play.agreements.offer import Numbered, read
from adjudicator.service.play.corrections.lines import checkpoint_at, line_entries, stay_behind_bridge
from adjudicator.service.play.ordering import Foreseen
from adjudicator.service.words.answers import title
from adjudicator.service.words.order_lines import reading_of
from adjudicator.service.words.reader import Reader
from adjudicator.store import agreements
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import AgreementState, OutboundMail

# The draws of a line of play at the desk: what came of them, and what could have, as a script names and reads them.
#
# How it works. The log holds what came of each draw, not what it was drawn from: so it is played again from the stored
# position before the first entry that is asked for, and chance is listened to.


class ListedDraw(msgspec.Struct, frozen=True, omit_defaults=True):
    """A draw of a log entry: its name in a script, what it is called, and for those who may know them the rest."""

    log: int
    name: str
    draw: str
    result: str = ""
    possible: str = ""


class _Heard(list[tuple[str, str]]):
    """What is drawn, among what as it is then, in words."""

    def __init__(self, report: GameReport, view: CampaignView) -> None:
        super().__init__()
        self._report, self._view = report, view
        self.wanted: list[DrawRequest] = []

    def __call__(self, wanted: DrawRequest) -> None:
        self.wanted.append(wanted)
        words = self._view.words
        self.append((in_words(wanted.called, self._report, words), range_of(wanted, self._report, words)))


def draws_of(view: CampaignView, first: int, last: int | None) -> Iterator[ListedDraw]:
    """Yield the draws between two log numbers, which are at first those behind the set-up. Raises CommandError.

    The results of hidden draws, and what they are drawn from, are left out for who may not see everything.
    """
    table, words, everything = view.table, view.words, view.eyes.everything
    report: GameReport = table.match.game.part("report")
    with command_errors():
        stay_behind_bridge(table, first - 1)
    sequence, state = checkpoint_at(table, first - 1)
    start = table.resume(state)
    entries = [row.entry for row in line_entries(table, after=sequence, upto=last) if row.n > start.position.n]
    start.chance.follow([draw for entry in entries for draw in entry.chance])
    start.chance.forces = heard = _Heard(report, view)
    replay(start, entries)
    place = 0
    for entry in entries:
        counted = Counter[str]()
        often = Counter(draw.name for draw in entry.chance)
        for draw in entry.chance:
            counted[draw.name] += 1
            wanted, (called, possible) = heard.wanted[place], heard[place]
            place += 1
            name = f"{draw.name}#{counted[draw.name]}" if often[draw.name] > 1 else draw.name
            if entry.n >= first:
                seen = everything or is_open(table.match.game, wanted)
                result = told(wanted, draw.value, report, words) if seen else ""
                yield ListedDraw(entry.n, name, called, result, possible if seen else "")


# Offers as they show at the desk.


class OfferFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """An offer: its number, who made it and when, what it is, who has signed, and how long it is open.

    It is open `until` a moment, or until a turn or phase `ends` it.
    """

    offer: str
    state: str
    made_by: str
    order: str
    signed: tuple[str, ...]
    missing: tuple[str, ...]
    since: datetime
    until: datetime | None = None
    ends: str = ""
    public: bool = False


def offers_seen(view: CampaignView, *, over: bool = False) -> list[OfferFacts]:
    """Return the offers that the viewer may see, by number: those that can be signed, or also those that are `over`."""
    return [_facts(view, each) for each in _of_match(view) if over or _state(view, each) == AgreementState.OPEN]


def _of_match(view: CampaignView) -> Iterator[Numbered]:
    if not view.table.ledger.made:
        return
    for each in map(read, agreements.of_match(view.session, view.table.head.match_id)):
        if each.offer.public or view.eyes.everything or view.eyes.seat in each.offer.parties:
            yield each


def _state(view: CampaignView, each: Numbered) -> AgreementState:
    lapsed = each.state is AgreementState.OPEN and each.offer.ended(view.table.match, view.table.now)
    return AgreementState.EXPIRED if lapsed else each.state


def _facts(view: CampaignView, each: Numbered) -> OfferFacts:
    offer, book = each.offer, offers.words_at(view.table.match)
    return OfferFacts(
        each.called,
        _state(view, each).value,
        offer.maker,
        book.say(offer.typed(view.table.match), view.words.code),
        offer.signed,
        offer.missing,
        each.stored.made_at,
        offer.until,
        "" if offer.stage is None else book.phases.say(offer.stage, view.words),
        offer.public,
    )


class Ruling(msgspec.Struct, frozen=True):
    """A question to the moderators, with the codes of whoever looks; `options` are pairs of a code and its words."""

    question: int
    kind: str
    rule: str
    title: str
    note: str
    since: datetime
    log: int
    moderators: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    shown: bool = True
    """Whether its answers show; to who plays they do not where they betray something."""

    def text(self, zone: str) -> str:
        """Return it as text for people, with its moments in a time zone."""
        who = ", ".join(self.moderators) or "nobody moderates"
        lines = [f"#{self.question} {self.title} ({self.kind}, rule {self.rule or '-'})"]
        lines.append(f"  asked since {stamp(self.since, zone)}: {who}")
        lines += [f"  {self.note}"] if self.note else []
        if not self.shown:
            lines.append(
                "  you play, and the answers tell more than your own seat may know: adjudicator --reveal turn rule"
            )
        return "\n".join([*lines, *(f"  {code}  {words}" for code, words in self.options)])


def asked_of_moderators(visit: Visit) -> Ruling | None:
    """Return what moderators are asked now, or None.

    The answers are hidden from a moderator who plays if they betray something, unless they look openly.
    """
    table, by = table_for(visit.work, visit.campaign), visit.visitor.name
    match = table.match
    decision = match.question(MODERATOR)
    if decision is None or MODERATOR not in match.pending_seats:
        return None
    chair = chair_of(table, by)
    prompt = due_dates.prompt_of(table, chair.id)
    if prompt is None:
        return None
    shown = not rulings.veiled(table.session, table.seats, chair, match)
    if not shown and visit.visitor.openly:
        look(visit, None)
        shown = True
    words = language(chair.language)
    coded = offers.coded_options(prompt.offered, match, MODERATOR, chair.language)
    asked = Asked(prompt.number, decision, coded, legal=tuple(match.options(MODERATOR)))
    question = match.game.part("report").question(asked, match.view(), MODERATOR, words)
    return Ruling(
        question=prompt.number,
        kind=decision.kind,
        rule=decision.rule,
        title=question.title,
        note=question.note if shown else "",
        since=prompt.opened_at,
        log=match.position.n,
        moderators=tuple(name for ruler in table.rulers for name in ruler.people),
        options=tuple((each.code, each.words) for each in coded) if shown else (),
        shown=shown,
    )


# Tell how lines were read, in the words of the mail that a seat would get.


def checked_text(table: CampaignContext, seat: SeatAtTable, found: Foreseen) -> str:
    """Return the part of the answer to `check` that tells how the lines were read."""
    reader, intent = _reader(table, seat, found.rows, found.yes)
    reading, _ = reading_of(reader, intent)
    report = Report(
        kind=Kind.CHECK,
        campaign=table.campaign.title,
        title=title(reader.language, intent),
        written=table.now,
        seat=reader.name_of(seat),
        language=reader.language.code,
        zone=reader.zone,
        reading=reading,
        hints=(),
    )
    return rendered_text(report).rstrip()


def why(table: CampaignContext, seat: SeatAtTable, line: LineRead) -> str:
    """Return why a line that was read earlier did nothing, as its writer was told, with the rule."""
    reading, _ = reading_of(*_reader(table, seat, [msgspec.structs.replace(line, seat="")]))
    (told,) = reading.lines
    return f"{told.detail} (rule {told.rule})" if told.rule else told.detail


def _reader(
    table: CampaignContext, seat: SeatAtTable, lines: Sequence[LineRead], yes: tuple[LineRead, ...] = ()
) -> tuple[Reader, Answer]:
    """Return the reader of an answer to a message of these lines, and that answer."""
    intent = Answer(written=table.now, lines=tuple(lines), yes=yes, checked=True, before=table.head.sequence)
    row = OutboundMail(
        message_id="",
        kind="check",
        recipient="",
        campaign_id=table.campaign.id,
        seat_id=seat.id,
        match_id=table.head.match_id,
        revision=table.head.revision,
        sequence=table.head.sequence,
        due_at=table.now,
        queued_at=table.now,
        intent=encode(intent),
    )
    return Reader(table.session, row, intent), intent
