"""What is said of the game: every action, event, question and code of a chapter that has words has all of them."""

from inspect import getsource
from types import ModuleType

import pytest

from adjudicator.games.pax_renaissance.game import CHAPTERS as RULES
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.games.pax_renaissance.words.chapters import ASKINGS, CHAPTERS, ORDERS, REFUSALS, TELLINGS
from adjudicator.kernel.codes import Code

SPOKEN = [each for each in RULES if each.__name__.rpartition(".")[2] in CHAPTERS]


@pytest.mark.parametrize("chapter", SPOKEN, ids=lambda each: each.__name__.rpartition(".")[2])
def test_a_chapter_has_words_for_all_that_it_declares(chapter: ModuleType) -> None:
    own = [each for each in vars(chapter).values() if getattr(each, "__module__", "") == chapter.__name__]
    events = [each for each in GAME.events if each in own]
    actions = [each for each in GAME.actions if each in own]
    kinds = [each.kind for each in own if isinstance(each, type) and getattr(each, "kind", "") in GAME.asked_kinds]
    source = getsource(chapter)
    codes = [each for name, each in vars(chapter).items() if isinstance(each, Code) and f"\n{name} = Code(" in source]
    assert TELLINGS.untold(events) == []
    assert ASKINGS.unoffered(actions) == []
    assert ASKINGS.unasked(kinds) == []
    assert REFUSALS.unsaid(codes) == []
    assert {*actions} <= {phrase.action for phrase in ORDERS}
