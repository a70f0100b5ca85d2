"""Our own check of a mail's signatures (DKIM, RFC 6376) and of the seals of forwarders (ARC, RFC 8617).

For installations whose receiving server writes no Authentication-Results. The look-ups go through one function,
so that tests, and operators with a resolver of their own, can put in another.
"""

import logging
import re
import time
from datetime import datetime

import dkim
from msgspec import Struct

from adjudicator.mail.arc import judged_by_sealers
from adjudicator.mail.lookup import Lookup, dns_txt
from adjudicator.mail.model import ReadMail
from adjudicator.mail.results import Proof, Verdict, aligned
from adjudicator.mail.sender_authentication import AuthSettings
from adjudicator.mail.signature_coverage import NOT_TO_US, uncovered, wrong_time

MOST_SIGNATURES = 5
"""The most signatures of a mail that are checked; each costs a look-up."""
SMALLEST_KEY = 1024
"""Bits of an RSA key (RFC 8301)."""
_QUIET = logging.Logger("dkim", level=logging.CRITICAL + 1)
"""A silent logger: the verdict says what is wrong with a signature."""
_LINE_END = re.compile(rb"\r?\n")
_TAG = re.compile(rb"\s*([A-Za-z][A-Za-z0-9_]*)\s*=\s*([^;]*)")


class _Names:
    """One mail's look-ups: they share a budget of seconds, and failures that may pass are remembered."""

    def __init__(self, lookup: Lookup, seconds: float) -> None:
        self._lookup = lookup
        self._end = time.monotonic() + seconds
        self._known: dict[bytes, bytes | None] = {}
        self.temporary = False

    def __call__(self, name: bytes, timeout: float = 5.0) -> bytes | None:
        """Look a name up, as dkimpy calls it."""
        left = self._end - time.monotonic()
        if name not in self._known:
            try:
                if left <= 0:
                    raise dkim.DnsTimeoutError("no time left")
                self._known[name] = self._lookup(name, min(timeout, left))
            except (dkim.DnsTimeoutError, OSError) as error:
                self.temporary = True
                raise dkim.DnsTimeoutError(str(error)) from error
        return self._known[name]


def dkim_verdict(
    raw: bytes,
    mail: ReadMail,
    settings: AuthSettings,
    arrived: datetime,
    lookup: Lookup = dns_txt,
    seconds: float = 10.0,
) -> Verdict:
    """Return whether a domain that speaks for the sender has signed the mail. Never raises, for any bytes.

    Proven: a fresh signature over the whole body (no `l=`) and every header that counts (see `scope`), by the
    From domain, a parent of it, or a child where the From domain says so in its DMARC record. Neither may say that it
    is a public suffix. Otherwise the chain of
    seals counts, as far as the operator named the sealers. DNS that does not answer proves nothing.
    """
    if mail.sender is None:
        return Verdict(Proof.UNPROVEN, "no single sender")
    if mail.doubts:
        return Verdict(Proof.UNPROVEN, "; ".join(mail.doubts))
    domain = mail.sender.address.rpartition("@")[2]
    names = _Names(lookup, seconds)
    whole = _LINE_END.sub(b"\r\n", raw)
    tried: list[str] = []
    later = False
    try:
        for number in range(MOST_SIGNATURES):
            one = _signature(whole, number, mail, domain, names)
            if one is None:
                break
            if one.proves:
                wrong = wrong_time(mail, arrived)
                return Verdict(Proof.UNPROVEN, wrong) if wrong else Verdict(Proof.PROVEN, one.why)
            tried.append(one.why)
            later, names.temporary = later or one.later, False
        sealed = _sealed(whole, mail, domain, settings, names) if settings.sealers else None
    except Exception as error:  # dkimpy meets bytes that nobody foresaw: nothing is proven by them
        return Verdict(Proof.UNPROVEN, f"own check: {type(error).__name__}")
    if sealed is not None:
        return sealed
    if later or names.temporary:
        tried.append("temperror: DNS does not answer")
    why = "own check: " + (", ".join(dict.fromkeys(tried)) or "no signature")
    return Verdict(Proof.UNPROVEN, why, passing=later or names.temporary)


