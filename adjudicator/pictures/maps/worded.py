"""A board in words, for readers who do not see it: who holds what, what has changed."""

from collections.abc import Iterator, Sequence

from adjudicator.language import language as spoken

from .declared import Declared, P
from .highlights import Change, ChangeKind
from .markers import Marker

_FEW = 6
"""Places that are all named, whoever holds them."""
_MOST_TOLD = 10
"""Changes that the words of a picture tell at most."""


class Worded(Declared[P]):
    """The words of a board about what it shows."""

    def alt(self, shown: P, language: str) -> str:
        """Describe the picture for readers who do not see it: its title, who holds what, who is where, what changed."""
        words = spoken(language)
        places: dict[str, list[str]] = {}
        for place, owner in self.owners(shown).items():
            places.setdefault(owner, []).append(self.name("place", place, language))
        parts = [f"{self.title(shown, language)}."]
        parts += [f"{self.name('side', side, language)}: {words.listing(found)}." for side, found in places.items()]
        for side, found in self._guests(shown, language).items():
            at = {"side": self.name("side", side, language), "places": words.listing(found)}
            parts.append(words.gettext("%(side)s is at: %(places)s.", **at))
        if changed := [self.name("place", change.id, language) for change in shown.changed]:
            parts.append(words.gettext("Changed since your last picture: %(places)s.", places=words.listing(changed)))
        return " ".join(parts)

    def _guests(self, shown: P, language: str) -> dict[str, list[str]]:
        """Return the names of the places where a side has pieces, and which are not its own."""
        found: dict[str, list[str]] = {}
        for mark in self.marks(shown):
            for side in mark.there:
                if side != mark.side:
                    found.setdefault(side, []).append(self.name("place", mark.place, language))
        return found

    def beside(self, shown: P, language: str) -> str | None:
        """Describe the picture next to the figures of all; None for a board that has no shorter words."""
        return None

    def within(self, places: Sequence[str], shown: P, language: str) -> Iterator[str]:
        """Yield what lies on the places of a part, in words: `France: Savoy E42, Sardinia E58.`, side by side.

        If there are few places, also those that no side holds.
        """
        owners, held = self.owners(shown), dict[str, list[str]]()
        for place in places:
            held.setdefault(owners.get(place, ""), []).append(self.called(place, language))
        for side in (*self.sides, *([""] if len(places) <= _FEW else ())):
            if side in held:
                owner = self.name("side", side, language) if side else spoken(language).gettext("nobody")
                yield f"{owner}: {', '.join(held[side])}."

    def told_of(self, changes: Sequence[Change], was: P, shown: P, language: str) -> str:
        """Return what changed, new owners first; of a long list its beginning and how many more there are."""
        if not changes:
            return ""
        words, most = spoken(language), len(changes) if len(changes) <= _MOST_TOLD + 1 else _MOST_TOLD
        ranked = sorted(changes, key=lambda change: change.kind not in ("gained", "lost"))
        told = "; ".join(self.told(change, was, shown, language) for change in ranked[:most])
        if left := len(changes) - most:
            told = words.gettext("%(things)s and %(n)s more", things=told, n=left)
        told = told.removesuffix(".")  # of an abbreviation
        return words.gettext("Planned: %(changes)s.", changes=told) if changes[0].planned else f"{told}."

    def told(self, change: Change, was: P, shown: P, language: str) -> str:
        """Return a change in words: `Privateers: Britain (before: nobody)`, `Georgia (Britain): conflict`."""
        words, place = spoken(language), self.called(change.id, language)
        old, new = (self.holder(change.id, each, language) for each in (was, shown))
        if self.changes_hands(change.id, was, shown):
            return words.gettext("%(place)s: %(new)s (before: %(old)s)", place=place, new=new, old=old)
        held = f"{place} ({new})" if self.owner(change.id, shown) else place
        return ": ".join(filter(None, (held, ", ".join(self.otherwise(change.id, was, shown, language)))))

    def holder(self, place: str, shown: P, language: str) -> str:
        """Return whose a place is, in words: `nobody` where it belongs to no side."""
        owner = self.owner(place, shown)
        return self.name("side", owner, language) if owner else spoken(language).gettext("nobody")

    def otherwise(self, place: str, was: P, shown: P, language: str) -> Iterator[str]:
        """Yield what changed in a place that looks different though its owner is the same.

        A conflict, the figure in the marker, whose pieces are there.
        """
        words, fought = spoken(language), [place in self.fought_over(each) for each in (was, shown)]
        if fought[0] != fought[1]:
            yield words.gettext("conflict") if fought[1] else words.gettext("conflict over")
        old, new = (self._mark(place, each) for each in (was, shown))
        if old.text != new.text:
            yield words.gettext("%(new)s (before: %(old)s)", new=new.text or "—", old=old.text or "—")
        if come := [self.name("side", side, language) for side in new.there if side not in old.there]:
            yield words.gettext("here now: %(sides)s", sides=words.listing(come))
        if gone := [self.name("side", side, language) for side in old.there if side not in new.there]:
            yield words.gettext("no longer here: %(sides)s", sides=words.listing(gone))

    def _mark(self, place: str, shown: P) -> Marker:
        return next((mark for mark in self.marks(shown) if mark.place == place), Marker(place=place))

    def changes_hands(self, place: str, was: P, shown: P) -> bool:
        """Return whether a place belongs to another side than it did."""
        return self.owner(place, was) != self.owner(place, shown)

    def kind(self, place: str, was: P, shown: P) -> ChangeKind:
        """Return what happened to a place that looks different from before."""
        if self.changes_hands(place, was, shown):
            return "gained" if self.owner(place, shown) else "lost"
        return "conflict" if place in self.fought_over(shown) and place not in self.fought_over(was) else "changed"
