"""Campaigns (5.5), from the choice of a defender to the effects of battle plans."""

from collections.abc import Iterator
from itertools import chain
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec.structs import replace

from adjudicator import Action, Asking, Asks, Choose, Frames, Judged, Play, Question, Refusal, word
from adjudicator.components import Code
from adjudicator.components.bits import bits, mask_of

from .. import facts
from ..facts import (
    BANNER,
    BRUTAL,
    CARD,
    CHANCELLOR,
    NONE,
    PEOPLES_FAVOR,
    SITE,
    SLOT,
    BannerId,
    CardId,
    Cost,
    PlayerId,
    SiteId,
    SlotId,
)
from ..state import FACE, Campaign, Plan, State
from . import pieces, plans, table
from .book import ActDeed, AtSlot, Done, Fee, OfCard, OfPlayer, fee_of, in_turn, step
from .modifying import broken
from .plans import Battle, attackers, defenders, defending_boards, marked
from .playing import (
    SPELL_BREAKER,
    BannerTaken,
    RelicTaken,
    banner_protected,
    protected,
    relics_taken,
    spell_broken,
    take_lying,
)
from .search import no_supply
from .travel import destinations, forced_journey
from .victory import settling
from .warbands import Forbid, Permit

HOLLOW: Final = (1, 2, 3)
SWORD: Final = (4, 5)
SKULL: Final = 6
"""Faces of an attack die: three hollow swords, two swords, a skull with two swords."""
SHIELD: Final = (3, 4)
TWO_SHIELDS: Final = 5
DOUBLE: Final = 6
"""Faces of a defense die: two blanks, two shields, two shields on one face, a multiplier."""


class CampaignBegan(Done, frozen=True, tag="campaign_began", rule="5.5.2", touches=("slot",)):
    """A player attacks another, or bandits (`player` None), with so many dice of the targets."""

    player: PlayerId | None
    slot: SlotId
    sites: Annotated[tuple[str, ...], SLOT] = ()
    cards: Annotated[tuple[str, ...], CARD] = ()
    banners: Annotated[tuple[str, ...], BANNER] = ()
    pawn: bool = False
    attack: int = 0
    defense: int = 0
    targets: Annotated[tuple[str, ...], SITE] = ()
    """The sites that lie in the slots `sites`."""


class Joined(Done, frozen=True, tag="joined", rule="5.5.2"):
    """A citizen joins the defense."""


class PlanUsed(Done, frozen=True, tag="plan_used", rule="5.5.3"):
    """A player used a battle plan; the pools are what they are then."""

    card: CardId
    attack: int
    defense: int


class BanditsPlan(Done, frozen=True, tag="bandits_plan", rule="5.5.3"):
    """Bandits used a battle plan against the player who attacks."""

    card: CardId


class Rolled(Done, frozen=True, tag="rolled", rule="5.5.4"):
    """Dice of the attack or of the defense were rolled."""

    dice: Literal["attack", "defense"]
    faces: Annotated[tuple[int, ...], FACE]


class Counted(Done, frozen=True, tag="counted", rule="5.5.5"):
    """The values of attack and defense before a sacrifice; `skulls`: warbands of the attacker that they killed."""

    attack: int
    defense: int
    skulls: int


class Sacrificed(Done, frozen=True, tag="sacrificed", rule="5.5.5"):
    count: int


class CampaignEnded(Done, frozen=True, tag="campaign_ended", rule="5.5.5", touches=("slot",)):
    """A campaign was won or lost by the attacker."""

    player: PlayerId | None
    slot: SlotId
    won: bool
    attack: int
    defense: int
    attackers_killed: int = 0
    defenders_killed: int = 0
    site: SiteId | None = None


class Placed(Done, frozen=True, tag="placed", rule="5.5.7.1", touches=("slot",)):
    """The attacker put warbands on a site that was won."""

    slot: SlotId
    count: int
    site: SiteId | None = None


no_defender = Code("5.5.1")
"""A player who rules your site or whose pawn is there; bandits only where no player rules it."""
not_a_target = Code("5.5.2")
own_site = Code("5.5.2", slot=SLOT)
too_many_dice = Code("5.5.2", dice=int, warbands=int)
gate = Code("5.5.2", slot=SLOT)
sworn = Code("7.1.4", card=CARD)
even = Code("7.1.4", card=CARD)
hidden_target = Code("5.5.2", slot=SLOT)
PEACE = CARD.number("vow_of_peace")
PYTHON = CARD.number("giant_python")
UNION = CARD.number("vow_of_union")
RAMPART = CARD.number("sprawling_rampart")
SEALING = CARD.number("sealing_ward")
DEBATE = CARD.number("hall_of_debate")
HUNTER = CARD.number("relic_hunter")
WRESTLERS = CARD.number("wrestlers")


