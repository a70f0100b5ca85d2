"""Tell what happened, as far as templates alone do not say it: dice, units, deals, what only one player sees."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.events import ContentCorrected, Corrected, WindowClosed
from adjudicator.language import msgid
from adjudicator.reports.wording.event_text import TellingMode
from adjudicator.reports.wording.phases import Group

from ..cards import disputes
from ..facts import CARD, COLONY, CONQUEST, DEBATER, EXPLORER, POWER
from ..rules import dealing, hands, impulses, victory, winter
from ..rules.diplomacy.deals import OfDeal
from ..rules.faith import openings
from ..rules.naval.piracy import HIT
from . import terms
from .book import TELLINGS, Speech, tell

_VOYAGES = {"exploration": msgid("exploration"), "colony": msgid("colony"), "conquest": msgid("conquest")}
_LINES = (
    msgid("no child"),
    msgid("no child"),
    msgid("no child, Henry VIII may marry again"),
    msgid("Elizabeth is born"),
    msgid("Edward is born, sickly"),
    msgid("Edward is born, healthy"),
)


@TELLINGS.place
def card_told(event: Any, to: Speech) -> str:
    """Return the card that is played or used, with the name that is printed on it."""
    return to.card(event.card)


@TELLINGS.place
def dice_told(event: Any, to: Speech) -> str:
    """Return the dice of an event."""
    faces = next((found for field in ("faces", "dice") if isinstance(found := getattr(event, field, None), tuple)), ())
    return to.rolled(faces)


@TELLINGS.place
def attack_told(event: Any, to: Speech) -> str:
    """Return the dice of the side that attacks."""
    told = to.rolled(getattr(event, "attack", ()) or getattr(event, "dice", ()))
    added = getattr(event, "modifier", 0)
    return f"{told} ({to.signed(added)})" if added else told


@TELLINGS.place
def against_told(event: Any, to: Speech) -> str:
    """Return the dice of the other side."""
    if not event.against:
        return to.gettext("nobody defended")
    return to.gettext("against %(dice)s", dice=to.rolled(event.against))


@TELLINGS.place
def defense_told(event: Any, to: Speech) -> str:
    """Return the dice of the side that defends."""
    return to.rolled(event.defense)


@TELLINGS.place
def troops(event: Any, to: Speech) -> str:
    """Return units and leaders of an event."""
    return to.company(event)


@TELLINGS.place
def fleet(event: Any, to: Speech) -> str:
    """Return ships and leaders of an event."""
    return to.company(event)


@TELLINGS.place
def whether(event: Any, to: Speech) -> str:
    """Return whether a roll succeeded."""
    return to.gettext("succeeded") if event.success else to.gettext("failed")


@TELLINGS.place
def diet_dice(event: openings.DietHeld, to: Speech) -> str:
    """Return the hits and the dice of the three sides of the Diet of Worms."""
    sides = (("hapsburg", event.hapsburg), ("papacy", event.papacy), ("protestant", event.protestant))
    hits = [(seat, sum(face >= HIT for face in dice), dice) for seat, dice in sides]
    return "; ".join(f"{to.seat(seat)}: {to.hits(many)} ({to.rolled(dice)})" for seat, many, dice in hits)


@TELLINGS.place
def council_told(event: disputes.CouncilHeld, to: Speech) -> str:
    """Return debaters and dice of the Council of Trent."""
    sides = (("papacy", event.papal, event.dice), ("protestant", event.protestant, event.against))
    return "; ".join(
        f"{to.seat(seat)}: {to.things(DEBATER, who) or '–'}, {to.rolled(dice)}" for seat, who, dice in sides
    )


@TELLINGS.place
def points_told(event: victory.Counted, to: Speech) -> str:
    """Return the points of all powers."""
    both = sorted(zip(POWER.ids, event.points, strict=True), key=lambda each: -each[1])
    return ", ".join(f"{to.seat(seat)} {n}" for seat, n in both)


@TELLINGS.place
def voyage(event: Any, to: Speech) -> str:
    """Return what a voyage is for."""
    return to.gettext(_VOYAGES[event.what])


@TELLINGS.place
def lost_one(event: Any, to: Speech) -> str:
    """Return the explorer who is lost."""
    return to.thing(EXPLORER, event.explorer)


@TELLINGS.place
def source_told(event: Any, to: Speech) -> str:
    """Return where riches come from: a conquest, a colony or the mines of Potosi."""
    for kind in (CONQUEST, COLONY, CARD):
        if event.source in kind:
            return to.heading(kind, event.source)
    return to.thing(CARD, "potosi_silver_mines")


@TELLINGS.place
def child(event: Any, to: Speech) -> str:
    """Return the line of the pregnancy chart."""
    return to.gettext(_LINES[event.line - 1])


@TELLINGS.place
def agreed(event: OfDeal, to: Speech) -> str:
    """Return what is agreed in a deal."""
    return terms.agreed(event, to)


def _drew(event: hands.Drew, to: Speech) -> str:
    if event.cards:
        return to.gettext("drew %(cards)s", cards=to.things(CARD, event.cards))
    return to.ngettext("drew %(n)s card", "drew %(n)s cards", event.count)


def _turn(event: dealing.TurnBegan, to: Speech) -> str:
    return to.gettext("turn %(n)s begins", n=event.turn)


def _new_turn(event: dealing.TurnBegan, to: Speech) -> Group:
    """Return the part of the news that a turn begins."""
    return Group("new_turn", to.gettext("Turn %(n)s", n=event.turn))


def _impulse(event: impulses.ImpulseBegan, to: Speech) -> Group:
    """Return the part of the news that an impulse begins."""
    return Group("turn", to.gettext("Impulse: %(seat)s", seat=to.seat(event.power)), side=event.power)


def _winter(event: winter.WinterBegan, to: Speech) -> Group:
    """Return the part of the news that the winter begins."""
    return Group("winter", to.gettext("Winter"))


tell(WindowClosed, "everybody who could react has answered", deed=TellingMode.NO)
tell(Corrected, "the moderator has corrected the position", deed=TellingMode.NO)
tell(ContentCorrected, "the moderator has corrected cards", deed=TellingMode.NO)
tell(hands.Drew, _drew)
tell(
    dealing.TurnBegan,
    _turn,
    who="",
    important=True,
    begins=_new_turn,
    closes=True,
    silent=True,
    deed=TellingMode.BEGINS,
)
tell(winter.WinterBegan, "winter begins", who="", begins=_winter, lasts=True, silent=True, deed=TellingMode.BEGINS)
tell(
    impulses.ImpulseBegan,
    "%(power)s has the impulse",
    begins=_impulse,
    lasts=True,
    silent=True,
    deed=TellingMode.BEGINS,
)
