"""The cards of nomads."""

from collections.abc import Iterator

from adjudicator import Action, Frames, Play

from ..facts import BEAST, CARD, CHANCELLOR, DARKEST_SECRET, NOMAD, NONE, REGION, SLOT, SUIT, PlayerId, SlotId
from ..rules import pieces, table
from ..rules.book import step
from ..rules.deals import proposing
from ..rules.economy import RECOVERS, RecoverQuote
from ..rules.empire import GIVEN_FOR, citizenship_by_card
from ..rules.plans import Battle, Effect, plan
from ..rules.playing import PLAYS, BannerTaken, PlayQuote, forbidden_by, keeping, whenplayed
from ..rules.powers import further, later, power, run
from ..rules.search import Searched
from ..rules.travel import TRAVELS, TravelQuote, arrive_at
from ..state import Campaign, State
from . import aims
from .aims import Aimed
from .effects import for_user, gains, gains_favor
from .looking import look
from .moving import declare_moves, move_card, room
from .tolls import toll

# Battle plans. Those of nomads are mostly discarded at the end; Wild Mounts lets a beast go in place of all of them.


def _left(card: str) -> Effect:
    """Return what discards a nomad plan at the end, unless Wild Mounts was used by its user and pays with a beast."""

    def effect(play: Play[State], battle: Battle) -> None:
        mounts = any(each.card == MOUNTS and each.user == battle.user for each in battle.now.plans)
        if mounts and _spared(battle) and mounts_of(play.state, battle.user):
            return
        if table.spot_of(play.state, CARD.number(card)) is not None:
            pieces.discard(play, CARD.number(card), battle.user or battle.now.attacker)

    return effect


MOUNTS = CARD.number("wild_mounts")


def mounts_of(state: State, seat: str | None) -> list[int]:
    """Return the beasts that Wild Mounts may give up: those ruled that are not locked."""
    ruled = table.ruled_cards(state, seat) if seat else bandits_cards(state)
    return [each for each in ruled if table.suit(state, each) == BEAST and not CARD.things[each].locked]


def bandits_cards(state: State) -> list[int]:
    """Return the cards that bandits rule, from the top of the cradle."""
    return [
        card
        for slot, here in enumerate(state.sites)
        for card in here.cards
        if here.site != NONE and not table.rulers(state, slot)
    ]


def _leaving(now: Campaign, user: str | None) -> list[int]:
    """Return the nomad plans of a user that are discarded at the end."""
    used = (each for each in now.plans if CARD.ids[each.card] in LEAVING and each.user == user)
    return [each.card for each in used if CARD.ids[each.card] != "mountain_giant" or each.count == 3]


def _spared(battle: Battle) -> bool:
    """Return whether a beast may go for nomad plans; for bandits one plan alone goes itself."""
    return len(_leaving(battle.now, battle.user)) >= (1 if battle.user else 2)


def _give_beast(play: Play[State], battle: Battle) -> Frames:
    """Discard one beast in place of the nomad plans that would be discarded; bandits the first one."""
    if not _spared(battle):
        return []
    return run(play, battle.user, "wild_mounts:beast") if battle.user else [bandits_give()]


@step("7.5")
def bandits_give(play: Play[State]) -> None:
    """Discard the first beast of the bandits, behind the ends of all plans."""
    now = play.state.campaign
    if now is not None and (found := mounts_of(play.state, "")):
        pieces.discard(play, found[0], now.attacker)


def _mounts(state: State, seat: str) -> list[Action]:
    """Return the beasts that may go, and letting the plans go, where there is a beast."""
    found = mounts_of(state, seat)
    return [*aims.cards(found), aims.NO] if found else []


@power("wild_mounts:beast", _mounts, kind="choice", first=True)
def _given(play: Play[State], seat: str, answer: Aimed) -> None:
    """Discard the beast, or all plans that it would have saved."""
    now = table.fought(play.state)
    for card in [CARD.number(answer.card)] if aims.chosen(answer) else _leaving(now, seat):
        if table.spot_of(play.state, card) is not None:
            pieces.discard(play, card, seat)


