"""What a compact mail says once: words with which nearly all options of a group begin."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from adjudicator.reports.layout.deduplicate import begun_once, news_of
from adjudicator.reports.layout.render import render
from adjudicator.reports.model import Detail, Kind, Option, OptionGroup, Question, Report

DECKS = tuple(f"take cards from decks {n} × {deck}" for n in (1, 2, 3) for deck in ("war", "trade"))


def asked(*words: str, heading: str = "Cards", note: str = "") -> Report:
    options = tuple(Option(code=f"1{n}", words=each, whole=True) for n, each in enumerate(words))
    question = Question(number=1, title="Cards?", groups=(OptionGroup(options=options, heading=heading, note=note),))
    return Report(
        kind=Kind.PROMPT, campaign="Harbour Lights", title="Cards", language="en", detail=Detail.BRIEF,
        written=datetime(2026, 11, 20, tzinfo=UTC), questions=(question,),
    )  # fmt: skip


def test_words_with_which_nearly_all_begin_stand_behind_the_heading() -> None:
    (question,) = begun_once(asked("take a card from each deck", *DECKS)).questions
    (group,) = question.groups
    assert group.note == "take cards from decks …"
    assert [each.words for each in group.options] == [
        "take a card from each deck", "1 × war", "1 × trade", "2 × war", "2 × trade", "3 × war", "3 × trade",
    ]  # fmt: skip
    made = render(asked("take a card from each deck", *DECKS), "a@b.c")
    assert made.html.count("take cards from decks") == made.text.count("take cards from decks") == 1


@pytest.mark.parametrize(
    "report",
    [
        asked(*DECKS[:3]),
        asked(*DECKS, *("discard a card" for _ in range(3))),
        asked(*DECKS, heading=""),
        asked(*DECKS, note="2 left"),
        asked(*("flag Savoy", "flag Spain", "flag Sweden", "flag Russia")),
    ],
    ids=["few", "many others", "no heading", "a note", "one word"],
)
def test_other_options_keep_their_words(report: Report) -> None:
    assert begun_once(report) == report


def test_an_option_with_several_choices_has_a_line_of_its_own() -> None:
    focus = Option(code="focus", words="", then=("on war", "on trade"), onward="on war · on trade")
    group = OptionGroup(options=(focus, Option(code="1a", words="recruit"), Option(code="1b", words="trade")))
    report = asked("recruit")
    text = render(replace(report, questions=(replace(report.questions[0], groups=(group,)),)), "a@b.c").text
    assert "\n    focus → on war · on trade\n    1a recruit\n" in text


@pytest.mark.parametrize(
    ("order", "effect", "left"),
    [
        ("discard Royal marriage (Fabrice)", "discarded: Royal marriage (Fabrice)", ""),
        ("взять событие Имперская реформа", "взято событие «Имперская реформа»; дукаты +6", "дукаты +6"),
        ("pass", "passed (+3 ducats); ducats +3", "passed (+3 ducats)"),
        ("mission", "crown (prestige +3); prestige +3 (crown); ducats +2", "crown (prestige +3); ducats +2"),
        ("roll", "France rolled infantry × 2: 1 hit; France rolled infantry: 1 hit", None),
        ("take loan", "took a loan: 5 ducats (interest: 3)", None),
        ("recruit", "cards: 2 (Gold; only you see this)", None),
        ("x", "won", None),
    ],
)
def test_what_an_order_did_is_not_told_in_the_words_of_the_order(order: str, effect: str, left: str | None) -> None:
    assert news_of(order, effect) == (effect if left is None else left)
