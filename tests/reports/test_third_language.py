"""A further language needs its catalogues and its file of names, and no line of code.

docs/how_to/developers/add_a_language.md says how. The language is made up: Esperanto by its code, English
with accents by its words, so that whatever stays without accents was not translated. It is added to a copy of the
program, word for word as the page says; then a turn is played in it, and a campaign from the invitation to its
end, with all that a moderator does (`tests/service/whole_desk.py`).
"""

from __future__ import annotations

import email
import email.policy
import html
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

pytestmark = pytest.mark.slow
CODE = "eo"
PROGRAM = Path(__file__).parents[2]
GAME = "imperial_struggle"
ACCENTS = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")
KEPT = re.compile(r"(%\([^()]+\)s|\{\w*\}|%%)")

TURN = """
import importlib.util, json, sys
from tests.carried import desk_at
from adjudicator.kernel.beginning import new_match
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.sets import run_orders
from adjudicator.reports.layout.render import render
from adjudicator.service.play import offers

spec = importlib.util.spec_from_file_location("office", sys.argv[1])
office = importlib.util.module_from_spec(spec)
sys.modules["office"] = office
spec.loader.exec_module(office)
office.MARKERS["eo"] = ("ORDONOJ 12", "FINO")
match, told, book = new_match("imperial-struggle", seed=b"third"), [], offers.phrasebook("imperial-struggle")
rng, mails, lines = office.Random(5), [], []
while match.result is None and match.state.turn < 1:
    for seat in match.decisions()[0].waiting[:1]:
        mails.append(render(office.mail(match, seat, told[-30:], "eo")).text)
        action = match.sample(seat, rng)
        lines.append(book.say(action, "eo"))
        offer = offers.decode(offers.offer_for(match, seat, 12, "eo"))
        done = run_orders(desk_at(match, seat, "eo", book, Offers(open=(offer,))), [lines[-1]])
        assert done.actions[:1] == (action,), (lines[-1], done.rows)
        told += match.apply(seat, done.actions[0])
print(json.dumps({"mails": mails, "lines": lines}))
"""


def accented(text: str) -> str:
    """The text with accents on its vowels, placeholders as they are."""
    return "".join(part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in KEPT.split(text))


ENGLISH = re.compile(r"(?<![^\W_])(?=[A-Za-z]*[AEIOUYaeiouy])[A-Za-z]{2,}(?![^\W_])")
STAYS = re.compile(
    r"press\s+to|in\s+6\s+hours|“check”|the moderator: …|all: …|end press|campaign NAME|“time”|- check:|json off"
    r"|imperial-struggle|“start\s+over”|\S+@\S+|\b[0-9a-f]{12,}\b"
)
"""What stays English, as the page says, and what is no word."""
SAME = "UTC CET MSK Re Europe Moscow adjudicator verify seed en eo ru text html json off ics"
TABLES = Locale(CODE)
DATES = (*TABLES.days["format"]["abbreviated"].values(), *TABLES.months["format"]["abbreviated"].values())
KNOWN = frozenset((*SAME.split(), *DATES, "kaj", "aŭ", "helpo", "sos", "ORDONOJ", "FINO", "marki"))
"""Names, zones, what is typed into a shell or found in a file; the words of the language that Babel knows; and words
of its translator without accents."""
SCRIPT = Path(__file__).with_name("third_language_campaign.py")
SAID = "Король-Солнце" + SCRIPT.read_text("utf-8") + (PROGRAM / "tests/service/whole_desk.py").read_text("utf-8")
SAID_BY_PEOPLE = frozenset(re.findall(r"[а-яё]+", SAID.casefold()))


class Played(msgspec.Struct):
    """What `third_language_campaign.py` prints."""

    mails: list[str]
    said: list[str]
    unwritten: list[str]
    pages: list[str]
    pictures: list[str]


TYPED = {"help": "helpo | sos", "ORDERS": "ORDONOJ", "FINISH": "FINO", "flag": "marki @kind | marki"}
"""Words that players type, as their translator wrote them; the others are English behind an x, with accents."""


