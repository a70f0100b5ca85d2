"""Which seats a campaign offers, by the number of its players, and seats that are drawn."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator.service.admin.archives import proof_of
from adjudicator.service.campaign.matches import secrets_of, table_of_campaign
from adjudicator.service.people.gathering import joining
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import BadCampaign, NewCampaign, Player, Seating, create
from adjudicator.service.proof.archive import Archive
from adjudicator.service.proof.verify import verify
from adjudicator.store.engine import reading
from tests.service.test_gathering import MODERATOR, letter

pytestmark = pytest.mark.store("sqlite")

NEW = NewCampaign(name="fair", title="The Fair", game="guild-fair", players=(MODERATOR,), number=3)
DRAWN = msgspec.structs.replace(NEW, seating=Seating.RANDOM, seed=b"drawn")


def gathered(installation: Any, new: NewCampaign, start: Start = Start.FULL) -> joining.Gathered:
    made: joining.Gathered = joining.gather(installation.service, new, start)
    installation.deliver()
    return made


def joined(installation: Any, code: str, name: str, more: str = "", word: str = "join") -> dict[str, list[Any]]:
    return letter(installation, f"{name.title()} <{name}@players.test>", f"{word} {code} {more}")


def seats_of(installation: Any, campaign: int) -> tuple[tuple[str, ...], dict[str, str], tuple[bytes, ...]]:
    """In the order of joining where they were drawn; who sits where; the nonces."""
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        people = {seat.name: seat.people[0] for seat in table.players}
        return table.match.header.in_order, people, secrets_of(table.head).nonces


def played_out(installation: Any, campaign: int, people: dict[str, str]) -> Archive:
    """What proves the match, which is played at random to its end by mail."""
    rng = Random(campaign)
    while True:
        with reading(installation.service.engine) as session:
            table = table_of_campaign(installation.service.work(session), campaign)
            waiting = [seat for decision in table.match.decisions() for seat in decision.waiting]
            if not waiting:
                return Archive.read(proof_of(table))
            line = table.match.game.part("phrases").say(table.match.sample(waiting[0], rng), "en")
        installation.write(people[waiting[0]], line)


def test_only_seats_are_offered_that_play_with_those_who_are_there(installation: Any, said: Any) -> None:
    made = gathered(installation, NEW)
    mail = said(joined(installation, made.code, "anna", "seat smiths")["anna"][0])
    assert "Bakers free" in mail
    assert "Drapers free" in mail
    assert "Brewers" not in mail, "with three, bakers and drapers come, and one more"
    assert "when 2 more seats are taken" in mail
    refused = said(joined(installation, made.code, "boris", "seat masons")["boris"][0])
    assert "Free seats: Bakers, Drapers" in refused
    joined(installation, made.code, "boris")
    joined(installation, made.code, "clara")
    assert set(seats_of(installation, made.campaign_id)[1]) == {"bakers", "drapers", "smiths"}


def test_drawn_seats_are_told_to_all_and_proven(installation: Any, said: Any) -> None:
    made = gathered(installation, DRAWN)
    mail = said(joined(installation, made.code, "anna", "nonce blue moon")["anna"][0])
    assert "You play in The Fair, at place 1. The seats are drawn when the match begins." in mail
    assert "Bakers" not in mail
    refused = said(joined(installation, made.code, "boris", "seat bakers")["boris"][0])
    assert "The seats are drawn when the match begins" in refused
    joined(installation, made.code, "boris", "имя Борис", word="вступить")
    got = joined(installation, made.code, "clara", "nonce third")
    order, people, nonces = seats_of(installation, made.campaign_id)
    assert [people[seat] for seat in order] == ["Anna", "Борис", "Clara"]
    assert nonces == (b"blue moon", b"", b"third")
    names = {"bakers": "Bakers", "brewers": "Brewers", "drapers": "Drapers", "masons": "Masons", "smiths": "Smiths"}
    told = said(got["clara"][-1])
    assert "Who plays which seat was drawn" in told
    assert f"{names[order[0]]} Anna {names[order[1]]} Борис {names[order[2]]} Clara" in told
    assert f"{names[order[0]]} blue moon {names[order[1]]} nothing {names[order[2]]} third" in told
    assert "решил жребий" in said(got["boris"][-1])


def test_an_archive_proves_the_seats(installation: Any) -> None:
    players = tuple(Player(name=name, email=f"{name}@players.test", nonce=name) for name in ("anna", "boris"))
    new = NewCampaign(
        name="bids", title="Bids", game="sealed-bids", players=players, seating=Seating.RANDOM, seed=b"second"
    )
    made = create(installation.service, new)
    installation.deliver()
    order, people, _ = seats_of(installation, made)
    assert [people[seat] for seat in order] == ["anna", "boris"]
    archive = played_out(installation, made, people)
    verdict = verify(archive)
    assert verdict.differences == ()
    assert verdict.remarks[0] == f"the seats were drawn, in the order of joining: {', '.join(order)}"
    campaign = msgspec.json.decode(archive.members["campaign.json"])
    campaign["header"]["places"].reverse()
    archive.members["campaign.json"] = msgspec.json.encode(campaign)
    found = [str(difference) for difference in verify(archive).differences]
    assert f"entry 1: the seats are drawn as {', '.join(order)}" in found


def test_a_match_begun_by_hand_draws_among_those_who_are_there(installation: Any, said: Any) -> None:
    made = gathered(installation, msgspec.structs.replace(DRAWN, number=5), Start.MODERATOR)
    desk = str(installation.newest("moderator")["Reply-To"])
    joined(installation, made.code, "anna")
    joined(installation, made.code, "boris")
    got = letter(installation, "moderator@players.test", "start", to=desk)
    assert "2 of the 3 seats needed are taken" in said(got["moderator"][0])
    left = joined(installation, made.code, "clara")
    letter(installation, "anna@players.test", "leave", to=str(installation.newest("anna")["Reply-To"]))
    joined(installation, made.code, "dora")
    letter(installation, "moderator@players.test", "start", to=desk)
    order, people, _ = seats_of(installation, made.campaign_id)
    assert [people[seat] for seat in order] == ["Dora", "Boris", "Clara"], "who comes late takes the place that is free"
    assert "place 3" in said(left["clara"][0])


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"number": 2}, "2 cannot play this game; possible are 3, 4, 5"),
        ({"seating": Seating.RANDOM, "players": (Player(seat="bakers", name="Anna", email="a@x.test"),)},
         "bakers: the seats are drawn; leave the seat away"),
        ({"seating": Seating.RANDOM,
          "players": (Player(name="Anna", email="a@x.test"), Player(name="Boris", email="A@X.test"))},
         "players: a@x.test is named twice"),
        ({"players": (Player(name="Anna", email="a@x.test"),)}, "Anna: which seat?"),
        ({"players": tuple(Player(seat=seat, name=seat, email=f"{seat}@x.test") for seat in ("brewers", "masons"))},
         "brewers, masons do not play together"),
    ],
)  # fmt: skip
def test_what_cannot_be_arranged_is_told(installation: Any, changed: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadCampaign, match=problem):
        gathered(installation, msgspec.structs.replace(NEW, **changed))
