"""The commands that deeds and arrangements declare (`adjudicator.service.moderation.forms`)."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import Parameter, Signature, signature
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, get_args

import typer

from adjudicator import given_files
from adjudicator.language import language
from adjudicator.service.admin import rehearsals
from adjudicator.service.admin.access import Visit
from adjudicator.service.admin.rehearsals import Deciding, Rehearsed
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.moderation import commands
from adjudicator.service.moderation.arrangement import Arrangement
from adjudicator.service.moderation.command import ModeratorCommand
from adjudicator.service.moderation.errors import CommandError, command_error
from adjudicator.service.moderation.forms import FORMS, Asked, Form, Lines, Option, Pairs, WrongOptions
from adjudicator.store.campaigns import at_play
from adjudicator.store.engine import reading
from cli.changing import ask, carry_out, go_ahead, interruptible, told
from cli.commands import How, command
from cli.errors import Failed
from cli.installation import at_the_desk, author, campaign_at, visitor
from cli.options import Name, choices
from cli.output import Columns, Output

Showing = Callable[[Visit, dict[str, Any]], Output]
"""Shows how things stand, where a command is given nothing to change: the campaign, the options of the command."""


Names = Annotated[list[str] | None, "CAMPAIGN", "Names of the campaigns; one or more."]
Everywhere = Annotated[bool, typer.Option("--all", help="In all campaigns at play in which it can be done.")]
MANY = frozenset({"campaign pause", "campaign resume", "deadline extend", "remind"})
"""Deeds that can be done in several campaigns at once."""


def add_deeds(group: str, **showing: Showing) -> None:
    """Add the commands of a group that deeds declare.

    Some of them show the present state when nothing is given.
    """
    assert commands.DEEDS
    for form in FORMS.values():
        if form.group == group and form.maker.__module__.startswith(commands.__name__):
            add_form(form, _perform_many if form.words in MANY else _perform, showing.get(form.name))


def add_arrangements(module: ModuleType, **own: Callable[..., Output]) -> None:
    """Add the commands of the arrangements in a module; some of them are carried out in their `own` way."""
    for form in FORMS.values():
        if form.maker.__module__ == module.__name__:
            add_form(form, own.get(form.name, arrange))


def add_form(form: Form, do: Callable[..., Output], show: Showing | None = None) -> None:
    """Add the command of a form.

    `do` gets the name of the campaign unless it takes none, what the form makes of its options, and its own options by
    name.
    """
    hints = signature(form.maker, eval_str=True).parameters
    taken = signature(do, eval_str=True).parameters.values()
    own = [each for each in taken if each.kind is Parameter.KEYWORD_ONLY]
    *first, _ = (each for each in taken if each not in own)

    def body(**given: Any) -> Output | None:
        name = [given.pop(each.name) for each in first]
        others = {each.name: given.pop(each.name) for each in own}
        values = {each: _value(hints[each], given, each, others.get("how", How())) for each in given}
        try:
            made = form.maker(**values)
        except WrongOptions as wrong:
            raise typer.BadParameter(str(wrong)) from None
        if made is not None:
            return do(*name, made, **others)
        if show is None:
            return None
        with campaign_at(*name) as visit:
            return show(visit, values)

    options = [_option(each).replace(kind=Parameter.KEYWORD_ONLY) for each in hints.values()]
    body.__signature__ = Signature([*first, *options, *own])  # type: ignore[attr-defined]
    body.__doc__ = form.maker.__doc__
    command(form.words, *form.examples, needs=form.needs)(body)


def arrange(name: Name, wanted: Arrangement, *, how: How) -> Output:
    """Carry out an arrangement in a campaign, or show how things stand."""
    if wanted.only_shows:
        with campaign_at(name) as visit:
            value, stands = wanted.stands(visit.campaign)
        return Output(value, stands if isinstance(stands, str) else Columns(("SETTING", "VALUE"), stands))
    done = carry_out(how, rehearsals.arrange, rehearsals.in_campaign(name, wanted, author()))
    return told(how, done.value, done.said)


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
            if everywhere and (why := deed.left_out(table)) is not None:
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


def _option(parameter: Parameter) -> Parameter:
    """Return the same parameter as Typer takes it."""
    kind, declared, *_ = get_args(parameter.annotation)
    if not isinstance(declared, Option):
        return parameter
    if isinstance(declared, Asked):
        parameter, kind = parameter.replace(default=None), bool | None
    if isinstance(declared, Pairs):
        kind = list[str] | None
    if isinstance(declared, Lines):
        kind = Path | None
    names = declared.names or (f"--{parameter.name.replace('_', '-')}",)
    option = typer.Option(*names, help=declared.help, min=declared.least, max=declared.most)
    return parameter.replace(annotation=Annotated[kind, option])


def _value(parameter: Parameter, given: dict[str, Any], name: str, how: How) -> Any:
    """Return the given value, parsed as its option says.

    Ask for it if it is missing and somebody is at the keyboard.
    """
    value, declared = given[name], get_args(parameter.annotation)[1]
    if isinstance(declared, Pairs) and value is not None:
        return choices(value)
    if isinstance(declared, Lines) and value is not None:
        text = given_files.read_input() if str(value) == "-" else given_files.read_text(value)
        return tuple(line for line in text.splitlines() if line.strip())
    if isinstance(declared, Asked) and value is None:
        if how.yes or how.dry_run or not sys.stdin.isatty():
            return False
        return ask(declared.question.format(**given)).strip().lower() in declared.yes
    return value
