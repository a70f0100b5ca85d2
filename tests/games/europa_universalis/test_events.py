"""The action of an event (R4.01, §5.1), and the event that nobody took (§16.4)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from adjudicator import Match
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import NONE
from adjudicator.games.europa_universalis.rules.acting import turn
from adjudicator.games.europa_universalis.rules.events import (
    Crown,
    EventLeft,
    EventTaken,
    KeepRuler,
    TakeEvent,
    offered_ruler,
)
from adjudicator.games.europa_universalis.rules.operations import TakeOption
from adjudicator.games.europa_universalis.rules.rounds import set_up
from adjudicator.games.europa_universalis.slots import CHARACTER, EVENT
from adjudicator.games.europa_universalis.state import DisplayedEvent, State
from adjudicator.games.europa_universalis.words import REPORT, effects
from adjudicator.language import language
from adjudicator.reports.wording.game import Asked
from tests.games.europa_universalis.cards import Arrange, answer, asked, card, play_on, refused, table


def shown(*ids: str, down: int = 0, ducats: int = 0) -> Arrange:
    def arrange(state: State) -> None:
        state.events.shown = [DisplayedEvent(EVENT.index[each], ducats) for each in ids]
        rest = [each for each in default().events if each not in ids]
        state.events.first = sorted(map(EVENT.index.__getitem__, rest))
        state.events.down = down

    return arrange


def taken(*seats: str) -> Arrange:
    def arrange(state: State) -> None:
        for seat in seats:
            state.led[seat].status.events = 1

    return arrange


def taking(*arrange: Arrange, seat: str = "france", players: int = 6) -> Match:
    return table(*arrange, frames=[turn(seat)], active=seat, players=players)


def has(match: Match, seat: str) -> tuple[Any, ...]:
    own = match.state.led[seat]
    return own.ducats, own.prestige, list(own.power)


@pytest.mark.example("ex_5_1_event_wars_of_the_roses")
def test_an_event_of_england_taken_by_france() -> None:
    """The rulebook's example (§5.1): two ducats on each other open event, the text for both, option B, England chooses
    its king, another event is turned up. The figures are those of our own event of the two houses.
    """
    match = taking(shown("eng_roses", "bad_harvest", "bright_star", down=1, ducats=2))
    told = answer(match, ("france", TakeEvent("eng_roses")))
    assert next(each for each in told if isinstance(each, EventTaken)) == EventTaken("france", "eng_roses", 2)
    assert [each.ducats for each in match.state.events.shown] == [4, 4]
    assert asked(match) == ("province_for", ("england",)), "England chooses where its unrest is"
    for _ in range(3):
        match.apply("england", next(iter(match.options("england"))))
    assert match.state.unrest.bit_count() == 3
    assert asked(match) == ("card_option", ("france",))
    answer(match, ("france", TakeOption(2)))
    assert has(match, "france") == (17, 0, [3, 5, 3])
    assert match.state.led["england"].prestige == -2
    assert asked(match) == ("event_ruler", ("england",))
    answer(match, ("england", Crown()))
    assert match.state.led["england"].ruler == CHARACTER.index["eng_roses"]
    assert len(match.state.events.shown) == 3
    assert match.state.events.down == 0


def test_the_question_about_a_ruler_by_event_names_them_with_their_skills_and_price() -> None:
    rose = "/".join(map(str, default().characters["eng_roses"].skill))
    for cost, price in ((0, ""), (2, ", 2 adm")):
        match = table(frames=[offered_ruler("england", "eng_roses", cost)])
        asked = Asked(1, match.decisions()[0], ())
        note = REPORT.question(asked, match.view(("england",)), "england", language("en")).note
        assert note.endswith(f" {rose}{price}; whoever rules now leaves.")
        assert note[0].isupper()


def test_whom_alone_an_effect_is_for_stands_before_it() -> None:
    to = REPORT.speech(language("en"))
    said = effects.of_event(default().events["fra_ordonnance"], to)
    assert said == "France: manpower +1; France: claims +1 (Aquitaine)"


def test_a_choice_says_first_whom_it_is_for_and_where_it_ends_r16_02() -> None:
    lines = {
        "bright_star": (
            "milestones are replaced; everybody: either stability -1 or ducats -4",
            "цели заменяются; все: на выбор стабильность -1 или дукаты -4",
        ),
        "princes_restless": (
            "the emperor: either imperial authority -1 or administrative power -3",
            "император: на выбор имперский авторитет -1 или административная власть -3",
        ),
        "unpaid_regiments": (
            "everybody, if at war: either ducats -5 or units -2; military power +2",
            "все, если в войне: на выбор дукаты -5 или отряды -2; военная власть +2",
        ),
        "contested_border": (
            "either [units -2; claims +1 (next to the realm)] or [influence +2 (next to the realm); prestige -1]",
            "на выбор [отряды -2; претензии +1 (рядом с королевством)]"
            " или [влияние +2 (рядом с королевством); престиж -1]",
        ),
        "eng_tea_in_the_harbour": (
            "England: either [prestige -2; ducats +8] or [ducats -4; colonists +2; prestige +1]; ducats +3",
            "Англия: на выбор [престиж -2; дукаты +8] или [дукаты -4; колонисты +2; престиж +1]; дукаты +3",
        ),
    }
    for event, told in lines.items():
        face = default().events[event]
        assert tuple(effects.of_event(face, REPORT.speech(language(code))) for code in ("en", "ru")) == told


def test_its_own_realms_ruler_must_be_taken() -> None:
    match = taking(shown("fra_ordonnance", "bad_harvest"))
    answer(match, ("france", TakeEvent("fra_ordonnance")))
    own = match.state.led["france"]
    assert own.ruler == CHARACTER.index["fra_ordonnance"]
    assert own.bonus_manpower == 1


def test_a_historical_ruler_may_begin_ill_r7_02() -> None:
    """So its card is printed; the second token would kill him."""
    pack = {"characters": to_builtins(default().characters)}
    pack["characters"]["fra_ordonnance"]["ill"] = True
    open_ = shown("fra_ordonnance", "bad_harvest")
    match = table(open_, frames=[turn("france")], active="france", pack=pack)
    answer(match, ("france", TakeEvent("fra_ordonnance")))
    ruler = match.state.led["france"].ruler
    assert ruler == CHARACTER.index["fra_ordonnance"]
    assert match.state.ill >> ruler & 1


def test_an_event_may_let_a_realm_renounce_both_rulers_r16_03() -> None:
    """Once the event is over; who wants none of it has the new one."""
    for option, ruler in ((1, NONE), (2, CHARACTER.index["cas_crown_given_away"])):
        pack = card(
            "cas_crown_given_away", {"op": "choice", "who": "castile", "options": [[{"op": "discard_ruler"}], []]}
        )
        open_ = shown("cas_crown_given_away", "bad_harvest")
        match = table(open_, frames=[turn("castile")], active="castile", pack=pack)
        before = match.state.led["castile"].ruler
        answer(match, ("castile", TakeEvent("cas_crown_given_away")))
        assert match.state.led["castile"].ruler == before
        answer(match, ("castile", TakeOption(option)))
        assert match.state.led["castile"].ruler == ruler


def test_another_may_keep_its_ruler() -> None:
    match = taking(shown("ven_terraferma", "bad_harvest"))
    before = match.state.led["venice"].ruler
    answer(match, ("france", TakeEvent("ven_terraferma")))
    play_to(match, "event_ruler")
    answer(match, ("venice", KeepRuler()))
    assert match.state.led["venice"].ruler == before


def play_to(match: Match, kind: str) -> None:
    while asked(match)[0] != kind:
        seat = asked(match)[1][0]
        match.apply(seat, next(iter(match.options(seat))))


def test_an_event_that_is_not_open_cannot_be_taken() -> None:
    match = taking(shown("bad_harvest"))
    refusal = refused(match, "france", TakeEvent("corsairs"))
    assert (refusal.code, refusal.nearest) == ("not_face_up", (TakeEvent("bad_harvest"),))


def test_one_event_a_round_r3_21() -> None:
    match = taking(shown("bad_harvest", "corsairs", "bright_star"), taken("france"))
    assert refused(match, "france", TakeEvent("corsairs")).code == "event_taken"


@pytest.mark.parametrize(("adm", "answered"), [(2, True), (1, False)])
def test_the_symbols_of_the_event_that_nobody_took_and_its_ruler_for_2_adm_r16_02(adm: int, answered: bool) -> None:
    """Its text is not applied, and nothing of it is chosen; the last taker ends it."""
    others = ("castile", "england", "austria", "burgundy", "venice")

    def poor(state: State) -> None:
        state.led["venice"].power = [adm, 3, 3]

    match = taking(shown("guild_strike", "ven_arsenal", down=0), taken(*others), poor)
    told = answer(match, ("france", TakeEvent("guild_strike")))
    play_to(match, "event_ruler" if answered else "turn")
    if answered:
        answer(match, ("venice", Crown()))
        assert match.state.led["venice"].ruler == CHARACTER.index["ven_arsenal"]
        assert match.state.led["venice"].power == [0, 3, 3]
    assert match.state.led["venice"].fleet.galleys == 2, "no galleys: its text does not count"
    assert match.state.events.shown == []
    assert EVENT.index["ven_arsenal"] in match.state.events.gone
    assert told


def test_before_the_last_taker_nothing_is_left() -> None:
    match = taking(shown("guild_strike", "ven_arsenal"), taken("castile", "england", "austria", "burgundy"))
    told: list[Any] = answer(match, ("france", TakeEvent("guild_strike")))
    play_to(match, "turn")
    assert not any(isinstance(each, EventLeft) for each in told)
    assert [EVENT.ids[each.event] for each in match.state.events.shown] == ["ven_arsenal"]


def test_mortality_strikes_before_the_symbols() -> None:
    """France's king has the circle: he falls ill by the bad harvest."""
    match = taking(shown("bad_harvest", "corsairs"))
    answer(match, ("france", TakeEvent("bad_harvest")))
    play_to(match, "turn")
    assert match.state.ill >> CHARACTER.index["france"] & 1


