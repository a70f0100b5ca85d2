"""Our mails as they are kept: each picture once for a campaign, and put together again byte for byte.

In the bytes of a mail `NUL # hash NUL` stands for the lines of a picture in base64, `NUL = bytes NUL` for those of a
text, which packs better as it is. A mail that we compose has no NUL, so one that was kept before is its own kept form.
"""

import hmac
import re
from base64 import b64decode, encodebytes
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime

from msgspec import Struct
from sqlalchemy import bindparam, delete, select, tuple_, update
from sqlalchemy.orm import Session

from adjudicator.store.receipts import signing_key
from adjudicator.store.statements import insert_into, run
from adjudicator.store.tables import MailPicture, OutboundMail, OutboundState, PictureUse, table_of

GONE = (OutboundState.HANDED_OVER, OutboundState.FAILED, OutboundState.CANCELLED)
"""States in which a mail is handed over no more."""
_BASE64 = re.compile(rb"(?<=\r\n\r\n)(?:[A-Za-z0-9+/]{76}\r\n){4,}(?:[A-Za-z0-9+/=]{4,76}\r\n)?")
_PICTURE, _TEXT = b"#", b"="


class PictureMissing(Exception):  # noqa: N818 - a state of affairs
    """A mail cannot be put together: the database has lost a picture of it."""


class TakenApart(Struct, frozen=True):
    """A mail without its pictures, and these by their hashes."""

    kept: bytes
    pictures: dict[bytes, bytes]


def split_pictures(raw: bytes, named: Callable[[bytes], bytes]) -> TakenApart:
    """Take a mail apart; `named` gives the hash of a picture.

    Raises:
        ValueError: there is a NUL in it, so it is not one of our messages.
    """
    if b"\0" in raw:
        raise ValueError("a mail of ours has no NUL")
    pictures: dict[bytes, bytes] = {}

    def shorter(found: re.Match[bytes]) -> bytes:
        data = b64decode(found[0])
        if _base64(data) != found[0]:
            return found[0]
        if b"\0" not in data:
            return b"\0" + _TEXT + data + b"\0"
        name = named(data)
        pictures[name] = data
        return b"\0" + _PICTURE + name.hex().encode() + b"\0"

    return TakenApart(_BASE64.sub(shorter, raw), pictures)


def reassemble(kept: bytes, pictures: Mapping[bytes, bytes]) -> bytes:
    """Return the message as it was.

    Raises:
        PictureMissing: A picture of it is not there.
    """
    pieces = kept.split(b"\0")
    for place in range(1, len(pieces), 2):
        form, content = pieces[place][:1], pieces[place][1:]
        try:
            pieces[place] = _base64(content if form == _TEXT else pictures[bytes.fromhex(content.decode())])
        except KeyError:
            raise PictureMissing(content.decode()) from None
    return b"".join(pieces)


def text_alone(kept: bytes) -> bytes:
    """Return the message with nothing where its pictures were."""
    return reassemble(kept, dict.fromkeys(_names(kept), b""))


def take_apart(session: Session, raw: bytes, at: datetime) -> TakenApart:
    """Take a message apart, with picture hashes that cannot be guessed without the installation's secret."""
    if not _BASE64.search(raw):
        return TakenApart(raw, {})
    return split_pictures(raw, lambda data: _named(session, data, at))


def _named(session: Session, data: bytes, at: datetime) -> bytes:
    return hmac.digest(signing_key(session, at), b"adjudicator picture\0" + data, "sha256")


def keep(session: Session, mail_id: int, campaign_id: int, pictures: Mapping[bytes, bytes]) -> None:
    """Store the pictures of a mail that are not there yet, and that it needs all of them."""
    if not pictures:
        return
    _store(session, campaign_id, pictures)
    used = insert_into(session, PictureUse).on_conflict_do_nothing()
    run(session, used, [{"outbound_mail_id": mail_id, "campaign_id": campaign_id, "hash": name} for name in pictures])


