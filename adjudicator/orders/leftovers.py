"""What a line says besides an order that may be meant: no `yes` is offered that would leave something of it out."""

from adjudicator.components.russian import narrates
from adjudicator.orders.answers import Answers
from adjudicator.orders.codes import code_like
from adjudicator.orders.courtesy import courtesy, doubtful, is_wished, sentences
from adjudicator.orders.directions import is_refusal, is_turned_round
from adjudicator.orders.likely import PREPOSITIONS
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.misspelt import about, is_known, misspelt
from adjudicator.orders.text import Word, words

_SMALL = FILLERS | PREPOSITIONS
_LEAST = 4
"""Letters of a word that may be one of an order; `of`, `the`, `on` stand in every sentence."""


def says_all(text: str, answers: Answers, code: str) -> bool:
    """Whether the answer with this code has a place for every word of a text, courtesies apart."""
    at = next((at for at, one in enumerate(answers.listed) if f"{_number(answers)}{one.code}" == code), None)
    parts = sentences(text)
    if at is None or parts is None or is_turned_round(answers, at, words(text)) or is_refusal(answers.labels[at]):
        return False
    if is_wished(words(text), [word.folded for part in parts for word in part.words]):
        return False
    meant = misspelt([word for part in parts for word in part.words], answers)
    slip = meant.given if meant is not None and code in dict(about(meant, answers, ())) else ()
    return all(_has_place(word, answers, at) or word in slip for part in parts for word in part.words)


def _number(answers: Answers) -> int:
    return answers.newest.number if answers.newest else 0


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
    said = [word for word in given if len(word.folded) >= _LEAST and (word.folded,) not in courtesy().polite]
    return not any(is_known(word.folded, answers) for word in said) and misspelt(said, answers) is None
