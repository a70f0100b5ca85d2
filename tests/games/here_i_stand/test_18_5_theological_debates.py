"""Theological debates (18.5)."""

import pytest

from adjudicator.games.here_i_stand.cards.aims import ForDebater, ForZone
from adjudicator.games.here_i_stand.facts import CARD, DEBATER
from adjudicator.games.here_i_stand.rules.faith import debates
from adjudicator.games.here_i_stand.rules.faith.attempts import Turn, turning
from adjudicator.games.here_i_stand.rules.faith.debates import CallDebate, DebatersMet, Insert, StandHere, debating
from adjudicator.games.here_i_stand.rules.impulses import LetHappen, PlayEvent, impulse
from adjudicator.games.here_i_stand.state import Debate
from tests.games.here_i_stand.faith import REFORMERS, debate_of
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import dice, do, hand, protestant, state_of, table


@shows("18.5/8", "18.5/13")
def test_hits_of_a_debate_turn_spaces() -> None:
    state = debate_of([5, 5, 1, 1, 1], [5, 1, 1, 1, 1], "campeggio", "melanchthon")
    assert state.protestant.bit_count() == 3
    assert state.committed == DEBATER.mask_of(["campeggio", "melanchthon"])


@shows("18.5/15")
def test_a_debater_beaten_by_more_than_their_value_is_burnt() -> None:
    state = debate_of([6, 6, 6, 1], [1, 1, 1], "tetzel", "carlstadt")
    assert state.burnt == DEBATER.mask_of(["carlstadt"])
    assert state.burnt_vp == {"papacy": 1}


@shows("18.5/5", "18.5/6", "18.5/7")
def test_the_dice_of_a_debate() -> None:
    state = table().state
    now = Debate("papacy", "german", attacker="eck", defender="luther", attacker_free=True, defender_free=True)
    assert debates.attack_dice(state, now) == 3 + 3 + 1, "Eck has a die more"
    assert debates.defense_dice(now) == 4 + 2
    now.defender_free = False
    assert debates.defense_dice(now) == 4 + 1
    state.this_turn |= 1 << CARD.number("augsburg_confession")
    assert debates.attack_dice(state, now) == 6
    state.powers["england"].ruler = "mary_i"
    now.zone = "english"
    assert debates.attack_dice(state, now) == 2 * 3 + 3 - 1 + 1


@shows("18.5/9", "18.5/12")
def test_a_tie_leads_to_a_second_round_and_then_to_nothing() -> None:
    draws = [
        {"draw": "debater", "debater": "aleander", "side": "papacy"},
        {"draw": "debater", "debater": "bucer", "side": "protestant"},
        dice("debate", 1, 1, 1, 1, 1, side="attack"),
        dice("debate", 1, 1, 1, 1, side="defense"),
        {"draw": "debater", "debater": "tetzel", "side": "papacy"},
        {"draw": "debater", "debater": "carlstadt", "side": "protestant"},
        dice("debate", 1, 1, 1, 1, side="attack"),
        dice("debate", 1, 1, 1, side="defense"),
    ]
    match = table(power="papacy", cp=3, draws=draws)
    do(match, "papacy", CallDebate("german"))
    assert match.state.debate is None
    assert match.state.committed.bit_count() == 4


@shows("18.5/4")
def test_luther_stands_in_the_german_zone_with_the_home_card() -> None:
    draws = [
        {"draw": "debater", "debater": "aleander", "side": "papacy"},
        {"draw": "debater", "debater": "bucer", "side": "protestant"},
        dice("debate", 5, 5, 1, 1, 1, side="attack"),
        dice("debate", 5, 5, 5, 1, 1, 1, side="defense"),
    ]
    match = table(hand("protestant", "here_i_stand"), protestant("wittenberg"), power="papacy", cp=3, draws=draws)
    do(match, "papacy", CallDebate("german"))
    assert match.decisions()[0].kind == "here_i_stand"
    do(match, "protestant", StandHere())
    assert match.state.committed == DEBATER.mask_of(["aleander", "bucer", "luther"])
    assert len(match.state.hands["protestant"].cards) == 1
    assert match.decisions()[0].waiting == ("protestant",), "the Protestants turn a space"


