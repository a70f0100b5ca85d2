"""Keep the grounds of pictures and the pieces that lie on them, for this process and those forked from it."""

from pathlib import Path


class _Folder:
    """One name that a process keeps."""

    def __init__(self) -> None:
        self.named: Path | None = None


_folder = _Folder()


def keep_grounds_in(folder: Path | None) -> None:
    """Name the cache directory of this process and of those forked from it. Several processes may share one."""
    _folder.named = folder


def folder() -> Path | None:
    """Return the cache directory, if one was named."""
    return _folder.named
