"""Letters that only talk: nothing of them is done, and no `yes` is offered, in any position and either language."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator import Match, game_named
from adjudicator.orders import Phrasebook
from adjudicator.orders.codes import Offer, Option, label, make_offer, reading_of
from adjudicator.orders.pieces import Offers
from adjudicator.orders.sets import Desk, carry_out
from benchmarks.strangers.sheets import scenes
from tests.by_turns import by_turns
from tests.carried import desk_at

TALK = {
    "en": [
        "Congratulations on {thing}, well played!",
        "I was afraid you would {order}.",
        "You should {order} next turn.",
        "Did you {order}?",
        "Why {order}?",
        'You wrote "{order}", I remember it well.',
        "He said he will {order}.",
        "If you {order}, I {other}.",
        "I don't think I will {order}.",
        "Maybe later I {order}.",
        "Thanks for the game, {thing} was fun.",
        "Yesterday I read a book about {thing}.",
        "{thing} looks strong for you.",
        "My plan for the next turn: {order}.",
        "I hope that nobody will {order}.",
        "Unless you object tomorrow I {order}.",
        "When the war is over I will {order}.",
        "I will {order} once the rain has stopped.",
        "It would be a pity to {order}.",
        "Good luck with {thing}!",
        "{order}? No way.",
        "They say: {order}.",
        "Beware of {thing}.",
        "I love {thing}.",
        "We were going to {order} but that is over.",
        "Your last move, {order}, was brilliant.",
        "My daughter would {order} at once, she is six.",
        "So you {order}.",
        "And then you {order}.",
        "I dreamt that I {order}.",
        "{order} is a bad idea.",
        "{order} - a mistake.",
        "It is too early to {order}.",
        "Do I {order} or {other}",
        "You and your {thing}!",
        "I envy you {thing}.",
        "Hands off {thing}!",
        "I am tempted to {order}.",
    ],
    "ru": [
        "Поздравляю с {thing}, отличная игра!",
        "Боялся, что вы решите {order}.",
        "Вам бы {order} в следующем ходу.",
        "Вы хотите {order}?",
        "Зачем {order}?",
        "Вы писали «{order}», я помню.",
        "Он сказал, что хочет {order}.",
        "Если вы решите {order}, я буду {other}.",
        "Не думаю, что буду {order}.",
        "Может, потом {order}.",
        "Спасибо за игру, {thing} было весело.",
        "Вчера читал книгу: {thing}.",
        "План на следующий ход: {order}.",
        "Надеюсь, никто не станет {order}.",
        "Если не возражаете завтра, то {order}.",
        "Когда кончится война, буду {order}.",
        "Жаль было бы {order}.",
        "Удачи с {thing}!",
        "{order}? Ни за что.",
        "Говорят: {order}.",
        "Осторожнее с {thing}.",
        "Люблю {thing}.",
        "Завидую: {thing}.",
        "Собирались {order}, да поздно.",
        "Ваш последний ход, {order}, был великолепен.",
        "Дочка хочет {order}, ей шесть лет.",
        "В следующем ходу {order}.",
        "Все хотят {order}, никто не решается.",
        "А ты {order}.",
        "Мне приснилось: {order}.",
        "{order} – плохая мысль.",
        "{order} – ошибка.",
        "Рано {order}.",
        "То ли {order}, то ли {other}",
        "Руки прочь: {thing}!",
        "Заманчиво {order}.",
    ],
}
"""Letters about an order, another one, and a thing that the first is about."""
LETTERS = 2
"""Tried in each position and language."""


def asked(name: str) -> tuple[Desk, Offer]:
    """Who is asked in a saved position, and what."""
    scene = scenes()[name]
    assert scene.document is not None
    document = msgspec.json.decode(scene.document.read_bytes())
    match = Match.from_document(document, seed=b"talk", game=scene.game)
    general: Phrasebook = game_named(scene.game).part("phrases")
    book = general.at(match.state)
    offer = make_offer(book, 10, scene.language, match.options(scene.seat))
    return desk_at(match, scene.seat, scene.language, book, Offers((offer,))), offer


def thing_of(option: Option, book: Phrasebook, language: str) -> str:
    """What the first thing is called that an answer is about; the answer itself where it is about none."""
    things = [thing for known in book.things_of(reading_of(option, book)) for thing in known]
    called = [each.text for each in book.book.names if (each.kind, each.id) in things and each.language == language]
    return called[0] if called else label(option, book, language)


def letters(name: str, language: str, desk: Desk, offer: Offer) -> Iterator[str]:
    """Some letters about answers that the seat has in a position; those to other positions are others."""
    rng = Random(f"{name} {language}")
    for text in rng.sample(TALK[language], LETTERS):
        one, other = rng.sample(offer.shown, 2) if len(offer.shown) > 1 else offer.shown * 2
        order, another = (label(each, desk.book, language) for each in (one, other))
        yield text.format(order=order, other=another, thing=thing_of(one, desk.book, language))


@pytest.mark.parametrize(("name", "language"), by_turns(scenes(), list(TALK)))
def test_talk_does_nothing_and_no_yes_is_offered_for_it(name: str, language: str) -> None:
    desk, offer = asked(name)
    for letter in letters(name, language, desk, offer):
        outcome = carry_out(desk, [letter])
        assert not outcome.actions, letter
        assert [row.said for row in outcome.yes] == [], letter


@pytest.mark.parametrize("letter", [*TALK["en"], *TALK["ru"]])
def test_talk_about_a_round_orders_nothing_of_it(table: Any, letter: str) -> None:
    language = "en" if letter in TALK["en"] else "ru"
    order, other, thing = {
        "en": ("flag Savoy", "flag Bavaria", "Savoy"),
        "ru": ("флаг на Савойю", "флаг на Баварию", "Савойя"),
    }[language]
    outcome = carry_out(
        table.to_rounds().desk(language=language), [letter.format(order=order, other=other, thing=thing)]
    )
    assert not outcome.actions
    assert [row.said for row in outcome.yes] == []
