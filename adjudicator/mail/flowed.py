"""format=flowed (RFC 3676): lines that end in a space go on in the next one."""

import re

_QUOTES = re.compile(r">*")


def unflow(text: str, *, delsp: bool) -> str:
    """Undo soft breaks and space stuffing; `delsp` as in the DelSp parameter (§4.5).

    Quote marks are kept, and a paragraph never runs over a change of quote depth. The signature
    delimiter `-- ` is no soft break (§4.3).

    >>> unflow("Move to Grey \\nBay\\n From the quay", delsp=False)
    'Move to Grey Bay\\nFrom the quay'
    """
    out: list[list[str]] = []
    open_depth = -1
    for line in text.split("\n"):
        line = line.rstrip("\r")
        depth = len(_QUOTES.match(line)[0])  # type: ignore[index]  # the pattern matches nothing too
        content = line[depth:].removeprefix(" ")
        soft = content.endswith(" ") and content != "-- "
        if soft and delsp:
            content = content[:-1]
        if depth == open_depth and content != "-- ":
            out[-1].append(content)
        else:
            out.append([f"{'>' * depth} {content}" if depth else content])
        open_depth = depth if soft else -1
    return "\n".join(map("".join, out))
