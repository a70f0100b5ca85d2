"""One battery for all games: what must hold for every installed game, whatever its rules are."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import adjudicator
from adjudicator import Match, game_named, games, new_match
from adjudicator.components.names import Naming
from adjudicator.components.short_names import twins
from adjudicator.kernel.actions import Action
from adjudicator.kernel.alone import check_alone
from adjudicator.kernel.simulate import (
    Watcher,
    begin_random,
    check_bystanders,
    check_chains,
    check_disguise,
    check_document,
    check_invariants,
    check_options,
    check_replay,
    check_resume,
    check_stages,
    check_worlds,
    play_out,
    random_action,
    simulate,
)
from adjudicator.kernel.trials import fewer, trials_of
from adjudicator.language import CODES
from adjudicator.orders import Legal, Phrasebook
from tests.long_cases import alternate_variants

GAMES = games()
MATCHES = pytest.mark.parametrize("matches", [4, pytest.param(12, marks=pytest.mark.long)])
"""How many are played of a game, fewer where they are long."""
SELDOM = pytest.mark.parametrize(("matches", "every"), [(4, 4), pytest.param(12, 1, marks=pytest.mark.long)])
"""As many, looked at before each so many-th action."""


def played(game: str, matches: int, seed: str, every: int = 1, **watching: Any) -> int:
    """So many matches at random of a game, fewer and looked at more seldom where they are long; how many."""
    owner = game_named(game)
    wanted, every = fewer(owner, matches), max(every, trials_of(owner).weight)
    assert simulate(game, wanted, seed, every=every, **watching).games == wanted
    return wanted


def test_all_games_are_found() -> None:
    assert {"crossroads", "guild-fair", "imperial-struggle", "salt-roads", "sealed-bids"} <= set(GAMES)


def test_the_list_of_games_is_still_a_function_after_a_game_was_loaded() -> None:
    game_named("imperial-struggle")
    assert adjudicator.games() == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_everything_has_a_name_in_every_language(game: str) -> None:
    """Names that are missing, or of what is not there, are errors."""
    naming: Naming = game_named(game).part("names")
    assert set(CODES) <= set(naming.languages)
    for code in naming.languages:
        assert [naming(code).name(kind, id) for kind in naming.kinds for id in kind.ids]


@pytest.mark.parametrize("game", GAMES)
def test_what_has_a_place_has_a_short_name_which_is_read_in_every_language(game: str) -> None:
    """Form, uniqueness and completeness of a kind are checked where they are read."""
    found = game_named(game)
    naming: Naming = found.part("names")
    book: Phrasebook = found.part("phrases")
    kinds = {kind.name: kind for kind in naming.short.kinds}
    assert list(naming.short)
    for short, kind, id in naming.short:
        assert naming.short.of(kinds[kind], id) == short
        for typed in (short, short.lower(), twins(short)[1], twins(short)[1].lower()):
            assert naming.short.find(typed) == (kind, id)
            for code in naming.languages:
                assert naming.chip(kinds[kind], id, code)
    for short in book.book.shorts:
        for kind_, id_ in book.book.by_short(short):
            assert book.book.short(kind_, id_) == short
            for code in book.languages:
                for typed in (short, short.lower(), twins(short)[1]):
                    assert book.book.look_up(kind_, typed, code).ids == (id_,)


@pytest.mark.slow
@SELDOM
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "watcher",
    [check_invariants, check_options, check_resume, check_chains, check_bystanders],
    ids=lambda watcher: watcher.__name__,
)
def test_random_play_holds(game: str, watcher: Watcher, matches: int, every: int) -> None:
    assert played(game, matches, f"battery {watcher.__name__}", every, watchers=[watcher])


@MATCHES
@pytest.mark.parametrize("game", GAMES)
def test_turns_and_phases_never_go_back(game: str, matches: int) -> None:
    assert played(game, matches, "battery stages", watchers=[check_stages()])


@pytest.mark.slow
@MATCHES
@pytest.mark.parametrize("game", GAMES)
def test_documents_of_every_kind_of_position_load_to_themselves(game: str, matches: int) -> None:
    """Every stack of frames that random play stands at, with every kind of action there, and one in ten of the rest."""
    seen, rng = set[tuple[object, ...]](), Random(2)

    def watch(match: Match, seat: str, action: Action) -> None:
        shape = (action.op, *(frame[0] for frame in match.position.frames))
        if shape not in seen or rng.random() < 0.1:
            seen.add(shape)
            check_document(match, seat, action)

    assert played(game, matches, "battery documents", watchers=[watch])
    assert len(seen) >= 3


@pytest.mark.slow
@SELDOM
@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_is_betrayed(game: str, matches: int, every: int) -> None:
    assert played(game, matches, "disguise", every, watchers=[check_disguise(Random(1))])


@pytest.mark.slow
@SELDOM
@pytest.mark.parametrize("game", GAMES)
def test_an_answer_that_is_given_by_itself_betrays_nothing(game: str, matches: int, every: int) -> None:
    assert played(game, matches, "alone", every, watchers=[check_alone(Random(1))])


@SELDOM
@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_makes_no_difference_to_the_worlds_of_a_seat(game: str, matches: int, every: int) -> None:
    assert played(game, matches, "worlds", 12 * every, watchers=[check_worlds(Random(1))])


@pytest.mark.slow
@pytest.mark.parametrize("matches", [5, pytest.param(30, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_a_replay_gives_the_same_bytes(game: str, matches: int) -> None:
    assert played(game, matches, "replay", after=check_replay)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_storage_after_every_action_gives_the_same_bytes_as_memory(game: str) -> None:
    in_memory = begin_random(game, "storage")
    stored = begin_random(game, "storage")
    play_out(in_memory, Random(5))
    rng = Random(5)
    while stored.result is None:
        random_action(stored, rng)
        revived = Match.resume(stored.header, stored.checkpoint(), seed=b"storage", sealed=stored.sealed)
        stored = revived
    assert stored.checkpoint() == in_memory.checkpoint()
    assert stored.hash == in_memory.hash


@pytest.mark.parametrize("matches", [1, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "language"), alternate_variants(GAMES, ("en", "ru")))
def test_whatever_random_play_does_a_player_can_write(game: str, language: str, matches: int) -> None:
    general = game_named(game).part("phrases")
    seen = 0

    def say_and_parse(match: Match, seat: str, action: object) -> None:
        nonlocal seen
        book, options = general.at(match.state), match.options(seat)
        for legal in options[:40]:
            text = book.say(legal, language)
            assert book.parse(text, language, Legal(options)) == legal, text
            seen += 1

    assert played(game, matches, f"say {language}", watchers=[say_and_parse])
    assert seen > 20


@pytest.mark.parametrize("game", GAMES)
def test_an_observer_sees_less_than_a_seat(game: str) -> None:
    match = new_match(game, seed=b"observer")
    assert match.view() != match.view(match.header.seats)


def _begun(game: str, seed: bytes) -> Match:
    """The first actions of a match: some games draw nothing before somebody has answered."""
    match, rng = new_match(game, seed=seed), Random(1)
    for _ in range(8):
        seat = match.decisions()[0].waiting[0]
        match.apply(seat, match.sample(seat, rng))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_is_the_same_match_and_another_is_not(game: str) -> None:
    one, same, other = (_begun(game, seed) for seed in (b"a", b"a", b"b"))
    assert one.checkpoint() == same.checkpoint()
    assert one.header.commitment == same.header.commitment != other.header.commitment
    assert one.checkpoint() != other.checkpoint()
