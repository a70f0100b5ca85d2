"""Russian words in their cases, and their dictionary forms, from pymorphy3, which is loaded when it is first needed.

The dictionary forms of the words of games, thousands in each, are kept beside their files (`compile_lemmas`): to find
them takes a process a tenth of a second a game. A file that another dictionary or other code has made does not count;
words that stand in none are looked up.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import msgspec

from adjudicator.kernel.kept_rules import LEMMAS

CASES: Final[Mapping[str, str]] = {
    "genitive": "gent",
    "dative": "datv",
    "accusative": "accs",
    "instrumental": "ablt",
    "prepositional": "loct",
}
"""The cases besides the nominative, and how pymorphy3 calls them."""

_RUSSIAN = re.compile(r"[а-я]+")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_REMARK = re.compile(r"(.+?)((?: \(.*\))?)")
_FIXED: Final = frozenset({"вест", "нью", "ост", "порт", "сан", "санта", "сен", "сент"})
"""Beginnings of names that stay as they are: `из Сент-Люсии`."""
_NUMERAL = re.compile(r"[IVXLCХ]+")
_UNCHANGED: Final = "еоуэю"
_NAMES: Final = frozenset(("Name", "Surn", "Patr", "Geox", "Orgn"))
_VERBS: Final = frozenset(("VERB", "PRTS", "PRTF", "GRND"))
_TOLD: Final = frozenset(("past", "2per", "3per", "pssv"))
"""The names in pymorphy3 for forms of verbs in which somebody tells something."""


@cache
def _analyzer() -> Any:
    import pymorphy3  # 53 ms and 26 MB: only when somebody inflects a word

    return pymorphy3.MorphAnalyzer(lang="ru")


def load_dictionary() -> None:
    """Load pymorphy3 and what is compiled now: processes that are forked later share it."""
    _analyzer()
    _read_compiled()


_unread: list[Path] = []
_known: dict[str, tuple[str, ...]] = {}


class _Compiled(msgspec.Struct):
    of: str
    lemmas: dict[str, tuple[str, ...]]


@cache
def expect_words(folder: Path) -> None:
    """Let `lemmas` know the words of the files in a folder, where they are compiled; read at the first word."""
    _unread.append(folder / LEMMAS)


def compile_lemmas(folder: Path) -> Path:
    """Write the dictionary forms of all Russian words in the files of a folder beside them, and return the file."""
    path = folder / LEMMAS
    sources = sorted((*folder.glob("*.yaml"), *folder.glob("names.*.json")))
    texts = (source.read_text("utf-8").lower().replace("ё", "е") for source in sources)
    words = {word for text in texts for word in _RUSSIAN.findall(text)}
    if _compiled(path).keys() != words:
        table = {word: tuple(sorted(lemmas(word))) for word in sorted(words)}
        path.write_bytes(msgspec.json.encode(_Compiled(_dictionary(), table)))
    return path


def _compiled(path: Path) -> Mapping[str, tuple[str, ...]]:
    """Return what a file holds; nothing if it is missing, or another dictionary or other code has made it."""
    if not path.exists():
        return {}
    compiled = msgspec.json.decode(path.read_bytes(), type=_Compiled)
    return compiled.lemmas if compiled.of == _dictionary() else {}


@cache
def _dictionary() -> str:
    """Return the hash of what dictionary forms depend on: this file, pymorphy3 and its dictionary."""
    versions = " ".join(map(version, ("pymorphy3", "pymorphy3-dicts-ru")))
    return hashlib.sha256(Path(__file__).read_bytes() + versions.encode()).hexdigest()


def _read_compiled() -> None:
    while _unread:
        _known.update(_compiled(_unread.pop()))


@lru_cache(maxsize=16384)
def lemmas(word: str) -> frozenset[str]:
    """Return all dictionary forms a folded word may have; the word itself if it is not Russian.

    Lemmas of proper names are guesses, so compare them with lemmas only, never with a printed name.
    """
    if not _RUSSIAN.fullmatch(word):
        return frozenset((word,))
    _read_compiled()
    if (known := _known.get(word)) is not None:
        return frozenset(known)
    return frozenset(parse.normal_form.replace("ё", "е") for parse in _analyzer().parse(word)) | {word}


@lru_cache(maxsize=16384)
def narrates(word: str) -> bool:
    """Return whether a folded word is a verb that tells, and does not order.

    It tells what was done, or what others do.

    >>> narrates("построил"), narrates("ставит"), narrates("поставлен")
    (True, True, True)
    >>> narrates("строю"), narrates("поставьте"), narrates("построить"), narrates("флаг")
    (False, False, False, False)
    """
    if not _RUSSIAN.fullmatch(word):
        return False
    parses = _analyzer().parse(word)
    told = sum(parse.score for parse in parses if _TOLD & parse.tag.grammemes and parse.tag.POS in _VERBS)
    return bool(2 * told > sum(parse.score for parse in parses))


@lru_cache(maxsize=16384)
def is_past(word: str) -> bool:
    """Return whether a folded word is a verb that tells what was done.

    >>> is_past("построил"), is_past("строит"), is_past("построить")
    (True, False, False)
    """
    if not _RUSSIAN.fullmatch(word):
        return False
    parses = _analyzer().parse(word)
    past = sum(parse.score for parse in parses if "past" in parse.tag.grammemes and parse.tag.POS == "VERB")
    return bool(2 * past > sum(parse.score for parse in parses))


@lru_cache(maxsize=16384)
def carries_meaning(word: str) -> bool:
    """Return whether a folded word is a Russian noun or verb, which changes what a sentence says.

    >>> carries_meaning("уход"), carries_meaning("богатый"), carries_meaning("быстро"), carries_meaning("withdrawal")
    (True, False, False, False)
    """
    if not is_word(word):
        return False
    return _analyzer().parse(word)[0].tag.POS in ("NOUN", "VERB", "INFN")


@lru_cache(maxsize=16384)
def in_first_person(word: str, *, others: bool = False) -> str:
    """Return the first person singular of a verb in the first person plural; "" for other words.

    `others`: of a verb in the third person.

    >>> in_first_person("ставим"), in_first_person("ставит", others=True), in_first_person("ставит")
    ('ставлю', 'ставлю', '')
    >>> in_first_person("поставил", others=True), in_first_person("флаг", others=True)
    ('', '')
    """
    if not _RUSSIAN.fullmatch(word):
        return ""
    parses = _analyzer().parse(word)
    person = {"3per"} if others else {"1per", "plur"}
    verbs = [parse for parse in parses if parse.tag.POS == "VERB" and person <= parse.tag.grammemes]
    if 2 * sum(parse.score for parse in verbs) <= sum(parse.score for parse in parses):
        return ""
    form = verbs[0].inflect({"1per", "sing"})
    return "" if form is None else str(form.word)


def is_word(word: str) -> bool:
    """Return whether a folded word is in the Russian dictionary.

    Such a word is no other one that is misspelt.

    >>> is_word("долго"), is_word("савойю"), is_word("long")
    (True, False, False)
    """
    return _RUSSIAN.fullmatch(word) is not None and bool(_analyzer().word_is_known(word))


def bids(word: str) -> bool:
    """Return whether a folded Russian word is a verb that gives an order.

    Orders are infinitives and imperatives.

    >>> bids("занять"), bids("займи"), bids("занял"), bids("лошадь")
    (True, True, False, False)
    """
    if not is_word(word):
        return False
    return any(parse.tag.POS == "INFN" or "impr" in parse.tag for parse in _analyzer().parse(word))


@lru_cache(maxsize=16384)
def in_case(name: str, case: str) -> str | None:
    """Return a name in one of `CASES`; None if it contains a word whose forms are not known for sure.

    Adjectives and the noun after them change, and what is joined to them by a hyphen or by `и`; what depends on the
    noun stays as it is, and so does a remark in brackets. A name in Latin letters has no cases.

    >>> in_case("Голландская Республика (Альянс)", "accusative"), in_case("Залив Святого Лаврентия", "genitive")
    ('Голландскую Республику (Альянс)', 'Залива Святого Лаврентия')
    >>> in_case("Квебек и Монреаль", "genitive"), in_case("Акадия", "genitive")
    ('Квебека и Монреаля', None)
    >>> in_case("Pope Julius II", "genitive")
    'Pope Julius II'
    """
    if _CYRILLIC.search(name) is None:
        return name
    found = _REMARK.fullmatch(name)
    assert found is not None
    joined = [_phrase(part.split(" "), CASES[case]) for part in found[1].split(" и ")]
    told = _phrase(found[1].split(" "), CASES[case]) if None in joined else " и ".join(filter(None, joined))
    return None if told is None else told + found[2]


def _phrase(words: list[str], case: str) -> str | None:
    """Decline adjectives, a noun, and what depends on it.

    Further words are declined too if they are the name of a person.
    """
    adjectives: list[tuple[str, Any]] = []
    for place, word in enumerate(words):
        behind = words[place + 1 :]
        if (adjective := _adjective(word, behind)) is not None:
            adjectives.append((word, adjective))
            continue
        noun = _head(word, behind)
        form = _noun(word, case, behind, noun)
        told = [_agreeing(*each, noun, case) for each in adjectives] if noun is not None else []
        rest = list(_behind(noun, behind, case))
        if form is None or (adjectives and noun is None) or None in (*told, *rest):
            return None
        return " ".join(filter(None, (*told, form, *rest)))
    return _alone(adjectives, case)


def _adjective(word: str, behind: list[str]) -> Any | None:
    """Return the parse of a word as an adjective of what is behind it; None if it is a noun.

    A word that may be either, such as `золотой`, is an adjective before a noun that it agrees with.
    """
    if _parse(word, "NOUN") is None:
        return _parse(word, "ADJF", "PRTF")
    for number, other in enumerate(behind):
        for noun in _parses(other, "NOUN"):
            for adjective in _parses(word, "ADJF", "PRTF"):
                if _agree(adjective, noun):
                    return adjective
        if _adjective(other, behind[number + 1 :]) is None:
            return None
    return None


def _agree(adjective: Any, noun: Any) -> bool:
    """Return whether an adjective and a noun in the nominative have the same number and gender."""
    one, other = adjective.tag, noun.tag
    return bool(one.number == other.number and (one.number == "plur" or one.gender == other.gender))


def _head(word: str, behind: list[str]) -> Any | None:
    """Return the parse of a noun; one with a numeral behind it is a person: `Рудольф II`."""
    persons = [parse for parse in _parses(word, "NOUN") if "Name" in parse.tag]
    return persons[0] if persons and behind and _NUMERAL.fullmatch(behind[0]) else _parse(word, "NOUN")


def _alone(adjectives: list[tuple[str, Any]], case: str) -> str | None:
    """Decline adjectives without a noun, such as the names of sides.

    Returns None for the accusative if it depends on whether a living being is meant.
    """
    if case == "accs" and not all("femn" in parse.tag or "neut" in parse.tag for _, parse in adjectives):
        return None
    forms = [_form(word, parse, case) for word, parse in adjectives]
    return None if None in forms else " ".join(filter(None, forms)) or None


def _behind(noun: Any | None, words: list[str], case: str) -> Iterator[str | None]:
    """Yield what stands behind a noun: declined if it is of the name of a person, None if that is not sure."""
    person = noun is not None and "Name" in noun.tag
    for word in words:
        yield _surname(word, noun, case) if person and word != word.lower() else word


def _surname(word: str, name: Any, case: str) -> str | None:
    """Return a further word of a person's name in a case; None if it is an adjective that does not agree."""
    if _CYRILLIC.search(word) is None:
        return word
    adjectives = _parses(word, "ADJF")
    if _parse(word, "NOUN") is None and adjectives:
        parse = next((adjective for adjective in adjectives if _agree(adjective, name)), None)
        return None if parse is None else _form(word, parse, case)
    return _noun(word, case, []) or word


