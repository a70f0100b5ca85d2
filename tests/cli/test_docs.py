"""The guides tell what there is: every setting, and no command that does not exist."""

import re
import shlex
import shutil
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from pydantic import BaseModel, SecretStr

from adjudicator.settings import PREFIX, Settings
from adjudicator.settings.reading import names
from cli.main import app
from deploy import manual
from tests.cli.commands import commands, every_command
from tests.guides import campaign_file, pages, text

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy/systemd/adjudicator@.service"
AUDIT = UNIT.with_name("adjudicator-audit.service")


PROGRAM = r"(?:(?:\S*/bin/)?adjudicator|newer|docker compose run (?:-\S+ )*poll) (?=[a-z-])"
"""How pages call the program: by its name, by a function of theirs, as the image of a container."""

RECEIPT = ("receipt", "1")
"""With the name of the program the first line of what a receipt signs."""


@dataclass(frozen=True)
class Call:
    """What a page gives the program: the words of a command, and its options."""

    words: tuple[str, ...]
    options: tuple[str, ...]


def examples(page: Path) -> list[str]:
    """Every piece of shell of a page: in blocks a line, in prose what stands between marks, on however many lines."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    blocks = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
    lines = [line for kind, block in blocks.findall(text) if kind in ("sh", "") for line in block.splitlines()]
    return lines + [" ".join(each.split()) for each in re.findall(r"`([^`]+)`", blocks.sub("", text))]


def calls_in(page: Path) -> list[Call]:
    return [call for example in examples(page) for call in calls(example)]


def calls(shell: str) -> list[Call]:
    found = []
    for match in re.finditer(rf"(?<![\w/@.-]){PROGRAM}", shell):
        before = shell[: match.start()].split()[-1:]
        if before and re.match(r"--?\w|dropuser|userdel|from$", before[0]):
            continue  # an account, the owner of something, a package of Python
        found.append(call(shell[match.end() :]))
    return [each for each in found if each.words and each.words != RECEIPT]


def call(given: str) -> Call:
    """The command with which a line of shell goes on."""
    lexer = shlex.shlex(given, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = []
    try:
        for word in lexer:
            if not word.strip("();<>|&…") or word.startswith("#"):
                break
            words.append(word)
    except ValueError:  # it ends within a quotation that began before
        pass
    while words and words[0].startswith("-"):
        options = {name: each for each in typer.main.get_command(app).params for name in each.opts}
        assert words[0] in options, given
        words = words[1 if options[words[0]].is_flag else 2 :]
    options = [word.partition("=")[0] for word in words if re.match(r"--[a-z]", word)]
    return Call(tuple(words), tuple(options))


def nothing_is(call: Call) -> str:
    """What a call names that does not exist."""
    known = next((KNOWN[call.words[:length]] for length in (2, 1) if call.words[:length] in KNOWN), None)
    if known is None:
        return " ".join(call.words[:2])
    return " ".join(sorted({*call.options} - {*known.options, *known.opposites, "--help"}))


KNOWN = {each.words: each for each in every_command()}
GROUPS = {words[0] for words in KNOWN if len(words) == 2}
WITH_COMMANDS = [
    page for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "deploy").rglob("*.md"), *pages())
    if calls_in(page)
]  # fmt: skip


def in_words(default: Any) -> str:
    """A default as the table of settings writes it, without marks."""
    if isinstance(default, SecretStr):
        default = default.get_secret_value()
    if isinstance(default, tuple) and default:
        return ", ".join(default)
    return {"": "empty", "None": "none", "()": "none", "{}": "none"}.get(str(default), str(default))


def test_every_setting_is_explained_with_its_default() -> None:
    settings_page = (ROOT / "docs/reference/settings.md").read_text()

    def leaves(section: type[BaseModel], path: str) -> dict[str, Any]:
        found = dict[str, Any]()
        for name, field in section.model_fields.items():
            inner = field.annotation
            if isinstance(inner, type) and issubclass(inner, BaseModel):
                found |= leaves(inner, f"{path}{name}.")
            else:
                found[path + name] = field.get_default(call_default_factory=True)
        return found

    settings = leaves(Settings, "")
    assert len(settings) > 30
    for name, default in settings.items():
        variable = PREFIX + name.upper().replace(".", "__")
        assert variable in set(names(Settings, PREFIX))
        row = re.search(rf"^\| `{name}` \| `{variable}` \| (.*?) \|", settings_page, re.MULTILINE)
        assert row is not None, name
        assert re.sub(r"`|(?<=\d),(?=\d{3})", "", row[1]).lower() == in_words(default).lower(), name
    told = re.findall(r"`(ADJ_[A-Z_]+)`", text(""))
    known = re.compile("|".join(["ADJ_CONFIG", *names(Settings, PREFIX)]))
    assert [each for each in told if known.fullmatch(each) is None] == []


def test_the_guides_tell_commands() -> None:
    assert len(WITH_COMMANDS) > 15


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_and_option_of_the_guides_exists(page: Path) -> None:
    assert [told for each in calls_in(page) if (told := nothing_is(each))] == []


def test_commands_that_operators_read_of_without_the_programs_name_exist() -> None:
    """There players' mails are not quoted, so that the name of a group begins a command."""
    spans = [example.split() for page in pages("how_to/operators") for example in examples(page)]
    named = {tuple(words[:2]) for words in spans if words[:1] and words[0] in GROUPS and "=" not in words}
    assert len(named) > 20
    assert {words for words in named if len(words) == 2} <= {*KNOWN}


