"""What is done with a campaign that need not have a match yet: rehearsed, shown, confirmed, done.

The deeds of a moderator in play go through `cli.doing.carry_out`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cli.doing import How, go_ahead
from cli.errors import Failed
from cli.output import emit

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.orm import Session

    from adjudicator.service.service import Service
    from adjudicator.store.tables import Campaign

    Act = Callable[[Session, Service, Campaign], "Told"]
    """What is done with a locked campaign."""


@dataclass(frozen=True)
class Told:
    """What these commands print for machines. The code opens nothing, and is not told, in a dry run."""

    campaign: str
    deed: str
    changes: tuple[Any, ...]
    """As `adjudicator.service.desk.deed.Change`."""
    mails_to: tuple[str, ...] = ()
    id: int | None = None
    code: str | None = None
    commitment: str | None = None
    dry_run: bool = False
    done: bool = True

    def text(self) -> str:
        """For people, before they say yes."""
        rows = [(each.what, f"{each.before} → {each.after}" if each.before else each.after) for each in self.changes]
        if self.mails_to:
            rows.append(("mails to", ", ".join(self.mails_to)))
        width = max(len(what) for what, _ in rows)
        return "\n".join([f"{self.campaign}:", *(f"  {what.ljust(width)}  {after}" for what, after in rows)])


def settle(name: str, act: Act, how: How, said: Callable[[Told], str]) -> None:
    """Rehearse, show, ask, do, with one campaign. Raises Failed, also where it is not any more what was shown."""
    from adjudicator.store.engine import rehearsing
    from cli.database import at_the_desk

    with at_the_desk() as service:
        told = _done(replace(service, engine=rehearsing(service.engine)), name, act, None)
        if go_ahead(how, told.text()):
            told = _done(service, name, act, told)
            service.wakes.outbox()
        else:
            told = replace(told, code=None)
        report(told, how, said(told))


def _done(service: Service, name: str, act: Act, shown: Told | None) -> Told:
    from adjudicator.service.people.new_campaigns import named
    from adjudicator.store.engine import lock_campaign, writing

    with writing(service.engine) as session:
        try:
            campaign = named(session, name)
        except LookupError as error:
            raise Failed(f"{error.args[0]}; adjudicator campaign list tells those there are") from None
        lock_campaign(session, campaign.id)
        _may(session, service, campaign)
        told = act(session, service, campaign)
        if shown is not None and told.changes != shown.changes:
            raise Failed("the campaign has changed meanwhile: nothing was changed; look again")
        return told


def _may(session: Session, service: Service, campaign: Campaign) -> None:
    """Raises Failed where who is at the desk moderates with a lesser right."""
    from adjudicator.language import language
    from adjudicator.service.desk.deed import CannotBe, may
    from adjudicator.service.desk.moderators import right_of
    from adjudicator.service.desk.rights import Right
    from adjudicator.store.campaigns import seats_at_table
    from cli import acting

    right = right_of(seats_at_table(session, campaign.id, service.clock.now()), acting.author())
    try:
        may(right, Right.ALL)
    except CannotBe as why:
        raise Failed(why.text(language("en"))) from None


def report(told: Told, how: How, said: str) -> None:
    """Print what was done, or would be; `said` is for people."""
    if how.as_json:
        emit(replace(told, dry_run=how.dry_run, done=not how.dry_run))
    else:
        print("nothing was changed (--dry-run)" if how.dry_run else said)
