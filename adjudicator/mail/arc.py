"""Tell what forwarders and mailing lists saw before they changed a mail (ARC, RFC 8617).

A chain that holds proves only who sealed it: anybody can seal. So each sealer must be one that the operator has
named, from the newest seal down to the one whose results are believed.
"""

import re

from adjudicator.mail.model import ReadMail
from adjudicator.mail.results import Proof, Results, Verdict, judge, results_of
from adjudicator.mail.signature_coverage import signature_of, uncovered

_INSTANCE = re.compile(r"\s*i\s*=\s*(\d{1,2})\s*;", re.IGNORECASE)
_DOMAIN = re.compile(r"(?:^|;)\s*d\s*=\s*([^;\s]+)", re.IGNORECASE)
MOST = 50
"""Sets of a chain (RFC 8617 §4.2.1)."""


def judged_by_sealers(mail: ReadMail, domain: str, sealers: tuple[str, ...]) -> Verdict | None:
    """Return the verdict of the newest of the named sealers, or None if they prove nothing.

    The chain must have been checked. The newest of them must have signed everything that counts.
    """
    seals = _by_instance(mail.arc_seals)
    newest = signature_of(_by_instance(mail.arc_signatures).get(len(seals), ""))
    if mail.doubts or not mail.shape.to_us or uncovered(mail, newest.covers):
        return None
    results = _by_instance(mail.arc_results)
    trusted = {name.lower() for name in sealers}
    for instance in range(min(len(seals), MOST), 0, -1):
        sealer = _domain_of(seals.get(instance, ""))
        if sealer not in trusted:
            return None
        seen = results_of(results.get(instance, ""))
        if seen is None:
            return None
        verdict = judge(seen, domain)
        if verdict.proof is Proof.PROVEN:
            return Verdict(Proof.PROVEN, f"arc=pass {sealer}: {verdict.why}")
        if not _chain_held(seen):
            return None
    return None


def _chain_held(seen: Results) -> bool:
    return any(result.method == "arc" and result.value == "pass" for result in seen)


def _by_instance(values: tuple[str, ...]) -> dict[int, str]:
    """Return what follows `i=N;`, by N. A number that occurs twice breaks the chain, and counts as missing."""
    found: dict[int, str] = {}
    twice: set[int] = set()
    for value in values:
        match = _INSTANCE.match(value)
        if match is None:
            continue
        number = int(match[1])
        twice |= {number} & found.keys()
        found[number] = value[match.end() :]
    return {number: value for number, value in found.items() if number not in twice}


def _domain_of(seal: str) -> str:
    match = _DOMAIN.search(seal)
    return match[1].lower().rstrip(".") if match else ""
