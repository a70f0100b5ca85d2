"""The gettext catalogues of this game."""

from pathlib import Path
from typing import Final

from adjudicator.language import Language

DOMAIN: Final = "europa_universalis"
DIRECTORY: Final = Path(__file__).parent / "locale"


def in_game(language: Language) -> Language:
    """Return the language with the catalogue of this game."""
    return language.with_catalogue(DOMAIN, DIRECTORY)
