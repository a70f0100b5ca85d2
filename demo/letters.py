"""Find what a player finds in a mail of the adjudicator: its question, the codes, what became of their last lines.

They read the text as it was sent. Nothing of the adjudicator is used here, nor of the game.
"""

from __future__ import annotations

import email
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from email import policy
from email.message import EmailMessage
from email.utils import getaddresses, parsedate_to_datetime
from itertools import dropwhile, takewhile

_SHORT = r"[AEHKMPT]\d\d"
_CODE = rf"(?:\d+[a-zа-я]{{1,2}}\d{{0,3}}|[a-zа-я]\d{{1,3}}|{_SHORT}(?: {_SHORT})*|[A-ZА-Я]\d[A-ZА-Я]\d)"
"""What is typed: a code with the question's number, short names, a tile in figures."""
_CAMPAIGN = re.compile(r"(?:Re: )?\[([^\]]*)\]")
_ENTRY = re.compile(rf"(?:(?<=^)|(?<=\s\s))({_CODE})\s+(\S.*?)(?=\s{{2,}}{_CODE}\s|$)")
_QUESTION = re.compile(r"[#№](\d+) (?!·)(\S.*?)(?:\s{2,}[\d.]+)?")
_BRIEF = re.compile(r"(?:(?!\s)\S.*?\s{2,})?[#№](\d+)(?: ·(?: .*)?)?")
"""The question of a mail that does not list all answers, behind its title; that may break before or behind the mark."""
_READY = re.compile(rf"\s+((?:{_CODE} )+(?:end|конец))(?:\s{{2,}}.*)?")
"""A whole round, to be sent as it stands."""
_COST = re.compile(r"(\d+)(?: \+ (\d+) .*)?")
_FORM = re.compile(r"(?:ORDERS|ПРИКАЗЫ) (\d+)")
_HEADING = re.compile(r"\[.+\]")
_BODY = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL | re.IGNORECASE)
_PICTURE = re.compile(r"<img[^>]*>", re.IGNORECASE)
WIDTH = 78
"""No line is longer."""
WRONG_LINES = 3
"""Lines above that remark in which the wrong line and the reason stand."""
_REFUSED = re.compile(
    r"no orders carried out|nothing was changed|line to correct|one thing to mend|the rest is missing|"
    r"ничего не измен|исправить|поправить|допишите остальное",
    re.IGNORECASE,
)
_NEAREST = re.compile(r"did you mean|возможно, вы имели в виду", re.IGNORECASE)
_OVER = re.compile(r"the match is over|партия (окончена|закончена)|игра окончена", re.IGNORECASE)
_HANDS = re.compile(r"(?:such as “|например «)([^”»]+ \+1)[”»]")
_UNDER = re.compile(r"  \S.*:")
"""A heading of a brief mail."""
_MORE = re.compile(r" (?:\((?:\d+ more|(?:и )?ещё \d+)\)|· (?:\d+ more|ещё \d+))")
"""Behind options or a heading of which a brief mail does not show all."""
_REMARK = re.compile(r" \(.*\)$")
"""A price behind the words of an option, or before an arrow."""
_ON_REQUEST = re.compile("Send “list” to see all|По слову «список» придут все")
"""Where a mail leaves most options out."""
_ENDS = re.compile(r"end |(?:конец|закончить|завершить) ")
_DONE = re.compile(rf"^ *\d+ {{2,}}\S.*? {{2,}}({_CODE}) {{2,}}\S", re.MULTILINE)
"""A line of the reader that was read: its number, what became of it, the code that stood in it."""
_TABLE = re.compile(r"(?:On the table lies|На столе лежит): .*?\((\d+\w+)\)")


@dataclass(frozen=True)
class Choice:
    """One printed option: what to type, what it is, the figures behind it, and the heading it stands under."""

    code: str
    words: str
    cost: int | None
    heading: str = ""
    debt: int = 0

    @property
    def bare(self) -> str:
        """The words without a price behind them."""
        return _REMARK.sub("", self.words)

    @property
    def ends(self) -> bool:
        """Whether it ends the player's turn, or what they do in it."""
        return _ENDS.match(self.words) is not None


