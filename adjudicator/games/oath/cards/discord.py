"""The cards of discord."""

from collections.abc import Iterator

from adjudicator import Action, Frames, Play

from ..facts import (
    ARCANE,
    CARD,
    CHANCELLOR,
    DARKEST_SECRET,
    NONE,
    ORDER,
    PEOPLES_FAVOR,
    REGION,
    SLOT,
    SUIT,
    CardId,
    PlayerId,
)
from ..rules import pieces, table
from ..rules.book import step
from ..rules.campaign import free_campaign
from ..rules.dice import cast, casting
from ..rules.discards import discard_all
from ..rules.economy import MUSTERS, RECOVERS, MusterQuote, RecoverQuote, secret_kept
from ..rules.empire import citizenship_by_card
from ..rules.modifying import power_refused
from ..rules.plans import Battle, discarded, plan
from ..rules.playing import (
    AFTER_TAKING,
    PLAYS,
    PlayQuote,
    RelicTaken,
    forbidden_by,
    protected,
    relics_taken,
    whenplayed,
)
from ..rules.powers import further, power, run
from ..rules.spoils import AFTER_CAMPAIGN
from ..rules.travel import AFTER_TRAVEL, TravelQuote, free_travel
from ..rules.victory import AFTER_TITLE
from ..state import State
from . import aims
from .aims import Aimed
from .effects import gains, gains_favor
from .looking import look

# Battle plans


def _second_wind(play: Play[State], battle: Battle) -> Frames:
    """Let the victor travel and then campaign, for no supply."""
    seat = battle.now.attacker
    return [free_travel(seat, "second_wind", list(SLOT.ids), True), free_campaign(seat, "second_wind")]


def _burn_books(play: Play[State], battle: Battle) -> None:
    """Burn all secrets of the defender but one, where the pawn was a target."""
    loser = battle.now.defender
    if battle.now.pawn and loser:
        board = play.state.boards[loser]
        pieces.burn_secrets(play, loser, max(0, board.secrets + board.turned - 1), turned=True)


def _order_card(battle: Battle) -> bool:
    """Return whether a targeted site holds a card of order."""
    found = (card for at in battle.targeted for card in battle.state.sites[at].cards)
    return any(table.suit(battle.state, each) == ORDER for each in found)


plan("mercenaries", lost=discarded("mercenaries"))
plan("second_wind", after=_second_wind)
plan("disgraced_captain", met=_order_card)
plan("book_burning", won=_burn_books)
plan("cracked_sage", met=lambda b: b.enemy_adviser(ARCANE))
plan("zealots", met=lambda b: b.army(False) > b.army(True), marks=("triple_sacrifice",))
plan("slander", marks=("all_burned",))


# Modifiers and cards that bind others


@MUSTERS("downtrodden")
def _downtrodden(quote: MusterQuote) -> None:
    banks = quote.state.banks
    if quote.suit != NONE and banks.count(min(banks)) == 1 and banks[quote.suit] == min(banks):
        quote.warbands += 2


@RECOVERS("vow_of_renewal")
def _vow_of_renewal(quote: RecoverQuote) -> None:
    if quote.banner == PEOPLES_FAVOR and table.has(quote.state, quote.seat, pieces.RENEWAL):
        quote.forbid("vow_of_renewal", secret_kept())


@PLAYS("gossip")
def _gossip(quote: PlayQuote) -> None:
    card = CARD.number("gossip")
    if quote.way.to == "facedown" and table.binds(quote.state, card, quote.seat):
        quote.forbid("gossip", forbidden_by(card=quote.card, by=card))


@PLAYS("salt_the_earth")
def _salted(quote: PlayQuote) -> None:
    """Ignore the room of a site, but not locked cards there."""
    card = CARD.number("salt_the_earth")
    if quote.card != card or quote.way.to != "site":
        return
    slot = SLOT.number(quote.way.slot) if quote.way.slot else aims.here(quote.state, quote.seat)
    quote.ignore("capacity")
    locked = [each for each in quote.state.sites[slot].cards if table.locked(quote.state, each, quote.seat)]
    if locked:
        quote.forbid("salt_the_earth", forbidden_by(card=card, by=locked[0]))


