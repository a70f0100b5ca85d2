"""Attempts (18.1, 18.3), scripture (18.2), universities (18.4), debates (18.5), St Peter's (18.6), bulls (21.4)."""

import pytest

from adjudicator.games.here_i_stand.cards.aims import ForDebater, ForSpaces, ForZone
from adjudicator.games.here_i_stand.facts import CARD, DEBATER
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.faith import bulls, debates, sources
from adjudicator.games.here_i_stand.rules.faith.attempts import Attempted, NoMoreTries, Try, Turn, attempting
from adjudicator.games.here_i_stand.rules.faith.debates import (
    CallDebate,
    StandHere,
    debate_round,
)
from adjudicator.games.here_i_stand.rules.faith.openings import Bring, DietHeld, diet_of_worms, theses
from adjudicator.games.here_i_stand.rules.faith.scripture import (
    BuildStPeters,
    BurnBooks,
    FoundUniversity,
    PublishTreatise,
    Translate,
)
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent, impulse
from adjudicator.games.here_i_stand.state import Debate, State
from tests.games.here_i_stand.table import (
    Arrange,
    allies,
    dice,
    do,
    hand,
    options,
    protestant,
    refused,
    state_of,
    table,
    units,
    unrest,
    war,
)

REFORMERS = state_of(reformers={"luther": "wittenberg"})


def dice_of(side: str, at: str, *arrange: Arrange) -> int:
    """The dice of a side for a space."""
    return sources.dice(table(*arrange).state, side, at)  # type: ignore[arg-type]


# ---- 18.1, 18.3 attempts


def test_a_target_holds_a_reformer_or_lies_beside_or_across_the_sea() -> None:
    state = table(REFORMERS).state
    assert rules.has(sources.targets(state, "protestant"), "wittenberg")
    assert not rules.has(sources.targets(state, "protestant"), "erfurt")
    state = table(protestant("wittenberg", "lubeck")).state
    assert rules.has(sources.targets(state, "protestant"), "brandenburg")
    assert rules.has(sources.targets(state, "protestant"), "stettin"), "a port on the same sea"
    assert not rules.has(
        sources.targets(table(protestant("wittenberg"), unrest("wittenberg")).state, "protestant"), "leipzig"
    )


def test_home_spaces_of_the_ottoman_have_no_religion() -> None:
    state = table(protestant("ragusa")).state
    assert not rules.has(sources.targets(state, "protestant"), "scutari")


def test_dice_count_neighbours_reformers_universities_and_stacks() -> None:
    assert dice_of("protestant", "erfurt") == 1, "one at least"
    assert dice_of("protestant", "leipzig", protestant("wittenberg"), REFORMERS) == 2, "a space and a reformer"
    there = (protestant("wittenberg"), REFORMERS, units("wittenberg", "protestant", regulars=2))
    assert dice_of("protestant", "leipzig", *there) == 3, "a stack, too"
    assert dice_of("protestant", "wittenberg", REFORMERS, units("wittenberg", "protestant", regulars=1)) == 4
    assert dice_of("protestant", "leipzig", protestant("wittenberg"), REFORMERS, unrest("wittenberg")) == 1
    college = state_of(universities=rules.bit("leipzig"))
    assert dice_of("papacy", "leipzig", college) - dice_of("papacy", "leipzig") == 2
    beside = state_of(universities=rules.bit("erfurt"))
    assert dice_of("papacy", "leipzig", beside) - dice_of("papacy", "leipzig") == 1


def test_dice_never_come_across_a_pass() -> None:
    assert dice_of("protestant", "trent", protestant("innsbruck")) == 1
    assert dice_of("protestant", "zurich", protestant("innsbruck", "basel")) == 2


def test_units_have_the_religion_of_their_power_or_none() -> None:
    for owner, faith in (("ottoman", None), ("england", None), ("papacy", "papacy"), ("venice", "papacy")):
        match = table(units("erfurt", owner, regulars=1))
        force = match.state.forces["erfurt"][0]
        assert sources.faith_of(match.state, force) == faith
    match = table(units("erfurt", "england", regulars=1))
    for ruler, faith in (("edward_vi", "protestant"), ("mary_i", "papacy"), ("elizabeth_i", "protestant")):
        match.state.powers["england"].ruler = ruler
        assert sources.faith_of(match.state, match.state.forces["erfurt"][0]) == faith


