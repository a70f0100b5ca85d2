"""Whole mails of Imperial Struggle as text, reviewed by reading the files in `golden/`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.games.imperial_struggle.rules.action_round import RoundEnded, RoundStarted
from adjudicator.games.imperial_struggle.rules.war.resolution import TheatreRevealed, WarBegan
from adjudicator.games.imperial_struggle.words import REPORT
from adjudicator.kernel.events import Event, ObservedEvent
from adjudicator.language import language
from adjudicator.reports.layout.columns import WIDTH, width
from adjudicator.reports.layout.render import render
from adjudicator.reports.model import Kind, Report


def tile_to_choose(office: Any) -> Report:
    """The prompt for an Investment tile in the second round."""
    match, told = office.moment("take_investment", 3)
    seat = match.decisions()[0].waiting[0]
    report: Report = office.mail(match, seat, told, "en", before=office.view_before(match, seat, told))
    return report


def tile_to_use(office: Any) -> Report:
    """The prompt for what is done with a tile, behind a purchase."""
    match, told = office.moment("take_investment", 2)
    seat = match.decisions()[0].waiting[0]
    _, new = office.ordered(match, seat, ["12б", "п4"], "ru")
    report: Report = office.mail(
        match, seat, [*told[-12:], *new], "ru", before=office.view_before(match, seat, [*told[-12:], *new])
    )
    return report


def answer(office: Any) -> Report:
    """The answer to four lines, of which the last one draws a War tile."""
    match, _ = office.moment("take_investment", 2)
    seat = match.decisions()[0].waiting[0]
    reading, new = office.ordered(match, seat, ["12b", "s4", "s5+d1", "m1"], "en")
    report: Report = office.mail(match, seat, new, "en", Kind.ANSWER, before=office.view_before(match, seat, new))
    return replace(report, reading=reading)


def refused(office: Any) -> Report:
    """The answer to lines that the rules forbid."""
    match, _ = office.moment("take_investment", 2)
    seat = match.decisions()[0].waiting[0]
    office.ordered(match, seat, ["12б"], "ru")
    lines = ["флаг Бавария", "снять Австрия А2 долг 7", "флаг Ниагара", "построить форт Галифакс"]
    reading, new = office.ordered(match, seat, lines, "ru")
    report: Report = office.mail(match, seat, new, "ru", Kind.ANSWER, before=office.view_before(match, seat, new))
    return replace(report, reading=reading)


def since(told: Sequence[ObservedEvent[Any]], kind: type[Event]) -> list[ObservedEvent[Any]]:
    """What happened from the last event of a kind on."""
    last = max(n for n, each in enumerate(told) if isinstance(each.public, kind))
    return list(told[last:])


def scored(office: Any) -> Report:
    """The end of the first peace turn, as an observer learns of it: the war begins at once."""
    for match, told in office.played(b"sun king", 7):
        now, events = match, told
        if match.state.turn:
            break
    report: Report = office.mail(
        now,
        None,
        since(events, RoundEnded),
        "ru",
        Kind.NOTICE,
        before=office.view_before(now, None, since(events, RoundEnded)),
    )
    return replace(report, title="ход 1 окончен")


def spoils(office: Any) -> Report:
    """The prompt of the winner of a theatre for what he conquers."""
    match, told = office.moment("spend_spoils", 5, b"sun king 13", 13)
    seat = match.decisions()[0].waiting[0]
    report: Report = office.mail(
        match, seat, since(told, WarBegan), "en", before=office.view_before(match, seat, since(told, WarBegan))
    )
    return report


def conquest(office: Any) -> Report:
    """The prompt of the loser whose territory is conquered."""
    match, told = office.moment("answer_conquest", 0, b"sun king 4", 4)
    seat = match.decisions()[0].waiting[0]
    report: Report = office.mail(
        match,
        seat,
        since(told, TheatreRevealed),
        "ru",
        before=office.view_before(match, seat, since(told, TheatreRevealed)),
    )
    return report


def chosen_by_the_opponent(office: Any) -> Report:
    """The prompt for the choice of an event that the other side has played."""
    match, told = office.moment("choose_for_event", 0, b"sun king 16", 16)
    seat = match.decisions()[0].waiting[0]
    report: Report = office.mail(
        match, seat, since(told, RoundStarted), "ru", before=office.view_before(match, seat, since(told, RoundStarted))
    )
    return report


def finished(office: Any) -> Report:
    """The last mail: final scoring and who has won."""
    for match, told in office.played(b"sun king 7", 7):
        last, events = match, told
    report: Report = office.mail(
        last,
        "britain",
        since(events, RoundStarted),
        "en",
        Kind.NOTICE,
        before=office.view_before(last, "britain", since(events, RoundStarted)),
    )
    assert last.result is not None
    ended = REPORT.over(last.result, "britain", language("en"))
    return replace(report, title="the game is over", lead=(ended,))


MAILS: dict[str, Callable[[Any], Report]] = {
    "take_investment.en": tile_to_choose,
    "use_tile.ru": tile_to_use,
    "answer.en": answer,
    "refused.ru": refused,
    "turn_over.ru": scored,
    "spoils.en": spoils,
    "conquest.ru": conquest,
    "event_choice.ru": chosen_by_the_opponent,
    "game_over.en": finished,
}


@pytest.mark.parametrize("name", sorted(MAILS))
def test_the_mail_is_as_reviewed(name: str, office: Any, golden: Path) -> None:
    shown = render(MAILS[name](office))
    mail = f"Subject: {shown.subject}\n\n{shown.text}"
    path = golden / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(mail, "utf-8")
    assert mail == path.read_text("utf-8")
    assert [line for line in shown.text.splitlines() if width(line) > WIDTH] == []


def test_every_golden_file_belongs_to_a_mail(golden: Path) -> None:
    assert {path.stem for path in golden.glob("*.txt")} == set(MAILS)
