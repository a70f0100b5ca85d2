"""Cards with rules of their own, those that bring attempts, and those about debaters (6)."""

import pytest

from adjudicator.games.here_i_stand.cards.aims import (
    ForCard,
    ForDebater,
    ForLeader,
    ForPower,
    ForSpace,
    ForSpaces,
    ForUse,
    ForZone,
)
from adjudicator.games.here_i_stand.facts import CARD, DEBATER, LOCATION, OWNER
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.faith.attempts import NoMoreTries
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent
from adjudicator.games.here_i_stand.rules.war.assaults import Assault
from adjudicator.games.here_i_stand.rules.war.marching import March
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
    allies,
    controls,
    count,
    dice,
    discarded,
    do,
    empty,
    hand,
    leader,
    options,
    protestant,
    refused,
    siege,
    state_of,
    units,
    war,
)
from tests.games.here_i_stand.test_cards import played, ready, refusal


def debater(*names: str) -> int:
    """The mask of some debaters."""
    return sum(1 << DEBATER.index[each] for each in names)


def present(*names: str) -> Arrange:
    """Debaters who are in the match."""

    def arrange(state) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001
        state.debaters |= debater(*names)

    return arrange


# ---- sieges and armies


@shows("cards/39")
def test_treachery_opens_a_besieged_space_to_the_larger_army() -> None:
    milan = (
        empty("milan"),
        units("milan", "france", regulars=1),
        units("milan", "hapsburg", regulars=3),
        leader("montmorency", "milan", inside=True),
        siege("milan", "hapsburg"),
    )
    rolled = (dice("attack", 1, 1), dice("defense", 1, 1, 1))
    match = played("treachery", arrange=milan, draws=rolled, power="england")
    while match.decisions()[0].kind == "combat_cards":
        do(match, match.decisions()[0].waiting[0], options(match, match.decisions()[0].waiting[0])[0])
    assert rules.controller(match.state, "milan") == "hapsburg"
    assert not count(match, "milan", "france")
    assert match.state.leaders["montmorency"].captor == "hapsburg"


def test_roxelana_helps_the_ottoman_or_calls_suleiman_home() -> None:
    at = leader("suleiman", "belgrade")
    assert played("roxelana", arrange=(at,), power="ottoman").state.impulse.cp == 4
    match = played("roxelana", ForUse(2), arrange=(at,))
    assert match.state.leaders["suleiman"].at == "istanbul"
    assert match.state.impulse.cp == 2
    assert played("roxelana", ForUse(1), arrange=(at,)).state.impulse.cp == 4
    match = ready("roxelana", leader("suleiman", "", captor="hapsburg"))
    do(match, "hapsburg", PlayEvent("roxelana"))
    assert match.state.impulse.cp == 4


@shows("cards/34", "6.1/7")
def test_the_scots_raid_for_france() -> None:
    assert played("scots_raid").state.impulse.cp == 2, "no alliance, no raid"
    held = (allies("france", "scotland"), controls("france", "edinburgh", "glasgow", "stirling"))
    match = ready("scots_raid", *held)
    do(match, "hapsburg", PlayEvent("scots_raid"))
    do(match, "france", ForUse(1))
    assert match.decisions()[0].waiting == ("france",)
    assert match.state.impulse.cp == 6
    assert CARD.number("scots_raid") in match.state.gone


@shows("cards/34")
def test_a_leader_of_the_scots_raid_goes_to_any_friendly_space_of_scotland() -> None:
    there = (allies("france", "scotland"), controls("england", "glasgow"), leader("montmorency", "paris"))
    match = ready("scots_raid", *there)
    do(match, "hapsburg", PlayEvent("scots_raid"))
    do(match, "france", ForUse(2))
    assert options(match, "france") == [ForSpace("edinburgh"), ForSpace("stirling")]
    do(match, "france", ForSpace("stirling"), ForLeader("montmorency"))
    assert match.state.leaders["montmorency"].at == "stirling"
    assert match.state.impulse.cp == 3


