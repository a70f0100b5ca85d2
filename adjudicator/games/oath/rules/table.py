"""Work out what follows from a position: who rules what (glossary: rule), who is whose enemy, personal banks."""

from typing import NamedTuple

from adjudicator.components.bits import bits
from adjudicator.kernel.standing import once

from .. import facts
from ..facts import CARD, CHANCELLOR, NONE, PLAYER, REGION_OF, SLOT, SUIT, Card, Face
from ..state import Campaign, State, Tokens


class Spot(NamedTuple):
    """The place of a card that lies face up: at a site, among the advisers or the relics of a player."""

    slot: int = NONE
    seat: str = ""


def face(state: State, card: int) -> Card | Face:
    """Return the side of a card that shows: of an edifice that is ruined its ruined side (2.9)."""
    found = CARD.things[card]
    return found.ruin if found.ruin and state.ruined >> card & 1 else found


def suit(state: State, card: int) -> int:
    """Return the suit of a card, or `NONE` for a ruin, a relic or a vision (2.9)."""
    return NONE if state.ruined >> card & 1 else CARD.things[card].suit


def colour(state: State, seat: str) -> str:
    """Return the colour of the warbands of a player: purple for the empire (6.6.2)."""
    return CHANCELLOR if state.boards[seat].citizen else seat


def fought(state: State) -> Campaign:
    """Return the campaign under way."""
    assert state.campaign is not None
    return state.campaign


def belongs(state: State, seat: str) -> bool:
    """Return whether a player has the chancellor's or a citizen's board."""
    return seat == CHANCELLOR or state.boards[seat].citizen


@once
def imperial(state: State, seat: str) -> bool:
    """Return whether a player is imperial; some citizens are not in some campaigns (5.5.1)."""
    if seat == CHANCELLOR:
        return True
    if not state.boards[seat].citizen:
        return False
    now = state.campaign
    if now is None:
        return True
    if now.attacker == seat:
        return not (now.defender and belongs(state, now.defender))
    return not (now.attacker == CHANCELLOR and now.defender == seat)


def enemies(state: State, one: str, other: str) -> bool:
    """Return whether two players are enemies (glossary: enemy)."""
    return one != other and not (imperial(state, one) and imperial(state, other))


def crowned(state: State) -> str:
    """Return the player with the Bandit Crown, or "" (7.6.5)."""
    return holder_of(state, CROWN)


CROWN = CARD.number("bandit_crown")
MASK = CARD.number("grand_mask")


@once
def holder_of(state: State, relic: int) -> str:
    """Return the player who holds a relic, or ""."""
    return next((seat for seat in state.order if relic in state.boards[seat].relics), "")


def bandits(state: State, slot: int) -> int:
    """Return the bandits of a site (2.8.3); there are more while Bandit Chief is face up."""
    return 3 if spot_of(state, CHIEF) is not None else 1


CHIEF = CARD.number("bandit_chief")


@once
def rules(state: State, seat: str, slot: int) -> bool:
    """Return whether a player rules a site: it lies face up and has warbands of that player (glossary: rule)."""
    here = state.sites[slot]
    if here.site == NONE:
        return False
    if not here.warbands:
        return rules_bandits(state, seat)
    if here.colour == CHANCELLOR:
        return imperial(state, seat)
    return here.colour == seat


def rules_bandits(state: State, seat: str) -> bool:
    """Return whether a player rules sites without warbands: by the Bandit Crown, or one of the same empire (7.6.5)."""
    crown = crowned(state)
    return bool(crown and seat) and (crown == seat or (imperial(state, crown) and imperial(state, seat)))


@once
def rulers(state: State, slot: int) -> list[str]:
    """Return the players who rule a site; none if bandits do."""
    return [seat for seat in state.order if rules(state, seat, slot)]


@once
def ruled(state: State, seat: str) -> list[int]:
    """Return the sites that a player rules."""
    return [slot for slot in SLOT.indexes if rules(state, seat, slot)]


