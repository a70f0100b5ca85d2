"""The moderator's stories of the guide, word for word, and what the correcting commands answer."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.games.imperial_struggle.fact_types import ECONOMIC, SPACE
from adjudicator.games.imperial_struggle.game import GAME
from adjudicator.games.imperial_struggle.rules import prices
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.service import open_service
from adjudicator.service.words.rendering import message_bytes
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail
from tests.cli.conftest import MILA
from tests.cli.harbour import Harbour, simple
from tests.guides import campaign_file, section
from tests.migrated import lay_tables

ROOT = Path(__file__).parents[2]


def commands(heading: str) -> list[list[str]]:
    """The commands of a section of the guides."""
    lines = "\n".join(re.findall(r"```sh\n(.*?)```", section(heading), re.DOTALL)).splitlines()
    return [shlex.split(line, comments=True)[1:] for line in lines if line]


@pytest.fixture(scope="module")
def three_rounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a campaign in its fourth round."""
    database = tmp_path_factory.mktemp("harbour") / "adjudicator.db"
    settings = _settings(database)
    lay_tables(settings.database)
    service = open_service(settings)
    Harbour(service).play(rounds=8)
    service.engine.dispose()
    return database


@pytest.fixture
def harbour(three_rounds: Path, environment: dict[str, str], tmp_path: Path) -> Iterator[Harbour]:
    database = Path(environment["ADJ_DATABASE"].removeprefix("sqlite:///"))
    database.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(three_rounds, database)
    service = open_service(_settings(database))
    yield Harbour(service)
    service.engine.dispose()


def _settings(database: Path) -> Settings:
    return Settings(
        database=f"sqlite:///{database}",
        data_directory=database.parent,
        mail=Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test")),
    )


def state(played: Any) -> Any:
    with reading(played.service.engine) as session:
        return table_of_campaign(played.service.work(session), played.id)


def letters(harbour: Harbour) -> dict[str, str]:
    """The newest mail of each address, its text on one line."""
    with reading(harbour.service.engine) as session:
        newest = {row.recipient: row for row in session.scalars(select(OutboundMail).order_by(col(OutboundMail.id)))}
    found = {}
    for address, row in newest.items():
        body = message_from_bytes(message_bytes(harbour.service, row), policy=policy.default).get_body(("plain",))
        assert body is not None
        found[address] = " ".join(str(body.get_content()).split())
    return found


def test_an_order_was_misread_three_rounds_ago_and_play_went_on(desk: Any, harbour: Harbour) -> None:
    explained, tried, done, compared, replayed = [
        desk(*command) for command in commands("An order was misread three rounds ago and play went on")
    ]
    assert "flag Georges Bank" in explained.out
    assert "boris@example.org" in explained.out
    assert "base +2 (rule 5.4.2)" in explained.out
    assert re.findall(r"^  (\w+, log \d+)", tried.out, re.MULTILINE) == ["britain, log 22"]
    assert "nothing was changed" in tried.out
    assert "done; every seat gets a correction report" in done.out
    assert "Georges Bank, Holder: Britain, now —" in compared.out
    assert "Cumberland" not in compared.out, "it has the same flag in both lines"
    assert "all as stored" in replayed.err
    told = letters(harbour)
    assert "What you must send again No order of yours was lost.".casefold() in told["anna@example.org"].casefold()
    assert "Boris ordered Cumberland" in told["anna@example.org"]
    assert "Приказ теперь такой: флаг на Камберленд" in told["boris@example.org"]
    assert "запись 22 журнала" in told["boris@example.org"]


def test_a_script_corrects_several_things_at_once(desk: Any, harbour: Harbour, tmp_path: Path) -> None:
    (command,) = commands("Several things at once: a script")
    tried = desk(*command)
    assert "orders that are not carried out any more" not in tried.out
    assert "nothing was changed" in tried.out
    script = tmp_path / "steps.txt"
    script.write_text("10: flag Cumberland\n\n22: flag Georges Bank\n")
    done = desk("turn", "correct", "harbour-lights", "--script", str(script), "--reason", "misread", "--yes")
    assert "done; every seat gets a correction report" in done.out
    told = letters(harbour)["boris@example.org"]
    assert "исправлено сразу несколько вещей" in told
    assert re.search(r"За вас внесено: флаг на Камберленд[^;]*; флаг на Банку Джорджес", told)
    for wrong, why in (
        (("--step", "10: flag Cumberland", "--set", "vp=1"), "a script says everything in its steps"),
        (("--step", "10: flag Havana"), "Havana is not connected to you"),
        (("--step", "flag Havana"), "is no step of a script"),
    ):
        assert why in desk("turn", "correct", "harbour-lights", *wrong, "--reason", "no", "--yes", code=None).err


