"""Russian prepositions before names: `во Франции`, `со Швецией`, `об Англии`, in what every game orders and tells."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from adjudicator.kernel.registry import game_named, games
from adjudicator.kernel.simulate import begin_rich, random_action
from adjudicator.language import fluent, language

NAMED = [game for game in games() if "names" in game_named(game).parts]
ASKED = (("в", "prepositional"), ("в", "accusative"), ("с", "instrumental"), ("с", "genitive"), ("к", "dative"),
         ("о", "prepositional"))  # fmt: skip
VOWELS = {"в": ("вд", "вк", "вл", "вн", "вс", "фл", "фр"), "к": ("льв",), "о": tuple("аиоуэ"),
          "с": ("жд", "зв", "зд", "зл", "зн", "сб", "св", "ск", "сл", "см", "сн", "сп", "ср", "ст", "сф", "сц", "сч",
                "шв", "шк", "шл", "шп", "шр", "шт", "щ")}  # fmt: skip
"""How names begin before which a preposition has a vowel."""
STEPS = 150


def asked_for(game: str) -> Iterator[tuple[str, str]]:
    """Every preposition with every name in the case that it asks for."""
    naming = game_named(game).part("names")
    for kind in naming.kinds:
        for thing in kind.ids:
            for preposition, case in ASKED:
                try:
                    yield preposition, naming("ru").in_case(kind, thing, case)
                except KeyError:  # a name that is never inflected
                    continue


@pytest.mark.parametrize("game", NAMED)
def test_every_name_has_the_preposition_that_can_be_said(game: str) -> None:
    names = [*asked_for(game)]
    assert names
    for preposition, name in names:
        spelt = name[:2].isupper()  # an abbreviation: `с США`
        vowel = name.lower().startswith(VOWELS[preposition]) and (preposition == "о" or not spelt)
        wanted = {"о": "об"}.get(preposition, preposition + "о") if vowel else preposition
        if preposition == "о" and spelt:
            continue
        assert fluent(f"{preposition} {name}") == f"{wanted} {name}"
        assert language("ru").gettext(f"тут {preposition} %(name)s", name=name) == f"тут {wanted} {name}"


@pytest.mark.parametrize("game", NAMED)
def test_orders_are_said_with_it_and_read_without_it_too(game: str) -> None:
    match, rng = begin_rich(game, "prepositions"), Random(7)
    book = match.game.part("phrases")
    for _ in range(STEPS):
        if match.result is not None:
            break
        for decision in match.decisions():
            for action in match.options(decision.waiting[0]):
                said = book.say(action, "ru")
                assert fluent(said) == said
                flat = f" {said} ".replace(" во ", " в ").replace(" со ", " с ").replace(" об ", " о ").strip()
                if flat != said:
                    assert book.parse(flat, "ru") == book.parse(said, "ru")
        random_action(match, rng)
