"""Abilities that are actions, and abilities in battles (Glossary: ability)."""

from __future__ import annotations

from adjudicator import Match
from adjudicator.games.pax_renaissance.facts import EMPIRE
from adjudicator.games.pax_renaissance.rules.battles import FallAt, FallRepressed, SettleAt
from adjudicator.games.pax_renaissance.rules.operations import Run
from adjudicator.games.pax_renaissance.rules.regime import Forgo
from adjudicator.games.pax_renaissance.rules.shots import Accuse, Reprisals
from adjudicator.games.pax_renaissance.rules.targets import Campaign
from tests.games.pax_renaissance import table as arranged
from tests.games.pax_renaissance.table import (
    asked,
    bishop,
    border,
    discarded,
    do,
    empty_map,
    holder,
    is_republic,
    lay,
    marry,
    refused,
    repress,
    repressed,
    rule,
    stand,
    table,
    there,
)

# Elizabeth Báthory ----------------------------------------------------------------------------------------------------


def bathory(*more: arranged.Arrange) -> Match:
    return table(empty_map, rule("fugger", "hungary"), marry("hungary", "elizabeth_bathory"), *more)


def test_elizabeth_bathory_is_discarded_and_the_peasants_rise_against_her_king_r51() -> None:
    match = bathory(stand(buda="catholic_knight"), border(hungary_ottoman="islamic_pirate"))
    do(match, Reprisals())
    assert "elizabeth_bathory" in discarded(match)
    assert match.state.queens[EMPIRE.index["hungary"]] == []
    assert there(match, "buda") == ""
    assert holder(match, "hungary") == "fugger"  # equal numbers: the king stays
    assert not is_republic(match, "hungary")
    assert match.state.turn.left == 1


def test_reprisals_may_make_a_republic_of_the_kingdom_r51_r18() -> None:
    match = bathory(repress(hungary="medici_pawn"))
    do(match, Reprisals())
    assert asked(match) == ("fugger", "survivor")


def test_no_reprisals_without_her_or_under_a_bishop_f1g() -> None:
    refused(table(), Reprisals(), "no_reprisals")
    refused(bathory(bishop("catholic", "elizabeth_bathory")), Reprisals(), "no_reprisals")
    refused(bathory(bishop("catholic", "square_hungary")), Reprisals(), "no_reprisals")  # the couple is silent (I1e)
    match = table(rule("medici", "hungary"), marry("hungary", "elizabeth_bathory"))
    refused(match, Reprisals(), "no_reprisals")


# the Counter-Reformation ----------------------------------------------------------------------------------------------


def inquisition(*more: arranged.Arrange) -> Match:
    return table(lay("fugger", "oratory_of_divine_love"), lay("medici", "luther", "the_grim"), *more)


def test_an_action_accuses_of_any_two_religions_k3() -> None:
    match = inquisition()
    do(match, Accuse("islamic", "reformist"))
    assert {"luther", "the_grim"} <= {*discarded(match)}
    assert match.state.turn.left == 1


def test_the_order_of_the_two_religions_does_not_matter_k3() -> None:
    match = inquisition()
    do(match, Accuse("reformist", "islamic"))
    assert {"luther", "the_grim"} <= {*discarded(match)}


def test_an_accusation_needs_the_card_two_religions_and_somebody_guilty_k3() -> None:
    refused(inquisition(), Accuse("catholic", "catholic"), "two_religions")
    refused(inquisition(), Accuse("catholic", "islamic"), "nobody_guilty")
    refused(table(lay("medici", "luther", "the_grim")), Accuse("islamic", "reformist"), "no_accuser")
    match = inquisition(bishop("islamic", "oratory_of_divine_love"))
    refused(match, Accuse("islamic", "reformist"), "no_accuser")


# the slave soldiers of the Mamluks ------------------------------------------------------------------------------------


def mamluks(*more: arranged.Arrange) -> Match:
    """The King of Hungary with one knight against a Byzantium of two."""
    return table(
        empty_map,
        rule("fugger", "hungary"),
        lay("fugger", "circassian_mamluks"),
        repress(mamluk="islamic_knight islamic_rook"),
        stand(buda="catholic_knight", tana="islamic_knight", caffa="islamic_rook"),
        *more,
    )


def test_repressed_mamluks_fight_in_campaigns_against_the_east_for_a_florin_each_r45() -> None:
    match = mamluks()
    do(match, Run("east"), Campaign("square_hungary", "byzantium"))
    assert match.state.florins["fugger"] == 10 - 3
    assert asked(match) == ("fugger", "casualty")
    do(match, FallAt("buda"), FallRepressed("islamic_rook"), SettleAt("trebizond"))
    assert there(match, "trebizond") == "islamic_knight"
    assert repressed(match, "mamluk") == []
    do(match, Forgo())
    assert match.state.suzerain[EMPIRE.index["byzantium"]] == EMPIRE.index["hungary"]


def test_silenced_mamluks_do_not_fight_r45_f1g() -> None:
    match = mamluks(bishop("catholic", "circassian_mamluks"))
    do(match, Run("east"), Campaign("square_hungary", "byzantium"))
    assert match.state.florins["fugger"] == 10 - 1
    assert holder(match, "byzantium") == ""
    assert repressed(match, "mamluk") == ["islamic_rook", "islamic_knight"]


def test_mamluks_do_not_march_to_the_west_r45() -> None:
    match = mamluks(stand(venice="catholic_knight"))
    do(match, Run("east"), Campaign("square_hungary", "papal_states"))
    assert match.state.florins["fugger"] == 10 - 1
    assert repressed(match, "mamluk") == ["islamic_rook", "islamic_knight"]
