"""The search for the orders that a sentence gives: every word of it must belong to one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from adjudicator.orders.meaning.weights import (
    AHEAD,
    GROUP,
    HEADING,
    LEFT_OVER,
    LOST_VERB,
    MISSING_NAME,
    PARTLY_SAID_VERB,
    SEVERAL,
    STRANGE,
    UNLIKE,
    UNSAID_AHEAD,
    UNSAID_VERB,
)
from adjudicator.orders.options.lexicon import Entry, Key, Lexicon, Slot, side_of
from adjudicator.orders.text import Word, tokenize
from adjudicator.orders.text.common import common_words
from adjudicator.orders.text.similarity import INFLECTED

_MOST_WORDS = 16
"""Words of one order."""
_MOST_CANDIDATES = 80
_MOST_ALIKE = 9
"""Things of one kind that a number counts."""


class Token(NamedTuple):
    """A word of a sentence: what it may say, whether it must be explained, and what stands before it.

    `soft`: it means nothing by itself, but may be a word of an order. `line` is the line of the mail.
    """

    word: Word
    keys: dict[Key, float]
    hard: bool
    known: bool
    side: str
    number: str
    line: int


class Group(NamedTuple):
    """Words that are one order: the tokens from `start` to `end`, the options that they fit equally well."""

    start: int
    end: int
    entries: tuple[Entry, ...]
    missing: int
    verb: float
    likeness: float

    @property
    def cost(self) -> float:
        """Return what the group adds to the cost of a reading, but for its verb."""
        several = SEVERAL if len(self.entries) > 1 else 0.0
        ahead = 0.0 if self.entries[0].now else AHEAD
        return GROUP + ahead + MISSING_NAME * self.missing + UNLIKE * (1 - self.likeness) + several


class Parse(NamedTuple):
    """The best reading of some tokens: its orders, and the places of words that belong to none."""

    cost: float
    groups: tuple[Group, ...]
    left: tuple[int, ...]
    strange: tuple[int, ...]


SAID: Final = Key("said", "", 0)
"""The mark, among what is carried from order to order, that the verb was said and is not only meant."""
_NONE = Parse(0.0, (), (), ())


def tokens(given: Sequence[Word], lexicon: Lexicon, lines: Sequence[int]) -> list[Token]:
    """Return the words of a sentence with what they may say."""
    common, found = common_words(), []
    for word, line in zip(given, lines, strict=True):
        number = common.number(word.folded)
        keys = lexicon.keys(word.folded)
        if number:
            keys = {**lexicon.keys(number), **keys}
        exact = any(like >= INFLECTED and key.role != "other" for key, like in keys.items())
        titles = lexicon.book.synonyms.titles if lexicon.book.synonyms else frozenset[str]()
        empty = any(common.is_in(listed, word.folded) for listed in (common.fillers, common.light, titles))
        side = side_of(word.folded)
        hard = not empty and not side
        if empty or side:
            keys = {key: like for key, like in keys.items() if like >= INFLECTED}
        figures = any(map(str.isdecimal, word.folded))
        known = bool(keys) or (hard and (figures or lexicon.is_known(word.folded)))
        found.append(Token(word, keys, hard, known and (exact or hard), side, number, line))
    return found


class Search:
    """Finds the orders of one sentence. `carry`: the verb that the line above it leaves to what stands below."""

    def __init__(self, lexicon: Lexicon, given: Sequence[Token], carry: frozenset[Key] = frozenset()) -> None:
        self._lexicon = lexicon
        self._given = given
        self._bits = [lexicon.bits(token.keys) for token in given]
        self._windows: dict[tuple[int, int], list[Group]] = {}
        self._verbs: dict[tuple[int, int], frozenset[Key]] = {}
        self._known: dict[tuple[int, frozenset[Key]], Parse] = {}
        self._carry = carry

    @cached_property
    def best(self) -> Parse:
        """The cheapest reading."""
        return self._from(0, self._carry)

    def _from(self, at: int, carry: frozenset[Key]) -> Parse:
        if at == len(self._given):
            return _NONE
        known = self._known.get((at, carry))
        if known is None:
            known = self._known[at, carry] = min(self._ways(at, carry), key=lambda parse: parse.cost)
        return known

    def _ways(self, at: int, carry: frozenset[Key]) -> Iterator[Parse]:
        token = self._given[at]
        rest = self._from(at + 1, carry)
        if not token.hard:
            acts = any(key.role == "verb" and like >= INFLECTED for key, like in token.keys.items())
            yield rest._replace(cost=rest.cost + LOST_VERB) if acts and self._is_light(at) else rest
        elif token.known:
            yield rest._replace(cost=rest.cost + LEFT_OVER, left=(at, *rest.left))
        else:
            yield rest._replace(cost=rest.cost + STRANGE, strange=(at, *rest.strange))
        if not token.keys:
            return
        for end in range(at + 1, min(len(self._given), at + _MOST_WORDS) + 1):
            if not self._given[end - 1].keys:
                continue
            groups = self._groups(at, end)
            if groups is None:
                break
            for group in _told_apart(groups, carry):
                verbs = group.entries[0].verbs
                carried = bool(carry & verbs)
                said = carried and SAID in carry
                known = verbs | self._said(at, end)
                behind = self._from(end, known | {SAID} if said or not group.verb else known)
                unsaid = 0.0 if carried else group.verb if group.entries[0].now else group.verb + UNSAID_AHEAD
                cost = group.cost + (unsaid if group.verb else 0.0) + STRANGE * self._strange(at, end)
                strange = tuple(n for n in range(at, end) if self._is_strange(n))
                yield behind._replace(
                    cost=cost + behind.cost,
                    groups=(group._replace(verb=0.0 if said else group.verb), *behind.groups),
                    strange=(*strange, *behind.strange),
                )
            for heading in self._headings(at, end):
                behind = self._from(end, heading | {SAID})
                near = behind.groups and not any(end <= n < behind.groups[0].start for n in behind.strange)
                if near and heading & behind.groups[0].entries[0].verbs:
                    yield behind._replace(cost=HEADING + behind.cost)

    def _is_light(self, at: int) -> bool:
        common = common_words()
        return common.is_in(common.light, self._given[at].word.folded)

    def _strange(self, start: int, end: int) -> int:
        return sum(map(self._is_strange, range(start, end)))

    def _is_strange(self, at: int) -> bool:
        return self._given[at].hard and not self._given[at].known

    def _headings(self, start: int, end: int) -> Iterator[frozenset[Key]]:
        """Yield the verbs that are the only thing these words say."""
        window = [token for token in self._given[start:end] if token.keys]
        yield from (frozenset((verb,)) for verb in self._said(start, end) if all(verb in each.keys for each in window))

    def _said(self, start: int, end: int) -> frozenset[Key]:
        """Return the verbs that are said in full here."""
        known = self._verbs.get((start, end))
        if known is None:
            said = {own for at in range(start, end) for own, like in self._matched(at).items() if like >= INFLECTED}
            verbs = {key for token in self._given[start:end] for key in token.keys if key.role == "verb"}
            full = (verb for verb in verbs if any(form <= said for form in self._lexicon.forms[verb]))
            known = self._verbs[start, end] = frozenset(full)
        return known

    def _groups(self, start: int, end: int) -> list[Group] | None:
        """Return the orders that these words may be, one for each kind; None if no longer window can be one."""
        known = self._windows.get((start, end))
        if known is not None:
            return known
        mask = -1
        for at in range(start, end):
            if self._given[at].hard and self._given[at].known:
                mask &= self._bits[at]
        if mask == -1:
            mask = 0
            for at in range(start, end):
                mask |= self._bits[at]
        if not mask:
            return None
        if mask.bit_count() > _MOST_CANDIDATES:
            self._windows[start, end] = []
            return []
        by_kind: dict[str, list[Group]] = {}
        for at, entry in enumerate(self._lexicon.entries):
            if mask >> at & 1 and (group := self._group(start, end, entry)) is not None:
                by_kind.setdefault(entry.op, []).append(group)
        found = self._windows[start, end] = [self._one_of(groups) for groups in by_kind.values()]
        return found

    def _one_of(self, groups: Sequence[Group]) -> Group:
        """Return the best of the options of one kind, or several if nothing tells them apart."""
        least = min((group.missing, group.verb, -group.likeness) for group in groups)
        best = [group for group in groups if (group.missing, group.verb, -group.likeness) == least]
        entries = self._lexicon.plainest([group.entries[0] for group in best])
        if len(entries) == 1 < len(groups) and (least[0] or not self._says_all(best[0], entries[0])):
            entries = [group.entries[0] for group in groups]  # the program does not choose what is left unsaid
        return best[0]._replace(entries=tuple(entries))

    def _says_all(self, group: Group, entry: Entry) -> bool:
        """Return whether all that the label of an option says is said, but for its verb."""
        said = {own for at in range(group.start, group.end) for own in self._matched(at)}
        said |= {self._given[at].number for at in range(group.start, group.end)}
        if any(key.role == "code" for at in range(group.start, group.end) for key in self._given[at].keys):
            return True
        common = common_words()
        verbs = self._lexicon.verb_words(entry) - self._lexicon.book.book.known_words
        free = said | verbs | common.fillers | common.prepositions | common.skipped | common.sides.keys()
        return all(word.folded in free for word in tokenize(entry.label))

    def _group(self, start: int, end: int, entry: Entry) -> Group | None:
        """Read these words as one order that is this option; None if a word of them does not belong to it."""
        supports: list[set[int]] = [set() for _ in entry.slots]
        verbal, coded, likeness = False, False, 1.0
        for at in range(start, end):
            token = self._given[at]
            best = 0.0
            for key, like in token.keys.items():
                if key.role == "code":
                    if key.id == entry.at:
                        coded, best = True, like
                elif key in entry.verbs:
                    verbal = verbal or like >= INFLECTED
                    best = max(best, like)
                elif key.role == "name":
                    for n, slot in enumerate(entry.slots):
                        if key in slot.keys:
                            best = max(best, like)
                            if max(supports[n], default=-2) >= at - 2 or self._is_on_side(at, slot):
                                supports[n] |= set() if token.number and not self._is_number(slot) else {at}
                            elif not any(key in other.keys and self._is_on_side(at, other) for other in entry.slots):
                                return None
                elif self._lexicon.bits((key,)) >> entry.at & 1:
                    best = max(best, like)
            if token.hard and token.known:
                if not best or (token.number and not self._counts(at, start, end, entry)):
                    return None
                likeness = min(likeness, best)
        if not coded and self._is_addressed(start, end, entry, supports):
            return None
        if not coded and self._says_twice(start, end, supports, entry):
            return None
        missing = 0 if coded else _unnamed(self._counted(start, end, supports))
        words = {own for at in range(start, end) for own, like in self._matched(at).items() if like >= INFLECTED}
        forms = [form for verb in entry.verbs for form in self._lexicon.forms[verb]]
        said = [form for form in forms if form <= words]
        whole = coded or bool(said)
        denials = common_words().denials
        denying = denials.isdisjoint(words) and self._lexicon.denies(entry)
        if denying and said and all(self._lexicon.is_affirmed(form) for form in said):
            return None
        if not whole and (denying or self._lexicon.ends(entry)):
            return None
        if (
            not whole
            and not entry.slots
            and not self._lexicon.is_named(entry)
            and not self._is_its_own(start, end, entry)
        ):
            return None
        if entry.slots and missing == len(entry.slots) and not whole:
            return None
        verb = 0.0 if whole else PARTLY_SAID_VERB if verbal else UNSAID_VERB
        return Group(start, end, (entry,), missing, verb, likeness)

    def _matched(self, at: int) -> dict[str, float]:
        return self._lexicon.matches(self._given[at].word.folded)

    def _is_on_side(self, at: int, slot: Slot) -> bool:
        """Return whether the preposition in front of a name leads to this part of the order."""
        before = at - 1
        while (
            before >= 0
            and not self._given[before].side
            and (not self._given[before].known or self._given[before].number or before > at - 2)
            and not self._given[before + 1].word.broken
            and at - before <= 2
        ):
            before -= 1
        side = self._given[before].side if 0 <= before < at else ""
        if not side or side == slot.side:
            return True
        if side == "source":
            with_ = self._given[before].word.folded in common_words().with_too
            return with_ and (slot.side == "means" or not (slot.side or self._lexicon.has_side(slot.keys, "source")))
        if side in ("target", "means"):
            return slot.side not in ("source", "means") if side == "target" else not slot.side
        return (side == "against" and not slot.side) or side == slot.side

    def _is_addressed(self, start: int, end: int, entry: Entry, supports: Sequence[set[int]]) -> bool:
        """Return whether a sign parts a name from the verb behind it: `England, I declare war`."""
        acts = [at for at in range(start, end) if any(key in entry.verbs for key in self._given[at].keys)]
        signs = [at for at in range(start + 1, end) if self._given[at].word.broken]
        first = next((at for at in signs if acts and at <= acts[0]), None)
        return first is not None and any(min(support) < first for support in supports if support)

    def _is_its_own(self, start: int, end: int, entry: Entry) -> bool:
        """Return whether the verbs that are said are those of no other kind of order."""
        return all(
            key in entry.verbs
            for token in self._given[start:end]
            if token.hard
            for key in token.keys
            if key.role == "verb"
        )

    def _beside(self, at: int, start: int, end: int) -> int:
        """Return the place of the word that a number counts, or -1 if there is none.

        It is the word after the number, or before it if a number comes last.
        """
        last = next((n for n in range(end - 1, start - 1, -1) if self._given[n].hard), start)
        step = -1 if self._given[last].number else 1
        beside = at + step
        while start <= beside < end and not self._given[beside].hard:
            beside += step
        parted = step > 0 and beside < end and self._given[at].word.broken and self._given[beside].word.broken
        return beside if start <= beside < end and not parted else -1

    def _says_twice(self, start: int, end: int, supports: Sequence[set[int]], entry: Entry) -> bool:
        """Return whether the text has a word twice that the option has once. Two of a thing are not one."""
        places: dict[str, list[int]] = {}
        for at in range(start, end):
            token = self._given[at]
            if token.hard and not token.number and any(key.role == "name" for key in token.keys):
                places.setdefault(self._given[at].word.folded, []).append(at)

        def things(at: int) -> int:
            keys = self._given[at].keys
            return sum(at in support for support in supports) + sum(
                not each.keys.isdisjoint(keys) for each in entry.about
            )

        return any(len(same) > 1 and things(same[0]) < len(same) for same in places.values())

    def _counted(self, start: int, end: int, supports: Sequence[set[int]]) -> list[set[int]]:
        """Return what names each thing, with the numbers that say how often a word names one: `two military`."""
        found = [set(support) for support in supports]
        for at in range(start, end):
            number = self._given[at].number
            if not number or int(number) < 2 or int(number) > _MOST_ALIKE:
                continue
            beside = self._beside(at, start, end)
            for n, support in enumerate(supports):
                if beside in support:
                    found[n] |= {-1 - _MOST_ALIKE * at - more for more in range(int(number) - 1)}
        return found

    def _is_number(self, slot: Slot) -> bool:
        """Return whether nothing but a number tells a thing from others of its kind: `army 1`."""
        return all(map(self._lexicon.is_numbered, slot.keys))

    def _counts(self, at: int, start: int, end: int, entry: Entry) -> bool:
        """Return whether a number counts the same word as in the option, or is all that is said."""
        number = self._given[at].number
        pairs = {one for one, two in entry.numbers if two == number}
        if not pairs:
            return True
        count = sum(bool(token.number) for token in self._given[start:end])
        if count < 2:
            return True
        beside = self._beside(at, start, end)
        if beside < 0:
            return False
        matched = self._lexicon.matches(self._given[beside].word.folded)
        return any(own in pairs for own in matched)


def _told_apart(groups: Sequence[Group], carry: frozenset[Key]) -> list[Group]:
    """Merge orders that only a verb would tell apart into one group."""
    bare = [group for group in groups if group.verb and carry.isdisjoint(group.entries[0].verbs)]
    least = min((group.cost + group.verb for group in bare), default=0.0)
    same = [group for group in bare if group.cost + group.verb == least]
    if len(same) < 2:
        return list(groups)
    every = tuple(entry for group in same for entry in group.entries)
    return [*(group for group in groups if group not in same), same[0]._replace(entries=every)]


def _unnamed(supports: Sequence[set[int]]) -> int:
    """Count the things of an order that are not named.

    A word that two of them share names neither if one has a word of its own, and one word names one thing.
    """
    own = [support - set().union(*supports[:n], *supports[n + 1 :]) for n, support in enumerate(supports)]
    sure = [bool(each) for each in own]
    taken = set().union(*(support for support, named in zip(supports, sure, strict=True) if named))
    missing = 0
    for support in sorted((s for s, named in zip(supports, sure, strict=True) if not named), key=len):
        claimed = next(iter(sorted(support - taken)), None)
        missing += claimed is None
        taken |= set() if claimed is None else {claimed}
    return missing
