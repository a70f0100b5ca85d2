"""The acts of a campaign in words: the sentences of the deeds, and of what else was done at the desk."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import groupby
from typing import Any

from adjudicator.language import Language, msgid
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.troubles import Called
from adjudicator.service.moderation.acts import ToldAct, deed_of
from adjudicator.service.moderation.rights import localized_right
from adjudicator.service.people.silent_seats import BY
from adjudicator.store.audits import MAILED
from adjudicator.store.timing import STUCK

HEADING = msgid("What the moderators did")
CORRECTED = {
    "rollback": msgid("Play goes back to where it stood after log entry %(n)s."),
    "takeback": msgid(
        "%(seat)s asked to take the last orders back, and everybody agreed: play stands again where it stood after "
        "log entry %(n)s."
    ),
    "untold": msgid(
        "%(seat)s has taken the last orders back, of which nobody else had been told: play stands again where it stood "
        "after log entry %(n)s."
    ),
    "replace": msgid("The order of %(seat)s at log entry %(n)s was replaced."),
    "insert": msgid("An order of %(seat)s was put in before log entry %(n)s."),
    "remove": msgid("The order of %(seat)s at log entry %(n)s was taken out."),
    "draw": msgid("A draw at log entry %(n)s has another result."),
    "fact": msgid("The position was corrected before log entry %(n)s."),
    "content": msgid("From log entry %(n)s on the game is played with corrected cards and figures."),
    "script": msgid("Several things were corrected from log entry %(n)s on."),
    "undo": msgid("The last correction was taken back: play goes on where it stood before it, after log entry %(n)s."),
}
"""What a correction did, by kind."""
_SAID = {
    "campaign create": msgid("set the campaign up"),
    "campaign import": msgid("brought the campaign here from an archive"),
    "notices add": msgid("added a place where notices go beside the emails"),
    "upgrade adopt": msgid("put a newer version of the program to work; so far everything comes out the same by it"),
    "upgrade migrate": msgid("carried the campaign over to newer rules"),
    "upgrade pin": msgid("kept the rules by which the campaign is played, whatever version is put to work for others"),
    "look": msgid("looked at what not everybody knows"),
    "mail release": msgid("let an email count that had been set aside"),
    "mail reject": msgid("rejected an email that had been set aside"),
    "mail reprocess": msgid("had an email read once more"),
    "mail refetch": msgid("had emails read again from the mailbox"),
    "restore": msgid("brought the campaign back from a copy"),
    "move": msgid("gave the campaign numbers of this installation"),
    "leave": msgid("left the campaign"),
    "vote out": msgid("took the seat from its player by a vote"),
}
"""What was done that no class of a deed or arrangement tells."""
_WHICH = {
    "none": msgid("none, the adjudicator makes them all"),
    "open": msgid("dice and what else is drawn openly"),
    "all": msgid("all"),
}
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
"""Seen from there a day is told with its year."""
_NOBODYS = {BY: msgid("the players"), STUCK: msgid("the adjudicator")}
"""Authors that are no person."""


class Speaker:
    """The context in which acts are told: a language, the names of the seats in it, a zone."""

    def __init__(self, words: Language, called: Called, zone: str) -> None:
        self.words, self.called, self.zone = words, called, zone

    def section(self, acts: Sequence[ToldAct]) -> Section | None:
        """Return the acts as a section of an email; None if there are none. Repeated acts are told once."""
        if not acts:
            return None
        last = acts[-1].at
        items = tuple(
            Item(name=self.words.time(at, self.zone, last), text=text if count == 1 else f"{text} (×{count})")
            for at, text, count in self._runs(acts)
        )
        return Section(heading=self.words.gettext(HEADING), items=items)

    def lines(self, acts: Sequence[ToldAct]) -> Iterator[str]:
        """Yield the acts as separate lines, each with its time to the second."""
        for act in acts:
            yield f"{self.words.instant(act.at, self.zone)}: {self.sentence(act)}"

    def sentence(self, act: ToldAct) -> str:
        """Return who did what, and why."""
        told = f"{self._author(act.by)}: {self._told(act)}"
        return f"{told} ({act.reason})" if act.reason else told

    def _runs(self, acts: Sequence[ToldAct]) -> Iterator[tuple[datetime, str, int]]:
        for text, same in groupby(((act.at, self.sentence(act)) for act in acts), key=lambda pair: pair[1]):
            moments = [at for at, _ in same]
            yield moments[-1], text, len(moments)

    def _author(self, by: str) -> str:
        if by in _NOBODYS:
            return self.words.gettext(_NOBODYS[by])
        name = by.removesuffix(MAILED)
        return name if name == by else self.words.gettext("%(name)s, by email", name=name)

    def _told(self, act: ToldAct) -> str:
        facts = act.facts
        if "vote" in facts:
            return self._voted(facts)
        if kind := facts.get("kind"):
            seat = self.called(facts["seat"]) if facts.get("seat") else ""
            n = facts.get("branched_at" if kind == "undo" else "n", 0)
            return self.words.gettext(CORRECTED[kind], n=n, seat=seat)
        deed = deed_of(act.command)
        told = self.words.gettext(
            _SAID.get(act.command) or (deed and deed.listed_as(facts)) or msgid("used the command “%(command)s”"),
            command=act.command,
            draws="; ".join(map(str, facts.get("draws", ()))),
            log=", ".join(map(str, facts.get("log", ()))),
            which=self.words.gettext(_WHICH.get(facts.get("which", ""), "")),
        )
        more = ", ".join(filter(None, (_FACTS[name](self, facts) for name in facts if name in _FACTS)))
        return f"{told.rstrip('.')}: {more}" if more else told

    def _voted(self, facts: Mapping[str, Any]) -> str:
        """Return what was voted about, and whether there were enough votes."""
        # who only looks need not wait for what votes change
        from adjudicator.service.moderation.votes import MOTIONS

        enough, too_few = msgid("voted for this: %(wanted)s"), msgid("did not vote for this: %(wanted)s")
        about = MOTIONS[facts["vote"]].consequence(self.words, tuple(facts.get("seats", ())), self.called)
        return self.words.gettext(enough if facts.get("passed") else too_few, wanted=about)

    def moment(self, value: str) -> str:
        return self.words.instant(datetime.fromisoformat(value), self.zone)


def _seats(to: Speaker, facts: Mapping[str, Any]) -> str:
    return to.words.listing([to.called(seat) for seat in facts["seats"]])


def _days(to: Speaker, facts: Mapping[str, Any]) -> str:
    first, last = date.fromisoformat(facts["first"]), date.fromisoformat(facts["last"])
    return to.words.days(first, last, _LONG_AGO)


def _as(to: Speaker, facts: Mapping[str, Any]) -> str:
    return to.words.gettext("everything") if facts["as"] == "all" else to.called(facts["as"])


_FACTS: Mapping[str, Callable[[Speaker, Mapping[str, Any]], str]] = {
    "seat": lambda to, facts: to.called(facts["seat"]),
    "seats": _seats,
    "as": _as,
    "hours": lambda to, facts: to.words.ngettext("%(n)s hour", "%(n)s hours", facts["hours"]),
    "since": lambda to, facts: to.words.gettext("from %(moment)s", moment=to.moment(facts["since"])),
    "until": lambda to, facts: to.words.gettext("until %(moment)s", moment=to.moment(facts["until"])),
    "first": _days,
    "round": lambda to, facts: to.words.gettext("round %(round)s", round=facts["round"]),
    "who": lambda to, facts: facts["who"],
    "person": lambda to, facts: facts["person"],
    "name": lambda to, facts: facts["name"],
    "right": lambda to, facts: to.words.gettext(
        "the right “%(right)s”", right=localized_right(facts["right"])(to.words)
    ),
    "lines": lambda to, facts: "; ".join(facts["lines"]),
}
"""Facts in words, in the order in which deeds name them."""
