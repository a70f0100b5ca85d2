"""How a mail was read, in words: every line, what became of it, why, and what may have been meant."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import Any, Protocol, assert_never

import msgspec

from adjudicator.components.russian import lemmas
from adjudicator.kernel.events import Told
from adjudicator.language import Language
from adjudicator.orders.refusals import Problem, proposed
from adjudicator.orders.text import words as words_in
from adjudicator.reports.game import Effect, GameReport, Mention
from adjudicator.reports.model import News, Option, Outcome, Reading, ReadLine
from adjudicator.service.campaign.table_draws import in_words
from adjudicator.service.outbox.intents import Answer, LineRead
from adjudicator.service.words import help
from adjudicator.service.words.examples import shown_words
from adjudicator.service.words.reader import Desk

MOST_IDLE = 40
"""Lines without effect that an answer shows one by one."""


def reading_of(desk: Desk, intent: Answer) -> tuple[Reading, frozenset[Mention]]:
    """The part of an answer that tells how the mail was read, and the news that it tells."""
    shown = _shown(intent.lines)
    effects = [_effect(desk, line) for line in shown]
    reading = Reading(
        lines=tuple(_line(desk, line, done) for line, done in zip(shown, effects, strict=True)),
        ignored=tuple(dict.fromkeys(_ignored(desk.language, each) for each in intent.ignored)),
        kept=_kept(desk.language, intent),
        after=(
            *_left_out(desk.language, len(intent.lines) - len(shown)),
            *help.first_steps(desk, intent),
            *_after(desk, intent),
        ),
    )
    return reading, frozenset(mention for done in effects for mention in done.covers)


def untold(news: News | None, told: Container[Mention]) -> News | None:
    """The news without the lines that are told already; what another seat did is never among those."""
    if news is None:
        return None
    groups = []
    for group in news.groups:
        lines = tuple(line for line in group.lines if Mention(line.log or 0, line.text, line.note) not in told)
        if lines:
            groups.append(msgspec.structs.replace(group, lines=lines))
    return msgspec.structs.replace(news, groups=tuple(groups)) if groups else None


def _shown(lines: Sequence[LineRead]) -> list[LineRead]:
    """All lines that did or will do something, and the first of the others: Gmail hides what is above 102 KB."""
    idle = (Outcome.UNREADABLE, Outcome.REFUSED, Outcome.UNTRIED, Outcome.DRAFT)
    first = {id(line) for line in [line for line in lines if line.outcome in idle][:MOST_IDLE]}
    return [line for line in lines if line.outcome not in idle or id(line) in first]


def _left_out(language: Language, count: int) -> tuple[str, ...]:
    if not count:
        return ()
    return (
        language.ngettext(
            "%(n)s more line did nothing; it is not listed.",
            "%(n)s more lines did nothing; they are not listed.",
            count,
        ),
    )


def _effect(desk: Desk, line: LineRead) -> Effect:
    told = _told(desk, line)
    return desk.report.effect(told, desk.player, desk.language) if told and desk.player else Effect(line.detail)


def _line(desk: Desk, line: LineRead, done: Effect) -> ReadLine:
    """A line with what came of it; an effect in words makes the reading needless."""
    rule = line.problem.rule or "" if line.problem else ""
    return ReadLine(
        number=line.number,
        original=line.original,
        outcome=line.outcome,
        reading="" if done.text or _same_words(line.said, line.original) else line.said,
        detail=done.text or _detail(desk, line),
        rule=rule,
        nearest=_nearest(desk, line.problem) if line.problem else (),
        private=done.private,
        log=line.first if line.outcome is Outcome.DONE else None,
    )


def _same_words(said: str, original: str) -> bool:
    """Whether an order was understood as it stands, punctuation apart: a draft is kept without its colons."""
    return re.findall(r"\w+", said) == re.findall(r"\w+", original)


def _told(desk: Desk, line: LineRead) -> list[Told[Any]]:
    """The events of the log entries that the line made."""
    if line.first is None or line.last is None:
        return []
    return [each for each in desk.told(line.first - 1) if each.n <= line.last]


def _detail(desk: Desk, line: LineRead) -> str:
    if line.problem is not None:
        text = problem_text(desk, line.problem)
        if not line.certain:
            text += " " + desk.language.gettext("(perhaps no longer once the lines above are corrected)")
        return text
    if line.awaits:
        return desk.language.gettext(
            "it counts, and is carried out as soon as the moderator has entered a draw that is made at the table: "
            "%(draw)s",
            draw=in_words(line.awaits, desk.report, desk.language),
        )
    if line.outcome is Outcome.ON_FILE:
        return desk.language.gettext("you may change it until all have answered; nobody is told what it is")
    return ""


def _nearest(desk: Desk, problem: Problem) -> tuple[Option, ...]:
    """What may be meant; where an order says less than the question (`theatre 2`), with the words of the question."""
    codes = problem.codes or ("",) * len(problem.nearest)
    shown = shown_words(desk) if any(codes) else {}
    return tuple(
        Option(code=code, words=words, note=_unsaid(shown.get(code, ""), words))
        for code, words in zip(codes, problem.nearest, strict=False)
    )


def _unsaid(shown: str, said: str) -> str:
    """The words of the question, if the order holds none of them in any form."""
    known = {lemma for word in words_in(said) for lemma in lemmas(word.folded)}
    return "" if any(lemmas(word.folded) & known for word in words_in(shown)) else shown


class Speaker(Protocol):
    """Whoever can say what a rule forbids: a game's words in a language."""

    @property
    def report(self) -> GameReport: ...

    @property
    def language(self) -> Language: ...