def test_a_die_that_was_typed_wrong_is_corrected(desk: Any, played: Any) -> None:
    played.write("blue", f"bid {played.hands['blue'][0]}")
    story = commands("The die roll of a table game must be entered by hand")
    log, tried, done, compared = [desk(*command) for command in story]
    assert " rolls " in log.out
    assert "draw 3, log 3: lot" in tried.out
    assert "nothing was changed" in tried.out
    assert "done; every seat gets a correction report" in done.out
    assert "rolled: 10" not in compared.out, "what is rolled is no part of what everybody sees"
    assert "table" in desk("turn", "explain", "lights", "3").out
    entered = desk("turn", "explain", "lights", "3", "--all", "--json").json["draws"]
    assert [draw["result"]["dice"] for draw in entered] == [[5, 5]]
    refused = desk("turn", "correct", "lights", "--entry", "3", "--draw", "lot=7,4", "--reason", "no", "--yes", code=1)
    assert "7, 4 cannot have come up for the draw lot (seat blue); possible: 2 × 1, 2, 3, 4, 5, 6" in refused.err
    assert "play cannot be" not in refused.err
    desk("campaign", "export", "lights", "--all", "-o", "lights.zip")
    assert "all is as it should be" in desk("verify", "lights.zip").out


def test_draws_are_listed_as_a_script_writes_them(desk: Any, played: Any) -> None:
    played.write("blue", f"bid {played.hands['blue'][0]}")
    (lot,) = [line for line in desk("turn", "draws", "lights", "--from", "2").out.splitlines() if " lot " in line]
    assert re.fullmatch(r"3 +lot +\S.* +[1-6], [1-6] +2 × 1–6", lot.strip()), lot
    assert desk("turn", "draws", "lights", "--to", "2", "--json").json == []


def test_every_command_of_the_section_on_corrections_works(desk: Any, harbour: Harbour) -> None:
    first, *_ = commands("Correct a match")
    answers = [desk(*command) for command in commands("Correct a match")[:-1]]
    assert first[:2] == ["turn", "points"]
    assert "your action round 2" in answers[0].out
    assert all("nothing was changed" in answer.out for answer in answers[3:6])
    assert [line.split()[0] for line in answers[6].out.splitlines()[1:]] == ["0"]
    desk("turn", "correct", "harbour-lights", "--set", "debt.france=2", "--reason", "two debts", "--yes")
    desk(*commands("Correct a match")[-1])
    lines = desk("turn", "revisions", "harbour-lights", "--json").json
    assert [(line["parent"], line["branched_at"], line["reason"]) for line in lines[1:]] == [
        (0, 27, "two debts"),
        (0, 27, "the first reading was right"),
    ]


REFUSED = [
    (("--set", "vp=99"), "vp: 99 is impossible here: from"),
    (("--set", "dept.france=1"), "there is no 'dept' in the document; there is debt"),
    (("--set", "debt.france=99"), "99 is above the limit of 6 (rule 6.3)"),
    (("--set", "debt"), "nothing that can be changed has this name; write a place and its value"),
    (("--entry", "99", "--remove", "--seat", "france"), "there is no log entry 99"),
    (("--entry", "1", "--remove", "--seat", "france"), "belongs to the set-up"),
    (("--entry", "10", "--remove", "--seat", "france"), "is no order of france, but of: britain"),
    (("--entry", "10", "--draw", "die=5"), "names no draw of log entry 10. Its draws: -"),
    (("--entry", "10", "--seat", "spain", "--replace", "end"), "There is no seat “spain”; there are: france, britain"),
    (("--entry", "10", "--seat", "britain", "--replace", "flag Havana"), "5.4.1"),
    (("--entry", "10", "--replace", "flag Havana"), "5.4.1"),  # the seat is whose entry it is
    (("--entry", "999", "--seat", "france", "--replace", "end"), "there is no log entry 999; the log goes from 1 to"),
]


