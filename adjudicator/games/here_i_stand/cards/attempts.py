"""Cards that bring attempts, treatises and spaces (18)."""

from collections.abc import Callable, Iterator
from typing import Final

from adjudicator import Action, Frames, Play, Refusal

from ..facts import CARD, DEBATER, ELECTORATE, ENGLAND, HOME_OF, LOCATION, PAPACY, PROTESTANT, SPACE, ZONE_OF, near
from ..rules import hands, table, unrest
from ..rules.book import step
from ..rules.effects import event
from ..rules.faith import scripture, sources
from ..rules.faith.attempts import attempting, commit, uncommitted, within_two
from ..rules.faith.conversion import convert
from ..rules.faith.debates import take_away
from ..rules.faith.league import nearest
from ..state import State
from .aims import Named, a_card, a_debater, a_space, aim_spaces, aiming, ask, ask_spaces, naming_spaces, no_effect
from .casualties import units_go

Refuses = Callable[[State, str], Refusal | None]


def needs(card: str, *debaters: str) -> Refuses:
    """Return what refuses a card while one of these debaters is committed or not in the match."""

    def refused(state: State, power: str) -> Refusal | None:
        free = {*uncommitted(state, "protestant"), *uncommitted(state, "papacy")}
        return None if free.issuperset(debaters) else no_effect(card=card)

    return refused


def _attempts(  # noqa: PLR0913 - each says one thing about the attempts
    card: str, power: str, count: int, zone: str, *, extra: int = 0, modifier: int = 0, debater: str = ""
) -> None:
    """Register an event that commits a debater and brings attempts."""
    refused = needs(card, debater) if debater else needs(card)

    @event(card, refused)
    def _tried(play: Play[State], by: str) -> Frames:
        if debater:
            commit(play, debater)
        return [attempting(power, count, zone, extra, modifier)]


_attempts("affair_of_the_placards", PROTESTANT, 4, "french", debater="cop")
_attempts("calvins_institutes", PROTESTANT, 5, "french", modifier=1, debater="calvin")
_attempts("a_mighty_fortress", PROTESTANT, 6, "german", debater="luther")
_attempts("katherina_bora", PROTESTANT, 5, "all", debater="luther")
_attempts("mary_defies_council", PAPACY, 3, "english")


@event("defender_of_the_faith")
def _defender(play: Play[State], power: str) -> Frames:
    """Let the Papacy make three attempts anywhere; England draws a card if it plays this."""
    if power == ENGLAND:
        hands.draw(play, ENGLAND, 1)
    return [attempting(PAPACY, 3, "all")]


@event("erasmus")
def _erasmus(play: Play[State], power: str) -> Frames:
    """Help the Protestants in the first two turns, and the Papacy later."""
    early = play.state.turn <= 2
    return [attempting(PROTESTANT if early else PAPACY, 4, "all")]


@event("printing_press")
def _press(play: Play[State], power: str) -> Frames:
    play.state.this_turn |= 1 << CARD.number("printing_press")
    return [attempting(PROTESTANT, 3, "all")]


@event("augsburg_confession", needs("augsburg_confession", "melanchthon"))
def _confession(play: Play[State], power: str) -> Frames:
    commit(play, "melanchthon")
    play.state.this_turn |= 1 << CARD.number("augsburg_confession")
    return []


PAIRS: Final = (("luther", "melanchthon"), ("zwingli", "oekolampadius"))


def _colloquy_refused(state: State, power: str) -> Refusal | None:
    free = uncommitted(state, "protestant")
    able = all(any(each in free for each in pair) for pair in PAIRS)
    return None if able else no_effect(card="marburg_colloquy")


@event("marburg_colloquy", _colloquy_refused)
def _colloquy(play: Play[State], power: str) -> Frames:
    """Commit one debater of each pair; their values together are attempts."""
    play.state.colloquy = 0
    return [aiming(power, "marburg_colloquy/1"), aiming(power, "marburg_colloquy/2"), meeting()]


def _pair(number: int) -> None:
    """Register the question which of a pair goes to Marburg."""

    def free(state: State, power: str) -> Iterator[Action]:
        return (a_debater(each) for each in PAIRS[number - 1] if each in uncommitted(state, "protestant"))

    @ask(f"marburg_colloquy/{number}", free)
    def _goes(play: Play[State], power: str, answer: Named) -> None:
        commit(play, answer.debater)
        play.state.colloquy += DEBATER.thing(answer.debater).value


_pair(1)
_pair(2)


@step("18.3")
def meeting(play: Play[State]) -> Frames:
    """Let those who met in Marburg make their attempts."""
    count, play.state.colloquy = play.state.colloquy, 0
    return [attempting(PROTESTANT, count, "all")]


