"""Advantages, ministries, events and the choices that events ask for (chapters 3.5, 5.2, 8)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.orders import Phrase, choice, flag, name, number, phrase, said

from ..rules.advantages import UseAdvantage
from ..rules.events.choices import ChooseForEvent
from ..rules.events.playing import PlayEvent
from ..rules.ministries.powers import UseMinistry
from .shared import ADVANTAGE, EVENT, MINISTRY, RESULTS, SPACE, payment

_PARTS: Mapping[str | int, Mapping[str, str]] = {
    "effect": said(en="effect", ru="эффект"),
    "bonus": said(en="bonus", ru="бонус"),
}
_PAY: Mapping[str | int, Mapping[str, str]] = {
    "debt": said(en="debt", ru="долг"),
    "trp": said(en="treaty point", ru="очко договора"),
}
_OPTIONS: Mapping[str | int, Mapping[str, str]] = {
    "damage_fort": said(en="damage fort", ru="повредить форт"),
    "shift": said(en="shift", ru="сдвиг"),
    "squadron": said(en="squadron", ru="эскадра"),
    "return_tile": said(en="return tile", ru="вернуть тайл"),
    "take_control": said(en="take control", ru="взять контроль"),
    "conflicts": said(en="conflicts", ru="конфликты"),
    "diplomatic": said(en="diplomatic", ru="дипломатическое"),
    "economic": said(en="economic", ru="экономическое"),
}


def cards() -> tuple[Phrase, ...]:
    """Advantages, ministries, events (5.2, 3.5, 8.2)."""
    return (
        phrase(
            UseAdvantage,
            name("advantage", "advantage"),
            name("conflict", *SPACE, needs_lead=True, en="conflict in", ru="конфликт на @accusative | конфликт в"),
            name("space", *SPACE, needs_lead=True, en="unflag", ru="снять флаг с @genitive | снять"),
            name("squadron", "naval", needs_lead=True, en="squadron", ru="эскадра из @genitive | эскадра"),
            *payment(),
            group=ADVANTAGE,
            colon=True,
            en="use | advantage",
            ru="преимущество | использовать",
        ),
        phrase(
            UseMinistry,
            name("ministry", "ministry"),
            number("ability", en="ability", ru="способность"),
            name("space", "space", needs_lead=True, en="at", ru="на @accusative"),
            choice("result", RESULTS, en="result", ru="итог"),
            name("card", "event", needs_lead=True, en="card", ru="карта"),
            name("commodity", "commodity", needs_lead=True, en="commodity", ru="товар"),
            *payment(),
            group=MINISTRY,
            colon=True,
            en="use minister | minister",
            ru="использовать министерство | министр | использовать министра",
        ),
        phrase(
            PlayEvent,
            name("card", "event"),
            name(
                "reveal", "ministry", many=True, needs_lead=True, en="revealing", ru="открывая министерство | открывая"
            ),
            name("via", "ministry", needs_lead=True, en="via", ru="через министерство | через"),
            flag("bonus", en="with bonus", ru="с бонусом"),
            group=EVENT,
            en="event | play event",
            ru="событие | сыграть событие",
        ),
    )


def choices() -> tuple[Phrase, ...]:
    """Choices of an Event (5.2)."""
    spaces = ("market", "political", "territory", "fort")
    return (
        phrase(
            ChooseForEvent,
            name("card", "event"),
            choice("part", _PARTS, silent=True),
            choice("option", _OPTIONS, silent=True, en="option", ru="вариант"),
            name(
                "conflicts",
                *SPACE,
                many=True,
                needs_lead=True,
                en="conflict in | conflicts in",
                ru="конфликт на @accusative | конфликт в | конфликты в | конфликты на",
            ),
            name("unflag", *spaces, many=True, needs_lead=True, en="unflag", ru="снять флаг с @genitive | снять"),
            name("shift", *spaces, many=True, needs_lead=True, en="shift", ru="сдвинуть @accusative"),
            name(
                "remove_enemy",
                *spaces,
                many=True,
                needs_lead=True,
                en="remove | enemy",
                ru="снять чужой флаг с @genitive | чужой флаг с | чужие",
            ),
            name(
                "remove_own",
                *spaces,
                many=True,
                needs_lead=True,
                en="and your own | own",
                ru="и свой с @genitive | свой флаг с | свои",
            ),
            name("take_control", *spaces, many=True, needs_lead=True, en="take", ru="взять @accusative"),
            name(
                "refresh", "advantage", many=True, needs_lead=True, en="refresh", ru="обновить преимущества | обновить"
            ),
            name(
                "exhaust", "advantage", many=True, needs_lead=True, en="exhaust", ru="истощить преимущества | истощить"
            ),
            name("fort", "fort", needs_lead=True, en="damage | fort", ru="повредить форт | форт"),
            name(
                "squadron",
                "naval",
                "navy_box",
                needs_lead=True,
                en="squadron at | squadron",
                ru="эскадра из @genitive | эскадра",
            ),
            name("tile", "war_tile", needs_lead=True, en="return | tile", ru="вернуть тайл | тайл"),
            name(
                "theater",
                "theatre",
                needs_lead=True,
                en="at | theatre of",
                ru="выбрать @accusative | с @genitive | на @accusative | театр войны",
            ),
            name("commodity", "commodity", needs_lead=True, en="commodity", ru="товар"),
            name("replaces", "commodity", needs_lead=True, en="instead of", ru="вместо товара | вместо"),
            number("points", en="points", ru="очков | очки"),
            flag("score_cotton", en="score cotton", ru="учесть хлопок"),
            choice("pay", _PAY, en="pay", ru="платить"),
            name(
                "activate.advantage",
                "advantage",
                needs_lead=True,
                en="activate",
                ru="применить преимущество | применить",
            ),
            name(
                "activate.conflict",
                *SPACE,
                needs_lead=True,
                en="with conflict in",
                ru="с конфликтом на @accusative | с конфликтом в",
            ),
            slots=("conflicts", "remove_enemy", "remove_own", "exhaust", "refresh", "unflag", "shift"),
            colon=True,
            en="choose for | for event",
            ru="по событию | для события",
        ),
    )
