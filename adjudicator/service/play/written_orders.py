"""The orders that a seat has on file where everybody writes at once, told to that seat alone."""

from collections.abc import Iterator

from adjudicator.language import Language, language
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.act import CommandReply
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.play import offers
from adjudicator.store.campaigns import SeatAtTable


def sections(table: CampaignContext, seats: list[SeatAtTable]) -> CommandReply:
    """Return what each of these seats has on file, each in its language; nothing of those that write no orders."""
    told = (listed(table, seat, language(seat.language)) for seat in seats)
    return CommandReply(sections=tuple(each for each in told if each is not None))


def listed(table: CampaignContext, seat: SeatAtTable, words: Language) -> Section | None:
    """Return one line for each thing of a seat that writes orders, and whether it is ready; None for other seats."""
    written = table.match.written_orders(seat.asked_as)
    if written is None:
        return None
    book = offers.words_at(table.match)
    by_default = words.gettext("not ordered: done by default")
    items = tuple(
        Item(name=book.say(order, words.code), text="" if order in written.given else by_default)
        for order in written.orders
    )
    return Section(heading=words.gettext("Your orders"), paragraphs=tuple(_state(words, written.ready)), items=items)


def _state(words: Language, ready: bool) -> Iterator[str]:
    if ready:
        off = words.typed(en="not ready", ru="не готов")
        told = words.gettext("You are ready: you need not be waited for. “%(off)s” takes that back.", off=off)
    else:
        on = words.typed(en="ready", ru="готов")
        told = words.gettext(
            "You are waited for until the deadline. “%(on)s” says that your orders are complete.", on=on
        )
    yield told
    yield words.gettext(
        "Each of them can be replaced until everybody is ready or the deadline has come. Nobody sees them before "
        "then, nor how many there are, nor who is ready."
    )
