"""A board of maps and panels: a game declares what stands on it, and gets its scene, its small pictures, its parts."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from adjudicator.pictures.board import Between, Crop, Sketch

from .crops import Crops, Drawn
from .declared import P
from .layers import Layered
from .parts import Parts
from .worded import Worded


class MapBoard(Worded[P], Layered[P]):
    """The board that a game gets for what it declares of it."""

    def sketch(self, view: Any, language: str, *, to_move: Iterable[str] = (), events: Iterable[Any] = ()) -> Sketch:
        """Return the board as the seats of a view may see it.

        It is the part `board` of the game; see `pictures.board.Board`.
        """
        shown = self.shown(view, language, tuple(to_move), tuple(events))
        return Sketch(self.scene(shown, language), self.alt(shown, language), self.beside(shown, language))

    def __call__(self, view: Any, language: str, *, to_move: Iterable[str] = (), events: Iterable[Any] = ()) -> Sketch:
        return self.sketch(view, language, to_move=to_move, events=events)

    def crops(self, between: Between, language: str, *, most: int = 4) -> tuple[Crop, ...]:
        """Return small pictures of what the events changed.

        See `pictures.board.Board`.
        """
        was, shown = self._two(between, language)
        found = Crops(self, language, was, shown, planned=between.planned).pictures(most) if shown.changed else ()
        return tuple(self._crop(picture, was, shown, language) for picture in found)

    def maps(self, between: Between, language: str, *, most: int = 1) -> tuple[tuple[Crop, Crop], ...]:
        """Return maps before and after; see `pictures.board.Board`. The caption above each says what it is."""
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
        """Yield what may be viewed alone, with its names; see `pictures.board.Board`."""
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
        """Return the frame of a part; see `pictures.board.Board`."""
        kind, id = part.split()
        return part if kind == "panel" else id if kind == "frame" else self.plan.spot(id).frame

    def part(self, view: Any, parts: Sequence[str], language: str) -> Crop:
        """Return some parts of the board, larger; see `pictures.board.Board`."""
        shown, names = self.shown(view, language, (), ()), dict(self.parts(language))
        png, (width, height) = Parts(self, shown, language).picture(parts)
        ids = {part.split()[1] for part in parts}
        within = [name for name, each in self.plan.places.items() if ids & {name, each.group, each.frame}]
        called = dict.fromkeys(names[part][0] for part in parts)
        told = [f"{'; '.join(called)}.", *self.within(within, shown, language)]
        return Crop(png=png, alt=" ".join(told), width=width, height=height, places=tuple(within))

    def _two(self, between: Between, language: str) -> tuple[P, P]:
        """Return what is shown before and after."""
        return self.shown(between.before, language, (), ()), self.shown(between.after, language, (), between.events)

    def _crop(self, picture: Drawn, was: P, shown: P, language: str) -> Crop:
        png, (width, height), changes = picture
        alt = self.told_of(changes, was, shown, language)
        return Crop(png=png, alt=alt, width=width, height=height, places=tuple(change.id for change in changes))
