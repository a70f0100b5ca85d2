"""One spelling for what autocorrect, phones and word processors do to a line."""

import re
import unicodedata

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»″＂", '"'),
        **dict.fromkeys("‘’‚‛‹›′`´", "'"),
        **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
        "…": "...",
        **dict.fromkeys(map(chr, (*range(0x200B, 0x2010), *range(0x202A, 0x202F))), None),
        **dict.fromkeys(map(chr, (*range(0x2060, 0x206A), 0xFEFF, 0x00AD)), None),
    }
)
_KEYCAP = re.compile("([0-9])\ufe0f?\u20e3")
"""A digit in a box, as phones number lists."""


def normalise(line: str) -> str:
    """Normalise a line, but keep its letters.

    Uses NFC, plain quotes, dashes and dots, and single spaces; removes what is invisible.

    >>> normalise("Move “Portsea”\\u00a0— Grey\\u202f Bay\\u200b…")
    'Move "Portsea" - Grey Bay...'
    """
    if line.isascii():
        return " ".join(line.split())
    plain = _KEYCAP.sub(r"\1.", unicodedata.normalize("NFC", line).translate(_SIGNS))
    return " ".join(plain.split())
