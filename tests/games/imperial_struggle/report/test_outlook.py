"""What the other side can do next: true, complete for flags, and built from what the reader may know."""

from typing import Any

from adjudicator.games.imperial_struggle.actions import ShiftMarket, ShiftPolitical
from adjudicator.games.imperial_struggle.report.outlook import outlook
from adjudicator.games.imperial_struggle.report.speech import speech
from adjudicator.games.imperial_struggle.report.stakes import stakes
from adjudicator.language import language

SPEECH = speech(language("en"))


def test_every_flag_that_the_other_side_removes_next_was_foretold(office: Any) -> None:
    """What a tile alone could buy is offered to the one side and foretold to the other, who knows less."""
    seen = 0
    for match, _ in office.played(b"north", 11):
        if match.result is not None or match.decisions()[0].kind != "take_investment":
            continue
        seat = match.decisions()[0].waiting[0]
        other = "britain" if seat == "france" else "france"
        shown = outlook(match.view((other,)), other, SPEECH)
        foretold = " ".join(item.text for one in shown for item in one.items)
        for action in match.game.ahead(match.state, seat):
            removes = isinstance(action, ShiftPolitical | ShiftMarket) and action.result == "unflag"
            if removes and match.view(()).owner_of(action.space) == other:
                seen += 1
                assert SPEECH.space(action.space) in foretold, action
    assert seen > 100


def test_a_side_without_rounds_left_threatens_nothing(office: Any) -> None:
    match, _ = office.moment("choose_ministries")
    assert list(outlook(match.view(("france",)), "france", SPEECH)) == []


def test_the_sum_of_what_scores_now_is_that_of_the_single_awards(office: Any) -> None:
    match, _ = office.moment("take_investment", skip=3)
    found = stakes(match.view(("france",)), SPEECH)
    facts = office.mail(match, "france", (), "en").standing.facts
    (told,) = [fact.value for fact in facts if fact.label == "If scored now"]
    lead = sum(stake.vp * (1 if stake.ahead(0) > 0 else -1) for stake in found if abs(stake.ahead(0)) >= stake.margin)
    assert told == ("no change" if not lead else f"{'France' if lead > 0 else 'Britain'} +{abs(lead)} VP")
