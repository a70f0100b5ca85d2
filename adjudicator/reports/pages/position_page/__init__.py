"""A position as one HTML file that can be moved and enlarged: `position.html`."""

from adjudicator.reports.pages.position_page.html import position_html

__all__ = ["position_html"]
