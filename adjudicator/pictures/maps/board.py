"""A board of maps and panels: a game declares what stands on it, and gets its scene, drawn on one ground a language.

Over the ground lie, from below: the areas that somebody holds and the names (where a map has areas), the rims of
changed places, markers, names that rims would hide, pennants, and the parts of the panels.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec

from adjudicator.components.kinds import Kind
from adjudicator.components.names import Naming
from adjudicator.kernel.events import Event
from adjudicator.language import language as spoken
from adjudicator.pictures.board import Between, Crop, Sketch
from adjudicator.pictures.scene import Font, Group, Item, Layer, Piece, Rect, Scene, Style, Text
from adjudicator.pictures.svg import layer

from .atlas import Atlas, Outlines
from .crops import Crops, Drawn, square, written
from .ghosts import Ghosts
from .highlights import Change, ChangeKind, acting, changes_of, pennants, rims
from .lettering import Edges, Label, Lettering, broken, title, title_rect, water_names
from .lines import roads
from .markers import BOX, RADIUS, Marker, body, figure, grown, outline
from .palette import BASE, UNOWNED, Crest, SideColours, flat_colours
from .parts import Parts
from .plates import heading, plate
from .relief import Area, areas, relief
from .spots import Disc, Spots


class Showing(Protocol):
    """What a picture shows; a game says what more it holds."""

    @property
    def changed(self) -> tuple[Change, ...]:
        """What to highlight, each place at most once."""
        ...


Named = Literal["place", "group", "frame", "water", "side", "letter", "panel"]
_REACH = 20.0
"""From the middle of a marker to its edges."""
_FEW = 6
"""Places that are all named, whoever holds them."""
_MOST_TOLD = 10
"""Changes that the words of a picture tell at most."""
V = TypeVar("V")
P = TypeVar("P", bound=Showing)


class Panel(msgspec.Struct, Generic[P], frozen=True, kw_only=True):
    """A part of the board around the maps: `box` names its paper in the plan (none for what stands on the maps), and
    its heading where it is `headed`.

    `ground` draws in a language what is always the same, `parts` what changes from picture to picture.
    """

    box: str | None = None
    headed: bool = True
    ground: Callable[[str], Iterable[Item]] | None = None
    parts: Callable[[P, str], Iterable[Piece]] | None = None


class _Maps(msgspec.Struct, frozen=True):
    """The maps of a board: what lies on the ground, and areas over it."""

    items: tuple[Group, ...]
    areas: tuple[Area, ...]


class MapBoard(ABC, Generic[P]):
    """What a game declares of its board. Languages are codes; sides, places, frames and panels go by their ids."""

    def __init__(self, plan: Atlas, sides: Mapping[str, SideColours]) -> None:
        self.plan, self.sides = plan, sides
        self.ground = cache(self._ground)
        """Everything that is the same in all pictures of a language."""
        self.lettering = cache(self._lettering)
        self.spots = cache(self._spots_of)
        self.ghosts = cache(self._ghosts_of)
        self.written = cache(lambda frame, language: tuple(written(self, frame, language)))
        """All names of a map with what they cover."""
        self._panels = cache(lambda: tuple(self.panels()))
        self._maps = cache(self._relief)
        self._frame_ground = cache(self._ground_of_frame)

    # ---- what a game says

    @abstractmethod
    def name(self, kind: Named, id: str, language: str) -> str:
        """What a thing is called: a `place`, `group`, `frame`, `water` or `side`; the `letter` of a side, the heading
        of a `panel`.
        """

    @abstractmethod
    def shown(self, view: Any, language: str, to_move: tuple[str, ...], events: tuple[Any, ...]) -> P:
        """What the picture of a view shows: whom the game waits for, and what the events have changed."""

    @abstractmethod
    def title(self, shown: P, language: str) -> str:
        """The picture in one line, for readers of the SVG."""

    def marks(self, shown: P) -> Iterable[Marker]:
        """What lies on the places; those that are not named are empty."""
        return ()

    def held(self, shown: P) -> Mapping[str, str]:
        """The side that holds an area, for those that somebody holds. An area is called like a place."""
        return {}

    def short(self, place: str) -> str:
        """The short name that a marker bears; empty in a game without them."""
        return ""

    def called(self, place: str, language: str) -> str:
        """A place in a text, with its short name."""
        return " ".join(filter(None, (self.name("place", place, language), self.short(place))))

    def owners(self, shown: P) -> Mapping[str, str]:
        """The side that a place belongs to, for those that belong to one."""
        return {mark.place: mark.side for mark in self.marks(shown) if mark.side} | dict(self.held(shown))

    def owner(self, place: str, shown: P) -> str | None:
        """The side that one place belongs to."""
        return self.owners(shown).get(place)

    def fought_over(self, shown: P) -> Container[str]:
        """The places that have a marker of a conflict."""
        return ()

    def outlines(self) -> Mapping[str, Outlines]:
        """The coasts and areas by frame; asked for once."""
        return self.plan.outlines

    def panels(self) -> Iterable[Panel[P]]:
        """The parts around the maps in the order in which they are drawn; asked for once."""
        return ()

    def calls(self, panel: str, language: str) -> Iterable[str]:
        """By which names, besides its heading, somebody may ask for a panel."""
        return ()

    # ---- what a game may draw in its own way

    def lines(self) -> Iterator[Item]:
        """All lines of the maps."""
        return roads(self.plan, self.plan.roads)

    def label(self, place: str, language: str) -> Label:
        """How the name of a place or a block is written."""
        if block := self.plan.groups.get(place):
            text = self.name("group", block.called or place, language)
            return Label(lines=broken(text, block, language), font=Font.CONDENSED_BOLD)
        return Label(lines=broken(self.name("place", place, language), self.plan.places[place], language))

    def titles(self, language: str) -> Iterator[Item]:
        """The names of the frames that have a box for it."""
        for name, frame in self.plan.frames.items():
            if frame.title_box:
                yield from title(title_rect(frame), self.name("frame", name, language))

    def markers(self, shown: P, language: str) -> Iterator[Piece]:
        """One piece for each place, named by its id."""
        scale = self.plan.marker.radius / RADIUS
        marks = {mark.place: mark for mark in self.marks(shown)}
        for name, place in self.plan.places.items():
            mark = marks.get(name, Marker(place=name))
            colours = self.sides[mark.side] if mark.side else UNOWNED
            letter = self.name("letter", mark.side, language) if mark.side else ""
            told = figure(place.shape, letter + mark.text, colours, short=self.short(name))
            items: tuple[Item, ...] = (*body(place.shape, colours), *told, *mark.signs)
            yield Piece(
                name, *self.plan.at(name), grown(BOX, scale), items if scale == 1 else (Group(items, scale=scale),)
            )

    def outline(self, place: str, style: Style, grow: float) -> Item:
        """The shape of a marker, `grow` px larger: what surrounds one that has changed."""
        shape, scale = outline(self.plan.places[place].shape, style, grow), self.plan.marker.radius / RADIUS
        return shape if scale == 1 else Group((shape,), scale=scale)

    def reach(self, place: str) -> Edges:
        """What its marker covers, around it: the crop of a change shows all of it; one that is cut bears no letters."""
        return square(0, 0, _REACH)

    def discs(self) -> Mapping[str, Sequence[Disc]]:
        """What no pennant should hide at each place: its marker first, then signs that may lie on it."""
        return dict.fromkeys(self.plan.places, ((0.0, 0.0, self.plan.marker.radius),))

    def colours(self) -> tuple[str, ...]:
        """Flat colours; further ones of markers and panels enter the palette of a PNG by themselves."""
        return flat_colours(self.sides.values())

    def alt(self, shown: P, language: str) -> str:
        """The picture in words, for readers who do not see it: its title, who holds what, what has changed."""
        words = spoken(language)
        places: dict[str, list[str]] = {}
        for place, owner in self.owners(shown).items():
            places.setdefault(owner, []).append(self.name("place", place, language))
        parts = [f"{self.title(shown, language)}."]
        parts += [f"{self.name('side', side, language)}: {words.listing(found)}." for side, found in places.items()]
        if changed := [self.name("place", change.id, language) for change in shown.changed]:
            parts.append(words.gettext("Changed since your last picture: %(places)s.", places=words.listing(changed)))
        return " ".join(parts)

    # ---- what it gets

    def sketch(self, view: Any, language: str, *, to_move: Iterable[str] = (), events: Iterable[Any] = ()) -> Sketch:
        """The board as the seats of a view may see it: the part `board` of the game; see `pictures.board.Board`."""
        shown = self.shown(view, language, tuple(to_move), tuple(events))
        return Sketch(self.scene(shown, language), self.alt(shown, language))

    def __call__(self, view: Any, language: str, *, to_move: Iterable[str] = (), events: Iterable[Any] = ()) -> Sketch:
        return self.sketch(view, language, to_move=to_move, events=events)

    def crops(self, between: Between, language: str, *, most: int = 4) -> tuple[Crop, ...]:
        """Small pictures of what the events changed; see `pictures.board.Board`."""
        was, shown = self._two(between, language)
        found = Crops(self, language, was, shown, planned=between.planned).pictures(most) if shown.changed else ()
        return tuple(self._crop(picture, was, shown, language) for picture in found)

    def maps(self, between: Between, language: str, *, most: int = 1) -> tuple[tuple[Crop, Crop], ...]:
        """Maps before and after; see `pictures.board.Board`. What each is stands in the caption above it."""
        was, shown = self._two(between, language)
        found = Crops(self, language, was, shown, planned=False).maps(was, shown, most) if shown.changed else ()
        pairs = []
        for frame, old, new in found:
            name = self.name("frame", frame, language)
            earlier, now = (self._crop(picture, was, shown, language) for picture in (old, new))
            pairs.append(
                (
                    msgspec.structs.replace(earlier, alt=f"{name}."),
                    msgspec.structs.replace(now, alt=f"{name}. {now.alt}"),
                )
            )
        return tuple(pairs)

    def parts(self, language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What may be looked at alone, with its names; see `pictures.board.Board`."""
        for frame in self.plan.frames:
            yield f"frame {frame}", (self.name("frame", frame, language),)
        for group, block in self.plan.groups.items():
            yield f"group {group}", (self.name("group", block.called or group, language),)
        for place in self.plan.places:
            yield f"place {place}", tuple(filter(None, (self.name("place", place, language), self.short(place))))
        for panel in self._panels():
            if panel.box is not None:
                own = (self.name("panel", panel.box, language),) if panel.headed else ()
                yield f"panel {panel.box}", (*own, *self.calls(panel.box, language))

    def map_of(self, part: str) -> str:
        """The frame of a part; see `pictures.board.Board`."""
        kind, id = part.split()
        return part if kind == "panel" else id if kind == "frame" else self.plan.spot(id).frame

    def part(self, view: Any, parts: Sequence[str], language: str) -> Crop:
        """Some parts of the board, larger; see `pictures.board.Board`."""
        shown, names = self.shown(view, language, (), ()), dict(self.parts(language))
        png, (width, height) = Parts(self, shown, language).picture(parts)
        ids = {part.split()[1] for part in parts}
        within = [name for name, each in self.plan.places.items() if ids & {name, each.group, each.frame}]
        called = dict.fromkeys(names[part][0] for part in parts)
        told = [f"{'; '.join(called)}.", *self.within(within, shown, language)]
        return Crop(png=png, alt=" ".join(told), width=width, height=height, places=tuple(within))

    def within(self, places: Sequence[str], shown: P, language: str) -> Iterator[str]:
        """What lies on the places of a part, in words: `France: Savoy E42, Sardinia E58.`, side by side; of a few
        places also those that nobody holds.
        """
        owners, held = self.owners(shown), dict[str, list[str]]()
        for place in places:
            held.setdefault(owners.get(place, ""), []).append(self.called(place, language))
        for side in (*self.sides, *([""] if len(places) <= _FEW else ())):
            if side in held:
                owner = self.name("side", side, language) if side else spoken(language).gettext("nobody")
                yield f"{owner}: {', '.join(held[side])}."

    def panel_scene(self, panel: str, shown: P, language: str) -> Scene:
        """A panel alone; its corner is that of its box."""
        own = next(each for each in self._panels() if each.box == panel)
        x, y, width, height = box = self.plan.panels[panel]
        ground: list[Item] = [plate(box)]
        ground += [heading(box, self.name("panel", panel, language))] if own.headed else []
        ground += own.ground(language) if own.ground else ()
        pieces = own.parts(shown, language) if own.parts else ()
        return Scene(
            width=round(width),
            height=round(height),
            ground=layer((Group(tuple(ground), dx=-x, dy=-y),)),
            pieces=tuple(msgspec.structs.replace(piece, x=piece.x - x, y=piece.y - y) for piece in pieces),
            title="",
            keep=self.colours(),
        )

    def _two(self, between: Between, language: str) -> tuple[P, P]:
        """What is shown before and after."""
        return self.shown(between.before, language, (), ()), self.shown(between.after, language, (), between.events)

    def _crop(self, picture: Drawn, was: P, shown: P, language: str) -> Crop:
        png, (width, height), changes = picture
        alt = self._alt_of(changes, was, shown, language)
        return Crop(png=png, alt=alt, width=width, height=height, places=tuple(change.id for change in changes))

    def _alt_of(self, changes: Sequence[Change], was: P, shown: P, language: str) -> str:
        """What changed, new owners first; of a long list its beginning and how many more there are."""
        if not changes:
            return ""
        words, most = spoken(language), len(changes) if len(changes) <= _MOST_TOLD + 1 else _MOST_TOLD
        ranked = sorted(changes, key=lambda change: change.kind not in ("gained", "lost"))
        told = "; ".join(self.told(change, was, shown, language) for change in ranked[:most])
        if left := len(changes) - most:
            told = words.gettext("%(things)s and %(n)s more", things=told, n=left)
        return words.gettext("Planned: %(changes)s.", changes=told) if changes[0].planned else f"{told}."

    def told(self, change: Change, was: P, shown: P, language: str) -> str:
        """A change in words: `Privateers: Britain (before: nobody)`, `Georgia (Britain): conflict`."""
        words, place = spoken(language), self.called(change.id, language)
        old, new = (self.holder(change.id, each, language) for each in (was, shown))
        if change.kind in ("gained", "lost"):
            return words.gettext("%(place)s: %(new)s (before: %(old)s)", place=place, new=new, old=old)
        held = f"{place} ({new})" if self.owner(change.id, shown) else place
        return ": ".join(filter(None, (held, ", ".join(self.otherwise(change.id, was, shown, language)))))

    def holder(self, place: str, shown: P, language: str) -> str:
        """Whose a place is, in words: `nobody` where it belongs to no side."""
        owner = self.owner(place, shown)
        return self.name("side", owner, language) if owner else spoken(language).gettext("nobody")

    def otherwise(self, place: str, was: P, shown: P, language: str) -> Iterator[str]:
        """What is otherwise in a place that looks otherwise though its owner has stayed: a conflict, the figure in the
        marker, whose pieces are there.
        """
        words, fought = spoken(language), [place in self.fought_over(each) for each in (was, shown)]
        if fought[0] != fought[1]:
            yield words.gettext("conflict") if fought[1] else words.gettext("conflict over")
        old, new = (self._mark(place, each) for each in (was, shown))
        if old.text != new.text:
            yield words.gettext("%(new)s (before: %(old)s)", new=new.text or "—", old=old.text or "—")
        if come := [self.name("side", side, language) for side in new.there if side not in old.there]:
            yield words.gettext("here now: %(sides)s", sides=words.listing(come))
        if gone := [self.name("side", side, language) for side in old.there if side not in new.there]:
            yield words.gettext("no longer here: %(sides)s", sides=words.listing(gone))

    def _mark(self, place: str, shown: P) -> Marker:
        return next((mark for mark in self.marks(shown) if mark.place == place), Marker(place=place))

    def kind(self, place: str, was: P, shown: P) -> ChangeKind:
        """What happened to a place that looks otherwise than it was."""
        old, new = self.owner(place, was), self.owner(place, shown)
        if old != new:
            return "gained" if new else "lost"
        return "conflict" if place in self.fought_over(shown) and place not in self.fought_over(was) else "changed"

    def frame_scene(self, frame: str, pieces: Iterable[Piece], language: str) -> Scene:
        """One map alone with pieces at their places on the board; its corner is that of the frame."""
        x, y, width, height = self.plan.frames[frame].rect
        moved = (msgspec.structs.replace(piece, x=piece.x - x, y=piece.y - y) for piece in pieces)
        return Scene(
            width=round(width),
            height=round(height),
            ground=self._frame_ground(frame),
            pieces=tuple(moved),
            title=self.name("frame", frame, language),
            keep=self.colours(),
        )

    def fields(self, shown: P) -> Iterator[Piece]:
        """The areas that somebody holds, in the colours of who does; lines and rivers are seen through them."""
        held = self.held(shown)
        return (area.piece(self.sides[held[area.id]].fill) for area in self._maps().areas if area.id in held)

    def plates(self, shown: P, language: str) -> Iterator[Piece]:
        """The names of the maps, and the panels that stand on them."""
        yield Piece("titles", 0, 0, (0, 0, *self.plan.size), tuple(self.titles(language)))
        for panel in self._panels():
            if panel.box is None:
                ground = tuple(panel.ground(language)) if panel.ground else ()
                yield Piece("on-maps", 0, 0, (0, 0, *self.plan.size), ground)
                yield from panel.parts(shown, language) if panel.parts else ()

    def waters(self, frame: str, language: str) -> tuple[Text, ...]:
        """The names of the seas of a frame."""
        there = self.plan.frames[frame]
        texts, english = (
            {water.name: self.name("water", water.name, code) for water in there.water_names}
            for code in (language, "en")
        )
        return tuple(water_names(there, texts, english))

    def crest(self, side: str, language: str) -> Crest:
        """A side's letter and colours."""
        return Crest(self.name("letter", side, language), self.sides[side])

    def scene(self, shown: P, language: str) -> Scene:
        """The whole board in the language of its reader."""
        width, height = self.plan.size
        keep = self.colours()
        return Scene(
            width=width,
            height=height,
            ground=self.ground(language),
            pieces=tuple(self._pieces(shown, language)),
            title=self.title(shown, language),
            keep=keep,
            colours=len(keep),
        )

    def _relief(self) -> _Maps:
        outlines = self.outlines()
        return _Maps(tuple(relief(self.plan, outlines)), tuple(areas(self.plan, outlines)))

    def _lettering(self, language: str) -> Lettering:
        return Lettering(self.plan, lambda place: self.label(place, language))

    def _spots_of(self, language: str) -> Spots:
        return Spots(self.plan, self.lettering(language), self.discs())

    def _ghosts_of(self, language: str) -> Ghosts:
        return Ghosts(self.plan, self.spots(language))

    def _ground_of_frame(self, name: str) -> Layer:
        """A map without names: the same in all languages."""
        frame, maps = self.plan.frames[name], self._maps()
        x, y, width, height = frame.rect
        own = next(item for item, each in zip(maps.items, self.plan.frames, strict=True) if each == name)
        lines = Group(tuple(self.lines()), dx=-x, dy=-y)
        edge = Rect(0, 0, width, height, Style(stroke=BASE.frame, width=2.4))
        return layer((msgspec.structs.replace(own, dx=0.0, dy=0.0, clip=None), lines, edge))

    def _ground(self, language: str) -> Layer:
        return layer(self._ground_items(language))

    def _ground_items(self, language: str) -> Iterator[Item]:
        maps = self._maps()
        yield Rect(0, 0, *self.plan.size, Style(fill=BASE.board))
        yield from maps.items
        yield from self.lines()
        for frame in self.plan.frames:
            yield from self.waters(frame, language)
        yield from () if maps.areas else self.lettering(language).items()
        yield from self.titles(language)
        yield from self._rims_of_frames()
        for box, text in self._headings(language):
            yield plate(self.plan.panels[box])
            if text:
                yield heading(self.plan.panels[box], text)
        for panel in self._panels():
            yield from panel.ground(language) if panel.ground else ()

    def _headings(self, language: str) -> Iterator[tuple[str, str]]:
        for panel in self._panels():
            if panel.box:
                yield panel.box, self.name("panel", panel.box, language) if panel.headed else ""

    def _rims_of_frames(self) -> Iterator[Item]:
        return (Rect(*frame.rect, Style(stroke=BASE.frame, width=2.4)) for frame in self.plan.frames.values())

    def _pieces(self, shown: P, language: str) -> Iterator[Piece]:
        yield from self.fields(shown)
        if self._maps().areas:
            yield from self.lettering(language).pieces()
        yield from rims(shown.changed, self.plan, self.outline)
        yield from self.markers(shown, language)
        if shown.changed:
            yield from self.lettering(language).again([self.plan.at(change.id) for change in shown.changed])
        yield from pennants(shown.changed, self.plan, self.spots(language), lambda side: self.crest(side, language))
        for panel in self._panels():
            yield from panel.parts(shown, language) if panel.parts else ()


