"""A campaign is carried over to other rules: a small game whose package is replaced by a next version in mid-game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import select
from sqlmodel import col

from adjudicator.kernel import registry
from adjudicator.kernel.errors import BrokenGame
from adjudicator.language import language
from adjudicator.service.admin import corrections, upgrades
from adjudicator.service.admin.access import CampaignView, Visit, Visitor, campaign_named
from adjudicator.service.admin.archives import archive
from adjudicator.service.admin.campaigns import standing_text
from adjudicator.service.admin.explanations import explain
from adjudicator.service.admin.log import news_lines, standing_at, steps
from adjudicator.service.admin.migrations import Migrated, carry_out, rehearse
from adjudicator.service.admin.upgrades import check_rules
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.history import Viewpoint, gather
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.play.corrections import enactment
from adjudicator.service.play.corrections.points import points
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.service.proof.archive import Archive
from adjudicator.service.proof.verify import Verdict, verify
from adjudicator.store import revisions
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Audit, Checkpoint, InboundStatus, LogEntry, Revision
from cli.verify import verify as verified_file
from tests.long_cases import alternate_variants
from tests.next_version import installed
from tests.service.conftest import words_of

RIDERS = {"north": "en", "east": "en", "south": "ru"}
BIDDERS = {"red": "en", "blue": "en"}
ALL = Viewpoint(everything=True)
REASON = "version 2 mends the rules"
TOLL = {"rules": {"paid = min(1, rider.coins)": "paid = min(2, rider.coins)"}}
"""A toll costs two coins."""
THREE_DICE = {"game": {'play.roll("lot", 2, 6': 'play.roll("lot", 3, 6'}}
LOW_CARDS = {
    "game": {
        "if action.card not in": "if action.card > 11 or action.card not in",
        "[Bid(card) for card in state.hands[seat]]": "[Bid(card) for card in state.hands[seat] if card <= 11]",
    }
}
"""Nobody may bid a card above eleven."""
SIX_CARDS = {"game": {"state.pile, 5, seat=seat)": "state.pile, 6, seat=seat)"}}
ANOTHER_FIELD = {"game": {"    rolled: int = 0": "    rolled: int = 0\n    extra: Annotated[int, Count()] = 0"}}
OTHER_FORM = {
    "game": {
        "    rolled: int = 0": "    rolled: tuple[int, ...] = ()",
        "play.state.rolled = sum(dice)": "play.state.rolled = (sum(dice),)",
        "+= play.state.rolled": "+= sum(play.state.rolled)",
        "play.state.rolled = 0": "play.state.rolled = ()",
    }
}
NO_REROLLS = {
    "game": {'class Reroll(Action, frozen=True, tag="reroll")': 'class Reroll(Action, frozen=True, tag="twice")'}
}
"""The order has another name: the log of the former rules holds none that these know."""


@pytest.fixture
def next_version(tmp_path: Path) -> Callable[..., Any]:
    """In place of a game a next version of it."""

    def made(package: str, changes: Any, version: str = "2") -> Any:
        return installed(package, changes, tmp_path, version)

    return made


def order(installation: Any, campaign: int, seat: str) -> str:
    """The first of what a seat may order, as it would write it."""
    match = installation.table(campaign).match
    return str(match.game.part("phrases").say(next(iter(match.options(seat))), "en"))


def play(installation: Any, campaign: int, rng: Random, mails: int) -> None:
    """So many mails of whoever is waited for, or up to the end."""
    for _ in range(mails):
        match = installation.table(campaign).match
        if match.result is not None:
            return
        seat = rng.choice(rng.choice(match.decisions()).waiting)
        installation.write(seat, match.game.part("phrases").say(match.sample(seat, rng), "en"))


def ride_with_toll(installation: Any, **moderator: str) -> int:
    """North rides and pays a toll to east; then east rides."""
    made: int = installation.create("crossroads", RIDERS | moderator)
    installation.write("north", order(installation, made, "north"))
    installation.write("east", "toll")
    installation.write("south", "pass")
    installation.write("east", order(installation, made, "east"))
    return made


def bids(installation: Any) -> int:
    """Two rounds of bids, and a secret bid of blue on file."""
    made: int = installation.create("sealed-bids", BIDDERS)
    play(installation, made, Random(3), 7)
    assert list(installation.table(made).match.sealed) == ["blue"]
    return made


def shown(installation: Any, name: str, eyes: Viewpoint = ALL, *, as_it_stands: bool = False) -> Migrated:
    with reading(installation.service.engine) as session:
        visit = Visit(installation.service.work(session), campaign_named(session, name), Visitor("Mira"))
        return rehearse(visit, REASON, eyes, "en", as_it_stands=as_it_stands)[0]


def migrate(installation: Any, name: str, *, as_it_stands: bool = False) -> dict[str, str]:
    """It is done; the words of the mails that each seat gets."""
    assert carry_out(installation.service, shown(installation, name, as_it_stands=as_it_stands), "Mira").done
    found: dict[str, str] = {}
    for address, mail in installation.deliver():
        seat = address.partition("@")[0]
        found[seat] = f"{found.get(seat, '')} {words_of(mail)}"
    return found


def verified(installation: Any, campaign: int) -> Verdict:
    """What the archive proves; and all that is told of the campaign can still be told."""
    with reading(installation.service.engine) as session:
        view = CampaignView(table_of_campaign(installation.service.work(session), campaign), ALL)
        played = [replace(line, unproven=False) for part in steps(view, None) for line in part]
        assert played == list(news_lines(view))
        return verify(Archive.read(archive(view)))


def test_what_follows_a_changed_rule_is_carried_out_anew(installation: Any, next_version: Any) -> None:
    made = ride_with_toll(installation)
    before = installation.table(made)
    coins = {seat: rider.coins for seat, rider in before.match.state.riders.items()}
    with next_version("crossroads", TOLL):
        assert installation.table(made).other_rules
        found = shown(installation, "crossroads")
        assert (found.same, found.same_until, found.stops_at) == (False, 2, None)
        assert (found.new_draws, found.undone_draws) == (0, 0)
        (row,) = found.differs
        assert (row.n, row.order) == (3, "east: toll; south: decline")
        assert "North pays East a toll of 1" in row.was
        assert "North pays East a toll of 2" in row.now
        assert "riders.north.coins" in [difference.what for difference in row.differences]
        assert installation.table(made).head.revision == 0, "shown only"
        mails = migrate(installation, "crossroads")
        table = installation.table(made)
        assert (table.head.revision, table.head.sequence, table.match.header.version) == (1, before.head.sequence, "2")
        now = {seat: rider.coins for seat, rider in table.match.state.riders.items()}
        assert now == {**coins, "north": coins["north"] - 1, "east": coins["east"] + 1}
        assert f"riders.north.coins {coins['north']}, now {coins['north'] - 1}" in mails["north"]
        assert "riders.north.coins" not in mails["east"] + mails["south"], "coins are hidden from others"
        assert all("North pays East a toll of 2" in mails[seat] for seat in ("north", "east"))
        assert "Кампания продолжается по новой версии правил" in mails["south"]
        assert verified(installation, made).differences == ()
        installation.write("north", "pass")
        installation.write("south", "pass")
        assert installation.table(made).head.sequence > before.head.sequence


def test_draws_stay_as_they_were_and_only_what_they_do_not_fit_is_drawn_anew(
    installation: Any, next_version: Any
) -> None:
    made = bids(installation)
    with next_version("sealed_bids", THREE_DICE):
        found = shown(installation, "sealed-bids")
        assert (found.stops_at, found.new_draws, found.undone_draws) == (None, 3, 3)
        (row,) = found.differs
        assert row.now == ("new draws are made; what comes of them shows then",)
        mails = migrate(installation, "sealed-bids")
        verdict = verified(installation, made)
        assert verdict.differences == ()
        assert any("was played by version 1" in remark for remark in verdict.remarks)
        assert all("draw 3" in mail and "(lot)" in mail for mail in mails.values())
        assert "it was on file" in mails["blue"], "it sees another position, and may bid otherwise"
        assert "it was on file" not in mails["red"]
        play(installation, made, Random(4), 50)
        assert installation.table(made).match.result is not None
        assert verified(installation, made).differences == ()


def test_play_is_taken_up_at_the_first_order_that_is_refused(installation: Any, next_version: Any) -> None:
    made = bids(installation)
    (filed,) = installation.table(made).match.sealed.values()
    with next_version("sealed_bids", LOW_CARDS):
        found = shown(installation, "sealed-bids")
        assert (found.stops_at, found.log, found.not_carried) == (2, 1, (2, 3, 4, 5, 6, 7))
        (row,) = found.differs
        assert (row.seat, row.order, row.refused) == ("red", "bid 12", "card 12 is not in your hand")
        mails = migrate(installation, "sealed-bids")
        assert "bid 12 log entry 2: card 12 is not in your hand" in mails["red"]
        assert f"bid {filed.card} it was on file" in mails["blue"]
        assert f"bid {filed.card} it was on file" not in mails["red"]
        assert "keep log entry 4" in mails["red"]
        assert "keep log entry 4" not in mails["blue"]
        assert installation.table(made).match.asked_seats == ("red", "blue")
        play(installation, made, Random(4), 50)
        assert installation.table(made).match.result is not None
        assert verified(installation, made).differences == ()


def test_only_who_may_know_sees_whose_order_it_was_and_why(installation: Any, next_version: Any) -> None:
    bids(installation)
    with next_version("sealed_bids", LOW_CARDS):
        for eyes in (Viewpoint(), Viewpoint("blue")):
            found = shown(installation, "sealed-bids", eyes)
            _, told = found.text(language("en")).split("\n", 1)
            assert (found.stops_at, found.why) == (2, "")
            assert "12" not in told
            assert "red:" not in told
    with next_version("sealed_bids", SIX_CARDS):
        dealt = shown(installation, "sealed-bids", Viewpoint())
        assert "cards" not in dealt.text(language("en"))


def test_rules_that_set_up_otherwise_begin_a_line_of_their_own(installation: Any, next_version: Any) -> None:
    made = bids(installation)
    with next_version("sealed_bids", SIX_CARDS):
        mails = migrate(installation, "sealed-bids")
        assert all("By it things differ from the set-up on" in mail for mail in mails.values())
        with reading(installation.service.engine) as session:
            line = session.get_one(Revision, (installation.table(made).head.match_id, 1))
            assert (line.parent, line.branched_at) == (None, 0)
        assert verified(installation, made).differences == ()
        play(installation, made, Random(5), 3)
        assert verified(installation, made).differences == ()
        at = installation.table(made).head.sequence
        with writing(installation.service.engine) as session:
            table = table_of_campaign(installation.service.work(session), made)
            enactment.carry_out(table, propose(table, Wish(kind=Kind.ROLLBACK, reason="back", n=1)), by="Mira")
        installation.deliver()
        assert (installation.table(made).head.sequence, at > 1) == (1, True)
        assert verified(installation, made).differences == ()
    with next_version("sealed_bids", {}, "3"):
        migrate(installation, "sealed-bids")
        assert verified(installation, made).differences == ()
        play(installation, made, Random(6), 50)
        assert installation.table(made).match.result is not None
        assert verified(installation, made).differences == ()


def test_what_the_new_rules_cannot_read_is_told_as_it_stands(installation: Any, next_version: Any) -> None:
    made = bids(installation)
    before = installation.table(made).match
    with next_version("sealed_bids", ANOTHER_FIELD):
        assert not shown(installation, "sealed-bids").comparable
        mails = migrate(installation, "sealed-bids")
        match = installation.table(made).match
        assert (match.state.hands, match.state.lots, match.state.extra) == (before.state.hands, before.state.lots, 0)
        assert all("The new rules cannot read what was told before" in mail for mail in mails.values())
        assert all("WHAT DOES NOT COUNT ANY MORE" not in mail for mail in mails.values())
        assert match.sealed == {}
        assert verified(installation, made).differences == ()
        with (
            reading(installation.service.engine) as session,
            pytest.raises(CommandError, match="version 1 of the rules"),
        ):
            standing_at(CampaignView(table_of_campaign(installation.service.work(session), made), ALL), "0:3")
        play(installation, made, Random(7), 50)
        assert installation.table(made).match.result is not None


def test_a_campaign_whose_position_the_new_rules_cannot_read_waits_and_is_carried_over(
    installation: Any, next_version: Any
) -> None:
    made = bids(installation)
    line = order(installation, made, "red")
    with next_version("sealed_bids", OTHER_FORM):
        with pytest.raises(BrokenGame, match="version 2 of sealed-bids cannot read what version 1 has stored"):
            installation.table(made)
        waits = installation.put(installation.raw("red", line))
        assert waits.status is InboundStatus.RECEIVED
        (checked,) = check_rules(installation.service, None)
        assert "cannot read what version 1 has stored" in checked.difference
        migrate(installation, "sealed-bids")
        assert installation.look_at(waits.id).status is InboundStatus.HANDLED
        assert verified(installation, made).differences == ()
        play(installation, made, Random(3), 50)
        assert installation.table(made).match.result is not None
        assert verified(installation, made).differences == ()


def test_an_order_that_the_new_rules_do_not_know_comes_back_as_it_was_written(
    installation: Any, next_version: Any
) -> None:
    made = bids(installation)
    twice = [each for each in installation.table(made).match.game.ops if each == "reroll"]
    assert twice == ["reroll"]
    with next_version("sealed_bids", NO_REROLLS):
        found = shown(installation, "sealed-bids")
        assert found.stops_at == 7
        assert found.differs[-1].refused == "the rules that count now know no such order"
        mails = migrate(installation, "sealed-bids")
        assert "reroll log entry 7: the rules that count now know no such order" in mails["blue"]
        assert "reroll log entry 7" not in mails["red"]
        assert verified(installation, made).differences == ()


def test_without_a_difference_it_is_adopted_and_what_was_kept_is_tried(installation: Any, next_version: Any) -> None:
    made = bids(installation)
    with next_version("sealed_bids", {}):
        installation.write("red", order(installation, made, "red"))
        before = installation.table(made)
        assert shown(installation, "sealed-bids").same
        migrate(installation, "sealed-bids")
        table = installation.table(made)
        assert (table.head.revision, table.match.header.version) == (0, "2")
        assert table.head.sequence > before.head.sequence
        assert verified(installation, made).differences == ()
        with pytest.raises(CommandError, match="is played by the installed rules already"):
            shown(installation, "sealed-bids")


def test_what_was_kept_is_answered_in_the_new_line(installation: Any, next_version: Any) -> None:
    made = bids(installation)
    with next_version("sealed_bids", LOW_CARDS):
        installation.write("red", order(installation, made, "red"))
        mails = migrate(installation, "sealed-bids")
        assert installation.table(made).head.revision == 1
        assert "CORRECTED" in mails["red"]


def test_it_is_written_down_and_cannot_be_undone(installation: Any, next_version: Any) -> None:
    made = ride_with_toll(installation)
    with next_version("crossroads", TOLL):
        migrate(installation, "crossroads")
        with writing(installation.service.engine) as session:
            acts = session.scalars(select(Audit).where(col(Audit.command) == "upgrade migrate")).all()
            assert [(act.author, REASON in act.details.decode()) for act in acts] == [("Mira", True)]
            table = table_of_campaign(installation.service.work(session), made)
            with pytest.raises(Rejected, match="undo_of_rules"):
                propose(table, Wish(kind=Kind.UNDO, reason="no"))


@pytest.mark.parametrize(
    ("seed", "how"), alternate_variants(range(3), (("crossroads", RIDERS, TOLL), ("sealed_bids", BIDDERS, THREE_DICE)))
)
def test_at_random_every_new_line_proves_itself(
    installation: Any, next_version: Any, seed: int, how: tuple[str, dict[str, str], Any]
) -> None:
    package, seats, changes = how
    name = package.replace("_", "-")
    made: int = installation.create(name, seats)
    play(installation, made, Random(seed), 4 + 5 * seed)
    if installation.table(made).match.result is not None:
        return
    with next_version(package, changes):
        migrate(installation, name)
        assert verified(installation, made).differences == ()
        play(installation, made, Random(seed), 4)
        assert verified(installation, made).differences == ()


def test_all_works_from_the_bridge_on(installation: Any, next_version: Any) -> None:
    made = ride_with_toll(installation)
    before = installation.table(made)
    n, coins = before.head.sequence, before.match.state.riders["north"].coins
    with next_version("crossroads", TOLL):
        mails = migrate(installation, "crossroads", as_it_stands=True)
        table = installation.table(made)
        assert (table.head.revision, table.head.sequence, table.match.header.version) == (1, n, "2")
        assert table.match.state.riders["north"].coins == coins, "the toll of one coin stays paid"
        assert f"from the position as it stands after log entry {n}" in mails["north"]
        assert f"с той позиции, которая сложилась после записи {n} журнала" in mails["south"]
        verdict = verified(installation, made)
        assert (verdict.differences, verdict.unproven) == ((), True)
        (told,) = [remark for remark in verdict.remarks if "carried over" in remark]
        assert told.endswith(f"at log {n} from version 1 of the rules to version 2, by Mira; not proven before")
        (told,) = installation.write("east", "take back")
        assert "none of your orders was carried out lately" in words_of(told)
        (checked,) = check_rules(installation.service, None)
        assert (checked.difference, checked.bridge) == ("", f"at log {n} from version 1")
        installation.write("north", "pass")
        installation.write("south", "pass")
        after = installation.table(made).head.sequence
        assert after > n
        with reading(installation.service.engine) as session:
            table = table_of_campaign(installation.service.work(session), made)
            view = CampaignView(table, ALL)
            assert f"carried over on 2026-11-20 09:00 UTC at log {n} from version 1" in standing_text(view, short=True)
            played = [line for part in steps(view, None) for line in part]
            assert [line.n for line in played if line.unproven] == list(range(3, n + 1))
            assert [line.n for line in played] == list(range(1, after + 1))
            assert [line.n for part in steps(view, 2) for line in part] == [1, 2]
            assert explain(view, n + 1).n == n + 1
            assert [point.n for point in points(table, language("en"))] == list(range(n, after + 1))
            assert [step.first for step in gather(table, ALL).steps][:2] == [n, n + 1]
            for refused in (lambda: explain(view, n), lambda: standing_at(view, str(n - 1))):
                with pytest.raises(CommandError, match=f"Name a later log entry, or {n} to go back to"):
                    refused()
            for wish in (
                Wish(kind=Kind.ROLLBACK, reason="no", n=n - 1),
                Wish(kind=Kind.REMOVE, reason="no", n=n, seat="east"),
            ):
                with pytest.raises(Rejected, match="before_the_bridge"):
                    propose(table, wish)
        with writing(installation.service.engine) as session:
            table = table_of_campaign(installation.service.work(session), made)
            enactment.carry_out(table, propose(table, Wish(kind=Kind.ROLLBACK, reason="x", n=n)), by="Mira")
        assert (installation.table(made).head.revision, installation.table(made).head.sequence) == (2, n)
        assert verified(installation, made).differences == ()
        play(installation, made, Random(2), 3)
        verdict = verified(installation, made)
        assert (verdict.differences, verdict.unproven) == ((), True)


def test_no_correction_reaches_behind_the_bridge(installation: Any, next_version: Any) -> None:
    made = ride_with_toll(installation, moderator="ru")
    n = installation.table(made).head.sequence
    with next_version("crossroads", TOLL):
        migrate(installation, "crossroads", as_it_stands=True)
        play(installation, made, Random(2), 2)
        refused_behind(installation, n)
        log = installation.table(made).match.public_n
        for line in (f"исправить {log} {n}: ничего потому что так", f"откат {log} до {n - 1} потому что так"):
            (told,) = installation.write("moderator", line)
            assert f"Назовите более позднюю запись или {n}, чтобы вернуться" in words_of(told), words_of(told)
        with writing(installation.service.engine) as session:
            table = table_of_campaign(installation.service.work(session), made)
            enactment.carry_out(table, propose(table, Wish(kind=Kind.ROLLBACK, reason="x", n=n)), by="Mira")
        refused_behind(installation, n)


def refused_behind(installation: Any, bridge: int) -> None:
    """Whatever is to be corrected before the bridge, it is said what can be done instead."""
    for n in range(1, bridge + 1):
        for wanted in (
            corrections.rollback("x", str(n - 1)),
            corrections.correct("x", n, remove=True),
            corrections.correct("x", n, replace=["pass"]),
            corrections.correct("x", n, "south", insert=["pass"]),
            corrections.correct("x", n, draw=["lot=1"]),
            corrections.correct("x", n, set_=["turn=1"]),
        ):
            with reading(installation.service.engine) as session:
                visit = Visit(installation.service.work(session), campaign_named(session, "crossroads"), Visitor("M"))
                with pytest.raises(CommandError, match=f"Name a later log entry, or {bridge} to go back to"):
                    corrections.rehearse(visit, wanted, None, ALL, "en")


def test_rules_that_are_kept_prove_what_was_played_before_the_bridge(
    installation: Any, next_version: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ride_with_toll(installation)
    upgrades.carry_out(installation.service, upgrades.rehearse(installation.service, "crossroads", None, ""), "Mira")
    with next_version("crossroads", TOLL):
        migrate(installation, "crossroads", as_it_stands=True)
        play(installation, made, Random(2), 3)
        verdict = verified(installation, made)
        assert (verdict.differences, verdict.unproven) == ((), False)
        assert any("by these, which are kept as crossroads@" in remark for remark in verdict.remarks)
        with reading(installation.service.engine) as session:
            view = CampaignView(table_of_campaign(installation.service.work(session), made), ALL)
            (tmp_path / "rides.zip").write_bytes(archive(view))
        monkeypatch.setattr(registry, "_kept", [])
        assert verified_file(tmp_path / "rides.zip").parts[-1] == "what can be proven is as it should be"
        rules = installation.service.settings.data_directory / "rules"
        assert verified_file(tmp_path / "rides.zip", rules=rules).parts[-1] == "all is as it should be"
        with writing(installation.service.engine) as session:
            entry = session.get_one(LogEntry, (1, 0, 3))
            entry.entry = entry.entry.replace(b'"decline"', b'"toll"')
        assert [difference.entry for difference in verified(installation, made).differences][:1] == [3]


def test_a_position_at_the_bridge_is_the_one_that_was_stored(installation: Any, next_version: Any) -> None:
    made = ride_with_toll(installation)
    with next_version("crossroads", TOLL):
        migrate(installation, "crossroads", as_it_stands=True)
        with writing(installation.service.engine) as session:
            there = session.get_one(Checkpoint, (1, 1, installation.table(made).head.sequence))
            position = msgspec.json.decode(there.state)
            position[2] += 1  # so many draws have been made
            there.state = msgspec.json.encode(position)
        with pytest.raises(CommandError, match=r"entry 4 of revision 1: the position after it is .*, stored was"):
            verified(installation, made)


def test_a_new_line_that_cannot_be_played_again_counts_from_its_bridge_on(installation: Any, next_version: Any) -> None:
    made = bids(installation)
    with next_version("sealed_bids", THREE_DICE):
        migrate(installation, "sealed-bids")
        n = installation.table(made).head.sequence
        play(installation, made, Random(4), 3)
        assert not verified(installation, made).unproven
        with writing(installation.service.engine) as session:
            assert session.get_one(Revision, (1, 1)).bridge is None, "it follows by its rules from its start on"
            revisions.build_bridge(session, 1, 1, n)
            for row in session.scalars(select(LogEntry).where(col(LogEntry.revision) == 1)):
                if row.sequence <= n:
                    row.entry = row.entry.replace(b'"source":"kept:', b'"source":"table').replace(b'"lot"', b'"lots"')
        verdict = verified(installation, made)
        assert (verdict.differences, verdict.unproven) == ((), True)
        with reading(installation.service.engine) as session:
            table = table_of_campaign(installation.service.work(session), made)
            with pytest.raises(Rejected, match="before_the_bridge"):
                propose(table, Wish(kind=Kind.ROLLBACK, reason="no", n=n - 1))
            assert propose(table, Wish(kind=Kind.ROLLBACK, reason="yes", n=n)).branched_at == n


def test_a_position_that_the_new_rules_cannot_read_is_not_carried_over(installation: Any, next_version: Any) -> None:
    bids(installation)
    with (
        next_version("sealed_bids", OTHER_FORM),
        pytest.raises(CommandError, match="Carry the campaign over with its orders given again"),
    ):
        shown(installation, "sealed-bids", as_it_stands=True)
