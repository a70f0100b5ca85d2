"""The model as JSON, subjects, the order of parts, and the time that rendering takes."""

from collections.abc import Callable

import msgspec
import pytest

from adjudicator.language import CODES
from adjudicator.reports.layout.data import from_json, to_json
from adjudicator.reports.layout.render import render
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import (
    Detail,
    Holding,
    Item,
    Kind,
    Option,
    OptionGroup,
    OrderOutcome,
    Picture,
    Question,
    Reading,
    ReadLine,
    Report,
)

Sample = Callable[[str], Report]


def test_a_report_survives_json_without_the_bytes_of_its_pictures(report: Report) -> None:
    picture = Picture(cid="a@b", alt="board", png=b"\x89PNG")
    bare = msgspec.structs.replace(picture, png=b"")
    assert from_json(to_json(msgspec.structs.replace(report, pictures=(picture,)))) == msgspec.structs.replace(
        report, pictures=(bare,)
    )


def test_rendering_keeps_the_pictures(sample: Sample) -> None:
    picture = Picture(cid="a@b", alt="board", png=b"\x89PNG\x00")
    rendered = render(msgspec.structs.replace(sample("action_round.en"), pictures=(picture,)))
    assert rendered.pictures == (picture,)
    assert 'src="cid:a@b"' in rendered.html


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("action_round.en", "[Sun King] Your action round 1 - #12 France - by Sun 22 Nov 20:00 MSK"),
        ("action_round.ru", "[Король-Солн…] Ваш раунд действий 1 — №12 Франция — до вс 22.11 20:00 МСК"),
        ("scoring.ru", "[Король-Солн…] Британия: ход 1 окончен"),
    ],
)
def test_subject(sample: Sample, name: str, subject: str) -> None:
    assert render(sample(name)).subject == subject


@pytest.mark.parametrize("kind", list(Kind))
def test_only_replies_begin_with_re(sample: Sample, kind: Kind) -> None:
    subject = render(msgspec.structs.replace(sample("action_round.en"), kind=kind)).subject
    asks = kind in (Kind.PROMPT, Kind.WELCOME)
    assert subject.startswith("Re: [Sun King] ") == kind.is_reply
    assert subject.removeprefix("Re: ").startswith("[Sun King] Your action" if asks else "[Sun King] #12 France: ")


def test_prompt_tells_before_it_asks_and_answer_begins_with_what_was_read(sample: Sample) -> None:
    prompt, answer = (render(sample(name)).text for name in ("action_round.en", "done.en"))
    places = [prompt.index(part) for part in ("SINCE YOUR", "#12 TAKE", "ORDERS 12\n", "THE STANDING", "THE POSITION")]
    assert places == sorted(places)
    places = [answer.index(part) for part in ("Read: 5 lines", "#13 WHERE", "ORDERS 13\n", "THE STANDING")]
    assert places == sorted(places)


def test_form_stands_at_the_left_edge_between_its_marker_lines(sample: Sample) -> None:
    hint = "# Remove the # before what you want, or write your own lines:"
    assert f"\nORDERS 13\n{hint}\n# 13a\n# end\nEND\n" in render(sample("done.en")).text
    assert "\n# 12а с1 с2+д1 м1  // тайл и что на него куплено\nКОНЕЦ\n" in render(sample("action_round.ru")).text


@pytest.mark.parametrize("outcome", list(OrderOutcome))
@pytest.mark.parametrize("code", CODES)
def test_every_outcome_has_words_of_its_own(sample: Sample, outcome: OrderOutcome, code: str) -> None:
    words = Words(msgspec.structs.replace(sample("done.en"), language=code))
    assert words.outcome(outcome)
    assert [other for other in OrderOutcome if words.outcome(other) == words.outcome(outcome)] == [outcome]


def test_refused_by_the_rules_and_declined_by_somebody_are_different_words(sample: Sample) -> None:
    words = Words(sample("done.en"))
    assert (words.outcome(OrderOutcome.REFUSED), words.outcome(OrderOutcome.DECLINED)) == (
        "against the rules",
        "declined by another player",
    )


def test_cells_that_differ_are_told_one_by_one_and_a_column_of_one_position_alone_makes_no_row_different() -> None:
    from adjudicator.reports.model import Column, Row, Table
    from adjudicator.reports.wording.differences import _rows

    heads = (Column(title="Space"), Column(title="Holder"))
    marked = (*heads, Column(title="Marks"))
    before = Table(caption="India", columns=heads, rows=(Row(cells=("Kurpa", "-")), Row(cells=("Arcot", "France"))))
    after = Table(
        caption="India", columns=marked, rows=(Row(cells=("Kurpa", "-", "")), Row(cells=("Arcot", "-", "conflict")))
    )
    assert [(found.name, found.before, found.after) for found in _rows("India", before, after)] == [
        ("India: Arcot, Holder", "France", "—"),
        ("India: Arcot, Marks", "—", "conflict"),
    ]


def test_cards_that_the_question_explains_are_not_explained_again(sample: Sample) -> None:
    """A hand of which it explains a part stays whole."""
    fire, wall = "burns what is near", "keeps others out"
    raid, siege = Item(name="Raid", text=fire), Item(name="Siege", text=wall)
    asked = OptionGroup(options=(Option(code="1a", words="Raid", note=fire), Option(code="1b", words="Siege")))
    report = msgspec.structs.replace(
        sample("action_round.en"), detail=Detail.BRIEF, questions=(Question(number=1, title="a card", groups=(asked,)),)
    )
    for items, times in (((raid,), 1), ((raid, siege), 2)):
        shown = render(msgspec.structs.replace(report, holdings=(Holding(heading="Hand", items=items),)))
        assert shown.text.count(fire) == shown.html.count(fire) == times


def test_the_log_number_of_a_line_of_which_nothing_is_told_stands_behind_it(sample: Sample) -> None:
    line = ReadLine(number=1, original="open nothing at all here", outcome=OrderOutcome.DONE, log=19)
    report = msgspec.structs.replace(sample("done.en"), reading=Reading(lines=(line,)))
    (shown,) = (each for each in render(report).text.splitlines() if "open nothing at all here" in each)
    assert shown.endswith("[19]")
