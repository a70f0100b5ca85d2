"""List what a moderator may write in a mail about what needs them: whole lines, as they may be typed."""

from collections.abc import Callable, Sequence
from typing import Final

from adjudicator.language import Language
from adjudicator.service.moderation.command import ModeratorCommand
from adjudicator.service.moderation.commands.deadlines import Extend
from adjudicator.service.moderation.commands.expedite import Process
from adjudicator.service.moderation.commands.pauses import Resume
from adjudicator.service.moderation.commands.seats import Replace
from adjudicator.service.moderation.overview import Need


def lines(need: Need, log: int, seats: Sequence[str], words: Language) -> tuple[str, ...]:
    """Return the lines that meet a need, with the seats as readers know them.

    Empty if the command line, or the message that asked, has to be used.
    """
    said = _LINES.get(need)
    return () if said is None else said(log, seats, words)


def _word(deed: type[ModeratorCommand], words: Language) -> str:
    return words.forms(deed.names)[0]


def _decide(log: int, seats: Sequence[str], words: Language) -> tuple[str, ...]:
    extend = f"{_word(Extend, words)} {words.typed(en='24 h', ru='24 ч')}"
    return (extend, f"{_word(Process, words)} {log}", *_replace(log, seats, words))


def _replace(log: int, seats: Sequence[str], words: Language) -> tuple[str, ...]:
    word, who = _word(Replace, words), words.gettext("Name <address>")
    return tuple(f"{word} {log} {seat} {who}" for seat in seats)


def _resume(log: int, seats: Sequence[str], words: Language) -> tuple[str, ...]:
    return (_word(Resume, words),)


_LINES: Final[dict[Need, Callable[[int, Sequence[str], Language], tuple[str, ...]]]] = {
    Need.STUCK: _resume,
    Need.DECIDE: _decide,
    Need.VACANT: _replace,
}
