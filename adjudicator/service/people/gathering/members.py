"""Somebody with a right code is let in, or hears why not; mails to people who have no seat."""

from __future__ import annotations

from adjudicator.kernel.registry import game_named
from adjudicator.language import language
from adjudicator.service.outbox import answers, queue
from adjudicator.service.outbox.intents import Tell, encode
from adjudicator.service.people.gathering import joining
from adjudicator.service.people.gathering.joining import CannotJoin
from adjudicator.service.people.gathering.plan import Invited, plan_of
from adjudicator.service.people.gathering.request import Request
from adjudicator.service.service import Work
from adjudicator.store.engine import lock_campaign
from adjudicator.store.outbox import NewOutbound
from adjudicator.store.tables import Campaign


def let_in(work: Work, invited: Invited, request: Request) -> Campaign:
    """Somebody whose address is proven has a right code: he gets his seat, or hears why not."""
    lock_campaign(work.session, invited.campaign.id)
    try:
        joining.join(work, invited, request)
    except CannotJoin as why:
        if answers.may_answer(work, request.email):
            _refuse(work, invited.campaign, request.email, request.language, why)
    return invited.campaign


def _refuse(work: Work, campaign: Campaign, email: str, code: str, why: CannotJoin) -> None:
    report = game_named(plan_of(work.session, campaign.id).new.game).part("report") if why.free else None
    free = [report.party(name, language(code)).name for name in why.free] if report else []
    values = {"free": ", ".join(free)}
    tell_outside(work, campaign, email, code, f"refused_{why.why}", values)


def tell_outside(work: Work, campaign: Campaign, email: str, code: str, topic: str, values: dict[str, str]) -> None:
    """A mail to somebody who has no seat (any more)."""
    intent = Tell(written=work.now, topic=topic, values={"seat": "", **values, "language": code})
    mail = NewOutbound(
        message_id=queue.new_message_id(work.service, f"c{campaign.id}"),
        kind=queue.NOTE,
        recipient=email,
        intent=encode(intent),
        campaign_id=campaign.id,
    )
    queue.queue(work.session, [mail], work.now)
