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


def begin(installation: Any, *moderators: Player) -> int:
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
    made = create(installation.service, new)
    installation.deliver()
    for seat in GUILDS:
        write(
            installation,
            seat,
            f"keep {installation.table(made).match.state.drawn[seat][0]}",
            "borrow 0",
            **own(installation, made, seat),
        )
    write(installation, "bakers", f"work {contract(installation, made)}", **own(installation, made, "bakers"))
    for seat in ("brewers", "drapers"):
        write(installation, seat, "decline", **own(installation, made, seat))
    return made


def own(installation: Any, campaign: int, seat: str) -> dict[str, str]:
    """Where the mails of a seat go, whatever its people had last."""
    return {"to": installation.service.reply_address(installation.table(campaign).by_name[seat].token)}


def contract(installation: Any, campaign: int) -> str:
    state = installation.table(campaign).match.state
    found: str = [*state.contracts["bakers"], *state.done][0]
    return found


@pytest.fixture
def campaign(installation: Any) -> int:
    return begin(installation, MILA, TIM)


def test_the_words_of_the_card_stand_in_the_question_and_how_to_do_it(
    installation: Any, campaign: int, said: Any
) -> None:
    asked = said(installation.newest("mila"))
    assert "the master of the fair" in asked
    assert "“help” tells how" in asked
    assert "such as “Coins Bakers +1”" not in asked, "a mail that asks has what must be decided"
    assert "such as “Coins Bakers +1”" in said(write(installation, "mila", "help")["mila"][0])
    assert "решает ведущий" in said(installation.newest("tim")) or "решит ведущий" in said(installation.newest("tim"))
    assert "например «Монеты Пекари +1»" in said(write(installation, "tim", "помощь")["tim"][0])
    assert "Waiting for the moderator" in said(installation.newest("drapers"))


def test_lines_change_the_position_and_play_goes_on(installation: Any, campaign: int, said: Any) -> None:
    before = installation.table(campaign).match.state.coins["bakers"]
    got = write(installation, "tim", "монеты пекарей +2", "Слава Пивовары 1")
    state = installation.table(campaign).match.state
    assert (state.coins["bakers"], state.renown["brewers"]) == (before + 2, 1)
    assert f"Монеты Пекари: {before} → {before + 2}" in said(got["tim"][0])
    assert "ведущий исполнил" in said(got["brewers"][0])
    assert "(Пекари +2)" in said(got["brewers"][0])
    assert f"coins.bakers = {before + 2}; renown.brewers = 1" in said(got["mila"][0])


def test_a_mistake_in_one_line_leaves_all_undone(installation: Any, campaign: int, said: Any) -> None:
    log = installation.table(campaign).head.sequence
    (answer,) = write(installation, "mila", "coins bakers +2", "coin brewers -1")["mila"]
    assert "Did you mean: Coins Brewers -1" in said(answer)
    (answer,) = write(installation, "mila", "coins bakers -9")["mila"]
    assert "is impossible: at least 0" in said(answer)
    (answer,) = write(installation, "mila", "check coins bakers +2")["mila"]
    assert "1 legal check coins bakers +2 Coins Bakers: 3 → 5" in said(answer)
    assert installation.table(campaign).head.sequence == log
    write(installation, "mila", "nothing")
    assert MODERATOR not in installation.table(campaign).match.pending_seats


def test_it_is_corrected_and_proven_like_everything_else(installation: Any, campaign: int, said: Any) -> None:
    write(installation, "mila", "coins bakers 9")
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        orders = (Resolve({"state": {"coins": {"bakers": 1}}}),)
        wish = Wish(kind=Kind.REPLACE, reason="misread", n=table.head.sequence, seat=MODERATOR, orders=orders)
        carry_out(table, propose(table, wish), by="Mila")
    installation.deliver()
    assert installation.table(campaign).match.state.coins["bakers"] == 1
    write(installation, "brewers", "копить", **own(installation, campaign, "brewers"))
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        replayed = [line.n for lines in steps(CampaignView(table), None) for line in lines]
    assert replayed == list(range(1, table.head.sequence + 1))


def test_who_plays_changes_only_what_everybody_knows(installation: Any, said: Any) -> None:
    campaign = begin(installation, Player(seat="moderator", name="Brewers", email="brewers@players.test"))
    own_chair = own(installation, campaign, "moderator")
    asked = said(installation.newest("brewers"))
    assert "You play yourself: this email shows what everybody may know" in asked
    (answer,) = write(installation, "brewers", "loans bakers 2", **own_chair)["brewers"]
    assert "nothing that can be changed has this name" in said(answer)
    write(installation, "brewers", "open eyes", **own_chair)
    write(installation, "brewers", "loans bakers 2", **own_chair)
    assert installation.table(campaign).match.state.loans["bakers"] == 2
