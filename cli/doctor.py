"""`adjudicator doctor`: what is wrong. Loaded without what changes an installation."""

import typer

from adjudicator.service.admin.doctor_checks import checkup
from adjudicator.service.moderation.rights import Access
from cli.commands import command
from cli.installation import quiet
from cli.options import AsJson
from cli.output import Tint, emit, tinted
from cli.visible import visible


@command("doctor", "", "--json", needs=Access.INSPECT)
def doctor(as_json: AsJson = False) -> None:
    """Check the installation and say what to mend.

    Checks settings, database, mail accounts, broker, games, pictures and clock; says what is wrong and what to do.

    Exit code 1 if anything is wrong; a remark alone is no failure.
    """
    quiet()
    found = []
    signs = {"good": ("ok     ", Tint.GOOD), "remark": ("remark ", Tint.SOON), "wrong": ("WRONG  ", Tint.WRONG)}
    for finding in checkup():
        found.append(finding)
        if not as_json:
            print(f"{tinted(*signs[finding.state])}{visible(f'{finding.subject}: {finding.text}')}", flush=True)
    if as_json:
        emit(found)
    if any(finding.state == "wrong" for finding in found):
        raise typer.Exit(1)