@shows("18.5/3")
def test_leipzig_lets_the_papacy_choose_its_debater_or_bar_one() -> None:
    match = table(hand("papacy", "leipzig_debate"), hand("england", "gout"), power="papacy")
    do(match, "papacy", PlayEvent("leipzig_debate"), ForDebater("eck"), ForZone("german"))
    assert match.state.committed >> DEBATER.index["eck"] & 1
    match = table(hand("papacy", "leipzig_debate"), hand("england", "gout"), power="papacy")
    do(match, "papacy", PlayEvent("leipzig_debate"), ForDebater("luther"), ForZone("german"))
    assert not match.state.committed >> DEBATER.index["luther"] & 1


@shows("18.5/1")
def test_the_attacker_is_drawn_from_the_uncommitted_of_the_own_side() -> None:
    papal = state_of(committed=DEBATER.mask_of(["eck", "campeggio", "tetzel", "cajetan"]))
    match = table(papal, power="papacy", cp=3)
    met = next(each for each in do(match, "papacy", CallDebate("german")) if isinstance(each, DebatersMet))
    assert met.attacker == "aleander"
    own = state_of(committed=DEBATER.mask_of(["luther", "bucer", "carlstadt"]))
    match = table(own, power="protestant", cp=3)
    met = next(each for each in do(match, "protestant", CallDebate("german")) if isinstance(each, DebatersMet))
    assert met.attacker == "melanchthon"


@shows("18.5/2")
@pytest.mark.parametrize("committed", [True, False])
def test_the_initiator_chooses_from_which_pool_the_defender_is_drawn(committed: bool) -> None:
    one = "bucer" if committed else "carlstadt"
    bound = DEBATER.mask_of(["bucer"]) if committed else DEBATER.mask_of(["luther", "melanchthon", "bucer"])
    match = table(state_of(committed=bound), power="papacy", cp=3)
    told = do(match, "papacy", CallDebate("german", committed=committed))
    assert next(each for each in told if isinstance(each, DebatersMet)).defender == one


@shows("18.5/4")
@pytest.mark.parametrize("why", ["barred", "committed", "excommunicated"])
def test_luther_stands_even_if_barred_committed_or_excommunicated(why: str) -> None:
    luther = DEBATER.mask_of(["luther"])
    how = {"barred": {}, "committed": {"committed": luther}, "excommunicated": {"banned": luther}}[why]
    match = table(
        hand("papacy", "leipzig_debate"),
        hand("protestant", "here_i_stand"),
        protestant("wittenberg"),
        state_of(**how),
        power="papacy",
    )
    do(match, "papacy", PlayEvent("leipzig_debate"))
    do(match, "papacy", ForDebater("luther" if why == "barred" else "eck"), ForZone("german"))
    while match.decisions()[0].kind == "wartburg":
        do(match, "protestant", LetHappen())
    assert match.decisions()[0].kind == "here_i_stand"
    do(match, "protestant", StandHere())


@shows("18.5/4")
def test_luther_does_not_stand_where_he_is_dead_or_in_another_zone() -> None:
    for zone, facts in (("english", {"debaters": DEBATER.mask}), ("german", {"burnt": DEBATER.mask_of(["luther"])})):
        match = table(hand("protestant", "here_i_stand"), state_of(**facts), power="papacy", cp=3)
        do(match, "papacy", CallDebate(zone))
        assert not match.decisions() or match.decisions()[0].kind != "here_i_stand"


@shows("18.5/6")
def test_mary_doubles_the_value_of_a_papal_attacker_and_not_of_a_defender() -> None:
    state = table(lambda state: setattr(state.powers["england"], "ruler", "mary_i")).state
    attacks = Debate("papacy", "english", attacker="tetzel", defender="knox")
    defends = Debate("protestant", "english", attacker="knox", defender="eck", defender_free=True)
    assert debates.attack_dice(state, attacks) == 2 * 1 + 3
    assert debates.defense_dice(defends) == 3 + 2
    attacks.zone = "german"
    assert debates.attack_dice(state, attacks) == 1 + 3


@shows("18.5/7")
def test_gardiner_has_a_die_more_in_the_english_zone() -> None:
    state = table().state
    for zone, more in (("english", 1), ("german", 0)):
        now = Debate("papacy", zone, attacker="gardiner", defender="luther", attacker_free=True)
        assert debates.attack_dice(state, now) == DEBATER.thing("gardiner").value + 3 + more


