"""What a long game of many players needs, in one match by mail from its first chain to the next match of its series."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from adjudicator.kernel.actions import MODERATOR
from adjudicator.service.admin import packs
from adjudicator.service.admin.corrections import correct
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.proposals import propose
from adjudicator.settings import Settings
from adjudicator.store.engine import lock_campaign, writing
from tests.service.conftest import words_of
from tests.service.test_by_hand_by_mail import FEAST
from tests.service.test_series import PEOPLE, RUSSIAN, begin_next, called, play, write


def begin(installation: Any) -> CampaignContext:
    """Five guilds, and a pack whose contracts the moderator carries out by hand."""
    people = [
        Player(seat=seat, name=name.title(), email=f"{name}@players.test", language="ru" if name in RUSSIAN else "en")
        for seat, name in {**PEOPLE, "moderator": "mila"}.items()
    ]
    pack = packs.read(FEAST, "guild-fair").content
    new = NewCampaign(
        name="fair", title="The Fair", game="guild-fair", players=tuple(people), pack=pack,
        options={"visitors": False}, seed=b"a long game",
    )  # fmt: skip
    made = create(installation.service, new)
    installation.deliver()
    return installation.table(made)


def chains(installation: Any, order: Iterable[str]) -> CampaignContext:
    """Each guild goes through its own steps, one after the other."""
    table = begin(installation)
    for seat in order:
        lines = f"keep {table.match.state.drawn[seat][0]}\nborrow {len(seat) % 2}\n"
        write(installation, table, seat, lines)
    return installation.table(table.campaign.id)


def mails(installation: Any) -> dict[str, int]:
    return {seat: len(installation.received[f"{name}@players.test"]) for seat, name in PEOPLE.items()}


def code_of(got: dict[str, list[Any]], seat: str) -> str:
    found = re.search(r"\bA\d+\b", words_of(got[PEOPLE[seat]][0]))
    assert found is not None
    return found[0]


@pytest.mark.store("postgresql")
def test_a_match_with_all_that_long_games_need(
    installation: Any, installation_of: Callable[[Settings], Any], settings: Settings, tmp_path: Any, said: Any
) -> None:
    # a chain per seat ends in any order with the same hash
    other = settings.model_copy(update={"database": f"sqlite:///{tmp_path}/other.db", "data_directory": tmp_path})
    table = chains(installation, PEOPLE)
    made = table.campaign.id
    assert table.match.hash == chains(installation_of(other), reversed(PEOPLE)).match.hash
    assert table.match.game.stage(table.match.position) == (1, "market")

    # three agree on a treaty after a counter-offer, and the others have no sign of it
    before = mails(installation)
    first = code_of(write(installation, table, "bakers", "pact bakers, drapers until the levy phase"), "bakers")
    got = write(installation, table, "drapers", f"{first} counter: pact bakers, drapers, smiths")
    second = code_of(got, "smiths")
    assert first != second
    write(installation, table, "smiths", f"{second} да")
    write(installation, table, "bakers", f"{second} yes")
    assert installation.table(made).match.state.allies["smiths"] == ["bakers", "drapers"]
    assert {seat for seat, count in mails(installation).items() if count == before[seat]} == {"brewers", "masons"}
    write(installation, table, "masons", "status\nhistory\noffers")
    seen = said(installation.newest("dora"))
    assert "Nothing lies on the table" in seen
    assert not re.search(r"\bA\d|Drapers, Smiths", seen)

    # two windows pass on standing orders alone; what a card leaves to the moderator the moderator does
    for seat in PEOPLE:
        russian = table.by_name[seat].language == "ru"
        write(installation, table, seat, "постоянно перебивание: нет" if russian else "standing undercutting: no")
    before = mails(installation)
    for seat, answer in (("bakers", "coins bakers +2"), ("brewers", "nothing")):
        contract = installation.table(made).match.state.contracts[seat][0]
        write(installation, table, seat, f"work {contract}")
        assert installation.table(made).match.pending_seats == (MODERATOR,), "nobody else was asked"
        write(installation, table, "moderator", answer)
    assert mails(installation)["smiths"] == before["smiths"]
    assert installation.table(made).match.state.done
    assert installation.table(made).decision is not None

    # a pack is corrected in mid-game
    contract = installation.table(made).match.state.contracts["drapers"][0]
    with writing(installation.service.engine) as session:
        locked = table_of_campaign(installation.service.work(session), lock_campaign(session, made).id)
        wanted = correct(reason="a misprint", set_=[f"pack.contracts.{contract}.reward=9"])
        carry_out(locked, propose(locked, wanted(locked)), by="Mila")
    installation.deliver()
    assert "renown" in said(installation.newest("clara"))
    write(installation, table, "drapers", f"work {contract}")
    assert installation.table(made).match.state.renown["drapers"] == 9
    write(installation, table, "moderator", "nothing")

    # and the next match of the series begins with the same people
    play(installation, made, "the rest")
    assert installation.table(made).match.result is not None
    begin_next(installation, made, said)
    after = installation.table(called(installation, "fair-2"))
    assert {holder for seat in after.players for holder in seat.people} == {name.title() for name in PEOPLE.values()}
    assert after.match.header.content == installation.table(made).match.game.content_hash
