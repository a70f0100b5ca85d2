"""Everything stands still, and goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from adjudicator.language import Language
from adjudicator.service.clocks import more_time
from adjudicator.service.desk.deed import At, Change, Deed
from adjudicator.service.desk.forms import Reason, command
from adjudicator.service.desk.rights import Right
from adjudicator.service.desk.time_troubles import worded
from adjudicator.service.desk.wording import Wording


class Pause(Deed, frozen=True, tag="pause"):
    """Everything stands still."""

    right: ClassVar = Right.TIME
    names: ClassVar = {"en": ("pause",), "ru": ("пауза", "приостановить")}
    reason: str = ""

    def carry_out(self, at: At) -> None:
        with worded():
            more_time.pause(at.table, by=at.by, reason=self.reason)

    def done(self, words: Language) -> str:
        return words.gettext("The campaign is paused; everybody is told.")

    @classmethod
    def argument(cls, language: Language) -> str:
        return language.gettext("[reason]")

    @classmethod
    def help(cls, language: Language) -> str:
        return language.gettext("everything stands still; the reason is told to all")

    @classmethod
    def read(cls, wording: Wording) -> Pause:
        return cls(reason=wording.left)


class Resume(Deed, frozen=True, tag="resume"):
    """It goes on; orders that were kept meanwhile are tried."""

    right: ClassVar = Right.TIME
    names: ClassVar = {"en": ("resume",), "ru": ("продолжить", "возобновить")}
    reason: str = ""

    def carry_out(self, at: At) -> None:
        with worded():
            more_time.resume(at.table, by=at.by, reason=self.reason)

    def done(self, words: Language) -> str:
        return words.gettext("The campaign goes on; everybody is told, and kept orders were tried.")

    def foreseen(self, facts: Mapping[str, str]) -> tuple[Change, ...]:
        tried = Change("kept orders", "", "are tried in the order of arrival")
        return (Change("campaign", facts["campaign"], "running"), tried)

    @classmethod
    def argument(cls, language: Language) -> str:
        return language.gettext("[reason]")

    @classmethod
    def help(cls, language: Language) -> str:
        return language.gettext("it goes on, and orders that were kept are tried")

    @classmethod
    def read(cls, wording: Wording) -> Resume:
        return cls(reason=wording.left)


@command("campaign pause", "adjudicator campaign pause lights --reason 'the moderator is ill'")
def pause(reason: Reason = "") -> Pause:
    """Everything stands still until resume: no deadline runs, orders are kept and tried then. Everybody is told."""
    return Pause(reason=reason)


@command("campaign resume", "adjudicator campaign resume lights", "adjudicator campaign resume lights -y")
def resume(reason: Reason = "") -> Resume:
    """The campaign goes on with the time that was left, and orders that were kept are tried. Everybody is told."""
    return Resume(reason=reason)
