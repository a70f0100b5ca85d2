"""Battle plans (7.5): what they add, under which condition, and what they do when they are used and at the end.

A plan of figures alone is declared by its data. What it does besides stands in one call: `plan("mercenaries",
lost=discarded)`.
"""

from collections.abc import Callable, Iterator
from typing import Final

from adjudicator import Frames, Play, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits

from ..facts import BEAST, CARD, NOMAD, NONE, Cost
from ..state import Campaign, Plan, State
from . import pieces, table
from .playing import spell_broken

plan_not_ruled = Code("7.5.1", card=CARD)
plan_side = Code("7.5", card=CARD)
plan_cost = Code("7.1.2", card=CARD)
plan_forbidden = Code("5.5.3", card=CARD)
plan_twice = Code("7.5.3", card=CARD)
plan_condition = Code("5.5.3", card=CARD)


class Battle:
    """A campaign as its plans see it: who is on whose side, the armies, and the targets."""

    def __init__(self, state: State, user: str | None = None) -> None:
        assert state.campaign is not None
        self.state, self.now = state, state.campaign
        self.user = user
        self.attacking = user == self.now.attacker

    @property
    def side(self) -> list[str]:
        """The players on the side of the user: the attacker, or the defender with allies (5.5.3)."""
        return [self.now.attacker] if self.attacking else self.defenders

    @property
    def defenders(self) -> list[str]:
        """The defender and the allies; nobody for bandits."""
        return [each for each in (self.now.defender, *self.now.allies) if each]

    @property
    def enemies(self) -> list[str]:
        """The players on the other side."""
        return self.defenders if self.attacking else [self.now.attacker]

    @property
    def targeted(self) -> list[int]:
        """The sites that are targets."""
        return list(bits(self.now.sites))

    def targets_site_of(self, card: int) -> bool:
        """Return whether the site where a card lies is a target."""
        spot = table.spot_of(self.state, card)
        return spot is not None and spot.slot != NONE and bool(self.now.sites >> spot.slot & 1)

    def army(self, attacking: bool) -> int:
        """Return the warbands in the army of a side (glossary: army)."""
        return attackers(self.state) if attacking else defenders(self.state)

    @property
    def defending_warbands(self) -> int:
        """The warbands of the defending army, bandits not among them."""
        boards = sum(self.state.boards[board].warbands for board in defending_boards(self.state))
        return boards + sum(self.state.sites[slot].warbands for slot in bits(self.now.sites & ~self.now.added))

    @property
    def larger(self) -> bool:
        """Whether the army of the user is larger than that of the enemy."""
        return self.army(self.attacking) > self.army(not self.attacking)

    def holds(self, banner: int) -> bool:
        """Return whether the side of the user holds a banner."""
        return self.state.banners[banner].holder in self.side

    def enemy_holds(self, banner: int) -> bool:
        """Return whether the enemy holds a banner."""
        return self.state.banners[banner].holder in self.enemies

    def enemy_adviser(self, suit: int) -> bool:
        """Return whether an enemy has a faceup adviser of a suit."""
        return any(table.advisers_of(self.state, enemy, suit) for enemy in self.enemies)


def attackers(state: State) -> int:
    """Return the warbands of the attacking army: on the board, and at sites that a power adds."""
    now = table.fought(state)
    found = state.boards[now.attacker].warbands
    crown = table.crowned(state) == now.attacker
    for slot in bits(now.added):
        found += state.sites[slot].warbands or (table.bandits(state, slot) if crown else 0)
    return found


def defending_boards(state: State) -> list[str]:
    """Return the defenders whose boards count: their pawns are at the attacker's site or at a target (5.5.4)."""
    now = table.fought(state)
    there = now.sites | 1 << now.at
    return [each for each in (now.defender, *now.allies) if each and there >> state.boards[each].pawn & 1]


def defenders(state: State) -> int:
    """Return the warbands, or bandits, that add to the defense (5.5.4)."""
    now = table.fought(state)
    found = sum(state.boards[board].warbands for board in defending_boards(state))
    crown = table.crowned(state)
    for slot in bits(now.sites & ~now.added):
        here = state.sites[slot]
        if here.warbands:
            found += here.warbands if now.defender else 0
        elif not now.defender or crown in (now.defender, *now.allies):
            found += table.bandits(state, slot)
    return found


