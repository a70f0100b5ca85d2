"""The log of a campaign at the desk: as somebody learned it, and played again from one stored position to the next."""

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy.orm import Session

from adjudicator.kernel.events import Event
from adjudicator.kernel.log import DEFAULT
from adjudicator.kernel.match import Match
from adjudicator.language import language, stamp
from adjudicator.reports.model import NewsLine, Party
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.admin.access import CampaignView, Visit
from adjudicator.service.campaign.matches import entry_decoder, game_of, secrets_of, with_silent
from adjudicator.service.moderation.troubles import CommandError, command_errors
from adjudicator.service.play.corrections.lines import NotAPoint, stand, stay_behind_bridge
from adjudicator.service.proof.archive import Archive, members
from adjudicator.service.proof.history import Replay
from adjudicator.store import matches
from adjudicator.store.revisions import RevisionHead, last_sequence, lines_of
from adjudicator.store.tables import Person

# The details of acts in the audit trail, in words: people and seats by their names, never by numbers of the store.

SEATS = ("seat", "seats", "as")
"""Details that name seats."""


def seats_of(visit: Visit) -> Callable[[str], str]:
    """Return how the game of a campaign calls its seats; chairs beside the table keep their names."""
    head = matches.head(visit.work.session, visit.campaign.id)
    if head is None:
        return str
    game = game_of(visit.work.session, head)
    report, english = game.part("report"), language("en")
    return lambda name: report.party(name, english).name if name in game.seats else name


def details_text(session: Session, details: Mapping[str, Any], called: Callable[[str], str] = str) -> str:
    """Return what an act said: each detail that says something, with its name."""
    told = {name: ", ".join(_words(session, name, value, called)) for name, value in details.items() if name != "deed"}
    return "; ".join(f"{name.replace('_', ' ')}: {words}" for name, words in told.items() if words)


def _words(session: Session, name: str, value: Any, called: Callable[[str], str]) -> Iterator[str]:
    match value:
        case None | "":
            return
        case bool():
            yield "yes" if value else "no"
        case int() if name == "person":
            person = session.get(Person, value)
            yield "somebody whose data were erased" if person is None else person.name
        case list():
            for each in value:
                yield from _words(session, name, each, called)
        case dict():
            yield f"({details_text(session, value, called)})"
        case str() if name in SEATS:
            yield called(value)
        case _:
            yield str(value)


