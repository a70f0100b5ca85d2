"""A campaign goes on by its own rules, kept beside a next version of its game that is installed: by real mails."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from adjudicator_tournaments.scores import outcomes

from adjudicator.kernel import registry
from adjudicator.kernel.errors import BrokenGame
from adjudicator.service.admin import backups, upgrades
from adjudicator.service.admin.access import CampaignView
from adjudicator.service.admin.archives import archive
from adjudicator.service.admin.doctor_checks import _rules as rules_looked_at
from adjudicator.service.admin.upgrades import check_rules
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks import extensions
from adjudicator.service.history import Viewpoint
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.proof.archive import Archive
from adjudicator.service.proof.verify import verify
from adjudicator.service.service import open_service
from adjudicator.store.copies import CannotCopy
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Campaign, CampaignState
from tests.next_version import changed, installed, source_of
from tests.service.conftest import words_of
from tests.service.test_migrations import TOLL, migrate, order, play, shown

RIDERS = {"north": "en", "east": "en", "south": "ru"}
GAME = "crossroads"


@pytest.fixture
def next_version(tmp_path: Path) -> Callable[..., Any]:
    """In place of a game a next version of it."""

    def made(package: str, changes: Any, version: str = "2") -> Any:
        return installed(package, changes, tmp_path, version)

    return made


def pinned(installation: Any, name: str = GAME, package: Path | None = None, version: str = "") -> str:
    """A campaign goes on by its own rules; their name."""
    rehearsed = upgrades.rehearse(installation.service, name, package, version)
    assert upgrades.carry_out(installation.service, rehearsed, "Mira").done
    installation.deliver()
    return rehearsed.kept


def kept(installation: Any) -> list[str]:
    return sorted(each.name for each in (installation.service.settings.data_directory / "rules").glob("*"))


def toll_of_a_ride(installation: Any, campaign: int) -> list[str]:
    """North rides by mail, and pays a toll to east; what east is told."""
    installation.write("north", order(installation, campaign, "north"))
    installation.write("east", "toll")
    installation.write("south", "pass")
    return [words_of(mail) for mail in installation.received["east@players.test"]]


def test_one_campaign_plays_by_the_old_rules_and_another_by_the_new_in_one_process(
    installation: Any, next_version: Any
) -> None:
    old: int = installation.create(GAME, RIDERS)
    name = pinned(installation)
    assert kept(installation) == [name]
    with next_version(GAME, TOLL):
        assert not installation.table(old).other_rules
        told = toll_of_a_ride(installation, old)
        assert any("North pays East a toll of 1" in each for each in told)
        coins = installation.table(old).match.state.riders["north"].coins
        new: int = installation.create(GAME, RIDERS, name="second")
        assert installation.table(new).match.header.version == "2"
        told = toll_of_a_ride(installation, new)
        assert any("North pays East a toll of 2" in each for each in told)
        assert installation.table(new).match.state.riders["north"].coins == coins - 1
        assert {rule.difference for rule in check_rules(installation.service, None)} == {""}
        for campaign in (old, new):
            with reading(installation.service.engine) as session:
                view = CampaignView(
                    table_of_campaign(installation.service.work(session), campaign), Viewpoint(everything=True)
                )
                found = verify(Archive.read(archive(view)))
            assert (found.game, found.differences) == (GAME, ())
            assert any(f"compared by that, kept as {name}" in each for each in found.remarks) is (campaign == old)
    with reading(installation.service.engine) as session:
        view = CampaignView(table_of_campaign(installation.service.work(session), old), Viewpoint(everything=True))
        assert verify(Archive.read(archive(view))).differences == (), "by whoever has version 1"


def test_after_an_update_the_older_package_is_taken_from_where_it_lies(installation: Any, next_version: Any) -> None:
    made: int = installation.create(GAME, RIDERS)
    installation.write("north", order(installation, made, "north"))
    source = source_of(GAME)
    with next_version(GAME, TOLL):
        installation.write("east", "toll")
        assert installation.table(made).match.asked_seats, "it stands still, and what comes is kept"
        before = installation.table(made).head.sequence
        with pytest.raises(CommandError, match="say with --package where a package of that version lies"):
            upgrades.rehearse(installation.service, GAME, None, "")
        with pytest.raises(CommandError, match="there is no package crossroads at"):
            upgrades.rehearse(installation.service, GAME, installation.service.settings.data_directory, "")
        with pytest.raises(CommandError, match="no version 1 of crossroads is kept"):
            upgrades.rehearse(installation.service, GAME, None, "1")
        pinned(installation, package=source.parent)
        installation.write("south", "pass")
        assert installation.table(made).head.sequence > before
        assert "North pays East a toll of 1" in words_of(installation.newest("east")), "what was kept has been tried"
        second: int = installation.create(GAME, RIDERS, name="second")
        assert installation.table(second).match.header.version == "2"


def test_a_second_campaign_finds_what_was_kept_for_the_first(installation: Any, next_version: Any) -> None:
    installation.create(GAME, RIDERS)
    second: int = installation.create(GAME, RIDERS, name="second")
    name = pinned(installation)
    with next_version(GAME, TOLL):
        assert installation.table(second).other_rules
        assert pinned(installation, "second", version="1") == name
        assert not installation.table(second).other_rules


def test_a_package_that_does_not_play_the_same_is_refused_and_not_kept(
    installation: Any, next_version: Any, tmp_path: Path
) -> None:
    made: int = installation.create(GAME, RIDERS)
    toll_of_a_ride(installation, made)
    another, third = changed(GAME, TOLL, tmp_path, "1"), changed(GAME, TOLL, tmp_path, "3")
    stumbling = changed(GAME, {"report": {"for rider, town in": "for rider, town, gone in"}}, tmp_path, "1")
    with next_version(GAME, {}):
        with pytest.raises(CommandError, match="does not play the same by these rules on this program: entry 3"):
            upgrades.rehearse(installation.service, GAME, another, "")
        with pytest.raises(CommandError, match="that package is version 3"):
            upgrades.rehearse(installation.service, GAME, third, "")
        (another / GAME / "game.py").write_text("from adjudicator import gone\n")
        lacking = "written for another version of the program; this one has no adjudicator.gone: let an installation of"
        with pytest.raises(CommandError, match=lacking):
            upgrades.rehearse(installation.service, GAME, another, "")
        with pytest.raises(CommandError, match=r"cannot go on by these rules on this program, which .*: let an inst"):
            upgrades.rehearse(installation.service, GAME, stumbling, "")
        assert kept(installation) == []
        assert installation.table(made).match.header.game == GAME


def test_kept_rules_that_are_changed_or_missing_are_named(installation: Any) -> None:
    made: int = installation.create(GAME, RIDERS)
    name = pinned(installation)
    folder = installation.service.settings.data_directory / "rules" / name
    rules = (folder / GAME / "rules.py").read_text()
    (folder / GAME / "rules.py").write_text(rules.replace("min(1, ", "min(3, "))
    registry.game_named.cache_clear()
    with pytest.raises(BrokenGame, match=f"the kept rules {name} are changed"):
        installation.table(made)
    with reading(installation.service.engine) as session:
        (found,) = rules_looked_at(session)
        assert found.text.startswith("crossroads stands still: the kept rules")
    shutil.rmtree(folder)
    with pytest.raises(BrokenGame, match=f"the kept rules {name} are not here"):
        installation.table(made)
    assert pinned(installation, package=source_of(GAME)) == name, "the same package is the same rules"
    assert installation.table(made).match.asked_seats


def test_a_pinned_campaign_comes_back_from_a_backup_into_an_empty_place_and_is_played_on(
    installation: Any, next_version: Any, tmp_path: Path
) -> None:
    made: int = installation.create(GAME, RIDERS)
    name, file = pinned(installation), tmp_path / "monday.copy"
    installation.write("north", order(installation, made, "north"))
    before = installation.table(made).head
    old = installation.service.settings
    told = backups.back_up(old, file)
    assert (told.rules, told.changed, told.bytes) == ([name], [], file.stat().st_size)
    assert file.stat().st_mode & 0o777 == 0o600
    installation.service.engine.dispose()
    registry.forget_rules(name, old.data_directory / "rules")
    empty = f"sqlite:///{tmp_path}/new/adjudicator.db" if old.database.startswith("sqlite") else old.database
    new = old.model_copy(update={"database": empty, "data_directory": tmp_path / "new"})
    with next_version(GAME, TOLL):
        damaged = file.read_bytes().replace(b"min(1, ", b"min(3, ")
        (tmp_path / "damaged.copy").write_bytes(damaged)
        with pytest.raises(CannotCopy, match="is damaged: it cannot be unpacked: Bad CRC-32 for file 'rules/"):
            backups.restore_all(new, tmp_path / "damaged.copy")
        assert [*tmp_path.glob("new/*")] == []
        assert backups.restore_all(new, file) == [name]
        installation.service = open_service(new, installation.clock)
        (back,) = backups.go_on_from_copy(installation.service, "Mira")
        assert (back.state, back.log) == (CampaignState.PAUSED, before.sequence)
        with writing(installation.service.engine) as session:
            extensions.resume(table_of_campaign(installation.service.work(session), made), by="Mira")
        installation.deliver()
        installation.write("east", "toll")
        installation.write("south", "pass")
        told = [words_of(mail) for mail in installation.received["east@players.test"]]
        assert any("North pays East a toll of 1" in each for each in told)
        assert installation.table(made).head.sequence > before.sequence
        installation.service.engine.dispose()
        assert backups.restore_all(new, file) == [], "they are there, and whole"
        installation.service.engine.dispose()


def test_a_database_put_back_without_its_rules_says_what_is_missing(installation: Any) -> None:
    made: int = installation.create(GAME, RIDERS)
    name = pinned(installation)
    folder, apart = (
        installation.service.settings.data_directory / "rules",
        installation.service.settings.data_directory / "apart",
    )
    (folder / name / GAME / "rules.py").write_text("")
    file = installation.service.settings.data_directory / "monday.copy"
    told = backups.back_up(installation.service.settings, file)
    assert (told.rules, told.changed) == ([], [name])
    folder.rename(apart)
    registry.game_named.cache_clear()
    installation.service.engine.dispose()
    assert backups.restore_all(installation.service.settings, file) == []
    with pytest.raises(CommandError, match=f"{GAME} needs its rules first: the kept rules {name} are not here"):
        backups.go_on_from_copy(installation.service, "Mira")
    with reading(installation.service.engine) as session:
        assert session.get_one(Campaign, made).state is CampaignState.RUNNING


def test_from_kept_rules_a_campaign_is_carried_over_to_the_installed_ones(installation: Any, next_version: Any) -> None:
    made: int = installation.create(GAME, RIDERS)
    pinned(installation)
    toll_of_a_ride(installation, made)
    with next_version(GAME, TOLL):
        assert shown(installation, GAME).stops_at is None
        migrate(installation, GAME)
        table = installation.table(made)
        assert (table.head.game, table.match.header.version, table.head.revision) == (GAME, "2", 1)


def test_a_match_by_kept_rules_counts_for_its_game(installation: Any) -> None:
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "en"})
    pinned(installation, "sealed-bids")
    play(installation, made, Random(5), 50)
    assert installation.table(made).match.result is not None
    with reading(installation.service.engine) as session:
        assert [outcome.game for outcome in outcomes(session, "sealed-bids")] == ["sealed-bids"]
        assert outcomes(session, "crossroads") == []
