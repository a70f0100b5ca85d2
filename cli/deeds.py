"""The commands that deeds of a moderator declare (`adjudicator.service.moderation.forms`)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

import typer

from adjudicator.language import language
from adjudicator.service.admin import rehearsals
from adjudicator.service.admin.rehearsals import Deciding, Rehearsed
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.moderation import commands
from adjudicator.service.moderation.command import ModeratorCommand
from adjudicator.service.moderation.forms import FORMS
from adjudicator.service.moderation.troubles import CommandError, command_error
from adjudicator.store.campaigns import at_play
from adjudicator.store.engine import reading
from cli.changing import carry_out, go_ahead, interruptible, told
from cli.commands import How
from cli.errors import Failed
from cli.forms import Showing, add_form
from cli.installation import at_the_desk, author, visitor
from cli.options import Name
from cli.output import Output

Names = Annotated[list[str] | None, "CAMPAIGN", "Names of the campaigns; one or more."]
Everywhere = Annotated[bool, typer.Option("--all", help="In all campaigns at play in which it can be done.")]


def add_deeds(group: str, **showing: Showing) -> None:
    """Add the commands of a group that deeds declare.

    Some of them show the present state when nothing is given.
    """
    assert commands.DEEDS
    for form in FORMS.values():
        if form.group == group and form.maker.__module__.startswith(commands.__name__):
            add_form(form, _perform_many if form.many else _perform, showing.get(form.name))


def _perform(name: Name, made: ModeratorCommand | Deciding, *, how: How) -> Output:
    decide = (lambda _: made) if isinstance(made, ModeratorCommand) else made
    shown = carry_out(how, rehearsals.do, name, decide, author())
    plain = {"campaign": name, "deed": shown.deed.tag, "dry_run": how.dry_run, "done": not how.dry_run}
    plain |= {"log": shown.log, "changes": shown.changes, "mails_to": shown.mails_to, "came_of": shown.came_of}
    return told(how, plain, "\n".join((shown.deed.done(language("en")), *shown.came_of)))


def _perform_many(
    made: ModeratorCommand | Deciding, *, names: Names = None, everywhere: Everywhere = False, how: How
) -> Output:
    """Do the same in several campaigns: shown together, confirmed once, then done in each; a refusal stops no other."""
    if bool(names) == everywhere:
        raise typer.BadParameter("name one campaign or several, or say --all")
    if names and len(names) == 1:
        return _perform(names[0], made, how=how)
    refused: dict[str, str] = {}
    with interruptible(), at_the_desk() as service:
        if everywhere:
            with reading(service.engine) as session:
                names = [each.name for each in at_play(session) if visitor().sees(each.name)]

        def meant(table: CampaignContext) -> ModeratorCommand:
            deed = made if isinstance(made, ModeratorCommand) else made(table)
            if everywhere and (why := deed.skip_reason(table)) is not None:
                raise command_error(why)
            return deed

        def each_of(chosen: Iterable[str], shown: Mapping[str, Rehearsed]) -> Iterator[tuple[str, Rehearsed, str]]:
            for name in chosen:
                try:
                    yield name, *rehearsals.do(service, shown.get(name), name, meant, author())
                except CommandError as why:
                    refused[name] = str(why)

        rehearsed = list(each_of(dict.fromkeys(names or ()), {}))
        if not rehearsed:
            raise Failed(*(f"{name}: {why}" for name, why in refused.items()), "nothing was changed")
        shown = {name: found for name, found, _ in rehearsed}
        alike = {why: [name for name, each in refused.items() if each == why] for why in refused.values()}
        left = [
            f"left as {'it is' if len(of) == 1 else 'they are'}: {', '.join(of)}: {why}" for why, of in alike.items()
        ]
        done: list[str] = []
        if go_ahead(how, "\n".join((*(words for *_, words in rehearsed), *left))):
            done = [name for name, *_ in each_of(shown, shown)]
            service.wakes.outbox()
    plain = {"deed": next(iter(shown.values())).deed.tag, "dry_run": how.dry_run, "done": done, "refused": refused}
    said = f"done in {len(done)}: {', '.join(done)}"
    failed = None if everywhere or not refused else [f"{name}: {why}" for name, why in refused.items()]
    return Output(plain, "nothing was changed (--dry-run)" if how.dry_run else said, failed=failed)
