"""Cards that are played, and their one-shots, in words (E2)."""

from __future__ import annotations

from typing import Final

from adjudicator.reports.asking import Shelf

from ..facts import EMPIRE, ITEM, ONE_SHOT
from ..rules import playing
from ..rules.agents import agents_of
from ..rules.battles import sides_of
from .book import Counter, Rank, chip_of, offer, tell, verb
from .speech import Speech


def _shot(event: playing.Played) -> str:
    shot = ITEM.thing(event.card).one_shot
    return shot.kind if event.shot and shot is not None else ""


def _played(event: playing.Played, to: Speech) -> tuple[str, str]:
    """The card with what it does."""
    text = to.gettext("played %(card)s", card=to.at(ITEM, event.card))
    if event.maid:
        return text, to.gettext("an old maid")
    return text, to.thing(ONE_SHOT, _shot(event)) if _shot(event) else ""


def _things(event: playing.Played, to: Speech) -> str:
    note = _played(event, to)[1]
    card = to.at(ITEM, event.card)
    return f"{card} ({note})" if note else card


tell(playing.Played, _played)
verb(playing.Played, "played %(things)s", "played %(things)s", _things, when=lambda event: event.shot, by_the_way=True)
verb(playing.Played, "played %(things)s", "played %(things)s", _things)


def _without(action: playing.PlayCard, counter: Counter, to: Speech) -> str:
    """That a queen does not marry, and a one-shot is left out."""
    card = ITEM.thing(action.card)
    if card.kind == "queen":
        return to.gettext("as an old maid")
    return to.gettext("without its one-shot") if card.one_shot else ""


def _place(action: playing.Launch, counter: Counter, to: Speech) -> str:
    """The one-shot with its place."""
    shot = ITEM.thing(action.card).one_shot
    told = to.heading(ONE_SHOT, shot.kind if shot else "")
    if action.empire is None:
        return to.gettext("%(card)s: %(shot)s", card=to.thing(ITEM, action.card), shot=told)
    return to.gettext(
        "%(card)s: %(shot)s, %(empire)s",
        card=to.thing(ITEM, action.card),
        shot=told,
        empire=to.thing(EMPIRE, action.empire),
    )


def _odds(action: playing.Launch, counter: Counter, to: Speech) -> str:
    """Who would fight, where there is a battle."""
    return odds(counter, action.card, action.empire, to)


def odds(counter: Counter, card: str, empire: str | None, to: Speech) -> str:
    """Attackers against defenders of a one-shot: `3 against 1`; "" where there is no battle."""
    found = ITEM.thing(card).one_shot
    if found is None or found.kind == "coronation" or empire is None:
        return ""
    attackers, defenders = sides_of(
        counter.state, counter.seat, found.kind, EMPIRE.index[empire], agents_of(ITEM.index[card], counter.seat)
    )
    return to.gettext("%(attackers)s against %(defenders)s", attackers=len(attackers), defenders=len(defenders))


_HAND: Final = Shelf((Rank.HAND,), "Play a card")
_SHOTS: Final = Shelf((Rank.HAND, 1), "Play a card with its one-shot")
offer(playing.PlayCard, "%(card)s", _HAND, note=_without, gist=_without, chip=chip_of("card"), brief=_HAND)


def _chip(action: playing.Launch, counter: Counter, to: Speech) -> tuple[str, str]:
    """The empire; of a one-shot without one, the card."""
    return "", to.chip(ITEM, action.card) if action.empire is None else to.chip(EMPIRE, action.empire)


def _card(action: playing.Launch, counter: Counter, to: Speech) -> str:
    """The card, where the empire is the second thing."""
    return "" if action.empire is None else to.chip(ITEM, action.card)


offer(playing.Launch, _place, _SHOTS, note=_odds, gist=_odds, chip=_chip, first=_card, brief=_SHOTS)
