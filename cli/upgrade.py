"""`adjudicator upgrade check | adopt`: whether campaigns play the same with the rules that are installed now."""

from collections.abc import Sequence
from typing import Annotated

from adjudicator.service.console.upgrades import Checked, adopt_rules, check_rules
from cli.changing import go_ahead
from cli.commands import How, command
from cli.installation import at_the_desk, author
from cli.output import Output, listed


@command("upgrade check", "adjudicator upgrade check", "adjudicator upgrade check --json")
def check() -> Output:
    """Play every running campaign again with the rules installed here, and tell the first difference of each.

    Run the new version against a copy of the database before you put it to work. Exit code 1 if anything differs.
    """
    with at_the_desk() as service:
        found = check_rules(service, None)
    columns = "campaign", "log", "rules", "installed", ("first difference", lambda each: each.difference or "none")
    return Output(found, *listed(found, *columns).parts, failed=_complaint(found))


@command(
    "upgrade adopt",
    "adjudicator upgrade adopt --dry-run",
    "adjudicator upgrade adopt",
    "adjudicator upgrade adopt lights --yes",
)
def adopt(
    name: Annotated[str | None, "CAMPAIGN", "Only this campaign; without it all that run."] = None,
    *,
    how: How,
) -> Output:
    """Let campaigns go on by the installed version of the rules, where everything so far comes out the same by it.

    Until then a campaign that was begun with another version stands still: orders are kept, no deadline falls. The
    next reports tell it to all. One that does not play the same is left alone: exit code 1 (docs/operator.md).
    """
    with at_the_desk() as service:
        found = [each for each in check_rules(service, name) if each.stands_still]
        same = [each.campaign for each in found if not each.difference]
        done: Sequence[str] = []
        if same and go_ahead(how, "\n".join(f"{each}: all comes out the same" for each in same), "Adopt them?"):
            done = same
            for each in same:
                adopt_rules(service, each, author())
            service.wakes.outbox()
    told = "no campaign waits that plays the same"
    if same:
        told = "nothing was changed (--dry-run)" if how.dry_run else f"adopted: {', '.join(done)}"
    plain = {"same": same, "adopted": done, "different": [each for each in found if each.difference]}
    return Output(plain, told, failed=_complaint(found))


def _complaint(found: Sequence[Checked]) -> Sequence[str] | None:
    different = [each.campaign for each in found if each.difference]
    return [f"these campaigns do not play the same: {', '.join(different)}"] if different else None
