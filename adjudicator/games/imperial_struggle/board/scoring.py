"""Draw what will be scored (4.1.12): the plates of the regions with their awards, and the table of global demand."""

from collections.abc import Iterator

from adjudicator.pictures import Font, Item, Piece, Rect, Style, Text
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.atlas import Box
from adjudicator.pictures.maps.lettering import title_rect
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import line, note, part, score_part

from ..fact_types import COMMODITY, REGION, SIDES, Award, Commodity
from ..facts import FACTS
from ..known import known
from ..names import names
from ..rules.scoring import Tally, demand_tally, prestige_tally, region_tally
from ..state import era, peace_turn
from ..view import View
from .atlas import Language, atlas, crest, words
from .markers import commodity

TALL = {"europe": 24.0}
"""How much higher than planned the plate of a region is: Europe's holds the prestige too."""
_FADED = 0.72  # opacity of what is not in demand; less, and it cannot be read
_CHIPS = 93  # what the chips of a region's plate and the margins take of its width


def region_plates(shown: BoardView[View], language: Language) -> Iterator[Piece]:
    """Yield a plate for each region: award, lead needed, and spaces held."""
    position = known(shown.view)
    for name in atlas().frames:
        x, y, width, _ = _plate(name)
        if (award := shown.view.award(name)) and peace_turn(position):
            yield part(f"award-{name}", x + 9, y + 24, width - _CHIPS, 30, _award(award, width - _CHIPS, language))
        tally = region_tally(position, REGION.index[name])
        yield from score_parts(f"region-{name}", x + width - 76, y + 30, tally, language)
        if name == "europe":
            yield from score_parts("prestige", x + width - 76, y + 53, prestige_tally(position), language)


def region_ground(language: Language) -> Iterator[Item]:
    """Draw what the plates always say: the prestige of Europe."""
    x, y, width, _ = _plate("europe")
    text = f"{words(language).prestige} {FACTS.scoring.prestige.vp} {words(language).vp}"
    yield line(x + 9, y + 66.5, text, width - _CHIPS, size=11, font=Font.CONDENSED_BOLD)


def _plate(name: str) -> Box:
    return title_rect(atlas().frames[name], more=TALL.get(name, 0))


def _award(award: Award, width: float, language: Language) -> Iterator[Item]:
    text = reward(award.vp, award.trp, 0, language)
    yield line(0, 12.5 if award.margin > 1 else 19, text, width, size=12, font=Font.CONDENSED_BOLD)
    if award.margin > 1:
        yield note(0, 23.5, words(language).lead.format(award.margin), size=10)


def demand(shown: BoardView[View], language: Language) -> Iterator[Piece]:
    """Yield all six commodities from the top of the table; those in demand stand out."""
    left, top, width, _ = atlas().panels["demand"]
    position = known(shown.view)
    wanted = position.demand if peace_turn(position) else ()
    for row, good in enumerate(COMMODITY.things):
        y = top + 26 + 21.6 * row
        items = _commodity(good, era(position), width, language, wanted=row in wanted)
        yield part(f"demand-{good.id}", left, y, width, 20, items)
        tally = demand_tally(position, row)
        yield from score_parts(f"commodity-{good.id}", left + width - 78, y + 1.5, tally, language)


def _commodity(good: Commodity, now: int, width: float, language: Language, *, wanted: bool) -> Iterator[Item]:
    if wanted:
        yield Rect(6, 0, width - 12, 20, Style(fill=BASE.land, stroke=BASE.changed, width=1.6), 4)
    yield from commodity(19, 10, good.id, language)
    award = good.awards[now]
    gives = reward(award.vp, award.trp, award.debt, language)
    opacity = 1 if wanted else _FADED
    name = names(language).name(COMMODITY, good.id)
    for text in (note(33, 14, name, bold=wanted), note(88, 14, gives, size=11)):
        yield Text(text.x, text.y, text.text, text.size, text.fill, text.font, opacity=opacity)


def score_parts(name: str, x: float, y: float, tally: Tally, language: Language) -> Iterator[Piece]:
    """Yield two chips side by side, 68 px wide: who has how many; the leader's chip is in full colour."""
    for index, side in enumerate(SIDES):
        leads = tally[index] > tally[1 - index]
        yield score_part(f"{name}-{side}", x + 35 * index, y, crest(side, language), tally[index], leads=leads)


def reward(vp: int, treaty_points: int, debt: int, language: Language) -> str:
    """Return what an award or a commodity gives: `2 VP +1 TP -1 debt`."""
    word = words(language)
    parts = [f"{vp} {word.vp}"] if vp or not treaty_points else []
    if treaty_points:
        parts.append(f"+{treaty_points} {word.trp}" if parts else f"{treaty_points} {word.trp}")
    if debt:
        parts.append(f"{'+' if debt > 0 else '−'}{abs(debt)} {word.debt_short}")
    return " ".join(parts)
