"""`read_mail`: raw bytes in, a `ReadMail` out, whatever the bytes are.

The line of stages, each with a reason to stop: size, header block, sender, structure, nature, text.
"""

import hashlib
import re

import msgspec
from msgspec import structs

from adjudicator.mail.address import Address, OwnAddresses, SenderError, find_addresses, parse_sender
from adjudicator.mail.bounces import complaint_reports, delivery_reports, free_text_reports
from adjudicator.mail.headers import Headers, split_mail
from adjudicator.mail.mime import LimitError, Parts, parse_parts
from adjudicator.mail.model import Limits, Nature, ReadMail, Tokens
from adjudicator.mail.origin import judge_nature, weak_signs
from adjudicator.mail.patterns import Patterns, load_patterns
from adjudicator.mail.pictures import redrawn
from adjudicator.mail.reply_text import Known, extract_reply_text, plain_text
from adjudicator.mail.signature_coverage import doubts_in, shape_of, signatures_in

_ID = re.compile(r"<[^<>\s]{3,250}>")
_LOOSE_ID = re.compile(r"<\S{3,250}>")
_TAG = re.compile(r"\[([0-9A-Za-z][0-9A-Za-z_-]{2,39})\]")
_PREFIX = re.compile(r"(?:\s*(?:re|fwd?|aw|wg|sv|ha|на|ответ|отв|пересл|tr)(?:\[\d+\])?\s*:)+\s*", re.IGNORECASE)
_DEFAULT_LIMITS = Limits()


def read_mail(
    raw: bytes,
    *,
    own: OwnAddresses,
    limits: Limits = _DEFAULT_LIMITS,
    sent_form: tuple[str, ...] = (),
) -> ReadMail:
    """Read a mail. Never raises, for any bytes.

    `sent_form` are the lines of the order block in the report that this mail may answer (with or
    without its markers): an equal block counts as absent. Who does not know the report yet reads
    once without, finds the seat by `tokens`, and reads again; a reading costs about a millisecond.
    """
    try:
        return _read(raw, own, limits, sent_form, load_patterns())
    except LimitError as error:
        return set_aside(raw, f"over the limit: {error}", limits)
    except (Exception, RecursionError) as error:
        # a defect of this program or of the standard parser must not stop the mailbox: the mail is set aside
        return headers_alone(raw, f"internal error: {type(error).__name__}: {error}", own, limits)


def headers_alone(raw: bytes, why: str, own: OwnAddresses, limits: Limits) -> ReadMail:
    """Return a message of which only the header block is read, so that its author can be told."""
    patterns = load_patterns()
    try:
        split = split_mail(raw, most=limits.header_bytes)
        if split is None:
            return set_aside(raw, why, limits)
        headers = Headers(split[0])
        mail = _with_sender(_envelope(raw, headers, own), headers)
        doubts = (*mail.doubts, *doubts_in(split[0], headers))
        mail = structs.replace(mail, doubts=doubts, shape=shape_of(headers, b"", own))
        return _too_much(mail, headers, why, own, patterns)
    except (Exception, RecursionError):
        return set_aside(raw, why, limits)


def _read(raw: bytes, own: OwnAddresses, limits: Limits, sent_form: tuple[str, ...], patterns: Patterns) -> ReadMail:
    split = split_mail(raw, most=limits.header_bytes)
    if split is None:
        raise LimitError("header size")
    headers = Headers(split[0])
    if len(headers.fields) > limits.headers:
        raise LimitError("headers")
    mail = _envelope(raw, headers, own)
    mail = structs.replace(mail, doubts=tuple(doubts_in(split[0], headers)), shape=shape_of(headers, split[1], own))
    try:
        mail = _with_sender(mail, headers)
    except SenderError as error:
        return structs.replace(mail, nature=Nature.UNREADABLE, nature_why=str(error))
    try:
        _check_whole(raw, limits)
        parts = parse_parts(raw, limits)
    except LimitError as error:
        return _too_much(mail, headers, f"over the limit: {error}", own, patterns)
    mail = structs.replace(mail, content_hash=_content_hash(mail.sender, parts))
    judged = judge_nature(headers, parts, mail.sender, own, patterns)
    mail = structs.replace(mail, nature=judged.nature, nature_why=judged.why)
    if judged.nature is Nature.BOUNCE:
        return _with_bounces(mail, parts, limits, own, patterns)
    if judged.nature is Nature.COMPLAINT:
        return structs.replace(mail, bounces=complaint_reports(parts))
    if judged.nature is not Nature.PERSON:
        return mail
    name = mail.sender.name if mail.sender else ""
    known = Known(patterns=patterns, sent_form=sent_form, own=own, sender_name=name)
    words = extract_reply_text(parts, headers.decoded("subject"), limits, known)
    if words.letters or mail.tokens.letters:
        mail = structs.replace(mail, pictures=redrawn(parts.leaves))
    marked = words.extract is not None and words.extract.marked
    signs = () if marked else weak_signs(headers, headers.get("subject"), patterns)
    if len(signs) > 1:
        return structs.replace(mail, nature=Nature.AUTOMATIC, nature_why=" and ".join(signs))
    return structs.replace(mail, sign="".join(signs), **structs.asdict(words))


def _check_whole(raw: bytes, limits: Limits) -> None:
    if len(raw) > limits.mail_bytes:
        raise LimitError("size")
    if max(raw.count(b"\n"), raw.count(b"\r")) > limits.raw_lines:
        raise LimitError("lines")


