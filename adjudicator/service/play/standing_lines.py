"""Read and write standing orders.

They are written `KIND: no | LINE | ask`, followed by `if CONDITION` and `until DATE | turn N | PHASE`, `for this turn`
(`phase`). `KIND: ask only if CONDITION` says no to all others. A line may rank its choices: `bar the road, else toll`.
A line alone, `toll` or `refuse any`, answers whatever takes it. Several for one occasion, a battle say, stand behind
its name: `battle: use Cavalry Charge; lose infantry; stand fast if round < 3`.
"""

import re
from collections.abc import Collection, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, Literal

import msgspec

from adjudicator.kernel.actions import Action, Decline
from adjudicator.kernel.game import Game
from adjudicator.kernel.match import Match
from adjudicator.kernel.match_queries import ReadOnlyMatch
from adjudicator.kernel.position import Stage
from adjudicator.language import Language, language, msgid
from adjudicator.orders import Misread, Name
from adjudicator.orders.text import normalize_word, tokenize
from adjudicator.orders.text.ranking import choices_of
from adjudicator.orders.vocabulary.conditions import Clause, Conditions, NoCondition, all_hold
from adjudicator.orders.vocabulary.patterns import Pattern
from adjudicator.orders.vocabulary.phrasebook import Phrasebook
from adjudicator.orders.vocabulary.shelves import NameIndex
from adjudicator.service.campaign.troubles import Rejected, RejectionReason
from adjudicator.service.play import offers
from adjudicator.service.timing.dates import BadDates, read_absence

ANY = frozenset(("any", "all", "always", "любой", "любое", "любые", "любая", "всегда", "все"))
NO = frozenset(("no", "never", "pass", "decline", "no reaction", "нет", "никогда", "пас", "отказ", "не отвечать"))
ASK = frozenset(("ask", "ask me", "спросить", "спроси", "спрашивать"))
MOST_VERBS = 16
"""So many beginnings of orders are listed in an answer; a reader of more finds nothing in them."""
_IF = re.compile(r"[\s,;]+(?:if|если)\s+(?P<rest>.+)$", re.IGNORECASE)
_FOR_NOW = re.compile(
    r"[\s,;]+(?:(?:for|in|during)\s+(?:this|the)\s+(?:rest\s+of\s+(?:this|the)\s+)?(?P<en>turn|phase)"
    r"|(?:на|в)\s+(?:этот|эту|этой|этом)\s+(?P<ru>ход|ходу|фазу|фазе)"
    r"|до\s+конца\s+(?P<end>хода|фазы))\s*$",
    re.IGNORECASE,
)
_ASK_ONLY = re.compile(
    r"\b(?:ask(?:\s+me)?\s+only|(?:спросить|спрашивать|спроси)\s+только)\s*,?\s+(?=if\b|если\b)", re.IGNORECASE
)
_UNTIL = re.compile(r"[\s,;]+(?:until|till|до)\s+(?P<rest>[^,;]+?)\s*$", re.IGNORECASE)

not_standing = RejectionReason(
    "not_standing",
    msgid(
        "“%(line)s” answers no question that interrupts the turn of another; such orders begin with: %(verbs)s. "
        "“any” stands for whatever is asked."
    ),
)
not_standing_here = RejectionReason(
    "not_standing_here",
    msgid(
        "“%(line)s” answers no question that interrupts the turn of another. “help standing” lists these questions; "
        "write for example “standing %(example)s”."
    ),
)
no_such_kind = RejectionReason(
    "no_such_kind",
    msgid("“%(line)s” is no kind of question that comes in the turn of somebody else; there are: %(kinds)s."),
)
not_to_be_declined = RejectionReason(
    "not_to_be_declined",
    msgid("%(kinds)s: that cannot be declined. Give the answer itself (%(verbs)s), or “%(ask)s”."),
)
doubtful_no = RejectionReason(
    "doubtful_no",
    msgid("Do you mean “%(all)s” (every such question is declined) or “%(off)s” (your standing orders are withdrawn)?"),
)
unknown_in_condition = RejectionReason(
    "unknown_in_condition",
    msgid("“%(line)s”: “%(unknown)s” is nothing that is known here. The nearest: %(nearest)s."),
)
no_condition = RejectionReason(
    "no_condition", msgid("“%(line)s” is no condition of this game. Conditions are written like these: %(nearest)s.")
)
several_conditions = RejectionReason("several_conditions", msgid("“%(line)s” may mean: %(nearest)s. Which?"))
no_conditions = RejectionReason("no_conditions", msgid("This game has no conditions: leave out “%(line)s”."))
bad_until = RejectionReason(
    "bad_until",
    msgid("“%(line)s” is neither a day that is to come (“until 10.12”) nor a turn that is not over (“until turn 3”)."),
)
bad_until_phase = RejectionReason(
    "bad_until_phase",
    msgid(
        "“%(line)s” is neither a day that is to come (“until 10.12”) nor a turn that is not over (“until turn 3”) nor "
        "a phase (%(phases)s)."
    ),
)