def _boiling_lake(play: Play[State], seat: str, quote: TravelQuote) -> Frames:
    """Kill two warbands of whoever comes to the lake and does not rule it."""
    card = CARD.number("boiling_lake")
    if aims.slot_of(play.state, card) == quote.to and not table.rules_card(play.state, seat, card):
        pieces.kill_on(play, seat, 2)
    return []


AFTER_TRAVEL.append(_boiling_lake)


def _chaos_cult(play: Play[State], seat: str) -> Frames:
    """Take a favor of another player who takes the title."""
    for each in table.others(play.state, seat):
        if table.has(play.state, each, CARD.number("chaos_cult")):
            pieces.take_favor(play, each, seat, 1)
    return []


AFTER_TITLE.append(_chaos_cult)


def _sneak_attack(play: Play[State], attacker: str, defender: str, won: bool) -> Frames:
    """Let the holder of Sneak Attack campaign against whoever has campaigned."""
    holder = next((each for each in table.others(play.state, attacker) if table.has(play.state, each, SNEAK)), "")
    return [free_campaign(holder, "sneak_attack", NONE, attacker)] if holder else []


SNEAK = CARD.number("sneak_attack")
AFTER_CAMPAIGN.append(_sneak_attack)


def _relic_thief(play: Play[State], seat: str, relics: list[int]) -> Frames:
    """Let the holder of Relic Thief try to take relics that another player in the region has taken."""
    found = (each for each in table.others(play.state, seat) if table.has(play.state, each, THIEF))
    return [stealing(each, seat, [CARD.ids[relic] for relic in relics]) for each in found if relics]


@step("7.1.4")
def stealing(play: Play[State], seat: PlayerId, player: PlayerId, relics: list[CardId]) -> Frames:
    """Ask the holder of Relic Thief, where the thief can do anything with what the player has still."""
    state = play.state
    there = [each for each in map(CARD.number, relics) if each in state.boards[player].relics]
    loot = [CARD.ids[each] for each in there if not protected(state, seat, player, each)]
    near = table.region(state, seat) == table.region(state, player)
    able = loot and near and power_refused(state, seat, THIEF) is None
    return run(play, seat, "relic_thief:steal", player, loot) if able else []


THIEF = CARD.number("relic_thief")
AFTER_TAKING.append(_relic_thief)


@power("relic_thief:steal", lambda state, seat, player, relics: [aims.YES, aims.NO], kind="choice")
def _steal(play: Play[State], seat: str, answer: Aimed, player: str, relics: list[str]) -> Frames:
    """Pay, and roll a defense die for each relic."""
    if not aims.agreed(answer):
        return []
    pieces.pay(play, seat, THIEF, CARD.things[THIEF].cost)
    return [casting(seat, "relic_thief", len(relics), [player, relics])]


@cast("relic_thief")
def _stolen(play: Play[State], seat: str, faces: list[int], player: str, relics: list[str]) -> None:
    """Take the relics if no die shows a shield."""
    for each in relics if not any(face in (3, 4, 5) for face in faces) else ():
        pieces.take_relic(play.state, seat, CARD.number(each))
        play.emit(RelicTaken(seat, each, player=player))


# When played


whenplayed("a_small_favor")(gains(warbands=4))


@whenplayed("key_to_the_city")
def _key_to_the_city(play: Play[State], seat: str, slot: int) -> None:
    """Take the site from a ruler who is not there."""
    state = play.state
    owners = table.rulers(state, slot)
    if any(state.boards[owner].pawn == slot for owner in owners):
        return
    pieces.kill_at(play, slot, state.sites[slot].warbands)
    if pieces.gain_warbands(play, seat, 1) and pieces.may_place(state, seat):
        pieces.place_warbands(state, seat, slot, 1)


@whenplayed("charlatan")
def _charlatan(play: Play[State], seat: str, slot: int) -> None:
    banner = play.state.banners[DARKEST_SECRET]
    if banner.tokens > 1:
        play.emit(pieces.Burned(seat, secrets=banner.tokens - 1))
        banner.tokens = 1


