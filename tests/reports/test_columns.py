"""Columns: width, wrapping, tables, references at the right edge."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.reports.layout.columns import WIDTH, hanging, table, width, wrap
from adjudicator.reports.layout.options import MANY, compact, label
from adjudicator.reports.model import Option


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("Ёж", 2), ("日本", 4), ("e\u0301", 1), ("👍", 2), ("", 0)])
def test_width_is_what_a_fixed_font_shows(text: str, columns: int) -> None:
    assert width(text) == columns


def test_wrapping_keeps_addresses_whole_and_breaks_other_long_words() -> None:
    address = "https://rules.example/" + "x" * 80
    assert wrap(f"see {address} now", 20) == ["see", address, "now"]
    assert wrap("a" * 25, 10) == ["a" * 10, "a" * 10, "a" * 5]
    assert wrap("日本語日本語", 6) == ["日本語", "日本語"]
    assert wrap("", 10) == [""]


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("осталось 30 ПО и ещё", 12, ["осталось", "30 ПО и ещё"]),
        ("Сардиния 2, Савойя 2", 19, ["Сардиния 2,", "Савойя 2"]),
        ("Австрия (Альянс 3) 3", 18, ["Австрия", "(Альянс 3) 3"]),
        ("раунд действий 4 из 4", 18, ["раунд", "действий 4 из 4"]),
        ("тайл «Убрать Флаг -1»)", 17, ["тайл «Убрать", "Флаг -1»)"]),
        ("Европа — Франция 4:3", 14, ["Европа —", "Франция 4:3"]),
        ("раунд 12345678", 10, ["раунд", "12345678"]),
        ("взять Военное 4 и Экономическое 2", 15, ["взять Военное 4", "и", "Экономическое 2"]),
    ],
)
def test_a_number_stays_with_what_it_counts_or_numbers_where_there_is_room(
    text: str, columns: int, lines: list[str]
) -> None:
    assert wrap(text, columns) == lines


@settings(max_examples=100)
@given(st.lists(st.text(st.characters(categories=["L", "N", "P"]), min_size=1)), st.integers(2, 60))
def test_wrapping_loses_nothing_and_fits(words: list[str], columns: int) -> None:
    text = " ".join(word for word in words if "://" not in word)
    lines = wrap(text, columns)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(width(line) <= columns for line in lines)


@pytest.mark.parametrize("length", range(40, 75))
def test_reference_stands_at_the_right_edge_whatever_the_length(length: int) -> None:
    text = ("word " * 20)[:length].strip()
    lines = hanging("  - ", text, "4.1.8 [42]")
    assert all(width(line) <= WIDTH for line in lines)
    assert lines[-1].endswith("4.1.8 [42]")
    assert width(lines[-1]) == WIDTH


def test_a_word_too_long_for_its_column_goes_below_in_one_piece() -> None:
    assert hanging("Fingerprint  ", "f" * 64) == ["Fingerprint", "    " + "f" * 64]


def test_table_aligns_words_left_and_numbers_right() -> None:
    rows = [("Область", "Цена"), ("Савойя", "2"), ("Шотландия", "13")]
    assert table(rows, [False, True]) == ["  Область    Цена", "  Савойя        2", "  Шотландия    13"]


def test_star_of_a_row_stands_in_the_margin() -> None:
    rows = [("Space", "Cost"), ("Savoy", "2"), ("Sardinia", "2")]
    assert table(rows, [False, True], marked=[1]) == ["  Space     Cost", "* Savoy        2", "  Sardinia     2"]


def test_too_wide_table_wraps_where_it_costs_the_fewest_lines_and_breaks_no_word() -> None:
    names = ("Massachusetts Bay", "Québec & Montreal", "United States (Prestige 2)")
    rows = [("Space", "Kind", "Holder", "Marks")]
    rows += [(name, "local alliance", "United States", "") for name in names]
    rows += [("Allegheny", "Furs", "Britain", "conflict, protected")]
    assert [line.split("  ")[1] for line in table(rows, [False] * 4)] == [
        "Space",
        "Massachusetts Bay",
        "Québec & Montreal",
        "United States",
        "(Prestige 2)",
        "Allegheny",
    ]


@pytest.mark.parametrize("columns", range(1, 12))
def test_table_never_leaves_the_page(columns: int) -> None:
    rows = [tuple(f"head {i}" for i in range(columns)), tuple("some words " * (i + 1) for i in range(columns))]
    lines = table([[cell.strip() for cell in row] for row in rows], [False] * columns)
    assert all(width(line) <= WIDTH for line in lines)
    shown = "".join(lines).split()
    assert shown.count("some") == sum(range(1, columns + 1))


def test_short_options_share_a_line_only_when_they_are_many_and_bare() -> None:
    short = tuple(Option(code=f"s{n}", words="Savoy", cost="2") for n in range(MANY + 1))
    assert compact(short, WIDTH) == 3
    assert compact(short[:MANY], WIDTH) == 1
    assert compact((*short, Option(code="s9", words="Sweden", note="protected")), WIDTH) == 1
    assert compact((*short, Option(code="s9", words="x" * 30)), WIDTH) == 1


@pytest.mark.parametrize(
    ("code", "words", "below"),
    [
        ("A14", "Bruges A14: Catholic rook", "Bruges: Catholic rook"),
        ("K12 A03 P52", "France–HRE K12: pawn → Empire", "France–HRE: pawn → Empire"),
        ("7a", "play 7 cards", "play 7 cards"),
        ("A14", "A140 stays, A14", "A140 stays, A14"),
        ("no for this turn", "decline, and the others of this turn", "decline, and the others of this turn"),
    ],
)
def test_a_name_that_is_typed_does_not_stand_below_it_again(code: str, words: str, below: str) -> None:
    assert label(Option(code=code, words=words)) == below
