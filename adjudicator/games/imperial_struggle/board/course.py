"""Draw how the score went: the victory points over the turns, and what each scoring would have brought."""

from collections.abc import Sequence
from typing import Final

from adjudicator.pictures.chart import Band, Chart, Curve, chart_png
from adjudicator.pictures.colours import mixed
from adjudicator.pictures.maps.palette import BASE
from adjudicator.reports.model import Score

from ..balance import scored_now
from ..fact_types import FLAG, NONE, TURN
from ..facts import FACTS
from ..names import names
from ..view import View
from .atlas import Language, palette, words
from .tracks import who_leads

VP: Final = "vp"
_PALE = 0.75  # share of the paper in the fields of the sides
_BEFORE: Final = ("deal_cards", "ministry", "initiative", "set_up")
ACTIONS: Final = 0.94
"""The share of a turn that its action rounds take."""
_WAR: Final = ("war_theater", "war_spoils", "war_layout")


def score(view: View) -> Score:
    """Return where the track is, and where it would be if the turn were scored."""
    vp, gained = view.public.vp, scored_now(view)
    return Score(at=moment(view), points={VP: vp}, foreseen={} if gained is None else {VP: vp + gained})


def moment(view: View) -> float:
    """Return the number of turns that are over, plus the progress of the present one."""
    return round(_moment(view), 3)


def _moment(view: View) -> float:
    turn = TURN.things[view.public.turn]
    if view.public.result != NONE:
        return turn.index + 1
    if view.phase in _WAR:
        return turn.index + (view.public.theatre + 0.5) / 5
    rounds = sum(map(len, view.public.taken)) / (2 * FACTS.limits.rounds)
    return turn.index + (0 if view.phase in _BEFORE else min(rounds, 1) * ACTIONS)


def chart(scores: Sequence[Score], language: Language) -> tuple[bytes, str]:
    """Draw the scores in their order; return the picture and its text.

    Raises:
        ValueError: There is no score.
    """
    if not scores:
        raise ValueError("no score to draw")
    word, rules, sides = words(language), FACTS.scoring, palette().sides
    lead, now = scores[-1].points[VP] - rules.initiative_vp, scores[-1].at
    ahead, told = "france" if lead > 0 else "britain", who_leads(scores[-1].points[VP], language)
    foreseen = tuple((each.at, _on_track(each.foreseen[VP])) for each in scores if VP in each.foreseen)
    drawn = Chart(
        stages=tuple(word.wars_short.get(turn.id, turn.id) for turn in TURN),
        now=min(int(now), len(TURN.things) - 1),
        low=rules.vp_britain_wins,
        high=rules.vp_france_wins,
        step=5,
        bands=(
            _band("france", rules.initiative_vp, rules.vp_france_wins, language),
            _band("britain", rules.vp_britain_wins, rules.initiative_vp, language),
        ),
        curves=(
            Curve(points=_steps(scores), dotted=True),
            *(Curve(points=each, dashed=True) for each in _turns(foreseen)),
        ),
        told=(str(scores[-1].points[VP]), told),
        told_colour=sides[ahead].fill if lead else BASE.text,
        dashes=word.chart["foreseen"] if foreseen else "",
    )
    values = ", ".join(f"{drawn.stages[turn]}: {value}" for turn, value in _ends(scores).items())
    return chart_png(drawn), word.chart["alt"].format(values, told)


def _band(side: str, low: int, high: int, language: Language) -> Band:
    france, colours = side == "france", palette().sides[side]
    wins = words(language).chart["wins"].format(names(language).name(FLAG, side), high if france else low)
    return Band(
        low=low, high=high, fill=mixed(colours.tint, BASE.paper, _PALE), text=wins, colour=colours.fill, above=france
    )


def _steps(scores: Sequence[Score]) -> tuple[tuple[float, float], ...]:
    """Return the points of the score line as steps: the track stays where it is until it is moved."""
    points: list[tuple[float, float]] = [(0.0, FACTS.scoring.initiative_vp)]
    for each in scores:
        value = _on_track(each.points[VP])
        if value != points[-1][1]:
            points.append((each.at, points[-1][1]))
        points.append((each.at, value))
    return tuple(points)


def _on_track(value: int) -> int:
    rules = FACTS.scoring
    return min(max(value, rules.vp_britain_wins), rules.vp_france_wins)


def _turns(points: Sequence[tuple[float, float]]) -> list[tuple[tuple[float, float], ...]]:
    """Return the points of each turn: a curve is parted where a turn ends.

    What the next turn would bring has nothing to do with this one.
    """
    turns = dict.fromkeys(int(at) for at, _ in points)
    return [tuple(point for point in points if int(point[0]) == turn) for turn in turns]


def _ends(scores: Sequence[Score]) -> dict[int, int]:
    """Return the score at the end of each turn for which a later moment is known: it is complete only then.

    The last score counts for the present turn if none is over.
    """
    found: dict[int, int] = {}
    over = 0
    for each in scores:
        found |= dict.fromkeys(range(over, int(each.at)), each.points[VP])
        over = max(over, int(each.at))
    return found or {over: scores[-1].points[VP]}
