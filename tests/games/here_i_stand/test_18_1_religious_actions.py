"""Religious actions (18.1): theses, the Diet, treatises, translations, St Peter's, universities."""

from adjudicator.games.here_i_stand.facts import CARD, DEBATER
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.faith import sources
from adjudicator.games.here_i_stand.rules.faith.attempts import Attempted, NoMoreTries, Try, Turn, turning
from adjudicator.games.here_i_stand.rules.faith.debates import CallDebate
from adjudicator.games.here_i_stand.rules.faith.openings import Bring, DietHeld, diet_of_worms, theses
from adjudicator.games.here_i_stand.rules.faith.scripture import (
    BuildStPeters,
    BurnBooks,
    FoundUniversity,
    PublishTreatise,
    Translate,
)
from adjudicator.games.here_i_stand.rules.impulses import impulse
from adjudicator.games.here_i_stand.rules.table import bit, has
from tests.games.here_i_stand.faith import REFORMERS
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import dice, do, hand, options, protestant, refused, state_of, table


@shows("18.1/1")
def test_the_theses_turn_wittenberg_and_bring_five_attempts_with_a_die_more() -> None:
    match = table(frames=[theses(), impulse("hapsburg")], power="protestant")
    state = match.state
    assert state.reformers == {"luther": "wittenberg"}
    assert rules.land_of(state, "protestant", "wittenberg") == 2
    assert match.decisions()[0].context.items() >= {"left": 5, "zone": "german"}.items()
    (event,) = (each for each in do(match, "protestant", Try("leipzig")) if isinstance(each, Attempted))
    assert len(event.dice) == sources.dice(match.state, "protestant", "leipzig") + 1 or event.success


@shows("18.1/2", "18.1/3", "18.1/4", "18.1/6")
def test_the_diet_compares_hits_and_turns_spaces_in_the_german_zone() -> None:
    draws = [dice("diet", *[1] * 5, power="hapsburg"), dice("diet", 1, 1, power="papacy")]
    draws += [dice("diet", 5, 6, 1, 1, 1, 1, 1, power="protestant")]
    match = table(
        hand("hapsburg", "holy_roman_emperor"),
        hand("papacy", "gout"),
        hand("protestant", "fuggers"),
        protestant("wittenberg"),
        frames=[diet_of_worms()],
        draws=draws,
    )
    match.apply("hapsburg", Bring("holy_roman_emperor"))
    match.apply("papacy", Bring("gout"))
    events = do(match, "protestant", Bring("fuggers"))
    assert any(isinstance(each, DietHeld) for each in events)
    assert match.decisions()[0].context.items() >= {"left": 2, "zone": "german"}.items()
    do(match, "protestant", Turn("leipzig"), Turn("erfurt"))
    assert rules.has(match.state.protestant, "erfurt"), "beside the space that turned just before"
    assert not match.state.hands["hapsburg"].home


@shows("18.1/2")
def test_what_is_brought_to_the_diet_is_secret_until_all_have() -> None:
    match = table(hand("papacy", "gout"), hand("hapsburg", "fuggers"), frames=[diet_of_worms()])
    assert all(each.secret for each in match.decisions())
    assert match.apply("papacy", Bring("gout")) == []


@shows("18.1/2")
def test_nobody_brings_a_mandatory_event_to_the_diet() -> None:
    match = table(hand("papacy", "clement_vii", "gout"), hand("hapsburg", "gout"), frames=[diet_of_worms()])
    assert refused(match, "papacy", Bring("clement_vii")) == "not_for_the_diet"


@shows("18.1/7")
def test_a_treatise_is_two_attempts_and_three_with_carlstadt() -> None:
    match = table(protestant("wittenberg"), REFORMERS, power="protestant", cp=4)
    do(match, "protestant", PublishTreatise("german"))
    assert match.decisions()[0].context.items() >= {"left": 2, "zone": "german"}.items()
    match = table(protestant("wittenberg"), REFORMERS, power="protestant", cp=2)
    do(match, "protestant", PublishTreatise("german", "carlstadt"))
    assert match.decisions()[0].context.items() >= {"left": 3, "zone": "german"}.items()


@shows("18.1/7")
def test_england_publishes_in_its_own_zone_once_cranmer_is_there() -> None:
    match = table(power="england", cp=3)
    assert refused(match, "england", PublishTreatise("german")) == "english_only"
    assert refused(match, "england", PublishTreatise("english")) == "no_cranmer"
    match = table(state_of(reformers={"cranmer": "london"}), power="england", cp=3)
    do(match, "england", PublishTreatise("english"))


@shows("18.1/9", "18.2/8")
def test_luther_melanchthon_and_others_translate_a_step_more() -> None:
    match = table(power="protestant", cp=2)
    assert refused(match, "protestant", Translate("french", 1, "luther")) == "no_such_bonus"
    do(match, "protestant", Translate("german", 1, "luther"))
    assert match.state.new_testament == {"german": 2}
    assert refused(match, "protestant", Translate("german", 1, "melanchthon")) == "bonus_used"
    assert refused(match, "protestant", Translate("spanish", 1)) == "no_scripture_there"


