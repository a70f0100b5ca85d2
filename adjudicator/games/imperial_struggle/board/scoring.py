"""What will be scored (4.1.12): the plates of the regions with their awards, and the table of global demand."""

from collections.abc import Iterator

from adjudicator.pictures import Font, Item, Piece, Rect, Style, Text
from adjudicator.pictures.text import fitted

from ..facts import facts
from ..names import names
from .atlas import Language, atlas, palette
from .lettering import title_rect
from .markers import commodity, era_of
from .plates import note, reward, score_chips
from .position import Position
from .tally import commodity_tally, prestige_tally, region_tally
from .words import words

_FADED = 0.55


def region_plates(position: Position, language: Language) -> Iterator[Piece]:
    """Under each region's name: its award, the lead it needs, and who has how many spaces."""
    awards = {award.region: award for award in position.awards}
    for name, frame in atlas().frames.items():
        box = title_rect(frame, tall=name == "europe")
        x, y, width, _ = box
        items: list[Item] = [*score_chips(x + width - 76, y + 30, region_tally(position, name), language)]
        if award := awards.get(name):
            text = reward(award.vp, award.treaty_points, 0, language)
            text, size = fitted(text, width - 90, 12, 8.6, Font.CONDENSED_BOLD)
            items.append(note(x + 9, y + 38 if award.margin > 1 else y + 43, text, size=size, bold=True))
            if award.margin > 1:
                items.append(note(x + 9, y + 50, words(language).lead.format(award.margin), size=10))
        if name == "europe":
            text = f"{words(language).prestige} {facts().scoring.prestige.vp} {words(language).vp}"
            text, size = fitted(text, width - 90, 11, 8.6, Font.CONDENSED_BOLD)
            items.append(note(x + 9, y + 66.5, text, size=size, bold=True))
            items += score_chips(x + width - 76, y + 53, prestige_tally(position), language)
        yield Piece(f"award-{name}", 0, 0, box, tuple(items))


def demand(position: Position, language: Language) -> Iterator[Item]:
    """All six commodities from the top of the table; those in demand stand out."""
    base, era = palette().base, era_of(position)
    left, top, width, _ = atlas().panels.demand
    for row, good in enumerate(facts().commodities):
        y = top + 26 + 21.6 * row
        wanted = good.id in position.demand
        if wanted:
            yield Rect(left + 6, y, width - 12, 20, Style(fill=base.land, stroke=base.changed, width=1.6), 4)
        yield from commodity(left + 19, y + 10, good.id, language)
        award = good.awards[era]
        gives = reward(award.vp, award.trp, award.debt, language)
        opacity = 1 if wanted else _FADED
        name = names(language).name("commodities", good.id)
        for text in (note(left + 33, y + 14, name, bold=wanted), note(left + 88, y + 14, gives, size=11)):
            yield Text(text.x, text.y, text.text, text.size, text.fill, text.font, opacity=opacity)
        yield from score_chips(left + width - 78, y + 1.5, commodity_tally(position, good.id), language)