def _noun(word: str, case: str, behind: list[str], head: Any | None = None) -> str | None:
    """Return a word in a case, each piece between its hyphens; `head`: the parse of a whole word."""
    *first, last = word.split("-")
    changed = [*(_piece(each, case, begins=True) for each in first)]
    changed.append(_piece(last, case, begins=bool(behind), head=None if first else head))
    return None if None in changed else "-".join(filter(None, changed))


def _piece(word: str, case: str, *, begins: bool, head: Any | None = None) -> str | None:
    """Return a noun in a case; None if it is not known for sure, as with words of one spelling and different forms.

    A foreign name that ends in a vowel no Russian noun of its kind ends in does not change.
    """
    if begins and word.lower() in _FIXED:
        return word
    noun = head or _parse(word, "NOUN")
    if word[-1] in _UNCHANGED and not (noun is not None and _in_dictionary(noun)):
        return word
    if noun is None or (case == "accs" and "anim" in noun.tag and not _in_dictionary(noun)):
        return None
    form = _form(word, noun, case)
    return form if {_form(word, rival, case) for rival in _rivals(word, noun)} <= {form} else None


def _rivals(word: str, noun: Any) -> Iterator[Any]:
    """Yield parses that are as likely as this one of a word, names of persons and places left out."""
    if _in_dictionary(noun) and not _NAMES & noun.tag.grammemes:
        for parse in _parses(word, "NOUN"):
            if parse.score >= noun.score and _in_dictionary(parse) and not _NAMES & parse.tag.grammemes:
                yield parse


