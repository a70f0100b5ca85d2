"""Change something by a command: rehearsed, shown, confirmed, done.

The rehearsal is the use case itself in a transaction that is rolled back, so that what is shown is what will happen.
Between the question and the answer nothing is locked; if play went on meanwhile, nothing is done. Ctrl-C at any
moment leaves nothing half done: there is one transaction, and it is committed whole or not at all.
"""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from cli.commands import How
from cli.errors import Failed, Interrupted
from cli.installation import at_the_desk
from cli.output import Output, remark
from cli.visible import put

S = TypeVar("S")


def go_ahead(how: How, shown: str, question: str = "Do it?", *, to: Callable[[str], None] = remark) -> bool:
    """Show what a rehearsal has found and ask. Returns whether it is to be done; from then on Ctrl-C is not heard.

    Raises Failed where nobody can be asked, Interrupted after a no.
    """
    if not how.as_json:
        to(shown)
    if not how.dry_run and not how.yes:
        confirm(question, rehearsed=True)
    ignore_interrupts()
    return not how.dry_run


def confirm(question: str, *, rehearsed: bool = False) -> None:
    """Go on only after a yes.

    `rehearsed`: the command has a dry run.

    Raises:
        Failed: Nobody can be asked.
        Interrupted: The answer is anything but yes.
    """
    if not sys.stdin.isatty():
        look = ", or look first with --dry-run" if rehearsed else ""
        raise Failed(f"nobody is at the keyboard to confirm it: add --yes{look}")
    if ask(f"{question} [y/N] ").strip().lower() not in ("y", "yes", "д", "да"):
        raise Interrupted("nothing was changed")


def ask(question: str) -> str:
    """Read a line from the keyboard; the question goes to standard error.

    Raises:
        Interrupted: There is no line, or Ctrl-C was pressed.
    """
    put(question, end="", to=sys.stderr, flush=True)
    with interruptible():
        line = sys.stdin.readline()
    if not line:
        raise Interrupted("nothing was changed")
    return line


@contextmanager
def interruptible() -> Iterator[None]:
    """Report Ctrl-C as what it is: nothing was changed.

    Raises:
        Interrupted: Ctrl-C was pressed inside.
    """
    try:
        yield
    except KeyboardInterrupt:
        put("", to=sys.stderr)
        raise Interrupted("nothing was changed") from None


def ignore_interrupts() -> None:
    """Ignore Ctrl-C from now on: a change is stored, and who stops a command must have changed nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def told(how: How, value: Any, said: str) -> Output:
    """Return the output about what was done, or would be done."""
    return Output(value, "nothing was changed (--dry-run)" if how.dry_run else said)


def carry_out(
    how: How, act: Callable[..., tuple[S, str]], *given: Any, to: Callable[[str], None] = remark, make: bool = False
) -> S:
    """Rehearse, show, ask, do as it was shown. Returns what was done; with `--dry-run` what would be.

    The act gets the service, what it has shown (None: it only rehearses) and what is given, and tells what it does,
    with its words. Raises what it raises, Interrupted after Ctrl-C before anything is done.
    """
    with interruptible(), at_the_desk(make=make) as service:
        done, words = act(service, None, *given)
        if go_ahead(how, words, to=to):
            done, _ = act(service, done, *given)
            service.wakes.outbox()
    return done
