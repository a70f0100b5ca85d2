"""A small board as a game declares it: six lands, two sides, a track, a hand, a legend."""

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.kernel.events import Event
from adjudicator.pictures.maps import (
    BoardView,
    Marker,
    Named,
    Panel,
    ViewBoard,
    card_panel,
    header_panel,
    legend_panel,
    read_atlas,
    side,
    track_panel,
)

PLAN = """
size: [800, 560]
panels: {header: [8, 6, 784, 34], score: [8, 464, 380, 88], hand: [396, 464, 190, 88], key: [594, 464, 198, 88]}
frames:
  isles: {rect: [8, 46, 784, 410], title_box: [600, 12, 772, 46], water_names: [{name: sound, xy: [640, 330]}]}
places:
  north: {frame: isles, xy: [190, 95]}
  fells: {frame: isles, xy: [330, 110]}
  moor: {frame: isles, xy: [225, 215]}
  downs: {frame: isles, xy: [370, 240], shape: square}
  cape: {frame: isles, xy: [260, 335]}
  holm: {frame: isles, xy: [610, 200]}
roads: [[north, moor], [north, fells], [fells, downs], [moor, cape], [downs, cape], [cape, holm]]
bends: [{frame: isles, from: cape, to: holm, points: [[500, 350]]}]
outlines:
  isles:
    areas:
      north: [[[110, 60], [250, 30], [260, 150], [125, 165]]]
      fells: [[[250, 30], [410, 60], [440, 165], [260, 150]]]
      moor: [[[125, 165], [260, 150], [290, 275], [133, 270]]]
      downs: [[[260, 150], [440, 165], [450, 200], [440, 300], [290, 275]]]
      cape: [[[133, 270], [290, 275], [440, 300], [320, 400], [190, 370]]]
      holm: [[[550, 150], [640, 130], [690, 200], [650, 270], [560, 250]]]
"""
RUSSIAN = {
    "red": "Красные", "blue": "Синие", "isles": "Острова", "sound": "Пролив", "north": "Север", "fells": "Взгорье",
    "moor": "Пустошь", "downs": "Холмы", "cape": "Мыс", "holm": "Остров", "score": "Очки", "hand": "Карты",
    "key": "Знаки",
}  # fmt: skip


class View(Struct, frozen=True):
    """Who holds a land with how many armies; the score; the seat's own cards."""

    turn: int
    lands: dict[str, tuple[str, int]] = {}
    points: dict[str, int] = {}
    hand: tuple[str, ...] = ()


class Taken(Event, frozen=True, tag="taken", by="side", touches=("lands",)):
    """A side took some lands."""

    side: str | None
    lands: tuple[str, ...]


class Isles(ViewBoard[View]):
    def name(self, kind: Named, id: str, language: str) -> str:
        name = RUSSIAN[id] if language == "ru" else id.capitalize()
        return name[0] if kind == "letter" else name

    def title(self, shown: BoardView[View], language: str) -> str:
        return f"{self.name('frame', 'isles', language)} · {shown.view.turn}"

    def marks(self, shown: BoardView[View]) -> list[Marker]:
        return [Marker(place=land, side=by, text=str(armies)) for land, (by, armies) in shown.view.lands.items()]

    def held(self, shown: BoardView[View]) -> dict[str, str]:
        return {land: by for land, (by, _) in shown.view.lands.items()}

    def panels(self) -> Iterator[Panel[BoardView[View]]]:
        yield header_panel(self, "header")
        yield track_panel(self, "score", 0, 12, lambda shown: shown.view.points)
        yield card_panel(self, "hand", lambda shown, language: shown.view.hand)
        yield legend_panel(self, "key")


SIDES = {"red": side("#a23716", ringed=True), "blue": side("#15649e")}
BOARD = Isles(read_atlas(PLAN), SIDES)
SPACIOUS = Isles(read_atlas(PLAN.replace("size: [800, 560]", "size: [1600, 560]")), SIDES)
"""The same beside much else."""
