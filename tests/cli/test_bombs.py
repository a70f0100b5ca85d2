"""Files that were made to exhaust or confuse: each is refused in one sentence, within little memory."""

from __future__ import annotations

import os
import resource
import socket
import stat
import subprocess
import warnings
import zipfile
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from adjudicator import given_files
from adjudicator.given_files import BadFile
from tests.cli.conftest import PROGRAM, Run

ROOM = 1 << 30
"""Bytes of address space that the program may have: a few hundred are those of its libraries."""
LAUGHS = "game: guild-fair\na0: &a0 [x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{before}'] * 9)}]\n" for before, n in pairwise(range(12))
)
CAMPAIGN = 'name = "lights"\ntitle = "L"\ngame = "sealed-bids"\n'

TEXTS: dict[str, tuple[str, str, str]] = {
    "laughs.yaml": ("pack check {}", LAUGHS, "it holds more than 250,000 values"),
    "deep.yaml": ("pack check {}", "a: " + "[" * 50_000, "it is nested more than 100 levels deep"),
    "steps.yaml": ("pack check {}", "- " * 50_000, "it is nested more than 100 levels deep"),
    "itself.yaml": ("pack check {}", "a: &a [*a]", "*a stands for what it is part of"),
    "integer.yaml": ("pack check {}", "a: 0x" + "f" * 200_000, "an integer has over 64 bits"),
    "float.yaml": ("pack check {}", "a: 1" + ":1" * 20_000 + ".5", "int too large to convert to float"),
    "day.yaml": ("pack check {}", "a: 2001-99-99", "month must be in 1..12"),
    "deep.json": ("pack check {}", '{"a":' * 900, "it is nested more than 100 levels deep"),
    "wide.json": ("pack check {}", "[" + "[]," * 1_300_000, "it holds more than 2,000,000 values"),
    "large.json": ("pack check {}", " " * 4_200_000, "it is larger than 4 MiB"),
    "deep.toml": ("campaign create --file {}", f"{CAMPAIGN}options = {'[' * 5_000}", "nested more than 100 levels"),
    "dots.toml": ("campaign create --file {}", f"{'a.' * 100_000}b = 1", "a line of it has more than 100 dots"),
    "binary.toml": ("campaign create --file {}", "\udcff", "it is not text in UTF-8 (byte 0)"),
    "people.json": ("campaign create --file {}", '{"seed": "\\ud800"}', "not text in UTF-8|truncated|surrogate"),
    "settings.toml": ("--config {} campaign list", "a = " + "[" * 5_000, "settings.toml: maximum recursion depth"),
    "words.toml": ("--config {} campaign list", "\udcff", "words.toml: 'utf-8' codec can't decode"),
    "match.json": ("match show {}", "[" * 200_000, "it is nested more than 100 levels deep"),
    "case.json": ("simulate --case {}", "[" * 200_000, "it is nested more than 100 levels deep"),
    "position.json": ("match new sealed-bids --document {}", "[" * 200_000, "it is nested more than 100 levels deep"),
    "chance.json": ("match new sealed-bids --chance {}", f"[{'9' * 30}]", "an integer has over 64 bits"),
}
"""By name of a file: the command that reads it, its text, and what is said."""


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_is_too_much_is_refused(desk: Run, tmp_path: Path, name: str) -> None:
    line, text, said = TEXTS[name]
    (tmp_path / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    told = desk(*line.format(name).split(), code=1).err
    assert any(each in told for each in said.split("|")), told
    assert "defect" not in told


def bomb(file: Path, size: int, method: int = zipfile.ZIP_DEFLATED, **info: int) -> None:
    member = zipfile.ZipInfo("campaign.json")
    member.compress_type = method
    for name, value in info.items():
        setattr(member, name, value)
    with zipfile.ZipFile(file, "w") as packed, packed.open(member, "w", force_zip64=True) as inside:
        for _ in range(size >> 20):
            inside.write(bytes(1 << 20))


def limited(folder: Path, environment: dict[str, str], *arguments: str) -> str:
    """What the program says on standard error when it may have little memory; it must end with code 1."""
    done = subprocess.run(
        [PROGRAM, *arguments],
        env=environment,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM)),
        timeout=120,
    )
    assert done.returncode == 1, done.stderr
    assert "defect" not in done.stderr
    assert "Memory" not in done.stderr
    return done.stderr


