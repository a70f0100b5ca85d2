"""Names on the picture: those of the names files, broken into the lines that the places ask for."""

from adjudicator.language import WRITTEN
from adjudicator.pictures.text import text_width

from ..names import names
from .atlas import CountryBlock, Language, Place, atlas

_SIZE = 10.0  # any size will do: lines are only compared


def place_lines(name: str, language: Language) -> list[str]:
    """The name of a space, an advantage or a block of a country, in lines."""
    plan, called = atlas(), names(language)
    if block := plan.groups.get(name):
        text = called.name("countries", block.country)
        return [text, f"({called.name('eras', block.era)})"] if block.era else broken(text, _count(block, language))
    if place := plan.advantages.get(name):
        return broken(called.name("advantages", name), _count(place, language))
    return broken(called.name("spaces", name), _count(plan.spaces[name], language))


def full_name(name: str, language: Language) -> str:
    """The name of a space or an advantage in running text."""
    return names(language).name("spaces" if name in atlas().spaces else "advantages", name)


def broken(text: str, lines: int) -> list[str]:
    """Breaks a text at a blank or behind a hyphen into one or two lines, so that the longer one is short."""
    cuts = [i + 1 for i, letter in enumerate(text) if letter in " -"] if lines > 1 else []
    if not cuts:
        return [text]
    best = min(cuts, key=lambda cut: max(_width(text[:cut].rstrip()), _width(text[cut:])))
    return [text[:best].rstrip(), text[best:]]


def _width(text: str) -> float:
    return text_width(text, _SIZE)


def _count(place: Place | CountryBlock, language: Language) -> int:
    if language in WRITTEN:
        return place.lines.get(language, 1)
    return max(place.lines.values(), default=1)
