"""Orders of Oath: what is printed is read; a space of the board is called as the site that lies face up there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pytest
from msgspec.structs import fields

from adjudicator import Action
from adjudicator.games.oath.facts import SITE
from adjudicator.games.oath.game import GAME
from adjudicator.games.oath.phrases import PHRASES, Words
from adjudicator.games.oath.rules.battle import LoseAt, UsePlan
from adjudicator.games.oath.rules.campaign import Attack
from adjudicator.games.oath.rules.deals import Propose
from adjudicator.games.oath.rules.economy import Muster, RecoverBanner, Trade
from adjudicator.games.oath.rules.empire import Offer
from adjudicator.games.oath.rules.powers import TargetPair, TargetWarbands, UsePower
from adjudicator.games.oath.rules.search import Keep, Search
from adjudicator.games.oath.rules.spoils import PlaceAt
from adjudicator.games.oath.rules.travel import Travel
from adjudicator.games.oath.rules.turns import Rest
from adjudicator.games.oath.rules.warbands import GiveWarbands, MoveWarbands
from adjudicator.orders.vocabulary.refusals import Unreadable
from tests.games.oath.table import SITES, table

HERE = PHRASES.at(table().state)
"""The words of a position in which every site lies face up."""


@dataclass(frozen=True)
class Said:
    """An order with the line that is printed for it in each language."""

    action: Action
    en: str
    ru: str


SAID = [
    Said(
        Search(source="world", modifiers=("augury",)),
        "search the world deck with Augury",
        "искать в колоде земель с картой Предсказание",
    ),
    Said(Search(source="cradle"), "search the Cradle pile", "искать в сбросе столицы"),
    Said(Muster(card="longbows"), "muster on Longbows", "созыв на карту Длинные луки"),
    Said(
        Trade(card="elders", gain="favor"), "trade with Elders for favor", "торговля с картой Старейшины за поддержку"
    ),
    Said(
        RecoverBanner(banner="peoples_favor", pay=3, bank="hearth"),
        "recover People's Favor paying 3 from bank Hearth",
        "обрести знамя народная поддержка заплатив 3 с резерва очаг",
    ),
    Said(Travel(slot="provinces_1"), "travel to Steppe", "переместиться в локацию Степь"),
    Said(UsePower("alchemist"), "use Alchemist", "применить карту Алхимик"),
    Said(Rest(), "rest", "отдых"),
    Said(MoveWarbands(2, "site"), "move warbands to the site: 2", "перенести отряды в локацию: 2"),
    Said(GiveWarbands("blue", 2), "give warbands to Blue: 2", "отдать отряды Синему: 2"),
    Said(LoseAt("provinces_1", 2), "lose 2 at Steppe", "потерять 2 в локации Степь"),
    Said(PlaceAt("provinces_1", 1), "place 1 at Steppe", "поместить 1 в локацию Степь"),
    Said(UsePlan("mountain_giant", 3), "use plan Mountain Giant 3 dice", "применить схему Горный великан 3 кубика"),
    Said(UsePlan("mountain_giant", 1), "use plan Mountain Giant 1 die", "применить схему Горный великан 1 кубик"),
    Said(TargetPair("elders", "tents"), "swap Elders with Tents", "поменять Старейшины на карту Шатры"),
    Said(
        TargetWarbands(2, "provinces_1", "board"),
        "shift warbands from Steppe: 2",
        "перевести отряды из локации Степь: 2",
    ),
]


@pytest.mark.parametrize("said", SAID, ids=lambda each: each.en)
def test_an_order_is_printed_so_and_read_in_both_languages(said: Said) -> None:
    assert HERE.say(said.action, "en") == said.en
    assert HERE.say(said.action, "ru") == said.ru
    for line in (said.en, said.ru):
        for language in ("en", "ru"):
            assert HERE.parse(line, language) == said.action


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("campaign against Red: Steppe, Fertile Valley, Sticky Fire", ("provinces_1", "cradle_2")),
        ("campaign against Red at Steppe, K12 for relics Sticky Fire", ("provinces_1", "cradle_2")),
        ("набег на Красного в локации Степь, K12 за реликвии Липкий огонь", ("provinces_1", "cradle_2")),
    ],
)
def test_targets_of_a_campaign_are_a_list(line: str, action: tuple[str, ...]) -> None:
    assert HERE.parse(line, "en") == Attack("red", sites=action, relics=("sticky_fire",))


def test_dice_and_plans_stand_behind_the_targets() -> None:
    attack = Attack(None, sites=("provinces_1",), dice=2, plans=("longbows", "scouts"))
    assert HERE.say(attack, "en") == "campaign against bandits at Steppe 2 dice using plans Longbows, Scouts"
    assert HERE.parse("campaign against bandits at Steppe using Longbows, Scouts dice 2", "en") == attack


def test_terms_of_an_exchange_are_named_one_by_one() -> None:
    deal = Propose("red", favor=2, cards=("sticky_fire",), for_secrets=1)
    assert HERE.parse("propose to Red giving favor 2 giving cards Sticky Fire for secrets 1", "en") == deal
    offer = Offer(player="blue", space="greedy", favor=1)
    assert HERE.say(offer, "en") == "offer citizenship to Blue with the relic of Greedy giving favor 1"


@pytest.mark.parametrize(
    ("line", "to"),
    [
        ("keep Scouts as adviser facedown", "facedown"),
        ("keep Scouts as adviser", "adviser"),
        ("keep Scouts at the site", "site"),
        ("discard Scouts", "discard"),
        ("оставить Разведчиков закрытым советником", "facedown"),
    ],
)
def test_a_drawn_card_is_kept(line: str, to: str) -> None:
    assert HERE.parse(line, "en") == Keep("scouts", to)  # type: ignore[arg-type]


def test_an_adviser_makes_room() -> None:
    kept = Keep("scouts", "adviser", away="elders")
    assert HERE.parse("keep Scouts, as adviser in place of Elders", "en") == kept


def test_a_space_is_called_as_its_site_while_that_lies_face_up() -> None:
    assert (
        HERE.parse("travel to Cradle 1", "en") == HERE.parse("travel to Ancient City", "en") == Travel(slot="cradle_1")
    )
    assert HERE.parse("travel to K11", "en") == Travel(slot="cradle_1")
    assert PHRASES.say(Travel(slot="cradle_1"), "en") == "travel to upper Cradle site"
    with pytest.raises(Unreadable):
        PHRASES.parse("travel to Ancient City", "en")


def test_words_are_kept_for_the_sites_that_lie_face_up() -> None:
    assert PHRASES.at(table().state) is PHRASES.at(table().state)
    sites = tuple(SITE.number(each) for each in SITES.values())
    assert Words(sites).say(Travel(slot="hinterland_3"), "en") == HERE.say(Travel(slot="hinterland_3"), "en")


COUNTED_FROM_ONE: Final = {"peek_relic.number", "recover_relic.number", "lose_at.count", "lose_on.count"}


def test_what_an_order_or_an_event_leaves_out_is_none_and_the_first_or_one() -> None:
    for each in (*GAME.actions, *GAME.events):
        for field in fields(each):
            if isinstance(field.default, int):
                name = f"{each.__struct_config__.tag}.{field.name}"
                assert field.default == (name in COUNTED_FROM_ONE), name
