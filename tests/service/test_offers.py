"""Offers of one's own by mail: made, answered, signed by all, and known to nobody else."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.history import Viewpoint, gather
from adjudicator.service.moderation.command import Author, ModeratorCommand, perform
from adjudicator.service.moderation.commands import Pause, Replace, Resume
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.settings import Settings
from adjudicator.store.engine import lock_campaign, reading, writing
from tests.service.beginnings import begun
from tests.service.conftest import START, text_of, words_of

SEATS = {"bakers": "en", "brewers": "ru", "drapers": "en", "masons": "en", "smiths": "ru"}
THREE = "pact bakers, brewers, drapers"


def desk(installation: Any, campaign: int, deed: ModeratorCommand) -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        perform(table_of_campaign(installation.service.work(session), campaign), deed, Author("Mila"))
    installation.deliver()


def fair(installation: Any, **options: object) -> int:
    """Five guilds, each with a contract: the turns begin, the bakers' first."""

    def make() -> int:
        made: int = installation.create("guild-fair", SEATS, options={"visitors": False, **options})
        contracts_and_loans(installation, made)
        return made

    made: int = begun(installation, ("contracts and loans", options), make)
    return made


def contracts_and_loans(installation: Any, campaign: int = 1) -> None:
    """The first phase of a round: everybody keeps the first contract and borrows nothing."""
    for seat in SEATS:
        installation.write(seat, f"keep {installation.table(campaign).match.state.drawn[seat][0]}", "borrow 0")


@pytest.fixture
def campaign(installation: Any) -> int:
    return fair(installation)


def mails(installation: Any) -> dict[str, int]:
    return {seat: len(installation.received[f"{seat}@players.test"]) for seat in SEATS}


def new(installation: Any, before: dict[str, int]) -> dict[str, list[EmailMessage]]:
    """What everybody has got since, by seat; who got nothing is left out."""
    found = {seat: installation.received[f"{seat}@players.test"][count:] for seat, count in before.items()}
    return {seat: got for seat, got in found.items() if got}


def code_in(mail: EmailMessage) -> str:
    """The number of the offer that an answer says was made."""
    found = re.search(r"(?:offer|предложение) (A\d+)", words_of(mail))
    assert found is not None
    return found[1]


def test_an_offer_is_put_before_those_who_must_sign(installation: Any, campaign: int) -> None:
    before = mails(installation)
    (answer,) = installation.write("bakers", f"{THREE} until 25.11 20:00")
    assert "your offer is made" in str(answer["Subject"])
    code = code_in(answer)
    assert f"offer {code} to Brewers and Drapers; “{code} withdraw” takes it back" in words_of(answer)
    got = new(installation, before)
    assert set(got) == {"bakers", "brewers", "drapers"}
    asked = words_of(got["drapers"][0])
    assert f"Bakers: offer {code} to you: pact Bakers, Brewers, Drapers." in asked
    assert "It stands until Wed 25 Nov 20:00 UTC. Nobody else is told of it." in asked
    assert "WHAT IT WOULD DO a pact is made: Bakers, Brewers, Drapers" in asked
    for form in (f"{code} yes you sign it", f"{code} no you do not", f"{code} counter: … you offer another order"):
        assert form in asked
    assert f"{code} да" in words_of(got["brewers"][0])


def test_the_last_signature_carries_it_out(installation: Any, campaign: int) -> None:
    code = code_in(installation.write("bakers", THREE)[0])
    before = mails(installation)
    (noted,) = installation.write("brewers", f"А{code[1:]} да")  # with the Cyrillic letter
    assert set(new(installation, before)) == {"brewers"}
    assert installation.table(campaign).match.state.allies["bakers"] == []
    assert "Суконщики" in words_of(noted)
    question = installation.table(campaign).decision
    (done,) = installation.write("drapers", f"{code} yes")
    assert "done" in str(done["Subject"])
    assert installation.table(campaign).match.state.allies["bakers"] == ["brewers", "drapers"]
    assert installation.table(campaign).decision == question
    told = words_of(installation.newest("bakers"))
    assert f"All have signed offer {code}, and it is carried out: pact Bakers, Brewers, Drapers." in told
    assert "a pact is made: Bakers, Brewers, Drapers" in told
    assert set(new(installation, before)) == {"bakers", "brewers", "drapers"}


