"""Tell who did what: letter and colour before a name stand once in the style sheet, not with every line of news."""

from collections.abc import Iterator

from adjudicator.reports.model import Party
from adjudicator.reports.wording.chronicle import Chronicle


class Owners:
    """The parties of a chronicle that have a letter."""

    def __init__(self, chronicle: Chronicle) -> None:
        known = ((party.letter, party.tone) for party in _parties(chronicle) if party.letter)
        self._numbers = {badge: number for number, badge in enumerate(dict.fromkeys(known))}

    def name_class(self, party: Party) -> str:
        """Return the class of an element that has the name; empty if the party has no letter."""
        return f"of{self._numbers[party.letter, party.tone]}" if party.letter else ""

    def style(self) -> str:
        """Return the style of the letters; they are not read aloud, for the name follows."""
        return "".join(
            f'.of{number}::before{{content:"{_quoted(letter)}";content:"{_quoted(letter)}"/"";'
            f"background:var(--tone{tone})}}"
            for (letter, tone), number in self._numbers.items()
        )


def _parties(chronicle: Chronicle) -> Iterator[Party]:
    for chapter in chronicle.chapters:
        for passage in chapter.passages:
            yield from (line.who for group in passage.groups for line in group.lines if line.who)
            yield from (mail.who for mail in passage.orders)


def _quoted(letter: str) -> str:
    """Return a text as a style sheet quotes it, with nothing that could end the sheet."""
    return "".join(sign if sign.isalnum() else f"\\{ord(sign):x} " for sign in letter)
