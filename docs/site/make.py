"""Make pages from the code.

`python docs/site/make.py` writes the table in `docs/explanation/deadlines.md`, `make docs` makes all of them as a site.

MkDocs loads this module as a hook. The site holds every page of `docs/`, the README, and pages that are nowhere in the
repository: they are made here when the site is built, so that they cannot be stale. The order of the pages is that of
the tables in `docs/index.md`.
"""

from __future__ import annotations

import ast
import inspect
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from adjudicator import game_named, games
from adjudicator.language import language
from adjudicator.service.campaign.settings import PressPolicy, StewardPolicy
from adjudicator.service.commands.registry import ALL
from adjudicator.service.moderation.rights import Right
from adjudicator.service.people.new_campaigns import NewCampaign, Player
from adjudicator.service.timing.policy import TimingPolicy

DOCS = Path(__file__).parents[1]
PROGRAM = DOCS.parent
DEADLINES = DOCS / "explanation" / "deadlines.md"
FIRST_CAMPAIGN = DOCS / "tutorial" / "first_campaign.md"
BEGIN, END = "<!-- defaults of [timing] -->\n", "<!-- end of the defaults -->"
MADE = "<!-- pages made from the code -->\n"
BESIDE = {"README.md": "about.md", "CONTRIBUTING.md": "contributing.md"}
"""Pages at the top of the repository, and where they are in the site."""
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
_NAMED = re.compile(r"^```(\w+) (\S+)$", re.MULTILINE)
_FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


# settings and their defaults


def table(head: str, rows: Iterator[tuple[str, ...]] | list[tuple[str, ...]]) -> str:
    """Return a Markdown table. `head` names the columns, divided by bars."""
    columns = head.split("|")
    cells = [columns, ["---"] * len(columns), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(row)} |\n" for row in cells)


def timing_defaults() -> str:
    """Return the table of `[timing]`: each setting with its default, and the comment of the example on the page."""
    meanings = comments(DEADLINES, "timing")
    rows = [(f"`{name}`", default, allowed(kind), meanings.get(name, "")) for name, default, kind in leaves()]
    return table("setting|default|may be|meaning", rows)


def leaves(kind: type[msgspec.Struct] = TimingPolicy, path: str = "") -> Iterator[tuple[str, str, Any]]:
    """Yield each setting of a class and of the classes in it: its path, its default in words, its type."""
    for field in msgspec.structs.fields(kind):
        if inspect.isclass(field.type) and issubclass(field.type, msgspec.Struct):
            yield from leaves(field.type, f"{path}{field.name}.")
        else:
            yield path + field.name, said(default_of(field)), field.type


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def said(default: Any) -> str:
    """Return a default for a table, in words where no file can say it."""
    if default is msgspec.NODEFAULT:
        return "must be given"
    return "none" if default is None else f"`{as_toml(default)}`"


def as_toml(value: Any) -> str:
    """Return a value as it stands in a file."""
    if isinstance(value, Enum):
        return as_toml(value.value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple | list):
        return f"[{', '.join(as_toml(each) for each in value)}]"
    return str(value)