def test_a_counter_offer_takes_the_place_of_the_offer(installation: Any, campaign: int) -> None:
    first = code_in(installation.write("bakers", "pact bakers, brewers")[0])
    (countered,) = installation.write("brewers", f"{first} counter: {THREE} until turn")
    second = code_in(countered)
    asked = words_of(installation.newest("bakers"))
    assert f"It takes the place of offer {first}, which cannot be signed any more." in asked
    assert not re.search(rf"\b{first}\b", words_of(installation.newest("drapers")))  # they were no party to it
    assert "It stands until the turn is over." in asked
    (late,) = installation.write("bakers", f"{first} withdraw")
    assert f"offer {first} is over: it was answered with another offer" in words_of(late)
    installation.write("drapers", f"yes {second}")
    installation.write("bakers", f"{second}: I agree!")
    assert installation.table(campaign).match.state.allies["drapers"] == ["bakers", "brewers"]


def test_who_declines_or_withdraws_is_told_to_the_others(installation: Any, campaign: int) -> None:
    code = code_in(installation.write("bakers", THREE)[0])
    installation.write("brewers", f"{code} нет")
    for seat in ("bakers", "drapers"):
        assert f"Brewers did not sign offer {code}, so nothing comes of it" in words_of(installation.newest(seat))
    (late,) = installation.write("drapers", f"{code} yes")
    assert f"offer {code} is over: somebody has not signed it" in words_of(late)
    code = code_in(installation.write("drapers", THREE)[0])
    installation.write("bakers", f"{code} yes")
    (back,) = installation.write("bakers", f"{code} withdraw")
    assert "your signature is taken back; the offer still stands" in words_of(back)
    installation.write("drapers", f"{code} withdraw")
    assert f"Drapers withdrew offer {code}" in words_of(installation.newest("bakers"))
    assert installation.table(campaign).ledger.open == 0


def test_offers_are_listed_for_their_parties(installation: Any, campaign: int) -> None:
    code = code_in(installation.write("bakers", THREE)[0])
    installation.write("brewers", f"{code} да")
    (stands,) = installation.write("drapers", "status")
    told = words_of(stands)
    assert f"OFFERS ON THE TABLE {code} pact Bakers, Brewers, Drapers (" in told
    assert "Signed: Bakers and Brewers; missing: Drapers." in told
    assert f"“{code} yes” signs it." in told
    installation.write("bakers", "save")
    assert code not in words_of(installation.newest("masons"))
    (stands,) = installation.write("masons", "status")
    assert "OFFERS" not in words_of(stands)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{code}", "say what you want of it"),
        ("{code} counter", "write the order that you would sign instead"),
        ("{code} counter: save", "it is not your turn to act"),
        ("{code} counter: pact brewers, drapers", "has to be an offer to Bakers too"),
        ("{code} counter: pact bakers, elves", "elves"),
        (THREE, "the same lies on the table as {code}; “{code} yes” signs it"),
        ("A99 yes", "there is no offer A99 to you"),
        ("pact drapers, masons until the moon falls", "no time that an offer can stand"),
        ("pact drapers, masons until the moon falls", "until turn 3, until the contracts phase, the market phase or"),
        ("pact drapers, masons until the market phase of turn 1", "no time that an offer can stand"),
    ],
)
@pytest.mark.store("sqlite")
def test_what_is_wrong_with_a_word_on_an_offer_is_said(installation: Any, campaign: int, line: str, why: str) -> None:
    code = code_in(installation.write("bakers", THREE)[0])
    before = mails(installation)
    (answer,) = installation.write("drapers", line.format(code=code))
    assert why.format(code=code) in words_of(answer)
    assert set(new(installation, before)) == {"drapers"}


def test_words_on_offers_may_be_tried(installation: Any, campaign: int) -> None:
    (tried,) = installation.write("bakers", "check", "pact bakers, brewers")
    assert "it would be an offer to Brewers" in words_of(tried)
    code = code_in(installation.write("bakers", "pact bakers, drapers")[0])
    (tried,) = installation.write("drapers", f"check {code} yes")
    assert "checked, nothing done" in str(tried["Subject"])
    assert "a pact is made: Bakers, Drapers" in words_of(tried)
    assert installation.table(campaign).match.state.allies["bakers"] == []


