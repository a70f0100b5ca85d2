"""Parts of a pack as tables: CSV with a line for each thing, and the names of fields as its heading.

    id,name.en,name.ru,kind,half,symbols,effects
    bad_harvest,Bad harvest,Неурожай,a,1,unrest_rebellion dnpr_green,add_unrest who=all n=2; lose_stability

An empty cell leaves its field out. Several values stand one after the other; structs that say by a tag what they are,
with `;` between them and their fields as `field=value` behind the tag. A cell that begins with `[` or `{` is YAML.
"""

from __future__ import annotations

import csv
import re
import shlex
from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from msgspec import Struct

from adjudicator.components.kinds import possible
from adjudicator.components.load import Each, Spoken, fields_of, tagged
from adjudicator.given_files import from_yaml
from adjudicator.kernel.errors import DocumentError, Problem
from adjudicator.language import CODES

ID: Final = "id"
VALUE: Final = "value"
"""The column of things that are one value each."""
_SIGNS: Final = ",;\t"
"""Signs between cells: programs write one of these, by the language of their user."""
_TRUTH: Final = {"yes": True, "true": True, "no": False, "false": False}


def table(text: str, form: Any) -> dict[str, Any]:
    """Return the things of a table by id, as a pack has them; `form`: the annotation of that part of the pack.

    Raises:
        DocumentError: Something is wrong; it has every problem with its line.
    """
    of, mark = _marked(form)
    if not isinstance(mark, Each) or get_origin(of) is not dict:
        raise DocumentError([Problem("", "is no part with a line for each thing: write it as YAML")])
    heading, _, _ = text.partition("\n")
    rows = csv.reader(text.splitlines(keepends=True), delimiter=max(_SIGNS, key=heading.count), strict=True)
    problems, found = list[Problem](), dict[str, Any]()
    try:
        columns = [each.strip() for each in next(rows, [])]
        forms = dict(_columns(columns, get_args(of)[1], problems))
        for row in rows:
            cells = {column: cell.strip() for column, cell in zip(columns, row, strict=False) if cell.strip()}
            if not cells:
                continue
            id = cells.pop(ID, "")
            if not id or id in found or len(row) > len(columns):
                what = "has no id" if not id else f"{id!r} stands there twice" if id in found else "has too many cells"
                problems.append(Problem(f"line {rows.line_num}", what))
                continue
            found[id] = {}
            for column, cell in cells.items() if cells.keys() <= forms.keys() else ():
                path = () if column == VALUE else column.split(".")
                try:
                    _put(found, (id, *path), value(cell, forms[column]))
                except ValueError as error:
                    problems.append(Problem(f"line {rows.line_num}: {column}", str(error)))
    except csv.Error as error:
        problems.append(Problem(f"line {rows.line_num}", str(error)))
    if problems:
        raise DocumentError(problems)
    return found


def value(cell: str, form: Any) -> Any:
    """Return what a cell says, as YAML would have it. What cannot be read so is left to who reads the pack.

    Raises:
        ValueError: It is no YAML, or its quotes do not end.
    """
    of, _ = _marked(form)
    if cell.startswith(("[", "{")):
        return from_yaml(cell.encode())
    if of is bool:
        return _TRUTH.get(cell.casefold(), cell)
    if of is int:
        return int(cell) if re.fullmatch(r"[+-]?\d+", cell) else cell
    if get_origin(of) is tuple:
        inner, _ = _marked(get_args(of)[0])
        if forms := tagged(get_args(inner)):
            return [_deed(part, forms) for part in _parts(cell)]
        return [value(each, inner) for each in re.split(r"[\s,;]+", cell) if each]
    if get_origin(of) is dict:
        return {key: value(each, get_args(of)[1]) for key, each in _given(shlex.split(cell))}
    return _fields(shlex.split(cell), of) if _is_struct(of) else cell


def _columns(columns: list[str], form: Any, problems: list[Problem]) -> Iterator[tuple[str, Any]]:
    """Yield the annotation of each column but that of ids; what cannot be a column is noted."""
    known = dict(_possible(form))
    if ID not in columns:
        problems.append(Problem("line 1", f"a column {ID} is needed"))
    for n, column in enumerate(columns):
        if column in known and column not in columns[:n]:
            yield column, known[column]
        elif column in known:
            problems.append(Problem("line 1", f"the column {column!r} is there twice"))
        elif column != ID:
            problems.append(Problem("line 1", f"there is no column {column!r}{possible(column, known)}"))


def _possible(form: Any) -> Iterator[tuple[str, Any]]:
    """Yield all columns of a table of things of a form, with their annotations."""
    of, mark = _marked(form)
    if not _is_struct(of):
        yield VALUE, form
        return
    for name, field in fields_of(of).items():
        inner, mark = _marked(field.form)
        if isinstance(mark, Spoken):
            yield from ((f"{name}.{code}", get_args(inner)[1]) for code in CODES)
        else:
            yield name, field.form
            if _is_struct(inner):
                yield from ((f"{name}.{each}", form) for each, form in _possible(inner))


def _marked(form: Any) -> tuple[Any, Each | Spoken | None]:
    """Return the type of an annotation without None, and its mark."""
    marks = list[Any]()
    while get_origin(form) is Annotated:
        form, *more = get_args(form)
        marks += more
    if get_origin(form) in (Union, UnionType) and len(inner := {*get_args(form)} - {NoneType}) == 1:
        return _marked(inner.pop())
    return form, next((mark for mark in marks if isinstance(mark, Each | Spoken)), None)


def _is_struct(form: Any) -> bool:
    return isinstance(form, type) and issubclass(form, Struct)


def _parts(cell: str) -> Iterator[list[str]]:
    """Yield the words of each of several things with `;` between them; within quotes it is a sign like others."""
    words = shlex.shlex(cell, posix=True, punctuation_chars=";")
    words.whitespace_split = True
    words.commenters = ""
    part = list[str]()
    for word in words:
        if set(word) == {";"}:
            yield part
            part = []
        else:
            part.append(word)
    yield part


def _deed(words: list[str], forms: Mapping[str, type[Struct]]) -> dict[str, Any]:
    """Return one of several structs: its tag, and its fields behind it."""
    key = next(iter(forms.values())).__struct_config__.tag_field or "type"
    tag, *rest = words or [""]
    return {key: tag, **_fields(rest, forms.get(tag))}


def _fields(words: list[str], form: Any) -> dict[str, Any]:
    known = {} if form is None else fields_of(form)
    return {key: value(each, known[key].form) if key in known else each for key, each in _given(words)}


def _given(words: list[str]) -> Iterator[tuple[str, str]]:
    for word in words:
        key, _, given = word.partition("=")
        yield key, given


def _put(found: dict[str, Any], path: tuple[str, ...], given: Any) -> None:
    *above, last = path
    for step in above:
        found = found.setdefault(step, {})
        if not isinstance(found, dict):
            raise ValueError(f"{step} stands in another column")
    found[last] = given
