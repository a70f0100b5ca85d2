"""The cards of arcane magic."""

from collections.abc import Iterator
from typing import Any, Literal

from adjudicator import Action, Frames, Play
from adjudicator.components import Code
from adjudicator.components.bits import bits

from .. import facts
from ..facts import ARCANE, BEAST, CARD, CHANCELLOR, CONSPIRACY, DARKEST_SECRET, HEARTH, NOMAD, ORDER, SLOT, SUIT
from ..rules import pieces, table
from ..rules.battle import AFTER_ROLL, roll
from ..rules.dice import AFTER_CAST, CASTS, thrown
from ..rules.discards import discard_all
from ..rules.economy import MUSTERS, RECOVERS, SILENCE, TRADES, MusterQuote, RecoverQuote, TradeQuote, secret_kept
from ..rules.empire import citizenship_by_card
from ..rules.modifying import power_refused
from ..rules.plans import Battle, plan
from ..rules.playing import keeping, whenplayed
from ..rules.powers import BurnOne, BuySecret, PutOne, SellSecret, further, power, run
from ..rules.search import SEARCHES, SearchQuote
from ..rules.travel import TRAVELS, TravelQuote
from ..state import State
from . import aims
from .aims import Aimed
from .effects import gains, gains_favor
from .looking import look

# Battle plans


def _other_suits(battle: Battle) -> int:
    """Return how many suits other than arcane the user rules."""
    return len(table.suits_ruled(battle.state, battle.user) - {ARCANE}) if battle.user else 0


plan("fire_talkers", met=lambda b: b.holds(DARKEST_SECRET))
plan("rusting_ray", met=lambda b: b.holds(DARKEST_SECRET), marks=("hollow",))
plan("billowing_fog", marks=("none_die",))
plan("kindred_warriors", count=_other_suits, marks=("own_skulls",))
plan("cracking_ground", count=lambda b: len(b.targeted))


not_through = Code("7.4", card=CARD)
"""The portal leads only to its site and from there."""
not_recovered = Code("7.4", card=CARD)
"""Magician's Code is for the Darkest Secret alone."""
JINX = CARD.number("jinx")


def _jinxed(state: State, seat: str) -> bool:
    """Return whether a player rules Jinx and can pay for it."""
    return bool(seat) and table.rules_card(state, seat, JINX) and power_refused(state, seat, JINX) is None


def _jinx(play: Play[State], dice: str) -> Frames:
    """Let the ruler of Jinx roll the dice of a campaign again that were just rolled by that player."""
    now = table.fought(play.state)
    seat, faces = (now.attacker, now.swords) if dice == "attack" else (now.defender, now.shields)
    return run(play, seat, "jinx:reroll", dice) if faces and _jinxed(play.state, seat) else []


AFTER_ROLL.append(_jinx)


@power("jinx:reroll", lambda state, seat, dice: [aims.YES, aims.NO], kind="choice")
def _rerolled(play: Play[State], seat: str, answer: Aimed, dice: Literal["attack", "defense"]) -> None:
    now = play.state.campaign
    if aims.agreed(answer) and now is not None:
        pieces.pay(play, seat, JINX, CARD.things[JINX].cost)
        roll(play, dice, len(now.swords if dice == "attack" else now.shields))


def _jinx_cast(play: Play[State], seat: str, card: str, faces: list[int], about: list[Any]) -> Frames:
    """Let the ruler of Jinx roll the dice of another card again."""
    return run(play, seat, "jinx:cast", card, faces, about) if faces and _jinxed(play.state, seat) else []


AFTER_CAST.append(_jinx_cast)


@power("jinx:cast", lambda state, seat, card, faces, about: [aims.YES, aims.NO], kind="choice")
def _cast_again(play: Play[State], seat: str, answer: Aimed, card: str, faces: list[int], about: list[Any]) -> Frames:
    if aims.agreed(answer):
        pieces.pay(play, seat, JINX, CARD.things[JINX].cost)
        faces = thrown(play, seat, card, len(faces))
    return CASTS[card](play, seat, faces, *about) or []


# Modifiers


@RECOVERS("magicians_code")
def _magicians_code(quote: RecoverQuote) -> None:
    if quote.banner == DARKEST_SECRET:
        quote.added += 2
    else:
        quote.forbid("magicians_code", not_recovered(card=CARD.number("magicians_code")))


@RECOVERS("vow_of_silence")
def _vow_of_silence(quote: RecoverQuote) -> None:
    if quote.banner == DARKEST_SECRET and table.has(quote.state, quote.seat, CARD.number("vow_of_silence")):
        quote.forbid("vow_of_silence", secret_kept())


@TRADES("acting_troupe")
def _acting_troupe(quote: TradeQuote) -> None:
    """Count the troupe as an adviser of beasts or order."""
    if quote.suit in (BEAST, ORDER) and table.has(quote.state, quote.seat, CARD.number("acting_troupe")):
        quote.matching += 1


@TRADES("secret_signal")
def _secret_signal(quote: TradeQuote) -> None:
    quote.signal = True


