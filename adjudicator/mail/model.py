"""Define what a mail says, as values: the result of `read_mail` and its parts.

Everything here is frozen, typed and can be written with `msgspec.json.encode`.
"""

from enum import StrEnum

from msgspec import Struct

from adjudicator.mail.address import Address


class Limits(Struct, frozen=True, kw_only=True):
    """The limits beyond which a mail is refused before (or while) it is parsed; sizes in bytes."""

    mail_bytes: int = 30_000_000
    text_bytes: int = 1_000_000
    header_bytes: int = 64_000
    headers: int = 500
    parts: int = 100
    levels: int = 20
    raw_lines: int = 600_000
    """Lines of the raw mail; 30 MB in base64 have 400 000. The parser needs a second for a million."""
    html_bytes: int = 200_000
    """Bytes of a text in HTML, which takes ten times longer to read."""
    text_lines: int = 20_000
    """Lines of one text, quotes included; later lines are not read, and the answer says so."""
    lines: int = 2_000
    """Own lines that are kept; the answer says when there were more."""
    line_length: int = 1_000
    """Characters of an own line that are kept."""
    seconds: int = 10
    """Seconds of processor time for the whole mail; `guard.parse_in_sandbox` enforces it. 0: it is read without a
    guard."""


class Nature(StrEnum):
    """The nature of a sender."""

    PERSON = "person"
    AUTOMATIC = "automatic"
    """An automatic reply or a bulk mail (RFC 3834): no orders, no answer."""
    BOUNCE = "bounce"
    """A delivery status notification (RFC 3464), delays included; see `ReadMail.bounces`."""
    RECEIPT = "receipt"
    """Read receipts (RFC 8098), calendar answers, reactions: nobody waits for an answer."""
    COMPLAINT = "complaint"
    """A spam complaint (RFC 5965); for the moderator."""
    ECHO = "echo"
    """One of our own mails came back."""
    UNREADABLE = "unreadable"
    """Set aside whole: over a limit, two senders, no sender, ..."""


class Source(StrEnum):
    """The place where the own lines were found."""

    BODY = "body"
    HTML = "html"
    SUBJECT = "subject"
    ATTACHMENT = "attachment"


class SkipReason(StrEnum):
    """The reason why a line does not count."""

    QUOTE = "quote"
    ATTRIBUTION = "attribution"
    SIGNATURE = "signature"
    ADVERTISEMENT = "advertisement"
    DISCLAIMER = "disclaimer"
    FORM = "form"
    """The empty order block that we sent."""
    COMMENT = "comment"
    """Begins with `#`."""
    OUTSIDE = "outside markers"
    MARKER = "marker"
    GREETING = "greeting"
    FAREWELL = "farewell"
    """Good-byes and the sender's name at the bottom."""
    LETTER = "letter"
    """Part of a block that is text for people; see `ReadMail.letters`."""
    COVER_NOTE = "cover note"
    """Only says that something is attached."""
    DECORATION = "decoration"
    """Has neither a letter nor a digit."""
    TOO_MANY = "too many lines"


class NoteCode(StrEnum):
    """A note that the answer should mention besides the orders; the wording is not ours."""

    ATTACHMENT_NOT_OPENED = "attachment not opened"
    """A part that was not read and may hold something; the detail is its file name, or its type."""
    WINMAIL = "winmail.dat"
    """An Outlook container without readable text: the sender should switch to plain text or HTML."""
    ENCRYPTED = "encrypted"
    SIGNED_WHOLE = "signed whole"
    """Its text is inside its signature (RFC 8551 3.5.2), where only programs with S/MIME look."""
    CHARSET_GUESSED = "charset guessed"
    CHARACTERS_LOST = "characters lost"
    TEXT_CUT = "text cut"
    """More than `Limits.text_bytes` of text or `Limits.lines` own lines; the rest was not read."""
    SEVERAL_SOURCES = "several sources"
    """Body and attachment (or subject) both have lines; the detail names the one that was not taken."""
    ONLY_QUOTED = "only quoted"
    """The mail has nothing but quoted lines."""
    STRUCK_OUT = "struck out"
    """Something in it is struck out; it was left out."""
    NO_END = "no end"
    """An opening marker without a closing one: everything below it counted."""