class _Signature(Struct, frozen=True):
    proves: bool
    why: str
    later: bool = False
    """It may be a good one of a domain that could speak for the sender: DNS did not answer."""


def _signature(whole: bytes, number: int, mail: ReadMail, domain: str, names: _Names) -> _Signature | None:
    """Return what one signature proves; None if there are no more."""
    checker = dkim.DKIM(whole, logger=_QUIET, minkey=SMALLEST_KEY, timeout=5)
    try:
        valid = checker.verify(idx=number, dnsfunc=names)
    except dkim.ValidationError:
        return _Signature(proves=False, why=f"dkim=fail {_signer(checker)}".rstrip())
    except dkim.DKIMException as error:
        return _Signature(proves=False, why=f"dkim=permerror ({type(error).__name__})")
    fields: dict[bytes, bytes] = checker.signature_fields
    if not fields:
        return None
    signer = _signer(checker)
    if not valid:
        why = f"dkim={'temperror' if names.temporary else 'fail'} {signer}"
        return _Signature(proves=False, why=why, later=names.temporary and _related(signer, domain))
    covered = {name.decode("ascii", "replace").strip().lower() for name in checker.include_headers}
    if not mail.shape.to_us:
        return _Signature(proves=False, why=NOT_TO_US)
    if left_out := uncovered(mail, covered):
        return _Signature(proves=False, why=f"dkim=pass {signer} leaves out {', '.join(left_out)}")
    if b"l" in fields:
        return _Signature(proves=False, why=f"dkim=pass {signer} covers only the beginning")
    if not _speaks_for(signer, domain, names):
        why = f"dkim=pass {signer} is not {domain}"
        return _Signature(proves=False, why=why, later=names.temporary and _related(signer, domain))
    return _Signature(proves=True, why=f"dkim=pass {signer} (own check)")


def _signer(checker: dkim.DKIM) -> str:
    fields: dict[bytes, bytes] = checker.signature_fields
    return fields.get(b"d", b"").decode("ascii", "replace").lower().rstrip(".")


def _speaks_for(signer: str, domain: str, names: _Names) -> bool:
    """Return whether a signature of `signer` speaks for `domain` (relaxed alignment, RFC 7489, 3.1.1).

    The same domain does; a parent unless its DMARC record says that it is a public suffix (RFC 9091); a child where
    the record of `domain` allows it.
    """
    if signer == domain:
        return True
    if aligned(signer, domain):
        return _policy(signer, names).get(b"psd", b"n") != b"y"
    tags = _policy(domain, names) if signer.endswith("." + domain) else {}
    return tags.get(b"v") == b"dmarc1" and tags.get(b"adkim", b"r") == b"r" and tags.get(b"psd", b"n") != b"y"


def _related(signer: str, domain: str) -> bool:
    """Return whether a signature of `signer` might speak for `domain`: nobody else's DNS makes a mail wait."""
    return signer == domain or signer.endswith("." + domain) or aligned(signer, domain)


def _policy(domain: str, names: _Names) -> dict[bytes, bytes]:
    """Return the tags of the DMARC record of a domain; a domain for which DNS does not answer is not believed."""
    try:
        record = names(b"_dmarc." + domain.encode("ascii", "ignore") + b".")
    except dkim.DnsTimeoutError:
        return {b"psd": b"y"}
    return {name.lower(): value.strip().lower() for name, value in _TAG.findall(record or b"")}


def _sealed(whole: bytes, mail: ReadMail, domain: str, settings: AuthSettings, names: _Names) -> Verdict | None:
    """Return what the chain of seals says, if it is unbroken and its sealers are believed."""
    if not mail.arc_seals:
        return None
    outcome, _, _ = dkim.ARC(whole, logger=_QUIET, minkey=SMALLEST_KEY, timeout=5).verify(dnsfunc=names)
    if outcome != dkim.CV_Pass:
        return None
    return judged_by_sealers(mail, domain, settings.sealers)
