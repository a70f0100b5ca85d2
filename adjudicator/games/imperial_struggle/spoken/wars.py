"""Wars and their spoils (chapter 7)."""

from __future__ import annotations

from adjudicator.orders import Phrase, choice, name, number, phrase

from .. import war_actions as w
from .shared import END, RESULTS


def wars() -> tuple[Phrase, ...]:
    """Wars and their spoils (chapter 7)."""
    anywhere = ("market", "political", "territory", "fort", "naval")
    return (
        phrase(
            w.WarTileEffect,
            name("tile", "war_tile"),
            fixed={"space": None},
            en="do not use",
            ru="не применять тайл | не применять",
        ),
        phrase(
            w.WarTileEffect,
            name("tile", "war_tile"),
            name("space", *anywhere, needs_lead=True, en="against", ru="против @genitive"),
            en="effect | use tile",
            ru="применить тайл | действие тайла | действие",
        ),
        phrase(
            w.Conquer,
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
            w.AnswerConquest,
            name("space", "territory"),
            fixed={"refuse": False},
            en="give | give up",
            ru="отдать @accusative | уступить",
        ),
        phrase(
            w.AnswerConquest,
            name("space", "territory"),
            fixed={"refuse": True},
            en="refuse",
            ru="блокировать завоевание @genitive | блокировать | не уступать | не отдавать | отказать",
        ),
        phrase(
            w.SpoilsUnflag,
            name("space", *anywhere),
            en="spoils unflag",
            ru="трофеями снять флаг с @genitive | трофей снять флаг с | трофей снять",
        ),
        phrase(w.EndSpoils, group=END, closes=True, en="end spoils", ru="конец трофеев"),
        phrase(
            w.GiveUpSquadron,
            name("source", "naval", "navy_box"),
            en="give up squadron",
            ru="отдать эскадру из @genitive | отдать эскадру",
        ),
        phrase(
            w.PlaceUsaFlags,
            name("spaces", *anywhere, many=True),
            en="usa flags",
            ru="флаги США на @accusative | флаги США",
        ),
        phrase(w.RemoveUsaForts, name("spaces", "fort", many=True), en="remove forts | usa forts", ru="убрать форты"),
        phrase(
            w.ShiftSpain,
            name("space", "political"),
            choice("result", RESULTS, en="result", ru="итог"),
            en="shift Spain",
            ru="сдвинуть область | сдвинуть Испанию",
        ),
        phrase(
            w.AssignBasicTiles,
            name("tiles.first", "war_tile", needs_lead=True, en="first", ru="первый"),
            name("tiles.second", "war_tile", needs_lead=True, en="second", ru="второй"),
            name("tiles.third", "war_tile", needs_lead=True, en="third", ru="третий"),
            name("tiles.fourth", "war_tile", needs_lead=True, en="fourth", ru="четвёртый"),
            en="assign tiles",
            ru="разложить тайлы",
        ),
    )
