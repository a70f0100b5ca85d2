"""The mailbox that receives, over IMAP (RFC 9051): what is new, moving to folders, waiting.

The mailbox is not the record of what was handled; the caller keeps a `FetchCursor` and hashes in its
database, and calls `move_to` only after a mail is stored.

No answer of a server is believed by itself: a message whose bytes are not as many as were announced is fetched a second
time, and given out only if the server then keeps its word or repeats itself. No line of an answer may have more than
a million bytes (`imaplib._MAXLINE`), so the numbers of a crowded folder are asked for in ranges.
"""

import imaplib
import selectors
import ssl
import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from ipaddress import ip_address
from itertools import chain
from types import TracebackType
from typing import Any
from uuid import uuid4

from imapclient import DELETED, IMAPClient
from imapclient.exceptions import IMAPClientError, LoginError
from msgspec import Struct

from adjudicator.mail.oauth import TokenLater, TokenRefused
from adjudicator.mail.settings import ImapSettings, Tls

_IDLE_SECONDS = 540.0
"""NATs and Gmail drop quiet connections after ten minutes."""
_MOST_AT_ONCE = 20
_BYTES_AT_ONCE = 1_000_000
"""Limits of one fetch: messages, and bytes; a single message may have more bytes."""
_MOST_NUMBERS = 50_000
"""Uids that one answer may hold: ten digits and a blank for each."""
_MOST_FACTS = 500
"""Messages whose times are asked for at once: servers bound the length of a command."""
_EARLIEST = 2000
"""First year that is believed of a server's time."""
_SLICE_SECONDS = 5.0
"""How long a wait goes on after its stop event was set, at most."""


class MailboxLost(Exception):  # noqa: N818
    """The connection or the mailbox is gone: throw the `Mailbox` away, pause, connect again."""


class LoginRefused(MailboxLost):
    """The server refused user or password; trying again soon is useless."""


class Unusable(MailboxLost):
    """The server answered, but not with what was asked for (RFC 9051, 7.1.2: NO). The connection itself stands."""


class NotFiled(Exception):  # noqa: N818
    """The server will not move a mail (folder full, no rights): it stays where it is, the connection is sound."""


class FetchCursor(Struct, frozen=True):
    """The last mail that was seen; uids mean something only with their UIDVALIDITY."""

    uidvalidity: int
    last_uid: int


class Fetched(Struct, frozen=True):
    """A mail as it lies in the mailbox. `internal_date` is our server's clock, in UTC; None: it does not say.

    `oversize`: `raw` is the header block alone and `size` tells the bytes of the whole.
    """

    uid: int
    uidvalidity: int
    internal_date: datetime | None
    raw: bytes
    size: int
    oversize: bool = False

    @property
    def whole(self) -> bool:
        """Whether as many bytes came as were announced; of a header block alone there is at least something."""
        return bool(self.raw) if self.oversize else len(self.raw) == self.size

    @property
    def position(self) -> FetchCursor:
        """The position to go on from after this mail."""
        return FetchCursor(self.uidvalidity, self.uid)


class Unfetched(Struct, frozen=True):
    """A message that is there, and that the server does not give out; why, in its words."""

    uid: int
    why: str


class _Client(IMAPClient):  # type: ignore[misc]  # imapclient has no types
    """A client that also tells what came along with the answers it read."""

    def take_growth(self) -> bool:
        """Return whether the server has announced mails since this was asked last; it announces each of them once."""
        _, told = self._imap.response("EXISTS")
        return bool(told != [None])

    def has_read_ahead(self) -> bool:
        """Return whether more than one line was read at once: of what lies in memory no socket tells."""
        connection = self.socket()
        patience = connection.gettimeout()
        connection.settimeout(0)
        try:
            return bool(self._imap.file.peek(1))
        except ssl.SSLWantReadError:
            return False
        finally:
            connection.settimeout(patience)


