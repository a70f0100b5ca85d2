"""The sender's own words: which part of the mail has them, and which of its lines count."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from itertools import accumulate, chain

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.charset import Decoded, decode_text
from adjudicator.mail.doubtful import doubtful_words
from adjudicator.mail.enriched import enriched_to_text
from adjudicator.mail.html_text import HtmlText, html_to_text, read_html
from adjudicator.mail.inline_replies import quote_above
from adjudicator.mail.letters import prose, take_letters
from adjudicator.mail.markers import Block, find_blocks, is_comment, same_form
from adjudicator.mail.mime import Part, Parts, PartText, part_text
from adjudicator.mail.model import (
    Extract,
    IgnoredLine,
    Limits,
    Note,
    NoteCode,
    ReplyLine,
    SkipReason,
    Source,
    TextBlock,
)
from adjudicator.mail.normalise import normalise
from adjudicator.mail.patterns import Patterns
from adjudicator.mail.quote_stripping import ClassifiedLine, classify, unquote
from adjudicator.mail.tnef import tnef_body

_TEXTS = ("text/plain", "text/html", "text/enriched", "text/richtext")
_WORD = re.compile(r"[^\W_]+")
_OF_ONE_FORM = re.compile(
    r"^\s*(?:[*•·-]|\d{1,3}[.)])(?:\s|$)|\[(?:image|cid)[^\]]{0,300}\]|<[^<>]{1,300}>|https?://\S+"
)
"""What the plain form of a text has beside the words of its page: numbers of items, addresses of links and pictures."""
_PGP_BEGIN = "-----BEGIN PGP SIGNED MESSAGE-----"
_PGP_HEADERS = re.compile(
    r"[ \t\r]*\n(?:[ \t\r]*\n|(?:Hash|Charset|Comment|Version|MessageID|NotDashEscaped): ?[^\n]*(?:\n|\Z))*"
)
"""The rest of the line that begins an armour, the headers behind it and the empty lines around these."""
_PGP_DATA = re.compile(
    r"^-----BEGIN PGP (SIGNATURE|PUBLIC KEY BLOCK)-----.*?(?:^-----END PGP \1-----|\Z)", re.DOTALL | re.MULTILINE
)
"""What a program puts behind a text that it signs; nobody writes in it."""
_TAG = re.compile(r"\[[0-9A-Za-z][0-9A-Za-z_-]{2,39}\]")
_NO_TEXT = re.compile(
    r"(?=.{0,200}html)(?=.*(?:see|view|read|open|requires?|need|enable|switch|support|display|show|contains?|format|"
    r"version|смотр|откро|чтени|прочт|нуж|требу|просмотр|поддерж|отобра|показа|формат|верси|включ|содерж))[^<>]{8,300}",
    re.IGNORECASE,
)
"""A text that only says that the mail is in its HTML part."""
_ENCRYPTED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted")
_SIGNED_DATA = bytes.fromhex("06092a864886f70d010702")
"""The type at the beginning of what S/MIME has signed and not encrypted (RFC 5652 5.1)."""
_SILENT = ("application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature",
           "application/pgp-keys")  # fmt: skip
"""Parts in which nobody writes."""

_NOT_MARKERS = (SkipReason.QUOTE, SkipReason.ATTRIBUTION, SkipReason.LETTER)
"""Lines in which no marker is looked for."""
_BELOW = (*_NOT_MARKERS, SkipReason.SIGNATURE, SkipReason.ADVERTISEMENT, SkipReason.DISCLAIMER)
"""Lines that are no orders below a marker that nothing closes either."""


class Words(Struct, frozen=True, kw_only=True):
    """The fields of a `ReadMail` that come from its text."""

    extract: Extract | None = None
    others: tuple[Extract, ...] = ()
    letters: tuple[TextBlock, ...] = ()
    prose: tuple[ReplyLine, ...] = ()
    doubtful_words: dict[str, tuple[str, ...]] = {}
    ignored: tuple[IgnoredLine, ...] = ()
    quoted: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()


class _Found(Struct, frozen=True):
    """The reading of one text."""

    extract: Extract
    letters: tuple[TextBlock, ...] = ()
    prose: tuple[ReplyLine, ...] = ()
    doubtful: dict[str, tuple[str, ...]] = {}
    ignored: tuple[IgnoredLine, ...] = ()
    quoted: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()


class Known(Struct, frozen=True, kw_only=True):
    """Hold what the reading of a text goes by: patterns, our empty order form, our addresses, the sender's name."""

    patterns: Patterns
    sent_form: tuple[str, ...]
    own: OwnAddresses
    sender_name: str