def test_orders_and_words_on_offers_share_a_mail(installation: Any, campaign: int) -> None:
    code = code_in(installation.write("drapers", "pact bakers, drapers")[0])
    (answer,) = installation.write("bakers", "save", f"{code} yes", "pact bakers, masons")
    told = words_of(answer)
    assert told.index("1 done") < told.index("2 done") < told.index("3 offered")
    table = installation.table(campaign)
    assert (table.match.state.coins["bakers"], table.match.state.allies["bakers"]) == (7, ["drapers"])


def test_an_offer_ends_with_its_time(installation: Any, campaign: int) -> None:
    code = code_in(installation.write("bakers", "pact bakers, drapers until tomorrow 10:00")[0])
    installation.clock.forward(days=1, hours=2)
    (late,) = installation.write("drapers", f"{code} yes")
    assert f"offer {code} is over: its time has run out" in words_of(late)


@pytest.mark.store("sqlite")
def test_an_offer_ends_where_a_phase_begins_and_its_parties_hear_of_it(installation: Any, campaign: int) -> None:
    before = mails(installation)
    levy = code_in(installation.write("bakers", "pact bakers, drapers until the levy phase")[0])
    market = code_in(installation.write("brewers", "союз пекари, пивовары до фазы ярмарки")[0])
    kept = code_in(installation.write("smiths", "pact drapers, smiths until the end of turn 2")[0])
    assert any(
        "It stands until the levy phase of turn 1." in words_of(mail) for mail in new(installation, before)["drapers"]
    )
    assert "It stands until the market phase of turn 2." in words_of(installation.newest("bakers"))
    (stands,) = installation.write("brewers", "статус")
    assert "до фазы ярмарки хода 2" in words_of(stands)
    for seat in ("bakers", "brewers", "drapers", "masons"):
        installation.write(seat, "save" if SEATS[seat] == "en" else "копить")
    before = mails(installation)
    installation.write("smiths", "копить")
    told = {seat: [words_of(mail) for mail in got] for seat, got in new(installation, before).items()}
    ended = {seat: [text for text in texts if levy in text] for seat, texts in told.items()}
    assert {seat for seat, texts in ended.items() if texts} == {"bakers", "drapers"}
    assert (
        f"Offer {levy} has ended as it said, and cannot be signed any more: pact Bakers, Drapers." in ended["bakers"][0]
    )
    (late,) = installation.write("drapers", f"{levy} yes")
    assert f"offer {levy} is over: its time has run out" in words_of(late)
    contracts_and_loans(installation)
    table = installation.table(campaign)
    assert table.match.game.stage(table.match.position) == (2, "market")
    (late,) = installation.write("bakers", f"{market} yes")
    assert f"offer {market} is over: its time has run out" in words_of(late)
    installation.write("drapers", f"{kept} yes")
    assert installation.table(campaign).match.state.allies["drapers"] == ["smiths"]


def test_what_has_become_impossible_is_told_to_its_parties_with_the_reason(installation: Any, campaign: int) -> None:
    code = code_in(installation.write("bakers", "deal bakers hire drapers coins 5")[0])
    before = mails(installation)
    installation.write("bakers", "give a coin to masons")
    got = new(installation, before)
    for seat in ("bakers", "drapers"):
        told = [words_of(mail) for mail in got[seat] if "impossible" in str(mail["Subject"])]
        assert f"Offer {code} cannot be carried out any more: deal Bakers hire Drapers coins 5." in told[0]
        assert "The reason: Bakers cannot pay so many coins" in told[0]
    assert not any("impossible" in str(mail["Subject"]) for mail in got.get("masons", ()))
    (late,) = installation.write("drapers", f"{code} yes")
    assert f"offer {code} is over: it had become impossible" in words_of(late)


