"""Show what the final scoring would bring in the present position (11.0), and how the game ended.

Both take the place of the coming war.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from adjudicator.pictures import Piece
from adjudicator.pictures.maps.plates import line, note, numeral, part, pill

from ..fact_types import FLAG, SIDES
from ..facts import FACTS
from ..known import final_scores_made, final_scores_now
from ..names import names
from ..view import View
from .atlas import Language, atlas, palette, words
from .scoring import score_parts

KINDS: Final = ("prestige", "debt", "commodity", "territory")
"""What scores, in the order of the rule."""
_STEP, _TIGHT = 27, 21  # from one line to the next; below the result
_CHIPS = 88  # what the chips of a line and the edges take of its width


class FinalMark(Struct, frozen=True):
    """A kind of thing in the final scoring (11.0).

    It has what each side counts, and the points for France in the present position, below zero for Britain.
    """

    kind: str
    france: int
    britain: int
    vp: int


def final_marks(view: View) -> Iterator[FinalMark]:
    """Yield a line for each kind of thing that scores: for commodities and territories, how many each side takes."""
    lines = final_scores_now(view) or final_scores_made(view)
    for kind in KINDS if lines else ():
        own = [line for line in lines if line.what == kind]
        france, britain = ([line for line in own if line.winner == side] for side in SIDES)
        vp = sum(line.vp for line in france) - sum(line.vp for line in britain)
        if kind in ("prestige", "debt"):
            yield FinalMark(kind, own[0].france, own[0].britain, vp)
        else:
            yield FinalMark(kind, len(france), len(britain), vp)


def final(marks: Sequence[FinalMark], language: Language) -> Iterator[Piece]:
    """Draw what the final scoring would bring, below the heading of the panel."""
    yield from _lines(marks, 34, _STEP, language)


def result(view: View, winner: str, language: Language) -> Iterator[Piece]:
    """Draw the winner, the way of winning and the final track value (2.5).

    If there was a final scoring, its results are drawn as well.

    Only the winner is drawn if the decisive war is shown below.
    """
    x, y, width, _ = atlas().panels["war"]
    word, room = words(language), width - 20
    wins = word.wins.format(names(language).name(FLAG, winner))
    plate = pill(wins[:1].upper() + wins[1:], palette().sides[winner], full=True, width=room)
    yield part("result", x + 10, y + 4, room, 19, plate)
    if view.public.war and view.public.war.resolved:
        return
    told = " · ".join(filter(None, (word.endings.get(view.public.how), word.track.format(numeral(view.public.vp)))))
    yield part("result-how", x + 10, y + 31, room, 17, (line(0, 12.5, told, room, size=12.5),))
    if marks := [*final_marks(view)]:
        yield from _lines(marks, 57, _TIGHT, language)


def _lines(marks: Sequence[FinalMark], first: float, step: float, language: Language) -> Iterator[Piece]:
    """Yield lines with what scores and for how much, who has how many; at last the sum."""
    x, y, width, _ = atlas().panels["war"]
    word, rules = words(language), FACTS.scoring.final
    values = {
        "prestige": f"{rules.prestige} {word.vp}",
        "debt": word.finals["for"].format(f"1 {word.vp}", rules.debt_step),
        "commodity": word.finals["each"].format(f"{rules.commodity} {word.vp}"),
        "territory": word.finals["each"].format(f"{rules.territory} {word.vp}"),
    }
    for row, mark in enumerate(marks):
        top, room = y + first + step * row, width - _CHIPS - 10
        what = line(0, 12.5, f"{word.finals[mark.kind]}, {values[mark.kind]}", room, size=12)
        yield part(f"final-{mark.kind}", x + 10, top, room, 17, (what,))
        yield from score_parts(f"final-{mark.kind}", x + width - 78, top, (mark.france, mark.britain), language)
    top = y + first + step * len(marks) + 2
    total = note(0, 13.5, word.finals["total"], size=12.5, bold=True)
    yield part("final-total", x + 10, top, width - _CHIPS - 10, 19, (total,))
    gained = sum(mark.vp for mark in marks)
    side = SIDES[gained < 0]
    told = f"{word.letters[side]} +{abs(gained)} {word.vp}"
    plate = pill(told, palette().sides[side], full=True, width=68)
    tie = note(34, 13.5, word.tie, size=12.5, middle=True, bold=True)
    yield part("final-sum", x + width - 78, top, 68, 19, plate if gained else (tie,))
