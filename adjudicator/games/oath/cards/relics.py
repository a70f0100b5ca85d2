"""Relics, and edifices with their ruined sides."""

from collections.abc import Iterator
from itertools import combinations

from adjudicator import Action, Frames, Play

from ..facts import BEAST, CARD, CHANCELLOR, DENIZEN, NONE, PLAYER, SITE, SLOT, SPACE
from ..rules import pieces, table
from ..rules.economy import RECOVERS, TRADES, RecoverQuote, TradeQuote, secret_kept
from ..rules.plans import Battle, marked, plan
from ..rules.playing import PLAYS, PlayQuote, RelicTaken, forbidden_by, relics_taken
from ..rules.powers import further, later, power, run
from ..rules.search import SEARCHES, SearchQuote
from ..rules.spoils import spared
from ..rules.travel import AFTER_TRAVEL, TRAVELS, TravelQuote, forced_journey, free_slots, free_travel, quoted
from ..rules.victory import AFTER_END_DIE
from ..state import State
from . import aims
from .aims import Aimed
from .hearth import draw_relic
from .looking import Revealed, SiteSeen, look

# Battle plans of relics


def _burn_down(play: Play[State], battle: Battle) -> Frames:
    """Let the victor kill the whole army of the enemy, for a favor that the enemy gets."""
    return run(play, battle.user, "sticky_fire:burn") if battle.user else []


@power("sticky_fire:burn", lambda state, seat: [aims.YES, aims.NO], kind="choice")
def _burnt(play: Play[State], seat: str, answer: Aimed) -> None:
    """Give the favor, and kill who is left, unless fog or a doctor saves them (R87)."""
    now = play.state.campaign
    if not aims.agreed(answer) or now is None:
        return
    loser = now.defender if now.attacker == seat else now.attacker
    if loser and table.favor_of(play.state, seat):
        pieces.give_favor(play, seat, loser, 1)
    if marked(play.state, "none_die", of="defender" if now.attacker == seat else "attacker"):
        return
    killed = sum(pieces.kill_on(play, each, count) for each, count in now.survivors.items())
    now.survivors = {}
    if now.attacker == seat:
        now.defenders_killed += killed
    else:
        now.attackers_killed += killed


def _cage(play: Play[State], battle: Battle) -> None:
    """Put the surviving warbands of the enemy's army on the cage."""
    state = play.state
    for loser, count in battle.now.survivors.items() if battle.user else ():
        colour, caged = table.colour(state, loser), state.boards[battle.user or ""].caged
        if count:
            caged[colour] = caged.get(colour, 0) + count
            state.boards[loser].warbands -= count
    battle.now.survivors = {}


HOSPITAL = CARD.number("hospital")


def _boil(play: Play[State], battle: Battle) -> None:
    """Gain a warband for each enemy warband that was killed; those that a hospital brings back were not."""
    now = battle.now
    killed = now.defenders_killed if battle.attacking else now.attackers_killed
    cured = (each for each in now.plans if each.card == HOSPITAL and each.user in battle.enemies)
    killed -= sum(spared(play.state, each.user, each.card) for each in cured)
    if battle.user:
        pieces.gain_warbands(play, battle.user, killed)


plan("sticky_fire", won=_burn_down)
plan("obsidian_cage", won=_cage)
plan("cursed_cauldron", won=_boil)
plan("sprawling_rampart:ruin", met=lambda b: b.targets_site_of(CARD.number("sprawling_rampart")), count=lambda b: 2)

# Modifiers of relics and edifices


@TRADES("cup_of_plenty")
def _cup_of_plenty(quote: TradeQuote) -> None:
    if quote.suit != NONE and table.advisers_of(quote.state, quote.seat, quote.suit):
        quote.supply = 0


@SEARCHES("truthful_harp")
def _truthful_harp(quote: SearchQuote) -> None:
    quote.draws += 2
    quote.shown = True


@SEARCHES("cracked_horn")
def _cracked_horn(quote: SearchQuote) -> None:
    """Change where cards are discarded, and not how they are drawn."""


def _going(state: State, seat: str, cards: list[str]) -> list[Action]:
    """Return all cards that are being discarded, each of them, and none."""
    found = pieces.still_there(state, seat, cards)
    return [aims.YES, *aims.cards(found), aims.NO] if found else []