Condition = Callable[[Battle], bool]
Count = Callable[[Battle], int]
Effect = Callable[[Play[State], Battle], Frames | None]


class Rule:
    """What a battle plan does beyond its figures.

    `met`: the condition of its dice and effects when it is used; `needs`: one without which it cannot be used; `count`:
    how many attack dice instead of the figure; `shields`: how many defense dice; `used`: what it does at once; `won`,
    `lost`: what it does for its user after a victory or a defeat; `end`: at the end; `after`: behind everything else,
    after a victory. `marks`: what it changes when dice and losses are counted. `helps`: whether it only helps its user.
    """

    def __init__(  # noqa: PLR0913 - the moments of a campaign
        self,
        met: Condition | None = None,
        needs: Condition | None = None,
        count: Count | None = None,
        shields: Count | None = None,
        used: Effect | None = None,
        won: Effect | None = None,
        lost: Effect | None = None,
        end: Effect | None = None,
        after: Effect | None = None,
        marks: tuple[str, ...] = (),
        helps: bool = True,
    ) -> None:
        self.met, self.needs, self.count, self.shields, self.used = met, needs, count, shields, used
        self.won, self.lost, self.end, self.after, self.marks, self.helps = won, lost, end, after, marks, helps


PLANS: Final[dict[str, Rule]] = {}
MARKS: Final = frozenset(
    (
        *("own_skulls", "hollow", "single_shields", "double_shields", "skull_swords", "doubled", "triple_sacrifice"),
        *("all_die", "none_die", "halved", "no_more", "enemy_none", "bloodless", "all_burned"),
    )
)
"""What plans change when dice and losses are counted.

`own_skulls`: skulls kill nobody; `hollow`: hollow swords count nothing; `single_shields`, `double_shields`: they count
nothing; `skull_swords`: swords on skulls count nothing; `doubled`: all faces of the attack count twice;
`triple_sacrifice`: a sacrificed warband counts three; `all_die`: the loser's whole army dies; `none_die`: nobody of
the user's side dies; `halved`: half of the attack dice; `no_more`: the side of the user uses no other plan;
`enemy_none`: the other side uses none; `bloodless`: nobody dies; `all_burned`: all favor of the defender is burned in
place of half.
"""


def plan(*ids: str, **moments: object) -> None:
    """Declare what battle plans do beyond their figures, by card id, or `id:ruin` for a ruined side."""
    rule = Rule(**moments)  # type: ignore[arg-type]
    assert MARKS.issuperset(rule.marks)
    for id in ids:
        if id in PLANS:
            raise ValueError(f"{id} is declared twice")
        PLANS[id] = rule


PLAIN: Final = Rule()


def rule_of(state: State, card: int) -> Rule:
    """Return the rule of a plan; one of figures alone has nothing beyond them."""
    id = CARD.ids[card]
    return PLANS.get(f"{id}:ruin" if state.ruined >> card & 1 else id, PLAIN)


def cost_of(state: State, user: str, card: int) -> Cost:
    """Return the cost of a plan, with what cards of the enemy add: Gleaming Armor, Insect Swarm."""
    cost = table.face(state, card).cost
    foes = Battle(state, user).enemies
    secrets = sum(table.has(state, foe, ARMOR) for foe in foes)
    favor = sum(table.has(state, foe, SWARM) for foe in foes)
    return Cost(cost.favor, cost.secrets + secrets, cost.burn_favor + favor, cost.burn_secrets)


ARMOR = CARD.number("gleaming_armor")
SWARM = CARD.number("insect_swarm")
HONOR = CARD.number("code_of_honor")
TRUE_NAMES = CARD.number("true_names")
TAMER = CARD.number("beast_tamer")
MARSH = CARD.number("marsh_spirit")


def plans_of(state: State, user: str) -> Iterator[int]:
    """Yield the battle plans that a player rules, for the side of the player (7.5.1)."""
    assert state.campaign is not None
    side = "attacker" if state.campaign.attacker == user else "defender"
    board = state.boards[user]
    at_sites = (card for here in state.sites for card in here.cards if table.rules_card(state, user, card, True))
    for card in dict.fromkeys([*at_sites, *board.advisers, *board.relics]):
        shown = table.face(state, card)
        if "battle_plan" in shown.powers and shown.side in (side, "either"):
            yield card