def problem_text(desk: Speaker, problem: Problem) -> str:
    """Why a line was not carried out, in one sentence."""
    facts: dict[str, Any] = {fact.name: fact.value for fact in problem.facts}
    if problem.code:
        told = desk.report.refusal(problem.code, problem.rule or "", facts, desk.language)
        if told:
            return told
        return _by_kernel(desk, problem.code, facts)
    return _by_reader(desk.language, problem)


def _by_kernel(desk: Speaker, code: str, facts: dict[str, Any]) -> str:
    language = desk.language
    match code:
        case "not_your_turn":
            return language.gettext("it is not your turn to act")
        case "match_over":
            return language.gettext("the match is over")
        case "draw_awaited":
            return language.gettext(
                "play stands still until the moderator has entered a draw that is made at the table; send it again then"
            )
        case "not_now":
            return language.gettext("this is not what is asked now")
        case "needs_signatures":
            return language.gettext("this needs the agreement of the other side")
        case "malformed" | "unknown_op" | "no_such_option" | "not_an_option":
            return language.gettext("this is not possible in this position")
        case _:
            return language.gettext("the rules do not allow it (%(code)s)", code=code.replace("_", " "))


def _by_reader(language: Language, problem: Problem) -> str:
    word = problem.place.typed if problem.place else ""
    why = problem.why
    match why:
        case "unknown_verb":
            text = language.gettext("I do not know an order that begins like this")
        case "unknown_word" if word and (near := next((f.value for f in problem.facts if f.name == "not_now"), None)):
            text = language.gettext(
                "I do not know “%(word)s” here; if you mean %(name)s, that is not possible now",
                word=word,
                name=str(near),
            )
        case "unknown_word" if word:
            text = language.gettext("I do not know “%(word)s” here", word=word)
        case "unknown_word":
            text = language.gettext("there is a word I do not know here")
        case "wrong_kind":
            text = language.gettext("“%(word)s” is something else than what belongs here", word=word)
        case "absent":
            places = next(fact.value for fact in problem.facts if fact.name == "places")
            assert isinstance(places, tuple)
            text = language.gettext(
                "“%(word)s” belongs elsewhere: %(places)s", word=word, places=", ".join(map(str, places))
            )
        case "number_expected":
            text = language.gettext("a number is missing after “%(word)s”", word=word)
        case "missing_argument":
            text = language.gettext("something is missing at the end")
        case "more_needed":
            text = language.gettext("more of them are needed: name the rest too")
        case "said_twice":
            text = language.gettext("“%(word)s” says the same thing twice", word=word)
        case "too_long":
            text = language.gettext("this is longer than any order")
        case "unknown_code":
            text = language.gettext("the question has no answer “%(word)s”", word=word)
        case "unknown_question":
            text = language.gettext("there is no question with this number for you")
        case "place_in_list":
            text = language.gettext("an answer is named by its code, not by its place in the list")
        case "number_alone":
            text = language.gettext("this is the number of the question; add the letter of an answer")
        case "nothing_to_confirm":
            text = language.gettext("nothing waits for your “%(word)s”; write what you want", word=word)
        case "question":
            text = language.gettext("this is a question: it does nothing")
        case "finished":
            text = language.gettext("this may mean your move or only your mail: nothing is ended")
        case "asked_order":
            text = language.gettext("there is a question mark: it is done only without it")
        case "doubt":
            text = language.gettext("I cannot tell what is wanted here: write only the code")
        case "several_names":
            text = language.gettext("“%(word)s” can mean several things", word=word)
        case "several_orders":
            text = language.gettext("this can mean several orders")
        case "two_answers":
            text = language.gettext("this question takes one answer, and your mail has two")
        case "several_codes":
            text = language.gettext("“%(word)s” can mean several codes", word=word)
        case "stale":
            text = language.gettext("question %(n)s is closed; this line does nothing", n=problem.question or 0)
        case "too_early":
            text = language.gettext("first answer what is asked now; this may follow in the same mail")
        case "no_question":
            text = language.gettext("nothing is asked of you now")
        case "rules":
            text = language.gettext("the rules do not allow it")
        case _:
            assert_never(why)
    return text