@power("cracked_horn:below", _going, kind="choice", secret=True, first=True)
def _put_under(play: Play[State], seat: str, answer: Aimed, cards: list[str]) -> Frames:
    """Put a card that is being discarded under the world deck, or all of them, until the player wants no more."""
    named = [answer.card] if aims.chosen(answer) and not aims.agreed(answer) else []
    going = cards if aims.agreed(answer) else named
    pieces.put_away(play, seat, pieces.still_there(play.state, seat, going), to=pieces.WORLD_DECK)
    return run(play, seat, "cracked_horn:below", cards) if named else []


@SEARCHES("great_spire")
def _great_spire(quote: SearchQuote) -> None:
    quote.before.append(later(quote.seat, "great_spire:swap", []))


@TRAVELS("dragonskin_drum")
def _dragonskin_drum(quote: TravelQuote) -> None:
    quote.drums += 1


def _drummed(play: Play[State], seat: str, quote: TravelQuote) -> Frames:
    """Gain a warband after a journey with the drum, and after one that somebody else wanted."""
    if quote.drums or (quote.forced and DRUM in play.state.boards[seat].relics):
        pieces.gain_warbands(play, seat, 1)
    return []


DRUM = CARD.number("dragonskin_drum")
AFTER_TRAVEL.append(_drummed)


@RECOVERS("hall_of_debate")
def _hall_of_mockery(quote: RecoverQuote) -> None:
    """Turn the People's Favor to the mob whenever it is recovered, while the hall is ruined."""
    hall = CARD.number("hall_of_debate")
    quote.mob = quote.state.ruined >> hall & 1 == 1 and table.spot_of(quote.state, hall) is not None


@RECOVERS("ancient_bloodline")
def _ancient_bloodline(quote: RecoverQuote) -> None:
    """Forbid enemies the relics at sites that the holder rules."""
    state, owner = quote.state, aims.owner_of(quote.state, table.BLOODLINE)
    bound = quote.number != NONE and owner and table.enemies(state, owner, quote.seat)
    if bound and table.rules(state, owner, aims.here(state, quote.seat)):
        quote.forbid("ancient_bloodline", secret_kept())


@PLAYS("forest_temple")
def _ruined_temple(quote: PlayQuote) -> None:
    """Forbid enemies to play beasts face up, while the temple is ruined."""
    temple = CARD.number("forest_temple")
    ruined = quote.state.ruined >> temple & 1 and quote.way.to in ("site", "adviser")
    if ruined and CARD.things[quote.card].suit == BEAST and table.binds(quote.state, temple, quote.seat):
        quote.forbid("forest_temple", forbidden_by(card=quote.card, by=temple))


# Actions of relics


@power("oracular_pig")
def _oracular_pig(play: Play[State], seat: str) -> None:
    pieces.fix_top(play, 3)
    look(play, seat, play.state.top[:3], "deck")


@power("brass_horse", possible=lambda state, seat: bool(state.discards[table.region(state, seat)]))
def _brass_horse(play: Play[State], seat: str) -> Frames:
    """Reveal the top card of the pile, and travel to a site with a card of its suit, or anywhere."""
    state = play.state
    top = state.discards[table.region(state, seat)][0]
    play.emit(Revealed(seat, CARD.ids[top.card]))
    suit = CARD.things[top.card].suit
    slots = free_slots(state, seat)
    matching = [n for n in slots if any(table.suit(state, card) == suit != NONE for card in state.sites[n].cards)]
    return [free_travel(seat, "brass_horse", [SLOT.ids[n] for n in matching or slots], False)]


def _swappable(state: State, seat: str) -> Iterator[Action]:
    """Yield the pairs of an own adviser and a card at the site that may change places."""
    here = aims.here(state, seat)
    for adviser in aims.advisers(state, [seat]):
        for other in aims.cards_at(state, seat, 1 << here):
            if CARD.things[adviser].place != "adviser" and CARD.things[other].place != "site":
                yield aims.pair(CARD.ids[adviser], CARD.ids[other])


@power("horned_mask", _swappable)
def _horned_mask(play: Play[State], seat: str, answer: Aimed) -> None:
    aims.exchange(play.state, CARD.number(answer.card), CARD.number(answer.other))


def _callable(state: State, seat: str) -> Iterator[Action]:
    """Yield the players elsewhere who can travel here."""
    here = aims.here(state, seat)
    away = (each for each in table.others(state, seat) if state.boards[each].pawn != here)
    return (aims.player(each) for each in away if quoted(state, each, here, forced=True).refused() is None)


@power("whistle", _callable)
def _whistle(play: Play[State], seat: str, answer: Aimed) -> Frames:
    """Make a player travel here."""
    journey = forced_journey(answer.player, SLOT.ids[aims.here(play.state, seat)])
    return [journey, later(seat, "whistle:came", [answer.player])]


