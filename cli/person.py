"""`adjudicator person`: what the installation keeps on somebody, and how they are forgotten."""

from pathlib import Path
from typing import Annotated

from adjudicator.service.admin import erasure, persons
from adjudicator.service.moderation.rights import Access
from adjudicator.store.rotation import vacuum
from cli.changing import go_ahead
from cli.commands import How, command
from cli.installation import at_the_desk, visitor
from cli.output import Output, write_whole

Who = Annotated[str, "WHO", "A name, a registered mail address, or a number as in #7."]


@command("person export", "Anna --to anna.zip", "'#7' --to anna.zip", needs=Access.INSPECT)
def export(who: Who, to: Annotated[Path, "A zip file; only its owner may read it."]) -> Output:
    """Export all personal data of a person.

    Addresses, seats, orders, letters, diary, receipts, acts, emails as they were.

    What they may not know is not in it. Each seat that is looked at stands in the trail, as with any other look.
    """
    with at_the_desk() as service:
        made = persons.export(service, visitor(), who)
    write_whole(to, made, secret=True)
    return Output({"file": str(to), "bytes": len(made)}, f"{to}: {len(made):,} bytes")


@command("person erase", "anna@example.org --dry-run", "Anna --yes", needs=Access.OPERATOR)
def erase(who: Who, *, how: How) -> Output:
    """Erase the personal data of a person.

    A pseudonym stands for the name; addresses, emails, letters and notes of theirs go.

    Campaigns stay replayable and provable. They must hold no seat of a campaign that is still played. There is no way
    back; backups and exported archives are yours to delete (docs/how_to/operators/personal_data.md).
    """
    with at_the_desk() as service:
        found = erasure.foreseen(service, visitor(), who)
        told = (
            f"{found.addresses} addresses, {found.mails_in} mails of theirs, {found.mails_out} to them, "
            f"{found.letters} letters, {found.notes} notes; campaigns: {', '.join(found.campaigns) or '-'}"
        )
        if go_ahead(how, "\n".join([told, *found.remarks]), "Forget them for good?"):
            erasure.erase(service, visitor(), who)
            vacuum(service.engine)
    said = "nothing was changed (--dry-run)" if how.dry_run else f"forgotten; they are called {found.called} now"
    return Output(found, said)
