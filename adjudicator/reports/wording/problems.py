"""Explain why an order was not carried out, in one sentence."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from adjudicator.language import Language, msgid
from adjudicator.orders.options.short_orders import SHORT
from adjudicator.orders.vocabulary.refusals import LEAD, LEAVE_OPEN, Problem, Why
from adjudicator.reports.wording.game import GameReport
from adjudicator.reports.wording.kernel_words import why

UNREAD: Final[Mapping[Why, str]] = {
    "unknown_verb": msgid("no order starts like this"),
    "unknown_word": msgid("there is a word I do not know here"),
    "wrong_kind": msgid("“%(word)s” is not the kind of thing that belongs here"),
    "absent": msgid("“%(word)s” does not fit here: %(places)s"),
    "number_expected": msgid("a number is missing after “%(word)s”"),
    "missing_argument": msgid("something is missing at the end"),
    "more_needed": msgid("more of them are needed: name the rest too"),
    "said_twice": msgid("“%(word)s” says the same thing twice"),
    "too_long": msgid("this is longer than any order"),
    "too_many_wrong": msgid("there are too many mistakes above this line to read it closely"),
    "unknown_code": msgid("the question has no answer “%(word)s”"),
    "unknown_question": msgid("there is no question with this number for you"),
    "place_in_list": msgid("an answer is named by its code, not by its place in the list"),
    "number_alone": msgid("this is the number of the question; add the letter of an answer"),
    "nothing_to_confirm": msgid("nothing waits for your “%(word)s”; write what you want"),
    "unclear_yes": msgid(
        "your email before was not understood, so it is not clear what “%(word)s” is for; write the answer itself"
    ),
    "unknown_place": msgid("nothing that can be changed has this name; write a place and its value"),
    "wrong_value": msgid("the value does not fit: a figure takes a number, +N or -N, a pile +NAME or -NAME"),
    "no_term": msgid(
        "“until %(word)s” is no time that an offer can stand: write until 25.11, until 25.11 20:00, until turn, or "
        "until withdrawn"
    ),
    "no_offer": msgid("this is done at once, so “until %(word)s” has no meaning here"),
    "not_last": msgid("your email has orders after it: nothing is ended before them"),
    "question": msgid("this is a question: it does nothing"),
    "finished": msgid("this may mean your move or only your email: nothing was ended"),
    "regret": msgid("you seem to want something back: nothing was done; see below how to do it"),
    "asked_order": msgid("this has a question mark: it is done only without it"),
    "on_credit": msgid("this would also take %(paid)s, which is only taken where you write it or a price shows it"),
    "several_seats": msgid("this fits several of your seats: nothing is done until you name one before the line"),
    "other_seat": msgid(
        "this names a seat that is not yours: nothing in your email was carried out; write your orders without it"
    ),
    "reread": msgid("none of it is done yet: see below how it is understood"),
    "seems": msgid("this is not written as an order, but seems to be one"),
    "corrected": msgid(
        "your email takes back something it says, so nothing in it was carried out: write only what counts"
    ),
    "doubt": msgid("I cannot tell what is wanted here: write only the code"),
    "several_names": msgid("“%(word)s” can mean several things"),
    "two_things": msgid("“%(word)s” names two different things"),
    "several_orders": msgid("this can mean several orders"),
    "given_alone": msgid("done already, since there was no other answer"),
    "not_needed": msgid("not needed: this was not asked"),
    "replaced": msgid("your email says something else for it below, and that counts"),
    "not_ready": msgid(
        "you are not noted as ready, since a line of your email was not carried out: write what you want there, "
        "and then this once more"
    ),
    "two_answers": msgid("this question takes one answer, and your email has two"),
    "guessed": msgid("“%(word)s” can be read in more than one way, and codes are never guessed"),
    "letter_alone": msgid("“%(word)s” is also a word: put the number of the question in front to make it an answer"),
    "several_codes": msgid("“%(word)s” can mean several codes"),
    "stale": msgid("question %(n)s is closed, so this line was ignored"),
    "too_early": msgid("first answer what is asked now; this can follow in the same email"),
    "no_question": msgid("you have nothing to answer now"),
    "rules": msgid("the rules do not allow it"),
}
"""What is wrong with a line that cannot be read; `word` is the one that it is about."""


"""Where the answers that are named differ in what a line leaves open."""
_SEVERAL = 2


class Speaker(Protocol):
    """Something that can say what a rule forbids: a game's words in a language."""

    @property
    def report(self) -> GameReport: ...

    @property
    def language(self) -> Language: ...


def problem_text(desk: Speaker, problem: Problem) -> str:
    """Return why a line was not carried out."""
    language, facts = desk.language, {fact.name: fact.value for fact in problem.facts}
    if not problem.code:
        return _unread(language, problem, facts)
    return why(desk.report, problem.code, problem.rule or "", facts, language)


def _unread(language: Language, problem: Problem, facts: Mapping[str, Any]) -> str:
    word = problem.place.typed if problem.place else ""
    if SHORT in problem.kinds:
        if name := facts.get("not_now"):
            return language.gettext("nothing can be done with %(name)s now", name=str(name))
        return language.gettext("there is no short name “%(word)s”", word=word)
    if problem.why == "unknown_word" and word:
        if near := facts.get("not_now"):
            told = msgid("I do not know “%(word)s” here; if you mean %(name)s, that is not possible now")
            return language.gettext(told, word=word, name=str(near))
        return language.gettext("I do not know “%(word)s” here", word=word)
    if phases := facts.get("phases"):
        told = msgid(
            "“until %(word)s” is no time that an offer can stand: write until 25.11, until 25.11 20:00, until turn, "
            "until turn 3, until %(phases)s, or until withdrawn"
        )
        return language.gettext(told, word=word, phases=str(phases))
    if problem.why in LEAVE_OPEN and (open_ := left_open(problem.nearest)):
        order, choices = open_
        told = msgid("still to be chosen: %(order)s – %(choices)s?")
        return language.gettext(told, order=order, choices=language.listing(choices, "or"))
    if problem.why == "missing_argument" and (lead := facts.get(LEAD)):
        return language.gettext("something is missing: “%(lead)s …”", lead=str(lead))
    places = ", ".join(map(str, facts.get("places", ())))
    paid = str(facts.get("paid", ""))
    return language.gettext(UNREAD[problem.why], word=word, places=places, n=problem.question or 0, paid=paid)


def left_open(lines: Sequence[str]) -> tuple[str, list[str]] | None:
    """Return what several orders have in common, with a gap, and what each has there: `deploy from … to Biscay`.

    None if they have nothing in common, or if one has nothing in the gap.
    """
    every = [line.split() for line in lines]
    if len(every) < _SEVERAL:
        return None
    least = min(map(len, every))
    first = next((at for at in range(least) if len({line[at] for line in every}) > 1), least)
    first = _outside_brackets(every[0][:first])
    behind = next((at for at in range(least - first) if len({line[-1 - at] for line in every}) > 1), least - first)
    choices = [" ".join(line[first : len(line) - behind]).rstrip(",") for line in every]
    if not (first or behind) or not all(choices):
        return None
    return " ".join([*every[0][:first], "…", *every[0][len(every[0]) - behind :]]), choices


def _outside_brackets(before: Sequence[str]) -> int:
    """Return how many of these words stand before a bracket that is still open behind them."""
    opened = [at for at, word in enumerate(before) if word.startswith("(")]
    closed = [at for at, word in enumerate(before) if word.endswith(")")]
    return opened[-1] if len(opened) > len(closed) else len(before)
