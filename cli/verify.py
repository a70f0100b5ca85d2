"""`adjudicator verify`: an archive checked offline."""

from collections.abc import Iterable, Iterator
from email import policy
from email.parser import BytesHeaderParser
from pathlib import Path
from typing import Annotated

import msgspec

from adjudicator import given_files
from adjudicator.kernel.registry import find_rules_in
from adjudicator.service.moderation.rights import Access
from adjudicator.service.proof.archive import Archive, BadArchive
from adjudicator.service.proof.history import Difference
from adjudicator.service.proof.receipts import HEADER, BadReceipt, check_signature, parse
from adjudicator.service.proof.verify import Verdict, includes
from adjudicator.service.proof.verify import verify as check
from cli.commands import command
from cli.errors import Failed
from cli.output import Output, remark


@command(
    "verify",
    "lights.zip",
    "lights.zip --commitment 8f0c…   # as your first mail told it",
    "--receipt answer.eml lights.zip",
    needs=Access.FILES,
)
def verify(
    archive: Annotated[Path, "ARCHIVE", "An archive of everything (campaign export)."],
    receipt: Annotated[
        list[Path] | None, "--receipt MAIL.eml", "An answer to orders: are they in the archive? Repeatable."
    ] = None,
    commitment: Annotated[str | None, "Fingerprint of the seed, from your first email."] = None,
    rules: Annotated[
        Path | None, "--rules FOLDER", "Kept rules (the folder rules of a data directory): they prove what they made."
    ] = None,
) -> Output:
    """Verify an archive.

    Draws, positions and receipts. Every draw and position of the campaign is computed again, every receipt opened,
    every byte compared.

    So it is with every earlier match of its series that the archive holds.

    Needs no network, no database and no settings. Exit code 1 if anything differs; each difference is named.
    """
    if not archive.suffix and not archive.exists():
        raise Failed(
            f"there is no archive {archive}. If it is a campaign: adjudicator campaign export {archive} --all -o "
            f"{archive}.zip writes its archive, and adjudicator turn replay {archive} compares it here"
        )
    if rules is not None:
        find_rules_in(rules)
    read = _read(archive)
    before = [check(each) for each in read.earlier]
    verdict = check(read)
    found = [*_of_earlier(before), *verdict.differences]
    known = {each.commitment for each in (*before, verdict)}
    if commitment is not None and commitment.strip().lower() not in known:
        found.append(Difference("commitment", f"the archive has {verdict.commitment}, your mail told {commitment}"))
    told = []
    for path in receipt or ():
        lines, wrong = _included(path, read, verdict.signing_key)
        told += lines
        found += wrong
    report = (*(line for each in before for line in (*_report(each), "")), *_report(verdict), *told)
    plain = {"ok": not found, **msgspec.to_builtins(verdict), "included": told, "differences": found}
    if before:
        plain["earlier"] = before
    if found:
        return Output(plain, *report, failed=[str(each) for each in found])
    unproven = any(each.unproven for each in (*before, verdict))
    return Output(plain, *report, "what can be proven is as it should be" if unproven else "all is as it should be")


def _report(verdict: Verdict) -> Iterator[str]:
    yield f"{verdict.campaign}: {verdict.game}, {', '.join(verdict.seats)}"
    yield f"commitment   {verdict.commitment}"
    yield f"signed by    {verdict.signing_key}"
    yield (
        f"{verdict.entries} entries in {verdict.revisions} revision(s), {verdict.draws} draws computed again, "
        f"{verdict.positions} positions compared, {verdict.receipts} receipts opened"
    )
    yield str(verdict.acts)
    yield from (f"remark: {remark}" for remark in verdict.remarks)


def _of_earlier(verdicts: Iterable[Verdict]) -> Iterator[Difference]:
    """Yield what is wrong with the earlier matches, each under the name of its campaign."""
    for verdict in verdicts:
        for difference in verdict.differences:
            yield msgspec.structs.replace(difference, where=f"{verdict.campaign}, {difference.where}")


def _read(path: Path) -> Archive:
    try:
        found = Archive.read(given_files.read(path, given_files.PACKED))
        _ = found.head
    except BadArchive as bad:
        raise Failed(f"{path}: {bad}") from None
    return found


def _included(path: Path, archive: Archive, key: str) -> tuple[list[str], list[Difference]]:
    """Return the orders of a receipt, as the archive opens them, and what is wrong."""
    headers = BytesHeaderParser(policy=policy.compat32).parsebytes(given_files.read(path)).get_all(HEADER, [])
    if not headers:
        raise Failed(f"{path}: there is no receipt in it; save the answer to your orders as a whole (.eml)")
    shown, found = zip(*(_opened(path, str(header), archive, key) for header in headers), strict=True)
    return [line for lines in shown for line in lines], [each for wrong in found for each in wrong]


def _opened(path: Path, header: str, archive: Archive, key: str) -> tuple[list[str], list[Difference]]:
    """Open one receipt of an answer: of a message with orders for several seats each has its own."""
    try:
        receipt = parse(header)
        check_signature(receipt)
        own = (each for each in archive.earlier if each.head.name == receipt.campaign)
        archive = next(own, archive)
        leaves, wrong = includes(archive, receipt)
    except (BadReceipt, BadArchive) as bad:
        raise Failed(f"{path}: {bad}") from None
    found = list(wrong)
    if receipt.key != key:
        remark(f"adjudicator: {path} is signed with the key {receipt.key}, the archive with {key}: was it imported?")
    contents = [msgspec.json.decode(leaf.content) for leaf in leaves]
    lines = [f"  {content['text']} ({content['outcome']})" for content in contents if "text" in content]
    head = f"{path}: receipt {receipt.number} of {receipt.seat}, {receipt.at}"
    return [f"{head}: in the archive as it was accepted" if not found else head, *lines], found
