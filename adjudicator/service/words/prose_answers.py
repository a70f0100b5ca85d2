"""Questions in prose: a program cannot answer them, but it can show what they are mostly about.

`how much debt do I have?` gets the standing with the next sentence, `what does 1c do?` that answer and how to try it,
`may I …?` the number of the rule, and every question the words that give an answer.
"""

from collections.abc import Sequence

from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play.readings import printed_on
from adjudicator.service.words.examples import typed_lines
from adjudicator.service.words.reader import Reader


def words_that_answer(reader: Reader, lines: Sequence[LineRead]) -> str:
    """Say in a sentence that a program does not answer questions; these words tell what it knows."""
    language = reader.language
    seat = next(iter(reader.asked_as), "")
    printed = [each for line in lines for each in printed_on(reader.match, seat, line.original, language)]
    told = [*printed, language.gettext("A program reads your emails and cannot answer questions, but write:")]
    mentioned = next((code for line in lines if line.problem for code in line.problem.codes), "")
    if mentioned:
        check = language.typed(en="check", ru="проверь")
        typed = typed_lines(reader)
        line = " ".join((check, *(typed.get(word, word) for word in mentioned.split())))
        told.append(language.gettext("“%(word)s” to try it (nothing is done);", word=line))
    told.append(language.gettext("“%(word)s” for how things stand;", word=language.typed(en="status", ru="статус")))
    own = set(reader.players)
    rule = next((decision.rule for decision in reader.match.decisions() if not own.isdisjoint(decision.seats)), "")
    if rule:
        rules = language.typed(en="rules", ru="правила")
        told.append(language.gettext("“%(word)s” for the rule of this question;", word=f"{rules} {rule}"))
    press = language.typed(en="press to the moderator: …", ru="письмо ведущему: …")
    told.append(language.gettext("“%(word)s” to ask a person;", word=press))
    told.append(language.gettext("“%(word)s” for all words.", word=language.typed(en="help", ru="помощь")))
    return " ".join(told)
