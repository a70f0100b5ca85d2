"""`vote …`, `votes` and `I concede to …`: what the players decide together."""

from collections.abc import Iterable

import msgspec

from adjudicator.components.russian import lemmas
from adjudicator.language import Language, msgid
from adjudicator.orders.text import tokenize
from adjudicator.reports.model import Item
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.commands.command import PLAYING, Command
from adjudicator.service.moderation import votes
from adjudicator.service.moderation.rights import Access
from adjudicator.service.moderation.troubles import no_seat
from adjudicator.service.moderation.votes import MOTIONS, OpenVote, VoteResult
from adjudicator.service.play import headings
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind, VoteKind

_HEADING = msgid("Votes")
for_players = RejectionReason("for_players", msgid("This is for the players to decide."))
write_it_so = RejectionReason(
    "how_to_vote", msgid("Please write it like this: %(lines)s. Behind it “yes” or “no” answers a vote that is open.")
)
which_vote = RejectionReason(
    "which_vote", msgid("Which vote do you mean? Nothing was counted. Write one of these lines: %(lines)s.")
)

_YES, _NO = frozenset(("yes", "for", "да", "за")), frozenset(("no", "against", "нет", "против"))
_KINDS = {name: kind for kind, each in MOTIONS.items() for name in each.names}
_FILLERS = frozenset(("a", "the", "to", "that", "of", "чтобы"))


class VoteWords(msgspec.Struct, frozen=True):
    """The words of a vote: which kind, which names, yes or no; or the `number` of the vote that a mail answers."""

    kind: VoteKind | None = None
    yes: bool | None = None
    names: tuple[str, ...] = ()
    number: int = 0


def read(rest: str) -> VoteWords | None:
    """Return what words behind `vote` say; None if they contradict each other.

    >>> read("for a draw"), read("замена Франция: против").names
    (VoteWords(kind=<VoteKind.DRAW: 'draw'>, yes=True, names=(), number=0), ('франция',))
    """
    given = [word.folded for word in tokenize(rest) if word.folded not in _FILLERS]
    answers = {word in _YES for word in given if word in _YES | _NO}
    kinds = {_KINDS[form]: word for word in given for form in (word, *lemmas(word)) if form in _KINDS}
    if len(answers) > 1 or len(kinds) > 1:
        return None
    names = tuple(word for word in given if word not in _YES | _NO and word not in kinds.values())
    yes, kind = next(iter(answers), None), next(iter(kinds), None)
    if kind is None and len(names) == 1 and names[0].isdecimal():
        return VoteWords(yes=yes, number=int(names[0]))
    return VoteWords(kind, yes, names)


