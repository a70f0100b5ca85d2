"""A mail that is not written in order lines: what each sentence orders, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from msgspec.structs import replace

from adjudicator.components.russian import is_past
from adjudicator.kernel.actions import Decline
from adjudicator.orders.meaning.judge import MOST_SHOWN, Judge, clause_spans
from adjudicator.orders.meaning.search import SAID, Group, Parse, Search, Token, tokens
from adjudicator.orders.meaning.understood import Begun, Order, Sentence, Understood, Verdict
from adjudicator.orders.options.answers import AnswerIndex
from adjudicator.orders.options.lexicon import Entry, Key, Lexicon
from adjudicator.orders.text import Word, text_of, tokenize
from adjudicator.orders.text.common import Phrases, agrees, common_words, wishes_back
from adjudicator.orders.text.letters import is_word_too
from adjudicator.orders.text.similarity import EXACT, INFLECTED, forms
from adjudicator.orders.vocabulary.refusals import Misread

_LONGEST_ADDRESS = 3
"""Words with which somebody is spoken to."""
_LONGEST = 80
"""Words of a sentence in which orders are looked for."""
_OPENING = 2
"""The last word that may still say who orders."""


class Reader:
    """Reads sentences of one seat about the options of its newest question."""

    def __init__(self, answers: AnswerIndex, ops: Sequence[str]) -> None:
        offer = answers.newest
        assert offer is not None
        self._answers = answers
        self._book = answers.book
        self.lexicon = Lexicon(answers.book, answers.language, offer.number, answers.listed, answers.shown, ops)
        self.judge = Judge(self.lexicon)
        kinds = [kind for kind in self._book.book.kinds() if self._book.book.has(kind, answers.seat)]
        self._seat_kinds = frozenset(kinds)
        """Kinds of names by which seats are called."""
        self._own_keys = [key for kind in kinds if self.lexicon.bits([key := Key("name", kind, answers.seat)])]
        self._own = frozenset(form for word in answers.own_words for form in forms(word))
        self._others = frozenset(form for word in answers.other_words for form in forms(word))
        self._common = common_words()

    @cached_property
    def decliners(self) -> list[Entry]:
        """The options that decline or end something; of a question about one kind of thing also those that say no."""
        entries = self.lexicon.entries
        ending = [entry for entry in entries if self._book.may_end(entry.reading.action)]
        denying = [entry for entry in entries if self._is_denial(entry)]
        denying = denying if len(denying) == 1 else [each for each in denying if not each.slots]
        kinds = {entry.op for entry in entries if entry not in denying and not self.judge.declines(entry)}
        return [entry for entry in entries if entry in ending or (entry in denying and len(kinds) <= 1)]

    def _has_verb(self, entry: Entry, words_: frozenset[str]) -> bool:
        return any(not words_.isdisjoint(form) for verb in entry.verbs for form in self.lexicon.forms[verb])

    def read(self, sentence: Sentence, carry: frozenset[Key] = frozenset()) -> Understood:
        """Return what a sentence orders."""
        given: Sequence[Word] = sentence.given
        folded = [word.folded for word in given]
        common = self._common
        if (length := common.refused.at(folded, 0)) == len(folded) and length:
            return self._refused(sentence)
        if tuple(folded) in common.agreed or (folded and agrees(text_of(given))):
            return self._agreed(sentence)
        if len(given) > _LONGEST:
            return Understood(Verdict.ASKED, sentence, why="unknown_verb")
        if any(common.jests.at(folded, at) for at in range(len(folded))):
            return Understood(Verdict.ASKED, sentence, why="doubt")
        given, polite = _without(given, common.requests)
        given, _ = _without(given, common.thanks)
        given, _ = _without(given, common.polite)
        given, _ = _without(given, common.idle)
        given, _ = _without(given, common.links, least=2)
        given, ends = self._without_end(given)
        given = self._without_reasons(given)
        if wishes_back(folded) and not self._is_order(given, carry):
            return Understood(Verdict.ASKED, sentence, why="regret")
        if any(self._corrects(folded, at) for at in range(len(folded))):
            return self._corrected(sentence, given, carry)
        if not given:
            return Understood(Verdict.IDLE, sentence, ends=ends)
        found = self._of(sentence, given, carry)
        limit = Verdict.OFFERED if polite else Verdict.CERTAIN
        if sentence.asks and found.verdict != Verdict.IDLE and not (polite and found.verdict == Verdict.CERTAIN):
            return found._replace(verdict=Verdict.ASKED, orders=(), why="asked_order" if found.orders else "question")
        if found.orders:
            found = found._replace(verdict=max(found.verdict, limit))
        return found._replace(ends=ends)

    def _is_order(self, given: Sequence[Word], carry: frozenset[Key]) -> bool:
        """Return whether every word belongs to an order."""
        stream = tokens(given, self.lexicon, [0] * len(given))
        parse = Search(self.lexicon, stream, carry).best
        return bool(parse.groups) and not parse.left and not parse.strange

    def _corrects(self, folded: Sequence[str], at: int) -> int:
        """Return how many words from here on take something back; a `sorry` does between two orders."""
        if length := self._common.corrections.at(folded, at):
            return length
        return self._common.apologies.at(folded, at) if 0 < at < len(folded) - 1 else 0

    def _corrected(self, sentence: Sentence, given: Sequence[Word], carry: frozenset[Key]) -> Understood:
        """Read a sentence that takes something back: what follows replaces the last order before it."""
        folded = [word.folded for word in given]
        at = next((n for n in range(len(folded)) if self._corrects(folded, n)), 0)
        end = at
        while end < len(folded) and (length := self._corrects(folded, end)):
            end += length
        before, behind = given[:at], given[end:]
        behind = [w for n, w in enumerate(behind) if n or not self._common.is_in(self._common.denials, w.folded)]
        if not before and not behind:
            return Understood(Verdict.ASKED, sentence, why="regret")
        first = self._of(sentence, before, carry) if before else Understood(Verdict.IDLE, sentence)
        second = self._of(sentence, behind, first.verbs or carry) if behind else Understood(Verdict.IDLE, sentence)
        if second.verdict not in (Verdict.CERTAIN, Verdict.OFFERED) or not second.orders:
            return Understood(Verdict.ASKED, sentence, near=(*first.near, *second.near)[:MOST_SHOWN], why="corrected")
        if first.verdict == Verdict.ASKED:
            return first
        if len(first.orders) > 1:
            return Understood(Verdict.ASKED, sentence, near=(*first.near, *second.near)[:MOST_SHOWN], why="corrected")
        verdict = Verdict.OFFERED if first.orders else second.verdict
        return second._replace(
            verdict=verdict, orders=(*first.orders[:-1], *second.orders), takes_back=not first.orders
        )

    # answers of a word ------------------------------------------------------------------------------

    def _refused(self, sentence: Sentence) -> Understood:
        """Read a plain no: the one option that says so is done, one that ends something is offered."""
        passes = self._common.passes.at([word.folded for word in sentence.given]) > 0
        if not self.decliners and len(self.judge.closers) == 1 and passes:
            return Understood(Verdict.OFFERED, sentence, (self._order(self.judge.closers[0], sentence.given),))
        decliner = self.decliners[0] if len(self.decliners) == 1 else None
        if decliner is None or (decliner in self.judge.closers and not passes and not self._is_denial(decliner)):
            near = self.decliners or [entry for entry in self.lexicon.entries if entry.now]
            return Understood(
                Verdict.ASKED, sentence, near=tuple(near if len(near) <= MOST_SHOWN else ()), why="unknown_verb"
            )
        verdict = Verdict.CERTAIN if self._is_denial(decliner) and not decliner.slots else Verdict.OFFERED
        return Understood(verdict, sentence, (self._order(decliner, sentence.given),))

    def _agreed(self, sentence: Sentence) -> Understood:
        """Read a plain yes to a question with two answers."""
        rest = [entry for entry in self.lexicon.entries if entry.now and entry not in self.decliners]
        accepting = [each for each in rest if self._has_verb(each, self._common.accepts)]
        rest = accepting or rest
        if len(rest) == 1 and len(self.decliners) == 1 and (accepting or not self.decliners[0].slots):
            verdict = Verdict.CERTAIN if accepting else Verdict.OFFERED
            return Understood(verdict, sentence, (self._order(rest[0], sentence.given),))
        return Understood(Verdict.ASKED, sentence, why="nothing_to_confirm")

    def _is_denial_word(self, label: str) -> bool:
        return any(self._common.is_in(self._common.denials, word.folded) for word in tokenize(label))

    def _is_denial(self, entry: Entry) -> bool:
        """Return whether an option says no."""
        said = self._common.denials | self._common.refuses
        return entry.reading.action is Decline or self._has_verb(entry, said)

    def speaks(self, given: Sequence[Word]) -> bool:
        """Return whether words hold something that makes a sentence no order, whatever else they say."""
        return any(
            self._mood(word.folded) and not any(key.role == "verb" for key in self.lexicon.keys(word.folded))
            for word in given
        )

    # around the orders ------------------------------------------------------------------------------

    def _without_end(self, given: Sequence[Word]) -> tuple[Sequence[Word], bool]:
        """Return the words without clauses that say that the round or message is over, and whether one ends a round."""
        kept: list[Word] = []
        ends = False
        for clause in _clauses(given):
            folded = [word.folded for word in clause if not self.judge.is_link(word.folded)]
            is_end = self._common.finished.says(folded)
            exact = any(
                key.role == "verb" and like >= INFLECTED
                for word in clause
                for key, like in self.lexicon.keys(word.folded).items()
                if key in {verb for closer in self.judge.closers for verb in closer.verbs}
            )
            if is_end and not exact:
                ends = ends or bool(self.judge.closers)
            else:
                kept += clause
        return kept, ends

    def _without_reasons(self, given: Sequence[Word]) -> Sequence[Word]:
        folded = [word.folded for word in given]
        kept: list[Word] = []
        at = 0
        while at < len(given):
            if self._common.reasons.at(folded, at) and (
                at == 0 or given[at].broken or folded[at] not in self._common.opening_reasons
            ):
                at += 1
                while at < len(given) and not given[at].broken:
                    at += 1
                continue
            kept.append(given[at])
            at += 1
        return kept

    # the orders -------------------------------------------------------------------------------------

    def _of(self, sentence: Sentence, given: Sequence[Word], carry: frozenset[Key]) -> Understood:
        lines = _lines_of(sentence, given)
        stream = [self._own_soft(token, at) for at, token in enumerate(tokens(given, self.lexicon, lines))]
        stream = [self._as_letter(stream, at) for at in range(len(stream))]
        stream, paid = self._without_payments(self._without_remarks(stream))
        folded = [word.folded for word in given]
        moods = [at for at, word in enumerate(folded) if self._mood(word) or self._common.elsewhen.at(folded, at)]
        if self._speaks_to_somebody(stream) or self._turns_round(stream):
            return Understood(Verdict.ASKED, sentence, near=self.judge.near(stream), why="doubt")
        moods += [at for at, word in enumerate(given) if is_past(word.folded) and at not in moods]
        if len(folded) > 1 and self._common.links.at(folded, len(folded) - 1):
            moods.append(len(folded) - 1)  # «флаг на Антигуа потом»
        if not any(token.keys or token.known for token in stream if token.hard):
            return self._about_nothing(sentence, stream, moods)
        whole = Search(self.lexicon, stream, carry).best
        covered = {at for group in whole.groups for at in range(group.start, group.end)}
        says_mood = all(at in covered and self._is_of_label(stream, at, whole.groups) for at in moods)
        if moods and says_mood and all(group.verb == 0.0 for group in whole.groups):
            moods = []
        if not moods:
            return self._with_payments(self._judged(sentence, stream, whole, carry), paid)
        found = self._in_mood(sentence, stream, moods, carry)
        return found if not paid else found._replace(verdict=Verdict.ASKED, orders=())

    def _is_of_label(self, stream: Sequence[Token], at: int, groups: Sequence[Group]) -> bool:
        """Return whether a word that might change a sentence stands in the label of an option, before the same word."""
        word = stream[at].word.folded
        if self._mood(word) != "denials":
            return EXACT in stream[at].keys.values()
        entry = next(group.entries[0] for group in groups if group.start <= at < group.end)
        then = next((token.word.folded for token in stream[at + 1 :] if token.hard or token.keys), "")
        near = {*self.lexicon.matches(then), ""} if then else {""}
        said = [each.folded for each in tokenize(entry.label)]
        return any(one == word and two in near for one, two in pairwise((*said, "")))

    def _without_payments(self, stream: list[Token]) -> tuple[list[Token], list[tuple[int, str]]]:
        """Return the words without those that say how something is paid, and the payments by their column."""
        paid: list[tuple[int, str]] = []
        told = list(stream)
        for at, token in enumerate(stream):
            word = token.word.folded
            form = next(
                (self._book.credit_words[each] for each in (word, *forms(word)) if each in self._book.credit_words), ""
            )
            if word[0] == "+":
                text, places = word, [at]
            elif form and not self._book.is_payment(word):
                around = [n for n in (at + 1, at - 1, at + 2, at - 2, at - 3) if 0 <= n < len(stream)]
                number = next((n for n in around if told[n].number), None)
                denied = next(
                    (n for n in (at - 1, at - 2) if n >= 0 and self._mood(told[n].word.folded) == "denials"), None
                )
                if denied is not None:
                    text, places = "", [at, denied]
                elif number is not None:
                    text, places = f"{form} {told[number].number}", [at, number]
                else:
                    continue
            else:
                continue
            for n in places:
                told[n] = told[n]._replace(hard=False, keys={}, known=False, number="")
            if text:
                paid.append((token.word.column, text))
        return told, paid

    def _with_payments(self, found: Understood, paid: Sequence[tuple[int, str]]) -> Understood:
        """Return the orders, each with the payments that follow it."""
        if not paid:
            return found
        if not found.orders:
            return found._replace(verdict=max(found.verdict, Verdict.ASKED))
        orders = list(found.orders)
        for column, text in paid:
            at = max((n for n, order in enumerate(orders) if order.column <= column), default=0)
            try:
                self._book.payment(
                    self.lexicon.by_code[orders[at].code].reading.action, tokenize(text), self._answers.language
                )
            except Misread:
                return found._replace(verdict=Verdict.ASKED, orders=())
            orders[at] = orders[at]._replace(paid=f"{orders[at].paid} {text}".strip())
        return found._replace(orders=tuple(orders))

    def _speaks_to_somebody(self, stream: Sequence[Token]) -> bool:
        """Return whether a sentence begins with somebody's name: `Peter, please declare war`."""
        comma = next((n for n in range(1, len(stream)) if stream[n].word.broken), 0)
        rest = any(token.keys for token in stream if token.hard)
        end = next((n for n in range(2, len(stream)) if stream[n].word.broken), len(stream))
        own = any(token.word.folded in self._common.selves for token in stream[:end])
        return comma == 1 and stream[0].hard and not stream[0].known and rest and not own

    def _turns_round(self, stream: Sequence[Token]) -> bool:
        """Return whether something is asked of another for oneself.

        `give me 10 ducats, Castile`, `ask Castile for 10`.
        """
        given = [token.word.folded for token in stream]
        others = [at for at, word in enumerate(given) if not self._others.isdisjoint(forms(word))]
        asked = [at for at, word in enumerate(given) if word in self._common.askings]
        return any(others if given[at] in self._common.selves else at + 1 in others for at in asked)

    def _about_nothing(self, sentence: Sentence, stream: Sequence[Token], moods: Sequence[int]) -> Understood:
        """Read a sentence that has no word an order needs: talk, or a verb or a thing that is also a common word."""
        if moods:
            return Understood(Verdict.IDLE, sentence)
        common = self._common
        hardened = [
            token._replace(hard=True, known=True)
            if token.keys and token.word.folded not in common.skipped | common.prepositions
            else token
            for token in stream
        ]
        if not any(token.hard for token in hardened):
            return Understood(Verdict.IDLE, sentence)
        parse = Search(self.lexicon, hardened).best
        if parse.left or parse.strange or len(parse.groups) != 1 or len(parse.groups[0].entries) != 1:
            return Understood(Verdict.IDLE, sentence)
        if (parse.groups[0].verb and not self.judge.one_kind) or parse.groups[0].missing:
            return Understood(Verdict.IDLE, sentence)
        found = self._judged(sentence, hardened, parse, frozenset())
        return found if found.orders else Understood(Verdict.IDLE, sentence)

    def _without_remarks(self, stream: list[Token]) -> list[Token]:
        """Treat words of the game as other words in a clause that names nothing of the question.

        An example is `flag Niagara, she matters for prestige`.
        """
        told = list(stream)
        for clause in clause_spans(stream):
            inside = [stream[at] for at in clause if stream[at].hard]
            plain = not any(token.keys or any(map(str.isdecimal, token.word.folded)) for token in inside)
            if (
                plain
                and len(clause) < len(stream)
                and not any(self.judge.orders(token.word.folded) for token in inside)
            ):
                for at in clause:
                    told[at] = stream[at]._replace(known=not self._others.isdisjoint(forms(stream[at].word.folded)))
        return told

    def _as_letter(self, stream: Sequence[Token], at: int) -> Token:
        """Read a word as the letter of an option if it follows `option` or `take`, or is there alone."""
        token = stream[at]
        entry = self.lexicon.letters.get(token.word.folded)
        if entry is None and not any(each.hard for n, each in enumerate(stream) if n != at):
            entry = self.lexicon.figures.get(token.word.folded)
        if entry is None:
            return token
        common = self._common
        behind = next(
            (each.word.folded for each in reversed(stream[:at]) if each.word.folded not in common.skipped), ""
        )
        last = at + 1 == len(stream) or stream[at + 1].word.broken or stream[at + 1].word.folded in common.fillers
        led = behind in common.counting or (not behind and not is_word_too(token.word.folded))
        joined = at > 1 and (behind in self.lexicon.letters) and not is_word_too(token.word.folded)
        if not last or not (led or joined):
            return token
        return token._replace(keys={Key("code", "", entry.at): 1.0}, hard=True, known=True, side="", number="")

    def _own_soft(self, token: Token, at: int) -> Token:
        """Take the own seat at the beginning, `I` and `we` for the one who orders, unless an option needs the name."""
        if token.word.folded in self._common.selves:
            return token._replace(keys=dict.fromkeys(self._own_keys, 1.0))
        own = at <= _OPENING and not self._own.isdisjoint(forms(token.word.folded))
        return token._replace(hard=False) if own else token

    def _mood(self, word: str) -> str:
        common = self._common
        for name in ("denials", "exceptions", "doubts", "questions", "talk"):
            if common.is_in(getattr(common, name), word):
                return name
        return "talk" if word in common.others else ""

    def _in_mood(
        self, sentence: Sentence, stream: Sequence[Token], moods: Sequence[int], carry: frozenset[Key]
    ) -> Understood:
        """Read a sentence in which something is denied, doubted, asked or told."""
        kinds = {self._mood(stream[at].word.folded) or "doubts" for at in moods}
        near = self.judge.near(stream)
        if kinds == {"exceptions"} and len(moods) == 1:
            return self._all_but(sentence, stream, moods[0], near)
        if kinds != {"denials"}:
            return Understood(Verdict.ASKED, sentence, near=near, why="doubt")
        clauses = clause_spans(stream)
        denied = [span for span in clauses if any(at in span for at in moods)]
        left = [token for n, token in enumerate(stream) if not any(n in span for span in denied)]
        dropped = [token for n, token in enumerate(stream) if any(n in span for span in denied)]
        if not any(token.hard and token.known for token in left):
            return self._nothing_of(sentence, dropped, near)
        parse = Search(self.lexicon, left, carry).best
        found = self._judged(sentence, left, parse, carry)
        denied_bits = 0
        for token in dropped:
            denied_bits |= self.lexicon.bits(key for key in token.keys if token.hard and key.role != "other")
        shared = any(denied_bits >> each.at & 1 or self._adds(each, dropped) for each in found.near)
        if found.verdict == Verdict.ASKED or shared:
            return found._replace(verdict=Verdict.ASKED, orders=(), why="doubt")
        return found._replace(verdict=Verdict.OFFERED)

    def _all_but(self, sentence: Sentence, stream: Sequence[Token], at: int, near: tuple[Entry, ...]) -> Understood:
        """Return all of one kind but those that are named behind the word that excepts them."""
        asked = Understood(Verdict.ASKED, sentence, near=near, why="doubt")
        head = [token for token in stream[:at] if token.hard]
        verbs = {key for token in head for key, like in token.keys.items() if key.role == "verb" and like >= INFLECTED}
        every = self._common.every.at([stream[at - 1].word.folded]) if at else 0
        kinds = {entry.verbs for entry in self.lexicon.entries if entry.now and entry.slots}
        if not every or any(token.known and not token.keys for token in stream) or (len(kinds) > 1 and not verbs):
            return asked
        kinds = {kind for kind in kinds if not verbs or kind & verbs}
        parse = Search(self.lexicon, list(stream[at + 1 :]), next(iter(kinds), frozenset())).best
        left_out = [group.entries[0] for group in parse.groups if len(group.entries) == 1 and not group.missing]
        listed = [entry for entry in self.lexicon.entries if entry.verbs in kinds and entry.now and entry.slots]
        if len(kinds) != 1 or parse.left or parse.strange or len(left_out) != len(parse.groups) or not left_out:
            return asked
        if any(len(each.slots) > 1 or each not in listed for each in (*left_out, *listed)):
            return asked
        orders = tuple(self._order(each, sentence.given) for each in listed if each not in left_out)
        return Understood(Verdict.OFFERED, sentence, orders) if orders else asked

    def _adds(self, entry: Entry, denied: Sequence[Token]) -> bool:
        """Return whether the denied words exclude a longer option, which says all of this one and more."""
        own = {word.folded for word in tokenize(entry.label)}
        said = {word for token in denied for word in self.lexicon.matches(token.word.folded)}
        every = ({word.folded for word in tokenize(each.label)} for each in self.lexicon.entries)
        return any(own < other and (other - own) & said for other in every)

    def _nothing_of(self, sentence: Sentence, dropped: Sequence[Token], near: tuple[Entry, ...]) -> Understood:
        """Read a refusal of everything that is asked. The one option that says so is offered."""
        alien = any(token.hard and token.known and not token.keys for token in dropped)
        names = any(key.role == "name" and like >= INFLECTED for token in dropped for key, like in token.keys.items())
        decliner = self.decliners[0] if len(self.decliners) == 1 else None
        about = decliner is not None and (
            decliner.reading.action is Decline
            or any(self.lexicon.bits(token.keys) >> decliner.at & 1 for token in dropped if token.hard)
        )
        said = {own for token in dropped for own in self.lexicon.matches(token.word.folded)}
        common = self._common
        free = said | common.denials | common.prepositions | common.fillers
        turned = decliner is not None and all(word.folded in free for word in tokenize(decliner.label))
        if decliner is not None and not turned:
            own = any(key in decliner.verbs and like >= INFLECTED for t in dropped for key, like in t.keys.items())
            turned = bool(decliner.slots) or (own and not self._is_denial_word(decliner.label))
        if about and not alien and not names and not turned:
            return Understood(Verdict.OFFERED, sentence, (self._order(self.decliners[0], sentence.given),))
        return Understood(Verdict.ASKED, sentence, near=near, why="doubt", denies=True)

    def _judged(self, sentence: Sentence, stream: Sequence[Token], parse: Parse, carry: frozenset[Key]) -> Understood:
        if not any(self.judge.says(token) for token in stream):
            return Understood(Verdict.IDLE, sentence)  # all that it shares with an order is the likeness of a word
        verdict = self.judge.verdict(stream, parse)
        if verdict == Verdict.ASKED and (less := self._unaddressed(stream, carry)) is not None:
            stream, parse = less
            verdict = max(Verdict.OFFERED, self.judge.verdict(stream, parse))
        if not parse.groups and not parse.left:
            return Understood(Verdict.IDLE, sentence)
        entries = tuple({entry.at: entry for group in parse.groups for entry in group.entries}.values())
        begun = self._begun(stream, parse) if verdict != Verdict.CERTAIN else None
        if verdict == Verdict.ASKED:
            return Understood(verdict, sentence, near=self.judge.near(stream), why="unknown_verb", begun=begun)
        orders = tuple(
            self._order(entry, [token.word for token in stream[start:end]], stream[start].line)
            for entry, start, end in self.judge.as_few(parse.groups)
        )
        return Understood(
            verdict,
            sentence,
            tuple({order.code: order for order in reversed(orders)}.values())[::-1],
            entries,
            verbs=_carried(parse),
            begun=begun,
        )

    def _begun(self, stream: Sequence[Token], parse: Parse) -> Begun | None:
        """Return the order said in full that begins a sentence, and the words after it, which have no verb here."""
        group, *others = parse.groups or (None,)
        if group is None or group.verb or group.missing or len(group.entries) > 1 or not group.entries[0].now:
            return None
        around = any(token.hard for token in stream[: group.start]) or not any(t.hard for t in stream[group.end :])
        if around or parse.strange or any(not other.verb for other in others):
            return None
        order = self._order(group.entries[0], [token.word for token in stream[group.start : group.end]])
        return Begun(order, text_of([token.word for token in stream[group.end :]]))

    def _unaddressed(self, stream: Sequence[Token], carry: frozenset[Key]) -> tuple[list[Token], Parse] | None:
        """Return the sentence without those who are spoken to at its beginning, if the rest of it is an order."""
        comma = next((n for n in range(1, len(stream)) if stream[n].word.broken), 0)
        if not 0 < comma <= _LONGEST_ADDRESS or any(t.word.folded in self._common.prepositions for t in stream[:comma]):
            return None
        told = [token for token in stream[:comma] if token.hard]
        if not told or not all(any(key.kind in self._seat_kinds for key in token.keys) for token in told):
            return None
        rest = list(stream[comma:])
        parse = Search(self.lexicon, rest, carry).best
        if (
            parse.groups
            and self.judge.verdict(rest, parse) != Verdict.ASKED
            and all(g.verb == 0.0 for g in parse.groups)
        ):
            return rest, parse
        return None

    @staticmethod
    def _order(entry: Entry, given: Sequence[Word], line: int = -1) -> Order:
        return Order(line, entry.code, " ".join(word.typed for word in given), given[0].column)


