"""The facts of Imperial Struggle: map, tiles, cards, wars, prices, loaded once from ``data/``.

>>> f = facts()
>>> len(f.spaces), f.spaces[f.space["sardinia"]].cost
(112, 2)
>>> f.ids(f.by_commodity[f.commodity["fish"]])
('gulf_of_st_lawrence', 'northeast_channel', 'georges_bank', 'massachusetts_bay')
"""

from functools import lru_cache

from .fact_build import build
from .fact_files import FactError
from .fact_table import Facts

__all__ = ["FactError", "Facts", "facts"]


@lru_cache(maxsize=1)
def facts() -> Facts:
    """The facts, read and checked at the first call.

    Raises:
        FactError: a data file is damaged.
    """
    try:
        return build()
    except (KeyError, ValueError) as error:
        if isinstance(error, FactError):
            raise
        raise FactError(f"data files do not fit together: unknown {error}") from error
