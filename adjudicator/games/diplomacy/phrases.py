"""Define how orders are written: the notation, and behind it the words of `data/orders.yaml`."""

from __future__ import annotations

from typing import Final

from adjudicator.orders import WRITTEN, NameBook
from adjudicator.orders.vocabulary.orderfile import read_orders

from .facts import DATA, PROVINCE
from .game import GAME
from .names import names
from .notation import Notation

PHRASES: Final = Notation(
    NameBook.of(names, parts=(PROVINCE,)), [*read_orders(DATA / "orders.yaml", GAME.written), *WRITTEN]
)
