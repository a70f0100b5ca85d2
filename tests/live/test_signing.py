"""Our own DKIM signature, checked by OpenDKIM at the receiving server and by dkimpy in the reader's mailbox."""

from __future__ import annotations

import re
from pathlib import Path

import dkim

from adjudicator.settings import Dkim
from tests.live.installation import Installation, settings_for
from tests.live.stack import MailStack

RED, BLUE = "red@players.test", "blue@players.test"
_SIGNATURE = re.compile(rb"^DKIM-Signature:.*?s=own;.*?(?=^\S)", re.MULTILINE | re.DOTALL)


def test_a_mail_that_we_signed_passes_at_the_receiving_server(stack: MailStack, tmp_path: Path) -> None:
    settings = settings_for(stack, tmp_path)
    signing = Dkim(selector="own", key_file=stack.own_key)
    mail = settings.mail.model_copy(update={"dkim": signing})
    installation = Installation(stack, settings.model_copy(update={"mail": mail}))
    try:
        installation.create(red=RED, blue=BLUE)
        installation.first(RED)
        (raw,) = stack.read(RED)
    finally:
        installation.close()
    verdict = re.search(rb"^Authentication-Results:.*?(?=^\S)", raw, re.MULTILINE | re.DOTALL)
    assert verdict is not None
    ours = _SIGNATURE.search(raw)
    assert ours is not None
    assert b"header.s=own" in verdict[0], "OpenDKIM has looked at our signature"
    for result in verdict[0].split(b";")[1:]:
        assert b"dkim=pass" in result or b"dkim=" not in result
    assert _verified(stack, raw)
    assert not _verified(stack, re.sub(rb"(?m)^Subject: ", b"Subject: changed ", raw, count=1))


def _verified(stack: MailStack, raw: bytes) -> bool:
    """By our signature alone; DNS is the stack's file of public keys."""
    records = dict(line.split(" ", 1) for line in (stack.folder / "opendkim/public").read_text().splitlines())

    def dns(name: bytes, timeout: int = 5) -> bytes:
        return records[name.decode().rstrip(".")].encode()

    signatures = [m[0] for m in re.finditer(rb"^DKIM-Signature:.*?(?=^\S)", raw, re.MULTILINE | re.DOTALL)]
    alone = raw
    for each in signatures:
        if b"s=own;" not in each:
            alone = alone.replace(each, b"", 1)
    return bool(dkim.verify(alone, dnsfunc=dns))
