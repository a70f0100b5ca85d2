"""`adjudicator campaign`: look at campaigns. Loaded without what changes them."""

from typing import Annotated

import typer

from adjudicator.service.admin.access import gathering_eyes, view_of
from adjudicator.service.admin.campaigns import facts, gathering, standing_text
from adjudicator.service.admin.seats import waited_for
from adjudicator.service.moderation.rights import Access
from adjudicator.store.tables import CampaignState
from cli.commands import command
from cli.installation import Sight, ViewerOptions, campaign_at, looking_at
from cli.options import AsJson, Name
from cli.output import Output, emit_line, record_table


@command("campaign show", "lights --short", "lights --as france --json", needs=Access.LOOK)
def show(
    name: Name,
    short: Annotated[bool, "Only people and questions, not the position."] = False,
    as_json: AsJson = False,
    *,
    sight: Sight,
) -> Output:
    """Show a campaign: people, questions, position. Public unless --as or --all is given."""
    with campaign_at(name) as visit:
        eyes = sight.open()
        if visit.campaign.state is CampaignState.INVITING:
            found = gathering(visit, gathering_eyes(visit, eyes))
            return Output(found, found.text())
        view = view_of(visit, eyes, sight.lang)
        return Output(facts(view)) if as_json else Output(None, standing_text(view, short=short))


@command("campaign log", "lights", "lights --as britain --from 40", needs=Access.LOOK)
def log(
    name: Name,
    as_json: AsJson = False,
    first: Annotated[int, typer.Option("--from", min=1, help="First log number.")] = 1,
    last: Annotated[int | None, "--to", "Last log number."] = None,
    *,
    sight: Sight,
) -> None:
    """Show the log of a campaign, entry by entry. As everyone learned it; --as and --all show more.

    With --json each entry is a line of its own.
    """
    from adjudicator.service.admin.log import news_lines

    with looking_at(name, sight) as view:
        zone = view.table.campaign.time_zone
        for entry in news_lines(view):
            if first <= entry.n <= (last or entry.n):
                emit_line(entry, entry.text(zone), as_json=as_json)


@command("campaign waiting", "lights", "lights --all", needs=Access.LOOK)
def waiting(name: Name, *, eye: ViewerOptions) -> Output:
    """Show who is asked what, since when, until when.

    Who has answered a secret question already shows with --all, or --as for one's own seat.
    """
    with looking_at(name, eye) as view:
        runs, players = view.table.campaign.state is CampaignState.RUNNING, [seat.name for seat in view.table.players]
        return record_table(
            waited_for(view),
            "SEAT",
            ("WHO", "people"),
            ("QUESTION", lambda each: f"{each.kind} {each.rule}".strip()),
            "SINCE",
            ("UNTIL", lambda each: each.until or ("left to you" if runs and each.seat in players else None)),
            ("ANSWERED", lambda each: {None: "", True: "yes", False: "no"}[each.answered]),
            zone=view.table.campaign.time_zone,
        )


@command("campaign offers", "lights --as france", "lights --all", needs=Access.LOOK)
def offers(
    name: Name,
    over: Annotated[bool, "Those that are over too: signed by all, declined, withdrawn, ended."] = False,
    *,
    sight: Sight,
) -> Output:
    """Show the open offers between seats. Also who has signed them.

    Without options those that the game makes public; a seat's own with --as, all with --all.
    """
    from adjudicator.service.admin.offers import offers_seen

    with looking_at(name, sight) as view:
        return record_table(
            offers_seen(view, over=over),
            "OFFER",
            "STATE",
            ("FROM", "made_by"),
            "ORDER",
            ("SIGNED", lambda each: ", ".join(each.signed)),
            ("MISSING", lambda each: ", ".join(each.missing)),
            ("UNTIL", lambda each: each.ends or each.until),
            zone=view.table.campaign.time_zone,
        )
