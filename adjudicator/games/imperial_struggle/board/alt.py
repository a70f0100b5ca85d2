"""The picture in words, for readers who do not see it: score, leads, what changed."""

from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.plates import numeral

from ..fact_types import ADVANTAGE, FLAG, REGION, SIDES, SPACE
from ..known import known
from ..names import names
from ..rules.scoring import region_tally
from ..view import View
from .atlas import Language, words
from .markers import short_name
from .tracks import balance, seen_by, situation

_NAMED = 6  # changes named before the rest is only counted


def alt_text(shown: BoardView[View], language: Language) -> str:
    """Describe what counts in a few short sentences: the score, who leads in which region, what changed and by whom."""
    view, word = shown.view, words(language)
    where = situation(view, language).replace(" · ", ", ")
    opening = word.alt.opening.format(where, seen_by(view, language))
    return " ".join((opening, _score(view, language), _regions(view, language), _changes(shown, language)))


def _score(view: View, language: Language) -> str:
    return words(language).alt.score.format(numeral(view.public.vp), ", ".join(balance(view, language)))


def _regions(view: View, language: Language) -> str:
    word, called, parts, position = words(language), names(language), [], known(view)
    for index, region in enumerate(REGION.ids):
        france, britain = tally = region_tally(position, index)
        name = called.name(REGION, region)
        if france == britain:
            parts.append(word.alt.tied.format(name, *tally))
        else:
            leader = called.name(FLAG, SIDES[britain > france])
            parts.append(word.alt.leads.format(name, leader, max(tally), min(tally)))
    return word.alt.regions.format(", ".join(parts))


def _changes(shown: BoardView[View], language: Language) -> str:
    """Return a sentence for each side with what it changed; beyond a limit the changes are only counted."""
    word = words(language)
    if not shown.changed:
        return word.alt.unchanged
    by_side: dict[str | None, list[str]] = {}
    for change in shown.changed[:_NAMED]:
        named = f"{full_name(change.id, language)} {short_name(change.id)}"
        by_side.setdefault(change.by, []).append(named)
    if (rest := len(shown.changed) - _NAMED) > 0:
        by_side[shown.changed[_NAMED - 1].by].append(word.alt.more.format(rest))
    return " ".join(_changed(side, ", ".join(places), language) for side, places in by_side.items())


def full_name(name: str, language: Language) -> str:
    """Return the name of a space or an advantage for running text."""
    return names(language).name(SPACE if name in SPACE else ADVANTAGE, name)


def _changed(by: str | None, named: str, language: Language) -> str:
    word = words(language)
    if by is None:
        return word.alt.changed.format(named)
    return word.alt.by.format(names(language).name(FLAG, by), named)
