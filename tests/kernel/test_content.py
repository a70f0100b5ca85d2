"""Content of games: packs are bound to matches, corrected as logged actions, and found again by their hash."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator import DocumentError, Match, Refusal, game_named, new_match
from adjudicator.kernel import content
from adjudicator.kernel.content import PackTrouble, changes_between, edits, hash_of, plain_content
from adjudicator.kernel.correction_branch import Edit, moves_after, revise
from adjudicator.kernel.replay import begin, replay, verify
from adjudicator.kernel.simulate import (
    check_disguise,
    check_document,
    check_invariants,
    check_options,
    check_replay,
    check_resume,
    play_out,
    random_action,
    simulate,
)
from adjudicator.language import language

GAME, SEED = "guild-fair", b"content"
FIVE = {"contracts": {"bridge": {"reward": 5}}}


def pack() -> dict[str, Any]:
    """Guild Fair with a viaduct for its bridge."""
    plain = plain_content(game_named(GAME))
    plain["contracts"]["bridge"] = {"name": {"en": "Viaduct", "ru": "Виадук"}, "reward": 7}
    return plain


def correction(changes: dict[str, Any] = FIVE) -> dict[str, Any]:
    return {"op": "set_content", "changes": changes, "reason": "a misprint"}


def corrected(after: int = 20) -> Match:
    """A finished match in the middle of which the pack was corrected."""
    match, rng = new_match(GAME, content=pack(), seed=SEED), Random(1)
    for _ in range(after):
        random_action(match, rng)
    match.apply("moderator", correction())
    play_out(match, rng)
    return match


def test_without_a_pack_the_default_is_played() -> None:
    match = new_match(GAME, seed=SEED)
    assert match.game is game_named(GAME)
    assert match.header.content == match.game.content_hash
    assert "content" not in match.document()
    assert Match.resume(match.header, match.checkpoint()).hash == match.hash


def test_the_header_has_the_hash_of_the_pack_and_the_rules_its_values() -> None:
    match = new_match(GAME, content=pack(), seed=SEED)
    assert match.header.content == hash_of(match.game.pack) == match.document()["content"]
    assert match.game.content.contracts["bridge"].reward == 7
    assert match.game.part("rules").tell("3", language("en"))[1].endswith("Hall 3, Viaduct 7")
    assert game_named(GAME).part("rules").tell("3", language("ru"))[1].endswith("Зал 3, Мост 3")


def test_equal_packs_are_one_game_in_a_process() -> None:
    one, other = new_match(GAME, content=pack()), new_match(GAME, content=pack())
    assert one.game is other.game
    again = Match.resume(one.header, one.checkpoint(), contents=one.contents)
    assert again.game is one.game


def test_orders_and_words_take_the_names_of_the_pack() -> None:
    game = new_match(GAME, content=pack()).game
    phrases, known = game.part("phrases"), game_named(GAME).part("phrases")
    action = phrases.parse("work viaduct", "en")
    assert (phrases.say(action, "en"), phrases.say(action, "ru")) == ("work on Viaduct", "работать Виадук")
    assert known.say(action, "en") == "work on Bridge"


def test_everything_wrong_with_a_pack_is_told_with_its_path() -> None:
    wrong = {"contracts": {"bridge": {"name": {}, "reward": 12, "worth": 1}, "wel": {}}, "cards": {}}
    with pytest.raises(DocumentError) as raised:
        new_match(GAME, content=wrong)
    told = [str(problem) for problem in raised.value.problems]
    assert told[0] == "(document): unknown field 'cards'; there are: contracts"
    assert "contracts.bridge: unknown field 'worth'; there are: name, reward, manual" in told
    assert "contracts.bridge.name.ru: is missing" in told
    assert "contracts.bridge.reward: Expected `int` <= 9" in told
    assert "contracts.well: is missing" in told
    assert "contracts.wel: there is no contract 'wel'; there are: well, oven, gate, mill, hall, bridge" in told


def test_names_that_cannot_be_told_apart_or_inflected_are_refused() -> None:
    twice, unknown = pack(), pack()
    twice["contracts"]["well"]["name"]["en"] = "viaduct"
    unknown["contracts"]["well"]["name"]["ru"] = "Абракадабрий"
    with pytest.raises(DocumentError, match="'Viaduct' is called 'well' already"):
        new_match(GAME, content=twice)
    with pytest.raises(DocumentError, match=r"well.name.ru: the accusative of 'Абракадабрий' is not known"):
        new_match(GAME, content=unknown)
    unknown["contracts"]["well"]["name"]["ru"] = {"name": "Абракадабрий", "unchanged": True}
    assert new_match(GAME, content=unknown).game.pack


def test_a_game_without_content_takes_no_pack() -> None:
    with pytest.raises(Refusal) as raised:
        new_match("sealed-bids", content={})
    assert raised.value.code == "no_content"


def test_a_corrected_match_replays_to_the_byte_and_every_draw_is_proven() -> None:
    match = corrected()
    check_replay(match)
    assert verify(match.header, match.log, SEED, contents=match.contents).hash == match.hash
    again = replay(begin(match.header, match.log, contents=match.contents), match.log)
    assert again.checkpoint() == match.checkpoint()
    assert match.position.content == match.game.content_hash != match.header.content


def test_a_correction_tells_what_changed_and_names_the_content_that_is_played() -> None:
    match = new_match(GAME, content=pack(), seed=SEED)
    (told,) = [each for each in match.apply("moderator", correction()) if each.public]
    assert told.public.edits[0].path == ("contracts", "bridge", "reward")
    line = match.log[-1].line(match.game)
    assert line["content"] == match.game.content_hash == match.document()["content"]
    for code, words in (("en", "Viaduct: renown 7 → 5"), ("ru", "Виадук: слава 7 → 5")):
        (group,) = match.game.part("report").news([told], (), language(code))
        assert words in group.lines[0].text


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"contracts": {"bridge": {"reward": 7}}}, "says all that already"),
        ({"contracts": {"bridge": {"reward": 70}}}, "contracts.bridge.reward: Expected `int` <= 9"),
        ({"contracts": {"brige": {"reward": 1}}}, "there is no contract 'brige'"),
        ({"contracts": {"bridge": None}}, "contracts.bridge: is missing"),
    ],
)
def test_a_correction_that_cannot_be_changes_nothing(changes: dict[str, Any], why: str) -> None:
    match = new_match(GAME, content=pack(), seed=SEED)
    before, entries = match.checkpoint(), len(match.log)
    with pytest.raises(Refusal) as raised:
        match.apply("moderator", correction(changes))
    assert why in str(raised.value.facts)
    assert (match.checkpoint(), len(match.log)) == (before, entries)


def test_content_is_not_set_as_a_fact_of_the_position() -> None:
    match = new_match(GAME, content=pack(), seed=SEED)
    with pytest.raises(Refusal) as raised:
        match.apply("moderator", {"op": "set", "changes": {"content": ""}, "reason": "x"})
    assert "pack.…" in str(raised.value.facts)


def test_a_missing_or_damaged_pack_is_a_clear_error() -> None:
    match = new_match(GAME, content=pack(), seed=SEED)
    with pytest.raises(PackTrouble, match="is not here"):
        Match.resume(match.header, match.checkpoint())
    damaged = match.game.pack.replace(b"7", b"8")
    content._ready.clear()
    with pytest.raises(PackTrouble, match="is damaged: its hash is"):
        Match.resume(match.header, match.checkpoint(), contents={match.header.content: damaged})


def test_an_earlier_correction_changes_the_content_of_a_later_one() -> None:
    """A later correction names the content that came of it; what comes of it now is another."""
    match, rng = new_match(GAME, content=pack(), seed=SEED), Random(2)
    start = Match.resume(match.header, match.checkpoint(), seed=SEED, contents=match.contents)
    first = match.position.n
    for _ in range(8):
        random_action(match, rng)
    match.apply("moderator", correction())
    random_action(match, rng)
    entries = [entry for entry in match.log if entry.n > first]
    moves = moves_after(start.copy(), entries)
    early = Edit(first + 1, "moderator", put_in=(correction({"contracts": {"well": {"reward": 4}}}),))
    made = revise(start, moves, (early,), made_in={})
    rewards = {id: each.reward for id, each in made.match.game.content.contracts.items()}
    assert (rewards["well"], rewards["bridge"]) == (4, 5)


def test_what_makes_one_content_of_another() -> None:
    before, after = {"a": {"x": 1, "y": [1]}, "b": 2}, {"a": {"x": 1, "y": [2]}, "c": 3}
    assert changes_between(before, after) == {"a": {"y": [2]}, "b": None, "c": 3}
    one, other = game_named(GAME), new_match(GAME, content=pack()).game
    assert [".".join(each.path) for each in edits(one, other)] == [
        "contracts.bridge.name.en",
        "contracts.bridge.name.ru",
        "contracts.bridge.reward",
    ]


@pytest.mark.parametrize("matches", [5, pytest.param(15, marks=pytest.mark.long)])
def test_the_battery_holds_with_a_pack(matches: int) -> None:
    checks = [check_invariants, check_options, check_resume, check_document, check_disguise(Random(1))]
    tally = simulate(GAME, matches, "pack", watchers=checks, after=check_replay, content=pack())
    assert tally.games == matches
