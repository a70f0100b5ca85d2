"""Seats that are bid for, by mail: sealed until all are in, opened to everybody, proven."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import msgspec
import pytest

from adjudicator.service import periodic
from adjudicator.service.people.gathering import joining
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import BadCampaign, NewCampaign, Player, Seating
from adjudicator.service.proof.verify import verify
from adjudicator.service.timing.policy import Adjudication, TimingPolicy
from adjudicator.store.engine import reading
from adjudicator.store.tables import Campaign, CampaignState, Seat
from tests.service.beginnings import beginning
from tests.service.test_gathering import MODERATOR, letter
from tests.service.test_seatings import gathered, joined, played_out, seats_of

FAIR = NewCampaign(
    name="fair", title="The Fair", game="guild-fair", players=(MODERATOR,), number=3, seating=Seating.BID, seed=b"bids",
    options={"visitors": False},
)  # fmt: skip
ROADS = msgspec.structs.replace(FAIR, name="roads", title="The Roads", game="crossroads", number=4, options={})
Mails = dict[str, list[EmailMessage]]


def came(installation: Any) -> Mails:
    """What everybody gets now."""
    found: Mails = {}
    for address, mail in installation.deliver():
        found.setdefault(address.partition("@")[0], []).append(mail)
    return found


def wrote(installation: Any, who: str, text: str, **headers: str) -> Mails:
    """Somebody answers the first mail that they got."""
    first = installation.received[f"{who}@players.test"][0]
    return letter(installation, f"{who}@players.test", text, to=str(first["Reply-To"]), **headers)


def running(installation: Any, campaign: int) -> bool:
    with reading(installation.service.engine) as session:
        return bool(session.get_one(Campaign, campaign).state is CampaignState.RUNNING)


@pytest.fixture
@beginning
def fair(installation: Any) -> int:
    """Anna, Boris and Clara are there, and asked to bid."""
    made = gathered(installation, FAIR)
    joined(installation, made.code, "anna")
    joined(installation, made.code, "boris", "имя Борис", word="вступить")
    joined(installation, made.code, "clara")
    return made.campaign_id


def test_bids_are_asked_for_when_all_are_there_and_opened_when_all_are_in(
    installation: Any, fair: int, said: Any
) -> None:
    asked = said(installation.newest("anna"))
    for words in (
        "Everybody is there. Bid for the seats until Mon 23 Nov 09:00 UTC",
        "The match begins when all bids are in, at the latest",
        "For the seat that you get you pay what you have bid for it (coins, at most 4)",
        "Seats Bakers, Brewers, Drapers, Masons, Smiths",
        "Your bid none yet",
        "bid Bakers 4, Brewers 0",
    ):
        assert words in asked
    assert "Ставки за места принимаются до" in said(installation.newest("boris"))
    assert "Nobody sees them before, not even you" in said(installation.newest("moderator"))
    got = wrote(installation, "anna", "bid masons 4, bakers 3")
    assert set(got) == {"anna"}
    assert "Your bid is noted: Masons 4, Bakers 3." in said(got["anna"][0])
    got = wrote(installation, "boris", "Ставка пекари 2 монеты, кузнецы 1")
    assert "Ваша ставка принята: Пекари 2, Кузнецы 1." in said(got["boris"][0])
    assert not running(installation, fair)
    got = wrote(installation, "clara", "bid smiths 4 and drapers 2")
    assert running(installation, fair)
    assert {who: len(mails) for who, mails in got.items()} == {"anna": 1, "boris": 1, "clara": 1, "moderator": 1}
    order, people, _ = seats_of(installation, fair)
    assert people == {"bakers": "Борис", "drapers": "Clara", "masons": "Anna"}
    assert order == ("masons", "bakers", "drapers"), "bakers and drapers must come, so there are no smiths"
    told = said(got["anna"][0])
    assert "You are Masons." in told
    assert "Paid (coins): Masons 4, Bakers 2, Drapers 2." in told
    assert "Bid of Anna Masons 4, Bakers 3 Bid of Борис Bakers 2, Smiths 1 Bid of Clara Smiths 4, Drapers 2" in told
    assert "Masons: pay for their stall, coins: 4" in told
    assert "Ставка: Clara Кузнецы 4, Суконщики 2" in said(got["boris"][0])
    assert "Bid of Борис" in said(got["moderator"][0])
    with reading(installation.service.engine) as session:
        assert session.query(Seat).filter(Seat.bid.is_not(None)).count() == 0  # type: ignore[union-attr]


@pytest.mark.store("sqlite")
def test_an_archive_proves_the_bids(installation: Any, fair: int) -> None:
    for who, line in (("anna", "bid bakers 2"), ("boris", "bid bakers 2"), ("clara", "bid bakers 2, smiths 1")):
        wrote(installation, who, line)
    _, people, _ = seats_of(installation, fair)
    archive = played_out(
        installation, fair, {seat: name.lower().replace("борис", "boris") for seat, name in people.items()}
    )
    verdict = verify(archive)
    assert verdict.differences == ()
    assert verdict.remarks[0].startswith("the seats were bid for; in the order of joining they went to ")
    campaign = msgspec.json.decode(archive.members["campaign.json"])
    bids = campaign["header"]["bidding"]["bids"]
    assert bids[2] == [{"seat": "bakers", "amount": 2}, {"seat": "smiths", "amount": 1}]
    bids[0][0]["amount"], bids[1][0]["amount"], bids[2][0]["amount"] = 1, 3, 4
    archive.members["campaign.json"] = msgspec.json.encode(campaign)
    assert verify(archive).differences


def test_nobody_is_told_of_a_sealed_bid(installation: Any, fair: int, read: Any) -> None:
    before = {address: len(mails) for address, mails in installation.received.items()}
    status = {who: wrote(installation, who, "status")[who][0] for who in ("boris", "clara", "moderator")}
    wrote(installation, "anna", "bid smiths 3, masons 2")
    wrote(installation, "anna", "bid brewers 1")
    for who, mail in status.items():
        now = wrote(installation, who, "status")[who][0]
        assert (now["Subject"], read(now)) == (mail["Subject"], read(mail)), "not even that somebody has bid"
    wrote(installation, "boris", "ставка ничего")
    installation.clock.forward(days=2, hours=1)
    periodic.run(installation.service)
    installation.deliver()
    for address, mails in installation.received.items():
        for mail in mails[before[address] :] if not address.startswith("anna") else []:
            whole = mail.as_bytes().decode("utf-8", "replace") + read(mail)
            for word in ("Smiths 3", "Masons 2", "Brewers 1", "Кузнецы 3", "Каменщики 2", "Пивовары 1"):
                assert word.lower() not in whole.lower()
    reminded = [
        mails[-1]["Subject"] for address, mails in installation.received.items() if "missing" in mails[-1]["Subject"]
    ]
    assert len(reminded) == 1, "only who has not bid is reminded"


def test_a_missing_bid_bids_nothing_when_the_time_is_over(installation: Any, fair: int, said: Any) -> None:
    wrote(installation, "anna", "bid smiths 1")
    installation.clock.forward(days=3)
    periodic.run(installation.service)
    got = came(installation)
    assert running(installation, fair)
    assert "Bid of Борис nothing" in said(got["anna"][-1])
    assert seats_of(installation, fair)[1]["smiths"] == "Anna"


def test_who_comes_too_late_is_told(installation: Any, fair: int, said: Any) -> None:
    installation.clock.forward(days=4)
    got = wrote(installation, "anna", "bid smiths 1")
    assert running(installation, fair)
    late = [said(mail) for mail in got["anna"]]
    assert any("The time for bids was over" in each for each in late)
    assert any("Bid of Anna nothing" in each for each in late)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("bid smiths 5", "5 cannot be bid for a seat, but from 0 to 4"),
        ("bid smiths 1, smiths 2", "Smiths is named twice"),
        ("bid harpers 2", "nobody sits at harpers; the seats are Bakers, "),
        ("bid 3", "nobody sits at 3"),
        ("bid smiths -1", "-1 cannot be bid"),
        ("bid", "a bid names seats; or say that you bid nothing"),
    ],
)
def test_a_bid_that_cannot_be_is_answered_with_the_reason(
    installation: Any, fair: int, said: Any, line: str, why: str
) -> None:
    wrote(installation, "anna", "bid bakers 1")
    got = said(wrote(installation, "anna", line)["anna"][0])
    assert why in got
    assert "Your bid Bakers 1" in got, "what was on file stays"


def test_bids_are_changed_taken_back_and_lost_with_the_seat(installation: Any, fair: int, said: Any) -> None:
    wrote(installation, "anna", "bid bakers 1")
    wrote(installation, "boris", "ставка пекари 1")
    assert "Your bid none yet" in said(wrote(installation, "anna", "bid withdraw")["anna"][0])
    assert "Your bid nothing" in said(wrote(installation, "anna", "bid nothing")["anna"][0])
    left = wrote(installation, "anna", "leave")
    assert "has given back place 1" in said(left["moderator"][0])
    wrote(installation, "clara", "bid smiths 1")
    assert not running(installation, fair), "a place is free again"
    status = said(wrote(installation, "boris", "статус")["boris"][0])
    assert "Пекари 1" in status
    with reading(installation.service.engine) as session:
        assert [seat.bid for seat in session.query(Seat).filter(Seat.name == "place-1")] == [None]


def test_an_order_of_preference_where_the_game_has_no_unit(installation: Any, said: Any) -> None:
    made = gathered(installation, ROADS)
    got = joined(installation, made.code, "anna")
    assert "Name the seats that you want, your favourite first." in said(got["anna"][0])
    assert "bid North, East" in said(got["anna"][0])
    for who in ("boris", "clara", "dora"):
        joined(installation, made.code, who)
    assert "nothing is given up for a seat in this game" in said(wrote(installation, "anna", "bid south 2")["anna"][0])
    for who in ("anna", "boris", "clara"):
        wrote(installation, who, "bid south, west")
    got = wrote(installation, "dora", "bid east")
    assert running(installation, made.campaign_id)
    told = said(got["dora"][-1])
    assert "In it everybody got the first seat on their list that was free" in told
    assert "Bid of Anna South, West" in told
    assert "You are East." in told


def test_somebody_may_bid_as_soon_as_they_have_joined(installation: Any, said: Any) -> None:
    made = gathered(installation, FAIR)
    for who in ("anna", "boris"):
        joined(installation, made.code, who)
        assert "Your bid is noted" in said(wrote(installation, who, "bid bakers 1")[who][0])
    joined(installation, made.code, "clara")
    assert not running(installation, made.campaign_id)
    assert "Your bid Bakers 1" in said(installation.newest("anna"))
    wrote(installation, "clara", "bid nothing")
    assert running(installation, made.campaign_id)


def test_a_moderator_asks_for_bids_and_ends_the_waiting(installation: Any, said: Any) -> None:
    made = gathered(installation, msgspec.structs.replace(FAIR, number=5), Start.MODERATOR)
    for who in ("anna", "boris"):
        joined(installation, made.code, who)
    assert "2 of the 3 seats needed are taken" in said(wrote(installation, "moderator", "start")["moderator"][0])
    joined(installation, made.code, "clara")
    got = wrote(installation, "moderator", "start")
    assert set(got) == {"anna", "boris", "clara", "moderator"}
    assert "Bid for the seats until" in said(got["clara"][0])
    assert "All seats are taken" in said(joined(installation, made.code, "dora")["dora"][0])
    wrote(installation, "clara", "bid smiths 4")
    got = wrote(installation, "moderator", "start")
    assert running(installation, made.campaign_id)
    assert "You are Smiths." in said(got["clara"][0])


def test_a_window_lets_who_was_last_change_their_mind_too(installation: Any) -> None:
    timing = TimingPolicy(adjudication=Adjudication.WINDOW, window_minutes=60)
    made = gathered(installation, msgspec.structs.replace(FAIR, timing=timing))
    for who in ("anna", "boris", "clara"):
        joined(installation, made.code, who)
    for who in ("anna", "boris", "clara"):
        wrote(installation, who, "bid smiths 1")
    wrote(installation, "clara", "bid smiths 4")
    assert not running(installation, made.campaign_id)
    installation.clock.forward(hours=2)
    periodic.run(installation.service)
    assert running(installation, made.campaign_id)
    assert seats_of(installation, made.campaign_id)[1]["smiths"] == "Clara"


def test_a_bid_that_an_opponent_got_too_is_noted_with_a_warning(installation: Any, fair: int, said: Any) -> None:
    got = wrote(installation, "anna", "bid smiths 4", Cc="boris@players.test")
    assert "others of this campaign got your email too, and can read it: boris@players.test" in said(got["anna"][0])


def test_people_who_are_all_known_are_asked_at_once(installation: Any, said: Any) -> None:
    players = tuple(Player(name=name.title(), email=f"{name}@players.test") for name in ("anna", "boris", "clara"))
    new = msgspec.structs.replace(FAIR, players=(*players, MODERATOR), number=0)
    campaign = joining.ask_for_bids(installation.service, new)
    got = came(installation)
    assert {who: len(mails) for who, mails in got.items()} == {"anna": 1, "boris": 1, "clara": 1, "moderator": 1}
    assert "Bid for the seats until" in said(got["anna"][0])
    for who in ("anna", "boris", "clara"):
        wrote(installation, who, "bid bakers 1")
    assert running(installation, campaign)
    with pytest.raises(BadCampaign, match="there are 3, and 4 are to play"):
        joining.ask_for_bids(installation.service, msgspec.structs.replace(new, number=4, name="other"))


def test_one_person_at_two_places_bids_once_for_both(installation: Any, said: Any) -> None:
    people = ("anna", "anna", "boris")
    players = tuple(Player(name=name.title(), email=f"{name}@players.test") for name in people)
    campaign = joining.ask_for_bids(installation.service, msgspec.structs.replace(FAIR, players=players))
    got = came(installation)
    assert {who: len(mails) for who, mails in got.items()} == {"anna": 1, "boris": 1}
    assert "place 1 and place 2" in said(got["anna"][0])
    wrote(installation, "boris", "bid nothing")
    wrote(installation, "anna", "bid smiths 3, drapers 1")
    assert running(installation, campaign)
    people_of = seats_of(installation, campaign)[1]
    assert people_of == {"smiths": "Anna", "drapers": "Anna", "bakers": "Boris"}
    assert said(installation.newest("boris")).count("Bid of Anna") == 1


def test_the_time_for_bids_is_that_for_answers(installation: Any, said: Any) -> None:
    made = gathered(installation, msgspec.structs.replace(FAIR, deadline_hours=24))
    for who in ("anna", "boris", "clara"):
        joined(installation, made.code, who)
    assert "until Sat 21 Nov 09:00 UTC" in said(installation.newest("anna"))
    installation.clock.forward(hours=24)
    periodic.run(installation.service)
    assert running(installation, made.campaign_id)