class Limited(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that counts for a time: `until` is the last day (in the campaign's zone), `turn` the last turn.

    With a `phase` it counts until that phase of the turn begins.
    """

    until: date | None = None
    turn: int | None = None
    phase: str = ""

    @property
    def end(self) -> Stage | None:
        """The turn, or the phase of a turn, that ends it."""
        return None if self.turn is None else Stage(self.turn, self.phase)


class Standing(Limited, frozen=True, omit_defaults=True):
    """A standing order, as it is kept. `kinds`: the questions it is for; none: whatever takes the answer.

    With an `occasion` it is for the first one of that kind in which its seat is: `met` tells which that is, once it has
    begun.
    """

    kinds: tuple[str, ...] = ()
    does: Literal["order", "no", "ask"] = "order"
    line: str = ""
    condition: str = ""
    occasion: str = ""
    met: str = ""


def kept(stored: bytes) -> Standing:
    """Decode a stored standing order; a plain text is a line in the short form."""
    if stored.startswith(b"{"):
        return msgspec.json.decode(stored, type=Standing)
    return Standing(line=stored.decode())


def read(text: str, match: Match, code: str, today: date) -> tuple[Standing, ...]:
    """Return the standing orders that a text means, for a reader of a language: several only for an occasion.

    Those for an occasion end with the turn, if nothing else is said.

    Raises:
        Rejected: The text cannot be read.
    """
    named, colon, rest = text.partition(":")
    occasion = (_kinds(offers.words_at(match), named, code) or ("",))[0] if colon else ""
    if occasion not in match.game.occasions:
        return _some(text, match, code, today)
    found = [each for part in rest.split(";") if part.strip(" .!") for each in _some(part, match, code, today)]
    turn = match.game.stage(match.position).turn
    return tuple(
        msgspec.structs.replace(each, occasion=occasion, turn=turn if each.turn is None else each.turn)
        for each in found or [_one(text, match, code, today)]
    )


def _some(text: str, match: Match, code: str, today: date) -> tuple[Standing, ...]:
    """Return one standing order, or two: `ask only if` says no where the condition does not hold. Raises Rejected."""
    only = _ASK_ONLY.search(text)
    if only is None:
        return (_one(text, match, code, today),)
    asked = _one(f"{text[: only.start()]}ask {text[only.end() :]}", match, code, today)
    book = offers.words_at(match)
    no = msgspec.structs.replace(asked, kinds=_declined(match, book, asked.kinds), does="no", condition="")
    return asked, no


def _one(text: str, match: Match, code: str, today: date) -> Standing:
    """Return one standing order. Raises Rejected."""
    head, condition, until, end = _taken_apart(text.strip(" .!"), match, code, today)
    clauses = conditions_in(match.game, condition, code) if condition else ()
    said = _conditions(match.game).say(clauses, code) if clauses else ""
    turn, phase = (None, "") if end is None else end
    return msgspec.structs.replace(_answer(head, match, code), condition=said, until=until, turn=turn, phase=phase)


def order_line(order: Standing, match: Match, words: Language) -> str:
    """Return the line that would be typed to give the order again."""
    book = offers.words_at(match)
    kinds = ", ".join(_called(book, kind, words.code) for kind in order.kinds or filter(None, (order.occasion,)))
    if order.does != "order":
        kinds = kinds or words.typed(en="any", ru="любой")
    answer = {
        "order": order.line,
        "no": words.typed(en="no", ru="нет"),
        "ask": words.typed(en="ask", ru="спросить"),
    }[order.does]
    parts = [f"{kinds}: {answer}" if kinds else answer]
    if order.condition:
        parts[0] += words.typed(en="", ru=",")
        parts.append(f"{words.typed(en='if', ru='если')} {order.condition}")
    until = words.typed(en="until", ru="до")
    if order.until is not None:
        parts.append(f"{until} {order.until:{words.typed(en='%Y-%m-%d', ru='%d.%m.%Y')}}")
    if order.end is not None and not order.occasion:
        turn = f"{words.typed(en='turn', ru='хода')} {order.turn}"
        parts.append(f"{until} {book.phases.say(order.end, words) if order.phase else turn}")
    return " ".join(parts)


def is_over(order: Standing, match: Match, today: date) -> bool:
    """Return whether its time or its occasion is over."""
    return has_ended(order, match, today) or is_occasion_over(order, match)


def has_ended(limited: Limited, match: Match, today: date) -> bool:
    """Return whether its last day is over, or play has reached its end."""
    return (limited.until is not None and limited.until < today) or outplayed(limited, match)


def is_occasion_over(order: Standing, match: Match) -> bool:
    """Return whether the occasion that it was for is over."""
    now = match.game.occasion(match.state) if order.met else None
    return bool(order.met) and (now is None or (now.kind, now.id) != (order.occasion, order.met))


def outplayed(limited: Limited, match: Match) -> bool:
    """Return whether play has reached its end."""
    return limited.end is not None and match.game.reached(match.position, limited.end)


def stem_of(line: str) -> str | None:
    """Return `refuse` of `refuse any`; None if nothing stands for everything."""
    typed = normalize_word(line).split()
    return " ".join(typed[:-1]) if len(typed) > 1 and typed[-1].strip(".!") in ANY else None


def begins(book: Phrasebook, option: Action, stem: str) -> bool:
    """Return whether an order begins with these words, in any language."""
    return any(normalize_word(book.say(option, code)).startswith(stem) for code in book.languages)


@lru_cache(maxsize=256)
def conditions_in(game: Game[Any], text: str, code: str) -> tuple[Clause, ...]:
    """Return the conditions that a text means.

    Raises:
        Rejected: The game has no conditions, or the text is not one.
    """
    if "conditions" not in game.parts:
        raise no_conditions(line=text)
    try:
        return _conditions(game).parse(text, code)
    except NoCondition as why:
        nearest = _listed(why.nearest)
        if why.unknown:
            raise unknown_in_condition(line=text, unknown=why.unknown, nearest=nearest) from None
        raise (several_conditions if why.several else no_condition)(line=why.text, nearest=nearest) from None


def holds(text: str, match: ReadOnlyMatch, seat: str, code: str) -> bool:
    """Return whether a condition holds in what a seat may know, and of what it is asked. Raises Rejected."""
    asked = match.question(seat)
    return all_hold(conditions_in(match.game, text, code), match.view(seat), seat, asked.context if asked else {})


def _conditions(game: Game[Any]) -> Conditions:
    found: Conditions = game.part("conditions")
    return found


def _taken_apart(text: str, match: Match, code: str, today: date) -> tuple[str, str, date | None, Stage | None]:
    """Return the answer, the condition, the last day and the end that the game sets. Raises Rejected."""
    until: date | None = None
    end: Stage | None = None
    condition = ""
    while found := max(
        filter(None, (_FOR_NOW.search(text), _UNTIL.search(text), _IF.search(text))),
        key=lambda each: each.start(),
        default=None,
    ):
        if found.re is _FOR_NOW:
            end = _now(match, whole=(found["en"] or found["ru"] or found["end"]).casefold()[0] in "tх")
        elif found.re is _UNTIL:
            until, end = last_of(found["rest"], match, code, today)
        else:
            condition = found["rest"].strip(" ,;")
        text = text[: found.start()]
    return text, condition, until, end


def _now(match: Match, *, whole: bool) -> Stage:
    """Return the end of what is played now: of the turn if `whole`, otherwise of its phase."""
    now, phases = match.game.stage(match.position), match.game.phases
    later = phases[phases.index(now.phase) + 1 :] if now.phase in phases and not whole else ()
    return Stage(now.turn, later[0] if later else "")


def last_of(text: str, match: Match, code: str, today: date) -> tuple[date | None, Stage | None]:
    """Return the day, or the turn or phase, until which something counts. Raises Rejected."""
    phases = offers.words_at(match).phases
    if end := phases.read(text, match, code):
        return None, end
    try:
        return read_absence(f"until {text}", today).last, None
    except BadDates:
        if phases.names:
            raise bad_until_phase(line=text, phases=phases.listed) from None
        raise bad_until(line=text) from None


def _answer(head: str, match: Match, code: str) -> Standing:
    """Return which questions it is for, and what it answers. Raises Rejected."""
    book = offers.words_at(match)
    named, colon, body = head.partition(":")
    kinds = _kinds(book, named, code) if colon else None
    if colon and kinds is None and not _orders(match, book, head, code, None):
        raise no_such_kind(line=named.strip(), kinds=_all_called(book))
    if kinds is None:
        body = head
        if short := _short(book, head, code):
            kinds, body = short
    plain = " ".join(word.folded for word in tokenize(body))
    if plain in ASK:
        return Standing(kinds or (), "ask")
    if plain in NO:
        if kinds is None and not colon:
            raise _doubt(book, code)
        if nothing := order_for_nothing(match, book, kinds or (), code):
            return Standing(kinds or (), line=nothing)
        return Standing(_declined(match, book, kinds or ()), "no")
    if not _orders(match, book, body, code, kinds):
        if len(_patterns(match, book, kinds)) > MOST_VERBS:
            raise not_standing_here(line=body.strip(), example=_example(match, book, kinds))
        raise not_standing(line=body.strip(), verbs=_verbs(match, book, kinds))
    return Standing(kinds or (), line=body.strip())


def _short(book: Phrasebook, head: str, code: str) -> tuple[tuple[str, ...], str] | None:
    """Read `toll no` and `never toll`: the kind and the word beside it.

    Returns None unless they are nothing else.
    """
    found = [word.typed for word in tokenize(head)]
    for length in (1, 2):
        for kept, beside in ((found[:-length], found[-length:]), (found[length:], found[:length])):
            named, body = " ".join(kept), " ".join(beside)
            if named and normalize_word(body) in (*NO, *ASK) and (kinds := _kinds(book, named, code)) is not None:
                return kinds, body
    return None


def order_for_nothing(match: Match, book: Phrasebook, kinds: Sequence[str], code: str) -> str:
    """Return the order for nothing (`no interception`) where one question has such an order; "" elsewhere."""
    if len(kinds) != 1 or book.interruptions[kinds[0]].declines:
        return ""
    ends = [pattern for pattern in _patterns(match, book, kinds) if pattern.phrase.ends]
    return language(code).forms(ends[0].phrase.verbs)[0] if len(ends) == 1 else ""


def _kinds(book: Phrasebook, named: str, code: str) -> tuple[str, ...] | None:
    """Return the kinds of questions that are named, an empty tuple for all; None if something else is named."""
    if normalize_word(named.strip()) in ANY:
        return ()
    shelf = NameIndex(
        Name("question", interruption.kind, language_code, forms[0], tuple(forms[1:]))
        for interruption in book.interruptions.values()
        for language_code, forms in interruption.names.items()
    )
    found = []
    for part in named.split(","):
        typed = tuple(word.folded for word in tokenize(part))
        ids = (shelf.find(typed, code) or shelf.inflected(typed, code)) if typed else ()
        if len(ids) != 1:
            return None
        found.append(str(ids[0]))
    return tuple(found)


def _orders(match: Match, book: Phrasebook, line: str, code: str, kinds: Collection[str] | None) -> bool:
    """Return whether a line may answer questions of these kinds."""
    actions, stem = _actions(match, kinds), stem_of(line)
    if stem is not None:
        verbs = (
            form
            for pattern in book.patterns
            if pattern.phrase.action in actions
            for form in _all_verbs(pattern.phrase.verbs)
        )
        return any(normalize_word(form).startswith(stem) for form in verbs)
    return all(_may_answer(book, each, code, actions) for each in ranked(book, line, code))


def _may_answer(book: Phrasebook, line: str, code: str, actions: Collection[type[Action]]) -> bool:
    """Return whether a line is one of these actions."""
    try:
        action = book.parse(line, code)
    except Misread:
        return False
    return type(action) in actions and not isinstance(action, Decline)


def ranked(book: Phrasebook, line: str, code: str) -> tuple[str, ...]:
    """Return the choices of a line, the dearest first, each with a verb: `lose at River, else Steppe` has two."""
    choices = choices_of(line)

    def whole(text: str) -> str:
        return next((each for each in choices.in_full(text) if _reads(book, each, code)), text)

    return (choices.texts[0], *map(whole, choices.texts[1:]))


def _reads(book: Phrasebook, line: str, code: str) -> bool:
    try:
        book.parse(line, code)
    except Misread:
        return False
    return True


def _all_verbs(verbs: Any) -> list[str]:
    return [form for listed in verbs.values() for form in listed]


def _actions(match: Match, kinds: Collection[str] | None) -> frozenset[type[Action]]:
    """Return the actions that answer questions of these kinds, or of all."""
    asked = (decision for decision in match.game.interrupting_decisions if not kinds or decision.kind in kinds)
    return frozenset(action for each in asked for action in each.actions)


def _patterns(match: Match, book: Phrasebook, kinds: Collection[str] | None) -> list[Pattern]:
    """Return how the orders are written that answer questions of these kinds, or of all."""
    actions = _actions(match, kinds)
    return [pattern for pattern in book.patterns if pattern.phrase.action in actions]


def _example(match: Match, book: Phrasebook, kinds: Sequence[str] | None) -> Any:
    """Return a standing order for what is often asked, in a language."""
    kind = (kinds or [*book.interruptions])[0]
    return lambda words: f"{_called(book, kind, words.code)}: {words.typed(en='no', ru='нет')}"


def _verbs(match: Match, book: Phrasebook, kinds: Collection[str] | None) -> Any:
    def told(words: Language) -> str:
        forms = [words.forms(pattern.phrase.verbs)[0] for pattern in _patterns(match, book, kinds)]
        return words.listing(forms, "or") if forms else "-"

    return told


def _declined(match: Match, book: Phrasebook, kinds: Sequence[str]) -> tuple[str, ...]:
    """Return the kinds if each may be declined; if none is named, all that may. Raises Rejected."""
    wrong = [kind for kind in kinds or book.interruptions if not book.interruptions[kind].declines]
    if wrong and (kinds or len(wrong) == len(book.interruptions)):
        raise not_to_be_declined(
            kinds=lambda words: _quoted_kinds(book, wrong, words),
            verbs=_verbs(match, book, wrong),
            ask=lambda words: words.typed(en="ask", ru="спросить"),
        )
    return tuple(kinds)


def _doubt(book: Phrasebook, code: str) -> Rejected:
    spoken = language(code)
    name = spoken.typed(en="standing", ru="постоянно")
    every, no, off = (
        spoken.typed(en="any", ru="любой"),
        spoken.typed(en="no", ru="нет"),
        spoken.typed(en="off", ru="отмена"),
    )
    return doubtful_no(all=f"{name} {every}: {no}", off=f"{name} {off}")


def _called(book: Phrasebook, kind: str, code: str) -> str:
    """Return a kind of question as players call it; one that the game no longer asks, as it was stored."""
    names = book.interruptions[kind].names if kind in book.interruptions else {code: (kind,)}
    return (names.get(code) or names["en"])[0]


def kinds_called(match: Match, named: str, code: str) -> tuple[str, ...]:
    """Return the kinds of questions named by what players call them or by id; an empty tuple for all.

    Raises:
        Rejected: There is no such kind.
    """
    book = offers.words_at(match)
    if named in book.interruptions:
        return (named,)
    kinds = _kinds(book, named, code)
    if kinds is None or not set(match.game.occasions).isdisjoint(kinds):
        raise no_such_kind(line=named, kinds=_all_called(book))
    return kinds


def kind_name(match: Match, kind: str, code: str) -> str:
    """Return a kind of question as players call it."""
    return _called(offers.words_at(match), kind, code)


def quoted(text: str, words: Language) -> str:
    """Return it in the quotation marks of a language."""
    return words.gettext("“%(text)s”", text=text)


def _listed(texts: Sequence[str]) -> Any:
    return lambda words: words.listing([quoted(text, words) for text in texts], "or")


def _quoted_kinds(book: Phrasebook, kinds: Collection[str], words: Language) -> str:
    return words.listing([quoted(_called(book, kind, words.code), words) for kind in kinds], "or") or "-"


def _all_called(book: Phrasebook) -> Any:
    return lambda words: _quoted_kinds(book, book.interruptions, words)
