"""text/enriched (RFC 1896) to plain lines: some old programs know nothing else."""

import re

_PARAM = re.compile(r"<param>.*?(?:</param>|\Z)", re.IGNORECASE | re.DOTALL)
_EXCERPT = re.compile(r"<excerpt>(.*?)(?:</excerpt>|\Z)", re.IGNORECASE | re.DOTALL)
_COMMAND = re.compile(r"</?[A-Za-z0-9-]{1,60}>")
_BREAKS = re.compile(r"\n+")
_LITERAL = "\ue001"
"""Stands for `<<`, a sign of the text itself, while commands are taken out."""


def enriched_to_text(text: str) -> str:
    r"""Return the words without commands; excerpts become lines with `>`.

    One line break is a blank, several line breaks are one fewer.

    >>> enriched_to_text("<bold>12a</bold>\n\nflag\nsavoy <<3\n\n<excerpt>old\n\nlines</excerpt>")
    '12a\nflag savoy <3\n\n> old\n> lines\n'
    """
    plain = _PARAM.sub("", text.replace("<<", _LITERAL))
    parts: list[str] = []
    end = 0
    for found in _EXCERPT.finditer(plain):
        parts.append(_lines(plain[end : found.start()]))
        quote = _lines(found[1]).split("\n")
        parts.append("\n" + "".join(f"> {line}\n" for line in quote if line.strip()))
        end = found.end()
    parts.append(_lines(plain[end:]))
    return "".join(parts).replace(_LITERAL, "<")


def _lines(text: str) -> str:
    return _BREAKS.sub(lambda breaks: "\n" * (len(breaks[0]) - 1) or " ", _COMMAND.sub("", text))
