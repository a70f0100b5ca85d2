"""What things are called, one file a language (``data/names.<code>.yaml``); a third language is one more
file.

>>> names("ru").name("spaces", "savoy")
'Савойя'
>>> names("en").forms("countries", "german_states")
('German States', 'Saxony')
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

import msgspec
import yaml
from msgspec import Struct

from adjudicator.components.load import FactError
from adjudicator.language import CODES

from .fact_types import ACTION_TYPES, DATA, ERAS, FLAGS
from .facts import facts

Section = Literal[
    "flags",
    "regions",
    "sub_regions",
    "countries",
    "space_types",
    "action_types",
    "eras",
    "commodities",
    "spaces",
    "advantages",
    "investments",
    "awards",
    "war_tiles",
    "events",
    "ministries",
    "keywords",
    "wars",
    "theatres",
    "turns",
    "phases",
]
SECTIONS: tuple[Section, ...] = get_args(Section)
Forms = tuple[str, ...]


def remarked(name: str, remark: str) -> str:
    """A name with a remark in brackets; one that has brackets already takes it into them.

    >>> remarked("Savoy", "Europe"), remarked("United States (Prestige 2)", "North America")
    ('Savoy (Europe)', 'United States (Prestige 2, North America)')
    """
    return f"{name[:-1]}, {remark})" if name.endswith(")") else f"{name} ({remark})"


class Names(Struct, frozen=True):
    """The names of one language: by section and id, the name first, then other ways to write it."""

    language: str
    sections: Mapping[Section, Mapping[str, Forms]]
    cases: Mapping[Section, Mapping[str, Mapping[str, str]]] = {}

    def name(self, section: Section, id: str) -> str:
        """What a thing is called. Raises KeyError for an unknown id."""
        return self.sections[section][id][0]

    def forms(self, section: Section, id: str) -> Forms:
        """Every way to write it, the name first."""
        return self.sections[section][id]

    def inflections(self, section: Section, id: str) -> Mapping[str, str]:
        """Its forms in other cases, where they differ from the name (``data/cases.<code>.yaml``)."""
        return self.cases.get(section, {}).get(id, {})

    def table(self, section: Section) -> Mapping[str, Forms]:
        """All ids of a section with their forms; a section that the language does not need is empty."""
        return self.sections.get(section, {})


@lru_cache(maxsize=8)
def names(language: str) -> Names:
    """The names in a language.

    Raises:
        FactError: there is no such file, or it does not name exactly the things of the game.
    """
    path = DATA / f"names.{language}.yaml"
    if language not in languages():
        raise FactError(f"no names in language {language!r}; there are {', '.join(languages())}")
    try:
        read = msgspec.convert(_yaml(path), dict[Section, dict[str, str | list[str]]])
    except msgspec.ValidationError as error:
        raise FactError(f"{path.name}: {error}") from error
    sections: dict[Section, dict[str, Forms]] = {
        section: {id: (forms,) if isinstance(forms, str) else tuple(forms) for id, forms in table.items()}
        for section, table in read.items()
    }
    _check(path.name, sections)
    return Names(language, sections, _cases(language, sections))


def _yaml(path: Path) -> object:
    return yaml.load(path.read_bytes(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def _cases(
    language: str, sections: Mapping[Section, Mapping[str, Forms]]
) -> Mapping[Section, Mapping[str, Mapping[str, str]]]:
    """Case forms of a language; none if it has no file of them."""
    path = DATA / f"cases.{language}.yaml"
    if not path.exists():
        return {}
    try:
        read = msgspec.convert(_yaml(path), dict[Section, dict[str, dict[str, str]]])
    except msgspec.ValidationError as error:
        raise FactError(f"{path.name}: {error}") from error
    for section, table in read.items():
        if unknown := [id for id in table if id not in sections[section]]:
            raise FactError(f"{path.name}: {section}: unknown id {', '.join(unknown)}")
    return read


def languages() -> tuple[str, ...]:
    """Codes of the languages that have a file of names, and catalogues."""
    return tuple(
        code for code in sorted(path.name.split(".")[1] for path in DATA.glob("names.*.yaml")) if code in CODES
    )


def _check(file: str, sections: Mapping[Section, Mapping[str, Forms]]) -> None:
    for section, ids in _expected().items():
        table = sections.get(section, {})
        if missing := [id for id in ids if id not in table]:
            raise FactError(f"{file}: {section}: no name for {', '.join(missing)}")
        if unknown := [id for id in table if id not in ids]:
            raise FactError(f"{file}: {section}: unknown id {', '.join(unknown)}")


def _expected() -> dict[Section, tuple[str, ...]]:
    f = facts()
    peace = tuple(phase.id for phase in f.peace_phases)
    return {
        "flags": FLAGS,
        "regions": f.regions,
        "sub_regions": tuple(s.id for s in f.sub_regions),
        "countries": tuple(c.id for c in f.countries),
        "space_types": ("political", "market", "territory", "naval", "fort"),
        "action_types": ACTION_TYPES,
        "eras": ERAS,
        "commodities": tuple(c.id for c in f.commodities),
        "spaces": tuple(s.id for s in f.spaces),
        "advantages": tuple(a.id for a in f.advantages),
        "investments": tuple(t.id for t in f.investments),
        "awards": tuple(t.id for t in f.awards),
        "war_tiles": tuple(t.id for t in f.war_tiles),
        "events": tuple(e.id for e in f.events),
        "ministries": tuple(m.id for m in f.ministries),
        "keywords": f.keywords,
        "wars": tuple(w.id for w in f.wars),
        "theatres": tuple(t.id for w in f.wars for t in w.theatres),
        "turns": tuple(t.id for t in f.turns),
        "phases": (*peace, *f.war_phases, "set_up", "war_theater", "war_spoils", "game_over"),
    }
