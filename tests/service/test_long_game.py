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


def begin(house: Any) -> CampaignContext:
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
    made = create(house.service, new)
    house.deliver()
    return house.table(made)


def chains(house: Any, order: Iterable[str]) -> CampaignContext:
    """Each guild goes through its own steps, one after the other."""
    table = begin(house)
    for seat in order:
        lines = f"keep {table.match.state.drawn[seat][0]}\nborrow {len(seat) % 2}\n"
        write(house, table, seat, lines)
    return house.table(table.campaign.id)


def mails(house: Any) -> dict[str, int]:
    return {seat: len(house.received[f"{name}@players.test"]) for seat, name in PEOPLE.items()}


def code_of(got: dict[str, list[Any]], seat: str) -> str:
    found = re.search(r"\bA\d+\b", words_of(got[PEOPLE[seat]][0]))
    assert found is not None
    return found[0]


@pytest.mark.store("postgresql")
def test_a_match_with_all_that_long_games_need(
    house: Any, house_of: Callable[[Settings], Any], settings: Settings, tmp_path: Any, said: Any
) -> None:
    # a chain per seat ends in any order with the same hash
    other = settings.model_copy(update={"database": f"sqlite:///{tmp_path}/other.db", "data_directory": tmp_path})
    table = chains(house, PEOPLE)
    made = table.campaign.id
    assert table.match.hash == chains(house_of(other), reversed(PEOPLE)).match.hash
    assert table.match.game.stage(table.match.position) == (1, "market")

    # three agree on a treaty after a counter-offer, and the others have no sign of it
    before = mails(house)
    first = code_of(write(house, table, "bakers", "pact bakers, drapers until the levy phase"), "bakers")
    got = write(house, table, "drapers", f"{first} counter: pact bakers, drapers, smiths")
    second = code_of(got, "smiths")
    assert first != second
    write(house, table, "smiths", f"{second} да")
    write(house, table, "bakers", f"{second} yes")
    assert house.table(made).match.state.allies["smiths"] == ["bakers", "drapers"]
    assert {seat for seat, count in mails(house).items() if count == before[seat]} == {"brewers", "masons"}
    write(house, table, "masons", "status\nhistory\noffers")
    seen = said(house.newest("dora"))
    assert "Nothing lies on the table" in seen
    assert not re.search(r"\bA\d|Drapers, Smiths", seen)

    # two windows pass on standing orders alone; what a card leaves to the moderator the moderator does
    for seat in PEOPLE:
        russian = table.by_name[seat].language == "ru"
        write(house, table, seat, "постоянно перебивание: нет" if russian else "standing undercutting: no")
    before = mails(house)
    for seat, answer in (("bakers", "coins bakers +2"), ("brewers", "nothing")):
        contract = house.table(made).match.state.contracts[seat][0]
        write(house, table, seat, f"work {contract}")
        assert house.table(made).match.pending_seats == (MODERATOR,), "nobody else was asked"
        write(house, table, "moderator", answer)
    assert mails(house)["smiths"] == before["smiths"]
    assert house.table(made).match.state.done
    assert house.table(made).decision is not None

    # a pack is corrected in mid-game
    contract = house.table(made).match.state.contracts["drapers"][0]
    with writing(house.service.engine) as session:
        locked = table_of_campaign(house.service.work(session), lock_campaign(session, made).id)
        wanted = correct(reason="a misprint", set_=[f"pack.contracts.{contract}.reward=9"])
        carry_out(locked, propose(locked, wanted(locked)), by="Mila")
    house.deliver()
    assert "renown" in said(house.newest("clara"))
    write(house, table, "drapers", f"work {contract}")
    assert house.table(made).match.state.renown["drapers"] == 9
    write(house, table, "moderator", "nothing")

    # and the next match of the series begins with the same people
    play(house, made, "the rest")
    assert house.table(made).match.result is not None
    begin_next(house, made, said)
    after = house.table(called(house, "fair-2"))
    assert {holder for seat in after.players for holder in seat.people} == {name.title() for name in PEOPLE.values()}
    assert after.match.header.content == house.table(made).match.game.content_hash