def attempt(
    at: str, attack: int, defense: int, *arrange: Arrange, power: str = "protestant", zone: str = "german"
) -> bool:
    """Whether an attempt succeeds whose highest dice are these."""
    state = table(*arrange).state
    side = "papacy" if power == "papacy" else "protestant"
    other = "protestant" if side == "papacy" else "papacy"
    numbers = sources.dice(state, side, at), sources.dice(state, other, at)  # type: ignore[arg-type]
    draws = [dice("attempt", *[attack] * numbers[0], space=at), dice("resistance", *[defense] * numbers[1], space=at)]
    match = table(*arrange, frames=[attempting(power, 1, "german")], draws=draws)
    (event,) = (each for each in do(match, power, Try(at)) if isinstance(each, Attempted))
    return event.success


def test_the_attacker_wins_ties_in_the_target_zone_only() -> None:
    there = (protestant("wittenberg", "antwerp"), REFORMERS)
    assert attempt("leipzig", 4, 4, *there)
    assert not attempt("brussels", 4, 4, *there)
    assert attempt("brussels", 5, 4, *there)
    assert not attempt("leipzig", 3, 4, *there)
    assert attempt("leipzig", 6, 6, *there), "a 6 is enough"


def test_the_papacy_wins_ties_under_paul_iii_and_julius_iii() -> None:
    there = protestant("leipzig", "wittenberg")
    assert not attempt("leipzig", 4, 4, there, power="papacy")
    strict: Arrange = lambda state: setattr(state.powers["papacy"], "ruler", "paul_iii")  # noqa: E731 - an arrangement
    assert attempt("leipzig", 4, 4, there, strict, power="papacy")
    assert attempt("leipzig", 6, 6, there, strict, power="papacy")


def test_the_augsburg_confession_takes_one_from_papal_dice() -> None:
    there = (protestant("leipzig", "wittenberg"), state_of(this_turn=1 << CARD.number("augsburg_confession")))
    assert not attempt("leipzig", 5, 4, *there, power="papacy")
    assert attempt("leipzig", 6, 4, *there, power="papacy")


def test_a_space_is_tried_once() -> None:
    match = table(protestant("wittenberg"), REFORMERS, frames=[attempting("protestant", 3, "german")])
    do(match, "protestant", Try("leipzig"))
    if not rules.has(match.state.protestant, "leipzig"):
        assert refused(match, "protestant", Try("leipzig")) == "tried_already"
    assert refused(match, "protestant", Try("paris")) == "no_target"
    do(match, "protestant", NoMoreTries())


def test_a_debater_adds_a_die_once_and_is_committed() -> None:
    match = table(protestant("strasburg", "wittenberg"), REFORMERS, frames=[attempting("protestant", 3, "german")])
    assert refused(match, "protestant", Try("leipzig", "bucer")) == "no_such_bonus"
    assert Try("worms", "bucer") in options(match, "protestant")
    do(match, "protestant", Try("worms", "bucer"))
    assert match.state.committed == DEBATER.mask_of(["bucer"])
    assert not any(getattr(each, "debater", None) for each in options(match, "protestant"))


# ---- the theses and the Diet


def test_the_theses_turn_wittenberg_and_bring_five_attempts_with_a_die_more() -> None:
    match = table(frames=[theses(), impulse("hapsburg")], power="protestant")
    state = match.state
    assert state.reformers == {"luther": "wittenberg"}
    assert rules.land_of(state, "protestant", "wittenberg") == 2
    assert match.decisions()[0].context == {"left": 5, "zone": "german"}
    (event,) = (each for each in do(match, "protestant", Try("leipzig")) if isinstance(each, Attempted))
    assert len(event.dice) == sources.dice(match.state, "protestant", "leipzig") + 1 or event.success


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
    assert match.decisions()[0].context == {"left": 2, "zone": "german"}
    do(match, "protestant", Turn("leipzig"), Turn("erfurt"))
    assert rules.has(match.state.protestant, "erfurt"), "beside the space that turned just before"
    assert not match.state.hands["hapsburg"].home


def test_what_is_brought_to_the_diet_is_secret_until_all_have() -> None:
    match = table(hand("papacy", "gout"), hand("hapsburg", "fuggers"), frames=[diet_of_worms()])
    assert all(each.secret for each in match.decisions())
    assert match.apply("papacy", Bring("gout")) == []


def test_nobody_brings_a_mandatory_event_to_the_diet() -> None:
    match = table(hand("papacy", "clement_vii", "gout"), hand("hapsburg", "gout"), frames=[diet_of_worms()])
    assert refused(match, "papacy", Bring("clement_vii")) == "not_for_the_diet"


# ---- 18.2 scripture