def _store(session: Session, campaign_id: int, pictures: Mapping[bytes, bytes]) -> None:
    rows = [{"campaign_id": campaign_id, "hash": name, "data": pictures[name]} for name in sorted(pictures)]
    new = insert_into(session, MailPicture)
    # One that is there is locked by being written, so that nobody removes it before it is known to be in use.
    same = new.on_conflict_do_update(index_elements=["campaign_id", "hash"], set_={"hash": new.excluded.hash})
    run(session, same, rows)


def add(session: Session, campaign_id: int, pictures: Iterable[bytes], at: datetime) -> tuple[str, ...]:
    """Store pictures before a mail needs them, and return their names. They go with the last mail that needs them."""
    named = {_named(session, data, at): data for data in pictures}
    if named:
        _store(session, campaign_id, named)
    return tuple(name.hex() for name in named)


def of_names(session: Session, campaign_id: int, names: Iterable[str]) -> tuple[bytes, ...]:
    """Return the pictures with these names that are still there, in their order."""
    wanted = [bytes.fromhex(name) for name in names]
    if not wanted:
        return ()
    found = {each.hash: each.data for each in run(session, _PICTURES, {"campaign_id": campaign_id, "names": wanted})}
    return tuple(found[name] for name in wanted if name in found)


def remove(session: Session, campaign_id: int, names: Iterable[str]) -> None:
    """Remove pictures with these names that no mail needs."""
    use, picture = table_of(PictureUse), table_of(MailPicture)
    used = select(use.c.hash).where(use.c.campaign_id == picture.c.campaign_id, use.c.hash == picture.c.hash)
    wanted = [bytes.fromhex(name) for name in names]
    here = (picture.c.campaign_id == campaign_id, picture.c.hash.in_(wanted))
    if wanted:
        run(session, delete(picture).where(*here, ~used.exists()))


def whole(session: Session, row: OutboundMail) -> bytes | None:
    """Return the bytes of a message, or None if it is not rendered yet, or was dropped.

    Raises:
        PictureMissing: A picture of it is not there.
    """
    if row.kept is None:
        return None
    names = _names(row.kept)
    if not names:
        return reassemble(row.kept, {})
    found = run(session, _PICTURES, {"campaign_id": row.campaign_id, "names": names})
    return reassemble(row.kept, {each.hash: each.data for each in found})


def drop(session: Session, mail_ids: Collection[int]) -> None:
    """Drop the bytes of mails that are handed over no more, and the pictures that no other mail needs."""
    mail = table_of(OutboundMail)
    run(session, update(mail).where(mail.c.id.in_(mail_ids), mail.c.state.in_(GONE)).values(raw=None))
    needs_none(session, mail_ids)


def needs_none(session: Session, mail_ids: Iterable[int]) -> None:
    """Note that these messages are not kept any more: remove pictures that no other message needs."""
    use, picture = table_of(PictureUse), table_of(MailPicture)
    here = use.c.outbound_mail_id.in_([*mail_ids])
    needed = {tuple(row) for row in run(session, select(use.c.campaign_id, use.c.hash).where(here))}
    if not needed:
        return
    run(session, delete(use).where(here))
    keys = (picture.c.campaign_id, picture.c.hash)
    chosen = select(*keys).where(tuple_(*keys).in_(sorted(needed))).order_by(*keys)
    # Locked first: a mail that is stored meanwhile with one of them waits, or has it already.
    free = [tuple(row) for row in run(session, chosen.with_for_update(skip_locked=True))]
    used = select(use.c.hash).where(use.c.campaign_id == picture.c.campaign_id, use.c.hash == picture.c.hash)
    run(session, delete(picture).where(tuple_(*keys).in_(free), ~used.exists()))


def _names(kept: bytes) -> list[bytes]:
    parts = kept.split(b"\0")[1::2]
    return [bytes.fromhex(part[1:].decode()) for part in parts if part[:1] == _PICTURE]


def _base64(data: bytes) -> bytes:
    return encodebytes(data).replace(b"\n", b"\r\n")


_KEPT = table_of(MailPicture).c
_PICTURES = select(_KEPT.hash, _KEPT.data).where(
    _KEPT.campaign_id == bindparam("campaign_id"), _KEPT.hash.in_(bindparam("names", expanding=True))
)
