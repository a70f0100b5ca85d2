"""Wars and their spoils (chapter 7)."""

from __future__ import annotations

from adjudicator.orders import Phrase, choice, name, number, phrase

from ..rules.war.conquest import AnswerConquest, Conquer, EndSpoils, SpoilsUnflag
from ..rules.war.effects import WarTileEffect
from ..rules.war.layout import AssignBasicTiles
from ..rules.war.special import PlaceUsaFlags, RemoveUsaForts, ShiftSpain
from ..rules.war.squadrons import GiveUpSquadron
from .shared import END, RESULTS


def wars() -> tuple[Phrase, ...]:
    """Wars and their spoils (chapter 7)."""
    anywhere = ("market", "political", "territory", "fort", "naval")
    return (
        phrase(
            WarTileEffect,
            name("tile", "war_tile"),
            fixed={"space": None},
            en="do not use",
            ru="не применять тайл | не применять",
        ),
        phrase(
            WarTileEffect,
            name("tile", "war_tile"),
            name("space", *anywhere, needs_lead=True, en="against", ru="против @genitive"),
            en="effect | use tile",
            ru="применить тайл | действие тайла | действие",
        ),
        phrase(
            Conquer,
            name("space", *anywhere),
            name(
                "squadron",
                "naval",
                "navy_box",
                needs_lead=True,
                payment=True,
                en="squadron from",
                ru="эскадра из @genitive",
            ),
            number("cp", payment=True, en="points", ru="очки"),
            en="conquer",
            ru="завоевать @accusative",
        ),
        phrase(
            AnswerConquest,
            name("space", "territory"),
            fixed={"refuse": False},
            en="give | give up",
            ru="отдать @accusative | уступить",
        ),
        phrase(
            AnswerConquest,
            name("space", "territory"),
            fixed={"refuse": True},
            en="refuse",
            ru="блокировать завоевание @genitive | блокировать | не уступать | не отдавать | отказать",
        ),
        phrase(
            SpoilsUnflag,
            name("space", *anywhere),
            en="spoils unflag",
            ru="трофеями снять флаг с @genitive | трофей снять флаг с | трофей снять",
        ),
        phrase(EndSpoils, group=END, closes=True, en="end spoils", ru="конец трофеев"),
        phrase(
            GiveUpSquadron,
            name("source", "naval", "navy_box"),
            en="give up squadron",
            ru="отдать эскадру из @genitive | отдать эскадру",
        ),
        phrase(
            PlaceUsaFlags,
            name("spaces", *anywhere, many=True),
            en="usa flags",
            ru="флаги США на @accusative | флаги США",
        ),
        phrase(RemoveUsaForts, name("spaces", "fort", many=True), en="remove forts | usa forts", ru="убрать форты"),
        phrase(
            ShiftSpain,
            name("space", "political"),
            choice("result", RESULTS, en="result", ru="итог"),
            en="shift Spain",
            ru="сдвинуть область | сдвинуть Испанию",
        ),
        phrase(
            AssignBasicTiles,
            name("tiles.first", "war_tile", needs_lead=True, en="first", ru="первый"),
            name("tiles.second", "war_tile", needs_lead=True, en="second", ru="второй"),
            name("tiles.third", "war_tile", needs_lead=True, en="third", ru="третий"),
            name("tiles.fourth", "war_tile", needs_lead=True, en="fourth", ru="четвёртый"),
            en="assign tiles",
            ru="разложить тайлы",
        ),
    )