class Vote(Command):
    needs = Access.SEAT
    names = {"en": ("vote", "i vote"), "ru": ("голосование", "голосую", "я голосую", "голос")}
    heading = _HEADING
    usage = msgid("pause | resume | draw | end | SEAT wins | replace SEAT; yes | no")
    purpose = msgid("begin a vote of the players, or answer one that is open")
    listed_for = None

    def takes(self, rest: str) -> bool:
        said = read(rest)
        return said is not None and (said.kind is not None or not said.names)

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        if act.seat.kind is not SeatKind.PLAYER:
            raise for_players()
        said = read(rest) or VoteWords()
        found = votes.open_votes(act.table, act.received_at)
        if said.kind is None:
            meant = self._meant(act, said, found)
            kind, about = meant.row.kind, meant.seat
        else:
            kind, about = said.kind, self._about(act, said, found)
        return self._told(act, votes.vote(act, kind, about, yes=said.yes is not False))

    def _meant(self, act: CommandContext, said: VoteWords, found: list[OpenVote]) -> OpenVote:
        """Return the open vote that a bare yes or no answers."""
        fitting = [each for each in found if said.number in (0, each.row.id)]
        if said.yes is None:
            raise write_it_so(lines=_lines(act.language))
        if not fitting:
            raise votes.none_open()
        if len(fitting) > 1:
            lines = (line for each in fitting for line in _answers(act, each))
            raise which_vote(lines=_quoted(act.language, lines))
        return fitting[0]

    def _about(self, act: CommandContext, said: VoteWords, found: list[OpenVote]) -> SeatAtTable | None:
        """Return the seat that is named, where the kind is about one; without a name that of the open vote."""
        assert said.kind is not None
        if not MOTIONS[said.kind].is_about_seat:
            if said.names:
                raise write_it_so(lines=_quoted(act.language, [MOTIONS[said.kind].line(act.language, "")]))
            return None
        alike = [each.seat for each in found if each.row.kind is said.kind]
        if not said.names and len(alike) == 1:
            return alike[0]
        names = headings.names_of(act.table.players, act.table.match.game)
        seat = headings.seat_called(tokenize(" ".join(said.names)), names)
        if not seat:
            raise no_seat(wrong=" ".join(said.names), seats=[player.name for player in act.table.players])
        return act.table.by_name[seat]

    def _told(self, act: CommandContext, counted: VoteResult) -> CommandReply:
        language, vote = act.language, counted.vote
        act.table, act.seat = counted.table, counted.table.by_id[act.seat.id]
        if counted.passed is not None:
            told = language.gettext("Everybody is told who has voted how.")
            first = msgid("The vote is over, and it has enough votes.")
            over = first if counted.passed else msgid("The vote is over, and it does not have enough votes.")
            return act.says(self.heading, language.gettext(over), told, changed=True)
        own = language.gettext("yes") if vote.said_by(act.seat) else language.gettext("no")
        sentences = [language.gettext("Your vote counts: %(answer)s. You can still change it.", answer=own)]
        if counted.begun:
            sentences.append(language.gettext("The vote has begun, and everybody is asked by email."))
        return act.says(self.heading, *sentences, items=(_item(act, vote),), changed=True)


class Concede(Vote):
    names = {"en": ("i concede to", "concede to"), "ru": ("признаю победу", "уступаю победу")}
    usage = msgid("SEAT")
    purpose = msgid("you are for ending the match because the others concede to a seat")

    def takes(self, rest: str) -> bool:
        return bool(rest)

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        return super().obey(act, f"{rest} wins")


class Release(Concede):
    names = {"en": ("release",), "ru": ("освободить место",)}
    purpose = msgid("you are for giving a seat to somebody else")

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        return Vote.obey(self, act, f"replace {rest}")


class Votes(Command):
    needs = Access.LOOK
    names = {"en": ("votes", "open votes"), "ru": ("голосования", "открытые голосования")}
    heading = _HEADING
    purpose = msgid("those that are open, and how to begin one")
    listed_for = PLAYING
    before = False
    harmless = True

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        found, words = votes.open_votes(act.table, act.received_at), act.language
        told = () if found else (words.gettext("No vote is open."), write_it_so(lines=_lines(words)).text(words))
        return act.says(self.heading, *told, items=tuple(_item(act, each) for each in found), title="")


def _lines(words: Language) -> list[str]:
    """Return the lines that begin a vote."""
    seat = words.gettext("SEAT")
    return _quoted(words, (each.line(words, seat) for each in MOTIONS.values()))


def _quoted(words: Language, lines: Iterable[str]) -> list[str]:
    return [words.gettext("“%(text)s”", text=line) for line in lines]


def _answers(act: CommandContext, vote: OpenVote) -> tuple[str, str]:
    return vote.motion.answers(act.language, "".join(map(act.seat_called, vote.about)))


def _item(act: CommandContext, vote: OpenVote) -> Item:
    """Return an open vote as it is shown: what is wanted, who began it, how many have voted, how it is answered."""
    yes, no = _answers(act, vote)
    told = act.language.gettext(
        "begun by %(by)s, open until %(moment)s. Needed: %(needed)s of %(voters)s votes; voted so far: %(count)s. "
        "Answer with “%(yes)s” or “%(no)s”.",
        by=act.seat_called(vote.by.name),
        moment=act.language.time(vote.row.closes_at, act.zone, act.now),
        needed=vote.needed,
        voters=len(vote.voters),
        count=len(vote.voters) - len(vote.saying(None)),
        yes=yes,
        no=no,
    )
    return Item(name=vote.motion.consequence(act.language, vote.about, act.seat_called), text=told)


COMMANDS: tuple[Command, ...] = (Vote(), Votes(), Concede(), Release())
