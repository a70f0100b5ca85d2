"""Header and tracks: where the game stands, victory points, turns, squadrons, debt and treaty points."""

from collections.abc import Iterator

from adjudicator.pictures import Circle, Font, Group, Item, Path, Rect, Style, Text
from adjudicator.pictures.colours import mixed
from adjudicator.pictures.shapes import polygon
from adjudicator.pictures.text import fit, fitted, text_width

from ..fact_types import ERAS, NONE
from ..facts import facts
from ..names import names
from . import glyphs
from .atlas import Language, atlas, palette
from .markers import era_of
from .plates import letter_chip, note
from .position import SIDES, Position
from .words import words


def situation(position: Position, language: Language) -> str:
    """Turn, era and phase in one line: `Turn 1 · Succession Era · action round 2 of 4`."""
    called, phases = names(language), words(language).phases
    turn, era = called.name("turns", position.turn), called.name("eras", ERAS[era_of(position)])
    phase = phases.get(position.phase) or called.name("phases", position.phase)
    return " · ".join((turn, era, phase.format(position.round)))


def seen_by(position: Position, language: Language) -> str:
    """Whose picture it is."""
    word = words(language)
    if position.seat:
        return word.seen_by.format(names(language).name("flags", position.seat))
    return word.all_seeing if position.seats else word.observer


def header(position: Position, language: Language) -> Iterator[Item]:
    """The top line: the game, the situation, who is waited for, whose picture this is."""
    base, word = palette().base, words(language)
    x, y, width, _ = atlas().panels.header
    yield Text(x + 14, y + 24, word.game, 20, base.text_area, Font.SERIF_BOLD)
    start = x + 30 + text_width(word.game, 20, Font.SERIF_BOLD)
    text = situation(position, language)
    if position.to_move:
        who = word.both if len(position.to_move) > 1 else names(language).name("flags", position.to_move[0])
        text += " · " + word.waiting.format(who)
    seen = seen_by(position, language)
    right = text_width(seen, 14, Font.SERIF_ITALIC) + 24
    room = width - (start - x) - right - 10
    yield Text(start, y + 23, fit(text, room, 16, Font.CONDENSED_BOLD), 16, base.text, Font.CONDENSED_BOLD)
    yield Text(x + width - 14, y + 23, seen, 14, base.text_area, Font.SERIF_ITALIC, "end")


