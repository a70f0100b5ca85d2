"""Header and tracks: where the game stands, victory points, turns."""

from collections.abc import Iterator

from adjudicator.pictures import Circle, Font, Group, Item, Path, Piece, Style, Text
from adjudicator.pictures.colours import mixed
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.maps.plates import chip_part, note, part
from adjudicator.pictures.maps.tracks import Track
from adjudicator.pictures.shapes import Point, polygon
from adjudicator.pictures.text import fit, fit_text, text_width

from ..balance import scored_now
from ..fact_types import ERA, FLAG, NONE, SIDES, TURN, Turn
from ..facts import FACTS, PHASE
from ..names import names
from ..view import View
from .atlas import Language, atlas, crest, palette, words


def situation(view: View, language: Language) -> str:
    """Return turn, era, phase and winner in one line.

    For example `Turn 1 · Succession Era · action round 2 of 4`.
    """
    called, word = names(language), words(language)
    turn, era = called.name(TURN, view.turn), called.name(ERA, view.era)
    phase = word.phases.get(view.phase) or called.name(PHASE, view.phase)
    won = [word.wins.format(called.name(FLAG, view.result))] if view.result else []
    return " · ".join((turn, era, phase.format(view.public.round), *won))


def who_leads(vp: int, language: Language) -> str:
    """Return which side the track is with, and by how much."""
    word, lead = words(language), vp - FACTS.scoring.initiative_vp
    if not lead:
        return word.level
    return word.ahead.format(names(language).name(FLAG, "france" if lead > 0 else "britain"), abs(lead))


def balance(view: View, language: Language) -> Iterator[str]:
    """Yield who leads, and what scoring would bring now."""
    yield who_leads(view.public.vp, language)
    gained = scored_now(view)
    if gained is not None:
        word, side = words(language), SIDES[gained < 0]
        told = word.scored_now.format(names(language).name(FLAG, side), abs(gained))
        yield told if gained else word.scored_now_level


def seen_by(view: View, language: Language) -> str:
    """Return whose picture it is."""
    word = words(language)
    if view.seat:
        return word.seen_by.format(names(language).name(FLAG, view.seat))
    return word.all_seeing if view.seats else word.observer


def header_ground(language: Language) -> Iterator[Item]:
    """Draw the name of the game."""
    x, y, _, _ = atlas().panels["header"]
    yield Text(x + 14, y + 24, words(language).game, 20, BASE.text_area, Font.SERIF_BOLD)


def header(shown: BoardView[View], language: Language) -> Iterator[Piece]:
    """Draw the top line: the situation, who is waited for or has won, whose picture this is."""
    word, called = words(language), names(language)
    x, y, width, height = atlas().panels["header"]
    start = 30 + text_width(word.game, 20, Font.SERIF_BOLD)
    text = situation(shown.view, language)
    if waiting := [side for side in SIDES if side in shown.to_move]:
        who = word.both if len(waiting) > 1 else called.name(FLAG, waiting[0])
        text += " · " + word.waiting.format(who)
    if not shown.view.result:
        text += " · " + ", ".join(balance(shown.view, language))
    seen = seen_by(shown.view, language)
    right = text_width(seen, 14, Font.SERIF_ITALIC) + 24
    room = width - start - right - 10
    told, size = fit_text(text, room, 16, 10, Font.CONDENSED_BOLD)
    line = Text(0, 23, told, size, BASE.text, Font.CONDENSED_BOLD)
    yield part("situation", x + start, y, text_width(told, size, Font.CONDENSED_BOLD) + 4, height, (line,))
    whose = Text(right - 14, 23, seen, 14, BASE.text_area, Font.SERIF_ITALIC, "end")
    yield part("seen-by", x + width - right, y, right, height, (whose,))


