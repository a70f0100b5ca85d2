"""A further language needs its catalogues and its file of names, and no line of code (docs/translating.md).

The language is made up: Esperanto by its code, English with accents by its words, so that whatever stays without
accents was not translated. It is added to a copy of the program, which then plays a turn in it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

CODE = "eo"
PROGRAM = Path(__file__).parents[2]
GAME = "imperial_struggle"
ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
KEPT = re.compile(r"(%\(\w+\)s|\{\w+\}|%%)")

TURN = """
import importlib.util, json, sys
from adjudicator.kernel.match import new_match
from adjudicator.orders.pieces import Offers
from adjudicator.orders.running import Desk
from adjudicator.orders.sets import carry_out
from adjudicator.reports.render import render
from adjudicator.service import offers

spec = importlib.util.spec_from_file_location("office", sys.argv[1])
office = importlib.util.module_from_spec(spec)
sys.modules["office"] = office
spec.loader.exec_module(office)
office.MARKERS["eo"] = ("ORDERS 12", "END")
match, told, book = new_match("imperial-struggle", seed=b"third"), [], offers.phrasebook("imperial-struggle")
rng, mails, lines = office.Random(5), [], []
while match.result is None and match.state.turn < 1:
    for seat in match.decisions()[0].waiting[:1]:
        mails.append(render(office.mail(match, seat, told[-30:], "eo")).text)
        action = match.sample(seat, rng)
        lines.append(book.say(action, "eo"))
        offer = offers.decode(offers.offer_for(match, seat, 12, "eo"))
        done = carry_out(Desk(match, seat, "eo", book, Offers(open=(offer,))), [lines[-1]])
        assert done.actions[:1] == (action,), (lines[-1], done.rows)
        told += match.apply(seat, done.actions[0])
print(json.dumps({"mails": mails, "lines": lines}))
"""


def accented(text: str) -> str:
    """The text with accents on its vowels, placeholders as they are."""
    return "".join(part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in KEPT.split(text))


TYPED = {"help": "helpo | sos", "ORDERS": "ORDONOJ", "FINISH": "FINO"}
"""Words that players type, as their translator wrote them."""


def translate(path: Path) -> None:
    """Fill in an empty catalogue."""
    catalog: Catalog = read_po(path.open("rb"), locale=CODE)
    for message in catalog:
        if message.id:
            forms = message.id if isinstance(message.id, tuple) else (message.id,)
            texts = tuple(TYPED.get(form, form) if message.context == "typed" else accented(form) for form in forms)
            message.string = texts if message.pluralizable else texts[0]
    from adjudicator.locale.update import po_bytes

    path.write_bytes(po_bytes(catalog))


def other_names(path: Path) -> dict[str, dict[str, Any]]:
    """A file of names with accents; and words of orders, which it may have."""
    english = yaml.safe_load(path.read_text("utf-8"))
    found: dict[str, dict[str, Any]] = {
        section: {
            id: [accented(form) for form in forms] if isinstance(forms, list) else accented(forms)
            for id, forms in table.items()
        }
        for section, table in english.items()
    }
    found["orders"] = {word: f"{accented(word)} | mark" if word == "flag" else accented(word) for word in ORDER_WORDS}
    return found


ORDER_WORDS = ("flag", "unflag", "deploy", "from", "to", "take", "reveal", "ministers", "major", "minor", "end", "pass")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with one more language."""
    folder = tmp_path_factory.mktemp("program")
    unneeded = shutil.ignore_patterns("__pycache__")
    for part in ("adjudicator", "mail_templates"):
        shutil.copytree(PROGRAM / part, folder / part, ignore=unneeded)
    run(folder, "-m", "adjudicator.locale.update", "--add", CODE, status=1)
    package = folder / "adjudicator"
    for path in package.rglob(f"locale/{CODE}/LC_MESSAGES/*.po"):
        translate(path)
    data = package / "games" / GAME / "data"
    (data / f"names.{CODE}.yaml").write_text(
        yaml.safe_dump(other_names(data / "names.en.yaml"), allow_unicode=True), "utf-8"
    )
    assert "complete" in run(folder, "-m", "adjudicator.locale.update")
    return folder


def run(folder: Path, *arguments: str, status: int = 0) -> str:
    packages = PROGRAM / "tests" / "packages"
    places = [folder, packages / "sealed_bids", packages / "crossroads"]
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={"PYTHONPATH": ":".join(map(str, places)), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=120,
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


def test_the_program_offers_the_language(program: Path) -> None:
    told = run(program, "-c", "from adjudicator.language import CODES; print(*CODES)")
    assert told.split() == ["en", CODE, "ru"]


def test_commands_and_the_lines_around_the_form_have_its_words(program: Path) -> None:
    script = """
from adjudicator.language import language
from adjudicator.mail.patterns import CLOSING, OPENING, load_patterns
from adjudicator.service.commands import BY_ID, command_of
from adjudicator.service.texts import always
words, patterns = language("eo"), load_patterns()
print(BY_ID["help"].name(words), always(words)[0], words.forms(OPENING)[0], words.forms(CLOSING)[0])
print([command_of(word).id for word in ("helpo", "SOS", "help", "помощь", "status")])
print(bool(patterns.opens.fullmatch("Ordonoj 12")), bool(patterns.closes_surely.fullmatch("FINO 12")))
"""
    told = run(program, "-c", script).splitlines()
    assert told == ["helpo helpo ORDONOJ FINO", "['help', 'help', 'help', 'help', 'status']", "True True"]


def test_orders_are_written_with_its_names_and_words_and_read_back(turn: dict[str, list[str]]) -> None:
    """Every line of the turn was read before the next question came; see the script."""
    assert len(turn["lines"]) > 15
    assert any(line.startswith("flág ") for line in turn["lines"])
    assert any("mínístérs" in line for line in turn["lines"])


def test_mails_are_in_the_language_alone(turn: dict[str, list[str]]) -> None:
    """What is left of English: words that are typed (commands, verbs without a translation) and the markers."""
    typed = {"orders", "end", "check", "utc", "news", "sun", "king", "король", "солнце"}
    for mail in turn["mails"]:
        body = mail.partition("ORDERS 12\n")[0] + mail.partition("\nEND\n")[2]
        plain = {word.casefold() for word in re.findall(r"[A-Za-z]{3,}", body) if re.search("[aeiou]{1}", word)}
        english = {word for word in plain if re.search(rf"(?<![^\W\d_]){word}(?![^\W\d_])", body, re.IGNORECASE)}
        assert english - typed == set()


def test_every_mail_of_the_turn_asks_and_has_its_deadline(turn: dict[str, list[str]]) -> None:
    assert len(turn["mails"]) == len(turn["lines"])
    for mail in turn["mails"]:
        assert "ORDERS 12" in mail
        assert "Áñswér".replace("ñ", "n") in mail
