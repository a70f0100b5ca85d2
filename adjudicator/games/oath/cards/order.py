"""The cards of order."""

from collections.abc import Iterator

from adjudicator import Action, Frames, Play

from ..facts import CARD, NONE, ORDER, SLOT, SUIT
from ..rules import pieces, table
from ..rules.battle import chooser as chooser_of
from ..rules.battle import falling
from ..rules.campaign import attackable, free_campaign
from ..rules.economy import MUSTERS, TRADES, MusterQuote, TradeQuote
from ..rules.empire import citizenship_by_card
from ..rules.plans import Battle, cost_of, plan
from ..rules.playing import PLAYS, PlayQuote, forbidden_by, whenplayed
from ..rules.powers import further, power, run
from ..rules.search import SEARCHES, SearchQuote
from ..rules.travel import AFTER_TRAVEL, TRAVELS, TravelQuote, arrive_at, destinations, forced_journey
from ..state import State
from . import aims
from .aims import Aimed
from .effects import for_user, gain_bank, gains, gains_favor
from .moving import declare_moves
from .tolls import binds_at, demand

# Battle plans


def _wrestle(play: Play[State], battle: Battle) -> Frames:
    """Sacrifice one warband of the defending army, which the user's side chooses; it is killed by that (glossary)."""
    battle.now.defenders_killed += 1
    return falling(play.state, chooser_of(play.state, "defense"), 1, "defense")


def _trap(play: Play[State], battle: Battle) -> None:
    """Kill one warband on the attacker's board."""
    battle.now.attackers_killed += pieces.kill_on(play, battle.now.attacker, 1)


def _join_empire(play: Play[State], battle: Battle) -> Frames:
    """Let an exile who has defeated an exile become a citizen."""
    user, loser = battle.user, battle.now.defender if battle.attacking else battle.now.attacker
    if not user or not loser or table.belongs(play.state, user) or table.belongs(play.state, loser):
        return []
    return [citizenship_by_card(user, "martial_culture", False)]


def _parade(play: Play[State], battle: Battle) -> None:
    """Gain favor of the suit of each faceup adviser of the loser and of allies; Marriage counts as two."""
    for suit in SUIT.indexes:
        gain_bank(play, battle, suit, sum(table.advisers_of(play.state, enemy, suit) for enemy in battle.enemies))


def _can_send(battle: Battle) -> bool:
    """Return whether a peace envoy can be sent: the enemy is at the site of the user's side, and can be paid."""
    now, boards = battle.now, battle.state.boards
    if not battle.user or not now.defender:
        return False
    there = boards[now.defender].pawn == (now.at if battle.attacking else boards[now.attacker].pawn)
    cost = cost_of(battle.state, battle.user, ENVOY)
    price = now.defense + cost.favor + cost.burn_favor
    return there and table.favor_of(battle.state, battle.user) >= price


ENVOY = CARD.number("peace_envoy")


def _send_envoy(play: Play[State], battle: Battle) -> None:
    """Pay the enemy a favor for each defense die, and win at once."""
    now = battle.now
    pieces.give_favor(play, battle.user or "", now.defender if battle.attacking else now.attacker, now.defense)
    now.at_once, now.won = True, battle.attacking


plan("wrestlers", met=lambda b: bool(b.user) and b.defending_warbands > 0, used=_wrestle, helps=False)
plan("battle_honors", won=lambda play, battle: gain_bank(play, battle, ORDER, 2))
plan("bear_traps", used=_trap)
plan("keep", met=lambda b: b.targets_site_of(CARD.number("keep")))
plan("scouts", used=for_user(gains(supply=1)))
plan("martial_culture", won=_join_empire)
plan("code_of_honor", marks=("no_more",), helps=False)
plan("outriders", marks=("own_skulls",))
plan("field_promotion", won=for_user(gains(warbands=3)))
plan("shield_wall", marks=("all_die",), helps=False)
plan("military_parade", won=_parade)
plan("specialist", marks=("enemy_none",))
plan("encirclement", met=lambda b: b.larger)
plan("peace_envoy", needs=_can_send, used=_send_envoy, marks=("no_more", "bloodless"), helps=False)

# Modifiers and cards that bind others


@MUSTERS("pressgangs")
def _pressgangs(quote: MusterQuote) -> None:
    quote.ignore("occupied")


@MUSTERS("knights_errant")
def _knights_errant(quote: MusterQuote) -> None:
    quote.after.append(free_campaign(quote.seat, "knights_errant"))


@SEARCHES("hunting_party")
def _hunting_party(quote: SearchQuote) -> None:
    if quote.world:
        quote.after.append(free_campaign(quote.seat, "hunting_party"))


@TRAVELS("toll_roads")
def _toll_roads(quote: TravelQuote) -> None:
    """Demand a favor of enemies who travel to a site of the card's ruler; who is made to travel is never sent there."""
    before = len(quote.fees)
    demand(quote, "toll_roads", quote.to)
    if quote.forced and len(quote.fees) > before:
        quote.forbid("toll_roads", forbidden_by(card=CARD.number("toll_roads"), by=CARD.number("toll_roads")))


