"""Name content that may be edited, and data files: for a game whose facts lie in files, or whose groups bring packs."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec

from adjudicator.kernel.actions import Action, SetContent
from adjudicator.kernel.decisions import op_name
from adjudicator.kernel.documents import ContentForm, with_other_ids
from adjudicator.kernel.events import ContentCorrected, Event
from adjudicator.kernel.game.chapters import Chapters
from adjudicator.kernel.game.documents import Documents
from adjudicator.kernel.game.parts import Parts
from adjudicator.kernel.game.views import S
from adjudicator.kernel.steps import Frames

G = TypeVar("G", bound="Packs[Any]")


class Packs(Documents[S], Chapters, Parts):
    """A game with the content that is played; documents, chapters and parts are extended for it."""

    version: ClassVar[str]
    fact_files: ClassVar[Sequence[Path]] = ()
    """The data files that its rules read. A match goes on only while they are the same; names and other words, which
    lie in files of their own, may be mended at any time.
    """
    content_form: ClassVar[ContentForm | None] = None
    """The content that may be edited, with its default; None if the game takes no pack."""
    pack: bytes = b""
    """The pack that is played, as canonical JSON; empty: the default."""

    @cached_property
    def content(self) -> Any:
        """The editable content that is played: the default, or that of the pack; None: nothing may be edited."""
        return None if self.content_form is None else self.content_form.default()

    @cached_property
    def content_hash(self) -> str:
        """Hash of what the rules are: version, actions, default content, facts. With a pack the hash of the pack."""
        told = [self.id, self.version, sorted(op_name(kind) for kind in self.actions)]
        if self.content_form is not None:
            told.append(msgspec.json.encode(self.content_form.write(self.content), order="sorted").decode())
        told += [hashlib.sha256(path.read_bytes()).hexdigest() for path in self.fact_files]
        return hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:16]

    @cached_property
    def unbound(self: G) -> G:
        """The game as it is without a pack."""
        return self

    def bound(self: G, content: msgspec.Struct, hash: str, pack: bytes) -> G:
        """Return the game with the content of a pack. Everything else is the same."""
        twin = copy.copy(self.unbound)
        mine = {"content": content, "content_hash": hash, "pack": pack, "unbound": self.unbound, "_made": {}}
        twin.__dict__.update(mine)
        return twin

    # the ids of a pack ----------------------------------------------------------------------------

    def shown(self, plain: Any) -> Any:
        """Return a document, or another plain JSON value, with the ids that its pack uses, for people."""
        own = {slot: id for id, slot in self._slots.items()}
        return with_other_ids(msgspec.to_builtins(plain), own) if own else plain

    def kept(self, plain: Any) -> Any:
        """Return what people wrote with the ids of the pack as rules and states have it."""
        return with_other_ids(plain, self._slots)

    @property
    def _slots(self) -> Mapping[str, str]:
        """Return the slot of each id that only the pack knows."""
        return {} if self.content_form is None else self.content_form.slots(self.content)

    # extended for the content ---------------------------------------------------------------------

    def load(self, document: Mapping[str, Any]) -> tuple[S, Frames]:
        """Return the state and the frames of a document, which may use the ids of the pack."""
        return super().load(self.kept(document))

    @property
    def corrections(self) -> tuple[type[Action], ...]:
        """The actions that a moderator may take, also on the content."""
        return super().corrections if self.content_form is None else (*super().corrections, SetContent)

    @property
    def _own_events(self) -> tuple[type[Event], ...]:
        """The events of the kernel that tell of corrected content."""
        return () if self.content_form is None else (ContentCorrected,)

    def part(self, name: str) -> Any:
        """Load what another layer needs; what has a method `with_content` is made again for the content."""
        if name in self._made:
            return self._made[name]
        found = super().part(name)
        if self.content_form is not None and hasattr(found, "with_content"):
            found = self._made[name] = found.with_content(self.content, self.content_form.names(self.content))
        return found

    @cached_property
    def _made(self) -> dict[str, Any]:
        """Parts that were made for the content, by name."""
        return {}
