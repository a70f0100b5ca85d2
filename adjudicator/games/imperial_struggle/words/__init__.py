"""What a seat is told: the part `report` of Imperial Struggle, in English and Russian."""

from typing import Final

from .report import ImperialStruggleReport

REPORT: Final = ImperialStruggleReport()

__all__ = ["REPORT"]