def _ignored(language: Language, why: str) -> str:
    match why:
        case "quote" | "attribution" | "form":
            return language.gettext("the copy of our mail")
        case "signature" | "farewell":
            return language.gettext("your signature")
        case "advertisement" | "disclaimer":
            return language.gettext("what your mail program added")
        case "outside markers":
            return language.gettext("what stood outside the order block")
        case "greeting" | "cover note":
            return language.gettext("the greeting")
        case "too many lines":
            return language.gettext("lines above the limit")
        case _:
            return language.gettext("comments")


def _kept(language: Language, intent: Answer) -> tuple[str, ...]:
    if intent.later:
        return (
            language.gettext(
                "The campaign is paused. Your lines are kept and tried when it goes on, in the order in which mails "
                "came; you get the answer then. Until then “%(withdraw)s” takes them back.",
                withdraw=language.typed(en="withdraw", ru="отозвать"),
            ),
        )
    return (_draft(language, intent),) if intent.draft else ()


def _draft(language: Language, intent: Answer) -> str:
    """What is kept, and what the word `yes` would do."""
    yes = language.typed(en="yes", ru="да")
    wrong = [line.problem for line in intent.lines if line.problem is not None and line.outcome is not Outcome.DRAFT]
    meant = [proposed(problem) for problem in wrong]
    right = any(line.outcome is Outcome.DRAFT for line in intent.lines)
    if meant and all(meant) and not right:
        return language.gettext("“%(yes)s” alone does it: %(codes)s.", yes=yes, codes=" ".join(meant))
    kept = language.gettext("Your lines are kept as a draft: send only the corrected line, or all of them anew.")
    if meant and all(meant):
        with_it = language.gettext("“%(yes)s” alone does all of them, with %(codes)s.", yes=yes, codes=" ".join(meant))
        return f"{kept} {with_it}"
    if right:
        return kept + " " + language.gettext("“%(yes)s” alone does those that were understood.", yes=yes)
    return kept


def _after(desk: Desk, intent: Answer) -> tuple[str, ...]:
    notes = {
        "attachment not opened": desk.language.gettext("The attachment was not opened."),
        "charset guessed": desk.language.gettext("The alphabet of your mail was guessed; check how it was read."),
        "characters lost": desk.language.gettext("Some characters of your mail could not be read."),
        "text cut": desk.language.gettext("Your mail was very long; the end was not read."),
        "several sources": desk.language.gettext(
            "There were orders in the text and in an attachment; the text counts."
        ),
        "no end": desk.language.gettext("The closing line of the order block was missing; all lines below it counted."),
        "entered": desk.language.gettext("The moderator has entered these orders for you."),
        "overheard": desk.language.gettext(
            "Careful: another player was among the recipients of your mail and has read it."
        ),
    }
    return tuple(notes[note] for note in intent.notes if note in notes)