def test_the_scots_raid_assaults_in_the_impulse_in_which_the_siege_began() -> None:
    held = (allies("france", "scotland"), controls("france", "edinburgh", "glasgow", "stirling"))
    there = (empty("york"), units("berwick", "france", regulars=4), war("france", "england"))
    match = ready("scots_raid", *held, *there, discarded("foul_weather", "gout"))
    do(match, "hapsburg", PlayEvent("scots_raid"))
    do(match, "france", ForUse(1), March("berwick", "york", regulars=4))
    assert match.state.sieges["york"].fresh
    assert refused(match, "france", Assault("york")) == "no_line", "a siege that is fresh is not what is against it"
    match.state.impulse.raid = False
    assert refused(match, "france", Assault("york")) == "fresh_siege"


def test_maurice_of_saxony_changes_sides_with_his_mercenaries() -> None:
    there = (
        state_of(league=True),
        controls("protestant", "leipzig"),
        leader("maurice_of_saxony", "leipzig"),
        units("leipzig", "protestant", mercenaries=2, regulars=1),
    )
    match = played("maurice_of_saxony", arrange=there)
    at = match.state.leaders["maurice_of_saxony"].at
    assert at != "leipzig"
    assert rules.leader_power(match.state, "maurice_of_saxony") == "hapsburg"
    assert count(match, at, "hapsburg") == {"mercenaries": 2}
    assert count(match, "leipzig", "protestant") == {"regulars": 1}


def test_lady_jane_grey_takes_a_card_of_england_and_gives_one_away() -> None:
    match = ready("lady_jane_grey", state_of(ruler_changed=1 << OWNER.index["england"]))
    do(match, "hapsburg", PlayEvent("lady_jane_grey"), ForCard("fuggers"), ForPower("papacy"))
    assert not match.state.hands["england"].cards
    assert CARD.number("fuggers") in match.state.hands["papacy"].cards
    assert len(match.state.hands["hapsburg"].cards) == 2


# ---- attempts

COMMIT = {
    "affair_of_the_placards": "cop",
    "calvins_institutes": "calvin",
    "a_mighty_fortress": "luther",
    "katherina_bora": "luther",
    "augsburg_confession": "melanchthon",
    "book_of_common_prayer": "cranmer",
    "papal_inquisition": "caraffa",
}


@pytest.mark.parametrize("card", COMMIT)
def test_a_card_commits_its_debater_and_needs_one_who_is_free(card: str) -> None:
    who = COMMIT[card]
    assert refusal(card, present(who), state_of(committed=debater(who))) == "no_effect"
    assert refusal(card, lambda state: setattr(state, "debaters", 0)) == "no_effect"
    match = played(card, arrange=(present(who),))
    assert match.state.committed & debater(who)


def test_erasmus_changes_sides_in_turn_3() -> None:
    early = played("erasmus", arrange=(protestant("wittenberg"),), turn=2)
    assert early.decisions()[0].waiting == ("protestant",)
    late = played("erasmus", arrange=(protestant("wittenberg"),), turn=3)
    assert late.decisions()[0].waiting == ("papacy",)


def test_the_defender_of_the_faith_brings_england_a_card() -> None:
    assert len(played("defender_of_the_faith", power="england").state.hands["england"].cards) == 2
    assert len(played("defender_of_the_faith").state.hands["hapsburg"].cards) == 1


@shows("18.3/2")
def test_the_colloquy_needs_one_of_each_pair() -> None:
    both = present("zwingli", "oekolampadius")
    assert refusal("marburg_colloquy", both, state_of(committed=debater("luther", "melanchthon"))) == "no_effect"
    match = ready("marburg_colloquy", both)
    do(match, "hapsburg", PlayEvent("marburg_colloquy"))
    do(match, "hapsburg", ForDebater("luther"), ForDebater("zwingli"))
    assert match.state.committed == debater("luther", "zwingli")