def _blackmailed(state: State, seat: str) -> Iterator[Action]:
    """Yield the relics of the other players at the site, but those that a card protects."""
    for each in table.beside(state, seat):
        yield from aims.cards(r for r in state.boards[each].relics if not protected(state, seat, each, r))


whenplayed("blackmail")(further("blackmail:relic"))


@power("blackmail:relic", _blackmailed, kind="choice")
def _threaten(play: Play[State], seat: str, answer: Aimed) -> Frames:
    return run(play, aims.owner_of(play.state, CARD.number(answer.card)), "blackmail:pay", seat, answer.card)


def _ransom(state: State, seat: str, player: str, card: str) -> list[Action]:
    """Return paying, where the owner can, or losing the relic."""
    return [*([aims.YES] if table.favor_of(state, seat) >= 3 else []), aims.NO]


@power("blackmail:pay", _ransom, kind="choice", first=True)
def _pay_or_lose(play: Play[State], seat: str, answer: Aimed, player: str, card: str) -> Frames:
    """Pay 3 favor to keep the relic, or see it taken."""
    if aims.agreed(answer):
        pieces.give_favor(play, seat, player, 3)
        return []
    relic = CARD.number(card)
    pieces.take_relic(play.state, player, relic)
    play.emit(RelicTaken(player, card, player=seat))
    return relics_taken(play, player, [relic])


@whenplayed("dissent")
def _dissent(play: Play[State], seat: str, slot: int) -> None:
    """Put on this card a favor for each suit that a player rules, of all but the holder of the People's Favor."""
    state, card = play.state, CARD.number("dissent")
    for each in state.order:
        suits = 0 if state.banners[PEOPLES_FAVOR].holder == each else len(table.suits_ruled(state, each))
        if favor := pieces.levy(play, each, suits, card):
            pieces.tokens_on(state, card).favor += favor


def _revealed(state: State, seat: str) -> Iterator[Action]:
    """Yield the visions that are revealed."""
    return aims.cards(board.vision for board in state.boards.values() if board.vision != NONE)


@whenplayed("false_prophet")
def _false_prophet(play: Play[State], seat: str, slot: int) -> Frames:
    """Put a warband on a revealed vision, which counts as revealed by the prophet, too."""
    return [] if table.belongs(play.state, seat) else run(play, seat, "false_prophet:vision")


@power("false_prophet:vision", _revealed, kind="choice")
def _follow(play: Play[State], seat: str, answer: Aimed) -> None:
    if pieces.gain_warbands(play, seat, 1):
        board = play.state.boards[seat]
        board.warbands, board.prophet = board.warbands - 1, CARD.number(answer.card)


@whenplayed("royal_ambitions")
def _royal_ambitions(play: Play[State], seat: str, slot: int) -> Frames:
    """Let an exile who rules more sites than the chancellor become a citizen."""
    state = play.state
    more = len(table.ruled(state, seat)) > len(table.ruled(state, CHANCELLOR))
    return [citizenship_by_card(seat, "royal_ambitions", True)] if more and not table.belongs(state, seat) else []


@whenplayed("salt_the_earth")
def _salt(play: Play[State], seat: str, slot: int) -> Frames:
    """Discard all other cards of the site, which has room for one while this card lies there."""
    others = (card for card in play.state.sites[slot].cards if card != CARD.number("salt_the_earth"))
    return discard_all(play, seat, others)


@whenplayed("riots")
def _riots(play: Play[State], seat: str, slot: int) -> Frames:
    """Discard the most common suit at sites, if the People's Favor shows the mob."""
    return run(play, seat, "riots:suit") if play.state.banners[PEOPLES_FAVOR].mob else []


def _common(state: State, seat: str) -> list[Action]:
    """Return the most common suits among the cards at sites."""
    counts = [0] * len(SUIT)
    for here in state.sites:
        for card in here.cards:
            if table.suit(state, card) != NONE:
                counts[table.suit(state, card)] += 1
    return [aims.bank(SUIT.ids[n]) for n in SUIT.indexes if counts[n] and counts[n] == max(counts)]


