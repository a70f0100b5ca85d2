"""The published schema of the state document."""

import json
from functools import lru_cache

from adjudicator.components.field_types import Json

from .fact_types import DATA


def schema() -> Json:
    """Return the JSON Schema (2020-12) of the document."""
    parsed: Json = json.loads((DATA / "state_document.schema.json").read_text(encoding="utf-8"))
    return parsed


@lru_cache(maxsize=1)
def published() -> Json:
    """Return the same schema, read once."""
    return schema()
