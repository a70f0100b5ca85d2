"""Keeps the gettext catalogues in step with the sources.

    python -m adjudicator.locale.update          # extract, merge into the .po files, compile the .mo files
    python -m adjudicator.locale.update --check  # nothing is written; ends with 1 and the list of what is wrong
    python -m adjudicator.locale.update --compile  # only .mo files, names, lines of forms: not in the repository
    python -m adjudicator.locale.update --add fr # empty catalogues for a further language

The common domain holds every message of the program except those of games. A game with a folder `locale` has a
domain of its own, named after its folder, with the messages found in that folder. Messages are found in calls
of `gettext`, `ngettext`, `pgettext`, `npgettext` and `msgid` with a literal text, and in the declarations of a game's
words (`DECLARED`). A comment that begins with
`Translators:` right above the call goes into the catalogue; so do the words of pictures (`words.yaml`). Words that
players type (names of commands, lines around the form, verbs and keywords of orders) stand in the code in English and
Russian; other languages have them in the catalogue. After an update the new messages stand empty in the .po file:
translate them and run it again.
"""

import ast
import io
import re
import sys
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from itertools import chain, pairwise
from pathlib import Path
from typing import IO, Any

import msgspec
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from adjudicator.components.names import compile_names
from adjudicator.components.russian import compile_lemmas
from adjudicator.kernel.registry import GROUP, games
from adjudicator.language import CODES, DIRECTORY, DOMAIN, ORDERED, TYPED, WRITTEN, picture_context
from adjudicator.orders.text.common import WORDS
from adjudicator.reports.wording.ready_lines import compile_ready_lines
from adjudicator.reports.wording.template_file import messages, notice_messages

PACKAGE = Path(__file__).parents[1]
KEYWORDS = {
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "msgid": None,
}

_PLACEHOLDER = re.compile(r"%\(([^()]+)\)s?")


class Domain(msgspec.Struct, frozen=True):
    """A set of messages: where they are found, and where its catalogues are."""

    name: str
    source: Path
    directory: Path
    beside: tuple[Path, ...] = ()
    """Further folders with sources: those of optional packages speak through the common catalogue."""

    def file(self, path: Path) -> str:
        """Return how a source is named in a catalogue."""
        folder = next(folder for folder in (self.source, *self.beside) if path.is_relative_to(folder))
        return path.relative_to(folder).as_posix()

    def path(self, code: str) -> Path:
        """Return the .po file of a language; the compiled .mo file lies next to it."""
        return self.directory / code / "LC_MESSAGES" / f"{self.name}.po"


def domains(package: Path = PACKAGE) -> list[Domain]:
    """Return the common domain and one for each game that has a folder `locale`."""
    games = sorted(folder.parent for folder in (package / "games").glob("*/locale"))
    optional = tuple(sorted(package.parent.glob("packages/*/adjudicator_*")))
    return [Domain(DOMAIN, package, DIRECTORY, optional), *(Domain(game.name, game, game / "locale") for game in games)]


def extract(domain: Domain) -> Catalog:
    """Return the messages that the sources of a domain use now, with their files.

    Includes the words that players type, which only languages need for which the code has no words.
    """
    catalog, others = Catalog(project=DOMAIN, charset="utf-8"), _others(domain)
    found = chain.from_iterable(
        extract_from_dir(
            folder,
            method_map=[("**.py", _python)],  # type: ignore[list-item] # a callable is as good, says its manual
            keywords=KEYWORDS,
            comment_tags=["Translators:"],
            strip_comment_tags=True,
            directory_filter=lambda folder: Path(folder) not in others,
        )
        for folder in (domain.source, *domain.beside)
    )
    for name, _line, message, comments, context in found:
        catalog.add(message, locations=[(name, 0)], auto_comments=comments, context=context)
    for name, text in declared(domain):
        catalog.add(text, locations=[(name, 0)])
    for path in _files(domain, "words.yaml"):
        for keys, text in _leaves(msgspec.yaml.decode(path.read_bytes())):
            catalog.add(text, locations=[(domain.file(path), 0)], context=picture_context(keys))
    for context, word, name in typed_words(domain):
        catalog.add(word, locations=[(name, 0)], auto_comments=[_COMMENTS[context]], context=context)
    return catalog


