"""`adjudicator analyse`: what decided a match that is over, and whose luck it was."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from adjudicator.language import language
from adjudicator.service.history.analysis import ArchiveAnalysis, analysed, share
from adjudicator.service.moderation.rights import Access
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


def _report(told: ArchiveAnalysis) -> Iterator[str]:
    points, seats = told.analysis.points, told.seats
    yield f"{'log':>6}  " + "  ".join(f"{seat:>10}" for seat in seats)
    places = sorted({round(each * (len(points) - 1) / (SHOWN - 1)) for each in range(SHOWN)})
    for point in (points[place] for place in places):
        yield f"{point.n:>6}  " + "  ".join(f"{point.prospects[seat]:>10.0%}" for seat in seats)
    yield ""
    yield "What decided it:"
    for each in told.analysis.moments:
        yield f"{each.first:>6}  {each.seat} {share(each.before)} → {share(each.after)}  {told.moments[each.first]}"
    yield ""
    yield "Luck of the draws, in prospects: " + ", ".join(f"{seat} {told.analysis.luck[seat]:+.2f}" for seat in seats)
