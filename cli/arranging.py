"""The commands that arrangements declare (`adjudicator.service.moderation.arrangement`)."""

from collections.abc import Callable
from types import ModuleType

from adjudicator.service.admin import arranging
from adjudicator.service.moderation.arrangement import Arrangement
from adjudicator.service.moderation.forms import FORMS
from cli.changing import carry_out, told
from cli.commands import How
from cli.forms import add_form
from cli.installation import author, campaign_at
from cli.options import Name
from cli.output import Columns, Output


def add_arrangements(module: ModuleType, **own: Callable[..., Output]) -> None:
    """Add the commands of the arrangements in a module; some of them are carried out in their `own` way."""
    for form in FORMS.values():
        if form.maker.__module__ == module.__name__:
            add_form(form, own.get(form.name, arrange))


def arrange(name: Name, wanted: Arrangement, *, how: How) -> Output:
    """Carry out an arrangement in a campaign, or show how things stand."""
    if wanted.only_shows:
        with campaign_at(name) as visit:
            value, stands = wanted.stands(visit.campaign)
        return Output(value, stands if isinstance(stands, str) else Columns(("SETTING", "VALUE"), stands))
    done = carry_out(how, arranging.arrange, arranging.in_campaign(name, wanted, author()))
    return told(how, done.value, done.said)
