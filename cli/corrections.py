"""`adjudicator turn rollback | correct | undo`: corrections, shown before they are done."""

from adjudicator.service.admin import corrections
from adjudicator.service.admin.corrections import Shown
from adjudicator.service.admin.typed_corrections import Wished
from adjudicator.service.moderation.forms import FORMS
from adjudicator.service.service import Service
from cli.changing import carry_out, told
from cli.commands import How
from cli.deeds import add_form
from cli.installation import Sight, author, visit_at
from cli.options import AtLog, Name
from cli.output import Output


def _correct(name: Name, wanted: Wished, *, log: AtLog = None, sight: Sight, how: How) -> Output:
    eyes = sight.open()

    def act(service: Service, shown: Shown | None) -> tuple[Shown, str]:
        if shown is not None:
            return corrections.carry_out(service, shown, wanted, author()), ""
        with visit_at(service, name) as visit:
            return corrections.rehearse(visit, wanted, log, eyes, sight.lang)

    shown = carry_out(how, act, to=print)
    return told(how, shown, "done; every seat gets a correction report")


for words in ("turn rollback", "turn correct", "turn undo"):
    add_form(FORMS[words], _correct)