def _carried(parse: Parse) -> frozenset[Key]:
    last = parse.groups[-1]
    return last.entries[0].verbs if last.verb else last.entries[0].verbs | {SAID}


def _without(given: Sequence[Word], phrases: Phrases, least: int = 1) -> tuple[list[Word], bool]:
    """Return the words without phrases of at least `least` words, which count as signs, and whether there was one."""
    folded = [word.folded for word in given]
    kept: list[Word] = []
    at, found = 0, False
    while at < len(given):
        length = phrases.at(folded, at)
        if length >= least:
            found = True
            at += length
            continue
        behind = least > 1 and at and not (kept and kept[-1] is given[at - 1])
        kept.append(replace(given[at], broken=True) if behind else given[at])
        at += 1
    return kept, found


def _clauses(given: Sequence[Word]) -> list[list[Word]]:
    """Split the words at commas, and at `and` where an end may follow."""
    found: list[list[Word]] = []
    for word in given:
        if not found or word.broken or word.folded in common_words().connectors:
            found.append([])
        found[-1].append(word)
    return found


def _lines_of(sentence: Sentence, given: Sequence[Word]) -> list[int]:
    places = {word.column: line for word, line in zip(sentence.given, sentence.lines, strict=True)}
    return [places.get(word.column, sentence.lines[0]) for word in given]
