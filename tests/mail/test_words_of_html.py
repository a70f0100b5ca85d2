"""Finding a person's own words in HTML."""

import pytest

from adjudicator.mail.model import NoteCode, SkipReason, Source
from tests.mail.written import both, read

# HTML


def test_html_of_outlook_is_cut_at_its_header_block() -> None:
    html = (
        "<html><body><div class='WordSection1'><p class='MsoNormal'>12a s1</p><p class='MsoNormal'>end</p>"
        "<div style='border:none;border-top:solid #E1E1E1 1.0pt'><p><b>From:</b> Sun King &lt;o@game.test&gt;<br>"
        "<b>Sent:</b> Friday<br><b>To:</b> Anna<br><b>Subject:</b> x</p></div><p>flag savoy</p></div></body></html>"
    )
    mail = read(html, kind="html")
    assert mail.lines == ("12a s1", "end")
    assert mail.extract is not None
    assert mail.extract.source is Source.HTML


def test_html_answers_between_quotes_count() -> None:
    html = (
        "<div class='gmail_quote'><div class='gmail_attr'>On Fri, Nov 20, 2026 Sun King wrote:<br></div>"
        "<blockquote>12?</blockquote></div><div>12a</div><blockquote><div>13?</div>"
        "<blockquote>older</blockquote></blockquote><div>13b</div>"
    )
    assert read(html, kind="html").lines == ("12a", "13b")


def test_hidden_html_is_not_read() -> None:
    html = (
        "<style>p{}</style><p style='DISPLAY : none'>a</p><p style='mso-hide:all'>b</p><p hidden>c</p>"
        "<span style='max-height:0px'>d</span><span style='font-size:0'>e</span><!-- f -->"
        "<p style='font-size:10px;opacity:0.9;max-height:0.5em'>12a</p><script>g</script>"
    )
    assert read(html, kind="html").lines == ("12a",)


@pytest.mark.parametrize(
    "struck",
    [
        "<s>12b</s>",
        "<strike>12b</strike>",
        "<del>12b</del>",
        "<p><s>12b</s></p>",
        "<div style='text-decoration:line-through'>12b</div>",
        "<div style='font-size:10pt;text-decoration-line: line-through'>12b</div>",
        "<span style='text-decoration: underline line-through'>12b</span>",
        "<div style='color:#FFF'>12b</div>",
        "<div style='color: white;'>12b</div>",
        "<div style='color:rgb(255, 255, 255)'>12b</div>",
        "<font color='#ffffff'>12b</font>",
        "<div style='height:0;overflow:hidden'>12b</div>",
        "<div style='color:transparent'>12b</div>",
    ],
)
def test_what_is_struck_out_or_cannot_be_seen_is_no_order(struck: str) -> None:
    assert read(f"<div>12a</div>{struck}<div>13a</div>", kind="html").lines == ("12a", "13a")


@pytest.mark.parametrize(
    "shown",
    [
        "<div style='background:#222;color:#fff'>12b</div>",
        "<table bgcolor='#000000'><tr><td style='color:white'>12b</td></tr></table>",
        "<div style='height:0'>12b</div>",
        "<div style='background-color:white'>12b</div>",
        "<small>12b</small>",
    ],
)
def test_what_can_be_seen_is_read(shown: str) -> None:
    assert "12b" in read(f"<div>12a</div>{shown}", kind="html").lines


def test_a_text_beside_struck_html_gives_way() -> None:
    """The plain part of the same mail does not tell what is struck out."""
    mail = both("12a\r\n12b", "<p><s>12a</s></p><p>12b</p>")
    assert mail.lines == ("12b",)
    assert NoteCode.STRUCK_OUT in [note.code for note in mail.notes]


@pytest.mark.parametrize("numbers", [("1", "2"), ("1.", "2."), ("1)", "2)")])
def test_a_column_of_row_numbers_is_not_read(numbers: tuple[str, str]) -> None:
    rows = "".join(f"<tr><td>{number}</td><td>12{code}</td></tr>" for number, code in zip(numbers, "ab", strict=True))
    assert read(f"<table><tbody>{rows}</tbody></table>", kind="html").lines == ("12a", "12b")


def test_other_first_columns_are_read() -> None:
    html = "<table><tr><td>flag</td><td>savoy</td></tr><tr><td>flag</td><td>spain</td></tr></table>"
    assert [line.split() for line in read(html, kind="html").lines] == [["flag", "savoy"], ["flag", "spain"]]


@pytest.mark.parametrize(
    "tail", ["Sent from my iPhone", "Отправлено из мобильной Яндекс Почты", "-- \nAnna Reed\nSavoy Ltd"]
)
def test_a_signature_below_a_block_that_nothing_closes_is_none_of_its_orders(tail: str) -> None:
    mail = read(f"ORDERS\n12a\n13b\n\n{tail}\n")
    assert mail.lines == ("12a", "13b")


@pytest.mark.parametrize(
    "notice",
    [
        "Your mail program does not support HTML.",
        "Please see the HTML part of this message.",
        "Откройте письмо в формате HTML.",
    ],
)
def test_a_text_that_points_to_the_html_gives_way(notice: str) -> None:
    mail = both(notice, "<p>12a</p>")
    assert mail.lines == ("12a",)


def test_html_rows_and_items_are_lines() -> None:
    html = "<table><tr><td>12a</td></tr><tr><td>13b</td></tr></table><ul><li>14c</li></ul>15d<br>16e<div>17f</div>"
    lines = [line.lstrip("* ") for line in read(html, kind="html").lines]
    assert lines == ["12a", "13b", "14c", "15d", "16e", "17f"]


def test_html_signatures_are_named_as_such() -> None:
    mail = read("<div>12a</div><div class='gmail_signature'>Anna<br>Savoy Ltd</div><div>13b</div>", kind="html")
    assert mail.lines == ("12a", "13b")
    assert [i.why for i in mail.ignored] == [SkipReason.SIGNATURE, SkipReason.SIGNATURE]


def test_what_is_too_deep_in_a_page_is_noted_as_not_read() -> None:
    mail = read(f"<p>12a</p>{'<div>' * 300}13b{'</div>' * 300}", kind="html")
    assert mail.lines == ("12a",)
    assert NoteCode.TEXT_CUT in [note.code for note in mail.notes]