class Attack(ActDeed, frozen=True, tag="campaign"):
    """Campaign against a player who rules your site or has the pawn there, or against bandits. 5.5.

    `player` None: bandits. Targets: `sites`, `relics`, `banners`, and the `pawn` with its favor; with Relic Hunter the
    facedown relics `lying` at targeted sites. `dice`: how many attack
    dice, by default one for each warband. `plans`: battle plans, in the order of their use.
    """

    player: PlayerId | None = None
    sites: Annotated[tuple[str, ...], SLOT] = ()
    relics: Annotated[tuple[str, ...], CARD] = ()
    banners: Annotated[tuple[str, ...], BANNER] = ()
    lying: Annotated[tuple[str, ...], SLOT] = ()
    pawn: bool = False
    dice: int | None = None
    plans: Annotated[tuple[str, ...], CARD] = ()

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        """Yield the attacks on one target, on each further one with it, and on all of them, for each defender."""
        at = place_of(state, seat, asked)
        for player in _defenders(state, seat, at, asked):
            yield from cls._against(state, seat, at, player)

    @classmethod
    def _against(cls, state: State, seat: str, at: int, player: str | None) -> Iterator[Action]:
        found = _targets(state, seat, at, player)
        here = SLOT.ids[at]
        must = (here,) if here in found["sites"] else ()
        base = cls(player=player, sites=must)
        if must:
            yield base
        elsewhere = [each for each in found["sites"] if each != here]
        for site in elsewhere:
            if must:
                yield cls(player=player, sites=(*must, site))
        if must and state.sites[at].relics and table.rules_card(state, seat, HUNTER, True):
            yield cls(player=player, sites=must, lying=must, plans=(CARD.ids[HUNTER],))
        for relic in found["relics"]:
            yield cls(player=player, sites=must, relics=(relic,))
        for banner in found["banners"]:
            yield cls(player=player, sites=must, banners=(banner,))
        if found["pawn"]:
            yield cls(player=player, sites=must, pawn=True)
        if len(elsewhere) + len(found["relics"]) + len(found["banners"]) + bool(found["pawn"]) > 1:
            yield cls(
                player=player,
                sites=(*must, *elsewhere),
                relics=found["relics"],
                banners=found["banners"],
                pawn=bool(found["pawn"]),
            )

    def refused(self, state: State, seat: str, asked: Any) -> Refusal | None:
        at, board = place_of(state, seat, asked), state.boards[seat]
        free = getattr(asked, "free", False)
        if not free and board.supply < 2:
            return no_supply(supply=board.supply, needs=2)
        if table.has(state, seat, PEACE):
            return sworn(card=PEACE)
        if self.player not in _defenders(state, seat, at, asked):
            return no_defender()
        if bad := self._targets_refused(state, seat, at):
            return bad
        now = self.begun(state, seat, at, getattr(asked, "added", 0))
        most = board.warbands + _dice_of_added(state, now)
        if self.dice is not None and not 0 <= self.dice <= most:
            return too_many_dice(dice=self.dice, warbands=most)
        if PYTHON in _defending_advisers(state, self.player, now) and target_dice(state, now) % 2:
            return even(card=PYTHON)
        return self._plans_refused(state, seat, now)

    def _targets_refused(self, state: State, seat: str, at: int) -> Refusal | None:
        found, here = _targets(state, seat, at, self.player), SLOT.ids[at]
        wanted = (
            {*self.sites} <= {*found["sites"]}
            and {*self.relics} <= {*found["relics"]}
            and {*self.banners} <= {*found["banners"]}
            and (not self.pawn or bool(found["pawn"]))
        )
        if not wanted:
            return not_a_target()
        if here in found["sites"] and here not in self.sites:
            return own_site(slot=at)
        if not (here in self.sites or self.relics or self.banners or self.pawn):
            return own_site(slot=at)
        for slot in map(SLOT.number, self.sites):
            where = facts.REGION_OF[slot]
            if where == facts.REGION_OF[at]:
                continue
            for other in bits(facts.SLOTS_OF[where]):
                closed = table.is_site(state, other, "narrow_pass") and not table.rules(state, seat, other)
                if closed and SLOT.ids[other] not in self.sites:
                    return gate(slot=other)
        hunted = {*self.lying} <= {*self.sites} and all(state.sites[SLOT.number(each)].relics for each in self.lying)
        if self.lying and (not hunted or CARD.ids[HUNTER] not in self.plans):
            return not_a_target()
        secret = self.secret(state, at)
        if secret != NONE and any(spell_broken(state, seat)):
            return broken(card=SPELL_BREAKER)
        if secret != NONE and not state.boards[seat].secrets:
            return hidden_target(slot=secret)
        return None

    def secret(self, state: State, at: int) -> int:
        """Return the slot of the Hidden Place if a target is there, or `NONE`."""
        own = (SLOT.ids[at],) if self.pawn or self.relics or self.banners else ()
        found = (
            slot for slot in map(SLOT.number, (*self.sites, *own)) if table.is_site(state, slot, "the_hidden_place")
        )
        return next(found, NONE)

    def _plans_refused(self, state: State, seat: str, now: Campaign) -> Refusal | None:
        """Return why one of the battle plans cannot be used, as far as it can be told before any is paid."""
        if len({*self.plans}) < len(self.plans):
            return plans.plan_twice(card=CARD.number(self.plans[0]))
        trial = replace(state, campaign=now)
        costs = []
        for card in map(CARD.number, self.plans):
            if bad := plans.refused(trial, seat, card):
                return bad
            costs.append(plans.cost_of(trial, seat, card))
            now.plans = [*now.plans, Plan(card, seat)]
        able = pieces.affords(state, seat, *costs)
        return None if able else plans.plan_cost(card=CARD.number(self.plans[-1]))

    def begun(self, state: State, seat: str, at: int, added: int = 0) -> Campaign:
        """Return the campaign that this begins, before citizens join and plans are used (5.5.2)."""
        now = Campaign(
            seat,
            self.player or "",
            at,
            sites=SLOT.mask_of(self.sites),
            relics=CARD.mask_of(self.relics),
            banners=BANNER.mask_of(self.banners),
            lying=SLOT.mask_of(self.lying),
            pawn=self.pawn,
        )
        then = replace(state, campaign=now)
        now.added = added
        if table.has(state, seat, UNION):
            now.added |= mask_of(table.ruled(then, seat)) & ~now.sites
        if _chancellor_joins(state, now):
            now.allies = [CHANCELLOR]
        most = state.boards[seat].warbands + _dice_of_added(state, now)
        now.attack = most if self.dice is None else self.dice
        now.defense = target_dice(then, now) + other_dice(then, now)
        plains = any(table.is_site(state, slot, "plains") for slot in _touched(now))
        mountain = any(table.is_site(state, slot, "mountain") for slot in _touched(now))
        plans.change_pools(now, attack=plains - mountain)
        return now

    def fee(self, state: State, seat: str) -> Fee:
        return Fee(2 if state.turn.acting else 0, 0, int(self.secret(state, state.boards[seat].pawn) != NONE))

    def done(self, play: Play[State], seat: str) -> Frames:
        return begun(play, seat, self, play.state.boards[seat].pawn, free=False)


