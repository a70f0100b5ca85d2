"""One position of Oath, complete. Indexes are those of :mod:`.facts`; masks are sets of them.

What follows from the rest is not in it: who rules which site and card, personal banks, burned favor
(:mod:`.rules.table`).

`State` is data alone: steps of :mod:`.rules` and :mod:`.cards` change it in place, and tell each change with an event.
The annotation of a field says what it holds and who sees it; `FORM` makes documents, views and the checks of pieces of
that.

What must hold:

- Each card and each site lies in one place, whether in the match or outside of it (`box`, `archive`, `dispossessed`).
  Fields with `mention` only name cards that lie elsewhere: tokens on them, plans used, the vision of a prophet.
- Who has looked at a card that lies face down stands with it (`seen_by`), and moves with it.
- `turn` is of the seat whose turn it is, and each turn begins with a new one. `campaign` is None outside of a campaign.
- The world deck has an order only where somebody knows it: `top` and `below` have one, the stacks (`layers`) have none,
  and what comes from them is drawn when it comes.
- From match to match of a chronicle only the world goes on; `annals` remember what was.
"""

from typing import Annotated, Final

from msgspec import Struct, field

from adjudicator.components import Kind, Thing
from adjudicator.components.piece_fields import By, Count, Hidden, Many, One, Pile, Set
from adjudicator.components.records import Keyed
from adjudicator.components.state_schema import Pieces, StateSchema

from . import facts
from .facts import NONE
from .house_rules import HouseRules


def back(card: str) -> str:
    """Return the back of a card, which everybody sees (9.4)."""
    kind = facts.CARD.thing(card).kind
    return "denizen" if kind == "edifice" else kind


FACE: Final[Kind[Thing]] = Kind("face", ("1", "2", "3", "4", "5", "6"), first=1)
"""Faces of a die."""
WAY: Final[Kind[Thing]] = Kind("way to victory", ("usurper", "visionary", "stable_regime", "successor", "long_war"))
"""How a match is won (3)."""


class Facedown(Struct, array_like=True):
    """A card that lies face down.

    `vision`: its back, which everybody sees (9.4); `seen_by`: who has looked at it (6.3) or drew it.
    """

    card: Annotated[int, One(facts.CARD, back=back), Hidden.FROM_ALL.but("seen_by")]
    vision: bool = False
    seen_by: Annotated[int, Set(facts.PLAYER)] = 0


class Tokens(Struct, array_like=True):
    """The favor and the secrets on a card (7.1.2)."""

    card: Annotated[int, One(facts.CARD, mention=True)]
    favor: Annotated[int, Count(0, 36)] = 0
    secrets: Annotated[int, Count()] = 0


class SiteState(Struct, array_like=True):
    """A space of the board (2.1.1).

    `site` is `NONE` while its card lies face down; `under` is that card where somebody has looked at it. `cards`:
    denizens and edifices, in the order in which they came; `warbands` of one `colour`.
    """

    site: Annotated[int, One(facts.SITE, none=NONE)] = NONE
    under: Annotated[int, One(facts.SITE, none=NONE), Hidden.FROM_ALL.but("under_seen_by")] = NONE
    under_seen_by: Annotated[int, Set(facts.PLAYER)] = 0
    cards: Annotated[list[int], Pile(facts.SUITED)] = []
    relics: Annotated[list[Facedown], Many()] = []
    colour: Annotated[str, One(facts.PLAYER, none="")] = ""
    warbands: Annotated[int, Count()] = 0
    favor: Annotated[int, Count()] = 0
    secrets: Annotated[int, Count()] = 0


class Board(Struct, array_like=True):
    """The board of a player with the council and the personal bank beside it (2.2).

    `turned`: secrets that lie face down; `advisers` lie face up, `hidden` face down. `vision` is the revealed one,
    `prophet` the one that bears a warband of the False Prophet. `drawn`: cards drawn in a search, before they are
    played or discarded. `caged`: warbands on the Obsidian Cage by colour.
    """

    citizen: bool = False
    pawn: Annotated[int, One(facts.SLOT, none=NONE)] = NONE
    supply: Annotated[int, Count(0, 7, rule="4.3.4")] = facts.SUPPLY
    warbands: Annotated[int, Count(0, 24, rule="9.3")] = 0
    favor: Annotated[int, Count(0, 36, rule="9.3")] = 0
    secrets: Annotated[int, Count()] = 0
    turned: Annotated[int, Count()] = 0
    advisers: Annotated[list[int], Pile(facts.DENIZEN)] = []
    hidden: Annotated[list[Facedown], Many()] = []
    drawn: Annotated[list[Facedown], Many()] = []
    relics: Annotated[list[int], Pile(facts.RELIC)] = []
    vision: Annotated[int, One(facts.TRUE_VISION, none=NONE)] = NONE
    prophet: Annotated[int, One(facts.CARD, none=NONE, mention=True)] = NONE
    caged: Annotated[dict[str, int], By(facts.PLAYER, Count(), sparse=True)] = {}


