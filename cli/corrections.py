"""`adjudicator turn`: draws, rulings and corrections, shown before they are done."""

from typing import Any

from adjudicator.service.admin import corrections
from adjudicator.service.admin.access import Visit, table_for
from adjudicator.service.admin.campaigns import needed_draw
from adjudicator.service.admin.corrections import CorrectionPreview, Wished
from adjudicator.service.admin.rulings import asked_of_moderators
from adjudicator.service.moderation.forms import FORMS
from adjudicator.service.service import Service
from cli.changing import carry_out, told
from cli.commands import How
from cli.deeds import add_deeds
from cli.forms import add_form
from cli.installation import Sight, author, visit_at
from cli.options import AtLog, Name
from cli.output import Output


def _correct(name: Name, wanted: Wished, *, log: AtLog = None, sight: Sight, how: How) -> Output:
    eyes = sight.open()

    def act(service: Service, shown: CorrectionPreview | None) -> tuple[CorrectionPreview, str]:
        if shown is not None:
            return corrections.carry_out(service, shown, wanted, author()), ""
        with visit_at(service, name) as visit:
            return corrections.rehearse(visit, wanted, log, eyes, sight.lang)

    shown = carry_out(how, act, to=print)
    return told(how, shown, "done; every seat gets a correction report")


def _needed_draw(visit: Visit, options: Any) -> Output:
    needed = needed_draw(table_for(visit.work, visit.campaign), author())
    return Output({"needed": needed}, "no draw is waited for" if needed is None else needed.text())


def _ruling(visit: Visit, options: Any) -> Output:
    found = asked_of_moderators(visit)
    return Output(
        {"asked": found},
        "the game asks the moderator nothing now" if found is None else found.text(visit.campaign.time_zone),
    )


add_deeds("turn", draw=_needed_draw, rule=_ruling)
for words in ("turn rollback", "turn correct", "turn undo"):
    add_form(FORMS[words], _correct)
