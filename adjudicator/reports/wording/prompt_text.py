"""Word the questions: the title and heading of a question, its options grouped by operation with their costs.

A game has one `PromptTemplates`, in which each chapter of its words declares its kinds of decisions and what its
actions are called as options:

    ask(KEEP, "which war tile stays?", "%(seat)s: which basic war tile stays?", groups=_keeping)
    offer(SeizeFort, "seize fort: %(space)s", Shelf((4,), "Forts", "military points"))

A kind of decision or an action without words is an error, never another question's words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Struct

from adjudicator.components.kinds import Kind as Things
from adjudicator.components.kinds import Reference, references
from adjudicator.components.remembered import Remembered
from adjudicator.kernel.actions import Action, Decline, Nothing
from adjudicator.kernel.decisions import Answers, OpenDecision
from adjudicator.kernel.questions import Question as Asking
from adjudicator.language import Value
from adjudicator.reports.model import Examples, Item, Option, OptionGroup, Question
from adjudicator.reports.wording.filling import Filling, Texts, misfits
from adjudicator.reports.wording.game import Asked, Coded
from adjudicator.reports.wording.option_groups import LAST_SHELF, NO_SHELF, Link, Shelf, folded, grouped
from adjudicator.reports.wording.speech import Speech, blanks

GOLD: Final = 2
"""Points from which on what an option turns is much."""
SAID: Final = 20
"""The letters by which an order may be longer than the words of its option and still replace them."""
S = TypeVar("S", bound=Speech)
C = TypeVar("C")
A = TypeVar("A", bound=Action)
Chip = TypeVar("Chip", bound=Callable[[Any, Any, Any], str | tuple[str, str]])
Made = TypeVar("Made", bound=Callable[[Any, Any, Any], Value])
Words: TypeAlias = Texts | Callable[[Any, C, S], str]
"""Templates about an action (`adjudicator.reports.wording.filling`), or what a function says of it."""


class Offered(Struct, Generic[S, C]):
    """The look of the actions of a class as options; see `PromptTemplates.offer`."""

    words: Words[C, S] | Mapping[Any, Texts]
    by: str
    shelf: Shelf | Callable[[Any, C, S], Shelf]
    note: Words[C, S] | None
    gist: Words[C, S] | None
    cost: Words[C, S] | None
    silent: Words[C, S] | None
    chip: str | Callable[[Any, C, S], tuple[str, str]] | None
    first: str | Callable[[Any, C, S], str] | None
    brief: Shelf | Callable[[Any, C, S], Shelf] | None


_NEITHER: Final = Offered[Any, Any]("", "", LAST_SHELF, None, None, None, None, None, None, None)
"""To decline, and that nothing comes of a card, is said as people say it, below everything else."""


class DecisionWords(Struct, Generic[S, C]):
    """The wording of a kind of decision; see `PromptTemplates.ask`."""

    title: str | Callable[[OpenDecision, C, S], str]
    heading: str | Callable[[OpenDecision, C, S], str]
    note: str | Callable[[Asked, C, S], str]
    groups: Callable[[Asked, C, S], tuple[OptionGroup, ...]]
    modifiers: Callable[[Asked, C, S], Iterable[Item]]
    links: Callable[[Asked, C, S], tuple[OptionGroup, ...]] | None
    examples: Callable[[Asked, C, S], Examples | None] | None
    how: str | Callable[[Asked, C, S], str]
    places: Mapping[str, Callable[[OpenDecision, C, S], Value]]
    about: Mapping[str, Reference]

    def said(self, words: str | Callable[[OpenDecision, C, S], str], decision: OpenDecision, counter: C, to: S) -> str:
        """Return a template with its places filled, or what a function says."""
        if callable(words):
            return words(decision, counter, to)

        def fill(name: str, case: str) -> Value:
            if name in self.places:
                return self.places[name](decision, counter, to)
            return to.named(self.about[name], decision.context[name], case)

        return to.filled(words, fill)


class PromptTemplates(Generic[S, C]):
    """The words of a game's questions. `C` is what the game's words look at: the position as the reader knows it.

    `cost` gives the price of an option and a remark about it.
    """

    def __init__(self, cost: Callable[[Action, C, S], tuple[str, str]] = lambda action, counter, to: ("", "")) -> None:
        self._cost = cost
        self._kinds: dict[str, DecisionWords[S, C]] = {}
        self._offered: dict[type[Action], Offered[S, C]] = {Decline: _NEITHER, Nothing: _NEITHER}
        self._told: Remembered[C, dict[str, tuple[Coded, S, Option]]] = Remembered(lambda counter: {})
        """By what the words looked at: the options that were worded last, by code."""
        self._places: dict[str, Callable[[Any, C, S], Value]] = {}
        self._facts: dict[str, Callable[[OpenDecision, C, S], Value]] = {}
        self.usual_links: Callable[[Asked, C, S], tuple[OptionGroup, ...]] | None = None
        """The links of kinds of decisions that are declared with none of their own."""
        self.usual_examples: Callable[[Asked, C, S], Examples | None] = lambda asked, counter, to: None
        """The whole answers to kinds of decisions that are declared with none."""
        self.usual_how: str | Callable[[Asked, C, S], str] = ""
        """The usual way to answer these questions."""
        self.shelves: dict[str, Shelf | Callable[[Any, C, S], Shelf]] = {}
        """Shelves by the names that a file of words has for them."""
        self.chips: dict[str, Callable[[Any, C, S], Any]] = {}
        """What links show, and what the first of two things is called, by names that files of words have for it."""

    # declaring

    def place(self, made: Made) -> Made:
        """Declare what fills the places of its name in templates about actions; "" where there is nothing to say."""
        self._places[made.__name__] = made
        return made

    def fact(self, made: Made) -> Made:
        """Declare what fills the places of its name in titles, headings and notes of questions."""
        self._facts[made.__name__] = made
        return made

    def facts(self, **found: Callable[[OpenDecision, C, S], Value]) -> None:
        """Declare what fills the places of these names in titles, headings and notes of questions."""
        self._facts |= found

    def things(self, kind: Things[Any], **found: Callable[[Any, C], Any]) -> None:
        """Declare places that things of a kind fill.

        Each finds one in an action, by its id or its index, or several in a row; None, -1 and "" are nothing.
        """

        def place(find: Callable[[Any, C], Any], action: Action, counter: C, to: S) -> str:
            named = find(action, counter)
            several = [named] if isinstance(named, str | int | None) else named
            return to.things(kind, (each for each in several if each not in (None, -1, "")))

        self._places |= {name: partial(place, find) for name, find in found.items()}

    def figures(self, **found: Callable[[Any, C], int | None]) -> None:
        """Declare places that figures fill; None is nothing."""

        def place(find: Callable[[Any, C], int | None], action: Action, counter: C, to: S) -> str:
            figure = find(action, counter)
            return "" if figure is None else str(figure)

        self._places |= {name: partial(place, find) for name, find in found.items()}

    def chip(self, made: Chip) -> Chip:
        """Declare what links show, or the name of the first of two things, as a file of words may ask for it."""
        self.chips[made.__name__] = made
        return made

    def shelf(self, made: Callable[[A, C, S], Shelf]) -> Callable[[A, C, S], Shelf]:
        """Declare the shelf of its name."""
        self.shelves[made.__name__] = made
        return made

    def shelf_at(self, name: str, to: S, *order: int, heading: str = "", note: str = "") -> Shelf:
        """Return a shelf in the place of a declared one and with its costs, under another heading if there is one."""
        found = cast(Shelf, self.shelves[name]).said(to)
        return Shelf((*found.order, *order), heading or found.heading, found.cost_title, note or found.note)

    def order(self, name: str) -> tuple[int, ...]:
        """Return where a declared shelf is, for one that a function makes."""
        shelf = self.shelves[name]
        return shelf.order if isinstance(shelf, Shelf) else ()

    def ask(  # noqa: PLR0913 - a declaration
        self,
        asked: str | Asking | type[Answers[Any]],
        title: str | Callable[[OpenDecision, C, S], str],
        heading: str | Callable[[OpenDecision, C, S], str],
        *,
        note: str | Callable[[Asked, C, S], str] = "",
        groups: Callable[[Asked, C, S], tuple[OptionGroup, ...]] | None = None,
        modifiers: Callable[[Asked, C, S], Iterable[Item]] = lambda asked, counter, to: (),
        links: Callable[[Asked, C, S], tuple[OptionGroup, ...]] | None = None,
        examples: Callable[[Asked, C, S], Examples | None] | None = None,
        how: str | Callable[[Asked, C, S], str] = "",
        **places: Callable[[OpenDecision, C, S], Value],
    ) -> None:
        """Declare the words of a kind of decision.

        `title` is for subjects and sees only what everybody knows; `heading`, `note`, `groups` (by default the answers
        on their shelves) and `modifiers` are for the seat. `places`: what fills those of title and heading, where they
        are templates; those that the question says it is about (`Question.about`, annotations of its answers) are
        filled with what they name. For a compact message: `links` in place of the groups, whole answers as `examples`,
        and `how` in place of the note.

        Raises:
            TypeError: Nothing fills a place of a template.
        """
        answers = asked.answers if isinstance(asked, Asking) else asked
        about: Mapping[str, Reference] = {} if isinstance(answers, str) else references(cast(type, answers))
        kind = answers if isinstance(answers, str) else answers.kind
        named = [blank for text in (title, heading, note) if isinstance(text, str) for blank in blanks(text)]
        places = self._facts | places
        if missing := [str(each) for each in named if str(each) not in places and each.field not in about]:
            raise TypeError(f"{kind}: nothing fills {', '.join(missing)}")
        self._kinds[kind] = DecisionWords(
            title, heading, note, groups or self._all_groups, modifiers, links, examples, how, places, about
        )

    def offer(  # noqa: PLR0913 - a declaration
        self,
        action: type[A],
        words: Texts | Mapping[Any, Texts] | Callable[[A, C, S], str],
        shelf: Shelf | Callable[[A, C, S], Shelf] = NO_SHELF,
        *,
        by: str = "",
        note: Texts | Callable[[A, C, S], str] | None = None,
        gist: Texts | Callable[[A, C, S], str] | None = None,
        cost: Texts | Callable[[A, C, S], str] | None = None,
        silent: Texts | Callable[[A, C, S], str] | None = None,
        chip: str | Callable[[A, C, S], tuple[str, str]] | None = None,
        first: str | Callable[[A, C, S], str] | None = None,
        brief: Shelf | Callable[[A, C, S], Shelf] | None = None,
    ) -> None:
        """Declare how an action is shown as an option.

        `words`: what it says below the heading of its shelf, templates (with `by` a field, those for each of its
        values, or for True and False) or a function. `note` and `cost` replace those of the game: with a cost of its
        own it has no remark but its note, of which `gist` is the short form. `silent`: what happens if it is done for a
        seat that stays silent.

        For a compact message: `chip` is what its link shows, the short name (or "") and the name, or the field that
        names a thing (`empire|card`: the first that names anything); `first` the name of the first thing, or its field,
        where two are typed (`A02 A51`) and no short name will do; `brief` its shelf there.

        Raises:
            TypeError: No field of the action fills a place of a template.
        """
        cases = words.values() if by and isinstance(words, Mapping) else (words,)
        for said in (*cases, note or "", gist or "", cost or "", silent or ""):
            for problem in () if callable(said) else misfits(said, action, made=self._places):
                raise TypeError(problem)
        self._offered[action] = Offered(words, by, shelf, note, gist, cost, silent, chip, first, brief)

    def unasked(self, kinds: Iterable[str]) -> list[str]:
        """Return those of the kinds of decisions that nobody has given words to."""
        return [kind for kind in kinds if kind not in self._kinds]

    def unoffered(self, actions: Iterable[type[Action]]) -> list[type[Action]]:
        """Return those of the actions that nobody has given words to."""
        return [action for action in actions if action not in self._offered]

    # asking

    def title(self, decision: OpenDecision, counter: C, to: S) -> str:
        """Return what is asked, for the subject of a message.

        Raises:
            LookupError: The kind has no words.
        """
        kind = self._of(decision)
        return kind.said(kind.title, decision, counter, to)

    def question(self, asked: Asked, counter: C, to: S) -> Question:
        """Return the whole question."""
        kind = self._of(asked.decision)
        more = not asked.only_answers
        links, how = kind.links or self.usual_links, kind.how or ("" if kind.links else self.usual_how)
        told = to.gettext(how) if isinstance(how, str) else how(asked, counter, to)
        note = kind.note
        noted = kind.said(note, asked.decision, counter, to) if isinstance(note, str) else note(asked, counter, to)
        return Question(
            number=asked.number,
            title=kind.said(kind.heading, asked.decision, counter, to),
            rule=asked.decision.rule,
            deadline=asked.deadline,
            default=self._default(asked, counter, to),
            secret=asked.decision.secret and asked.decision.form != "choose",
            note=noted,
            groups=kind.groups(asked, counter, to),
            modifiers=tuple(kind.modifiers(asked, counter, to)),
            links=links(asked, counter, to) if links is not None and more else None,
            examples=(kind.examples or self.usual_examples)(asked, counter, to) if more else None,
            how=told if kind.links or kind.how else " ".join(filter(None, (noted, told))),
        )

    def words(self, action: Action, counter: C, to: S) -> str:
        """Return an option in a few words.

        Raises:
            LookupError: The action has no words.
        """
        offered = self._offer(action)
        words: Any = offered.words
        if offered.by:
            value = getattr(action, offered.by)
            words = words[value if value in words else bool(value)]
        return words(action, counter, to) if callable(words) else self._filling(action, counter, to).sentence(words)

    def groups(self, options: Sequence[Coded], counter: C, to: S) -> tuple[OptionGroup, ...]:
        """Return options on their shelves, in the order of the shelves; beside nothing a shelf `or` has no heading."""
        shelves: dict[Shelf, list[Option]] = {}
        for option in options:
            shelf = self._offer(option.action).shelf
            shelf = shelf.said(to) if isinstance(shelf, Shelf) else shelf(option.action, counter, to)
            shelves.setdefault(shelf, []).append(self.option(option, counter, to))
        alone = "or" in self.shelves and {*shelves} <= {self.shelf_at("or", to), LAST_SHELF}
        return tuple(
            grouped(NO_SHELF if alone else shelf, tuple(listed))
            for shelf, listed in sorted(shelves.items(), key=lambda item: item[0].order)
        )

    def links(
        self, options: Sequence[Coded], counter: C, to: S, besides: str, turns: Callable[[Action], int]
    ) -> tuple[OptionGroup, ...]:
        """Return options on their shelves in a compact message, those first that change most of what is scored now.

        Those without such a shelf go to the declared shelf `besides`.
        """
        shelves: dict[Shelf, list[Link]] = {}
        for option in options:
            offered, turned = self._offer(option.action), turns(option.action)
            brief = self.shelves[besides] if offered.brief is None else offered.brief
            shelf = brief.said(to) if isinstance(brief, Shelf) else brief(option.action, counter, to)
            first = self._first(option.action, counter, to)
            shelves.setdefault(shelf, []).append(Link(self._link(option, turned, counter, to), turned, first))
        alone = len(shelves) == 1 and self.shelf_at(besides, to) in shelves  # beside nothing it needs no heading
        return tuple(
            grouped(NO_SHELF if alone else shelf, folded(sorted(listed, key=lambda link: -link.turned)))
            for shelf, listed in sorted(shelves.items(), key=lambda item: item[0].order)
        )

    def short(self, action: Action, counter: C, to: S) -> str:
        """Return the short name by which an action can be ordered; "" for none."""
        return self._chip(action, counter, to)[0]

    def _chip(self, action: Action, counter: C, to: S) -> tuple[str, str]:
        offered = self._offer(action)
        chip = offered.chip
        if isinstance(chip, str):
            kind, id = _named(action, _said_of(action, chip))
            return "" if offered.first else to.short(kind, id), to.chip(kind, id)
        return ("", "") if chip is None else chip(action, counter, to)

    def _first(self, action: Action, counter: C, to: S) -> str:
        """Return the name of the first of two things that an option names; "" if it names one."""
        offered = self._offer(action)
        if isinstance(offered.first, str):
            alone = isinstance(offered.chip, str) and _said_of(action, offered.chip) == offered.first
            return "" if alone else to.chip(*_named(action, offered.first))
        return "" if offered.first is None else offered.first(action, counter, to)

    def _filling(self, action: Action, counter: C, to: S) -> Filling:
        return Filling(to, action, made=self._places, given=(action, counter, to))

    def _noted(self, words: Words[C, S] | None, action: Action, counter: C, to: S) -> str:
        if words is None:
            return ""
        return words(action, counter, to) if callable(words) else self._filling(action, counter, to).note(words)

    def _link(self, each: Coded, turned: int, counter: C, to: S) -> Option:
        found, (short, chip) = self.option(each, counter, to), self._chip(each.action, counter, to)
        return msgspec.structs.replace(
            found,
            words=each.words if chip or len(each.words) < len(found.words) + SAID else found.words,
            note="",
            gist="",
            short=short,
            chip=chip,
            figure=to.signed(turned) if turned else "",
            gold=turned >= GOLD,
        )

    def option(self, each: Coded, counter: C, to: S) -> Option:
        """Return one option with its cost; groups, links and examples of a question print the same words of it."""
        told = self._told(counter)
        of, spoken, option = told.get(each.code, (None, None, None))
        if option is None or of is not each or spoken is not to:
            option = self._worded(each, counter, to)
            told[each.code] = each, to, option
        return option

    def _worded(self, each: Coded, counter: C, to: S) -> Option:
        offered = self._offer(each.action)
        cost, note = self._noted(offered.cost, each.action, counter, to), ""
        if offered.cost is None:
            cost, note = self._cost(each.action, counter, to)
        note = note if offered.note is None else self._noted(offered.note, each.action, counter, to)
        gist = self._noted(offered.gist, each.action, counter, to) if note else ""
        words = self.words(each.action, counter, to) or each.words
        return Option(code=each.code, words=words, cost=cost, note=note, gist=gist)

    def _default(self, asked: Asked, counter: C, to: S) -> str:
        """Return what happens to a seat that stays silent."""
        if asked.default is None:
            return ""
        silent = self._offer(asked.default).silent
        if silent is None:
            return self.words(asked.default, counter, to) or asked.default_words
        if callable(silent):
            return silent(asked.default, counter, to)
        return self._filling(asked.default, counter, to).sentence(silent)

    def _all_groups(self, asked: Asked, counter: C, to: S) -> tuple[OptionGroup, ...]:
        return self.groups([option for option in asked.options if not option.ahead], counter, to)

    def _of(self, decision: OpenDecision) -> DecisionWords[S, C]:
        found = self._kinds.get(decision.kind)
        if found is None:
            raise LookupError(f"no words for decisions of kind {decision.kind!r}")
        return found

    def _offer(self, action: Action) -> Offered[S, C]:
        found = self._offered.get(type(action))
        if found is None:
            raise LookupError(f"no words for {type(action).__name__} as an option")
        return found


def _said_of(action: Action, chip: str) -> str:
    """Return the first of these fields that names anything."""
    fields = chip.split("|")
    return next((field for field in fields if getattr(action, field) is not None), fields[-1])


def _named(action: Action, field: str) -> tuple[Things[Any], Any]:
    return references(type(action))[field].kind, getattr(action, field)
