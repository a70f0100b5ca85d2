"""All that the words of the game say: of whole games at random, and of every event and refusal with drawn facts.

`python -m tests.games.imperial_struggle.outputs FOLDER [GAMES]` writes it chapter by chapter, to compare two states of
the code.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from adjudicator import Match, new_match
from adjudicator.components.kinds import Kind, Many, Reference, references
from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import MINISTRY
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.game import CHAPTERS, GAME
from adjudicator.games.imperial_struggle.phrases import PHRASES
from adjudicator.games.imperial_struggle.rules.deal import TurnBegan
from adjudicator.games.imperial_struggle.rules.events.choosing import ARGUMENTS
from adjudicator.games.imperial_struggle.rules.ministries.use import BY_ITSELF
from adjudicator.games.imperial_struggle.words import REPORT
from adjudicator.kernel.actions import Action
from adjudicator.kernel.chapters import declared_classes, questions
from adjudicator.kernel.codes import Code, codes_in
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import Corrected, Event, ObservedEvent, WindowClosed
from adjudicator.language import language
from adjudicator.orders.vocabulary.refusals import Misread
from adjudicator.reports.wording.game import Asked, Coded, Course, Moment, Stretch
from adjudicator.service.play import offers

LANGUAGES = ("en", "ru")
DRAWN = 24
"""So often each event is said with other facts, and each refusal four times as often."""
ALTERNATIVES = sorted({op.option for two in FACTS.event_versions for v in two for op in (*v.effect, *v.bonus)})
EVERY = 5
"""Steps of play between two looks at the whole position."""
DEADLINE = datetime(2026, 11, 22, 17, tzinfo=UTC)


class Outputs:
    """What was said, by the chapter of the rules that it is about; everything once."""

    def __init__(self) -> None:
        self.said: dict[str, dict[str, None]] = {}

    def add(self, chapter: str, *parts: object) -> None:
        """Add one output, after words that say what it is."""
        text = " | ".join(each if isinstance(each, str) else msgspec.json.encode(each).decode() for each in parts)
        self.said.setdefault(chapter, {})[text] = None

    def text(self, chapter: str) -> str:
        """Return all that was said of a chapter, a line for each output."""
        return "".join(f"{each}\n" for each in self.said[chapter])

    def digests(self) -> dict[str, str]:
        """Return a digest for each chapter."""
        return {chapter: sha256(self.text(chapter).encode()).hexdigest()[:16] for chapter in sorted(self.said)}


def outputs(games: Iterable[int], most: int = sys.maxsize) -> Outputs:
    """Return what is said of drawn events and refusals, and of games at random, of which so many steps are played."""
    found = Outputs()
    rng = Random(17)
    for event in (*declared_classes(Event, *CHAPTERS), Corrected, WindowClosed):
        for _ in range(DRAWN):
            _say_event(found, _drawn(event, rng))
    for action in GAME.actions:
        for _ in range(DRAWN):
            _say_action(found, _drawn(action, rng))
    for module in CHAPTERS:
        for refusal in codes_in(module):
            for _ in range(4 * DRAWN):
                facts = {name: _fact(kind, rng) for name, kind in refusal.facts.items()}
                _say_refusal(found, _chapter(module.__name__), refusal, facts)
    for game in games:
        _play(found, game, most)
    return found


# drawn facts


def _drawn(struct: type[Any], rng: Random) -> Any:
    types, named = get_type_hints(struct), references(struct)
    values = {}
    fields, defaults = struct.__struct_fields__, len(struct.__struct_defaults__)
    for n, field in enumerate(fields):
        reference = named.get(field)
        if reference is None:
            values[field] = _value(types[field], rng)
        else:
            things = [_thing(reference, rng, given=n < len(fields) - defaults) for _ in range(3)]
            values[field] = tuple(things[: rng.randrange(4)]) if reference.many else things[0]
    return struct(**values)


def _thing(reference: Reference, rng: Random, *, given: bool) -> Any:
    """Return a thing, or nothing where the field need not be given."""
    if rng.random() < 0.2 and not (given or reference.by_index or reference.many):
        return None if reference.optional else ""
    return rng.choice(reference.kind.indexes if reference.by_index else reference.kind.ids)


def _value(type: Any, rng: Random) -> Any:
    origin, given = get_origin(type), get_args(type)
    if origin is Literal:
        return rng.choice(given)
    if origin in (Union, UnionType):
        return _value(rng.choice(given), rng)
    if origin in (tuple, list):
        return tuple(_value(given[0], rng) for _ in range(2))
    if isinstance(type, type.__class__) and hasattr(type, "__struct_fields__"):
        return _drawn(type, rng)
    drawn: Mapping[Any, Any] = {bool: rng.random() < 0.5, int: rng.randrange(5), str: rng.choice(_WORDS)}
    return drawn.get(type)


_WORDS = (
    *(
        "",
        "economic",
        "diplomatic",
        "military",
        "market",
        "political",
        "europe",
        "caribbean",
        "drawn",
        "placed",
        "pool",
    ),
    *("flag", "unflag", "major", "minor", "france", "britain", "prestige", "debt", "territory", "pass", "bid", "m2"),
    *("refusal", "upgrade", "reduce_treaty_points", "furs", "rum", "damage", "send_home", "unbuilt", "out_of_game"),
    *("space", "space result", "card", "commodity", "squadron", "conflict", "style", "keyword", "bonus_tiles_lead"),
    *("available_debt_lead", "advantage", "more_of", "rum caicos", *BY_ITSELF.values(), *ARGUMENTS, *ALTERNATIVES),
)


def _fact(kind: Any, rng: Random) -> Any:
    if isinstance(kind, Many):
        return list(rng.sample(_known(kind.kind), rng.randrange(min(4, len(kind.kind) + 1))))
    if isinstance(kind, Kind):
        return rng.choice(_known(kind)) if len(kind) and rng.random() < 0.9 else "nowhere"
    if kind is int:
        return rng.randrange(9)
    return [rng.choice(_WORDS) for _ in range(rng.randrange(3))] if kind is list else rng.choice(_WORDS)


def _known(kind: Kind[Any]) -> list[Any]:
    """Return things as facts state them: by their number, or but for cards by the id that a player writes."""
    return [*map(kind.fact_of, kind.indexes), *(kind.ids if kind is not EVENT else ())]


def _chapter(module: str) -> str:
    return module.rpartition(".")[2]


def _say_event(found: Outputs, event: Event) -> None:
    chapter = _chapter(type(event).__module__)
    tellings = REPORT.registers.tellings
    for code in LANGUAGES:
        words = language(code)
        for seats in (("france",), ("britain",), ()):
            told = [ObservedEvent(1, event, {})]
            found.add(chapter, code, type(event).__name__, _or_not(REPORT.news, told, seats, words))
            found.add(chapter, code, "gist", _or_not(REPORT.gist, told, seats, words))
        found.add(chapter, code, "story", _or_not(REPORT.sentences, told, (), words))
        for seat in GAME.seats:
            found.add(chapter, code, "effect", seat, _or_not(REPORT.effect, told, seat, words))
        found.add(chapter, code, _or_not(tellings.said, event, REPORT.speech(words)))


def _say_action(found: Outputs, action: Action) -> None:
    for code in LANGUAGES:
        said = _or_not(PHRASES.say, action, code)
        read = _or_not(PHRASES.parse, said, code)
        found.add(_chapter(type(action).__module__), code, said, "read back" if read == action else str(read))


def _say_refusal(found: Outputs, chapter: str, code: Code, facts: Mapping[str, Any]) -> None:
    for each in LANGUAGES:
        words = _or_not(REPORT.refusal, code.name, code.rule, facts, language(each))
        found.add(chapter, each, code.name, dict(facts), words)


def _or_not(say: Callable[..., Any], *given: Any) -> Any:
    """Return what is said; of facts that do not go together, that nothing is."""
    try:
        return say(*given)
    except (LookupError, ValueError, TypeError, AssertionError, AttributeError, StopIteration, Refusal, Misread):
        return "nothing can be said"


# games


def _play(found: Outputs, game: int, most: int) -> None:
    match, rng = new_match("imperial-struggle", seed=f"said {game}".encode()), Random(game)
    told, step = list(match.opening), 0
    options = [_drawn(each, rng) for each in GAME.actions for _ in range(3)]
    turned = [Moment(match.position.n, match.view())]
    course = list[ObservedEvent[Any]]()
    _say_told(found, "set_up", match.view(), match.view(), told)
    while match.result is None and step < most:
        decision = match.decisions()[0]
        seat = decision.waiting[0]
        views = {each: match.view(each) for each in (*GAME.seats, ())}
        _say_question(found, match, seat)
        action = match.sample(seat, rng)
        chapter = type(GAME.action(action) if isinstance(action, Mapping) else action).__module__.rpartition(".")[2]
        told = match.apply(seat, action)
        for each, before in views.items():
            _say_told(found, chapter, before, match.view(each), told, () if each == () else (each,))
        course, turned, step = [*course, *told], [*turned, Moment(match.position.n, match.view())], step + 1
        if not step % EVERY:
            _say_position(found, match, views, options)
        if any(isinstance(each.public, TurnBegan) for each in told):
            for code in LANGUAGES:
                said = REPORT.turned(Course(seats=(), moments=tuple(turned), told=tuple(course)), language(code))
                found.add("position", code, said)
            course, turned = [], turned[-1:]
    if match.result is not None:
        for code in LANGUAGES:
            found.add("ending", code, REPORT.over(match.result, (), language(code)))


def _say_question(found: Outputs, match: Match, seat: str) -> None:
    decision, legal = match.decisions()[0], match.options(seat)
    chapter = _CHAPTER_OF[decision.kind]
    words_of = PHRASES.at(match.state)
    for code in LANGUAGES:
        offer = offers.offer_for(match, seat, 12, code)
        coded = offers.coded_options(offer, match, seat, code)
        asked = Asked(12, decision, coded, DEADLINE, *offers.default_of(match, seat, code), tuple(legal))
        found.add(chapter, code, REPORT.title(decision, match.view(), language(code)))
        found.add(chapter, code, REPORT.question(asked, match.view(seat), seat, language(code)))
        for action in dict.fromkeys((*legal, *(each.action for each in coded))):
            of, said = _chapter(type(action).__module__), words_of.say(action, code)
            read = words_of.parse(said, code)
            found.add(of, code, said, "read back" if read == action else str(read))
            if action in legal:
                found.add(of, code, said, REPORT.price(action, match.view(seat), seat, language(code)))


_CHAPTER_OF = {each.kind: _chapter(each.__module__) for each in questions(*CHAPTERS)}


def _say_told(
    found: Outputs, chapter: str, before: Any, now: Any, told: list[ObservedEvent[Any]], seats: tuple[str, ...] = ()
) -> None:
    stretch = Stretch(before=before, view=now, told=told, seats=seats)
    for code in LANGUAGES:
        words = language(code)
        found.add(chapter, code, REPORT.news(told, seats, words))
        found.add(chapter, code, REPORT.story(stretch, words))
        found.add(chapter, code, REPORT.gist(told, seats, words))
        for seat in seats:
            found.add(chapter, code, REPORT.effect(told, seat, words))


def _say_position(found: Outputs, match: Match, before: Mapping[Any, Any], options: Sequence[Action]) -> None:
    askings = REPORT.registers.askings
    for code in LANGUAGES:
        words = language(code)
        found.add("position", code, REPORT.standing(match.view(), (), before[()], words))
        for seat in GAME.seats:
            view = match.view(seat)
            stretch = Stretch(before=before[seat], view=view, told=[], seats=(seat,))
            found.add("position", code, REPORT.standing(view, (seat,), None, words))
            found.add("position", code, REPORT.holdings(view, seat, words), REPORT.outlook(view, seat, words))
            found.add("position", code, REPORT.left(stretch, seat, words), REPORT.preview(stretch, seat, words))
            for kind, ids in (("event", EVENT.indexes), ("ministry", [f"m{n}" for n in MINISTRY.indexes if n])):
                for id in ids:
                    found.add(kind, code, str(id), _or_not(REPORT.printed, kind, id, view, seat, words))
            counter, to = REPORT.counter(view, seat), REPORT.speech(words)
            for each in options:
                option = _or_not(askings.option, Coded("a1", each, ""), counter, to)
                found.add(_chapter(type(each).__module__), code, each, option)


def written(found: Outputs, folder: Path) -> None:
    """Write what was said into a folder, a file for each chapter."""
    folder.mkdir(parents=True, exist_ok=True)
    for chapter in found.said:
        (folder / f"{chapter}.txt").write_text(found.text(chapter), "utf-8")


if __name__ == "__main__":
    written(outputs(range(int(sys.argv[2]) if len(sys.argv) > 2 else 5)), Path(sys.argv[1]))
