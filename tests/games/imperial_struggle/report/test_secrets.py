"""No mail tells what its reader may not know."""

from __future__ import annotations

from html import unescape
from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator import Match
from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.fact_types import SIDES
from adjudicator.games.imperial_struggle.facts import facts
from adjudicator.games.imperial_struggle.names import names
from adjudicator.games.imperial_struggle.state import State
from adjudicator.reports.render import render

SEATS: tuple[str | None, ...] = (None, "france", "britain")


def hidden_from(state: State, seat: str | None, code: str) -> set[str]:
    """Names of hand cards, face-down ministries and bonus tiles of the sides that are not the reader's."""
    f, called, found = facts(), names(code), set()
    for side, name in enumerate(SIDES):
        if name == seat:
            continue
        found |= {called.name("events", f.events[card - 1].id) for card in state.hands[side]}
        cards = [f.ministries[held.card - 1].id for held in state.ministries[side] if not held.revealed]
        found |= {called.name("ministries", card) for card in cards}
        laid = [tile for theatre in state.theatres for tile in theatre.bonus[side]]
        tiles = [*laid, *state.drawn[side], *state.unassigned[side], *state.pool_bonus[side]]
        found |= {called.name("war_tiles", f.war_tiles[tile].id) for tile in tiles if tile >= f.basic_kinds}
    return found


@pytest.mark.parametrize(("seed", "code"), [(b"north", "en"), (b"south", "ru")])
def test_no_mail_names_what_lies_hidden_before_others(office: Any, seed: bytes, code: str) -> None:
    """Whole turns at random: text and page of every seat's mail, and of an observer's, before every answer."""
    seen = dict.fromkeys(SEATS, 0)
    for match, told in office.played(seed, 11):
        for seat in SEATS:
            if match.result is not None:
                continue
            shown = render(office.mail(match, seat, told[-30:], code))
            everything = " ".join(f"{shown.subject} {shown.text} {unescape(shown.html)}".split())
            assert {name for name in hidden_from(match.state, seat, code) if name in everything} == set()
            seen[seat] += 1
    assert min(seen.values()) > 30


def test_the_reader_is_told_his_own_secrets(office: Any) -> None:
    """The search above would find something if it were there."""
    for match, told in office.played(b"north", 11):
        if match.result is None and match.state.ministries[0]:
            text = render(office.mail(match, "france", told, "en")).text
            own = hidden_from(match.state, "britain", "en")
            pool = {names("en").name("war_tiles", facts().war_tiles[tile].id) for tile in match.state.pool_bonus[0]}
            assert {name for name in own - pool if " ".join(name.split()) not in " ".join(text.split())} == set()
            return
    raise AssertionError("no ministries were chosen")


@pytest.mark.parametrize("seat", SIDES)
def test_positions_that_a_seat_cannot_tell_apart_give_equal_mails(office: Any, seat: str) -> None:
    rng = Random(4)
    for match, told in office.played(b"west", 12):
        if match.result is not None:
            continue
        other = disguised(match, seat, rng)
        report, again = office.mail(match, seat, told[-20:], "en"), office.mail(other, seat, told[-20:], "en")
        assert msgspec.json.encode(again) == msgspec.json.encode(report)
        if office.is_asked(match, seat):
            assert office.asked(other, seat, "ru") == office.asked(match, seat, "ru")


def disguised(match: Match, seat: str, rng: Random) -> Match:
    """The match with everything changed that the seat cannot know."""
    copy = match.copy()
    copy.position.state = GAME.disguised(match.state, seat, rng)
    return copy


@pytest.mark.parametrize("code", ["en", "ru"])
def test_titles_stand_in_subjects_and_tell_no_secret(office: Any, code: str) -> None:
    """A subject is seen on lock screens and in forwards."""
    for match, told in office.played(b"east", 13):
        for seat in SIDES:
            if match.result is None and office.is_asked(match, seat):
                title = office.mail(match, seat, told[-1:], code).title
                opponent = SIDES[1 - SIDES.index(seat)]
                assert not {name for name in hidden_from(match.state, opponent, code) if name in title}
