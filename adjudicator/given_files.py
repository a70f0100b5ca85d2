"""Files that a person gives: read, unpacked and parsed within bounds; what is wrong with them is said in words.

Nothing of a file is believed before it was measured: its kind and size before it is read, what an archive declares
before it is unpacked, how many values and levels there are before they are made.
"""

import io
import re
import stat
import struct
import sys
import tomllib
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import yaml

T = TypeVar("T")

MIB: Final = 1 << 20
READ: Final = 64 * MIB
"""Bytes of a file that is read whole."""
PACKED: Final = 1024 * MIB
"""Bytes of a packed archive."""
SPARE: Final = 64 * MIB
"""Bytes that the members of an archive may always have together, beside some times its own size."""
TIMES: Final = 10
"""The most that an archive may unpack to, as a multiple of its own size, beside `SPARE`."""
MEMBERS: Final = 100_000
VALUES: Final = 2_000_000
"""Values in a JSON text or, beside one for each packed byte, in all those of an archive."""
WRITTEN: Final = 250_000
"""Values in a YAML text; an alias counts as all that it stands for."""
DEPTH: Final = 100
"""Levels of lists and mappings in each other."""
TOML: Final = MIB // 4
"""Bytes of a TOML text: the time that its reader takes grows faster than its size."""
DOTS: Final = 100
"""Dots in a line of TOML: each may be a level more."""
INTEGER: Final = 64
"""Bits of an integer."""

_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFLNK: "a link",
}
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+"?|([\[{])|([\]}])', re.DOTALL)
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGED = (zipfile.BadZipFile, EOFError, ValueError, OSError, RuntimeError, OverflowError, struct.error, zlib.error)
"""Exceptions that `zipfile` raises on bytes that are no archive."""


class BadFile(ValueError):  # noqa: N818 - the answer to a person, nothing broke
    """A file is not what is needed, or is too much; the text says why, of a file also which."""


def read(path: Path, most: int = READ) -> bytes:
    """Return the content of an ordinary file of at most so many bytes. Raises BadFile, OSError."""
    size = require_ordinary(path)
    _require(size <= most, f"{path}: it is larger than {most / MIB:g} MiB")
    with path.open("rb") as file:
        return file.read(size)


def read_text(path: Path, most: int = READ) -> str:
    """Return the text of a file in UTF-8. Raises BadFile, OSError."""
    return _decoded(read(path, most), str(path))


def read_input(most: int = READ) -> str:
    """Return the text of standard input. Raises BadFile."""
    data = sys.stdin.buffer.read(most + 1)
    _require(len(data) <= most, f"standard input: it is larger than {most / MIB:g} MiB")
    return _decoded(data, "standard input")


def require_ordinary(path: Path) -> int:
    """Return the size of a file that can be read to its end. Raises BadFile for another kind of file, OSError."""
    found = path.stat()
    kind = stat.S_IFMT(found.st_mode)
    if kind != stat.S_IFREG:
        raise BadFile(f"{path}: it is {_KINDS.get(kind, 'something else')}, not a file")
    return found.st_size


def inside(folder: Path, path: Path) -> Path:
    """Return a path that lies in a folder. Raises BadFile if a link leads out of it."""
    if not path.resolve().is_relative_to(folder.resolve()):
        raise BadFile(f"{path}: it leads out of the folder {folder}")
    return path


@contextmanager
def zip_file(source: Path | bytes, times: int = TIMES, spare: int = SPARE) -> Iterator[zipfile.ZipFile]:
    """Open a ZIP archive, a file or its bytes, whose members are ordinary, and unpacked not too large.

    A member is never unpacked beyond the size that the archive declares for it, so these sizes can be relied on.

    Raises:
        BadFile: It is not such an archive, also when this is found out later, as its members are read.
        OSError: It cannot be read.
    """
    size = len(source) if isinstance(source, bytes) else require_ordinary(source)
    with io.BytesIO(source) if isinstance(source, bytes) else source.open("rb") as opened:
        try:
            with zipfile.ZipFile(opened) as file:
                members = file.infolist()
                _require(len(members) <= MEMBERS, f"it has more than {MEMBERS} members")
                total, most = sum(member.file_size for member in members), spare + times * size
                _require(total <= most, f"unpacked it would have {total:,} bytes; one of its size may have {most:,}")
                for member in members:
                    kind = stat.S_IFMT(member.external_attr >> 16)
                    told = f"{member.filename!r} is {_KINDS.get(kind, 'something else')}"
                    _require(kind in (0, stat.S_IFREG, stat.S_IFDIR), told)
                    _require(member.compress_type in _METHODS, f"{member.filename!r} is packed in a way not used here")
                yield file
        except BadFile as bad:
            raise BadFile(f"it cannot be unpacked: {bad}") from None
        except _DAMAGED as error:
            raise BadFile(f"it cannot be unpacked: {error}") from None


