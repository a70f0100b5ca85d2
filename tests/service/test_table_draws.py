"""Draws that are made at a table: play waits for the moderator, who enters them by mail; nothing hidden is betrayed."""

from __future__ import annotations

import re
from email.message import EmailMessage
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator import new_match
from adjudicator.kernel.chance import DrawRequest
from adjudicator.kernel.registry import game_named
from adjudicator.language import language
from adjudicator.service.admin.access import CampaignView
from adjudicator.service.admin.log import steps
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.table_draws import in_words, range_of, result_of
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.clocks import deadlines
from adjudicator.service.moderation import succession
from adjudicator.service.moderation.command import Author, ModeratorCommand, perform
from adjudicator.service.moderation.commands import Draw, DrawsBy
from adjudicator.service.people.new_campaigns import BadCampaign, NewCampaign, Player, create
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.lines import line_entries
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.service.play.offers import phrasebook
from adjudicator.store.engine import lock_campaign, reading, writing
from tests.service.test_moderators_by_mail import SEATS, Mona, code_in, got, trail

pytestmark = pytest.mark.store("sqlite")


@pytest.fixture
def mona(installation: Any) -> Mona:
    return Mona(installation, installation.create("sealed-bids", SEATS, table_draws="open", mail_format="full"))


def bid(installation: Any, seat: str, *more: str) -> list[EmailMessage]:
    """The first answer that the newest mail of a seat offers, as its code."""
    body = installation.newest(seat).get_body(("plain",)).get_content()
    code = re.search(r"^ +(\d+[aа])\b", str(body), re.MULTILINE)
    assert code is not None
    return installation.write(seat, code[1], *more)  # type: ignore[no-any-return]


@pytest.fixture
def waiting(installation: Any, mona: Mona) -> Mona:
    """Both have bidden, and the lot must be rolled at the table."""
    for seat in ("red", "blue"):
        bid(installation, seat)
    return mona


def enter(mona: Mona, *words: str) -> list[tuple[str, EmailMessage]]:
    """A draw by mail, with its code. Returns the mails that follow."""
    asked = mona.answer(mona.write(" ".join(words)))
    body = asked.get_body(("plain",))
    assert body is not None
    return mona.write(f"confirm {code_in(str(body.get_content()))}")


def do(installation: Any, campaign: int, deed: ModeratorCommand, by: str = "Moderator") -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        perform(table, deed, Author(by))


def test_play_waits_and_everybody_is_told_for_what(installation: Any, waiting: Mona, said: Any) -> None:
    table = installation.table(waiting.campaign)
    assert table.head.sequence == 1
    assert table.pending is not None
    draw = table.pending.draw
    asked = said(installation.newest("moderator"))
    draw = re.sub(r"seat (\w+)", lambda found: found[1].title(), draw)
    assert f"made at your table is entered: {draw}. Possible is: 2 × 1–6." in asked
    assert "Answer this email with “draw 1”" in asked
    last = said(installation.newest("blue"))
    assert "как только ведущий внесёт жребий за столом" in last
    assert "Ждём ведущего" in last
    assert "ПРИКАЗЫ" not in last
    status = said(installation.write("red", "status")[0])
    assert f"Play waits for a draw that is made at the table ({draw})" in status
    assert "it counts, and waits for a draw" in status


def test_what_waits_cannot_be_changed_any_more(installation: Any, waiting: Mona, said: Any) -> None:
    """Whoever has seen the die may not think again."""
    (token,) = (seat.token for seat in installation.table(waiting.campaign).players if seat.name == "red")
    before = installation.table(waiting.campaign).pending
    for lines in (("1b",), ("withdraw",)):
        installation.write("red", *lines, to=installation.service.reply_address(token))
    assert "play stands still until" in said(installation.received["red@players.test"][-2])
    assert installation.table(waiting.campaign).pending == before
    assert installation.table(waiting.campaign).head.sequence == 1


