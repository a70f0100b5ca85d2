"""What an own line is written below, where the lines of a mail stand between those that it quotes."""

from adjudicator.mail.model import Quote
from tests.mail.written import FORM_TEXT, read


def below(text: str) -> list[Quote | None]:
    extract = read(text).extract
    assert extract is not None
    return [line.below for line in extract.lines]


def test_a_line_between_quotes_knows_what_stands_above_it() -> None:
    first, second = below(">   Buy:\n>     P32  Duke 4\nyes\n>     P92  Comet 5\n\ntoo dear for me\n")
    assert first == Quote(("   Buy:", "     P32  Duke 4"), between=True)
    assert second == Quote(("     P92  Comet 5",), between=True)


def test_a_line_below_all_that_is_quoted_stands_in_no_midst() -> None:
    assert below("> one\n> two\n\nflag savoy\nend\n") == [Quote((" one", " two"), between=False), None]


def test_a_line_above_a_quote_is_below_none() -> None:
    assert below("flag savoy\n\nOn 20/11/2026 09:01, Sun King wrote:\n> 12a\n") == [None]
    assert below("flag savoy\n> 12a\nyes\n") == [None, Quote((" 12a",), between=False)]


def test_lines_of_a_filled_in_form_are_below_no_quote() -> None:
    text = FORM_TEXT.replace("end", "flag savoy")
    assert below(f"> 12a\n{text}\n") == [None]
