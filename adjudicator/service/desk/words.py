"""Deeds and refusals in words: for the answer to a moderator's mail, and for the command line."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.language import Language
from adjudicator.service.desk import deeds
from adjudicator.service.desk.deeds import CannotBe, Deed
from adjudicator.service.words.deeds import right_word


def why_not(words: Language, why: CannotBe, called: Callable[[str], str] = str) -> str:
    """Why a deed is refused, in a sentence that says what is possible instead. `called` names a seat to the reader."""
    facts = dict(why.facts)
    for name in ("seat", "seats"):
        if name in facts:
            facts[name] = ", ".join(called(seat.strip()) for seat in facts[name].split(",") if seat.strip())
    told: dict[str, Callable[[], str]] = {
        "not_running": lambda: words.gettext("The campaign does not run now: it is paused, over, or not begun."),
        "not_paused": lambda: words.gettext("The campaign is not paused."),
        "over": lambda: words.gettext("The campaign is over: nothing is asked any more."),
        "not_over": lambda: words.gettext("The campaign is not over; close it first."),
        "nobody": lambda: words.gettext("None of these seats is asked anything now, so there is no deadline to move."),
        "no_deadline": lambda: words.gettext("No deadline runs for this question now."),
        "no_seat": lambda: words.gettext("There is no seat “%(wrong)s”; there are: %(seats)s.", **facts),
        "not_now": lambda: words.gettext(
            "This was meant for log number %(meant)s, but the campaign stands at %(now)s. Nothing was done; look at it "
            "again, and write the present number if you still want it.",
            **facts,
        ),
        "no_default": lambda: words.gettext(
            "The rules name no default for %(seats)s: the decision cannot be carried out without an answer. Give more "
            "time, or replace the player.",
            **facts,
        ),
        "right": lambda: words.gettext(
            "Your right as a moderator is “%(right)s”; this needs “%(wanted)s”. Another moderator may do it.",
            **{name: right_word(words, right) for name, right in facts.items()},
        ),
        "empty": lambda: words.gettext("Nobody holds %(seat)s.", **facts),
        "no_such_person": lambda: words.gettext("Nobody of the name “%(person)s” holds %(seat)s.", **facts),
        "no_such_moderator": lambda: words.gettext("Nobody of the name “%(person)s” moderates.", **facts),
        "moderates_already": lambda: words.gettext(
            "%(person)s moderates already, with the right “%(right)s”.",
            person=facts["person"],
            right=right_word(words, facts["right"]),
        ),
        "no_standby": lambda: words.gettext(
            "%(seat)s has no standby player; name the successor: his name and his mail address.", **facts
        ),
        "holds_already": lambda: words.gettext("%(person)s holds %(seat)s already.", **facts),
        "bad_person": lambda: words.gettext(
            "“%(person)s” is no person: it takes a name and a mail address, as in “Anna Reed <anna@example.org>”.",
            **facts,
        ),
        "bad_policy": lambda: words.gettext("These rules about time cannot be kept: %(problems)s.", **facts),
        "last_moderator": lambda: words.gettext(
            "%(person)s is the only moderator with all rights; appoint another one first.", **facts
        ),
        "last_holder": lambda: words.gettext(
            "%(person)s is the only one who gives orders for %(seat)s: replace or eject him instead.", **facts
        ),
        "bad_orders": lambda: words.gettext(
            "These orders of %(seat)s cannot be carried out as they are: %(lines)s.", **facts
        ),
        "draw_awaited": lambda: words.gettext(
            "Play waits for a draw that is made at the table: enter its result first, or let the adjudicator draw."
        ),
        "no_draw": lambda: words.gettext("No draw is waited for now."),
        "no_more_draws": lambda: words.gettext(
            "No draw is waited for any more when “%(result)s” comes; nothing was entered.", **facts
        ),
        "bad_draw": lambda: words.gettext(
            "“%(result)s” is no result of the draw %(draw)s. Possible: %(near)s. Nothing was entered.", **facts
        ),
        "hidden_draw": lambda: words.gettext(
            "You play yourself, and the draw %(draw)s is hidden from the players: another moderator has to enter it, "
            "or the adjudicator draws it.",
            **facts,
        ),
        "hidden_draws": lambda: words.gettext(
            "%(person)s plays and would learn what is hidden: only draws that lie open can be entered here.", **facts
        ),
        "other_rules": lambda: words.gettext(
            "The campaign is played by another version of the rules than the one installed here, and stands still. "
            "Whoever runs the server decides what to do (adjudicator upgrade check)."
        ),
        "past": lambda: words.gettext("That moment is over already."),
    }
    return told[why.trouble]()


def done(words: Language, deed: Deed) -> str:
    """What has been done, for the answer to who did it."""
    match deed:
        case deeds.Pause():
            return words.gettext("The campaign is paused; everybody is told.")
        case deeds.Resume():
            return words.gettext("The campaign goes on; everybody is told, and kept orders were tried.")
        case deeds.Extend():
            return words.gettext("The deadline is later; everybody whom it concerns is told.")
        case deeds.Remind():
            return words.gettext("Everybody who owes an answer is reminded. Who that is stays secret.")
        case deeds.Absent():
            return words.gettext("The absence is granted; everybody is told.")
        case deeds.Policy():
            return words.gettext("The rules about time are changed; everybody is told.")
        case deeds.Replace():
            return words.gettext("The seat has changed hands; the newcomer gets everything it knows.")
        case deeds.Eject():
            return words.gettext("The seat is taken from its people; everybody is told.")
        case deeds.Hold() | deeds.Release():
            return words.gettext("Who holds the seat is changed; everybody is told.")
        case deeds.Process():
            return words.gettext("The open decision is carried out.")
        case deeds.Enter():
            return words.gettext("The orders are entered; the seat is told what came of them.")
        case deeds.Draw():
            return words.gettext("The draws are entered, and play goes on.")
        case deeds.DrawsBy(which="none"):
            return words.gettext("From now on the adjudicator makes all draws; the next reports tell it.")
        case deeds.DrawsBy(which="open"):
            return words.gettext(
                "From now on dice and what else is drawn openly are entered by a moderator; the next reports tell it."
            )
        case deeds.DrawsBy():
            return words.gettext("From now on all draws are entered by a moderator; the next reports tell it.")
        case deeds.Close():
            return words.gettext("The campaign is closed; everybody is told.")
        case deeds.Archive():
            return words.gettext("The campaign is archived.")
        case deeds.Appoint() | deeds.Dismiss():
            return words.gettext("Who moderates is changed; everybody is told.")


def asked(words: Language, deed: Deed, seat: str) -> str:
    """What will be done, for the question whether it shall be; `seat` is the seat's name in that language."""
    match deed:
        case deeds.Process():
            return words.gettext(
                "The open decision will be carried out now, with the default of the rules for everybody who has not "
                "answered. This cannot be undone."
            )
        case deeds.Draw(results=results):
            return words.gettext(
                "These results will be entered, and play goes on with them: %(results)s. What they bring is seen by "
                "all who may see it.",
                results="; ".join(results),
            )
        case deeds.Close():
            return words.gettext(
                "The campaign will end here, without a result, and the secret seed is told to everybody. This cannot "
                "be undone."
            )
        case deeds.Eject(person=person):
            told = (
                words.gettext("%(person)s will lose %(seat)s.", person=person, seat=seat)
                if person
                else words.gettext("Everybody who holds %(seat)s will lose it, and the seat stays empty.", seat=seat)
            )
            return f"{told} {_orders_left(words, deed)}"
        case deeds.Replace(to=None):
            told = words.gettext("%(seat)s will go to its standby player.", seat=seat)
            return f"{told} {_orders_left(words, deed)}"
        case deeds.Replace(to=deeds.Newcomer() as to):
            told = words.gettext(
                "%(seat)s will go to %(person)s <%(email)s>, who gets everything the seat knows.",
                seat=seat,
                person=to.name,
                email=to.email,
            )
            return f"{told} {_orders_left(words, deed)}"
        case _:
            return done(words, deed)


def _orders_left(words: Language, deed: deeds.Eject | deeds.Replace) -> str:
    if deed.keep:
        return words.gettext("The orders that are on file for the seat stay and will be carried out.")
    return words.gettext(
        "The orders that are on file for the seat are dropped (with the word “%(keep)s” they would stay).",
        keep=words.typed(en="keep", ru="оставить"),
    )