@dataclass(frozen=True)
class Letter:
    """A mail as its reader sees it. `question` is None when nothing is asked."""

    message_id: str
    subject: str
    date: datetime
    sender_name: str
    reply_to: str
    references: str
    text: str
    page: str = ""
    """What stands in the body of its HTML, without pictures."""
    question: int | None = None
    title: str = ""
    brief: int | None = None
    """The question of which it lists only what counts most; the rest comes for a word."""
    ready: tuple[str, ...] = ()
    """Whole rounds that it proposes."""
    shown: tuple[Choice, ...] = ()
    """Of what the brief question may be answered with, what it shows."""
    named: tuple[Choice, ...] = ()
    """What it shows of kinds of answers with many, to be written in words: what stands behind an arrow."""
    whole: bool = False
    """Whether that is all, under headings."""
    read: tuple[str, ...] = ()
    """The codes that the reader had sent and that this mail answers."""
    example: str = ""
    """The first answer of the form, where it needs several codes in one line."""
    choices: tuple[Choice, ...] = ()
    nearest: tuple[Choice, ...] = ()
    """What the adjudicator proposes instead of a wrong line, the likeliest first."""
    closing: tuple[str, ...] = ()
    """The line of the order form that ends what goes on, if there is one."""
    heading: str = ""
    """The name above the form, where the reader plays several seats."""
    examples: tuple[str, ...] = ()
    """Orders that stand in the form as comments."""
    note: str = ""
    """What stands between the heading of the question and its options."""
    on_table: str = ""
    """The code that signs what lies on the table, where the reader has not signed it."""
    by_hand: str = ""
    """A line that changes the position, as the question proposes one where something is carried out by hand."""
    refused: bool = False
    over: bool = False

    @property
    def asks(self) -> int | None:
        """The question, whether or not all answers are listed."""
        return self.brief if self.question is None else self.question

    @property
    def plain(self) -> str:
        """The text in one line."""
        return " ".join(self.text.split())

    @property
    def campaign(self) -> str:
        """The text in brackets before everything else in the subject."""
        named = _CAMPAIGN.match(self.subject)
        return named[1] if named else ""

    def under(self, code: str) -> Choice | None:
        """Return the option with this code."""
        return next((choice for choice in self.choices if choice.code == code), None)


def read_letter(raw: bytes, answered: Collection[int] = ()) -> Letter:
    """Read a mail from its bytes; of several questions the one that was `answered` least often."""
    mail: EmailMessage = email.message_from_bytes(raw, policy=policy.default)
    body = mail.get_body(("plain",))
    text = body.get_content() if body is not None else ""
    lines = text.splitlines()
    (name, address), *_ = getaddresses([str(mail["Reply-To"] or mail["From"])])
    number, title, block = _question(lines, answered)
    form = _form(lines, number)
    heading = next((line for line in form if _HEADING.fullmatch(line)), "")
    subject = str(mail["Subject"])
    note = " ".join(" ".join(_before_options(block)).split())
    table, hands = _TABLE.search(note), _HANDS.search(note)
    brief = None if number is not None else _brief(lines)
    below = [] if brief is None else [*_shown(lines, brief)]
    more = (
        any(" → " in line or _MORE.search(line) for line in below)
        or _ON_REQUEST.search(" ".join(text.split())) is not None
    )
    shown = tuple(_choices([_MORE.sub("", line) for line in below], priced=False))
    return Letter(
        message_id=str(mail["Message-ID"]),
        subject=subject,
        date=parsedate_to_datetime(str(mail["Date"])),
        sender_name=name,
        reply_to=address,
        references=" ".join(filter(None, [str(mail["References"] or ""), str(mail["Message-ID"])])),
        text=text,
        page=_page(mail),
        question=number,
        title=title,
        brief=brief,
        ready=tuple(match[1] for line in lines if (match := _READY.fullmatch(line)) is not None),
        shown=shown,
        named=tuple(_named(below)),
        whole=bool(shown) and all(each.heading for each in shown) and not more,
        read=tuple(_DONE.findall(text)),
        example=_several(form),
        choices=tuple(_choices(block)),
        nearest=_nearest(lines),
        closing=tuple(_closing(form)),
        heading=heading,
        examples=tuple(_examples(form)),
        note=note,
        on_table=table[1] if table else "",
        by_hand=hands[1] if hands else "",
        refused=_REFUSED.search(subject) is not None,
        over=_OVER.search(subject) is not None,
    )