def test_an_archive_of_600_kilobytes_does_not_take_gigabytes(environment: dict[str, str], tmp_path: Path) -> None:
    bomb(tmp_path / "zeros.zip", 600 << 20)
    assert (tmp_path / "zeros.zip").stat().st_size < 700_000
    for line in ("verify zeros.zip", "campaign import zeros.zip -y", "restore zeros.zip -y"):
        assert "unpacked it would have 629,145,600 bytes" in limited(tmp_path, environment, *line.split()), line
    with zipfile.ZipFile(tmp_path / "lists.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("campaign.json", "[" + "[]," * 20_000_000)
    assert "it holds more than" in limited(tmp_path, environment, "verify", "lists.zip")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"method": zipfile.ZIP_LZMA}, "is packed in a way not used here"),
        ({"external_attr": stat.S_IFLNK << 16}, "'campaign.json' is a link"),
        ({"external_attr": stat.S_IFIFO << 16}, "'campaign.json' is a pipe"),
    ],
)
def test_members_that_are_no_ordinary_files_are_refused(
    desk: Run, tmp_path: Path, change: dict[str, int], said: str
) -> None:
    bomb(tmp_path / "odd.zip", 1 << 20, **change)
    assert said in desk("verify", "odd.zip", code=1).err


def test_an_encrypted_or_damaged_archive_is_told(desk: Run, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "made.zip", "w") as packed:
        packed.writestr("campaign.json", "{}" * 100)
    whole = (tmp_path / "made.zip").read_bytes()
    directory = whole.index(b"PK\x01\x02")
    for place in (6, *range(directory, len(whole))):
        (tmp_path / "odd.zip").write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with warnings.catch_warnings(action="ignore"):
            assert "defect" not in desk("verify", "odd.zip", code=1).err, place


@pytest.fixture
def special(tmp_path: Path) -> Iterator[dict[str, Path]]:
    """A pipe that nobody writes to, a socket, a device without an end, a folder."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        yield {kind: tmp_path / kind for kind in ("pipe", "socket", "folder")} | {"device": Path("/dev/zero")}


@pytest.mark.parametrize(
    "line",
    [
        "verify {}",
        "campaign import {} -y",
        "campaign create --file {}",
        "match show {}",
        "match new sealed-bids --document {}",
        "mail read {}",
        "mail read mail.eml --seats {}",
        "verify --receipt {} nothing.zip",
        "restore {} -y",
        "simulate --case {}",
    ],
)
def test_what_has_no_end_is_never_read(desk: Run, special: dict[str, Path], tmp_path: Path, line: str) -> None:
    (tmp_path / "mail.eml").write_text("From: a@b.test\n\nhello\n")
    with zipfile.ZipFile(tmp_path / "nothing.zip", "w") as packed:
        packed.writestr("campaign.json", '{"state": "inviting"}')
    for kind, path in special.items():
        told = desk(*line.format(path).split(), code=1).err
        assert f"{path}: it is a {kind}, not a file" in told or "nothing to verify" in told, told


def test_a_pack_reads_nothing_outside_its_folder(desk: Run, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("seed: 00ff")
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack/pack.yaml").symlink_to(tmp_path / "secret.yaml")
    told = desk("pack", "check", "pack", "--game", "guild-fair", code=1).err
    assert "pack/pack.yaml: it leads out of the folder pack" in told


@pytest.mark.parametrize("parse", [given_files.from_json, lambda text: given_files.from_yaml(text.encode())])
def test_what_people_write_is_read_as_before(parse: Callable[[str], object]) -> None:
    deep = "[" * given_files.DEPTH + "]" * given_files.DEPTH
    assert parse(deep) is not None
    with pytest.raises(BadFile, match="levels deep"):
        parse(f"[{deep}]")
    many = '["' + "[" * 5_000 + '\\"[", "' + "]" * 5_000 + '", {"a": 18446744073709551615}]'
    assert parse(many) == ["[" * 5_000 + '"[', "]" * 5_000, {"a": 2**64 - 1}]


def test_aliases_may_be_used() -> None:
    assert given_files.from_yaml(b"a: &a [1, 2]\nb: {<<: {c: *a}}") == {"a": [1, 2], "b": {"c": [1, 2]}}
