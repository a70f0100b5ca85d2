"""Say in a few words what changed in a space or an advantage whose owner has stayed: all that its marker shows."""

from collections.abc import Iterator

from adjudicator.language import Language

from ..fact_types import ADVANTAGE, SPACE
from ..known import known
from ..state import playable
from ..view import View


def otherwise(place: str, was: View, now: View, language: Language) -> Iterator[str]:
    """Yield changes of a place, such as `fort damaged`."""
    gettext = language.gettext
    if place in ADVANTAGE:
        if was.is_exhausted(place) != now.is_exhausted(place):
            yield gettext("used") if now.is_exhausted(place) else gettext("ready again")
        return
    old, new = was.space(place), now.space(place)
    if old.conflict != new.conflict:
        yield (gettext("conflict removed"), gettext("conflict"), gettext("conflict +1"))[new.conflict]
    if old.damaged != new.damaged:
        yield gettext("fort damaged") if new.damaged else gettext("fort repaired")
    if old.isolated != new.isolated:
        yield gettext("isolated") if new.isolated else gettext("no longer isolated")
    if old.huguenots != new.huguenots:
        yield gettext("Huguenots come") if new.huguenots else gettext("Huguenots gone")
    elif old.huguenots_spent != new.huguenots_spent:
        yield gettext("Huguenots used") if new.huguenots_spent else gettext("Huguenots ready again")
    if _open(place, was) != _open(place, now):
        yield gettext("open from now on") if _open(place, now) else gettext("no longer open")


def _open(place: str, view: View) -> bool:
    return bool(playable(known(view)) >> SPACE.index[place] & 1)
