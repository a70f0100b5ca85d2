"""Treat mails that were set aside: `adjudicator mail release`, `reject`, `reprocess`."""

from adjudicator.service.admin.held_messages import Treatment, treat
from adjudicator.service.moderation.forms import FORMS
from cli.changing import carry_out, told
from cli.commands import How
from cli.forms import add_form
from cli.installation import visitor
from cli.output import Output


def _treat(wanted: Treatment, *, how: How) -> Output:
    done = carry_out(how, treat, visitor(), wanted)
    return told(how, done.value, done.said)


for words in ("mail release", "mail reject", "mail reprocess"):
    add_form(FORMS[words], _treat)