def _too_much(mail: ReadMail, headers: Headers, why: str, own: OwnAddresses, patterns: Patterns) -> ReadMail:
    """Return a mail that was too much to read, from its headers alone.

    So its sender can be told, unless it is a program.
    """
    judged = judge_nature(headers, Parts((), ""), mail.sender, own, patterns)
    if judged.nature is not Nature.PERSON:
        return structs.replace(mail, nature=judged.nature, nature_why=judged.why)
    return structs.replace(mail, nature=Nature.UNREADABLE, nature_why=why[:300])


def _envelope(raw: bytes, headers: Headers, own: OwnAddresses) -> ReadMail:
    """Return everything that the header block tells but the sender."""
    raw_hash = hashlib.sha256(raw).hexdigest()
    answers = _ids("".join(headers.plain("in-reply-to")[:1]))
    references = _ids(" ".join(headers.plain("references")))
    recipients = find_addresses([*headers.plain("to"), *headers.plain("cc")])
    delivered = find_addresses([*headers.plain("delivered-to"), *headers.plain("x-original-to")])
    subject = headers.get("subject")
    near_first = dict.fromkeys([*answers, *reversed(references)])
    tags = [tag.partition(".") for address in (*delivered, *recipients) if (tag := own.token_of(address))]
    return_path = headers.get("return-path").strip("<> ").lower() if headers.has("return-path") else None
    return ReadMail(
        message_id=_message_id(headers) or f"sha256:{raw_hash}",
        raw_hash=raw_hash,
        content_hash=raw_hash,
        nature=Nature.PERSON,
        in_reply_to=answers[0] if answers else "",
        references=references,
        date_shown=headers.get("date")[:100],
        return_path=return_path,
        recipients=recipients,
        delivered_to=delivered,
        subject=clean_subject(subject),
        tokens=Tokens(
            addressed=tuple(dict.fromkeys(token for token, _, _ in tags if token)),
            answered=tuple(id_ for id_ in near_first if own.wrote(id_)),
            subject=tuple(dict.fromkeys(tag.lower() for tag in _TAG.findall(subject))),
            letters=tuple(dict.fromkeys(key for _, _, key in tags if key)),
        ),
        list_id=(headers.get("list-id") or ("list" if headers.get("precedence").lower() == "list" else ""))[:200],
        auth_results=tuple(headers.plain("authentication-results")),
        signatures=signatures_in(headers),
        arc_signatures=tuple(headers.plain("arc-message-signature")[:100]),
        arc_seals=tuple(headers.plain("arc-seal")[:100]),
        arc_results=tuple(headers.plain("arc-authentication-results")[:100]),
        received=tuple(headers.plain("received")[:20]),
    )


def _ids(value: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_ID.findall(value)))[-50:]


def _message_id(headers: Headers) -> str:
    match = _LOOSE_ID.search("".join(headers.plain("message-id")[:1]))
    return match[0] if match else ""


def clean_subject(subject: str) -> str:
    """Return the subject without reply prefixes and `[tag]`, at most 200 characters.

    >>> clean_subject("RE: Re: Ответ: Harbour Lights, turn 3 [h7k2m9qa]")
    'Harbour Lights, turn 3'
    """
    match = _PREFIX.match(subject)
    if match is not None:
        subject = subject[match.end() :]
    return " ".join(_TAG.sub(" ", subject).split())[:200]


def _with_sender(mail: ReadMail, headers: Headers) -> ReadMail:
    """Return the message with its sender. Raises SenderError: none, several, or an unclear one.

    What a person sees and what we compare must be the same, so the header is read with its encoded words decoded; where
    another address comes out than without, or one where there was none, it is in doubt.
    """
    values = headers.plain("from")
    if len(values) != 1:
        raise SenderError("no From header" if not values else "more than one From header")
    shown = parse_sender(headers.get("from"))
    try:
        same = parse_sender(values[0]).address == shown.address
    except SenderError:
        same = False
    doubts = mail.doubts if same else (*mail.doubts, "its From depends on how it is decoded")
    return structs.replace(mail, sender=shown, doubts=doubts)


def _content_hash(sender: Address | None, parts: Parts) -> str:
    """Return a hash that trace headers, list footers and line ends do not change."""
    digest = hashlib.sha256((sender.address if sender else "").encode())
    first_text = next((part for part in parts.leaves if part.kind.startswith("text/") and not part.name), None)
    for part in parts.leaves:
        if part is first_text or part.name:
            digest.update(b"\0" + part.name.encode("utf-8", "replace") + b"\0")
            digest.update(part.data.replace(b"\r", b"").strip())
    return digest.hexdigest()


def _with_bounces(mail: ReadMail, parts: Parts, limits: Limits, own: OwnAddresses, patterns: Patterns) -> ReadMail:
    bounces = delivery_reports(parts)
    if not bounces and parts.report != "delivery-status":
        bounces = free_text_reports(plain_text(parts, limits), own, patterns)
    return structs.replace(mail, bounces=bounces)


def set_aside(raw: bytes, why: str, limits: Limits) -> ReadMail:
    """Return as much as can be said without parsing: the hash, and the Message-ID if it is near the top."""
    raw_hash = hashlib.sha256(raw).hexdigest()
    headers = Headers(raw[: limits.header_bytes].partition(b"\r\n\r\n")[0][:16_000])
    return ReadMail(
        message_id=_message_id(headers) or f"sha256:{raw_hash}",
        raw_hash=raw_hash,
        content_hash=raw_hash,
        nature=Nature.UNREADABLE,
        nature_why=why[:300],
    )


def to_json(mail: msgspec.Struct) -> bytes:
    """Return a `ReadMail` (or any value of this package) as indented JSON, for people and tests."""
    return msgspec.json.format(msgspec.json.encode(mail), indent=2)
