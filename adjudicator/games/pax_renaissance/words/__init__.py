"""What a seat is told: the part `report` of Pax Renaissance, in English and Russian."""

from typing import Final

from .report import PaxRenaissanceReport

REPORT: Final = PaxRenaissanceReport()

__all__ = ["REPORT"]