class Mailbox:
    """One IMAP connection with one folder open; for one thread.

    ```python
    with Mailbox.connect(settings) as box:
        for mail in box.new_mails(position):
            store(mail)
            box.file_away([mail.uid], "Handled")
        box.wait(300)
    ```
    """

    def __init__(self, client: "_Client", settings: ImapSettings, selected: Mapping[bytes, Any]) -> None:
        """Work with a folder that was opened; `selected` is what the server said of it.

        Raises:
            LookupError, ValueError: It did not say what it must.
        """
        self._client = client
        self._settings = settings
        self._folders: set[str] = set()
        self._highest = int(selected.get(b"UIDNEXT", 1)) - 1
        self._crowded = int(selected.get(b"EXISTS", 0)) > _MOST_NUMBERS
        self.uidvalidity = int(selected[b"UIDVALIDITY"])
        self.asked_for: list[int] = []
        """The messages whose answer has not come: one of them may be what a lost connection was lost at."""

    @classmethod
    def connect(cls, settings: ImapSettings) -> "Mailbox":
        """Connect, log in, open the folder.

        Raises:
            LoginRefused, MailboxLost.
        """
        with _lost():
            client = _client(settings)
            try:
                _login(client, settings)
                return cls(client, settings, client.select_folder(settings.folder))
            except BaseException:
                _hang_up(client)
                raise

    def __enter__(self) -> "Mailbox":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Log out; never raises."""
        try:
            self._client.logout()
        except (IMAPClientError, OSError, imaplib.IMAP4.error):
            _hang_up(self._client)

    def new_mails(self, since: FetchCursor | None) -> Iterator[Fetched]:
        """Yield the messages of `batches` that could be fetched, one by one.

        Raises:
            MailboxLost.
        """
        for batch in self.batches(since):
            yield from (each for each in batch if isinstance(each, Fetched))

    def batches(
        self,
        since: FetchCursor | None,
        *,
        again: Collection[int] = (),
        without: Collection[int] = (),
        singly: bool = False,
    ) -> Iterator[tuple[Fetched | Unfetched, ...]]:
        """Yield the messages after the position, in the order of their uids.

        Yields all of them if the folder has another UIDVALIDITY (the caller recognises those it knows by their hashes).
        Small ones come several at a time. What the server does not give together is fetched one by one, and by parts;
        one that cannot be fetched keeps no other from it. A message that vanishes meanwhile is skipped. Flags are
        neither read nor changed.

        Args:
            since: The last message that was seen.
            again: Uids before it that are fetched once more.
            without: Uids behind it that are not fetched.
            singly: One message at a time.

        Raises:
            MailboxLost.
        """
        known = since is not None and since.uidvalidity == self.uidvalidity
        first = since.last_uid + 1 if since is not None and known else 1
        with _lost():
            found = self._uids_from(first)
            self._highest = max(self._highest, *found, 0)
            uids = sorted({*again, *found} - set(without))
        most = 1 if singly else _MOST_AT_ONCE
        for start in range(0, len(uids), most):
            facts = self._facts(some := uids[start : start + most])
            for few in _within(some, {uid: size for uid, (size, _) in facts.items()}):
                if fetched := self._given(few, facts):
                    yield fetched

    def _facts(self, uids: Sequence[int]) -> dict[int, tuple[int, datetime | None]]:
        """Return sizes in bytes and times of messages; nothing where the server does not say them all."""
        try:
            with self._asking(uids), _lost():
                found = self._client.fetch(uids, ["RFC822.SIZE", "INTERNALDATE"])
                return {uid: (int(each[b"RFC822.SIZE"]), _utc(each[b"INTERNALDATE"])) for uid, each in found.items()}
        except Unusable:
            return {}

    @contextmanager
    def _asking(self, uids: Sequence[int]) -> Iterator[None]:
        """Remember what is asked for until the answer has come."""
        self.asked_for = list(uids)
        try:
            yield
        except Unusable:
            self.asked_for = []
            raise
        self.asked_for = []

    def _given(
        self, uids: Sequence[int], facts: Mapping[int, tuple[int, datetime | None]]
    ) -> tuple[Fetched | Unfetched, ...]:
        """Fetch messages together if the server gives them so; otherwise one by one, and by parts."""
        try:
            with self._asking(uids), _lost():
                fetched = self._fetch(uids, facts)
        except Unusable as no:
            if len(uids) > 1:
                return tuple(chain.from_iterable(self._given([uid], self._facts([uid])) for uid in uids))
            return self._in_parts(uids[0], no)
        return tuple(chain.from_iterable((each,) if each.whole else self._second_look(each) for each in fetched))

    def _second_look(self, first: Fetched) -> tuple[Fetched | Unfetched, ...]:
        """Fetch a message again of which other bytes came than were announced.

        Some servers only estimate sizes: they give the same bytes twice. Nothing at all is never believed.
        """
        why = f"{first.size} bytes were announced, {len(first.raw)} came"
        return tuple(
            again
            if isinstance(again, Unfetched) or again.raw == first.raw or len(again.raw) == first.size or again.oversize
            else Unfetched(first.uid, why)
            for again in self._in_parts(first.uid, Unusable(why))
        )

    def _in_parts(self, uid: int, why: Unusable) -> tuple[Fetched | Unfetched, ...]:
        """Fetch a message that the server does not give as others: without its time, its size, then in two parts."""
        most = self._settings.most_bytes
        for items in [f"BODY.PEEK[]<0.{most + 1}>"], ["BODY.PEEK[HEADER]", f"BODY.PEEK[TEXT]<0.{most + 1}>"]:
            try:
                with self._asking([uid]), _lost():
                    self._client.noop()
                    if uid not in self._client.search(["UID", str(uid)]):
                        return ()  # it has vanished
                    parts = self._client.fetch([uid], items)[uid]
                    raw = b"".join(bytes(parts[key]) for key in sorted(parts) if key.startswith(b"BODY["))
            except Unusable as no:
                why = no
                continue
            if raw:
                large, size = len(raw) > most, len(raw)
                raw = b"".join(raw.partition(b"\r\n\r\n")[:2]) if large else raw
                return (Fetched(uid, self.uidvalidity, self._time_of(uid), raw, size, large),)
        return (Unfetched(uid, str(why)),)

    def _time_of(self, uid: int) -> datetime | None:
        try:
            with self._asking([uid]), _lost():
                return _utc(self._client.fetch([uid], ["INTERNALDATE"])[uid].get(b"INTERNALDATE"))
        except Unusable:
            return None

    def uids(self) -> list[int]:
        """Return the uids of all messages in the folder, in ascending order, except those marked as deleted.

        A server without UIDPLUS keeps messages that were moved to another folder until somebody expunges the folder.

        Raises:
            MailboxLost.
        """
        with _lost():
            self._client.noop()
            return self._search(1, "UNDELETED")

    def since(self, day: date) -> list[tuple[datetime | None, int]]:
        """Return the messages that came on or after a day: moment (None: the server does not say) and uid.

        The day is that of the server's zone.

        Raises:
            MailboxLost.
        """
        with _lost():
            uids = self._search(1, "SINCE", day)
            facts: dict[int, dict[bytes, Any]] = {}
            for start in range(0, len(uids), _MOST_FACTS):
                facts.update(self._client.fetch(uids[start : start + _MOST_FACTS], ["INTERNALDATE"]))
            return [(_utc(facts[uid].get(b"INTERNALDATE")), int(uid)) for uid in uids if uid in facts]

    @property
    def is_remote(self) -> bool:
        """Whether the server has a public address: so it is another machine than this one, with another clock."""
        with _lost():
            return ip_address(self._client.socket().getpeername()[0].partition("%")[0]).is_global

    def time(self) -> datetime:
        """Return the time at the server.

        It is the date that the server gives to a message that is put into the folder without one (RFC 9051, 6.3.12),
        and is removed again.

        Raises:
            MailboxLost.
        """
        id = f"<{uuid4()}@time.invalid>"
        asking = f"Message-ID: {id}\r\nSubject: how late is it?\r\nAuto-Submitted: auto-generated\r\n\r\n\r\n"
        with _lost():
            self._client.append(self._settings.folder, asking.encode(), flags=[DELETED])
            self._client.noop()
            uids = self._client.search(["HEADER", "Message-ID", id])
            facts = self._client.fetch(uids, ["INTERNALDATE"])
            if self._client.has_capability("UIDPLUS"):
                self._client.uid_expunge(uids)
            if (found := _utc(facts[uids[-1]].get(b"INTERNALDATE"))) is None:
                raise Unusable("the server does not say what time it is")
            return found

    def fetch(self, uid: int) -> Fetched | Unfetched | None:
        """Return one mail; None if it is gone.

        Raises:
            MailboxLost.
        """
        return next(iter(self._given([uid], self._facts([uid]))), None)

    def _uids_from(self, first: int) -> list[int]:
        """Return the UIDs of the folder as it is when the answer has been read.

        What the server will not announce again is among them.
        """
        self._client.noop()
        self._client.take_growth()
        while True:
            found = self._search(first)
            if not self._client.take_growth():
                return found

    def _search(self, first: int, *criteria: object) -> list[int]:
        """Return the uids from one on of messages that fulfil the criteria, in ascending order."""
        found: set[int] = set()
        start = max(first, *self._client.search(["1"])) if self._crowded else first  # the first message has the lowest
        while self._crowded and start + _MOST_NUMBERS <= self._highest:
            found.update(self._client.search(["UID", f"{start}:{start + _MOST_NUMBERS - 1}", *criteria]))
            start += _MOST_NUMBERS
        found.update(self._client.search(["UID", f"{start}:*", *criteria]))
        # "n:*" also returns the last mail when its uid is below n
        return sorted(uid for uid in found if uid >= first)

    def _fetch(self, uids: Sequence[int], facts: Mapping[int, tuple[int, datetime | None]]) -> tuple[Fetched, ...]:
        """Return these messages. Raises KeyError or TypeError where one of them is not in the answer."""
        large = [uid for uid in uids if facts[uid][0] > self._settings.most_bytes]
        found: dict[int, bytes] = {}
        for item, key, some in (
            ("BODY.PEEK[]", b"BODY[]", [uid for uid in uids if uid not in large]),
            ("BODY.PEEK[HEADER]", b"BODY[HEADER]", large),
        ):
            contents = self._client.fetch(some, [item]) if some else {}
            found.update((uid, bytes(contents[uid][key])) for uid in some)
        return tuple(
            Fetched(uid, self.uidvalidity, facts[uid][1], found[uid], facts[uid][0], uid in large) for uid in uids
        )

    def move_to(self, uids: Sequence[int], folder: str) -> None:
        """Move mails into a folder, which is made if missing; those that are gone are passed over.

        Raises:
            NotFiled, MailboxLost.
        """
        with _lost():
            known = folder in self._folders
            try:
                self._file_away(uids, folder)
            except imaplib.IMAP4.abort:
                raise
            except (IMAPClientError, imaplib.IMAP4.error) as error:
                self._folders.discard(folder)
                if not known:
                    named = ", ".join(map(str, uids))
                    raise NotFiled(f"mail {named} cannot be moved to {folder}: {error}") from error
                self.move_to(uids, folder)  # somebody may have deleted the folder

    def _file_away(self, uids: Sequence[int], folder: str) -> None:
        self._ensure(folder)
        if self._client.has_capability("MOVE"):
            self._client.move(uids, folder)
            return
        self._client.copy(uids, folder)
        self._client.delete_messages(uids, silent=True)
        if self._client.has_capability("UIDPLUS"):
            self._client.uid_expunge(uids)

    def ensure_folder(self, folder: str) -> None:
        """Make a folder that is missing.

        Raises:
            MailboxLost.
        """
        with _lost():
            self._ensure(folder)

    def _ensure(self, folder: str) -> None:
        if folder in self._folders:
            return
        if not self._client.folder_exists(folder):
            self._client.create_folder(folder)
        self._folders.add(folder)

    def wait(self, seconds: float, *, stop: threading.Event | None = None) -> bool:
        """Wait for a message that `new_mails` has not listed (True), until the time is over, or `stop` is set (False).

        Messages that were there before the connection do not end a wait. By IDLE (RFC 2177), renewed at least every
        nine minutes, or by polling.

        Raises:
            MailboxLost: also when the server says good-bye.
        """
        until = time.monotonic() + seconds
        with _lost():
            idle = self._settings.idle and self._client.has_capability("IDLE")
            while True:
                # asked, not only listened for: a notice may have come with the answer to a command
                if self._uids_from(self._highest + 1):
                    return True
                if _over(until, stop):
                    return False
                if idle:
                    self._idle(min(until, time.monotonic() + _IDLE_SECONDS), stop)
                else:
                    _pause(min(until, time.monotonic() + self._settings.poll_seconds), stop)

    def _idle(self, until: float, stop: threading.Event | None) -> None:
        """Run one IDLE, ended by whatever the server says.

        Its lines are read after DONE: imapclient's `idle_check` reads without blocking, and loses
        the beginning of a line that comes in two pieces.
        """
        self._client.idle()
        if self._client.has_read_ahead():
            self._client.idle_done()
            return
        with selectors.DefaultSelector() as selector:
            selector.register(self._client.socket(), selectors.EVENT_READ)
            while not _over(until, stop) and not selector.select(_slice(until)):
                pass
        self._client.idle_done()


def _pause(until: float, stop: threading.Event | None) -> None:
    (stop or threading.Event()).wait(max(0.0, until - time.monotonic()))


def _over(until: float, stop: threading.Event | None) -> bool:
    return time.monotonic() >= until or (stop is not None and stop.is_set())


def _slice(until: float) -> float:
    return max(0.01, min(_SLICE_SECONDS, until - time.monotonic()))


def _client(settings: ImapSettings) -> _Client:
    context = None
    if settings.tls is not Tls.NONE:
        context = ssl.create_default_context(cafile=settings.ca_file or None)
    client = _Client(
        settings.host,
        port=settings.port,
        ssl=settings.tls is Tls.TLS,
        ssl_context=context if settings.tls is Tls.TLS else None,
        timeout=settings.timeout,
        use_uid=True,
    )
    client.normalise_times = False  # otherwise dates come back naive, in local time
    if settings.tls is Tls.STARTTLS:
        try:
            client.starttls(context)
        except BaseException:
            _hang_up(client)
            raise
    return client


def _login(client: IMAPClient, settings: ImapSettings) -> None:
    try:
        if settings.tokens is None:
            # LOGIN takes ASCII alone; SASL takes UTF-8 (RFC 4616)
            plain = f"{settings.user}{settings.password}".isascii()
            (client.login if plain else client.plain_login)(settings.user, settings.password)
        else:
            client.oauth2_login(settings.user, settings.tokens.access())
    except LoginError as error:
        if settings.tokens is not None:
            settings.tokens.forget()
        raise LoginRefused(f"{settings!r}: {error}") from error
    except TokenRefused as error:
        raise LoginRefused(f"{settings!r}: {error}") from error
    except TokenLater as error:
        raise MailboxLost(f"{settings!r}: {error}") from error


def _hang_up(client: IMAPClient) -> None:
    try:
        client.shutdown()
    except (IMAPClientError, OSError, imaplib.IMAP4.error):
        pass  # it is gone already


def _utc(date: datetime | None) -> datetime | None:
    """Return the time of a server, None for one that cannot be: some write zeros, or the beginning of their clock."""
    if date is None or date.year < _EARLIEST:
        return None
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).astimezone(UTC)


@contextmanager
def _lost() -> Iterator[None]:
    """Turn any error of the connection into MailboxLost."""
    try:
        yield
    except MailboxLost:
        raise
    except (imaplib.IMAP4.abort, OSError, EOFError) as error:
        raise MailboxLost(f"{type(error).__name__}: {error}") from error
    except (IMAPClientError, imaplib.IMAP4.error, LookupError, TypeError, ValueError, OverflowError) as error:
        # the last four: imapclient's reading of a broken or foreign answer, and ours
        raise Unusable(f"{type(error).__name__}: {error}") from error


def _within(uids: Sequence[int], sizes: Mapping[int, int]) -> Iterator[list[int]]:
    """Yield these messages in order, in batches that together are not too large to be held."""
    few: list[int] = []
    for uid in uids:
        if few and sum(sizes.get(each, 0) for each in (*few, uid)) > _BYTES_AT_ONCE:
            yield few
            few = []
        few.append(uid)
    if few:
        yield few
