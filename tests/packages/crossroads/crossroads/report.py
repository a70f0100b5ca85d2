"""What Crossroads says about itself."""

from __future__ import annotations

from adjudicator.reports.generic import GenericReport

REPORT = GenericReport()
