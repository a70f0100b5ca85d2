"""Judge how certain it is that a sentence gives the orders that were found in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from adjudicator.components.russian import carries_meaning
from adjudicator.kernel.actions import Decline
from adjudicator.orders.meaning.search import Group, Parse, Token
from adjudicator.orders.meaning.understood import Verdict
from adjudicator.orders.meaning.weights import PARTLY_SAID_VERB, UNSAID_VERB
from adjudicator.orders.options.lexicon import Entry, Lexicon
from adjudicator.orders.text import tokenize
from adjudicator.orders.text.common import common_words
from adjudicator.orders.text.similarity import EXACT, INFLECTED, SOUNDING, forms

MOST_SHOWN = 4
"""Orders that are named as near."""


class Judge:
    """Judges readings of sentences about the options of one question."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._book = lexicon.book
        self._common = common_words()

    @cached_property
    def one_kind(self) -> bool:
        """Whether all options but those that decline or end are of one kind."""
        return len({entry.op for entry in self.lexicon.entries if not self.declines(entry)}) == 1

    def declines(self, entry: Entry) -> bool:
        action = entry.reading.action
        return action is Decline or self._book.may_close(action) or self._book.may_end(action)

    @cached_property
    def closers(self) -> list[Entry]:
        """The options that end the round."""
        return [entry for entry in self.lexicon.entries if self._book.may_close(entry.reading.action)]

    # how sure an order is ---------------------------------------------------------------------------

    def verdict(self, stream: Sequence[Token], parse: Parse) -> Verdict:
        if parse.left or not parse.groups or any(len(group.entries) > 1 for group in parse.groups):
            return Verdict.ASKED
        ordered = {at for group in parse.groups for at in range(group.start, group.end) if stream[at].hard}
        mixed = False  # whether there is an unknown word beside an order
        for clause in clause_spans(stream):
            strange = [at for at in parse.strange if at in clause]
            coded = any(key.role == "code" for at in clause for key in stream[at].keys)
            beside = not ordered.isdisjoint(clause)
            mixed = mixed or (beside and bool(strange))
            if strange and (coded or (beside and any(self._may_mean(stream, at) for at in strange))):
                return Verdict.ASKED
            if strange and not beside and all(stream[at].hard for at in clause):
                return Verdict.ASKED  # a thing of a list that nobody knows
        remark = any(len(clause) > 1 and ordered.isdisjoint(clause) for clause in clause_spans(stream))
        says_verb = any(
            key in g.entries[0].verbs for g in parse.groups for t in stream[g.start : g.end] for key in t.keys
        )
        worst = Verdict.OFFERED if parse.strange else Verdict.CERTAIN
        if remark and not says_verb:
            return Verdict.ASKED
        if mixed and any(group.missing for group in parse.groups):
            return Verdict.ASKED
        if len(parse.strange) > sum(token.hard and token.known for token in stream):
            return Verdict.ASKED
        if self._leaves_a_verb(stream, parse.groups) or all(g.verb and not g.entries[0].now for g in parse.groups):
            return Verdict.ASKED
        if any(self._is_object(stream, at) for at in parse.strange):
            return Verdict.ASKED
        told = any(token.word.folded in self._common.states for token in stream)
        if told and any(group.verb == PARTLY_SAID_VERB for group in parse.groups):
            return Verdict.ASKED  # `we are at war with the Swiss`
        for n, group in enumerate(parse.groups):
            entry = group.entries[0]
            figure = self.one_kind and self._is_whole(stream, group)
            if group.missing or group.likeness < INFLECTED or (group.verb and not entry.slots and not figure):
                worst = Verdict.OFFERED
            before = parse.groups[n - 1].entries[0] if n else entry
            begins = bool(before.slots or entry in self.closers) and self._begins_with_verb(stream, group)
            if n and entry.verbs != before.verbs and not begins and not self._is_apart(stream, group):
                return Verdict.ASKED
            bare = bool(entry.verbs & self.lexicon.bare) and self._is_whole(stream, group)
            if group.verb == 0.0 or self.one_kind or bare or self._is_led(stream, parse.groups, n):
                continue
            if parse.strange or group.likeness < INFLECTED:
                return Verdict.ASKED  # a word that nobody knows may be the verb
            spoken = group.verb < UNSAID_VERB or any(
                self._common.is_in(self._common.light, stream[at].word.folded) for at in range(group.start, group.end)
            )
            if not spoken and any(other.verb == 0.0 and other.entries[0].slots for other in parse.groups[n + 1 :]):
                return Verdict.ASKED
            worst = Verdict.OFFERED
        return worst

    def is_link(self, word: str) -> bool:
        """Return whether a word only joins clauses, or is polite between them."""
        common = self._common
        return (word,) in common.links or word in common.skipped or (word,) in common.thanks

    def _is_apart(self, stream: Sequence[Token], group: Group) -> bool:
        """Return whether a sign, a link or a new line stands in front of an order."""
        start, first = group.start, stream[group.start]
        if start and stream[start - 1].line != first.line:
            return True
        before = start
        while before > 0 and not stream[before].word.broken and not stream[before - 1].hard:
            if self.is_link(stream[before - 1].word.folded):
                return True
            before -= 1
        return stream[before].word.broken

    def _begins_with_verb(self, stream: Sequence[Token], group: Group) -> bool:
        entry = group.entries[0]
        first = next((stream[n] for n in range(group.start, group.end) if stream[n].keys), None)
        before = stream[group.start - 1].word.folded if group.start else ""
        if not entry.slots and before in self._common.prepositions:
            return False  # `buy Jewish Pirates in the east`
        least = INFLECTED if entry.slots else EXACT
        return first is not None and any(key in entry.verbs and like >= least for key, like in first.keys.items())

    def _is_whole(self, stream: Sequence[Token], group: Group) -> bool:
        """Return whether everything that the label of an option says is said."""
        said = {own for n in range(group.start, group.end) for own in self.lexicon.matches(stream[n].word.folded)}
        said |= {stream[n].number for n in range(group.start, group.end)}
        own = {word.folded for word in tokenize(group.entries[0].label)}
        verbs = {word for verb in group.entries[0].verbs for form in self.lexicon.forms[verb] for word in form}
        return all(word in said | verbs | self._common.fillers for word in own)

    def _leaves_a_verb(self, stream: Sequence[Token], groups: Sequence[Group]) -> bool:
        """Return whether a clause begins with a verb that became no order: `buy Trent and play it`."""
        ordered = {at for group in groups for at in range(group.start, group.end)}
        starts = [
            n
            for n, token in enumerate(stream)
            if n and (token.word.broken or (stream[n - 1].word.folded,) in self._common.links)
        ]
        for start, end in pairwise((*starts, len(stream))):
            verb = stream[start].word.folded
            if ordered.isdisjoint(range(start, end)) and self.orders(verb) and verb not in self._common.fillers:
                return True
        return False

    @staticmethod
    def _is_object(stream: Sequence[Token], at: int) -> bool:
        """Return whether an unknown word is the only object of a verb. For example `flag gibberish end`."""

        def acts(place: int) -> bool:
            return any(key.role == "verb" and like >= INFLECTED for key, like in stream[place].keys.items())

        last = at + 1 == len(stream) or stream[at + 1].word.broken or acts(at + 1) or not stream[at + 1].hard
        return at > 0 and acts(at - 1) and last

    @staticmethod
    def _may_mean(stream: Sequence[Token], at: int) -> bool:
        """Return whether a word that nobody knows may change what the words beside it order: a name, a noun, a verb."""
        word = stream[at].word
        return (at > 0 and word.typed[:1].isupper() and not word.typed.isupper()) or carries_meaning(word.folded)

    def _is_led(self, stream: Sequence[Token], groups: Sequence[Group], at: int) -> bool:
        """Return whether the verb of a list stands behind it: `Savoy and Sweden flag`."""
        behind = groups[at + 1 :]
        if not behind or behind[0].entries[0].verbs != groups[at].entries[0].verbs:
            return False
        group = behind[0]
        places = [n for n in range(group.start, group.end) if set(stream[n].keys) & group.entries[0].verbs]
        hard = [n for n in range(group.start, group.end) if stream[n].hard]
        names = [n for n in hard if any(key.role == "name" for key in stream[n].keys)]
        return bool(places) and bool(names) and group.verb == 0.0 and places[0] > names[0]

    def says(self, token: Token) -> bool:
        """Return whether a word is surely one of an order, or of the game."""
        if not token.hard or not token.known:
            return False
        exact = any(like >= INFLECTED and key.role != "other" for key, like in token.keys.items())
        return exact or not token.keys or self.one_kind or any(like > SOUNDING for like in token.keys.values())

    def as_few(self, groups: Sequence[Group]) -> list[tuple[Entry, int, int]]:
        """Return the options with their words; several that another option names together become that one."""
        found = [(group.entries[0], group.start, group.end) for group in groups]
        for verbs in {entry.verbs for entry, _, _ in found}:
            same = [each for each in found if each[0].verbs == verbs]
            things = Counter(slot for entry, _, _ in same for slot in entry.slots)
            whole = [
                each
                for each in self.lexicon.entries
                if each.verbs == verbs and things and Counter(each.slots) == things
            ]
            if len(same) > 1 and len(whole) == 1:
                found = [each for each in found if each not in same]
                found.append((whole[0], min(start for _, start, _ in same), max(end for _, _, end in same)))
        return sorted(found, key=lambda each: each[1])

    def near(self, stream: Sequence[Token]) -> tuple[Entry, ...]:
        """Return the options that share most with a sentence."""
        scores: list[tuple[float, int]] = []
        for entry in self.lexicon.entries:
            score = 0.0
            for token in stream:
                most = max(
                    (
                        like * (2 if key.role == "name" else 1)
                        for key, like in token.keys.items()
                        if token.hard
                        and (like > SOUNDING or key.role == "verb")
                        and self.lexicon.bits((key,)) >> entry.at & 1
                    ),
                    default=0.0,
                )
                score += most
            if score:
                scores.append((score, entry.at))
        acts = [each for each in scores if self.lexicon.entries[each[1]] not in self.closers]
        scores = acts or scores
        top = max((score for score, _ in scores), default=0.0)
        best = [self.lexicon.entries[at] for score, at in scores if score == top]
        return tuple(best[:MOST_SHOWN]) if len(best) <= MOST_SHOWN * 2 else ()

    def orders(self, word: str) -> bool:
        """Return whether a word is a verb of the game, whatever is asked now."""
        return word in self._book.verb_words or not self._book.verb_lemmas.isdisjoint(forms(word))


def clause_spans(stream: Sequence[Token]) -> list[range]:
    contrasts = common_words().contrasts
    starts = [0, *(n for n in range(1, len(stream)) if stream[n].word.broken or stream[n].word.folded in contrasts)]
    return [range(start, end) for start, end in zip(starts, [*starts[1:], len(stream)], strict=True)]
