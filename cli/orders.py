"""`adjudicator orders`: what order lines would do, what was ordered, orders for a seat."""

from typing import Annotated

from adjudicator.service.admin.seats import player_seat
from adjudicator.service.moderation.rights import Access
from adjudicator.service.play.ordering import foresee
from cli.commands import command
from cli.deeds import add_deeds
from cli.installation import looking_at
from cli.options import Name
from cli.output import Output


@command("orders check", "lights --seat france 'flag savoy debt 2' 'end'", needs=Access.LOOK)
def check(
    name: Name,
    lines: Annotated[list[str], "LINE", "Order lines as in a mail."],
    seat: Annotated[str, "Whose orders."],
) -> Output:
    """Check orders without carrying them out.

    A dry run, answered as the seat would be answered; nothing is changed, nothing hidden is told.

    Exit code 1 if a line is refused or needs a question back, or if none of them is an order.
    """
    from adjudicator.service.admin.lines import checked_text  # slow to load: it words mails

    with looking_at(name) as view:
        player = player_seat(view.table, seat)
        found = foresee(view.table, player, lines)
        text = checked_text(view.table, player, found)
    return Output(found.rows, text, failed=() if found.does_nothing else None)


add_deeds("orders")
