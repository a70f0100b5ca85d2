"""The words of a small game in a file for each language, `words.<code>.yaml` beside its names.

    told:
      drew: [draws %(count)s, "you draw %(goods)s"]   # behind the comma: what the seat itself is told
      travelled: travels to %(to)s                    # in Russian "едет в %(to@accusative)s"
    asked: {turn: [your turn, "where do you travel?"]}     # behind the comma: the heading of the question
    refused: {no_road: "no road leads to %(to)s; there are %(roads)s"}
    shown: {coins: Coins}
    held: {hands: Your goods}
    drawn: {goods: goods}
    content: {goods.price: price}    # what the fields of its content are called, of a game that takes packs

Events go by their tag, questions by their kind, refusals by their code. Everything that the rules declare has words in
every language, and nothing else has: what is missing or too much is told with its path, all of it at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.components.content import ContentForm
from adjudicator.components.kinds import Kind, references
from adjudicator.components.load import DataFile, FactError
from adjudicator.kernel.chapters import declared_classes, questions
from adjudicator.kernel.codes import codes_in
from adjudicator.kernel.events import Event
from adjudicator.kernel.readiness import prebuild_decoders
from adjudicator.reports.wording.lexicon import Lexicon

Words = str | tuple[str, str]
"""A text, or two: what all are told and what the seat itself is; the title of a mail and the heading of a question."""


class WordFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one language."""

    told: dict[str, Words] = {}
    asked: dict[str, Words] = {}
    refused: dict[str, str] = {}
    shown: dict[str, str] = {}
    held: dict[str, str] = {}
    drawn: dict[str, str] = {}
    backs: dict[str, str] = {}
    content: dict[str, str] = {}


prebuild_decoders(WordFile)


def read_words(
    lexicon: Lexicon,
    folder: Path,
    chapters: Sequence[ModuleType],
    drawn: Mapping[str, Kind[Any]] | None = None,
    content: ContentForm[Any] | None = None,
) -> Lexicon:
    """Return the lexicon with the words of the files in a folder, for what the chapters of the rules declare.

    `drawn`: the kinds of what is drawn by chance, by the name of the draw; `content`: what may be edited.

    Raises:
        FactError: Something is wrong.
    """
    files = {code: _file(folder / f"words.{code}.yaml") for code in lexicon.naming.languages}
    events = {str(event.__struct_config__.tag): event for event in declared_classes(Event, *chapters)}
    asked: dict[str, Any] = {answers.kind: answers for answers in questions(*chapters)}
    codes, kinds, english = {code.name: code for code in codes_in(*chapters)}, drawn or {}, files["en"]
    due = {"told": [*events], "asked": [*asked], "refused": [*codes], "drawn": [*kinds]}
    due["content"] = [] if content is None else [*content.fields]
    due |= {"shown": [*english.shown], "held": [*english.held], "backs": [*english.backs]}
    if problems := [each for code, file in files.items() for each in _unfit(f"words.{code}.yaml", file, due)]:
        raise FactError(*problems)
    for tag, event in events.items():
        texts = {code: file.told[tag] for code, file in files.items()}
        lexicon.tell(event, _second(texts), **_first(texts))
    for kind, answers in asked.items():
        texts = {code: file.asked[kind] for code, file in files.items()}
        lexicon.ask(kind, references(answers), _second(texts), **_first(texts))
    for name, refusal in codes.items():
        lexicon.refuse(refusal, **{code: file.refused[name] for code, file in files.items()})
    for field in english.shown:
        lexicon.show(field, **{code: file.shown[field] for code, file in files.items()})
    for field in english.held:
        lexicon.hold(field, **{code: file.held[field] for code, file in files.items()})
    for back in english.backs:
        lexicon.turn(back, **{code: file.backs[back] for code, file in files.items()})
    if content is not None:
        labels = {field: {code: file.content[field] for code, file in files.items()} for field in content.fields}
        lexicon.edit(content, labels)
    for draw, things in kinds.items():
        lexicon.draw(draw, things, **{code: file.drawn[draw] for code, file in files.items()})
    return lexicon


def _first(texts: Mapping[str, Words]) -> dict[str, str]:
    return {code: text if isinstance(text, str) else text[0] for code, text in texts.items()}


def _second(texts: Mapping[str, Words]) -> dict[str, str]:
    return {code: text[1] for code, text in texts.items() if not isinstance(text, str)}


def _file(path: Path) -> WordFile:
    try:
        return msgspec.convert(DataFile(path).rows, WordFile)
    except msgspec.ValidationError as error:
        raise FactError(f"{path.name}: {error}") from error


def _unfit(name: str, file: WordFile, due: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield what is missing in a file, and what it has too much."""
    for part, wanted in due.items():
        given = getattr(file, part)
        yield from (f"{name}: {part}.{each}: has no words" for each in wanted if each not in given)
        yield from (f"{name}: {part}.{each}: there is no such thing" for each in given if each not in wanted)
