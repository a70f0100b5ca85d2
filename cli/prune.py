"""`adjudicator prune`: what is done with is dropped at once, and not a little by each round of the service."""

from typing import Annotated

from adjudicator.service.admin.watching import clocks
from adjudicator.service.clocks import pruning
from adjudicator.service.moderation.rights import Access
from adjudicator.store.rotation import free_bytes, vacuum
from cli.changing import go_ahead
from cli.commands import How, command
from cli.errors import Failed
from cli.installation import at_the_desk
from cli.output import Output

Smaller = Annotated[bool, "Then rewrite the SQLite file so that it gets smaller; meanwhile nobody else can write."]


@command("prune", "--dry-run", "--yes", "--vacuum", needs=Access.OPERATOR)
def prune(vacuum_: Smaller = False, *, how: How) -> Output:
    """Delete data past its retention period.

    The settings say it (limits.keep_…_days); campaigns stay as provable as they were.

    The service does so by itself, a little every few seconds: this does it at once, in small transactions.
    """
    with at_the_desk() as service:
        if jumped := clocks(service):
            raise Failed(f"cannot tell what has expired, because the system clock is not trusted: {jumped}")
        found = pruning.foreseen(service)
        told = [f"{each.kind}: {_told(each)}" for each in found]
        done = 0
        if go_ahead(how, "\n".join(told), "Drop them?"):
            done = sum(pruning.everything(service))
            if vacuum_:
                vacuum(service.engine)
        free = free_bytes(service.engine)
    if how.dry_run:
        said = "nothing was changed (--dry-run)"
    else:
        said = f"{done} dropped"
        if free:
            said += f"; {free:,} bytes of the file are free for what comes (prune --vacuum makes the file smaller)"
    return Output({"kinds": found, "dropped": done, "free_bytes": free}, said)


def _told(each: pruning.Pruned) -> str:
    if each.days is None:
        return "kept for ever"
    return f"{each.rows:,} older than {each.days} days, {each.bytes:,} bytes"