class Quote(Struct, frozen=True):
    """The quoted lines right above an own line: the nearest ones, without their marks, as they were printed."""

    lines: tuple[str, ...]
    between: bool = False
    """The own line is inside what is quoted, or after another one that is."""


class ReplyLine(Struct, frozen=True):
    """A line that the sender wrote: normalised for the parser, and as it came."""

    text: str
    original: str
    gap: bool = False
    """An empty line stands before it."""
    below: Quote | None = None
    """The quote below which it is written, if it is."""


class TextBlock(Struct, frozen=True):
    """A block of a mail that is text for people: its first line (`press to …`, `diary: …`), the lines below it.

    `closed`: by a line that ends it, not by the end of the mail. `after`: how many order lines stand before it.
    """

    opening: str
    lines: tuple[ReplyLine, ...]
    closed: bool = False
    after: int = 0


MOST_PICTURES = 3
"""Pictures of one mail that are drawn again."""


class PictureFile(Struct, frozen=True):
    """A picture that is attached to a letter: its file name, and its pixels drawn again as `png`; empty: it stays."""

    name: str
    png: bytes = b""


class IgnoredLine(Struct, frozen=True):
    """A line that does not count, and the reason."""

    text: str
    why: SkipReason


class Note(Struct, frozen=True):
    """A remark for the answer; `detail` is a file name, a charset or a source."""

    code: NoteCode
    detail: str = ""


class Extract(Struct, frozen=True):
    """The own lines of one source."""

    source: Source
    lines: tuple[ReplyLine, ...]
    marked: bool = False
    """They stood between an opening and a closing marker."""
    name: str = ""
    """File name of an attachment."""


class BounceReport(Struct, frozen=True, kw_only=True):
    """One recipient of a delivery report (RFC 3464 §2.3), or a complaint (`action` is then `complaint`)."""

    recipient: str
    """Original-Recipient if given, else Final-Recipient; normalised."""
    permanent: bool
    """5.x.x with action `failed`; a delay is not."""
    status: str = ""
    """Enhanced status code (RFC 3463), e.g. `5.1.1`."""
    action: str = ""
    diagnostic: str = ""
    message_id: str = ""
    """Message-ID of the mail that was not delivered."""
    envelope: str = ""
    """With a complaint: the envelope sender of the mail (RFC 5965 §3.2), where a provider strips its headers."""


class Signature(Struct, frozen=True, kw_only=True):
    """A DKIM signature as it is written, checked or not (RFC 6376 §3.5)."""

    domain: str
    covers: tuple[str, ...]
    """Names of headers, lower case."""
    whole: bool
    """It covers the body to its end."""
    mark: str
    """SHA-256 of the signature itself, by which a mail that is sent again is known."""


class Shape(Struct, frozen=True, kw_only=True):
    """The headers that decide what a mail does, as far as they are `there`.

    `to_us`: one of our addresses is in To or Cc. `evident`: the body shows by itself of which type it is, and how it
    is encoded.
    """

    there: tuple[str, ...] = ()
    to_us: bool = False
    evident: bool = False


class Tokens(Struct, frozen=True):
    """The tokens that may tell the seat, by decreasing weight. Only `addressed` is secret."""

    addressed: tuple[str, ...] = ()
    """Tags of our plus addresses in Delivered-To, X-Original-To, To and Cc; lower case."""
    answered: tuple[str, ...] = ()
    """Our own Message-IDs in In-Reply-To and References, the nearest first."""
    subject: tuple[str, ...] = ()
    """`[tag]` in the subject; lower case."""
    letters: tuple[str, ...] = ()
    """Keys of the letters that the addresses say it answers (`orders+TOKEN.KEY@…`); lower case."""


