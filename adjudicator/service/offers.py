"""The codes of a question: made when it is asked, stored with it, shown in mails."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.match import Match
from adjudicator.kernel.registry import game_named, games
from adjudicator.orders.codes import Offer, Option, label, make_offer, reading_of
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.reports.game import Asked, Coded

_decoder: msgspec.json.Decoder[Offer] = msgspec.json.Decoder(Offer)


@lru_cache(maxsize=32)
def phrasebook(game: str) -> Phrasebook:
    """The words of a game."""
    book: Phrasebook = game_named(game).part("phrases")
    return book


def offer_for(match: Match, seat: str, number: int, language: str) -> bytes:
    """Codes for every answer that the seat has now, and for what may follow in the same mail."""
    actions = [*match.options(seat), *match.game.ahead(match.state, seat)]
    return msgspec.json.encode(make_offer(phrasebook(match.game.id), number, language, actions))


def decode(offered: bytes) -> Offer:
    return _decoder.decode(offered)


def coded(offered: bytes, match: Match, seat: str, language: str) -> tuple[Coded, ...]:
    """The options of a stored offer with codes and words as they are shown."""
    offer, book = decode(offered), phrasebook(match.game.id)
    asked = {type(action) for action in match.options(seat)}
    return tuple(_coded(offer, option, book, asked, language) for option in offer.options)


def _coded(offer: Offer, option: Option, book: Phrasebook, asked: set[type[Action]], language: str) -> Coded:
    action = reading_of(option, book).typed()
    code = f"{offer.number}{option.code}" if option.code.isalpha() else option.code
    return Coded(code, action, label(option, book, language), ahead=type(action) not in asked)


def default_of(match: Match, seat: str, language: str) -> tuple[Action | None, str]:
    """What is done if the seat stays silent, also in words."""
    action = match.default(seat)
    return action, "" if action is None else phrasebook(match.game.id).say(action, language)


MOST_EXAMPLES = 4


def example(asked: Asked, game: str) -> tuple[str, ...]:
    """Lines that show how the form is filled in: codes of the default, or the first one, then orders in words.

    Of every kind of order that is offered one is worded, up to four: so players learn to write them.
    """
    codes = [each.code for each in asked.options if asked.default is not None and _part_of(each.action, asked.default)]
    first = [each.code for each in asked.options[:1]]
    return (" ".join(codes or first), *_worded(asked, phrasebook(game))) if first else ()


def _worded(asked: Asked, book: Phrasebook) -> list[str]:
    if asked.default is not None and book.phrase_of(asked.default).each:
        return [asked.default_words]
    found: dict[int, str] = {}
    for each in asked.options:
        phrase = book.phrase_of(each.action)
        if " " in each.words and not phrase.each and not phrase.closes:
            found.setdefault(id(phrase), each.words)
    return list(found.values())[:MOST_EXAMPLES]


def _part_of(action: Action, whole: Action) -> bool:
    """Whether the action is the whole, or one of the values that make it up."""
    return type(action) is type(whole) and all(
        set(value) <= set(getattr(whole, name)) if isinstance(value, tuple) else value == getattr(whole, name)
        for name, value in ((name, getattr(action, name)) for name in action.__struct_fields__)
    )


def closing_words(asked: Asked, game: str) -> tuple[str, ...]:
    """The line that closes a round: it stands ready in the form, so that nobody forgets it."""
    book = phrasebook(game)
    return tuple(each.words for each in asked.options if book.closes(each.action))[:1]


@lru_cache(maxsize=1)
def prefilled_lines() -> tuple[str, ...]:
    """Every line that may stand ready in a form: a block with nothing else in it was not filled in."""
    closing: dict[str, None] = {}
    for game in games():
        if "phrases" in game_named(game).parts:
            closing |= dict.fromkeys(sorted(phrasebook(game).closers()))
    return tuple(closing)
