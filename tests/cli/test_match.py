"""`adjudicator match` on files."""

import json
from pathlib import Path
from typing import Any

import pytest

SEED = "00ff"


@pytest.fixture
def run(desk: Any) -> Any:
    """These need no processes of their own."""
    return desk


@pytest.fixture
def bids(run: Any, tmp_path: Path) -> Path:
    """A match of Sealed Bids in a file."""
    file = tmp_path / "bids.json"
    run("match", "new", "sealed-bids", "--seed", SEED, "-o", str(file))
    return file


def test_the_same_seed_gives_the_same_file(run: Any, bids: Path) -> None:
    again = run("match", "new", "sealed-bids", "--seed", SEED)
    assert json.loads(bids.read_text()) == again.json
    assert run("match", "new", "sealed-bids").json["log"] != again.json["log"]


def test_a_file_is_never_overwritten_by_new(run: Any, bids: Path) -> None:
    before = bids.read_bytes()
    assert "is there already" in run("match", "new", "sealed-bids", "-o", str(bids), code=1).err
    assert bids.read_bytes() == before


def test_show_tells_an_observer_less_than_a_seat(run: Any, bids: Path) -> None:
    public = run("match", "show", str(bids)).json
    assert {seat: len(backs) for seat, backs in public["view"]["hands"].items()} == {"red": 5, "blue": 5}
    assert all(each["back"] in ("low", "high") for backs in public["view"]["hands"].values() for each in backs)
    assert "waiting" not in public["decisions"][0]
    hands = run("match", "show", str(bids), "--seat", "red").json["view"]["hands"]
    assert (len(hands["red"]), hands["blue"]) == (5, public["view"]["hands"]["blue"])
    assert set(run("match", "show", str(bids), "--document").json["state"]["hands"]) == {"red", "blue"}


def test_options_are_said_in_the_language_asked_for(run: Any, bids: Path) -> None:
    options = run("match", "options", str(bids), "--seat", "red", "--language", "ru").json
    assert len(options) == 5
    assert options[0]["say"] == f"ставка {options[0]['action']['card']}"
    assert "say" not in run("match", "options", str(bids), "--seat", "red").json[0]


def test_a_match_is_played_by_json_and_by_lines_and_verified(run: Any, bids: Path) -> None:
    red, blue = (run("match", "options", str(bids), "--seat", seat).json for seat in ("red", "blue"))
    sealed = run("match", "apply", str(bids), "--seat", "red", json.dumps(red[0]["action"])).json
    assert sealed["sealed"]
    assert sealed["events"] == []
    opened = run(
        "match", "apply", str(bids), "--seat", "blue", f"ставка {blue[-1]['action']['card']}", "--language", "ru"
    )
    assert [event["event"] for event in opened.json["events"]] == ["bids_opened", "rolled"]
    told = run("match", "verify", str(bids)).json
    assert told["ok"]
    assert told["draws_proven"]
    assert told["draws"] == 3


def test_a_refused_action_changes_nothing_and_says_what_is_legal(run: Any, bids: Path) -> None:
    before = bids.read_bytes()
    refused = run("match", "apply", str(bids), "--seat", "red", '{"op": "bid", "card": 99}', code=1).json["refused"][0]
    assert (refused["code"], refused["rule"]) == ("not_in_hand", "2")
    assert refused["nearest"][0]["op"] == "bid"
    line = run("match", "apply", str(bids), "--seat", "red", "bid 99", code=1).json["refused"][0]
    assert line["problem"]["code"] == "not_in_hand"
    assert bids.read_bytes() == before


def test_a_dry_run_changes_nothing(run: Any, bids: Path) -> None:
    before = bids.read_bytes()
    action = run("match", "options", str(bids), "--seat", "red").json[0]["action"]
    assert run("match", "apply", str(bids), "--seat", "red", json.dumps(action), "--dry-run").json["sealed"]
    assert bids.read_bytes() == before


