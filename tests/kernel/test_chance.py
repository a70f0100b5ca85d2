"""Draws: recorded, scripted, committed to, verifiable."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from adjudicator import ChanceError, Match, ReplayError, new_match, replay, verify
from adjudicator.kernel.chance import Chance, Draw, commitment, mixed_key
from adjudicator.kernel.log import Entry, entry_of
from adjudicator.kernel.replay import begin
from adjudicator.kernel.simulate import play_out


@pytest.fixture
def played() -> Match:
    match = new_match("sealed-bids", seed=b"secret", nonces=(b"red's", b"blue's"))
    play_out(match, Random(3))
    return match


def test_draws_hang_on_the_entry_that_caused_them(played: Match) -> None:
    deal = played.log[0].line(played.game)
    assert deal["op"] == "deal"
    assert [draw["seat"] for draw in deal["chance"]] == ["red", "blue"]
    rolls = [draw for entry in played.log[1:] for draw in entry.chance]
    assert {draw.name for draw in rolls} == {"lot"}


def test_log_lines_survive_json(played: Match) -> None:
    lines = [msgspec.json.decode(msgspec.json.encode(entry.line(played.game))) for entry in played.log]
    assert [entry_of(line, played.game) for line in lines] == played.log


def test_whoever_has_the_seed_recomputes_every_draw(played: Match) -> None:
    again = verify(played.header, played.log, b"secret", (b"red's", b"blue's"))
    assert again.checkpoint() == played.checkpoint()


@pytest.mark.parametrize(("seed", "nonces"), [(b"other", (b"red's", b"blue's")), (b"secret", (b"red's", b"blues"))])
def test_another_seed_or_nonce_does_not_verify(played: Match, seed: bytes, nonces: tuple[bytes, ...]) -> None:
    with pytest.raises(ReplayError):
        verify(played.header, played.log, seed, nonces)


def test_a_changed_entry_is_named(played: Match) -> None:
    log = list(played.log)
    position = next(k for k, entry in enumerate(log) if any(draw.name == "lot" for draw in entry.chance))
    changed = log[position]
    first, second = changed.chance[-1].value
    forged = msgspec.structs.replace(changed.chance[-1], value=[7 - first, second])
    log[position] = Entry(changed.n, changed.by, changed.action, [*changed.chance[:-1], forged], changed.how)
    with pytest.raises(ReplayError) as caught:
        verify(played.header, log, b"secret", (b"red's", b"blue's"))
    assert caught.value.n == changed.n


def test_a_replay_needs_no_seed_only_the_log(played: Match) -> None:
    assert replay(begin(played.header, played.log), played.log).log == played.log


def test_scripted_draws_match_by_name_and_keys() -> None:
    script = [
        {"draw": "card", "seat": "blue", "cards": [1, 2, 3, 4, 5]},
        {"draw": "card", "seat": "red", "cards": [8, 9, 10, 11, 12]},
    ]
    match = new_match("sealed-bids", seed=b"x", chance=script)
    assert match.state.hands == {"red": [8, 9, 10, 11, 12], "blue": [1, 2, 3, 4, 5]}


def test_a_script_without_seed_must_last() -> None:
    document = new_match("sealed-bids", seed=b"x").document()
    match = Match.from_document(document, game="sealed-bids", chance=[{"draw": "lot", "seat": "red", "dice": [6, 6]}])
    with pytest.raises(ChanceError):
        play_out(match, Random(1))


def test_an_impossible_scripted_value_is_refused() -> None:
    with pytest.raises(ChanceError, match="could not have been drawn"):
        new_match("sealed-bids", seed=b"x", chance=[{"draw": "card", "seat": "red", "cards": [1, 1, 2, 3, 4]}])


def test_a_revision_draws_anew_and_a_nonce_changes_the_key() -> None:
    def draws(chance: Chance) -> list[int]:
        return [chance.roll("x", 1, 1000, {})[0] for _ in range(5)]

    assert draws(Chance(b"s")) == draws(Chance(b"s"))
    assert draws(Chance(b"s")) != draws(Chance(b"s", revision=1))
    assert mixed_key(b"s") != mixed_key(b"s", [b"n"])
    assert commitment(b"s") != commitment(b"t")


def test_dice_are_fair_enough_to_be_dice() -> None:
    chance = Chance(b"fair")
    counts = [0] * 6
    for face in chance.roll("many", 6000, 6, {}):
        counts[face - 1] += 1
    assert all(900 < count < 1100 for count in counts)


def test_a_draw_kept_in_a_parallel_sequence_is_taken_for_no_other_one() -> None:
    kept = Draw("card", {"seat": "red"}, "card", 7, source="kept:0.4")

    def drawn(chance: Chance) -> list[Draw]:
        chance.pick("card", "card", range(5), {"seat": "red"})
        chance.prefer([kept])
        with chance.for_seat(1, ["red", "", 0]):
            chance.pick("card", "card", range(9), {})
        return chance.record

    made = drawn(Chance(b"seed"))
    assert [(draw.source, draw.no) for draw in made] == [("", None), ("kept:0.4", "1/red.0")]
    recorded = [Draw.of(draw.line) for draw in made if draw.source]
    again = Chance(b"seed", script=recorded)
    again.pick("card", "card", range(5), {"seat": "red"})
    with again.for_seat(1, ["red", "", 0]):
        assert again.pick("card", "card", range(9), {}) == 7
    assert again.record == made
    older = [msgspec.structs.replace(recorded[0], no=None)]
    with (bare := Chance(b"seed", script=older)).for_seat(1, ["red", "", 0]):
        bare.pick("card", "card", range(9), {})
    assert bare.record == older, "logs that were written before it had a number stay as they are"