def refused(state: State, user: str, card: int) -> Refusal | None:
    """Return why a player cannot use a battle plan now, or None (5.5.3, 7.5)."""
    now = table.fought(state)
    shown = table.face(state, card)
    battle = Battle(state, user)
    if "battle_plan" not in shown.powers or not _rules_plan(state, user, card):
        return plan_not_ruled(card=card)
    if shown.side not in ("attacker" if battle.attacking else "defender", "either"):
        return plan_side(card=card)
    if any(each.card == card for each in now.plans):
        return plan_twice(card=card)
    if barred(state, user, card):
        return plan_forbidden(card=card)
    rule = rule_of(state, card)
    if rule.needs is not None and not rule.needs(battle):
        return plan_condition(card=card)
    cost = cost_of(state, user, card)
    if (cost.secrets or cost.burn_secrets) and any(spell_broken(state, user)):
        return plan_forbidden(card=card)
    return None if pieces.affords(state, user, cost) else plan_cost(card=card)


def _rules_plan(state: State, user: str, card: int) -> bool:
    return table.rules_card(state, user, card, True)


def barred(state: State, user: str, card: int) -> bool:
    """Return whether a power forbids a player this battle plan."""
    now = table.fought(state)
    battle = Battle(state, user)
    attacks = now.attacker == user
    own = [each for each in now.plans if (each.user == now.attacker) == attacks]
    if any("no_more" in rule_of(state, each.card).marks for each in own):
        return True
    if own and "no_more" in rule_of(state, card).marks:
        return True
    against = [each for each in now.plans if (each.user == now.attacker) != attacks]
    if any("enemy_none" in rule_of(state, each.card).marks for each in against):
        return True
    suit = table.suit(state, card)
    for enemy in battle.enemies:
        if table.has(state, enemy, TRUE_NAMES) and suit != NONE and table.advisers_of(state, enemy, suit):
            return True
        if table.has(state, enemy, TAMER) and suit in (BEAST, NOMAD):
            return True
    return attacks and battle.targets_site_of(MARSH)


def marked(state: State, mark: str, *, of: str = "") -> bool:
    """Return whether a plan that was used has a mark and its condition; `of`: used by "attacker" or "defender"."""
    now = table.fought(state)
    for each in now.plans:
        side = "attacker" if each.user == now.attacker else "defender"
        if each.met and mark in rule_of(state, each.card).marks and of in ("", side):
            return True
    return False


def use(play: Play[State], user: str, card: int, count: int = 0) -> Frames:
    """Use a battle plan: pay, change the pools, and do what it does at once (5.5.3); "" are bandits."""
    state = play.state
    now = table.fought(state)
    battle = Battle(state, user)
    rule = rule_of(state, card)
    if user:
        pieces.pay(play, user, card, cost_of(state, user, card))
    met = rule.met is None or rule.met(battle)
    dice = table.face(state, card).dice
    many = count or (rule.count(battle) if rule.count is not None else dice.attack)
    now.plans = [*now.plans, Plan(card, user, met, many)]
    if met:
        defense = rule.shields(battle) if rule.shields is not None else dice.defense
        change_pools(now, attack=many if battle.attacking else -many, defense=defense)
        if rule.used is not None:
            return rule.used(play, battle) or []
    return []


def change_pools(now: Campaign, *, attack: int = 0, defense: int = 0) -> None:
    """Change the pools of dice; where no attack die is left to remove, the defender gains one (5.5.3)."""
    left = now.attack + attack
    now.attack = max(0, left)
    now.defense = max(0, now.defense + defense - min(0, left))


def discarded(card: str) -> Effect:
    """Return what discards a plan at its moment."""

    def effect(play: Play[State], battle: Battle) -> Frames:
        number = CARD.number(card)
        assert battle.now is not None
        if table.spot_of(play.state, number) is not None:
            pieces.discard(play, number, battle.user or battle.now.attacker)
        return []

    return effect
