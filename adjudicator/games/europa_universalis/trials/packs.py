"""Packs at random, as random play tries them: whatever a card may do, it does on some card in some pack."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from types import UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields, replace

from adjudicator.components import Kind

from ..content import CharacterFace, Content, Dice, EventFace, IdeaFace, MilestoneFace, Symbol, default
from ..effects import (
    Bonus,
    CancelCovert,
    Choice,
    DiscardRuler,
    Effect,
    Effects,
    ExtraDice,
    GainDucats,
    GainsPower,
    PlaceDynamic,
)
from ..facts import REALM
from ..pack_checks import idle, misfits, misplaced
from ..slots import IDEA, MILESTONE, STRUGGLE

F = TypeVar("F")
CHANGED, MANUAL, GIVEN = 0.4, 0.03, 0.3
"""Shares of cards with other effects than ours, of those for the moderator, and of optional fields that are given."""
ELSEWHERE: Final = (CancelCovert, DiscardRuler)
"""Operations that only another one triggers, or that only events with a ruler have."""
AGES: Final = (1, 2, 3, 4)
MORE = 12
MOST, SOME = 3, 2
"""The most that a number and a list come to."""
COLOURS: Final = ("green", "pink", "blue", "orange")
WORDS: Final = {"en": "What the moderator says happens.", "ru": "Происходит то, что скажет ведущий."}


def random_pack(rng: Random) -> Content:
    """Return our own pack with changed effects."""
    own = default()
    return replace(
        own,
        titles={id: _changed(rng, face, face.kind == "action" and "effects") for id, face in own.titles.items()},
        characters={id: _led(rng, face) for id, face in own.characters.items()},
        events={id: _happens(rng, face, id in own.characters) for id, face in own.events.items()},
        ideas={
            id: _changed(rng, replace(face, bonus=_bonuses(rng, face.bonus)), "instant")
            for id, face in (own.ideas | dict(_more(rng, own.ideas, IDEA))).items()
        },
        struggles=own.struggles | dict(_more(rng, own.struggles, STRUGGLE)),
        missions={id: _changed(rng, face, "effects") for id, face in own.missions.items()},
        milestones={
            id: _rewarded(rng, face)
            for id, face in (own.milestones | dict(_more(rng, own.milestones, MILESTONE))).items()
        },
    )


def _changed(rng: Random, face: F, field: str | Literal[False]) -> F:
    """Return a card with other effects in a field, or with words for the moderator."""
    if not field or rng.random() > CHANGED:
        return face
    if rng.random() < MANUAL and hasattr(face, "manual"):
        return replace(face, manual=WORDS)  # type: ignore[type-var]
    return replace(face, **{field: _effects(rng)})  # type: ignore[type-var]


def _led(rng: Random, face: CharacterFace) -> CharacterFace:
    """Return the face; some leaders get dice of random colours."""
    if face.kind != "leader" or rng.random() > CHANGED:
        return face
    return replace(face, dice=Dice(*(rng.randint(0, 1) for _ in fields(Dice))))


def _effects(rng: Random, deep: bool = True) -> Effects:
    return tuple(_operation(rng, deep) for _ in range(rng.randint(1, SOME)))


def _operation(rng: Random, deep: bool) -> Any:
    """Return a random operation that any card may have."""
    form = rng.choice([arg for arg in get_args(Effect) if arg not in ELSEWHERE and (deep or arg is not Choice)])
    if form is Choice:
        return Choice(options=(_effects(rng, False), _effects(rng, False)))
    op = _fitting(rng, form, idle)
    if isinstance(op, PlaceDynamic):
        realm = REALM.thing(op.realm)
        op = replace(op, colour="" if realm.dynamic else COLOURS[realm.index % len(COLOURS)])
    return op


def _happens(rng: Random, face: EventFace, crowned: bool) -> EventFace:
    """Return an event with other symbols and effects; some with a ruler let the realm discard it."""
    face = _changed(rng, replace(face, symbols=_symbols(rng, face)), "effects")
    if not crowned or rng.random() > CHANGED:
        return face
    return replace(face, effects=(*face.effects, DiscardRuler(who=face.realm)))


def _symbols(rng: Random, face: EventFace) -> tuple[Symbol, ...]:
    open_ = [arg for arg in get_args(Symbol) if not misplaced(arg, face.age)]
    return tuple(rng.sample(open_, rng.randint(1, SOME))) if rng.random() < CHANGED else face.symbols


def _rewarded(rng: Random, face: MilestoneFace) -> MilestoneFace:
    """Return a milestone with another reward of power or ducats."""
    if rng.random() > CHANGED:
        return face
    return replace(face, reward=(_struct(rng, rng.choice((GainsPower, GainDucats))),))


def _bonuses(rng: Random, own: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a bonus of an idea, which has no dice of battle actions."""
    form = rng.choice([arg for arg in get_args(Bonus) if arg is not ExtraDice])
    return (_fitting(rng, form, misfits),) if rng.random() < CHANGED else own


def _fitting(rng: Random, form: type[Struct], wrong: Callable[[Any], Iterator[object]]) -> Any:
    """Return a random struct whose arguments fit together."""
    while True:
        found = _struct(rng, form)
        if next(wrong(found), None) is None:
            return found


@cache
def _hints(form: type[Struct]) -> dict[str, Any]:
    return get_type_hints(form, include_extras=True)


def _struct(rng: Random, form: type[Struct]) -> Any:
    """Return a struct with random required fields, and some of the optional ones."""
    hints, given = _hints(form), {}
    for field in fields(form):
        needed = field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
        if needed or rng.random() < GIVEN:
            given[field.name] = _value(rng, hints[field.name])
    return form(**given)


def _value(rng: Random, form: Any) -> Any:
    """Return a random value of a type, as it is written in a pack."""
    if get_origin(form) is Annotated:
        base, *notes = get_args(form)
        kind = next((note for note in notes if isinstance(note, Kind)), None)
        if kind is not None:
            ids = rng.sample(kind.ids, rng.randint(1, MOST))
            return ids[0] if base is str else tuple(ids)
        least = next((note.ge for note in notes if isinstance(note, Meta) and note.ge is not None), 0)
        return rng.randint(int(least), MOST)
    if get_origin(form) is Literal:
        return rng.choice(get_args(form))
    if get_origin(form) in (Union, UnionType):
        return _struct(rng, rng.choice(get_args(form)))
    if form == Effects:
        return _effects(rng, False)
    if get_origin(form) is tuple:
        return tuple(_value(rng, get_args(form)[0]) for _ in range(rng.randint(1, SOME)))
    return rng.random() < 1 / 2 if form is bool else rng.randint(0, MOST)


def _more(rng: Random, own: dict[str, Any], kind: Kind[Any]) -> Iterator[tuple[str, Any]]:
    """Yield copies of our own cards, of any age, for some of the free slots."""
    faces = list(own.values())
    for n, id in enumerate(rng.sample([each for each in kind.ids if each not in own], MORE)):
        face, age = faces[n % len(faces)], rng.choice(AGES)
        named = dict.fromkeys(face.name, f"{kind.name} {age} {n + 1}")
        yield id, replace(face, name=named, age=age, **({"basic": False} if isinstance(face, IdeaFace) else {}))
