"""Finished matches as statistics and ratings take them: who sat where at the end, and who has won."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.kept_rules import plain_name
from adjudicator.kernel.result import Result
from adjudicator.store import finished

_result: msgspec.json.Decoder[Result] = msgspec.json.Decoder(Result)


class _Agreed(msgspec.Struct, frozen=True):
    """The part of a campaign's settings that counts here: there may be thousands."""

    rated: bool | None = None


_agreed: msgspec.json.Decoder[_Agreed] = msgspec.json.Decoder(_Agreed)


class Side(msgspec.Struct, frozen=True):
    """A seat, the numbers of the people who gave its orders at the end (several are a team), and whether it has won."""

    seat: str
    people: tuple[int, ...]
    won: bool = False


class FinishedMatch(msgspec.Struct, frozen=True):
    """A match that has ended. `closed`: before its end, so nobody has won or lost. `agreed`: its campaign counts."""

    campaign: str
    game: str
    at: datetime
    sides: tuple[Side, ...]
    closed: bool = False
    agreed: bool = True

    @property
    def drawn(self) -> bool:
        """Whether it was played to its end, and nobody has won."""
        return not self.closed and not any(side.won for side in self.sides)

    @property
    def rated(self) -> bool:
        """Whether it says anything of how strong its players are: at least two seats had somebody, and nobody two."""
        people = [person for side in self.sides for person in side.people]
        held = sum(bool(side.people) for side in self.sides)
        return self.agreed and not self.closed and held > 1 and len(people) == len({*people})


def outcomes(session: Session, game: str = "", campaigns: Collection[int] | None = None) -> list[FinishedMatch]:
    """Return the matches that have ended, of one game or of all, or of some campaigns, in order of ending.

    They are read as they are now: a corrected end counts as corrected, one that was taken back does not count.
    """
    there: dict[int, dict[str, list[int]]] = defaultdict(dict)
    for sitting in finished.sittings(session, game, campaigns):
        people = there[sitting.match_id].setdefault(sitting.seat, [])
        people += [] if sitting.person_id is None else [sitting.person_id]
    return [_outcome(row, there[row.match_id]) for row in finished.ended(session, game, campaigns)]


def _outcome(row: finished.Ended, seats: dict[str, list[int]]) -> FinishedMatch:
    result = None if row.result is None else _result.decode(row.result)
    winners = () if result is None else result.winners
    return FinishedMatch(
        campaign=row.campaign,
        game=plain_name(row.game),
        at=row.at,
        sides=tuple(Side(seat, tuple(people), seat in winners) for seat, people in seats.items()),
        closed=result is None,
        agreed=bool(row.settings and _agreed.decode(row.settings).rated),
    )
