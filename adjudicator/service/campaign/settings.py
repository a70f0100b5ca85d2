"""Define what a campaign has agreed on, as it is kept in `Campaign.settings`. Each part has defaults."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal

import msgspec

from adjudicator.kernel.rules_code import code_hash
from adjudicator.service.timing.policy import TimingPolicy
from adjudicator.store.tables import Campaign

Archive = Literal["open", "own"]
TableDraws = Literal["none", "open", "all"]
"""Which draws a moderator enters: none, those that lie open on a table (dice, what everybody sees drawn), or all."""
Subjects = Literal["new", "constant"]
"""What subjects of mails say: what happened and is asked, or always the same."""
Signs = Literal["never", "free"]
"""Which agreements stewards sign: none, or those that cost their seat nothing by their own worth."""
TurnMails = Literal["turn", "round", "never"]
"""At the end of what everybody gets a mail that tells it."""
ReliabilityShown = Literal["moderators", "all"]
CarriedOut = Literal["players", "moderators"]
"""The people who carry out what players have voted for: the players themselves, or moderators who do not play."""
MOST_CHARACTERS = 50_000
MOST_PER_DAY = 1000
LONGEST_DELAY = 7 * 24 * 60


class PressPolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The letters that are allowed (`[press]` in the file of a campaign): the kinds, and the bounds.

    Letters to and from the moderator are always allowed, signed.
    `signed`, `anonymous`, `open` (signed for some of those who get it): how the author is shown. `public`: to
    everybody; `private`: to some. `observers`: they may write to others than the moderator. Letters that do not name
    their author to all leave at a moment drawn from the next `delay_minutes`, so that nobody finds them by the clock.
    `private_hours`, `public_hours`: for so long letters to some, and to everybody, are on their way at the least.
    `forged`: a player may write in the name of another seat. `pictures`: some that are attached go with a letter; not
    by default, for they take room, and one of a mail proves what people can only claim in words.
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
    private_hours: int = 0
    public_hours: int = 0
    forged: bool = False
    pictures: bool = False


class StewardPolicy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What stewards do: the program that plays in the place of people (`[stewards]` in the file of a campaign).

    `tries`: how many actions it tries for an answer; `delay_minutes`: how long a question is open before it answers.
    `rated`: whether a match in which one has played counts for ratings. `absence`: whether a player may let one play
    while they are away; where a missed deadline brings one they may anyway. `hints`: whether players may ask what one
    would compare. `signs`: which agreements it signs: none (`never`), or those that cost its seat nothing (`free`).
    """

    tries: int = 500
    delay_minutes: int = 0
    rated: bool = False
    absence: bool = False
    hints: bool = False
    signs: Signs = "never"


class Succession(msgspec.Struct, frozen=True, omit_defaults=True):
    """The moderator is silent, and the players are asked: since when, and which seat is for which."""

    asked_at: datetime
    votes: dict[str, str] = {}


class Agreed(msgspec.Struct, frozen=True, kw_only=True):
    """The terms that a campaign can agree on at its beginning."""

    timing: TimingPolicy = TimingPolicy()
    archive: Archive = "open"
    """After the end everybody may read the orders of all ("open"), or each seat only its own ("own")."""
    press: PressPolicy = PressPolicy()
    observers: bool = True
    """Whether newcomers may watch, with a code that the moderator hands out."""
    diary_for_successor: bool = False
    """Whether who takes a seat over may read the notes that are written from now on."""
    table_draws: TableDraws = "none"
    """Which draws are made at a table and entered by a moderator; the set-up is the adjudicator's all the same."""
    turn_mails: TurnMails = "turn"
    """Mails to everybody, whoever is asked: at the end of each turn (a war may be one), of each round too, or never."""
    subjects: Subjects = "new"
    """Constant ones keep all mails of a seat in one conversation where programs go by the subject."""
    reliability: ReliabilityShown = "moderators"
    """Who is told how many questions each player has answered in time, and how soon."""
    votes: CarriedOut = "players"
    """A vote that has passed is carried out at once, or by moderators who do not play."""
    examples: bool = True
    """Whether mails offer whole answers that a game has reckoned out; each seat may do without."""
    rated: bool | None = None
    """Whether its match counts for ratings. None: a new campaign is made to, unless it goes on from a position of
    elsewhere; one of which nobody has said so does not.
    """
    stewards: StewardPolicy = StewardPolicy()
    public: bool = False
    """Pages that anybody may read tell each turn on the web, where the installation writes such pages."""


