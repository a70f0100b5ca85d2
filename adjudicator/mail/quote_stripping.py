"""Tell a person's own lines from quotes, signatures and what programs add.

Lines come in as text; each leaves with None (own) or the reason why it does not count. Nothing
is thrown away: the answer can name every line that was ignored.
"""

import re

from msgspec import Struct

from adjudicator.mail.address import OwnAddresses, find_addresses
from adjudicator.mail.model import SkipReason
from adjudicator.mail.normalise import normalise
from adjudicator.mail.patterns import Patterns

SIGNATURE_SIGN = "\ue000"
"""Put before lines that HTML marks as a signature; a private character, removed from mails."""

_QUOTE = re.compile(r"\s{0,3}(?:(?:[A-ZА-ЯЁ][A-Za-zА-Яа-яЁё]{0,3})?>|\|(?=\s|$))")
_CLOSED = re.compile(r"\s{0,3}(?:\|\W*\w.*\||>+[^<>\w]*\w[^<>]*<+)\s*")
"""A row of a table that somebody has drawn, or a line that they point at, `>> 1c <<`: no program closes the marks of
what it quotes.
"""
_CLOSING = ("|", "<")
_QUOTES = re.compile(rf"(?:{_QUOTE.pattern})+")
_RULE = re.compile(r"[-_=*]{5,}")
_FOOTER_RULE = re.compile(r"_{20,}")
_PLACE = re.compile(r"@|://")
_HAS_SIGN = re.compile(r"\w")
_DATED = re.compile(r"[\d@]")
_MOMENT = re.compile(r"\b20\d\d\b|20\d\d\D|\b\d{1,2}[:.]\d\d\b")
"""A year or a time of day, as they stand above a quote in every language."""
_COLON = (":", "\uff1a")
_LABEL = re.compile(r"\*?[^\W\d][^:@<>]{0,24}:\*? +\S.*")
"""A header of a copied mail in any language."""
_SEPARATOR = re.compile(r"[-_]{3,} ?[^\W\d][^-_]{2,60} ?[-_]{3,}")
"""Words between dashes, as programs part the copy of a mail from what is above it."""
_DEVICE = re.compile(
    r"(?=.{4,80}$).*\b(iphone|ipad|android|samsung|huawei|xiaomi|blackberry|outlook|gmail|yahoo|bluemail|k-9|aquamail"
    r"|thunderbird|proton ?mail|tutanota|mail\.ru).*",
    re.IGNORECASE,
)
"""Names of devices and programs, as they stand in the last line of a mail in any language."""
_JOINED = 4
_BLOCK = 12
"""Lines of the head of a copied mail that are looked at."""
_LONGEST = 400
"""Characters of a line (and of an attribution) that are looked at."""
_LONGEST_DISCLAIMER = 300
_TRIES = 500
"""Attributions that are tried per mail: the expressions are not cheap."""


class ClassifiedLine(Struct, frozen=True):
    """A line of the text: as it came, normalised, and why it does not count (None: it is own)."""

    original: str
    text: str
    why: SkipReason | None
    gap: bool = False
    """An empty line stands before it."""


def classify(text: str, patterns: Patterns, *, own: OwnAddresses, sender_name: str = "") -> list[ClassifiedLine]:
    """Classify every line that is not blank."""
    originals = [line.rstrip("\r") for line in text.replace("\u2028", "\n").split("\n")]
    return _Cutter(originals, patterns, own).run(_name_words(sender_name))


def is_quote(line: str) -> bool:
    """Return whether the line is marked as a quote: `>`, or initials and `>`."""
    if _QUOTE.match(line) is None:
        return False
    return not line.rstrip().endswith(_CLOSING) or _CLOSED.fullmatch(line) is None


def unquote(line: str) -> str:
    """Return the line without its quote marks."""
    match = _QUOTES.match(line)
    return line[match.end() :] if match else line


def _name_words(name: str) -> frozenset[str]:
    return frozenset(normalise(name).casefold().replace(",", " ").split())