def zip_members(data: bytes) -> dict[str, bytes]:
    """Return all members of a ZIP archive by name. Raises BadFile."""
    values, most, found = 0, VALUES + len(data), {}
    with zip_file(data) as file:
        for name in file.namelist():
            found[name] = content = file.read(name)
            values += _values(content) if name.endswith((".json", ".jsonl")) else 0
            _require(values <= most, f"it holds more than {most:,} values")
    return found


def measured(data: bytes) -> bytes:
    """Return a JSON text if it has not too many values and levels. Raises BadFile."""
    _require(_values(data) <= VALUES, f"it holds more than {VALUES:,} values")
    _require(not _is_deep(data), f"it is nested more than {DEPTH} levels deep")
    return data


def from_json(data: bytes | str, kind: type[T] | Any = Any) -> T | Any:
    """Return the value of a JSON text. Raises BadFile."""
    raw = measured(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
    try:
        found = msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadFile(str(error)) from None
    return _plain(found) if kind is Any else found


def from_yaml(data: bytes) -> Any:
    """Return the value of a YAML text. Raises BadFile."""
    try:
        _measure_yaml(data)
        return _plain(msgspec.yaml.decode(data))
    except BadFile:
        raise
    except (yaml.YAMLError, msgspec.DecodeError, ValueError, OverflowError, RecursionError) as error:
        raise BadFile(" ".join(str(error).split())) from None


def from_toml(text: str) -> dict[str, Any]:
    """Return the table of a TOML text. Raises BadFile."""
    _require(len(text) <= TOML, f"it has more than {TOML:,} letters")
    _require(all(line.count(".") <= DOTS for line in text.splitlines()), f"a line of it has more than {DOTS} dots")
    try:
        return _plain(tomllib.loads(text))
    except BadFile:
        raise
    except RecursionError:
        raise BadFile(f"it is nested more than {DEPTH} levels deep") from None
    except ValueError as error:
        raise BadFile(str(error)) from None


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise BadFile(otherwise)


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadFile(f"{name}: it is not text in UTF-8 (byte {error.start})") from None


def _values(data: bytes) -> int:
    """Return a number that the values of a JSON text do not exceed."""
    return 1 + sum(map(data.count, (b",", b"[", b"{")))


def _is_deep(data: bytes) -> bool:
    """Return whether a JSON text is nested too deep."""
    if data.count(b"[") + data.count(b"{") <= DEPTH:
        return False
    depth = 0
    for token in _TOKEN.finditer(data):
        depth += (0, 1, -1)[token.lastindex or 0]
        if depth > DEPTH:
            return True
    return False


def _measure_yaml(data: bytes) -> None:
    """Check depth and values before any of them is made. Raises BadFile, YAMLError."""
    sizes: dict[str | None, int] = {}
    above: list[tuple[str | None, int]] = []
    values = 0
    for event in yaml.parse(data, yaml.CSafeLoader):
        if isinstance(event, yaml.AliasEvent):
            _require(all(name != event.anchor for name, _ in above), f"*{event.anchor} stands for what it is part of")
            values += sizes.get(event.anchor, 1)
        elif isinstance(event, yaml.NodeEvent):
            values += 1
            if isinstance(event, yaml.CollectionStartEvent):
                above.append((event.anchor, values))
            elif event.anchor is not None:
                sizes[event.anchor] = 1
        elif isinstance(event, yaml.CollectionEndEvent):
            name, before = above.pop()
            if name is not None:
                sizes[name] = values - before + 1
        _require(len(above) <= DEPTH, f"it is nested more than {DEPTH} levels deep")
        _require(values <= WRITTEN, f"it holds more than {WRITTEN:,} values")


def _plain(value: T) -> T:
    """Return a parsed value if it is not too deep, and has no integer that is too large. Raises BadFile."""
    level: list[Any] = [value]
    for _ in range(DEPTH + 2):
        for each in level:
            _require(not isinstance(each, int) or each.bit_length() <= INTEGER, f"an integer has over {INTEGER} bits")
        inner = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list))
        level = [each for values in inner for each in values]
        if not level:
            return value
    raise BadFile(f"it is nested more than {DEPTH} levels deep")
