"""Cards about debaters, debates and excommunication (18.5, 21.5), the home cards of Papacy and Protestants."""

from collections.abc import Iterator

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components.bits import bits

from ..facts import CARD, DEBATER, ENGLAND, HAPSBURG, HOME_OF, PAPACY, PROTESTANT, ZONE_OF, DebaterId, PowerId
from ..rules import hands, unrest
from ..rules.book import PowerEvent, step
from ..rules.effects import event, further_card
from ..rules.faith import bulls, debates, sources
from ..rules.faith.attempts import attempting, commit, present, turning, uncommitted
from ..rules.faith.conversion import convert
from ..rules.faith.scripture import SCRIPTURE
from ..rules.faith.sources import Side
from ..state import State
from .aims import (
    Named,
    a_card,
    a_debater,
    a_power,
    a_use,
    a_zone,
    aim,
    aiming,
    ask,
    ask_spaces,
    naming_spaces,
    no_effect,
)
from .attempts import from_discard, needs
from .home import discards
from .rulers import enthrone
from .shields import UNLESS, unless

# ---- Papal Bull


def _bulls(state: State, power: str) -> Iterator[Action]:
    """Yield the reformers and the rulers who can be excommunicated."""
    yield from map(a_debater, bulls.reformers(state))
    yield from (a_power(each) for each in bulls.RULERS if bulls.grounds(state, each))


@aim("papal_bull", _bulls)
def _bull(play: Play[State], power: str, answer: Named) -> Frames:
    """Excommunicate a reformer, then perhaps call a debate there; or a ruler, with unrest at home."""
    if answer.op == "for_debater":
        if answer.debater == CRANMER:
            return [unless(power, "papal_bull", "thomas_cromwell")]
        return _banned(play, answer.debater)
    bulls.excommunicate_ruler(play, answer.power)
    return [naming_spaces(power, f"papal_bull/{answer.power}", 2)]


CRANMER = "cranmer"


def _banned(play: Play[State], reformer: str) -> Frames:
    """Excommunicate a reformer; then a debate may be called there."""
    bulls.excommunicate_reformer(play, reformer)
    return [debates.free_debate(PAPACY, [DEBATER.thing(reformer).zone])]


UNLESS["papal_bull"] = lambda play, space, use: _banned(play, CRANMER)


def _register_bull(victim: str) -> None:
    """Register the unrest at home of an excommunicated ruler."""

    def where(state: State, power: str) -> int:
        return unrest.calm(state, HOME_OF[victim] & sources.catholic(state))

    @ask_spaces(f"papal_bull/{victim}", where)
    def _rise(play: Play[State], power: str, answer: Named) -> None:
        unrest.place(play, answer.spaces)


for _victim in bulls.RULERS:
    _register_bull(_victim)


# ---- Leipzig Debate


def _leipzig_uses(state: State, power: str) -> Iterator[Action]:
    """Yield the own debaters who can be sent, and Protestant ones who can be barred."""
    if not any(debates.refused(state, PAPACY, zone) is None for zone in SCRIPTURE):
        return
    yield from map(a_debater, uncommitted(state, "papacy"))
    yield from map(a_debater, present(state, "protestant"))


@aim("leipzig_debate", _leipzig_uses)
def _leipzig(play: Play[State], power: str, answer: Named) -> Frames:
    return [calling(answer.debater)]


@step("18.5")
def calling(play: Play[State], debater: DebaterId) -> Frames:
    """Ask in which zone the debate with a chosen or a barred debater is."""
    play.state.chosen = debater
    return [aiming(PAPACY, "leipzig_debate/zone")]


def _leipzig_zones(state: State, power: str) -> Iterator[Action]:
    """Yield the zones, for the pool of uncommitted debaters (0) and of committed ones (1)."""
    for zone in SCRIPTURE:
        others = [each for each in present(state, "protestant", zone) if each != state.chosen]
        if debates.refused(state, PAPACY, zone) is None and others:
            yield a_zone(zone)
            yield a_zone(zone, 1)


@ask("leipzig_debate/zone", _leipzig_zones)
def _leipzig_zone(play: Play[State], power: str, answer: Named) -> Frames:
    chosen, play.state.chosen = play.state.chosen, ""
    own = DEBATER.thing(chosen).side == "papacy"
    return debates.debate(
        play, PAPACY, answer.zone, committed=bool(answer.use), own=chosen if own else "", barred="" if own else chosen
    )


# ---- Here I Stand


def _retrievable(state: State, power: str) -> Iterator[Action]:
    """Yield the discards that the Protestants may take while Luther lives."""
    alive = state.powers[PROTESTANT].ruler == "luther" and not state.burnt >> DEBATER.index["luther"] & 1
    return retrievable(state, PROTESTANT) if alive else iter(())


def retrievable(state: State, power: str) -> Iterator[Action]:
    """Yield the discards that a power may take: no mandatory event, none that it has used in this turn (6.2)."""
    used = state.powers[power].used
    return (a_card(CARD.ids[n]) for n in state.discard if CARD.things[n].kind != "mandatory" and not used >> n & 1)


