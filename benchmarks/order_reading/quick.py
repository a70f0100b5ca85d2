"""Judge the sheets in the order layer alone, without mails: a hundred times faster, for work on the reader.

python -m benchmarks.order_reading.quick                        every sheet
python -m benchmarks.order_reading.quick realms banks           these
python -m benchmarks.order_reading.quick realms --show wrong    each such mail, with what was wanted and what came of it

What is asked back is not sent back line by line: whether an answer helps is told by the judge of mails
(`benchmarks.order_reading`) alone.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import msgspec

from adjudicator import Action, Match
from adjudicator.orders.options.codes import make_offer
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.orders.options.pieces import Offers, ShownAnswer
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.sets import MailOutcome, run_orders
from adjudicator.service.play import offers
from benchmarks.order_reading.sheets import SHEETS, Wording, wordings
from tests.carried import carried_out, desk_at
from tests.service.stage import Scene


class Verdict(StrEnum):
    """The result of a mail in the order layer."""

    AT_ONCE = "at once"
    AFTER_YES = "yes"
    ASKED = "asked"
    WRONG = "wrong"
    WRONG_YES = "wrong yes"


class Position:
    """A saved position with its question, as its seat was asked it."""

    def __init__(self, scene: Scene) -> None:
        assert scene.document is not None
        document = msgspec.json.decode(scene.document.read_bytes())
        self.match = Match.from_document(document, seed=b"quick", game=scene.game)
        self.seat, self.language = scene.seat, scene.language
        options = [*self.match.options(self.seat), *self.match.upcoming_actions(self.seat)]
        book = offers.words_at(self.match)
        offer = make_offer(book, self.match.number(self.seat), self.language, options)
        self.desk: OrderContext = desk_at(
            self.match, self.seat, self.language, book, Offers((offer,)), lambda: self.shown
        )

    @cached_property
    def shown(self) -> dict[str, ShownAnswer]:
        return offers.answer_words(self.desk.offers, self.match, self.seat, self.language)

    def carried(self, lines: Sequence[str], draft: Sequence[KeptLine] = ()) -> MailOutcome:
        return carried_out(self.match, self.desk, lines, draft=draft)


class Judgement(NamedTuple):
    """A verdict: what was wanted, done, and would be done after one `yes`; and how long the mail was read, in s."""

    wording: Wording
    verdict: Verdict
    wanted: tuple[Action, ...]
    done: tuple[Action, ...]
    after_yes: tuple[Action, ...]
    seconds: float


_POSITIONS: dict[str, Position] = {}


def position(scene: Scene) -> Position:
    """Return the position of a scene, made once."""
    if scene.name not in _POSITIONS:
        _POSITIONS[scene.name] = Position(scene)
    return _POSITIONS[scene.name]


def judged(sheet: str) -> Iterator[Judgement]:
    """Judge the mails of a sheet, but for those of several mails and those that quote."""
    for wording in wordings(sheet):
        if len(wording.mails) == 1 and "{quote}" not in wording.mails[0]:
            yield judge(wording)


def judge(wording: Wording) -> Judgement:
    """Judge one mail."""
    at = position(wording.scene)
    wanted = at.carried(wording.want).actions if wording.want else ()
    lines = wording.mails[0].split("\n")
    started = time.perf_counter()
    run_orders(at.desk, lines)
    seconds = time.perf_counter() - started
    outcome = at.carried(lines)
    done, after = outcome.actions, tuple(row.action for row in outcome.yes if row.action is not None)
    if Counter(done) - Counter(wanted):
        verdict = Verdict.WRONG
    elif Counter(after) - Counter(wanted):
        verdict = Verdict.WRONG_YES
    elif Counter(done) == Counter(wanted) and not after:
        verdict = Verdict.AT_ONCE
    elif Counter((*done, *after)) == Counter(wanted):
        verdict = Verdict.AFTER_YES
    else:
        verdict = Verdict.ASKED
    return Judgement(wording, verdict, wanted, done, after, seconds)


def shown(found: Judgement) -> str:
    """Return one case in full."""
    book = position(found.wording.scene).desk.book
    said = ("; ".join(book.say(action, "en") for action in each) or "nothing" for each in found[2:5])
    mail = "\n".join(f"    {line}" for line in found.wording.mails[0].strip().split("\n"))
    return "\n  ".join((f"{found.wording.scene.name}: {found.verdict}\n{mail}", *said))


def main(arguments: argparse.Namespace) -> None:
    print(f"{'':<20}{'mails':>6}" + "".join(f"{verdict:>11}" for verdict in Verdict) + f"{'ms a mail':>11}")
    whole = list[Judgement]()
    for sheet in arguments.sheets or SHEETS:
        found = list(judged(sheet))
        whole += found
        for each in found:
            if each.verdict == arguments.show:
                print(shown(each))
        print(row(sheet, found), flush=True)
    print(row("all", whole))


def row(name: str, found: Sequence[Judgement]) -> str:
    """Return the shares of the verdicts and the mean time to read a mail.

    Shares are in per cent.
    """
    counts = Counter(each.verdict for each in found)
    shares = "".join(f"{100 * counts[verdict] / len(found):>10.0f}%" for verdict in Verdict)
    return f"{name:<20}{len(found):>6}{shares}{1000 * sum(each.seconds for each in found) / len(found):>11.1f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheets", nargs="*", help="sheets; without them all")
    parser.add_argument("--show", default="", choices=["", *Verdict], help="a verdict")
    main(parser.parse_args())
