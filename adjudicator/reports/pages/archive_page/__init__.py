"""The archive page: one HTML file with everything in it, that needs nothing and asks nobody."""

from adjudicator.reports.pages.archive_page.html import html

__all__ = ["html"]
