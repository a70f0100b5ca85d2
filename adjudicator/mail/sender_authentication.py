"""Is the sender who they say they are? The receiving server's verdict, read from the mail (RFC 8601).

The operator's own MX checks SPF, DKIM and DMARC and writes `Authentication-Results`. Only the topmost header with
the configured authserv-id counts: the MX must delete forged ones with its name (RFC 8601 §5), all others came with
the mail. Our own check is in `dkim_check`, the seals of forwarders in `arc`.
"""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from adjudicator.mail.arc import judged_by_sealers
from adjudicator.mail.model import ReadMail
from adjudicator.mail.results import Proof, Results, Verdict, aligned, judge, results_of_server
from adjudicator.mail.signature_coverage import wrong_with_all


class Trust(StrEnum):
    """The evidence that an installation goes by.

    `DKIM`: signatures are checked by ourselves, outside of this module, because that asks the network.

    `NONE` is for closed installations, such as the demo, whose server takes mail from
    authenticated local senders alone: From is believed. On a server that takes mail from outside
    it lets everybody act for everybody.
    """

    RESULTS = "results"
    DKIM = "dkim"
    NONE = "none"


class AuthSettings(Struct, frozen=True, kw_only=True):
    """`authserv_id` is the name that the receiving server writes into its results.

    `sealers`: domains of forwarders and lists whose word on mails they changed is believed (ARC).
    """

    authserv_id: str = ""
    trust: Trust = Trust.RESULTS
    sealers: tuple[str, ...] = ()


def authenticity(mail: ReadMail, settings: AuthSettings, arrived: datetime) -> Verdict:
    """Judge the sender of a mail, and whether the check was about what the mail says.

    Proven: `dmarc=pass` for the From domain, or `dkim=pass` by the From domain or a parent of it.
    A signature of a subdomain is not enough by itself (it is with DMARC), nor is SPF. Where the mail did not come from
    a server of the domain, what speaks for it is its signature: that must cover what counts, and be fresh.
    """
    if mail.sender is None:
        return Verdict(Proof.UNPROVEN, "no single sender")
    if settings.trust is Trust.NONE:
        return Verdict(Proof.PROVEN, "closed installation: From is believed")
    if settings.trust is Trust.DKIM:
        return Verdict(Proof.UNPROVEN, "not checked yet")
    results = results_of_server(mail.auth_results, settings.authserv_id)
    if results is None:
        return Verdict(Proof.UNPROVEN, f"no Authentication-Results of {settings.authserv_id or 'our server'}")
    domain = mail.sender.address.rpartition("@")[2]
    verdict = judge(results, domain)
    if verdict.proof is Proof.PROVEN:
        from_there = any(
            result.method == "spf" and result.value == "pass" and aligned(result.domain, domain) for result in results
        )
        wrong = "; ".join(mail.doubts) or ("" if from_there else wrong_with_all(mail, domain, arrived))
        return Verdict(Proof.UNPROVEN, wrong) if wrong else verdict
    return (_sealed(mail, results, domain, settings.sealers) if settings.sealers else None) or verdict


def _sealed(mail: ReadMail, results: Results, domain: str, sealers: tuple[str, ...]) -> Verdict | None:
    """Return what named sealers saw, if our server says that their chain holds."""
    if not any(result.method == "arc" and result.value == "pass" for result in results):
        return None
    return judged_by_sealers(mail, domain, sealers)
