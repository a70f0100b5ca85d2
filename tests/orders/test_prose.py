"""Mails written as to a person: what they seem to order is proposed, and nothing is done before a `yes`."""

from typing import Any

import pytest

from adjudicator.orders.drafts import Kept
from adjudicator.orders.naming import counts_alike
from adjudicator.orders.sets import Outcome, carry_out


def offered(outcome: Outcome) -> list[str]:
    return [row.said for row in outcome.yes]


@pytest.mark.parametrize(
    ("lines", "meant"),
    [
        (["flag Savoy - no wait, Bavaria instead"], ["flag Bavaria"]),
        (["flag savoy", "Scratch that, flag Bavaria."], ["flag Bavaria"]),
        (["flag Savoy and Sardinia. Correction: Bavaria, not Sardinia"], ["flag Savoy", "flag Bavaria"]),
        (["флаг на Савойю; нет, лучше на Баварию"], ["flag Bavaria"]),
        (["Флаг на Савойю. Передумал: на Баварию", "конец"], ["flag Bavaria", "end"]),
        (["flag Savoy", "rather Bavaria"], ["flag Bavaria"]),
        (["flag Savoy - sorry, Bavaria"], ["flag Bavaria"]),
        (["flag Savoy", "edit: Bavaria"], ["flag Bavaria"]),
        (["I'll flag Savoy. Hmm, on reflection, Bavaria."], ["flag Bavaria"]),
        (["flag Savoy -> no, Bavaria"], ["flag Bavaria"]),
        (["flag Savoy", "*Bavaria"], ["flag Bavaria"]),
        (["flag Savoy and Sardinia. On second thought just Bavaria."], []),
        (["Bavaria yes, Savoy no"], ["flag Bavaria"]),
        (["flag Savoy and Sardinia. No wait, Bavaria. end"], ["flag Savoy", "flag Bavaria", "end"]),
        (["flag Savoy. No."], []),
    ],
)
def test_what_a_mail_takes_back_is_not_done_and_the_rest_is_done_or_proposed(
    table: Any, lines: list[str], meant: list[str]
) -> None:
    outcome = carry_out(table.to_rounds().desk(), lines)
    assert ([row.said for row in outcome.rows if row.status == "done"] or offered(outcome)) == meant


def test_a_yes_does_the_corrected_set_and_nothing_else(table: Any) -> None:
    desk = table.to_rounds().desk()
    first = carry_out(desk, ["flag Savoy and Sardinia. No wait, Bavaria. end"])
    assert first.actions == ()
    done = carry_out(desk, ["yes"], draft=first.draft)
    assert [row.said for row in done.rows] == offered(first)
    assert [action.op for action in done.actions] == ["flag", "flag", "end"]


