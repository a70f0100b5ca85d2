"""Somebody with a right code asks to join: unless it is proven, their address is asked first.

Until its code comes back from there nothing is done, nobody is told, and the mail that asks holds no word that the
asker chose. So nobody is seated, or filled with mail, in another's name. What goes out is bounded per address and
per campaign.
"""

from datetime import timedelta

import msgspec

from adjudicator.language import language
from adjudicator.mail.model import ReadMail
from adjudicator.mail.results import Proof
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.confirmations import Purpose, Redeemed, TooManyOpen
from adjudicator.service.outbox import answers, plain_mails
from adjudicator.service.people.gathering import joining
from adjudicator.service.people.gathering.plan import Invited, opened_by
from adjudicator.service.people.gathering.request import Request, request_in
from adjudicator.service.service import UnitOfWork
from adjudicator.store import confirmations as stored
from adjudicator.store.confirmations import Owner
from adjudicator.store.engine import lock_campaign
from adjudicator.store.tables import Campaign

ADDRESS_A_DAY = 3
"""Codes that an address may be sent in a day: nobody's mailbox is filled by us."""
CAMPAIGN_A_DAY = 30
"""Codes that may be sent for a campaign in a day, to all addresses together."""


class Asked(msgspec.Struct, frozen=True):
    """The campaign that somebody asked to join, and what came of it."""

    campaign: Campaign
    outcome: str


def take_request(work: UnitOfWork, mail: ReadMail, proof: Proof) -> Asked | None:
    """Answer somebody who writes `join CODE` or `observe CODE`.

    None: it is no such mail, or its code opens nothing.

    Strangers get no answers; a right code makes the writer somebody whom the moderator has invited.
    """
    request = request_in(mail)
    if request is None or proof is Proof.FORGED:
        return None
    invited = opened_by(work.session, request.code)
    if invited is None:
        return None
    if proof is Proof.PROVEN:
        return Asked(joining.let_in(work, invited, request), "asks to join")
    lock_campaign(work.session, invited.campaign.id)
    told = "its address is asked" if _ask(work, invited, request) else "asked too often"
    return Asked(invited.campaign, f"asks to join, not proven: {told}")


def _ask(work: UnitOfWork, invited: Invited, request: Request) -> bool:
    """Send a code to the address that the request came from (the campaign is locked). False: it had too many."""
    owner, campaign, day = Owner(email=request.email), invited.campaign, work.now - timedelta(days=1)
    if (
        stored.issued_since(work.session, Join.id, day, email=request.email) >= ADDRESS_A_DAY
        or stored.issued_since(work.session, Join.id, day, campaign_id=campaign.id) >= CAMPAIGN_A_DAY
        or not answers.may_answer(work, request.email)
    ):
        return False
    wish = stored.Request(
        purpose=Join.id, owner=owner, payload=msgspec.json.encode(request), campaign_id=campaign.id, alone=True
    )
    try:
        code = confirmations.issue(work.session, wish, work.now)
    except TooManyOpen:
        return False
    words, zone = language(request.language), request.zone or campaign.time_zone
    told = words.gettext(
        "An email from your address asks to take part in %(campaign)s, and nothing proves that you wrote "
        "it. Nothing is done yet. If it was you, send the code back; if not, you need do nothing.",
        campaign=campaign.title,
    )
    choice = confirmations.how_to(words, code, work.now + stored.HOLDS, zone, work.now)
    title = words.gettext("is this email yours?")
    plain_mails.send(work, request.email, words, title, told, choice, zone=zone, campaign=campaign)
    return True


class Join(Purpose):
    """The word of an address that its owner has asked to join."""

    id = "join"
    proves = True

    def confirmed(self, act: CommandContext, redeemed: Redeemed) -> CommandReply:
        """Confirm it from a seat elsewhere; the result is told from the campaign that the person asked to join."""
        if not self._let_in(act.work, redeemed):
            return CommandReply(title=act.language.gettext("nothing was changed"))
        return CommandReply(shows=("sent",), changed=True)

    def from_address(self, work: UnitOfWork, redeemed: Redeemed, *, reject: bool) -> None:
        if not reject:
            self._let_in(work, redeemed)

    def _let_in(self, work: UnitOfWork, redeemed: Redeemed) -> bool:
        """Give the address its seat, or tell it why not. Return False if the invitation is void."""
        request = msgspec.json.decode(redeemed.payload, type=Request)
        invited = opened_by(work.session, request.code)
        if invited is not None:
            joining.let_in(work, invited, request)
        return invited is not None