def test_a_command_is_found_wherever_it_stands(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "say `adjudicator db\nrestored` first\n\n```sh\n"
        "FOO=1 .venv/bin/adjudicator --by Mila turn rule NAME 'say; --no' \\\n  --reson X | cat --other\n"
        "docker compose exec -T poll sh -c 'rm -f x && adjudicator backup new --force >&2'\n"
        "docker compose run --rm poll mail reread && install -g adjudicator x; adjudicator dcotor  # --json\n```\n"
    )
    wrong = [nothing_is(each) for each in calls_in(page)]
    assert sorted(wrong) == sorted(["--reson", "--force", "mail reread", "dcotor", "db restored"])


def test_the_campaign_file_of_the_guide_is_one(desk: Any, tmp_path: Path) -> None:
    (tmp_path / "campaign.toml").write_text(campaign_file())
    desk("campaign", "create", "--file", "campaign.toml")
    shown = desk("campaign", "show", "harbour-lights", "--json").json
    assert shown["options"]["tougher_forts_12_3"] is True
    assert [seat["kind"] for seat in shown["seats"]] == ["player", "player", "moderator"]


def test_the_samples_for_servers_call_commands_that_exist(desk: Any) -> None:
    head = UNIT.read_text().partition("[Unit]")[0]
    named = set(re.findall(r"adjudicator@(\w+)", head))
    assert "ExecStart=/opt/adjudicator/.venv/bin/adjudicator %i\n" in UNIT.read_text()
    compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
    called = named | {
        service["command"].split()[0] for service in compose["services"].values() if "image" not in service or
        service["image"] == "adjudicator"
    }  # fmt: skip
    assert called == {"serve", "poll", "worker", "thinker", "beat", "monitor", "db"}
    for command in called:
        assert "Usage" in desk(command, "--help").out


def test_in_a_container_the_service_may_write_where_its_volume_lies_and_can_copy_its_database() -> None:
    """Docker makes a new volume root's own where the image has no such folder."""
    compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
    (volume,) = compose["x-program"]["volumes"]
    where, image = volume.partition(":")[2], compose["x-program"]["build"]["dockerfile_inline"]
    before, _, _ = image.partition("USER adjudicator")
    assert f"install -d -m 750 -o adjudicator -g adjudicator {where}\n" in before
    assert "postgresql-client" in before
    assert compose["x-program"]["environment"]["ADJ_DATA_DIRECTORY"] == where


