"""The board as it is declared: which panels it has, how its places are named, lined and marked. Position → scene."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import assert_never

from adjudicator.components.bits import bits
from adjudicator.kernel.events import Event
from adjudicator.language import language as spoken
from adjudicator.pictures import Font, Item, Path, Piece, Style
from adjudicator.pictures.board import Sketch
from adjudicator.pictures.colours import mixed
from adjudicator.pictures.maps.atlas import Outlines, Pair
from adjudicator.pictures.maps.board import MapBoard
from adjudicator.pictures.maps.declared import Named, Panel
from adjudicator.pictures.maps.highlights import acting
from adjudicator.pictures.maps.lettering import Label, broken, title, title_rect
from adjudicator.pictures.maps.lines import BELONGING, DANGER, dashed, roads
from adjudicator.pictures.maps.palette import BASE, flat_colours
from adjudicator.pictures.maps.spots import Disc
from adjudicator.pictures.maps.views import BoardView, ViewBoard
from adjudicator.pictures.shapes import polygon

from ..fact_types import ADVANTAGE, COUNTRY, ERA, FLAG, NONE, REGION, SIDES, SPACE, THEATRE, Space
from ..facts import FACTS
from ..names import names
from ..rules.advantages import SquadronSentHome
from ..rules.control import AdvantageLost
from ..rules.events.playing import EventPlayed
from ..rules.war.special import IsolatedFlagsRemoved, UsaFlagsPlaced, UsaFortsRemoved
from ..view import View
from .alt import alt_text, full_name
from .atlas import Language, atlas, coasts, conflicts, palette, words
from .holdings import ledger, ledger_ground, navy, navy_ground
from .legend import legend_ground
from .markers import advantage_markers, outline, short_name, space_markers
from .otherwise import otherwise
from .scoring import TALL, demand, region_ground, region_plates
from .tiles import cards, cards_ground, investments, investments_ground
from .tracks import balance, header, header_ground, score, score_ground, situation, turns, turns_ground
from .war_display import war

_PANELS: Sequence[Panel[BoardView[View]]] = (
    Panel(box="header", headed=False, ground=header_ground, parts=header),
    Panel(ground=region_ground, parts=region_plates),
    Panel(box="demand", parts=demand),
    Panel(box="war", headed=False, parts=war),
    Panel(box="investments", ground=investments_ground, parts=investments),
    Panel(box="score", ground=score_ground, parts=score),
    Panel(box="turns", ground=turns_ground, parts=turns),
    Panel(box="navy", ground=navy_ground, parts=navy),
    Panel(box="ledger", ground=ledger_ground, parts=ledger),
    Panel(box="cards", headed=False, ground=cards_ground, parts=cards),
    Panel(box="legend", headed=False, ground=legend_ground),
)
_ALLIANCE, _GOODS = 3.5, 5.0  # px that signs reach over the upper edge of a marker
_GOOD, _CORNER = (15.5, -15.5), (-12.0, -17.0)  # a commodity or star at the upper right, an alliance at the upper left


class _Board(ViewBoard[View]):
    def name(self, kind: Named, id: str, language: Language) -> str:
        word, called = words(language), names(language)
        match kind:
            case "place":
                return full_name(id, language)
            case "group":
                return called.name(COUNTRY, id)
            case "frame":
                return called.name(REGION, id)
            case "side":
                return called.name(FLAG, id)
            case "panel":
                return str(getattr(word, id))
            case "letter":
                return word.letters[id]
            case "water":
                return word.waters[id]
        assert_never(kind)

    def calls(self, panel: str, language: Language) -> Iterable[str]:
        called = names(language)
        theatres = (called.name(THEATRE, id) for id in THEATRE.ids)
        shorts = (called.short.of(THEATRE, id) for id in THEATRE.ids)
        return (words(language).war, *theatres, *shorts) if panel == "war" else ()

    def title(self, shown: BoardView[View], language: Language) -> str:
        view = shown.view
        return f"{words(language).game}. {' · '.join((situation(view, language), *balance(view, language)))}"

    def actor(self, event: Event) -> str | None:
        match event:
            case SquadronSentHome():
                return SIDES[1 - SIDES.index(event.owner)]
            case UsaFlagsPlaced() | UsaFortsRemoved() | IsolatedFlagsRemoved():
                return "france"
            case AdvantageLost():  # the side that lost it did nothing
                return None
            case _:
                return acting(event) if event.about.touches or isinstance(event, EventPlayed) else None

    def alt(self, shown: BoardView[View], language: Language) -> str:
        return alt_text(shown, language)

    def short(self, place: str) -> str:
        return short_name(place)

    def owners(self, shown: BoardView[View]) -> Mapping[str, str]:
        there = ((place, self.owner(place, shown)) for place in self.plan.places)
        return {place: owner for place, owner in there if owner}

    def owner(self, place: str, shown: BoardView[View]) -> str | None:
        view = shown.view
        return view.space(place).owner if place in SPACE else view.advantage_owner(place)

    def fought_over(self, shown: BoardView[View]) -> frozenset[str]:
        public = shown.view.public
        return frozenset(SPACE.ids[space] for space in bits(public.conflicts | public.conflicts_plus))

    def otherwise(self, place: str, was: BoardView[View], shown: BoardView[View], language: Language) -> Iterator[str]:
        yield from otherwise(place, was.view, shown.view, names.in_game(spoken(language)))

    def panels(self) -> Sequence[Panel[BoardView[View]]]:
        return _PANELS

    def outlines(self) -> Mapping[str, Outlines]:
        return coasts()

    def lines(self) -> Iterator[Item]:
        """Yield conquest lines (3.2.6) and, below, lines of advantages (3.2.2)."""
        yield from dashed(self.plan, _pairs(FACTS.conquest), DANGER)
        of_advantages = ((each.id, SPACE.ids[space]) for each in ADVANTAGE for space in bits(each.spaces))
        yield from dashed(self.plan, of_advantages, BELONGING)
        yield from roads(self.plan, _pairs(FACTS.connects))

    def label(self, place: str, language: Language) -> Label:
        if block := self.plan.groups.get(place):
            if block.bracket is None:
                return super().label(place, language)
            era = names(language).name(ERA, block.bracket)
            return Label(
                lines=[self.name("group", block.called or place, language), f"({era})"], font=Font.CONDENSED_BOLD
            )
        lines = broken(self.name("place", place, language), self.plan.places[place], language)
        if place in ADVANTAGE.index:
            half = (self.plan.marker.tile_radius, self.plan.marker.tile_radius)
            return Label(lines=lines, colour=BASE.tile_line, size=12, half=half)
        space = SPACE.thing(place)
        above = _above(space) if self.plan.places[place].label == "n" else 0
        half = (self.plan.marker.radius, self.plan.marker.radius + above)
        if space.type == "naval":
            return Label(lines=lines, colour=BASE.text_water, halo=BASE.sea, font=Font.SERIF_ITALIC, half=half)
        return Label(lines=lines, half=half)

    def titles(self, language: Language) -> Iterator[Item]:
        for name, frame in self.plan.frames.items():
            told = f"{self.name('frame', name, language)} {_letter(name)}"
            yield from title(title_rect(frame, more=TALL.get(name, 0)), told)

    def markers(self, shown: BoardView[View], language: Language) -> Iterator[Piece]:
        yield from advantage_markers(shown, language)
        yield from space_markers(shown, language)

    def outline(self, place: str, style: Style, grow: float) -> Item:
        if (index := SPACE.index.get(place)) is not None:
            return outline(SPACE.things[index].type, grow, style)
        return Path(polygon(0, 0, self.plan.marker.tile_radius + 1.4 * grow, 5), style)

    def discs(self) -> Mapping[str, Sequence[Disc]]:
        return {place: tuple(_discs(place)) for place in self.plan.places}

    def colours(self) -> tuple[str, ...]:
        own = palette()
        half_way = mixed(BASE.paper, own.sides["britain"].tint, 0.5)  # on the track; that of France is the sea's
        further = (*own.commodities.values(), *own.actions.values())
        return flat_colours(own.sides.values(), further, last=(half_way,))


@cache
def board() -> MapBoard[BoardView[View]]:
    """Return the board of this game, 1600 × 1316 px."""
    return _Board(atlas(), palette().sides)


def sketch(view: View, language: str, *, to_move: Iterable[str] = (), events: Iterable[Event] = ()) -> Sketch:
    """Draw the board as the seats of a view may see it: the part `board` of the game."""
    return board().sketch(view, language, to_move=to_move, events=events)


def _above(space: Space) -> float:
    """Return how far the signs of a space extend above the upper edge of its marker."""
    if space.commodity != NONE or space.prestige:
        return _GOODS
    return _ALLIANCE if space.alliance or space.local_alliance else 0.0


def _letter(region: str) -> str:
    """Return the letter with which the short names of a region begin."""
    return next(short_name(space.id)[0] for space in SPACE if REGION.ids[space.region] == region)


def _pairs(adjacent: tuple[int, ...]) -> Iterator[Pair]:
    """Yield each two spaces that are connected, once."""
    for index, near in enumerate(adjacent):
        for other in bits(near):
            if other >= index:
                yield SPACE.ids[index], SPACE.ids[other]


def _discs(place: str) -> Iterator[Disc]:
    """Yield the marker of a place, and the signs that may be on it."""
    if (index := SPACE.index.get(place)) is None:
        yield 0, 0, 14.0
        return
    space = SPACE.things[index]
    yield 0, 0, 19.0
    if space.commodity != NONE or space.prestige:
        yield *_GOOD, 8.6
    if space.alliance or space.local_alliance or space.type == "market":
        yield *_CORNER, 7.0
    if space.type in ("market", "political"):
        yield *conflicts().at(space.id), 8.0
