"""How a function becomes a command: its words, examples for its help, the options that it need not declare.

```python
@command("mail list", "adjudicator mail list lights --status held")
def list_(
    campaign: Annotated[str, "CAMPAIGN", "Name of the campaign."],
    status: Annotated[str, "Only in this state, e.g. held."] = "",
) -> Output:
    \"\"\"Mails, the newest first.\"\"\"
```
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, TypeVar, get_args

import typer

from cli.options import AsJson
from cli.output import Output

Body = TypeVar("Body", bound=Callable[..., Output | None])

GROUPS: defaultdict[str, typer.Typer] = defaultdict(lambda: typer.Typer(no_args_is_help=True, rich_markup_mode=None))
"""The commands by the first of their words; those of one word alone are in the group without a name."""

DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


@dataclass(frozen=True, kw_only=True)
class How:
    """The options that every changing command has."""

    dry_run: bool = False
    yes: bool = False
    as_json: bool = False


def command(words: str, *examples: str) -> Callable[[Body], Body]:
    """Make a function the command of these words; what it returns is printed.

    Where it returns anything it has `--json`, as the last option unless it takes `as_json` itself. Where it takes
    `how` it is a changing command and has `--dry-run`, `--yes` and `--json`.
    """
    group, _, name = words.rpartition(" ")
    epilog = "\n".join(("\b\nExamples:", *(f"  {line}" for line in examples))) if examples else None

    def added(body: Body) -> Body:
        GROUPS[group].command(name, epilog=epilog)(_printing(body))
        return body

    return added


def _printing(body: Callable[..., Output | None]) -> Callable[..., None]:
    """The function as Typer calls it: with the options that it has without declaring them."""
    declared = signature(body, eval_str=True)
    own = [_declared(each) for each in declared.parameters.values() if each.name != "how"]
    options: dict[str, Any] = {}
    if "how" in declared.parameters:
        options = {"dry_run": DryRun, "yes": Yes, "as_json": AsJson}
    elif declared.return_annotation is not None and "as_json" not in declared.parameters:
        options = {"as_json": AsJson}

    @wraps(body)
    def called(**given: Any) -> None:
        how = How(**{name: given.pop(name) for name in options})
        if "how" in declared.parameters:
            given["how"] = how
        output = body(**given)
        if output is not None:
            output.tell(as_json=given.get("as_json", how.as_json))

    added = [Parameter(name, Parameter.KEYWORD_ONLY, default=False, annotation=of) for name, of in options.items()]
    called.__signature__ = Signature([*own, *added])  # type: ignore[attr-defined]
    called.__annotations__ = {each.name: each.annotation for each in (*own, *added)}
    return called


def _declared(parameter: Parameter) -> Parameter:
    """A parameter as Typer takes it: with what it is good for an option, with a word for its value too an argument."""
    match get_args(parameter.annotation):
        case (kind, str() as told):
            name = f"--{parameter.name.strip('_').replace('_', '-')}"
            return parameter.replace(annotation=Annotated[kind, typer.Option(name, help=told)])
        case (kind, str() as word, str() as told):
            return parameter.replace(annotation=Annotated[kind, typer.Argument(metavar=word, help=told)])
    return parameter
