"""Read and write bids: what follows the word `bid` (`bid bakers 3, smiths 1`, `bid nothing`, `bid withdraw`)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.kernel.beginning import checked_number
from adjudicator.kernel.bidding import Bid, SeatBid, bid_of
from adjudicator.kernel.game import Game
from adjudicator.language import CODES, Language, language
from adjudicator.orders.text import normalize_word
from adjudicator.service.people.gathering.request import seat_wanted

BID = {"en": ("bid", "bids"), "ru": ("ставка", "ставлю")}
NO_BID = {"en": ("nothing",), "ru": ("ничего",)}
TAKE_BACK = {"en": ("withdraw",), "ru": ("отозвать",)}
_APART = re.compile(r"[,;+]|\.(?=\s|$)")
_AMOUNT = re.compile(r"[-−]?\d+")
_LINK = frozenset(("and", "и", "for", "за", "on", "на", "=", ":"))
"""Words that say nothing in a bid."""


def read_bid(text: str, game: Game[Any], players: int) -> Bid | None:
    """Return the bid as written; None if it is withdrawn. A seat that nobody can have stays as it was written.

    Raises:
        Refusal: The text contains no bid.
    """
    said = normalize_word(text.strip(" .!"))
    if said in _forms(TAKE_BACK):
        return None
    if said in _forms(NO_BID):
        return ()
    names, unit = _names(game, players), _unit(game)
    return bid_of([wish for part in _APART.split(text) for wish in _wishes(part.split(), names, unit)])


def written_bid(bid: Bid, game: Game[Any], words: Language) -> str:
    """Return a bid as its reader would write it: `Bakers 3, Smiths 1`, in a game without a unit `Red, Blue`."""
    report = game.part("report")
    return ", ".join(
        f"{report.party(wish.seat, words).name} {wish.amount}" if game.bid_unit else report.party(wish.seat, words).name
        for wish in bid
    ) or words.forms(NO_BID)[0]  # fmt: skip


def _wishes(typed: Sequence[str], names: Sequence[tuple[str, tuple[str, ...]]], unit: frozenset[str]) -> list[SeatBid]:
    """Return the wishes of a part without commas: names, each followed by its amount if there is one."""
    found: list[SeatBid] = []
    name: list[str] = []
    for at, word in enumerate(typed):
        if _AMOUNT.fullmatch(word.strip("=:")):
            found.append(_wish(name, names, int(word.strip("=:").replace("−", "-"))))
            name = []
        elif (normalize_word(word) in _LINK and not name) or (
            normalize_word(word) in unit and at and _AMOUNT.fullmatch(typed[at - 1])
        ):
            continue
        else:
            name.append(word)
    return [*found, _wish(name, names, 0)] if name else found


def _wish(name: Sequence[str], names: Sequence[tuple[str, tuple[str, ...]]], amount: int) -> SeatBid:
    typed = " ".join(name).rstrip("=: ")
    return SeatBid(seat_wanted(typed, names) or typed or str(amount), amount)


def _names(game: Game[Any], players: int) -> list[tuple[str, tuple[str, ...]]]:
    """Return the names, in all languages, of the seats that may be played by that number of players."""
    playing = {seat for seats in checked_number(game, players) for seat in seats}
    report = game.part("report")
    return [
        (seat, tuple(report.party(seat, language(code)).name for code in CODES))
        for seat in game.seats
        if seat in playing
    ]


def _unit(game: Game[Any]) -> frozenset[str]:
    return frozenset(map(normalize_word, game.bid_unit.named.values())) if game.bid_unit else frozenset()


def _forms(words: Mapping[str, tuple[str, ...]]) -> set[str]:
    return {normalize_word(form) for code in CODES for form in language(code).forms(words)}