@TRADES("map_library")
def _map_library(quote: TradeQuote) -> None:
    """Trade with a card of any site of the region, while the pawn is at the library."""
    if aims.slot_of(quote.state, CARD.number("map_library")) == aims.here(quote.state, quote.seat):
        quote.slots = aims.own_region(quote.state, quote.seat)


@TRADES("master_of_disguise")
def _master_of_disguise(quote: TradeQuote) -> None:
    """Trade with the advisers of another player: the quote is made of the position in disguise (`Trade.seen`)."""


@SEARCHES("augury")
def _augury(quote: SearchQuote) -> None:
    quote.draws += 1


@SEARCHES("observatory")
def _observatory(quote: SearchQuote) -> None:
    if aims.slot_of(quote.state, CARD.number("observatory")) == aims.here(quote.state, quote.seat):
        quote.piles = (1 << len(facts.REGION)) - 1


@TRAVELS("portal")
def _portal(quote: TravelQuote) -> None:
    """Travel to or from the site of the portal for no supply; powers of sites are ignored."""
    if aims.slot_of(quote.state, CARD.number("portal")) in (quote.origin, quote.to):
        quote.free = True
        quote.ignore_sites()
    else:
        quote.forbid("portal", not_through(card=CARD.number("portal")))


@MUSTERS("initiation_rite")
def _initiation_rite(quote: MusterQuote) -> None:
    if table.has(quote.state, quote.seat, CARD.number("initiation_rite")):
        quote.favor, quote.secrets = 0, 1


# When played


@whenplayed("dazzle")
def _dazzle(play: Play[State], seat: str, slot: int) -> Frames:
    """Discard the cards of hearth and order at the sites of the region."""
    return discard_all(play, seat, aims.cards_at(play.state, seat, aims.own_region(play.state, seat), HEARTH, ORDER))


@whenplayed("revelation")
def _revelation(play: Play[State], seat: str, slot: int) -> Frames:
    """Let every player burn favor for as many secrets, the chancellor first."""
    return [frame for each in play.state.order for frame in run(play, each, "revelation:burn")]


def _favor_or_none(state: State, seat: str) -> list[Action]:
    return [*aims.numbers(1, table.favor_of(state, seat)), aims.NO]


@power("revelation:burn", _favor_or_none, kind="choice")
def _reveal(play: Play[State], seat: str, answer: Aimed) -> None:
    if aims.chosen(answer):
        pieces.burn_favor(play, seat, answer.number)
        pieces.gain_secrets(play, seat, answer.number)


@whenplayed("bewitch")
def _bewitch(play: Play[State], seat: str, slot: int) -> Frames:
    """Let an exile with more secrets than the chancellor become a citizen."""
    state = play.state
    more = table.secrets_of(state, seat) > table.secrets_of(state, CHANCELLOR)
    return [citizenship_by_card(seat, "bewitch", False)] if more and not table.belongs(state, seat) else []


# Actions


@power("alchemist", possible=lambda state, seat: any(state.banks))
def _alchemist(play: Play[State], seat: str) -> Frames:
    """Gain four favor from any banks, one after the other."""
    return run(play, seat, "alchemist:bank", 4)


@power("alchemist:bank", lambda state, seat, left: aims.banks(state, seat), kind="choice")
def _transmute(play: Play[State], seat: str, answer: Aimed, left: int) -> Frames:
    pieces.gain_favor(play, seat, SUIT.number(answer.suit), 1)
    return run(play, seat, "alchemist:bank", left - 1) if left > 1 else []


power("spirit_snare", aims.banks)(gains_favor())


@power("wizard_school")
def _wizard_school(play: Play[State], seat: str) -> None:
    pieces.gain_secrets(play, seat, 1)
    play.state.turn.acting = False


def _tameable(state: State, seat: str) -> Iterator[Action]:
    """Yield the cards of beasts and nomads at the site."""
    return aims.cards(aims.cards_at(state, seat, 1 << aims.here(state, seat), BEAST, NOMAD))


@power("taming_charm", _tameable)
def _taming_charm(play: Play[State], seat: str, answer: Aimed) -> None:
    card = CARD.number(answer.card)
    pieces.discard(play, card, seat)
    pieces.gain_favor(play, seat, CARD.things[card].suit, 2)


@power("inquisitor", lambda state, seat: aims.hidden_advisers(state, table.beside(state, seat)))
def _inquisitor(play: Play[State], seat: str, answer: Aimed) -> Frames:
    """Look at an adviser: Conspiracy is played or discarded; for anything else its owner gets the favor."""
    state = play.state
    owner = state.boards[answer.player]
    lying = owner.hidden[answer.number - 1]
    pieces.see(lying, seat)
    look(play, seat, [lying.card], "adviser", player=answer.player)
    if lying.card == CONSPIRACY:
        owner.hidden = [each for each in owner.hidden if each is not lying]
        state.boards[seat].drawn = [lying]
        return [keeping(seat, [], 1, "inquisitor")]
    on = pieces.tokens_on(state, CARD.number("inquisitor"))
    favor, on.favor = on.favor, 0
    state.on_cards = [card for card in state.on_cards if card.favor or card.secrets]
    pieces.add_favor(state, answer.player, favor)
    play.emit(pieces.Gained(answer.player, favor=favor))
    return []


