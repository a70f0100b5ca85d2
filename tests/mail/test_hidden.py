"""Text that is struck out or that nobody sees is no order, and its writer is told; what can be seen is read."""

import pytest

from adjudicator.mail.model import NoteCode
from adjudicator.orders.text import order_part
from tests.mail.written import both, read

HIDDEN = [
    "<s>12b</s>",
    "<strike>12b</strike>",
    "<del>12b</del>",
    "<div style='text-decoration:line-through red'>12b</div>",
    "<style>.a{text-decoration-line:line-through}</style><p class=a>12b</p>",
    "<style>/* c */ p.gone, div.b { DISPLAY:none }</style><p class='gone'>12b</p>",
    "<div style='display:none'>12b</div>",
    "<div style='visibility:hidden'>12b</div>",
    "<div style='font-size:0'><b>12b</b></div>",
    "<span style='font-size:0.5px'>12b</span>",
    "<span style='font:0px Arial'>12b</span>",
    "<div bgcolor='black'>12b</div>",
    "<table bgcolor=#00f><tr><td style='color:blue'>12b</td></tr></table>",
    "<div style='background:#222'><span style='color:#232323'>12b</span></div>",
    "<div style='opacity:0'>12b</div>",
    "<div style='opacity:.01'>12b</div>",
    "<p hidden>12b</p>",
    "<div style='position:absolute;left:-9999px'>12b</div>",
    "<div style='text-indent:-9999px'>12b</div>",
    "<div style='height:1px;width:1px;overflow:hidden'>12b</div>",
    "<div style='color:hsl(0,0%,100%)'>12b</div>",
    "<div style='color:#fffefe'>12b</div>",
    "<div style='color:rgba(0,0,0,0)'>12b</div>",
    "<div style='color:#00000000'>12b</div>",
    "<font color=white>12b</font>",
    "<font color='#FFF'>12b</font>",
    "<div style='clip-path:inset(100%)'>12b</div>",
    "<div style='transform:scale(0)'>12b</div>",
    "<body text=white><p>12b</p></body>",
    "<s><span style='text-decoration:none'>12b</span></s>",
    "<style>s{text-decoration:line-through}</style><s>12b</s>",
    "<style>#h{color:#fff}</style><div id=h>12b</div>",
    "<style>.q .r{display:none}</style><div class=q><p><b class='z r'>12b</b></p></div>",
    "<div style='max-height:0'>12b</div>",
    "<div style='margin-left:-5000px'>12b</div>",
    "<div style='color:white'>12b</div>",
    "<div style='color:transparent'>12b</div>",
    "<div style='mso-hide:all'>12b</div>",
    "<p style='text-decoration:underline line-through'>12b</p>",
    "<div style='height:0;overflow:hidden'>12b</div>",
]
SHOWN = [
    "<s style='text-decoration:none'>12b</s>",
    "<div style='visibility:hidden'><b style='visibility:visible'>12b</b></div>",
    "<div style='font-size:0'><span style='font-size:12px'>12b</span></div>",
    "<div style='background:#222;color:#fff'>12b</div>",
    "<table bgcolor='#000'><tr><td style='color:white'>12b</td></tr></table>",
    "<div style='font-size:1em'>12b</div>",
    "<small>12b</small>",
    "<div style='height:0'>12b</div>",
    "<div style='color:#000'>12b</div>",
    "<style>.q .r{display:none}</style><b class='r'>12b</b>",
    "<style>@media print{p{display:none}}</style><p>12b</p>",
    "<style>p:hover{display:none}</style><p>12b</p>",
    "<div style='opacity:0.9;max-height:0.5em'>12b</div>",
    "<div style='font-size:100%'>12b</div>",
    "<p class=MsoNormal style='margin-left:-.25in'>12b</p>",
    "<div style='background:url(x.png);color:#fff'>12b</div>",
    "<style>p{margin:0}</style><p style='color:inherit'>12b</p>",
    "<div style='color:var(--x)'>12b</div>",
    "<div style='background-color:white'>12b</div>",
    "<div style='line-height:1.5'>12b</div>",
    "<div style='background:black;color:white'><span style='background:white;color:black'>12b</span></div>",
    "<font color=windowtext>12b</font>",
    "<del style='text-decoration:none'>12b</del>",
]


