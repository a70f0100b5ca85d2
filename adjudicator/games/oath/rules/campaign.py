"""Declare a campaign (5.5): who may be attacked, which targets, with how many dice, and who joins the defense."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from msgspec.structs import replace

from adjudicator import Action, Asking, Choose, Frames, Play, Question, Refusal, ValidatedAnswers, word
from adjudicator.components import Code
from adjudicator.components.bits import bits, mask_of
from adjudicator.kernel.standing import once

from .. import facts
from ..facts import BANNER, CARD, CHANCELLOR, NONE, PEOPLES_FAVOR, SITE, SLOT, CardId, PlayerId, SlotId
from ..state import Campaign, Plan, State
from . import pieces, plans, table
from .battle import PEACE, asked_for_plans, defending, losing, rolling, using
from .book import ActDeed, Fee, SeatEvent, in_turn, step
from .modifying import lacking, site_broken
from .playing import banner_protected, protected, spell_broken
from .spoils import HUNTER, finishing, winning
from .warbands import Forbid, Permit


class CampaignBegan(SeatEvent, frozen=True, tag="campaign_began", rule="5.5.2", touches=("slot",), hits=("player",)):
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


class Joined(SeatEvent, frozen=True, tag="joined", rule="5.5.2"):
    """A citizen joins the defense."""


no_defender = Code("5.5.1")
"""A player who rules your site or whose pawn is there; bandits only where no player rules it."""
not_a_target = Code("5.5.2")
own_site = Code("5.5.2", slot=SLOT)
too_many_dice = Code("5.5.2", dice=int, warbands=int)
gate = Code("5.5.2", slot=SLOT)
sworn = Code("7.1.4", card=CARD)
even = Code("7.1.4", card=CARD)
hidden_target = Code("5.5.2", slot=SLOT)
PYTHON = CARD.number("giant_python")
UNION = CARD.number("vow_of_union")
RAMPART = CARD.number("sprawling_rampart")
SEALING = CARD.number("sealing_ward")
DEBATE = CARD.number("hall_of_debate")


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
    def legal(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        able = getattr(asked, "free", False) or not lacking(state, seat, Fee(2))
        return super().legal(state, seat, asked) if able else iter(())

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
        if must and _huntable(state, seat, player, here) and table.rules_card(state, seat, HUNTER, True):
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

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        at, board = place_of(state, seat, asked), state.boards[seat]
        free = getattr(asked, "free", False)
        if not free and (bad := lacking(state, seat, Fee(2))):
            return bad
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
        hunted = {*self.lying} <= {*self.sites} and all(
            _huntable(state, seat, self.player, each) for each in self.lying
        )
        if self.lying and (not hunted or CARD.ids[HUNTER] not in self.plans):
            return not_a_target()
        secret = self.secret(state, at)
        if secret != NONE and any(spell_broken(state, seat)):
            return site_broken(slot=secret)
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

    def apply(self, play: Play[State], seat: str) -> Frames:
        return begun(play, seat, self, play.state.boards[seat].pawn, free=False)


def threats(state: State, attacker: str, seat: str) -> list[Attack]:
    """Return the campaigns of a player that another would have to fear, from where the pawn is now."""
    found = Attack.candidates(state, attacker, None)
    return [each for each in found if isinstance(each, Attack) and each.player == seat]


def place_of(state: State, seat: str, asked: Any) -> int:
    """Return the site of a campaign: that of the pawn, or the one that a power puts in its place."""
    at = getattr(asked, "at", NONE)
    return state.boards[seat].pawn if at == NONE else at


@once
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
        crown = table.crowned(state)
        together = bool(crown) and crown != seat and table.belongs(state, crown) and table.belongs(state, other)
        return crown == other or (together and not (seat == CHANCELLOR and state.boards[other].citizen))
    if here.colour != CHANCELLOR:
        return here.colour == other
    if not table.belongs(state, other):
        return False
    return not (seat == CHANCELLOR and state.boards[other].citizen)


@once
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
        found["relics"] = tuple(CARD.ids[relic] for relic in board.relics if not protected(state, seat, player, relic))
        held = (n for n, each in enumerate(state.banners) if each.holder == player)
        debate = table.spot_of(state, DEBATE) is not None and not state.ruined >> DEBATE & 1
        found["banners"] = tuple(
            BANNER.ids[n]
            for n in held
            if not banner_protected(state, seat, player, n) and not (n == PEOPLES_FAVOR and debate)
        )
        found["pawn"] = True
    return found


def _huntable(state: State, seat: str, player: str | None, slot: str) -> bool:
    """Return whether relics lie at a site that Ancient Bloodline does not lock in this campaign."""
    at = SLOT.number(slot)
    then = replace(state, campaign=Campaign(seat, player or "", at))
    return bool(state.sites[at].relics) and not table.lineage(then, at, seat)


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
    found += sum(CARD.things[bit].defense for bit in bits(now.relics))
    found += sum(state.banners[bit].tokens for bit in bits(now.banners))
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
            tuple(facts.SITE.ids[state.sites[SLOT.number(site)].site] for site in deed.sites),
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
    now = table.fought(state)
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
    now = table.fought(play.state)
    answer = yield ALLY.in_turn_of(play.state.turn.seat)(now.defender, [Permit(), Forbid()], player=seat)
    if isinstance(answer, Permit):
        now = table.fought(play.state)
        now.allies = sorted([*now.allies, seat], key=facts.PLAYER.number)
        play.emit(Joined(seat))
    return []


NoCampaign = word("no_campaign", "Do not campaign. 7.4.")


class FreeAttackAnswers(ValidatedAnswers[State]):
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

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        return None if isinstance(action, NoCampaign) else action.illegality(state, seat, self)  # type: ignore[attr-defined]

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
    able = any(isinstance(option, Attack) for option in answers.options(play.state, seat))
    answer = yield Choose(seat, answers, silent=not able)
    if not isinstance(answer, Attack):
        return []
    return begun(play, seat, answer, place_of(play.state, seat, answers), free=True, added=added)