def test_the_deadline_does_not_run_while_a_draw_is_waited_for(installation: Any, waiting: Mona) -> None:
    installation.clock.forward(days=30)
    assert deadlines.run(installation.service) == 0
    assert installation.table(waiting.campaign).head.sequence == 1


def test_a_silent_moderator_is_asked_for_by_the_players(installation: Any, waiting: Mona, said: Any) -> None:
    installation.clock.forward(days=8)
    assert succession.run(installation.service) == 1
    installation.deliver()
    assert "who takes over" in str(installation.newest("red")["Subject"])


def test_the_result_comes_by_mail_with_a_code(installation: Any, waiting: Mona, said: Any) -> None:
    for line, why in (
        ("draw 5,4", "Please name the position"),
        ("draw 1 7,4", "“7,4” is no result of the draw"),
        ("draw 1 5", "“5” is no result of the draw"),
        ("draw 1 cards=5,4", "Possible: lot"),
        ("draw 9 5,4", "meant for log number 9"),
        ("draw 1 5,4; 1,1", "when “1,1” comes; nothing was entered"),
        ("draw 1", "Please write it like this: draw LOG RESULT[; RESULT]"),
        ("process 1", "enter its result first"),
    ):
        assert why in said(waiting.answer(waiting.write(line)))
    mails = enter(waiting, "draw", "1", "lot=5 4")
    (asked,) = (mails for mails in (got("red", mails), got("blue", mails)) if mails)
    assert "5 + 4" in said(asked[0])
    assert re.search(r"Moderator, (by email: entered|письмом: вносит)", said(asked[0]))
    table = installation.table(waiting.campaign)
    assert (table.pending, table.match.awaited, table.head.sequence) == (None, None, 3)
    assert trail(installation, waiting.campaign)[-1].command == "draw"
    assert "No draw is waited for now." in said(waiting.answer(waiting.write("draw 3 1,1")))


def test_a_replay_takes_what_was_entered_from_the_log(installation: Any, waiting: Mona) -> None:
    """The seed would have drawn something else; the stored positions are those of the dice at the table."""
    do(installation, waiting.campaign, Draw(results=("5,4",)))
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), waiting.campaign)
        played_again = [line.n for step in steps(CampaignView(table), None) for line in step]
        assert any(draw.source for row in line_entries(table) for draw in row.entry.chance)
    assert played_again == list(range(1, table.head.sequence + 1))


def test_lines_behind_the_draw_wait_for_it(installation: Any, mona: Mona, said: Any) -> None:
    """Both end their mail with what they do with the roll, before they know it."""
    bid(installation, "red", "keep")
    bid(installation, "blue", "оставить")
    mails = enter(mona, "draw", "1", "5,4")
    table = installation.table(mona.campaign)
    assert table.head.sequence == 4
    assert {decision.kind for decision in table.match.decisions()} == {"bid"}
    assert any("keep" in said(mail) or "оставить" in said(mail) for _, mail in mails)


def test_a_deadline_may_bring_it_about(installation: Any, mona: Mona, said: Any) -> None:
    installation.clock.forward(days=4)
    assert deadlines.run(installation.service) == 1
    told = [str(mail["Subject"]) for _, mail in installation.deliver()]
    assert sum("a draw is needed" in each for each in told) == 1
    assert sum("a deadline has passed" in each for each in told) == 1
    enter(mona, "draw", "1", "2,2")
    assert installation.table(mona.campaign).head.sequence == 3


def test_the_adjudicator_may_draw_instead(installation: Any, waiting: Mona, said: Any) -> None:
    do(installation, waiting.campaign, DrawsBy(which="none"))
    mails = installation.deliver()
    assert installation.table(waiting.campaign).head.sequence == 3
    (asked,) = [mail for address, mail in mails if address.startswith(("red", "blue"))]
    assert re.search(r"none, the adjudicator makes them all|никакие, все тянет программа", said(asked))


