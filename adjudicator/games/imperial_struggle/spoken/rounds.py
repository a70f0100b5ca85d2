"""Turns, action rounds and what points buy in them (chapters 4, 5, 6, 9)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.orders import Phrase, choice, flag, name, number, phrase, said

from ..rules.action_round import EndRound, Pass
from ..rules.bidding import Bid
from ..rules.diplomatic import DrawEvent
from ..rules.discard import DiscardEvents
from ..rules.forts import BuildFort, RepairFort, SeizeFort
from ..rules.investment import TakeInvestment
from ..rules.military import BuyBonusWarTile, ConvertMilitary, RemoveConflict
from ..rules.ministries.end_of_turn import EndPowers
from ..rules.ministries.phase import ChooseMinistries, ReplaceMinistries
from ..rules.ministries.use import RevealMinistry
from ..rules.shifts import ShiftMarket, ShiftPolitical
from ..rules.squadrons import BuildSquadron, DeploySquadron
from ..rules.turn import ChooseFirstPlayer
from ..rules.war_tiles import KeepBasicTile, MilitaryUpgrade, PlaceBonusTile
from .shared import END, MARKET, MILITARY, PASS, POLITICAL, SPACE, payment

_OTHER: Mapping[str | int, Mapping[str, str]] = {
    "pool": said(en="to the pool | pool", ru="в запас | запас"),
    "out_of_game": said(en="out of the game", ru="из игры"),
}
_TILE: Mapping[str | int, Mapping[str, str]] = {
    "placed": said(en="placed | old", ru="лежащий | лежащую | старый"),
    "drawn": said(en="drawn | new", ru="вытянутый | вытянутую | новый | новую"),
}
_SIDES: Mapping[str | int, Mapping[str, str]] = {
    "france": said(en="France", ru="Франция"),
    "britain": said(en="Britain", ru="Британия"),
}
_TYPES: Mapping[str | int, Mapping[str, str]] = {
    "economic": said(en="economic", ru="экономическое"),
    "diplomatic": said(en="diplomatic", ru="дипломатическое"),
}


def rounds() -> tuple[Phrase, ...]:
    """What begins and ends turns and rounds (chapters 4 and 5.0-5.1)."""
    return (
        phrase(Bid, number("trp"), en="bid", ru="ставка"),
        phrase(DiscardEvents, name("cards", "event", many=True), each="cards", en="discard", ru="сбросить | сброс"),
        phrase(
            ChooseMinistries,
            name("ministries", "ministry", many=True),
            flag("jacobite", en="with Jacobites", ru="с якобитами"),
            each="ministries",
            en="ministers | choose | choose ministers",
            ru="выбрать министерства | министры | выбрать | выбрать министров",
        ),
        phrase(
            ReplaceMinistries,
            flag("jacobite", en="with Jacobites", ru="с якобитами"),
            fixed={"out": (), "into": ()},
            en="keep ministers",
            ru="оставить министерства | оставить министров",
        ),
        phrase(
            ReplaceMinistries,
            name("into", "ministry", many=True),
            flag("jacobite", en="with Jacobites", ru="с якобитами"),
            fixed={"out": ()},
            en="add minister | add ministers",
            ru="добавить министерство | добавить министерства | добавить",
        ),
        phrase(
            ReplaceMinistries,
            name("out", "ministry", many=True),
            name("into", "ministry", many=True, needs_lead=True, en="by | with", ru="на министерство | на"),
            flag("jacobite", en="with Jacobites", ru="с якобитами"),
            en="replace",
            ru="заменить министерство | заменить",
        ),
        phrase(ChooseFirstPlayer, choice("first", _SIDES), en="first", ru="первой ходит | первый | первой"),
        phrase(
            TakeInvestment,
            name("tile", "investment"),
            name(
                "reveal", "ministry", many=True, needs_lead=True, en="revealing", ru="открывая министерство | открывая"
            ),
            bare=True,
            en="take | tile",
            ru="взять | тайл | жетон",
        ),
        phrase(RevealMinistry, name("ministry", "ministry"), en="reveal", ru="открыть министерство | открыть"),
        phrase(Pass, group=PASS, en="pass | pass the turn", ru="пас | пасую"),
        phrase(
            EndRound,
            group=END,
            closes=True,
            en="end | end round | end turn | end of round | end of turn | end my round | end my turn",
            ru="конец | конец раунда | конец хода | закончить раунд | закончить ход | завершить раунд | завершить ход",
        ),
        phrase(EndPowers, group=END, closes=True, en="end powers", ru="конец способностей"),
    )


def shifts() -> tuple[Phrase, ...]:
    """Economic and diplomatic actions (5.4, 5.5)."""
    verbs = {
        "flag": said(en="flag", ru="флаг на @accusative | флаг"),
        "unflag": said(en="unflag", ru="снять флаг с @genitive | снять | снять флаг"),
    }
    return (
        *(
            phrase(
                action,
                name("space", kind),
                *payment(),
                fixed={"result": result},
                group=group,
                en=texts["en"],
                ru=texts["ru"],
            )
            for action, kind, group in ((ShiftPolitical, "political", POLITICAL), (ShiftMarket, "market", MARKET))
            for result, texts in verbs.items()
        ),
        phrase(DrawEvent, *payment(), en="draw event", ru="взять событие | тянуть событие"),
    )


def military() -> tuple[Phrase, ...]:
    """Military actions and upgrades (5.3.3, 5.6)."""
    return (
        phrase(
            BuyBonusWarTile,
            *payment(),
            group=MILITARY,
            en="war tile | bonus tile | buy war tile",
            ru="военный тайл | тайл войны | бонусный тайл | жетон войны | бонусный жетон",
        ),
        phrase(
            ConvertMilitary,
            choice("to", _TYPES),
            *payment(),
            group=MILITARY,
            en="convert to",
            ru="обменять на | обратить в",
        ),
        phrase(
            RemoveConflict,
            name("space", *SPACE),
            *payment(),
            group=MILITARY,
            en="remove conflict | clear",
            ru="убрать конфликт с @genitive | убрать конфликт",
        ),
        phrase(
            BuildFort,
            name("space", "fort"),
            *payment(),
            group=MILITARY,
            en="build fort | fort",
            ru="построить форт | форт",
        ),
        phrase(
            RepairFort,
            name("space", "fort"),
            *payment(),
            group=MILITARY,
            en="repair fort | repair",
            ru="восстановить форт | восстановить | починить форт | починить | отремонтировать форт | отремонтировать",
        ),
        phrase(
            SeizeFort,
            name("space", "fort"),
            *payment(),
            group=MILITARY,
            en="seize fort | seize",
            ru="захватить форт | захватить",
        ),
        phrase(
            BuildSquadron,
            *payment(),
            group=MILITARY,
            en="build squadron | squadron",
            ru="построить эскадру | эскадра",
        ),
        phrase(
            DeploySquadron,
            name("source", "naval", "navy_box", needs_lead=True, en="from", ru="из @genitive"),
            name("to", "naval", en="to", ru="в @accusative"),
            *payment(),
            group=MILITARY,
            en="deploy | deploy squadron | move squadron",
            ru="развернуть эскадру | развернуть | эскадру",
        ),
        phrase(
            MilitaryUpgrade,
            name("theater", "theatre"),
            name("with_theater", "theatre", needs_lead=True, en="with", ru="с @instrumental"),
            group=MILITARY,
            en="upgrade | military upgrade",
            ru="улучшение армии @genitive | улучшить армию | улучшить | модернизация",
        ),
        phrase(
            KeepBasicTile,
            choice("keep", _TILE),
            choice("other", _OTHER, en="other | other to", ru="другой | другой в | другую | другую в"),
            colon=True,
            en="keep",
            ru="оставить",
        ),
        phrase(
            PlaceBonusTile,
            name("tile", "war_tile"),
            name("theater", "theatre", en="at | in", ru="на | в"),
            name("move.tile", "war_tile", needs_lead=True, en="moving", ru="перенести тайл | перенести"),
            name("move.theater", "theatre", needs_lead=True, en="to", ru="к @dative"),
            en="lay | place",
            ru="положить тайл | положить | выложить",
        ),
    )
