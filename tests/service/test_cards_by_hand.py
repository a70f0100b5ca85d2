"""Europa Universalis with a pack whose events nobody has entered: play stops, and goes on by the moderator's hand."""

from __future__ import annotations

import pytest

from adjudicator import MODERATOR
from adjudicator.games.europa_universalis.facts import AREA
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.events import TakeEvent
from adjudicator.service.play.offers import words_at
from adjudicator.service.timing.policy import TimingPolicy
from tests.service.conftest import Installation, Read

pytestmark = pytest.mark.store("sqlite")
SEATS = {"france": "ru", "castile": "en", "england": "en", "moderator": "en"}
WORDS = {"en": "A ruin is placed in an area of choice.", "ru": "В области на выбор появляются руины."}


def to_first_turn(installation: Installation) -> int:
    """A campaign with that pack, in its first turn: who begins is to take an event."""
    pack = GAME.content_form.write(GAME.content)
    for event in pack["events"].values():
        event["manual"] = WORDS
        event["symbols"], event["effects"] = [], [{"op": "gain_prestige", "n": 1}]
    timing = TimingPolicy(news_minutes=0)
    made = installation.create_plainly(GAME.id, SEATS, pack=pack, timing=timing)
    while (match := installation.table(made).match).decisions()[0].kind != "turn":
        seat = match.pending_seats[0]
        answer = match.default(seat)
        assert answer is not None
        installation.order(made, seat, answer)
    installation.deliver()
    return made


def test_a_card_that_nobody_has_entered_is_carried_out_by_hand_r16_02(installation: Installation, said: Read) -> None:
    made = to_first_turn(installation)
    match = installation.table(made).match
    (seat,) = match.pending_seats
    events = (option for option in match.options(seat) if isinstance(option, TakeEvent))
    event = next(each for each in events if not GAME.content.events[each.event].realm)
    ducats = {each: match.state.led[each].ducats for each in SEATS if each != MODERATOR}
    more = {"en": "more", "ru": "ещё"}[SEATS[seat]]
    (taken,) = installation.write(seat, words_at(match).say(event, SEATS[seat]), more)
    assert "Ждём ведущего" in said(taken)

    asked = said(installation.newest(MODERATOR))
    name = GAME.content.events[event.event].name["en"]
    assert f"“{name.upper()}” OF FRANCE HAS TO BE CARRIED OUT BY HAND" in asked
    assert WORDS["en"] in asked
    assert "nothing" in asked

    lines = (
        "prestige France +2",
        "Castile ducats -4",
        "rebels Normandy 2",
        "unrest +London",
        "France army 1 cavalry +1",
    )
    (answer,) = installation.write(MODERATOR, *lines)
    assert "3 not understood rebels Normandy" in said(answer)
    assert installation.table(made).match.state.led["castile"].ducats == ducats["castile"]
    lines = ("prestige France +2", "Castile ducats -4", "rebels Aquitaine 2", "Франция армия 1 регулярные кавалерия +1")
    installation.write(MODERATOR, *lines)

    match = installation.table(made).match
    state = match.state
    assert (match.pending_seats, match.decisions()[0].kind) == ((seat,), "turn")
    assert (state.led["france"].prestige, state.led["castile"].ducats) == (2 + 1, ducats["castile"] - 4)
    assert dict(zip(AREA.ids, state.rebels, strict=True))["aquitaine"] == 2
    assert "ведущий исполнил" in said(installation.newest(seat))
    assert WORDS["ru"] in said(installation.newest(seat))

    done = match.default(seat)
    assert done is not None
    installation.write(seat, words_at(match).say(done, SEATS[seat]))
    told = said(installation.newest("castile"))
    changes = f"France prestige 2, France army, Castile ducats {ducats['castile'] - 4}, rebels Aquitaine 2"
    assert f"The moderator has carried out “{name}”: {changes}" in told
    assert WORDS["en"] in told
