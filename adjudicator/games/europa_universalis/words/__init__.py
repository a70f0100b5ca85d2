"""What a seat is told: the part `report` of Europa Universalis, in English and Russian."""

from .report import REPORT

__all__ = ["REPORT"]