def test_a_finished_testament_or_bible_brings_six_attempts() -> None:
    match = table(state_of(new_testament={"german": 5}), protestant("wittenberg"), REFORMERS, power="protestant", cp=3)
    do(match, "protestant", Translate("german", 1))
    assert match.decisions()[0].context == {"left": 6, "zone": "german"}
    there = state_of(new_testament={"german": 6}, full_bible={"german": 9})
    match = table(there, protestant("wittenberg"), REFORMERS, power="protestant", cp=3)
    do(match, "protestant", Translate("german", 1))
    (event,) = (each for each in do(match, "protestant", Try("leipzig")) if isinstance(each, Attempted))
    assert event.modifier == 1
    assert rules.points(match.state, "protestant") == 1


def test_luther_melanchthon_and_others_translate_a_step_more() -> None:
    match = table(power="protestant", cp=2)
    assert refused(match, "protestant", Translate("french", 1, "luther")) == "no_such_bonus"
    do(match, "protestant", Translate("german", 1, "luther"))
    assert match.state.new_testament == {"german": 2}
    assert refused(match, "protestant", Translate("german", 1, "melanchthon")) == "bonus_used"
    assert refused(match, "protestant", Translate("spanish", 1)) == "no_scripture_there"


def test_a_treatise_is_two_attempts_and_three_with_carlstadt() -> None:
    match = table(protestant("wittenberg"), REFORMERS, power="protestant", cp=4)
    do(match, "protestant", PublishTreatise("german"))
    assert match.decisions()[0].context == {"left": 2, "zone": "german"}
    match = table(protestant("wittenberg"), REFORMERS, power="protestant", cp=2)
    do(match, "protestant", PublishTreatise("german", "carlstadt"))
    assert match.decisions()[0].context == {"left": 3, "zone": "german"}


def test_a_failure_of_carlstadt_brings_unrest() -> None:
    number = sources.dice(table(protestant("wittenberg"), REFORMERS).state, "protestant", "leipzig")
    against = sources.dice(table(protestant("wittenberg"), REFORMERS).state, "papacy", "leipzig")
    draws = [dice("attempt", *[1] * number, space="leipzig"), dice("resistance", *[6] * against, space="leipzig")]
    match = table(protestant("wittenberg"), REFORMERS, power="protestant", cp=2, draws=draws)
    do(match, "protestant", PublishTreatise("german", "carlstadt"), Try("leipzig"))
    assert rules.has(match.state.unrest, "leipzig")


def test_england_publishes_in_its_own_zone_once_cranmer_is_there() -> None:
    match = table(power="england", cp=3)
    assert refused(match, "england", PublishTreatise("german")) == "english_only"
    assert refused(match, "england", PublishTreatise("english")) == "no_cranmer"
    match = table(state_of(reformers={"cranmer": "london"}), power="england", cp=3)
    do(match, "england", PublishTreatise("english"))


# ---- 18.3 books, 18.4 universities, 18.6 St Peter's


def test_burning_books_is_two_attempts_and_tetzel_builds_st_peters() -> None:
    match = table(protestant("leipzig"), power="papacy", cp=2)
    do(match, "papacy", BurnBooks("german", "tetzel"))
    assert match.state.st_peters == 1
    assert match.decisions()[0].context == {"left": 2, "zone": "german"}
    match = table(protestant("leipzig"), power="papacy", cp=2)
    do(match, "papacy", BurnBooks("german", "cajetan"))
    assert match.decisions()[0].context == {"left": 3, "zone": "german"}


def test_universities_wait_for_the_jesuits_and_are_cheaper_with_loyola() -> None:
    match = table(power="papacy", cp=3)
    assert refused(match, "papacy", FoundUniversity("vienna")) == "no_jesuits"
    there = (state_of(jesuits=True, debaters=DEBATER.mask_of(["loyola"])), protestant("wittenberg"))
    match = table(*there, power="papacy", cp=3)
    assert refused(match, "papacy", FoundUniversity("wittenberg")) == "not_catholic"
    do(match, "papacy", FoundUniversity("vienna", "loyola"))
    assert match.state.impulse.cp == 1
    assert rules.has(match.state.universities, "vienna")


def test_five_points_of_st_peters_are_a_victory_point() -> None:
    match = table(state_of(st_peters=3, st_peters_vp=1), power="papacy", cp=4)
    before = rules.points(match.state, "papacy")
    do(match, "papacy", BuildStPeters(4))
    assert (match.state.st_peters, match.state.st_peters_vp) == (2, 2)
    assert rules.points(match.state, "papacy") == before + 1


# ---- 18.5 debates