@TRADES("curfew")
def _curfew(quote: TradeQuote) -> None:
    demand(quote, "curfew", aims.slot_of(quote.state, quote.card))


@SEARCHES("forced_labor")
def _forced_labor(quote: SearchQuote) -> None:
    demand(quote, "forced_labor", quote.state.boards[quote.seat].pawn)


@PLAYS("forced_labor")
def _forced_labor_on_plays(quote: PlayQuote) -> None:
    """Demand it for playing or discarding a facedown adviser, too (R45)."""
    if quote.source == "6.1" and quote.state.rules.forced_labor_on_6_1:
        demand(quote, "forced_labor", quote.state.boards[quote.seat].pawn)


@PLAYS("secret_police")
def _secret_police(quote: PlayQuote) -> None:
    faceup_vision = quote.way.to in ("revealed", "conspiracy")
    if faceup_vision and binds_at(quote.state, "secret_police", quote.seat, quote.state.boards[quote.seat].pawn):
        quote.forbid("secret_police", forbidden_by(card=quote.card, by=CARD.number("secret_police")))


@PLAYS("vow_of_obedience")
def _vow_of_obedience(quote: PlayQuote) -> None:
    card = CARD.number("vow_of_obedience")
    if quote.way.to in ("revealed", "conspiracy") and table.has(quote.state, quote.seat, card):
        quote.forbid("vow_of_obedience", forbidden_by(card=quote.card, by=card))


def _tyrant(play: Play[State], seat: str, quote: TravelQuote) -> Frames:
    """Kill a warband at the site that a tyrant comes to."""
    if table.has(play.state, seat, CARD.number("tyrant")):
        pieces.kill_at(play, quote.to, 1)
    return []


AFTER_TRAVEL.append(_tyrant)

# When played, actions, rest


@whenplayed("garrison")
def _garrison(play: Play[State], seat: str, slot: int) -> Frames:
    """Gain a warband for each ruled site, and put one on each; where there are too few, the player says where."""
    sites = table.ruled(play.state, seat)
    pieces.gain_warbands(play, seat, len(sites))
    if not pieces.may_place(play.state, seat):
        return []
    if play.state.boards[seat].warbands < len(sites):
        return run(play, seat, "garrison:site", [SLOT.ids[site] for site in sites])
    for site in sites:
        pieces.place_warbands(play.state, seat, site, 1)
    return []


def _ungarrisoned(state: State, seat: str, left: list[str]) -> list[Action]:
    return [aims.site(each) for each in left] if state.boards[seat].warbands else []


@power("garrison:site", _ungarrisoned, kind="choice")
def _garrisoned(play: Play[State], seat: str, answer: Aimed, left: list[str]) -> Frames:
    pieces.place_warbands(play.state, seat, SLOT.number(answer.slot), 1)
    return run(play, seat, "garrison:site", [each for each in left if each != answer.slot])


@whenplayed("royal_tax")
def _royal_tax(play: Play[State], seat: str, slot: int) -> None:
    """Take 2 favor of each other player at a ruled site of the region."""
    for each in table.others(play.state, seat):
        at = play.state.boards[each].pawn
        if at != NONE and aims.own_region(play.state, seat) >> at & 1 and table.rules(play.state, seat, at):
            pieces.take_favor(play, seat, each, 2)


declare_moves("messenger")


power("messenger", possible=lambda state, seat: bool(table.ruled(state, seat)))(further("messenger:moves"))


@power("siege_engines", aims.armed_sites(aims.own_region))
def _siege_engines(play: Play[State], seat: str, answer: Aimed) -> None:
    pieces.kill_at(play, SLOT.number(answer.slot), 2)


def _commands(state: State, seat: str) -> Iterator[Action]:
    """Yield the sites that a player rules where somebody can be attacked."""
    return (aims.site(SLOT.ids[each]) for each in table.ruled(state, seat) if attackable(state, seat, each))


@power("captains", _commands)
def _captains(play: Play[State], seat: str, answer: Aimed) -> Frames:
    slot = SLOT.number(answer.slot)
    return [free_campaign(seat, "captains", slot, "", 1 << slot)]


def _litters(state: State, seat: str) -> Iterator[Action]:
    """Yield the players at the site who can be made to travel."""
    return (aims.player(each) for each in table.beside(state, seat) if destinations(state, each, forced=True))


power("palanquin", _litters)(further("palanquin:to", "player"))


def _carried_to(state: State, seat: str, player: str) -> Iterator[Action]:
    return (aims.site(SLOT.ids[destination]) for destination in destinations(state, player, forced=True))


@power("palanquin:to", _carried_to, kind="choice")
def _carried(play: Play[State], seat: str, answer: Aimed, player: str) -> Frames:
    """Put the own pawn on the site, then make the other player travel there, if that is still possible (R59, R60)."""
    arrive_at(play, seat, SLOT.number(answer.slot))
    return [forced_journey(player, answer.slot)]


power("vow_of_obedience", aims.banks, kind="rest")(gains_favor())
