"""Say what comes after a question: whose turns are next, up to the next one of the reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.reports.wording.speech import NamedSpeech


def upcoming(active: str, others: Iterable[str], reader: str, to: NamedSpeech) -> str:
    """Return the turns to come, such as `Then: Castile, England, you`.

    `active`: whose turn it is; `others`: who plays after that, in this order. Empty if nobody does.
    """
    turns = ", ".join(_until(others, reader, to))
    if active and active != reader:
        who = to.seat(active)
        if not turns:
            return to.gettext("Then: the turn goes on (%(seat)s)", seat=who)
        return to.gettext("Then: the turn goes on (%(seat)s), and next: %(turns)s", seat=who, turns=turns)
    return to.gettext("Then: %(what)s", what=turns) if turns else ""


def _until(others: Iterable[str], reader: str, to: NamedSpeech) -> Iterator[str]:
    for each in others:
        if each == reader:
            yield to.gettext("you")
            return
        yield to.seat(each)
