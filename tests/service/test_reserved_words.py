"""What players write to a game reaches it, also where it reads like a command of the service."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator import game_named, games
from adjudicator.kernel.simulate import begin_random, random_action
from adjudicator.language import CODES, language
from adjudicator.mail.model import Extract, Nature, ReadMail, ReplyLine, Source
from adjudicator.orders.text import tokenize
from adjudicator.orders.text.common import agrees, common_words
from adjudicator.orders.vocabulary.patterns import Pattern
from adjudicator.service.commands import splitting
from adjudicator.service.commands.registry import ALL, LEADS
from adjudicator.service.commands.splitting import Author
from adjudicator.service.play.attribution import Claims
from tests.long_cases import alternate_variants
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")

SEATS = {"bakers": "en", "brewers": "ru", "drapers": "en"}


def lines_of(game: str, pattern: Pattern, code: str) -> Iterator[str]:
    """Every form of the verb of a phrase, alone and with every name that may stand behind it, or in its gap (`…`)."""
    kinds = {kind for argument in pattern.phrase.arguments for kind in argument.kinds}
    names = game_named(game).part("phrases").book.names
    named = [name.text for name in names if name.kind in kinds and name.language == code]
    for verb in pattern.phrase.verbs[code]:
        gap = "…" in verb
        yield from () if gap else (verb,)
        yield from (verb.replace("…", each) if gap else f"{verb} {each}" for each in named)


def taken_apart(line: str, game: str, *, legal: bool, plays: bool = False) -> splitting.Part:
    """A mail of this line, from who plays in no campaign called so, or does."""
    mail = ReadMail(
        message_id="<1@x>",
        raw_hash="",
        content_hash="",
        nature=Nature.PERSON,
        extract=Extract(Source.BODY, (ReplyLine(line, line),), marked=True),
    )
    return splitting.split(
        mail, author=Author(Claims(game, lambda lines: range(len(lines)) if legal else ()), lambda name: plays)
    ).here


@pytest.mark.parametrize(("game", "code"), alternate_variants(games(), CODES))
def test_every_form_of_every_verb_reaches_the_game_with_every_object(game: str, code: str) -> None:
    """Wherever the order is legal, whatever command of the service it reads like. What the order layer itself reads
    (`check`, `start over`, `yes`) and what says that a line is a command are no verbs.
    """
    for pattern in game_named(game).part("phrases").patterns:
        for line in lines_of(game, pattern, code):
            part = taken_apart(line, game, legal=True)
            assert (part.lines, part.commands) == ((line,), ()), line
            first = [word.folded for word in tokenize(line)]
            assert first[0] not in LEADS, line
            assert not {" ".join(first[:length]) for length in (1, 2)} & {
                " ".join(each) for each in (*common_words().check, *common_words().restart)
            }, line
            assert not agrees(line), line


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("code", CODES)
def test_orders_of_random_play_are_read_as_what_they_are(game: str, code: str) -> None:
    """In the words in which mails print them, with the game itself saying what is legal."""
    match, rng = begin_random(game, "reserved"), Random(code)
    book = match.game.part("phrases")
    for _ in range(60):
        decisions = match.decisions()
        if not decisions:
            break
        for seat in decisions[0].waiting:
            options = list(match.options(seat))
            for action in rng.sample(options, min(20, len(options))):
                text = book.at(match.state).say(action, code)
                assert taken_apart(text, game, legal=True).lines == (text,), text
        random_action(match, rng)


def test_the_page_about_games_lists_them() -> None:
    page = " ".join(
        (Path(__file__).parents[2] / "docs" / "reference" / "game_api.md").read_text(encoding="utf-8").split()
    )
    listed = page.partition("## What the service reserves")[2].partition("- `check`")[0]
    names = [command.name(language(code)) for code in CODES for command in ALL]
    assert [name for name in names if not re.search(rf"[\s,]{name}[,;.]", listed)] == []


# by mail: in Guild Fair `campaign against` begins a feud, and `wait` saves


@pytest.fixture
def campaign(installation: Any) -> int:
    """It is the bakers' turn."""
    made: int = installation.create("guild-fair", SEATS, options={"visitors": False})
    for seat, code in SEATS.items():
        match = installation.table(made).match
        keep = match.game.part("phrases").say(match.options(seat)[0], code)
        installation.write(seat, keep, "borrow 0" if code == "en" else "занять 0")
    return made


def test_an_order_that_is_legal_now_beats_a_command(installation: Any, campaign: int) -> None:
    (answer,) = installation.write("bakers", "wait")
    assert installation.table(campaign).match.decisions()[0].seats == ("brewers",)
    told = words_of(answer)
    assert "ORDER OR COMMAND This line is an order of the game, and legal now, so it was read as one." in told
    assert "command wait" in told
    (answer,) = installation.write("brewers", "кампания против суконщиков")
    assert "ПРИКАЗ ИЛИ КОМАНДА" not in words_of(answer)
    assert installation.table(campaign).match.decisions()[0].kind == "bout"


@pytest.mark.parametrize("plays", [False, True])
def test_that_an_order_reads_like_a_campaign_is_told_to_who_plays_in_it(plays: bool) -> None:
    """Nobody else can have meant `campaign NAME`."""
    line = "campaign against the drapers"
    part = taken_apart(line, "guild-fair", legal=True, plays=plays)
    assert (part.lines, part.doubtful) == ((line,), (line,) if plays else ())


def test_a_command_says_so(installation: Any, campaign: int) -> None:
    (answer,) = installation.write("bakers", "command wait")
    assert "MORE TIME" in words_of(answer)
    assert installation.table(campaign).match.decisions()[0].seats == ("bakers",)
    installation.write("bakers", "save")
    (answer,) = installation.write("brewers", "команда ждать")
    assert installation.table(campaign).match.decisions()[0].seats == ("brewers",)
    assert "БОЛЬШЕ ВРЕМЕНИ" in words_of(answer)


def test_a_command_stays_one_where_the_order_is_not_legal(installation: Any, campaign: int) -> None:
    (answer,) = installation.write("drapers", "wait")
    assert "ORDER OR COMMAND" not in words_of(answer)
    assert installation.table(campaign).match.decisions()[0].seats == ("bakers",)


def test_a_line_is_tried_behind_the_lines_before_it(installation: Any, campaign: int) -> None:
    """With the bakers' last coin gone they may still save: the second line is an order too."""
    coins = installation.table(campaign).match.state.coins["bakers"]
    installation.write("bakers", *["give a coin to Drapers"] * coins, "wait")
    assert installation.table(campaign).match.state.coins["bakers"] == 2


def test_a_campaign_is_meant_only_where_its_author_plays_in_it(installation: Any, campaign: int) -> None:
    """`campaign against the bakers` is no campaign; the game has something against it, and says so."""
    (answer,) = installation.write("bakers", "campaign against Bakers")
    assert "there is no feud with yourself" in words_of(answer)
    installation.create("sealed-bids", {"red": "en", "blue": "ru"}, name="harbour")
    (answer,) = installation.write("bakers", "campaign harbour", "1a")
    assert "campaign" in words_of(answer)
    assert installation.table(campaign).match.decisions()[0].seats == ("bakers",)
