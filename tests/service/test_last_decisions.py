"""A match that ends by what a moderator decides or carries out: all hear the same of it as after any other end."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator import MODERATOR
from adjudicator.kernel.beginning import new_match
from adjudicator.kernel.simulate import random_action
from adjudicator.service.admin import packs
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Rule
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.store.engine import lock_campaign, writing
from tests.service.beginnings import beginning

pytestmark = pytest.mark.store("sqlite")

FEAST = packs.read(Path(__file__).parents[1] / "packages/guild_fair/feast.yaml", "guild-fair").content
GUILDS = {"bakers": "en", "brewers": "ru", "drapers": "en"}


SEATS = tuple(GUILDS)


@cache
def before_the_last_word() -> dict[str, Any]:
    """The position of a fair at which the moderator carries out a card, and nothing comes behind it."""
    for seed in range(500):
        match = new_match(
            "guild-fair", content=FEAST, seats=tuple(GUILDS), options={"visitors": False}, seed=b"%d" % seed
        )
        rng, asked = Random(seed), dict[str, Any]()
        while match.result is None:
            asked = match.document() if MODERATOR in match.pending_seats else {}
            random_action(match, rng)
        if asked:
            return asked
    raise AssertionError


@pytest.fixture
@beginning
def campaign(installation: Any) -> int:
    people = {**GUILDS, "observer": "ru"}
    players = [Player(seat=s, name=s.title(), email=f"{s}@players.test", language=code) for s, code in people.items()]
    moderators = [
        Player(seat="moderator", name="Mila", email="mila@players.test"),
        Player(seat="moderator", name="Тим", email="tim@players.test", language="ru"),
    ]
    new = NewCampaign(
        name="fair", title="The Fair", game="guild-fair", players=(*players, *moderators), seed=b"fair",
        document=before_the_last_word(), pack=FEAST,
    )  # fmt: skip
    made = create(installation.service, new)
    installation.deliver()
    return made


def everybody_is_told(installation: Any, campaign: int, said: Any) -> None:
    log = installation.table(campaign).head.sequence
    for seat in ("bakers", "drapers"):
        assert "THE MATCH IS OVER" in said(installation.newest(seat))
        assert "next match" not in said(installation.newest(seat))
    for seat in ("brewers", "observer"):
        assert "ПАРТИЯ ОКОНЧЕНА" in said(installation.newest(seat))
    mails = [said(mail) for mail in installation.received["mila@players.test"][-2:]]
    assert sum(f"“next match {log}” begins the next one of the series" in each for each in mails) == 1
    mails = [said(mail) for mail in installation.received["tim@players.test"][-2:]]
    assert sum(f"«следующая партия {log}»" in each for each in mails) == 1


@pytest.mark.parametrize("line", ["nothing", "renown bakers +1"])
def test_by_mail(installation: Any, campaign: int, said: Any, line: str) -> None:
    installation.write("mila", line)
    everybody_is_told(installation, campaign, said)


@pytest.mark.parametrize("who", ["Mila", "root"])
def test_at_the_desk(installation: Any, campaign: int, said: Any, who: str) -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        perform(table_of_campaign(installation.service.work(session), campaign), Rule(lines=("nothing",)), Author(who))
    installation.deliver()
    everybody_is_told(installation, campaign, said)