def score_ground(language: Language) -> Iterator[Item]:
    """Draw the victory point track from 0 (Britain wins) to 30 (France wins)."""
    word, rules = words(language), FACTS.scoring
    x, y, width, _ = atlas().panels["score"]
    yield from _track().cells(_colour)
    left = f"{rules.vp_britain_wins}: {word.wins.format(names(language).name(FLAG, 'britain'))}"
    right = f"{rules.vp_france_wins}: {word.wins.format(names(language).name(FLAG, 'france'))}"
    yield note(x + 12, y + 79, left, size=12)
    yield Text(x + width - 12, y + 79, right, 12, BASE.text, anchor="end")


def _track() -> Track:
    rules = FACTS.scoring
    return Track(atlas().panels["score"], rules.vp_britain_wins, rules.vp_france_wins)


def _colour(value: int) -> str:
    """Return the colour of a cell of the track, darker towards the end of the side that is ahead there."""
    lead = value - FACTS.scoring.initiative_vp
    tint = palette().sides["france" if lead > 0 else "britain"].tint
    return (BASE.paper, mixed(BASE.paper, tint, 0.5), tint, tint)[abs(lead) // 5]


def score(shown: BoardView[View], _language: Language) -> Iterator[Piece]:
    """Draw the marker on the track."""
    vp = shown.view.public.vp
    lead = vp - FACTS.scoring.initiative_vp
    holder = "france" if lead > 0 else "britain" if lead < 0 else "unflagged"
    yield _track().marker("score", vp, palette().sides[holder])


def turns_ground(language: Language) -> Iterator[Item]:
    """Yield ten turns in their order, wars as diamonds."""
    for turn in TURN:
        middle, y = _turn(turn)
        yield Group(tuple(_turn_mark(turn, language, now=False)), dx=middle, dy=y)


def turns(shown: BoardView[View], language: Language) -> Iterator[Piece]:
    """Draw the present turn in gold, the holder of the initiative, and what is beside the map."""
    x, y, width, _ = atlas().panels["turns"]
    turn = TURN.things[shown.view.public.turn]
    middle, level = _turn(turn)
    mark = Group(tuple(_turn_mark(turn, language, now=True)), dx=18, dy=18)
    yield part("turn", middle - 18, level - 18, 36, 36, (mark,))
    yield chip_part("initiative", x + 10, y + 68, crest(shown.view.initiative, language))
    holder = words(language).initiative.format(names(language).name(FLAG, shown.view.initiative))
    wide = text_width(holder, 12.5, Font.CONDENSED)
    yield part("initiative-name", x + 34, y + 68, wide, 17, (note(0, 13, holder, size=12.5),))
    room = width - 56 - wide
    if beside := fit(" · ".join(_beside(shown.view, language)), room, 11, Font.CONDENSED):
        line = Text(room, 13, beside, 11, BASE.text, Font.CONDENSED, "end")
        yield part("beside", x + width - 12 - room, y + 68, room, 17, (line,))


def _turn(turn: Turn) -> Point:
    x, y, width, _ = atlas().panels["turns"]
    return round(x + 10 + (turn.index + 0.5) * (width - 20) / len(TURN.things)), y + 44


def _turn_mark(turn: Turn, language: Language, *, now: bool) -> Iterator[Item]:
    style = Style(fill=BASE.changed if now else BASE.land, stroke=BASE.frame, width=1.8 if now else 1)
    if turn.war == NONE:
        yield Circle(0, 0, 13, style)
        yield Text(0, 5, turn.id, 14, BASE.text, Font.BOLD, "middle")
    else:
        yield Path(polygon(0, 0, 16, 4), style)
        yield note(0, 3.5, words(language).wars_short[turn.id], size=9.5, middle=True, bold=True)


def _beside(view: View, language: Language) -> Iterator[str]:
    """Yield what is beside the map or waits on the turn track: Jacobite markers (7.3), squadrons away (4.1.5)."""
    word, public = words(language), view.public
    if public.jacobite_defeat:
        yield word.jacobite_defeat
    elif public.jacobite_victories:
        yield word.jacobites.format(public.jacobite_victories)
    if away := " ".join(f"{word.letters[side]}{n}" for side, n in zip(SIDES, public.away, strict=True) if n):
        yield word.away.format(away)
