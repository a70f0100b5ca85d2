"""Position → scene: the ground of a language, drawn once, and over it whatever can change."""

from collections.abc import Iterator
from functools import cache

from adjudicator.pictures import Item, Layer, Piece, Rect, Scene, Style, layer
from adjudicator.pictures.colours import apart, mixed

from ..facts import facts
from ..names import names
from .atlas import Language, atlas, palette
from .legend import legend
from .lettering import changed_names, lettering
from .lines import lines
from .markers import advantage_markers, space_markers
from .plates import heading, note, plate
from .position import SIDES, Position
from .relief import relief
from .scoring import demand, region_plates
from .tiles import cards, investments
from .tracks import header, ledger, navy, score, situation, turns
from .war_display import war
from .words import words

_APART = 10.0  # distance in RGB that the eye sees on flat areas; nearer colours only make a picture larger


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
    yield from _ends_of_track(language)
    yield from legend(language)


def _ends_of_track(language: Language) -> Iterator[Item]:
    x, y, width, _ = atlas().panels.score
    word, rules = words(language), facts().scoring
    left = f"{rules.vp_britain_wins}: {word.wins.format(names(language).name('flags', 'britain'))}"
    right = f"{rules.vp_france_wins}: {word.wins.format(names(language).name('flags', 'france'))}"
    yield note(x + 12, y + 79, left, size=12)
    text = note(x + width - 12, y + 79, right, size=12)
    yield type(text)(text.x, text.y, text.text, text.size, text.fill, text.font, "end")


def _pieces(position: Position, language: Language) -> Iterator[Piece]:
    yield from advantage_markers(position, language)
    yield from space_markers(position, language)
    yield from changed_names(position, language)
    yield from region_plates(position, language)
    panels = atlas().panels
    for name, box, draw in (
        ("header", panels.header, header), ("demand", panels.demand, demand), ("war", panels.war, war),
        ("investments", panels.investments, investments), ("score", panels.score, score),
        ("turns", panels.turns, turns), ("navy", panels.navy, navy), ("ledger", panels.ledger, ledger),
        ("cards", panels.cards, cards),
    ):  # fmt: skip
        yield Piece(f"panel-{name}", 0, 0, box, tuple(draw(position, language)))


@cache
def _kept_colours() -> tuple[str, ...]:
    """Flat colours of all pieces and panels, and what lies half-way on the edge of letters and rims."""
    colours = palette()
    sides, base = colours.sides.values(), colours.base
    edges = [mixed(side.fill, side.text, 0.5) for side in sides]
    steps = [mixed(base.paper, colours.sides[side].tint, 0.5) for side in SIDES]
    flat = [colour for side in sides for colour in (side.fill, side.tint)]
    named = [getattr(base, name) for name in base.__struct_fields__]
    fixed = (*flat, *colours.commodities.values(), *colours.actions.values(), *named, "#ffffff", *edges, *steps)
    return apart(fixed, _APART)