@aim("here_i_stand", _retrievable)
def _stand(play: Play[State], power: str, answer: Named) -> Frames:
    """Take a card of the discard pile, and play it now or keep it."""
    from_discard(play, PROTESTANT, answer.card)
    return [further_card(power, answer.card)]


# ---- debates by cards


def _inquisition_refused(state: State, power: str) -> Refusal | None:
    return needs("papal_inquisition", "caraffa")(state, power)


@event("papal_inquisition", _inquisition_refused)
def _papal(play: Play[State], power: str) -> Frames:
    """Turn two Italian spaces; then the Papacy looks at a hand, and takes or burns a card, or debates."""
    commit(play, "caraffa")
    return [naming_spaces(power, "papal_inquisition", 2), aiming(power, "papal_inquisition/hand")]


@ask_spaces("papal_inquisition", lambda state, power: ZONE_OF["italian"] & state.protestant, asks=PAPACY)
def _italian(play: Play[State], power: str, answer: Named) -> None:
    for at in answer.spaces:
        convert(play, at, "catholic")


class HandSeen(PowerEvent, frozen=True, tag="hand_seen", rule="6", hits=("victim",)):
    """A power looked at the hand of another."""

    victim: PowerId


def look(play: Play[State], power: str, victim: str) -> None:
    """Show the hand of one power to another; everybody learns that it was seen."""
    play.emit(HandSeen(power, victim))
    hands.show(play, power, victim, power)


@ask("papal_inquisition/hand", lambda state, power: map(a_power, (ENGLAND, PROTESTANT)), asks=PAPACY)
def _papal_hand(play: Play[State], power: str, answer: Named) -> Frames:
    look(play, PAPACY, answer.power)
    return [aiming(power, f"papal_inquisition/{answer.power}")]


def _register_inquisition(victim: str) -> None:
    """Register what the Papacy does after it has seen a hand."""

    def uses(state: State, power: str) -> Iterator[Action]:
        if state.hands[victim].cards:
            yield a_use(1)
        if next(retrievable(state, PAPACY), None) is not None:
            yield a_use(2)
        yield a_use(3)

    @ask(f"papal_inquisition/{victim}", uses, asks=PAPACY)
    def _done(play: Play[State], power: str, answer: Named) -> Frames:
        if answer.use == 1:
            hands.take_at_random(play, PAPACY, victim)
            return []
        if answer.use == 2:
            return [aiming(power, "papal_inquisition/discard")]
        return [debates.free_debate(PAPACY, [*SCRIPTURE], 2)]


for _seen in (ENGLAND, PROTESTANT):
    _register_inquisition(_seen)


@ask("papal_inquisition/discard", lambda state, power: retrievable(state, PAPACY), asks=PAPACY)
def _papal_takes(play: Play[State], power: str, answer: Named) -> None:
    from_discard(play, PAPACY, answer.card)


@event("spanish_inquisition")
def _spanish(play: Play[State], power: str) -> Frames:
    """Turn two Spanish spaces; the Hapsburgs see two hands, burn a card of them and draw; the Papacy debates."""
    return [
        naming_spaces(power, "spanish_inquisition", 2),
        seeing_hands(),
        aiming(power, "spanish_inquisition/card"),
        inquired(),
        debates.free_debate(PAPACY, [*SCRIPTURE]),
    ]


@ask_spaces("spanish_inquisition", lambda state, power: ZONE_OF["spanish"] & state.protestant, asks=HAPSBURG)
def _spanish_turn(play: Play[State], power: str, answer: Named) -> None:
    for at in answer.spaces:
        convert(play, at, "catholic")


@step("6")
def seeing_hands(play: Play[State]) -> Frames:
    """Show the hands of England and the Protestants to the Hapsburgs; until they choose, they know them."""
    for victim in (ENGLAND, PROTESTANT):
        look(play, HAPSBURG, victim)
    play.state.inquired = True
    return []


def _spanish_cards(state: State, power: str) -> Iterator[Action]:
    """Yield the cards of England and the Protestants that the Hapsburgs may discard."""
    for victim in (ENGLAND, PROTESTANT):
        yield from discards(state, victim)


@ask("spanish_inquisition/card", _spanish_cards, asks=HAPSBURG, hands=(ENGLAND, PROTESTANT))
def _spanish_burn(play: Play[State], power: str, answer: Named) -> None:
    card = CARD.number(answer.card)
    victim = next(each for each in (ENGLAND, PROTESTANT) if card in play.state.hands[each].cards)
    hands.discard(play, victim, card)


@step("6")
def inquired(play: Play[State]) -> Frames:
    """Let the Hapsburgs forget the hands that they have seen, and draw a card."""
    play.state.inquired = False
    return [drawing(HAPSBURG, 1)]