def threats(state: State, attacker: str, seat: str) -> list[Attack]:
    """Return the campaigns of a player that another would have to fear, from where the pawn is now."""
    found = Attack.candidates(state, attacker, None)
    return [each for each in found if isinstance(each, Attack) and each.player == seat]


def place_of(state: State, seat: str, asked: Any) -> int:
    """Return the site of a campaign: that of the pawn, or the one that a power puts in its place."""
    at = getattr(asked, "at", NONE)
    return state.boards[seat].pawn if at == NONE else at


def _defenders(state: State, seat: str, at: int, asked: Any) -> list[str | None]:
    """Return whom a player may attack at a site (5.5.1); None are bandits."""
    only = getattr(asked, "only", "")
    if not table.rulers(state, at) and state.sites[at].site != NONE:
        bandits: list[str | None] = [None]
    else:
        bandits = []
    found = [
        each
        for each in table.others(state, seat)
        if state.boards[each].pawn == at or _rules_against(state, seat, each, at)
    ]
    return [each for each in (*found, *bandits) if not only or each == only]


def attackable(state: State, seat: str, at: int) -> bool:
    """Return whether a player may campaign at a site against anybody (5.5.1)."""
    return not table.has(state, seat, PEACE) and bool(_defenders(state, seat, at, None))


def _rules_against(state: State, seat: str, other: str, slot: int) -> bool:
    """Return whether another player rules a site in a campaign of a player against that one (5.5.1)."""
    here = state.sites[slot]
    if here.site == NONE:
        return False
    if not here.warbands:
        return table.crowned(state) == other
    if here.colour != CHANCELLOR:
        return here.colour == other
    if not table.belongs(state, other):
        return False
    return not (seat == CHANCELLOR and state.boards[other].citizen)


def _targets(state: State, seat: str, at: int, player: str | None) -> dict[str, Any]:
    """Return everything of a defender that may be a target (5.5.2)."""
    if player is None:
        sites = [slot for slot in SLOT.indexes if state.sites[slot].site != NONE and not table.rulers(state, slot)]
    else:
        sites = [slot for slot in SLOT.indexes if _rules_against(state, seat, player, slot)]
    found: dict[str, Any] = {
        "sites": tuple(SLOT.ids[slot] for slot in sites),
        "relics": (),
        "banners": (),
        "pawn": False,
    }
    if player is not None and state.boards[player].pawn == at:
        board = state.boards[player]
        state = replace(state, campaign=Campaign(seat, player, at))
        found["relics"] = tuple(CARD.ids[each] for each in board.relics if not protected(state, seat, player, each))
        held = (n for n, each in enumerate(state.banners) if each.holder == player)
        debate = table.spot_of(state, DEBATE) is not None and not state.ruined >> DEBATE & 1
        found["banners"] = tuple(
            BANNER.ids[n]
            for n in held
            if not banner_protected(state, seat, player, n) and not (n == PEOPLES_FAVOR and debate)
        )
        found["pawn"] = True
    return found


def _defending_advisers(state: State, player: str | None, now: Campaign) -> list[int]:
    """Return the faceup advisers of the defender, and of the chancellor who joins an imperial one."""
    if player is None:
        return []
    found = [*state.boards[player].advisers]
    if _chancellor_joins(state, now):
        found += state.boards[CHANCELLOR].advisers
    return found


def _chancellor_joins(state: State, now: Campaign) -> bool:
    """Return whether the chancellor joins the defender as an ally (5.5.2)."""
    if now.defender in ("", CHANCELLOR) or now.attacker == CHANCELLOR:
        return False
    return state.boards[now.defender].citizen


