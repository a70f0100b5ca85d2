"""The draws of a line of play at the desk: what came of them, and what could have, as a script names and reads them.

How it works. The log holds what came of each draw, not what it was drawn from: so it is played again from the stored
position before the first entry that is asked for, and chance is listened to.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec

from adjudicator.kernel.chance import DrawRequest
from adjudicator.kernel.pending_draws import is_open
from adjudicator.kernel.replay import replay
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.admin.access import CampaignView
from adjudicator.service.campaign.table_draws import in_words, range_of, told
from adjudicator.service.moderation.troubles import command_errors
from adjudicator.service.play.corrections.lines import checkpoint_at, line_entries, stay_behind_bridge


class ListedDraw(msgspec.Struct, frozen=True, omit_defaults=True):
    """A draw of a log entry: its name in a script, what it is called, and for those who may know them the rest."""

    log: int
    name: str
    draw: str
    result: str = ""
    possible: str = ""


class _Heard(list[tuple[str, str]]):
    """What is drawn, among what as it is then, in words."""

    def __init__(self, report: GameReport, view: CampaignView) -> None:
        super().__init__()
        self._report, self._view = report, view
        self.wanted: list[DrawRequest] = []

    def __call__(self, wanted: DrawRequest) -> None:
        self.wanted.append(wanted)
        words = self._view.words
        self.append((in_words(wanted.called, self._report, words), range_of(wanted, self._report, words)))


def draws_of(view: CampaignView, first: int, last: int | None) -> Iterator[ListedDraw]:
    """Yield the draws between two log numbers, which are at first those behind the set-up. Raises CommandError.

    The results of hidden draws, and what they are drawn from, are left out for who may not see everything.
    """
    table, words, everything = view.table, view.words, view.eyes.everything
    report: GameReport = table.match.game.part("report")
    with command_errors():
        stay_behind_bridge(table, first - 1)
    sequence, state = checkpoint_at(table, first - 1)
    start = table.resume(state)
    entries = [row.entry for row in line_entries(table, after=sequence, upto=last) if row.n > start.position.n]
    start.chance.follow([draw for entry in entries for draw in entry.chance])
    start.chance.forces = heard = _Heard(report, view)
    replay(start, entries)
    place = 0
    for entry in entries:
        counted = Counter[str]()
        often = Counter(draw.name for draw in entry.chance)
        for draw in entry.chance:
            counted[draw.name] += 1
            wanted, (called, possible) = heard.wanted[place], heard[place]
            place += 1
            name = f"{draw.name}#{counted[draw.name]}" if often[draw.name] > 1 else draw.name
            if entry.n >= first:
                seen = everything or is_open(table.match.game, wanted)
                result = told(wanted, draw.value, report, words) if seen else ""
                yield ListedDraw(entry.n, name, called, result, possible if seen else "")