def test_a_mail_after_a_proposal_is_a_set_of_its_own(table: Any) -> None:
    desk = table.to_rounds().desk()
    first = carry_out(desk, ["I would like my flag in Savoy and one in Sardinia, thank you so much"])
    assert offered(first) == ["flag Savoy", "flag Sardinia"]
    alone = carry_out(desk, ["flag sardinia"], draft=first.draft)
    assert [row.said for row in alone.rows] == ["flag Sardinia"]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Good evening! I would like to flag Savoy please, with my own points", ["flag Savoy"]),
        ("Could you please flag Savoy for me?", ["flag Savoy"]),
        ("my flags go to Savoy and Bavaria", ["flag Savoy", "flag Bavaria"]),
        ("Добрый вечер! Прошу поставить мой флаг в Савойе, спасибо", ["flag Savoy"]),
        ("not Savoy but Bavaria gets my flag", ["flag Bavaria"]),
        ("flag Sardinia, paying 1 debt", ["flag Sardinia, debt 1"]),
        ("Could I have a flag in Savoy?", ["flag Savoy"]),
        ("Could you flag Savoy for me", ["flag Savoy"]),
        ("I'd be grateful if you could flag Savoy.", ["flag Savoy"]),
        ("Savoy, if you don't mind", ["flag Savoy"]),
        ("If possible, I flag Savoy.", ["flag Savoy"]),
        ("Можно мне флаг в Савойе?", ["flag Savoy"]),
        ("Не могли бы вы поставить флаг в Савойе?", ["flag Savoy"]),
        ("Если никто не против, ставлю флаг в Савойе", ["flag Savoy"]),
        ("flag Savoy, definitely not Bavaria", ["flag Savoy"]),
        ("Баварию не беру, мой флаг на Савойю", ["flag Savoy"]),
        ("flag Savoy, nothing else", ["flag Savoy"]),
        ("Let Sardinia be, flag Savoy", ["flag Savoy"]),
        ("let Sardinia be for now and flag Savoy", ["flag Savoy"]),
        ("flag Savoy and leave Sardinia alone", ["flag Savoy"]),
        ("Оставлю Сардинию в покое, флаг на Савойю", ["flag Savoy"]),
        ("Let Savoy be mine", ["flag Savoy"]),
        ("You take Sardinia, I flag Savoy", ["flag Savoy"]),
        ("You can flag Savoy for me, please", ["flag Savoy"]),
        ("flag Savoy comma flag Bavaria full stop", ["flag Savoy", "flag Bavaria"]),
    ],
)
def test_every_word_that_looks_like_an_order_finds_its_place(table: Any, line: str, meant: list[str]) -> None:
    outcome = carry_out(table.to_rounds().desk(), [line])
    said = offered(outcome) or [row.said for row in outcome.rows if row.status == "done"]
    assert said == meant


@pytest.mark.parametrize(
    "line",
    [
        "Savoy has surprised us all",
        "flag Savoy if Bavaria is free",
        "Savoy or Bavaria, please",
        "I envy your flag in Savoy and Bavaria",
        "may I flag Savoy?",
        "Can I still flag Savoy?",
        "Would you flag Savoy?",
        "Could I have Savoy next turn?",
        "Could I have Savoy or Bavaria?",
        "If you don't mind losing Savoy, flag it",
        "If possible I would keep you out of Savoy",
        "Можно ли поставить флаг в Савойе?",
        "Можно поставить флаг в Савойе?",
        "Хорошо бы поставить флаг в Савойе",
        "флаг на Савойю не нужен",
        "Savoy is not for me",
        "Мы бы поставили флаг на Савойю",
        "Савойя лучше Баварии",
        "Savoy better than Bavaria",
        "my round",
        "flag Savoy and sell Bavaria",
        "Let Savoy be",
        "Let Savoy be for now.",
        "I'll let Savoy and Sardinia be",
        "leave Savoy in peace",
        "Оставлю Савойю в покое",
        "You take Savoy",
        "you flag Savoy",
        "You can have Savoy",
        "Ты бери Савойю",
    ],
)
def test_nothing_is_proposed_where_a_word_has_no_place(table: Any, line: str) -> None:
    outcome = carry_out(table.to_rounds().desk(), [line])
    assert outcome.actions == ()
    assert outcome.yes == ()


def test_two_lines_about_the_same_thing_are_not_made_one(table: Any) -> None:
    outcome = carry_out(table.to_rounds().desk(), ["flag savoy", "flag savvoy", "dig", "end"])
    assert outcome.yes == ()


def test_a_draft_of_several_orders_is_done_line_by_line(table: Any) -> None:
    kept = Kept("as we said", wrong=True, meant="flag savoy\nend")
    outcome = carry_out(table.to_rounds().desk(), ["yes"], draft=[kept])
    assert [row.said for row in outcome.rows] == ["flag Savoy", "end"]


@pytest.mark.parametrize(
    ("typed", "alike"),
    [
        ("military 3 diplomatic 2", True),
        ("2 diplomatic 3 military", True),
        ("military 3", True),
        ("3 diplomatic 2 military", False),
        ("diplomatic 3 military 2", False),
        ("military diplomatic", True),
        ("3 2 military", False),
    ],
)
def test_a_number_counts_the_word_that_it_stands_at(typed: str, alike: bool) -> None:
    assert counts_alike(typed.split(), ("take", "military", "3", "and", "diplomatic", "2")) is alike