def target_dice(state: State, now: Campaign) -> int:
    """Return the defense dice that the targets give (5.5.2)."""
    found = now.sites.bit_count() + sum(len(state.sites[slot].relics) for slot in bits(now.lying))
    found += sum(CARD.things[each].defense for each in bits(now.relics))
    found += sum(state.banners[each].tokens for each in bits(now.banners))
    if now.pawn:
        found += 3 if CIRCLET in state.boards[now.defender].relics else 2
    return found


CIRCLET = CARD.number("circlet_of_command")


def other_dice(state: State, now: Campaign) -> int:
    """Return the defense dice of the title and of cards that bind the attacker (2.11)."""
    found = 0
    if now.defender:
        imperial = table.imperial(state, now.defender)
        shared = imperial and state.oath == facts.SUPREMACY and table.belongs(state, state.title)
        if state.title == now.defender or (shared and state.title != now.attacker):
            found += 2 if state.usurper else 1
        if table.has(state, now.defender, SEALING):
            found += now.relics.bit_count()
    rampart = table.spot_of(state, RAMPART)
    if rampart is not None and not state.ruined >> RAMPART & 1:
        owners = table.card_rulers(state, RAMPART)
        if now.defender in owners or (not owners and not now.defender):
            found += now.sites.bit_count()
    return found


def begun(play: Play[State], seat: str, deed: Attack, at: int, *, free: bool, added: int = 0) -> Frames:
    """Begin a campaign: pay, declare the targets, gather the dice (5.5.1, 5.5.2)."""
    state = play.state
    if not free:
        state.boards[seat].supply -= 2
    if deed.secret(state, at) != NONE:
        state.boards[seat].secrets -= 1
        state.boards[seat].turned += 1
    now = state.campaign = deed.begun(state, seat, at, added)
    play.emit(
        CampaignBegan(
            seat,
            deed.player,
            SLOT.ids[at],
            deed.sites,
            deed.relics,
            deed.banners,
            deed.pawn,
            now.attack,
            now.defense,
            tuple(facts.SITE.ids[state.sites[SLOT.number(each)].site] for each in deed.sites),
        )
    )
    asked = [joining(each, seat) for each in _may_join(state)]
    own = [using(seat, card) for card in deed.plans]
    further = [] if deed.plans else [asked_for_plans(seat)]  # whoever names plans has said which
    return [*asked, *own, *further, defending(), rolling(seat), losing(), winning(seat), finishing(seat)]


def _dice_of_added(state: State, now: Campaign) -> int:
    """Return the attack dice that warbands at added sites give, where an option of the match says so."""
    given = state.rules.dice_from_added_warbands
    return sum(state.sites[slot].warbands for slot in bits(now.added)) if given else 0


def _touched(now: Campaign) -> list[int]:
    """Return the sites with at least one target: themselves, or a pawn with what is its player's."""
    own = now.pawn or now.relics or now.banners
    return [*bits(now.sites | (1 << now.at if own else 0))]


def _may_join(state: State) -> list[str]:
    """Return the citizens who may join an imperial defender (5.5.2)."""
    now = state.campaign
    assert now is not None
    if not now.defender or not table.imperial(state, now.defender):
        return []
    there = now.sites | 1 << now.at
    found = [each for each in state.order if state.boards[each].citizen and each not in (now.attacker, now.defender)]
    return [each for each in found if there >> state.boards[each].pawn & 1]


JOIN: Final = Question("join", "5.5.2", Permit, Forbid, default=Permit(), about={"player": PlayerId}, interrupts=True)
ALLY: Final = Question("ally", "5.5.2", Permit, Forbid, default=Permit(), about={"player": PlayerId}, interrupts=True)


@step("5.5.2")
def joining(play: Play[State], seat: PlayerId, attacker: PlayerId) -> Asking:
    """Ask a citizen whether to join the defense of an imperial player."""
    answer = yield JOIN.in_turn_of(play.state.turn.seat)(seat, [Permit(), Forbid()], player=attacker)
    return [allowing(seat)] if isinstance(answer, Permit) else []


@step("5.5.2")
def allowing(play: Play[State], seat: PlayerId) -> Asking:
    """Ask the defender whether a citizen may help."""
    now = play.state.campaign
    assert now is not None
    answer = yield ALLY.in_turn_of(play.state.turn.seat)(now.defender, [Permit(), Forbid()], player=seat)
    if isinstance(answer, Permit):
        now = play.state.campaign
        assert now is not None
        now.allies = sorted([*now.allies, seat], key=facts.PLAYER.number)
        play.emit(Joined(seat))
    return []


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
    now = play.state.campaign
    assert now is not None
    play.emit(PlanUsed(seat, CARD.ids[card], now.attack, now.defense))
    return frames


class UsePlan(OfCard, frozen=True, tag="use_plan"):
    """Use a battle plan; with `count` as many dice as it gives a choice of. 5.5.3."""

    count: int = 0

    def fee(self, state: State, seat: str) -> Fee:
        """Return what it costs, with what cards of the enemy add."""
        return fee_of(plans.cost_of(state, seat, CARD.number(self.card)) if state.campaign else Cost())


