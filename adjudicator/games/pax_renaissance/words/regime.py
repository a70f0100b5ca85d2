"""Regime change in words (Glossary: regime change)."""

from __future__ import annotations

from typing import Any

from ..facts import BANK, BORDER, EMPIRE, PIECE, PLACE, RULE_OF
from ..rules import regime
from .book import OR, PRICED, Counter, chip_of, offer, refuse, tell, thing, verb
from .speech import Speech


def spot(event: Any, to: Speech) -> str:
    """The place or the border of an event, with its short name; "" for neither."""
    if event.place is not None:
        return to.at(PLACE, event.place)
    return "" if event.border is None else to.at(BORDER, event.border)


def _changed(event: regime.RegimeChanged, to: Speech) -> tuple[str, str]:
    """Where the square lies now, and whose it was."""
    whose = event.loser not in (None, event.seat)
    note = to.gettext("taken from %(bank)s", bank=to.inflected(BANK, event.loser, "genitive")) if whose else ""
    if event.suzerain is not None:
        over = to.thing(EMPIRE, event.suzerain)
        return to.gettext(
            "%(empire)s: vassal now; suzerain: %(over)s", empire=to.thing(EMPIRE, event.empire), over=over
        ), note
    if event.republic:
        return to.gettext("%(empire)s: republic now", empire=to.thing(EMPIRE, event.empire)), note
    return to.gettext("%(empire)s: its king comes to the tableau", empire=to.thing(EMPIRE, event.empire)), note


def _freed(event: regime.Freed, to: Speech) -> str:
    return to.gettext(
        "%(empire)s, emancipated: %(piece)s, %(spot)s",
        empire=to.thing(EMPIRE, event.empire),
        piece=to.thing(PIECE, event.piece),
        spot=spot(event, to),
    )


tell(
    regime.RegimeChanged,
    _changed,
    important=True,
    silent=lambda event, group: event.how == "coronation" and event.loser == event.seat,
)
tell(regime.Freed, _freed)
tell(regime.StateChanged, "%(empire)s: %(state)s now", important=True)
verb(
    regime.RegimeChanged,
    "turned into a republic: %(things)s",
    "turned into republics: %(things)s",
    thing("empire", "accusative"),
    when=lambda event: event.republic,
)
verb(
    regime.RegimeChanged,
    "took the square of %(things)s",
    "took the squares of %(things)s",
    thing("empire", "genitive"),
    when=lambda event: event.how != "coronation",
)
verb(regime.Freed, "emancipated %(things)s", "emancipated %(things)s", thing("piece", "accusative"), by_the_way=True)
verb(
    regime.StateChanged,
    "changed the faith: %(things)s",
    "changed the faith: %(things)s",
    lambda event, to: f"{to.thing(EMPIRE, event.empire)} — {to.thing(RULE_OF, event.state)}",
)


def _represses(action: regime.Concede, counter: Counter, to: Speech) -> str:
    there = counter.state.borders[BORDER.index[action.border]]
    return to.gettext("represses: %(pieces)s", pieces=to.things(PIECE, there)) if there else ""


def _florin(action: regime.Concede, counter: Counter, to: Speech) -> str:
    return "1" if counter.state.borders[BORDER.index[action.border]] else ""


offer(regime.Concede, "%(border)s", PRICED, cost=_florin, note=_represses, gist=_represses, chip=chip_of("border"))
offer(regime.Forgo, "no concession", OR)

offer(regime.Free, "%(piece)s: %(place)s", PRICED)
offer(regime.FreeSerf, "%(piece)s: %(border)s", PRICED)
offer(regime.Enough, "nobody else", OR)

offer(regime.Liberty, "%(becomes)s", PRICED)
offer(regime.KeepFaith, "keep the theocracy", OR)

refuse(
    regime.too_poor,
    lambda given, to: to.gettext(
        "whoever is there has to be repressed for %(cost)s, and you have %(florins)s",
        cost=to.florins(given["cost"]),
        florins=to.florins(given["florins"]),
    ),
)
