"""Judge what was done after a mail, compared with what its writer wanted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from itertools import chain, combinations
from typing import NamedTuple

from benchmarks.order_reading.sheets import Wording
from tests.service.conftest import text_of
from tests.service.stage import Moment, Scene, Stage

SCREEN = 30
"""The lines of an answer that are searched for the line to send back."""
TRIED = 16
"""The most lines of an answer that are sent back one by one."""
CODES = 6
"""The most of these lines that are tried in pairs, for an answer that is made of several."""
YES = {"en": "yes", "ru": "да"}
INVITED = re.compile("“yes”|«да»", re.IGNORECASE)
QUOTED = re.compile(r"[“«„]([^”»“]+)[”»“]")
FIRST_COLUMN = re.compile(r"^ {2,}(?:[-•] )?(\S.*?)(?:  |$)", re.MULTILINE)


class Verdict(StrEnum):
    """The result of a mail."""

    AT_ONCE = "right at once"
    AFTER_YES = "right after one yes"
    USEFULLY = "asked back usefully"
    USELESSLY = "asked back uselessly"
    WRONGLY = "done wrongly"


class Judgement(NamedTuple):
    """A verdict with its reasons: actions in our words, and the answer to the mail."""

    wording: Wording
    verdict: Verdict
    wanted: tuple[str, ...]
    done: tuple[str, ...]
    after_yes: tuple[str, ...]
    answer: str


class State(NamedTuple):
    """The deeds of a seat, the position that they have led to, and whether its round was ended."""

    deeds: Counter[str]
    position: str
    ended: bool

    def is_as(self, wanted: State) -> bool:
        """Return whether the same was done, in any order.

        It is also the same if the same came of it, where a round ended by itself before an `end` was read.
        """
        return self.deeds == wanted.deeds or (self.position == wanted.position and bool(self.deeds))

    def goes_astray(self, wanted: State) -> bool:
        """Return whether anything unwanted was done, or the round was ended before what was to be done in it."""
        return (self.ended or bool(self.deeds - wanted.deeds)) and not self.is_as(wanted)


class Judge:
    """Judges wordings on a stage. Without `tries_lines` whatever is asked back counts as useless, which is faster."""

    def __init__(self, stage: Stage, *, tries_lines: bool = True) -> None:
        self.stage = stage
        self.tries_lines = tries_lines
        self._wanted: dict[tuple[str, tuple[str, ...]], State] = {}

    def verify(self, wordings: Iterable[Wording]) -> None:
        """Check that order lines do what is wanted, each one an action, besides what follows by itself (a turn's end).

        Raises:
            ValueError: Names all that do not.
        """
        wrong: list[str] = []
        for wording in wordings:
            scene, want = wording.scene, wording.want
            if (scene.name, want) in self._wanted:
                continue
            campaign = self.stage.enter(scene)
            answer = self._write(scene, "\n".join(want)) if want else ""
            done = self._wanted[scene.name, want] = self._done(campaign, scene)
            if done.deeds.total() < len(want):
                wrong.append(f"{scene.name}: {list(want)} comes to {list(done.deeds.elements())}\n{_screen(answer)}")
        if wrong:
            raise ValueError("\n\n".join(wrong))

    def judge(self, wording: Wording) -> Judgement:
        """Return the verdict on a verified wording."""
        scene, wanted = wording.scene, self._wanted[wording.scene.name, wording.want]
        campaign = self.stage.enter(scene)
        answer = ""
        for mail in wording.mails:
            answer = self._write(scene, mail)
        done = self._done(campaign, scene)
        then = done
        if done.is_as(wanted) and (wanted.deeds or not INVITED.search(answer)):
            verdict = Verdict.AT_ONCE
        elif done.goes_astray(wanted):
            verdict = Verdict.WRONGLY
        else:
            moment = self.stage.moment(scene)
            then = self._after(campaign, scene, moment, YES[scene.language])
            verdict = self._in_doubt(campaign, scene, wanted, done, then, answer)
        return Judgement(wording, verdict, *(_sorted(each.deeds) for each in (wanted, done, then)), answer)

    def _in_doubt(self, campaign: int, scene: Scene, wanted: State, done: State, then: State, answer: str) -> Verdict:
        if then.goes_astray(wanted):
            return Verdict.WRONGLY
        if not wanted.deeds:
            return Verdict.USELESSLY
        if then.is_as(wanted) and INVITED.search(answer):
            return Verdict.AFTER_YES
        return (
            Verdict.USEFULLY
            if self.tries_lines and self._helps(campaign, scene, wanted, done, answer)
            else Verdict.USELESSLY
        )

    def _write(self, scene: Scene, mail: str) -> str:
        """Write a mail, and return the answer to it."""
        installation = self.stage.installation
        if "{quote}" in mail:
            quoted = "".join(f"> {line}\n" for line in text_of(installation.newest(scene.seat)).split("\n"))
            mail = mail.replace("{quote}", quoted)
        answers = installation.write(scene.seat, *mail.split("\n"))
        replies = [each for each in answers if each["Auto-Submitted"] == "auto-replied"]
        installation.received[scene.address] += replies[-1:]  # the mail to answer next, whatever news came with it
        return "\n\n".join(map(text_of, replies))

    def _done(self, campaign: int, scene: Scene) -> State:
        done, filed, ended = self.stage.deeds(campaign, scene)
        return State(Counter([*done, filed] if filed else done), self.stage.table(campaign).match.hash, ended)

    def _helps(self, campaign: int, scene: Scene, wanted: State, done: State, answer: str) -> bool:
        """Return whether something of the answer's first lines, sent back, leads to what was wanted."""
        moment = self.stage.moment(scene)
        useful, open_ones = [], []
        lines = _lines(answer)
        for line in lines:
            came = self._after(campaign, scene, moment, line)
            if came.is_as(wanted):
                return True
            if not came.goes_astray(wanted):
                (useful if came.deeds > done.deeds else open_ones).append(line)
        together = ["\n".join(useful)] if len(useful) > 1 else []
        if wanted.deeds.total() == 1:
            codes = [each for each in open_ones if " " not in each][:CODES]
            together += [" ".join(pair) for pair in combinations(codes, 2)]
        return any(self._after(campaign, scene, moment, mail).is_as(wanted) for mail in together)

    def _after(self, campaign: int, scene: Scene, moment: Moment, mail: str) -> State:
        """Return what is done after another mail too, then put all back.

        No answer is made to that mail.
        """
        self.stage.installation.put(self.stage.installation.raw(scene.seat, mail))
        done = self._done(campaign, scene)
        self.stage.back(scene, moment)
        return done


def _lines(answer: str) -> list[str]:
    """Return the parts of an answer that may be sent back.

    They are codes and lines at the beginning of its rows, and what it quotes.
    """
    screen = _screen(answer)
    flat = " ".join(screen.split())
    found = chain(FIRST_COLUMN.findall(screen), QUOTED.findall(flat))
    return list(dict.fromkeys(each.strip(" .:") for each in found))[:TRIED]


def _screen(answer: str) -> str:
    return "\n".join(answer.split("\n")[:SCREEN])


def _sorted(deeds: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(deeds.elements()))