def ruler(state: State, slot: int) -> str:
    """Return who is paid and asked for a site: its ruler, the chancellor for the empire, "" for bandits."""
    found = rulers(state, slot)
    if any(imperial(state, each) for each in found):
        return CHANCELLOR
    return found[0] if found else ""


@once
def spot_of(state: State, card: int) -> Spot | None:
    """Return where a card lies face up, or None."""
    for slot, here in enumerate(state.sites):
        if card in here.cards:
            return Spot(slot=slot)
    for seat, board in state.boards.items():
        if card in board.advisers or card in board.relics:
            return Spot(seat=seat)
    return None


@once
def rules_card(state: State, seat: str, card: int, plan: bool = False) -> bool:
    """Return whether a player rules a card, or holds a relic; with `plan` as a battle plan (7.5.1).

    In the turn of an exile with the Grand Mask that exile rules the cards at imperial sites in place of the empire.
    """
    spot = spot_of(state, card)
    if spot is None:
        return False
    if spot.seat:
        return spot.seat == seat
    masked = "" if plan else holder_of(state, MASK)
    works = masked and masked == state.turn.seat and not belongs(state, masked)
    if works and any(imperial(state, each) for each in rulers(state, spot.slot)):
        return seat == masked
    return rules(state, seat, spot.slot)


@once
def card_rulers(state: State, card: int) -> list[str]:
    """Return the players who rule a card; none if bandits do."""
    return [seat for seat in state.order if rules_card(state, seat, card)]


def card_ruler(state: State, card: int) -> str:
    """Return who is paid for a card: its ruler, the chancellor for the empire, "" for bandits."""
    found = card_rulers(state, card)
    if len(found) > 1 or (found and imperial(state, found[0]) and spot_of(state, card) != Spot(seat=found[0])):
        return CHANCELLOR
    return found[0] if found else ""


@once
def binds(state: State, card: int, seat: str) -> bool:
    """Return whether a card that binds enemies of its ruler binds a player, while it lies face up (7.1.4)."""
    if spot_of(state, card) is None:
        return False
    found = card_rulers(state, card)
    return all(enemies(state, each, seat) for each in found)


@once
def ruled_cards(state: State, seat: str) -> list[int]:
    """Return the denizens and edifices that a player rules: at sites, and faceup advisers (glossary: rule)."""
    at_sites = [card for here in state.sites for card in here.cards if rules_card(state, seat, card)]
    return [*at_sites, *state.boards[seat].advisers]


@once
def accessible(state: State, seat: str, power: str, modifies: str = "") -> list[int]:
    """Return the cards with a kind of power that a player may use (7.1.1): ruled, at the pawn's site, or held."""
    board = state.boards[seat]
    here = state.sites[board.pawn].cards if board.pawn != NONE else []
    found = []
    for card in dict.fromkeys([*here, *ruled_cards(state, seat), *board.relics]):
        shown = face(state, card)
        if power in shown.powers and (not modifies or shown.modifies == modifies):
            found.append(card)
    return found


def advisers_of(state: State, seat: str, suit_of: int) -> int:
    """Return how many faceup advisers of a suit a player has; Marriage counts as two of hearth."""
    held = state.boards[seat].advisers
    found = sum(CARD.things[each].suit == suit_of for each in held)
    return found + (suit_of == facts.HEARTH and MARRIAGE in held)


MARRIAGE = CARD.number("marriage")


@once
def suits_ruled(state: State, seat: str) -> set[int]:
    """Return the suits among the cards that a player rules."""
    return {suit(state, card) for card in ruled_cards(state, seat)} - {NONE}


def tokens(state: State, card: int) -> Tokens | None:
    """Return the tokens on a card, or None if it bears none."""
    return next((each for each in state.on_cards if each.card == card), None)


@once
def warbands_of(state: State, of: str) -> int:
    """Return the warbands of a colour that are in play: at sites, on boards, on cards."""
    found = sum(here.warbands for here in state.sites if here.colour == of)
    for seat, board in state.boards.items():
        found += (board.warbands if colour(state, seat) == of else 0) + board.caged.get(of, 0)
    found += sum(board.prophet != NONE and colour(state, seat) == of for seat, board in state.boards.items())
    return found


