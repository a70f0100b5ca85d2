"""The end of the game, names and orders in words; nothing that is declared is without words."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.components import NAVY_BOX
from adjudicator.games.imperial_struggle.fact_types import SPACE, WAR_TILE
from adjudicator.games.imperial_struggle.game import CHAPTERS
from adjudicator.games.imperial_struggle.names import names
from adjudicator.games.imperial_struggle.phrases import PHRASES
from adjudicator.games.imperial_struggle.rules.forts import SeizeFort
from adjudicator.games.imperial_struggle.rules.military import (
    RemoveConflict,
)
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket, ShiftPolitical
from adjudicator.games.imperial_struggle.rules.squadrons import DeploySquadron
from adjudicator.games.imperial_struggle.rules.war.conquest import (
    AnswerConquest,
)
from adjudicator.games.imperial_struggle.state import How
from adjudicator.games.imperial_struggle.words import REPORT
from adjudicator.games.imperial_struggle.words.book import ASKINGS, TELLINGS
from adjudicator.games.imperial_struggle.words.speech import speech
from adjudicator.games.imperial_struggle.words.turns import ending
from adjudicator.kernel.actions import Action
from adjudicator.kernel.chapters import questions
from adjudicator.kernel.events import Corrected, WindowClosed
from adjudicator.kernel.result import Result
from adjudicator.language import language


def test_the_end_says_who_has_won_and_where_the_track_stands() -> None:
    result = Result(("france",), "final_vp", {"france": 2, "britain": -2})
    assert REPORT.over(result, "britain", language("en")) == (
        "France wins after the final scoring. The track stands at 17."
    )
    assert "Побеждает Франция" in REPORT.over(result, (), language("ru"))


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("how", [how for how in get_args(How) if how])
@pytest.mark.parametrize("winner", ["france", ""])
def test_every_end_is_told(how: str, winner: str, code: str, office: Any) -> None:
    assert office.is_finished(ending(how, winner, 15 if not winner else 20, speech(language(code))), code)


@pytest.mark.parametrize("code", ["en", "ru"])
def test_every_war_tile_and_ministry_is_named(code: str) -> None:
    to = speech(language(code))
    texts = [to.war_tile(tile.id) for tile in WAR_TILE] + [to.ministry(f"m{n}") for n in range(1, 27)]
    assert all(text and "_" not in text for text in texts)


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (ShiftPolitical("savoy", "flag"), "флаг на Савойю"),
        (ShiftMarket("martinique", "unflag"), "снять флаг с Мартиники"),
        (DeploySquadron(NAVY_BOX, "hooghly_river"), "развернуть эскадру из Поля Флота в Реку Хугли"),
        (RemoveConflict("georgia"), "убрать конфликт с Джорджии"),
        (AnswerConquest("louisiana", refuse=False), "отдать Луизиану"),
        (SeizeFort("vandavasi"), "захватить форт Вандаваси"),
    ],
)
def test_russian_orders_name_spaces_in_the_case_that_the_verb_asks_for(action: Action, line: str) -> None:
    assert PHRASES.say(action, "ru") == line
    assert PHRASES.parse(line, "ru") == action


def test_every_case_form_is_read_back() -> None:
    """Whatever is printed of a space in any case names this space alone."""
    called = names("ru")
    forms = [(id, form) for id in SPACE.ids for _, form in called.cases(SPACE, id, ("accusative", "genitive"))]
    assert len(forms) > 100
    for id, form in forms:
        assert PHRASES.book.look_up("space", form, "ru").ids == (id,), form


def test_whoever_is_waited_for_stands_in_the_accusative() -> None:
    assert [speech(language("ru")).party(side).whom for side in ("france", "britain")] == ["Францию", "Британию"]


# nothing is without words ---------------------------------------------------------------------------


def test_every_event_action_question_and_code_has_words() -> None:
    assert TELLINGS.untold([*GAME.events, Corrected, WindowClosed]) == []
    assert ASKINGS.unoffered(GAME.actions) == []
    kinds = {asked.kind for asked in questions(*CHAPTERS)}
    assert len(kinds) == 20
    assert ASKINGS.unasked(kinds) == []