def _page(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    whole = "" if part is None else str(part.get_content())
    body = _BODY.search(whole)
    return _PICTURE.sub("", body[1] if body else whole)


def _question(lines: list[str], answered: Collection[int]) -> tuple[int | None, str, list[str]]:
    """Return number, title and lines of a question: from its heading to the next line that is not indented."""
    found = sorted(_questions(lines), key=lambda each: list(answered).count(each[0]))
    return found[0] if found else (None, "", [])


def _questions(lines: list[str]) -> Iterator[tuple[int, str, list[str]]]:
    for at, line in enumerate(lines):
        match = _QUESTION.fullmatch(line)
        if match is None:
            continue
        start = at + 1
        while start < len(lines) and lines[start] and not lines[start][0].isspace():
            start += 1  # the heading goes on
        block: list[str] = []
        for below in lines[start:]:
            if below and not below[0].isspace():
                break
            block.append(below)
        yield int(match[1]), match[2], block


def _brief(lines: list[str]) -> int | None:
    return next((int(match[1]) for line in lines if (match := _BRIEF.fullmatch(line)) is not None), None)


def _shown(lines: list[str], number: int) -> Iterator[str]:
    """Yield the lines below a brief question, with headings as in a list of all answers."""
    start = next(at for at, line in enumerate(lines) if (match := _BRIEF.fullmatch(line)) and int(match[1]) == number)
    below = dropwhile(lambda line: line and not line[0].isspace(), lines[start + 1 :])
    for line in takewhile(lambda line: not line or line[0].isspace(), below):
        if _UNDER.fullmatch(line):
            yield ""
        yield line.removesuffix(":") if _UNDER.fullmatch(line) else line


def _named(below: list[str]) -> Iterator[Choice]:
    """`influence (1 dip) → in Aragon · in Loire · 14 more`, on one line or several: each named is an answer."""
    joined: list[str] = []
    for line in below:
        if " → " in line:
            joined.append(line.strip())
        elif joined and line.startswith("    ") and not _ENTRY.match(line.strip()):
            joined[-1] += " " + line.strip()
        else:
            joined.append("")
    for told in joined:
        head, arrow, behind = _MORE.sub("", told).partition(" → ")
        if arrow and not _ENTRY.match(head):
            for each in behind.split(" · "):
                order = f"{_REMARK.sub('', head)} {each}"
                if not each.endswith("…"):  # it is only how several begin
                    yield Choice(order, order, None)


def _several(form: list[str]) -> str:
    """`# 8a 8b  // discard two`: the codes, where the first answer in the form needs several."""
    orders = (line.partition("//")[0].strip("# ") for line in form[1:] if line.startswith("#") and "//" in line)
    first = next(orders, "")
    return first if " " in first and all(re.fullmatch(_CODE, part) for part in first.split()) else ""


def _choices(block: list[str], *, priced: bool = True) -> Iterator[Choice]:
    heading, depth = "", WIDTH
    for line in block:
        entries = list(_ENTRY.finditer(line.strip()))
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            heading, depth = "", WIDTH
        elif indent > depth:
            continue  # what explains the option above goes on
        elif entries and line.strip().startswith(entries[0][1]):
            depth = indent
            yield from (_choice(entry[1], entry[2], heading, several=priced and len(entries) > 1) for entry in entries)
        elif not heading:
            heading = line.strip()


def _choice(code: str, rest: str, heading: str, *, several: bool = False) -> Choice:
    """Columns stand apart by two spaces at least; where several options share a line, the cost by one."""
    words, *columns = re.split(r"\s{2,}", rest.strip())
    figures = next((match for column in columns if (match := _COST.fullmatch(column))), None)
    if several and (shared := re.fullmatch(r"(.+?) (\d+(?: \+ .*)?)", words)):
        words, figures = shared[1], _COST.fullmatch(shared[2])
    if figures is None:
        return Choice(code, words, None, heading)
    return Choice(code, words, int(figures[1]), heading, int(figures[2] or 0))


def _before_options(block: list[str]) -> Iterator[str]:
    for line in block:
        if not line.strip():
            return
        yield line


def _form(lines: list[str], number: int | None) -> list[str]:
    """Return the lines of the order form of a question between its markers."""
    forms = ((at, match) for at, line in enumerate(lines) if (match := _FORM.fullmatch(line)) is not None)
    start = next((at for at, match in forms if int(match[1]) == number), len(lines))
    inside = []
    for line in lines[start + 1 :]:
        if not line:
            break
        inside.append(line)
    return inside[:-1]


def _closing(form: list[str]) -> Iterator[str]:
    """`# end  // only when …`: an order without a code."""
    orders = (line.partition("//")[0].strip("# ") for line in form if line.startswith("#") and "//" in line)
    return (order for order in orders if order and not any(letter.isdigit() for letter in order))


def _examples(form: list[str]) -> Iterator[str]:
    """`# s1  // flag Savoy`: how an order is worded; a comment that is too long goes on in the next one."""
    told, closing = "", tuple(_closing(form))
    for line in form:
        if line.partition("//")[0].strip("# ") in closing:
            continue
        start, mark, words = line.partition("//")
        if not mark and told and line.startswith("#"):
            told += " " + line.strip("# ")
            continue
        if told:
            yield told
        told = words.strip() if start.startswith("#") else ""
    if told:
        yield told


def _nearest(lines: list[str]) -> tuple[Choice, ...]:
    """Return the options below the remark that asks what was meant, the one most like the wrong line first."""
    start = next((at for at, line in enumerate(lines) if _NEAREST.search(line)), len(lines))
    found = []
    for below in lines[start + 1 :]:
        if not below.startswith("    "):
            break
        entry = _ENTRY.fullmatch(below.strip())
        words = re.split(r"\s{2,}", below.strip())[0]
        found.append(_choice(entry[1], entry[2], "") if entry else Choice(words, words, None))
    wrong = " ".join(" ".join(lines[max(0, start - WRONG_LINES) : start]).split())
    return tuple(sorted(found, key=lambda choice: SequenceMatcher(None, choice.words, wrong).ratio(), reverse=True))
