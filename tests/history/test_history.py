"""What a record holds, and what it must not hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import MINISTRY, THEATRE, WAR
from adjudicator.games.imperial_struggle.names import names
from adjudicator.kernel.chance import commitment, mixed_key
from adjudicator.kernel.replay import begin, replay_events
from adjudicator.language import language
from adjudicator.pictures.svg import svg_body
from adjudicator.reports.model import OrderOutcome
from adjudicator.reports.pages.archive_page import html
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.settings import keep_settings, settings_of
from adjudicator.service.history import Record, Viewpoint, gather, tell
from adjudicator.service.history.record import from_json, stretch, to_json
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.store.engine import reading, writing
from tests.stored_log import entries_of

SEATS = ("france", "britain")
LANGUAGES = ("en", "ru")


def positions(played: Any) -> Iterator[Any]:
    """The match after each step of its records."""
    table = played.table()
    with reading(played.service.engine) as session:
        entries = entries_of(session, table.head.game, table.head.match_id, table.head.revision)
    match = begin(table.match.header, entries)
    yield match
    for _ in replay_events(match, entries):
        yield match


def secrets_of(match: Any, side: int, code: str) -> set[str]:
    """Names of what only one side may know now: its hand, ministries that lie face down."""
    state = match.state
    events = [event.id for event in EVENT if event.number in state.hands[side]]
    hidden = {card.card for card in state.ministries[side] if not card.revealed}
    ministries = [ministry.id for ministry in MINISTRY if ministry.number in hidden]
    called = names(code)
    secret = {called.name(EVENT, id) for id in events} | {called.name(MINISTRY, id) for id in ministries}
    # Some ministries and events are called like a theatre of a war: the name alone tells nothing.
    theatres = [called.name(THEATRE, theatre.id) for war in WAR for theatre in war.theatres]
    return {name for name in secret if not any(name in theatre for theatre in theatres)}


@pytest.mark.parametrize(("every", "least"), [(4, 125), pytest.param(1, 500, marks=pytest.mark.long)])
@pytest.mark.parametrize("seat", [None, *SEATS])
def test_at_every_step_nothing_of_the_other_side_is_told_or_drawn(
    whole: Any, seat: str | None, every: int, least: int
) -> None:
    """Words of the step and letters of its board are searched for what the others hold at that moment; in each run at
    every fourth step.
    """
    record = whole.record(seat)
    matches, looked = positions(whole), 0
    match = next(matches)
    for place, step in enumerate(record.steps):
        while match.position.n < step.last:
            match = next(matches)
        assert match.position.n == step.last
        if place % every:
            continue
        code = LANGUAGES[place // every % 2]
        seats = () if seat is None else (seat,)
        assert all(set(each.private) <= set(seats) for each in step.told)
        assert step.view == match.view(seats)
        others = [side for side, name in enumerate(SEATS) if name != seat]
        secrets = set().union(*(secrets_of(match, side, code) for side in others))
        report, words = match.game.part("report"), language(code)
        told = [line.text for group in report.news(step.told, seats, words) for line in group.lines]
        events = [event for each in step.told if (event := each.visible_to(seats)) is not None]
        sketch = match.game.part("board")(step.view, code, to_move=step.asked, events=events)
        drawn = [text for piece in sketch.scene.pieces for text in re.findall(">([^<]+)</text>", svg_body(piece.items))]
        seen = "\n".join((*told, *drawn, sketch.alt))
        found = {name for name in secrets if name in seen}
        assert not found, (step.last, found, told)
        looked += len(secrets)
    assert looked > least


@pytest.mark.parametrize("seat", [None, *SEATS])
def test_before_the_end_there_are_no_draws_no_seed_and_no_orders_of_others(half: Any, seat: str | None) -> None:
    record = half.record(seat)
    assert (record.seed, record.nonces) == ("", ())
    assert not [draw for step in record.steps for draw in step.draws]
    assert {order.seat for order in record.orders} == ({seat} if seat else set())
    assert b"seed" not in to_json(record)


def test_a_seat_finds_every_line_it_has_sent_with_what_became_of_it(half: Any) -> None:
    for seat in SEATS:
        record = half.record(seat)
        lines = [line for order in record.orders for line in order.lines]
        assert [line.original for line in lines] == half.sent[seat]
    refused = [line for line in lines_of(half.record("france")) if line.outcome is not OrderOutcome.DONE]
    assert refused[-1].original == "flag savyo"
    assert refused[-1].problem


def lines_of(record: Record) -> list[Any]:
    return [line for order in record.orders for line in order.lines]


def test_after_the_end_everybody_reads_all_orders_and_can_recompute_the_draws(whole: Any) -> None:
    record = whole.record()
    assert {order.seat for order in record.orders} == set(SEATS)
    assert len(lines_of(record)) == sum(map(len, whole.sent.values()))
    seed = bytes.fromhex(record.seed)
    assert commitment(seed) == record.header.commitment
    draws = [draw for step in record.steps for draw in step.draws]
    assert [draw.counter for draw in draws] == list(range(len(draws)))
    assert len(mixed_key(seed, [bytes.fromhex(nonce) for nonce in record.nonces])) == 32
    entries = [draw.draw for draw in draws]
    with reading(whole.service.engine) as session:
        table = whole.table()
        log = entries_of(session, table.head.game, table.head.match_id, table.head.revision)
    assert entries == [draw for entry in log for draw in entry.chance]


def test_a_campaign_may_agree_that_orders_stay_with_their_seat(whole: Any) -> None:
    def looked(archive: Any, eyes: Viewpoint) -> Record:
        with writing(whole.service.engine) as session:
            table = table_of_campaign(whole.service.work(session), whole.campaign)
            keep_settings(table.campaign, replace(settings_of(table.campaign), archive=archive))
            return gather(table, eyes)

    try:
        own = looked("own", Viewpoint("france"))
        assert {order.seat for order in own.orders} == {"france"}
        assert own.seed
        assert looked("own", Viewpoint()).orders == ()
    finally:
        everything = looked("open", Viewpoint("france"))
    assert {order.seat for order in everything.orders} == set(SEATS)


@pytest.mark.parametrize("seat", [None, *SEATS])
def test_a_record_survives_json(half: Any, seat: str | None) -> None:
    record = half.record(seat)
    assert from_json(to_json(record)) == record


LETTERS = (("France", "Britain"), ("France", "everybody"), ("Britain", "France"))


@pytest.mark.parametrize(
    ("seat", "letters"),
    [
        (None, ["From: France. To: everybody."]),
        *((seat, [f"From: {one}. To: {other}." for one, other in LETTERS]) for seat in SEATS),
    ],
)
def test_letters_stand_on_the_pages_of_those_who_wrote_or_got_them(half: Any, seat: str | None, letters: Any) -> None:
    chronicle = half.chronicle(seat)
    passages = [passage for chapter in chronicle.chapters for passage in chapter.passages]
    shown = [letter for passage in passages for letter in passage.letters]
    assert [letter.heading for letter in shown] == letters
    page = html(chronicle)
    assert page.count("<blockquote>") == len(letters)
    assert ("Савойя &lt;наша&gt;.<br><br>Без обид." in page) is (seat is not None)
    assert "до встречи на подсчёте" in page
    assert ("a word in your ear" in page) is (seat is not None)


def test_whoever_may_know_everything_sees_both_hands(half: Any) -> None:
    record = half.record(everything=True)
    view = record.steps[-1].view
    assert view.seats == SEATS
    assert [draw for step in record.steps for draw in step.draws]


def test_every_line_of_news_is_in_the_chronicle_once_and_in_order(whole: Any) -> None:
    record = whole.record("france")
    chronicle = tell(record, "en")
    told = [each for step in record.steps for each in step.told]
    report = whole.table().match.game.part("report")
    expected = [line for group in report.news(told, "france", language("en")) for line in group.lines]
    passages = [passage for chapter in chronicle.chapters for passage in chapter.passages]
    assert [line for passage in passages for group in passage.groups for line in group.lines] == expected
    logs = [frame.log for passage in passages for frame in passage.frames]
    assert logs == [step.last for step in record.steps]
    shown = [line.original for passage in passages for mail in passage.orders for line in mail.lines]
    assert sorted(shown) == sorted(line.original for line in lines_of(record))
    draws = [draw.counter for passage in passages for draw in passage.draws]
    assert draws == list(range(len(draws)))


def test_chapters_are_the_turns_and_wars(whole: Any) -> None:
    chronicle = whole.chronicle()
    assert [chapter.title for chapter in chronicle.chapters] == [
        "Turn 1", "War of the Spanish Succession", "Turn 2", "Turn 3", "War of the Austrian Succession", "Turn 4",
        "Seven Years' War", "Turn 5", "American War of Independence", "Turn 6",
    ]  # fmt: skip
    assert chronicle.outcome


def test_a_war_alone_is_a_strip_of_its_own(whole: Any) -> None:
    steps = [step.last for step in whole.record().steps]
    war = next(chapter for chapter in whole.chronicle().chapters if chapter.title == "War of the Spanish Succession")
    frames = [frame.log for passage in war.passages for frame in passage.frames]
    strip = tell(stretch(whole.record(), frames[0], frames[-1]), "en")
    shown = [frame for chapter in strip.chapters for passage in chapter.passages for frame in passage.frames]
    assert [frame.log for frame in shown] == frames
    assert 1 < len(shown) < len(steps) / 4


def test_the_end_of_a_war_stands_under_the_war_and_not_under_the_next_turn(whole: Any) -> None:
    chapters = whole.chronicle().chapters
    war = next(chapter for chapter in chapters if chapter.title == "War of the Spanish Succession")
    last = [frame.log for passage in war.passages for frame in passage.frames][-1]
    strip = tell(stretch(whole.record(), last, last + 4), "en")
    assert [chapter.title for chapter in strip.chapters] == [war.title, "Turn 2"]
    assert [frame.log for passage in strip.chapters[0].passages for frame in passage.frames] == [last]


def test_a_strip_from_the_middle_of_a_turn_stands_under_that_turn(whole: Any) -> None:
    turn = next(chapter for chapter in whole.chronicle().chapters if chapter.title == "Turn 3")
    (first, *_, last) = [frame.log for passage in turn.passages for frame in passage.frames]
    (chapter,) = tell(stretch(whole.record(), first + 3, last), "en").chapters
    assert chapter.title == "Turn 3"


def test_an_order_stands_in_the_round_in_which_it_was_carried_out(whole: Any) -> None:
    chronicle = whole.chronicle()
    rng = Random(1)
    passages = [passage for chapter in chronicle.chapters for passage in chapter.passages]
    for passage in rng.sample(passages, 20):
        logs = range(passage.first, passage.last + 1)
        done = {line.log for group in passage.groups for line in group.lines}
        assert done <= set(logs) | {passage.first - 1}, passage.first


def test_what_a_correction_took_back_is_not_told_but_that_it_was_corrected_is(tmp_path: Any, half: Any) -> None:
    played = type(half)(tmp_path, "lights7", 40)
    before = played.record("france")
    last = before.steps[-1]
    back = before.steps[-12].last
    with writing(played.service.engine) as session:
        table = table_of_campaign(played.service.work(session), played.campaign)
        proposal = propose(table, Wish(kind=Kind.ROLLBACK, reason="The dog ate a card.", n=back))
        carry_out(table, proposal, by="desk")
    with reading(played.service.engine) as session:
        table = table_of_campaign(played.service.work(session), played.campaign)
        after = gather(table, Viewpoint("france"))
    assert after.steps == before.steps[:-11]
    assert last not in after.steps
    done = [line for line in lines_of(after) if line.first is not None]
    assert done == [line for line in lines_of(before) if line.first is not None and line.first <= back]
    (correction,) = tell(after, "en").corrections
    assert f"from log {back + 1} on. The dog ate a card." in correction
    played.service.engine.dispose()


def test_a_line_that_a_correction_took_back_is_not_done_while_the_rest_of_its_mail_is(tmp_path: Any, half: Any) -> None:
    played = type(half)(tmp_path, "lights7", 8)
    seat, lines = round_with_several_lines(played)
    played._post(seat.name, seat.token, "\n".join(lines))
    sent = lines_of(played.record(seat.name))[-len(lines) :]
    assert [line.outcome for line in sent] == [OrderOutcome.DONE] * len(lines)
    with writing(played.service.engine) as session:
        table = table_of_campaign(played.service.work(session), played.campaign)
        wish = Wish(kind=Kind.REMOVE, reason="A slip.", n=sent[-1].first or 0, seat=seat.name)
        carry_out(table, propose(table, wish), by="desk")
    with reading(played.service.engine) as session:
        table = table_of_campaign(played.service.work(session), played.campaign)
        after = gather(table, Viewpoint(seat.name))
    kept = lines_of(after)[-len(lines) :]
    assert [line.outcome for line in kept] == [OrderOutcome.DONE] * (len(lines) - 1) + [OrderOutcome.CORRECTED]
    assert kept[-1].first is None
    assert "taken back by a correction" in html(tell(after, "en"))
    assert "отменено исправлением" in html(tell(after, "ru"))
    played.service.engine.dispose()


def round_with_several_lines(played: Any) -> tuple[Any, list[str]]:
    """A seat in an action round, and two actions that it can do one after the other."""
    rng = Random(3)
    for _ in range(200):
        match = played.table().match
        (decision,) = match.decisions()[:1]
        seat = played.table().by_name[decision.waiting[0]]
        book, trial = match.game.part("phrases"), match.copy()
        lines = []
        while len(lines) < 2 and [each.waiting for each in trial.decisions()] == [(seat.name,)]:
            action = trial.sample(seat.name, rng)
            lines.append(book.say(action, seat.language))
            trial.apply(seat.name, action)
        drawn = [draw for entry in trial.log for draw in entry.chance if entry.n > match.position.n]
        if len(lines) == 2 and not drawn and [each.waiting for each in trial.decisions()] == [(seat.name,)]:
            return seat, lines
        played._post(seat.name, seat.token, book.say(match.sample(seat.name, rng), seat.language))
    raise AssertionError("no round with two actions")
