"""Every refusal has its sentence with its figures, in both languages, without ids and foreign words."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.game import CHAPTERS
from adjudicator.games.imperial_struggle.rules.events.choosing import ARGUMENTS
from adjudicator.games.imperial_struggle.rules.ministries.use import BY_ITSELF
from adjudicator.games.imperial_struggle.words import REPORT
from adjudicator.games.imperial_struggle.words.book import REFUSALS
from adjudicator.games.imperial_struggle.words.speech import speech
from adjudicator.kernel.codes import codes_in
from adjudicator.language import language

ALTERNATIVES = sorted({op.option for two in FACTS.event_versions for v in two for op in (*v.effect, *v.bonus)} - {""})


CODES = {code.name: (code.rule, tuple(code.facts)) for code in codes_in(*CHAPTERS)}

SEVERAL = {
    **dict.fromkeys(
        ("spaces", "connects", "conflicts", "isolated", "new", "targets", "lines", "allowed"), ("caicos", "antigua")
    ),
    "commodities": ("furs", "fish"),
    "rules": ("caribbean_only", "no_prestige"),
    "options": ("diplomatic", "economic"),
    "arguments": ("conflicts", "pay"),
    **dict.fromkeys(("cards", "hand"), (3, 4)),
    **dict.fromkeys(("ministries", "eligible", "face_down"), ("m1", "m2")),
    "tiles": ("inv_d4_m2",),
}
SAMPLE: dict[str, object] = {
    **{name: list(values) for name, values in SEVERAL.items()},
    "space": "savoy",
    "ministry": "m4",
    "advantage": "rum",
    "region": "caribbean",
    "owner": "britain",
    "era": "empire",
    "what": "play_event",
    "tile": "inv_e4_d2",
    "kind": "major",
    "other": "minor",
    "major": "economic",
    "minor": "diplomatic",
    "to": "economic",
    "converted_to": "diplomatic",
    "conquered": "gibraltar",
    "commodity": "furs",
    "theater": "wss_spain",
    "how": "scoring",
    "condition": "more_of",
    "wanted": "scotland_prestige ireland_prestige",
    "keyword": "style",
    "card": 7,
    "asked_card": 9,
    "part": "bonus",
    "asked_part": "effect",
    "argument": "conflicts",
    "option": "shift",
    "result": "flag",
}
FIGURES = {
    name: 11 + at
    for at, name in enumerate(
        sorted({name for _, names in CODES.values() for name in names} - {*SAMPLE, "type", "wanted", "drawn"})
    )
}


OWN: dict[str, dict[str, object]] = {
    "outside_theater": {"theater": "wss_spain"},
    **{
        code: {"theater": 41}
        for code in (
            "theater_full",
            "no_need_to_move",
            "no_room_to_move",
            "no_such_theater",
            "tile_not_there",
            "theater_bound",
        )
    },
    "swap_needs_two": {"theater": 41},
    "no_such_effect": {"tile": "basic_unflag", "tiles": ["bonus_wss_fr_vendome"]},
    **{code: {"tile": "basic_unflag"} for code in ("no_effect_there", "effect_not_optional")},
    "not_the_tiles_drawn": {"given": ["basic_plus2"], "drawn": ["basic_debt", "basic_plus1"]},
    "event_target": {"given": "rum caicos", "targets": ["fruit caicos", 3, "debt", "navy_box", "basic_debt"]},
    "event_target_twice": {"given": ["caicos", "caicos"]},
    "event_without_bonus": {"has": -1},
    "wrong_space": {"wanted": "fort"},
    "advantage_argument": {"wanted": "squadron"},
    "ability_argument": {"wanted": "space result"},
}
"""Facts that mean something else where another code has them too."""


def sample_facts(code: str) -> dict[str, object]:
    """Facts of a code, every figure another one."""
    given: dict[str, object] = {}
    for name in CODES[code][1]:
        if code in OWN and name in OWN[code]:
            given[name] = OWN[code][name]
        elif name == "type" or (name == "wanted" and code != "event_without_bonus"):
            given[name] = "market" if code in ("wrong_space", "not_conquerable", "not_for_unflag") else "military"
        elif name == "missing" and code == "advantage_not_held":
            given[name] = ["puerto_rico"]
        elif name in ("tile", "drawn", "tiles") and code in ("not_that_tile", "tile_not_there"):
            given[name] = ["bonus_wss_fr_vendome"] if name == "tiles" else "bonus_wss_fr_berwick"
        else:
            given[name] = SAMPLE.get(name, FIGURES.get(name))
    return given


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("reason", sorted(CODES))
def test_every_refusal_has_its_sentence_with_its_figures(reason: str, code: str, office: Any) -> None:
    given = sample_facts(reason)
    text = REPORT.refusal(reason, CODES[reason][0], given, language(code))
    assert office.is_finished(text, code)
    named = REFUSALS.named(reason)
    assert all(str(value) in text for name, value in given.items() if isinstance(value, int) and name in named)


VARIANTS = (
    *(("ability_by_itself", {"how": how}) for how in sorted({*BY_ITSELF.values()})),
    *(("ability_argument", {"wanted": wanted}) for wanted in ("space", "space result", "card", "commodity", "")),
    *(
        ("event_without_bonus", {"condition": condition, "wanted": wanted, "has": has})
        for condition, wanted, has in (
            ("keyword", "style", ""),
            ("available_debt_lead", 3, 1),
            ("bonus_tiles_lead", 1, 0),
            ("advantage", "rum", ""),
            ("", "", ""),
        )
    ),
    ("reveal_without_keyword", {"keyword": ""}),
    ("event_option", {"options": []}),
    *(("event_option", {"options": [option]}) for option in ALTERNATIVES),
    ("event_argument", {"arguments": []}),
    *(("event_argument", {"argument": argument}) for argument in (*ARGUMENTS, "option")),
    ("event_count", {"least": 2, "most": 2}),
    ("no_shift_in_spain", {"result": "unflag"}),
    ("not_for_unflag", {"type": "political", "region": "europe"}),
)


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize(("reason", "given"), VARIANTS)
def test_refusals_that_look_closer_have_a_sentence_for_each_case(
    reason: str, given: dict[str, object], code: str, office: Any
) -> None:
    text = REPORT.refusal(reason, CODES[reason][0], {**sample_facts(reason), **given}, language(code))
    assert office.is_finished(text, code)


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("key", sorted(FACTS.restrictions))
def test_conditions_of_points_are_told(key: str, code: str, office: Any) -> None:
    assert office.is_finished(speech(language(code)).restriction(key), code)


def test_refusals_use_only_the_facts_of_their_code() -> None:
    assert REFUSALS.unsaid(codes_in(*CHAPTERS)) == []


def test_not_connected_says_which_own_markets_do_not_count() -> None:
    given = {
        "space": "caicos",
        "connects": ["antigua", "bahamas_run"],
        "conflicts": ["antigua"],
        "isolated": [],
        "new": [],
    }
    assert REPORT.refusal("not_connected", "5.4.1", given, language("en")) == (
        "Caicos is not connected to you; connected to it: Antigua, Bahamas Run; "
        "does not count, it has a conflict marker: Antigua"
    )


@pytest.mark.parametrize("code", ["en", "ru"])
def test_names_that_do_not_exist_are_repeated_as_they_were_written(code: str) -> None:
    assert "Atlantis" in REPORT.refusal("unknown_space", "3.2", {"space": "Atlantis"}, language(code))


def test_codes_of_the_kernel_are_not_answered_here() -> None:
    with pytest.raises(LookupError, match="not_your_turn"):
        REPORT.refusal("not_your_turn", "", {}, language("en"))
