"""Make a function a command: its words, examples for its help, the options that it need not declare.

```python
@command("mail list", "--status held", needs=Access.LOOK)
def list_(
    campaign: Annotated[str, "CAMPAIGN", "Name of the campaign."],
    status: Annotated[str, "Only in this state, e.g. held."] = "",
) -> Output:
    \"\"\"List emails, the newest first.\"\"\"
```
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

import typer

# Typer has its own copy of click, and tells the current command in no other way.
from typer._click.globals import get_current_context
from typer.core import TyperArgument
from typer.models import OptionInfo

from adjudicator.service.moderation.rights import Needs
from cli.completion import OFFERED
from cli.options import AsJson
from cli.output import Output
from cli.rights import admit

Switch = bool | None
"""The value of an option that is switched on or off if it is given."""
Body = TypeVar("Body", bound=Callable[..., Output | None])

GROUPS: defaultdict[str, typer.Typer] = defaultdict(lambda: typer.Typer(no_args_is_help=True, rich_markup_mode=None))
"""The commands by the first of their words; those of one word alone are in the group without a name."""

VALUES: dict[type, dict[str, str]] = {
    int: {"--entry": "LOG", "--from": "LOG", "--log": "LOG", "--shard": "SHARD", "--to": "LOG"},
    Path: {"--cases": "FOLDER", "--directory": "FOLDER", "--package": "FOLDER"},
    str: {
        "--authserv-id": "HOST",
        "--campaign": "NAME",
        "--commitment": "HASH",
        "--events": "EVENT,EVENT",
        "--from": "DAY",
        "--language": "LANGUAGE",
        "--moderator": "PERSON",
        "--option": "NAME=VALUE",
        "--own": "ADDRESS",
        "--player": "SEAT=PERSON",
        "--reaction": "KIND=HOW",
        "--reason": "TEXT",
        "--set": "NAME=VALUE",
        "--since": "TIME",
        "--time-zone": "ZONE",
        "--until": "DAY",
    },
}
"""What stands for the value of an option in the help, by the kind of the value: where there is nothing, N, FILE, or the
name of the option. CAMPAIGN is no such word: by it `cli.rights` knows the campaigns that a command is about.
"""

NEEDS: dict[str, Needs] = {}
"""The needs of each command, by its words."""

DryRun = Annotated[bool, "--dry-run --try", "Show what would change, and change nothing."]
Yes = Annotated[bool, "--yes -y", "Do not ask."]


@dataclass(frozen=True, kw_only=True)
class How:
    """The options that every changing command has."""

    dry_run: DryRun = False
    yes: Yes = False
    as_json: AsJson = False


def command(words: str, *examples: str, needs: Needs) -> Callable[[Body], Body]:
    """Make a function the command of these words, for whoever has what it needs; what it returns is printed.

    An example is what stands behind the words; one that begins with the program, or with a space, stands for itself.

    A parameter that is a dataclass stands for options with its fields, as `how: How` does for a changing command. Where
    the function returns anything it has `--json`, as the last option unless it takes it itself.
    """
    group, _, name = words.rpartition(" ")
    whole = (line if line.startswith(("adjudicator", " ")) else f"adjudicator {words} {line}" for line in examples)
    epilog = "\n".join(("\b\nExamples:", *(f"  {line}".rstrip() for line in whole))) if examples else None

    def added(body: Body) -> Body:
        NEEDS[words] = needs
        GROUPS[group].command(name, epilog=epilog)(_printing(body, words))
        return body

    return added


def _printing(body: Callable[..., Output | None], words: str) -> Callable[..., None]:
    """Return the function as Typer calls it, with each option by itself, including those it has without declaring them.

    Before it does anything, it checks that the person who gives the command is allowed to.
    """
    declared = signature(body, eval_str=True)
    parameters = declared.parameters.values()
    bundles: dict[str, Any] = {
        parameter.name: parameter.annotation for parameter in parameters if is_dataclass(parameter.annotation)
    }
    own = [
        *chain.from_iterable(
            _parts(parameter.annotation) if parameter.name in bundles else [parameter] for parameter in parameters
        )
    ]
    silent = declared.return_annotation is None or any(each.name == "as_json" for each in own)
    added = [] if silent else [Parameter("as_json", Parameter.KEYWORD_ONLY, default=False, annotation=AsJson)]

    @wraps(body)
    def called(**given: Any) -> None:
        admit(words, NEEDS[words], get_current_context())
        as_json = given.get("as_json", False) if silent else given.pop("as_json")
        for name, kind in bundles.items():
            given[name] = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
        output = body(**given)
        if output is not None:
            output.tell(as_json=as_json)

    options = [_named(_declared(each)).replace(kind=Parameter.KEYWORD_ONLY) for each in (*own, *added)]
    called.__signature__ = Signature(options)  # type: ignore[attr-defined]
    called.__annotations__ = {option.name: option.annotation for option in options}
    return called


def _parts(bundle: Any) -> Iterable[Parameter]:
    return signature(bundle, eval_str=True).parameters.values()


def _declared(parameter: Parameter) -> Parameter:
    """Return a parameter as Typer takes it.

    With help text it is an option; with a word for its value as well it is an argument. Where an option is not named
    after its parameter, its names come first, and the word for its value follows them. `Switch` is an option that also
    exists with `--no-`.
    """
    match get_args(parameter.annotation):
        case (kind, str() as told):
            word = parameter.name.strip("_").replace("_", "-")
            name = f"--{word}/--no-{word}" if kind == Switch else f"--{word}"
            return parameter.replace(annotation=Annotated[kind, typer.Option(name, help=told)])
        case (kind, str() as written, str() as told) if written.startswith("--"):
            words = written.split()
            names = [each for each in words if each.startswith("-")]
            metavar = None if names == words else words[-1]
            return parameter.replace(annotation=Annotated[kind, typer.Option(*names, metavar=metavar, help=told)])
        case (kind, str() as word, str() as told):
            return parameter.replace(
                annotation=Annotated[kind, typer.Argument(metavar=word, help=told, autocompletion=OFFERED.get(word))]
            )
    return parameter


def _named(parameter: Parameter) -> Parameter:
    """Return the same parameter; its value has a name in the help where it would only have a type."""
    kind, *infos = get_args(parameter.annotation) or (parameter.annotation,)
    held = {*get_args(kind), *chain.from_iterable(map(get_args, get_args(kind)))} or {kind}
    of = next((each for each in VALUES if each in held), None)
    for info in infos:
        if of is not None and isinstance(info, OptionInfo) and info.metavar is None:
            names = (
                str(each) for each in (info.default, *(info.param_decls or ()))
            )  # Typer takes the first for a default
            option = next((name for name in names if name.startswith("--")), f"--{parameter.name}")
            usual = {int: "N", Path: "FILE"}.get(of, option.strip("-").upper())
            info.metavar = VALUES[of].get(option, usual)
    return parameter


def without_types(command: Any) -> None:
    """Leave out of the help of a command what Python calls the type of an argument."""
    for param in command.params:
        if isinstance(param, TyperArgument):
            param.display_type_rich = lambda ctx: None  # type: ignore[method-assign]
