"""Boards of maps: a game declares places, lands, markers and panels, and gets its picture, its sketch and its words.

The plan (`atlas`) is data: frames with projections, outlines, places, roads, boxes of panels. A `ViewBoard` says what
things are called and what lies where (`markers`); `panels` has the usual ones in a line each. What a game draws in its
own way it builds from `signs`, `plates`, `tracks`, `cards` and `legend`, in the colours of `palette`.
"""

from adjudicator.pictures.maps.arrows import Arrow
from adjudicator.pictures.maps.atlas import Atlas, Outlines, read_atlas, read_outlines
from adjudicator.pictures.maps.board import MapBoard
from adjudicator.pictures.maps.declared import Named, Panel
from adjudicator.pictures.maps.highlights import Change, changes_of
from adjudicator.pictures.maps.legend import arrow_entry
from adjudicator.pictures.maps.lettering import Label
from adjudicator.pictures.maps.markers import Marker
from adjudicator.pictures.maps.palette import BASE, SideColours, side
from adjudicator.pictures.maps.panels import card_panel, hand_panel, header_panel, legend_panel, note_panel, track_panel
from adjudicator.pictures.maps.views import BoardView, NamedBoard, ViewBoard

__all__ = [
    "BASE",
    "Arrow",
    "Atlas",
    "BoardView",
    "Change",
    "Label",
    "MapBoard",
    "Marker",
    "Named",
    "NamedBoard",
    "Outlines",
    "Panel",
    "SideColours",
    "ViewBoard",
    "arrow_entry",
    "card_panel",
    "changes_of",
    "hand_panel",
    "header_panel",
    "legend_panel",
    "note_panel",
    "read_atlas",
    "read_outlines",
    "side",
    "track_panel",
]
