"""What orders may depend on, over what a bank may know: the part `conditions`, in English and Russian."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from adjudicator.components.names import CASES
from adjudicator.orders import NameBook
from adjudicator.orders.conditions import Condition, Conditions, Measured
from adjudicator.orders.orderfile import read_conditions

from .facts import BANK, BORDER, DATA, EMPIRE, ITEM, PRESTIGE, RELIGION, RULE_OF, VICTORY
from .known import known
from .names import names
from .rules.table import concessions, owner_of, pawn, prestige
from .rules.victories import supreme


class Holds(Condition, frozen=True, tag="holds"):
    """A bank, or the own one, has the square of an empire in its tableau. Rule B4."""

    empire: Annotated[str, EMPIRE]
    bank: Annotated[str | None, BANK] = None

    def holds(self, view: Any, seat: str) -> bool:
        return known(view).holder[EMPIRE.index[self.empire]] == (self.bank or seat)


class Lies(Condition, frozen=True, tag="lies"):
    """The square of an empire is in nobody's tableau, or it is a republic. Rule B2d, B4."""

    empire: Annotated[str, EMPIRE]
    how: Literal["throne", "republic"] = "throne"

    def holds(self, view: Any, seat: str) -> bool:
        state, number = known(view), EMPIRE.index[self.empire]
        return bool(state.republics >> number & 1) if self.how == "republic" else not state.holder[number]


class Is(Condition, frozen=True, tag="is"):
    """An empire is medieval, or a theocracy of a religion. Rule B2b."""

    empire: Annotated[str, EMPIRE]
    state: Annotated[str, RULE_OF]

    def holds(self, view: Any, seat: str) -> bool:
        return known(view).ruled[EMPIRE.index[self.empire]] == RULE_OF.index[self.state]


class HasConcession(Condition, frozen=True, tag="has_concession"):
    """A bank, or the own one, has a concession on a border. Rule B2c."""

    border: Annotated[str, BORDER]
    bank: Annotated[str | None, BANK] = None

    def holds(self, view: Any, seat: str) -> bool:
        return pawn(self.bank or seat) in known(view).borders[BORDER.index[self.border]]


class InHand(Condition, frozen=True, tag="in_hand"):
    """A card is in the own hand. Rule E1."""

    card: Annotated[str, ITEM]

    def holds(self, view: Any, seat: str) -> bool:
        return ITEM.index[self.card] in known(view).hands[seat]


class InTableau(Condition, frozen=True, tag="in_tableau"):
    """A card is in the tableau of a bank, or of the own one. Rule C3."""

    card: Annotated[str, ITEM]
    bank: Annotated[str | None, BANK] = None

    def holds(self, view: Any, seat: str) -> bool:
        return owner_of(known(view), ITEM.index[self.card]) == (self.bank or seat)


class InMarket(Condition, frozen=True, tag="in_market"):
    """A card lies in the market, to be bought. Rule E1."""

    card: Annotated[str, ITEM]

    def holds(self, view: Any, seat: str) -> bool:
        return any(ITEM.index[self.card] in row[1:] for row in known(view).market)


class Opened(Condition, frozen=True, tag="opened"):
    """A victory tile is active. Rule L1."""

    victory: Annotated[str, VICTORY]

    def holds(self, view: Any, seat: str) -> bool:
        return bool(known(view).victories >> VICTORY.index[self.victory] & 1)


class Supreme(Condition, frozen=True, tag="supreme"):
    """A religion is supreme. Rule L3."""

    religion: Annotated[str, RELIGION]

    def holds(self, view: Any, seat: str) -> bool:
        return supreme(known(view)) == RELIGION.index[self.religion]


class OnTurn(Condition, frozen=True, tag="on_turn"):
    """It is the turn of a bank. Rule D1."""

    bank: Annotated[str, BANK]

    def holds(self, view: Any, seat: str) -> bool:
        return known(view).active == self.bank


class Florins(Measured, frozen=True, tag="florins"):
    """The florins of a bank, or of the own one. Rule C7."""

    bank: Annotated[str | None, BANK] = None

    def measure(self, view: Any, seat: str) -> int:
        return known(view).florins.get(self.bank or seat, 0)  # nothing, of a bank that does not play


class Hand(Measured, frozen=True, tag="hand"):
    """How many cards a bank, or the own one, holds. Rule E1a."""

    bank: Annotated[str | None, BANK] = None

    def measure(self, view: Any, seat: str) -> int:
        return len(known(view).hands.get(self.bank or seat, ()))


class ConcessionCount(Measured, frozen=True, tag="concessions"):
    """How many concessions a bank, or the own one, has. Rule L5."""

    bank: Annotated[str | None, BANK] = None

    def measure(self, view: Any, seat: str) -> int:
        return concessions(known(view), self.bank or seat).bit_count()


class Prestige(Measured, frozen=True, tag="prestige"):
    """How much prestige of a kind a bank, or the own one, shows. Rule I2b."""

    kind: Annotated[str, PRESTIGE] = PRESTIGE.ids[0]
    bank: Annotated[str | None, BANK] = None

    def measure(self, view: Any, seat: str) -> int:
        state, bank = known(view), self.bank or seat
        return prestige(state, bank)[PRESTIGE.index[self.kind]] if bank in state.florins else 0


_ALL: Final = (
    *(Holds, Lies, Is, HasConcession, InHand, InTableau, InMarket, Opened, Supreme, OnTurn),
    *(Florins, Hand, ConcessionCount, Prestige),
)
CONDITIONS: Final = Conditions(
    NameBook.of(names, cases={BANK: CASES, EMPIRE: CASES}), read_conditions(DATA / "conditions.yaml", _ALL)
)
