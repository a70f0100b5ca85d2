"""The cards of the hearth."""

from collections.abc import Iterator

from adjudicator import Action, Frames, Play

from ..facts import CARD, DARKEST_SECRET, HEARTH, NOMAD, NONE, ORDER, PEOPLES_FAVOR, REGION, SLOT, SUIT
from ..rules import pieces, table
from ..rules.deals import proposing
from ..rules.economy import MUSTERS, TRADES, MusterQuote, TradeQuote
from ..rules.empire import citizenship_by_card
from ..rules.plans import Battle, discarded, plan
from ..rules.playing import (
    AFTER_PLAY,
    PLAYS,
    REACTIONS,
    PlayQuote,
    RelicTaken,
    gain_from_bank,
    relics_taken,
    whenplayed,
)
from ..rules.powers import further, power, run
from ..rules.search import SEARCHES, SearchQuote
from ..rules.spoils import AFTER_CAMPAIGN, spare
from ..rules.turns import return_tokens
from ..state import State
from . import aims
from .aims import Aimed
from .effects import gains
from .looking import look
from .moving import move_card, room

# Battle plans


def _hearts_and_minds(play: Play[State], battle: Battle) -> None:
    """Let the defender win at once, without dice."""
    battle.now.at_once, battle.now.won = True, False


def _discard_unless_loved(play: Play[State], battle: Battle) -> Frames:
    """Discard the plan unless the side of its user holds the People's Favor (R02)."""
    if battle.holds(PEOPLES_FAVOR):
        return []
    return discarded("hearts_and_minds")(play, battle) or []


plan("extra_provisions")
plan("traveling_doctor", marks=("none_die",), lost=discarded("traveling_doctor"))
plan("village_constable", met=lambda b: not b.enemy_holds(PEOPLES_FAVOR))
plan("the_great_levy", met=lambda b: not b.enemy_holds(PEOPLES_FAVOR), marks=("own_skulls",))
plan("hearts_and_minds", used=_hearts_and_minds, end=_discard_unless_loved)
plan("hospital", end=lambda play, battle: spare(play, battle, CARD.number("hospital")))


def _herald(play: Play[State], attacker: str, defender: str, won: bool) -> Frames:
    """Give the holder of Herald a favor after another player's campaign against a player."""
    found = (each for each in table.others(play.state, attacker) if table.has(play.state, each, CARD.number("herald")))
    return [gain_from_bank(each, 1, "herald") for each in found if defender]


AFTER_CAMPAIGN.append(_herald)

# Modifiers and cards that bind others


@SEARCHES("news_from_afar")
def _news_from_afar(quote: SearchQuote) -> None:
    quote.free = True


@SEARCHES("land_warden")
def _land_warden(quote: SearchQuote) -> None:
    quote.plays = 2


@SEARCHES("welcoming_party", "crop_rotation")
def _with_play(quote: SearchQuote) -> None:
    """Change how the card is played, and not how cards are drawn."""


def _welcoming_party(play: Play[State], quote: PlayQuote) -> None:
    """Gain a favor for a denizen that is played face up and was no facedown adviser."""
    if quote.source != "6.1" and quote.card != CARD.number("welcoming_party"):
        pieces.gain_favor(play, quote.seat, HEARTH, 1)


AFTER_PLAY["welcoming_party"] = _welcoming_party


@PLAYS("crop_rotation")
def _crop_rotation(quote: PlayQuote) -> None:
    quote.clearing_there = aims.EVERYWHERE


@MUSTERS("rowdy_pub")
def _rowdy_pub(quote: MusterQuote) -> None:
    if quote.card == CARD.number("rowdy_pub"):
        quote.warbands += 1


@TRADES("awaited_return")
def _awaited_return(quote: TradeQuote) -> None:
    """Trade for no supply by sacrificing a warband."""
    if quote.state.boards[quote.seat].warbands:
        quote.supply = 0
        quote.loses += 1


