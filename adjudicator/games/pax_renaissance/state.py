"""One position of Pax Renaissance, complete. Indexes are those of :mod:`.facts`; masks are sets of them.

What follows from the rest is not in it: the pieces in supply, prestige, who is supreme (:mod:`.rules.table`).

`State` is data alone: steps of :mod:`.rules` change it in place, and tell each change with an event. The annotation of
a field says what it holds and who sees it; `FORM` makes documents, views and the checks of pieces of that.

What must hold:

- Each card of the match (`cards_of`) lies in one place: a deck, the market, a hand, a row, at a square as its queen,
  among the old maids, or discarded.
- A square is in the row of the bank that holds it, or under its suzerain, or on its throne, where nobody holds it. A
  vassal is in no row.
- A piece is in one place, on one border, repressed at one square, or in supply, which is no field.
- `turn` is of the seat that is `active`; each turn begins with a new one. `out` names those who play no more.
"""

from typing import Annotated, Final

from msgspec import Struct, field

from adjudicator.components import Kind
from adjudicator.components.field_types import Place
from adjudicator.components.piece_fields import By, Count, Hidden, One, Pile, Set
from adjudicator.components.state_schema import Pieces, StateSchema

from . import facts
from .house_rules import HouseRules

MARKED: Final = Kind("marked card", lambda: facts.ITEM.things)
"""Items where a position only marks them: where bishops are, what was used, what was paid on."""


class Turn(Struct, array_like=True):
    """The deeds of the seat whose turn it is (D1).

    `left`: actions left. `fairs`: sides whose fair was held; `ran`: sides whose operations were run. `used`: items that
    have acted (E4). `paid`: cards that florins were put on (E1e). `free_fair`: the fair that an ability gives was held.
    """

    left: Annotated[int, Count(0, 2, rule="D1")] = 2
    fairs: Annotated[int, Set(facts.SIDE)] = 0
    ran: Annotated[int, Set(facts.SIDE)] = 0
    free_fair: bool = False
    used: Annotated[int, Set(MARKED)] = 0
    paid: Annotated[int, Set(MARKED)] = 0


class Deck(Struct, array_like=True):
    """A deck (C5), from the top: `first` cards without comets, then `last` with `comets` among them.

    The `pool` that they are drawn from follows: cards that are nowhere else may still come (C5a).
    """

    pool: Annotated[list[int], Pile(facts.PLAYED, mixed=True, countable=True), Hidden.FROM_ALL]
    first: Annotated[int, Count(rule="C5a")]
    comets: Annotated[list[int], Pile(facts.COMET, mixed=True), Hidden.FROM_ALL]
    last: Annotated[int, Count(0, 14, rule="C5a")] = 14
    top: Annotated[int, One(facts.CARD, none=facts.NONE)] = facts.NONE
    """The next card where it lies open (C5c)."""

    @property
    def size(self) -> int:
        return self.first + self.last


class State(Struct, array_like=True):
    """A position.

    `places`: the piece in each place. `borders`: pawns and pirates; a pirate shares a border only with a protected
    concession. `repressed`: pieces on each square. `ruled`: what each empire is. `holder`: whose tableau its square
    is in, "" on its throne; `republics`, `suzerain` and `queens` (two with Star Chamber) of
    the squares. `rows`: the cards and squares of
    each tableau, by side, from the player card outwards; vassals lie under their suzerain and are in no row.
    `bishops`: the items that a bishop of each religion is on. `market` and `money`: the cards and the florins in the
    market, from the fair's slot (0). `first`: who began (C7); `turns` and `rounds` are over, a round when everybody
    had a turn.
    """

    rules: HouseRules
    decks: Annotated[list[Deck], By(facts.SIDE)]
    market: Annotated[list[list[int]], By(facts.SIDE, By(facts.SLOT, One(facts.CARD, none=facts.NONE)))]
    money: Annotated[list[list[int]], By(facts.SIDE, By(facts.SLOT, Count()))]
    discarded: Annotated[list[int], Pile(facts.CARD, mixed=True)]
    florins: Annotated[dict[str, int], By(facts.BANK, Count(rule="C7"))]
    hands: Annotated[
        dict[str, list[int]], By(facts.BANK, Pile(facts.PLAYED, mixed=True)), Hidden.FROM_OTHERS.until("hands_open")
    ]
    maids: Annotated[dict[str, list[int]], By(facts.BANK, Pile(facts.QUEEN, mixed=True))]
    rows: Annotated[dict[str, list[list[int]]], By(facts.BANK, By(facts.SIDE, Pile(facts.ITEM)))]
    places: Annotated[list[int], By(facts.PLACE, One(facts.PIECE, none=facts.NONE), sparse=True)]
    borders: Annotated[list[list[int]], By(facts.BORDER, Pile(facts.PIECE, mixed=True), sparse=True)]
    repressed: Annotated[list[list[int]], By(facts.EMPIRE, Pile(facts.PIECE, mixed=True), sparse=True)]
    ruled: Annotated[list[int], By(facts.EMPIRE, One(facts.RULE_OF))]
    holder: Annotated[list[str], By(facts.EMPIRE, One(facts.BANK, none=""), sparse=True)]
    suzerain: Annotated[list[int], By(facts.EMPIRE, One(facts.EMPIRE, none=facts.NONE), sparse=True)]
    queens: Annotated[list[list[int]], By(facts.EMPIRE, Pile(facts.QUEEN, mixed=True), sparse=True)]
    republics: Annotated[int, Set(facts.EMPIRE)]
    bishops: Annotated[list[list[int]], By(facts.RELIGION, Pile(MARKED, mixed=True))]
    open_routes: Annotated[int, Set(facts.ROUTE, rule="C1a")]
    victories: Annotated[int, Set(facts.VICTORY, rule="L1")] = 0
    active: Annotated[str, One(facts.BANK, none="")] = ""
    first: Annotated[str, One(facts.BANK, none="")] = ""
    turns: Annotated[int, Count()] = 0
    rounds: Annotated[int, Count()] = 0
    out: Annotated[list[str], Pile(facts.BANK, mixed=True, rule="G6")] = []
    turn: Turn = field(default_factory=Turn)
    hands_open: bool = False

    @property
    def seats(self) -> list[str]:
        """The banks that play, in the order of their turns, whatever the order of a dict."""
        return [each for each in facts.BANK.ids if each in self.florins]


def cards_of(rules: HouseRules) -> list[int]:
    """Return the cards that a match is played with (B5)."""
    return [
        thing.index
        for thing in facts.ITEM.things[facts.FIRST_CARD :]
        if not (thing.promo and not rules.promo_cards) and not (thing.later and rules.limited_cards)
    ]


def _due(state: State, owner: str) -> list[int]:
    """Return every card of the match, and the squares that lie in a row."""
    held = [number for number, each in enumerate(state.holder) if each and state.suzerain[number] == facts.NONE]
    return [*held, *cards_of(state.rules)]


def _fits(state: State, place: Place, card: int) -> bool:
    """Return whether a card is of the side of the deck that holds it (B5)."""
    return place.field not in ("pool", "comets") or facts.SIDE.ids[facts.ITEM.things[card].side] in place.path


CARDS: Final = Pieces(
    facts.ITEM, due=_due, path=lambda item: "decks" if item >= facts.FIRST_CARD else "rows", rule="B5"
)
FORM: Final = StateSchema(State, seats=facts.BANK, pieces=[CARDS], fits=_fits)
known: Final = FORM.known
"""The position as the readers of a view know it: hands of others hold as many cards as they do, each `NONE`."""
