"""Results of checks as servers write them into mails (RFC 8601), and what they prove about a sender."""

import re
from enum import StrEnum
from typing import TypeAlias

import authres
from authres.core import AuthResError
from msgspec import Struct


class Proof(StrEnum):
    """`FORGED` means that the server found the From domain's policy broken (DMARC fail)."""

    PROVEN = "proven"
    UNPROVEN = "unproven"
    FORGED = "forged"


class Verdict(Struct, frozen=True):
    """The proof and what it rests on, for the log and the moderator.

    `passing`: it is not proven because DNS did not answer us; asked again later it may be.
    """

    proof: Proof
    why: str
    passing: bool = False


class Result(Struct, frozen=True):
    """One method's result and the domain it is about."""

    method: str
    value: str
    domain: str


Results: TypeAlias = tuple[Result, ...]


def results_of_server(values: tuple[str, ...], authserv_id: str) -> Results | None:
    """Return the results of the topmost header of our server, None if there is none or it is unreadable."""
    if not authserv_id:
        return None
    # As strict as the server that takes out what others wrote in its name: no comment, no quotes, no other form.
    ours = re.compile(rf"{re.escape(authserv_id)}(?:\s+\d+)?\s*;", re.IGNORECASE)
    return next((results_of(value) for value in values if ours.match(value)), None)


def results_of(value: str) -> Results | None:
    """Return the results in a header value, None if it cannot be read (RFC 8601 §2.2)."""
    try:
        header = authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {value}")
    except (AuthResError, ValueError, IndexError, AttributeError, RecursionError):
        return None
    return tuple(_result(result) for result in header.results)


def _result(result: authres.AuthenticationResult) -> Result:
    wanted = {"dkim": ("header", "d"), "dmarc": ("header", "from"), "spf": ("smtp", "mailfrom")}.get(result.method)
    domain = next((p.value for p in result.properties if (p.type, p.name) == wanted and p.value), "")
    return Result(str(result.method), str(result.result).lower(), str(domain).rpartition("@")[2].lower().rstrip("."))


def judge(results: Results, domain: str) -> Verdict:
    """Return what results say about a message whose From is in the domain."""
    dmarc = next((r for r in results if r.method == "dmarc"), None)
    if dmarc is not None and dmarc.value == "pass" and dmarc.domain == domain:
        return Verdict(Proof.PROVEN, f"dmarc=pass {domain}")
    if dmarc is not None and dmarc.value == "fail":
        return Verdict(Proof.FORGED, f"dmarc=fail {domain}")
    for result in results:
        if result.method == "dkim" and result.value == "pass" and aligned(result.domain, domain):
            return Verdict(Proof.PROVEN, f"dkim=pass {result.domain}")
    said = ", ".join(f"{r.method}={r.value}" for r in results) or "none"
    return Verdict(Proof.UNPROVEN, f"results: {said}")


def aligned(signer: str, domain: str) -> bool:
    """Return whether a signature of `signer` speaks for `domain`: the same, or a parent with two labels.

    >>> aligned("players.test", "mail.players.test"), aligned("test", "players.test")
    (True, False)
    """
    return signer == domain or ("." in signer and domain.endswith("." + signer))