def test_going_back_gives_up_what_waits(installation: Any, waiting: Mona, said: Any) -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, waiting.campaign)
        table = table_of_campaign(installation.service.work(session), waiting.campaign)
        proposal = propose(table, Wish(kind=Kind.ROLLBACK, reason="the dice fell from the table", n=1))
        carry_out(table, proposal, by="Mona")
    installation.deliver()
    table = installation.table(waiting.campaign)
    assert table.pending is None
    assert table.match.decisions()[0].waiting
    assert "ставка" in said(installation.newest("blue"))


def test_an_order_put_right_may_need_another_roll(installation: Any, waiting: Mona) -> None:
    enter(waiting, "draw", "1", "5,4")
    table = installation.table(waiting.campaign)
    (decision,) = table.match.decisions()
    loser = next(seat for seat in ("red", "blue") if seat != decision.seats[0])
    entry = {"red": 2, "blue": 3}[loser]
    better = table.match.game.ops["bid"](card=max(table.match.state.hands[loser]))
    with writing(installation.service.engine) as session:
        lock_campaign(session, waiting.campaign)
        wish = Wish(kind=Kind.REPLACE, reason="misread", n=entry, seat=loser, orders=(better,))
        table = table_of_campaign(installation.service.work(session), waiting.campaign)
        proposal = propose(table, wish)
        carry_out(table, proposal, by="Mona")
    mails = installation.deliver()
    table = installation.table(waiting.campaign)
    assert table.pending is not None
    assert table.pending.draw == f"lot (seat {loser})"
    assert [mail for mail in got("moderator", mails) if "a draw is needed" in str(mail["Subject"])]
    enter(waiting, "draw", "1", "6,6")
    assert installation.table(waiting.campaign).match.decisions()[0].seats == (loser,)


def playing_moderator(installation: Any, draws: str) -> int:
    players = tuple(
        Player(seat=seat, name=name, email=f"{seat}@players.test") for seat, name in (("red", "Rita"), ("blue", "Bob"))
    )
    rita = Player(seat="moderator", name="Rita", email="red@players.test")
    new = NewCampaign(
        name="ours", title="Ours", game="sealed-bids", players=(*players, rita), seed=b"x", table_draws=draws
    )  # type: ignore[arg-type]
    made = create(installation.service, new)
    installation.deliver()
    return made


def test_who_plays_enters_nothing_hidden(installation: Any) -> None:
    with pytest.raises(BadCampaign, match='would learn what is hidden; "open" is possible'):
        playing_moderator(installation, "all")
    campaign = playing_moderator(installation, "open")
    with pytest.raises(Rejected, match="hidden_draws"):
        do(installation, campaign, DrawsBy(which="all"), by="Rita")
    for seat in ("red", "blue"):
        match = installation.table(campaign).match
        installation.write(seat, f"bid {match.view((seat,)).hands[seat][0]}", to=_address(installation, campaign, seat))
    do(installation, campaign, Draw(results=("3,3",)), by="Rita")
    assert installation.table(campaign).head.sequence == 3


def _address(installation: Any, campaign: int, seat: str) -> str:
    return installation.service.reply_address(installation.table(campaign).by_name[seat].token)  # type: ignore[no-any-return]


def until_a_draw(installation: Any, mona: Mona, rng: Random) -> DrawRequest:
    """Play by mail until a tile must be drawn at the table."""
    book = phrasebook("imperial-struggle")
    for _ in range(40):
        match = installation.table(mona.campaign).match
        if match.wanted is not None:
            return match.wanted
        seat = match.decisions()[0].waiting[0]
        bought = [action for action in match.options(seat) if action.op == "buy_war_tile"]
        installation.write(seat, book.say(bought[0] if bought else match.sample(seat, rng), "en"))
    raise AssertionError("nothing was drawn")


