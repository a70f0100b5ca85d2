"""Offers made, signed, declined, withdrawn and answered with others, at one table, for one seat.

What is done is told when the change is stored (`tell`). Whether somebody who is no party asks for an offer, or there
is none, is answered alike.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import msgspec

from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.refusals import draw_awaited
from adjudicator.language import Language, language, msgid
from adjudicator.orders.options.rows import OrderResult
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Rejected, RejectionReason
from adjudicator.service.play.agreements import offer as offers
from adjudicator.service.play.agreements import telling
from adjudicator.service.play.agreements.feasibility import Viewer, refused_to
from adjudicator.service.play.agreements.offer import Numbered, Offer, code_of
from adjudicator.service.play.agreements.replies import Reply
from adjudicator.service.play.agreements.terms import Term, term_of
from adjudicator.service.play.offers import words_at
from adjudicator.service.play.questions import Questions
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import AgreementState

MOST_OPEN = 40
"""Offers of one seat that lie on the table at once; more are a mistake of a program."""

unknown = RejectionReason("unknown_offer", msgid("there is no offer %(code)s to you"))
over = RejectionReason("offer_over", msgid("offer %(code)s is over: %(how)s"))
which_word = RejectionReason("which_word", msgid("say what you want of it: %(words)s"))
signed_before = RejectionReason("signed_before", msgid("you have signed %(code)s; still missing: %(seats)s"))
not_signed = RejectionReason("not_signed", msgid("you have not signed %(code)s; “%(no)s” declines it"))
no_order = RejectionReason("no_order", msgid("write the order that you would sign instead: %(example)s"))
alone = RejectionReason("alone", msgid("that needs nobody else, so it is no offer; order it in a line of its own"))
without_maker = RejectionReason("without_maker", msgid("an answer to %(code)s has to be an offer to %(seat)s too"))
the_same = RejectionReason("the_same", msgid("the same lies on the table as %(code)s; “%(yes)s” signs it"))
own_again = RejectionReason("own_again", msgid("you have offered the same as %(code)s, and it still stands"))
too_many = RejectionReason("too_many_offers", msgid("%(count)s offers of yours are open; withdraw one of them first"))
impossible_now = RejectionReason("impossible_now", msgid("it cannot be carried out any more, so it is off the table"))

TOO_LATE = frozenset((over.name, impossible_now.name))
"""Reasons that are a matter of time."""
OVER = {
    AgreementState.CONCLUDED: msgid("all have signed it, and it was carried out"),
    AgreementState.DECLINED: msgid("somebody has not signed it"),
    AgreementState.WITHDRAWN: msgid("it was withdrawn"),
    AgreementState.COUNTERED: msgid("it was answered with another offer"),
    AgreementState.IMPOSSIBLE: msgid("it had become impossible"),
    AgreementState.EXPIRED: msgid("its time has run out"),
    AgreementState.UNDONE: msgid("a correction took play back to before it was made"),
}


class Entries(msgspec.Struct, frozen=True):
    """The effects of a last signature: log entries, what everybody is told, and whose agreement it is."""

    first: int
    last: int
    told: Sequence[ObservedEvent[Any]]
    parties: tuple[str, ...]


class OfferReplyResult(msgspec.Struct, frozen=True):
    """The outcome of a word on an offer, for its writer. `row`: the order of a counter-offer as it was read."""

    said: str
    detail: str
    entries: Entries | None = None
    row: OrderResult | None = None


class Signatory:
    """A seat with its words on offers. What it does to the match is done; `tell` queues the mails of it."""

    def __init__(self, table: CampaignContext, seat: SeatAtTable, at: datetime) -> None:
        self.table, self.seat, self._at = table, seat, at
        self._words: Language = language(seat.language)
        self._to_tell: list[Callable[[Questions], None]] = []

    def tell(self, asked: Questions) -> None:
        """Tell the others what was done."""
        for each in self._to_tell:
            each(asked)

    def is_party(self, number: int) -> bool:
        """Return whether the seat was ever asked to sign an offer of this number, or made it."""
        if not self.table.ledger.made:
            return False
        found = offers.numbered(self.table.session, self.table.head.match_id, number)
        return found is not None and self.seat.name in found.offer.parties

    # offers ----------------------------------------------------------------------------------------

    def check_offer(self, row: OrderResult) -> None:
        """Check whether it can be put on the table. Raises Rejected."""
        match, mine = self.table.match, 0
        for lying in offers.open_offers(self.table):
            if lying.offer.typed(match) == row.action and not lying.offer.ended(match, self._at):
                if self.seat.name in lying.offer.signed:
                    raise own_again(code=lying.called)
                raise the_same(code=lying.called, yes=f"{lying.called} {self._words.typed(en='yes', ru='да')}")
            mine += lying.offer.maker == self.seat.name
        if mine >= MOST_OPEN:
            raise too_many(count=mine)

    def offer(self, row: OrderResult, answered: Numbered | None = None) -> Numbered:
        """Put it on the table, signed for all seats of the same people. Raises Rejected."""
        self.check_offer(row)
        made = offers.make(self.table, self._drawn_up(row, answered))
        self._to_tell.append(lambda asked: telling.offered(self.table, made, answered))
        return made

    def made(self, row: OrderResult, on: Numbered) -> OfferReplyResult:
        """Return the result of an offer that was made; if it concerns only the maker's own seats, it is carried out.

        Raises:
            Rejected: The offer is not possible.
            Refusal: The rules refuse its action.
        """
        return OfferReplyResult(row.said, self.put_before(on)) if on.offer.missing else self._conclude(on)

    def _own(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return which of these seats have the same people as this one, itself first: they sign with one word."""
        people = {holder.person_id for holder in self.seat.in_charge}
        same = (player for player in self.table.players if player.name in names and player.id != self.seat.id)
        own = (each.name for each in same if {holder.person_id for holder in each.in_charge} == people)
        return self.seat.name, *own

    def _drawn_up(self, row: OrderResult, answered: Numbered | None) -> Offer:
        match, name, own = self.table.match, self.seat.name, self._own(row.signers)
        term = self.term(row.until) or Term()
        answers = match.game.anytime(match.state, name)
        return Offer(
            maker=name,
            parties=tuple(seat for seat in match.header.seats if seat in row.signers),
            action=msgspec.to_builtins(row.action),
            signed=own,
            signed_at=(match.position.n,) * len(own),
            answers=0 if answered is None else answered.number,
            until=term.until,
            end=term.end,
            public=answers is not None and isinstance(row.action, answers.open_offers),
        )

    def is_term(self, text: str) -> bool:
        """Return whether a text says how long an offer stands."""
        return self.term(text) is not None

    def term(self, text: str) -> Term | None:
        """Return the term of an offer as the seat says it, or None."""
        holders = self.seat.holders
        zone = holders[0].time_zone if holders else self.table.campaign.time_zone
        phases, match = words_at(self.table.match).phases, self.table.match
        return term_of(text, self._at, zone, lambda said: phases.read(said, match, self.seat.language))

    # words on offers -------------------------------------------------------------------------------

    def reply(self, reply: Reply, read: Callable[[str], OrderResult]) -> OfferReplyResult:
        """Carry out a reply to an offer.

        Raises:
            Rejected: The offer cannot be answered so.
            Refusal: The rules forbid the signature.
        """
        on = self._lying(reply.number)
        match reply.said:
            case "yes":
                return self._yes(on)
            case "no":
                return self._no(on)
            case "withdraw":
                return self._withdraw(on)
            case "counter":
                return self._counter(on, reply, read)
        raise which_word(words=self._forms(on))

    def foresee(self, reply: Reply, read: Callable[[str], OrderResult]) -> tuple[str, str]:
        """Return what a reply would be about, and what it would do. Nothing is changed.

        Raises the same errors as `reply`.
        """
        on = self._lying(reply.number)
        if reply.said == "counter" and reply.order:
            row = read(reply.order)
            return row.said, self.would_offer(row) if row.status == "offered" else ""
        if reply.said == "yes" and {*on.offer.missing} <= {*self._own(on.offer.parties)}:
            match, action = self.table.match, on.offer.typed(self.table.match)
            if refusal := refused_to(match, self.seat.name, action):
                raise refusal
            told = Viewer(match, self.seat.name).foresees(on.offer.parties, action)
            return self._said(on), match.game.part("report").effect(told, self.seat.name, self._words).text
        return self._said(on), ""

    def why(self, no: Rejected) -> str:
        """Return why something cannot be, in the seat's words."""
        return no.text(self._words, self.called)

    def _lying(self, number: int) -> Numbered:
        """Return the offer of this number, if the seat can do something about it. Raises Rejected."""
        table = self.table
        found = offers.numbered(table.session, table.head.match_id, number) if self.is_party(number) else None
        if found is None:
            raise unknown(code=code_of(number))
        if found.state is AgreementState.OPEN and found.offer.ended(table.match, self._at):
            offers.close(table, [number], AgreementState.EXPIRED)
            raise over(code=found.called, how=self._words.gettext(OVER[AgreementState.EXPIRED]))
        if found.state is not AgreementState.OPEN:
            raise over(code=found.called, how=self._words.gettext(OVER[found.state]))
        return found

    def _yes(self, on: Numbered) -> OfferReplyResult:
        match, name, offer = self.table.match, self.seat.name, on.offer
        own = [each for each in self._own(offer.parties) if each in offer.missing]
        missing = [each for each in offer.missing if each not in own]
        if not own:
            raise signed_before(code=on.called, seats=missing)
        action = offer.typed(match)
        refusal = refused_to(match, name, action)
        if refusal is not None and (missing or refusal.code == draw_awaited.name):
            raise refusal
        signed = offer
        for each in own:
            signed = signed.signed_by(each, match.position.n)
        if missing:
            offers.change(self.table, on.number, signed)
            told = self._words.gettext("signed; still missing: %(seats)s", seats=self._called(missing))
            return OfferReplyResult(self._said(on), told)
        return self._conclude(msgspec.structs.replace(on, offer=signed))

    def _conclude(self, on: Numbered) -> OfferReplyResult:
        """Handle the last signature: validate the action once more, and carry it out."""
        table, match = self.table, self.table.match
        before, action = match.position.n, on.offer.typed(match)
        try:
            told = match.apply(on.offer.parties, action)
        except Refusal as refusal:
            if refusal.code == draw_awaited.name:
                raise
            why = {name: Viewer(match, name).sees(on.offer.parties, action)[1] for name in on.offer.parties}
            offers.close(table, [on.number], AgreementState.IMPOSSIBLE)
            mine, own = why[self.seat.name], self._own(on.offer.parties)
            others = {name: each for name, each in why.items() if name not in own}
            self._to_tell.append(lambda asked: telling.impossible(table, on, others))
            raise mine or impossible_now() from None
        offers.change(table, on.number, on.offer)
        offers.conclude(table, on.number, before + 1)
        heard = {each.n for each in told if each.public is not None}
        offers.count(table, {*table.ledger.aside, *range(before + 1, match.position.n + 1)} - heard)
        self._to_tell.append(lambda asked: telling.agreed(table, on, asked, self._own(on.offer.parties)))
        signed = self._words.gettext("signed by all")
        return OfferReplyResult(self._said(on), signed, Entries(before + 1, match.position.n, told, on.offer.parties))

    def _no(self, on: Numbered) -> OfferReplyResult:
        if self.seat.name == on.offer.maker:
            return self._withdraw(on)
        self._off(on, AgreementState.DECLINED)
        return OfferReplyResult(self._said(on), self._words.gettext("not signed; the others are told"))

    def _withdraw(self, on: Numbered) -> OfferReplyResult:
        name = self.seat.name
        if name == on.offer.maker:
            self._off(on, AgreementState.WITHDRAWN)
            return OfferReplyResult(self._said(on), self._words.gettext("withdrawn; the others are told"))
        if name not in on.offer.signed:
            raise not_signed(code=on.called, no=f"{on.called} {self._words.typed(en='no', ru='нет')}")
        offers.change(self.table, on.number, on.offer.without(self._own(on.offer.parties)))
        return OfferReplyResult(
            self._said(on), self._words.gettext("your signature is taken back; the offer still stands")
        )

    def _off(self, on: Numbered, state: AgreementState) -> None:
        offers.close(self.table, [on.number], state)
        topic = "offer_withdrawn" if state is AgreementState.WITHDRAWN else "offer_declined"
        tell = partial(telling.off, self.table, on, topic, self._own(on.offer.parties), on.offer.parties)
        self._to_tell.append(lambda asked: tell())

    def _counter(self, on: Numbered, reply: Reply, read: Callable[[str], OrderResult]) -> OfferReplyResult:
        if not reply.order:
            raise no_order(example=f"{on.called} {self._words.typed(en='counter: …', ru='иначе: …')}")
        row = read(reply.order)
        if row.status in ("done", "filed"):
            raise alone()
        if row.status != "offered":
            return OfferReplyResult(row.said, "", row=row)
        if on.offer.maker not in row.signers and on.offer.maker != self.seat.name:
            raise without_maker(code=on.called, seat=on.offer.maker)
        made = self.offer(row, on)
        offers.close(self.table, [on.number], AgreementState.COUNTERED)
        left = [name for name in on.offer.parties if name not in made.offer.parties]
        tell = partial(telling.off, self.table, on, "offer_declined", self._own(on.offer.parties), left)
        self._to_tell.append(lambda asked: tell())
        return self.made(row, made)

    # words -----------------------------------------------------------------------------------------

    def put_before(self, made: Numbered) -> str:
        """Return what the maker is told of an offer."""
        withdraw = f"{made.called} {self._words.typed(en='withdraw', ru='отозвать')}"
        told = msgid("offer %(code)s to %(seats)s; “%(withdraw)s” takes it back")
        return self._words.gettext(told, code=made.called, seats=self._called(made.offer.missing), withdraw=withdraw)

    def would_offer(self, row: OrderResult) -> str:
        """Return what is said of an offer in a dry run.

        Raises:
            Rejected: It could not be made.
        """
        self.check_offer(row)
        others, own = row.signers, self._own(row.signers)
        others = tuple(name for name in others if name not in own)
        return self._words.gettext("it would be an offer to %(seats)s", seats=self._called(others)) if others else ""

    def called(self, name: str) -> str:
        """Return a seat as the game calls it."""
        return str(self.table.match.game.part("report").party(name, self._words).name)

    def _called(self, names: Sequence[str]) -> str:
        return self._words.listing([self.called(name) for name in names])

    def _said(self, on: Numbered) -> str:
        book = self.table.match.game.part("phrases").at(self.table.match.state)
        return str(book.say(on.offer.typed(self.table.match), self.seat.language))

    def _forms(self, on: Numbered) -> str:
        typed = self._words.typed
        forms = (typed(en="yes", ru="да"), typed(en="no", ru="нет"), typed(en="counter: …", ru="иначе: …"))
        return self._words.listing([f"{on.called} {form}" for form in forms], "or")
