"""A declared war with calls to arms and a battle by mail: how many mails have to be answered, and what they offer."""

from __future__ import annotations

from email.message import EmailMessage
from html import unescape
from re import findall
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from adjudicator.games.europa_universalis.facts import REALM
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.field import army
from tests.games.europa_universalis.table import hand, has, table
from tests.service.conftest import text_of

pytestmark = pytest.mark.store("sqlite")
SEATS = ("england", "france", "castile", "austria")
MOST_ASKED, MOST_AHEAD = 5, 2
"""Mails that have to be answered after the declaration, over all seats: by what mails offer, with standing orders."""


def _allied(state: State) -> None:
    for one, other in (("castile", "england"), ("england", "castile")):
        state.allied[one] |= 1 << REALM.index[other]


def _war(installation: Any, code: str, *, allied: bool = True) -> int:
    """France is on move, beside a Castilian army; Castile has an ally, and both sides have battle actions."""
    position = table(
        hand("france", "mil_15", "mil_16", "mil_1"),
        hand("england", "mil_17"),
        hand("castile", "mil_18", "mil_19"),
        army("france", "aquitaine", 2, infantry=3, cavalry=2),
        army("castile", "aragon", 1, infantry=3, cavalry=1),
        has("castile", available=6),
        has("france", available=6),
        *([_allied] if allied else []),
    )
    made: int = installation.create("europa-universalis", dict.fromkeys(SEATS, code), document=position.document())
    return made


def _ready(mail: EmailMessage) -> list[str]:
    """The lines that the first whole answer of a mail sends with a tap; none: it offers none."""
    page = mail.get_body(("html",))
    assert page is not None
    links = findall(r'<a class="row" href="(mailto:[^"]+)"', str(page.get_content()))
    sent = [parse_qs(urlsplit(unescape(link)).query)["body"][0].splitlines() for link in links]
    return next((lines for lines in sent if lines[0]), [])  # an option leaves a line for what is written before it


def _fought(installation: Any, made: int, said: dict[str, str]) -> list[tuple[str, str, list[str]]]:
    """What was asked until the battle was over, with the answers: what a mail offers first, else what is said here."""
    answered = []
    while (decision := installation.table(made).match.decisions()[0]).kind != "turn":
        seat, kind = decision.waiting[0], decision.kind
        lines = _ready(installation.newest(seat)) or [said[kind]]
        assert len(answered) < 30, answered
        answered.append((seat, kind, lines))
        installation.write(seat, *lines)
    return answered


def test_a_war_with_a_battle_asks_for_five_answers_at_most(installation: Any) -> None:
    made = _war(installation, "en")
    installation.write("france", "declare war on Castile")
    called = {"calls_to_arms": "call to arms Provence", "defensive_calls": "call to arms England"}
    answered = _fought(installation, made, called | {"defensive_call": "accept call"})
    assert [(seat, kind) for seat, kind, _ in answered] == [
        ("france", "calls_to_arms"),
        ("castile", "defensive_calls"),
        ("england", "defensive_call"),
        ("france", "given_action"),
        ("castile", "step_ahead"),
    ]
    assert len(answered) <= MOST_ASKED
    state = installation.table(made).match.state
    assert not state.battles
    assert state.war[REALM.index["france"]] >> REALM.index["england"] & 1
    assert sum(state.led[seat].exhausted for seat in ("france", "castile")) > 0, "a battle was fought"


def test_standing_orders_leave_two_answers_of_a_war(installation: Any) -> None:
    made = _war(installation, "ru")
    installation.write("castile", "постоянно призывы: призвать Англию", "заранее бой: без боевого действия; держаться")
    installation.write("castile", "постоянно реакция: ждать нападения", "постоянно потери: потерять пехоту армии 1")
    installation.write("england", "постоянно призыв к обороне: принять призыв")
    installation.write("france", "объявить войну Кастилии")
    answered = _fought(installation, made, {"calls_to_arms": "призвать Прованс"})
    assert [(seat, kind) for seat, kind, _ in answered] == [("france", "calls_to_arms"), ("france", "given_action")]
    assert len(answered) <= MOST_AHEAD


def test_who_is_attacked_hears_of_it_at_once(installation: Any) -> None:
    """Castile, without an ally to call, is asked nothing when war is declared; Austria is no part of it."""
    made = _war(installation, "en", allied=False)
    before = {seat: len(installation.received[f"{seat}@players.test"]) for seat in SEATS}
    installation.write("france", "declare war on Castile; call to arms Provence")
    assert installation.table(made).match.decisions()[0].waiting == ("france",)
    installation.clock.forward(minutes=1)
    installation.deliver()
    new = {seat: len(installation.received[f"{seat}@players.test"]) - n for seat, n in before.items()}
    assert new == {"england": 0, "france": 1, "castile": 1, "austria": 0}
    told = installation.newest("castile")
    assert "France declared war on Castile" in text_of(told)
    assert "war" in str(told["Subject"])


def test_orders_for_a_battle_end_with_it(installation: Any) -> None:
    made = _war(installation, "en")
    installation.write("castile", "standing calls: call to arms England", "standing defensive call: accept call")
    installation.write("england", "standing defensive call: accept call")
    installation.write("france", "declare war on Castile")
    while installation.table(made).match.decisions()[0].kind != "turn":
        seat = installation.table(made).match.decisions()[0].waiting[0]
        installation.write(seat, *(_ready(installation.newest(seat)) or ["call nobody"]))
    installation.write("castile", "standing")
    listed = text_of(installation.newest("castile"))
    assert "call to arms England" in listed
    assert "battle:" not in listed.partition("Write")[0]
