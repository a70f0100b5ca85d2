"""Whole turns that mails offer: legal as they stand, of different kinds, done with one tap, in both languages."""

from __future__ import annotations

from html import unescape
from re import findall
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.simulate import random_action
from tests.service.conftest import text_of

pytestmark = pytest.mark.store("sqlite")
MOST = 4


def _at_a_turn(game: str, seed: int) -> Any:
    """A match at the turn of somebody, after a while of random play."""
    from random import Random

    found = game_named(game)
    match, rng = set_up(found, seats=found.seatings(4)[0], seed=bytes([seed])), Random(seed)
    for _ in range(40 + 30 * seed):
        random_action(match, rng)
    while match.decisions()[0].kind != "turn" or getattr(match.state.turn, "acted", False):
        random_action(match, rng)
    return match


def _offered(mail: Any) -> list[list[str]]:
    """The lines of each whole answer that a tap sends."""
    page = mail.get_body(("html",))
    assert page is not None
    links = findall(r'<a class="row" href="(mailto:[^"]+)"', str(page.get_content()))
    sent = [parse_qs(urlsplit(unescape(link)).query)["body"][0].splitlines() for link in links]
    return [lines for lines in sent if lines[0]]  # an option leaves a line for what is written before it


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("game", ["europa-universalis", "pax-renaissance"])
def test_whole_turns_are_done_as_they_are_offered(installation: Any, game: str, code: str, seed: int) -> None:
    match = _at_a_turn(game, seed)
    seat = match.decisions()[0].waiting[0]
    made = installation.create(game, dict.fromkeys(match.header.seats, code), document=match.document())
    told = text_of(installation.newest(seat))
    heading = {"en": "Complete turns", "ru": "Готовые ходы"}[code]
    turns = _offered(installation.newest(seat)) if heading in told else []
    assert 1 <= len(turns) <= MOST
    assert len({line for turn in turns for line in turn}) == len(turns)
    before = installation.table(made).match.position.n
    answer, *_ = installation.write(seat, *turns[0])
    now = installation.table(made).match
    assert now.position.n > before
    assert {"en": "no orders carried out", "ru": "приказы не исполнены"}[code] not in str(answer["Subject"])
