"""Corrections of campaigns that are played by mail: everybody is told what he may know, and play goes on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from adjudicator_trials.leaks import check_mail
from sqlalchemy import event
from sqlmodel import col, select

from adjudicator import Action, Refusal, SetFact
from adjudicator.kernel.correction_branch import ForcedDraw
from adjudicator.language import language
from adjudicator.service.admin.access import CampaignView
from adjudicator.service.admin.log import steps
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.history import Viewpoint
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.lines import line_entries, stand
from adjudicator.service.play.corrections.points import UnknownPoint, points, resolve
from adjudicator.service.play.corrections.proposals import Kind, Proposal, Wish, propose
from adjudicator.service.play.offers import phrasebook
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.revisions import MovedOn, lines_of
from adjudicator.store.tables import CampaignState, OutboundMail, OutboundState, Prompt, PromptState

MODERATOR = "Mila"
SEATS = {
    "sealed-bids": ("red", "blue"),
    "crossroads": ("north", "east", "south"),
    "imperial-struggle": ("france", "britain"),
}


def begin(installation: Any, game: str) -> int:
    languages = ("en", "ru", "en")
    made: int = installation.create(game, dict(zip(SEATS[game], languages, strict=False)))
    return made


def play(installation: Any, campaign: int, rng: Random, mails: int) -> None:
    """So many mails of whoever is waited for, each in words; all of them are carried out."""
    for _ in range(mails):
        table = installation.table(campaign)
        if not table.match.decisions():
            return
        seat = rng.choice(table.match.decisions()[0].waiting)
        words = phrasebook(table.match.game.id).say(table.match.sample(seat, rng), rng.choice(("en", "ru")))
        assert installation.put(installation.raw(seat, words + "\n")).status.value == "handled"
        installation.deliver()


def correct(installation: Any, campaign: int, wish: Wish) -> Proposal:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        proposal = propose(table, wish)
        carry_out(table, proposal, by=MODERATOR)
    return proposal


STEPS = (Kind.REPLACE, Kind.INSERT, Kind.REMOVE, Kind.DRAW)
"""What a script is made of."""


def some_wish(installation: Any, table: CampaignContext, rng: Random, kinds: Sequence[Kind] = ()) -> Wish:
    """A correction at random, possible or not."""
    kind = rng.choice(kinds or [each for each in Kind if each is not Kind.CONTENT])  # these games take no packs
    if kind is Kind.SCRIPT:
        steps = tuple(some_wish(installation, table, rng, STEPS) for _ in range(rng.randint(1, 3)))
        if any(step.kind not in STEPS for step in steps):  # there was nothing to order, or nothing has been drawn
            return some_wish(installation, table, rng, (Kind.ROLLBACK,))
        return Wish(kind=kind, reason="a script at random", n=min(step.n for step in steps), steps=steps)
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), table.campaign.id)
        rows = line_entries(table)
        first = rows[0].n if rows else 1
        n = rng.randint(first, table.head.sequence)
        row = next(row for row in rows if row.n == n)
        seat = str(row.entry.by)
        reason = f"{kind.value} at random"
        if kind in (Kind.REPLACE, Kind.INSERT):
            at = stand(table, n - 1)
            asked = rng.choice(at.decisions()[0].seats)
            seat = seat if kind is Kind.REPLACE and seat in at.header.seats else asked
            options = at.options(seat)
            if not options:
                return Wish(kind=Kind.ROLLBACK, reason=reason, n=n)
            return Wish(kind=kind, reason=reason, n=n, seat=seat, orders=(rng.choice(options),))
        if kind is Kind.DRAW:
            drawn = [row for row in rows if row.entry.chance and row.n > first + 2]
            if not drawn:
                return Wish(kind=Kind.ROLLBACK, reason=reason, n=n)
            row = rng.choice(drawn)
            draw = row.entry.chance[0]
            other = rng.choice([each for each in drawn if each.entry.chance[0].name == draw.name])
            value = other.entry.chance[0].value
            right = ForcedDraw(draw.name, lambda wanted: wanted.result(value))
            return Wish(kind=kind, reason=reason, n=row.n, draws=(right,))
        if kind is Kind.FACT:
            return Wish(kind=kind, reason=reason, n=n, orders=(SetFact(_fact(stand(table, n - 1)), reason),))
    return Wish(kind=kind, reason=reason, n=n, seat=seat)


def _fact(match: Any) -> dict[str, Any]:
    """A figure of the position that may be another one."""
    if match.game.id == "imperial-struggle":
        return {"treaty_points": {"france": 1}}
    if match.game.id == "sealed-bids":
        return {"state": {"lots": {"red": 30}}}
    return {"state": {"round": 2}}


def check(installation: Any, campaign: int, rng: Random) -> None:
    """What holds after every correction."""
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        assert not table.match.game.invariants(table.match.state)
        rows = session.scalars(select(Prompt).where(col(Prompt.state) == PromptState.OPEN))
        asked = [table.by_id[row.seat_id].name for row in rows]
        queued = session.scalars(select(OutboundMail).where(col(OutboundMail.state) == OutboundState.QUEUED)).all()
        again = list(steps(CampaignView(table, Viewpoint(everything=True), "en"), None))
    decisions = table.match.decisions()
    # a secret answer that the correction has put in can be replaced like every other: its question is open too
    kept = table.match.sealed if decisions and decisions[0].form in ("together", "window") else ()
    assert sorted(asked) == sorted({*(decisions[0].waiting if decisions else ()), *kept})
    assert again or not table.head.sequence
    told = [check_mail(installation.service, row, rng) for row in queued if row.kind == "report"]
    assert sorted(told) == sorted(SEATS[table.match.game.id]), "every seat gets one report"


@pytest.mark.parametrize("share", [3, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", SEATS)
def test_corrections_at_random_leave_everything_sound_and_betray_nothing(
    installation: Any, game: str, share: int
) -> None:
    rng = Random(f"{game} {installation.service.engine.dialect.name}")
    campaign = begin(installation, game)
    made: dict[str, int] = {}
    for _ in range(24 // share):  # those that are impossible are refused
        if sum(made.values()) == 6 // share:
            break
        play(installation, campaign, rng, rng.randint(2, 6))
        before = installation.table(campaign).head
        try:
            wish = some_wish(installation, installation.table(campaign), rng)
            correct(installation, campaign, wish)
        except (Refusal, Rejected):
            after = installation.table(campaign).head
            assert (after.revision, after.sequence, after.hash) == (before.revision, before.sequence, before.hash)
            continue
        made[wish.kind] = made.get(wish.kind, 0) + 1
        check(installation, campaign, rng)
        installation.deliver()
    assert made


def test_a_rollback_asks_the_question_of_that_moment_again_and_cancels_what_is_untrue(
    installation: Any, said: Any
) -> None:
    campaign = begin(installation, "sealed-bids")
    play(installation, campaign, Random(1), 5)
    with reading(installation.service.engine) as session:
        rows = line_entries(table_of_campaign(installation.service.work(session), campaign))
    point = rows[2].n
    lost = [row.entry for row in rows if row.n > point and row.entry.by == "red" and not row.entry.how]
    correct(installation, campaign, Wish(kind=Kind.ROLLBACK, reason="the lot was read upside down", n=point))
    mails = dict(installation.deliver())
    assert set(mails) == {"red@players.test", "blue@players.test"}
    english, russian = said(mails["red@players.test"]), said(mails["blue@players.test"])
    assert "the lot was read upside down" in english
    assert f"Play goes back to where it stood after log entry {point}." in english
    assert f"Игра возвращается к положению после записи {point} журнала." in russian
    for entry in lost:
        assert isinstance(entry.action, Action)
        assert f"{phrasebook('sealed-bids').say(entry.action, 'en')} log entry {entry.n}" in english
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        assert (table.head.revision, table.head.sequence) == (1, point)
        assert [row.entry for row in line_entries(table, revision=0)] == [row.entry for row in rows]


def test_old_codes_do_nothing_after_a_correction(installation: Any, said: Any) -> None:
    campaign = begin(installation, "sealed-bids")
    play(installation, campaign, Random(1), 2)
    seat = installation.table(campaign).match.decisions()[0].waiting[0]
    old = installation.newest(seat)
    number = str(old["Subject"]).partition("#" if seat == "red" else "№")[2].split()[0]
    table = installation.table(campaign)
    correct(installation, campaign, Wish(kind=Kind.ROLLBACK, reason="once more", n=table.head.sequence))
    installation.deliver()
    answer = installation.write(seat, f"{number}a" if seat == "red" else f"{number}а")[-1]
    assert installation.table(campaign).head.sequence == table.head.sequence
    assert ("is closed" if seat == "red" else "закрыт") in said(answer)


def test_an_undo_returns_to_the_line_before_and_to_its_sealed_answers_no_more(installation: Any) -> None:
    campaign = begin(installation, "sealed-bids")
    play(installation, campaign, Random(1), 5)
    before = installation.table(campaign)
    correct(installation, campaign, Wish(kind=Kind.ROLLBACK, reason="a mistake", n=4))
    play(installation, campaign, Random(2), 1)
    correct(installation, campaign, Wish(kind=Kind.UNDO, reason="it was none"))
    installation.deliver()
    after = installation.table(campaign)
    assert after.match.hash == before.match.hash
    assert after.head.revision == 2
    with pytest.raises(Rejected, match="nothing_to_undo"):
        correct(installation, begin_other(installation), Wish(kind=Kind.UNDO, reason="nothing there"))


def begin_other(installation: Any) -> int:
    made: int = installation.create("crossroads", dict.fromkeys(SEATS["crossroads"], "en"), name="other")
    return made


def test_a_sealed_answer_stays_only_if_nothing_that_its_seat_sees_has_changed(installation: Any, said: Any) -> None:
    campaign = begin(installation, "sealed-bids")
    table = installation.table(campaign)
    hand = table.match.view(("red",)).hands["red"]
    installation.write("red", f"bid {hand[0]}")
    correct(installation, campaign, Wish(kind=Kind.ROLLBACK, reason="nothing is changed", n=table.head.sequence))
    assert set(installation.table(campaign).match.sealed) == {"red"}
    installation.deliver()
    fact = SetFact({"state": {"lots": {"red": 3}}}, "the score was wrong")
    correct(
        installation,
        campaign,
        Wish(kind=Kind.FACT, reason="the score was wrong", n=table.head.sequence + 1, orders=(fact,)),
    )
    assert not installation.table(campaign).match.sealed
    mails = dict(installation.deliver())
    assert f"bid {hand[0]} it was on file" in said(mails["red@players.test"])
    assert "Ни один ваш приказ не пропал." in said(mails["blue@players.test"])


def test_a_correction_worked_out_before_somebody_played_on_is_not_carried_out(installation: Any) -> None:
    campaign = begin(installation, "sealed-bids")
    play(installation, campaign, Random(1), 3)
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        proposal = propose(table, Wish(kind=Kind.ROLLBACK, reason="too late", n=table.head.sequence))
    play(installation, campaign, Random(2), 2)
    with writing(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        with pytest.raises(MovedOn):
            carry_out(table, proposal, by=MODERATOR)
    assert installation.table(campaign).head.revision == 0


def test_a_finished_campaign_goes_on_after_a_rollback(installation: Any) -> None:
    campaign = begin(installation, "sealed-bids")
    play(installation, campaign, Random(1), 40)
    assert installation.table(campaign).campaign.state is CampaignState.FINISHED
    correct(installation, campaign, Wish(kind=Kind.ROLLBACK, reason="the last lot was forgotten", n=4))
    installation.deliver()
    assert installation.table(campaign).campaign.state is CampaignState.RUNNING
    play(installation, campaign, Random(3), 40)
    assert installation.table(campaign).campaign.state is CampaignState.FINISHED


def test_the_cost_of_a_mail_does_not_grow_with_the_number_of_corrections(installation: Any) -> None:
    campaign = begin(installation, "sealed-bids")
    play(installation, campaign, Random(1), 2)
    counted: list[int] = []

    def statements() -> int:
        seen: list[str] = []
        event.listen(installation.service.engine, "before_cursor_execute", lambda *given: seen.append(given[2]))
        table = installation.table(campaign)
        seat = table.match.decisions()[0].waiting[0]
        before = len(seen)
        installation.write(seat, "status")
        return len(seen) - before

    counted.append(statements())
    for _ in range(6):
        at = installation.table(campaign).head.sequence
        correct(installation, campaign, Wish(kind=Kind.ROLLBACK, reason="again and again", n=at))
        installation.deliver()
    with reading(installation.service.engine) as session:
        assert len(lines_of(session, installation.table(campaign).head.match_id)) == 7
    counted.append(statements())
    assert counted[1] <= counted[0] + 3, counted


@pytest.mark.store("sqlite")
@pytest.mark.parametrize(
    ("game", "seats", "told"),
    [
        ("europa-universalis", ("england", "france"), ("round 1", "age 1 round 1", "раунд 1")),
        ("pax-renaissance", ("fugger", "medici"), ("round 1", "круг 1")),
    ],
)
def test_a_round_of_any_game_is_a_moment_that_has_a_name(
    installation: Any, game: str, seats: tuple[str, ...], told: tuple[str, ...]
) -> None:
    """As its mails call it: “round 1 is over”."""
    players = tuple(Player(seat=seat, name=seat, email=f"{seat}@players.test") for seat in seats)
    made = create(
        installation.service, NewCampaign(name="moments", title="Moments", game=game, players=players, seed=b"x")
    )
    languages = (language("en"), language("ru"))
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), made)
        (first,) = {resolve(table, each, languages) for each in told}
        assert first == next(points(table, languages[0])).n
        with pytest.raises(UnknownPoint):
            resolve(table, "round 7", languages)


def test_a_rollback_passes_what_a_moderator_put_in_by_hand(installation: Any) -> None:
    campaign = begin(installation, "crossroads")
    play(installation, campaign, Random(1), 1)
    fact = SetFact({"state": {"round": 2}}, "a mistake")
    end = installation.table(campaign).head.sequence
    correct(installation, campaign, Wish(kind=Kind.FACT, reason="a mistake", n=end + 1, orders=(fact,)))
    assert installation.table(campaign).match.state.round == 2
    correct(installation, campaign, Wish(kind=Kind.ROLLBACK, reason="no mistake", n=end))
    assert installation.table(campaign).match.state.round == 1
