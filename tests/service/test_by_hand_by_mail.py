"""What a card of a pack leaves to the moderator, by real mails: asked with its words, done by hand, told to all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator import MODERATOR, Resolve
from adjudicator.service.admin import packs
from adjudicator.service.admin.access import CampaignView
from adjudicator.service.admin.log import steps
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.store.engine import lock_campaign, reading, writing
from tests.service.test_moderator_asked import GUILDS, MILA, TIM, table_of_campaign, write

pytestmark = pytest.mark.store("sqlite")

FEAST = Path(__file__).parents[1] / "packages/guild_fair/feast.yaml"


def begin(house: Any, *moderators: Player) -> int:
    """The bakers have fulfilled a contract of the pack, and nobody has undercut them."""
    players = [
        Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language=language)
        for seat, language in GUILDS.items()
    ]
    new = NewCampaign(
        name="fair",
        title="The Fair",
        game="guild-fair",
        players=(*players, *moderators),
        options={"visitors": False},
        pack=packs.read(FEAST, "guild-fair").content,
        seed=b"by hand",
    )
    made = create(house.service, new)
    house.deliver()
    for seat in GUILDS:
        write(house, seat, f"keep {house.table(made).match.state.drawn[seat][0]}", "borrow 0", **own(house, made, seat))
    write(house, "bakers", f"work {contract(house, made)}", **own(house, made, "bakers"))
    for seat in ("brewers", "drapers"):
        write(house, seat, "decline", **own(house, made, seat))
    return made


def own(house: Any, campaign: int, seat: str) -> dict[str, str]:
    """Where the mails of a seat go, whatever its people had last."""
    return {"to": house.service.reply_address(house.table(campaign).by_name[seat].token)}


def contract(house: Any, campaign: int) -> str:
    state = house.table(campaign).match.state
    found: str = [*state.contracts["bakers"], *state.done][0]
    return found


@pytest.fixture
def campaign(house: Any) -> int:
    return begin(house, MILA, TIM)


def test_the_words_of_the_card_stand_in_the_question_and_how_to_do_it(house: Any, campaign: int, said: Any) -> None:
    asked = said(house.newest("mila"))
    assert "the master of the fair" in asked
    assert "“help” tells how" in asked
    assert "such as “Coins Bakers +1”" not in asked, "a mail that asks has what must be decided"
    assert "such as “Coins Bakers +1”" in said(write(house, "mila", "help")["mila"][0])
    assert "решает ведущий" in said(house.newest("tim")) or "решит ведущий" in said(house.newest("tim"))
    assert "например «Монеты Пекари +1»" in said(write(house, "tim", "помощь")["tim"][0])
    assert "Waiting for the moderator" in said(house.newest("drapers"))


def test_lines_change_the_position_and_play_goes_on(house: Any, campaign: int, said: Any) -> None:
    before = house.table(campaign).match.state.coins["bakers"]
    got = write(house, "tim", "монеты пекарей +2", "Слава Пивовары 1")
    state = house.table(campaign).match.state
    assert (state.coins["bakers"], state.renown["brewers"]) == (before + 2, 1)
    assert f"Монеты Пекари: {before} → {before + 2}" in said(got["tim"][0])
    assert "ведущий исполнил" in said(got["brewers"][0])
    assert "(Пекари +2)" in said(got["brewers"][0])
    assert f"coins.bakers = {before + 2}; renown.brewers = 1" in said(got["mila"][0])


def test_a_mistake_in_one_line_leaves_all_undone(house: Any, campaign: int, said: Any) -> None:
    log = house.table(campaign).head.sequence
    (answer,) = write(house, "mila", "coins bakers +2", "coin brewers -1")["mila"]
    assert "Did you mean: Coins Brewers -1" in said(answer)
    (answer,) = write(house, "mila", "coins bakers -9")["mila"]
    assert "is impossible: at least 0" in said(answer)
    (answer,) = write(house, "mila", "check coins bakers +2")["mila"]
    assert "1 legal check coins bakers +2 Coins Bakers: 3 → 5" in said(answer)
    assert house.table(campaign).head.sequence == log
    write(house, "mila", "nothing")
    assert MODERATOR not in house.table(campaign).match.pending_seats


def test_it_is_corrected_and_proven_like_everything_else(house: Any, campaign: int, said: Any) -> None:
    write(house, "mila", "coins bakers 9")
    with writing(house.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(house.service.work(session), campaign)
        orders = (Resolve({"state": {"coins": {"bakers": 1}}}),)
        wish = Wish(kind=Kind.REPLACE, reason="misread", n=table.head.sequence, seat=MODERATOR, orders=orders)
        carry_out(table, propose(table, wish), by="Mila")
    house.deliver()
    assert house.table(campaign).match.state.coins["bakers"] == 1
    write(house, "brewers", "копить", **own(house, campaign, "brewers"))
    with reading(house.service.engine) as session:
        table = table_of_campaign(house.service.work(session), campaign)
        replayed = [line.n for lines in steps(CampaignView(table), None) for line in lines]
    assert replayed == list(range(1, table.head.sequence + 1))


def test_who_plays_changes_only_what_everybody_knows(house: Any, said: Any) -> None:
    campaign = begin(house, Player(seat="moderator", name="Brewers", email="brewers@players.test"))
    own_chair = own(house, campaign, "moderator")
    asked = said(house.newest("brewers"))
    assert "You play yourself: this email shows what everybody may know" in asked
    (answer,) = write(house, "brewers", "loans bakers 2", **own_chair)["brewers"]
    assert "nothing that can be changed has this name" in said(answer)
    write(house, "brewers", "open eyes", **own_chair)
    write(house, "brewers", "loans bakers 2", **own_chair)
    assert house.table(campaign).match.state.loans["bakers"] == 2
