"""Sets of spaces as the data files describe them: every field that is set narrows the set."""

from msgspec import Struct

from adjudicator.components.bits import mask_of

from .fact_files import Where
from .fact_types import Space


class Tables(Struct, frozen=True):
    """Indexes by id."""

    space: dict[str, int]
    region: dict[str, int]
    sub_region: dict[str, int]
    country: dict[str, int]
    commodity: dict[str, int]


def targets_of(where: Where | None, spaces: tuple[Space, ...], tables: Tables) -> int:
    """The spaces that a row names, as a mask; none where it has no such field."""
    if where is None:
        return 0
    return mask_of(
        s.index
        for s in spaces
        if (not where.regions or s.region in {tables.region[r] for r in where.regions})
        and (not where.sub_region or s.sub_region == tables.sub_region[where.sub_region])
        and (not where.countries or s.country in {tables.country[c] for c in where.countries})
        and (not where.spaces or s.index in {tables.space[i] for i in where.spaces})
        and (not where.types or s.type in where.types)
        and (not where.commodity or s.commodity == tables.commodity[where.commodity])
        and (not where.commodities or s.commodity in {tables.commodity[c] for c in where.commodities})
        and (not where.alliance or s.alliance)
        and (not where.local_alliance or s.local_alliance)
        and (where.prestige is None or s.prestige == where.prestige)
        and s.country not in {tables.country[c] for c in where.not_countries}
    )