_UNSEEN = re.compile(rb"""f"[^"\n]*(?:gettext|msgid)\('|f'[^'\n]*(?:gettext|msgid)\(\"""")
"""A message within an f-string: Babel does not see it."""


def _python(file: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Yield what Babel finds in a file of Python.

    Babel parses every file, and most have none of the words it looks for. Raises ValueError for a message that it would
    miss.
    """
    source = file.read()
    if found := _UNSEEN.search(source):
        line = source.count(b"\n", 0, found.start()) + 1
        raise ValueError(f"line {line}: a message within an f-string is not found")
    if any(word.encode() in source for word in keywords):
        yield from extract_python(io.BytesIO(source), keywords, comment_tags, options)


DECLARED = ("tell", "refuse", "offer", "ask", "Shelf", "ability")
"""Calls that declare words (`adjudicator.reports`): every literal behind their first argument is a message, and what
stands as `note` or `silent`.
"""


VERBS = "verb"
"""The call that declares how a story tells an event: a message, or the same for one thing and for several."""


def declared(domain: Domain) -> Iterator[tuple[str, str | tuple[str, str]]]:
    """Yield the messages that games declare, each after its file, and those of their files of words.

    For example `tell(FortSeized, "%(space)s: fort seized")`.
    """
    for path in (*_files(domain, "said.yaml"), *_files(domain, "said/*.yaml")):
        for text in messages(msgspec.yaml.decode(path.read_bytes())):
            if _says(text if isinstance(text, str) else text[0]):
                yield domain.file(path), text
    for path in _files(domain, "notices.yaml"):
        for text in notice_messages(msgspec.yaml.decode(path.read_bytes())):
            if _says(text if isinstance(text, str) else text[0]):
                yield domain.file(path), text
    for path in _files(domain, "*.py"):
        name = domain.file(path)
        if domain.source == PACKAGE and not path.is_relative_to(PACKAGE / "games"):
            continue
        for node in _declarations(path.read_text("utf-8")):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in DECLARED:
                named = [keyword.value for keyword in node.keywords if keyword.arg in ("note", "silent")]
                for given in chain.from_iterable(map(_literals, (*node.args[1:], *named))):
                    if isinstance(given, ast.Constant) and isinstance(given.value, str) and _says(given.value):
                        yield name, given.value
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == VERBS:
                one, *many = [arg.value for arg in node.args[1:3] if isinstance(arg, ast.Constant)]
                yield name, (str(one), str(many[0])) if many else str(one)


@cache
def _declarations(source: str) -> tuple[ast.Assign | ast.AnnAssign | ast.Call, ...]:
    """Return the calls and assignments of a file that may declare words: each file is parsed once."""
    found: list[ast.Assign | ast.AnnAssign | ast.Call] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            found += [node] if _english(node) else []
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found += [node] if node.func.id in (*DECLARED, VERBS) or _ordered(node) else []
    return tuple(found)


def _literals(node: ast.expr) -> list[ast.expr]:
    """Return the argument, or the values of one that has words for each case."""
    return node.values if isinstance(node, ast.Dict) else [node]


def _says(text: str) -> bool:
    """Return whether there is anything to translate apart from the names in it.

    Words, or quotes, of which each language has its own.
    """
    return any(letter.isalpha() or letter in "“”" for letter in _PLACEHOLDER.sub("", text))


def _leaves(tree: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the texts of a file of words, with the keys that lead to them."""
    if isinstance(tree, dict):
        for key, inside in tree.items():
            yield from _leaves(inside, (*path, str(key)))
    elif isinstance(tree, list):
        for inside in tree:
            yield from _leaves(inside, path)
    else:
        yield path, str(tree)


_TYPED_IN = ("names", "OPENING", "CLOSING", "JOIN", "OBSERVE", "NO_BID", "TAKE_BACK")
_COMMENTS = {
    TYPED: "What players type; the printed form first, further ones behind bars, each understood.",
    ORDERED: "What players type in orders; the printed form first, further ones behind bars, each understood. "
    "Behind a form, @ and the case of the name that follows: dem @dative.",
}


def typed_words(domain: Domain) -> Iterator[tuple[str, str, str]]:
    """Yield English words that players type, each with its context before it and its file after it.

    Names of commands and the lines around the form (`names = {"en": …}`), words of orders (calls with literals for `en`
    and `ru`, `orders.yaml`).
    """
    for path in chain.from_iterable(_files(domain, f"{each}.yaml") for each in ("orders", "conditions", "standing")):
        for word in _orders(msgspec.yaml.decode(path.read_bytes())):
            yield ORDERED, word, domain.file(path)
    for path in _files(domain, "*.py"):
        name = domain.file(path)
        for node in _declarations(path.read_text("utf-8")):
            if isinstance(node, ast.Assign | ast.AnnAssign) and (word := _english(node)):
                yield TYPED, word, name
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and (word := _ordered(node)):
                yield ORDERED, word, name


def _ordered(node: ast.Call) -> str:
    """Return the first English form of `phrase(…, en="flag | claim", ru="флаг")`; "" for anything else."""
    given = {keyword.arg: keyword.value.value for keyword in node.keywords if isinstance(keyword.value, ast.Constant)}
    return str(given["en"]).partition("|")[0].strip() if {"en", "ru"} <= given.keys() else ""


def _orders(tree: object) -> Iterator[str]:
    """Yield the first English form of everything in a file of orders that has one."""
    inside = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    if isinstance(tree, dict) and isinstance(said := tree.get("en"), str):
        yield said.partition("|")[0].strip()
    for each in inside:
        yield from _orders(each)


def _english(node: ast.Assign | ast.AnnAssign) -> str:
    """Return the first English form of `names = {"en": ("help", ...), ...}`; "" for anything else."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    named = {target.id for target in targets if isinstance(target, ast.Name)}
    if not named & set(_TYPED_IN) or not isinstance(node.value, ast.Dict):
        return ""
    for key, value in zip(node.value.keys, node.value.values, strict=True):
        if isinstance(key, ast.Constant) and key.value == "en" and isinstance(value, ast.Tuple):
            return str(ast.literal_eval(value.elts[0]))
    return ""


def _files(domain: Domain, pattern: str) -> list[Path]:
    others = _others(domain)
    found = chain.from_iterable(folder.rglob(pattern) for folder in (domain.source, *domain.beside))
    return sorted(path for path in found if not others & set(path.parents))


def _others(domain: Domain) -> set[Path]:
    # A game without catalogues of its own speaks through the common one.
    return {game.source for game in domains() if game.name != domain.name and game.source != PACKAGE}


def updated(domain: Domain, code: str, extracted: Catalog | None = None) -> Catalog:
    """Return the catalogue of a language as it should be: the present messages, with the existing translations.

    `extracted`: what `extract` found, if that is known already.
    """
    path = domain.path(code)
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=code)
    else:
        catalog = Catalog(locale=code, project=DOMAIN, charset="utf-8")
    template = deepcopy(extracted) if extracted else extract(domain)
    for message in [each for each in template if each.context in _COMMENTS] if code in WRITTEN else ():
        template.delete(message.id, message.context)
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def po_bytes(catalog: Catalog) -> bytes:
    """Return the text form: sorted, without places and dates, so that a diff shows only what changed."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=110, omit_header=True, sort_output=True, no_location=True)
    plural = f"nplurals={catalog.num_plurals}; plural={catalog.plural_expr};"
    header = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalog.locale_identifier}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {plural}\\n"\n\n'
    )
    return header.encode() + buffer.getvalue()


