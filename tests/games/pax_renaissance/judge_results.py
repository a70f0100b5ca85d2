"""What must have come of an action by the book: regime changes, sales, beheadings, apostasy, sieges, who wins."""

from __future__ import annotations

from typing import Any

from adjudicator import Action
from adjudicator.games.pax_renaissance.facts import EMPIRE, FIRST_CARD, ITEM, NONE, PATRON, PLACE, RELIGION
from adjudicator.games.pax_renaissance.rules.cards import Launch, Sell, SellLaunch
from adjudicator.games.pax_renaissance.rules.pieces import BishopPlaced, Pacify
from adjudicator.games.pax_renaissance.rules.regime import RegimeChanged
from adjudicator.games.pax_renaissance.rules.shots import Accuse
from adjudicator.games.pax_renaissance.rules.targets import Behead, RepressAt, SiegeAt
from tests.games.pax_renaissance.judge_sight import Sight
from tests.games.pax_renaissance.judge_turn import apostates


def results(before: Sight, after: Sight, seat: str, action: Action, events: list[Any]) -> None:
    """Object where an action did something else than the book says."""
    changes = [each for each in events if isinstance(each, RegimeChanged)]
    if len(changes) == 1 and not any(isinstance(each, BishopPlaced) for each in events):
        _regime_changed(before, after, changes[0])
    match action:
        case Sell(card) if ITEM.index[card] < FIRST_CARD:
            _enthroned(before, after, ITEM.index[card], queens=True)
        case Behead(card, target):
            _beheaded(before, after, ITEM.index[card], ITEM.index[target])
        case Launch(card) | SellLaunch(card):
            number = ITEM.index[card]
            shot = ITEM.things[number].one_shot
            assert shot is not None
            if shot.kind == "apostasy":
                sold = isinstance(action, SellLaunch)
                _apostasy(before, after, seat, set(shot.religions), {number} - ({number} if sold else set()), {number})
        case Accuse(one, other):
            _apostasy(before, after, seat, {RELIGION.index[one], RELIGION.index[other]}, set(), set())
        case SiegeAt(place=place):
            assert after.state.places[PLACE.index[place]] == NONE
        case RepressAt(place=place):
            piece, empire = before.state.places[PLACE.index[place]], PLACE.thing(place).empire
            assert after.state.repressed[empire].count(piece) == before.state.repressed[empire].count(piece) + 1
        case Pacify():
            assert _repressed(after) == _repressed(before) - 1
        case _:
            pass


def _repressed(sight: Sight) -> int:
    return sum(map(len, sight.state.repressed))


def _regime_changed(before: Sight, after: Sight, told: RegimeChanged) -> None:
    """Glossary: regime change; R16 for the coronation of a king of one's own."""
    empire, old, new = EMPIRE.index[told.empire], before.state, after.state
    own, throne = old.holder[empire] == told.seat, not old.holder[empire]
    stays = own and told.how == "coronation" and not old.rules.coronation_frees_vassals
    assert new.holder[empire] == told.seat
    suzerain = None if new.suzerain[empire] == NONE else EMPIRE.ids[new.suzerain[empire]]
    assert (told.loser or "", told.republic, told.suzerain) == (old.holder[empire], not after.king(empire), suzerain)
    queens = old.queens[empire] if throne or (own and told.how == "coronation") else []
    crowned = [each for each in new.queens[empire] if each not in old.queens[empire]]
    assert len(crowned) == (told.how == "coronation")
    assert sorted(new.queens[empire]) == sorted([*queens, *crowned])
    assert (empire in after.borne) == (empire in before.borne and (throne or stays))
    assert after.king(empire) != (own and told.how != "coronation" and before.king(empire) and told.how != "campaign")
    if told.how == "campaign":
        assert new.suzerain[empire] != NONE
        assert new.holder[new.suzerain[empire]] == told.seat
    elif stays:
        assert new.suzerain[empire] == old.suzerain[empire]
    else:
        assert new.suzerain[empire] == NONE
        assert new.rows[told.seat][EMPIRE.things[empire].side][-1] == empire
    for vassal in EMPIRE.indexes:
        if old.suzerain[vassal] == empire and not stays:
            assert (new.holder[vassal], new.suzerain[vassal]) == ("", NONE), f"{EMPIRE.ids[vassal]} is no vassal more"
            assert new.queens[vassal] == old.queens[vassal]


def _enthroned(before: Sight, after: Sight, empire: int, *, queens: bool) -> None:
    """A square is back on its throne with its vassals, bishop and repressed pieces, as king (Glossary: discard a)."""
    old, new = before.state, after.state
    assert new.holder[empire] == ""
    assert after.king(empire)
    assert new.queens[empire] == (old.queens[empire] if queens else [])
    assert new.repressed[empire] == old.repressed[empire]
    assert (empire in after.borne) == (empire in before.borne)
    for vassal in EMPIRE.indexes:
        if old.suzerain[vassal] == empire:
            assert new.holder[vassal] == ""
            assert new.queens[vassal] == old.queens[vassal]


def _beheaded(before: Sight, after: Sight, card: int, target: int) -> None:
    """F3; who beheads a square dies too (F3a), a queen's death leaves the king where he is."""
    assert not after.owner(target)
    if target < FIRST_CARD:
        _enthroned(before, after, target, queens=False)
        assert not after.owner(card), "the assassin lives"
        return
    assert target in after.state.discarded
    assert target not in after.borne
    assert after.owner(card), "beheading a card costs nothing"
    if target in before.king_of:
        king = before.king_of[target]
        assert after.state.holder[king] == before.state.holder[king]


def _apostasy(before: Sight, after: Sight, seat: str, religions: set[int], more: set[int], played: set[int]) -> None:
    """K3: who has both loses all that shows either; couples go to their thrones married, suzerains lose vassals."""
    guilty = apostates(before, religions, seat, more, played - more)
    for owner, held in before.tableau.items():
        lost = {each for each in held if owner in guilty and religions & {*before.prestige_of(each)}}
        couples = {member for each in lost for member in before.couple(each)}
        vassals = {each for each in held if before.column(each) in couples and before.column(each) != each}
        for item in held - played:
            gone = item in lost | couples | vassals
            assert (after.owner(item) == owner) != gone, f"{ITEM.ids[item]} of {owner}: {religions}"
            if gone and item in before.king_of:
                assert after.king_of.get(item) == before.king_of[item], f"{ITEM.ids[item]} is a widow"


def winners_by_patrons(sight: Sight) -> set[str]:
    """Most patron prestige, then most florins; what is still equal is shared (L2a, L2b)."""
    rank = {each: (sight.prestige(each)[PATRON], sight.state.florins[each]) for each in sight.seats}
    return {each for each in rank if rank[each] == max(rank.values())}