@event("book_of_common_prayer", needs("book_of_common_prayer", "cranmer"))
def _prayer(play: Play[State], power: str) -> Frames:
    """Bring four attempts at home in England, then unrest in Catholic English home spaces."""
    commit(play, "cranmer")
    return [attempting(PROTESTANT, 4, ENGLAND, 0, 0, "", True), praying(power)]


@step("18.3")
def praying(play: Play[State], power: str) -> Frames:
    """Roll how many Catholic home spaces of England rise."""
    (die,) = play.roll("prayer", 1, 6)
    count = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2}.get(die, 99)
    if count == 99:
        unrest.place(play, LOCATION.ids_of(_english_catholics(play.state, power)))
        return []
    return [naming_spaces(power, "book_of_common_prayer", count)] if count else []


def _english_catholics(state: State, power: str) -> int:
    return unrest.calm(state, HOME_OF[ENGLAND] & sources.catholic(state), occupied=True)


@ask_spaces("book_of_common_prayer", _english_catholics)
def _rise(play: Play[State], power: str, answer: Named) -> None:
    unrest.place(play, answer.spaces)


@event("dissolution_of_the_monasteries")
def _dissolution(play: Play[State], power: str) -> Frames:
    hands.draw(play, ENGLAND, 2)
    return [attempting(PROTESTANT, 3, "english")]


# ---- spaces that turn by themselves


def _anabaptists(state: State, power: str) -> int:
    return state.protestant & ~ELECTORATE.mask & ~LOCATION.mask_of(state.forces)


@aim_spaces("anabaptists", 2, _anabaptists, asks=PAPACY)
def _turned_back(play: Play[State], power: str, answer: Named) -> None:
    for at in answer.spaces:
        convert(play, at, "catholic")


@event("frederick_the_wise")
def _frederick(play: Play[State], power: str) -> Frames:
    """Turn the two Catholic spaces of the German zone nearest to Wittenberg; the Wartburg may come back."""
    back = CARD.number("the_wartburg") in play.state.discard
    return [
        *([aiming(power, "frederick_the_wise/space")] * 2),
        *([aiming(power, "frederick_the_wise/card")] if back else []),
    ]


def _nearest_catholics(state: State, power: str) -> Iterator[Action]:
    german = ZONE_OF["german"] & sources.catholic(state)
    return map(a_space, nearest("wittenberg", lambda at: table.has(german, at)))


@ask("frederick_the_wise/space", _nearest_catholics, asks=PROTESTANT)
def _wise_space(play: Play[State], power: str, answer: Named) -> None:
    convert(play, answer.space, "protestant")


@ask("frederick_the_wise/card", lambda state, power: [a_card("the_wartburg")], asks=PROTESTANT, optional=True)
def _wise_card(play: Play[State], power: str, answer: Named) -> None:
    from_discard(play, PROTESTANT, answer.card)


def from_discard(play: Play[State], power: str, card: str) -> None:
    """Take a card from the discard pile into a hand; everybody sees which."""
    number = CARD.number(card)
    play.state.discard = [each for each in play.state.discard if each != number]
    hands.change_hand(play.state, power, add=number)
    play.emit(hands.Retrieved(power, card))


def _near_zurich(state: State, power: str) -> Iterator[Action]:
    """Yield the spaces within three steps of Zurich with Catholic land units."""
    for at in SPACE.ids:
        close = within_two(at, "zurich") or any(within_two(at, each) for each in near("zurich"))
        here = table.forces(state, at)
        if close and any(table.land(each) and sources.faith_of(state, each) == "papacy" for each in here):
            yield a_space(at)


@event("zwingli_dons_armor")
def _zwingli(play: Play[State], power: str) -> Frames:
    take_away(play, "zwingli")
    return [aiming(power, "zwingli_dons_armor/unit")]


@ask("zwingli_dons_armor/unit", _near_zurich, asks=PROTESTANT)
def _slain(play: Play[State], power: str, answer: Named) -> Frames:
    """Remove a Catholic land unit, as the Protestants choose."""
    return [units_go(PROTESTANT, "zwingli_dons_armor", 1, answer.space)]


# ---- universities


@event("society_of_jesus")
def _jesuits(play: Play[State], power: str) -> Frames:
    play.state.jesuits = True
    return [naming_spaces(power, "society_of_jesus", 2)]


def _colleges(state: State, power: str) -> int:
    return sources.catholic(state) & ~state.universities


def _found(play: Play[State], power: str, answer: Named) -> None:
    for at in answer.spaces:
        scripture.found_university(play, at)


def _jesuit_education_refused(state: State, power: str) -> Refusal | None:
    return None if state.jesuits else no_effect(card="jesuit_education")


ask_spaces("society_of_jesus", _colleges, asks=PAPACY)(_found)
ask_spaces("jesuit_education", _colleges, asks=PAPACY)(_found)


@event("jesuit_education", _jesuit_education_refused)
def _education(play: Play[State], power: str) -> Frames:
    return [naming_spaces(power, "jesuit_education", 2)]