class ReadMail(Struct, frozen=True, kw_only=True):
    """A mail, read. Made by `read_mail`; nothing of it is trusted."""

    message_id: str
    """As in the header (`<...>`), or `sha256:` and the hash of the bytes."""
    raw_hash: str
    """SHA-256 of the bytes, hex."""
    content_hash: str
    """SHA-256 of sender, first text and attachments, hex: equal for two deliveries of one mail."""
    nature: Nature
    nature_why: str = ""
    sign: str = ""
    """A sign of a program that mails of people bear, too (`origin.weak_signs`): it is believed where the sender is not
    proven, or where there is nothing to do.
    """
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    date_shown: str = ""
    """The Date header as text; never used for deadlines."""
    sender: Address | None = None
    return_path: str | None = None
    """Envelope sender; empty for `<>`, None when the header is missing."""
    recipients: tuple[str, ...] = ()
    """Addresses in To and Cc, normalised, as far as they can be read."""
    delivered_to: tuple[str, ...] = ()
    subject: str = ""
    """Decoded, one line, without reply prefixes and tags."""
    tokens: Tokens = Tokens()
    list_id: str = ""
    """Not empty: it came through a mailing list; nothing may be answered to the list."""
    auth_results: tuple[str, ...] = ()
    """All Authentication-Results values, topmost first (RFC 8601)."""
    signatures: tuple[Signature, ...] = ()
    """Topmost first."""
    shape: Shape = Shape()
    doubts: tuple[str, ...] = ()
    """Why it is doubtful which of its headers a check of the sender was about; none for an ordinary mail."""
    arc_signatures: tuple[str, ...] = ()
    """ARC-Message-Signature values (RFC 8617), topmost first, at most a hundred."""
    arc_seals: tuple[str, ...] = ()
    """ARC-Seal values (RFC 8617), topmost first, at most a hundred."""
    arc_results: tuple[str, ...] = ()
    """ARC-Authentication-Results values."""
    received: tuple[str, ...] = ()
    """The first 20 Received values, topmost (latest) first; see `first_received_at`."""
    extract: Extract | None = None
    """The text that counts, or None."""
    others: tuple[Extract, ...] = ()
    """Lines of other sources, in case none of the extract's is an order."""
    letters: tuple[TextBlock, ...] = ()
    """Blocks of text for people; their lines are in nothing else."""
    prose: tuple[ReplyLine, ...] = ()
    """All own lines of the body, greeting and farewell included: what it says as an answer to a letter."""
    pictures: tuple[PictureFile, ...] = ()
    """Pictures that are attached, where it may be a letter."""
    doubtful_words: dict[str, tuple[str, ...]] = {}
    """Short words and words with digits of which letters may be others, with the other ways to read them: their charset
    was guessed or not declared, or they are turned round.
    """
    ignored: tuple[IgnoredLine, ...] = ()
    quoted: tuple[str, ...] = ()
    """Lines that look filled in inside a quoted order block: to be shown and confirmed, not executed."""
    notes: tuple[Note, ...] = ()
    bounces: tuple[BounceReport, ...] = ()

    @property
    def is_personal(self) -> bool:
        """Whether nothing suggests that a program wrote it."""
        return self.nature is Nature.PERSON and not self.sign

    @property
    def from_address(self) -> str:
        """The address of the sender; empty where there is none that can be read."""
        return self.sender.address if self.sender else ""

    @property
    def says_something(self) -> bool:
        """Whether there is anything in it that could be done."""
        return bool(self.lines or self.letters or (self.tokens.letters and self.prose))

    @property
    def lines(self) -> tuple[str, ...]:
        """The own lines, normalised; those of a subject are split at semicolons."""
        if self.extract is None:
            return ()
        texts = (line.text for line in self.extract.lines)
        if self.extract.source is not Source.SUBJECT:
            return tuple(texts)
        return tuple(part.strip() for text in texts for part in text.split(";") if part.strip())
