"""Tell a seat what it is told: the parts `report` and `rules` of Here I Stand, in English and Russian."""

from .report import REPORT, RULEBOOK

__all__ = ["REPORT", "RULEBOOK"]