def test_offers_that_the_game_makes_open_are_shown_to_all(installation: Any, campaign: int) -> None:
    before = mails(installation)
    code = code_in(installation.write("bakers", "deal bakers hire drapers coins 2")[0])
    assert set(new(installation, before)) == {"bakers", "drapers"}
    assert "Everybody may see it." in words_of(installation.newest("drapers"))
    (stands,) = installation.write("smiths", "статус")
    assert f"{code} договор Пекари нанимают Суконщики монет 2" in words_of(stands)
    (none,) = installation.write("smiths", f"{code} да")
    assert f"предложения {code} вам нет" in words_of(none)
    installation.write("drapers", f"{code} yes")
    table = installation.table(campaign)
    assert (table.match.state.coins["drapers"], table.match.state.renown["bakers"]) == (7, 1)
    assert table.ledger.aside == ()


def test_all_offers_are_listed_by_a_word(installation: Any, campaign: int) -> None:
    code = code_in(installation.write("bakers", THREE)[0])
    for coins in (2, 3, 4):
        for other in ("brewers", "drapers", "masons", "smiths"):
            installation.write("bakers", f"deal bakers hire {other} coins {coins}")
    (stands,) = installation.write("bakers", "status")
    assert "1 older one is listed by “offers”" in words_of(stands)
    (listed,) = installation.write("bakers", "offers")
    assert f"{code} pact Bakers, Brewers, Drapers" in words_of(listed)
    assert words_of(listed).count("Signed: Bakers") == 13


def test_the_word_tells_what_may_be_offered(installation: Any, campaign: int) -> None:
    (listed,) = installation.write("bakers", "offers")
    told = words_of(listed).partition("WHAT YOU MAY ORDER AT ANY TIME, FOR EXAMPLE ")[2]
    assert told.startswith("- pact Bakers, Brewers: an offer to Brewers - give a coin to Brewers: done at once")
    assert "deal Bakers hire Brewers coins 2: an offer to Brewers" in told
    (listed,) = installation.write("smiths", "предложения")
    assert "союз Пекари, Кузнецы: предложение; подписать должны ещё: Пекари" in words_of(listed)


def test_words_on_offers_wait_while_the_campaign_is_paused(installation: Any, campaign: int) -> None:
    code = code_in(installation.write("bakers", "pact bakers, drapers")[0])
    desk(installation, campaign, Pause(reason=""))
    (kept,) = installation.write("drapers", f"{code} yes")
    assert "kept until the campaign goes on" in str(kept["Subject"])
    assert installation.table(campaign).match.state.allies["bakers"] == []
    desk(installation, campaign, Resume())
    assert installation.table(campaign).match.state.allies["bakers"] == ["drapers"]


def test_a_rollback_takes_later_offers_away_and_reopens_what_it_undoes(installation: Any, campaign: int) -> None:
    first = code_in(installation.write("bakers", "pact bakers, drapers")[0])
    installation.write("drapers", f"{first} yes")
    n = installation.table(campaign).sequence
    installation.write("bakers", "save")
    later = code_in(installation.write("masons", "pact masons, smiths")[0])
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        carry_out(table, propose(table, Wish(kind=Kind.ROLLBACK, reason="a mistake", n=n - 1)), by="Mila")
    installation.deliver()
    assert f"OFFERS ON THE TABLE {first}" in words_of(installation.newest("drapers"))
    (late,) = installation.write("smiths", f"{later} да")
    assert f"предложения {later} больше нет: исправление вернуло игру" in words_of(late)
    assert (installation.table(campaign).match.state.allies["bakers"], installation.table(campaign).ledger.aside) == (
        [],
        (),
    )
    installation.write("drapers", f"{first} yes")
    assert installation.table(campaign).match.state.allies["bakers"] == ["drapers"]


def test_what_a_predecessor_offered_and_signed_binds_nobody(installation: Any, campaign: int) -> None:
    offered = code_in(installation.write("bakers", THREE)[0])
    signed = code_in(installation.write("brewers", "pact bakers, brewers, masons")[0])
    installation.write("bakers", f"{signed} yes")
    desk(installation, campaign, Replace(seat="bakers", to=Newcomer(name="Rita", email="rita@players.test")))
    assert any(
        f"Bakers withdrew offer {offered}" in words_of(mail) for mail in installation.received["drapers@players.test"]
    )
    installation.write("masons", f"{signed} yes")
    assert installation.table(campaign).match.state.allies["masons"] == []
    assert f"OFFERS ON THE TABLE {signed}" in words_of(installation.received["rita@players.test"][-1])


