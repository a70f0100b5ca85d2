"""Show at the desk what the match asks its moderators."""

from datetime import datetime

import msgspec

from adjudicator.kernel.actions import MODERATOR
from adjudicator.language import language, stamp
from adjudicator.reports.wording.game import Asked
from adjudicator.service.admin.access import Visit, look, table_for
from adjudicator.service.moderation.moderators import chair_of
from adjudicator.service.play import due_dates, offers, rulings


class Ruling(msgspec.Struct, frozen=True):
    """A question to the moderators, with the codes of whoever looks; `options` are pairs of a code and its words."""

    question: int
    kind: str
    rule: str
    title: str
    note: str
    since: datetime
    log: int
    moderators: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    shown: bool = True
    """Whether its answers show; to who plays they do not where they betray something."""

    def text(self, zone: str) -> str:
        """Return it as text for people, with its moments in a time zone."""
        who = ", ".join(self.moderators) or "nobody moderates"
        lines = [f"#{self.question} {self.title} ({self.kind}, rule {self.rule or '-'})"]
        lines.append(f"  asked since {stamp(self.since, zone)}: {who}")
        lines += [f"  {self.note}"] if self.note else []
        if not self.shown:
            lines.append(
                "  you play, and the answers tell more than your own seat may know: adjudicator --reveal turn rule"
            )
        return "\n".join([*lines, *(f"  {code}  {words}" for code, words in self.options)])


def asked_of_moderators(visit: Visit) -> Ruling | None:
    """Return what moderators are asked now, or None.

    The answers are hidden from a moderator who plays if they betray something, unless they look openly.
    """
    table, by = table_for(visit.work, visit.campaign), visit.visitor.name
    match = table.match
    decision = match.question(MODERATOR)
    if decision is None or MODERATOR not in match.pending_seats:
        return None
    chair = chair_of(table, by)
    prompt = due_dates.prompt_of(table, chair.id)
    if prompt is None:
        return None
    shown = not rulings.veiled(table.session, table.seats, chair, match)
    if not shown and visit.visitor.openly:
        look(visit, None)
        shown = True
    words = language(chair.language)
    coded = offers.coded_options(prompt.offered, match, MODERATOR, chair.language)
    asked = Asked(prompt.number, decision, coded, legal=tuple(match.options(MODERATOR)))
    question = match.game.part("report").question(asked, match.view(), MODERATOR, words)
    return Ruling(
        question=prompt.number,
        kind=decision.kind,
        rule=decision.rule,
        title=question.title,
        note=question.note if shown else "",
        since=prompt.opened_at,
        log=match.position.n,
        moderators=tuple(name for ruler in table.rulers for name in ruler.people),
        options=tuple((each.code, each.words) for each in coded) if shown else (),
        shown=shown,
    )