@power("riots:suit", _common, kind="choice")
def _riot(play: Play[State], seat: str, answer: Aimed) -> Frames:
    found = aims.cards_at(play.state, seat, aims.EVERYWHERE, SUIT.number(answer.suit))
    return discard_all(play, seat, (card for card in found if card != CARD.number("riots")))


@whenplayed("bandit_chief")
def _bandit_chief(play: Play[State], seat: str, slot: int) -> None:
    for index in SLOT.indexes:
        pieces.kill_at(play, index, 1)


# Actions, rest


def _with_secrets(state: State, seat: str) -> list[Action]:
    """Return the players at the site who have more than one secret."""
    boards = state.boards
    return [aims.player(each) for each in table.beside(state, seat) if boards[each].secrets + boards[each].turned > 1]


@power("sleight_of_hand", _with_secrets)
def _sleight_of_hand(play: Play[State], seat: str, answer: Aimed) -> None:
    """Take a secret, never the last one."""
    victim = play.state.boards[answer.player]
    if victim.secrets:
        victim.secrets -= 1
    else:
        victim.turned -= 1
    pieces.gain_secrets(play, seat, 1)


@power("scryer", aims.piles)
def _scryer(play: Play[State], seat: str, answer: Aimed) -> None:
    """Look at all cards of a discard pile."""
    pile = play.state.discards[REGION.number(answer.region)]
    look(play, seat, [each.card for each in pile], "pile", region=answer.region)


def _exile_has_title(state: State, seat: str) -> bool:
    return not table.belongs(state, state.title) and seat != CHANCELLOR and state.boards[CHANCELLOR].favor > 0


@power("naysayers", kind="rest", possible=_exile_has_title)
def _naysayers(play: Play[State], seat: str) -> None:
    pieces.take_favor(play, seat, CHANCELLOR, 1)


def _victims(state: State, seat: str) -> Iterator[Action]:
    """Yield the faceup advisers of other players at the site that are not locked."""
    return aims.cards(aims.advisers(state, table.beside(state, seat)))


@power("assassin", _victims)
def _assassin(play: Play[State], seat: str, answer: Aimed) -> None:
    pieces.discard(play, CARD.number(answer.card), seat)


def _local_banks(state: State, seat: str) -> list[Action]:
    """Return the banks with favor whose suits lie at the player's site."""
    suits = {table.suit(state, card) for card in state.sites[aims.here(state, seat)].cards}
    return [aims.bank(SUIT.ids[each]) for each in table.fullest(state) if each in suits and state.banks[each]]


power("silver_tongue", _local_banks, kind="rest")(gains_favor())


@power("gambling_hall", possible=lambda state, seat: any(state.banks))
def _gambling_hall(play: Play[State], seat: str) -> Frames:
    """Roll four defense dice."""
    return [casting(seat, "gambling_hall", 4, [])]


@cast("gambling_hall")
def _gamble(play: Play[State], seat: str, faces: list[int]) -> Frames:
    """Take as many favor from one bank as the dice show shields."""
    shields = sum(face in (3, 4) for face in faces) + 2 * sum(face == 5 for face in faces)
    count = shields * 2 ** sum(face == 6 for face in faces)
    return run(play, seat, "gambling_hall:bank", count) if count else []


@power("gambling_hall:bank", lambda state, seat, count: aims.banks(state, seat), kind="choice")
def _win(play: Play[State], seat: str, answer: Aimed, count: int) -> None:
    pieces.gain_favor(play, seat, SUIT.number(answer.suit), count)


ENCHANTRESS = CARD.number("enchantress")


def _enchanted(state: State, seat: str) -> Iterator[Action]:
    """Yield the other faceup advisers of all players that are not locked."""
    return aims.cards(adviser for adviser in aims.advisers(state, state.order) if adviser != ENCHANTRESS)


@power("enchantress", _enchanted)
def _enchantress(play: Play[State], seat: str, answer: Aimed) -> None:
    """Swap this card with a faceup adviser of any player."""
    aims.exchange(play.state, ENCHANTRESS, CARD.number(answer.card))


power("insomnia", kind="rest")(gains(secrets=1))