# nobody else has a sign of it


@pytest.mark.parametrize(
    ("seat", "line", "copy", "held"),
    [
        ("masons", "pact masons, smiths", "brewers", True),
        ("masons", "pact masons, smiths", "smiths", False),
        ("masons", "deal masons hire smiths coins 2", "brewers", False),
        ("masons", "check pact masons, smiths", "brewers", True),
        ("drapers", "{code} yes", "masons", True),
        ("drapers", "{code} no", "bakers", False),
        ("brewers", "{code} иначе: союз пекари, пивовары, кузнецы", "drapers", True),
        ("brewers", "{code} иначе: союз пекари, пивовары, кузнецы", "bakers", False),
        ("masons", "{code} yes", "smiths", True),
        ("masons", "A99 yes", "smiths", True),
        ("masons", "status", "smiths", False),
    ],
)
@pytest.mark.store("sqlite")
def test_a_word_on_an_offer_that_others_read_waits(
    installation: Any, campaign: int, seat: str, line: str, copy: str, held: bool
) -> None:
    code = code_in(installation.write("bakers", THREE)[0])
    before, table = mails(installation), installation.table(campaign)
    row = installation.put(installation.raw(seat, line.format(code=code) + "\n", Cc=f"{copy}@players.test"))
    assert row.status.value == ("held" if held else "handled")
    installation.deliver()
    if not held:
        return
    assert installation.table(campaign).ledger == table.ledger
    got = new(installation, before)
    assert set(got) == {seat}
    (asked,) = got[seat]
    told = words_of(asked)
    assert "word on an offer" in told or "слово о предложении" in told
    installation.put(installation.raw(seat, "confirm\n", to=str(asked["Reply-To"])))
    installation.deliver()
    assert len(new(installation, before)[seat]) >= 2, "it is answered as if it had come to us alone"


def test_an_answer_in_a_chain_that_others_read_waits(installation: Any) -> None:
    made = installation.create("guild-fair", SEATS, options={"visitors": False})
    drawn = installation.table(made).match.state.drawn["bakers"]
    row = installation.put(installation.raw("bakers", f"keep {drawn[0]}\n", Cc="masons@players.test"))
    assert row.status.value == "held"


def test_a_history_tells_nothing_of_an_agreement_of_others(installation: Any, campaign: int) -> None:
    code = code_in(installation.write("bakers", "pact bakers, drapers")[0])
    installation.write("drapers", f"{code} yes")
    installation.write("bakers", "save")
    table = installation.table(campaign)
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        records = {seat: gather(table, Viewpoint(seat)) for seat in (*SEATS, None)}
        whole = gather(table, Viewpoint(everything=True))
    last = table.match.position.n
    assert {seat: record.steps[-1].last for seat, record in records.items()} == {
        **dict.fromkeys(("bakers", "drapers"), last),
        **dict.fromkeys(("brewers", "masons", "smiths", None), last - 1),
    }
    assert (whole.steps[-1].last, len(whole.steps)) == (last, len(records["masons"].steps) + 1)
    assert [each.n for each in records["masons"].steps[-1].told] == [last - 1]


def blind(installation: Any, *, treaty: bool) -> dict[str, list[str]]:
    """What the masons and the smiths get, in a world with a treaty of the three others and in one without."""
    made = fair(installation)
    moment = START + timedelta(hours=1)

    def write(seat: str, *lines: str, secret: bool = False) -> str:
        """At a moment that is the same in both worlds; what is secret is not written in the second."""
        nonlocal moment
        moment += timedelta(minutes=10)
        installation.clock.time = moment
        if secret and not treaty:
            return ""
        (answer,) = installation.write(seat, *lines)
        return code_in(answer) if "предложено" in text_of(answer) or "offered" in text_of(answer) else ""

    first = write("bakers", "pact bakers, drapers", secret=True)
    write("bakers", "save")
    second = write("drapers", f"{first} counter: {THREE} until 30.11", secret=True)
    write("masons", "status")
    write("brewers", f"{second} да", secret=True)
    write("brewers", "копить")
    write("bakers", f"{second} yes", secret=True)
    if treaty:
        assert installation.table(made).match.state.allies["brewers"] == ["bakers", "drapers"]
    write("masons", "history")
    write("masons", "status")
    write("drapers", "feud with masons")
    write("masons", "yield")
    write("masons", "take back")
    write("smiths", "история 5")
    write("masons", "save")
    write("masons", "history 12")
    write("smiths", "копить")
    return {
        seat: [plain(mail) for mail in installation.received[f"{seat}@players.test"]] for seat in ("masons", "smiths")
    }


