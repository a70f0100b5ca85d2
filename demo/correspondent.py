"""A simulated player: a program of its own that knows nothing but its mailbox.

`python -m demo.correspondent FILE`: the file holds the account, the language and the habits. It reads
the mails in the order of their arrival and answers those that ask it something, as a mail program would:
sent, then marked as answered. It ends when its standard input closes.
"""

from __future__ import annotations

import hashlib
import imaplib
import json
import os
import smtplib
import sys
import threading
import time
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from imapclient import IMAPClient

from demo.answers import CODE, ENDS, Answer, Habit, Slip, best, correction, first_answer, without
from demo.errands import errands, talks
from demo.letters import Letter, read_letter
from demo.programs import PROGRAMS, Reply
from demo.vocabulary import Vocabulary

PAUSE = 0.25
PATIENCE = 240.0
"""Seconds for one network operation: where the machine is busy, a mail that was taken must not be sent once more."""
MOST_CORRECTIONS = 5
READY = 0.4
"""How often one of the rounds is sent that a mail proposes, before all answers are asked for."""
NAMED = 0.6
"""How often an answer is written that a mail names behind an arrow, before all answers are asked for."""
EAGER = 0.8
"""How often the player looks for an option that they are eager for."""
AFRESH = {"en": "start over", "ru": "заново"}
"""The word that drops a draft, for a player whose corrections come to nothing."""
PATIENT = 2
LIST = {"en": "list all", "ru": "список все"}
SIGNS = 0.5
"""How often what lies on the table is signed when it is seen for the first time; a counter-offer always is."""
HANDS = 0.9
"""How often something is changed by hand, where that is asked."""
HABITS = {
    "phone": (Habit.ONE_CODE, Habit.ONE_CODE),
    "gmail": (Habit.CODES, Habit.CODES),
    "gmail html": (Habit.CODES, Habit.CODES),
    "outlook": (Habit.CODES, Habit.WORDS),
    "mail.ru": (Habit.WORDS, Habit.WORDS),
}


