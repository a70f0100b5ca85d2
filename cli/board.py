"""`adjudicator board`: the picture of a position."""

from pathlib import Path
from typing import Annotated

from adjudicator.pictures.raster import to_png
from adjudicator.reports.pages.position_page import position_html
from adjudicator.service.moderation.rights import Access
from cli.commands import command
from cli.errors import Failed
from cli.installation import Sight, looking_at
from cli.options import All, Name, OwnLang, Width
from cli.output import write_whole
from cli.visible import put


@command("board", "lights -o lights.png", "lights --as france --language ru -o f.html", needs=Access.LOOK)
def board(
    name: Name,
    output: Annotated[Path, "--output -o", "The picture to write (.png, or .html to enlarge)."],
    as_: Annotated[str | None, "--as --seat SEAT", "As this seat sees it."] = None,
    all_: All = False,
    lang: OwnLang = None,
    width: Width = 1600,
) -> None:
    """Draw the board as everyone sees it, or as a seat does. Prints its alternative text."""
    sight = Sight(as_=as_, all_=all_, lang=lang)
    with looking_at(name, sight) as view:
        match = view.table.match
        try:
            draw = match.game.part("board")
        except LookupError:
            raise Failed(f"{match.game.id} draws no board") from None
        to_move = match.asked_seats
        sketch = draw(view.match_view(), view.words.code, to_move=to_move)
        title = view.table.campaign.title
    if output.suffix == ".html":
        drawn = position_html(sketch, title, view.words).encode()
    else:
        drawn = to_png(sketch.scene, width)
    write_whole(output, drawn, secret=sight.secret)
    put(sketch.alt)
