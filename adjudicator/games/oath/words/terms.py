"""Say what two players give each other, in an offer, a proposal or an exchange that was made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..facts import BANNER, CARD, SLOT
from ..state import State
from .book import Speech


def given(found: Any, to: Speech, state: State | None = None, *, back: bool = False) -> str:
    """Return what is given, or with `back` what is given for it, of anything with the fields of an exchange.

    `state`: where sites are called as they lie.
    """
    prefix = "for_" if back else ""

    def field(name: str) -> Any:
        value = found.get(prefix + name) if isinstance(found, dict) else getattr(found, prefix + name, None)
        return value or ()

    told = [to.amounts(favor=field("favor") or 0, secrets=field("secrets") or 0)]
    told += [to.thing(CARD, each) for each in field("cards")]
    told += [to.thing(BANNER, each) for each in field("banners")]
    told += _sites(field("sites"), to, state)
    return ", ".join(filter(None, told)) or to.pgettext("exchange", "nothing")


def _sites(slots: Iterable[str], to: Speech, state: State | None) -> Iterable[str]:
    return (to.thing(SLOT, slot) if state is None else to.site(state, SLOT.number(slot)) for slot in slots)
