"""Peace between players that one of them has answered ahead, in the words of the question."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.europa_universalis.facts import REALM
from adjudicator.games.europa_universalis.rules.peace import peace_resolution
from tests.games.europa_universalis.diplomats import occupied, war
from tests.games.europa_universalis.table import table as realms

pytestmark = pytest.mark.store("sqlite")
WHITE = {"en": "peace of France with Castile: white peace", "ru": "мир Франции с Кастилией: белый мир"}
PLAN, DONE = {"en": "plan:", "ru": "план:"}, {"en": "done", "ru": "исполнено"}
FIGHT = {"en": "fight on", "ru": "воевать дальше"}
CONDITION = {"en": ("if ducats < 1", "else"), "ru": ("если дукатов < 1", "иначе")}
STATUS_QUO = {"en": "peace of France with Castile: present state", "ru": "мир Франции с Кастилией: нынешнее положение"}


@pytest.fixture(params=["en", "ru"])
def at_war(installation: Any, request: Any) -> tuple[int, str]:
    """The phase of peace, in which France may negotiate with Castile, which holds towns of it."""
    match = realms(
        war("castile", "france"),
        occupied("castile", "lyon", "toulouse"),
        lambda state: setattr(state, "first", "france"),
        frames=[peace_resolution()],
    )
    made = installation.create(
        "europa-universalis", dict.fromkeys(match.header.seats, request.param), document=match.document()
    )
    return made, request.param


def is_peace(installation: Any, made: int) -> bool:
    war = installation.table(made).match.state.war
    return not war[REALM.index["castile"]] >> REALM.index["france"] & 1


def talks(installation: Any, code: str, terms: str) -> None:
    """France negotiates with Castile, and puts these terms on the table."""
    installation.write("france", {"en": "negotiate with Castile", "ru": "переговоры с Кастилией"}[code])
    installation.write("france", terms)


def test_terms_that_a_plan_names_are_signed_when_they_lie_on_the_table(
    installation: Any, at_war: tuple[int, str]
) -> None:
    made, code = at_war
    installation.write("castile", f"{PLAN[code]} {WHITE[code]}")
    talks(installation, code, WHITE[code])
    assert is_peace(installation, made)
    assert DONE[code] in str(installation.newest("castile")["Subject"])


def test_a_plan_signs_no_other_terms_and_offers_its_own(installation: Any, at_war: tuple[int, str]) -> None:
    made, code = at_war
    installation.write("castile", f"{PLAN[code]} {WHITE[code]}")
    talks(installation, code, STATUS_QUO[code])
    asked = installation.table(made).match.question("france")
    assert not is_peace(installation, made)
    assert (asked.kind, asked.waiting, asked.on_table.term) == ("treaty", ("france",), "white")


def test_a_condition_is_judged_when_the_terms_lie_there(installation: Any, at_war: tuple[int, str]) -> None:
    made, code = at_war
    poor, other = CONDITION[code]
    installation.write("castile", f"{PLAN[code]} {poor}: {WHITE[code]}; {other}: {STATUS_QUO[code]}")
    talks(installation, code, STATUS_QUO[code])
    assert is_peace(installation, made), "it has more ducats than that"


def test_who_would_rather_fight_says_so_before_the_phase(installation: Any, at_war: tuple[int, str]) -> None:
    made, code = at_war
    installation.write("castile", f"{PLAN[code]} {FIGHT[code]}")
    installation.write("france", FIGHT[code])
    assert installation.table(made).match.question("castile") is None, "it is asked nothing of peace"
    assert not is_peace(installation, made)
