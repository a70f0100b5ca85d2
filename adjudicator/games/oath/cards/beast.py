"""The cards of beasts."""

from collections.abc import Iterable, Iterator

from adjudicator import Action, Frames, Play

from ..facts import BEAST, CARD, DISCORD, HEARTH, NOMAD, NONE, ORDER, REGION, SCEPTER, SLOT, SUIT
from ..rules import pieces, table
from ..rules.campaign import free_campaign
from ..rules.councils import PIPER
from ..rules.discards import discard_all
from ..rules.economy import MUSTERS, TRADES, MusterQuote, Purchase, TradeQuote
from ..rules.empire import citizenship_by_card
from ..rules.plans import plan
from ..rules.playing import AFTER_PLAY, PLAYS, PlayQuote, RelicTaken, forbidden_by, relics_taken, whenplayed
from ..rules.powers import power, run
from ..rules.search import SEARCHES, SearchQuote, empty_pile
from ..rules.travel import TRAVELS, TravelQuote, union
from ..state import State
from . import aims
from .aims import Aimed
from .effects import gains_favor
from .moving import move_card
from .tolls import binds_at


def at_sites(state: State, suit: int) -> int:
    """Return how many cards of a suit lie at all sites."""
    return sum(table.suit(state, card) == suit for here in state.sites for card in here.cards)


def beast_sites(state: State) -> list[int]:
    """Return the sites with a card of beasts."""
    return [n for n, here in enumerate(state.sites) if any(table.suit(state, card) == BEAST for card in here.cards)]


# Battle plans

plan("rangers", count=lambda b: 2 if b.now.defense >= 4 else 0, marks=("own_skulls",))
plan("nature_worship", count=lambda b: table.advisers_of(b.state, b.user, BEAST) if b.user else 0)
plan("war_tortoise", marks=("double_shields", "skull_swords"))
plan(
    "walled_garden",
    met=lambda b: b.targets_site_of(CARD.number("walled_garden")),
    shields=lambda b: at_sites(b.state, BEAST),
)

# Modifiers and cards that bind others


@SEARCHES("errand_boy")
def _errand_boy(quote: SearchQuote) -> None:
    quote.piles = (1 << len(REGION)) - 1


@SEARCHES("mushrooms")
def _mushrooms(quote: SearchQuote) -> None:
    """Draw one card in place of three, from the bottom of a discard pile, for no supply."""
    if quote.world:
        quote.forbid("mushrooms", empty_pile())
    quote.free, quote.below, quote.draws = True, True, quote.draws - 2


@SEARCHES("new_growth", "wild_cry", "bracken")
def _with_play(quote: SearchQuote) -> None:
    """Change how the card is played, and not how cards are drawn."""


@PLAYS("new_growth")
def _new_growth(quote: PlayQuote) -> None:
    if CARD.things[quote.card].suit in (BEAST, HEARTH):
        quote.slots |= sum(1 << n for n, here in enumerate(quote.state.sites) if here.site != NONE)


def _wild_cry(play: Play[State], quote: PlayQuote) -> None:
    """Gain supply and warbands for a beast that is played face up."""
    if CARD.things[quote.card].suit == BEAST:
        pieces.gain_supply(play, quote.seat, 1)
        pieces.gain_warbands(play, quote.seat, 2)


AFTER_PLAY["wild_cry"] = _wild_cry


@MUSTERS("animal_playmates")
def _animal_playmates(quote: MusterQuote) -> None:
    if quote.suit == BEAST:
        quote.supply = 0


@MUSTERS("vow_of_beastkin")
def _vow_of_beastkin(quote: MusterQuote) -> None:
    """Muster on a card of a suit of one's own advisers only, for one warband more."""
    card = CARD.number("vow_of_beastkin")
    if table.has(quote.state, quote.seat, card):
        if quote.suit != NONE and not table.advisers_of(quote.state, quote.seat, quote.suit):
            quote.forbid("vow_of_beastkin", forbidden_by(card=quote.card, by=card))
        quote.warbands += 1