def translate(path: Path) -> None:
    """Fill in an empty catalogue."""
    catalog: Catalog = read_po(path.open("rb"), locale=CODE)
    for message in catalog:
        if message.id:
            forms = message.id if isinstance(message.id, tuple) else (message.id,)
            if message.context == "date":  # a pattern, no words
                message.string = message.id
                continue
            typed = message.context in ("typed", "order")
            texts = tuple(TYPED.get(form, f"x{accented(form)}") if typed else accented(form) for form in forms)
            message.string = texts if message.pluralizable else texts[0]
    from adjudicator.locale.update import po_bytes

    path.write_bytes(po_bytes(catalog))


def other_names(path: Path) -> dict[str, dict[str, Any]]:
    """A file of names with accents."""
    english = yaml.safe_load(path.read_text("utf-8"))
    return {
        section: {
            id: [accented(form) for form in forms] if isinstance(forms, list) else accented(forms)
            for id, forms in table.items()
        }
        for section, table in english.items()
    }


def other_rules(path: Path) -> dict[str, list[str]]:
    """A short rulebook with accents."""
    english: dict[str, list[str]] = yaml.safe_load(path.read_text("utf-8"))
    return {number: [accented(text) for text in texts] for number, texts in english.items()}


def other_words(path: Path) -> Any:
    """What a game says, with accents."""

    def made(told: Any) -> Any:
        if isinstance(told, dict):
            return {key: made(each) for key, each in told.items()}
        return [made(each) for each in told] if isinstance(told, list) else accented(told)

    return made(yaml.safe_load(path.read_text("utf-8")))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with one more language."""
    folder = tmp_path_factory.mktemp("program")
    for part in ("adjudicator", "mail_templates"):
        shutil.copytree(PROGRAM / part, folder / part)  # with what is compiled
    run(folder, "-m", "adjudicator.locale.update", "--add", CODE, status=1)
    package = folder / "adjudicator"
    for path in package.rglob(f"locale/{CODE}/LC_MESSAGES/*.po"):
        translate(path)
    for data in (path.parent for path in (package / "games").glob("*/data/names.en.yaml")):
        files = (("names.{}.yaml", other_names), ("rulebook/{}.yaml", other_rules), ("words.{}.yaml", other_words))
        for name, made in files:
            if (data / name.format("en")).exists():  # a game that is being made has not all of them
                text = yaml.safe_dump(made(data / name.format("en")), allow_unicode=True)
                (data / name.format(CODE)).write_text(text, "utf-8")
    run(folder, "-m", "adjudicator.locale.update", "--compile")
    return folder


def run(folder: Path, *arguments: str, status: int = 0) -> str:
    packages = PROGRAM / "tests" / "packages"
    places = [folder, packages / "sealed_bids", packages / "crossroads", PROGRAM]
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={"PYTHONPATH": ":".join(map(str, places)), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == status, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


@pytest.fixture(scope="module")
def turn(program: Path) -> dict[str, list[str]]:
    """The mails of a turn and the orders that were written in it."""
    office = PROGRAM / "tests" / "games" / GAME / "report" / "conftest.py"
    script = program / "turn.py"
    script.write_text(TURN, "utf-8")
    told: dict[str, list[str]] = yaml.safe_load(run(program, str(script), str(office)))
    return told


@pytest.mark.long
def test_its_catalogues_are_complete(program: Path) -> None:
    """The steps of the page leave nothing without a translation."""
    assert "complete" in run(program, "-m", "adjudicator.locale.update")


def test_the_program_offers_the_language(program: Path) -> None:
    told = run(program, "-c", "from adjudicator.language import CODES; print(*CODES)")
    assert told.split() == ["en", CODE, "ru"]


def test_a_pack_that_does_not_know_the_language_is_read_with_its_english_names(program: Path) -> None:
    script = """
from typing import Annotated
from adjudicator.components.load import Spoken, read_plain
for given in ({"en": "Well", "ru": "Колодец"}, {"en": "Well", "eo": "Puto", "ru": "Колодец"}):
    print(read_plain(given, Annotated[dict[str, str], Spoken()])["eo"])
"""
    assert run(program, "-c", script).split() == ["Well", "Puto"]


def test_commands_and_the_lines_around_the_form_have_its_words(program: Path) -> None:
    script = """