class CampaignSettings(Agreed, frozen=True, kw_only=True, omit_defaults=True):
    """The whole configuration of one campaign. A part that is missing in the store is its default."""

    moderator_days: int = 7
    """The days without a word of a moderator, while something waits for it, after which players are asked; 0: never."""
    succession: Succession | None = None
    rules_code: str = ""
    """Hash of the code of the rules by which its match was begun, or was last found to be the same; empty: unknown."""
    practice: bool = False
    """One person plays it against stewards, to learn the game: no deadline runs, and they end it with a word."""
    channels: bool = False
    """Whether notices go anywhere beside the mails; who has none pays nothing for looking."""


_decoder: msgspec.json.Decoder[CampaignSettings] = msgspec.json.Decoder(CampaignSettings)


def settings_of(campaign: Campaign) -> CampaignSettings:
    """Return what the campaign has agreed on.

    Raises:
        msgspec.ValidationError: The database holds something else.
    """
    return _decoder.decode(with_new_names(campaign.settings)) if campaign.settings else CampaignSettings()


def keep_settings(campaign: Campaign, agreed: CampaignSettings) -> None:
    """Put them into the campaign's row (of a writing session)."""
    campaign.settings = msgspec.json.encode(agreed)


def note_rules(campaign: Campaign, game: str) -> None:
    """Note that the campaign is played by the installed code of a game from now on."""
    keep_settings(campaign, msgspec.structs.replace(settings_of(campaign), rules_code=code_hash(game)))


def is_other_code(campaign: Campaign, game: str) -> bool:
    """Return whether the code of the rules was changed since it was noted."""
    return settings_of(campaign).rules_code not in ("", code_hash(game))


def press_problems(policy: PressPolicy) -> list[str]:
    """Return what is wrong with the numbers, each with the name of its field."""
    bounds = {
        "characters": (1, MOST_CHARACTERS),
        "per_day": (1, MOST_PER_DAY),
        "delay_minutes": (0, LONGEST_DELAY),
        "private_hours": (0, LONGEST_DELAY // 60),
        "public_hours": (0, LONGEST_DELAY // 60),
    }
    return [
        f"{name}: from {least} to {most}"
        for name, (least, most) in bounds.items()
        if not least <= getattr(policy, name) <= most
    ]


# Know the former names of what a campaign agrees on: they are read until the next release, and written no more.

FORMER_NAMES: Final = {"diary_handed_on": "diary_for_successor"}
"""The name of today by the former one, of agreements beside `timing`."""
FORMER_TIMING_NAMES: Final = {
    "back_hours": "min_hours_after_absence",
    "drafts": "drafts_at_deadline",
    "early": "adjudication",
    "missed": "missed_deadline",
    "reactions": "wait_for_reactions",
}
"""The same, of rules about time."""
_IN_JSON: Final = [f'"{former}":'.encode() for former in (*FORMER_NAMES, *FORMER_TIMING_NAMES)]


def with_new_names(stored: bytes) -> bytes:
    """Return stored JSON with the keys of today, however deep agreements lie in it.

    >>> with_new_names(b'{"plan":{"timing":{"early":"window","hours":{"early":9}}}}')
    b'{"plan":{"timing":{"adjudication":"window","hours":{"early":9}}}}'
    """
    if not any(former in stored for former in _IN_JSON):
        return stored
    return msgspec.json.encode(_renamed(msgspec.json.decode(stored)))


def by_new_names(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the agreements of a file under their names of today; where one has both, that of today counts.

    >>> by_new_names({"timing": {"early": "window", "adjudication": "deadline"}})
    {'timing': {'adjudication': 'deadline'}}
    """
    named = _named(given, FORMER_NAMES)
    timing = named.get("timing")
    return named | {"timing": _named(timing, FORMER_TIMING_NAMES)} if isinstance(timing, Mapping) else named


def _named(given: Mapping[str, Any], former: Mapping[str, str]) -> dict[str, Any]:
    return {former.get(name, name): value for name, value in given.items()} | {
        name: value for name, value in given.items() if name not in former
    }


def _renamed(value: Any) -> Any:
    if isinstance(value, dict):
        return by_new_names({name: _renamed(inner) for name, inner in value.items()})
    return [*map(_renamed, value)] if isinstance(value, list) else value
