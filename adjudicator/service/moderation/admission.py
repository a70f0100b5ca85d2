"""Check the right of whoever changes a campaign, wherever it is changed, and write down who was refused.

Every change of a campaign locks it. At the command line that is where the right is checked: in the transaction of the
change and of its rehearsal, whichever use case it belongs to. By mail it is checked before a command is obeyed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from sqlalchemy.orm import Session

from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.clock import Clock
from adjudicator.service.moderation.rights import Access, Needs, Right, localized_right
from adjudicator.service.moderation.troubles import command_error, wrong_right
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.store import audits
from adjudicator.store.audits import INSTALLATION, REFUSED
from adjudicator.store.campaigns import SeatAtTable, seats_at_table
from adjudicator.store.engine import ON_LOCK, lock_campaign, writing
from adjudicator.store.tables import Campaign, Telling


def may(right: Right, needs: Needs) -> None:
    """Decide whether a moderator with this right may give a command. Raises Rejected."""
    wanted = Right.ALL if needs is Access.OPERATOR else needs
    if isinstance(wanted, Right) and not right.allows(wanted):
        raise wrong_right(right=localized_right(right), wanted=localized_right(wanted))


def right_of(seats: Iterable[SeatAtTable], name: str) -> Right:
    """Return what somebody at the command line may do: the right of the moderator of that name, or everything.

    Of two moderators with the same name the lesser right counts. Somebody who is not a moderator has the key to the
    installation, and may do everything.
    """
    chairs = [holder for seat in seats if seat.moderates for holder in seat.in_charge]
    own = [Right(holder.rights) for holder in chairs if holder.name.casefold() == name.casefold()]
    return next((right for right in own if right is not Right.ALL), Right.ALL)


@dataclass(frozen=True)
class Gate:
    """One command at the desk: who gives it, and what it needs in every campaign that it changes."""

    author: str
    command: str
    needs: Needs
    clock: Clock
    refused: dict[int, str] = field(default_factory=dict)
    """The campaigns in which the author may not give it, with their right there."""

    def watch(self, service: Service) -> Service:
        """Return the same installation, in which no campaign is locked without the right."""
        return replace(service, engine=service.engine.execution_options(**{ON_LOCK: self._on_lock}))

    def _on_lock(self, session: Session, campaign: Campaign) -> None:
        right = right_of(seats_at_table(session, campaign.id, self.clock.now()), self.author)
        try:
            may(right, self.needs)
        except Rejected as why:
            self.refused[campaign.id] = right
            raise command_error(why) from None

    def write_down(self, service: Service) -> None:
        """Note in the trail of each campaign that the command was refused there."""
        for campaign_id, right in self.refused.items():
            with writing(service.engine) as session:
                lock_campaign(session, campaign_id)
                facts = {"right": right, "needs": self.needs}
                note(service.work(session), campaign_id, self.author, self.command, facts)


def require(session: Session, campaign: Campaign) -> None:
    """Check the right without a lock, before something is shown or sent that only a change would bring.

    Raises CommandError.
    """
    on_lock = session.get_bind().get_execution_options().get(ON_LOCK)
    if on_lock is not None:
        on_lock(session, campaign)


def passed(service: Service) -> Service:
    """Return the installation behind the gate, for what others have ordered and the command only sets free."""
    return replace(service, engine=service.engine.execution_options(**{ON_LOCK: None}))


def note(work: UnitOfWork, campaign_id: int, by: str, command: str, facts: Mapping[str, str]) -> None:
    """Write a refused attempt into a trail (of a locked campaign). Players are not told: nothing was done."""
    written = work.session.info.setdefault(audits.RECORDED, set())
    first = campaign_id not in written
    act = audits.NewAct(by, REFUSED + command, facts, Telling.NOBODY)
    audits.record(work.session, campaign_id, act, work.now)
    if first:
        written.discard(campaign_id)  # an act of the same transaction still has to be recorded


def note_outsider(service: Service, by: str, command: str, why: str) -> None:
    """Write down that somebody was refused who moderates none of the campaigns that the command is about."""
    with writing(service.engine) as session:
        note(service.work(session), INSTALLATION, by, command, {"needs": Access.OPERATOR, "why": why})