def _forest_council(quote: Purchase) -> None:
    """Forbid enemies of the card's ruler to muster on beasts and to trade with them."""
    card = CARD.number("forest_council")
    if quote.suit == BEAST and table.binds(quote.state, card, quote.seat):
        quote.forbid("forest_council", forbidden_by(card=quote.card, by=card))


MUSTERS("forest_council")(_forest_council)
TRADES("forest_council")(_forest_council)


@TRADES("the_old_oak")
def _the_old_oak(quote: TradeQuote) -> None:
    oak = CARD.number("the_old_oak")
    if quote.card == oak and quote.gain == "secrets" and table.advisers_of(quote.state, quote.seat, BEAST):
        quote.more_secrets += 1


@TRADES("birdsong")
def _birdsong(quote: TradeQuote) -> None:
    if quote.suit in (BEAST, NOMAD):
        quote.supply = 0


@TRADES("small_friends")
def _small_friends(quote: TradeQuote) -> None:
    quote.slots |= sum(1 << slot for slot in beast_sites(quote.state))


@TRAVELS("forest_paths")
def _forest_paths(quote: TravelQuote) -> None:
    """Travel to a site with a beast for no supply; powers of sites are ignored."""
    if quote.to in beast_sites(quote.state):
        quote.free = True
        quote.ignore_sites()


@TRAVELS("grasping_vines")
def _grasping_vines(quote: TravelQuote) -> None:
    """Kill a warband of an enemy who leaves a site of the card's ruler."""
    if binds_at(quote.state, "grasping_vines", quote.seat, quote.origin):
        quote.loses += 1


@TRAVELS("vow_of_union")
def _vow_of_union(quote: TravelQuote) -> None:
    """Forbid leaving a site that is ruled while there are warbands on the board."""
    board = quote.state.boards[quote.seat]
    sworn = table.has(quote.state, quote.seat, CARD.number("vow_of_union"))
    if sworn and board.warbands and table.rules(quote.state, quote.seat, quote.origin):
        quote.forbid("vow_of_union", union(slot=quote.origin))


# When played


@whenplayed("long_lost_heir")
def _long_lost_heir(play: Play[State], seat: str, slot: int) -> Frames:
    return [citizenship_by_card(seat, "long_lost_heir", False)]


@whenplayed("threatening_roar")
def _threatening_roar(play: Play[State], seat: str, slot: int) -> Frames:
    """Discard the cards of nomads and beasts at the sites of the region."""
    return discard_all(play, seat, aims.cards_at(play.state, seat, aims.own_region(play.state, seat), NOMAD, BEAST))


@whenplayed("animal_host")
def _animal_host(play: Play[State], seat: str, slot: int) -> None:
    pieces.gain_warbands(play, seat, at_sites(play.state, BEAST))


# Actions, rest


@power("wolves", aims.armed_boards)
def _wolves(play: Play[State], seat: str, answer: Aimed) -> None:
    pieces.kill_on(play, answer.player, 1)


def _elsewhere(state: State, seat: str) -> Iterator[Action]:
    """Yield the denizens at other sites than that of Roving Terror."""
    own = aims.slot_of(state, TERROR)
    able = own != NONE and not table.locked(state, TERROR, seat)
    found = aims.cards_at(state, seat, aims.EVERYWHERE & ~(1 << own)) if able else []
    return aims.cards(each for each in found if CARD.things[each].kind == "denizen")


TERROR = CARD.number("roving_terror")


@power("roving_terror", _elsewhere)
def _roving_terror(play: Play[State], seat: str, answer: Aimed) -> Frames:
    """Discard a denizen at another site, and move this card there."""
    card = CARD.number(answer.card)
    slot = aims.slot_of(play.state, card)
    pieces.discard(play, card, seat)
    return move_card(play, seat, "roving_terror", "roving_terror", SLOT.ids[slot])


