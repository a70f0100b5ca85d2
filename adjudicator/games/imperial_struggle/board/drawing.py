"""Position → scene: the ground of a language, drawn once, and over it whatever can change."""

from collections.abc import Callable, Iterator
from functools import cache

from adjudicator.pictures import Item, Layer, Piece, Rect, Scene, Style, layer
from adjudicator.pictures.colours import apart, mixed

from .atlas import Language, atlas, palette
from .highlights import pennants, rims
from .holdings import ledger, ledger_ground, navy, navy_ground
from .legend import legend
from .lettering import changed_names, lettering
from .lines import lines
from .markers import advantage_markers, space_markers
from .plates import heading, plate
from .position import Position
from .relief import relief
from .scoring import demand, region_ground, region_plates
from .tiles import cards, cards_ground, investments, investments_ground
from .tracks import header, header_ground, score, score_ground, situation, turns, turns_ground
from .war_display import war
from .words import words

_APART = 10.0  # distance in RGB that the eye sees on flat areas; nearer colours only make a picture larger
_GROUNDS: tuple[Callable[[Language], Iterator[Item]], ...] = (
    header_ground, region_ground, investments_ground, score_ground, turns_ground, navy_ground, ledger_ground,
    cards_ground, legend,
)  # fmt: skip
_PANELS: tuple[Callable[[Position, Language], Iterator[Piece]], ...] = (
    header, region_plates, demand, war, investments, score, turns, navy, ledger, cards,
)  # fmt: skip
"""What is the same in all pictures of a language, and what lies over it."""


def board_scene(position: Position, language: Language) -> Scene:
    """The whole board as one seat may see it, 1600 × 1316 px, in the language of its reader."""
    width, height = atlas().size
    keep = _kept_colours()
    return Scene(
        width=width,
        height=height,
        ground=ground(language),
        pieces=tuple(_pieces(position, language)),
        title=f"{words(language).game}. {situation(position, language)}",
        keep=keep,
        colours=len(keep),
    )


@cache
def ground(language: Language) -> Layer:
    """Everything that is the same in all pictures of a language: maps, lines, names, empty panels, legend."""
    return layer(_ground(language))


def _ground(language: Language) -> Iterator[Item]:
    base, plan, word = palette().base, atlas(), words(language)
    yield Rect(0, 0, *plan.size, Style(fill=base.board))
    yield from relief()
    yield from lines()
    yield from lettering(language)
    for frame in plan.frames.values():
        yield Rect(*frame.rect, Style(stroke=base.frame, width=2.4))
    panels = plan.panels
    for box, text in (
        (panels.header, ""), (panels.demand, word.demand), (panels.war, ""), (panels.investments, word.investments),
        (panels.score, word.score), (panels.turns, word.turns), (panels.navy, word.navy),
        (panels.ledger, word.ledger), (panels.cards, ""), (panels.legend, ""),
    ):  # fmt: skip
        yield plate(box)
        if text:
            yield heading(box, text)
    for drawn in _GROUNDS:
        yield from drawn(language)


def _pieces(position: Position, language: Language) -> Iterator[Piece]:
    yield from rims(position)
    yield from advantage_markers(position, language)
    yield from space_markers(position, language)
    yield from changed_names(position, language)
    yield from pennants(position, language)
    for drawn in _PANELS:
        yield from drawn(position, language)


@cache
def _kept_colours() -> tuple[str, ...]:
    """Flat colours of all pieces and panels; the edges of letters and rims make do with them."""
    colours = palette()
    sides, base = colours.sides.values(), colours.base
    half_way = mixed(base.paper, colours.sides["britain"].tint, 0.5)  # on the track; that of France is the sea's
    flat = [colour for side in sides for colour in (side.fill, side.tint)]
    named = [getattr(base, name) for name in base.__struct_fields__]
    fixed = (*flat, *colours.commodities.values(), *colours.actions.values(), *named, half_way)
    return apart(fixed, _APART)