def debate_of(attack: list[int], defense: list[int], attacker: str, defender: str) -> State:
    """The state after the first round of a debate of the Papacy in the German zone between these two."""
    draws = [
        {"draw": "debater", "debater": attacker, "side": "papacy"},
        {"draw": "debater", "debater": defender, "side": "protestant"},
        dice("debate", *attack, side="attack"),
        dice("debate", *defense, side="defense"),
    ]
    match = table(
        state_of(debate=Debate("papacy", "german")),
        protestant("wittenberg", "leipzig", "erfurt", "kassel"),
        hand("hapsburg", "gout"),
        frames=[debate_round(1), impulse("hapsburg")],
        draws=draws,
        power="papacy",
    )
    while match.decisions()[0].kind == "turn_space":
        do(match, "papacy", options(match, "papacy")[0])
    state: State = match.state
    return state


def test_hits_of_a_debate_turn_spaces() -> None:
    state = debate_of([5, 5, 1, 1, 1], [5, 1, 1, 1, 1], "campeggio", "melanchthon")
    assert state.protestant.bit_count() == 3
    assert state.committed == DEBATER.mask_of(["campeggio", "melanchthon"])


def test_a_debater_beaten_by_more_than_their_value_is_burnt() -> None:
    state = debate_of([6, 6, 6, 1], [1, 1, 1], "tetzel", "carlstadt")
    assert state.burnt == DEBATER.mask_of(["carlstadt"])
    assert state.burnt_vp == {"papacy": 1}


def test_the_dice_of_a_debate() -> None:
    state = table().state
    now = Debate("papacy", "german", attacker="eck", defender="luther", attacker_free=True, defender_free=True)
    assert debates.attack_dice(state, now) == 3 + 3 + 1, "Eck has a die more"
    assert debates.defense_dice(state, now) == 4 + 2
    now.defender_free = False
    assert debates.defense_dice(state, now) == 4 + 1
    state.this_turn |= 1 << CARD.number("augsburg_confession")
    assert debates.attack_dice(state, now) == 6
    state.powers["england"].ruler = "mary_i"
    now.zone = "english"
    assert debates.attack_dice(state, now) == 2 * 3 + 3 - 1 + 1


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


def test_a_debate_needs_debaters_on_both_sides() -> None:
    match = table(power="papacy", cp=3)
    assert refused(match, "papacy", CallDebate("french")) == "nobody_to_meet"
    assert refused(match, "papacy", CallDebate("spanish")) == "no_debates_there"
    match = table(state_of(committed=DEBATER.mask), power="papacy", cp=3)
    assert refused(match, "papacy", CallDebate("german")) == "nobody_to_send"


def test_leipzig_lets_the_papacy_choose_its_debater_or_bar_one() -> None:
    match = table(hand("papacy", "leipzig_debate"), hand("england", "gout"), power="papacy")
    do(match, "papacy", PlayEvent("leipzig_debate"), ForDebater("eck"), ForZone("german"))
    assert match.state.committed >> DEBATER.index["eck"] & 1
    match = table(hand("papacy", "leipzig_debate"), hand("england", "gout"), power="papacy")
    do(match, "papacy", PlayEvent("leipzig_debate"), ForDebater("luther"), ForZone("german"))
    assert not match.state.committed >> DEBATER.index["luther"] & 1


# ---- 21.4 excommunication


def test_a_reformer_is_excommunicated_until_the_next_turn() -> None:
    match = table(hand("papacy", "papal_bull"), hand("england", "gout"), REFORMERS, power="papacy")
    do(match, "papacy", PlayEvent("papal_bull"), ForDebater("luther"))
    assert not match.state.reformers
    assert match.state.banned == DEBATER.mask_of(["luther"])
    assert not bulls.reformers(match.state)


@pytest.mark.parametrize(
    ("arrange", "power", "able"),
    [
        ((), "france", True),
        ((), "hapsburg", False),
        ((allies("ottoman", "hapsburg"),), "hapsburg", True),
        ((protestant("york"),), "england", True),
        ((), "england", False),
        ((war("papacy", "england"),), "england", True),
    ],
)
def test_grounds_against_a_ruler(arrange: tuple[Arrange, ...], power: str, able: bool) -> None:
    assert bulls.grounds(table(*arrange).state, power) == able


def test_a_ruler_is_excommunicated_once_and_has_a_card_less() -> None:
    match = table(hand("papacy", "papal_bull"), hand("england", "gout"), power="papacy")
    before = rules.dealt(match.state, "france")
    do(match, "papacy", PlayEvent("papal_bull"), ForSpaces(("avignon", "limoges")))
    assert rules.dealt(match.state, "france") == before - 1
    assert match.state.unrest == rules.bit("avignon") | rules.bit("limoges")
    assert not bulls.grounds(match.state, "france")
