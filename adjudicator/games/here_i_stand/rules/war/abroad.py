"""Foreign wars (21.7): which units go, the battle on the card, the way home."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta

from adjudicator import FIRST, Action, Asking, Frames, Play, Question, Refusal, word
from adjudicator.components import Code

from ...facts import CARD, LEADER, LOCATION, SPACE, WAR_CARD, CardId, LeaderId, PowerId, SpaceId
from ...state import Battle, Force, ForeignWar, LeaderState, State
from .. import table
from ..book import Choices, OfCard, OfLeader, PowerEvent, asking, step
from ..building import FIELD, LandUnit
from ..dealing import ReturnTo, home_spaces
from ..spending import CpDeed
from . import battle, formations, sides, sieges


class WarOpened(PowerEvent, frozen=True, tag="war_opened", rule="21.7"):
    """A foreign war of a power began."""

    card: CardId
    foreign: int


class WentAbroad(PowerEvent, frozen=True, tag="went_abroad", rule="21.7", touches=("space",)):
    """Units of a power went to its foreign war."""

    card: CardId
    space: SpaceId
    unit: LandUnit
    count: int


class LeaderAbroad(PowerEvent, frozen=True, tag="leader_abroad", rule="21.7"):
    """A leader went to a foreign war."""

    card: CardId
    leader: LeaderId


class AbroadFought(PowerEvent, frozen=True, tag="abroad_fought", rule="21.7"):
    """A battle of a foreign war is over; what is left on both sides."""

    card: CardId
    own: int
    foreign: int


class WarWon(PowerEvent, frozen=True, tag="war_won", rule="21.7", touches=("space",)):
    """A power won a foreign war; its units came home, if there is a home key for them."""

    card: CardId
    space: SpaceId | None


class GaveUnit(PowerEvent, frozen=True, tag="gave_unit", rule="21.7", touches=("space",)):
    """A power removed a unit of its own to make the enemy of a foreign war stronger."""

    space: SpaceId
    unit: LandUnit


no_such_war = Code("21.7", card=CARD)
fought_already = Code("21.7", card=CARD)
nobody_there = Code("21.7", card=CARD)
not_there = Code("21.7", space=SPACE)
too_many = Code("21.7", count=int)
leader_not_free = Code("21.7", leader=LEADER)


# ---- who goes


class SendUnits(Action, frozen=True, tag="send_units"):
    """Send units of this space to the foreign war. 21.7."""

    space: SpaceId
    unit: LandUnit
    count: Annotated[int, Meta(ge=1, le=5)] = 1


class SendAnswers(Choices):
    """The units that go to a foreign war: so many are left to send (21.7)."""

    kind, rule, interrupts = "send_units", "21.7", True
    actions = (SendUnits,)
    card: int
    left: int

    def __init__(self, card: int, left: int) -> None:
        self.card, self.left = card, left

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        stacks = free_stacks(state, seat)
        for at, force in sorted(stacks.items(), key=lambda each: (-table.land(each[1]), LOCATION.index[each[0]])):
            for unit in ("regular", "mercenary", "cavalry"):
                there = getattr(force, FIELD[unit])
                for count in sorted({min(there, self.left), 1} if there else (), reverse=True):
                    yield SendUnits(at, unit, count)

    def against(self, state: State, seat: str, action: Any) -> Refusal | None:
        if action.count > self.left:
            return too_many(count=self.left)
        force = free_stacks(state, seat).get(action.space)
        able = force is not None and getattr(force, FIELD[action.unit]) >= action.count
        return None if able else not_there(space=action.space)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"card": CARD.ids[self.card], "left": self.left}


def free_stacks(state: State, power: str) -> dict[str, Force]:
    """Return the own land units of a power by space, without those that are besieged (21.7)."""
    return {
        at: formations.land_only(each)
        for at, here in table.placed(state)
        if at in SPACE
        for each in here
        if each.owner == power and not each.inside and table.land(each)
    }


def open_war(play: Play[State], card: int, foreign: int) -> Frames:
    """Open a foreign war with so many enemies: the power affected sends units, and perhaps a leader (21.7)."""
    state, terms = play.state, WAR_CARD.root.things[card].war
    assert terms is not None
    state.foreign_wars = [*state.foreign_wars, ForeignWar(card, foreign)]
    play.emit(WarOpened(terms.power, CARD.ids[card], foreign))
    return [sending(terms.power, card), leader_sent(terms.power, card)]


def war_of(state: State, card: int) -> ForeignWar:
    """Return the foreign war of a card."""
    return next(each for each in state.foreign_wars if each.card == card)


@step("21.7")
def sending(play: Play[State], power: PowerId, card: int) -> Asking:
    """Ask for the units that go to a foreign war until they are as many as it demands, or all there are (21.7)."""
    state = play.state
    war = war_of(state, card)
    left = table.terms_of(war).own - table.strength(war)
    if not left or not free_stacks(state, power):
        return []
    answer = yield asking(play, power, SendAnswers(card, left))
    state = play.state
    war = war_of(state, card)
    field = FIELD[answer.unit]
    table.add(state, answer.space, power, {field: -answer.count})
    setattr(war, field, getattr(war, field) + answer.count)
    play.emit(WentAbroad(power, CARD.ids[card], answer.space, answer.unit, answer.count))
    return [sieges.siege_checked(answer.space), sending(power, card)]


class SendLeader(OfLeader, frozen=True, tag="send_leader"):
    """Send this leader to the foreign war. 21.7."""


NoLeader = word("no_leader", "Send no leader, or no more. 21.7.")


class LeaderAnswers(Choices):
    """The leaders who may go to a foreign war (21.7)."""

    kind, rule, interrupts = "send_leader", "21.7", True
    actions = (SendLeader, NoLeader)
    silent = NoLeader

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield NoLeader()
        for leader, _ in table.leaders_of(state):
            yield SendLeader(leader)

    def against(self, state: State, seat: str, action: Any) -> Refusal | None:
        mine = table.leader_power(state, action.leader) == seat and not LEADER.thing(action.leader).naval
        return None if mine and table.free_leader(state, action.leader) else leader_not_free(leader=action.leader)


@step("21.7")
def leader_sent(play: Play[State], power: PowerId, card: int) -> Asking:
    """Ask for a leader who goes to a foreign war: one, or any number if the match has that reading (21.7)."""
    state = play.state
    if not any(
        table.leader_power(state, each) == power and table.free_leader(state, each) and not LEADER.thing(each).naval
        for each in state.leaders
    ):
        return []
    answer = yield asking(play, power, LeaderAnswers())
    if not isinstance(answer, SendLeader):
        return []
    lent = play.state.leaders[answer.leader].lent_to
    table.put_leader(play.state, answer.leader, LeaderState(abroad=card, lent_to=lent))
    play.emit(LeaderAbroad(power, CARD.ids[card], answer.leader))
    return [leader_sent(power, card)] if play.state.rules.foreign_war_leaders == "any" else []


# ---- the battle


class FightForeignWar(OfCard, CpDeed, frozen=True, tag="fight_foreign_war"):
    """Fight a battle of a foreign war. 21.7."""

    row: ClassVar[str] = "foreign_war"

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (cls(CARD.ids[each.card]) for each in table.abroad(state, seat))

    def against(self, state: State, seat: str) -> Refusal | None:
        war = next((each for each in table.abroad(state, seat) if CARD.ids[each.card] == self.card), None)
        if war is None:
            return no_such_war(card=self.card)
        if war.fought:
            return fought_already(card=self.card)
        return None if table.strength(war) else nobody_there(card=self.card)

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        card = CARD.number(self.card)
        war_of(play.state, card).fought = True
        play.state.battle = Battle("abroad", seat, card=card)
        return [battle.battle_begins()]


@step("21.7")
def abroad_decided(play: Play[State]) -> Frames:
    """End a battle of a foreign war: nobody retreats; if no enemy is left the war is won, and all go home (21.7)."""
    state, now = play.state, sides.battle_of(play.state)
    war = war_of(state, now.card)
    own, card = table.strength(war), CARD.ids[now.card]
    play.emit(AbroadFought(now.power, card, own, war.foreign))
    state.battle = None
    return [war_won(now.card)] if own and not war.foreign else []


not_their_home = Code("21.7", space=SPACE)
COME_HOME: Final = Question(
    "come_home", "21.7", ReturnTo, otherwise=not_their_home, default=FIRST, alone="silence", about={"card": CardId}
)


@step("21.7")
def war_won(play: Play[State], card: int) -> Asking:
    """Bring everybody home from a foreign war that is won, for a victory point: a free capital, or a key (21.7)."""
    state = play.state
    war, name = war_of(state, card), CARD.ids[card]
    power = table.terms_of(war).power
    places = home_spaces(state, power, power, free=True)
    home = (yield COME_HOME(power, map(ReturnTo, places), card=name)).space if places else None
    state = play.state
    war = war_of(state, card)
    state.foreign_wars = [each for each in state.foreign_wars if each.card != card]
    if home is not None:
        table.add(state, home, power, {kind: getattr(war, kind) for kind in table.LAND})
    for leader, found in table.leaders_of(state):
        if found.abroad == card:
            there = LeaderState(home, lent_to=found.lent_to) if home else LeaderState(returns=True)
            table.put_leader(state, leader, there)
    state.powers[power].bonus += 1
    put_away(state, card)
    play.emit(WarWon(power, name, home))
    return []


def put_away(state: State, card: int) -> None:
    """Discard the card of a foreign war that is over."""
    if card in state.table:
        state.table = [each for each in state.table if each != card]
        state.discard = [*state.discard, card]


battle.STEPS_OF["abroad"] = abroad_decided


# ---- more Irish


class GiveUp(Action, frozen=True, tag="give_up"):
    """Remove this unit of your own, so that the Irish are four. 21.7."""

    space: SpaceId
    unit: LandUnit


KeepUnit = word("keep_unit", "Remove no unit. 21.7.")
GIVE_UP = Question("give_up", "21.7", GiveUp, KeepUnit, default=KeepUnit(), otherwise=not_there)


@step("21.7")
def more_irish(play: Play[State], power: PowerId, card: int) -> Asking:
    """Ask France or the Hapsburgs whether they remove a unit, so that the Irish are one more (card 93)."""
    state = play.state
    mine = free_stacks(state, power)
    units = [
        GiveUp(at, unit)
        for at in sorted(mine, key=LOCATION.index.__getitem__)
        for unit in ("mercenary", "regular")
        if getattr(mine[at], FIELD[unit])
    ]
    if not units:
        return open_war(play, card, 3)
    answer = yield GIVE_UP(power, [KeepUnit(), *units])
    if isinstance(answer, GiveUp):
        table.add(play.state, answer.space, power, {FIELD[answer.unit]: -1})
        play.emit(GaveUnit(power, answer.space, answer.unit))
        return [sieges.siege_checked(answer.space), *open_war(play, card, 4)]
    return open_war(play, card, 3)
