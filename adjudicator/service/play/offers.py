"""The codes of a question: made when it is asked, stored with it, shown in mails."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, overload

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.actions import Action
from adjudicator.kernel.game import Game
from adjudicator.kernel.match import Match
from adjudicator.kernel.registry import game_named, games
from adjudicator.language import language
from adjudicator.orders.options.codes import Offer, label, make_offer, reading_of
from adjudicator.orders.options.pieces import Offers, ShownAnswer
from adjudicator.orders.options.short_orders import typed_lines
from adjudicator.orders.vocabulary.phrasebook import Phrasebook, phrases_of
from adjudicator.reports.model import FormLine, Option, OptionGroup, Question
from adjudicator.reports.wording.game import Asked, Coded
from adjudicator.reports.wording.ready_lines import ready_lines
from adjudicator.store import prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import PromptState

CLOSED_OFFERS = 8
"""Questions that are over whose codes are still recognised in lines that waited."""

_decoder: msgspec.json.Decoder[Offer] = msgspec.json.Decoder(Offer)


def phrasebook(game: Game[Any] | str) -> Phrasebook:
    """Return the phrasebook of a game, with the content that it is bound to."""
    return _checked(game_named(game) if isinstance(game, str) else game)


@lru_cache(maxsize=256)
def _checked(game: Game[Any]) -> Phrasebook:
    return phrases_of(game)


def words_at(match: Match) -> Phrasebook:
    """Return the phrasebook of a game in this position."""
    return phrasebook(match.game).at(match.state)


def offer_for(match: Match, seat: str, number: int, language: str) -> bytes:
    """Return codes for every answer that the seat has now.

    What may follow in the same mail has codes, too.
    """
    actions = [*match.options(seat), *match.upcoming_actions(seat)]
    return msgspec.json.encode(make_offer(words_at(match), number, language, actions))


def offer_again(match: Match, seat: str, offered: bytes) -> bytes:
    """Return a new offer for a question that was asked before something was done at any time; its codes stay."""
    given, actions = decode(offered), [*match.options(seat), *match.game.ahead(match.state, seat)]
    return msgspec.json.encode(make_offer(words_at(match), given.number, given.language, actions, given))


def decode(offered: bytes) -> Offer:
    return _decoder.decode(offered)


class _Over(Sequence[Offer]):
    """Offers of questions that are over, decoded when somebody looks at them: few lines are about such a question."""

    def __init__(self, offered: Sequence[bytes]) -> None:
        self._offered = offered

    @cached_property
    def _decoded(self) -> Sequence[Offer]:
        return tuple(map(decode, self._offered))

    @overload
    def __getitem__(self, at: int) -> Offer: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Offer]: ...
    def __getitem__(self, at: int | slice) -> Offer | Sequence[Offer]:
        return self._decoded[at]

    def __len__(self) -> int:
        return len(self._offered)


def offered_to(session: Session, seat: SeatAtTable) -> Offers:
    """Return the codes that the seat was offered: of open questions and of the last ones that are over."""
    newest = prompts.offers_to(session, seat.campaign_id, seat.id, CLOSED_OFFERS)
    return Offers(
        open=tuple(decode(offered) for state, offered, _ in newest if state is PromptState.OPEN),
        closed=_Over([offered for state, offered, _ in newest if state is not PromptState.OPEN]),
        decision=next((decision for state, _, decision in reversed(newest) if state is PromptState.OPEN), None),
    )


def answer_words(offers: Offers, match: Match, seat: str, code: str) -> dict[str, ShownAnswer]:
    """Return the words of the newest question's answers as its reader sees them, by full code.

    Empty if nothing is asked, or something else by now.
    """
    question = question_in(offers, match, seat, code)
    if question is None:
        return {}
    full = {typed: each for each, typed in typed_by_code(offers.open[-1], words_at(match)).items()}
    return {
        full[option.code]: ShownAnswer(option.words, _headed(group), option.cost, option.note)
        for group in question.groups
        for option in group.options
    }


def question_in(offers: Offers, match: Match, seat: str, code: str, *, only_answers: bool = True) -> Question | None:
    """Return the newest question as its reader sees it; None if nothing is asked, or something else by now."""
    asked_now = match.question(seat)
    if not offers.open or asked_now is None or offers.decision not in (None, match.number(seat)):
        return None
    offer = offers.open[-1]
    coded, legal = _all_coded(offer, match, seat, code), tuple(match.options(seat))
    asked = Asked(offer.number, asked_now, coded, legal=legal, only_answers=only_answers)
    made: Question = match.game.part("report").question(asked, match.view(seat), seat, language(code))
    return made


def _headed(group: OptionGroup) -> str:
    return f"{group.heading} ({group.cost_title})" if group.heading and group.cost_title else group.heading


def coded_options(offered: bytes, match: Match, seat: str, language: str) -> tuple[Coded, ...]:
    """Return the options of a stored offer with codes and words as they are shown."""
    return _all_coded(decode(offered), match, seat, language)


def _all_coded(offer: Offer, match: Match, seat: str, language: str) -> tuple[Coded, ...]:
    book = words_at(match)
    asked = {type(action) for action in match.options(seat)}
    typed, found = typed_lines(offer, book), []
    for option in offer.shown:
        action = reading_of(option, book).typed()
        code = typed.get(option.code) or f"{offer.number}{option.code}"
        found.append(Coded(code, action, label(option, book, language), ahead=type(action) not in asked))
    return tuple(found)


def typed_by_code(offer: Offer, book: Phrasebook) -> dict[str, str]:
    """Return what is typed for the answers to a question, by full code."""
    typed = typed_lines(offer, book)
    return {(full := f"{offer.number}{each.code}"): typed.get(each.code, full) for each in offer.shown}


def default_of(match: Match, seat: str, language: str) -> tuple[Action | None, str]:
    """Return what is done if the seat stays silent, also in words."""
    action = match.default(seat)
    return action, "" if action is None else words_at(match).say(action, language)


MOST_CHOICES = 12
"""The most orders that a form lists as comments; of more, one of every kind (and a first group that is short)."""
TOO_LONG = 60
"""Orders of more letters are told in the words of the question: nobody types them."""


def choices(asked: Asked, question: Question, game: Game[Any]) -> tuple[FormLine, ...]:
    """Return the orders that the form contains: all of them if they are few, else one of every kind.

    An answer of several codes is shown whole, as it is given without an answer or by the first codes.
    """
    book = phrasebook(game)
    whole = [each.code for each in codes_of(asked.options, asked.default)]
    if len(whole) > 1:
        return (FormLine(order=" ".join(whole), words=asked.default_words),)
    by_code = {each.code: each for each in asked.options if not book.closes(each.action)}
    groups = [[option for option in group.options if option.code in by_code] for group in question.groups]
    offered = [(k, option) for k, group in enumerate(groups) for option in group]
    if len(offered) > MOST_CHOICES:
        first = next(k for k, _ in offered)
        short = sum(k == first for k, _ in offered) <= MOST_CHOICES
        kinds: dict[object, tuple[int, Option]] = {}
        for k, option in offered:
            phrase = id(book.phrase_of(by_code[option.code].action))
            kinds.setdefault((k, option.code) if short and k == first else phrase, (k, option))
        offered = list(kinds.values())
    return tuple(_form_line(by_code[option.code], option, question.groups[k].heading) for k, option in offered)


def _form_line(each: Coded, option: Option, heading: str) -> FormLine:
    if len(each.words) <= TOO_LONG:
        return FormLine(order=each.code, words=each.words)
    told = f"{option.words} ({option.note})" if 0 < len(option.note) <= TOO_LONG else option.words
    return FormLine(order=each.code, words=f"{heading}: {told}" if heading else told)


def codes_of(options: Sequence[Coded], answer: Action | None) -> list[Coded]:
    """Return the option that is the answer, else those of which it is made up."""
    if answer is None:
        return []
    whole = [option for option in options if option.action == answer]
    return whole or [option for option in options if _part_of(option.action, answer)]


def _part_of(action: Action, whole: Action) -> bool:
    """Return whether the action is one of the values that make up the whole."""
    if type(action) is not type(whole):
        return False
    pairs = [(getattr(action, name), getattr(whole, name)) for name in action.__struct_fields__]
    named = [value for value, _ in pairs if isinstance(value, tuple) and value]
    return bool(named) and all(
        set(value) <= set(all_) if isinstance(value, tuple) else value == all_ for value, all_ in pairs
    )


def closing_words(asked: Asked, game: Game[Any]) -> tuple[str, ...]:
    """Return the line that closes a round, if there is one."""
    return tuple(option.words for option in asked.options if closes(option.action, game))[:1]


def closes(action: Action, game: Game[Any]) -> bool:
    """Return whether it closes a round."""
    return phrasebook(game).closes(action)


@lru_cache(maxsize=1)
def prefilled_lines() -> tuple[str, ...]:
    """Return every line that stands or stood ready in a form: a block with nothing else in it was not filled in."""
    return tuple(dict.fromkeys(chain.from_iterable(map(ready_lines, games()))))