def test_what_cannot_be_corrected_is_refused_with_what_is_possible(desk: Any, harbour: Harbour) -> None:
    for options, said in REFUSED:
        told = desk("turn", "correct", "harbour-lights", *options, "--reason", "a test", "--yes", code=1)
        assert said in told.err
    assert harbour.table.head.revision == 0


def test_a_field_of_any_game_is_set_by_its_name(desk: Any, played: Any) -> None:
    """Sealed Bids says only what its state holds; the document, its paths and what is refused follow."""
    correct = ("turn", "correct", "lights", "--reason", "miscounted", "--yes", "--set")
    desk(*correct, "lots.red=3")
    assert state(played).match.state.lots == {"red": 3, "blue": 0}
    desk(*correct, "state.lots.red=9")
    assert state(played).match.state.lots == {"red": 9, "blue": 0}
    refused = {
        "state.lots.red=-1": "state.lots.red: -1 is impossible: at least 0",
        "state.lots.green=1": "state.lots.green: there is no seat 'green'; there are: red, blue",
        'state.bids.red=["ace"]': "state.bids.red.ace: there is no card 'ace'",
        'state.bids.red=["12"]': "12 is also in",
        "state.lost.red=1": "there is no 'lost' in state; there is lots",
        "red.lots=1": "there is no 'red' in the document; there is state.lots.red",
    }
    for change, said in refused.items():
        assert said in desk(*correct, change, code=1).err
    assert state(played).match.state.lots == {"red": 9, "blue": 0}


def test_a_field_is_set_in_the_words_that_mails_print(desk: Any, played: Any) -> None:
    powers = ("ottoman", "hapsburg", "england", "france", "papacy", "protestant")
    people = tuple(Player(seat=seat, name=seat, email=f"{seat}@players.test") for seat in powers)
    create(played.service, NewCampaign(name="diet", title="Diet", game="here-i-stand", players=people, seed=b"diet"))
    correct = ("turn", "correct", "diet", "--reason", "miscounted", "--yes", "--set")
    told = desk(*correct, "Istanbul Ottomans regulars 9", "--set", "протестантские области +Прага")
    assert "Istanbul" in told.out
    assert "9 regulars" in told.out
    shown = desk("campaign", "show", "diet", "--all", "--json").json["view"]
    assert {row["owner"]: row.get("regulars") for row in shown["forces"]["istanbul"]}["ottoman"] == 9
    assert "prague" in shown["protestant"]
    near = desk(*correct, "Istanbul Ottomans regular 9 squads", code=1).err
    assert "“Istanbul Ottomans regular 9 squads”" in near
    assert "possible: Istanbul" in near


def test_a_field_of_imperial_struggle_is_set_in_words(desk: Any, harbour: Harbour) -> None:
    correct = ("turn", "correct", "harbour-lights", "--reason", "miscounted", "--yes", "--set")
    desk(*correct, "debt France 2", "--set", "маркеры конфликта +Ирландия (Альянс)")
    state = harbour.table.match.state
    assert state.debt[0] == 2
    assert "ireland_alliance" in SPACE.ids_of(state.conflicts)
    near = desk(*correct, "debt Franse 2", code=1).err
    assert "possible: Debt France 2" in near


def test_a_field_of_a_struct_of_any_game_is_set_by_its_name(desk: Any, played: Any) -> None:
    riders = tuple(Player(seat=seat, name=seat, email=f"{seat}@players.test") for seat in ("north", "east", "south"))
    new = NewCampaign(name="roads", title="Roads", game="crossroads", players=(*riders, MILA), seed=b"roads")
    create(played.service, new)
    desk("turn", "correct", "roads", "--set", "state.riders.east.toll=false", "--reason", "he had paid", "--yes")
    shown = desk("campaign", "show", "roads", "--json").json["view"]["riders"]["east"]
    assert (shown["toll"], shown["coins"], shown["treasure"]) == (False, None, None)
    near = desk("turn", "correct", "roads", "--set", "state.riders.east.town=milk", "--reason", "no", "--yes", code=1)
    assert "state.riders.east.town: there is no town 'milk'; there are: harbour, mill" in near.err