def score(position: Position, language: Language) -> Iterator[Item]:
    """The victory point track from 0 (Britain wins) to 30 (France wins)."""
    base, sides = palette().base, palette().sides
    x, y, width, _ = atlas().panels.score
    rules = facts().scoring
    cells = rules.vp_france_wins - rules.vp_britain_wins + 1
    step = (width - 24) / cells
    for i in range(cells):
        value = rules.vp_britain_wins + i
        side = sides["france" if value > rules.initiative_vp else "britain"]
        steps = (base.paper, mixed(base.paper, side.tint, 0.5), side.tint, side.tint)
        fill = steps[abs(value - rules.initiative_vp) // 5]
        left = x + 12 + i * step
        yield Rect(left, y + 32, step, 26, Style(fill=fill, stroke=base.frame, width=0.8))
        bold = value % 5 == 0
        yield note(left + step / 2, y + 49, str(value), size=12 if bold else 10.5, middle=True, bold=bold)
    place = min(max(position.vp, rules.vp_britain_wins), rules.vp_france_wins) - rules.vp_britain_wins
    middle = x + 12 + (place + 0.5) * step
    holder = "france" if position.vp > rules.initiative_vp else "britain"
    colours = sides[holder if position.vp != rules.initiative_vp else "unflagged"]
    marker = Rect(middle - 13, y + 26, 26, 38, Style(fill=colours.fill, stroke=base.frame, width=1.2), 7)
    inner = Rect(middle - 11, y + 28, 22, 34, Style(stroke=base.changed, width=2.6), 5.5)
    number = Text(middle, y + 51, str(position.vp), 16, colours.text, Font.CONDENSED_BOLD, "middle")
    yield Group((marker, inner, number), "score")


def turns(position: Position, language: Language) -> Iterator[Item]:
    """Ten turns in their order, wars as diamonds; the present one in gold; who holds the initiative."""
    base, word = palette().base, words(language)
    x, y, width, _ = atlas().panels.turns
    step = (width - 20) / len(facts().turns)
    for turn in facts().turns:
        middle = x + 10 + (turn.index + 0.5) * step
        now = turn.id == position.turn
        fill = base.changed if now else base.land
        style = Style(fill=fill, stroke=base.frame, width=1.8 if now else 1)
        if turn.war == NONE:
            yield Circle(middle, y + 44, 13, style)
            yield Text(middle, y + 49, turn.id, 14, base.text, Font.BOLD, "middle")
        else:
            yield Path(polygon(middle, y + 44, 16, 4), style)
            yield note(middle, y + 47.5, word.wars_short[turn.id], size=9.5, middle=True, bold=True)
    yield from letter_chip(x + 10, y + 68, position.initiative, language)
    holder = word.initiative.format(names(language).name("flags", position.initiative))
    yield note(x + 34, y + 81, holder, size=12.5)
    room = width - 56 - text_width(holder, 12.5, Font.CONDENSED)
    beside = fit(" · ".join(_beside(position, language)), room, 11, Font.CONDENSED)
    if beside:
        yield Text(x + width - 12, y + 81, beside, 11, base.text, Font.CONDENSED, "end")


def _beside(position: Position, language: Language) -> Iterator[str]:
    """What lies beside the map or waits on the turn track: Jacobite markers (7.3), squadrons away (4.1.5)."""
    word = words(language)
    if position.jacobite_defeat:
        yield word.jacobite_defeat
    elif position.jacobite_victories:
        yield word.jacobites.format(position.jacobite_victories)
    away = " ".join(f"{word.letters[side]}{position.side(side).away}" for side in SIDES if position.side(side).away)
    if away:
        yield word.away.format(away)


def navy(position: Position, language: Language) -> Iterator[Item]:
    """Squadrons in the Navy Box and unbuilt ones (3.6)."""
    base, word = palette().base, words(language)
    x, y, width, _ = atlas().panels.navy
    for text, middle in ((word.navy_box, x + width - 94), (word.unbuilt, x + width - 32)):
        shown, size = fitted(text, 55, 11, 8.6)
        yield note(middle, y + 33, shown, size=size, middle=True)
    for row, side in enumerate(SIDES):
        top, mark = y + 39 + 25 * row, position.side(side)
        yield from letter_chip(x + 10, top, side, language)
        yield note(x + 34, top + 13, names(language).name("flags", side), size=12.5, bold=True)
        colour = palette().sides[side].fill
        yield Group(glyphs.ship(colour), dx=x + width - 101, dy=top + 8, scale=0.7)
        yield Text(x + width - 86, top + 14, str(mark.navy_box), 14, base.text, Font.BOLD)
        yield Text(x + width - 32, top + 14, str(mark.unbuilt), 14, base.text, Font.BOLD, "middle")


def ledger(position: Position, language: Language) -> Iterator[Item]:
    """Debt against its limit, one square a point (6.0), and treaty points (9.0)."""
    base, word = palette().base, words(language)
    x, y, width, _ = atlas().panels.ledger
    yield note(x + 108, y + 33, word.debt, size=11)
    yield note(x + width - 44, y + 33, word.treaty_points, size=11, middle=True)
    for row, side in enumerate(SIDES):
        top, mark, colours = y + 39 + 25 * row, position.side(side), palette().sides[side]
        yield from letter_chip(x + 10, top, side, language)
        yield note(x + 34, top + 13, names(language).name("flags", side), size=12.5, bold=True)
        pitch = min(13.0, 172 / max(mark.debt_limit, 1))
        for i in range(mark.debt_limit):
            fill = colours.fill if i < mark.debt else base.paper
            yield Rect(x + 108 + i * pitch, top + 2, pitch - 2, 13, Style(fill=fill, stroke=base.frame, width=0.9), 2)
        end = x + 108 + mark.debt_limit * pitch + 5
        yield Text(end, top + 14, f"{mark.debt}/{mark.debt_limit}", 13, base.text, Font.BOLD)
        yield Circle(x + width - 44, top + 9, 10.5, Style(fill=colours.tint, stroke=base.frame, width=1))
        yield Text(x + width - 44, top + 13.8, str(mark.treaty_points), 13, base.text, Font.BOLD, "middle")
