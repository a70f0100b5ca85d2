"""Here I Stand by mail: six powers, a treaty that comes out when it is announced, an impulse that is let pass."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.here_i_stand.facts import CARD, POWER
from adjudicator.games.here_i_stand.names import names
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.diplomacy.announcements import negotiation
from adjudicator.games.here_i_stand.rules.impulses import impulse
from adjudicator.settings import Settings
from tests.games.here_i_stand.table import hand, state_of, table
from tests.service.beginnings import beginning
from tests.service.conftest import START, words_of
from tests.service.test_offers import plain

pytestmark = pytest.mark.store("sqlite")

SEATS = dict(zip(POWER.ids, ("en", "ru") * 3, strict=True))
HELD = {
    "ottoman": ("war_in_persia",),
    "hapsburg": ("ransom", "tercios"),
    "england": ("gout",),
    "france": ("foul_weather",),
    "papacy": ("fuggers",),
    "protestant": ("the_wartburg",),
}
OPEN = ("ransom", "gout")
"""What the Hapsburgs play, and a card that standing orders are named after."""
END = {"en": "end negotiations", "ru": "переговоры окончены"}
PASS = {"en": "let the impulse pass", "ru": "пропустить весь импульс"}
TREATY = {"en": "deal of hapsburgs and france: peace", "ru": "договор габсбургов и франции: мир"}


def talking() -> Match:
    """Everybody negotiates; then the Hapsburgs have their impulse."""
    held = [hand(power, *cards) for power, cards in HELD.items()]
    return table(*held, state_of(turn=2), frames=[negotiation(), impulse("hapsburg")])


@pytest.fixture
@beginning
def campaign(installation: Any) -> int:
    made: int = installation.create("here-i-stand", SEATS, document=talking().document(), mail_format="text")
    return made


def counts(installation: Any) -> dict[str, int]:
    """How many mails each power has got."""
    return {seat: len(installation.received[f"{seat}@players.test"]) for seat in SEATS}


def end_negotiations(installation: Any) -> None:
    for seat, code in SEATS.items():
        installation.write(seat, END[code])


def test_a_treaty_is_announced_to_all_and_an_impulse_is_let_pass_once(installation: Any, campaign: int) -> None:
    before = counts(installation)
    assert "“offers”" in words_of(installation.newest("ottoman"))
    installation.write("hapsburg", "договор между Габсбургами, Францией мир")
    offered = re.search(r"(A\d+) да", words_of(installation.newest("france")))
    assert offered
    installation.write("france", f"{offered[1]} да")
    after = counts(installation)
    assert {seat for seat in SEATS if after[seat] > before[seat]} == {"hapsburg", "france"}
    end_negotiations(installation)
    assert not rules.at_war(installation.table(campaign).match.state, "hapsburg", "france")
    installation.write("hapsburg", "сыграть за очки Выкуп", "поход из Вальядолида в Бильбао регулярных 2")
    others = installation.table(campaign).match.pending_seats
    assert others == tuple(seat for seat in SEATS if seat != "hapsburg")
    for seat in others:
        told = [words_of(mail) for mail in installation.received[f"{seat}@players.test"][before[seat] :]]
        assert TREATY[SEATS[seat]] in " ".join(told).lower(), "news come with the next question"
        installation.write(seat, PASS[SEATS[seat]])
    installation.write("hapsburg", "поход из Вальядолида в Бильбао регулярных 1")
    assert installation.table(campaign).match.pending_seats == ("hapsburg",)
    installation.write("hapsburg", "конец импульса")
    assert installation.table(campaign).match.pending_seats == ("england",)
    for seat, code in SEATS.items():
        told = [words_of(mail) for mail in installation.received[f"{seat}@players.test"]]
        hidden = [card for other, cards in HELD.items() for card in cards if other != seat and card not in OPEN]
        assert not [card for card in hidden if names(code).name(CARD, card) in " ".join(told)], seat


@pytest.mark.parametrize(
    ("other", "line"), [("france", "да"), ("france", "Согласен."), ("england", "Yes"), ("england", "I sign")]
)
def test_a_deal_is_signed_in_a_word(installation: Any, campaign: int, other: str, line: str) -> None:
    with_whom = {"france": "Францией мир", "england": "Англией союз"}[other]
    installation.write("hapsburg", f"договор между Габсбургами, {with_whom}")
    installation.write(other, {"en": "status", "ru": "статус"}[SEATS[other]])
    (answer,) = installation.write(other, line)
    pacts = installation.table(campaign).match.state.pacts
    assert pacts["hapsburg"], words_of(answer)


def test_of_two_deals_it_is_asked_which(installation: Any, campaign: int) -> None:
    installation.write("hapsburg", "договор между Габсбургами, Францией мир")
    installation.write("ottoman", "deal between Ottomans, France alliance")
    installation.write("france", "статус")
    (answer,) = installation.write("france", "да")
    assert not any(installation.table(campaign).match.state.pacts.values())
    codes = re.findall(r"(A\d+) да (договор [^;.]*)", words_of(answer))
    assert {"габсбург", "осман"} == {who for _, deal in codes for who in ("габсбург", "осман") if who in deal.lower()}
    installation.write("france", f"{codes[0][0]} да")
    assert any(installation.table(campaign).match.state.pacts.values())


def whispered(installation: Any, *, secret: bool) -> dict[str, list[str]]:
    """What those get who are no party to offers of others, in a world where these are made and in one without.

    Of the two deals that are signed neither holds, so that nothing of them is announced.
    """
    made = installation.create("here-i-stand", SEATS, document=talking().document(), mail_format="text")
    moment = START + timedelta(hours=1)

    def write(seat: str, line: str, *, hidden: bool = False) -> str:
        """At a moment that is the same in both worlds; what is hidden is not written in the second."""
        nonlocal moment
        moment += timedelta(minutes=10)
        installation.clock.time = moment
        if hidden and not secret:
            return ""
        answer, *_ = installation.write(seat, line)
        found = re.search(r"\b(A\d+)\b", words_of(answer))
        return found[1] if found else ""

    offers = {"en": "offers", "ru": "предложения"}
    first = write("ottoman", "deal between Ottomans, France alliance", hidden=True)
    peace = "договор между Габсбургами, Францией мир только с договором Англии, Папства"
    second = write("hapsburg", peace, hidden=True)
    write("papacy", offers["en"])
    write("france", f"{first} нет", hidden=True)
    write("france", f"{second} да", hidden=True)
    own = write("papacy", "deal between Papacy, Protestants cards 1 from Papacy")
    third = write("england", "deal between England, Ottomans alliance only with a deal of Papacy, France", hidden=True)
    write("protestant", f"{own} нет")
    write("ottoman", f"{third} yes", hidden=True)
    signed = {seat for seat, pacts in installation.table(made).match.state.pacts.items() if pacts}
    assert signed == ({"ottoman", "hapsburg", "england", "france"} if secret else set())
    for seat in ("papacy", "protestant"):
        write(seat, {"en": "status", "ru": "статус"}[SEATS[seat]])
        write(seat, {"en": "history", "ru": "история"}[SEATS[seat]])
    for seat, code in SEATS.items():
        write(seat, END[code])
    write("hapsburg", "сыграть за очки Выкуп")
    write("papacy", offers["en"])
    return {
        seat: [plain(mail) for mail in installation.received[f"{seat}@players.test"]]
        for seat in ("papacy", "protestant")
    }


@pytest.mark.slow
def test_nobody_learns_number_time_or_parties_of_offers_of_others(
    installation: Any, installation_of: Callable[[Settings], Any], settings: Settings, tmp_path: Any
) -> None:
    silent = settings.model_copy(update={"database": f"sqlite:///{tmp_path}/silent.db", "data_directory": tmp_path})
    told, untold = whispered(installation, secret=True), whispered(installation_of(silent), secret=False)
    assert told == untold
    assert all(len(mails) > 4 for mails in told.values())
