"""Notices about play: decisions that were carried out or taken back, draws at the table, the end."""

from datetime import datetime

from adjudicator.language import msgid
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import AboutSeats, TableNotice


class Processed(AboutSeats, frozen=True, tag="processed"):
    """The moderator had the open decision carried out, with defaults for these seats."""

    title = msgid("the moderator had a decision carried out")
    told = msgid(
        "The moderator had the open decision carried out before its deadline; for %(seats)s what the rules name as "
        "the default was done."
    )
    alone = msgid("The moderator had the open decision carried out before its deadline.")
    asking = True


class TakebackRefused(AboutSeats, frozen=True, tag="takeback_refused"):
    """These seats do not agree that the reader's orders are taken back."""

    title = msgid("your orders stay as they are")
    told = msgid("%(seats)s did not agree that your orders are taken back.")
    asking = True


class DrawNeeded(TableNotice, frozen=True, kw_only=True, tag="draw_needed"):
    """A draw is made at the table: what it is called, what is possible (empty: hidden from the reader), where."""

    title = msgid("a draw is needed: please enter it")
    draw: str
    range: str = ""
    log: int


class Ruled(TableNotice, frozen=True, kw_only=True, tag="ruled"):
    """One of several moderators has answered what the match asked them: nothing is left to the others."""

    title = msgid("the moderators' question is answered")
    told = msgid("%(person)s has answered what the game asked the moderators (log entry %(log)s): %(answer)s.")
    silent = msgid(
        "%(person)s has answered what the game asked the moderators (log entry %(log)s). You play yourself: the news "
        "tell you what everybody may know of it."
    )
    person: str
    log: int
    answer: str = ""

    @property
    def text(self) -> str:
        return self.told if self.answer else self.silent


class StandsStill(TableNotice, frozen=True, tag="stands_still"):
    """The rules ask what nobody can answer."""

    title = msgid("the campaign stands still; the moderator is at it")
    told = msgid(
        "The program has come to a point of the rules from which it cannot go on. That is its mistake and nobody's at "
        "the table; the moderator knows of it. Until the campaign goes on no deadline runs; what you order is kept, "
        "and tried then. Nothing is lost."
    )


class StandsStillAlone(TableNotice, frozen=True, tag="stands_still_alone"):
    """The same in a campaign that nobody moderates."""

    title = msgid("the campaign stands still: whoever runs the server must help")
    told = msgid(
        "The program has come to a point of the rules from which it cannot go on. That is its mistake and nobody's at "
        "the table. Nobody moderates this campaign, so only the players have been told: please tell whoever runs this "
        "server that it stands still. Their checkup (adjudicator doctor) names the campaign, and its trail the "
        "question."
    )
    closing = msgid(
        "Until the campaign goes on no deadline runs; what you order is kept, and tried then. Nothing is lost."
    )


class CannotGoOn(TableNotice, frozen=True, kw_only=True, tag="cannot_go_on"):
    """The same for the moderators: which kind of decision it is, and which rule asks for it."""

    title = msgid("the campaign stands still: a question without an answer")
    told = msgid(
        "What was ordered last, or a deadline, leads to a question to which the rules allow no answer (%(decision)s, "
        "rule %(rule)s). That is a mistake of the program. Nothing of it was done: the match stands where it stood. "
        "The campaign is paused, the players know that you are at it, and what they order is kept."
    )
    closing = msgid(
        "Tell the operator the kind and the rule. When the rules are mended, or the position is corrected, “resume” "
        "lets the campaign go on; then what was kept is tried."
    )
    decision: str
    rule: str = ""


class Restored(TableNotice, frozen=True, kw_only=True, tag="restored"):
    """The campaign is as it stood at a moment."""

    title = msgid("restored from a backup: please read")
    told = msgid(
        "The computer of this campaign failed, and it was restored as it stood at %(moment)s. What you have written "
        "since then is read again from our mailbox: you need not send it anew. Until the moderator resumes the "
        "campaign no deadline runs, and orders are kept; then they are tried in the order in which they came. What "
        "you have had from us since then may come a second time."
    )
    moment: datetime


class Moved(TableNotice, frozen=True, kw_only=True, tag="moved"):
    """The campaign has come from another installation, as it stood at a moment."""

    title = msgid("this campaign has moved: please read")
    told = msgid(
        "This campaign goes on from another mail address: answer this email from now on, send again what you have "
        "written since %(moment)s, and wait until the moderator resumes it."
    )
    moment: datetime


class TurnOver(TableNotice, frozen=True, kw_only=True, tag="turn_over"):
    """A turn is over, or a round of one: that behind so many `turns`, and so many `rounds` of it (-1: the whole turn).

    It stands alone and asks nothing, also where its reader is asked something at the same moment: it is the same for
    everybody, something to keep, and the question stays as short as any other.
    """

    title = msgid("what happened")
    kind = queue.TURN
    turns: int
    rounds: int = -1


class Ending(TableNotice, frozen=True, kw_only=True):
    """Common to the last mails of a match: they bring the news and the last position."""

    kind = queue.REPORT


class Over(Ending, frozen=True, tag="over"):
    """The match has come to its result."""

    title = msgid("the match is over")


class NotGoingOn(TableNotice, frozen=True, kw_only=True, tag="not_going_on"):
    """The reader's seat has no place in the next match of the series."""

    title = msgid("the next match")
    told = msgid(
        "The series goes on with %(campaign)s, without the seat that you had. Thank you for your part in this match."
    )
    campaign: str


class Closed(Ending, frozen=True, kw_only=True, tag="closed"):
    """The campaign is ended before its match has a result."""

    title = msgid("the campaign is closed")
    told = msgid("The campaign is closed. It ends here, without a result of the rules.")
    reason: str = ""