def mo_bytes(po: bytes, code: str) -> bytes:
    """Return the compiled form of a .po file, the same bytes at any time."""
    buffer = io.BytesIO()
    catalog = read_po(io.BytesIO(po), locale=code)
    # Babel would write the time of the compilation into the header.
    catalog.creation_date = catalog.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    write_mo(buffer, catalog)
    return buffer.getvalue()


def problems(domain: Domain, code: str, extracted: Catalog | None = None) -> Iterator[str]:
    """Yield what is wrong with the committed catalogues of a language: stale, untranslated, fuzzy, bad placeholders."""
    path = domain.path(code)
    if not path.exists():
        yield f"{path}: missing"
        return
    catalog = updated(domain, code, extracted)
    if path.read_bytes() != po_bytes(catalog):
        yield f"{path}: not up to date"
    compiled = path.with_suffix(".mo")
    if not compiled.exists() or compiled.read_bytes() != mo_bytes(path.read_bytes(), code):
        yield f"{compiled}: not compiled from the .po file"
    for message in catalog:
        yield from (f"{path}: {text}" for text in _faults(message, catalog))


def _faults(message: Message, catalog: Catalog) -> Iterator[str]:
    if not message.id:
        return
    strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
    forms = [form for form in strings if form]
    if len(forms) != (catalog.num_plurals if message.pluralizable else 1):
        yield f"{message.id!r} is not translated"
        return
    if message.fuzzy:
        yield f"{message.id!r} is fuzzy"
    yield from (f"{message.id!r}: {error}" for error in message.check(catalog))
    # Babel lets a translation leave out a named placeholder; with us that would be a fact that is not told.
    singular, source = message.id if isinstance(message.id, tuple | list) else (message.id, message.id)
    for place, form in enumerate(forms):
        # Where there are two forms the first is for one thing alone, and may say so without a figure, as English does.
        wanted = singular if place == 0 and len(forms) == 2 else source
        lost = set(_PLACEHOLDER.findall(wanted)) - set(_PLACEHOLDER.findall(form))
        yield from (f"{message.id!r}: {name} is lost" for name in sorted(lost))
        if (message.context or "").startswith(picture_context(())) and form.count("{}") != source.count("{}"):
            yield f"{message.id!r}: {{}} stands for something"


