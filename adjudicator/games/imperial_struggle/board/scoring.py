"""What will be scored (4.1.12): the plates of the regions with their awards, and the table of global demand."""

from collections.abc import Iterator

from adjudicator.pictures import Font, Item, Piece, Rect, Style, Text
from adjudicator.pictures.text import fitted

from ..fact_types import Commodity
from ..facts import facts
from ..names import names
from .atlas import Box, Language, atlas, palette
from .lettering import title_rect
from .markers import commodity, era_of
from .plates import note, part, reward, score_parts
from .position import AwardMark, Position
from .tally import commodity_tally, prestige_tally, region_tally
from .words import words

_FADED = 0.55
_CHIPS = 93  # what the chips of a region's plate and the margins take of its width


def region_plates(position: Position, language: Language) -> Iterator[Piece]:
    """Under each region's name: its award, the lead it needs, and who has how many spaces."""
    awards = {award.region: award for award in position.awards}
    for name in atlas().frames:
        x, y, width, _ = _plate(name)
        if award := awards.get(name):
            yield part(f"award-{name}", x + 9, y + 24, width - _CHIPS, 30, _award(award, width - _CHIPS, language))
        yield from score_parts(f"region-{name}", x + width - 76, y + 30, region_tally(position, name), language)
        if name == "europe":
            yield from score_parts("prestige", x + width - 76, y + 53, prestige_tally(position), language)


def region_ground(language: Language) -> Iterator[Item]:
    """What the plates always say: the prestige of Europe."""
    x, y, width, _ = _plate("europe")
    text = f"{words(language).prestige} {facts().scoring.prestige.vp} {words(language).vp}"
    text, size = fitted(text, width - _CHIPS, 11, 8.6, Font.CONDENSED_BOLD)
    yield note(x + 9, y + 66.5, text, size=size, bold=True)


def _plate(name: str) -> Box:
    return title_rect(atlas().frames[name], tall=name == "europe")


def _award(award: AwardMark, width: float, language: Language) -> Iterator[Item]:
    text = reward(award.vp, award.treaty_points, 0, language)
    text, size = fitted(text, width, 12, 8.6, Font.CONDENSED_BOLD)
    yield note(0, 12.5 if award.margin > 1 else 19, text, size=size, bold=True)
    if award.margin > 1:
        yield note(0, 23.5, words(language).lead.format(award.margin), size=10)


def demand(position: Position, language: Language) -> Iterator[Piece]:
    """All six commodities from the top of the table; those in demand stand out."""
    left, top, width, _ = atlas().panels.demand
    for row, good in enumerate(facts().commodities):
        y = top + 26 + 21.6 * row
        items = _commodity(good, era_of(position), width, language, wanted=good.id in position.demand)
        yield part(f"demand-{good.id}", left, y, width, 20, items)
        tally = commodity_tally(position, good.id)
        yield from score_parts(f"commodity-{good.id}", left + width - 78, y + 1.5, tally, language)


def _commodity(good: Commodity, era: int, width: float, language: Language, *, wanted: bool) -> Iterator[Item]:
    base = palette().base
    if wanted:
        yield Rect(6, 0, width - 12, 20, Style(fill=base.land, stroke=base.changed, width=1.6), 4)
    yield from commodity(19, 10, good.id, language)
    award = good.awards[era]
    gives = reward(award.vp, award.trp, award.debt, language)
    opacity = 1 if wanted else _FADED
    name = names(language).name("commodities", good.id)
    for text in (note(33, 14, name, bold=wanted), note(88, 14, gives, size=11)):
        yield Text(text.x, text.y, text.text, text.size, text.fill, text.font, opacity=opacity)
