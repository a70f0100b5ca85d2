"""Which letters a campaign allows (part of its settings; `[press]` in its file)."""

from __future__ import annotations

import msgspec

MOST_CHARACTERS = 50_000
MOST_PER_DAY = 1000
LONGEST_DELAY = 7 * 24 * 60


class PressPolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The kinds that are allowed, and the bounds. Letters to and from the moderator are always allowed, signed.

    `signed`, `anonymous`, `open` (signed for some of those who get it): how the author is shown. `public`: to
    everybody; `private`: to some. `observers`: they may write to others than the moderator. Letters that do not name
    their author to all leave at a moment drawn from the next `delay_minutes`, so that nobody finds him by the clock.
    """

    signed: bool = True
    anonymous: bool = False
    open: bool = False
    public: bool = True
    private: bool = True
    observers: bool = False
    characters: int = 8000
    per_day: int = 30
    delay_minutes: int = 120


def problems_of(policy: PressPolicy) -> list[str]:
    """What is wrong with the numbers, each with the name of its field."""
    bounds = {
        "characters": (1, MOST_CHARACTERS),
        "per_day": (1, MOST_PER_DAY),
        "delay_minutes": (0, LONGEST_DELAY),
    }
    return [
        f"{name}: from {least} to {most}"
        for name, (least, most) in bounds.items()
        if not least <= getattr(policy, name) <= most
    ]
