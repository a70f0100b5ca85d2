"""The words of the archive page around what the reports say."""

from __future__ import annotations

from datetime import datetime

import msgspec

from adjudicator.language import Language, language
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import Kind, Mark, NewsLine, Report
from adjudicator.reports.wording.chronicle import Chronicle, Drawn, Passage


class Labels(msgspec.Struct, frozen=True):
    """Headings and controls of the page."""

    story: str
    timeline: str
    chance: str
    step_by_step: str
    board: str
    passage_back: str
    step_back: str
    step: str
    step_on: str
    passage_on: str
    enlarge: str
    all_at_once: str
    orders: str
    letters: str
    campaign: str
    corrections: str
    acts: str
    commitment: str
    seed: str
    nonce: str


def _labels(language: Language) -> Labels:
    return Labels(
        story=language.gettext("To the story"),
        timeline=language.gettext("Timeline"),
        chance=language.gettext("Chance"),
        step_by_step=language.gettext("Step by step"),
        board=language.gettext("The board"),
        passage_back=language.gettext("The phase or round before"),
        step_back=language.gettext("One step back"),
        step=language.gettext("Step"),
        step_on=language.gettext("One step on"),
        passage_on=language.gettext("The next phase or round"),
        enlarge=language.gettext("Enlarge"),
        all_at_once=language.gettext("Show everything at once"),
        orders=language.gettext("Orders as they were sent"),
        letters=language.gettext("Letters"),
        campaign=language.gettext("The campaign"),
        corrections=language.gettext("Corrections"),
        acts=language.gettext("What the moderators did"),
        commitment=language.gettext("Commitment"),
        seed=language.gettext("Seed"),
        nonce=language.gettext("Added by players"),
    )


class PageWords:
    """The words of one chronicle in its language; what mails say too is taken from there."""

    def __init__(self, chronicle: Chronicle) -> None:
        self._chronicle = chronicle
        self._language: Language = language(chronicle.language)
        self.labels = _labels(self._language)
        self.mail = Words(
            Report(
                kind=Kind.STATUS,
                campaign=chronicle.campaign,
                title=chronicle.campaign,
                written=chronicle.written,
                language=chronicle.language,
                zone=chronicle.zone,
            )
        )

    def time(self, when: datetime) -> str:
        """Return a time such as `Sun 22 Nov 2026 20:00:05 MSK`."""
        return self._language.instant(when, self._chronicle.zone)

    def seen_by(self) -> str:
        """Return whose page it is."""
        if self._chronicle.everything:
            return self._language.gettext("With the secrets of every seat")
        if self._chronicle.seat:
            return self._language.gettext("As %(seat)s knows it", seat=self._chronicle.seat)
        return self._language.gettext("As everybody may know it")

    def state(self) -> str:
        """Return how it ended, or that it goes on."""
        return self._chronicle.outcome or self._language.gettext("The match goes on; this is how it stands now.")

    def heading(self, passage: Passage) -> str:
        """Return the heading of a passage: its first heading, else its log numbers."""
        named = next((group.heading for group in passage.groups if group.heading), "")
        return named or self.logs(passage)

    def logs(self, passage: Passage) -> str:
        """Return the log entries of a passage, such as `Log 12–15`."""
        if passage.first == passage.last:
            return self._language.gettext("Log %(first)s", first=passage.first)
        return self._language.gettext("Log %(first)s–%(last)s", first=passage.first, last=passage.last)

    def private(self, line: NewsLine) -> str:
        """Return the remark for what only the reader was told."""
        return self.mail.only_you() if line.mark is Mark.PRIVATE and not self._chronicle.everything else ""

    def draw(self, draw: Drawn) -> str:
        """Return `No. 14, event, side france`: number and name of a draw."""
        parts = (self._language.gettext("No. %(number)s", number=draw.counter), draw.label, draw.terms)
        return ", ".join(part for part in parts if part)

    def drawn(self, passage: Passage) -> str:
        """Return the number of draws, such as `Drawn by chance: 3`."""
        return self._language.gettext("Drawn by chance: %(count)s", count=len(passage.draws))

    def draws_hidden(self) -> str:
        """Return why there are no draws."""
        return self._language.gettext(
            "The draws, their numbers and the seed are added here when the match is over. Until then the "
            "commitment below stands for them; it was in the first email to every seat."
        )

    def proof(self) -> str:
        """Return how anybody can check the draws."""
        return self._language.gettext(
            "The commitment is the SHA-256 of the words “adjudicator seed”, a zero byte, and the seed. A value is "
            "chosen by HMAC-SHA256 with the key made of seed and nonces, over “revision:number:name”; "
            "“adjudicator match verify” recomputes every draw."
        )

    def keys(self) -> str:
        """Return how one steps with a keyboard."""
        return self._language.gettext("Arrow keys: one step back or on; with Shift one phase or round.")

    def touch(self) -> str:
        """Return how one steps with a finger."""
        return self._language.gettext("Swipe the board, or tap it to enlarge.")