def test_the_image_holds_no_settings_and_every_command_of_compose_finds_them() -> None:
    """Compose reads `.env` beside its file without being told; everything else would have to be named each time."""
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    named = [line.removeprefix("!") for line in ignored if line.startswith("!")]
    assert ignored[1] == "*"
    assert "deploy" not in named
    assert [each for each in named if not (ROOT / each).exists()] == []
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert set(packed["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) <= set(named)
    assert {packed["tool"]["hatch"]["build"]["hooks"]["custom"]["path"], packed["project"]["readme"]} <= set(named)
    assert ".env" in (ROOT / ".gitignore").read_text().splitlines()
    compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
    assert compose["x-program"]["env_file"] == ".env"
    assert re.search(r"^docker compose .*--env-file", text("how_to"), re.MULTILINE) is None


def test_no_process_begins_before_its_database_takes_connections_from_elsewhere() -> None:
    """At its first start the image runs a server that answers at the socket only, and ends it again."""
    services = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]
    assert "-h 127.0.0.1" in services["postgres"]["healthcheck"]["test"]
    assert services["upgrade"]["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    for name in ("poll", "worker", "thinker", "beat", "monitor"):
        assert services[name]["depends_on"]["upgrade"] == {"condition": "service_completed_successfully"}, name


@pytest.mark.parametrize("name", ["adjudicator@serve.service", "adjudicator-audit.service"])
def test_a_unit_may_do_no_more_than_it_needs(tmp_path: Path, name: str) -> None:
    unit = tmp_path / name
    shutil.copy(AUDIT if "audit" in name else UNIT, unit)
    looked = ["systemd-analyze", "security", "--offline=true", "--threshold=30", unit]
    told = subprocess.run(looked, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout[-300:] + told.stderr
    assert "Overall exposure level" in told.stdout


def test_systemd_understands_every_line_of_the_weekly_audit(tmp_path: Path) -> None:
    for name in ("adjudicator-audit.service", "adjudicator-audit.timer"):
        unit_text = (UNIT.parent / name).read_text().replace("/usr/bin/make audit", shutil.which("true") or "")
        (tmp_path / name).write_text(unit_text)
    looked = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", tmp_path / "adjudicator-audit.timer",
              tmp_path / "adjudicator-audit.service"]  # fmt: skip
    found = subprocess.run(looked, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
    assert re.search(r"^audit: ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert "~@privileged" not in AUDIT.read_text(), "make could start nothing"


def test_the_guide_starts_and_disables_units_by_their_names() -> None:
    """systemctl stops what a pattern matches, but starts nothing for one, and disables nothing, without an error."""
    said = re.findall(r"systemctl (\w+)(?: --now)? ([^\n`#]*)", text("how_to/operators"))
    assert {verb for verb, _ in said} >= {"start", "stop", "enable", "disable"}
    assert [line for line in said if "*" in line[1] and line[0] != "stop"] == []


@pytest.mark.parametrize("part", ["serve", "poll", "worker", "thinker", "beat", "monitor"])
def test_systemd_understands_every_line_of_a_unit(part: str, tmp_path: Path) -> None:
    """A key that it does not know it passes over in silence when the service starts."""
    told = UNIT.read_text().replace("/opt/adjudicator/.venv/bin/adjudicator", shutil.which("true") or "")
    unit = tmp_path / f"adjudicator@{part}.service"

    def verified(text: str) -> subprocess.CompletedProcess[str]:
        unit.write_text(text)
        looked = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", unit]
        return subprocess.run(looked, capture_output=True, text=True, check=False)

    found = verified(told)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
    misspelt = verified(told.replace("Restart=", "Restrat="))
    assert misspelt.returncode != 0
    assert "Restrat" in misspelt.stderr


def test_a_service_gets_no_tools_of_developers() -> None:
    """Its list of packages is a part of theirs, with the same versions."""
    pinned = re.compile(r"^([\w.-]+==[\w.]+)", re.MULTILINE)
    all_of_them = set(pinned.findall((ROOT / "requirements.lock").read_text()))
    service = set(pinned.findall((ROOT / "deploy/requirements.lock").read_text()))
    assert service < all_of_them
    names = {each.partition("==")[0] for each in service}
    assert {"celery", "sqlmodel", "psycopg", "prometheus-client", "hatchling"} <= names
    assert not names & {"pytest", "mypy", "ruff", "hypothesis", "playwright", "chess", "atheris"}


def test_what_the_page_of_threats_names_is_there() -> None:
    told = (ROOT / "docs/explanation/security.md").read_text()
    named = set(re.findall(r"`((?:tests|deploy)/[\w/.@-]+)`", told))
    assert len(named) > 20
    assert not [each for each in sorted(named) if not (ROOT / each).exists()]
    rows = [line for line in told.splitlines() if line.startswith("| ") and not line.startswith("| threat")]
    assert not [row for row in rows if "`tests/" not in row], "a threat without a test"
    assert not re.search(r"^\|.*\n\n\|", told, re.MULTILINE), "a table that is torn in two is none behind the gap"


def test_the_manual_page_and_completions_come_with_the_package(tmp_path: Path) -> None:
    """With every command and option, in the form that `man` reads."""
    written = manual.write(tmp_path, "1.0")
    page = (tmp_path / manual.MANUAL).read_text()
    for each in commands():
        assert f".SS {each.name}\n" in page
        options = (name for one in each.command.params for name in one.opts if name.startswith("--"))
        assert all(name.replace("-", r"\-") in page for name in options), each.name
    roff = subprocess.run(
        ["groff", "-K", "utf8", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, encoding="utf-8", check=True
    )
    assert roff.stderr == ""
    assert set(written.values()) == {manual.MANUAL, *manual.SHELLS.values()}
    subprocess.run(["bash", "-n", str(tmp_path / manual.SHELLS["bash"])], check=True)
