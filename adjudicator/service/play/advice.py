"""Hints: three answers to a question with their worth, as a steward compares them from what the seat knows.

Where a campaign allows them a player asks with a word. The wish is kept with the question, whoever thinks for stewards
works it out, and a mail of its own brings it: it holds up no other mail. What was found is shown again as long as the
seat sees the same.
"""

import hashlib

import msgspec

from adjudicator.kernel.match import Match
from adjudicator.language import language, msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import ADVICE, Answer
from adjudicator.service.play import due_dates
from adjudicator.service.proof.thoughts import Option, plain
from adjudicator.steward import Choice
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign, Prompt

MOST = 3
"""Answers that are named."""
TITLE = msgid("answers compared")

not_allowed = RejectionReason("no_hints", msgid("This campaign has not agreed on hints, so nothing is compared."))
not_asked = RejectionReason("nothing_to_compare", msgid("Nothing is asked of you now that you have not answered."))
agreement = RejectionReason("no_advice", msgid("Whether to sign is for people to weigh: agreements are not compared."))


class Advice(msgspec.Struct, frozen=True):
    """What was compared for a question: the best answers, and a digest of what the seat saw."""

    here: str
    options: tuple[Option, ...]


_decoder: msgspec.json.Decoder[Advice] = msgspec.json.Decoder(Advice)


def allowed(campaign: Campaign) -> bool:
    """Return whether the campaign has agreed on hints."""
    return settings_of(campaign).stewards.hints


def ask(table: CampaignContext, seat: SeatAtTable) -> bool:
    """Note that a seat wants to know what a steward would compare. Return whether that is known already.

    Raises:
        Rejected: The campaign allows no hints, or there is nothing to compare.
    """
    if not allowed(table.campaign):
        raise not_allowed()
    prompt, match = due_dates.prompt_of(table, seat.id), table.match
    question = match.question(seat.asked_as) if seat.asked_as in match.pending_seats else None
    if prompt is None or question is None or not table.runs:
        raise not_asked()
    if question.form == "agree":
        raise agreement()
    if known(prompt, match, seat.asked_as) is not None:
        return True
    prompt.advice_at, prompt.advice = table.now, None
    table.session.flush()
    return False


def known(prompt: Prompt, match: Match, seat: str) -> Advice | None:
    """Return what was compared for a question, if its seat still sees the same."""
    found = None if prompt.advice is None else _decoder.decode(prompt.advice)
    return found if found is not None and found.here == _seen(match, seat) else None


def seed_of(match: Match, number: int, seat: str) -> str:
    """Return the seed of what is compared: another than that of a steward's choice for the same question."""
    key = match.chance.key or b""
    return hashlib.sha256(b"advice " + key + f" {number} {seat}".encode()).hexdigest()


def tell(table: CampaignContext, seat: SeatAtTable, prompt: Prompt, choice: Choice) -> None:
    """Keep what was compared, and send it to the seat."""
    best = sorted(choice.compared[:MOST], key=lambda each: -each.worth)
    options = tuple(Option(plain(each.action), round(each.worth, 4), each.plays) for each in best)
    prompt.advice = msgspec.json.encode(Advice(_seen(table.match, seat.asked_as), options))
    table.session.flush()
    intent = Answer(
        written=table.now,
        since=queue.known_to(table, seat),
        before=table.head.sequence,
        number=prompt.number,
        shows=(ADVICE,),
        title=language(seat.language).gettext(TITLE),
    )
    queue.send(table, seat, intent, kind=queue.NOTE)


def _seen(match: Match, seat: str) -> str:
    """Return a digest of what a seat sees and is asked."""
    question = match.question(seat)
    assert question is not None
    context = msgspec.json.encode(question.context)
    view = match.game.observed_by(match.state, seat)
    return hashlib.sha256(question.kind.encode() + context + view).hexdigest()[:16]