class Shown(msgspec.Struct, Generic[V], frozen=True):
    """What a picture shows where the view of the seats says everything."""

    view: V
    to_move: tuple[str, ...] = ()
    changed: tuple[Change, ...] = ()


class ViewBoard(MapBoard[Shown[V]]):
    """A board that shows a view as it is, and highlights the places that events touch."""

    def actor(self, event: Event) -> str | None:
        """The side whose deed an event was."""
        return acting(event)

    def shown(self, view: V, language: str, to_move: tuple[str, ...], events: tuple[Any, ...]) -> Shown[V]:
        return Shown(view, to_move, changes_of(events, self.plan.places, self.actor))


class NamedBoard(ViewBoard[V]):
    """A board whose things are called as in the names of the game.

    `places` and `seats` are the kinds of its places and sides, `labels` one of everything else that is named: frames,
    waters, panels.
    """

    def __init__(
        self,
        plan: Atlas,
        sides: Mapping[str, SideColours],
        naming: Naming,
        *,
        places: Kind[Any],
        seats: Kind[Any],
        labels: Kind[Any],
    ) -> None:
        super().__init__(plan, sides)
        self.naming, self.places, self.seats, self.labels = naming, places, seats, labels

    def name(self, kind: Named, id: str, language: str) -> str:
        of = {"place": self.places, "side": self.seats, "letter": self.seats}.get(kind, self.labels)
        told = self.naming(language).name(of, id)
        return told[:1] if kind == "letter" else told

    def short(self, place: str) -> str:
        return self.naming.short.of(self.places, place)

    def held(self, shown: Shown[V]) -> Mapping[str, str]:
        """Areas have the colour of what lies on the place of the same name."""
        return {mark.place: mark.side for mark in self.marks(shown) if mark.side}