def extract_reply_text(parts: Parts, subject: Decoded, limits: Limits, known: Known) -> Words:
    """Extract the reply from body, attachments or subject, in this order.

    A body that only points to an attachment gives way to it.
    """
    reader = _Reader(limits, known)
    body = reader.body(parts)
    attached = reader.attachments(parts)
    if any(part.attached and part.kind not in _SILENT for part in parts.leaves):
        body = _without_cover_note(body, known.patterns)
    found = [one for one in (body, *attached, reader.subject(subject)) if one.extract.lines]
    found.sort(key=lambda one: not one.extract.marked)  # stable: marked ones first
    notes = list(dict.fromkeys([*body.notes, *(note for one in attached for note in one.notes)]))
    notes.extend(Note(NoteCode.SEVERAL_SOURCES, one.extract.name or one.extract.source) for one in found[1:])
    if not (found or body.letters) and any(line.why is SkipReason.QUOTE for line in body.ignored):
        notes.append(Note(NoteCode.ONLY_QUOTED))
    notes.extend(reader.unread(parts, lines_found=bool(found)))
    return Words(
        extract=found[0].extract if found else None,
        others=tuple(one.extract for one in found[1:]),
        letters=tuple(letter for one in (body, *attached) for letter in one.letters),
        prose=body.prose,
        doubtful_words={word: others for one in (*found, body) for word, others in one.doubtful.items()},
        ignored=found[0].ignored if found and found[0] is not body else body.ignored,
        quoted=body.quoted,
        notes=tuple(notes),
    )


def plain_text(parts: Parts, limits: Limits) -> str:
    """Return the text of the first text part, as it is."""
    for part in parts.leaves:
        if part.kind == "text/plain":
            return part_text(part, limits).text
        if part.kind == "text/html":
            return html_to_text(part_text(part, limits).text)
    return ""


def _without_cover_note(body: _Found, patterns: Patterns) -> _Found:
    """Return the body without orders if it is unmarked and all of its lines point to an attachment."""
    lines = body.extract.lines
    if body.extract.marked or not all(patterns.cover_note.fullmatch(line.text[:400]) for line in lines):
        return body
    notes = tuple(IgnoredLine(line.original, SkipReason.COVER_NOTE) for line in lines)
    return replace(body, extract=Extract(body.extract.source, ()), ignored=(*body.ignored, *notes))