LEAVING = (
    *("rain_boots", "horse_archers", "warning_signals", "lancers", "rival_khan", "mounted_patrol"),
    *("great_crusade", "storm_caller", "mountain_giant"),
)


def _giant_leaves(play: Play[State], battle: Battle) -> Frames | None:
    """Discard Mountain Giant if three dice were taken."""
    three = CARD.number("mountain_giant") in _leaving(battle.now, battle.user)
    return _left("mountain_giant")(play, battle) if three else []


def _nomads_ruled(battle: Battle) -> int:
    """Return how many cards of nomads the user rules."""
    found = table.ruled_cards(battle.state, battle.user) if battle.user else bandits_cards(battle.state)
    return sum(table.suit(battle.state, each) == NOMAD for each in found)


declare_moves("warning_signals")
plan("rain_boots", marks=("single_shields",), end=_left("rain_boots"))
plan("horse_archers", end=_left("horse_archers"))
plan("warning_signals", used=for_user(further("warning_signals:moves")), end=_left("warning_signals"), helps=False)
plan("lancers", marks=("doubled",), end=_left("lancers"))
plan("mountain_giant", end=_giant_leaves)
plan("rival_khan", met=lambda b: b.enemy_adviser(NOMAD), end=_left("rival_khan"))
plan("mounted_patrol", marks=("halved",), end=_left("mounted_patrol"))
plan("great_crusade", count=_nomads_ruled, end=_left("great_crusade"))
plan("storm_caller", end=_left("storm_caller"))
plan("wild_mounts", end=_give_beast, helps=False)

# Modifiers and cards that bind others


@TRAVELS("tents")
def _tents(quote: TravelQuote) -> None:
    quote.free |= quote.same_region


@TRAVELS("special_envoy")
def _special_envoy(quote: TravelQuote) -> None:
    quote.free = quote.ends_turn = True


@TRAVELS("a_fast_steed")
def _a_fast_steed(quote: TravelQuote) -> None:
    quote.free |= quote.state.boards[quote.seat].warbands <= 3


@TRAVELS("hospitality")
def _hospitality(quote: TravelQuote) -> None:
    quote.after.append(later(quote.seat, "hospitality:bank", []))


@TRAVELS("way_station")
def _way_station(quote: TravelQuote) -> None:
    """Travel to the station for no supply; who does not rule it gives its ruler a favor where that is cheaper."""
    state, card = quote.state, CARD.number("way_station")
    if quote.forced or aims.slot_of(state, card) != quote.to:
        return
    if table.rules_card(state, quote.seat, card):
        quote.free = True
    elif quote.station:
        quote.free = True
        quote.fees.append((table.card_ruler(state, card), 1))


@RECOVERS("relic_worship")
def _relic_worship(quote: RecoverQuote) -> None:
    if quote.number != NONE:
        quote.after.append(later(quote.seat, "relic_worship:supply", []))


power("relic_worship:supply", kind="choice")(gains(supply=3))


def _shared_suits(state: State, seat: str) -> list[Action]:
    """Return the banks with a suit of both a card at the site and a faceup adviser."""
    own = {CARD.things[adviser].suit for adviser in state.boards[seat].advisers}
    there = {table.suit(state, card) for card in state.sites[aims.here(state, seat)].cards}
    return [aims.bank(SUIT.ids[n]) for n in table.fullest(state) if n in own & there and state.banks[n]]


power("hospitality:bank", _shared_suits, kind="choice")(gains_favor())


