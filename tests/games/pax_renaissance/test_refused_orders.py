"""Why something is refused: each code of operations, fairs, taxes, sales, victories and turns is met, and has words."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

import pytest
from msgspec import Struct

from adjudicator import Action
from adjudicator.games.pax_renaissance.facts import EMPIRE, ITEM, NONE, VICTORY
from adjudicator.games.pax_renaissance.rules import (
    cards,
    fairs,
    operations,
    pieces,
    squares,
    targets,
    turns,
    victories,
)
from adjudicator.games.pax_renaissance.rules.cards import Sell, SellLaunch, cipher
from adjudicator.games.pax_renaissance.rules.fairs import Fair, Levy, taken_levy
from adjudicator.games.pax_renaissance.rules.operations import EndOperations, Run, RunBoth, operating
from adjudicator.games.pax_renaissance.rules.pieces import TakeFromPlace, ToEmpire, concession_repressed, take
from adjudicator.games.pax_renaissance.rules.squares import DiscardHand, KeepInVenice, hand_cut
from adjudicator.games.pax_renaissance.rules.targets import (
    Behead,
    Campaign,
    Commerce,
    MoveBishop,
    RepressAt,
    RepressOn,
    SailPirate,
    SiegeAt,
    SiegeOn,
    Tax,
    Vote,
)
from adjudicator.games.pax_renaissance.rules.turns import EndTurn, acting
from adjudicator.games.pax_renaissance.rules.victories import Declare
from adjudicator.games.pax_renaissance.state import State, Turn
from adjudicator.games.pax_renaissance.words import REPORT
from adjudicator.kernel.codes import Code
from adjudicator.kernel.steps import Frame
from adjudicator.language import language
from tests.games.pax_renaissance.table import (
    Arrange,
    active,
    bishop,
    border,
    do,
    empty_map,
    florins,
    hand,
    lay,
    marry,
    refused,
    repress,
    rule,
    stand,
    table,
    vassal,
)


def turn(**done: int) -> Arrange:
    """What the seat has done in its turn."""

    def arrange(state: State) -> None:
        state.turn = Turn(**done)

    return arrange


ALL_ACTIVE = active(*VICTORY.ids)


def no_fair_card(state: State) -> None:
    """The card of the eastern fair is gone."""
    state.discarded = sorted([*state.discarded, state.market[1][0]])
    state.market[1][0] = NONE


class Case(Struct, frozen=True):
    """What is refused, where, and by which code; `says`: a part of its English sentence."""

    code: Code
    action: Action
    arranged: Sequence[Arrange] = ()
    frames: Sequence[Frame] = (acting("fugger"),)
    before: Sequence[Action] = ()
    says: str = ""


TAXABLE = (lay("fugger", "holy_land_crusade"), border(byzantium_mamluk="medici_pawn"), stand(cairo=""))
"""A tax is possible."""
BOTH = (operating("fugger", 0b11, False),)
MILAN = lay("fugger", "duke_of_milan")
GRIM = lay("fugger", "the_grim")
GUILD = lay("fugger", "flanders_guild")
FLEET = lay("fugger", "genoese_fleet")
CONDOTTIERE = lay("fugger", "gonfalonier")
VOTERS = lay("fugger", "friese_freedom")

OF_OPERATIONS = (
    Case(targets.no_such_operation, Behead("duke_of_milan", "the_grim"), [MILAN, GRIM], BOTH, says="behead"),
    Case(targets.nothing_there, Commerce("flanders_guild", "west", 4), [GUILD], BOTH, says="West, slot 4"),
    Case(targets.no_bishop, MoveBishop("the_grim", "the_grim", "safavids"), [GRIM], BOTH, says="The Grim bears no"),
    Case(
        targets.bishop_cannot_go,
        MoveBishop("the_grim", "square_france", "square_england"),
        [GRIM, bishop("islamic", "square_france")],
        BOTH,
        says="throne to throne",
    ),
    Case(targets.other_location, SiegeAt("duke_of_milan", "paris"), [MILAN], BOTH, says="Duke of Milan"),
    Case(targets.other_location, RepressOn("genoese_fleet", "ottoman_mamluk", "ottoman"), [FLEET], BOTH),
    Case(targets.other_location, SiegeOn("duke_of_milan", "ottoman_mamluk"), [MILAN], BOTH),
    Case(targets.other_location, Behead("the_grim", "duke_of_milan"), [MILAN, GRIM], BOTH),
    Case(targets.not_itself, Behead("the_grim", "the_grim"), [GRIM], BOTH, says="itself"),
    Case(targets.out_of_reach, Behead("the_grim", "square_ottoman"), [GRIM], BOTH, says="nobody's tableau"),
    Case(
        targets.needs_bishop,
        Behead("inquisition_pope", "duke_of_milan"),
        [MILAN, lay("fugger", "inquisition_pope")],
        BOTH,
        says="bears a bishop",
    ),
    Case(targets.no_concession, Tax("duke_of_milan", "france_aragon", "aragon"), [MILAN], BOTH, says="France–Aragon"),
    Case(targets.no_concession, RepressOn("genoese_fleet", "france_aragon", "aragon"), [FLEET], BOTH),
    Case(targets.not_at_border, Tax("duke_of_milan", "england_france", "aragon"), [MILAN], BOTH, says="Aragon"),
    Case(targets.not_at_border, RepressOn("genoese_fleet", "england_france", "aragon"), [FLEET], BOTH),
    Case(
        targets.saturated,
        Tax("duke_of_milan", "france_aragon", "aragon"),
        [MILAN, border(france_aragon="medici_pawn"), stand(algiers="catholic_rook")],
        BOTH,
        says="all cities",
    ),
    Case(targets.nobody_there, SiegeAt("duke_of_milan", "algiers"), [MILAN], BOTH, says="Algiers"),
    Case(targets.nobody_there, RepressAt("kingmaker", "bordeaux"), [lay("fugger", "kingmaker")], BOTH),
    Case(targets.wrong_type, RepressAt("genoese_fleet", "valencia"), [FLEET], BOTH, says="this type"),
    Case(
        targets.wrong_type,
        RepressOn("kingmaker", "england_france", "england"),
        [lay("fugger", "kingmaker"), border(england_france="medici_pawn")],
        BOTH,
    ),
    Case(targets.on_throne, Vote("friese_freedom", "france"), [VOTERS], BOTH, says="throne"),
    Case(
        targets.other_region,
        Vote("friese_freedom", "ottoman"),
        [VOTERS, rule("medici", "ottoman")],
        BOTH,
        says="other half",
    ),
    Case(
        targets.is_vassal,
        Vote("friese_freedom", "france"),
        [VOTERS, rule("medici", "aragon"), vassal("aragon", "france")],
        BOTH,
        says="vassal",
    ),
    Case(
        targets.no_majority,
        Vote("friese_freedom", "france"),
        [VOTERS, rule("medici", "france"), border(france_aragon="medici_pawn")],
        BOTH,
        says="you have 1, somebody else 1",
    ),
    Case(
        targets.vote_too_dear,
        Vote("friese_freedom", "france"),
        [VOTERS, rule("medici", "france"), repress(france="catholic_rook catholic_rook"), florins(fugger=1)],
        BOTH,
        says="2; you have 1",
    ),
    Case(targets.no_pirate, SailPirate("genoese_fleet", "portugal_aragon", "aragon_papal_states"), [FLEET], BOTH),
    Case(
        targets.no_pirate,
        SailPirate("genoese_fleet", "portugal_aragon", "aragon_papal_states"),
        [FLEET, border(portugal_aragon="islamic_pirate")],
        BOTH,
        says="Portugal–Aragon",
    ),
    Case(targets.no_pirate, SiegeOn("duke_of_milan", "portugal_aragon"), [MILAN], BOTH),
    Case(
        targets.not_on_sea,
        SailPirate("genoese_fleet", "portugal_aragon", "france_aragon"),
        [FLEET, border(portugal_aragon="catholic_pirate")],
        BOTH,
        says="no sea border",
    ),
    Case(
        targets.too_far,
        SailPirate("genoese_fleet", "portugal_aragon", "ottoman_mamluk"),
        [FLEET, border(portugal_aragon="catholic_pirate")],
        BOTH,
        says="too far",
    ),
    Case(
        targets.same_religion,
        SailPirate("genoese_fleet", "portugal_aragon", "aragon_papal_states"),
        [FLEET, border(portugal_aragon="catholic_pirate", aragon_papal_states="catholic_pirate")],
        BOTH,
        says="same religion",
    ),
    Case(
        targets.own_empire,
        Campaign("square_france", "aragon"),
        [rule("fugger", "france", "aragon")],
        BOTH,
        says="your own tableau",
    ),
    Case(targets.not_adjacent, Campaign("square_france", "ottoman"), [rule("fugger", "france")], BOTH, says="adjacent"),
    Case(
        targets.no_knights,
        Campaign("square_england", "france"),
        [rule("fugger", "england", "portugal")],
        BOTH,
        says="England has no knights",
    ),
    Case(
        targets.campaign_too_dear,
        Campaign("square_france", "aragon"),
        [rule("fugger", "france"), florins(fugger=0), *TAXABLE],
        BOTH,
        says="1; you have 0",
    ),
    Case(operations.ran_already, Run("west"), [MILAN, turn(left=1, ran=0b01)], says="West"),
    Case(operations.ran_already, RunBoth(), [MILAN, lay("fugger", "the_last_sigh"), turn(left=1, ran=0b01)]),
    Case(operations.nothing_to_run, Run("east"), [MILAN], says="East"),
    Case(operations.nothing_to_do, RunBoth(), [lay("fugger", "the_last_sigh"), empty_map], says="either side"),
    Case(operations.no_double_run, RunBoth(), [MILAN], says="one action"),
    Case(operations.not_yours, SiegeAt("duke_of_milan", "valencia"), [lay("medici", "duke_of_milan"), GRIM], BOTH),
    Case(
        operations.used_already,
        SiegeAt("duke_of_milan", "valencia"),
        [MILAN, GRIM, turn(used=1 << ITEM.index["duke_of_milan"])],
        BOTH,
        says="acts once",
    ),
    Case(
        operations.other_side,
        SiegeAt("duke_of_milan", "valencia"),
        [MILAN, GRIM],
        (operating("fugger", 0b10, False),),
        says="does not run",
    ),
    Case(
        operations.is_silenced,
        SiegeAt("duke_of_milan", "valencia"),
        [MILAN, GRIM, bishop("catholic", "duke_of_milan")],
        BOTH,
        says="bishop",
    ),
    Case(operations.one_at_least, EndOperations(), [MILAN], BOTH, says="at least"),
)
OF_THE_REST = (
    Case(fairs.no_levy_there, Levy("paris"), [], (taken_levy("fugger", "fugger", "ottoman"),), says="Paris"),
    Case(
        squares.not_held,
        DiscardHand("duke_of_milan"),
        [lay("fugger", "gutenberg"), hand("fugger", "luther", "the_bold", "cromwell")],
        (hand_cut("fugger", "fugger"),),
        says="Duke of Milan",
    ),
    Case(
        squares.not_in_venice,
        KeepInVenice("paris"),
        [CONDOTTIERE, stand(venice_2="catholic_rook")],
        before=[Sell("gonfalonier")],
        says="Paris",
    ),
    Case(fairs.fair_held_already, Fair("east"), [turn(left=1, fairs=0b10)], says="East"),
    Case(fairs.no_fair, Fair("east"), [no_fair_card], says="East"),
    Case(cards.not_owned, Sell("luther"), says="Luther"),
    Case(
        cards.couple_together,
        Sell("isabella_of_castille"),
        [rule("fugger", "aragon"), marry("aragon", "isabella_of_castille")],
        says="married",
    ),
    Case(cards.no_treachery, SellLaunch("conquistadors"), [hand("fugger", "conquistadors")], says="Conquistadors"),
    Case(
        cards.not_an_opponent,
        RepressAt("kingmaker", "london"),
        [lay("fugger", "kingmaker"), lay("medici", "cromwell"), border(england_france="fugger_pawn")],
        [cipher("fugger")],
        says="opponent",
    ),
    Case(
        cards.card_silenced,
        RepressAt("kingmaker", "london"),
        [lay("medici", "kingmaker", "cromwell"), bishop("catholic", "kingmaker"), border(england_france="fugger_pawn")],
        [cipher("fugger")],
        says="bishop",
    ),
    Case(victories.closed, Declare("imperial"), says="Imperial"),
    Case(victories.no_supremacy, Declare("holy"), [ALL_ACTIVE], says="supreme"),
    Case(victories.short_of, Declare("imperial"), [ALL_ACTIVE], says="kings – you have 0, 3 needed"),
    Case(victories.short_of, Declare("globalization"), [ALL_ACTIVE], says="concessions – you have 1, 3 needed"),
    Case(
        victories.two_actions,
        Declare("imperial"),
        [ALL_ACTIVE, rule("fugger", "england", "france", "aragon"), lay("medici", "european_union"), turn(left=1)],
        says="both actions",
    ),
    Case(
        pieces.not_to_be_taken,
        TakeFromPlace("paris"),
        [border(england_france="fugger_pawn")],
        (take("fugger", "fugger_pawn"),),
        says="Fugger",
    ),
    Case(
        pieces.other_empire,
        ToEmpire("ottoman"),
        frames=(concession_repressed("fugger", "france_holy_roman_empire", EMPIRE.mask, 0),),
        says="Ottoman",
    ),
    Case(turns.must_act, EndTurn(), says="one action"),
    Case(
        turns.no_actions_left,
        Sell("luther"),
        [hand("fugger", "luther"), lay("fugger", "podesta_of_venice"), turn(left=0)],
        says="no action",
    ),
)
CASES = (*OF_OPERATIONS, *OF_THE_REST)
CHAPTERS: Sequence[ModuleType] = (targets, operations, squares, fairs, cards, victories, pieces, turns)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code.name} {case.action}")
def test_what_is_refused_is_said_in_both_languages(case: Case) -> None:
    match = table(*case.arranged, frames=case.frames)
    do(match, *case.before)
    refusal = refused(match, case.action, case.code.name)
    told = REPORT.refusal(refusal.code, refusal.rule, refusal.facts, language("en"))
    assert case.says in told
    assert REPORT.refusal(refusal.code, refusal.rule, refusal.facts, language("ru")) != told


def test_every_code_of_these_chapters_is_met() -> None:
    declared = {each.name for chapter in CHAPTERS for each in vars(chapter).values() if isinstance(each, Code)}
    elsewhere = {"no_one_shot", "too_poor", "not_in_hand", "not_on_square"}
    assert declared - {case.code.name for case in CASES} - elsewhere == set()