@shows("18.5/9", "18.5/10", "18.5/11")
def test_a_second_round_draws_the_uncommitted_first() -> None:
    only = state_of(debaters=DEBATER.mask_of(["eck", "luther"]))
    draws = [dice("debate", *[1] * 7, side="attack"), dice("debate", *[1] * 6, side="defense")]
    match = table(only, power="papacy", cp=3, draws=draws)
    met = [each for each in do(match, "papacy", CallDebate("german")) if isinstance(each, DebatersMet)]
    assert [(each.attacker, each.defender, each.round) for each in met] == [("eck", "luther", 1), ("eck", "luther", 2)]
    two = state_of(debaters=DEBATER.mask_of(["eck", "tetzel", "luther", "knox", "bucer"]), committed=0)
    first = [
        {"draw": "debater", "debater": "eck", "side": "papacy"},
        {"draw": "debater", "debater": "luther", "side": "protestant"},
    ]
    match = table(two, power="papacy", cp=3, draws=[*first, *draws])
    met = [each for each in do(match, "papacy", CallDebate("german")) if isinstance(each, DebatersMet)]
    assert (met[1].attacker, met[1].defender) == ("tetzel", "bucer"), "the only ones who are free, of the zone"


@shows("18.5/9")
def test_bullinger_is_put_into_a_second_round_of_any_zone() -> None:
    there = state_of(debaters=DEBATER.mask_of(["eck", "tetzel", "knox", "tyndale", "bullinger"]))
    draws = [
        {"draw": "debater", "debater": "tetzel", "side": "papacy"},
        {"draw": "debater", "debater": "tyndale", "side": "protestant"},
        dice("debate", *[1] * 4, side="attack"),
        dice("debate", *[1] * 4, side="defense"),
    ]
    match = table(there, power="papacy", cp=3, draws=draws)
    do(match, "papacy", CallDebate("english"))
    assert match.decisions()[0].kind == "insert"
    do(match, "protestant", Insert("bullinger"))
    assert match.state.committed >> DEBATER.index["bullinger"] & 1


@shows("18.5/13")
def test_spaces_elsewhere_turn_only_where_the_zone_offers_none() -> None:
    for spaces, first in ((("wittenberg", "orleans"), "wittenberg"), (("orleans",), "orleans")):
        match = table(protestant(*spaces), hand("hapsburg", "gout"), frames=[turning("papacy", 1, "german")])
        assert [(entry.action, entry.how) for entry in match.log] == [(Turn(first), "only")]


@shows("18.5/14")
def test_aleander_turns_a_space_more_while_he_is_free() -> None:
    for free, flips in ((True, 3), (False, 2)):
        now = Debate("papacy", "german", attacker="aleander", defender="luther", attacker_free=free, round=1)
        rolls = [dice("debate", 6, 6, 1, 1, 1, side="attack"), dice("debate", *[1] * 5, side="defense")]
        match = table(state_of(debate=now), protestant("wittenberg", "leipzig"), frames=[debating()], draws=rolls)
        assert match.decisions()[0].context["left"] == flips


@shows("18.5/14")
@pytest.mark.parametrize(("die", "cancelled"), {4: False, 5: True}.items())
def test_campeggio_may_cancel_a_papal_loss(die: int, cancelled: bool) -> None:
    now = Debate("papacy", "german", attacker="campeggio", defender="luther", attacker_free=True, round=1)
    rolls = [
        dice("debate", *[1] * 5, side="attack"),
        dice("debate", 6, 1, 1, 1, 1, side="defense"),
        dice("campeggio", die),
    ]
    match = table(
        hand("hapsburg", "gout"),
        state_of(debate=now),
        protestant("wittenberg"),
        frames=[debating(), impulse("hapsburg")],
        draws=rolls,
    )
    assert (match.decisions()[0].kind == "turn_space") is not cancelled


@shows("18.5/15", "18.5/16")
def test_a_burnt_reformer_leaves_the_map_and_a_ruler_stays() -> None:
    now = Debate("papacy", "german", attacker="eck", defender="luther", round=1)
    rolls = [dice("debate", *[6] * 6, side="attack"), dice("debate", *[1] * 5, side="defense")]
    match = table(state_of(debate=now), REFORMERS, frames=[debating()], draws=rolls)
    assert match.state.burnt_vp == {"papacy": 4}
    assert not match.state.reformers
    assert match.state.powers["protestant"].ruler == "luther"