@once
def bank_of(state: State, of: str) -> int:
    """Return the warbands left in a personal bank (2.2.3)."""
    return facts.WARBANDS.get(of, facts.EXILE_WARBANDS) - warbands_of(state, of)


def region(state: State, seat: str) -> int:
    """Return the region of a player's pawn."""
    return REGION_OF[state.boards[seat].pawn]


def present(state: State, slot: int) -> list[str]:
    """Return the players whose pawns are at a site."""
    return [seat for seat in state.order if state.boards[seat].pawn == slot]


def beside(state: State, seat: str) -> list[str]:
    """Return the other players whose pawns are at the site of a player."""
    return [each for each in present(state, state.boards[seat].pawn) if each != seat]


def clockwise(state: State, seat: str) -> list[str]:
    """Return the other players in turn order, beginning with the next one."""
    at = state.order.index(seat)
    return [*state.order[at + 1 :], *state.order[:at]]


def held(state: State, seat: str) -> int:
    """Return how many relics and banners a player has (2.11)."""
    return len(state.boards[seat].relics) + sum(banner.holder == seat for banner in state.banners)


def favor_of(state: State, seat: str) -> int:
    """Return the favor that a player may spend; with Vow of Kinship that of the nomad bank, too."""
    return state.boards[seat].favor + (state.banks[facts.NOMAD] if has(state, seat, KINSHIP) else 0)


KINSHIP = CARD.number("vow_of_kinship")


def has(state: State, seat: str, adviser: int) -> bool:
    """Return whether a player has a faceup adviser."""
    return adviser in state.boards[seat].advisers


def secrets_of(state: State, seat: str) -> int:
    """Return all secrets of a player, on the board and on cards in the turn of that player (6.8)."""
    board = state.boards[seat]
    on_cards = sum(card.secrets for card in state.on_cards) if state.turn.seat == seat else 0
    return board.secrets + board.turned + on_cards


def locked(state: State, card: int, seat: str = "") -> bool:
    """Return whether a card may not be discarded, moved or swapped (7.2.2), by a player.

    Enemies of a player with Ancient Bloodline treat denizens and relics at the sites of that player as locked.
    """
    if CARD.things[card].locked:
        return True
    spot = spot_of(state, card)
    return bool(seat) and spot is not None and spot.slot != NONE and lineage(state, spot.slot, seat)


def lineage(state: State, slot: int, seat: str) -> bool:
    """Return whether Ancient Bloodline of an enemy locks what lies at a site for a player."""
    owner = spot_of(state, BLOODLINE)
    if owner is None or not owner.seat:
        return False
    return enemies(state, owner.seat, seat) and rules(state, owner.seat, slot)


BLOODLINE = CARD.number("ancient_bloodline")


def capacity(state: State, slot: int) -> int:
    """Return how many denizens and edifices a site has room for (2.8.1); one where Salt the Earth lies."""
    site = state.sites[slot].site
    salted = SALT in state.sites[slot].cards
    return 0 if site == NONE else 1 if salted else facts.SITE.things[site].capacity


SALT = CARD.number("salt_the_earth")


def site_id(state: State, slot: int) -> str | None:
    """Return the id of the site that lies face up in a slot, or None; events name it beside the slot."""
    site = state.sites[slot].site
    return None if site == NONE else facts.SITE.ids[site]


def is_site(state: State, slot: int, id: str) -> bool:
    """Return whether this site lies face up in a slot."""
    site = state.sites[slot].site
    return site != NONE and facts.SITE.ids[site] == id


def others(state: State, seat: str) -> list[str]:
    return [each for each in state.order if each != seat]


def fullest(state: State) -> list[int]:
    """Return the banks by favor, the fullest first, of equal ones the first on the left."""
    return sorted(SUIT.indexes, key=lambda each: -state.banks[each])


def seats_of(mask: int) -> list[str]:
    """Return the players of a mask."""
    return [PLAYER.ids[bit] for bit in bits(mask)]