@shows("18.1/10")
def test_a_finished_testament_or_bible_brings_six_attempts() -> None:
    match = table(state_of(new_testament={"german": 5}), protestant("wittenberg"), REFORMERS, power="protestant", cp=3)
    do(match, "protestant", Translate("german", 1))
    assert match.decisions()[0].context.items() >= {"left": 6, "zone": "german"}.items()
    there = state_of(new_testament={"german": 6}, full_bible={"german": 9})
    match = table(there, protestant("wittenberg"), REFORMERS, power="protestant", cp=3)
    do(match, "protestant", Translate("german", 1))
    (event,) = (each for each in do(match, "protestant", Try("leipzig")) if isinstance(each, Attempted))
    assert event.modifier == 1
    assert rules.points(match.state, "protestant") == 1


@shows("18.1/11")
def test_a_debate_needs_debaters_on_both_sides() -> None:
    match = table(power="papacy", cp=3)
    assert refused(match, "papacy", CallDebate("french")) == "nobody_to_meet"
    assert refused(match, "papacy", CallDebate("spanish")) == "no_debates_there"
    match = table(state_of(committed=DEBATER.mask), power="papacy", cp=3)
    assert refused(match, "papacy", CallDebate("german")) == "nobody_to_send"


@shows("18.1/12")
def test_five_points_of_st_peters_are_a_victory_point() -> None:
    match = table(state_of(st_peters=3, st_peters_vp=1), power="papacy", cp=4)
    before = rules.points(match.state, "papacy")
    do(match, "papacy", BuildStPeters(4))
    assert (match.state.st_peters, match.state.st_peters_vp) == (2, 2)
    assert rules.points(match.state, "papacy") == before + 1


@shows("18.1/14", "18.4/1", "18.4/8", "18.4/9")
def test_burning_books_is_two_attempts_and_tetzel_builds_st_peters() -> None:
    match = table(protestant("leipzig"), power="papacy", cp=2)
    do(match, "papacy", BurnBooks("german", "tetzel"))
    assert match.state.st_peters == 1
    assert match.decisions()[0].context.items() >= {"left": 2, "zone": "german"}.items()
    match = table(protestant("leipzig"), power="papacy", cp=2)
    do(match, "papacy", BurnBooks("german", "cajetan"))
    assert match.decisions()[0].context.items() >= {"left": 3, "zone": "german"}.items()


@shows("18.1/15")
def test_universities_wait_for_the_jesuits_and_are_cheaper_with_loyola() -> None:
    match = table(power="papacy", cp=3)
    assert refused(match, "papacy", FoundUniversity("vienna")) == "no_jesuits"
    there = (state_of(jesuits=True, debaters=DEBATER.mask_of(["loyola"])), protestant("wittenberg"))
    match = table(*there, power="papacy", cp=3)
    assert refused(match, "papacy", FoundUniversity("wittenberg")) == "not_catholic"
    do(match, "papacy", FoundUniversity("vienna", "loyola"))
    assert match.state.impulse.cp == 1
    assert rules.has(match.state.universities, "vienna")


@shows("18.1/4")
def test_equal_hits_at_the_diet_turn_nothing() -> None:
    cards = {"hapsburg": "foul_weather", "papacy": "gout", "protestant": "erasmus"}
    worth = {power: CARD.thing(card).cp + 4 * (power == "protestant") for power, card in cards.items()}
    draws = [dice("diet", *[5, *[1] * (worth[power] - 1)], power=power) for power in ("hapsburg", "papacy")]
    draws.append(dice("diet", *[5, 5, *[1] * (worth["protestant"] - 2)], power="protestant"))
    held = [hand(power, card) for power, card in cards.items()]
    match = table(*held, hand("england", "fuggers"), frames=[diet_of_worms(), impulse("england")], draws=draws)
    for power, card in cards.items():
        match.apply(power, Bring(card))
    assert match.decisions()[0].kind == "impulse"
    assert not match.state.protestant


@shows("18.1/5")
def test_the_diet_turns_spaces_over_a_pass_too() -> None:
    match = table(protestant("innsbruck"), frames=[turning("protestant", 1, "german", True)])
    assert Turn("zurich") in options(match, "protestant")


@shows("18.1/8", "18.1/10")
def test_six_steps_finish_the_testament_and_the_next_ones_are_of_the_bible() -> None:
    match = table(state_of(new_testament={"german": 5}), protestant("wittenberg"), REFORMERS, power="protestant", cp=3)
    do(match, "protestant", Translate("german", 3), NoMoreTries())
    assert match.state.new_testament["german"] == 6
    assert match.state.full_bible == {"german": 2}
    done = state_of(new_testament={"german": 6}, full_bible={"german": 10})
    assert refused(table(done, power="protestant", cp=3), "protestant", Translate("german", 1)) == "all_translated"


@shows("18.1/13")
def test_no_points_go_to_a_finished_st_peters() -> None:
    match = table(state_of(st_peters_vp=5), power="papacy", cp=4)
    assert refused(match, "papacy", BuildStPeters(1)) == "st_peters_done"


@shows("18.1/16")
def test_a_university_stays_where_the_space_turns_protestant() -> None:
    there = protestant("leipzig"), state_of(universities=bit("wittenberg"))
    match = table(*there, frames=[turning("protestant", 1, "german")])
    do(match, "protestant", Turn("wittenberg"))
    assert has(match.state.universities, "wittenberg")