def test_an_action_may_come_from_a_file_or_from_standard_input(run: Any, bids: Path, tmp_path: Path) -> None:
    action = run("match", "options", str(bids), "--seat", "red").json[0]["action"]
    (tmp_path / "action.json").write_text(json.dumps(action))
    assert run("match", "apply", str(bids), "--seat", "red", "action.json").json["sealed"]
    assert run("match", "apply", str(bids), "--seat", "red", "-", given=json.dumps(action)).json["sealed"]


@pytest.mark.parametrize(
    ("where", "value"),
    [("seed", "00fe"), ("card", None), ("commitment", "0" * 64)],
)
def test_verify_finds_every_change(run: Any, bids: Path, where: str, value: str | None) -> None:
    stored = json.loads(bids.read_text())
    if where == "card":
        cards = stored["log"][0]["chance"][0]["cards"]
        cards[0] = next(card for card in range(1, 13) if card not in cards)
    elif where == "commitment":
        stored["header"]["commitment"] = value
    else:
        stored["seed"] = value
    bids.write_text(json.dumps(stored))
    assert run("match", "verify", str(bids), code=1).err.count("\n") == 1


def test_verify_says_which_entry_differs(run: Any, bids: Path) -> None:
    stored = json.loads(bids.read_text())
    stored["log"][0]["chance"][1]["cards"].reverse()
    bids.write_text(json.dumps(stored))
    assert run("match", "verify", str(bids), code=1).json["entry"] == 1


def test_without_the_seed_a_log_replays_but_nothing_more_is_drawn(run: Any, bids: Path) -> None:
    stored = json.loads(bids.read_text())
    del stored["seed"]
    bids.write_text(json.dumps(stored))
    assert run("match", "verify", str(bids)).json["draws_proven"] is False
    for seat in ("red", "blue"):
        action = json.dumps(run("match", "options", str(bids), "--seat", seat).json[0]["action"])
        last = run("match", "apply", str(bids), "--seat", seat, action, code=1 if seat == "blue" else 0)
    assert "there is no seed" in last.err


def test_scripted_draws_come_first(run: Any, tmp_path: Path) -> None:
    draws = [{"draw": "card", "seat": "red", "cards": [1, 2, 3, 4, 5]}]
    (tmp_path / "draws.json").write_text(json.dumps(draws))
    file = str(tmp_path / "scripted.json")
    run("match", "new", "sealed-bids", "--seed", SEED, "--chance", "draws.json", "-o", file)
    shown = run("match", "show", file, "--seat", "red").json
    assert shown["view"]["hands"]["red"] == ["1", "2", "3", "4", "5"]
    assert "draws_unused" not in shown
    assert run("match", "verify", file).json["ok"]


def test_scripted_draws_that_have_not_been_made_are_told(run: Any, tmp_path: Path) -> None:
    misspelt = {"draw": "card", "seat": "rad", "cards": [1, 2, 3, 4, 5]}
    (tmp_path / "draws.json").write_text(json.dumps([misspelt]))
    file = str(tmp_path / "scripted.json")
    made = run("match", "new", "sealed-bids", "--seed", SEED, "--chance", "draws.json", "-o", file)
    for told in (made, run("match", "show", file), run("match", "verify", file)):
        assert told.json["draws_unused"] == [misspelt]


@pytest.mark.parametrize("draw", [{"draw": "card"}, {"seat": "red", "cards": [1]}, {"draw": 1, "cards": [1]}])
def test_what_is_no_draw_is_refused(run: Any, tmp_path: Path, draw: dict[str, Any]) -> None:
    (tmp_path / "draws.json").write_text(json.dumps([draw]))
    told = run("match", "new", "sealed-bids", "--seed", SEED, "--chance", "draws.json", code=1)
    assert "is no draw" in told.err


def test_a_match_goes_on_from_a_neutral_document(run: Any, bids: Path, tmp_path: Path) -> None:
    (tmp_path / "position.json").write_text(run("match", "show", str(bids), "--document").out)
    file = str(tmp_path / "second.json")
    run("match", "new", "sealed-bids", "--seed", "01", "--document", "position.json", "-o", file)
    action = json.dumps(run("match", "options", file, "--seat", "red").json[0]["action"])
    run("match", "apply", file, "--seat", "red", action)
    assert run("match", "verify", file).json["ok"]


