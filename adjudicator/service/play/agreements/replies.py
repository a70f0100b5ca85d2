"""Words on an offer: `A3 yes`, `A3 no`, `A3 withdraw`, `A3 counter: ORDER`, in any language, with either letter A."""

import re
from collections.abc import Callable, Sequence
from typing import Final, Literal

import msgspec

from adjudicator.orders.sets import is_check, without_check
from adjudicator.orders.strict.confusables import in_plain_letters
from adjudicator.orders.text import NO_DOUBTS, Doubts, order_part, tokenize
from adjudicator.orders.text.common import asks

Said = Literal["yes", "no", "withdraw", "counter", ""]

_CODE = re.compile(r"[aа](\d{1,6})")
_LETTER = ("a", "а")  # in either alphabet
_WORDS: Final[dict[str, Said]] = {
    **dict.fromkeys(
        ("yes", "sign", "signed", "i sign", "agree", "agreed", "i agree", "accept", "accepted", "i accept", "ok", "да",
         "согласен", "согласна", "согласны", "подписываю", "подписать", "принимаю"),
        "yes",
    ),
    **dict.fromkeys(
        ("no", "no thanks", "decline", "declined", "i decline", "reject", "refuse", "disagree", "нет", "нет спасибо",
         "отказ", "отказываюсь", "отклоняю", "отклонить", "не согласен", "не согласна"),
        "no",
    ),
    **dict.fromkeys(
        ("withdraw", "withdrawn", "i withdraw", "cancel", "отозвать", "отзываю", "отозвано", "отмена", "снять"),
        "withdraw",
    ),
}  # fmt: skip
_LONGEST = 4
"""Words of a reply, without what a counter-offer orders."""
_COUNTER = frozenset(("counter", "instead", "rather", "иначе", "встречно", "вместо"))
_TO = frozenset(("to", "на", "с"))


class Reply(msgspec.Struct, frozen=True):
    """A word on an offer in a line of a mail; empty where it is none. `order`: what a counter-offer orders instead."""

    line: int
    text: str
    number: int
    said: Said
    order: str = ""
    guessed: str = ""
    """The word of which a letter would have to be guessed: nothing is done for it."""


def split_replies(
    lines: Sequence[str], is_offer: Callable[[int], bool], doubts: Doubts = NO_DOUBTS
) -> tuple[list[Reply], list[str]]:
    """Return the replies among a message's lines, and the lines with empty ones in their places, to keep the numbering.

    A number alone is a reply only if it `is_offer`: it may be a short name. After `check` the first line keeps that
    word.
    """
    replies, rest = [], list(lines)
    for place, line in enumerate(lines):
        checked = place == 0 and is_check(lines)
        reply = reply_of(place + 1, without_check(line) if checked else line, doubts)
        if reply is not None and (reply.said or is_offer(reply.number)):
            replies.append(reply)
            rest[place] = line[: len(line) - len(without_check(line))] if checked else ""
    return replies, rest


def reply_of(number: int, line: str, doubts: Doubts = NO_DOUBTS) -> Reply | None:
    """Return the reply that a line is; None for an order. A word with an ambiguous letter is read as what it may be.

    >>> reply_of(1, "А3: да!")
    Reply(line=1, text='А3: да!', number=3, said='yes', order='', guessed='')
    >>> reply_of(2, "a3 counter: treaty north to east coins 1").order
    'treaty north to east coins 1'
    """
    unsure = next((word.typed for word in tokenize(order_part(line), doubts)[:_LONGEST] if word.guessed), "")
    reply = _reply(number, in_plain_letters(line) if unsure else line)
    return reply and msgspec.structs.replace(reply, text=line, guessed=unsure)


def said_alone(line: str, doubts: Doubts = NO_DOUBTS) -> Said:
    """Return what a line says of an offer without naming one; empty if it is anything else, or a letter is guessed.

    >>> said_alone("Подписываю."), said_alone("A3 yes"), said_alone("yes, flag Savoy"), said_alone("yes?")
    ('yes', '', '', '')
    """
    given = tokenize(order_part(line), doubts)
    return (
        ""
        if asks(line) or any(word.guessed for word in given)
        else _WORDS.get(" ".join(word.folded for word in given), "")
    )


def _reply(number: int, line: str) -> Reply | None:
    plain = order_part(line)
    given = tokenize(plain)
    folded = [word.folded for word in given]
    if len(given) > 1 and folded[0] in _LETTER and folded[1].isdecimal():
        found, behind = re.fullmatch(r"(\d{1,6})", folded[1]), 2
    else:
        found, behind = (_CODE.fullmatch(folded[0]), 1) if given else (None, 0)
    if found is None:
        return _reply_before(number, line, folded)
    if behind < len(given) and folded[behind] in _COUNTER:
        end = given[behind].column - 1 + len(given[behind].typed)
        return Reply(number, line, int(found[1]), "counter", plain[end:].strip(" :,-\"'"))
    said = _WORDS.get(" ".join(folded[behind:]))
    if said is None and len(given) > behind:
        return None
    return Reply(number, line, int(found[1]), said or "")


def _reply_before(number: int, line: str, folded: Sequence[str]) -> Reply | None:
    """Read a reply before its code: `yes A3`, `yes to A3`."""
    found = _CODE.fullmatch(folded[-1]) if len(folded) > 1 else None
    said = _WORDS.get(" ".join(word for word in folded[:-1] if word not in _TO)) if found else None
    return None if found is None or said is None else Reply(number, line, int(found[1]), said)