NoPlan = word("no_plan", "Use no battle plan, or none beyond those. 5.5.3.")


class PlanAnswers(Judged[State]):
    """The battle plans that a player may use now."""

    kind, rule, interrupts = "plans", "5.5.3", True
    actions = (UsePlan, NoPlan)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for card in plans.plans_of(state, seat):
            for count in CHOICES.get(CARD.ids[card], (0,)):
                yield UsePlan(CARD.ids[card], count)
        yield NoPlan()

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, NoPlan):
            return None
        assert isinstance(action, UsePlan)
        card = CARD.number(action.card)
        if action.count not in CHOICES.get(action.card, (0,)):
            return plans.plan_condition(card=card)
        return plans.refused(state, seat, card)

    def default(self, state: State, seat: str) -> Action:
        """Return a plan that costs nothing, stays, and only helps; else none."""
        for each in self.options(state, seat):
            if isinstance(each, UsePlan) and harmless(state, seat, CARD.number(each.card)):
                return each
        return NoPlan()


class DefensePlanAnswers(PlanAnswers):
    """The same for a defender or an ally."""

    kind: ClassVar[str] = "defense_plans"


CHOICES: Final = {"mountain_giant": (1, 3)}
"""Battle plans with a choice of how many dice."""


def harmless(state: State, seat: str, card: int) -> bool:
    """Return whether a plan costs nothing and only adds or removes dice for its user."""
    cost, rule = plans.cost_of(state, seat, card), plans.rule_of(state, card)
    free = not (cost.favor or cost.secrets or cost.burn_favor or cost.burn_secrets)
    return free and rule.helps and rule.end is None and rule.used is None and "no_more" not in rule.marks


@step("5.5.3")
def asked_for_plans(play: Play[State], seat: PlayerId) -> Asking:
    """Ask a player of either side for battle plans, one after the other."""
    state, now = play.state, play.state.campaign
    if now is None or now.at_once:
        return []
    able = any(plans.refused(state, seat, each) is None for each in plans.plans_of(state, seat))
    answers = PlanAnswers() if seat == now.attacker else DefensePlanAnswers()
    answer = yield Choose(seat, in_turn(state, seat, answers), silent=not able)
    if isinstance(answer, NoPlan):
        return []
    return [*used(play, seat, CARD.number(answer.card), answer.count), asked_for_plans(seat)]


@step("5.5.3")
def defending(play: Play[State]) -> Frames:
    """Let the defending side use battle plans: the defender first, then allies; bandits use those without cost."""
    now = play.state.campaign
    assert now is not None
    if now.at_once:
        return []
    if not now.defender:
        return _bandits(play)
    return [asked_for_plans(each) for each in (now.defender, *(ally for ally in now.allies if ally != now.defender))]


def _bandits(play: Play[State]) -> Frames:
    """Let bandits use every plan without cost that they rule (5.5.3)."""
    state, now = play.state, play.state.campaign
    assert now is not None
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
    state, now = play.state, play.state.campaign
    assert now is not None
    if now.at_once:
        return []
    if marked(state, "halved"):
        now.attack //= 2
    return [dice_rolled("defense"), dice_rolled("attack"), counting(seat)]


@step("5.5.4")
def dice_rolled(play: Play[State], dice: Literal["attack", "defense"]) -> Frames:
    """Roll the dice of one side, and let powers react to them."""
    now = play.state.campaign
    assert now is not None
    roll(play, dice, now.attack if dice == "attack" else now.defense)
    return [*chain.from_iterable(rule(play, dice) for rule in AFTER_ROLL)]


def roll(play: Play[State], dice: Literal["attack", "defense"], count: int) -> None:
    """Roll dice of the attack or of the defense, for the first time or again."""
    now = play.state.campaign
    assert now is not None
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
    state, now = play.state, play.state.campaign
    assert now is not None
    now.value = defense_value(state)
    skulls = 0 if marked(state, "own_skulls", of="attacker") else sum(each == SKULL for each in now.swords)
    skulls *= 2 if marked(state, "doubled") else 1
    dead = min(skulls, attackers(state))
    play.emit(Counted(seat, attack_value(state), now.value, dead))
    now.attackers_killed += dead
    return [*falling(state, seat, dead, "attack"), deciding(seat)]


def attack_value(state: State) -> int:
    """Return what the attack dice and sacrificed warbands count (5.5.5)."""
    now = state.campaign
    assert now is not None
    hollow = sum(each in HOLLOW for each in now.swords)
    swords = sum(each in SWORD for each in now.swords)
    skulls = sum(each == SKULL for each in now.swords)
    times = 2 if marked(state, "doubled") else 1
    value = 0 if marked(state, "skull_swords", of="defender") else 2 * skulls * times
    value += swords * times
    if not marked(state, "hollow", of="defender"):
        value += hollow * times // 2
    return value + now.sacrificed * (3 if marked(state, "triple_sacrifice", of="attacker") else 1)


