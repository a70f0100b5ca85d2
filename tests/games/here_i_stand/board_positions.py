"""Positions of Here I Stand for pictures: the start, one with something of everything, and one with too much of it."""

from __future__ import annotations

from adjudicator.components.bits import mask_of
from adjudicator.games.here_i_stand.facts import (
    CARD,
    COLONY,
    DEBATER,
    ELECTORATE,
    LEADER,
    LOCATION,
    OWNER,
    POWER,
    SPACE,
    ZONE,
)
from adjudicator.games.here_i_stand.game import GAME
from adjudicator.games.here_i_stand.house_rules import house_rules
from adjudicator.games.here_i_stand.rules import table
from adjudicator.games.here_i_stand.setup import initial_state
from adjudicator.games.here_i_stand.state import ForeignWar, Impulse, LeaderState, Siege, State
from adjudicator.kernel.beginning import set_up


def start() -> State:
    """The set-up of 1517."""
    return initial_state(house_rules(set_up(GAME, seed=b"board").header.options))


def places(*ids: str) -> int:
    return mask_of(map(LOCATION.index.__getitem__, ids))


def crowded() -> State:
    """The Hapsburgs besiege Metz; everything that can lie on the board lies somewhere."""
    state = start()
    state.turn, state.impulse = 5, Impulse("hapsburg")
    table.set_controller(state, "wittenberg", "protestant")
    state.protestant = places("wittenberg", "leipzig", "zurich", "geneva", "london", "brandenburg")
    state.unrest = places("leipzig", "cordoba", "nuremberg")
    state.universities = places("vienna", "cologne")
    state.fortresses, state.havens = places("mohacs"), places("oran")
    state.reformers = {"luther": "wittenberg", "zwingli": "zurich", "calvin": "geneva"}
    table.add(state, "metz", "hapsburg", {"regulars": 4, "mercenaries": 2})
    state.forces["metz"][0].inside = True
    state.sieges = {"metz": Siege("hapsburg", fresh=False)}
    table.put_leader(state, "duke_of_alva", LeaderState("metz"))
    table.put_leader(state, "montmorency", LeaderState("", captor="hapsburg"))
    table.add(state, "barbary_coast", "ottoman", {"squadrons": 2, "corsairs": 3})
    table.add(state, "gulf_of_lyon", "genoa", {"squadrons": 1}, lent_to="france")
    state.pirated = places("barbary_coast")
    state.minors = {"venice": "france", "hungary_bohemia": "hapsburg"}
    table.set_war(state, "hapsburg", "ottoman")
    table.set_alliance(state, "england", "hapsburg")
    state.league, state.jesuits, state.barbary = True, True, True
    state.piracy, state.chateaux, state.st_peters, state.st_peters_vp = 3, 2, 4, 1
    state.new_testament, state.full_bible = {"german": 6, "french": 2}, {"german": 10}
    state.wife, state.edward = "jane_seymour", "healthy"
    state.debaters = mask_of(each.index for each in DEBATER if each.turn <= 5)
    state.committed, state.banned = 1 << DEBATER.number("eck"), 1 << DEBATER.number("bucer")
    state.colonies = 1 << COLONY.number("cuba") | 1 << COLONY.number("roanoke")
    state.discoveries, state.conquests = {"amazon": "hapsburg", "great_lakes": "france"}, {"aztec": "hapsburg"}
    state.voyages = 1 << POWER.index["england"]
    state.foreign_wars = [ForeignWar(CARD.number("war_in_persia"), 3, regulars=4, cavalry=1)]
    state.powers["papacy"].excommunicated = False
    state.powers["france"].excommunicated, state.powers["france"].fewer = True, 1
    state.lost_ships = {"hapsburg": 2}
    return state


def heaped() -> State:
    """More than there is room for, everywhere."""
    state = crowded()
    for at in LOCATION.ids:
        for owner in OWNER.ids:
            table.add(state, at, owner, {"regulars": 12, "mercenaries": 11, "squadrons": 3, "corsairs": 2})
    for each in LEADER.ids:
        table.put_leader(state, each, LeaderState("mainz"))
    state.unrest = state.universities = state.havens = SPACE.mask
    state.sieges = {at: Siege("france") for at in SPACE.ids}
    state.reformers = dict.fromkeys(("luther", "zwingli", "calvin", "cranmer"), "mainz")
    state.debaters = state.committed = mask_of(DEBATER.indexes)
    state.display = dict.fromkeys(ELECTORATE.ids, 2)
    state.full_bible = dict.fromkeys(ZONE.ids[:3], 10)
    for one in POWER.ids:
        state.powers[one].excommunicated = True
        state.powers[one].bonus = state.powers[one].war_winner = state.powers[one].fewer = 3
        state.lost_ships = {**state.lost_ships, one: 5}
        state.burnt_vp = {**state.burnt_vp, one: 4}
        for two in OWNER.ids:
            if one != two:
                table.set_war(state, one, two)
                if two in POWER:
                    table.set_alliance(state, one, two)
    state.colonies = mask_of(COLONY.indexes)
    return state