def test_a_rollback_that_nobody_confirms_or_that_comes_too_late_changes_nothing(desk: Any, harbour: Harbour) -> None:
    to = ("turn", "rollback", "harbour-lights", "--to", "turn 1 round 2", "--reason", "a test")
    assert "nobody is at the keyboard" in desk(*to, code=1).err
    assert "stands at log 27, not 26" in desk(*to, "--log", "26", "--yes", code=1).err
    unknown = desk("turn", "rollback", "harbour-lights", "--to", "turn 9", "--reason", "a test", code=1)
    assert "There is no moment “turn 9”; there are: Turn 1" in unknown.err
    near = desk("turn", "rollback", "harbour-lights", "--to", "turn 1 round 9", "--reason", "a test", code=1).err
    assert near.partition("there are: ")[2].startswith("Turn 1, Succession Era, action round 4 of 4"), near
    wrong = desk("turn", "correct", "harbour-lights", "--set", "state.regions.x=1", "--reason", "no", "-y", code=1).err
    assert "there is state" not in wrong, "what was written rightly is no answer"
    assert "needs a reason" in desk(*to[:-1], " ", code=1).err
    assert harbour.table.head.revision == 0


def test_secrets_of_a_seat_show_only_to_who_may_see_them(desk: Any, harbour: Harbour) -> None:
    shown = desk("turn", "explain", "harbour-lights", "4").out
    everything = desk("turn", "explain", "harbour-lights", "4", "--all").out
    assert "order" not in shown
    assert "in-" not in shown
    assert "came from" in everything
    tried = ("turn", "rollback", "harbour-lights", "--to", "2", "--reason", "a test", "--dry-run")
    assert "choose" not in desk(*tried).out
    own = desk(*tried, "--as", "france", "--json").json["lost"]
    assert [("order" in each) for each in own if each["seat"] == "britain"].count(True) == 0
    assert all("order" in each for each in own if each["seat"] == "france")


def test_orders_are_entered_for_a_seat_and_it_is_told(desk: Any, harbour: Harbour) -> None:
    refused = desk("orders", "enter", "harbour-lights", "--for", "britain", "flag Atlantis", "--yes", code=1)
    assert "flag Atlantis" in refused.err
    at = harbour.table.head.sequence
    for line in ("thanks a lot", "orders for france: end", "is it my turn?"):
        assert (
            "nothing was changed"
            in desk("orders", "enter", "harbour-lights", "--for", "britain", line, "--yes", code=1).err
        )
        desk("orders", "check", "harbour-lights", "--seat", "britain", line, code=1)
    assert harbour.table.head.sequence == at
    tried = desk("orders", "enter", "harbour-lights", "--for", "britain", "end", "--dry-run")
    assert "end = конец: legal" in tried.err
    told = desk("orders", "enter", "harbour-lights", "--for", "britain", "end", "--reason", "by telephone", "--yes")
    assert "end = конец: done" in told.out
    assert harbour.table.head.sequence > 27
    assert "Эти приказы ввёл за вас ведущий." in letters(harbour)["boris@example.org"]
    newest = desk("orders", "show", "harbour-lights", "--as", "britain", "--json").json[0]
    assert (newest["mail"], [line["text"] for line in newest["lines"]]) == (None, ["end"])


