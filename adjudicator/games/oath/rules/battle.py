"""Fight out a campaign (5.5.3 to 5.5.6): battle plans, dice, the sacrifice that decides, the dead."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Annotated, Any, ClassVar, Final, Literal

from adjudicator import Action, Asking, Choose, Frames, Play, Refusal, ValidatedAnswers, word
from adjudicator.components import Code
from adjudicator.components.bits import bits

from ..facts import BRUTAL, CARD, CHANCELLOR, NONE, SLOT, CardId, Cost, PlayerId, SiteId, SlotId
from ..state import FACE, State
from . import pieces, plans, table
from .book import AtSlot, Fee, OfCard, OfPlayer, SeatEvent, fee_of, in_turn, step
from .plans import Battle, attackers, defenders, defending_boards, marked

HOLLOW: Final = (1, 2, 3)
SWORD: Final = (4, 5)
SKULL: Final = 6
"""Faces of an attack die: three hollow swords, two swords, a skull with two swords."""
SHIELD: Final = (3, 4)
TWO_SHIELDS: Final = 5
DOUBLE: Final = 6
"""Faces of a defense die: two blanks, two shields, two shields on one face, a multiplier."""


class PlanUsed(SeatEvent, frozen=True, tag="plan_used", rule="5.5.3"):
    """A player used a battle plan; the pools are what they are then."""

    card: CardId
    attack: int
    defense: int


class BanditsPlan(SeatEvent, frozen=True, tag="bandits_plan", rule="5.5.3"):
    """Bandits used a battle plan against the player who attacks."""

    card: CardId


class Rolled(SeatEvent, frozen=True, tag="rolled", rule="5.5.4"):
    """Dice of the attack or of the defense were rolled."""

    dice: Literal["attack", "defense"]
    faces: Annotated[tuple[int, ...], FACE]


class Counted(SeatEvent, frozen=True, tag="counted", rule="5.5.5"):
    """The values of attack and defense before a sacrifice; `skulls`: warbands of the attacker that they killed."""

    attack: int
    defense: int
    skulls: int


class Sacrificed(SeatEvent, frozen=True, tag="sacrificed", rule="5.5.5"):
    count: int


class CampaignEnded(SeatEvent, frozen=True, tag="campaign_ended", rule="5.5.5", touches=("slot",), hits=("player",)):
    """A campaign was won or lost by the attacker."""

    player: PlayerId | None
    slot: SlotId
    won: bool
    attack: int
    defense: int
    site: SiteId | None = None


PEACE = CARD.number("vow_of_peace")


@step("5.5.3")
def using(play: Play[State], seat: PlayerId, card: CardId) -> Frames:
    """Use a battle plan that was named with the campaign, unless something forbids it by now."""
    state, number = play.state, CARD.number(card)
    if plans.refused(state, seat, number) is not None:
        return []
    return used(play, seat, number, CHOICES.get(card, (0,))[0])


def used(play: Play[State], seat: str, card: int, count: int = 0) -> Frames:
    """Use a battle plan and tell it."""
    frames = plans.use(play, seat, card, count)
    now = table.fought(play.state)
    play.emit(PlanUsed(seat, CARD.ids[card], now.attack, now.defense))
    return frames


class UsePlan(OfCard, frozen=True, tag="use_plan"):
    """Use a battle plan; with `count` as many dice as it gives a choice of. 5.5.3."""

    count: int = 0

    def fee(self, state: State, seat: str) -> Fee:
        """Return what it costs, with what cards of the enemy add."""
        return fee_of(plans.cost_of(state, seat, CARD.number(self.card)) if state.campaign else Cost())


NoPlan = word("no_plan", "Use no battle plan, or none beyond those. 5.5.3.")


class PlanAnswers(ValidatedAnswers[State]):
    """The battle plans that a player may use now."""

    kind, rule, interrupts = "plans", "5.5.3", True
    actions: ClassVar[tuple[type[Action], ...]] = (UsePlan, NoPlan)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for card in plans.plans_of(state, seat):
            for count in CHOICES.get(CARD.ids[card], (0,)):
                yield UsePlan(CARD.ids[card], count)
        yield NoPlan()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, NoPlan):
            return None
        assert isinstance(action, UsePlan)
        card = CARD.number(action.card)
        if action.card == KINDRED and action.count:
            most = plans.rule_of(state, card).count
            able = most is not None and 0 < action.count <= most(Battle(state, seat))
        else:
            able = action.count in CHOICES.get(action.card, (0,))
        return plans.refused(state, seat, card) if able else plans.plan_condition(card=card)

    def default(self, state: State, seat: str) -> Action:
        """Return a plan that costs nothing, stays, and only helps; else none."""
        for option in self.options(state, seat):
            if isinstance(option, UsePlan) and harmless(state, seat, CARD.number(option.card)):
                return option
        return NoPlan()


class LetPlan(OfPlayer, frozen=True, tag="let_plan"):
    """Let an ally use battle plans before you go on: the defender says who is next. 5.5.3."""


not_next = Code("5.5.3", player=str)
"""Only the defender says who is next, and only of allies who have not been asked."""


class DefensePlanAnswers(PlanAnswers):
    """The same for a defender, who may let allies go first, or for an ally. `later`: who is asked afterwards."""

    kind: ClassVar[str] = "defense_plans"
    actions: ClassVar[tuple[type[Action], ...]] = (UsePlan, LetPlan, NoPlan)

    def __init__(self, later: Sequence[str]) -> None:
        self.later = tuple(later)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        *plans, none = super().candidates(state, seat)
        yield from (*plans, *map(LetPlan, self.later), none)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if not isinstance(action, LetPlan):
            return super().illegality(state, seat, action)
        able = seat == table.fought(state).defender and action.player in self.later and can_plan(state, action.player)
        others = sum(can_plan(state, each) for each in (seat, *self.later)) > 1
        return None if able and others else not_next(player=action.player)


CHOICES: Final = {"mountain_giant": (1, 3)}
"""Battle plans with a choice of how many dice."""
KINDRED: Final = "kindred_warriors"
"""The plan of up to so many dice: without a number they are the most."""


def harmless(state: State, seat: str, card: int) -> bool:
    """Return whether a plan costs nothing and only adds or removes dice for its user."""
    cost, rule = plans.cost_of(state, seat, card), plans.rule_of(state, card)
    free = not (cost.favor or cost.secrets or cost.burn_favor or cost.burn_secrets)
    return free and rule.helps and rule.end is None and rule.used is None and "no_more" not in rule.marks


def can_plan(state: State, seat: str) -> bool:
    """Return whether a player has a battle plan that may be used now."""
    return any(plans.refused(state, seat, each) is None for each in plans.plans_of(state, seat))


@step("5.5.3")
def asked_for_plans(play: Play[State], seat: PlayerId, later: list[PlayerId] | None = None) -> Asking:
    """Ask a player of either side for battle plans, one after the other, and then those of the same side who follow."""
    state, now, later = play.state, play.state.campaign, later or []
    if now is None or now.at_once:
        return []
    answers = PlanAnswers() if seat == now.attacker else DefensePlanAnswers(later)
    answer = yield Choose(seat, in_turn(state, seat, answers), silent=True)
    if isinstance(answer, NoPlan):
        return [asked_for_plans(later[0], later[1:])] if later else []
    if isinstance(answer, LetPlan):
        return [asked_for_plans(answer.player, [seat, *(each for each in later if each != answer.player)])]
    return [*used(play, seat, CARD.number(answer.card), answer.count), asked_for_plans(seat, later)]


@step("5.5.3")
def defending(play: Play[State]) -> Frames:
    """Let the defending side use battle plans; bandits use those without cost.

    The defender is asked first, and names the order of the allies, or lets some go before.
    """
    now = table.fought(play.state)
    if now.at_once:
        return []
    if not now.defender:
        return _bandits(play)
    return [asked_for_plans(now.defender, [ally for ally in now.allies if ally != now.defender])]


def _bandits(play: Play[State]) -> Frames:
    """Let bandits use every plan without cost that they rule (5.5.3)."""
    state, now = play.state, table.fought(play.state)
    found = []
    for slot in SLOT.indexes:
        if state.sites[slot].site != NONE and not table.rulers(state, slot):
            found += [card for card in state.sites[slot].cards if _bandit_plan(state, card)]
    found = [card for card in found if not plans.barred(state, "", card)]
    honor = [card for card in found if card == plans.HONOR]
    frames: list[Any] = []
    for card in honor or found:
        frames += plans.use(play, "", card)
        play.emit(BanditsPlan(now.attacker, CARD.ids[card]))
    return frames


def _bandit_plan(state: State, card: int) -> bool:
    shown = table.face(state, card)
    cost, rule = shown.cost, plans.rule_of(state, card)
    free = not (cost.favor or cost.secrets or cost.burn_favor or cost.burn_secrets)
    if "battle_plan" not in shown.powers or shown.side not in ("defender", "either") or not free:
        return False
    return rule.needs is None or rule.needs(Battle(state, ""))


@step("5.5.4")
def rolling(play: Play[State], seat: PlayerId) -> Frames:
    """Roll the defense dice, then the attack dice, unless a plan has ended the campaign (5.5.4, 5.5.5)."""
    state, now = play.state, table.fought(play.state)
    if now.at_once:
        return []
    if marked(state, "halved"):
        now.attack //= 2
    return [dice_rolled("defense"), dice_rolled("attack"), counting(seat)]


@step("5.5.4")
def dice_rolled(play: Play[State], dice: Literal["attack", "defense"]) -> Frames:
    """Roll the dice of one side, and let powers react to them."""
    now = table.fought(play.state)
    roll(play, dice, now.attack if dice == "attack" else now.defense)
    return [*chain.from_iterable(rule(play, dice) for rule in AFTER_ROLL)]


def roll(play: Play[State], dice: Literal["attack", "defense"], count: int) -> None:
    """Roll dice of the attack or of the defense, for the first time or again."""
    now = table.fought(play.state)
    faces = play.roll(dice, count, 6) if count else []
    if dice == "attack":
        now.swords = faces
    else:
        now.shields = faces
    seat = now.attacker if dice == "attack" or not now.defender else now.defender
    play.emit(Rolled(seat, dice, tuple(faces)))


AFTER_ROLL: Final[list[Any]] = []
"""Reactions to dice that were rolled (Jinx): called with the play and whose dice they are, they return frames."""


@step("5.5.5")
def counting(play: Play[State], seat: PlayerId) -> Frames:
    """Count both values, kill for skulls, and ask for a sacrifice where it can decide."""
    state, now = play.state, table.fought(play.state)
    now.value = defense_value(state)
    skulls = 0 if marked(state, "own_skulls", of="attacker") else sum(sword == SKULL for sword in now.swords)
    skulls *= 2 if marked(state, "doubled") else 1
    dead = min(skulls, attackers(state))
    play.emit(Counted(seat, attack_value(state), now.value, dead))
    now.attackers_killed += dead
    return [*falling(state, seat, dead, "attack"), deciding(seat)]


def attack_value(state: State) -> int:
    """Return what the attack dice and sacrificed warbands count (5.5.5)."""
    now = table.fought(state)
    hollow = sum(sword in HOLLOW for sword in now.swords)
    swords = sum(sword in SWORD for sword in now.swords)
    skulls = sum(sword == SKULL for sword in now.swords)
    times = 2 if marked(state, "doubled") else 1
    value = 0 if marked(state, "skull_swords", of="defender") else 2 * skulls * times
    value += swords * times
    if not marked(state, "hollow", of="defender"):
        value += hollow * times // 2
    return value + now.sacrificed * (3 if marked(state, "triple_sacrifice", of="attacker") else 1)


def defense_value(state: State) -> int:
    """Return what the defense dice and the defending warbands count (5.5.4)."""
    now = table.fought(state)
    shields = 0 if marked(state, "single_shields") else sum(shield in SHIELD for shield in now.shields)
    if not marked(state, "double_shields", of="attacker"):
        shields += 2 * sum(shield == TWO_SHIELDS for shield in now.shields)
    return (shields << sum(shield == DOUBLE for shield in now.shields)) + defenders(state)


class Sacrifice(Action, frozen=True, tag="sacrifice"):
    """Sacrifice exactly as many warbands as victory needs. 5.5.5."""

    count: int


NoSacrifice = word("no_sacrifice", "Sacrifice nothing, and lose the campaign. 5.5.5.")
wrong_sacrifice = Code("5.5.5", count=int)


class SacrificeAnswers(ValidatedAnswers[State]):
    """The sacrifice that wins, or none."""

    kind, rule, interrupts = "sacrifice", "5.5.5", True
    actions = (Sacrifice, NoSacrifice)
    needs: int

    def __init__(self, needs: int) -> None:
        self.needs = needs

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield from (Sacrifice(self.needs), NoSacrifice())

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, Sacrifice) and action.count != self.needs:
            return wrong_sacrifice([Sacrifice(self.needs)], count=self.needs)
        return None

    def context(self, state: State, seat: str) -> dict[str, int]:
        return {"needs": self.needs}

    def default(self, state: State, seat: str) -> Action:
        return NoSacrifice()


def needed(state: State) -> int:
    """Return how many warbands must be sacrificed to win; 0 if none."""
    worth = 3 if marked(state, "triple_sacrifice", of="attacker") else 1
    now = table.fought(state)
    missing = now.value - attack_value(state) + 1
    return max(0, -(-missing // worth))


@step("5.5.5")
def deciding(play: Play[State], seat: PlayerId) -> Asking:
    """Ask for the sacrifice that wins, where there is one, and say who has won."""
    state, now = play.state, table.fought(play.state)
    needs = needed(state)
    peace = any(table.has(state, each, PEACE) for each in (now.defender, *now.allies) if each)
    able = 0 < needs <= mortal(state, "attack") and not peace
    answer: Any = NoSacrifice()
    if able:
        answer = yield Choose(seat, in_turn(state, seat, SacrificeAnswers(needs)))
    if isinstance(answer, Sacrifice):
        state, now = play.state, table.fought(play.state)
        now.sacrificed, now.won = answer.count, True
        now.attackers_killed += answer.count
        play.emit(Sacrificed(seat, answer.count))
        return falling(state, seat, answer.count, "attack")
    now.won = not needs
    return []


class LoseAt(AtSlot, frozen=True, tag="lose_at"):
    """Lose warbands at this site. 5.5.6."""

    count: int = 1


class LoseOn(OfPlayer, frozen=True, tag="lose_on"):
    """Lose warbands on this board. 5.5.6."""

    count: int = 1


too_many = Code("5.5.6", count=int)


class LossAnswers(ValidatedAnswers[State]):
    """The places where warbands of an army fall. `left`: how many are still to fall; `side`: whose army."""

    kind, rule, interrupts = "losses", "5.5.6", True
    actions = (LoseAt, LoseOn)
    left: int
    side: str

    def __init__(self, left: int, side: str) -> None:
        self.left, self.side = left, side

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for place, number in army_places(state, self.side):
            for count in range(min(number, self.left), 0, -1):
                yield LoseAt(SLOT.ids[place], count) if isinstance(place, int) else LoseOn(place, count)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, LoseAt | LoseOn)
        where: int | str = SLOT.number(action.slot) if isinstance(action, LoseAt) else action.player
        most = min(self.left, dict(army_places(state, self.side)).get(where, 0))
        return None if 1 <= action.count <= most else too_many(count=most)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"left": self.left, "side": self.side}

    def default(self, state: State, seat: str) -> Action:
        """Return losses at the sites with most warbands first, on boards last."""
        places = army_places(state, self.side)
        sites = [each for each in places if isinstance(each[0], int)]
        place, number = max(sites or places, key=lambda each: each[1])
        count = min(number, self.left)
        return LoseAt(SLOT.ids[place], count) if isinstance(place, int) else LoseOn(place, count)


class OtherLossAnswers(LossAnswers):
    """The same for a defender, in the turn of the attacker."""

    kind: ClassVar[str] = "defense_losses"


def army_places(state: State, side: str) -> list[tuple[int | str, int]]:
    """Return where the warbands of an army are: slots of sites and boards of players, each with how many.

    `side`: "attack", "defense", or an exile whose warbands become purple (6.6.2).
    """
    if side in state.boards:
        boards, slots = [side], [slot for slot, here in enumerate(state.sites) if here.colour == side]
    else:
        now = table.fought(state)
        boards = [now.attacker] if side == "attack" else defending_boards(state)
        slots = [*bits(now.added if side == "attack" else now.sites & ~now.added)]
    places: list[tuple[int | str, int]] = [(board, state.boards[board].warbands) for board in boards]
    places += [(slot, state.sites[slot].warbands) for slot in slots]
    return [place for place in places if place[1]]


def mortal(state: State, side: str) -> int:
    """Return how many warbands of an army can be killed or sacrificed: bandits of the Bandit Crown cannot (7.6.5)."""
    return sum(number for _, number in army_places(state, side))


def chooser(state: State, side: str) -> str:
    """Return who says where warbands of an army fall: the chancellor for the empire (5.5.6)."""
    now = table.fought(state)
    if side == "attack":
        return now.attacker
    return CHANCELLOR if table.imperial(state, now.defender) else now.defender


def falling(state: State, seat: str, count: int, side: str) -> list[Any]:
    """Return the frames in which warbands of an army die; whoever has no choice is not asked."""
    return [losses(seat, count, side)] if count else []


@step("5.5.6")
def losses(play: Play[State], seat: PlayerId, count: int, side: str) -> Asking:
    """Kill warbands of an army where its player says."""
    state = play.state
    places = army_places(state, side)
    if not count or not places:
        return []
    total = sum(number for _, number in places)
    if len(places) == 1 or total <= count:
        for place, number in places:
            _fall(play, place, min(number, count))
        return []
    answers = (LossAnswers if side == "attack" else OtherLossAnswers)(count, side)
    answer = yield Choose(seat, in_turn(state, seat, answers))
    where: int | str = SLOT.number(answer.slot) if isinstance(answer, LoseAt) else answer.player
    _fall(play, where, answer.count)
    return [losses(seat, count - answer.count, side)]


def _fall(play: Play[State], place: int | str, count: int) -> None:
    if isinstance(place, int):
        pieces.kill_at(play, place, count)
    else:
        pieces.kill_on(play, place, count)


@step("5.5.6")
def losing(play: Play[State]) -> Frames:
    """Kill half of the loser's army, and move what survives to the board (5.5.6)."""
    state, now = play.state, table.fought(play.state)
    value = attack_value(state)
    site = table.site_id(state, now.at)
    play.emit(CampaignEnded(now.attacker, now.defender or None, SLOT.ids[now.at], now.won, value, now.value, site=site))
    brutal = now.attacker == CHANCELLOR and not state.reliquary[BRUTAL]
    loser = "defense" if now.won else "attack"
    none = marked(state, "none_die", of="defender" if now.won else "attacker") or marked(state, "bloodless")
    whole = brutal or marked(state, "all_die", of="defender" if now.won else "attacker")
    if now.won and not now.defender:
        return []
    army = sum(number for _, number in army_places(state, loser)) if now.won else attackers(state)
    dead = 0 if none else army if whole else army // 2
    if now.won:
        now.defenders_killed += dead
    else:
        now.attackers_killed += dead
    return [*falling(state, chooser(state, loser), dead, loser), gathering()]


@step("5.5.6")
def gathering(play: Play[State]) -> None:
    """Move the survivors of the loser from sites to the board; those of the empire to the chancellor's."""
    state, now = play.state, table.fought(play.state)
    owner = chooser(state, "defense" if now.won else "attack")
    if now.won:
        slots = now.sites & ~now.added
    else:
        slots = 0 if state.rules.union_survivors == "sites" else now.added
    boards = defending_boards(state) if now.won else [now.attacker]
    left = {board: state.boards[board].warbands for board in boards}
    for slot in bits(slots):
        here = state.sites[slot]
        if here.warbands and here.colour == table.colour(state, owner):
            left[owner] = left.get(owner, 0) + here.warbands
            state.boards[owner].warbands += here.warbands
            here.warbands, here.colour = 0, ""
    now.survivors = left
