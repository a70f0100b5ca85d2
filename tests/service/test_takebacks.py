"""Orders that a player wants back: the others are asked, and nobody thinks again who has learned something."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from adjudicator import new_match
from adjudicator.kernel.match import Match
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.play.corrections.lines import line_entries
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.play.takebacks import ask, has_learned
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.revisions import lines_of
from tests.service.beginnings import beginning

CODE = re.compile(r"\b\d{4}(?:-\d{4})+\b")


def revisions(installation: Any, campaign: int) -> int:
    with reading(installation.service.engine) as session:
        return len(lines_of(session, installation.table(campaign).head.match_id))


def answer(installation: Any, campaign: int, rng: Random) -> str:
    """Whoever is waited for answers in words. Returns who it was."""
    table = installation.table(campaign)
    seat: str = rng.choice(table.match.decisions()[0].waiting)
    words = phrasebook(table.match.game.id).say(table.match.sample(seat, rng), "en")
    assert installation.put(installation.raw(seat, words + "\n")).status.value == "handled"
    installation.deliver()
    return seat


@pytest.fixture
@beginning
def campaign(installation: Any) -> int:
    """Imperial Struggle in the first action round of France: a tile is taken."""
    made: int = installation.create("imperial-struggle", {"france": "en", "britain": "en"})
    for seat in ("france", "britain"):
        table = installation.table(made)
        words = phrasebook("imperial-struggle").say(table.match.options(seat)[0], "en")
        installation.write(seat, words)
    while installation.table(made).match.decisions()[0].kind != "take_investment":
        answer(installation, made, Random(1))
    return made


def mover(installation: Any, campaign: int) -> tuple[str, str]:
    seat = installation.table(campaign).match.decisions()[0].waiting[0]
    return seat, "britain" if seat == "france" else "france"


@pytest.mark.store("sqlite")
def test_all_agree_and_play_goes_back(installation: Any, campaign: int, said: Any) -> None:
    seat, other = mover(installation, campaign)
    before = installation.table(campaign)
    tile = phrasebook("imperial-struggle").say(before.match.options(seat)[0], "en")
    installation.write(seat, tile)
    installation.write(other, "status")
    assert installation.table(campaign).head.sequence > before.head.sequence
    told = said(installation.write(seat, "takeback")[-1])
    assert "We have asked" in told, told
    asked = said(installation.newest(other))
    code = CODE.search(asked)
    assert code is not None
    assert "WHAT WOULD NOT COUNT ANY MORE" in asked
    assert "tile taken" in asked, asked
    assert installation.table(campaign).head.revision == 0
    installation.write(other, f"confirm {code[0]}")
    after = installation.table(campaign)
    assert (after.head.revision, after.head.sequence) == (1, before.head.sequence)
    assert after.match.hash == before.match.hash
    report = said(installation.newest(seat))
    assert "asked to take the last orders back, and everybody agreed" in report, report
    assert "WHAT YOU MUST SEND AGAIN" not in report, "who asked wanted them back"
    installation.write(seat, tile)
    assert installation.table(campaign).head.sequence > before.head.sequence


def test_one_no_is_enough_and_nobody_is_asked_twice(installation: Any, campaign: int, said: Any) -> None:
    seat, other = mover(installation, campaign)
    installation.write(
        seat, phrasebook("imperial-struggle").say(installation.table(campaign).match.options(seat)[0], "en")
    )
    installation.write(other, "status")
    installation.write(seat, "takeback")
    installation.write(other, "reject")
    assert revisions(installation, campaign) == 1
    refused = said(installation.newest(seat))
    assert "did not agree" in refused
    again = said(installation.write(seat, "takeback")[-1])
    assert "already been asked" in again


def test_who_plays_on_ends_the_request(installation: Any, campaign: int, said: Any) -> None:
    seat, other = mover(installation, campaign)
    installation.write(
        seat, phrasebook("imperial-struggle").say(installation.table(campaign).match.options(seat)[0], "en")
    )
    installation.write(other, "status")
    installation.write(seat, "takeback")
    installation.write(seat, "end")
    assert mover(installation, campaign)[0] == other
    told = said(installation.write(other, "confirm")[-1])
    assert "gone on since" in told, told
    assert revisions(installation, campaign) == 1


def test_all_of_three_have_to_agree(installation: Any, said: Any) -> None:
    campaign = installation.create("crossroads", dict.fromkeys(("north", "east", "south"), "en"))
    rng = Random(4)
    for _ in range(12):
        seat = answer(installation, campaign, rng)
        before = installation.table(campaign).head
        installation.write(next(each for each in ("north", "east") if each != seat), "status")
        told = said(installation.write(seat, "takeback")[-1])
        if "We have asked" in told:
            break
    else:
        pytest.fail("none of twelve orders could be taken back")
    first, second = [each for each in ("north", "east", "south") if each != seat]
    told = said(installation.write(first, "i agree")[-1])
    assert "is still missing" in told
    assert installation.table(campaign).head == before
    installation.write(second, "confirm")
    assert installation.table(campaign).head.revision == 1
    assert installation.table(campaign).head.sequence < before.sequence


def test_what_was_rolled_or_bid_in_secret_stays(installation: Any) -> None:
    """Only to have kept a roll teaches nothing: it may be taken back until the other has bid."""
    campaign = installation.create("sealed-bids", {"red": "en", "blue": "en"})
    rng = Random(2)
    allowed, reasons = set(), []
    for _ in range(14):
        table = installation.table(campaign)
        if not table.match.decisions():
            break
        seat = answer(installation, campaign, rng)
        if seat in installation.table(campaign).match.sealed:
            continue
        with writing(installation.service.engine) as session:
            lock_campaign(session, campaign)
            table = table_of_campaign(installation.service.work(session), campaign)
            last = line_entries(table)[-1].entry.action.op
            try:
                ask(table, table.by_name[seat])
            except Rejected as stays:
                reasons.append(stays.trouble)
            else:
                allowed.add(last)
    assert allowed <= {"keep"}
    assert len(reasons) > 2
    assert set(reasons) <= {"learned", "others", "over"}


def test_what_a_war_turns_up_cannot_be_unseen() -> None:
    """The war tiles of the other side are turned up by the last order of a turn, without any draw (7.1)."""
    turned, plain = 0, 0
    for seed in range(3):
        match, rng = new_match("imperial-struggle", seed=bytes([seed])), Random(seed)
        while match.result is None and turned <= seed:
            decision = match.decisions()[0]
            seat, before, entries = decision.waiting[0], match.copy(), len(match.log)
            action = match.sample(seat, rng)
            told = match.apply(seat, action)
            if decision.form != "choose" or any(entry.chance for entry in match.log[entries:]):
                continue
            found = has_learned(Match.resume(match.header, before.checkpoint()), match, seat, [action], told)
            if any(type(each.public).__name__ == "TheatreRevealed" for each in told):
                assert found
                turned += 1
            elif type(action).__name__ in ("TakeInvestment", "ShiftMarket"):
                assert found == _ends_something(told), told
                plain += 1
    assert turned == 3
    assert plain > 20


def _ends_something(told: Any) -> bool:
    """Whether others were shown something by the order, as at the end of a turn."""
    return any(each.private or type(each.public).__name__ == "TheatreRevealed" for each in told)


@pytest.mark.store("sqlite")
def test_a_tile_that_was_drawn_stays(installation: Any, campaign: int, said: Any) -> None:
    """A bonus war tile is drawn when it is bought (5.6.1)."""
    rng = Random(0)
    for _ in range(200):
        table = installation.table(campaign)
        seat = table.match.decisions()[0].waiting[0]
        buys = [option for option in table.match.options(seat) if type(option).__name__ == "BuyBonusWarTile"]
        if buys:
            installation.deliver()
            installation.write(seat, phrasebook("imperial-struggle").say(buys[0], "en"))
            break
        installation.order(campaign, seat, table.match.sample(seat, rng))
    else:
        pytest.fail("no war tile could be bought")
    told = said(installation.write(seat, "takeback")[-1])
    assert "cannot be undone" in told, told
    assert revisions(installation, campaign) == 1