@power("whistle:came", kind="choice")
def _came(play: Play[State], seat: str, player: str) -> None:
    """Give a player who came the secret on the whistle; the ruler of the Shrouded Wood may have sent them elsewhere."""
    if player in table.beside(play.state, seat):
        on = pieces.tokens_on(play.state, CARD.number("whistle"))
        secrets, on.secrets = on.secrets, 0
        play.state.on_cards = [card for card in play.state.on_cards if card.favor or card.secrets]
        pieces.gain_secrets(play, player, secrets)


def _unseen(state: State, seat: str) -> Iterator[Action]:
    """Yield facedown sites, advisers of others, and relics at sites."""
    yield from (aims.site(SLOT.ids[n]) for n, here in enumerate(state.sites) if here.site == NONE)
    yield from aims.hidden_advisers(state, table.others(state, seat))
    relics = (n for n, here in enumerate(state.sites) if here.site != NONE and here.relics)
    yield from (aims.site(SLOT.ids[n]) for n in relics)


@power("ivory_eye", _unseen)
def _ivory_eye(play: Play[State], seat: str, answer: Aimed) -> Frames:
    """Look at a facedown site, an adviser, or a relic at a site."""
    state = play.state
    if aims.is_hidden(answer):
        lying = state.boards[answer.player].hidden[answer.number - 1]
        pieces.see(lying, seat)
        look(play, seat, [lying.card], "adviser", player=answer.player)
        return []
    slot = SLOT.number(answer.slot)
    here = state.sites[slot]
    if here.site == NONE:
        if here.under == NONE:
            here.under = pieces.fix_site(play, slot)
        here.under_seen_by |= PLAYER.mask_of((seat,))
        play.show(SiteSeen(answer.slot, SITE.ids[here.under]), (seat,))
    elif len(here.relics) > 1:
        return run(play, seat, "ivory_eye:relic", answer.slot)
    else:
        _see_relic(play, seat, slot, 1)
    return []


@power(
    "ivory_eye:relic",
    lambda state, seat, slot: aims.numbers(1, len(state.sites[SLOT.number(slot)].relics)),
    kind="choice",
)
def _which_relic(play: Play[State], seat: str, answer: Aimed, slot: str) -> None:
    _see_relic(play, seat, SLOT.number(slot), answer.number)


def _see_relic(play: Play[State], seat: str, slot: int, number: int) -> None:
    """Look at a relic of a site, by its number there."""
    lying = play.state.sites[slot].relics[number - 1]
    pieces.see(lying, seat)
    look(play, seat, [lying.card], "relic")


def caged(state: State, colour: str) -> int:
    """Return the warbands of a colour on the cage; they stay there when it changes hands."""
    return sum(board.caged.get(colour, 0) for board in state.boards.values())


def _caged(state: State, seat: str) -> Iterator[Action]:
    """Yield the boards to which warbands of the cage can go: those of their colour."""
    for each in state.order:
        if caged(state, table.colour(state, each)):
            yield aims.player(each)


power("obsidian_cage", _caged)(further("obsidian_cage:count", "player"))


def _how_many(state: State, seat: str, player: str) -> list[Action]:
    return aims.numbers(1, caged(state, table.colour(state, player)))


@power("obsidian_cage:count", _how_many, kind="choice")
def _released(play: Play[State], seat: str, answer: Aimed, player: str) -> None:
    colour, left = table.colour(play.state, player), answer.number
    for board in play.state.boards.values():
        taken = min(left, board.caged.get(colour, 0))
        left -= taken
        board.caged = {each: n - taken * (each == colour) for each, n in board.caged.items()}
        board.caged = {each: n for each, n in board.caged.items() if n}
    play.state.boards[player].warbands += answer.number


def _spaces(state: State, seat: str) -> Iterator[Action]:
    """Yield the spaces of the reliquary with a relic, where the chancellor rules the site."""
    ruled = table.rules(state, CHANCELLOR, aims.here(state, seat))
    return (aims.space(SPACE.ids[n]) for n, lying in enumerate(state.reliquary) if lying and ruled)


@power("skeleton_key", _spaces)
def _skeleton_key(play: Play[State], seat: str, answer: Aimed) -> Frames:
    """Look at a relic of the reliquary, and take it or not."""
    lying = play.state.reliquary[SPACE.number(answer.space)][0]
    pieces.see(lying, seat)
    look(play, seat, [lying.card], "relic")
    return run(play, seat, "skeleton_key:take", answer.space)