@PLAYS("sacred_ground")
def _sacred_ground(quote: PlayQuote) -> None:
    """Forbid revealing a vision anywhere but on the sacred ground."""
    card = CARD.number("sacred_ground")
    slot = aims.slot_of(quote.state, card)
    if quote.way.to == "revealed" and slot not in (NONE, aims.here(quote.state, quote.seat)):
        quote.forbid("sacred_ground", forbidden_by(card=quote.card, by=card))


# When played


@whenplayed("the_gathering")
def _the_gathering(play: Play[State], seat: str, slot: int) -> Frames:
    """Let every player move the pawn to the site, the chancellor first; then those there exchange what they like."""
    coming = [frame for each in play.state.order for frame in run(play, each, "the_gathering:come", SLOT.ids[slot])]
    return [*coming, *(gathered(each, SLOT.ids[slot]) for each in play.state.order)]


@step("7.6.3")
def gathered(play: Play[State], seat: PlayerId, slot: SlotId) -> Frames:
    """Let a player at the gathering propose an exchange, if others are there."""
    there = play.state.boards[seat].pawn == SLOT.number(slot) and table.beside(play.state, seat)
    return [proposing(seat, "the_gathering")] if there else []


@whenplayed("vow_of_kinship")
def _vow_of_kinship(play: Play[State], seat: str, slot: int) -> None:
    """Move all favor of the board to the bank of nomads."""
    board = play.state.boards[seat]
    play.state.banks[NOMAD], board.favor = play.state.banks[NOMAD] + board.favor, 0


def _come_or_not(state: State, seat: str, slot: str) -> list[Action]:
    return [aims.YES, aims.NO] if state.boards[seat].pawn != SLOT.number(slot) else []


@power("the_gathering:come", _come_or_not, kind="choice")
def _come(play: Play[State], seat: str, answer: Aimed, slot: str) -> None:
    if aims.agreed(answer):
        arrive_at(play, seat, SLOT.number(slot))


whenplayed("faithful_friend")(gains(supply=4))


whenplayed("great_herd")(further("great_herd:swap"))


def _nomads(state: State, seat: str) -> list[Action]:
    """Return the other cards of nomads at sites, or none."""
    found = aims.cards_at(state, seat, aims.EVERYWHERE, NOMAD)
    return [*aims.cards(each for each in found if each != CARD.number("great_herd")), aims.NO]


@power("great_herd:swap", _nomads, kind="choice")
def _herd(play: Play[State], seat: str, answer: Aimed) -> None:
    if aims.chosen(answer):
        aims.exchange(play.state, CARD.number("great_herd"), CARD.number(answer.card))


whenplayed("twin_brother")(further("twin_brother:swap"))


def _twins(state: State, seat: str) -> list[Action]:
    return [*aims.cards(aims.advisers(state, table.others(state, seat), NOMAD)), aims.NO]


@power("twin_brother:swap", _twins, kind="choice")
def _twin(play: Play[State], seat: str, answer: Aimed) -> None:
    if aims.chosen(answer):
        aims.exchange(play.state, CARD.number("twin_brother"), CARD.number(answer.card))


@whenplayed("pilgrimage")
def _pilgrimage(play: Play[State], seat: str, slot: int) -> None:
    """Move the denizens of the site to the Dispossessed, and put as many of those on the discard pile."""
    state = play.state
    there = aims.cards_at(state, seat, 1 << aims.here(state, seat))
    gone = [each for each in there if CARD.things[each].kind == "denizen"]
    for each in gone:
        pieces.clear(play, each)
        pieces.lift(state, each)
    state.dispossessed = sorted([*state.dispossessed, *gone])
    drawn = play.pick_many("pilgrims", "cards", [CARD.ids[each] for each in state.dispossessed], len(gone))
    cards = [CARD.number(each) for each in drawn]
    state.dispossessed = [each for each in state.dispossessed if each not in cards]
    look(play, seat, cards, "pile")
    pieces.discard_unseen(play, seat, cards, to=table.region(state, seat))


