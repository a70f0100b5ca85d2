"""Text that is struck out or that nobody sees is no order, and its writer is told; what can be seen is read."""

from html import escape
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.hidden import _ELEMENT
from adjudicator.mail.html_text import read_html
from adjudicator.mail.model import NoteCode
from adjudicator.orders.text import order_part
from tests.mail.written import both, read

HIDDEN = [
    "<div style='color:var(--x)'>12b</div>",
    "<div style='background:url(x.png);color:#fff'>12b</div>",
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
DOUBTFUL = {
    "filter": ["filter:opacity(0)", "-webkit-filter:opacity(0%)", "filter:blur(9px)", "filter:var(--x)"],
    "what is not laid out": ["content-visibility:hidden", "contain:strict", "animation:x 1s", "display:table-column"],
    "zoom": ["zoom:0", "zoom:0.01", "zoom:calc(0)", "transform:rotateX(90deg)", "scale:0", "rotate:90deg"],
    "what cannot be worked out": [
        "color:var(--x)",
        "font-size:calc(1px - 1px)",
        "font-size:max(0px,0em)",
        "display:var(--x)",
        "opacity:env(x)",
        "color:attr(data-x)",
        "visibility:var(--x)",
        "background:var(--x)",
        "font:var(--x)",
        "color:color-mix(in srgb,a,b)",
        "margin:calc(-1 * 900px)",
        "text-decoration:var(--x)",
    ],
    "unknown properties": [
        "-webkit-text-security:disc",
        "shrink-to:0",
        "-webkit-text-fill-color:transparent",
        "mso-vanish:yes",
        "dis\\70lay:none",
        "clip-path:polygon(0 0)",
        "mask:url(x.png)",
    ],
    "opacity": ["opacity:0.1", "opacity:1%", "-moz-opacity:0", "opacity:-1", "color:rgba(0,0,0,.1)"],
    "places": [
        "position:absolute",
        "position:fixed;top:0",
        "position:relative;left:-300vw",
        "margin:0 0 0 -100%",
        "text-indent:-100%",
        "letter-spacing:-9px",
        "line-height:0",
        "z-index:-1",
        "margin-inline-start:-999px",
    ],
    "boxes": [
        "overflow:hidden;height:10px",
        "overflow:clip;max-height:1em",
        "overflow-x:hidden;width:9px",
        "overflow:auto;height:0",
        "overflow:hidden;width:var(--x)",
        "white-space:nowrap;overflow:hidden",
    ],
    "other signs": ["font-family:Wingdings", "font:12px 'Webdings'", "unicode-bidi:bidi-override;direction:rtl"],
    "the last valid one": [
        "display:none!important;display:block",
        "display:none;display:normal",
        "color:white;color:nonsense",
        "color:white;font-family:';color:black;'",
        "text-decoration:line-through;text-decoration:nonsense",
        "background:black",
        "background-color:white;background:black",
        "font:700 0px Arial",
        "font:0/0 a",
        "color:/**/white",
        "clip-path:circle(0);clip-path:auto",
        "color:white;x:(;color:black;",
        "color:white;x:\\;color:black",
        "color:black;x:'\n;color:white;y:'",
        "color:white;<!--color:black",
        "color:white;-webkit-color:black",
        "display:none;-moz-display:block",
        "x:'/*';color:white;y:'*/'",
        "x:url(/*);color:white;y:url(*/)",
        "color:white;x:'\\';color:black;",
    ],
}
"""What a style declares: text that is hidden, and whatever is not known to show it."""
ELEMENTS = {
    "no program shows it": ["<noframes>12b</noframes>", "<noembed>12b</noembed>", "<template>12b</template>",
                            "<datalist><option>12b</datalist>", "<dialog>12b</dialog>", "<noscript>12b</noscript>"],
    "what stands for something else": [
        "<iframe>12b</iframe>", "<iframe srcdoc='x'>12b</iframe>", "<audio controls>12b</audio>", "<video>12b</video>",
        "<canvas>12b</canvas>", "<object>12b</object>", "<svg><text>12b</text></svg>", "<math><mi>12b</mi></math>",
        "<textarea>12b</textarea>", "<select><option>12b</select>", "<details>12b</details>", "<v:rect>12b</v:rect>",
        "<meter>12b</meter>", "<marquee>12b</marquee>", "<bdo dir=rtl>b21</bdo>", "<xmp>12b</xmp>",
    ],
    "attributes": ["<p popover>12b</p>", "<p hidden=until-found>12b</p>", "<a href=x style='background:#00f'>12b</a>",
                   "<mark style='color:yellow'>12b</mark>", "<small>" * 9 + "12b" + "</small>" * 9],
    "some programs alone": [
        "<!--[if mso]>12b<![endif]-->", "<!--[if gte mso 9]><p>12b</p><![endif]-->",
        "<!--[if !mso]><!-->12b<!--<![endif]-->", "<!--[if !mso]> --><p>12b</p><!-- <![endif]-->",
        "<![if !mso]><p>12b</p><![endif]>",
        "<!--[if mso]><style>p{display:none}</style><![endif]--><p>12b</p>",
        "<!--[if !supportLists]-->12b flag<!--[endif]-->",
    ],
    "sheets": [
        "<style>p{display:none!important}</style><p style='display:block'>12b</p>",
        "<style>p:not(:hover){display:none}</style><p>12b</p>", "<style>p:not(.x){display:none}</style><p>12b</p>",
        "<style>[dir]{display:none}</style><p dir=ltr>12b</p>",
        "<style>i + p{display:none}</style><i></i><p>12b</p>", "<style>p::first-line{font-size:0}</style><p>12b</p>",
        "<style>@media screen{p{display:none}}</style><p>12b</p>",
        "<style media=screen>p{display:none}</style><p>12b</p>",
        "<style>@media (min-width:1px){@supports (color:red){p{color:#fff}}}</style><p>12b</p>",
        "<style>@media (prefers-color-scheme:dark){body{background:#000}}</style><p>12b</p>",
        "<style>div{p{display:none}}</style><div><p>12b</p></div>", "<style>b{x:'}'} p{display:none}</style><p>12b</p>",
        "<style>p:before{content:'13'}</style><p>12b</p>", "<style type=x>p{display:none}</style><p>12b</p>",
        "<style>" + "".join(f"p.x{n}{{color:red}}" for n in range(500)) + "</style><p>12b</p>",
    ],
}  # fmt: skip
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
    "<style>p{margin:0}</style><p style='color:inherit'>12b</p>",
    "<div style='background-color:white'>12b</div>",
    "<div style='line-height:1.5'>12b</div>",
    "<div style='background:black;color:white'><span style='background:white;color:black'>12b</span></div>",
    "<font color=windowtext>12b</font>",
    "<del style='text-decoration:none'>12b</del>",
    "<style>a:hover{display:none} @font-face{font-family:x;src:url(x)} @list l0{mso-level-text:x}</style><a>12b</a>",
    "<style>v\\:* {behavior:url(#default#VML)} :root{--x:1;color-scheme:light dark}</style><p>12b</p>",
    "<o:p>12b</o:p>",
    "<st1:place>12b</st1:place>",
    "<!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]--><p>12b</p>",
    "<!--[if supportFields]>HYPERLINK x<![endif]-->12b",
    "<!--[if !mso]><style>v\\:* {behavior:url(#default#VML)}</style><![endif]-->12b",
    "<!--[if mso]><style>table.MsoNormalTable{mso-style-parent:'';mso-tstyle-rowband-size:0}</style><![endif]-->12b",
    "<p style='mso-fareast-language:EN-US;mso-margin-top-alt:auto;line-height:107%'>12b</p>",
    "<p style='-webkit-text-stroke-width:0px;caret-color:rgb(0,0,0);orphans:2;float:none;word-spacing:0px'>12b</p>",
    "<p style='-webkit-nbsp-mode:space;-webkit-line-break:after-white-space;-qt-block-indent:0;zoom:1'>12b</p>",
    "<p style='background:none;font:400 14px/20px Roboto,sans-serif;color:rgba(0,0,0,.87);opacity:1'>12b</p>",
    "<p style='text-decoration:underline dotted #1155cc;box-shadow:none;transform:none;position:relative'>12b</p>",
    "<p style='color:hsl(210,50%,20%);letter-spacing:.2px;margin:0 auto;overflow:hidden;width:100%'>12b</p>",
    "<style>@media (prefers-color-scheme:dark){body{background:#111;color:#eee}}</style><p>12b</p>",
]


