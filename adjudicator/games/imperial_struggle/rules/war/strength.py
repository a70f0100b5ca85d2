"""Rules 7.1.3 and 7.1.4: bonus strength, total strength, who wins a theatre and by how much."""

from msgspec import Struct

from adjudicator import Event, Frames, Play

from ...components import KeywordId, MinistryId, SideEvent, SideId, TheatreId
from ...fact_types import BRITAIN, MINISTRY, NONE, SIDES, WAR_TILE, Theatre
from ...facts import FACTS
from ...state import ResolvedTheatre, State, opponent
from ..book import next_theatre, step
from ..ministries.cards import has_keyword, turn_up
from .progress import progress, spaces_in, theatre_of, tiles_of
from .spoils import spoils, take_spoils


class Strength(Struct, frozen=True):
    """The strength of a side at a theatre (7.1.1, 7.1.3).

    ``army``: its War tiles, Atlantic Dominance and Byng included. The rest counts 1 each: alliances, keywords of
    face-up ministries, conflict markers under opposing flags, undamaged forts, squadrons.
    """

    army: int
    alliances: int = 0
    keywords: int = 0
    conflicts: int = 0
    forts: int = 0
    squadrons: int = 0

    @property
    def bonus(self) -> int:
        """Bonus strength, which the map and the ministries give (7.1.3)."""
        return self.alliances + self.keywords + self.conflicts + self.forts + self.squadrons

    @property
    def total(self) -> int:
        """Theatre strength (7.1.4)."""
        return self.army + self.bonus


class KeywordShown(SideEvent, frozen=True, tag="keyword_shown", rule="7.1.3"):
    """A face-down ministry was turned up for the keyword that a theatre lists (3.5, option ``ministry_reveal``)."""

    ministry: MinistryId
    keyword: KeywordId


class TheatreResolved(Event, frozen=True, tag="theatre_resolved", rule="7.1.4"):
    """Strengths were compared (7.1.4). ``winner`` "" is a tie; ``max_spoils``: the most the theatre can give."""

    theater: int
    id: TheatreId
    france: Strength
    britain: Strength
    margin: int
    winner: SideId = ""
    max_spoils: bool = False


@step("7.1.4")
def theatre_strength(play: Play[State]) -> Frames:
    """Compare both strengths; the winner's spoils follow (7.2).

    A tie gives nothing.
    """
    state, theatre = play.state, theatre_of(play.state)
    _show_keywords(play, theatre)
    france, britain = strength(state, 0), strength(state, 1)
    lead = france.total - britain.total
    winner, margin = (NONE, 0) if lead == 0 else (0 if lead > 0 else 1, abs(lead))
    most = winner != NONE and margin >= theatre.max_spoils_margin[winner]
    counted = conflicts_for(state, theatre, 0) | conflicts_for(state, theatre, 1)
    progress(state).resolved.append(ResolvedTheatre(state.theatre, winner, margin, most, counted))
    name = SIDES[winner] if winner != NONE else ""
    play.emit(TheatreResolved(state.theatre, theatre.id, france, britain, margin, name, most))
    if winner == NONE:
        return [next_theatre()]
    take_spoils(play, winner, margin)
    return [spoils()]


def strength(state: State, side: int) -> Strength:
    """Return what a side has at the current theatre."""
    theatre = theatre_of(state)
    dotted = FACTS.by_war[theatre.war]
    army = sum(WAR_TILE.things[tile].strength for tile in tiles_of(state, side))
    if side == BRITAIN and state.byng_theatre == state.theatre:
        army += WAR_TILE.thing("byng").strength
    forts = state.flags[side] & ~state.damaged & FACTS.fort & dotted & spaces_in(theatre.fort_regions)
    squadrons = state.squadrons[side] & dotted & spaces_in(theatre.squadron_regions)
    return Strength(
        army=army,
        alliances=(state.flags[side] & theatre.alliances & ~state.conflicts).bit_count(),
        keywords=sum(has_keyword(state, side, keyword) for keyword in theatre.keywords),
        conflicts=conflicts_for(state, theatre, side).bit_count(),
        forts=forts.bit_count(),
        squadrons=squadrons.bit_count(),
    )


def conflicts_for(state: State, theatre: Theatre, side: int) -> int:
    """Return the conflict markers that give a side strength.

    They are under the other side's flags in the listed regions, or with an option only on the listed alliances (R-06).
    A Spanish flag names nobody's opponent (R-72).
    """
    markers = state.conflicts & state.flags[opponent(side)]
    if state.options.conflict_strength == "alliances_only":
        return markers & theatre.alliances
    return markers & spaces_in(theatre.conflict_regions)


def _show_keywords(play: Play[State], theatre: Theatre) -> None:
    """Turn a card up when its keyword counts, not before, with the option ``strict_ru`` (R-05)."""
    state, cards = play.state, MINISTRY.things
    if state.options.ministry_reveal != "strict_ru":
        return
    for keyword in theatre.keywords:
        for side, name in enumerate(SIDES):
            held = next((h for h in state.ministries[side] if keyword in cards[h.card - 1].keywords), None)
            if held is not None and not has_keyword(state, side, keyword):
                turn_up(play, side, [held.card])
                play.emit(KeywordShown(name, f"m{held.card}", keyword))