def compile_catalogue(domain: Domain, code: str) -> None:
    """Write the .mo file of a language, which is what the program reads."""
    path = domain.path(code)
    path.with_suffix(".mo").write_bytes(mo_bytes(path.read_bytes(), code))


def write(domain: Domain, code: str, extracted: Catalog | None = None) -> None:
    """Bring the .po file of a language up to date and compile it."""
    path = domain.path(code)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(po_bytes(updated(domain, code, extracted)))
    compile_catalogue(domain, code)


def installed_data() -> Iterator[Path]:
    """Yield the folders `data` of the installed games, those of other packages included."""
    for point in entry_points(group=GROUP):
        found = find_spec(point.module)
        if found is not None and found.origin is not None:
            yield Path(found.origin).parent / "data"


def _compile_ready_lines() -> None:
    """Write down the lines of the forms of all games, which catalogues and names go into."""
    for name in games():
        compile_ready_lines(name)


def main(arguments: list[str]) -> int:
    """Run the command; return the exit status."""
    if "--check" not in arguments:
        for folder in {*(domain.source / "data" for domain in domains()), *installed_data()}:
            compile_names(folder)
            compile_lemmas(folder)
        compile_lemmas(WORDS)
    if "--compile" in arguments:
        for domain in domains():
            for code in CODES[1:]:
                compile_catalogue(domain, code)
        _compile_ready_lines()
        return 0
    found: list[str] = []
    added = [code for before, code in pairwise(arguments) if before == "--add"]
    for domain in domains():
        extracted = extract(domain)
        for code in (*CODES[1:], *added):
            if "--check" not in arguments:
                write(domain, code, extracted)
            found += problems(domain, code, extracted)
    if "--check" not in arguments:
        _compile_ready_lines()
    print("\n".join(found) or "All catalogues are complete.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
