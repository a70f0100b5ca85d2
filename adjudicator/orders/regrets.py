"""Wishes to have something back: `please undo my last move`, `oops, scratch that`, «верни как было».

They order nothing. Whoever reads them tells which word takes back what, so that a wish may be read generously: a word
for taking back beside one for what is meant, or a phrase that means nothing else.
"""

from adjudicator.orders.courtesy import courtesy
from adjudicator.orders.spoken import said_in, text_of
from adjudicator.orders.text import Word

_SMALL = frozenset(
    (
        "can", "could", "may", "you", "we", "i", "please", "want", "to", "would", "like", "a", "the", "for", "me", "is",
        "хочу", "можно", "могу", "надо", "нужно", "прошу", "я", "мне", "бы", "ли", "пожалуйста",
    )
)  # fmt: skip
"""Words beside one for taking back that need not say what: `can you undo`, `можно переходить`."""

_OWN = frozenset(("my", "our", "the", "мой", "мою", "мое", "мои", "свой", "свои", "наш"))


def behind_regret(line: str) -> str | None:
    """What a line says behind such a wish; None where there is none in it, or an order before it: `17c, no wait, 17d`
    is a doubt.
    """
    parts = [part for part in said_in(line) if any(w.folded not in courtesy().undone | _OWN for w in part)]
    wishes = [at for at, part in enumerate(parts) if _wishes(part)]
    if not wishes or any(map(str.isdigit, "".join(map(text_of, parts[: wishes[0]])))):
        return None
    return ", ".join(text_of(part) for part in parts[wishes[-1] + 1 :])


def _wishes(part: list[Word]) -> bool:
    """Whether a sentence is such a wish."""
    lists, said = courtesy(), [word.folded for word in part]
    if tuple(said) in lists.oops or any(_holds(said, phrase) for phrase in lists.regrets):
        return True
    taking = next((phrase for phrase in lists.undoing if _holds(said, phrase)), ())
    return bool(taking) and (_SMALL.union(*lists.undoing).issuperset(said) or not lists.undone.isdisjoint(said))


def _holds(said: list[str], phrase: tuple[str, ...]) -> bool:
    return any(tuple(said[at : at + len(phrase)]) == phrase for at in range(len(said) - len(phrase) + 1))
