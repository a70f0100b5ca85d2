"""What a moderator may write in a mail about what needs them: whole lines, as they may be typed."""

from collections.abc import Callable, Sequence
from typing import Final

from adjudicator.language import Language
from adjudicator.service.desk.overview import Need


def lines(need: Need, log: int, seats: Sequence[str], words: Language) -> tuple[str, ...]:
    """The lines that meet a need, of seats as readers know them; none where the command line, or the mail that asked,
    has to be used.
    """
    said = _LINES.get(need)
    return () if said is None else said(log, seats, words)


def _decide(log: int, seats: Sequence[str], words: Language) -> tuple[str, ...]:
    extend = words.typed(en="extend 24 h", ru="продлить срок 24 ч")
    process = words.typed(en="process", ru="исполнить")
    return (extend, f"{process} {log}", *_replace(log, seats, words))


def _replace(log: int, seats: Sequence[str], words: Language) -> tuple[str, ...]:
    word, who = words.typed(en="replace", ru="заменить"), words.gettext("Name <address>")
    return tuple(f"{word} {log} {seat} {who}" for seat in seats)


def _resume(log: int, seats: Sequence[str], words: Language) -> tuple[str, ...]:
    return (words.typed(en="resume", ru="продолжить"),)


_LINES: Final[dict[Need, Callable[[int, Sequence[str], Language], tuple[str, ...]]]] = {
    Need.STUCK: _resume,
    Need.DECIDE: _decide,
    Need.VACANT: _replace,
}
