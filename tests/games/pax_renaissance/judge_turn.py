"""What a seat may do with its next action (D1, E), by the book."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from adjudicator import Action
from adjudicator.components import bits
from adjudicator.games.pax_renaissance.facts import (
    DISCOVERY,
    EMPIRE,
    FIRST_CARD,
    ITEM,
    NONE,
    RELIGION,
    ROUTE,
    SIDE,
    VICTORY,
    Item,
    religion_of,
)
from adjudicator.games.pax_renaissance.rules.cards import Launch, PlayCard, Sell, SellLaunch
from adjudicator.games.pax_renaissance.rules.fairs import Fair
from adjudicator.games.pax_renaissance.rules.market import Buy
from adjudicator.games.pax_renaissance.rules.operations import Run, RunBoth
from adjudicator.games.pax_renaissance.rules.shots import Accuse, Reprisals
from adjudicator.games.pax_renaissance.rules.turns import EndTurn
from adjudicator.games.pax_renaissance.rules.victories import Declare
from tests.games.pax_renaissance.judge_operations import operations
from tests.games.pax_renaissance.judge_sight import Sight

HOLY_WAR = {"crusade": 0, "jihad": 1, "reformation": 2}
TREACHEROUS = ("conspiracy", "peasant_revolt", "crusade", "apostasy")


def turn(sight: Sight, seat: str) -> Iterator[Action]:
    """Everything that is legal as the next action of a turn."""
    done = sight.state.turn
    if done.left < 2:
        yield EndTurn()
    yield from _runs(sight, seat)
    yield from _fairs(sight, seat)
    if not done.left:
        return
    yield from _purchases(sight, seat)
    for card in sight.state.hands[seat]:
        yield PlayCard(ITEM.ids[card])
        yield from (Launch(ITEM.ids[card], where) for where in launches(sight, seat, card, {card}, set()))
    yield from _sales(sight, seat)
    for victory in bits(sight.state.victories):
        if done.left >= sight.cost_of_declaring(victory) and sight.wins(seat, VICTORY.ids[victory]):
            yield Declare(VICTORY.ids[victory])
    if sight.with_ability("action_discard_self_peasant_revolt", seat):
        yield Reprisals()
    if sight.with_ability("action_apostasy_any_pair", seat):
        for one, other in permutations(range(3), 2):
            if apostates(sight, {one, other}, seat):
                yield Accuse(RELIGION.ids[one], RELIGION.ids[other])


def _runs(sight: Sight, seat: str) -> Iterator[Action]:
    done = sight.state.turn
    for side in SIDE.indexes:
        free = any(ITEM.things[each].side == side for each in sight.with_ability("free_ops", seat))
        if done.ran >> side & 1 or not (done.left or free):
            continue
        if any(True for _ in operations(sight, seat, [SIDE.ids[side]])):
            yield Run(SIDE.ids[side])
    both = done.left and not done.ran and sight.with_ability("east_and_west_ops_in_one_action", seat)
    if both and any(True for _ in operations(sight, seat, list(SIDE.ids))):
        yield RunBoth()


def _fairs(sight: Sight, seat: str) -> Iterator[Action]:
    done = sight.state.turn
    free = not done.free_fair and sight.with_ability("free_trade_fair", seat)
    for side in SIDE.indexes:
        if not done.fairs >> side & 1 and sight.state.market[side][0] != NONE and (done.left or free):
            yield Fair(SIDE.ids[side])


def _purchases(sight: Sight, seat: str) -> Iterator[Action]:
    state = sight.state
    room = len(state.hands[seat]) < 2 or sight.with_ability("unlimited_hand", seat)
    for row in state.market:
        for slot, card in enumerate(row):
            if slot == 0 or card == NONE or state.turn.paid >> card & 1:
                continue
            if state.florins[seat] >= slot and (room or ITEM.things[card].kind == "comet"):
                yield Buy(ITEM.ids[card])


def _sales(sight: Sight, seat: str) -> Iterator[Action]:
    state = sight.state
    lying = [each for each in sight.tableau[seat] if each not in sight.king_of]
    for item in (*state.hands[seat], *lying, *state.maids[seat]):
        yield Sell(ITEM.ids[item])
    treachery = sight.with_ability("on_sale_of_any_card_perform_its_one_shot", seat)
    for item in (*state.hands[seat], *lying):
        shot = ITEM.things[item].one_shot
        if shot is not None and shot.kind in TREACHEROUS and any(each != item for each in treachery):
            for where in launches(sight, seat, item, set(), {item}):
                yield SellLaunch(ITEM.ids[item], where)


def launches(sight: Sight, seat: str, card: int, more: set[int], less: set[int]) -> Iterator[str | None]:
    """Against which empires the one-shot of a card may take place, `None` where it needs none (H-K). `more` and `less`:
    what will have come to the tableau of the seat before, or have left it.
    """
    thing: Item = ITEM.things[card]
    shot = thing.one_shot
    if shot is None:
        return
    if shot.kind == "trade_shift":
        emporium = ROUTE.things[shot.emporium]
        ventured = emporium.id != "spice_islands" or sight.prestige(seat, maids=False)[DISCOVERY]
        if not sight.state.open_routes >> emporium.index & 1 and ventured:
            yield None
    elif shot.kind == "apostasy":
        if apostates(sight, set(shot.religions), seat, more, less):
            yield None
    elif shot.kind == "coronation":
        yield from (EMPIRE.ids[each] for each in bits(thing.suitors) if _eligible(sight, seat, each))
    else:
        for empire in bits(thing.location):
            if shot.kind not in HOLY_WAR or heretics(sight, empire, HOLY_WAR[shot.kind]):
                yield EMPIRE.ids[empire]


def _eligible(sight: Sight, seat: str, king: int) -> bool:
    """Whether a king may be crowned (I); Star Chamber adds those who are married or an opponent's (R17)."""
    if not sight.king(king):
        return False
    anyone = sight.with_ability("coronation_may_claim", seat)
    return bool(anyone) or (not sight.state.queens[king] and sight.state.holder[king] in ("", seat))


def heretics(sight: Sight, empire: int, religion: int) -> list[int]:
    """Pieces of the two other religions in its places and on its borders (K1b)."""
    standing = [sight.state.places[each] for each in sight.standing(empire)]
    sailing = [each for border in sight.borders(1 << empire) for each in sight.pirates(border)]
    return [each for each in standing + sailing if religion_of(each) != religion]


def apostates(
    sight: Sight,
    religions: set[int],
    seat: str,
    more: set[int] = frozenset(),
    less: set[int] = frozenset(),  # type: ignore[assignment]
) -> list[str]:
    """Who has prestige of both religions in his tableau and is not immune (K3)."""
    found = []
    for each, held in sight.tableau.items():
        items = (held | more) - less if each == seat else held
        shown = {kind for item in items for kind in sight.prestige_of(item)}
        if religions <= shown and not sight.with_ability("immune_to_apostasy", each):
            found.append(each)
    return found


def price_of_sale(sight: Sight, seat: str, item: int) -> int:
    """What a sale brings (E3, E3c): two florins, four for a couple; a ransom only from the tableau, and unsilenced."""
    queens = sight.state.queens[item] if item < FIRST_CARD else []
    if not queens:
        return 4 if item in sight.with_ability("sale_price", seat) else 2
    ransomed = any(each in sight.with_ability("sale_price", seat) for each in queens)
    if ransomed and sight.state.rules.ransom_in_couple == 4:
        return 2 + 2 * len(queens)
    return 2 + sum(4 if each in sight.with_ability("sale_price", seat) else 2 for each in queens)
