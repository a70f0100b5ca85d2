"""`adjudicator analyse`: what decided a match that is over, and whose luck it was."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated

from adjudicator.language import language
from adjudicator.service.moderation.rights import Access
from adjudicator.service.proof.analysis import Told, analysed
from adjudicator.service.proof.archive import Archive, BadArchive
from cli.commands import command
from cli.errors import Failed
from cli.output import Output

SHOWN = 12
"""Points of the course of a match that are listed."""


@command("analyse", "lights.zip", needs=Access.FILES)
def analyse(
    archive: Annotated[Path, "ARCHIVE", "An archive of everything (campaign export), of a match that is over."],
) -> Output:
    """Tell how everybody's prospects went, which five moments decided the match, and whose luck the draws were.

    Prospects are those that stewards go by: shares of one, from the position alone. Luck is what a draw brought, less
    the mean of what other draws would have brought.
    """
    try:
        told = analysed(Archive.read(archive.read_bytes()), language("en"))
    except OSError as error:
        raise Failed(f"{archive}: {error.strerror}") from None
    except BadArchive as bad:
        raise Failed(f"{archive}: {bad}") from None
    plain = {"game": told.game, "analysis": told.analysis, "moments": told.moments}
    return Output(plain, *_report(told))


def _report(told: Told) -> Iterator[str]:
    points, seats = told.analysis.points, told.seats
    yield f"{'log':>6}  " + "  ".join(f"{seat:>10}" for seat in seats)
    places = sorted({round(each * (len(points) - 1) / (SHOWN - 1)) for each in range(SHOWN)})
    for point in (points[place] for place in places):
        yield f"{point.n:>6}  " + "  ".join(f"{point.prospects[seat]:>10.0%}" for seat in seats)
    yield ""
    yield "What decided it:"
    before = {point.n: last for last, point in pairwise(points)}
    for point in told.analysis.moments:
        seat = max(seats, key=lambda each: abs(point.prospects[each] - before[point.n].prospects[each]))
        change = point.prospects[seat] - before[point.n].prospects[seat]
        yield f"{point.n:>6}  {seat} {change:+.0%}  {told.moments[point.n]}"
    yield ""
    yield "Luck of the draws, in prospects: " + ", ".join(f"{seat} {told.analysis.luck[seat]:+.2f}" for seat in seats)