def test_an_upgrade_is_checked_by_playing_every_running_campaign_again(
    desk: Any, harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk("turn", "rollback", "harbour-lights", "--to", "20", "--reason", "a line of play more", "--yes")
    same = desk("upgrade", "check", "--json").json
    assert [(each["campaign"], each["log"], each["difference"]) for each in same] == [("harbour-lights", 20, "")]
    assert "no campaign waits" in desk("upgrade", "adopt").out
    played_by = f"{GAME.version} "
    a_newer_version(monkeypatch)
    newer = desk("upgrade", "check", "--json").json
    assert newer[0]["rules"].startswith(played_by)
    assert newer[0]["installed"].startswith("99 ")
    assert newer[0]["difference"] == "", "another number alone is no difference"
    monkeypatch.setattr(prices, "shift_quote", lambda *given, **named: prices.plain(ECONOMIC, 9, "5.4.2"))
    different = desk("upgrade", "check", code=1)
    assert "entry 7" in different.out
    assert "do not play the same: harbour-lights" in different.err
    assert "do not play the same: harbour-lights" in desk("upgrade", "adopt", "--yes", code=1).err
    assert harbour.table.other_rules


def test_a_campaign_is_carried_over_to_rules_by_which_it_does_not_play_the_same(
    desk: Any, harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shifting a quote costs more now: what can no longer be paid is where play is taken up again."""
    before, played_by = harbour.table.head, GAME.version
    migrate = ("upgrade", "migrate", "harbour-lights", "--reason", "version 99 mends a price")
    assert "played by the installed rules already" in desk(*migrate, "--dry-run", code=1).err
    a_newer_version(monkeypatch)
    monkeypatch.setattr(prices, "shift_quote", lambda *given, **named: prices.plain(ECONOMIC, 9, "5.4.2"))
    shown = desk(*migrate, "--dry-run", "--all", "--json").json
    assert (shown["same"], shown["stops_at"], shown["done"]) == (False, 7, False)
    (row,) = shown["differs"]
    assert row["order"]
    assert row["refused"]
    public = desk(*migrate, "--dry-run").out
    assert "play is taken up again before log 7" in public
    assert row["order"] not in public
    assert harbour.table.head == before
    assert "carried over" in desk(*migrate, "--yes").out
    assert (harbour.table.head.revision, harbour.table.head.sequence) == (before.revision + 1, shown["log"])
    mails = letters(harbour)
    assert "version 99 mends a price" in mails["boris@example.org"]
    assert "Кампания продолжается по новой версии правил" in mails["boris@example.org"]
    assert desk("turn", "revisions", "harbour-lights", "--json").json[-1]["reason"] == "version 99 mends a price"
    assert "it cannot be undone" in desk("turn", "undo", "harbour-lights", "--reason", "no", "--yes", code=1).err
    left = desk("turn", "diff", "harbour-lights", f"0:{before.sequence}", "now", code=1).err
    assert f"revision 0 was played by version {played_by} of the rules" in left
    desk("turn", "replay", "harbour-lights")
    desk("campaign", "export", "harbour-lights", "--all", "-o", "carried.zip")
    assert "all is as it should be" in desk("verify", "carried.zip").out
    assert "upgrade migrate" in desk("audit", "show", "harbour-lights").out


def test_a_pinned_campaign_goes_on_whatever_version_is_installed(
    desk: Any, harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    pin = ("upgrade", "pin", "harbour-lights")
    assert "come out the same by them" in desk(*pin, "--dry-run").err
    assert harbour.table.head.game == GAME.id
    assert "goes on by" in desk(*pin, "--yes").out
    a_newer_version(monkeypatch)
    monkeypatch.setattr(prices, "shift_quote", lambda *given, **named: prices.plain(ECONOMIC, 9, "5.4.2"))
    assert not harbour.table.other_rules
    assert desk("upgrade", "check", "--json").json[0]["difference"] == ""
    assert harbour.table.head.game in desk("upgrade", "check").out
    before = harbour.table
    seat = before.match.decisions()[0].waiting[0]
    harbour.uid = 900
    harbour.write(seat, phrasebook(before.match.game).say(simple(before.match, seat), "en"))
    assert harbour.table.head.sequence > before.head.sequence
    assert desk("campaign", "show", "harbour-lights", "--json").json["game"] == GAME.id
    desk("turn", "replay", "harbour-lights")
    assert "upgrade pin" in desk("audit", "show", "harbour-lights").out


def a_newer_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "version", "99")


def test_a_newer_version_moves_nothing_before_it_is_adopted(
    desk: Any, harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Orders are kept and tried then, no deadline falls, and everybody reads of it in his next report."""
    a_newer_version(monkeypatch)
    table = harbour.table
    seat = table.match.decisions()[0].waiting[0]
    harbour.uid = 900
    harbour.write(seat, phrasebook("imperial-struggle").say(simple(table.match, seat), "en"))
    assert harbour.table.head.sequence == table.head.sequence
    assert "СОХРАНЕНО ДО ПРОДОЛЖЕНИЯ КАМПАНИИ" in letters(harbour)["boris@example.org"]
    for command in (("process", "now", "harbour-lights"), ("orders", "enter", "harbour-lights", "--for", seat, "end")):
        assert "another version of the rules" in desk(*command, "--yes", code=1).err
    back = ("turn", "rollback", "harbour-lights", "--to", "20", "--reason", "no", "--yes")
    assert "another version of the rules" in desk(*back, code=1).err
    assert "standing still: harbour-lights" in desk("doctor", code=1).out
    assert "all comes out the same" in desk("upgrade", "adopt", "--dry-run").err
    assert harbour.table.other_rules
    assert "adopted: harbour-lights" in desk("upgrade", "adopt", "harbour-lights", "--yes").out
    assert harbour.table.head.sequence > table.head.sequence
    assert harbour.table.match.header.version == "99"
    assert "вводит новую версию программы" in letters(harbour)["boris@example.org"], letters(harbour)
    desk("campaign", "export", "harbour-lights", "--all", "-o", "adopted.zip")
    assert "all is as it should be" in desk("verify", "adopted.zip").out
    assert "no campaign named 'nowhere' runs" in desk("upgrade", "adopt", "nowhere", code=1).err


def test_a_table_goes_on_by_mail_and_everything_wrong_with_it_is_told_at_once(
    desk: Any, environment: dict[str, str], tmp_path: Path
) -> None:
    document = json.loads((ROOT / "docs/examples/table.json").read_text())
    (tmp_path / "table.json").write_text(json.dumps(document))
    (tmp_path / "people.toml").write_text(campaign_file().replace("tougher_forts_12_3 = true", ""))
    for command in commands("Take over a table"):
        desk(*command)
    shown = desk("campaign", "show", "harbour-lights", "--all", "--json").json
    assert [len(hand) for hand in shown["document"]["state"]["hands"].values()] == [3, 3]
    desk("turn", "replay", "harbour-lights")
    desk("campaign", "export", "harbour-lights", "--all", "-o", "table.zip")
    assert "all is as it should be" in desk("verify", "table.zip").out
    state = document["state"]
    bring = ("campaign", "import", "--document", "bad.json", "--file", "people.toml", "--deal")
    (tmp_path / "bad.json").write_text(
        json.dumps({**document, "state": state | {"hands": {"france": 40, "britain": 3}}})
    )
    assert "hands.france: 40 cannot be dealt from" in desk(*bring, code=1).err
    wrong = {"vp": 99, "debt": {"france": 77, "britain": 0}}
    (tmp_path / "bad.json").write_text(json.dumps({**document, "state": state | wrong}))
    bad = desk(*bring, code=1).err
    for said in ("vp: 99 is impossible here", "debt.france: 77 is above"):
        assert said in bad
    counted = desk("campaign", "import", "--document", "table.json", "--file", "people.toml", code=1).err
    assert "document: hidden parts are only counted: state.hands.france, state.hands.britain" in counted
    assert "deal them (--deal)" in counted
    assert "array" not in counted


def test_an_order_is_corrected_with_the_codes_of_its_question(desk: Any, played: Any) -> None:
    """As the player would have written it in his mail; a code of another question is recognised, and does nothing."""
    played.write("blue", f"bid {played.hands['blue'][0]}")
    fix = ("turn", "correct", "lights", "--entry", "2", "--seat", "red", "--reason", "misread", "--yes", "--replace")
    assert "the question has no answer “1z”" in desk(*fix, "1z", code=1).err
    assert "there is no question with this number for you" in desk(*fix, "2a", code=1).err
    desk(*fix, "1b")
    explained = desk("turn", "explain", "lights", "2", "--as", "red")
    assert f"order      bid {played.hands['red'][1]}" in explained.out


def test_the_codes_of_what_may_follow_an_answer_count_too(desk: Any, harbour: Harbour) -> None:
    """Imperial Struggle: the question was which tile to take, and its codes tell what the points could buy as well."""
    fix = (
        "turn",
        "correct",
        "harbour-lights",
        "--entry",
        "10",
        "--seat",
        "britain",
        "--reason",
        "misread",
        "--dry-run",
    )
    assert "Банка Джорджес" in desk(*fix, "--as", "britain", "--replace", "8р3").out
    late = desk(*fix, "--replace", "7р3", code=1).err
    assert "вопрос 7 закрыт" in late
    assert "8р3  флаг на Камберленд" in late