@power("skeleton_key:take", lambda state, seat, space: [aims.YES, aims.NO], kind="choice")
def _unlocked(play: Play[State], seat: str, answer: Aimed, space: str) -> Frames:
    if aims.agreed(answer):
        number = SPACE.number(space)
        (lying,), play.state.reliquary[number] = play.state.reliquary[number], []
        board = play.state.boards[seat]
        board.relics = [*board.relics, lying.card]
        play.emit(RelicTaken(seat, CARD.ids[lying.card]))
        return relics_taken(play, seat, [lying.card])
    return []


@power("map")
def _map(play: Play[State], seat: str) -> None:
    """Put the map on the bottom of the relic deck, and gain 4 supply."""
    card = CARD.number("map")
    pieces.lift(play.state, card)
    pieces.bury_relic(play.state, card)
    pieces.gain_supply(play, seat, 4)


def _relics_left(state: State, seat: str) -> bool:
    return bool(state.relic_top or state.relic_deck or state.relic_below)


@power("dowsing_sticks", possible=_relics_left)
def _dowsing_sticks(play: Play[State], seat: str) -> Frames:
    return draw_relic(play, seat, "dowsing_sticks")


# Edifices


@power("ancient_forge", possible=_relics_left)
def _ancient_forge(play: Play[State], seat: str) -> Frames:
    return draw_relic(play, seat, "ancient_forge")


@power("ancient_forge:ruin")
def _broken_forge(play: Play[State], seat: str) -> None:
    play.state.ruined &= ~(1 << CARD.number("ancient_forge"))


def _lost(state: State, seat: str) -> list[Action]:
    """Return how many cards Fallen Spire may swap: denizens of the pile, and cards of the Dispossessed."""
    pile = [each for each in state.discards[table.region(state, seat)] if each.card in DENIZEN.whole]
    return aims.numbers(1, min(5, len(pile), len(state.dispossessed)))


@power("great_spire:ruin", _lost)
def _fallen_spire(play: Play[State], seat: str, answer: Aimed) -> None:
    """Swap the topmost denizens of the pile with random cards of the Dispossessed, unseen."""
    state = play.state
    pile = state.discards[table.region(state, seat)]
    taken = [each for each in pile if not each.vision][: answer.number]
    drawn = play.pick_many("spire", "cards", [CARD.ids[each] for each in state.dispossessed], len(taken))
    for lying, id in zip(taken, drawn, strict=True):
        state.dispossessed = sorted([*(e for e in state.dispossessed if e != CARD.number(id)), lying.card])
        lying.card = CARD.number(id)


def _squalor(play: Play[State]) -> Frames:
    """Let the ruler of the ruined district change the end die by one."""
    card = CARD.number("festival_district")
    state = play.state
    owners = [ruler for ruler in table.card_rulers(state, card) if not state.boards[ruler].citizen]
    if not state.ruined >> card & 1 or not owners:
        return []
    return run(play, owners[0], "festival_district:die")


AFTER_END_DIE.append(_squalor)


def _faces(state: State, seat: str) -> list[Action]:
    """Return leaving the end die as it is, and the numbers beside it."""
    return [aims.NO, aims.number(state.end_die - 1), aims.number(state.end_die + 1)]


@power("festival_district:die", _faces, kind="choice")
def _changed(play: Play[State], seat: str, answer: Aimed) -> None:
    if aims.chosen(answer):
        play.state.end_die = answer.number


def _drawn_denizens(state: State, seat: str) -> list[Action]:
    """Return the sets of drawn denizens that may be swapped, as many as there are cards of the Dispossessed."""
    drawn = [CARD.ids[lying.card] for lying in state.boards[seat].drawn if not lying.vision and lying.card != NONE]
    most = min(len(drawn), len(state.dispossessed))
    sets = [aims.several(some) for count in range(1, most + 1) for some in combinations(drawn, count)]
    return [aims.NO, *sets] if sets else []


@power("great_spire:swap", _drawn_denizens, kind="choice", secret=True)
def _swap(play: Play[State], seat: str, answer: Aimed) -> None:
    """Swap drawn denizens with as many random cards of the Dispossessed, at once."""
    if not aims.chosen(answer):
        return
    state, gone = play.state, [*map(CARD.number, answer.cards)]
    came = play.pick_many("spire", "cards", [CARD.ids[card] for card in state.dispossessed], len(gone))
    swapped = dict(zip(gone, map(CARD.number, came), strict=True))
    stays = [card for card in state.dispossessed if card not in swapped.values()]
    state.dispossessed = sorted([*stays, *gone])
    for lying in state.boards[seat].drawn:
        lying.card = swapped.get(lying.card, lying.card)
    look(play, seat, [*swapped.values()], "deck")