from adjudicator.language import language
from adjudicator.mail.patterns import CLOSING, OPENING, load_patterns
from adjudicator.service.commands.registry import BY_ID, command_of
words, patterns = language("eo"), load_patterns()
print(BY_ID["help"].name(words), words.forms(OPENING)[0], words.forms(CLOSING)[0])
print([command_of(word).id for word in ("helpo", "SOS", "help", "помощь", "status", "xstatus")])
print(bool(patterns.opens.fullmatch("Ordonoj 12")), bool(patterns.closes_surely.fullmatch("FINO 12")))
"""
    told = run(program, "-c", script).splitlines()
    assert told == ["helpo ORDONOJ FINO", "['help', 'help', 'help', 'help', 'status', 'status']", "True True"]


def test_orders_are_written_with_its_names_and_words_and_read_back(turn: dict[str, list[str]]) -> None:
    """Every line of the turn was read before the next question came; see the script."""
    assert len(turn["lines"]) > 15
    assert any(line.startswith("marki ") for line in turn["lines"])
    assert any(line.startswith("xmínístérs ") for line in turn["lines"])


def remains(text: str) -> set[str]:
    """Words that nobody has translated: English ones have vowels without accents, Russian ones their letters."""
    text = STAYS.sub(" ", text)
    russian = {word for word in re.findall(r"[а-яё]+", text.casefold()) if word not in SAID_BY_PEOPLE}
    return russian | {word for word in ENGLISH.findall(text) if word not in KNOWN}


def test_mails_of_the_turn_are_in_the_language_alone(turn: dict[str, list[str]]) -> None:
    for mail in turn["mails"]:
        assert remains(mail) == set()


@pytest.fixture(scope="module")
def campaign(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """All that people read of a campaign."""
    folder = tmp_path_factory.mktemp("campaign")
    return msgspec.json.decode(run(program, str(SCRIPT), str(folder), CODE), type=Played)


def texts_of(raw: str) -> Iterator[str]:
    """Everything of a mail that its reader sees: subject, text, page, calendar entry."""
    mail = email.message_from_string(raw, policy=email.policy.default)
    yield str(mail["Subject"])
    for part in mail.walk():
        match part.get_content_type():
            case "text/plain":
                yield str(part.get_content())
            case "text/html":
                yield seen(str(part.get_content()))
            case "application/ics":
                entry = part.get_content().decode().replace("\r\n ", "")
                assert "SUMMARY" in entry
                yield from re.findall(r"(?m)^(?:SUMMARY|DESCRIPTION)[^:]*:(.*)", entry)


def seen(page: str) -> str:
    """The texts of a page, with those that stand for pictures."""
    spoken = re.findall(r'\s(?:alt|title|aria-label|placeholder)="([^"]*)"', page)
    body = re.sub(r"(?s)<(style|script)\b.*?</\1>|<[^>]*>", " ", page)
    return html.unescape(" ".join((body, *spoken)))


@pytest.mark.long
def test_every_mail_of_a_campaign_is_in_the_language_alone(campaign: Played) -> None:
    assert campaign.unwritten == []
    assert len(campaign.mails) > 80
    assert {word: text for raw in campaign.mails for text in texts_of(raw) for word in remains(text)} == {}


@pytest.mark.long
def test_what_cannot_be_done_is_said_in_the_language_alone(campaign: Played) -> None:
    said = [sentence for sentence in campaign.said if sentence]
    assert len(said) >= 8
    assert {word: sentence for sentence in said for word in remains(sentence)} == {}


@pytest.mark.long
def test_pictures_are_lettered_in_the_language_alone(campaign: Played) -> None:
    for picture in campaign.pictures:
        assert len(re.findall("<text", picture)) > 200
        assert remains(seen(picture)) == set()


@pytest.mark.long
def test_pages_of_the_archive_are_in_the_language_alone(campaign: Played) -> None:
    for page in campaign.pages:
        assert remains(seen(page)) == set()


def test_every_mail_of_the_turn_asks_and_has_its_deadline(turn: dict[str, list[str]]) -> None:
    assert len(turn["mails"]) == len(turn["lines"])
    for mail in turn["mails"]:
        assert "ORDONOJ 12" in mail
        assert "Ánswér" in mail
