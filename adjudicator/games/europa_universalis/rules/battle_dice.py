"""Battle actions, dice and hits (R8.04, R9.42-R9.44), and what military ideas do before the first round (R9.41)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Asking, Asks, Frames, Play, Question, Refusal, choice, derive, word
from adjudicator.components import Code, bits

from ..content import Act, Content, Face, TitleFace
from ..effects import ExtraDice, FewerLeaderDice, OpeningRoll
from ..facts import NONE, SeatId
from ..slots import ACT, CARD, IDEA, TITLE, ActId, IdeaId, TitleId
from ..state import Side, State, Units
from .battles import SIDES, OfSide, SideId, battle_ends, face_dice, hunted, other, side, strength_of, the_battle, whose
from .book import OfCard, OfSeat, step
from .casualties import captures, losses, wounds
from .decks import may_hold
from .marriages import MUSLIM
from .purse import clockwise, lacks, pay
from .retreats import retreats
from .units import UNITS, UnitId, add, strength

BASE: Final = 3
HITS: Final[dict[UnitId, tuple[Face, ...]]] = {
    "infantry": ("inf", "inf_outlined"),
    "cavalry": ("cav", "cav_outlined"),
    "artillery": ("art", "art_outlined"),
}
OUTLINED: Final[tuple[Face, ...]] = ("inf_outlined", "cav_outlined", "art_outlined")


class DiceRolled(OfSide, frozen=True, tag="dice_rolled", rule="R9.43"):
    """A side rolled its battle dice; `hits`: those that count."""

    faces: tuple[str, ...]
    hits: int


class BattleActionPlayed(OfSeat, frozen=True, tag="battle_action_played", rule="R8.04"):
    """A battle action was used: a card, or an act of a display card."""

    title: TitleId
    act: ActId = ""


class IdeaInBattle(OfSeat, frozen=True, tag="idea_in_battle", rule="R9.41"):
    """A military idea took effect."""

    idea: IdeaId


class UseInBattle(OfCard, frozen=True, tag="use_in_battle"):
    """Use a battle action: a card of the hand, or an act of a display card; dice of any colour by colour. R9.42."""

    act: ActId = ""
    infantry: int = 0
    cavalry: int = 0
    artillery: int = 0


class OfColour(Action, frozen=True):
    """An action that names a colour of dice."""

    colour: UnitId


TakeDie = derive(OfColour, "take_die", "Which die the enemy's leader does not give. R9.41.")
BaseDice = derive(OfColour, "base_dice", "Whether the three base dice are cavalry's. R9.43.")


NoMore = word("no_more", "Use no further battle action in this round. R9.42.")
battle_card_not_held = Code("R9.42", card=CARD)
no_battle_action = Code("R9.42", card=CARD)
used_already = Code("R8.04", title=TITLE)
wrong_dice = Code("R8.04", n=int, most=int)
no_charge = Code("R8.03", title=TITLE)
needs_leader = Code("R8.04", title=TITLE)

BATTLE_ACTION: Final = Question("battle_action", "R9.42", UseInBattle, NoMore, default=NoMore(), interrupts=True)
TAKEN_DIE: Final = choice("taken_die", "R9.41", TakeDie, interrupts=True)
BASE_DICE: Final = choice("base_dice", "R9.43", BaseDice, interrupts=True)


@step("R9.41")
def military_ideas(play: Play[State], which: SideId) -> Frames:
    """Apply the ideas of a side's main player before the first round, and add the base dice."""
    state, own, battle = play.state, side(play.state, which), the_battle(play.state)
    if not own.seats:
        add(own.dice, "infantry" if battle.area != NONE else "artillery", BASE)
        return []
    seat, frames = own.seats[0], [base_dice(which)]
    drills = list[IdeaId]()
    for idea in bits(state.led[seat].ideas) if battle.area != NONE else ():
        for bonus in play.content.bonuses(1 << idea, FewerLeaderDice | OpeningRoll):
            if isinstance(bonus, FewerLeaderDice):
                drills += [IDEA.ids[idea]] * bonus.n
            elif strength(state, seat, battle.area).cavalry >= bonus.units:
                frames.append(charge(which, IDEA.ids[idea], bonus.cavalry))
    return [*([drilled(which, drills)] if drills else []), *frames]


@step("R9.43")
def base_dice(play: Play[State], which: SideId) -> Asks:
    """Take base dice: three for infantry on land, for artillery at sea.

    Muslims may take cavalry dice instead.
    """
    battle, seat = the_battle(play.state), side(play.state, which).seats[0]
    colours: list[UnitId] = ["infantry"] if battle.area != NONE else ["artillery"]
    muslim = play.state.led[seat].religion == MUSLIM
    if muslim and battle.area != NONE:
        colours.append("cavalry")
    answer = yield BASE_DICE(seat, [BaseDice(colour) for colour in colours])
    add(side(play.state, which).dice, answer.colour, BASE)


