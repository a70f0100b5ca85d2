"""What is said of the game: every action, event, question and code of a chapter that has words has all of them."""

from inspect import getsource
from random import Random
from types import ModuleType

import pytest

from adjudicator.games.pax_renaissance.game import CHAPTERS as RULES
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.games.pax_renaissance.phrases import ORDERS, PHRASES
from adjudicator.games.pax_renaissance.rules.cards import Launch
from adjudicator.games.pax_renaissance.words import REPORT
from adjudicator.games.pax_renaissance.words.book import ASKINGS, REFUSALS, TELLINGS
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.codes import Code
from adjudicator.language import Language, language
from adjudicator.reports.wording.game import Asked, Coded, Stretch
from tests.long_cases import alternate_variants

LANGUAGES = [language(code) for code in ("en", "ru")]
SPOKEN = [each for each in RULES if each.__name__.rpartition(".")[2] != "table"]


@pytest.mark.parametrize("chapter", SPOKEN, ids=lambda each: each.__name__.rpartition(".")[2])
def test_a_chapter_has_words_for_all_that_it_declares(chapter: ModuleType) -> None:
    own = [each for each in vars(chapter).values() if getattr(each, "__module__", "") == chapter.__name__]
    events = [each for each in GAME.events if each in own]
    actions = [each for each in GAME.actions if each in own]
    kinds = [each.kind for each in own if isinstance(each, type) and getattr(each, "kind", "") in GAME.decision_kinds]
    source = getsource(chapter)
    codes = [each for name, each in vars(chapter).items() if isinstance(each, Code) and f"\n{name} = Code(" in source]
    assert TELLINGS.untold(events) == []
    assert ASKINGS.unoffered(actions) == []
    assert ASKINGS.unasked(kinds) == []
    assert REFUSALS.unsaid(codes) == []
    assert {*actions} <= {phrase.action for phrase in ORDERS}


@pytest.mark.parametrize(
    ("number", "to"), alternate_variants(range(4), LANGUAGES), ids=lambda each: getattr(each, "code", each)
)
def test_whatever_happens_and_is_asked_in_a_random_game_can_be_told(number: int, to: Language) -> None:
    rng = Random(number)
    match = set_up(GAME, seats=rng.choice(GAME.seatings(4)), options={"promo_cards": True}, seed=b"told %d" % number)
    while match.result is None:
        decision = match.decisions()[0]
        seat, legal = decision.waiting[0], match.options(decision.waiting[0])
        shots = [each for each in legal if isinstance(each, Launch)]
        before = match.view(seat)
        lines = [Coded(f"7{n}", each, PHRASES.say(each, to.code)) for n, each in enumerate(legal)]
        question = REPORT.question(Asked(7, decision, tuple(lines), legal=tuple(legal)), before, seat, to)
        assert question.title
        assert sum(len(group.options) for group in question.groups) == len(legal)
        told = match.apply(seat, rng.choice(shots) if shots and rng.random() < 0.5 else match.sample(seat, rng))
        stretch = Stretch(before=before, view=match.view(seat), told=told, seats=(seat,))
        REPORT.effect(told, seat, to)
        REPORT.gist(told, (seat,), to)
        said = [line.told for group in REPORT.news(told, (seat,), to) for line in group.lines]
        for text in (*said, *REPORT.story(stretch, to)):
            assert "_" not in text, text
            assert "None" not in text, text
