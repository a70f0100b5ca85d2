"""The action phase (11)."""

from adjudicator.games.here_i_stand.rules.building import RaiseUnits
from adjudicator.games.here_i_stand.rules.impulses import EndImpulse, Pass, PlayForCp
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import count, do, hand, refused, table


@shows("11/2", "6.1/1", "6.1/5")
def test_nobody_passes_with_a_home_card_a_mandatory_event_or_too_many_cards() -> None:
    match = table(hand("hapsburg", "holy_roman_emperor"))
    assert refused(match, "hapsburg", Pass()) == "home_card_left"
    match = table(hand("hapsburg", "clement_vii"))
    assert refused(match, "hapsburg", Pass()) == "mandatory_left"
    assert refused(match, "hapsburg", PlayForCp("clement_vii")) == "must_happen"
    match = table(hand("hapsburg", "fuggers", "gout", "ransom"))
    assert refused(match, "hapsburg", Pass()) == "too_many_cards"
    match = table(hand("hapsburg", "fuggers", "gout"), hand("england", "ransom"))
    do(match, "hapsburg", Pass())
    assert match.state.passes == 1


@shows("11/3")
def test_who_has_no_card_is_not_asked() -> None:
    match = table(hand("hapsburg", "fuggers"), hand("papacy", "gout", "ransom"), power="hapsburg")
    do(match, "hapsburg", PlayForCp("fuggers"), EndImpulse())
    assert match.decisions()[0].waiting == ("papacy",)


@shows("11/5")
def test_points_left_are_spent_one_action_after_the_other() -> None:
    match = table(hand("hapsburg", "fuggers"), hand("england", "gout"))
    do(match, "hapsburg", PlayForCp("fuggers"), RaiseUnits("regular", "vienna"))
    assert count(match, "vienna", "hapsburg") == {"regulars": 5}
    assert match.state.impulse.cp == 1
    do(match, "hapsburg", RaiseUnits("mercenary", "antwerp"))
    assert count(match, "antwerp", "hapsburg") == {"regulars": 3, "mercenaries": 1}
    assert match.decisions()[0].waiting == ("england",)
