"""Text and HTML tell the same story, the whole of it."""

from collections.abc import Callable

from adjudicator.reports.layout.render import Rendered, render
from adjudicator.reports.model import Report

Words = Callable[[str], set[str]]


def test_every_word_of_the_model_is_in_the_text(
    report: Report, rendered: Rendered, facts: Callable[[Report], str], words_of: Words
) -> None:
    assert words_of(facts(report)) - words_of(rendered.text) == set()


def test_every_word_of_the_model_is_in_the_html(
    report: Report,
    rendered: Rendered,
    facts: Callable[[Report], str],
    words_of: Words,
    visible: Callable[[str], str],
) -> None:
    assert words_of(facts(report)) - words_of(visible(rendered.html)) == set()


def test_text_and_html_use_the_same_words(rendered: Rendered, words_of: Words, visible: Callable[[str], str]) -> None:
    assert words_of(rendered.text) == words_of(visible(rendered.html))


def test_both_show_the_questions_in_the_same_order(
    sample: Callable[[str], Report], visible: Callable[[str], str]
) -> None:
    report = sample("action_round.en")
    rendered = render(report)
    codes = [option.code for group in report.questions[0].groups for option in group.options]
    for shown in (rendered.text, visible(rendered.html)):
        asked = shown[shown.casefold().index("take one investment tile") :]
        places = [asked.index(f"{code} ") for code in codes]
        assert places == sorted(places)


def test_rendering_is_the_same_every_time(report: Report) -> None:
    assert render(report) == render(report)
