"""Wishes to have something back, told what takes it back now: one exact line, or why nothing can be."""

from collections.abc import Iterator, Sequence

from adjudicator.language import Language, language
from adjudicator.reports.model import Section
from adjudicator.service.campaign.act import CommandReply
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play import offers, takebacks, unannounced_orders
from adjudicator.service.play.kept.held_orders import Due, held_by
from adjudicator.store.campaigns import SeatAtTable


def answered(table: CampaignContext, seat: SeatAtTable, rows: Sequence[LineRead]) -> CommandReply:
    """Return what is said to a seat if one of its lines wishes something back; empty otherwise."""
    if not any(row.problem is not None and row.problem.why == "regret" for row in rows):
        return CommandReply()
    words = language(seat.language)
    told = tuple(_on_file(table, seat, words)) or (_carried_out(table, seat, words),)
    heading = words.gettext("Taking back")
    return CommandReply(
        sections=(Section(heading=heading, paragraphs=told),), title=words.gettext("nothing was changed")
    )


def _on_file(table: CampaignContext, seat: SeatAtTable, words: Language) -> Iterator[str]:
    """Yield what is on file, and how it is replaced or withdrawn."""
    held, withdraw = held_by(table, seat), words.typed(en="withdraw", ru="отозвать")
    sealed = table.match.sealed.get(seat.name)
    if sealed is not None:
        answer = offers.words_at(table.match).say(sealed, seat.language)
        yield words.gettext("Your answer on file is: %(answer)s. Another answer takes its place.", answer=answer)
    lines = [line.text for line in held.filed(words) if line.due is not Due.TURN]
    if lines:
        yield words.gettext("On file, and not carried out: %(lines)s.", lines="; ".join(lines))
    if sealed is not None or lines:
        yield words.gettext("To take it back, send this one line: %(line)s", line=withdraw)


def _carried_out(table: CampaignContext, seat: SeatAtTable, words: Language) -> str:
    """Return whether the last orders that were carried out can be taken back, and how."""
    takeback = words.typed(en="takeback", ru="вернуть")
    try:
        rows = takebacks.last_orders(table, seat)
    except Rejected as why:
        return f"{why.text(words)} {moderator_helps(table, words)}".strip()
    if unannounced_orders.are_untold(table, seat, rows):
        return words.gettext(
            "To take back the orders of your last email, send this one line: %(line)s. Nobody else has been "
            "told of them, so nobody is asked.",
            line=takeback,
        )
    return words.gettext(
        "To take back the orders of your last email, send this one line: %(line)s. The others at the "
        "table are asked, and all have to agree.",
        line=takeback,
    )


def moderator_helps(table: CampaignContext, words: Language) -> str:
    """Return how a moderator is asked to take something back; empty where there is none."""
    if not any(seat.holders for seat in table.moderators):
        return ""
    press = words.typed(
        en="press to the moderator: please take back my last order",
        ru="письмо ведущему: прошу вернуть мой последний ход",
    )
    return words.gettext(
        "The moderator can correct it, best with the consent of the others; ask them so: “%(press)s”.", press=press
    )