def plain(mail: EmailMessage) -> str:
    """A mail whole, headers and all, without what is random in it: addresses, ids, boundaries, receipts."""
    kept = {"Subject", "Date", "From", "To", "List-Id", "Auto-Submitted", "Content-Language", "Importance"}
    headers = [f"{name}: {value}" for name, value in mail.items() if name in kept]
    others = sorted(name for name in mail if name not in kept)
    body = re.sub(r"\b[0-9a-f]{16,64}\b", "…", text_of(mail))
    body = re.sub(r"\d{4}(?:-\d{4})+", "…", body)
    return re.sub(r"orders\+[^@\s]+@", "orders+…@", "\n".join([*headers, *others, body]))


def taken_back(installation: Any, *, treaty: bool) -> dict[str, list[str]]:
    """What the bakers, the drapers and the smiths get when an order of the bakers is taken back, in a world where the
    masons and the brewers make a pact between the request and the last word on it, and in one without.
    """
    fair(installation)
    moment = START + timedelta(hours=1)

    def write(seat: str, line: str, *, secret: bool = False) -> str:
        nonlocal moment
        moment += timedelta(minutes=10)
        installation.clock.time = moment
        if secret and not treaty:
            return ""
        mails = installation.write(seat, line)
        return code_in(mails[0]) if "pact masons" in line else ""

    def agree(seat: str) -> None:
        asked = next(
            mail
            for mail in reversed(installation.received[f"{seat}@players.test"])
            if re.search(r"\d{4}-\d{4}", text_of(mail))
        )
        (code,) = set(re.findall(r"\d{4}-\d{4}", text_of(asked)))
        write(seat, f"confirm {code}")

    write("bakers", "save")
    before = write("masons", "pact masons, smiths", secret=True)
    write("smiths", f"{before} да", secret=True)
    write("bakers", "take back")
    agree("drapers")
    code = write("masons", "pact masons, brewers", secret=True)
    write("brewers", f"{code} да", secret=True)
    for seat in ("brewers", "masons", "smiths"):
        agree(seat)
    table = installation.table(1)
    assert table.match.state.coins["bakers"] == 5
    assert table.match.state.allies["masons"] == []
    write("drapers", "status")
    write("drapers", "history")
    write("bakers", "save")
    return {
        seat: [plain(mail) for mail in installation.received[f"{seat}@players.test"]] for seat in ("bakers", "drapers")
    }


@pytest.mark.store("sqlite")
def test_orders_are_taken_back_as_if_there_were_no_secret_agreement(
    installation: Any, installation_of: Callable[[Settings], Any], settings: Settings, tmp_path: Any
) -> None:
    silent = settings.model_copy(update={"database": f"sqlite:///{tmp_path}/silent.db", "data_directory": tmp_path})
    told, untold = taken_back(installation, treaty=True), taken_back(installation_of(silent), treaty=False)
    assert told == untold


@pytest.mark.store("sqlite")
def test_a_treaty_after_a_counter_offer_and_nobody_else_has_a_sign_of_it(
    installation: Any, installation_of: Callable[[Settings], Any], settings: Settings, tmp_path: Any
) -> None:
    silent = settings.model_copy(update={"database": f"sqlite:///{tmp_path}/silent.db", "data_directory": tmp_path})
    told, untold = blind(installation, treaty=True), blind(installation_of(silent), treaty=False)
    for seat, got in told.items():
        assert got == untold[seat]
        for mail in got[1:]:  # the first lists the words that always work, "offers" among them, as does the foot of all
            assert not re.search(r"\bA\d|offer(?!s,)|предложени(?!я,)|pact|союз ", mail)