def defense_value(state: State) -> int:
    """Return what the defense dice and the defending warbands count (5.5.4)."""
    now = state.campaign
    assert now is not None
    shields = 0 if marked(state, "single_shields") else sum(each in SHIELD for each in now.shields)
    if not marked(state, "double_shields", of="attacker"):
        shields += 2 * sum(each == TWO_SHIELDS for each in now.shields)
    return (shields << sum(each == DOUBLE for each in now.shields)) + defenders(state)


class Sacrifice(Action, frozen=True, tag="sacrifice"):
    """Sacrifice exactly as many warbands as victory needs. 5.5.5."""

    count: int


NoSacrifice = word("no_sacrifice", "Sacrifice nothing, and lose the campaign. 5.5.5.")
wrong_sacrifice = Code("5.5.5", count=int)


class SacrificeAnswers(Judged[State]):
    """The sacrifice that wins, or none."""

    kind, rule, interrupts = "sacrifice", "5.5.5", True
    actions = (Sacrifice, NoSacrifice)
    needs: int

    def __init__(self, needs: int) -> None:
        self.needs = needs

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield from (Sacrifice(self.needs), NoSacrifice())

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
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
    now = state.campaign
    assert now is not None
    missing = now.value - attack_value(state) + 1
    return max(0, -(-missing // worth))


@step("5.5.5")
def deciding(play: Play[State], seat: PlayerId) -> Asking:
    """Ask for the sacrifice that wins, where there is one, and say who has won."""
    state, now = play.state, play.state.campaign
    assert now is not None
    needs = needed(state)
    peace = any(table.has(state, each, PEACE) for each in (now.defender, *now.allies) if each)
    able = 0 < needs <= attackers(state) and not peace
    answer: Any = NoSacrifice()
    if able:
        answer = yield Choose(seat, in_turn(state, seat, SacrificeAnswers(needs)))
    if isinstance(answer, Sacrifice):
        state, now = play.state, play.state.campaign
        assert now is not None
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


class LossAnswers(Judged[State]):
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

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
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
    """Return where the warbands of an army are: slots of sites and boards of players, each with how many."""
    now = state.campaign
    assert now is not None
    if side == "attack":
        places: list[tuple[int | str, int]] = [(now.attacker, state.boards[now.attacker].warbands)]
        places += [(slot, state.sites[slot].warbands) for slot in bits(now.added)]
    else:
        places = [(each, state.boards[each].warbands) for each in defending_boards(state)]
        places += [(slot, state.sites[slot].warbands) for slot in bits(now.sites & ~now.added)]
    return [each for each in places if each[1]]


def chooser(state: State, side: str) -> str:
    """Return who says where warbands of an army fall: the chancellor for the empire (5.5.6)."""
    now = state.campaign
    assert now is not None
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


def spared(state: State, user: str, card: int) -> int:
    """Return how many killed warbands come back to the site of a card that its user still rules (Hospital).

    Those that were sacrificed do not.
    """
    now, spot = state.campaign, table.spot_of(state, card)
    if now is None or not user or spot is None or spot.slot == NONE or not table.rules(state, user, spot.slot):
        return 0
    wrestled = sum(each.card == WRESTLERS and each.met for each in now.plans)
    attacks = user == now.attacker
    killed = now.attackers_killed - now.sacrificed if attacks else now.defenders_killed - wrestled
    able = pieces.may_place(state, user)
    return max(0, min(killed, table.bank_of(state, table.colour(state, user)))) if able else 0


def spare(play: Play[State], battle: Battle, card: int) -> Frames:
    """Bring back warbands of the user that were killed (Hospital)."""
    state, user = play.state, battle.user
    if user and (found := spared(state, user, card)):
        slot = table.spot_of(state, card).slot  # type: ignore[union-attr]
        here = state.sites[slot]
        here.warbands, here.colour = here.warbands + found, table.colour(state, user)
        play.emit(Placed(user, SLOT.ids[slot], found, table.site_id(state, slot)))
    return []


@step("5.5.6")
def losing(play: Play[State]) -> Frames:
    """Kill half of the loser's army, and move what survives to the board (5.5.6)."""
    state, now = play.state, play.state.campaign
    assert now is not None
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
    state, now = play.state, play.state.campaign
    assert now is not None
    owner = chooser(state, "defense" if now.won else "attack")
    if now.won:
        slots = now.sites & ~now.added
    else:
        slots = 0 if state.rules.union_survivors == "sites" else now.added
    boards = defending_boards(state) if now.won else [now.attacker]
    left = {each: state.boards[each].warbands for each in boards}
    for slot in bits(slots):
        here = state.sites[slot]
        if here.warbands and here.colour == table.colour(state, owner):
            left[owner] = left.get(owner, 0) + here.warbands
            state.boards[owner].warbands += here.warbands
            here.warbands, here.colour = 0, ""
    now.survivors = left


@step("5.5.7")
def winning(play: Play[State], seat: PlayerId) -> Frames:
    """Give the attacker who has won the sites, relics and banners, and the choice to banish (5.5.7)."""
    state, now = play.state, play.state.campaign
    assert now is not None
    if not now.won:
        return []
    frames: list[Any] = []
    if now.sites and pieces.may_place(state, seat):
        frames.append(placing(seat, now.sites))
    frames += [settling(), taking(seat)]
    if now.pawn:
        frames += [banishing(seat, now.defender), burning(seat, now.defender)]
    return frames


class PlaceAt(AtSlot, frozen=True, tag="place_at"):
    """Put warbands of your army on a site that you won. 5.5.7.1."""

    count: int


PlaceNoMore = word("place_no_more", "Put no more warbands on sites. 5.5.7.1.")
cannot_place = Code("5.5.7.1", slot=SLOT)


class PlaceAnswers(Judged[State]):
    """The sites that were won and are not decided yet, with how many warbands they may get."""

    kind, rule, interrupts = "placing", "5.5.7.1", True
    actions = (PlaceAt, PlaceNoMore)

    def __init__(self, slots: int) -> None:
        self.slots = slots

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for slot in bits(self.slots):
            yield from (PlaceAt(SLOT.ids[slot], n) for n in range(1, state.boards[seat].warbands + 1))
        yield PlaceNoMore()

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, PlaceNoMore):
            return None
        assert isinstance(action, PlaceAt)
        slot = SLOT.number(action.slot)
        able = self.slots >> slot & 1 and 1 <= action.count <= state.boards[seat].warbands
        return None if able else cannot_place(slot=slot)

    def default(self, state: State, seat: str) -> Action:
        """Return one warband for the first site that has none; a site without warbands falls to bandits."""
        found = [each for each in self.options(state, seat) if isinstance(each, PlaceAt) and each.count == 1]
        return found[0] if found else PlaceNoMore()


@step("5.5.7.1")
def placing(play: Play[State], seat: PlayerId, slots: int) -> Asking:
    """Let the victor put warbands on the sites that were targets."""
    state = play.state
    if not slots or not state.boards[seat].warbands:
        return []
    answer = yield Choose(seat, in_turn(state, seat, PlaceAnswers(slots)))
    if isinstance(answer, PlaceNoMore):
        return []
    slot = SLOT.number(answer.slot)
    pieces.place_warbands(play.state, seat, slot, answer.count)
    play.emit(Placed(seat, answer.slot, answer.count, table.site_id(play.state, slot)))
    return [placing(seat, slots & ~(1 << slot))]


@step("5.5.7.2")
def taking(play: Play[State], seat: PlayerId) -> Frames:
    """Take the relics and banners that were targets, one after the other; the title follows each of them (2.11)."""
    state, now = play.state, play.state.campaign
    assert now is not None
    frames: list[Any] = []
    for card in CARD.ids_of(now.relics):
        frames += [taking_relic(seat, card), settling()]
    for banner in BANNER.ids_of(now.banners):
        frames += [taking_banner(seat, banner), settling()]
    hunts = [hunting(seat, SLOT.ids[slot]) for slot in bits(now.lying) for _ in state.sites[slot].relics]
    return [*frames, taken(seat), *hunts]


@step("5.5.7.2")
def taking_relic(play: Play[State], seat: PlayerId, card: CardId) -> None:
    """Take a relic of the defender."""
    now = play.state.campaign
    if now is not None and CARD.number(card) in play.state.boards[now.defender].relics:
        pieces.take_relic(play.state, seat, CARD.number(card))
        play.emit(RelicTaken(seat, card, player=now.defender))


@step("5.5.7.2")
def taking_banner(play: Play[State], seat: PlayerId, banner: BannerId) -> None:
    """Take a banner of the defender."""
    now = play.state.campaign
    assert now is not None
    pieces.seize(play, seat, BANNER.number(banner))
    play.emit(BannerTaken(seat, banner, now.defender))


@step("5.5.7.2")
def taken(play: Play[State], seat: PlayerId) -> Frames:
    """Let the victor keep what Relic Hunter leaves a choice of, and others react to the relics that were taken."""
    state, now = play.state, play.state.campaign
    assert now is not None
    relics = [card for card in bits(now.relics) if card in state.boards[seat].relics]
    asks = relics if any(each.card == HUNTER for each in now.plans) else []
    return [*(hunted(seat, CARD.ids[each]) for each in asks), *relics_taken(play, seat, relics)]


KeepRelic = word("keep_relic", "Keep the relic. 5.5.7.2.")
BuryRelic = word("bury_relic", "Put the relic on the bottom of the relic deck. 5.5.7.2.")
HUNTED: Final = Question(
    "hunted", "5.5.7.2", KeepRelic, BuryRelic, default=KeepRelic(), about={"card": CardId}, interrupts=True
)


@step("5.5.7.2")
def hunting(play: Play[State], seat: PlayerId, slot: SlotId) -> Frames:
    """Take a relic that lay face down at a targeted site (Relic Hunter)."""
    here = play.state.sites[SLOT.number(slot)]
    if not here.relics:
        return []
    card = CARD.ids[here.relics[0].card]
    return [hunted(seat, card), *take_lying(play, seat, SLOT.number(slot), 0)]


@step("5.5.7.2")
def hunted(play: Play[State], seat: PlayerId, card: CardId) -> Asks:
    """Let the victor keep a relic or put it on the bottom of the deck (Relic Hunter)."""
    answer = yield HUNTED.in_turn_of(play.state.turn.seat)(seat, [KeepRelic(), BuryRelic()], card=card)
    if isinstance(answer, BuryRelic):
        pieces.lift(play.state, CARD.number(card))
        pieces.bury_relic(play.state, CARD.number(card))


class BanishTo(AtSlot, frozen=True, tag="banish_to"):
    """Make the defender's pawn travel to this site. 5.5.7.3."""


NoBanish = word("no_banish", "Leave the pawn where it is. 5.5.7.3.")
cannot_banish = Code("5.5.7.3", slot=SLOT)
BANISH: Final = Question(
    "banish",
    "5.5.7.3",
    BanishTo,
    otherwise=cannot_banish,
    default=NoBanish(),
    about={"player": PlayerId},
    interrupts=True,
)


@step("5.5.7.3")
def banishing(play: Play[State], seat: PlayerId, player: PlayerId) -> Asking:
    """Let the victor send the defender's pawn to another site."""
    slots = destinations(play.state, player, forced=True)
    if not slots:
        return []
    offers = [*(BanishTo(SLOT.ids[each]) for each in slots), NoBanish()]
    answer = yield BANISH.in_turn_of(play.state.turn.seat)(seat, offers, player=player)
    return [] if isinstance(answer, NoBanish) else [forced_journey(player, answer.slot)]


BurnHalf = word("burn_half", "Burn half of the defender's favor. 5.5.7.3.")
SpareFavor = word("spare_favor", "Burn no favor of the defender's. 5.5.7.3.")
BURN: Final = Question("burn", "5.5.7.3", BurnHalf, default=SpareFavor(), about={"player": PlayerId}, interrupts=True)


@step("5.5.7.3")
def burning(play: Play[State], seat: PlayerId, player: PlayerId) -> Asking:
    """Let the victor burn half of the defender's favor."""
    favor = play.state.boards[player].favor
    burned = favor if marked(play.state, "all_burned") else favor // 2
    if not burned:
        return []
    answer = yield BURN.in_turn_of(play.state.turn.seat)(seat, [BurnHalf(), SpareFavor()], player=player)
    if isinstance(answer, BurnHalf):
        pieces.burn_favor(play, player, burned)
    return []


@step("5.5.8")
def finishing(play: Play[State], seat: PlayerId) -> Frames:
    """Carry out what battle plans do after a victory or a defeat, and at the end (5.5.8)."""
    state, now = play.state, play.state.campaign
    assert now is not None
    frames: list[Any] = []
    for moment in ("result", "end"):
        for each in now.plans:
            rule, won = plans.rule_of(state, each.card), (each.user == now.attacker) == now.won
            effect = rule.end if moment == "end" else rule.won if won else rule.lost
            if effect is not None and (each.met or moment == "end"):  # who leaves, leaves without the dice, too
                frames += effect(play, Battle(state, each.user)) or []
    last = [CARD.ids[each.card] for each in now.plans if now.won and plans.rule_of(state, each.card).after]
    return [*frames, closing(seat, now.defender, last)]


@step("5.5.8")
def closing(play: Play[State], seat: PlayerId, defender: str, last: list[CardId]) -> Frames:
    """End the campaign; what others may do after it comes then, and at last what plans of the victor allow."""
    now = play.state.campaign
    assert now is not None
    frames = [*chain.from_iterable(rule(play, seat, defender, now.won) for rule in AFTER_CAMPAIGN)]
    for id in last:
        after = plans.rule_of(play.state, CARD.number(id)).after
        frames += (after(play, Battle(play.state, seat)) if after else None) or []
    play.state.campaign = None
    return frames


AFTER_CAMPAIGN: Final[list[Any]] = []
"""What comes after a campaign (Herald, Sneak Attack): called with the play, both players, and whether it was won."""


NoCampaign = word("no_campaign", "Do not campaign. 7.4.")


class FreeAttackAnswers(Judged[State]):
    """A campaign that costs no supply, or none.

    `at`: where it is fought; `only`: the one who may be attacked; `added`: sites whose warbands join the army.
    """

    kind, rule, interrupts = "free_campaign", "7.4", True
    actions = (Attack, NoCampaign)
    free = True
    card: CardId

    def __init__(self, card: str, at: int, only: str, added: int) -> None:
        self.card, self.at, self.only, self.added = card, at, only, added

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield from Attack.candidates(state, seat, self)
        yield NoCampaign()

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
        return None if isinstance(action, NoCampaign) else action.refused(state, seat, self)  # type: ignore[attr-defined]

    def context(self, state: State, seat: str) -> dict[str, str]:
        return {"card": self.card}

    def default(self, state: State, seat: str) -> Action:
        return NoCampaign()


@step("7.4")
def free_campaign(
    play: Play[State], seat: PlayerId, card: CardId, at: int = NONE, only: str = "", added: int = 0
) -> Asking:
    """Let a player campaign for no supply, by a card."""
    answers = in_turn(play.state, seat, FreeAttackAnswers(card, at, only, added))
    able = any(isinstance(each, Attack) for each in answers.options(play.state, seat))
    answer = yield Choose(seat, answers, silent=not able)
    if not isinstance(answer, Attack):
        return []
    return begun(play, seat, answer, place_of(play.state, seat, answers), free=True, added=added)
