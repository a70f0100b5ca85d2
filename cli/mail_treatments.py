"""What is done with mails that were set aside: `adjudicator mail release`, `reject`, `reprocess`."""

from adjudicator.service.console.treatments import Treatment, treat
from adjudicator.service.desk.forms import FORMS
from cli.deeds import add_form
from cli.installation import at_the_desk, visitor
from cli.output import Output


def _treat(wanted: Treatment) -> Output:
    with at_the_desk() as service:
        done = treat(service, visitor(), wanted)
    reason = f": {done.reason}" if done.reason else ""
    return Output(done, f"in-{done.mail_id} is {done.status} now{reason}")


for words in ("mail release", "mail reject", "mail reprocess"):
    add_form(FORMS[words], _treat)