@shows("cards/23")
def test_the_anabaptists_turn_two_spaces_back() -> None:
    there = protestant("erfurt", "kassel", "leipzig", "wittenberg")
    match = ready("anabaptists", there)
    do(match, "hapsburg", PlayEvent("anabaptists"))
    assert refused(match, "papacy", ForSpaces(("wittenberg",))) == "not_such_space", "an electorate"
    assert refused(match, "papacy", ForSpaces(("erfurt", "kassel", "leipzig"))) == "too_many_spaces"
    do(match, "papacy", ForSpaces(("erfurt", "kassel")))
    assert not match.state.protestant & LOCATION.mask_of(("erfurt", "kassel"))
    assert refusal("anabaptists", state_of(protestant=0)) == "no_effect"


@shows("cards/30")
def test_frederick_turns_the_nearest_spaces_and_fetches_the_wartburg() -> None:
    match = ready("frederick_the_wise", discarded("the_wartburg"))
    before = match.state.protestant.bit_count()
    do(match, "hapsburg", PlayEvent("frederick_the_wise"))
    while match.decisions()[0].kind == "aim":
        do(match, "protestant", options(match, "protestant")[-1])
    assert match.state.protestant.bit_count() == before + 2
    assert CARD.number("the_wartburg") in match.state.hands["protestant"].cards


@shows("cards/18", "8.2/9")
def test_zwingli_dies_for_a_catholic_unit() -> None:
    there = (present("zwingli"), state_of(reformers={"zwingli": "zurich"}), units("zurich", "france", regulars=1))
    match = ready("zwingli_dons_armor", *there)
    do(match, "hapsburg", PlayEvent("zwingli_dons_armor"))
    while match.decisions()[0].kind == "aim":
        do(match, "protestant", ForSpace("zurich"))
    assert not count(match, "zurich", "france")
    assert "zwingli" not in match.state.reformers
    assert match.state.burnt & debater("zwingli")


def test_jesuits_bring_universities() -> None:
    match = ready("society_of_jesus")
    do(match, "hapsburg", PlayEvent("society_of_jesus"))
    assert refused(match, "papacy", ForSpaces(("istanbul",))) == "not_such_space"
    do(match, "papacy", ForSpaces(("paris", "vienna")))
    assert match.state.jesuits
    assert match.state.universities == LOCATION.mask_of(("paris", "vienna"))
    match = ready("jesuit_education", state_of(jesuits=True))
    do(match, "hapsburg", PlayEvent("jesuit_education"))
    do(match, "papacy", ForSpaces(("paris", "vienna")))
    assert match.state.universities.bit_count() == 2


# ---- debaters, inquisitions


@shows("cards/19")
def test_the_papal_inquisition_turns_italy_and_takes_a_card() -> None:
    there = (present("caraffa"), protestant("modena", "pavia", "florence"))
    match = ready("papal_inquisition", *there, power="papacy")
    do(match, "papacy", PlayEvent("papal_inquisition"))
    assert refused(match, "papacy", ForSpaces(("wittenberg",))) == "not_such_space"
    do(match, "papacy", ForSpaces(("modena", "pavia")), ForPower("england"), ForUse(1))
    assert match.state.protestant & LOCATION.mask_of(("modena", "pavia", "florence")) == LOCATION.mask_of(("florence",))
    assert CARD.number("fuggers") in match.state.hands["papacy"].cards