@whenplayed("ancient_pact")
def _ancient_pact(play: Play[State], seat: str, slot: int) -> Frames:
    """Let an exile give the Darkest Secret to the chancellor and become a citizen."""
    state = play.state
    able = not table.belongs(state, seat) and state.banners[DARKEST_SECRET].holder == seat
    return [citizenship_by_card(seat, "ancient_pact", True)] if able else []


def _give_secret(play: Play[State], seat: str) -> None:
    """Give the Darkest Secret to the chancellor, as it is (R03)."""
    play.state.banners[DARKEST_SECRET].holder = CHANCELLOR
    play.emit(BannerTaken(CHANCELLOR, "darkest_secret", seat))


GIVEN_FOR["ancient_pact"] = _give_secret


# Actions


@power("ancient_binding")
def _ancient_binding(play: Play[State], seat: str) -> None:
    """Burn all secrets of every player but the last; the player keeps the one that lies on this card."""
    state, card = play.state, CARD.number("ancient_binding")
    for each in state.order:
        board = state.boards[each]
        keeps = 0 if each == seat else 1
        pieces.burn_secrets(play, each, max(0, board.secrets + board.turned - keeps), turned=True)
    for on in state.on_cards:
        on.secrets = on.secrets if on.card == card else 0
    state.on_cards = [on for on in state.on_cards if on.favor or on.secrets]


power("elders")(gains(secrets=1))


def _other_piles(state: State, seat: str) -> Iterator[Action]:
    """Yield the discard piles of other regions that hold cards."""
    own = REGION.ids[table.region(state, seat)]
    return (pile for pile in aims.piles(state, seat) if pile != aims.pile(own))


@power("convoys", _other_piles)
def _convoys(play: Play[State], seat: str, answer: Aimed) -> None:
    """Put the discard pile of another region on top of that of one's own."""
    piles, other, own = play.state.discards, REGION.number(answer.region), table.region(play.state, seat)
    piles[own], piles[other] = [*piles[other], *piles[own]], []


def _movable(state: State, seat: str) -> list[Action]:
    """Return the nomad advisers of all players, if a site has room for one."""
    able = any(room(state, seat, slot) for slot in SLOT.indexes)
    found = (adviser for adviser in aims.advisers(state, state.order, NOMAD) if CARD.things[adviser].place != "adviser")
    return [*aims.cards(found)] if able else []


power("resettle", _movable)(further("resettle:to", "card"))


@power(
    "resettle:to",
    lambda state, seat, card: [aims.site(SLOT.ids[n]) for n in SLOT.indexes if room(state, seat, n)],
    kind="choice",
)
def _resettled(play: Play[State], seat: str, answer: Aimed, card: str) -> Frames:
    return move_card(play, seat, "resettle", card, answer.slot)


def _labor(state: State, seat: str) -> list[tuple[str, int]]:
    """Return the toll of Forced Labor, which is due for the Oracle as for a search (R45)."""
    return toll(state, "forced_labor", seat, aims.here(state, seat))


@power("oracle", possible=lambda state, seat: table.favor_of(state, seat) >= len(_labor(state, seat)))
def _oracle(play: Play[State], seat: str) -> Frames:
    """Take the topmost vision of the world deck, and play or discard it."""
    state = play.state
    for player, favor in _labor(state, seat):
        pieces.give_favor(play, seat, player, favor)
    pieces.fix_top(play)
    while not any(map(pieces.is_vision, state.top)) and pieces.world_left(state) > len(state.top):
        pieces.fix_top(play, len(state.top) + 1)
    card = next(filter(pieces.is_vision, state.top), NONE)
    if card == NONE:
        return []
    state.top = [each for each in state.top if each != card]
    pieces.count_vision(state)
    pieces.fix_top(play)
    state.boards[seat].drawn = [pieces.lying(card, seat)]
    play.emit(Searched(seat, "world", 1, True, (CARD.ids[card],)))
    return [keeping(seat, [], 1, "oracle")]