@step("6")
def drawing(play: Play[State], power: PowerId, count: int) -> Frames:
    """Let a power draw cards."""
    hands.draw(play, power, count)
    return []


def _more_refused(state: State, power: str) -> Refusal | None:
    if power in (ENGLAND, PROTESTANT):
        return None
    able = any(debates.refused(state, PAPACY, zone) is None for zone in SCRIPTURE)
    return None if able else no_effect(card="thomas_more")


@event("thomas_more", _more_refused)
def _more(play: Play[State], power: str) -> Frames:
    """Forbid debates in the English zone, or let the Papacy call one with more dice."""
    state, card = play.state, CARD.number("thomas_more")
    if power in (ENGLAND, PROTESTANT):
        state.this_turn |= 1 << card
        hands.draw(play, ENGLAND, 1)
        hands.remove(state, card)
        return [aiming(power, "thomas_more/discard")]
    if state.married_turn:
        hands.remove(state, card)
    return [debates.free_debate(PAPACY, [*SCRIPTURE], 1, 3)]


@ask("thomas_more/discard", lambda state, power: discards(state, ENGLAND), asks=ENGLAND, hands=(ENGLAND,))
def _more_discard(play: Play[State], power: str, answer: Named) -> None:
    hands.discard(play, ENGLAND, CARD.number(answer.card))


def _cromwell_uses(state: State, power: str) -> Iterator[Action]:
    """Yield the uses of Thomas Cromwell: the monasteries come back (1), a treatise in the English zone (2)."""
    if CARD.number("dissolution_of_the_monasteries") in state.discard:
        yield a_use(1)
    yield a_use(2)


@aim("thomas_cromwell", _cromwell_uses)
def _cromwell(play: Play[State], power: str, answer: Named) -> Frames:
    state, card = play.state, CARD.number("thomas_cromwell")
    if state.births & 0b111:
        hands.remove(state, card)
    if answer.use == 1:
        from_discard(play, ENGLAND, "dissolution_of_the_monasteries")
        return []
    state.this_turn |= 1 << card
    return [attempting(ENGLAND if "cranmer" in state.reformers else PROTESTANT, 2, "english")]


# ---- people who come and go


@event("calvin")
def _calvin(play: Play[State], power: str) -> Frames:
    """Let Luther die; Calvin leads the Protestants."""
    debates.take_away(play, "luther")
    enthrone(play, "calvin")
    return []


def _expelled_refused(state: State, power: str) -> Refusal | None:
    return None if "calvin" in state.reformers else no_effect(card="calvin_expelled")


@event("calvin_expelled", _expelled_refused)
def _expelled(play: Play[State], power: str) -> Frames:
    bulls.banish(play, "calvin")
    return []


# ---- the Council of Trent


class CouncilHeld(PowerEvent, frozen=True, tag="council_held", rule="6"):
    """The Council of Trent was held: debaters and dice of the Papacy and of the Protestants."""

    papal: tuple[str, ...]
    protestant: tuple[str, ...]
    dice: tuple[int, ...]
    against: tuple[int, ...]


@event("council_of_trent")
def _council(play: Play[State], power: str) -> Frames:
    """Let the Papacy send up to four debaters and the Protestants two; hits turn spaces."""
    play.state.council = 0
    return [aiming(power, "council_of_trent/papacy", 4), aiming(power, "council_of_trent/protestant", 2), council()]


def _delegates(side: Side) -> None:
    """Register the question which debaters a side sends to Trent."""
    power = PAPACY if side == "papacy" else PROTESTANT

    def free(state: State, by: str) -> Iterator[Action]:
        return map(a_debater, uncommitted(state, side))

    @ask(f"council_of_trent/{side}", free, asks=power, optional=True)
    def _sent(play: Play[State], by: str, answer: Named) -> None:
        commit(play, answer.debater)
        play.state.council |= 1 << DEBATER.index[answer.debater]


_delegates("papacy")
_delegates("protestant")


@step("6")
def council(play: Play[State]) -> Frames:
    """Roll the values of both sides; whoever has more hits turns the difference in spaces."""
    state = play.state
    there = [DEBATER.things[each] for each in bits(state.council)]
    state.council = 0
    sides: dict[str, list[str]] = {"papacy": [], "protestant": []}
    dice = {"papacy": 0, "protestant": 0}
    for each in there:
        sides[each.side].append(each.id)
        dice[each.side] += each.value + (each.bonus.kind == "council")
    rolls = {side: play.roll("council", number, 6, side=side) if number else [] for side, number in dice.items()}
    hits = {side: sum(die >= 5 for die in faces) for side, faces in rolls.items()}
    play.emit(
        CouncilHeld(
            PAPACY,
            tuple(sides["papacy"]),
            tuple(sides["protestant"]),
            tuple(rolls["papacy"]),
            tuple(rolls["protestant"]),
        )
    )
    difference = hits["papacy"] - hits["protestant"]
    return [turning(PAPACY if difference > 0 else PROTESTANT, abs(difference), "all")] if difference else []
