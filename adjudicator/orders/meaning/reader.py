"""What each sentence of a mail orders, and how sure that is.

A sentence is done if its words have one reading as orders without a repair and with all said that the orders need; it
is offered if that one reading has repairs, or leaves unsaid what only one answer has; where there are several, or
none, it is asked about. No word decides anything by not being looked at: what is not of an order, and not of the
closed lists that stand around orders (`adjudicator/orders/text/words/`), leaves the sentence without a reading. Some
sentences order nothing, and say so by their form: a denial (which may leave the orders beside it), a question, a
correction, all but some.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec.structs import replace

from adjudicator.components.russian import is_past
from adjudicator.kernel.actions import Decline
from adjudicator.orders.meaning.grammar import Grammar, Meaning
from adjudicator.orders.meaning.grammar import Order as Parsed
from adjudicator.orders.meaning.understood import Begun, Order, Sentence, Understood, Verdict
from adjudicator.orders.meaning.ways import Ways
from adjudicator.orders.options.answers import AnswerIndex, folded_words, words_for
from adjudicator.orders.options.lexicon import Entry, Key, Lexicon
from adjudicator.orders.text import Word, text_of, tokenize
from adjudicator.orders.text.common import Phrases, agrees, common_words, wishes_back
from adjudicator.orders.text.letters import is_word_too
from adjudicator.orders.text.similarity import INFLECTED, SOUNDING, forms
from adjudicator.orders.vocabulary.refusals import Misread, Why

MOST_SHOWN = 4
"""Orders that are named as near."""
_NAMES = 3
"""Letters of a word that may name what is near; codes are found by their figures."""
_CLOSE = 0.7
"""The part of the best score with which an order is named beside the nearest."""
_LONGEST = 80
"""Words of a sentence in which orders are looked for."""
_FEW = 3
"""Words of a sentence that are no talk."""


class Reader:
    """Reads sentences of one seat about the options of its newest question."""

    def __init__(self, answers: AnswerIndex, ops: Sequence[str]) -> None:
        offer = answers.newest
        assert offer is not None
        self._answers = answers
        self._book = answers.book
        self.lexicon = Lexicon(answers.book, answers.language, offer.number, answers.listed, answers.shown, ops)
        names = self._book.book
        own, self._others = (words_for(answers.seat, names, own=own) for own in (True, False))
        kinds = [kind for kind in names.kinds() if names.has(kind, answers.seat)]
        who = [Key("name", kind, answers.seat) for kind in kinds]
        self._grammar = Grammar(Ways(self.lexicon), own, self._others, who)
        self._common = common_words()

    # the options ------------------------------------------------------------------------------------

    @cached_property
    def one_kind(self) -> bool:
        """Whether all options but those that decline or end are of one kind."""
        return len({entry.op for entry in self.lexicon.entries if not self.declines(entry)}) == 1

    def declines(self, entry: Entry) -> bool:
        """Return whether an option declines or ends something."""
        action = entry.reading.action
        return action is Decline or self._book.may_close(action) or self._book.may_end(action)

    @cached_property
    def closers(self) -> list[Entry]:
        """The options that end the round."""
        return [entry for entry in self.lexicon.entries if self._book.may_close(entry.reading.action)]

    @cached_property
    def decliners(self) -> list[Entry]:
        """The options that decline or end something; of a question about one kind of thing also those that say no."""
        entries = self.lexicon.entries
        ending = [entry for entry in entries if self._book.may_end(entry.reading.action)]
        denying = [entry for entry in entries if self._is_denial(entry)]
        denying = denying if len(denying) == 1 else [each for each in denying if not each.slots]
        kinds = {entry.op for entry in entries if entry not in denying and not self.declines(entry)}
        return [entry for entry in entries if entry in ending or (entry in denying and len(kinds) <= 1)]

    def _has_verb(self, entry: Entry, words_: frozenset[str]) -> bool:
        return any(not words_.isdisjoint(form) for verb in entry.verbs for form in self.lexicon.forms[verb])

    def _is_denial(self, entry: Entry) -> bool:
        """Return whether an option says no."""
        said = self._common.denials | self._common.refuses
        return entry.reading.action is Decline or self._has_verb(entry, said)

    # sentences --------------------------------------------------------------------------------------

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
        given, polite = _without(given, common.requests, common.polite)
        for phrases in (common.thanks, common.idle):
            given, _ = _without(given, phrases)
        given, ends = self._without_end(self.without_salute(given))
        if wishes_back(folded) and not self._parsed(sentence, given, carry).orders:
            return Understood(Verdict.ASKED, sentence, why="regret")
        if any(self._corrects(folded, at) for at in range(len(folded))):
            return self._corrected(sentence, given, carry)
        if not given:
            return Understood(Verdict.IDLE, sentence, ends=ends)
        if is_undone(given):
            return Understood(Verdict.ASKED, sentence, why="doubt")
        found = self._of(sentence, given, carry)
        if sentence.asks and found.verdict != Verdict.IDLE and not (polite and found.verdict == Verdict.CERTAIN):
            why: Why = "asked_order" if found.orders else "question"
            near = found.near or self._asked_about(sentence, given, carry).near
            return found._replace(verdict=Verdict.ASKED, orders=(), near=near, why=why)
        if found.orders and polite:
            found = found._replace(verdict=max(found.verdict, Verdict.OFFERED))
        return found._replace(ends=ends)

    def _asked_about(self, sentence: Sentence, given: Sequence[Word], carry: frozenset[Key]) -> Understood:
        """Read what stands behind the words that ask: `what happens if E42?`"""
        last = max((at for at, word in enumerate(given) if self._mood(word.folded)), default=-1)
        denied = any(self._mood(word.folded) in ("denials", "exceptions") for word in given)
        behind = [] if denied else given[last + 1 :]
        return self._parsed(sentence, behind, carry) if behind else Understood(Verdict.ASKED, sentence)

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
        behind, _ = _without(behind, self._common.instead)
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

    def speaks(self, given: Sequence[Word]) -> bool:
        """Return whether words hold something that makes a sentence no order, whatever else they say."""
        return is_undone(given) or any(
            self._mood(word.folded) and not any(key.role == "verb" for key in self.lexicon.keys(word.folded))
            for word in given
        )

    # answers of a word ------------------------------------------------------------------------------

    def _refused(self, sentence: Sentence) -> Understood:
        """Read a plain no: the one option that says so is done, one that ends something is offered."""
        passes = self._common.passes.at([word.folded for word in sentence.given]) > 0
        if not self.decliners and len(self.closers) == 1 and passes:
            return Understood(Verdict.OFFERED, sentence, (self._order(self.closers[0], sentence.given),))
        decliner = self.decliners[0] if len(self.decliners) == 1 else None
        if decliner is None or (decliner in self.closers and not passes and not self._is_denial(decliner)):
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

    # around the orders ------------------------------------------------------------------------------

    def without_salute(self, given: Sequence[Word]) -> Sequence[Word]:
        """Return the words without a greeting at their beginning, and the name of who is greeted."""
        folded, common = [word.folded for word in given], self._common
        length = max(common.greetings.at(folded), int(bool(folded) and common.is_in(common.salutes, folded[0])))
        if not length:
            return given
        end = next((n for n in range(length, len(given)) if given[n].broken), len(given))
        named = end - length <= _FEW and not any(
            self._is_said(given, n) or self._mood(folded[n]) for n in range(length, end)
        )
        return given[end:] if named else given

    def _without_end(self, given: Sequence[Word]) -> tuple[Sequence[Word], bool]:
        """Return the words without clauses that say that the round or message is over, and whether one ends a round."""
        kept: list[Word] = []
        ends = False
        for clause in _clauses(given):
            bare = [word for word in clause if word.folded not in self._common.joins]
            length = self._ending(bare)
            kept += clause[: len(clause) - length] if length < len(bare) or not length else ()
            ends = ends or bool(length and self.closers)
        return kept, ends

    def _ending(self, clause: Sequence[Word]) -> int:
        """Return how many words at the end of a clause say that the round is over, and are no order that ends it."""
        folded, finished = [word.folded for word in clause], self._common.finished
        length = next((n for n in range(min(len(clause), finished.longest), 0, -1) if finished.says(folded[-n:])), 0)
        if (length == 1 and length < len(clause)) or not length or self._grammar.sentence(clause[-length:]):
            return 0
        return length

    # the orders -------------------------------------------------------------------------------------

    def _of(self, sentence: Sentence, given: Sequence[Word], carry: frozenset[Key]) -> Understood:
        plain = given
        if (letter := self._letter(plain)) is not None:
            return Understood(Verdict.CERTAIN, sentence, (self._order(letter, given),), (letter,), verbs=letter.verbs)
        behind = next((n for n in range(1, len(given)) if given[n].broken), 0)
        if behind and (letter := self._letter(given[:behind])) is not None:
            plain = [replace(given[0], folded=letter.code.casefold()), *given[behind:]]
        elif len(given) > 1 and (entry := self.lexicon.letters.get(given[-1].folded)) is not None and given[-1].broken:
            return Understood(Verdict.ASKED, sentence, near=(entry,), why="letter_alone")
        plain, paid = self._without_payments(plain)
        if not plain:
            return Understood(Verdict.ASKED if paid else Verdict.IDLE, sentence)
        plain, reasoned = self._without_reasons(plain)
        if self._tells(plain):
            return self._in_mood(sentence, plain, carry)
        found = self._with_payments(self._parsed(sentence, plain, carry), paid)
        if reasoned and found.orders:
            return found._replace(verdict=Verdict.OFFERED)
        if found.verdict != Verdict.ASKED or found.near:
            return found
        rest, chosen = _without(plain, self._choosing)
        if chosen and rest and (found := self._parsed(sentence, rest, carry, chosen=True)).orders:
            return self._with_payments(found, paid)
        if paid:
            return Understood(Verdict.ASKED, sentence, near=self.near(plain))
        return self._in_mood(sentence, plain, carry)

    def _tells(self, given: Sequence[Word]) -> bool:
        """Return whether words tell what was done, but for what one says to ask politely (`хотелось бы`)."""
        for courtesies in (self._common.polite, self._common.edges):
            given, _ = _without(given, courtesies)
        return any(is_past(word.folded) for word in given)

    def _without_reasons(self, given: Sequence[Word]) -> tuple[Sequence[Word], bool]:
        """Return the words without the clauses that say why, each up to the next sign, and whether there was one."""
        folded, common = [word.folded for word in given], self._common
        kept, reasoned, at = list[Word](), False, 0
        while at < len(given):
            opens = common.reasons.at(folded, at) and (given[at].broken or folded[at] not in common.opening_reasons)
            if at and opens and not self._is_said(given, at):
                at = next((n for n in range(at + 1, len(given)) if given[n].broken), len(given))
                reasoned = True
                continue
            kept.append(given[at])
            at += 1
        return kept, reasoned

    @cached_property
    def _choosing(self) -> Phrases:
        """The verbs that choose an answer, whatever it is, but for those that are verbs of the game."""
        return Phrases([said for said in self._common.choosing if not self._book.is_verb(said[0])])

    def _parsed(
        self, sentence: Sentence, given: Sequence[Word], carry: frozenset[Key], *, chosen: bool = False
    ) -> Understood:
        """Return what words order that are all consumed; ASKED without anything near where they are not."""
        orders = self._grammar.sentence(given, _phrases(carry))
        if not orders:
            return Understood(Verdict.ASKED, sentence)
        verdict, made = Verdict.CERTAIN, list[Order]()
        carried = False
        entries = list[Entry]()
        for number, order in enumerate(orders):
            meant = self._meant(order)
            if self._heads(given[order.start : order.end], order, orders[number + 1 :]):
                continue
            if len({each.way.entry.at for each in meant}) != 1:
                near = tuple({each.way.entry.at: each.way.entry for each in meant or order.meanings}.values())
                return Understood(Verdict.ASKED, sentence, near=near if len(near) <= 2 * MOST_SHOWN else ())
            best = meant[0]
            entry = best.way.entry
            sure = best.verbal or self.one_kind or self._is_bare(best) or carried or (chosen and best.whole)
            if self._ends(entry) and not best.verbal:
                return Understood(Verdict.ASKED, sentence, why="unknown_verb")
            called = best.repairs or self._is_called(given[order.start : order.end])
            if not sure and len(orders) > 1 and called:
                return Understood(Verdict.ASKED, sentence, near=(entry,), why="unknown_verb")
            if best.repairs or not best.whole or not sure or not (entry.now or best.verbal):
                verdict = Verdict.OFFERED
            if self._ends(entry) and number + 1 < len(orders):
                verdict = Verdict.OFFERED
            made.append(self._order(entry, given[order.start : order.end], self._line(sentence, given[order.start])))
            entries.append(entry)
        last = entries[-1]
        verbs = last.verbs | ({SAID} if orders[-1].meanings and meant[0].verbal else set())
        once = tuple({order.code: order for order in reversed(made)}.values())[::-1]
        return Understood(verdict, sentence, once, tuple(entries), verbs=verbs)

    def _heads(self, given: Sequence[Word], order: Parsed, behind: Sequence[Parsed]) -> bool:
        """Return whether a verb alone is the heading of orders that say it again: `flags: flag Savoy`."""
        if len(given) > 1 or not behind or len(order.meanings) < 2 or not all(each.verbal for each in order.meanings):
            return False
        phrases, then = ({each.way.phrase for each in one.meanings} for one in (order, behind[0]))
        return not phrases.isdisjoint(then) and not any(
            key.role == "name" for key in self.lexicon.keys(given[0].folded)
        )

    def _meant(self, order: Parsed) -> list[Meaning]:
        """Return the best of what an order may mean: what can be answered now, without repairs, said in full."""
        exact = [each for each in order.meanings if each.whole and not each.repairs]
        verbal = {each.way.phrase for each in order.meanings if each.verbal and not each.repairs}
        exact = [each for each in exact if each.verbal or each.way.phrase not in verbal]  # its verb is no name as well
        mended = [each for each in order.meanings if each.whole and each.verbal]
        best = [each for each in exact if each.verbal] or exact or mended or list(order.meanings)
        best = [each for each in best if each.way.entry.now] or best
        plain = self.lexicon.plainest([each.way.entry for each in best]) if exact else []
        return [each for each in best if each.way.entry in plain] if plain else best

    def _is_called(self, given: Sequence[Word]) -> bool:
        """Return whether words name another seat, who may be spoken to."""
        return any(not self._others.isdisjoint(forms(word.folded)) for word in given)

    def _is_bare(self, meaning: Meaning) -> bool:
        """Return whether an order needs no verb."""
        number = meaning.way.phrase
        return number is not None and self._book.patterns[number].phrase.bare and meaning.whole

    def _ends(self, entry: Entry) -> bool:
        return self.declines(entry) and not entry.slots

    @staticmethod
    def _line(sentence: Sentence, first: Word) -> int:
        places = {word.column: line for word, line in zip(sentence.given, sentence.lines, strict=True)}
        return places.get(first.column, sentence.lines[0])

    def _letter(self, given: Sequence[Word]) -> Entry | None:
        """Return the option whose letter follows `option`, or whose letter or figure stands alone."""
        common = self._common
        kept = [
            word
            for at, word in enumerate(given)
            if word.folded not in common.articles or (at and given[at - 1].folded in common.counting)
        ]
        while kept:
            *before, last = (word.folded for word in kept)
            if before and kept[-1].broken:
                return None
            if not before and (entry := self.lexicon.figures.get(last)):
                return entry
            led = bool(before) and before[-1] in common.counting
            alone = not is_word_too(last) and not _without(kept[:-1], common.edges)[0]
            if (led or alone) and (entry := self.lexicon.letters.get(last)):
                return entry
            courteous = next((n for n in range(1, len(kept)) if common.edges.says([*before, last][-n:])), 0)
            kept = kept[: len(kept) - courteous] if courteous else []
        return None

    # how an order is paid ---------------------------------------------------------------------------

    def _without_payments(self, given: Sequence[Word]) -> tuple[Sequence[Word], list[tuple[int, str]]]:
        """Return the words without those that say how something is paid, and the payments by their column."""
        paid: list[tuple[int, str]] = []
        taken: set[int] = set()
        common, folded = self._common, [word.folded for word in given]
        known = self._book.credit_words
        for at, word in enumerate(given):
            form = next((known[each] for each in (word.folded, *forms(word.folded)) if each in known), "")
            length = self._book.payment_phrases.at(folded, at) if at else 0
            if not (form or length or word.folded[0] == "+") or self._is_of_name(folded, at):
                continue
            if length:
                paid.append((word.column, " ".join(folded[at : at + length])))
                led = common.articles | common.paying
                start = next((n for n in range(at, 0, -1) if folded[n - 1] not in led), 0)
                taken |= {*range(start, at + length)}
            elif word.folded[0] == "+":
                paid.append((word.column, word.folded))
                taken.add(at)
            elif form and not self._book.is_payment(word.folded):
                around = [n for n in (at + 1, at - 1, at + 2, at - 2, at - 3) if 0 <= n < len(given)]
                number = next((n for n in around if common.number(given[n].folded)), None)
                before = next((n for n in range(at - 1, -1, -1) if not common.is_in(common.fillers, folded[n])), 0)
                denied = before if folded[before] in common.denials else None
                if denied is not None:
                    taken |= {at, denied}
                elif number is not None:
                    paid.append((word.column, f"{form} {common.number(given[number].folded)}"))
                    first, last = min(at, number), max(at, number)
                    while first and given[first - 1].folded in common.paying:
                        first -= 1
                    free = common.articles | common.paying
                    taken |= {n for n in range(first, last + 1) if n in (at, number) or given[n].folded in free}
        return [word for n, word in enumerate(given) if n not in taken], paid

    def _is_of_name(self, folded: Sequence[str], at: int) -> bool:
        """Return whether a word and one beside it are of one name: `debt` of the card Debt Crisis is no credit."""
        named = {key for key in self.lexicon.keys(folded[at]) if key.role == "name"}
        beside = {
            key for word in (*folded[max(0, at - 1) : at], *folded[at + 1 : at + 2]) for key in self.lexicon.keys(word)
        }
        return not named.isdisjoint(beside)

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

    # what orders nothing ----------------------------------------------------------------------------

    def _mood(self, word: str) -> str:
        common = self._common
        for name in ("denials", "exceptions", "doubts", "questions", "talk"):
            if common.is_in(getattr(common, name), word):
                return name
        return "talk" if word in common.others or is_past(word) else ""

    def _in_mood(self, sentence: Sentence, given: Sequence[Word], carry: frozenset[Key]) -> Understood:
        """Read a sentence that is no order as it stands: a denial, a remark, an order with words beside it, or talk."""
        folded = [word.folded for word in given]
        moods = [at for at, word in enumerate(folded) if self._mood(word) or self._common.elsewhen.at(folded, at)]
        named = [at for at in range(len(given)) if self._is_said(given, at)]
        if all(self._says_little(word) for word in folded):
            return Understood(Verdict.IDLE, sentence)
        if not named:
            doubtful = bool(moods) and len(given) <= _FEW
            return Understood(Verdict.ASKED if doubtful else Verdict.IDLE, sentence, why="doubt" if doubtful else None)
        kinds = {self._mood(folded[at]) for at in moods}
        if kinds == {"exceptions"} and len(moods) == 1:
            return self._all_but(sentence, given, moods[0], carry)
        if kinds == {"denials"}:
            return self._denied(sentence, given, moods, carry)
        if moods:
            about = "questions" not in kinds or self._names([given[at] for at in named])
            return Understood(Verdict.ASKED, sentence, near=self.near(given, moods) if about else (), why="doubt")
        if (remarked := self._without_remark(sentence, given, carry)) is not None:
            return remarked
        return Understood(
            Verdict.ASKED, sentence, near=self.near(given), why="unknown_verb", begun=self._begun(given, carry)
        )

    def _says_little(self, word: str) -> bool:
        """Return whether a word stands around orders, or says only that something is done."""
        common = self._common
        alone = (word,) in common.edges or (word,) in common.choosing or word in common.articles
        return alone or any(word in phrase for phrase in common.polite) or common.is_in(common.light, word)

    def _is_said(self, given: Sequence[Word], at: int) -> bool:
        """Return whether a word is one of the game: of an answer, or of anything that may come."""
        word, common = given[at].folded, self._common
        if any(map(str.isdecimal, word)):
            return True
        if word in common.joins or word in common.articles or word in common.sides or word in common.prepositions:
            return False
        if common.passes.at([word]):
            return True
        if (word,) in common.edges and not self._book.is_verb(word):
            return False
        likes = (like for key, like in self.lexicon.keys(word).items() if key.role != "other")
        return any(like > SOUNDING for like in likes) or word.isdecimal() or self.lexicon.is_known(word)

    def _without_remark(self, sentence: Sentence, given: Sequence[Word], carry: frozenset[Key]) -> Understood | None:
        """Return the order before a last clause in which no word is of the game."""
        at = next((n for n in range(len(given) - 1, 0, -1) if given[n].broken), 0)
        if not at or any(self._is_said(given, n) for n in range(at, len(given))):
            return None
        found = self._parsed(sentence, given[:at], carry)
        acts = found.orders and all(self._acts(order) for order in self._grammar.sentence(given[:at], _phrases(carry)))
        return found._replace(verdict=Verdict.OFFERED) if acts else None

    def _acts(self, order: Parsed) -> bool:
        """Return whether an order says its verb."""
        return all(each.verbal for each in self._meant(order))

    def _denied(
        self, sentence: Sentence, given: Sequence[Word], moods: Sequence[int], carry: frozenset[Key]
    ) -> Understood:
        """Read a sentence in which something is denied: what stands beside it is offered, unless it is the same."""
        asked = Understood(Verdict.ASKED, sentence, near=self.near(given, moods), why="doubt")
        contrasts = self._common.contrasts
        starts = [0, *(n for n in range(1, len(given)) if given[n].folded in contrasts or n in moods)]
        if any(n and not given[n].broken and given[n - 1].folded not in contrasts for n in moods):
            return asked
        clauses = [given[start:end] for start, end in zip(starts, [*starts[1:], len(given)], strict=True)]
        barred = set[int]()
        for clause, start in zip(clauses, starts, strict=True):
            if start in moods:
                words = clause[1:]
                if not words or not (self._grammar.sentence(words, _phrases(carry)) or self._names(words)):
                    return asked
                barred |= {each.at for each in self._touched(words)}
        left = [
            [w for n, w in enumerate(c) if n or w.folded not in contrasts]
            for c, s in zip(clauses, starts, strict=True)
            if s not in moods
        ]
        if not any(left):
            return asked._replace(denies=True)
        found = self._parsed(sentence, [word for words in left for word in words], carry)
        if not found.orders or barred & {each.at for each in found.near}:
            return asked
        return found._replace(verdict=Verdict.OFFERED)

    def _names(self, given: Sequence[Word]) -> bool:
        """Return whether words are names and nothing else."""
        common = self._common
        free = common.articles | common.prepositions | common.joins | common.sides.keys()
        return all(
            word.folded in free or any(key.role == "name" for key in self.lexicon.keys(word.folded)) for word in given
        )

    def _touched(self, given: Sequence[Word]) -> Iterator[Entry]:
        """Yield the options that hold everything that words name."""
        bits, named = (1 << len(self.lexicon.entries)) - 1, False
        common = self._common
        for word in given:
            small = word.folded in common.sides or word.folded in common.prepositions or word.folded in common.joins
            keys = [key for key in self.lexicon.keys(word.folded) if key.role in ("name", "verb") and not small]
            bits &= self.lexicon.bits(keys) if keys else -1
            named = named or bool(keys)
        yield from (entry for entry in self.lexicon.entries if named and bits >> entry.at & 1)

    def _all_but(self, sentence: Sentence, given: Sequence[Word], at: int, carry: frozenset[Key]) -> Understood:
        """Return all of one kind but those that are named behind the word that excepts them."""
        asked = Understood(Verdict.ASKED, sentence, near=self.near(given, [at]), why="doubt")
        head = [word.folded for word in given[:at]]
        length = next((n for n in range(1, len(head) + 1) if self._common.every.says(head[-n:])), 0)
        verbs = [word for word in head[: len(head) - length] if (word,) not in self._common.edges]
        kinds = {entry.verbs for entry in self.lexicon.entries if entry.now and entry.slots}
        if not length or not kinds:
            return asked
        said = {
            key
            for word in verbs
            for key, like in self.lexicon.keys(word).items()
            if key.role == "verb" and like >= INFLECTED
        }
        if (verbs and not said) or (len(kinds) > 1 and not said):
            return asked
        kinds = {kind for kind in kinds if not said or kind & said}
        kind = next(iter(kinds), frozenset())
        left_out = self._parsed(sentence, given[at + 1 :], kind | {SAID}).near
        listed = [entry for entry in self.lexicon.entries if entry.verbs == kind and entry.now and entry.slots]
        if (
            len(kinds) != 1
            or not left_out
            or any(len(each.slots) > 1 or each not in listed for each in (*left_out, *listed))
        ):
            return asked
        orders = tuple(self._order(each, sentence.given) for each in listed if each not in left_out)
        return Understood(Verdict.OFFERED, sentence, orders) if orders else asked

    def _begun(self, given: Sequence[Word], carry: frozenset[Key]) -> Begun | None:
        """Return the order said in full that begins a sentence, and the words after it, which have no verb here."""
        common = self._common
        for end in range(len(given) - 1, 0, -1):
            first = given[end]
            if not (first.broken or first.folded in common.joins or first.folded in common.sides):
                continue  # it may be of a name that begins before it
            order = self._grammar.order(given, 0, end, _phrases(carry))
            meant = self._meant(order) if order is not None else []
            if (
                len(meant) == 1
                and meant[0].verbal
                and meant[0].whole
                and meant[0].way.entry.now
                and not meant[0].repairs
            ):
                return Begun(self._order(meant[0].way.entry, given[:end]), text_of(given[end:]))
        return None

    def near(self, given: Sequence[Word], moods: Sequence[int] = ()) -> tuple[Entry, ...]:
        """Return the options that share most with a sentence; none that it excludes."""
        hidden, common = {each.at for at in moods for each in self._excluded(given, at)}, self._common
        counted = {*common.numbers, *common.places, *common.articles, *common.joins, *common.prepositions}
        told: list[list[tuple[float, int]]] = []
        for at, word in enumerate(given):
            if at in moods or (word.folded,) in common.edges or word.folded in counted:
                continue
            small = common.is_in(common.fillers, word.folded)
            told.append(
                [
                    (like * (2 if key.role == "name" else 1), self.lexicon.bits((key,)))
                    for key, like in self.lexicon.keys(word.folded).items()
                    if (key.role != "other" or len(word.folded) >= _NAMES)
                    and (like >= INFLECTED or (not small and (like > SOUNDING or key.role == "verb")))
                ]
            )
        scores: list[tuple[float, int]] = []
        for at in range(len(self.lexicon.entries)):
            score = sum(max((like for like, bits in word if bits >> at & 1), default=0.0) for word in told)
            if score and at not in hidden:
                scores.append((score, at))
        scores = [each for each in scores if self.lexicon.entries[each[1]] not in self.closers] or scores
        top = max((score for score, _ in scores), default=0.0)
        best = [self.lexicon.entries[at] for score, at in scores if score == top]
        best = [each for each in best if each.now] or best
        close = sorted((-score, at) for score, at in scores if score >= _CLOSE * top)
        if len(close) <= MOST_SHOWN:
            return tuple(self.lexicon.entries[at] for _, at in close)
        return tuple(best[:MOST_SHOWN]) if len(best) <= MOST_SHOWN * 2 else ()

    def _excluded(self, given: Sequence[Word], at: int) -> Iterator[Entry]:
        """Yield the options that the words behind a denial or an exception name, up to where it ends."""
        if self._mood(given[at].folded) not in ("denials", "exceptions"):
            return
        end = next((n for n in range(at + 2, len(given)) if given[n].folded in self._common.contrasts), len(given))
        names = {
            key
            for word in given[at + 1 : end]
            for key, like in self.lexicon.keys(word.folded).items()
            if key.role == "name" and like >= INFLECTED
        }
        bits = self.lexicon.bits(names)
        yield from (entry for entry in self.lexicon.entries if bits >> entry.at & 1)
        yield from self._touched(given[at + 1 : end])
        said = {
            form for word in given[at + 1 : end] for form in (word.folded, *forms(word.folded))
        } | self._common.joins
        for entry in self.lexicon.entries:
            if all(not said.isdisjoint((word, *forms(word))) for word in folded_words(entry.label)):
                yield entry

    @staticmethod
    def _order(entry: Entry, given: Sequence[Word], line: int = -1) -> Order:
        return Order(line, entry.code, " ".join(word.typed for word in given), given[0].column)


SAID = Key("said", "", 0)
"""The mark, among what is carried from order to order, that the verb was said and is not only meant."""


def _phrases(carry: frozenset[Key]) -> frozenset[int]:
    """Return the phrases of the verbs that go on from what stands before."""
    return frozenset(int(key.id) for key in carry if key.role == "verb")


def _without(given: Sequence[Word], phrases: Phrases, but: Phrases | None = None) -> tuple[list[Word], bool]:
    """Return the words without phrases, and whether there was one; a longer one of `but` stays (`if I may`)."""
    folded = [word.folded for word in given]
    kept: list[Word] = []
    at, found = 0, False
    while at < len(given):
        length, whole = phrases.at(folded, at), but.at(folded, at) if but is not None else 0
        if whole > length:
            kept += given[at : at + whole]
            at += whole
            continue
        if length:
            found = True
            broken = given[at].broken
            at += length
            if at < len(given) and broken and kept:
                given = [*given[:at], replace(given[at], broken=True), *given[at + 1 :]]
            continue
        kept.append(given[at])
        at += 1
    return kept, found


def is_undone(given: Sequence[Word]) -> bool:
    """Return whether a denial alone stands behind other words: `flag Savoy - no!`."""
    return any(len(clause) == 1 and clause[0].folded in common_words().denials for clause in _clauses(given)[1:])


def _clauses(given: Sequence[Word]) -> list[list[Word]]:
    """Split the words at commas, and at `and` where an end may follow."""
    found: list[list[Word]] = []
    for word in given:
        if not found or word.broken or word.folded in common_words().joins:
            found.append([])
        found[-1].append(word)
    return found
