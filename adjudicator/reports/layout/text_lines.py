"""Lines of the plain text: headings, paragraphs, items, figures, options; 72 columns, one thing a line."""

from collections.abc import Iterable, Sequence
from typing import Final

from adjudicator.reports.layout.columns import WIDTH, hanging, left_aligned, right, table, width, wrap
from adjudicator.reports.layout.options import compact
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import Align, Fact, Item, Mark, OptionGroup, Table

BULLET: Final = {Mark.PLAIN: "  - ", Mark.IMPORTANT: "  ! ", Mark.PRIVATE: "  * "}


def caps(heading: str) -> list[str]:
    """Return a heading in capitals."""
    return wrap(heading.upper(), WIDTH)


def paragraphs(told: Iterable[str], indent: str = "  ") -> list[str]:
    """Return paragraphs, one below the other."""
    return [line for paragraph in told for line in hanging(indent, paragraph)]


def facts(known: tuple[Fact, ...], words: Words) -> list[str]:
    """Return facts with names in a column, and changes and notes after them."""
    column = min(max((width(fact.label) for fact in known), default=0), WIDTH // 3)
    lines = []
    for fact in known:
        remarks = (fact.change and f"({fact.change})", fact.note and words.aside(fact.note))
        told = " ".join(part for part in (fact.value, *remarks) if part)
        lines += hanging(f"  {left_aligned(fact.label, column)}  ", told)
    return lines


def items(listed: tuple[Item, ...], indent: str = "  ") -> list[str]:
    """Return names in a column if they are short, else before their texts."""
    longest = max((width(item.name) for item in listed), default=0)
    lines = []
    for item in listed:
        told = " ".join(part for part in (item.text, item.note and f"({item.note})") if part)
        if not told:
            lines += hanging(f"{indent}- ", item.name)
        elif longest <= WIDTH // 4:
            lines += hanging(f"{indent}{left_aligned(item.name, longest)}  ", told)
        else:
            lines += hanging(f"{indent}- ", f"{item.name}: {told}")
    return lines


def options(group: OptionGroup, indent: str) -> list[str]:
    """Return the options of a group: several a line where they are many and short."""
    columns = compact(group.options, WIDTH - len(indent))
    return _several_a_line(group, indent, columns) if columns > 1 else _one_a_line(group, indent)


def _several_a_line(group: OptionGroup, indent: str, columns: int) -> list[str]:
    code = max(width(option.code) for option in group.options)
    entries = [f"{left_aligned(option.code, code)} {option.words} {option.cost}".rstrip() for option in group.options]
    cell = (WIDTH - len(indent)) // columns
    rows = [entries[i : i + columns] for i in range(0, len(entries), columns)]
    return [(indent + "".join(left_aligned(entry, cell) for entry in row)).rstrip() for row in rows]


def _one_a_line(group: OptionGroup, indent: str) -> list[str]:
    options = group.options
    code = max(width(option.code) for option in options)
    cost = max(width(option.cost) for option in options)
    room = WIDTH - len(indent) - code - 2 - (cost + 2 if cost else 0)
    words = min(max(width(option.words) for option in options), room)
    lines = []
    for option in options:
        first, *more = wrap(option.words, words)
        start = f"{indent}{left_aligned(option.code, code)}  {left_aligned(first, words)}"
        start += f"  {right(option.cost, cost)}" if cost else ""
        below = " " * (len(indent) + code + 2)
        remark = " ".join(part for part in (option.note, option.rule and f"({option.rule})") if part)
        if remark and not more and width(start) + 3 + width(remark) <= WIDTH:
            lines.append(f"{start}   {remark}")
            continue
        if remark and not more and width(start) + 3 <= WIDTH // 2:
            lines += hanging(f"{start}   ", remark)
            continue
        lines.append(start.rstrip())
        lines += [below + line for line in more]
        lines += hanging(below, remark) if remark else []
    return lines


def figures(one: Table, words: Words) -> list[str]:
    """Return a table with its caption, the text below it, and its note."""
    heads = tuple(column.title for column in one.columns)
    numbers = [column.align is Align.RIGHT for column in one.columns]
    marked = [number for number, row in enumerate(one.rows, start=1) if row.changed]
    lines = hanging("", one.caption) + table([heads, *(row.cells for row in one.rows)], numbers, marked=marked)
    lines += hanging("", words.changed()) if marked else []
    lines += ["", *items(one.items)] if one.items else []
    return lines + (hanging("  ", one.note) if one.note else [])


def reference(rule: str, log: int | None) -> str:
    """Return what is set at the right edge: the number of the rule, and that of the log entry in brackets."""
    return rule if log is None else f"{rule} [{log}]".strip()


def filled(entries: Sequence[str], indent: str) -> list[str]:
    """Return entries two spaces apart, as many on a line as fit whole."""
    lines: list[str] = []
    for entry in entries:
        if lines and width(lines[-1]) + 2 + width(entry) <= WIDTH:
            lines[-1] += f"  {entry}"
        else:
            lines += hanging(indent, entry)
    return lines
