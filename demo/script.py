"""A moderator's script at the end of the demonstration: a die is forced, and what is then missing is answered.

How it works. Each roll of the match, the last one first, is imagined as it could have been. The first one that leads to
a question which no order on record answers, although later ones wait behind it, is corrected: the moderator puts the
first answer that the preview offers into the script, and looks again, until no order waits any more.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from adjudicator.kernel.errors import Refusal
from adjudicator.language import language
from adjudicator.service.admin.access import CampaignView
from adjudicator.service.admin.draws import draws_of
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.moderation.entries import script_of
from adjudicator.service.moderation.missing import MissingAnswer, fallen_out, missing
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.proposals import Proposal, propose
from adjudicator.service.service import Service
from adjudicator.store.engine import lock_campaign, writing

REASON = "a die was misread"
MOST_STEPS = 8
"""Lines of a script; the moderator looks for another die where more were needed."""


class Scripted(msgspec.Struct, frozen=True):
    """A script that was carried out: its steps, how many orders waited behind the first, and how many fell out."""

    steps: tuple[str, ...]
    waited: int
    lost: int


def correct_a_roll(service: Service, campaign: int) -> Scripted | None:
    """Carry out a script for one of the rolls of a match that nobody has corrected; None if there is no such roll."""
    with writing(service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(service.work(session), campaign)
        for roll in () if table.head.revision else _rolls(table):
            found = _completed(table, roll)
            if found is not None:
                made, proposal = found
                carry_out(table, proposal, by="the moderator")
                return made
    return None


def _rolls(table: CampaignContext) -> Iterator[str]:
    """Yield the rolls of the match with all faces alike, the last roll first, as steps of a script."""
    for draw in reversed([*draws_of(CampaignView(table), 1, None)]):
        dice = draw.result.split(", ")
        if all(die[:1].isdigit() for die in dice):
            yield from (f"{draw.log}: {draw.name}={', '.join(face * len(dice))}" for face in (["6"], ["1"]))


def _completed(table: CampaignContext, roll: str) -> tuple[Scripted, Proposal] | None:
    """Return the script that begins with a roll and lacks nothing; None if nothing waits, or too much is missing."""
    steps, waited = [roll], 0
    while len(steps) <= MOST_STEPS:
        try:
            proposal = propose(table, script_of(table, steps, REASON), preview=True)
        except (Refusal, Rejected):
            return None
        lacks = missing(table, proposal, language("en"), lambda seat: True)
        if lacks is None:
            turns = [each.game.turns_done(each.state) for each in (proposal.match, table.match)]
            done = waited and not proposal.new_draws and turns[0] == turns[1]
            return (Scripted(tuple(steps), waited, len(fallen_out(proposal))), proposal) if done else None
        if not isinstance(lacks, MissingAnswer) or not all(each.answers for each in lacks.questions):
            return None
        waited = waited or lacks.waiting
        steps += [f"{lacks.before} {each.seat}: {each.answers[0][0]}" for each in lacks.questions]
    return None
