"""Execute the examples of the documentation, and follow its links."""

import doctest
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from adjudicator.language import CODES
from adjudicator.orders.text import normal, similarity
from adjudicator.orders.vocabulary import conditions, names
from tests.long_cases import alternate_variants
from tests.orders.pages import DOCS, Example, page, parsed
from tests.orders.stages import Theatre

PAGES = (
    "reference/orders.md",
    "reference/offers.md",
    "tutorial/player.md",
    "how_to/players/plans.md",
    "how_to/moderators/from_njudge.md",
)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


@pytest.fixture(scope="module")
def theatre(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Theatre]:
    made = Theatre(Path(tmp_path_factory.mktemp("theatre")))
    yield made
    made.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("example", "language"),
    alternate_variants((each for name in PAGES for each in page(name).examples), CODES),
    ids=str,
)
def test_an_example_becomes_what_its_page_promises(theatre: Theatre, example: Example, language: str) -> None:
    written = example.ways[CODES.index(language)]
    assert not theatre.broken(example._replace(ways=(written,)))


@pytest.mark.parametrize("name", PAGES)
def test_no_code_stands_on_a_page_that_no_example_executes(name: str) -> None:
    assert not page(name).unexecuted


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("| write | ru | what |\n|---|---|---|\n| `1z` | `1я` | **done** |", "no position"),
        ("<!-- at purchases -->\n| a | b | c |\n|---|---|---|\n| `1z` | `1я` | **done** |", "promises nothing"),
        ("<!-- at purchases -->\n| a | b | c |\n|---|---|---|\n| `1z` | `1я` | the round ends |", "promises nothing"),
        ("<!-- at purchases -->\n| a | b | c |\n|---|---|---|\n| `1z` | | **done** |", "three columns"),
        ("<!-- at purchases -->\n| a | b | c |\n|---|---|---|\n| `1z` | end | **done** |", "nothing to execute"),
        ("<!-- at purchases -->\n```\n1z\n```", "fence"),
    ],
)
def test_no_example_is_passed_over(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parsed("page.md", text)


def test_code_in_the_text_of_a_page_is_found() -> None:
    assert parsed("page.md", "Write `1z`.").unexecuted == ["page.md:1: 1z"]


def test_a_broken_promise_is_found(theatre: Theatre) -> None:
    row = "<!-- at purchases -->\n| a | b | c |\n|---|---|---|\n| `1z` | `E42` | **done**: `end` “round over” |"
    (example,) = parsed("page.md", row).examples
    broken = theatre.broken(example)
    assert [each.partition(": ")[2][:3] for each in broken] == ["E42", "E42"]


@pytest.mark.parametrize(
    "file", sorted({*DOCS.rglob("*.md"), *DOCS.parent.glob("*.md")}), ids=lambda file: "/".join(file.parts[-2:])
)
def test_the_links_of_a_page_lead_somewhere(file: Path) -> None:
    targets = [unquote(link).partition("#") for link in LINK.findall(_prose(file)) if "://" not in link]
    dead = [path + hash + anchor for path, hash, anchor in targets if not _is_there(file, path, anchor)]
    assert not dead


def _is_there(file: Path, path: str, anchor: str) -> bool:
    there = (file.parent / path).resolve() if path else file
    return there.exists() and (not anchor or anchor in _anchors(there))


def _prose(file: Path) -> str:
    """A page without its code."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", file.read_text(), flags=re.DOTALL | re.MULTILINE))


def _anchors(file: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", file.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_examples_of_the_page_about_order_words() -> None:
    file = DOCS / "how_to" / "developers" / "order_words.md"
    assert doctest.testfile(str(file), module_relative=False, encoding="utf-8") == (0, 10)


def test_examples_of_the_docstrings() -> None:
    for module in (conditions, names, normal, similarity):
        failed, tried = doctest.testmod(module)
        assert failed == 0
        assert tried > 0