class _Reader:
    def __init__(self, limits: Limits, known: Known) -> None:
        self.limits = limits
        self.left = limits
        """The limits that are left for texts of the mail that have not been read."""
        self.known = known
        self.patterns, self.sent_form = known.patterns, known.sent_form
        self._words: dict[str, Counter[str]] = {}
        """The words of each text that its writer wrote: texts are compared with each other more than once."""
        self.read: set[int] = set()
        """Ids of the parts that are texts of the mail, and of those that say the same in another form."""

    def body(self, parts: Parts) -> _Found:
        """Return the texts of the mail in their order: a phone puts a picture between two of them."""
        texts = [part for part in parts.leaves if not part.attached and part.kind in _TEXTS]
        pages = any(part.kind == "text/html" for part in texts)
        idle = {id(part) for part in texts if pages and part.kind == "text/plain" and not self._says_something(part)}
        texts = [part for part in texts if id(part) not in idle]
        groups: dict[int, list[Part]] = {}
        plain = [part for part in texts if not part.alternative and part.kind == "text/plain"]
        for part in texts:
            other = not part.alternative and part.kind != "text/plain"
            itself = other and self._own_words([part]) - self._own_words(plain)
            groups.setdefault(id(part) if itself else part.alternative, []).append(part)
        chosen = {id(part) for group in groups.values() for part in self._in_one_form(group)}
        self.read = idle | chosen | {id(part) for group in groups.values() for part in self._alike(group, chosen)}
        texts = [part for part in texts if id(part) in chosen]
        said = list(dict.fromkeys(map(self._read, texts)))
        if not said:
            return _Found(Extract(Source.BODY, ()))
        notes = tuple(dict.fromkeys(chain.from_iterable(each.notes for each in said)))
        doubt = next((each.doubt for each in said if each.doubt), "")
        whole = PartText("\n\n".join(each.text for each in said), notes, doubt)
        return self.text(whole, Source.HTML if {part.kind for part in texts} == {"text/html"} else Source.BODY)

    def _in_one_form(self, group: Sequence[Part]) -> Sequence[Part]:
        """Return the parts of a group that are read.

        These are the plain ones; those in HTML where the others say nothing, or where they strike something out.
        """
        html = [part for part in group if part.kind == "text/html"]
        plain = [part for part in group if part.kind == "text/plain" and part.data.strip()]
        pages = [read_html(part_text(part, self.limits).text) for part in html]
        if any(page.left_out for page in pages) or self._hide(pages, plain):
            return html
        return plain or html or [part for part in group if part.kind in _TEXTS[2:]][:1]

    def _says_something(self, part: Part) -> bool:
        """Return whether it has more than blanks, invisible signs, and a word that the mail is in its HTML part."""
        text = part_text(part, self.limits).text
        return any(map(normalise, text.split("\n"))) and not _NO_TEXT.fullmatch(" ".join(text.split())[:400])

    def _hide(self, pages: Sequence[HtmlText], plain: Sequence[Part]) -> bool:
        """Return whether pages hide, even inside of a quote, a word that their writer wrote in the plain form."""
        hidden = {word for page in pages for word in page.hidden}
        return bool(hidden) and bool(
            hidden & {*(self._own_words(plain) - self._own_words(page.text for page in pages))}
        )

    def _alike(self, group: Sequence[Part], chosen: Container[int]) -> Iterable[Part]:
        """Return the parts of a group that are not read, and in which their writer says nothing but what is read."""
        said = [part for part in group if id(part) in chosen]
        left = (part for part in group if id(part) not in chosen)
        return [part for part in left if not self._own_words([part]) - self._own_words(said)]

    def _own_words(self, texts: Iterable[Part | str]) -> Counter[str]:
        """Count the words that their writer wrote, without what programs add to one form of a text."""
        read = (self._read(text).text if isinstance(text, Part) else text for text in texts)
        return sum(map(self._words_of, read), Counter())

    def _words_of(self, text: str) -> Counter[str]:
        if text not in self._words:
            found = self._words[text] = Counter[str]()
            start, _ = _beginning(text, self.limits.text_lines)
            for line in classify(start, self.patterns, own=self.known.own, sender_name=self.known.sender_name):
                if line.why is None:
                    found.update(_WORD.findall(_OF_ONE_FORM.sub(" ", line.text).casefold()))
        return self._words[text]

    def _read(self, part: Part) -> PartText:
        read = part_text(part, self.limits)
        if part.kind == "text/html":
            return self._html(read)
        return replace(read, text=enriched_to_text(read.text)) if part.kind in _TEXTS[2:] else read

    def _html(self, read: PartText) -> PartText:
        visible = read_html(read.text)
        told = ((visible.left_out, NoteCode.STRUCK_OUT), (visible.cut, NoteCode.TEXT_CUT))
        notes = (*read.notes, *(Note(code) for is_so, code in told if is_so))
        return replace(read, text=visible.text, notes=notes)

    def attachments(self, parts: Parts) -> list[_Found]:
        """Return text attachments with a listed name.

        The body of a winmail.dat is one, too.
        """
        found: list[_Found] = []
        for part in parts.leaves:
            if self._is_order_file(part):
                found.append(self.text(part_text(part, self.left), Source.ATTACHMENT, name=part.name))
            elif _is_tnef(part):
                body = tnef_body(part.data)
                if body is not None:
                    decoded = decode_text(body[0], declared=body[1])
                    read = PartText(decoded.text[: self.limits.text_bytes], doubt=decoded.doubt)
                    found.append(self.text(read, Source.ATTACHMENT, name=part.name))
        return found

    def unread(self, parts: Parts, *, lines_found: bool) -> list[Note]:
        """Return a note for each part that was not read; for pictures in place only if there is nothing else."""
        notes: list[Note] = []
        for part in parts.leaves:
            if part.kind in _ENCRYPTED and _SIGNED_DATA in part.data[:40]:
                notes.append(Note(NoteCode.SIGNED_WHOLE, part.name))
            elif part.kind in _ENCRYPTED or b"-----BEGIN PGP MESSAGE-----" in part.data[:2000]:
                notes.append(Note(NoteCode.ENCRYPTED, part.name))
            elif _is_tnef(part):
                if tnef_body(part.data) is None:
                    notes.append(Note(NoteCode.WINMAIL, part.name))
            elif part.kind in _SILENT or self._is_order_file(part) or id(part) in self.read or not part.data.strip():
                continue
            elif part.attached or not part.kind.startswith("image/") or not lines_found:
                notes.append(Note(NoteCode.ATTACHMENT_NOT_OPENED, part.name or part.kind))
        return list(dict.fromkeys(notes))

    def _is_order_file(self, part: Part) -> bool:
        stem, dot, ending = part.name.rpartition(".")
        return (
            part.attached
            and bool(dot)
            and ending.lower() in ("txt", "text")
            and part.kind in ("text/plain", "application/octet-stream")
            and self.patterns.order_file.fullmatch(normalise(stem)) is not None
        )

    def subject(self, subject: Decoded) -> _Found:
        """Return orders after the marker word in the subject."""
        match = self.patterns.subject_orders.fullmatch(normalise(_TAG.sub(" ", subject.text)))
        if match is None:
            return _Found(Extract(Source.SUBJECT, ()))
        line = ReplyLine(match[1].strip(), match[1].strip())
        return _Found(Extract(Source.SUBJECT, (line,), marked=False), doubtful=doubtful_words([line], subject.doubt))

    def text(self, read: PartText, source: Source, *, name: str = "") -> _Found:
        """Read one text: quotes are cut first, then the markers decide."""
        text, cut = _beginning(_without_pgp(read.text)[: self.left.text_bytes], self.left.text_lines)
        left = self.left
        behind = left.text_lines - text.count("\n") - 1
        self.left = replace(left, text_bytes=left.text_bytes - len(text), text_lines=behind)
        classified = classify(text, self.patterns, own=self.known.own, sender_name=self.known.sender_name)
        taken = take_letters(classified, self.patterns)
        lines = taken.lines
        blocks = self._filled_blocks(lines)
        if blocks:
            reasons = _inside_only(lines, blocks)
        else:
            reasons = self._outside(lines)
        counted = [at for at, why in enumerate(reasons) if why is None]
        own = [lines[at] for at in counted]
        before = list(accumulate((why is None for why in reasons), initial=0))
        ignored = [
            IgnoredLine(line.original.strip(), why)
            for line, why in zip(lines, reasons, strict=True)
            if why is not None and why is not SkipReason.LETTER
        ]
        more: list[Note] = []
        if any(not block.closed for block in blocks):
            more.append(Note(NoteCode.NO_END))
        if cut or len(own) > self.limits.lines or any(len(line.text) > self.limits.line_length for line in own):
            more.append(Note(NoteCode.TEXT_CUT))
        kept = tuple(self._own(lines, at, marked=bool(blocks)) for at in counted[: self.limits.lines])
        extract = Extract(source, kept, marked=bool(blocks), name=name)
        return _Found(
            extract,
            letters=tuple(
                replace(letter, after=before[start]) for letter, start in zip(taken.letters, taken.starts, strict=True)
            ),
            prose=prose(classified)[: self.limits.lines],
            doubtful=doubtful_words(kept, read.doubt),
            ignored=tuple(ignored[: self.limits.lines]),
            quoted=self._quoted(lines),
            notes=(*read.notes, *more),
        )

    def _filled_blocks(self, lines: list[ClassifiedLine]) -> list[Block]:
        """Order blocks outside quotes that are not the empty one that we sent."""
        texts = ["" if line.why in _NOT_MARKERS else line.text for line in lines]
        return [
            block
            for block in find_blocks(texts, self.patterns)
            if not same_form((texts[at] for at in block.inside), self.sent_form, self.patterns)
        ]

    def _outside(self, lines: list[ClassifiedLine]) -> list[SkipReason | None]:
        """Return why lines do not count, where there are no markers.

        All own lines count, but for comments and our own empty form.
        """
        reasons = [SkipReason.COMMENT if line.why is None and is_comment(line.text) else line.why for line in lines]
        texts = ["" if why in _NOT_MARKERS else line.text for line, why in zip(lines, reasons, strict=True)]
        for block in find_blocks(texts, self.patterns):
            for at in range(block.start, min(block.end + 1, len(lines))):
                reasons[at] = SkipReason.FORM if lines[at].why is None else reasons[at]
        return reasons

    def _own(self, lines: list[ClassifiedLine], at: int, *, marked: bool) -> ReplyLine:
        """Return an own line as a reply line.

        Without markers, `Orders: 12a` is the order after the colon, and a line may answer a quote.
        """
        most, line = self.limits.line_length, lines[at]
        match = None if marked else self.patterns.inline_opens.fullmatch(line.text[:most])
        below = None if marked else quote_above(lines, at)
        return ReplyLine(match[1] if match else line.text[:most], line.original.strip()[:most], below=below)

    def _quoted(self, lines: list[ClassifiedLine]) -> tuple[str, ...]:
        """Return lines of quoted order blocks that are not as we sent them; ours begin with the question's number."""
        texts = [normalise(unquote(line.original)) if line.why is SkipReason.QUOTE else "" for line in lines]
        blocks = [each for each in find_blocks(texts, self.patterns) if re.search(r"\d", texts[each.start])]
        sent = {normalise(line).casefold() for line in self.sent_form} if blocks else ()
        return tuple(
            texts[at]
            for block in blocks
            if not same_form((texts[at] for at in block.inside), self.sent_form, self.patterns)
            for at in block.inside
            if texts[at] and not is_comment(texts[at]) and (texts[at].casefold() not in sent or not sent)
        )[: self.limits.lines]


