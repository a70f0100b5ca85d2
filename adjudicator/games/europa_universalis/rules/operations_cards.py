"""Operations on cards, ideas, trade, religion and war, and actions that are done at once (R16.03)."""

from typing import Final

from adjudicator import Asking, Asks, Frames, Play, Question, Refusal, choice, derive
from adjudicator.components import Code

from .. import effects as forms
from ..content import Content
from ..facts import AREA, NODE, POWER, RELIGION, SeatId
from ..slots import CARD, IDEA
from ..state import State
from .ages import deal_idea
from .book import OfCard, OfSeat, SeatAndCard, WithNode, step
from .decks import discard_from_hand, take
from .declaration import given
from .drawing import gaining_cards
from .empire import bound_by_empire
from .goals import IdeaShown, Research, cost_of, ideas_held, research_refused, researched
from .movement import SPACES
from .operations import NOTHING, AtNode, does, one_or_none
from .players import treaty
from .purse import lacks, pay
from .relations import realm_of
from .religion import adopt
from .unrest import rolls

MERCHANTS: Final = 3
"""How many merchants a seat has at most (R12.09)."""


NodeExpanded = derive(WithNode, "node_expanded", "A trade node is expanded.", rule="R12.04")


MerchantGained = derive(OfSeat, "merchant_gained", "A seat has a third merchant.", rule="R12.09")


DisplayTaken = derive(SeatAndCard, "display_taken", "A display card came from the discards to a hand.", rule="R4.04")
TakeCard = derive(OfCard, "take_card", "Take this card from the discards. R4.04.")
GiveCard = derive(OfCard, "give_card", "Discard this card. R16.03.")
not_among_discards = Code("R4.04", card=CARD)
not_in_your_hand = Code("R16.03", card=CARD)
no_node_for_it = Code("R16.03", node=NODE)
too_few_cards = Code("R16.02", cost=int, has=int)
cannot_have = Code("R4.04", idea=IDEA)
NODE_FOR: Final = choice("node_for", "R16.03", AtNode, otherwise=no_node_for_it)
IDEA_FOR: Final = Question("idea_for", "R4.04", Research, default=NOTHING, about={"discount": int})
TAKE: Final = choice("take_display", "R4.04", TakeCard, otherwise=not_among_discards)
GIVE: Final = choice("give_card", "R16.03", GiveCard, otherwise=not_in_your_hand)


@does(forms.ResearchIdea)
def idea_researched(play: Play[State], seat: str, op: forms.ResearchIdea) -> Frames:
    """Return the frames that research the named idea, or one on display, for less (R16.03, R8.06).

    An idea of which the pack says nothing is none.
    """
    state = play.state
    ideas = 1 << IDEA.index[op.idea] if op.idea else state.goals.ideas
    ideas &= ideas_held(state, seat) if op.held else ideas
    ideas &= IDEA.mask_of(play.content.ideas)
    return [researching(seat, ideas & ~state.led[seat].ideas, op.discount)]


@step("R4.04")
def researching(play: Play[State], seat: SeatId, ideas: int, discount: int) -> Asking:
    """Research one of these ideas, if the seat pays the rest of its cost; one that is not on display comes there."""
    state, content = play.state, play.content

    def why(action: Research) -> Refusal | None:
        idea = IDEA.number(action.idea)
        if not ideas >> idea & 1:
            return cannot_have(idea=action.idea)
        return research_refused(state, seat, idea, content) or lacks(state, seat, **cost_of(content, idea, discount))

    offers = [each for each in map(Research, IDEA.ids_of(ideas)) if why(each) is None]
    if not offers:
        return None
    answer = yield from one_or_none(IDEA_FOR, seat, offers, why, discount=discount)
    if answer is None:
        return None
    idea = IDEA.index[answer.idea]
    pay(play, seat, **cost_of(content, idea, discount))
    return [researched(seat, idea)]


def _few_cards(state: State, seat: str, op: forms.Counted) -> Refusal | None:
    has = len(state.led[seat].hand)
    return too_few_cards(cost=op.n, has=has) if has < op.n else None


