"""Battles in words (Glossary: battle; J, K, F9)."""

from __future__ import annotations

from typing import Any, Final

from adjudicator.language import msgid

from ..facts import EMPIRE, NONE, ONE_SHOT, OPERATION, PIECE, PLACE
from ..rules import battles
from .book import ANSWER, OR, Counter, ask, chip_of, offer, tell, verb
from .regime import spot
from .speech import Speech


def war(id: str, to: Speech) -> str:
    """What a battle is fought for: a one-shot or a campaign."""
    return to.heading(OPERATION if id == "campaign" else ONE_SHOT, id)


_WON: Final = msgid("%(war)s, %(empire)s: won, %(attackers)s against %(defenders)s")
_NOT_WON: Final = msgid("%(war)s, %(empire)s: not won, %(attackers)s against %(defenders)s")


def _fought(event: battles.BattleFought, to: Speech) -> str:
    return to.gettext(
        _WON if event.won else _NOT_WON,
        war=war(event.war, to),
        empire=to.at(EMPIRE, event.empire),
        attackers=event.attackers,
        defenders=event.defenders,
    )


def _survived(event: battles.Survived, to: Speech) -> str:
    piece = to.thing(PIECE, event.piece)
    if where := spot(event, to):
        return to.gettext("survivor: %(piece)s, %(spot)s", piece=piece, spot=where)
    return to.gettext("no room for a survivor, repressed: %(piece)s", piece=piece)


tell(battles.BattleFought, _fought, important=True)
tell(battles.Survived, _survived)
tell(battles.Rearranged, "exchanged: %(one)s and %(other)s")
verb(
    battles.BattleFought,
    "won the battle for %(things)s",
    "won the battles for %(things)s",
    lambda event, to: to.at(EMPIRE, event.empire, "accusative"),
    when=lambda event: event.won,
)
verb(
    battles.BattleFought,
    "did not win the battle for %(things)s",
    "did not win the battles for %(things)s",
    lambda event, to: to.at(EMPIRE, event.empire, "accusative"),
)


def _there(place: str, counter: Counter, to: Speech) -> str:
    """A place, and who stands there."""
    piece = counter.state.places[PLACE.index[place]]
    name = to.thing(PLACE, place)
    return name if piece == NONE else f"{name} ({to.thing(PIECE, piece)})"


def _losses(decision: Any, counter: Counter, to: Speech) -> str:
    empire, count = to.thing(EMPIRE, decision.context["empire"]), decision.context["count"]
    if decision.context["own"]:
        return to.gettext("%(empire)s: who of the attackers falls? Still to fall: %(n)s", empire=empire, n=count)
    return to.gettext("%(empire)s: who of the defenders falls? Still to fall: %(n)s", empire=empire, n=count)


offer(battles.FallAt, lambda action, counter, to: _there(action.place, counter, to), ANSWER, chip=chip_of("place"))
offer(battles.FallOn, "%(border)s: %(piece)s", ANSWER, chip=chip_of("border"))
offer(battles.FallAgent, "agent: %(piece)s", ANSWER)
offer(battles.FallRepressed, "repressed: %(piece)s", ANSWER)
ask(battles.CASUALTY, "who falls in the battle?", _losses)

offer(battles.SettleAt, "%(place)s", ANSWER, chip=chip_of("place"))
offer(battles.SettleOn, "%(border)s", ANSWER, chip=chip_of("border"))
offer(battles.GiveWay, "leave the room to another survivor", OR)

offer(
    battles.Arrange,
    lambda action, counter, to: to.gettext(
        "exchange: %(one)s, %(other)s", one=_there(action.one, counter, to), other=_there(action.other, counter, to)
    ),
    ANSWER,
)
offer(battles.AsTheyStand, "leave them as they stand", OR)