def test_tiles_are_listed_and_entered_by_their_names(installation: Any, said: Any) -> None:
    seats = {"france": "en", "britain": "ru", "moderator": "ru"}
    mona = Mona(installation, installation.create("imperial-struggle", seats, table_draws="all", mail_format="full"))
    wanted = until_a_draw(installation, mona, Random(2))
    report = installation.table(mona.campaign).match.game.part("report")
    asked = said(installation.newest("moderator"))
    assert all(report.drawn(wanted.name, candidate, language("ru"))[0] in asked for candidate in wanted.candidates)
    log = str(installation.table(mona.campaign).head.sequence)
    russian = report.drawn(wanted.name, wanted.candidates[0], language("ru"))[0]
    assert russian in said(mona.answer(mona.write(f"жребий {log} {russian[:-4]}ъъ")))
    enter(mona, "draw", log, report.drawn(wanted.name, wanted.candidates[0], language("en"))[0])
    assert installation.table(mona.campaign).pending is None


def test_every_draw_of_a_game_can_be_entered_by_names_in_both_languages() -> None:
    match, rng, seen = new_match("imperial-struggle", seed=b"names"), Random(4), set[str]()
    match.waits, match.chance.asks = True, lambda wanted: True
    report = match.game.part("report")
    while match.result is None:
        wanted = match.wanted
        if wanted is None:
            seat = match.decisions()[0].waiting[0]
            match.apply(seat, match.sample(seat, rng))
            continue
        seen.add(wanted.name)
        drawn = rng.sample(list(wanted.candidates), wanted.count or 1)
        for code in ("en", "ru"):
            names = [report.drawn(wanted.name, each, language(code))[0] for each in drawn]
            draw = result_of(wanted, ", ".join(names), report, language(code))
            assert draw.value == (drawn[0] if wanted.count is None else drawn), (wanted.name, names)
        match.draw([draw])
    assert {"event", "investment", "demand", "bonus_tile"} <= seen


@pytest.mark.parametrize(
    ("game", "drawn"),
    [
        ("europa-universalis", {"battle (side attackers, colour infantry)", "event"}),
        ("imperial-struggle", {"award (region europe)", "event (side france)"}),
    ],
)
def test_for_what_is_drawn_and_what_may_come_is_told_in_both_languages(game: str, drawn: set[str]) -> None:
    """Whatever is drawn in a whole game can be asked for; no word of it is one of the program's."""
    match, rng, seen = new_match(game, seed=b"words"), Random(7), dict[str, DrawRequest]()
    match.waits, match.chance.asks = True, lambda wanted: True
    report = match.game.part("report")
    while match.result is None and not drawn <= seen.keys():
        wanted = match.wanted
        if wanted is None:
            seat = match.decisions()[0].waiting[0]
            match.apply(seat, match.sample(seat, rng))
            continue
        seen[wanted.called] = wanted
        some = [rng.choice(wanted.candidates) for _ in range(wanted.count or 1)]
        if not wanted.dice:
            some = rng.sample(list(wanted.candidates), wanted.count or 1)
        match.draw([wanted.result(some[0] if wanted.count is None else some)])
    assert drawn <= seen.keys()
    for called, wanted in seen.items():
        told = in_words(called, report, language("ru"))
        assert not re.search("[a-z_]", told), told
        assert "_" not in in_words(called, report, language("en"))
        assert not re.search("[a-z_]", range_of(wanted, report, language("ru"))) or wanted.name == "event"


def test_faces_of_dice_are_told_by_their_figures() -> None:
    wanted = DrawRequest("battle", "dice", {"side": "attackers", "colour": "infantry"}, range(1, 7), 2)
    report = game_named("europa-universalis").part("report")
    assert range_of(wanted, report, language("en")).startswith("2 × 1 infantry, 2 infantry, 3 outlined infantry, 4")


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("game", ["europa-universalis", "imperial-struggle", "pax-renaissance"])
def test_every_draw_that_a_moderator_may_be_asked_for_has_a_name(game: str, code: str) -> None:
    """Without one no mail could be written that asks for it, nor the answer to the order that led there."""
    found = game_named(game)
    rules = Path(str(import_module(type(found).__module__).__file__)).parent
    drawn = re.compile(r"\.(?:roll|pick|pick_many|pick_weighted)\(\s*\"(\w+)\"")
    names = {name for file in rules.rglob("*.py") for name in drawn.findall(file.read_text())}
    assert names
    assert all(found.part("report").draw(name, language(code)) for name in names)
