"""What players write to a game must not be a command of the service: such an order would never reach the game."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from adjudicator import game_named, games
from adjudicator.kernel.simulate import begin_random, random_action
from adjudicator.language import CODES, language
from adjudicator.service.commands.registry import ALL, command_of
from adjudicator.service.commands.splitting import switch_of


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", CODES)
def test_no_verb_of_a_game_is_a_command(game: str, language: str) -> None:
    for pattern in game_named(game).part("phrases").patterns:
        for verb in pattern.phrase.verbs[language]:
            assert command_of(verb) is None or pattern.phrase.arguments, verb
            assert switch_of(f"{verb} a") is None, verb


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", CODES)
def test_no_order_of_a_game_is_a_command(game: str, language: str) -> None:
    match, rng = begin_random(game, "reserved"), Random(language)
    book = match.game.part("phrases")
    for _ in range(60):
        decisions = match.decisions()
        if not decisions:
            break
        for seat in decisions[0].waiting:
            options = list(match.options(seat))
            for action in rng.sample(options, min(20, len(options))):
                text = book.at(match.state).say(action, language)
                assert command_of(text) is None, text
        random_action(match, rng)


def test_the_page_about_adding_games_lists_them() -> None:
    page = " ".join((Path(__file__).parents[2] / "docs" / "adding_a_game.md").read_text(encoding="utf-8").split())
    listed = page.partition("## What the service reserves")[2].partition("- `check`")[0]
    names = [command.name(language(code)) for code in CODES for command in ALL]
    assert [name for name in names if not re.search(rf"[\s,]{name}[,;.]", listed)] == []
