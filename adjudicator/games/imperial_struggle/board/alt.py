"""The picture in words, for readers who do not see it: score, leads, what changed."""

from adjudicator.pictures.maps.plates import numeral

from ..fact_types import ADVANTAGE, FLAG, REGION, SPACE
from ..facts import facts
from ..names import names
from .atlas import Language
from .position import Position
from .tally import region_tally
from .tracks import seen_by, situation
from .words import words

_NAMED = 6  # changes named before the rest is only counted


def alt_text(position: Position, language: Language) -> str:
    """A few short sentences with what counts: the score, who leads in which region, what changed and by whom."""
    word = words(language)
    where = situation(position, language).replace(" · ", ", ")
    opening = word.alt.opening.format(where, seen_by(position, language))
    return " ".join((opening, _score(position, language), _regions(position, language), _changes(position, language)))


def _score(position: Position, language: Language) -> str:
    word, rules = words(language), facts().scoring
    lead = position.vp - rules.initiative_vp
    side = names(language).name(FLAG, "france" if lead > 0 else "britain")
    text = word.alt.ahead.format(side, abs(lead)) if lead else word.alt.level
    return word.alt.score.format(numeral(position.vp), text)


def _regions(position: Position, language: Language) -> str:
    word, parts = words(language), []
    for region in facts().regions:
        tally, name = region_tally(position, region), names(language).name(REGION, region)
        if tally.leader:
            more, less = max(tally.france, tally.britain), min(tally.france, tally.britain)
            parts.append(word.alt.leads.format(name, names(language).name(FLAG, tally.leader), more, less))
        else:
            parts.append(word.alt.tied.format(name, tally.france, tally.britain))
    return word.alt.regions.format(", ".join(parts))


def _changes(position: Position, language: Language) -> str:
    """A sentence for each side with what it changed, the rest only counted."""
    word = words(language)
    if not position.changed:
        return word.alt.unchanged
    by_side: dict[str | None, list[str]] = {}
    for change in position.changed[:_NAMED]:
        by_side.setdefault(change.by, []).append(full_name(change.id, language))
    if (rest := len(position.changed) - _NAMED) > 0:
        by_side[position.changed[_NAMED - 1].by].append(word.alt.more.format(rest))
    return " ".join(_changed(side, ", ".join(named), language) for side, named in by_side.items())


def full_name(name: str, language: Language) -> str:
    """The name of a space or an advantage in running text."""
    return names(language).name(SPACE if name in SPACE else ADVANTAGE, name)


def _changed(by: str | None, named: str, language: Language) -> str:
    word = words(language)
    if by is None:
        return word.alt.changed.format(named)
    return word.alt.by.format(names(language).name(FLAG, by), named)
