"""What Sealed Bids says about itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.events import Event
from adjudicator.language import Language
from adjudicator.reports.model import Fact, Holding, Item, Standing
from adjudicator.reports.wording.generic import GenericReport
from sealed_bids.game import BidsOpened, Dealt, DealtToYou, Rolled


class SealedBidsReport(GenericReport):
    def standing(
        self,
        view: Any,
        seats: Iterable[str],
        before: Any,
        language: Language,
    ) -> Standing:
        lots = tuple(Fact(label=self.party(name, language).name, value=str(sum)) for name, sum in view.lots.items())
        backs = tuple(
            Fact(label=_said(language, en="Backs", ru="Рубашки") + f", {self.party(name, language).name}", value=told)
            for name, hand in view.hands.items()
            if (told := _backs(hand, language))
        )
        return Standing(facts=(*lots, *backs))

    def holdings(self, view: Any, seat: str, language: Language) -> tuple[Holding, ...]:
        cards = tuple(Item(name=card) for card in view.hands[seat])
        return (Holding(heading=_said(language, en="Hand", ru="На руке"), items=cards),)

    def title(self, decision: OpenDecision, view: Any, language: Language) -> str:
        return _said(language, en="bid", ru="ставка")

    def sentence(self, event: Event, language: Language) -> str:
        def said(en: str, ru: str) -> str:
            return _said(language, en=en, ru=ru)

        match event:
            case Dealt():
                who = self.party(event.seat, language).name
                return said(f"{who}: {event.count} cards dealt", f"{who}: сдано карт: {event.count}")
            case DealtToYou():
                cards = ", ".join(map(str, event.cards))
                return said(f"your cards: {cards}", f"ваши карты: {cards}")
            case BidsOpened():
                bids = ", ".join(f"{self.party(seat, language).name} {card}" for seat, card in event.bids.items())
                winner = self.party(event.winner, language).name
                return said(f"bids: {bids}; the lot goes to {winner}", f"ставки: {bids}; лот получает {winner}")
            case Rolled():
                who, dice = self.party(event.seat, language).name, " + ".join(map(str, event.dice))
                return said(f"{who} rolls {dice}", f"{who}: бросок {dice}")
            case _:
                return super().sentence(event, language)

    def refusal(self, code: str, rule: str, facts: Mapping[str, Any], language: Language) -> str:
        return _said(language, en="card %(card)s is not in your hand", ru="карты %(card)s нет на руке") % facts


def _backs(hand: Iterable[Any], language: Language) -> str:
    """Return how many hidden cards have which back; empty for a hand that is seen, or has none."""
    counted = Counter(each["back"] for each in hand if isinstance(each, Mapping))
    words = {"low": _said(language, en="low", ru="малых"), "high": _said(language, en="high", ru="больших")}
    return ", ".join(f"{words[back]} {counted[back]}" for back in words if counted[back])


def _said(language: Language, *, en: str, ru: str) -> str:
    return ru if language.code == "ru" else en


REPORT = SealedBidsReport()