@step("R9.41")
def drilled(play: Play[State], which: SideId, ideas: list[IdeaId], gone: list[UnitId] | None = None) -> Asking:
    """Take away a die of the enemy's leader for each of these ideas (military drill), while there are any."""
    enemy, taken = side(play.state, other(which)), gone or []
    if enemy.leader == NONE:
        return None
    given = face_dice(play.content, enemy.leader)
    held = {unit: getattr(given, unit) + (given.any if unit == "infantry" else 0) for unit in UNITS}
    colours = [each for each, n in held.items() if n > taken.count(each)]
    if not colours:
        return None
    seat = side(play.state, which).seats[0]
    answer = yield TAKEN_DIE(seat, [TakeDie(colour) for colour in colours])
    add(side(play.state, other(which)).dice, answer.colour, -1)
    play.emit(IdeaInBattle(seat, ideas[0]))
    return [drilled(which, ideas[1:], [*taken, answer.colour])] if ideas[1:] else None


@step("R9.41")
def charge(play: Play[State], which: SideId, idea: IdeaId, n: int) -> Frames:
    """Roll cavalry dice before the first round (noble knights).

    Their hits are losses at once.
    """
    play.emit(IdeaInBattle(side(play.state, which).seats[0], idea))
    return [losses(other(which), roll(play, which, Units(0, n)))]


@step("R9.40")
def battle_round(play: Play[State]) -> Frames:
    """Return the frames of a round, if both sides have units.

    A round has battle actions, dice, losses, wounds and captures, and retreats; then the next round follows.
    """
    state = play.state
    if not (strength_of(state, "attackers") and strength_of(state, "defenders")):
        return [battle_ends()]
    for own in (the_battle(state).attackers, the_battle(state).defenders):
        own.used = own.used_acts = own.lost = own.outlined = 0
        own.sunk = []
    return [battle_actions("attackers"), battle_actions("defenders"), both_roll()]


def battle_face(content: Content, card: int, act: str) -> Act | TitleFace | None:
    """Return the card, or the act of a display card, that is a battle action; None if it is none (R8.04)."""
    face = content.titles[content.title_of(card)]
    if act:
        return next((each for each in face.acts if each.id == act and each.kind == "battle_action"), None)
    return face if face.kind == "battle_action" else None


def used(own: Side, title: str, act: str) -> bool:
    """Return whether a side had use of a battle action in this round already: the card, or this act of it (R8.04)."""
    return bool(own.used_acts >> ACT.index[act] & 1 if act else own.used >> TITLE.index[title] & 1)


def _refused(state: State, which: SideId, seat: str, content: Content, action: UseInBattle) -> Refusal | None:
    own, card = side(state, which), CARD.number(action.card)
    shown = next((each for each in state.led[seat].display if each.card == card), None)
    if (shown is None) if action.act else (card not in state.led[seat].hand):
        return battle_card_not_held(card=action.card)
    found, title = battle_face(content, card, action.act), content.title_of(card)
    if found is None:
        return no_battle_action(card=action.card)
    if used(own, title, action.act):
        return used_already(title=title)
    if isinstance(found, TitleFace) and found.leader and own.leader == NONE:
        return needs_leader(title=title)
    if shown is not None and action.act and shown.charges < found.uses:
        return no_charge(title=title)
    n, most = free_dice(found)
    given = Units(action.infantry, action.cavalry, action.artillery)
    colours = (given.infantry, given.cavalry, given.artillery)
    if min(colours) < 0 or max(colours) > most or given.all != n:
        return wrong_dice(n=n, most=most)
    return lacks(state, seat, mil=found.cost, ducats=found.ducats)


def free_dice(found: Act | TitleFace) -> tuple[int, int]:
    """Return how many dice of any colour a battle action gives, and how many of one colour at most."""
    dice = dice_of(found)
    n = sum(each.any for each in dice)
    return n, min([n, *(each.same for each in dice if each.same)])


def dice_of(found: Act | TitleFace) -> list[ExtraDice]:
    """Return the dice that a battle action gives."""
    return [each for each in found.dice if isinstance(each, ExtraDice)]


def ways_to_use(state: State, seat: str, content: Content) -> Iterator[UseInBattle]:
    """Yield the battle actions that a seat has, with all ways to choose dice, whatever they cost."""
    own = state.led[seat]
    acts = [(card, "") for card in own.hand]
    for each in own.display:
        acts += [(each.card, act.id) for act in content.titles[content.title_of(each.card)].acts]
    for card, act in acts:
        found = battle_face(content, card, act)
        if found is None:
            continue
        n, _ = free_dice(found)
        for infantry in range(n + 1):
            for cavalry in range(n + 1 - infantry):
                yield UseInBattle(CARD.ids[card], act, infantry, cavalry, n - infantry - cavalry)