def _book_binders(play: Play[State], seat: str, card: int, to: str) -> Frames:
    """Give the holder of Book Binders 2 favor when another player plays a vision face up."""
    binders = CARD.number("book_binders")
    found = (each for each in table.others(play.state, seat) if table.has(play.state, each, binders))
    return [gain_from_bank(each, 2, "book_binders") for each in found if to in ("revealed", "conspiracy")]


def _saddle_makers(play: Play[State], seat: str, card: int, to: str) -> Frames:
    """Give the holder of Saddle Makers 2 favor when another player plays a card of nomads or order face up."""
    suit = CARD.things[card].suit
    for each in table.others(play.state, seat):
        if suit in (NOMAD, ORDER) and table.has(play.state, each, CARD.number("saddle_makers")):
            pieces.gain_favor(play, each, suit, 2)
    return []


REACTIONS.extend((_saddle_makers, _book_binders))

# When played


@whenplayed("family_heirloom")
def _family_heirloom(play: Play[State], seat: str, slot: int) -> Frames:
    return draw_relic(play, seat, "family_heirloom")


def draw_relic(play: Play[State], seat: str, card: str) -> Frames:
    """Let a player see the top relic of the deck, and take it or put it on the bottom."""
    relic = pieces.draw_relic(play)
    if relic == NONE:
        return []
    look(play, seat, [relic], "relic")
    pieces.offer_relic(play.state, seat, relic)
    return run(play, seat, f"{card}:keep")


def declare_offer(card: str) -> None:
    """Declare the choice to take a relic that a card has drawn."""

    @power(f"{card}:keep", lambda state, seat: [aims.YES, aims.NO], kind="choice", secret=True)
    def kept(play: Play[State], seat: str, answer: Aimed) -> Frames:
        board = play.state.boards[seat]
        *board.drawn, lying = board.drawn
        if aims.agreed(answer):
            board.relics = [*board.relics, lying.card]
            play.emit(RelicTaken(seat, CARD.ids[lying.card]))
            return relics_taken(play, seat, [lying.card])
        pieces.bury_relic(play.state, lying.card)
        return []


for _card in ("family_heirloom", "dowsing_sticks", "ancient_forge"):
    declare_offer(_card)


@whenplayed("fabled_feast")
def _fabled_feast(play: Play[State], seat: str, slot: int) -> Frames:
    """Take favor of one bank for each card of the hearth that is ruled."""
    count = sum(table.suit(play.state, card) == HEARTH for card in table.ruled_cards(play.state, seat))
    count += CARD.number("marriage") in play.state.boards[seat].advisers
    return [gain_from_bank(seat, count, "fabled_feast")]


@whenplayed("salad_days")
def _salad_days(play: Play[State], seat: str, slot: int) -> Frames:
    return run(play, seat, "salad_days:bank", [])


def _further_banks(state: State, seat: str, taken: list[str]) -> list[Action]:
    """Return the banks with favor that have given none yet."""
    found = [bank for bank in aims.banks(state, seat) if bank not in [aims.bank(name) for name in taken]]
    return found if len(taken) < 3 else []


@power("salad_days:bank", _further_banks, kind="choice")
def _harvest(play: Play[State], seat: str, answer: Aimed, taken: list[str]) -> Frames:
    pieces.gain_favor(play, seat, SUIT.number(answer.suit), 1)
    return run(play, seat, "salad_days:bank", [*taken, answer.suit])


# Actions


power("wayside_inn")(gains(supply=2))


@power("memory_of_home", lambda state, seat: (bank for bank in aims.banks(state, seat) if bank != aims.bank("hearth")))
def _memory_of_home(play: Play[State], seat: str, answer: Aimed) -> None:
    """Move all favor of a bank to that of the hearth."""
    banks, suit = play.state.banks, SUIT.number(answer.suit)
    banks[HEARTH], banks[suit] = banks[HEARTH] + banks[suit], 0


@power("storyteller")
def _storyteller(play: Play[State], seat: str) -> None:
    play.state.banners[DARKEST_SECRET].tokens += 1


