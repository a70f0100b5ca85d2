"""Let a pack call things by ids of its own: each stands for a numbered slot of the game.

A kind has more slots than the game's own content uses. A pack names its things as it likes; when it is read, each new
id gets a free slot, and the pack keeps the list (`slots`), so that a later correction moves nothing. The rules, the
state and the log know the slots alone; packs and documents are written with the pack's own ids.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple, get_args, get_type_hints

from msgspec import Struct

from adjudicator.components.kinds import Kind, references
from adjudicator.kernel.errors import Problem

SLOTS = "slots"
"""The key of a pack under which its own ids stand, each with its slot."""
_ID = re.compile(r"[a-z][a-z0-9_]*")


class Room(NamedTuple):
    """The slots of a kind that packs may give ids of their own.

    `part`: the part of a pack that describes the things by id. `inside`: they are in lists under this key of the
    things of the part instead. `sort`: a key of the description that must say what the slot's field of this name says.
    """

    kind: Kind[Any]
    part: str
    is_free: Callable[[str], bool]
    sort: str = ""
    inside: str = ""

    def described(self, pack: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
        """Yield path, id and sort of each thing that a pack describes; what has a wrong form is left out."""
        part = pack.get(self.part)
        for id, face in part.items() if isinstance(part, Mapping) else ():
            face = face if isinstance(face, Mapping) else {}
            if not self.inside:
                yield f"{self.part}.{id}", id, str(face.get(self.sort, ""))
                continue
            inner = face.get(self.inside)
            for n, each in enumerate(inner if isinstance(inner, list) else ()):
                if isinstance(each, Mapping) and isinstance(each.get("id"), str):
                    yield f"{self.part}.{id}.{self.inside}[{n}].id", each["id"], ""

    def sort_of(self, slot: str) -> str:
        """Return the sort of a slot; empty if its kind has only one."""
        if not self.sort:
            return ""
        thing = self.kind.thing(slot)
        value = getattr(thing, self.sort)
        form: type = type(thing)
        kind = references(form).get(self.sort)
        return kind.kind.id_of(value) if kind is not None and isinstance(value, int) else str(value)


def slots_of(
    pack: Mapping[str, Any], rooms: Collection[Room], reserved: Collection[str]
) -> tuple[dict[str, str], list[Problem]]:
    """Return the slot of each id that only the pack knows, and what is wrong with these ids."""
    given = pack.get(SLOTS, {})
    found = {own: slot for own, slot in given.items() if isinstance(slot, str)} if isinstance(given, Mapping) else {}
    problems = []
    spare = {id for room in rooms for id in room.kind.ids if room.is_free(id)}
    for own, slot in found.items():
        if slot not in spare or own in spare or [*found.values()].count(slot) > 1:
            problems.append(Problem(f"{SLOTS}.{own}", "its slot is not free"))
    for room in rooms:
        described = {id: (path, sort) for path, id, sort in room.described(pack)}
        taken = {*described, *found.values()}
        free = [slot for slot in room.kind.ids if room.is_free(slot) and slot not in taken]
        for id in sorted(described):
            path, sort = described[id]
            known = id if id in room.kind else found.get(id)
            if known is not None:
                if sort not in ("", room.sort_of(known)):
                    problems.append(Problem(f"{path}.{room.sort}", f"must stay {room.sort_of(known)}"))
                continue
            if not _ID.fullmatch(id) or id in reserved:
                why = "is a word of the format" if id in reserved else "has other signs than a-z, 0-9 and _"
                problems.append(Problem(path, f"{id!r} cannot be an id: it {why}"))
                continue
            fitting = [each for each in free if room.sort_of(each) == sort]
            if not fitting:
                sorts = sorted({room.sort_of(each) for each in room.kind.ids})
                why = "there is no room for more" if sort in sorts else f"{room.sort} must be one of {', '.join(sorts)}"
                problems.append(Problem(path, why))
                continue
            free.remove(fitting[0])
            found[id] = fitting[0]
    return found, problems


def in_own_ids(problem: Problem, names: Mapping[str, str]) -> Problem:
    """Return a problem with other ids in its path and its text."""

    def replaced(text: str) -> str:
        return _ID.sub(lambda word: names.get(word[0], word[0]), text)

    return Problem(replaced(problem.path), replaced(problem.what), problem.rule)


def words_of(form: Any) -> frozenset[str]:
    """Return the words of a form of content: names of fields, tags, values of literals, ids of kinds."""
    found, left, seen = set[str](), [form], list[Any]()
    while left:
        each = left.pop()
        if isinstance(each, Kind):
            found |= set(each.ids)
        elif isinstance(each, str):
            found.add(each)
        elif isinstance(each, type) and issubclass(each, Struct):
            if each not in seen:
                seen.append(each)
                config = each.__struct_config__
                found |= {*each.__struct_encode_fields__, str(config.tag_field), str(config.tag)}
                left += get_type_hints(each, include_extras=True).values()
        else:
            left += [*get_args(each), *getattr(each, "__metadata__", ())]
    return frozenset(found)


def words_in(schema: Any) -> frozenset[str]:
    """Return all words in a JSON Schema: keys and values of documents are among them."""
    if isinstance(schema, str):
        return frozenset((schema,))
    if isinstance(schema, Mapping):
        return frozenset(schema).union(*map(words_in, schema.values()))
    return frozenset[str]().union(*map(words_in, schema)) if isinstance(schema, list) else frozenset()
