"""No mail tells what its reader may not know."""

from __future__ import annotations

from collections.abc import Sequence
from html import unescape
from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator.games.imperial_struggle.fact_types import MINISTRY, SIDES, WAR_TILE
from adjudicator.games.imperial_struggle.names import names
from adjudicator.games.imperial_struggle.rules.war.resolution import TheatreRevealed
from adjudicator.games.imperial_struggle.state import State, revealed
from adjudicator.games.imperial_struggle.words import REPORT
from adjudicator.games.imperial_struggle.words.speech import speech
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.worlds import other_world
from adjudicator.language import language
from adjudicator.reports.layout.render import render
from adjudicator.reports.layout.subject import LONGEST_GIST

SPOKEN_OF = 4
"""M-4 shares its name with a theatre in Russian, and other cards speak of it; the equal mails below guard it."""
SEATS: tuple[str | None, ...] = (None, "france", "britain")


def hidden_from(state: State, seat: str | None, code: str) -> set[str]:
    """Names of hand cards, face-down ministries and bonus tiles of the sides that are not the reader's.

    Cards as mails print them, with their number: some share their name with a theatre.
    """
    called, to, found = names(code), speech(language(code)), set()
    for side, name in enumerate(SIDES):
        if name == seat:
            continue
        found |= {to.event(card) for card in state.hands[side]}
        down = [held.card for held in state.ministries[side] if not held.revealed and held.card != SPOKEN_OF]
        cards = [MINISTRY.ids[card - 1] for card in down]
        found |= {called.name(MINISTRY, card) for card in cards}
        laid = [tile for theatre in state.theatres[revealed(state) :] for tile in theatre.bonus[side]]
        tiles = [*laid, *state.drawn[side], *state.unassigned[side], *state.pool_bonus[side]]
        own = [WAR_TILE.things[tile] for tile in tiles if WAR_TILE.things[tile].kind != "basic"]
        found |= {to.war_tile_name(tile.id) for tile in own if tile.kind == "bonus"}
    return found


def told_openly(told: Sequence[ObservedEvent[Any]], code: str) -> set[str]:
    """What these events have told everybody: tiles turned up that lie face down again, cards played or put away."""
    to, found = speech(language(code)), set()
    for each in told:
        event = each.public
        if isinstance(event, TheatreRevealed):
            found |= {to.war_tile_name(tile) for tile in (*event.france, *event.britain)}
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("every", "least"), [(18, 10), pytest.param(3, 60, marks=pytest.mark.long)])
@pytest.mark.parametrize(("seed", "code"), [(b"north", "en"), (b"south", "ru")])
def test_no_mail_names_what_lies_hidden_before_others(
    office: Any, seed: bytes, code: str, every: int, least: int
) -> None:
    """Whole games at random: text and page of every seat's mail, and of an observer's, before some of the answers."""
    seen, checked = dict.fromkeys(SEATS, 0), 0
    for match, told in office.played(seed, 11):
        checked += 1
        if match.result is not None or checked % every:
            continue
        news, openly = told[-30:], told_openly(told[-30:], code)
        for seat in SEATS:
            shown = render(office.mail(match, seat, news, code))
            everything = " ".join(f"{shown.subject} {shown.text} {unescape(shown.html)}".split())
            assert {name for name in hidden_from(match.state, seat, code) - openly if name in everything} == set()
            seen[seat] += 1
    assert min(seen.values()) > least


def test_the_reader_is_told_his_own_secrets(office: Any) -> None:
    """The search above would find something if it were there."""
    for match, told in office.played(b"north", 11):
        if match.result is None and match.state.ministries[0]:
            text = render(office.mail(match, "france", told, "en")).text
            own = hidden_from(match.state, "britain", "en")
            to = speech(language("en"))
            pool = {to.war_tile_name(WAR_TILE.ids[tile]) for tile in match.state.pool_bonus[0]}
            assert {name for name in own - pool if " ".join(name.split()) not in " ".join(text.split())} == set()
            return
    raise AssertionError("no ministries were chosen")


def test_behind_the_end_nobody_is_told_how_strong_he_would_be_in_a_war(office: Any) -> None:
    strengths = set[tuple[bool, bool]]()
    for match, told in office.played(b"north", 11):
        if match.result is not None or not strengths:
            text = render(office.mail(match, "france", told, "en")).text
            strengths.add((match.result is not None, "Your war tiles" in text))
    assert strengths == {(False, True), (True, False)}


@pytest.mark.slow
@pytest.mark.parametrize("every", [18, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("seat", SIDES)
def test_positions_that_a_seat_cannot_tell_apart_give_equal_mails(office: Any, seat: str, every: int) -> None:
    """Over a whole game, so also in wars, while an Event asks, while a ministry could be used."""
    rng, kinds, checked = Random(4), set(), 0
    for match, told in office.played(b"west", 12):
        checked += 1
        if match.result is not None or (
            checked % every and match.decisions()[0].kind in ("use_tile", "take_investment")
        ):
            continue
        kinds.add(match.decisions()[0].kind)
        other = other_world(match, (seat,), rng)
        report, again = office.mail(match, seat, told[-20:], "en"), office.mail(other, seat, told[-20:], "en")
        assert msgspec.json.encode(again) == msgspec.json.encode(report)
        if office.is_asked(match, seat):
            assert office.asked(other, seat, "ru") == office.asked(match, seat, "ru")
    assert {"choose_for_event", "spend_spoils", "resolve_tile_effect"} <= kinds


@pytest.mark.parametrize("code", ["en", "ru"])
def test_titles_stand_in_subjects_and_tell_no_secret(office: Any, code: str) -> None:
    """A subject is seen on lock screens and in forwards."""
    gists = set()
    for match, told in office.played(b"east", 13):
        if gist := REPORT.gist(told[-30:], SIDES, language(code)):
            gists.add(gist)
            openly = told_openly(told[-30:], code)
            assert not {name for name in hidden_from(match.state, None, code) - openly if name in gist}
            assert len(gist) < LONGEST_GIST
        for seat in SIDES:
            if match.result is None and office.is_asked(match, seat):
                title = REPORT.title(match.decisions()[0], match.view(), language(code))
                opponent = SIDES[1 - SIDES.index(seat)]
                assert not {name for name in hidden_from(match.state, opponent, code) if name in title}
    assert len(gists) > 20
