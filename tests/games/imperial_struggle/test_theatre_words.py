"""A theatre is named in orders as in the war that is fought, and only so."""

from __future__ import annotations

import pytest

from adjudicator.games.imperial_struggle.fact_types import THEATRE, WAR, WAR_IDS, War
from adjudicator.games.imperial_struggle.names import names
from adjudicator.games.imperial_struggle.phrases import PHRASES, Words
from adjudicator.games.imperial_struggle.rules.war.special import PlaceUsaFlags
from adjudicator.games.imperial_struggle.rules.war_tiles import MilitaryUpgrade, PlaceBonusTile
from adjudicator.orders import Misread

BOOKS = {war: Words(war) for war in WAR_IDS}


@pytest.mark.parametrize("war", WAR.things, ids=WAR_IDS)
@pytest.mark.parametrize("code", ["en", "ru"])
def test_every_theatre_is_read_by_its_name_and_its_number(war: War, code: str) -> None:
    book = BOOKS[war.id]
    for theatre in war.theatres:
        for called in (*names(code).forms(THEATRE, theatre.id), f"theatre {theatre.order}", str(theatre.order)):
            assert book.parse(f"upgrade {called}", code) == MilitaryUpgrade(theatre.order), called
        said = book.say(MilitaryUpgrade(theatre.order), code)
        assert names(code).name(THEATRE, theatre.id) in said
        assert book.parse(said, code) == MilitaryUpgrade(theatre.order)
        numbered = PHRASES.say(MilitaryUpgrade(theatre.order), code)
        assert PHRASES.parse(numbered, code) == book.parse(numbered, code) == MilitaryUpgrade(theatre.order)


@pytest.mark.parametrize(
    ("war", "code", "line", "where"),
    [
        ("was", "en", "lay Chaos in Bavaria at Spain", "War of the Spanish Succession"),
        ("was", "ru", "положить Хаос в Баварии на Испанию", "Война за Испанское Наследство"),
        ("wss", "en", "upgrade Mysore", "American War of Independence"),
        ("7yw", "ru", "улучшить Якобитов", "Война за Испанское Наследство, Война за Австрийское Наследство"),
        ("awi", "en", "upgrade Carnatic", "War of the Austrian Succession, Seven Years' War"),
    ],
)
def test_a_theatre_of_another_war_is_named_as_such(war: str, code: str, line: str, where: str) -> None:
    with pytest.raises(Misread) as refused:
        BOOKS[war].parse(line, code)
    problem = refused.value.problem
    places = next(fact.value for fact in problem.facts if fact.name == "places")
    assert isinstance(places, tuple)
    assert (problem.why, ", ".join(map(str, places))) == ("absent", where)


def test_a_name_that_two_wars_share_is_the_theatre_of_the_one_that_is_fought() -> None:
    line = "lay Chaos in Bavaria at Jacobite Rebellion"
    assert BOOKS["was"].parse(line, "en") == PlaceBonusTile("bonus_was_br_chaos_in_bavaria", 4)


def test_a_comma_parts_two_names_where_the_second_one_goes_on() -> None:
    """Both `Bahamas Run` and `Bahamas Run, West` are spaces."""
    spaces = {"Bahamas Run, West Bengal": ("bahamas_run", "west_bengal"), "Bahamas Run, West": ("bahamas_run_west",)}
    for said, meant in spaces.items():
        assert PHRASES.parse(f"usa flags {said}", "en") == PlaceUsaFlags(meant)
