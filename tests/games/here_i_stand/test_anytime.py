"""Cards that may be used at any moment (6), and cards that are about to be given away."""

from adjudicator.games.here_i_stand.cards.aims import ForCard, ForPower
from adjudicator.games.here_i_stand.cards.anytime import StrikeNow
from adjudicator.games.here_i_stand.facts import CARD
from adjudicator.games.here_i_stand.rules.impulses import Pass, PlayEvent
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import do, hand, refused, state_of, table


@shows("6.1/10")
def test_the_comet_strikes_in_the_impulse_of_others_and_leaves_the_match() -> None:
    match = table(hand("england", "halleys_comet"), hand("france", "gout"), power="france")
    match.apply("england", StrikeNow("france", 1))
    assert CARD.number("halleys_comet") in match.state.gone
    assert not match.state.hands["france"].cards
    match = table(hand("england", "halleys_comet"), hand("france", "gout"), power="france")
    assert refused(match, "england", StrikeNow("england", 2)) == "no_comet", "it strikes others"


@shows("cards/17")
def test_whoever_skips_an_impulse_has_not_passed() -> None:
    there = (hand("england", "halleys_comet", "gout"), hand("france", "fuggers", "ransom"), hand("papacy", "erasmus"))
    match = table(*there, power="england")
    match.apply("england", StrikeNow("france", 2))
    do(match, "england", Pass())
    assert match.decisions()[0].waiting == ("papacy",)
    assert match.state.passes == 1
    assert not match.state.skipping


def test_a_card_that_is_being_given_away_is_not_used() -> None:
    there = (hand("england", "swiss_mercenaries"), hand("ottoman", "gout"), state_of(ruler_changed=1 << 2, acting=True))
    match = table(*there, hand("protestant", "lady_jane_grey"), power="protestant")
    do(match, "protestant", PlayEvent("lady_jane_grey"))
    assert match.state.offered == CARD.number("swiss_mercenaries")
    held = match.state.hands["protestant"].cards
    assert CARD.number("swiss_mercenaries") in held
    assert not [each for each in match.anytime("protestant") if each.op == "hire_now"]
    do(match, "protestant", ForCard("swiss_mercenaries"))
    if match.decisions()[0].kind == "aim":
        do(match, "protestant", ForPower("papacy"))
    assert CARD.number("swiss_mercenaries") in match.state.hands["papacy"].cards