@pytest.mark.parametrize(
    ("lines", "meant"),
    [
        (
            ["check I would like my flag in Savoy and one in Sardinia, thank you so much"],
            ["flag Savoy", "flag Sardinia"],
        ),
        (["check", "my flags go to Savoy and Bavaria"], ["flag Savoy", "flag Bavaria"]),
        (["проверь", "Прошу поставить мой флаг в Савойе, спасибо"], ["flag Savoy"]),
        (["check flag Savoy - no wait, Bavaria instead"], ["flag Bavaria"]),
        (["check flag Savoy", "Sardinia"], ["flag Savoy", "flag Sardinia"]),
    ],
)
def test_a_check_reads_sentences_as_the_mail_is_read(table: Any, lines: list[str], meant: list[str]) -> None:
    desk = table.to_rounds().desk()
    outcome = carry_out(desk, lines)
    assert outcome.check
    assert (outcome.actions, outcome.draft) == ((), ())
    first, *below = lines
    sent = carry_out(desk, [first.partition(" ")[2], *below])
    assert [row.said for row in (outcome.yes or outcome.rows)] == meant
    assert (outcome.yes, bool(outcome.refused)) == (sent.yes, bool(sent.refused))


def test_a_check_of_what_nobody_can_tell_stays_a_refusal(table: Any) -> None:
    outcome = carry_out(table.to_rounds().desk(), ["check I might do something about Savoy or Sardinia"])
    assert not outcome.yes
    assert all(row.status == "refused" for row in outcome.rows)


def test_thanks_and_excuses_behind_an_order_take_nothing_back(table: Any) -> None:
    outcome = carry_out(table.to_rounds().desk(), ["flag Savoy. Sorry!"])
    assert [row.said for row in outcome.rows if row.status == "done"] == ["flag Savoy"]


def test_thanks_leave_a_draft_as_it_is(table: Any) -> None:
    desk = table.to_rounds().desk()
    draft = (Kept("flag savvoy", wrong=True, meant="flag Savoy"), Kept("flag bavaria"), Kept("end"))
    for said in (["Hello there!"], ["Hello Anna,", "thanks a lot!"]):
        thanked = carry_out(desk, said, draft=draft)
        assert (thanked.draft, offered(thanked)) == (draft, ["flag Savoy", "flag Bavaria", "end"])


def test_a_yes_ends_nothing_behind_a_line_that_was_dropped(table: Any) -> None:
    desk = table.to_rounds().desk()
    first = carry_out(desk, ["flag savvoy", "flag halifaks", "flag bavaria", "end"])
    alone = carry_out(desk, ["flag sardinia"], draft=first.draft)
    assert [row.said for row in alone.rows if row.status == "done"] == ["flag Sardinia"]
    assert "end" not in [line.text for line in alone.draft]
    assert "end" not in offered(alone)


@pytest.mark.parametrize(
    "mail",
    [
        "The colours go up on Savoy with some pomp, and with that I call it a round",
        "strange pomp on Savoy; the round is hereby closed",
        "помпезный флаг там Савойя ура, засим раунд полагаю законченным",
        "flag Savyo pompously with all the drums, ned",
    ],
)
def test_the_line_to_send_ends_the_round_where_the_mail_says_so(table: Any, mail: str) -> None:
    outcome = carry_out(table.to_rounds().desk(), [mail])
    assert not outcome.actions
    problem = outcome.rows[0].problem
    assert problem is not None
    assert problem.codes[0] == "10f1 10z"


@pytest.mark.parametrize("mail", ["strange pomp on Savoy. My next round will be better", "strange pomp on Savoy!"])
def test_the_line_to_send_ends_no_round_unsaid(table: Any, mail: str) -> None:
    outcome = carry_out(table.to_rounds().desk(), [mail])
    assert not any("10z" in code for row in outcome.refused if row.problem for code in row.problem.codes)
