"""`adjudicator audit`: what was done at the desk, and whether the trail is whole."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from adjudicator.service.console.looks import look
from adjudicator.store.audits import INSTALLATION, first_broken, trail
from adjudicator.store.engine import reading
from adjudicator.store.tables import Audit
from cli.errors import Failed
from cli.installation import at_the_desk, campaign_at, visitor
from cli.options import All, AsJson, examples
from cli.output import emit, table

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
Which = Annotated[
    str | None, typer.Argument(metavar="CAMPAIGN", help="Name of the campaign; without it the installation.")
]


@app.command("show", epilog=examples("adjudicator audit show lights", "adjudicator audit show"))
def show(name: Which = None, all_: All = False, as_json: AsJson = False) -> None:
    """Every act at the desk, the oldest first: when, who, what, how the players hear of it.

    What exactly was said may be a secret of somebody: it shows with --all, like the reasons.
    """
    acts = _trail(name, everything=all_)
    told = [_plain(act, everything=all_) for act in acts]
    if as_json:
        emit(told)
        return
    table(
        ("NO", "WHEN", "WHO", "WHAT", "TOLD BY"),
        [
            (str(act.number), act.at.strftime("%Y-%m-%d %H:%M:%S"), act.author, act.command, act.telling.value)
            for act in acts
        ],
    )
    if all_:
        for act in told:
            print(f"{act['number']:>5}  {act['details']}")


@app.command("verify", epilog=examples("adjudicator audit verify lights", "adjudicator audit verify"))
def verify(name: Which = None, as_json: AsJson = False) -> None:
    """Whether the trail is whole: each act is bound to the one before. Exit code 1 names the first that is not.

    Write down the last hash now and then: a trail that somebody computed anew from the start has another one.
    """
    acts = _trail(name, everything=False)
    broken = first_broken(acts)
    last = acts[-1].hash.hex() if acts else ""
    if as_json:
        emit({"acts": len(acts), "whole": broken is None, "first_broken": broken, "last_hash": last})
    elif broken is None:
        print(f"{len(acts)} acts, the trail is whole; last hash {last or '-'}")
    if broken is not None:
        raise Failed(f"act {broken} was changed, or one before it is missing")


def _trail(name: str | None, *, everything: bool) -> tuple[Audit, ...]:
    if name is None:
        with at_the_desk() as service, reading(service.engine) as session:
            return trail(session, INSTALLATION)
    with campaign_at(name) as visit:
        if everything:
            look(visit.work.service, visit.campaign, visitor(), None)
        return trail(visit.work.session, visit.campaign.id)


def _plain(act: Audit, *, everything: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "number": act.number,
        "at": act.at,
        "author": act.author,
        "command": act.command,
        "told_by": act.telling.value,
        "hash": act.hash.hex(),
    }
    return {**told, "details": msgspec.json.decode(act.details)} if everything else told