class _Cutter:
    def __init__(self, originals: list[str], patterns: Patterns, own: OwnAddresses) -> None:
        self.originals = originals
        self.texts = [normalise(line) for line in originals]
        self.why: list[SkipReason | None] = [None] * len(originals)
        self.patterns = patterns
        self.own = own
        self.on_top = True
        """Nothing of the sender's own has been found yet."""
        self.tries = _TRIES

    def run(self, name_words: frozenset[str]) -> list[ClassifiedLine]:
        at = 0
        while at < len(self.texts):
            at = self._step(at)
        self._trim_ends(name_words)
        return [
            ClassifiedLine(original, text, why, gap=at > 0 and not self.texts[at - 1])
            for at, (original, text, why) in enumerate(zip(self.originals, self.texts, self.why, strict=True))
            if text
        ]

    def _step(self, at: int) -> int:
        """Classify the line (and what goes with it); returns the next line to look at."""
        original, text = self.originals[at], self.texts[at]
        if not text:
            return at + 1
        if is_quote(original):
            return self._mark(at, at + 1, SkipReason.QUOTE)
        if original.startswith(SIGNATURE_SIGN):
            return self._mark(at, at + 1, SkipReason.SIGNATURE)
        behind = self._attribution(at) or self._copy(at)
        if behind:
            return self._quote_below(at, behind)
        if self._begins_quote(text):
            return self._quote_below(at, at + 1)
        if self.patterns.delimiter.fullmatch(original.strip()):
            return self._mark(at, self._next_quote(at + 1), SkipReason.SIGNATURE)
        short = text[:_LONGEST]
        if self.patterns.footer.fullmatch(short) or self._is_footer_rule(at):
            return self._mark(at, self._next_quote(at + 1), SkipReason.SIGNATURE)
        if self.patterns.advertisement.fullmatch(short):
            return self._mark(at, at + 1, SkipReason.ADVERTISEMENT)
        if self.patterns.disclaimer.fullmatch(short[:_LONGEST_DISCLAIMER]) or self._is_banner(at):
            return self._mark(at, self._paragraph_end(at), SkipReason.DISCLAIMER)
        if not _HAS_SIGN.search(text) or _RULE.fullmatch(text):
            return self._mark(at, at + 1, SkipReason.DECORATION)
        self.on_top = False
        return at + 1

    def _mark(self, start: int, end: int, why: SkipReason) -> int:
        for at in range(start, end):
            self.why[at] = why
        return end

    def _attribution(self, at: int) -> int:
        """Return the line after an attribution that begins here, or 0."""
        joined = ""
        for end in range(at, min(at + _JOINED, len(self.texts))):
            if not self.texts[end] or is_quote(self.originals[end]):
                return 0
            joined = f"{joined} {self.texts[end]}".strip()
            if len(joined) > _LONGEST:
                return 0
            expression = self.patterns.attribution_line if end == at else self.patterns.attribution
            if joined.endswith(":") and self._introduces(joined, expression, end + 1):
                return end + 1
            if self._has_the_shape(self.texts[at], joined, end + 1):
                return end + 1
        return 0

    def _has_the_shape(self, first: str, joined: str, behind: int) -> bool:
        """Return whether lines introduce a quote, in whatever language.

        They hold our own address, and end in a colon or stand right above a marked quote; or a date, and both. The
        first of several has one of them itself: an order right above is not taken with it.
        """
        ours = self._names_us(joined)
        if not (self._names_us(first) or _MOMENT.search(first)) or not (ours or _MOMENT.search(joined)):
            return False
        colon, below = joined.endswith(_COLON), self._next_text(behind)
        marked = below < len(self.texts) and is_quote(self.originals[below])
        return (colon or marked) if ours else colon and marked

    def _names_us(self, text: str) -> bool:
        return "@" in text and any(map(self.own.is_own, find_addresses([text[:_LONGEST]])))

    def _is_footer_rule(self, at: int) -> bool:
        """Return whether a rule parts the footer of a mailing list: an address of the list or its page stands below."""
        if not _FOOTER_RULE.fullmatch(self.texts[at]):
            return False
        start = self._next_text(at + 1)
        return any(_PLACE.search(text) for text in self.texts[start : self._paragraph_end(start)])

    def _is_banner(self, at: int) -> bool:
        """Return whether a server has put a paragraph on top that warns of links and attachments."""
        if not self.on_top:
            return False
        paragraph = " ".join(self.texts[at : self._paragraph_end(at)])
        return self.patterns.banner.fullmatch(paragraph[: 2 * _LONGEST]) is not None

    def _begins_quote(self, text: str) -> bool:
        """Return whether a line has an attribution and the start of its quote."""
        if ": " not in text or "@" not in text or self.tries == 0:
            return False
        self.tries -= 1
        return self.patterns.attribution_start.fullmatch(text[:_LONGEST]) is not None

    def _introduces(self, joined: str, expression: re.Pattern[str], behind: int) -> bool:
        """Return whether the text is an attribution; without a date or an address only before marked quotes."""
        if self.tries == 0:
            return False
        self.tries -= 1
        if expression.fullmatch(joined) is None:
            return False
        if _DATED.search(joined):
            return True
        below = self._next_text(behind)
        return below < len(self.texts) and is_quote(self.originals[below])

    def _copy(self, at: int) -> int:
        """Return the line after the head of a copied message (a line of dashes, a header block), or 0."""
        if self.patterns.copy.fullmatch(self.texts[at][:_LONGEST]):
            return at + 1
        if _SEPARATOR.fullmatch(self.texts[at][:_LONGEST]):
            return self._header_block(self._next_text(at + 1))
        start = at
        if _RULE.fullmatch(self.texts[at]):
            start = self._next_text(at + 1)
            if start < len(self.texts):
                if self.patterns.copy.fullmatch(self.texts[start][:_LONGEST]):
                    return start + 1
                behind = self._attribution(start)
                if behind:
                    return behind
        return self._header_block(start)

    def _header_block(self, at: int) -> int:
        """Return the line after two or more header labels of one language, or of any around our own address, or 0."""
        for labels in (*self.patterns.header_labels, _LABEL):
            seen, end, look = 0, 0, at
            while look < len(self.texts) and look <= at + _BLOCK:
                if labels.fullmatch(self.texts[look][:_LONGEST]):
                    seen, end = seen + 1, look + 1
                elif self.texts[look] or seen == 0 or labels is _LABEL:
                    break
                look += 1
            if seen >= 2 and (labels is not _LABEL or any(map(self._names_us, self.texts[at:end]))):
                return end
        return 0

    def _quote_below(self, start: int, behind: int) -> int:
        """Mark an attribution and what follows it; return where to go on.

        Marked quotes speak for themselves; an unmarked copy ends the mail.
        """
        while True:
            self._mark(start, behind, SkipReason.ATTRIBUTION)
            start = self._next_text(behind)
            if start < len(self.texts) and is_quote(self.originals[start]):
                return start
            again = self._attribution(start) or self._copy(start) if start < len(self.texts) else 0
            if not again:
                return self._mark(behind, len(self.texts), SkipReason.QUOTE)
            behind = again

    def _next_text(self, at: int) -> int:
        while at < len(self.texts) and not self.texts[at]:
            at += 1
        return at

    def _next_quote(self, at: int) -> int:
        """Return the next line that begins a quote: a signature ends there."""
        while at < len(self.texts):
            if self.texts[at] and (is_quote(self.originals[at]) or self._attribution(at) or self._copy(at)):
                return at
            at += 1
        return at

    def _paragraph_end(self, at: int) -> int:
        while at < len(self.texts) and self.texts[at]:
            at += 1
        return at

    def _trim_ends(self, name_words: frozenset[str]) -> None:
        """Mark greetings at the top, farewells and the sender's name below.

        Only the own lines of the sender are marked.
        """
        own = [at for at, text in enumerate(self.texts) if text and self.why[at] is None]
        for at in own:
            if not self.patterns.greeting.fullmatch(self.texts[at]):
                break
            self.why[at] = SkipReason.GREETING
        for at in reversed(own):
            words = frozenset(self.texts[at].casefold().strip(" .,!-").split())
            named = bool(words) and words <= name_words
            if self.why[at] is not None:
                break
            if at > own[0] and _DEVICE.fullmatch(self.texts[at]) and not self.texts[at - 1]:
                self.why[at] = SkipReason.ADVERTISEMENT
            elif named or self.patterns.farewell.fullmatch(self.texts[at]):
                self.why[at] = SkipReason.FAREWELL
            else:
                break
