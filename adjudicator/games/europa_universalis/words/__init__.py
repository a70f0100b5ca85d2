"""Tell a seat what it is told: the part `report` of Europa Universalis, in English and Russian."""

from .report import REPORT

__all__ = ["REPORT"]
