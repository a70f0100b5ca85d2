"""The next match of a series."""

import re
from functools import partial
from typing import Annotated, Any, ClassVar

from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.sequel import Wishes, sequel_of
from adjudicator.language import CODES, Language, language, msgid
from adjudicator.orders.text import normalize_word
from adjudicator.reports.wording.kernel_words import why
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.moderation import troubles
from adjudicator.service.moderation.command import Author, ModeratorCommand
from adjudicator.service.moderation.forms import AtLog, FormOption, Made, Pairs, command
from adjudicator.service.moderation.named import seat_named
from adjudicator.service.moderation.wording import BadWording, Wording
from adjudicator.service.people import sequels
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import BadCampaign
from adjudicator.store import audits, series

not_ended = RejectionReason(
    "not_ended", msgid("The match is not over: the next one of a series begins after its result.")
)
no_series = RejectionReason("no_series", msgid("In this game no match follows on another one."))
goes_on = RejectionReason("goes_on", msgid("The next match of the series is there already: %(name)s."))
wishes_refused = RejectionReason("wishes_refused", msgid("The next match cannot be so: %(refused)s."))
_PLAYERS = re.compile(r"(\d+)\s+(?:players|игрок\w*)|(?:players|игроков)\s+(\d+)", re.IGNORECASE)
_WITHOUT = re.compile(r"(?:without|без)\s+", re.IGNORECASE)
bad_name = RejectionReason("bad_name", msgid("The next match cannot be called so: %(problem)s."))


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
    usage: ClassVar = msgid("LOG [; without SEATS] [; SEAT: wanted SEATS] [; 4 players]")
    purpose: ClassVar = msgid("begin the next match of a series, with the same people")
    called: str = ""
    title: str = ""
    by_hand: bool = False
    log: int | None = None
    leaving: tuple[str, ...] = ()
    wanted: dict[str, tuple[str, ...]] = {}
    players: int = 0

    @classmethod
    def read(cls, wording: Wording) -> ModeratorCommand:
        """Return the command: the log number, then who leaves, who wants which seats, how many play."""
        table, log = wording.table, wording.leading()
        leaving: list[str] = []
        wanted: dict[str, tuple[str, ...]] = {}
        players = 0
        for line in wording.lines() if wording.left.strip(" ;") else ():
            if number := _PLAYERS.fullmatch(line):
                players = int(number[1] or number[2])
            elif without := _WITHOUT.match(line):
                leaving += (seat_named(table, each).name for each in _listed(line[without.end() :]))
            elif ":" in line:
                seat, _, ranked = line.partition(":")
                wanted[seat_named(table, seat).name] = tuple(_seat_of_game(table, each) for each in _listed(ranked))
            else:
                raise BadWording
        return cls(log=log, leaving=tuple(leaving), wanted=wanted, players=players)

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        if table.match.result is None:
            raise not_ended()
        if (there := series.after(table.session, table.campaign)) is not None:
            raise goes_on(name=there.title)
        try:
            sequel = sequel_of(table.match, Wishes(self.leaving, self.wanted, self.players))
        except Refusal as no:
            raise wishes_refused(refused=partial(_why, table, no)) from None
        if sequel is None:
            raise no_series()
        start = Start.MODERATOR if self.by_hand else Start.FULL
        try:
            new = sequels.follow(table, sequel, sequels.Following(name=self.called, title=self.title, start=start))
        except BadCampaign as no:
            raise bad_name(problem=str(no)) from None
        self.note(table, author)
        act = audits.NewAct(author.signed, self.tag, {"follows": table.campaign.name}, self.telling)
        audits.record(table.session, new.id, act, table.now)


@command(
    "campaign next",
    "lights --dry-run",
    "lights --name lights-again --title 'Harbour Lights, once more'",
    "fair --without smiths --wish bakers=drapers,masons --players 4",
    needs=Next.right,
)
def next_of_series(  # noqa: PLR0913 - each is an option of the command line
    called: Annotated[str, "--name NAME", "Its name; without it that of the series with its number."] = "",
    title: Annotated[str, "Its title in mails; without it that of the series with its number."] = "",
    by_hand: Annotated[
        bool, "--start-by-hand", "Where seats are open: it begins when you say so, not when all are taken."
    ] = False,
    without: Annotated[list[str] | None, "--without", "The seat of somebody who does not go on; repeatable."] = None,
    wish: Annotated[
        dict[str, Any] | None,
        Pairs("SEAT=SEAT,SEAT: the seats that somebody would like, the dearest first; repeatable.", ("--wish",)),
    ] = None,
    players: Annotated[int, FormOption("How many play the next match.", least=0, most=99)] = 0,
    log: AtLog = None,
) -> Made:
    """Begin the next match of a series.

    This is a new campaign with the people of a finished one and all that they have chosen.

    The game says who takes which seat, what is carried over, and which seats are open; for those the new campaign
    waits, and the moderators get a code to hand out. In a game in which people choose their seats again they get, in
    the order of the game, the first of their wishes that is free. The finished one stays as it is.
    """

    def made(table: CampaignContext) -> Next:
        leaving = tuple(seat_named(table, each).name for each in without or ())
        wanted = {
            seat_named(table, seat).name: tuple(_seat_of_game(table, each) for each in _listed(str(ranked)))
            for seat, ranked in (wish or {}).items()
        }
        return Next(called, title, by_hand, log, leaving, wanted, players)

    return made


def _why(table: CampaignContext, no: Refusal, words: Language) -> str:
    return why(table.match.game.part("report"), no.code, no.rule, no.facts, words)


def _listed(text: str) -> list[str]:
    return [part for each in text.split(",") if (part := each.strip(" .!"))]


def _seat_of_game(table: CampaignContext, name: str) -> str:
    """Return a seat that the game has, by its name in the rules or as readers of any language know it.

    Raises:
        Rejected: There is none.
    """
    game = table.match.game
    report, wanted = game.part("report"), normalize_word(name)
    for seat in game.seats:
        if wanted in map(normalize_word, (seat, *(report.party(seat, language(code)).name for code in CODES))):
            return seat
    raise troubles.no_seat(wrong=name, seats=list(game.seats))
