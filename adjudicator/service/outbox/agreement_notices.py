"""Notices about offers that are off the table, to those who were party to them."""

from typing import Any

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.errors import Refusal
from adjudicator.language import msgid
from adjudicator.service.outbox.notices import AboutSeats


class AboutOffer(AboutSeats, frozen=True, kw_only=True):
    """Common to them: the number of the offer, and what it is, as JSON; `seats` are those who did something."""

    offer: int
    order: str

    @classmethod
    def written(cls, action: Action) -> str:
        """Return an action as it is stored in a notice."""
        return msgspec.json.encode(action).decode()


class OfferDeclined(AboutOffer, frozen=True, tag="offer_declined"):
    title = msgid("%(code)s is not signed")
    told = msgid("%(seats)s did not sign offer %(code)s, so nothing comes of it: %(order)s.")


class OfferWithdrawn(AboutOffer, frozen=True, tag="offer_withdrawn"):
    title = msgid("%(code)s is withdrawn")
    told = msgid("%(seats)s withdrew offer %(code)s, so it cannot be signed any more: %(order)s.")


class OfferEnded(AboutOffer, frozen=True, tag="offer_ended"):
    title = msgid("%(code)s has ended")
    told = msgid("Offer %(code)s has ended as it said, and cannot be signed any more: %(order)s.")


class OfferImpossible(AboutOffer, frozen=True, kw_only=True, tag="offer_impossible"):
    """The rules do not allow it any more. `why`: their refusal as JSON, as far as the reader may know it."""

    title = msgid("%(code)s has become impossible")
    why: str = ""


class Why(msgspec.Struct, frozen=True):
    """A refusal as it is stored in a notice."""

    code: str
    rule: str
    facts: dict[str, Any]

    @classmethod
    def written(cls, refusal: Refusal | None) -> str:
        """Return it as it is stored; empty without one."""
        return "" if refusal is None else msgspec.json.encode(cls(refusal.code, refusal.rule, refusal.facts)).decode()
