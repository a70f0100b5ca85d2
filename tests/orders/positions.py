"""Saved positions, in which lines are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from adjudicator import Action, Match
from adjudicator.orders.sets import MailOutcome, run_orders
from adjudicator.orders.vocabulary.phrasebook import Phrasebook
from adjudicator.orders.vocabulary.sayings import Reading, as_tuple
from benchmarks.order_reading.sheets import scenes
from tests.carried import desk_asked, understood

Thing = tuple[tuple[str, str | int], ...]
OF_SEVERAL = ("cutting ties with", "разорвать связи с")
LEADS = frozenset(("from", "to", "in", "at", "with", "on", "into", "из", "в", "на", "с", "к", "по", "for", "за", "для"))


class Position:
    """A saved position, read in one language."""

    def __init__(self, name: str, language: str) -> None:
        scene = scenes()[name]
        assert scene.document is not None
        document = msgspec.json.decode(scene.document.read_bytes())
        self.match = Match.from_document(document, seed=b"unsaid", game=scene.game)
        self.seat, self.language = scene.seat, language
        self.book: Phrasebook = self.match.game.part("phrases").at(self.match.state)
        self.options = self.match.options(self.seat)

    @classmethod
    def for_line(cls, name: str, line: str) -> Position:
        """The position, read in the language of a line."""
        return cls(name, "ru" if any("а" <= letter <= "я" for letter in line) else "en")

    def read(self, *lines: str) -> MailOutcome:
        return run_orders(desk_asked(self.match, self.seat, self.language, self.book), lines)

    def meant(self, *lines: str) -> list[str]:
        """What lines do, or would do after a `yes`, in English; nothing where they are asked about."""
        return [self.book.say(action, "en") for action in understood(self.read(*lines))]

    def things(self, action: Action) -> list[Thing]:
        """What an order is about, however it is paid: each thing under all kinds that it may be named by."""
        fields = {field: getattr(action, field) for field in action.__struct_fields__}
        slots = [slot for pattern in self.book.patterns_of(Reading(type(action), fields))[:1] for slot in pattern.slots]
        told = [slot for slot in slots if not slot.argument.payment and slot.argument.form == "name"]
        values = ((slot, value) for slot in told for value in as_tuple(fields.get(slot.argument.field)))
        things = ([(kind, v) for kind, _ in slot.shelves] for slot, v in values if isinstance(v, str | int))
        return [known for each in things if (known := tuple(one for one in each if self.book.book.has(*one)))]

    def without(self, action: Action, thing: Thing) -> str:
        """The order without one of its things and the word that leads to it; "" where it is not named there."""
        said = self.book.say(action, self.language)
        names = (self.book.book.printed(kind, id, self.language) for kind, id in thing)
        name = next((name for name in names if name in said), "")
        before, _, behind = said.partition(name) if name else ("", "", "")
        led = next(
            (before.strip().removesuffix(each) for each in OF_SEVERAL if before.strip().endswith(each)), before
        ).split()
        return " ".join([*(led[:-1] if led and led[-1].lower() in LEADS else led), behind.strip(" ,")]).strip(" ,:")

    def open_choices(self) -> Iterator[tuple[str, list[Thing]]]:
        """Orders without one thing that might be several, with what is left; one of each kind. What is an order as it
        stands leaves nothing open; nor does what it names a second time.
        """
        known: set[tuple[type[Action], int]] = set()
        whole = {self.book.say(each, self.language) for each in self.options}
        for action in self.options:
            things = self.things(action)
            for at, thing in enumerate(things if len(things) > 1 else ()):
                rest = [*things[:at], *things[at + 1 :]]
                line = self.without(action, thing)
                if not line or line in whole or thing in rest or (type(action), at) in known:
                    continue
                if len(self.open_for(action, rest)) > 1:
                    known.add((type(action), at))
                    yield line, rest

    def open_for(self, action: Action, rest: list[Thing]) -> set[Thing]:
        """What is open where an order with the same verb is about all this and one thing more."""
        phrase = self.book.phrase_of(action)
        alike = [Counter(self.things(each)) for each in self.options if self.book.phrase_of(each) is phrase]
        fitting = (each for each in alike if each.total() == len(rest) + 1 and each >= Counter(rest))
        return {thing for each in fitting for thing in each - Counter(rest)}