def test_every_problem_of_a_document_is_listed_with_its_path(run: Any, tmp_path: Path) -> None:
    run("match", "new", "imperial-struggle", "--seed", SEED, "-o", "is.json")
    document = run("match", "show", "is.json", "--document").json
    document["state"]["turn"] = "x"
    document["state"]["debt"]["france"] = "many"
    document["state"]["surprise"] = 1
    (tmp_path / "broken.json").write_text(json.dumps(document))
    told = run("match", "new", "imperial-struggle", "--document", "broken.json", code=1).err.splitlines()
    assert len(told) == 3
    for path in ("turn", "debt.france", "surprise"):
        assert any(path in line for line in told), path


def test_say_and_parse_are_inverse(run: Any, bids: Path) -> None:
    line = run("match", "say", "sealed-bids", '{"op": "bid", "card": 7}', "--language", "ru").out.strip()
    assert line == "ставка 7"
    assert run("match", "parse", "sealed-bids", line, "--language", "ru").json == {"op": "bid", "card": 7}
    assert run("match", "parse", str(bids), "bid seven", "--seat", "red", code=1).json["refused"]


def test_schemas_are_json_schemas(run: Any) -> None:
    import jsonschema

    for extra in ((), ("--actions",)):
        found = run("match", "schema", "imperial-struggle", *extra).json
        jsonschema.Draft202012Validator.check_schema(found)


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("match", "new", "chess"), 1, "no game named 'chess'"),
        (("match", "new", "sealed-bids", "--seed", "xyz"), 2, "hexadecimal"),
        (("match", "new", "sealed-bids", "--option", "rerolls"), 2, "name=value"),
        (("match", "new", "sealed-bids", "--option", "rerolls=9"), 1, "option rerolls has no value 9"),
        (("match", "show", "nowhere.json"), 1, "nowhere.json"),
        (("match", "frobnicate"), 2, "No such command"),
        (("match",), 2, ""),
    ],
)
def test_errors_are_sentences_with_exit_codes(run: Any, arguments: tuple[str, ...], code: int, told: str) -> None:
    assert told in run(*arguments, code=code).err


def test_a_file_that_is_no_match_is_refused(run: Any, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"format": "something"}')
    assert "not a match file" in run("match", "show", "other.json", code=1).err


def test_a_moderator_corrects_a_match_in_a_file(run: Any, bids: Path) -> None:
    change = {"op": "set", "changes": {"state": {"lots": {"red": 9}}}, "reason": "miscounted"}
    run("match", "apply", str(bids), "--seat", "moderator", json.dumps(change))
    assert run("match", "show", str(bids)).json["view"]["lots"]["red"] == 9
    assert run("match", "verify", str(bids)).json["ok"]


def test_seats_sign_a_treaty_together(run: Any) -> None:
    run(
        "match",
        "new",
        "crossroads",
        "--seed",
        "05",
        "--seat",
        "north",
        "--seat",
        "east",
        "--seat",
        "south",
        "-o",
        "c.json",
    )
    offered = [each for each in run("match", "options", "c.json", "--seat", "north").json if each.get("anytime")]
    action = json.dumps(offered[0]["action"])
    alone = run("match", "apply", "c.json", "--seat", "north", action, code=1).json["refused"][0]
    assert alone["code"] == "needs_signatures"
    seats = [word for seat in alone["facts"]["seats"] for word in ("--seat", seat)]
    assert run("match", "apply", "c.json", *seats, action).json["n"] > 0
    assert run("match", "verify", "c.json").json["ok"]


def test_a_language_that_nobody_speaks_is_a_mistake_of_the_command_line(run: Any) -> None:
    assert (
        "unknown language 'fr'; choose en or ru"
        in run("match", "say", "sealed-bids", "{}", "--language", "fr", code=2).err
    )
