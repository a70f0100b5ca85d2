"""Is the sender who he says he is? The receiving server's verdict, read from the mail (RFC 8601).

The operator's own MX checks SPF, DKIM and DMARC and writes `Authentication-Results`. Only the
topmost header with the configured authserv-id counts: the MX must delete forged ones with its
name (RFC 8601 §5), all others came with the mail.
"""

from enum import StrEnum

import authres
from authres.core import AuthResError
from msgspec import Struct

from adjudicator.mail.model import ReadMail


class Trust(StrEnum):
    """What an installation goes by.

    `NONE` is for closed installations, such as the demo, whose server takes mail from
    authenticated local senders alone: From is believed. On a server that takes mail from outside
    it lets everybody act for everybody.
    """

    RESULTS = "results"
    NONE = "none"


class Proof(StrEnum):
    """`FORGED` means that the server found the From domain's policy broken (DMARC fail)."""

    PROVEN = "proven"
    UNPROVEN = "unproven"
    FORGED = "forged"


class AuthSettings(Struct, frozen=True, kw_only=True):
    """`authserv_id` is the name that the receiving server writes into its results."""

    authserv_id: str = ""
    trust: Trust = Trust.RESULTS


class Verdict(Struct, frozen=True):
    """The proof and what it rests on, for the log and the moderator."""

    proof: Proof
    why: str


def authenticity(mail: ReadMail, settings: AuthSettings) -> Verdict:
    """Judge the sender of a mail.

    Proven: `dmarc=pass` for the From domain, or `dkim=pass` by the From domain or a parent of it.
    A signature of a subdomain is not enough by itself (it is with DMARC), nor is SPF.
    """
    if mail.sender is None:
        return Verdict(Proof.UNPROVEN, "no single sender")
    if settings.trust is Trust.NONE:
        return Verdict(Proof.PROVEN, "closed installation: From is believed")
    results = _ours(mail.auth_results, settings.authserv_id)
    if results is None:
        return Verdict(Proof.UNPROVEN, f"no Authentication-Results of {settings.authserv_id or 'our server'}")
    domain = mail.sender.address.rpartition("@")[2]
    return _judge(results, domain)


class _Result(Struct, frozen=True):
    """One method's result and the domain it is about."""

    method: str
    value: str
    domain: str


def _ours(values: tuple[str, ...], authserv_id: str) -> tuple[_Result, ...] | None:
    """The results of the topmost header of our server, None if there is none or it is unreadable."""
    if not authserv_id:
        return None
    for value in values:
        head = value.partition(";")[0].split()
        if not head or head[0].lower() != authserv_id.lower():
            continue
        try:
            header = authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {value}")
        except (AuthResError, ValueError, IndexError, AttributeError):
            return None
        return tuple(_result(result) for result in header.results)
    return None


def _result(result: authres.AuthenticationResult) -> _Result:
    wanted = {"dkim": ("header", "d"), "dmarc": ("header", "from")}.get(result.method)
    domain = next((p.value for p in result.properties if (p.type, p.name) == wanted and p.value), "")
    return _Result(str(result.method), str(result.result).lower(), str(domain).lower().rstrip("."))


def _judge(results: tuple[_Result, ...], domain: str) -> Verdict:
    dmarc = next((r for r in results if r.method == "dmarc"), None)
    if dmarc is not None and dmarc.value == "pass" and dmarc.domain in ("", domain):
        return Verdict(Proof.PROVEN, f"dmarc=pass {domain}")
    if dmarc is not None and dmarc.value == "fail":
        return Verdict(Proof.FORGED, f"dmarc=fail {domain}")
    for result in results:
        if result.method == "dkim" and result.value == "pass" and aligned(result.domain, domain):
            return Verdict(Proof.PROVEN, f"dkim=pass {result.domain}")
    said = ", ".join(f"{r.method}={r.value}" for r in results) or "none"
    return Verdict(Proof.UNPROVEN, f"results: {said}")


def aligned(signer: str, domain: str) -> bool:
    """Whether a signature of `signer` speaks for `domain`: the same, or a parent with two labels.

    >>> aligned("players.test", "mail.players.test"), aligned("test", "players.test")
    (True, False)
    """
    return signer == domain or ("." in signer and domain.endswith("." + signer))
