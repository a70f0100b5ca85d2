"""Lines of the order form that were filled in inside the quoted copy of our mail, below lines of one's own.

Quoted lines are never carried out by themselves. Where they are all that a mail holds it waits for a word
(`adjudicator.service.inbox.held_mails`); below others they are named, so that nobody believes they were read.
"""

from __future__ import annotations

from adjudicator.language import Language
from adjudicator.mail import ReadMail
from adjudicator.orders.text import fold, order_part
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.act import Said

SHOWN_LINES = 20
SHOWN_LETTERS = 200


def not_read(mail: ReadMail, language: Language) -> Said:
    """What the answer says about them; nothing where the player wrote the same lines himself too."""
    own = {fold(order_part(line)) for line in mail.lines}
    left = [line for line in mail.quoted if fold(order_part(line)) not in own]
    if not left:
        return Said()
    told = language.ngettext(
        "In the quoted copy of our mail %(n)s line of the order form was filled in too. It was not read and did "
        "nothing, because quoted lines are never carried out. If you want it, send it above the copy:",
        "In the quoted copy of our mail %(n)s lines of the order form were filled in too. They were not read and did "
        "nothing, because quoted lines are never carried out. If you want them, send them above the copy:",
        len(left),
    )
    section = Section(
        heading=language.gettext("Not read"),
        paragraphs=(told,),
        items=tuple(Item(name=line[:SHOWN_LETTERS]) for line in left[:SHOWN_LINES]),
    )
    return Said(sections=(section,))
