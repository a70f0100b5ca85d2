"""Postfix, OpenDKIM and Dovecot on high ports of this machine, their whole state in one folder.

The service's mailbox is orders@game.test, that of a second service orders@other.test; every name at players.test
is a player. All passwords are `secret`. Mail from submission is signed for its From domain and goes through the MX
like mail from outside. Some players are special: `bounce` does not exist, `vacation` answers every mail, `full`
has no room, and `defer` is busy until `patient()`. Needs root (Postfix does) and the Debian packages that
`tests/servers.sh` installs.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import smtplib
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

from imapclient import IMAPClient

from tests.own_servers import free_ports, wait_for

TEMPLATES = Path(__file__).parent / "servers"
PATIENCE = 240.0
DOMAINS = ("game.test", "other.test", "players.test")
SECRET = "secret"
MX = "mx.game.test"
WITHOUT_MOVE, WITHOUT_UIDPLUS = "127.0.0.2", "127.0.0.3"
"""Addresses at which the IMAP server is one of another kind; the second has no MOVE either."""
UMASK = 0o022
"""That of the servers, whoever runs the tests: each has users of its own, which read what root has laid down."""


class MailStack:
    """The servers, started by `with`."""

    def __init__(self) -> None:
        # not pytest's folder: every server's user must reach it, and Unix sockets want a short path
        self.folder = Path(tempfile.mkdtemp(prefix="adj-live-"))
        self.folder.chmod(0o755)
        self.smtp, self.submission, self.imap, self.imaps, self.oauth = free_ports(5)
        self._limits = {"full@players.test": "*:bytes=10"}
        self.certificate = self.folder / "tls" / "cert.pem"
        self.own_key = self.folder / "own.key"
        """For a service that signs its mails itself; DNS has the public key as `own._domainkey.game.test`."""
        self.strangers_certificate = self.folder / "tls" / "stranger.pem"

    def __enter__(self) -> MailStack:
        if os.getuid() != 0:
            raise RuntimeError("Postfix starts as root only: run the live tests as root")
        try:
            with _readable():
                self._prepare()
            _run("opendkim", "-x", self.folder / "opendkim/opendkim.conf")
            self.start_dovecot()
            self.start_postfix()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def start_postfix(self) -> None:
        _run("postfix", "-c", self.folder / "postfix", "start")
        for port in (self.smtp, self.submission):
            wait_for(port)

    def stop_postfix(self) -> None:
        _end("postfix", self.folder / "postfix/queue/pid/master.pid", signal.SIGTERM)

    @contextlib.contextmanager
    def without_postfix(self) -> Iterator[None]:
        """It is away, and back when the block ends."""
        self.stop_postfix()
        try:
            yield
        finally:
            self.start_postfix()

    @contextlib.contextmanager
    def without_dovecot(self) -> Iterator[None]:
        """The same of the server of mailboxes."""
        self.stop_dovecot()
        try:
            yield
        finally:
            self.start_dovecot()

    def start_dovecot(self) -> None:
        _run("dovecot", "-c", self.folder / "dovecot/dovecot.conf")
        wait_for(self.imap)

    def stop_dovecot(self) -> None:
        """With those who serve a connection, as systemd does it: they would go on for half a minute."""
        master = self.folder / "run/dovecot/master.pid"
        serving = _children(master, "/imap")
        _end("dovecot", master, signal.SIGTERM)
        for each in serving:
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)

    def patient(self) -> None:
        """From now on `defer` takes mails; who has connected already may not see it yet."""
        (self.folder / "postfix/busy").write_text("")

    def impatient(self) -> None:
        """From now on `defer` is busy; who has connected already may not see it yet."""
        (self.folder / "postfix/busy").write_text("defer@players.test 450 4.2.1 mailbox busy\n")

    def settled(self) -> None:
        """Wait for mails on their way; those that wait for another attempt are none."""
        until = time.monotonic() + PATIENCE
        while self.busy():
            if time.monotonic() > until:
                raise RuntimeError("mails do not leave the queue")
            time.sleep(0.05)

    def busy(self, *others: str) -> bool:
        """Whether a mail is on its way through the server, or in one of these other queues."""
        queue = self.folder / "postfix/queue"
        queues = ("maildrop", "incoming", "active", *others)
        for _ in range(4):  # between two of its queues, or on the way through the filter, a mail is in none of them
            found = [path for name in queues for path in (queue / name).rglob("*")]
            if any(path.is_file() for path in found):
                return True
            time.sleep(0.05)
        return False

    def new_in(self, address: str) -> bool:
        """Whether a mail lies in an INBOX."""
        folder = self.maildir(address)
        return any(path.is_file() for part in ("new", "cur") for path in (folder / part).glob("*"))

    def empty(self) -> None:
        """Wait for mails on their way, drop those that wait for another attempt, then remove all mailboxes."""
        self.settled()
        # what came while a server was down would reach the mailboxes of a later test
        _run("postsuper", "-c", self.folder / "postfix", "-d", "ALL", "deferred")
        for each in (self.folder / "mail").glob("*/*"):
            shutil.rmtree(each)

    def limit(self, address: str, rule: str) -> None:
        """A mailbox gets a quota rule of Dovecot's; empty: much room."""
        # without any rule the old limit would go on, from a file in the Maildir
        self._limits[address] = rule or "*:bytes=1000000000"
        self._write_limits()
        time.sleep(1.5)  # Dovecot looks once a second whether its file is new

    def maildir(self, address: str) -> Path:
        local, _, domain = address.partition("@")
        return self.folder / "mail" / domain / local / "Maildir"

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))

    def submit(self, mail: EmailMessage, sender: str = "") -> None:
        """As a player's mail program does: with login, over STARTTLS; signed on the way."""
        with smtplib.SMTP("localhost", self.submission, timeout=PATIENCE) as smtp:
            smtp.starttls(context=self.trust())
            smtp.login(sender or str(mail["From"]), SECRET)
            smtp.send_message(mail)

    def forge(self, raw: bytes, sender: str, recipient: str) -> None:
        """As anybody can: to the MX, without login."""
        with smtplib.SMTP("localhost", self.smtp, timeout=PATIENCE) as smtp:
            smtp.sendmail(sender, [recipient], raw)

    @contextlib.contextmanager
    def mailbox(self, address: str) -> Iterator[IMAPClient]:
        imap = IMAPClient("localhost", self.imap, ssl=False, timeout=PATIENCE)
        imap.starttls(self.trust())
        imap.login(address, SECRET)
        try:
            yield imap
        finally:
            with contextlib.suppress(Exception):
                imap.logout()

    def read(self, address: str, folder: str = "INBOX") -> list[bytes]:
        """All mails of a folder."""
        with self.mailbox(address) as imap:
            if not imap.folder_exists(folder):
                return []
            imap.select_folder(folder, readonly=True)
            uids = imap.search()
            found = imap.fetch(uids, ["BODY.PEEK[]"]) if uids else {}
            # one that was moved away meanwhile has no bytes
            return [bytes(found[uid][b"BODY[]"]) for uid in uids if found.get(uid, {}).get(b"BODY[]") is not None]

    def _prepare(self) -> None:
        for name in ("log", "tls", "mail", "run/dovecot", "run/dovecot-state", "dovecot", "opendkim"):
            (self.folder / name).mkdir(parents=True)
        for name in ("queue", "data"):
            (self.folder / "postfix" / name).mkdir(parents=True)
        for name, where in (
            ("dovecot.conf", "dovecot"), ("oauth2.conf", "dovecot"), ("vacation.sieve", "dovecot"),
            ("opendkim.conf", "opendkim"), ("main.cf", "postfix"), ("master.cf", "postfix"),
        ):  # fmt: skip
            self._fill(name, where)
        shutil.chown(self.folder / "mail", "mail", "mail")
        shutil.chown(self.folder / "postfix/data", "postfix")
        (self.folder / "postfix/busy").write_text("")
        for name in ("cert", "stranger"):
            _certificate(self.folder / "tls" / f"{name}.pem", self.folder / "tls" / f"{name}.key")
        self._users()
        self._keys()

    def _fill(self, name: str, where: str) -> None:
        text = (TEMPLATES / name).read_text(encoding="utf-8")
        values = {
            "DIR": self.folder, "SMTP": self.smtp, "SUBMISSION": self.submission,
            "IMAP": self.imap, "IMAPS": self.imaps, "OAUTH": self.oauth,
        }  # fmt: skip
        for word, value in values.items():
            text = text.replace(f"@{word}@", str(value))
        (self.folder / where / name).write_text(text, encoding="utf-8")

    def _users(self) -> None:
        ours = ("orders@game.test", "moderator@game.test", "postmaster@game.test", "orders@other.test")
        users = self.folder / "dovecot/users"
        users.write_text("".join(f"{name}:{{PLAIN}}{SECRET}\n" for name in ours))
        self._write_limits()
        users.chmod(0o640)
        shutil.chown(users, group="dovecot")
        sieve = self.folder / "dovecot/vacation.sieve"
        _run("sievec", "-c", self.folder / "dovecot/dovecot.conf", sieve)
        for path in sieve.parent.glob("vacation.*"):
            shutil.chown(path, "mail", "mail")

    def _write_limits(self) -> None:
        owner = pwd.getpwnam("mail")
        path = self.folder / "dovecot/quotas"
        fresh = path.with_suffix(".new")
        fresh.write_text(
            "".join(
                f"{address}::{owner.pw_uid}:{owner.pw_gid}::{self.maildir(address).parent}::userdb_quota_rule={rule}\n"
                for address, rule in self._limits.items()
            )
        )
        fresh.chmod(0o640)
        shutil.chown(fresh, group="dovecot")
        fresh.replace(path)

    def _keys(self) -> None:
        folder = self.folder / "opendkim"
        tables: dict[str, str] = {"keytable": "", "signingtable": "", "public": ""}
        _run("openssl", "genrsa", "-out", self.own_key, "2048")
        tables["public"] += f"own._domainkey.game.test v=DKIM1; k=rsa; p={_public(self.own_key)}\n"
        for domain in DOMAINS:
            key = folder / f"{domain}.key"
            _run("openssl", "genrsa", "-out", key, "2048")
            public = _public(key)
            tables["keytable"] += f"s1._domainkey.{domain} {domain}:s1:{key}\n"
            tables["signingtable"] += f"*@{domain} s1._domainkey.{domain}\n"
            tables["public"] += f"s1._domainkey.{domain} v=DKIM1; k=rsa; p={public}\n"
        for name, text in {**tables, "nohosts": "192.0.2.1\n"}.items():
            (folder / name).write_text(text)
        for path in (folder, *folder.iterdir()):
            shutil.chown(path, "postfix")
        for path in folder.glob("*.key"):
            path.chmod(0o600)

    def _stop(self) -> None:
        self.stop_postfix()
        self.stop_dovecot()
        _end("opendkim", self.folder / "opendkim/pid", signal.SIGTERM)
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def _readable() -> Iterator[None]:
    before = os.umask(UMASK)
    try:
        yield
    finally:
        os.umask(before)