NOTHING = "nothing that may be shown here"
"""What stands for an entry of which a viewer learns nothing: whether it is a secret they must not learn either."""


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of the log as a viewer learns it; `entry` is the entry itself, for `--all` only.

    `by`: who acted. It is given for `--all`, for the viewer's own seat, and if the result is told as an act of that
    seat. Otherwise the author could reveal what an offer or a secret answer is.
    """

    n: int
    at: datetime
    by: str = ""
    revision: int = 0
    by_default: bool = False
    unproven: bool = False
    """Whether it was carried over from other rules, and none that are here prove it."""
    news: tuple[str, ...] = ()
    events: tuple[Any, ...] = ()
    entry: Any = None
    mail: int | None = None
    line: int | None = None

    def text(self, zone: str) -> str:
        """Return it as text for people, with its moment in a time zone."""
        told = list(self.news) or ([] if self.entry is not None else [NOTHING])
        if self.entry is not None:
            told.append(msgspec.json.encode(self.entry).decode())
        told[0] += " (by default)" if self.by_default else ""
        told[0] += " (not proven)" if self.unproven else ""
        first = f"{self.n:>5}  {stamp(self.at, zone)}  "
        who = f"{self.by}: " if self.by and not self.news else ""
        return "\n".join(f"{' ' * len(first) if place else first + who}{each}" for place, each in enumerate(told))


def news_lines(view: CampaignView) -> Iterator[LogLine]:
    """Yield the log as the viewer learned it, in the order of play."""
    game, head, everything = view.table.match.game, view.table.head, view.eyes.everything
    own = view.eyes.own
    speaks: GameReport = game.part("report")
    decoder = entry_decoder(game)
    rows = list(matches.log(view.session, head.match_id, head.revision))
    entries = [decoder.decode(row.entry) for row in rows]
    for row, stored, told in zip(rows, entries, with_silent(entries, game), strict=True):
        seen = [event for event in (each.visible_to(own) for each in told) if event is not None]
        seats = _seats(stored.line[game.seat_key])
        openly = everything or (seats and set(seats) <= set(own)) or (seen and _actor(seen[0]) in seats)
        lines = [line for group in speaks.news(told, view.eyes.own, view.words) for line in group.lines]
        if openly and lines and len(seats) == 1 and seats[0] in view.table.match.header.seats:
            lines[0] = _named(lines[0], speaks.party(seats[0], view.words))
        line = LogLine(
            row.sequence,
            row.created_at,
            by=", ".join(seats) if openly else "",
            revision=row.revision,
            by_default=stored.line.get("how") == DEFAULT,
            news=tuple(line.told for line in lines),
            events=tuple(stored.told) if everything else tuple(seen),  # as they came of it, for whoever replays it
        )
        if everything:
            line = replace(line, entry=stored.line, mail=row.inbound_mail_id, line=row.line)
        yield line


def _actor(event: Event) -> str:
    """Return the seat that everybody who learns of an event is told as its author; "" for none."""
    return str(getattr(event, event.about.by)) if event.about.by else ""


def _named(line: NewsLine, who: Party) -> NewsLine:
    """Return the line with the acting party added if it does not name one; in an email the heading tells it."""
    return line if line.who is not None or line.text.startswith(who.name) else replace(line, who=who)


def _seats(by: str | list[str]) -> list[str]:
    return [by] if isinstance(by, str) else by


def steps(view: CampaignView, last: int | None) -> Iterator[tuple[LogLine, ...]]:
    """Yield the line that is played now, from one stored position to the next, while all that was played is replayed.

    Raises:
        CommandError: A difference was found in it; differences in abandoned lines do not count.
    """
    table, known = view.table, secrets_of(view.table.head)
    waiting = deque(news_lines(view))
    here = {(line.revision, line.n) for line in waiting}
    begun = {table.head.revision, *(line.revision for line in waiting)}
    history = Replay(Archive(members(table)), table.match.header, known.seed, known.nonces)
    for step in chain(history.run(), (None,)):
        for difference in history.differences:
            place = (difference.revision, difference.entry)
            if difference.revision in begun and (
                difference.entry is None or place[0] == table.head.revision or place in here
            ):
                raise CommandError(str(difference))
        if step is not None and step.revision in history.begun:
            unproven, upto = step.revision in history.carried, history.begun[step.revision]
            upto = upto if last is None else min(upto, last)
            if waiting and waiting[0].n <= upto:
                before = [waiting.popleft() for _ in range(upto - waiting[0].n + 1)]
                yield tuple(replace(line, unproven=unproven) for line in before)
            if upto == last:
                return
        if step is not None and waiting and step.n >= waiting[0].n and (step.revision, step.n) in here:
            yield tuple(waiting.popleft() for _ in range(step.n - waiting[0].n + 1))
            if step.n == last:
                return


class LineOfPlay(RevisionHead, frozen=True):
    """A line of play with the log number at which it was left, or stands now."""

    last: int = 0


def lines_of_play(view: CampaignView) -> list[LineOfPlay]:
    """Return the first line of play, and every correction."""
    match_id = view.table.head.match_id
    return [
        LineOfPlay(**msgspec.structs.asdict(line), last=last_sequence(view.session, match_id, line.number))
        for line in lines_of(view.session, match_id)
    ]


def standing_at(view: CampaignView, told: str) -> Match:
    """Return the match at `41`, `1:41` or `now`.

    Raises:
        CommandError: There is no such position, or it cannot be shown.
    """
    session, table = view.session, view.table
    if told == "now":
        return table.match
    found = re.fullmatch(r"(?:(\d{1,6}):)?(\d{1,9})", told)
    if found is None:
        raise CommandError(f"{told!r} is written neither as a log number nor as REVISION:NUMBER")
    revision = table.head.revision if found[1] is None else int(found[1])
    if revision > table.head.revision:
        raise CommandError(f"there is no revision {revision}; there are 0 to {table.head.revision}")
    line = lines_of(session, table.head.match_id)[revision]
    if revision != table.head.revision and line.rules != (table.head.rules_version, table.head.content_hash):
        raise CommandError(f"revision {revision} was played by version {line.rules[0]} of the rules, which left it")
    n, last = int(found[2]), last_sequence(session, table.head.match_id, revision)
    if n > last:
        raise CommandError(f"the log of revision {revision} goes to {last}")
    with command_errors():
        if revision == table.head.revision:
            stay_behind_bridge(table, n)
        try:
            return stand(table, n, revision=revision)
        except NotAPoint as inside:
            return stand(table, min(inside.nearest), revision=revision)