def _mobbed(state: State, seat: str) -> Iterator[Action]:
    """Yield the advisers of whoever holds the Darkest Secret and not the People's Favor."""
    holder = state.banners[DARKEST_SECRET].holder
    owners = [holder] if holder and state.banners[PEOPLES_FAVOR].holder != holder else []
    return aims.cards(aims.advisers(state, owners))


@power("armed_mob", _mobbed)
def _armed_mob(play: Play[State], seat: str, answer: Aimed) -> None:
    pieces.discard(play, CARD.number(answer.card), seat)


@power("tavern_songs", possible=lambda state, seat: bool(state.discards[table.region(state, seat)]))
def _tavern_songs(play: Play[State], seat: str) -> None:
    region = table.region(play.state, seat)
    look(play, seat, [each.card for each in play.state.discards[region][:3]], "pile", region=REGION.ids[region])


def _settlers(state: State, seat: str) -> Iterator[Action]:
    """Yield the own advisers that can move to the site."""
    able = room(state, seat, aims.here(state, seat))
    found = (adviser for adviser in aims.advisers(state, [seat]) if CARD.things[adviser].place != "adviser")
    return aims.cards(found if able else ())


@power("homesteaders", _settlers)
def _homesteaders(play: Play[State], seat: str, answer: Aimed) -> Frames:
    return move_card(play, seat, "homesteaders", answer.card, SLOT.ids[aims.here(play.state, seat)])


@power("a_round_of_ale")
def _a_round_of_ale(play: Play[State], seat: str) -> None:
    return_tokens(play, seat, but=CARD.number("a_round_of_ale"))


def _with_favor(state: State, seat: str) -> list[Action]:
    return [aims.player(each) for each in table.beside(state, seat) if state.boards[each].favor]


@power("charming_friend", _with_favor)
def _charming_friend(play: Play[State], seat: str, answer: Aimed) -> None:
    pieces.take_favor(play, seat, answer.player, 1)


def _fullest(state: State, seat: str) -> list[Action]:
    """Return the banks with most favor."""
    most = max(state.banks)
    return [aims.bank(SUIT.ids[n]) for n in SUIT.indexes if state.banks[n] == most and most]


power("levelers", _fullest)(further("levelers:to", "suit"))


def _poorest(state: State, seat: str, rich: str) -> list[Action]:
    """Return the other banks with least favor."""
    others = [n for n in SUIT.indexes if SUIT.ids[n] != rich]
    least = min(state.banks[n] for n in others)
    return [aims.bank(SUIT.ids[n]) for n in others if state.banks[n] == least]


@power("levelers:to", _poorest, kind="choice")
def _level(play: Play[State], seat: str, answer: Aimed, rich: str) -> None:
    banks, source = play.state.banks, SUIT.number(rich)
    moved = min(2, banks[source])
    banks[source] -= moved
    banks[SUIT.number(answer.suit)] += moved


def _lying(state: State, seat: str) -> list[Action]:
    """Return the relics that lie face down at the site, by number, unless Ancient Bloodline locks them."""
    here = aims.here(state, seat)
    return [] if table.lineage(state, here, seat) else aims.numbers(1, len(state.sites[here].relics))


@power("relic_breaker", _lying)
def _relic_breaker(play: Play[State], seat: str, answer: Aimed) -> None:
    """Put a relic of the site on the bottom of the deck, and gain 3 warbands."""
    here = play.state.sites[aims.here(play.state, seat)]
    lying = here.relics[answer.number - 1]
    here.relics = [relic for relic in here.relics if relic is not lying]
    pieces.bury_relic(play.state, lying.card)
    pieces.gain_warbands(play, seat, 3)


for _card in ("tinkers_fair", "deed_writer", "festival_district"):
    power(_card)(lambda play, seat, by=_card: [proposing(seat, by)])


def _popular_exile(state: State, seat: str) -> bool:
    return not table.belongs(state, seat) and state.banners[PEOPLES_FAVOR].holder == seat


@power("ballot_box", possible=_popular_exile)
def _ballot_box(play: Play[State], seat: str) -> Frames:
    return [citizenship_by_card(seat, "ballot_box", False)]
