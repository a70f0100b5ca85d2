"""Say why a deed is refused: each reason once, in words that a moderator reads in their language."""

from adjudicator.language import msgid
from adjudicator.service.campaign.troubles import RejectionReason

bad_person = RejectionReason(
    "bad_person",
    msgid("Cannot read “%(person)s”. Write a name and an address: “Anna Reed <anna@example.org>”."),
)
empty = RejectionReason("empty", msgid("Nobody holds %(seat)s."))
holds_already = RejectionReason("holds_already", msgid("%(person)s already holds %(seat)s."))
no_seat = RejectionReason("no_seat", msgid("There is no seat “%(wrong)s”; there are: %(seats)s."))
nobody_called = RejectionReason("no_such_person", msgid("Nobody of the name “%(person)s” holds %(seat)s."))
no_answer = RejectionReason(
    "no_answer",
    msgid(
        "Internal error: after this, the rules would ask a question without a legal answer (%(decision)s, "
        "rule %(rule)s). Nothing was done. Please report the kind and the rule to whoever runs the "
        "server."
    ),
)
not_now = RejectionReason(
    "not_now",
    msgid(
        "This was meant for log number %(meant)s, but the campaign is at %(now)s. Nothing was done; look "
        "at it again, and write the current number if you still want it."
    ),
)
other_rules = RejectionReason(
    "other_rules",
    msgid(
        "The campaign is played by another version of the rules than the one installed here, and stands still. "
        "Whoever runs the server decides what to do (adjudicator upgrade check)."
    ),
)
over = RejectionReason("over", msgid("The campaign is over: nothing is asked any more."))
past = RejectionReason("past", msgid("That moment is over already."))
wrong_right = RejectionReason(
    "right",
    msgid("Your right as a moderator is “%(right)s”; this needs “%(wanted)s”. Another moderator may do it."),
)