def allowed(kind: Any) -> str:
    """Return what a setting of this type may be, in words."""
    if get_origin(kind) is Literal:
        return ", ".join(f'`"{each}"`' for each in get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(allowed(each) for each in get_args(kind) if each is not NoneType)
    if inspect.isclass(kind) and issubclass(kind, Enum):
        return ", ".join(f'`"{each.value}"`' for each in kind)
    if get_origin(kind) is tuple:
        return f"list: {allowed(get_args(kind)[0])}"
    if get_origin(kind) is dict:
        return "table" if get_args(kind)[1] is Any else f"table: {allowed(get_args(kind)[1])}"
    return {bool: "`true`, `false`", int: "number", str: "text", bytes: "text"}.get(kind, "table")


def comments(page: Path, section: str = "") -> dict[str, str]:
    """Return the comments of the TOML block of a page, by the path of the setting below the section."""
    (block,) = re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    found, path = dict[str, str](), ""
    for line in block.splitlines():
        heading = re.match(r"\[+([\w.]+)\]+(?:\s+#\s*(.*))?$", line)
        setting = re.match(r"(?:# )?(\w+) = .*?(?:\s+#\s*(.*))?$", line)
        if heading:
            path = f"{heading[1].removeprefix(section).removeprefix('.')}."
            found.setdefault(path.removesuffix("."), heading[2] or "")
            path = path.removeprefix(".")
        elif setting:
            found.setdefault(path + setting[1], setting[2] or "")
    return found


@cache
def explained(kind: type) -> Mapping[str, str]:
    """Return what the source says below each field of a class and of its bases, one paragraph each."""
    found = dict[str, str]()
    for each in reversed(kind.__mro__[:-1]):
        if not each.__module__.startswith("adjudicator"):
            continue
        (body,) = (node.body for node in ast.parse(inspect.getsource(each)).body if isinstance(node, ast.ClassDef))
        for node, after in pairwise(body):
            text = after.value if isinstance(after, ast.Expr) else None
            if isinstance(node, ast.AnnAssign) and isinstance(text, ast.Constant):
                found[ast.unparse(node.target)] = " ".join(str(text.value).split())
    return found


# the pages that are made


_IN_A_FILE = {
    "pack": ("none", "text", "A file or a folder with a content pack, seen from this file."),
    "players": ("must be given", "list: table", "Who plays, moderates and watches: see below."),
    "players.language": ("that of the campaign", "text", "The language of the mails to this player."),
    "players.time_zone": ("that of the campaign", "text", "The time zone in which this player reads deadlines."),
    "rated": (
        "none",
        "`true`, `false`",
        "Whether the match counts for ratings. Left out: unless it goes on from a position.",
    ),
}
"""Settings that mean something else in the file than in the class: default, what they may be, meaning."""


def campaign_file() -> str:
    """Return the page about the file that `adjudicator campaign create` reads."""
    meanings = comments(FIRST_CAMPAIGN)

    def rows(kind: type[msgspec.Struct], path: str = "") -> list[tuple[str, ...]]:
        found = [
            (field.name, said(default_of(field)), allowed(field.type), _meant(kind, field.name, path))
            for field in sorted(msgspec.structs.fields(kind), key=lambda field: not field.required)
            if not (inspect.isclass(field.type) and issubclass(field.type, msgspec.Struct))
        ]
        return [(f"`{name}`", *_IN_A_FILE.get(path + name, rest)) for name, *rest in found]

    def _meant(kind: type, name: str, path: str) -> str:
        return explained(kind).get(name) or meanings.get(path + name, "")

    options = [
        (f"`{game}`", f"`{name}`", ", ".join(f"`{as_toml(value)}`" for value in option.values), option.rule)
        for game in games()
        if type(game_named(game)).__module__.startswith("adjudicator.games.")
        for name, option in game_named(game).options.items()
    ]
    head = "setting|default|may be|meaning"
    return f"""# The campaign file

For moderators. Every setting of the file from which `adjudicator campaign create --file` makes a campaign, with its
default. An example is in [your first campaign](../tutorial/first_campaign.md#create-a-campaign).

## The campaign

{table(head, rows(NewCampaign))}
## Players: `[[players]]`

{table(head, rows(Player, "players."))}
## Letters: `[press]`

Letters to and from the moderator are always allowed. `signed`, `anonymous`, `open` (signed for some of those who get
the letter): how the author is shown. `public`: to everybody. `private`: to some. `observers`: they may write to others
than the moderator. `characters`: how long a letter may be. `per_day`: how many letters a seat may write.
`delay_minutes`: a letter that does not name its author to everybody leaves at a random moment of this time.
`private_hours`, `public_hours`: so long letters to some, and to everybody, are on their way at the least. `forged`: a
player may write in the name of another seat; every letter says then that it may be forged. `pictures`: a few
pictures that are attached go with a letter; one of a mail proves what people can only claim in words.

{table("setting|default|may be", [row[:3] for row in rows(PressPolicy)])}
## Stewards: `[stewards]`

`tries`: how many actions a steward tries for an answer; more take longer. `delay_minutes`: how long a question is open
before it answers. `rated`: whether a match in which one has played counts for ratings. `absence`: whether players may
let one play while they are away; where a missed deadline brings one they may anyway. `hints`: whether players may ask
what one would compare; then a match counts for ratings only with `rated = true`. `signs`: which agreements a steward
signs, none (`never`) or those that cost its seat nothing by its own reckoning (`free`). A player with `steward = true`
has a seat, and neither name nor address.

{table("setting|default|may be", [row[:3] for row in rows(StewardPolicy)])}
## Time: `[timing]`

[Deadlines](../explanation/deadlines.md) explains these rules.

{timing_defaults()}
## House rules: `[options]`

The first value is the default. The last column names the rule of the game.

{table("game|option|values|rule", options)}"""


_WHO = {
    "look": "everybody",
    "seat": "holders of a seat",
    **{right.value: f"moderators: `{right.value}`" for right in Right},
}


def mail_commands() -> str:
    """Return the page about the commands that a mail may hold."""
    english, russian = language("en"), language("ru")
    rows = [
        (
            f"`{command.item(english).name}`",
            f"`{command.item(russian).name}`",
            command.item(english).text,
            _WHO.get(command.needs.value, command.needs.value),
            ", ".join(f"`{name}`" for name in english.forms(command.names)[1:6]),
        )
        for command in ALL
    ]
    return f"""# Commands in an email

For players and moderators. Every command that an email may hold, on a line of its own. Send `help` to see those that
work for you now. Orders of a game are in [orders](orders.md).

{table("English|Russian|what it does|for|also", rows)}
A moderator's right `all` includes `time` and `mail`: [several moderators](../how_to/moderators/several_moderators.md).
"""


def command_line() -> str:
    """Return the page with the help of every command of the program."""
    from typer.testing import CliRunner

    from cli.main import COMMANDS, app, load_command

    runner = CliRunner()

    def help_of(*words: str) -> str:
        told = runner.invoke(app, [*words, "--help"], prog_name="adjudicator", env={"COLUMNS": "80"})
        if told.exit_code:
            raise RuntimeError(f"{words}: {told.output}")
        return f"```text\n{told.output.strip()}\n```\n"

    parts = [
        "# The command line\n\n"
        "For operators and moderators. Every command of `adjudicator` with its options, as `--help` shows them.\n"
        "What a moderator needs most is in [the daily work](../how_to/moderators/daily_work.md).\n",
        help_of(),
    ]
    for name in COMMANDS:
        inner = getattr(load_command(name), "commands", {})
        parts.append(f"## {name}\n")
        parts += [] if inner else [help_of(name)]
        for each in inner:
            parts += [f"### {name} {each}\n", help_of(name, each)]
    return "\n".join(parts)


PAGES: Mapping[str, tuple[str, str, str, Callable[[], str]]] = {
    "reference/cli.md": ("The command line", "operators, moderators", "every command and option", command_line),
    "reference/email_commands.md": ("Commands in an email", "players, moderators", "every command", mail_commands),
    "reference/campaign_file.md": ("The campaign file", "moderators", "every setting, its default", campaign_file),
}
"""The pages of the site that are not in the repository: title, for whom, what it lists, and what makes it."""


def deadlines() -> str:
    """Return the page about deadlines with the defaults of the code."""
    before, begin, rest = DEADLINES.read_text(encoding="utf-8").partition(BEGIN)
    return f"{before}{begin}{timing_defaults()}{END}{rest.partition(END)[2]}"


# the site


def for_the_site(text: str, path: str) -> str:
    """Return the text of a page as the site shows it. `path`: where the page is, seen from the top of the repository.

    A link that leads out of `docs/` becomes text: the site holds no code. A comment would swallow the table below it. A
    code block that names its file has the name as its title.
    """

    def led(link: re.Match[str]) -> str:
        target, hash_, anchor = link[3].partition("#")
        if "://" in target or not target:
            return link[0]
        there = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        here = posixpath.dirname(_in_site(path))
        if there in BESIDE or there.startswith("docs/"):
            return f"{link[1]}[{link[2]}]({posixpath.relpath(_in_site(there), here or '.')}{hash_}{anchor})"
        return link[2]

    text = re.sub(r"^(<!-- .* -->)\n\|", r"\1\n\n|", text, flags=re.MULTILINE)
    if path == "docs/index.md":
        rows = [(f"[{title}]({uri})", whom, what) for uri, (title, whom, what, _) in PAGES.items()]
        before, _, rest = text.partition(MADE)
        after = rest.partition("\n\n")[2]
        text = f"{before}Made from the code:\n\n{table('page|for|what it lists', rows)}\n{after}"
    parts, last = list[str](), 0
    for fence in _FENCE.finditer(text):
        parts += [_LINK.sub(led, text[last : fence.start()]), _NAMED.sub(r'```\1 title="\2"', fence[0])]
        last = fence.end()
    return "".join([*parts, _LINK.sub(led, text[last:])])


def _in_site(path: str) -> str:
    return BESIDE.get(path, path.removeprefix("docs/"))


def nav() -> list[Any]:
    """Return the order of the pages: that of the tables in the index. A row with several pages is a group."""
    text = for_the_site((DOCS / "index.md").read_text(encoding="utf-8"), "docs/index.md")
    found: list[Any] = [{"Start": ["index.md", {"About the program": "about.md"}, {"Contributing": "contributing.md"}]}]
    for section in text.split("\n## ")[1:]:
        heading, _, body = section.partition("\n")
        inside: list[Any] = []
        for row in re.findall(r"^\| (.*?) \|", body, re.MULTILINE) or [body]:
            pages = [{title: uri} for _, title, uri in _LINK.findall(row) if uri.endswith(".md")]
            inside += [{row.partition(":")[0]: pages}] if len(pages) > 1 else pages
        found.append({heading: inside})
    return found


def on_config(config: Any) -> Any:
    """Order the pages. Called by MkDocs."""
    config.nav = nav()
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are not in `docs/`. Called by MkDocs."""
    from mkdocs.structure.files import File

    for name, uri in BESIDE.items():
        files.append(File.generated(config, uri, content=(PROGRAM / name).read_text(encoding="utf-8")))
    for uri, (*_, made) in PAGES.items():
        files.append(File.generated(config, uri, content=made()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Mend what only the repository understands. Called by MkDocs."""
    beside = {uri: name for name, uri in BESIDE.items()}
    return for_the_site(markdown, beside.get(page.file.src_uri, f"docs/{page.file.src_uri}"))


if __name__ == "__main__":
    DEADLINES.write_text(deadlines(), encoding="utf-8")