class Banner(Struct, array_like=True):
    """A banner (2.5): its `holder`, "" in the shared bank, and the favor or secrets on it; `mob` for its other side."""

    holder: Annotated[str, One(facts.PLAYER, none="")] = ""
    tokens: Annotated[int, Count(rule="2.5")] = 1
    mob: bool = False


class Turn(Struct, array_like=True):
    """The turn under way (4).

    `scepter_taken`: in this turn, so that it may not be used (2.4.3). `discarded`: suits discarded from each site, for
    which its homeland gives nothing any more. `rested`: rest powers that were used.
    """

    seat: Annotated[str, One(facts.PLAYER, none="")] = ""
    scepter_taken: bool = False
    acting: bool = False
    discarded: Annotated[list[int], By(facts.SLOT, Set(facts.SUIT), sparse=True)] = field(
        default_factory=lambda: [0] * len(facts.SLOT)
    )
    rested: Annotated[int, Set(facts.CARD, mention=True)] = 0


class Plan(Struct, array_like=True):
    """A battle plan that was used in a campaign, by whom ("" for bandits); `met`: its condition was met then."""

    card: Annotated[int, One(facts.CARD, mention=True)]
    user: Annotated[str, One(facts.PLAYER, none="")] = ""
    met: bool = True
    count: Annotated[int, Count()] = 0


class Campaign(Struct, array_like=True):
    """A campaign under way (5.5).

    `defender` is "" for bandits. `at`: the attacker's site, or the one that a power puts in its place; `added`: sites
    whose warbands belong to the attacking army. Targets are `sites`, `relics` of the defender, `lying` relics at
    targeted sites, `banners` and the `pawn` with its favor. `dice`: what the targets give. `attack`, `defense`: the
    pools; `swords` and `shields`: the faces rolled, 1 to 6. `killed`: warbands of the attacker and of the defenders.
    """

    attacker: Annotated[str, One(facts.PLAYER)]
    defender: Annotated[str, One(facts.PLAYER, none="")]
    at: Annotated[int, One(facts.SLOT)]
    added: Annotated[int, Set(facts.SLOT)] = 0
    allies: Annotated[list[str], Pile(facts.PLAYER, mixed=True)] = []
    sites: Annotated[int, Set(facts.SLOT)] = 0
    relics: Annotated[int, Set(facts.CARD, mention=True)] = 0
    lying: Annotated[int, Set(facts.SLOT)] = 0
    banners: Annotated[int, Set(facts.BANNER)] = 0
    pawn: bool = False
    attack: Annotated[int, Count()] = 0
    defense: Annotated[int, Count()] = 0
    plans: Annotated[list[Plan], Many()] = []
    swords: Annotated[list[int], Pile(FACE)] = []
    shields: Annotated[list[int], Pile(FACE)] = []
    value: Annotated[int, Count()] = 0
    """The value of the defense (5.5.4)."""
    sacrificed: Annotated[int, Count()] = 0
    attackers_killed: Annotated[int, Count()] = 0
    defenders_killed: Annotated[int, Count()] = 0
    survivors: Annotated[dict[str, int], By(facts.PLAYER, Count(), sparse=True)] = {}
    """The warbands of the beaten army that are left, by the boards that they are on."""
    won: bool = False
    at_once: bool = False
    """Whether a power ends it without dice."""


class Annal(Struct, array_like=True):
    """What is remembered of a match of the chronicle that is over (8).

    Its `oath`, its `winner`, `how` and in which round; the sites that each colour `ruled` at its end, the Chancellor's
    for the whole empire, and its `citizens`. Then what the winner made of the world: the edifice `built` or restored,
    edifices that `fell` into ruin, sites that are `gone`. `heirs`: which board each player takes in the next match.
    """

    oath: Annotated[int, One(facts.OATH)]
    winner: Annotated[str, One(facts.PLAYER)]
    how: Annotated[int, One(WAY)]
    round: Annotated[int, Count(1, 9)]
    ruled: Annotated[dict[str, int], By(facts.PLAYER, Set(facts.SITE, mention=True), sparse=True)]
    citizens: Annotated[int, Set(facts.PLAYER, mention=True)] = 0
    built: Annotated[int, One(facts.EDIFICE, none=NONE, mention=True)] = NONE
    fell: Annotated[int, Set(facts.EDIFICE, mention=True)] = 0
    gone: Annotated[int, Set(facts.SITE, mention=True)] = 0
    heirs: Annotated[dict[str, str], By(facts.PLAYER, One(facts.PLAYER), sparse=True)] = {}