def _in_region(state: State, seat: str, left: int = 2) -> list[Action]:
    """Return the sites and boards of the region with warbands, for the holder of the Darkest Secret."""
    if state.banners[DARKEST_SECRET].holder != seat:
        return []
    region = aims.own_region(state, seat)
    sites: list[Action] = [aims.site(SLOT.ids[bit]) for bit in bits(region) if state.sites[bit].warbands]
    there = (each for each in state.order if region >> state.boards[each].pawn & 1)
    return [*sites, *(aims.player(each) for each in there if state.boards[each].warbands)]


@power("terror_spells", _in_region)
def _terror_spells(play: Play[State], seat: str, answer: Aimed) -> Frames:
    return _terrify(play, seat, answer, 1) or []


@power("terror_spells:again", _in_region, kind="choice")
def _terrify(play: Play[State], seat: str, answer: Aimed, left: int) -> Frames:
    if aims.is_site(answer):
        pieces.kill_at(play, SLOT.number(answer.slot), 1)
    else:
        pieces.kill_on(play, answer.player, 1)
    return run(play, seat, "terror_spells:again", left - 1) if left else []


@power("blood_pact", lambda state, seat: aims.numbers(2, state.boards[seat].warbands, 2))
def _blood_pact(play: Play[State], seat: str, answer: Aimed) -> None:
    pieces.kill_on(play, seat, answer.number)
    pieces.gain_secrets(play, seat, answer.number // 2)


PLAGUE = CARD.number("plague_engines")


@power("plague_engines")
def _plague_engines(play: Play[State], seat: str) -> None:
    """Move a favor of every player to the arcane bank for each site ruled."""
    for each in play.state.order:
        play.state.banks[ARCANE] += pieces.levy(play, each, len(table.ruled(play.state, each)), PLAGUE)


power("tutor")(gains(secrets=1))


def _facedown(state: State, seat: str) -> list[Action]:
    """Return all facedown advisers, if there are two."""
    found = list(aims.hidden_advisers(state, state.order))
    return found if len(found) > 1 else []


power("dream_thief", _facedown)(further("dream_thief:other", "player", "number"))


def _another(state: State, seat: str, player: str, number: int) -> list[Action]:
    return [adviser for adviser in aims.hidden_advisers(state, state.order) if adviser != aims.hidden(player, number)]


@power("dream_thief:other", _another, kind="choice")
def _steal_dreams(play: Play[State], seat: str, answer: Aimed, player: str, number: int) -> None:
    """Swap two facedown advisers; their new owners see them."""
    one, other = play.state.boards[player].hidden, play.state.boards[answer.player].hidden
    first, second = one[number - 1], other[answer.number - 1]
    one[number - 1], other[answer.number - 1] = second, first
    pieces.see(second, player)
    pieces.see(first, answer.player)


power("forgotten_vault")(further("forgotten_vault:either"))


def _either(state: State, seat: str) -> list[Action]:
    """Return putting a secret on the banner, and burning one of it where it is not the last."""
    return [PutOne(), *([BurnOne()] if state.banners[DARKEST_SECRET].tokens > 1 else [])]


@power("forgotten_vault:either", _either, kind="choice")
def _vault(play: Play[State], seat: str, answer: Aimed) -> None:
    play.state.banners[DARKEST_SECRET].tokens += 1 if isinstance(answer, PutOne) else -1


def _bargains(state: State, seat: str) -> list[Action]:
    """Return the players at the site with whom secrets and favor can change hands."""
    boards = state.boards
    may_give = boards[seat].secrets and not table.has(state, seat, SILENCE)
    sells = [SellSecret(each) for each in table.beside(state, seat) if may_give and boards[each].favor >= 2]
    buys = [each for each in table.beside(state, seat) if boards[each].secrets + boards[each].turned]
    buys = [each for each in buys if table.favor_of(state, seat) >= 2]
    return [*sells, *map(BuySecret, buys)]


@power("witchs_bargain", _bargains)
def _witchs_bargain(play: Play[State], seat: str, answer: Aimed) -> Frames:
    """Give a secret for two favor of a player, or two favor for a secret."""
    if isinstance(answer, SellSecret):
        play.state.boards[seat].secrets -= 1
        pieces.gain_secrets(play, answer.player, 1)
        pieces.take_favor(play, seat, answer.player, 2)
    elif isinstance(answer, BuySecret):
        board = play.state.boards[answer.player]
        board.turned, board.secrets = board.turned - (not board.secrets), board.secrets - bool(board.secrets)
        pieces.gain_secrets(play, seat, 1)
        pieces.give_favor(play, seat, answer.player, 2)
    else:
        return []
    return run(play, seat, "witchs_bargain:more")


@power("witchs_bargain:more", aims.or_none(_bargains), kind="choice")
def _bargain_more(play: Play[State], seat: str, answer: Aimed) -> Frames:
    return _witchs_bargain(play, seat, answer) or []