def _agreeing(word: str, adjective: Any, noun: Any, case: str) -> str | None:
    """Return an adjective that agrees with its noun: whether the noun is animate decides about the accusative."""
    if not _agree(adjective, noun):
        adjective = next((parse for parse in _parses(word, "ADJF", "PRTF") if _agree(parse, noun)), adjective)
    if case == "accs" and "inan" in noun.tag and ("masc" in noun.tag or "plur" in noun.tag):
        return word
    return _form(word, adjective, case)


def _form(word: str, parse: Any | None, case: str) -> str | None:
    changed = parse.inflect({case, parse.tag.number}) if parse is not None else None
    if changed is None:
        return None
    return "".join(
        letter.upper() if place < len(word) and word[place].isupper() else letter
        for place, letter in enumerate(changed.word)
    )


@lru_cache(maxsize=4096)
def _parses(word: str, *kinds: str) -> tuple[Any, ...]:
    """Return the parses of the word in the nominative as one of these parts of speech.

    A word that is in no dictionary counts only in the singular.
    """
    last = word.rpartition("-")[2] if "NOUN" in kinds else word
    return tuple(
        parse
        for parse in _analyzer().parse(last)
        if parse.tag.POS in kinds
        and "nomn" in parse.tag
        and ("sing" in parse.tag or _in_dictionary(parse))
        and ("Fixd" not in parse.tag or _in_dictionary(parse))
    )


def _parse(word: str, *kinds: str) -> Any | None:
    """Return the likeliest parse of the word in the nominative; a place is preferred to a person."""
    return min(_parses(word, *kinds), key=lambda parse: ("inan" not in parse.tag, -parse.score), default=None)


def _in_dictionary(parse: Any) -> bool:
    return type(parse.methods_stack[-1][0]).__name__ == "DictionaryAnalyzer" and len(parse.methods_stack) == 1