def test_every_event_of_the_pack_is_taken_to_its_end() -> None:
    """By each seat, answered with the first offer; in games of three and of six."""
    seats: dict[int, tuple[str, ...]] = {3: ("england", "france", "castile"), 6: ("burgundy", "austria", "venice")}
    for players, active in seats.items():
        for number, id in enumerate(default().events):
            seat = active[number % 3]
            frames = [*TakeEvent(id).apply(opened(players, seat, id)._play, seat)]
            match = table(shown(id, "bad_harvest", "corsairs"), frames=frames, active=seat, players=players)
            play_on(match)


def opened(players: int, seat: str, id: str) -> Match:
    return table(shown(id, "bad_harvest", "corsairs"), frames=[], active=seat, players=players)


def test_events_of_either_half_fill_it_as_the_pack_has_them_or_by_lot_r20_03() -> None:
    names = ("noble_privileges", "guild_strike", "condottieri", "naples_divided", "new_learning", "movable_type")
    pack = {f"events.{each}.half": 0 for each in names}

    def first(seed: bytes, *, by_lot: bool) -> set[str]:
        options = {"random_x_events": by_lot}
        state = table(frames=[set_up()], pack=pack, options=options, seed=seed).state
        shown = [each.event for each in state.events.shown]
        return {EVENT.ids[each] for each in [*state.events.first, *shown]} & set(names)

    fixed, drawn = ([first(seed, by_lot=by_lot) for seed in (b"one", b"two", b"three")] for by_lot in (False, True))
    assert len({frozenset(each) for each in fixed}) == 1
    assert len({frozenset(each) for each in drawn}) > 1
    assert {len(each) for each in (*fixed, *drawn)} == {len(fixed[0])}