@pytest.mark.parametrize("hidden", HIDDEN)
def test_what_is_struck_out_or_not_seen_is_no_order_and_is_told(hidden: str) -> None:
    mail = read(f"{hidden}<div><span style='color:#111;background:#eee'>13a</span></div>", kind="html")
    assert mail.lines == ("13a",)
    assert NoteCode.STRUCK_OUT in [note.code for note in mail.notes]


@pytest.mark.parametrize("shown", SHOWN)
def test_what_can_be_seen_is_read(shown: str) -> None:
    mail = read(f"<div>13a</div>{shown}", kind="html")
    assert mail.lines == ("13a", "12b")
    assert NoteCode.STRUCK_OUT not in [note.code for note in mail.notes]


@pytest.mark.parametrize("hidden", ["<s>12b</s>", "<p style='display:none'>12b</p>", "<font color=white>12b</font>"])
def test_the_plain_part_of_the_same_mail_does_not_tell(hidden: str) -> None:
    mail = both("13a\r\n12b", f"<div>13a</div>{hidden}")
    assert mail.lines == ("13a",)
    assert NoteCode.STRUCK_OUT in [note.code for note in mail.notes]


def test_what_is_hidden_in_the_quoted_copy_of_our_mail_is_not_told() -> None:
    quote = (
        "<blockquote class='gmail_quote'><div style='display:none'>Turn 3</div><s>9a</s><p>12a keep</p></blockquote>"
    )
    mail = both("13a\r\n\r\n> 12a keep", f"<div dir='ltr'>13a</div>{quote}")
    assert mail.lines == ("13a",)
    assert mail.notes == ()


def test_a_text_with_hidden_parts_between_seen_ones() -> None:
    html = "<div style='visibility:hidden'>9a<b style='visibility:visible'>13a</b>9b</div><div>14a</div>"
    assert read(html, kind="html").lines == ("13a", "14a")


@pytest.mark.parametrize(
    "table",
    [
        "<table><tr><th>No</th><th>Order</th></tr><tr><td>1</td><td>12a</td></tr><tr><td>2</td><td>13a</td></tr></table>",
        "<table><tr><td>#1</td><td>12a</td></tr><tr><td>#2</td><td>13a</td></tr></table>",
        "<table><tr><td>0</td><td>12a</td></tr><tr><td>1</td><td>13a</td></tr></table>",
        "<ol><li>12a</li><li>13a</li></ol>",
        "<ol start='3'><li>12a</li><li>13a</li></ol>",
        "<ol type='a'><li>12a</li><li value='7'>13a</li></ol>",
    ],
)
def test_numbers_of_rows_and_items_are_no_part_of_orders(table: str) -> None:
    lines = [order_part(line) for line in read(table, kind="html").lines]
    assert [line for line in lines if line.split()[-1:] != ["Order"]] == ["12a", "13a"]


@pytest.mark.parametrize(
    "notice",
    [
        "This message requires an HTML viewer.",
        "This message contains HTML content. Please use an HTML capable mail client to view it.",
        "To view this email, please enable HTML.",
        "Please open the HTML version.",
        "Your e-mail client cannot display HTML messages",
        "Для просмотра нужен HTML.",
        "Для просмотра этого письма требуется программа с поддержкой HTML",
        "Это письмо в формате HTML. Откройте его в другой программе.",
        "Ваша почтовая программа не поддерживает HTML-сообщения!",
    ],
)
def test_a_text_that_only_points_to_the_html_gives_way(notice: str) -> None:
    assert both(notice, "<p>12a</p>").lines == ("12a",)


@pytest.mark.parametrize(
    "tail",
    [
        "Sent from my iPad",
        "Sent from my Galaxy",
        "Get Outlook for Android",
        "Отправлено с iPhone",
        "Sent from Yahoo Mail on Android",
    ],
)
def test_a_line_of_the_program_in_a_block_that_nothing_closes_is_no_order(tail: str) -> None:
    assert read(f"ORDERS\n12a\n13b\n\n{tail}\n").lines == ("12a", "13b")
