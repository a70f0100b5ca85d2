"""Draw how near each seat was to winning, over the turns of a match that is over."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final

import msgspec

from adjudicator.language import Language
from adjudicator.reports.charts.curves import curves
from adjudicator.reports.model import Party, Picture, Score

TONES: Final = (
    "#5d5a53", "#1f4e9c", "#a32a22", "#2c6b3f", "#7d5a00", "#6a3d8a", "#0f6674", "#3d4148", "#a14400",
)  # fmt: skip
"""The colours of parties by their tone, as mails and pages have them."""
_STEP = 20


def prospects_chart(scores: Sequence[Score], parties: Mapping[str, Party], words: Language) -> Picture:
    """Return the picture of prospects, in hundredths, over turns; `parties` are the seats by name."""
    most = max(points for score in scores for points in score.points.values())
    drawn = curves(
        scores,
        title=words.gettext("Prospects, %"),
        colours=dict(zip(parties, _apart([party.tone for party in parties.values()]), strict=True)),
        high=max(_STEP, ceil(most / _STEP) * _STEP),
        step=_STEP,
        names={seat: party.name for seat, party in parties.items()},
        alt=_told(scores, parties, words),
    )
    return msgspec.structs.replace(drawn, cid="prospects")


def _apart(tones: Sequence[int]) -> list[str]:
    """Return a colour for each of these parties: that of its tone, or another one where that is taken."""
    found: list[str] = []
    for tone in tones:
        free = (each for each in (TONES[tone], *TONES[1:], TONES[0]) if each not in found)
        found.append(next(free, TONES[tone]))
    return found


def _told(scores: Sequence[Score], parties: Mapping[str, Party], words: Language) -> str:
    """Say who was nearest to winning in each turn."""
    newest = {int(score.at): score for score in scores}
    leads = []
    for turn, score in newest.items():
        seat = max(score.points, key=lambda each: score.points[each])
        leads.append(f"{turn + 1}: {parties[seat].name} {score.points[seat]} %")
    return words.gettext("Who was nearest to winning as the match went on – %(leads)s.", leads=", ".join(leads))
