"""What Crossroads says about itself."""

from __future__ import annotations

from adjudicator.reports.generic import GenericReport
from crossroads.phrases import NAMES
from crossroads.state import SEAT

REPORT = GenericReport(NAMES, SEAT)