def _public(key: Path) -> str:
    """The public half of a key, as DNS has it."""
    lines = _run("openssl", "rsa", "-in", key, "-pubout").splitlines()
    return "".join(line for line in lines if "-----" not in line and "writing" not in line)


def _run(*command: str | Path | int) -> str:
    """Run a server's command; its words are in the error."""
    with tempfile.TemporaryFile() as said:
        # a file, not a pipe: a server that stays would keep the pipe open
        words = [str(word) for word in command]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=said, stderr=said, umask=UMASK)
        said.seek(0)
        text = said.read().decode(errors="replace")
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.returncode}: {text}")
    return text


def _certificate(path: Path, key: Path) -> None:
    _run(
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
        "-subj", "/CN=localhost", "-addext",
        f"subjectAltName=DNS:localhost,DNS:{MX},IP:127.0.0.1,IP:{WITHOUT_MOVE},IP:{WITHOUT_UIDPLUS}",
        "-keyout", key, "-out", path,
    )  # fmt: skip
    key.chmod(0o600)


def _children(pid_file: Path, program: str) -> list[int]:
    """The processes of a server that do this."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        master = int(pid_file.read_text())
        found = Path(f"/proc/{master}/task/{master}/children").read_text().split()
        return [each for each in map(int, found) if program in _command(each)]
    return []


def _end(program: str, pid_file: Path, how: signal.Signals) -> None:
    """End the server whose id is in the file, if it is still that server."""
    try:
        process = int(pid_file.read_text().split()[0])
        command = _command(process)
    except (FileNotFoundError, IndexError, ValueError, ProcessLookupError):
        return
    if program not in command:
        return
    os.kill(process, how)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and _lives(process):
        time.sleep(0.05)


def _command(process: int) -> str:
    """Its command line. Raises FileNotFoundError and ProcessLookupError."""
    return Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="replace")


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
