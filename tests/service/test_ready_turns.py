"""Whole turns and rows of answers that mails offer: legal as they stand, done with one tap, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from re import findall
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from adjudicator import Match
from adjudicator.games.europa_universalis.facts import AREA
from adjudicator.games.europa_universalis.rules.influence import influence_comes, influence_leaves
from adjudicator.games.europa_universalis.rules.operations_units import ship_put, unit_lost_there, unit_put
from adjudicator.games.europa_universalis.rules.recruiting import recruiting
from adjudicator.games.europa_universalis.rules.rounds import hand_limit
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.simulate import random_action
from tests.games.europa_universalis.diplomats import cubes
from tests.games.europa_universalis.table import hand
from tests.games.europa_universalis.table import table as realms
from tests.service.conftest import text_of, words_of

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


BURGUNDY_AND_SEINE = AREA.mask_of(("burgundy", "seine"))
SEVERAL: dict[str, tuple[int, Callable[[], Match]]] = {
    "put_unit": (2, lambda: realms(frames=[unit_put("france", "infantry", "regular", 3)])),
    "put_ship": (1, lambda: realms(frames=[ship_put("france", "light", 2)])),
    "lose_in": (1, lambda: realms(frames=[unit_lost_there("france", 2)])),
    "gain_influence": (2, lambda: realms(frames=[influence_comes("france", BURGUNDY_AND_SEINE, 3)])),
    "lose_influence": (
        1,
        lambda: realms(
            cubes("france", burgundy=2, seine=2), frames=[influence_leaves("france", BURGUNDY_AND_SEINE, 2)]
        ),
    ),
    "recruiting": (0, lambda: realms(frames=[recruiting("france")])),
    "hand_limit": (
        0,
        lambda: realms(
            hand("england", *(f"dip_{n}" for n in range(1, 8))),
            hand("france", *(f"adm_{n}" for n in range(1, 8))),
            frames=[hand_limit()],
        ),
    ),
}
"""Positions in which several answers of a kind are due, and how many questions may follow the first."""
FOLLOW = {
    ("en", "recruiting"): "One email can name several, each in a line",
    ("en", "hand_limit"): "Five cards stay in your hand; name all others in one line",
    ("en", 1): "1 more question like this may follow: answer both in one email",
    ("en", 2): "Up to 2 more questions like this may follow: answer them all in one email",
    ("ru", "recruiting"): "В одном письме можно назвать несколько, каждое в своей строке",
    ("ru", "hand_limit"): "На руке остаются пять карт; назовите все остальные в одной строке",
    ("ru", 1): "Может последовать ещё 1 такой вопрос: ответьте на все одним письмом",
    ("ru", 2): "Могут последовать ещё 2 таких вопроса: ответьте на все одним письмом",
}


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("kind", SEVERAL)
def test_what_is_asked_again_and_again_is_answered_in_the_line_that_is_shown(
    installation: Any, kind: str, code: str
) -> None:
    more, position = SEVERAL[kind]
    match = position()
    made = installation.create("europa-universalis", dict.fromkeys(match.header.seats, code), document=match.document())
    asked = installation.newest("france")
    assert installation.table(made).match.question("france").kind == kind
    assert FOLLOW[code, more or kind] in words_of(asked)
    first, *_ = _offered(asked)
    answer, *_ = installation.write("france", *first)
    now = installation.table(made).match
    assert "france" in now.sealed or now.question("france") is None or now.question("france").kind != kind, str(answer)