@pytest.mark.parametrize("hidden", HIDDEN)
def test_what_is_struck_out_or_not_seen_is_no_order_and_is_told(hidden: str) -> None:
    mail = read(f"{hidden}<div><span style='color:#111;background:#eee'>13a</span></div>", kind="html")
    assert mail.lines == ("13a",)
    assert NoteCode.STRUCK_OUT in [note.code for note in mail.notes]


@pytest.mark.parametrize("style", [*chain(*DOUBTFUL.values())])
def test_what_a_style_does_not_surely_show_is_no_order(style: str) -> None:
    test_what_is_struck_out_or_not_seen_is_no_order_and_is_told(f'<div style="{style}">12b</div>')


@pytest.mark.parametrize("hidden", [*chain(*ELEMENTS.values())])
def test_what_is_not_surely_shown_to_everybody_is_no_order(hidden: str) -> None:
    mail = read(f"<p dir=auto style='display:block!important;background:#eee!important'>13a</p>{hidden}", kind="html")
    assert "12b" not in " ".join(mail.lines)
    assert "b21" not in mail.lines
    assert NoteCode.STRUCK_OUT in [note.code for note in mail.notes]


@given(
    st.text("abcdefghijklmnopqrstuvwxyz-", min_size=3, max_size=20), st.text(st.characters(codec="utf-8"), max_size=30)
)
def test_an_unknown_property_is_in_doubt_whatever_its_value(name: str, value: str) -> None:
    style = f"zz-{name}:{value.replace(';', '')}x"
    assert not read_html(f'<p style="{escape(style)}">12b</p>').text.strip()


@given(st.from_regex(r"[a-z]{2,9}", fullmatch=True).filter(lambda tag: not _ELEMENT.fullmatch(tag)))
def test_an_unknown_element_is_in_doubt(tag: str) -> None:
    assert "12b" not in read_html(f"<p>13a</p><{tag}>12b</{tag}>").text


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
