"""Several moderators on one machine: each sees and touches the campaigns that they moderate, as themselves."""

import json
import os
import pwd
from pathlib import Path
from typing import Any

import pytest

from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.words.rendering import render_due
from tests.cli.commands import commands

OWN = pwd.getpwuid(os.getuid()).pw_name
MILAS, OLEGS, STRANGERS = [each for each in pwd.getpwall() if each.pw_name not in (OWN, "root")][:3]
"""Logins that every machine has."""


@pytest.fixture
def run(desk: Any, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """The tests' own login is an operator; Mila and Oleg come by `sudo` from logins of their own."""
    environment["ADJ_ACCESS__OPERATORS"] = json.dumps([OWN])
    environment["ADJ_ACCESS__MODERATORS"] = json.dumps(
        {MILAS.pw_name: "Mila@players.test", OLEGS.pw_name: "oleg@players.test"}
    )

    def called(*arguments: str, by: Any = None, **more: Any) -> Any:
        if by is None:
            monkeypatch.delenv("SUDO_UID", raising=False)
        else:
            monkeypatch.setenv("SUDO_UID", str(by.pw_uid))
        return desk(*arguments, **more)

    return called


@pytest.fixture
def two(played: Any) -> Any:
    """Mila moderates `lights`, Oleg `nights`."""
    players = (
        Player(seat="red", name="Vera", email="vera@players.test"),
        Player(seat="blue", name="Boris", email="boris@players.test"),
        Player(seat="moderator", name="Oleg", email="oleg@players.test"),
    )
    create(played.service, NewCampaign(name="nights", title="Nights", game="sealed-bids", players=players, seed=b"n"))
    while render_due(played.service):
        pass
    return played


def test_each_sees_their_own_campaigns(run: Any, two: Any) -> None:
    assert {each["name"] for each in run("campaign", "list", "--json").json} == {"lights", "nights"}
    for by, own, other in ((MILAS, "lights", "nights"), (OLEGS, "nights", "lights")):
        assert [each["name"] for each in run("campaign", "list", "--json", by=by).json] == [own]
        assert [each["name"] for each in run("overview", "--json", by=by).json] == [own]
        assert own in run("campaign", "show", own, "--short", by=by).out
        refused = run("campaign", "show", other, by=by, code=1).err
        assert f"does not moderate {other}, but {own}" in refused
        assert {each["campaign"] for each in run("mail", "list", "--out", "--json", by=by).json} == {own}
        assert "does not moderate" in run("mail", "list", "--campaign", other, by=by, code=1).err


def test_a_mail_of_another_campaign_is_not_there(run: Any, two: Any) -> None:
    assert "in-1" in run("mail", "show", "in-1", by=MILAS).out
    assert "there is no mail in-1" in run("mail", "show", "in-1", "--all", by=OLEGS, code=1).err
    assert "there is no mail in-1" in run("mail", "reject", "in-1", "--yes", by=OLEGS, code=1).err


def test_they_act_as_themselves(run: Any, two: Any) -> None:
    run("campaign", "pause", "lights", "--yes", by=MILAS)
    assert [each["author"] for each in run("audit", "show", "lights", "--json").json] == ["Mila"]
    assert "you are Mila here" in run("--by", "Oleg", "campaign", "resume", "lights", "--yes", by=MILAS, code=1).err
    assert "does not moderate nights" in run("campaign", "pause", "nights", "--yes", by=MILAS, code=1).err
    done = run("campaign", "resume", "--all", "--yes", by=OLEGS, code=1)
    assert "lights" not in done.out + done.err
    run("--by", "Oleg", "campaign", "resume", "lights", "--yes", by=None)
    assert run("audit", "show", "lights", "--json").json[-1]["author"] == "Oleg", "an operator may say who he is"


def test_who_is_not_named_may_do_nothing(run: Any, two: Any) -> None:
    told = run("campaign", "list", by=STRANGERS, code=1).err
    assert f"the login {STRANGERS.pw_name} may do nothing here" in told


def test_what_concerns_the_installation_is_for_operators(run: Any, two: Any, tmp_path: Path) -> None:
    for words in (
        ("doctor",), ("prune", "--dry-run"), ("person", "erase", "Anna", "--dry-run"), ("db", "rotate-key"),
        ("audit", "show"), ("backup", "copy.db"), ("restore", "copy.db"), ("upgrade", "adopt", "lights", "--dry-run"),
        ("serve",), ("campaign", "export", "lights", "--all", "-o", "lights.zip"), ("simulate", "sealed-bids"),
        ("campaign", "create", "--file", "secret.toml"), ("campaign", "mailbox", "lights", "main"),
        ("match", "show", "secret.json"),
    ):  # fmt: skip
        assert "for operators" in run(*words, by=MILAS, code=1).err, words
    assert not (tmp_path / "lights.zip").exists()
    assert not (tmp_path / "copy.db").exists()


def test_every_command_of_the_program_is_asked_about(run: Any, two: Any) -> None:
    """Whoever is not named gets the same answer from all of them, before anything else is looked at."""
    for known in commands():
        call = next(known.calls())
        assert "may do nothing here" in run(*call, by=STRANGERS, code=1).err, call


def test_nobody_chooses_the_settings_that_say_who_they_are(
    run: Any, two: Any, environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "own.toml").write_text("[access]\noperators = []\n")
    (tmp_path / "ours.toml").write_text("")
    environment["ADJ_CONFIG"] = str(tmp_path / "ours.toml")
    assert "--config is for operators" in run("--config", "own.toml", "campaign", "list", by=MILAS, code=1).err
    run("--config", "ours.toml", "campaign", "list", by=MILAS)
    run("--config", "own.toml", "campaign", "list", by=None)


def test_moderators_need_an_operator(run: Any, two: Any, environment: dict[str, str]) -> None:
    del environment["ADJ_ACCESS__OPERATORS"]
    assert "access.moderators requires access.operators" in run("campaign", "list", code=1).err
    del environment["ADJ_ACCESS__MODERATORS"]
    run("campaign", "list")


def test_an_address_that_nobody_has_is_told(run: Any, two: Any, environment: dict[str, str]) -> None:
    environment["ADJ_ACCESS__MODERATORS"] = json.dumps({MILAS.pw_name: "nobody@players.test"})
    assert "nobody is registered with that address" in run("campaign", "list", by=MILAS, code=1).err
