"""Russian of mails: one spelling, one dash. What players write is read either way (tests/orders)."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import adjudicator
from adjudicator.locale.update import Domain, domains

PACKAGE = Path(adjudicator.__file__).parent
WORD = re.compile("[а-яё]+", re.IGNORECASE)
TWO_WORDS = {"всё", "всём", "чём", "нём", "узнаёт", "жё"}
"""Written with е they are other words."""


def translations(domain: Domain) -> Iterator[str]:
    with domain.path("ru").open("rb") as file:
        for message in read_po(file, locale="ru"):
            if message.id:
                yield from [message.string] if isinstance(message.string, str) else message.string


def names_files() -> list[Path]:
    return sorted(PACKAGE.glob("games/*/data/**/*ru.yaml"))


def test_a_word_is_spelled_with_yo_everywhere_or_nowhere() -> None:
    texts = [text for domain in domains() for text in translations(domain)]
    texts += [path.read_text("utf-8") for path in names_files()]
    words = {word.lower() for text in texts for word in WORD.findall(text)}
    twice = {word for word in words if "ё" in word and word.replace("ё", "е") in words}
    assert twice <= TWO_WORDS


@pytest.mark.parametrize("domain", domains(), ids=lambda domain: domain.name)
def test_a_dash_between_words_is_long(domain: Domain) -> None:
    assert [text for text in translations(domain) if re.search(r"\w [-–] \w", text)] == []