def _inside_only(lines: list[ClassifiedLine], blocks: list[Block]) -> list[SkipReason | None]:
    """Count only what is between markers, whatever it looks like."""
    reasons: list[SkipReason | None] = [line.why or SkipReason.OUTSIDE for line in lines]
    for block in blocks:
        reasons[block.start] = SkipReason.MARKER
        if block.closed:
            reasons[block.end] = SkipReason.MARKER
        for at in block.inside:
            if lines[at].why in (_NOT_MARKERS if block.closed else _BELOW):
                reasons[at] = lines[at].why
            else:
                reasons[at] = SkipReason.COMMENT if is_comment(lines[at].text) else None
    return reasons


def _is_tnef(part: Part) -> bool:
    return part.kind in ("application/ms-tnef", "application/vnd.ms-tnef") or part.name.lower() == "winmail.dat"


def _beginning(text: str, most: int) -> tuple[str, bool]:
    """Return the first lines, at most this many, and whether there are more."""
    lines = text.split("\n", max(most, 0))
    return ("\n".join(lines[:most]), True) if len(lines) > most else (text, False)


def _without_pgp(text: str) -> str:
    """Return a text without the armour of PGP: signed as it stands (RFC 9580 §7) its dash escaping is undone."""
    text = _PGP_DATA.sub("", text)
    before, begun, signed = text.partition(_PGP_BEGIN)
    if not begun:
        return text
    headers = _PGP_HEADERS.match(signed)
    signed = signed[headers.end() if headers else 0 :]
    return before + "\n".join(line.removeprefix("- ") for line in signed.split("\n"))