@step("R9.42")
def battle_actions(play: Play[State], which: SideId) -> Frames:
    """Let the main player of a side use battle actions; the attacker uses all of theirs first.

    With an optional rule all others may lend battle actions to realms that nobody plays (R20.03).
    """
    state, battle = play.state, the_battle(play.state)
    seats = side(state, which).seats[:1]
    if not seats and state.rules.all_lend_battle_actions and side(state, which).realms:
        first = state.turn.active or state.first
        fighting = (*battle.attackers.seats, *battle.defenders.seats)
        seats = [each for each in clockwise(state, first) if each not in fighting]
    return [uses_actions(which, seat) for seat in seats]


@step("R9.42")
def uses_actions(play: Play[State], which: SideId, seat: SeatId) -> Asking:
    """Let a seat use battle actions, one after the other, as long as it may have one for all that everybody knows."""
    state, content = play.state, play.content
    offers = [NoMore(), *ways_to_use(state, seat, content)]
    on_display = (offer for offer in offers if isinstance(offer, UseInBattle) and offer.act)
    if not may_hold(state, seat, content, "battle") and all(
        _refused(state, which, seat, content, each) for each in on_display
    ):
        return None
    answer = yield BATTLE_ACTION(seat, offers, lambda action: _refused(state, which, seat, content, action))
    if isinstance(answer, NoMore):
        return None
    own, card, led = side(play.state, which), CARD.index[answer.card], play.state.led[seat]
    found = battle_face(content, card, answer.act)
    assert found is not None
    pay(play, seat, mil=found.cost, ducats=found.ducats)
    if answer.act:
        own.used_acts |= 1 << ACT.index[answer.act]
    else:
        own.used |= 1 << TITLE.index[content.title_of(card)]
    play.emit(BattleActionPlayed(seat, content.title_of(card), answer.act))
    for each in dice_of(found):
        for colour in UNITS:
            add(own.dice, colour, getattr(each, colour))
    for colour in UNITS:
        add(own.dice, colour, getattr(answer, colour))
    shown = next((each for each in led.display if each.card == card), None)
    if answer.act and shown is not None:
        shown.charges -= found.uses
    if not answer.act or (shown is not None and not shown.charges):
        (led.hand.remove(card) if not answer.act else led.display.remove(shown))  # type: ignore[arg-type]
        play.state.decks[CARD.things[card].deck].discards.append(card)
    return [uses_actions(which, seat)]


@step("R9.43")
def both_roll(play: Play[State]) -> Frames:
    """Roll the dice of both sides together.

    Losses, wounds and captures follow, and perhaps another round.
    """
    attack, defence = (roll(play, which, side(play.state, which).dice) for which in SIDES)
    lost = [losses("defenders", attack), losses("attackers", defence)]
    return [*lost, wounds(), captures(), retreats(), next_round()]


@step("R9.40")
def next_round(play: Play[State]) -> Frames:
    """Begin another round, if both sides are still there."""
    the_battle(play.state).round += 1
    return [battle_round()]


def units_of_side(state: State, which: SideId) -> Units:
    """Return the land units of a side by type.

    Those of realms that nobody plays and of rebels are infantry (R9.44).
    """
    own, found = side(state, which), Units()
    for seat in own.seats:
        units = strength(state, seat, the_battle(state).area)
        for unit in UNITS:
            add(found, unit, getattr(units, unit))
    found.infantry += own.units + own.rebels + own.imperial
    return found


def roll(play: Play[State], which: SideId, dice: Units) -> int:
    """Roll dice for a side and return the hits that count (R9.44).

    Outlined faces are noted for wounds and captures.
    """
    state, content, own = play.state, play.content, side(play.state, which)
    faces: list[Face] = []
    for colour in UNITS:
        printed, n = getattr(content.dice, colour), getattr(dice, colour)
        if n:
            faces += [printed[each - 1] for each in play.roll("battle", n, len(printed), side=which, colour=colour)]
    own.outlined = sum(face in OUTLINED for face in faces)
    twice = bool(own.seats) and content.permits(state.led[own.seats[0]].ideas, "outlined_infantry")
    hits = _hits(state, which, faces, twice=twice)
    play.emit(DiceRolled(*whose(state, which), tuple(faces), hits, node=hunted(the_battle(state))))
    return hits


def _hits(state: State, which: SideId, faces: list[Face], *, twice: bool) -> int:
    if the_battle(state).area == NONE:
        own = side(state, which)
        heavy = sum(
            led.fleet.heavy + led.fleet.damaged
            for seat, led in state.led.items()
            if seat in own.seats and led.fleet.zone == the_battle(state).zone
        )
        return min(strength_of(state, which), sum(face in HITS["artillery"] for face in faces)) + heavy
    units, found = units_of_side(state, which), 0
    for unit in UNITS:
        icons = sum(face in HITS[unit] for face in faces)
        icons += faces.count("inf_outlined") if twice and unit == "infantry" else 0
        found += min(getattr(units, unit), icons)
    return found