class State(Struct, array_like=True):
    """A position.

    `order`: the seats clockwise, the chancellor first. `banks`: favor by suit (2.1.3). `top`, `layers`, `below`: the
    world deck, cards whose place is fixed, the three stacks, cards that were put under them; `back`: whether its top
    card is a vision. `discards` from the top. `archive` and `dispossessed` lie outside of the match; `box`: cards that
    left it. `relic_top`, `relic_deck` and `relic_below` are the relic deck. `ruined`: edifices that show their ruined
    side. `visions`: how many were drawn from the world deck (2.7.1).
    """

    rules: HouseRules
    order: Annotated[list[str], Pile(facts.PLAYER)]
    boards: Annotated[dict[str, Board], By(facts.PLAYER)]
    sites: Annotated[list[SiteState], By(facts.SLOT)]
    site_deck: Annotated[list[int], Pile(facts.SITE, mixed=True), Hidden.FROM_ALL]
    top: Annotated[list[int], Pile(facts.WORLD, unseen=True, back=back, top=1), Hidden.FROM_ALL]
    layers: Annotated[list[list[int]], By(facts.LAYER, Pile(facts.WORLD, mixed=True, unseen=True)), Hidden.FROM_ALL]
    below: Annotated[list[int], Pile(facts.WORLD, unseen=True), Hidden.FROM_ALL]
    back: bool
    discards: Annotated[list[list[Facedown]], By(facts.REGION, Many())]
    archive: Annotated[list[int], Pile(facts.SUITED, mixed=True), Hidden.FROM_ALL]
    dispossessed: Annotated[list[int], Pile(facts.DENIZEN, mixed=True), Hidden.FROM_ALL]
    box: Annotated[list[int], Pile(facts.CARD, mixed=True)]
    relic_top: Annotated[list[int], Pile(facts.RELIC, mixed=True), Hidden.FROM_ALL]
    relic_deck: Annotated[list[int], Pile(facts.RELIC, mixed=True), Hidden.FROM_ALL]
    relic_below: Annotated[list[int], Pile(facts.RELIC), Hidden.FROM_ALL]
    reliquary: Annotated[list[list[Facedown]], By(facts.SPACE, Many())]
    banks: Annotated[list[int], By(facts.SUIT, Count(0, 36, rule="9.3"))]
    banners: Annotated[list[Banner], By(facts.BANNER)]
    oath: Annotated[int, One(facts.OATH)]
    title: Annotated[str, One(facts.PLAYER)] = facts.CHANCELLOR
    usurper: bool = False
    visions: Annotated[int, Count(0, 5, rule="2.7.1")] = 0
    round: Annotated[int, Count(1, 9, rule="4.0")] = 1
    on_cards: Annotated[list[Tokens], Keyed("card")] = []
    ruined: Annotated[int, Set(facts.EDIFICE, mention=True)] = 0
    turn: Turn = field(default_factory=Turn)
    campaign: Campaign | None = None
    turns: Annotated[int, Count()] = 0
    turned: Annotated[list[str], Pile(facts.PLAYER, mixed=True)] = []
    """The citizens who became exiles in the chronicle (8.2)."""
    boxed_citizens: Annotated[int, Set(facts.PLAYER, mention=True)] = 0
    """The boards that nobody has and that show the side of a citizen (8.7.2)."""
    next_oath: Annotated[int, One(facts.OATH, none=NONE)] = NONE
    end_die: Annotated[int, Count(rule="3.3")] = 0
    game: Annotated[int, Count(1)] = 1
    annals: Annotated[list[Annal], Many()] = []
    """The matches of the chronicle that are over, this one too once somebody has won."""


def _due(state: State, owner: str) -> list[int]:
    """Return every card (B): all are in the match or in the archive."""
    return [*facts.CARD.indexes]


CARDS: Final = Pieces(facts.CARD, due=_due, rule="9.3")
SITES: Final = Pieces(facts.SITE, due=lambda state, owner: [*facts.SITE.indexes], rule="2.8")
FORM: Final = StateSchema(State, seats=facts.PLAYER, pieces=[CARDS, SITES])
known: Final = FORM.known
