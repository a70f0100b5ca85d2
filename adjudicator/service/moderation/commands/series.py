"""The next match of a series."""

from typing import Annotated, ClassVar

from adjudicator.kernel.sequel import sequel_of
from adjudicator.language import msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.moderation.command import Author, ModeratorCommand
from adjudicator.service.moderation.forms import AtLog, command
from adjudicator.service.people import sequels
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import BadCampaign
from adjudicator.store import audits, series

not_ended = RejectionReason(
    "not_ended", msgid("The match is not over: the next one of a series begins after its result.")
)
no_series = RejectionReason("no_series", msgid("In this game no match follows on another one."))
goes_on = RejectionReason("goes_on", msgid("The next match of the series is there already: %(name)s."))
bad_name = RejectionReason("bad_name", msgid("The next match cannot be called so: %(problem)s."))


@command(
    "campaign next",
    "adjudicator campaign next lights --dry-run",
    "adjudicator campaign next lights --name lights-again --title 'Harbour Lights, once more'",
)
class Next(ModeratorCommand, frozen=True, tag="next"):
    """Begin the next match of a series.

    This is a new campaign with the people of a finished one and all that they have chosen.

    The game says who takes which seat, what is carried over, and which seats are open; for those the new campaign
    waits, and the moderators get a code to hand out. The finished one stays as it is.
    """

    final: ClassVar = True
    names: ClassVar = {"en": ("next match",), "ru": ("следующая партия",)}
    did: ClassVar = msgid("The next match of the series is there; everybody gets its first email.")
    will: ClassVar = msgid(
        "The next match of the series will begin, with the people of this one. Where a seat is open it waits, and you "
        "get a code to hand out."
    )
    usage: ClassVar = msgid("LOG")
    purpose: ClassVar = msgid("begin the next match of a series, with the same people")
    called: Annotated[str, "--name NAME", "Its name; without it that of the series with its number."] = ""
    title: Annotated[str, "Its title in mails; without it that of the series with its number."] = ""
    by_hand: Annotated[
        bool, "--start-by-hand", "Where seats are open: it begins when you say so, not when all are taken."
    ] = False
    log: AtLog = None

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        if table.match.result is None:
            raise not_ended()
        if (there := series.after(table.session, table.campaign)) is not None:
            raise goes_on(name=there.title)
        sequel = sequel_of(table.match)
        if sequel is None:
            raise no_series()
        start = Start.MODERATOR if self.by_hand else Start.FULL
        try:
            new = sequels.follow(table, sequel, sequels.Following(name=self.called, title=self.title, start=start))
        except BadCampaign as why:
            raise bad_name(problem=str(why)) from None
        self.note(table, author)
        act = audits.NewAct(author.signed, self.tag, {"follows": table.campaign.name}, self.telling)
        audits.record(table.session, new.id, act, table.now)
