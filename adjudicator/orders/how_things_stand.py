"""What somebody tells of how things stand: `we have an alliance with Castile`, «у нас война с Англией», `our war with
England goes on`.

It names what an order would name, and orders nothing: only who wants it so says what he does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.orders.courtesy import courtesy, first_of, phrase_before
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.text import Word, clean, order_part, words

_ENDS = re.compile(r"[,;!?]|\.(?=\s|$)|\s[-–—]\s")


def tells_how_things_stand(text: str, book: Phrasebook, language: str) -> bool:
    """Whether a sentence of a line says that something of the game is so, and not that it shall be."""
    parts = map(words, _ENDS.split(clean(order_part(text))))
    return any(given and _stands(given, book, language) for given in parts)


def _stands(said: Sequence[Word], book: Phrasebook, language: str) -> bool:
    """Whether somebody has or is something that an order would begin with, or it is said to go on."""
    if first_of(said, 0, courtesy().so_we_are):
        return True
    led = first_of(said, 0, courtesy().so_it_is)
    at = next((at for at, word in enumerate(said) if at >= led and word.folded not in courtesy().already), len(said))
    begun = at + len(book.verb_of(said[at:], language)) if at < len(said) else at
    folded = [word.folded for word in said]
    return begun > at and (led > 0 or phrase_before(folded, begun, len(folded), courtesy().it_lasts) > 0)
