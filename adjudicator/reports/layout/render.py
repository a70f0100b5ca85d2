"""From the model to what is sent: one subject, one text, one HTML page, the pictures it shows."""

import msgspec

from adjudicator.reports.layout.budget import cut, paged
from adjudicator.reports.layout.html import html
from adjudicator.reports.layout.plain import clean
from adjudicator.reports.layout.subject import subject
from adjudicator.reports.layout.text import text
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import Detail, Picture, Report


class Rendered(msgspec.Struct, frozen=True, kw_only=True):
    """A mail without envelope. `text` and `html` tell the same; `html` shows the pictures as `cid:`."""

    subject: str
    text: str
    html: str
    pictures: tuple[Picture, ...] = ()


def render(report: Report, reply: str = "", *, with_page: bool = True) -> Rendered:
    """Render a report as text and as a page, in its language and zone.

    The result is pure: the same bytes every time.

    `reply`: the address that the links of the page write to; without one it has no links. Without `with_page` only the
    text is made.

    Raises:
        UnknownLanguageError: The language does not exist.
        zoneinfo.ZoneInfoNotFoundError: The zone does not exist.
    """
    cleaned = _fitting(report)
    words = Words(cleaned, reply)
    headline, page = subject(cleaned, words), cleaned
    if not with_page:
        return Rendered(subject=headline, text=text(cleaned, words), html="", pictures=report.pictures)
    if cleaned.detail is Detail.BRIEF:
        page = paged(cleaned, words)
    changed = (change.picture for change in page.changes if change.picture is not None)
    return Rendered(
        subject=headline,
        text=text(cleaned, words),
        html=html(page, Words(page, reply), headline),
        pictures=(*changed, *(each for each in page.pictures if not each.attached)),
    )


def rendered_text(report: Report) -> str:
    """Render only the text of a report: a terminal needs no page."""
    cleaned = _fitting(report)
    return text(cleaned, Words(cleaned))


def _fitting(report: Report) -> Report:
    """Return what both renderings are made from: clean, nothing said twice, and cut if it is to be brief."""
    cleaned = _said_once(clean(report))
    return cut(cleaned) if cleaned.detail is Detail.BRIEF else cleaned


def _said_once(report: Report) -> Report:
    """Remove the heading of a first section that only repeats the title."""
    first, *others = report.sections or (None,)
    if first is None or first.heading.casefold() != report.title.casefold():
        return report
    return msgspec.structs.replace(report, sections=(msgspec.structs.replace(first, heading=""), *others))
