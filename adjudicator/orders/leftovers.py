"""What a line says besides an order that may be meant: no `yes` is offered that would leave something of it out, and no
line is named that does.
"""

from collections.abc import Iterator, Sequence

from adjudicator.components.russian import narrates
from adjudicator.components.short_names import twins
from adjudicator.kernel.actions import Action
from adjudicator.orders.answers import Answers, alike
from adjudicator.orders.clauses import is_dropped
from adjudicator.orders.codes import code_like
from adjudicator.orders.courtesy import courtesy
from adjudicator.orders.directions import is_refusal, is_turned_round
from adjudicator.orders.likely import PREPOSITIONS
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.misspelt import about, is_known, misspelt
from adjudicator.orders.refusals import Problem
from adjudicator.orders.sayings import Reading
from adjudicator.orders.short_orders import is_cut, is_meant
from adjudicator.orders.spoken import clauses, doubtful, is_wished, sentences
from adjudicator.orders.text import Word, fold, words

_SMALL = FILLERS | PREPOSITIONS
_MOST_BARE = 6
"""Words of a mail that orders and does not talk."""
_LEAST = 4
"""Letters of a word that may be one of an order; `of`, `the`, `on` stand in every sentence."""


def says_all(text: str, answers: Answers, code: str) -> bool:
    """Whether the answer with this code has a place for every word of a text, courtesies apart."""
    at = answers.by_code.get(code)
    parts = sentences(text)
    if at is None or parts is None or is_turned_round(answers, at, words(text)) or is_refusal(answers.labels[at]):
        return False
    if is_wished(words(text), [word.folded for part in parts for word in part.words]):
        return False
    meant = misspelt([word for part in parts for word in part.words], answers)
    slip = meant.given if meant is not None and code in dict(about(meant, answers, ())) else ()
    return all(_has_place(word, answers, at) or word in slip for part in parts for word in part.words)


def _has_place(word: Word, answers: Answers, at: int) -> bool:
    if word.folded in _SMALL or word.folded in courtesy().places or (word.folded,) in courtesy().before:
        return True
    typed = code_like(word.folded)
    if typed is not None and typed.code == answers.listed[at].code:
        return True
    return any(kind[at] for kind in answers.likeness(word.folded))


def says_nothing(text: str, answers: Answers) -> bool:
    """Whether no word of a text could order something, or tell of what stands beside it: neither a name or a verb, or
    nearly one, nor a figure.
    """
    given = words(text)
    if doubtful(given) or any(sign.isdecimal() for word in given for sign in word.folded):
        return False
    if any(word.folded in courtesy().telling or narrates(word.folded) for word in given):  # what of the rest is true?
        return False
    if given and given[0].folded in courtesy().stating:  # of what stands before it
        return False
    said = [word for word in given if len(word.folded) >= _LEAST and (word.folded,) not in courtesy().polite]
    return not any(is_known(word.folded, answers) for word in said) and misspelt(said, answers) is None


def leaves_out(lines: Sequence[str], orders: Sequence[Action], typed: str, answers: Answers) -> bool:
    """Whether something of these lines is neither in the orders nor in what is `typed` for them: a short name, right or
    wrong, or the name of a thing that has one. What is denied, doubted or thought better of is to be left out.
    """
    said = {word.folded for word in words(typed)} | _words_of(orders, answers)
    every = [clauses(line) for line in lines]
    given = (one for line in every for at, one in enumerate(line) if not doubtful(one) and not is_dropped(line, at))
    named = (each for clause in given for each in _named(clause, answers))
    return any(not any(alike(word.folded, own) for own in said) for each in named for word in each)


def _words_of(orders: Sequence[Action], answers: Answers) -> set[str]:
    """All words by which the things of some orders are called."""
    book = answers.book
    said: set[str] = set()
    for order in orders:
        vocabulary = book.words_of(Reading.of(order))
        shorts = {fold(twin) for short in book.shorts_of(order) for twin in twins(short)}
        said |= vocabulary.names | vocabulary.others | shorts
    return said


def drops_a_name(lines: Sequence[str], orders: Sequence[Action], answers: Answers) -> bool:
    """Whether a mail of few words has one that is none of the game's, nor like one of these orders, nor a courtesy, and
    may be the name of something that is not known here (`flag Savoy and Atlantis`): it has a capital, or no name
    of a thing follows it. Longer mails talk.
    """
    given = [words(line) for line in lines]
    few = sum(map(len, given)) <= _MOST_BARE
    names = [word for line in given for word in line[1:] if word.typed[0].isupper()]
    names += [word for line in lines for part in clauses(line) for word in _behind_names(part, answers)]
    talk = _SMALL | courtesy().words
    strange = [
        word
        for word in names
        if word.typed.isalpha() and word.folded not in talk and not is_known(word.folded, answers)
    ]
    said = _words_of(orders, answers) if few and strange else set[str]()
    return few and any(not any(alike(word.folded, own) for own in said) for word in strange)


def _behind_names(clause: Sequence[Word], answers: Answers) -> Sequence[Word]:
    """The words of a clause behind the last name of a thing in it; all where there is none."""
    folded = [word.folded for word in clause]
    shorts = (at + answers.book.book.short_at(folded[at:], answers.language)[1] for at in range(len(clause)))
    named = [end for at, end in enumerate(shorts) if end > at]
    return clause[max([*named, *(at + 1 for at, word in enumerate(folded) if is_meant(word)), 0]) :]


def has_strange_word(problem: Problem) -> bool:
    """Whether a line has a word in it that is something else than what belongs there: `E14 foo end` ends no round
    without E14, though `end it` may.
    """
    typed = problem.place.typed if problem.place is not None else ""
    return problem.why in ("unknown_word", "wrong_kind") and not all(
        word.folded in _SMALL | courtesy().words for word in words(typed)
    )


def _named(clause: Sequence[Word], answers: Answers) -> Iterator[Sequence[Word]]:
    """The short names in a clause, also wrong ones, and the whole names of things that have one."""
    folded = [word.folded for word in clause]
    at = 0
    while at < len(clause):
        length = answers.book.book.short_at(folded[at:], answers.language)[1]
        if length or is_meant(folded[at]) or is_cut(folded[at]):
            yield clause[at : at + max(1, length)]
        at += max(1, length)
