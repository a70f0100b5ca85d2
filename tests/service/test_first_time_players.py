"""Strangers answer reports from their phones: `first_time_players/<game>.yaml` says what they write, and what comes of
it.

Every exchange goes the whole way, from the bytes of a mail to the rendered answer. The positions are documents
(`first_time_players/scenes`, and those in which strangers' wordings are read); the database is put back after each
exchange.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
import yaml

from adjudicator.kernel.registry import playable_games
from adjudicator.service.commands.registry import command_of
from tests.long_cases import alternate_variants, one_in
from tests.service.conftest import text_of
from tests.service.stage import Scene, Stage, staged

HERE = Path(__file__).parent / "first_time_players"
POSITIONS = (HERE / "scenes", Path(__file__).parents[2] / "benchmarks" / "order_reading" / "positions")
SCREEN = 21
"""Lines of the text that the screen of a phone shows at once."""
_CODE = re.compile(r"^ {7,}(\d\S*|[A-ZА-Я]\d(?:\d|[A-ZА-Я]\d)(?: [A-Z]\d\d)*)  ", re.MULTILINE)


class Exchange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody writes (`en` or `ru`: the language that he is written to; several mails one after the other), and
    what comes of the last mail: orders in our words (`done`, `filed`), codes that are offered instead (`asked`), pieces
    of the answer (`says`), pieces that stand in it exactly `once`. Without `done` and `filed` nothing has happened.
    """

    en: str | list[str] = ""
    ru: str | list[str] = ""
    done: list[str] = []
    filed: str = ""
    asked: list[str] = []
    says: list[str] = []
    once: list[str] = []

    @property
    def mails(self) -> list[str]:
        written = self.en or self.ru
        return [written] if isinstance(written, str) else written

    @property
    def language(self) -> str:
        return "en" if self.en else "ru"


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, who writes in it, and what."""

    seat: str
    exchanges: list[Exchange]
    options: dict[str, Any] = {}


class Play(NamedTuple):
    """An act with the game that is played."""

    game: str
    act: Act


def _acts(game: str) -> dict[str, Act]:
    file = HERE / f"{game.replace('-', '_')}.yaml"
    return msgspec.convert(yaml.load(file.read_text(), Loader=yaml.CSafeLoader), dict[str, Act])


PLAYS = {
    name: Play(game.id, act)
    for game in playable_games()
    if {"board", "rules", "conditions"} <= {*game.parts}  # those of which a whole campaign is played by strangers
    for name, act in _acts(game.id).items()
}
SCENES = {name: play.act for name, play in PLAYS.items()}
ALL = [(name, exchange) for name, scene in SCENES.items() for exchange in scene.exchanges]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with staged(tmp_path_factory) as made:
        yield made


def scene_of(name: str, language: str) -> Scene:
    """The scene of that name, for a writer who is written to in this language."""
    game, act = PLAYS[name]
    found = [folder / f"{name}.json" for folder in POSITIONS if (folder / f"{name}.json").exists()]
    return Scene(f"{name}-{language}", act.seat, language, found[0] if found else None, act.options, game)


def offered(text: str) -> list[str]:
    """The codes below `Did you mean:` in an answer."""
    found: list[str] = []
    for block in re.split(r"(?:Did you mean|Add from these|Возможно, вы имели в виду|Добавьте из этих):\n", text)[1:]:
        for line in block.split("\n"):
            if not line.startswith(" " * 7):
                break
            found += _CODE.findall(line)
    return found


def _id(case: tuple[str, Exchange]) -> str:
    return f"{case[0]}: {' / '.join(case[1].mails)[:60]}"


@one_in(4, "case", ALL, ids=_id)
def test_a_stranger_gets_his_orders_in_or_is_told_what_to_write(stage: Stage, case: tuple[str, Exchange]) -> None:
    name, exchange = case
    scene = scene_of(name, exchange.language)
    campaign, seat = stage.enter(scene), scene.seat
    for text in exchange.mails:
        mails = stage.installation.write(seat, *text.split("\n"))
        answers = [mail for mail in mails if mail["Auto-Submitted"] == "auto-replied"]
    assert len(answers) == 1, "one answer to each mail"
    text = text_of(answers[0])
    done, filed, _ = stage.deeds(campaign, scene)
    assert (done, filed) == (exchange.done, exchange.filed), text[:2000]
    stage.enter(scene)
    assert offered(text) == stage.typed(campaign, seat, exchange.asked), text[:2000]
    for words in exchange.says:
        assert words in " ".join(text.split()), text[:2000]
    for words in exchange.once:
        assert " ".join(text.split()).count(words) == 1, text[:2000]
    for became in stage.check(campaign, seat, exchange.asked):
        assert became <= {"legal", "more_needed", "too_early"}, exchange.asked
    if not done and not filed:
        assert tells_what_to_write(text), text[:2000]


def tells_what_to_write(text: str) -> bool:
    """Whether the first screen holds something that can be copied: a code, a line in quotation marks, a whole turn."""
    screen = "\n".join(text.split("\n")[:SCREEN])
    return bool(
        _CODE.search(screen)
        or re.search(
            r"[“«][^”»]+[”»]|\b(?:\d+[a-zа-я]\d*|[A-Z]\d\d|[A-ZА-Я]\d[A-ZА-Я]\d)\b|^  - \w"
            r"|^    \w.+\n(?:    \w.*\n)*        \w",
            screen,
            re.MULTILINE,
        )
    )


@one_in(2, "name", SCENES)
def test_help_shows_lines_that_are_legal_now(stage: Stage, name: str) -> None:
    written = {exchange.language for exchange in SCENES[name].exchanges}
    for code, word, heading in (("en", "help", "FOR EXAMPLE, LEGAL NOW"), ("ru", "помощь", "НАПРИМЕР, СЕЙЧАС МОЖНО")):
        if code not in written:
            continue
        scene = scene_of(name, code)
        campaign = stage.enter(scene)
        (answer,) = stage.installation.write(scene.seat, word)
        section = text_of(answer).split(heading)[1].split("\n\n")[0]
        lines = re.findall(r"^  (?:- (.+?): |(\S.*?)  )", section, re.MULTILINE)
        assert 1 <= len(lines) <= 3
        shown = ["".join(pair) for pair in lines]
        assert stage.check(campaign, scene.seat, shown) == [{"legal"}] * len(shown), shown


PROSE = msgspec.convert(yaml.load((HERE / "prose.yaml").read_text(), Loader=yaml.CSafeLoader), list[str])
PARTS = 12


@pytest.mark.parametrize(("name", "part"), alternate_variants(SCENES, range(PARTS)))
def test_prose_is_never_an_order(stage: Stage, name: str, part: int) -> None:
    """Of no sentence anything would be carried out; in each run so many-th a part of them in each scene, by turns."""
    scene = scene_of(name, SCENES[name].exchanges[-1].language)
    campaign = stage.enter(scene)
    sentences = [sentence for sentence in PROSE[part::PARTS] if command_of(sentence) is None]
    for sentence, became in zip(sentences, stage.check(campaign, scene.seat, sentences), strict=True):
        assert not {"legal"} <= became <= {"legal", "ignored"}, sentence
