"""Offer house rules and readings: for a game whose campaigns may choose how it is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from adjudicator.kernel import refusals


class Option(msgspec.Struct, frozen=True):
    """A house rule or ruling that a campaign may choose: its values (the first is the default) and its rule."""

    values: tuple[Any, ...]
    rule: str = ""

    @property
    def default(self) -> Any:
        return self.values[0]


class Options:
    """Hold what a campaign may choose."""

    options: ClassVar[Mapping[str, Option]] = {}
    """House rules and readings that a campaign may choose, by name."""
    days_by_option: ClassVar[Mapping[str, Mapping[Any, int]]] = {}
    """Days that a match takes by mail, as estimated, by the options that decide how long it is, and by their values."""

    def chosen_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options with their values. Raises Refusal for an unknown name or value."""
        for name, value in given.items():
            if name not in self.options:
                raise refusals.unknown_option(option=name, known=sorted(self.options))
            spec = self.options[name]
            if value not in spec.values:
                raise refusals.unknown_option_value.of(
                    spec.rule, option=name, value=str(value), known=[str(known) for known in spec.values]
                )
        return {name: given.get(name, spec.default) for name, spec in self.options.items()}