@shows("cards/20", "6.1/9")
def test_the_spanish_inquisition_burns_a_card_and_draws_one() -> None:
    match = ready("spanish_inquisition", protestant("madrid"), hand("england", "erasmus", "clement_vii"))
    do(match, "hapsburg", PlayEvent("spanish_inquisition"))
    while match.decisions()[0].kind == "aim_spaces":
        do(match, "hapsburg", ForSpaces(("madrid",)))
    assert refused(match, "hapsburg", ForCard("clement_vii")) == "no_aim", "no mandatory event"
    do(match, "hapsburg", ForCard("erasmus"))
    assert CARD.number("erasmus") in match.state.discard
    assert not rules.has(match.state.protestant, "madrid")
    assert len(match.state.hands["hapsburg"].cards) == 2
    assert match.decisions()[0].waiting == ("papacy",)


@shows("cards/42")
def test_thomas_more_forbids_debates_in_england_or_calls_one() -> None:
    match = played("thomas_more", power="england")
    assert match.state.this_turn >> CARD.number("thomas_more") & 1
    assert match.decisions()[0].kind == "aim", "a card of England's choice goes"
    assert CARD.number("thomas_more") in match.state.gone
    match = played("thomas_more")
    assert match.decisions()[0].waiting == ("papacy",)
    assert CARD.number("thomas_more") not in match.state.gone
    assert CARD.number("thomas_more") in played("thomas_more", arrange=(state_of(married_turn=1),)).state.gone


@shows("cards/44")
def test_cromwell_fetches_the_monasteries_or_publishes() -> None:
    match = ready("thomas_cromwell", discarded("dissolution_of_the_monasteries"))
    do(match, "hapsburg", PlayEvent("thomas_cromwell"), ForUse(1))
    assert CARD.number("dissolution_of_the_monasteries") in match.state.hands["england"].cards
    assert CARD.number("thomas_cromwell") in match.state.discard
    match = played("thomas_cromwell", arrange=(state_of(births=0b100),))
    assert CARD.number("thomas_cromwell") in match.state.gone
    assert match.state.this_turn >> CARD.number("thomas_cromwell") & 1


def test_calvin_leads_after_luther_who_dies() -> None:
    match = played("calvin")
    assert match.state.powers["protestant"].ruler == "calvin"
    assert "luther" not in match.state.reformers
    assert match.state.burnt & debater("luther")


def test_calvin_is_expelled_for_the_turn() -> None:
    match = played("calvin_expelled", arrange=(present("calvin"), state_of(reformers={"calvin": "geneva"})))
    assert "calvin" not in match.state.reformers
    assert match.state.banned & debater("calvin")


def test_the_council_compares_hits_and_turns_the_difference() -> None:
    match = ready("council_of_trent", protestant("wittenberg"))
    do(match, "hapsburg", PlayEvent("council_of_trent"))
    sent = [each for each in options(match, "papacy") if isinstance(each, ForDebater)]
    do(match, "papacy", sent[0])
    assert match.state.council.bit_count() == 1
    assert match.state.committed.bit_count() == 1


@shows("cards/5")
def test_the_leipzig_debate_may_be_in_any_zone() -> None:
    match = ready("leipzig_debate", state_of(debaters=DEBATER.mask), power="papacy")
    do(match, "papacy", PlayEvent("leipzig_debate"), ForDebater("eck"))
    zones = {each.zone for each in options(match, "papacy") if isinstance(each, ForZone)}
    assert zones == {"german", "french", "english"}


@shows("cards/21")
@pytest.mark.parametrize(("die", "spaces"), {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 12}.items())
def test_how_much_unrest_the_book_of_common_prayer_brings(die: int, spaces: int) -> None:
    match = ready("book_of_common_prayer", present("cranmer"), state_of(protestant=0), draws=(dice("prayer", die),))
    do(match, "hapsburg", PlayEvent("book_of_common_prayer"))
    while match.decisions()[0].kind == "attempt":
        do(match, "protestant", NoMoreTries())
    if match.decisions()[0].kind == "aim_spaces":
        assert match.decisions()[0].context["most"] == spaces
        do(match, "hapsburg", options(match, "hapsburg")[0])
    assert match.state.unrest.bit_count() == spaces