@step("R16.03")
def card_given(play: Play[State], seat: SeatId, n: int) -> Asking:
    """Discard a card of the hand."""
    hand = play.state.led[seat].hand
    if not n or not hand:
        return None
    answer = yield GIVE(seat, [GiveCard(CARD.ids[each]) for each in hand], n=n)
    discard_from_hand(play, seat, [CARD.index[answer.card]])
    return [card_given(seat, n - 1)]


@step("R4.04")
def taking_display(play: Play[State], seat: SeatId) -> Asks:
    """Let a seat take a display card of its choice from the discards."""
    content: Content = play.content
    found = [
        CARD.ids[discard]
        for deck in play.state.decks
        for discard in deck.discards
        if content.titles[content.title_of(discard)].kind == "display"
    ]
    if not found:
        return
    answer = yield TAKE(seat, list(map(TakeCard, found)))
    card = CARD.index[answer.card]
    next(deck for deck in play.state.decks if card in deck.discards).discards.remove(card)
    take(play.state, seat, [card])
    play.emit(DisplayTaken(seat, answer.card))


does(forms.CardDraw)(lambda play, seat, op: [gaining_cards(seat, op.n)])
does(forms.CardDiscard, _few_cards)(lambda play, seat, op: [card_given(seat, op.n)])


@does(forms.AddIdea)
def idea_added(play: Play[State], seat: str, op: forms.AddIdea) -> None:
    """Put an idea of a type on display in a new row, if its deck has one (R8.06)."""
    if idea := deal_idea(play, POWER.index[op.power]):
        play.emit(IdeaShown(idea))


@does(forms.DiscardRuler)
def ruler_discarded(play: Play[State], seat: str, op: forms.Operation) -> None:
    """Let a realm have neither its ruler nor that of its event, once the event is over (R16.03)."""
    play.state.turn.renounced |= 1 << realm_of(seat)


does(forms.TakeDisplay)(lambda play, seat, op: [taking_display(seat)])
does(forms.RollRebels)(lambda play, seat, op: rolls(play.state, seat, {seat: AREA.mask}))


def _another_faith(state: State, seat: str, op: forms.AdoptReligion) -> Refusal | None:
    return bound_by_empire(state, seat, RELIGION.number(op.religion))


@does(forms.AdoptReligion, _another_faith)
def religion_adopted(play: Play[State], seat: str, op: forms.AdoptReligion) -> None:
    """Adopt a religion; an emperor may be bound to that of the empire, and then nothing happens (R18.27)."""
    if _another_faith(play.state, seat, op) is None:
        adopt(play, seat, RELIGION.index[op.religion])


@does(forms.ExpandNode)
def node_expanded(play: Play[State], seat: str, op: forms.ExpandNode) -> Frames:
    """Return the frames that expand the named node, or one with a merchant of the seat."""
    nodes = [NODE.index[op.node]] if op.node else sorted(set(play.state.led[seat].merchants))
    nodes = [node for node in nodes if not play.state.trade.expanded >> node & 1]
    return [at_node(seat, nodes)] if nodes else []


@does(forms.GainMerchant)
def merchant_gained(play: Play[State], seat: str, op: forms.Operation) -> None:
    """Give a third merchant to a seat that has exactly two; it comes to a node when it trades (R12.09)."""
    own = play.state.led[seat]
    if len(own.standing) == MERCHANTS - 1:
        own.standing.append(True)
        play.emit(MerchantGained(seat))


@step("R16.03")
def at_node(play: Play[State], seat: SeatId, nodes: list[int]) -> Asks:
    """Ask a seat which of these nodes to expand."""
    answer = yield NODE_FOR(seat, [AtNode(NODE.ids[node]) for node in nodes])
    play.state.trade.expanded |= 1 << NODE.index[answer.node]
    play.emit(NodeExpanded(answer.node))


@does(forms.GainAction)
def action_gained(play: Play[State], seat: str, op: forms.GainAction) -> Frames:
    """Return the frames of actions that are done at once or never (R16.03).

    They cost no power, but for that of a treaty between players.
    """
    if op.action == "player_to_player":
        return [treaty(seat) for _ in range(op.n)]
    return [given(seat, op.action, op.n, op.spaces or SPACES, op.strength, op.no_mountains, op.light)]