def _own_relics(state: State, seat: str) -> Iterator[Action]:
    return aims.cards(relic for relic in state.boards[seat].relics if relic != SCEPTER)


@power("fae_merchant", possible=lambda state, seat: bool(state.relic_top or state.relic_deck or state.relic_below))
def _fae_merchant(play: Play[State], seat: str) -> Frames:
    """Draw a relic, and put one on the bottom of the deck."""
    board, relic = play.state.boards[seat], pieces.draw_relic(play)
    board.relics = [*board.relics, relic]
    play.emit(RelicTaken(seat, CARD.ids[relic]))
    return [*run(play, seat, "fae_merchant:bottom"), *relics_taken(play, seat, [relic])]


@power("fae_merchant:bottom", _own_relics, kind="choice")
def _put_below(play: Play[State], seat: str, answer: Aimed) -> None:
    card = CARD.number(answer.card)
    pieces.lift(play.state, card)
    pieces.bury_relic(play.state, card)


def _prey(state: State, seat: str) -> Iterator[Action]:
    """Yield the players with warbands and a faceup adviser of order or discord."""
    armed = (each for each in state.order if state.boards[each].warbands)
    wanted = (each for each in armed if table.advisers_of(state, each, ORDER) + table.advisers_of(state, each, DISCORD))
    return map(aims.player, wanted)


@power("second_chance", _prey)
def _second_chance(play: Play[State], seat: str, answer: Aimed) -> None:
    pieces.kill_on(play, answer.player, 1)
    pieces.gain_warbands(play, seat, 1)


@PLAYS("pied_piper")
def _pied_piper(quote: PlayQuote) -> None:
    """Ignore the limit of the council when the piper comes."""
    if quote.card == PIPER and quote.way.to == "adviser":
        quote.ignore("council")


@power("pied_piper", lambda state, seat: map(aims.player, table.others(state, seat)))
def _pipe(play: Play[State], seat: str, answer: Aimed) -> None:
    """Move the piper to another player and take 2 favor there."""
    pieces.lift(play.state, PIPER)
    board = play.state.boards[answer.player]
    board.advisers = [*board.advisers, PIPER]
    pieces.take_favor(play, seat, answer.player, 2)


def _remembers(state: State, seat: str) -> bool:
    """Return whether a beast lies at a site and another bank has favor."""
    return bool(at_sites(state, BEAST)) and any(state.banks[n] for n in SUIT.indexes if n != BEAST)


@power("memory_of_nature", possible=_remembers)
def _memory_of_nature(play: Play[State], seat: str) -> Frames:
    return run(play, seat, "memory_of_nature:bank", at_sites(play.state, BEAST))


def _other_banks(state: State, seat: str, left: int) -> list[Action]:
    """Return the banks but that of beasts that have favor."""
    return [aims.bank(SUIT.ids[n]) for n in table.fullest(state) if n != BEAST and state.banks[n]] if left else []


@power("memory_of_nature:bank", _other_banks, kind="choice")
def _remember(play: Play[State], seat: str, answer: Aimed, left: int) -> Frames:
    """Move a favor to the bank of beasts."""
    play.state.banks[SUIT.number(answer.suit)] -= 1
    play.state.banks[BEAST] += 1
    return run(play, seat, "memory_of_nature:bank", left - 1)


def _needy(state: State, seat: str) -> Iterable[Action]:
    """Return the banks with favor for a player who has none."""
    return aims.banks(state, seat) if not state.boards[seat].favor else []


power("vow_of_poverty", _needy, kind="rest")(gains_favor(2))


@power("wild_allies", lambda state, seat: [aims.site(SLOT.ids[site]) for site in beast_sites(state)])
def _wild_allies(play: Play[State], seat: str, answer: Aimed) -> Frames:
    slot = SLOT.number(answer.slot)
    added = 1 << slot if table.rules(play.state, seat, slot) else 0
    return [free_campaign(seat, "wild_allies", slot, "", added)]
