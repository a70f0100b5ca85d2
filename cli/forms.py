"""Make commands of their declarations (`adjudicator.service.moderation.forms`)."""

import sys
from collections.abc import Callable
from inspect import Parameter, Signature, signature
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, get_args

import typer

from adjudicator import given_files
from adjudicator.service.admin import arranging
from adjudicator.service.admin.access import Visit
from adjudicator.service.moderation.arrangement import Arrangement
from adjudicator.service.moderation.forms import FORMS, Asked, Form, FormOption, Lines, Pairs, WrongOptions
from cli.changing import ask, carry_out, told
from cli.commands import How, command
from cli.installation import author, campaign_at
from cli.options import Name, choices
from cli.output import Columns, Output

Showing = Callable[[Visit, dict[str, Any]], Output]
"""Shows how things stand, where a command is given nothing to change: the campaign, the options of the command."""


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

    options = [_option(hint).replace(kind=Parameter.KEYWORD_ONLY) for hint in hints.values()]
    body.__signature__ = Signature([*first, *options, *own])  # type: ignore[attr-defined]
    body.__doc__ = form.maker.__doc__
    command(form.words, *form.examples, needs=form.needs)(body)


def add_arrangements(module: ModuleType, **own: Callable[..., Output]) -> None:
    """Add the commands of the arrangements in a module, some of them carried out in their `own` way."""
    for form in FORMS.values():
        if form.maker.__module__ == module.__name__:
            add_form(form, own.get(form.name, arrange))


def arrange(name: Name, wanted: Arrangement, *, how: How) -> Output:
    """Carry out an arrangement in a campaign, or show how things stand."""
    if wanted.only_shows:
        with campaign_at(name) as visit:
            value, stands = wanted.stands(visit.campaign)
        return Output(value, stands if isinstance(stands, str) else Columns(("SETTING", "VALUE"), stands))
    done = carry_out(how, arranging.arrange, arranging.in_campaign(name, wanted, author()))
    return told(how, done.value, done.said)


def _option(parameter: Parameter) -> Parameter:
    """Return the same parameter as Typer takes it."""
    kind, declared, *_ = get_args(parameter.annotation)
    if not isinstance(declared, FormOption):
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