@dataclass(frozen=True)
class Account:
    """The knowledge of a player. `slips` and `twice` count their mails from 0."""

    name: str
    address: str
    password: str
    language: str
    zone: str
    imap_port: int
    smtp_port: int
    programs: tuple[str, ...]
    seed: str
    slips: dict[int, Slip] = field(default_factory=dict)
    twice: tuple[int, ...] = ()
    looks: dict[int, str] = field(default_factory=dict)
    """Words that the player adds to their answers, by number of the answer, to see what else they can do."""
    eager: tuple[str, ...] = ()
    """Patterns of options that the player prefers, the favourite first."""
    loath: tuple[str, ...] = ()
    """Patterns of options that the player takes only where there is no other."""
    record: tuple[tuple[str, ...], ...] = ()
    """What the player writes in answer to their first questions."""
    matches: int = 1
    """After this many the player leaves."""

    @property
    def user(self) -> str:
        return self.address.partition("@")[0]

    @staticmethod
    def read(path: Path) -> Account:
        plain: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        slips = {int(number): Slip(slip) for number, slip in plain.pop("slips").items()}
        looks = {int(number): word for number, word in plain.pop("looks").items()}
        plain |= {name: tuple(plain[name]) for name in ("programs", "twice", "eager", "loath")}
        plain["record"] = tuple(map(tuple, plain["record"]))
        return Account(**plain, slips=slips, looks=looks)

    def write(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(json.dumps(self.__dict__, ensure_ascii=False, indent=1), encoding="utf-8")


class Correspondent:
    """A player at their mailbox. What they remember they find in it: the mails, and which of them they answered."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self._letters: list[Letter] = []
        self._answers: dict[str, list[int]] = {}
        """By campaign the question of every mail that was answered, in their order."""
        self._listed: set[tuple[str, int]] = set()
        """Questions of which all answers were asked for and that are not answered yet."""
        self._last = 0
        """The UID of the last mail that was read: the server is asked only for what came after it."""
        self._words = Vocabulary()

    def visit(self, box: IMAPClient) -> bool:
        """Read what is new and answer it. Returns whether the last game is over."""
        box.noop()
        # `n:*` always finds the last mail (RFC 9051, 6.4.4)
        for uid in sorted(uid for uid in box.search(["UID", f"{self._last + 1}:*"]) if uid > self._last):
            content = box.fetch([uid], ["BODY.PEEK[]", "FLAGS"])[uid]
            raw = bytes(content[b"BODY[]"])
            self._take(box, uid, read_letter(raw, self._answered(read_letter(raw))), content[b"FLAGS"])
            self._last = uid
        return len({letter.campaign for letter in self._letters if letter.over}) >= self.account.matches

    def _answered(self, letter: Letter) -> list[int]:
        """Return the questions of the same campaign that were answered."""
        return self._answers.setdefault(letter.campaign, [])

    @property
    def _count(self) -> int:
        """The number of times that they have answered."""
        return sum(map(len, self._answers.values()))

    @property
    def _program(self) -> str:
        """The program with which they write their next answer."""
        return self.account.programs[self._count % len(self.account.programs)]

    def _take(self, box: IMAPClient, uid: int, letter: Letter, flags: tuple[bytes, ...]) -> None:
        if letter.whole and not letter.refused and not letter.ready:  # what it shows is the whole question
            letter = replace(letter, question=letter.brief, brief=None, choices=letter.shown)
        self._words.learn(letter)
        letter = self._liked(letter)
        if self._asks_more(letter):
            answer, count, program = self._to_brief(letter), self._count, self._program
            whole = answer.lines != (LIST[self.account.language],)
            if whole:
                self._answered(letter).append(letter.brief or 0)
            else:
                self._listed.add((letter.campaign, letter.brief or 0))
            if b"\\Answered" not in flags:
                self._write(letter, answer, program, 2 if whole and count in self.account.twice else 1)
                box.add_flags([uid], [b"\\Answered", b"\\Seen"])
            self._letters.append(letter)
            return
        done, wanted, errand = b"\\Answered" in flags, self._wants_answer(letter), self._errands(letter)
        wanted = wanted and not talks(letter, self._letters, errand)
        if wanted or errand:
            if not done:
                self._answer(letter, errand, wanted=wanted)
                box.add_flags([uid], [b"\\Answered", b"\\Seen"])
            if wanted and letter.question is not None:
                self._answered(letter).append(letter.question)
                self._listed.discard((letter.campaign, letter.question))
        elif b"\\Seen" not in flags:
            box.add_flags([uid], [b"\\Seen"])
        self._letters.append(letter)

    def _liked(self, letter: Letter) -> Letter:
        """Return the message without options that the player avoids, or has sent in vain, unless no others are left."""
        vain = {
            code for one in (*self._letters, letter) if one.refused and one.asks == letter.asks for code in one.read
        }
        every = (
            tuple(one for one in each if one.code not in vain) or each
            for each in (letter.choices, letter.shown, letter.named)
        )
        choices, shown, named = (without(each, self.account.loath) for each in every)
        return replace(letter, choices=choices, shown=shown, named=named)

    def _asks_more(self, letter: Letter) -> bool:
        """Return whether it asks something and lists only a part of what may be answered."""
        if letter.brief is None or letter.over or any(letter.message_id == one.message_id for one in self._letters):
            return False
        tries = self._answered(letter).count(letter.brief)
        put_again = not letter.subject.startswith("Re: ")  # to agree, somebody has to give way
        return letter.refused or not tries or (put_again and tries <= MOST_CORRECTIONS)

    def _to_brief(self, letter: Letter) -> Answer:
        """Return one of the rounds that it proposes, or the word that brings the list of all answers."""
        if (recorded := self._recorded(letter.brief)) is not None:
            return recorded
        earlier = sum(one.brief == letter.brief for one in self._letters)
        dice = Random(f"{self.account.seed} {letter.brief} brief {earlier}")
        if not letter.refused and (eager := self._eager(letter.brief)):
            wished = best((*letter.shown, *letter.named), eager)
            return Answer((dice.choice(wished).code if wished else LIST[self.account.language],))
        if letter.ready and dice.random() < READY:
            return Answer((dice.choice(letter.ready),))
        end = next((choice.code for choice in letter.shown if choice.ends), None)
        if end is not None and not letter.refused and dice.random() < ENDS:
            return Answer((end,))
        if letter.named and not letter.refused and dice.random() < NAMED:
            return Answer((dice.choice(letter.named).code,))
        return Answer((LIST[self.account.language],))

    def _recorded(self, question: int | None) -> Answer | None:
        """Return what the record says to a question that was not answered before; None behind its end."""
        asked = list(dict.fromkeys(each for answered in self._answers.values() for each in answered))
        if question in asked or len(asked) >= len(self.account.record):
            return None
        return Answer(self.account.record[len(asked)])

    def _eager(self, question: int | None) -> tuple[str, ...]:
        """Return what the player is eager for in a question, decided once; the player then looks at all answers."""
        seeks = Random(f"{self.account.seed} {question} eager").random() < EAGER
        return self.account.eager if seeks else ()

    def _errands(self, letter: Letter) -> tuple[str, ...]:
        """Return what the player writes besides the answer to the question; empty if the message was read before."""
        if any(letter.message_id == one.message_id for one in self._letters):
            return ()
        played = {one.campaign for one in (*self._letters, letter)}
        dice = Random(f"{self.account.seed} {letter.message_id}")
        return errands(letter, self._letters, dice, next_match=len(played) < self.account.matches)

    def _wants_answer(self, letter: Letter) -> bool:
        again = any(letter.message_id == one.message_id for one in self._letters)
        if letter.question is None or letter.over or again or not letter.choices:
            return False
        tries = self._answered(letter).count(letter.question)
        if (letter.campaign, letter.question) in self._listed:
            return tries <= MOST_CORRECTIONS
        again = bool(letter.on_table or letter.heading) or letter.refused
        return tries == 0 or (again and tries <= MOST_CORRECTIONS)

    def _answer(self, letter: Letter, errand: tuple[str, ...], *, wanted: bool) -> None:
        count, program = self._count, self._program
        answer = self._choose(letter, count, program) if wanted else Answer(())
        look = self.account.looks.get(count, "") if wanted else ""
        stuck = wanted and letter.question and self._answered(letter).count(letter.question) > PATIENT
        afresh = (AFRESH[self.account.language],) if stuck and not letter.on_table else ()
        answer = replace(answer, lines=(*errand, *afresh, *answer.lines, *filter(None, [look])))
        if letter.heading and not all(CODE.fullmatch(line) for line in answer.lines):
            answer = replace(answer, lines=(letter.heading, *answer.lines))
        if not answer.lines:
            print(f"{self.account.name}: no answer found to #{letter.question}", file=sys.stderr, flush=True)
            return
        self._write(letter, answer, program, 2 if count in self.account.twice else 1)

    def _write(self, letter: Letter, answer: Answer, program: str, copies: int) -> None:
        raw = PROGRAMS[program](self._reply(letter, answer))
        with smtplib.SMTP("127.0.0.1", self.account.smtp_port, timeout=PATIENCE) as server:
            server.login(self.account.user, self.account.password)
            for _ in range(copies):
                server.sendmail(self.account.address, [letter.reply_to], raw)
        note = {"question": letter.question, "program": program, "slip": answer.slip, "copies": copies}
        print(json.dumps({"time": time.time(), **note, "lines": answer.lines}, ensure_ascii=False), flush=True)

    def _choose(self, letter: Letter, count: int, program: str) -> Answer:
        if (recorded := self._recorded(letter.question)) is not None:
            return recorded
        attempt = self._answered(letter).count(letter.question or 0)
        dice = Random(f"{self.account.seed} {letter.question} {attempt}")
        if letter.on_table and not letter.refused and (attempt or dice.random() < SIGNS):
            return Answer((letter.on_table,))
        if letter.by_hand and not attempt and dice.random() < HANDS:
            return Answer((letter.by_hand,))
        if attempt:
            return correction(letter, self._letters, dice, attempt)
        habit = HABITS[program][count % 2]
        return first_answer(
            letter, self._letters, dice, habit, self._words, self.account.slips.get(count), self._eager(letter.question)
        )

    def _reply(self, letter: Letter, answer: Answer) -> Reply:
        account = self.account
        told = hashlib.sha256(f"{account.seed} {letter.message_id}".encode()).hexdigest()[:20]
        subject = letter.subject if letter.subject.startswith("Re: ") else f"Re: {letter.subject}"
        return Reply(
            name=account.name,
            address=account.address,
            language=account.language,
            zone=account.zone,
            lines=answer.lines,
            message_id=f"<{told}@{account.address.partition('@')[2]}>",
            # of the mail that is answered, not of now: a reply that is sent again after a crash is the same mail
            date=letter.date.astimezone(UTC),
            to_name=letter.sender_name,
            to_address=letter.reply_to,
            subject=subject,
            answered_id=letter.message_id,
            references=letter.references,
            quoted=letter.text,
            quoted_page=letter.page,
            quoted_subject=letter.subject,
            quoted_date=letter.date,
        )


def live(account: Account) -> None:
    """Visit the mailbox until the game is over. A lost connection is made again."""
    correspondent = Correspondent(account)
    while True:
        try:
            with IMAPClient("127.0.0.1", account.imap_port, ssl=False, timeout=PATIENCE) as box:
                box.login(account.user, account.password)
                box.select_folder("INBOX")
                while not correspondent.visit(box):
                    time.sleep(PAUSE)
                return
        except (OSError, imaplib.IMAP4.error, smtplib.SMTPException) as error:
            print(f"{datetime.now(UTC):%H:%M:%S} {type(error).__name__}: {error}", file=sys.stderr, flush=True)
            time.sleep(1)


def _end_with_parent() -> None:
    """Exit when standard input closes: the program that started this one is gone, however it ended."""
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(0)


if __name__ == "__main__":
    threading.Thread(target=_end_with_parent, daemon=True).start()
    live(Account.read(Path(sys.argv[1])))
