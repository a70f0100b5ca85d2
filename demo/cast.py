"""Define who plays in the demonstration, and how they write."""

from __future__ import annotations

import hashlib
import secrets
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.kernel.game import Game
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.trials import trials_of
from adjudicator.service.people.new_campaigns import NewCampaign, Player
from adjudicator.service.timing.policy import TimingPolicy
from demo.answers import Slip
from demo.correspondent import Account

DOMAIN = "demo.test"
OFFICE = "orders"
"""The mailbox of the adjudicator."""
NAME = "demonstration"


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A player of the demonstration. `slips` and `twice` count their mails from 0."""

    user: str
    name: str
    language: str
    zone: str
    programs: tuple[str, ...]
    slips: dict[int, Slip]
    twice: tuple[int, ...] = ()

    @property
    def address(self) -> str:
        return f"{self.user}@{DOMAIN}"


_CAST = (
    Person(
        user="anna",
        name="Anna Reed",
        language="en",
        zone="Europe/London",
        programs=("gmail", "outlook", "phone"),
        slips={3: Slip.STALE, 5: Slip.MISSPELT, 8: Slip.TWICE},
    ),
    Person(
        user="petr",
        name="Пётр Лебедев",
        language="ru",
        zone="Europe/Moscow",
        programs=("mail.ru", "gmail", "outlook", "phone", "mail.ru", "gmail html"),
        slips={0: Slip.MISSPELT, 5: Slip.TWICE, 8: Slip.STALE},
        twice=(2,),
    ),
    Person(
        user="clara",
        name="Clara Weiss",
        language="en",
        zone="Europe/Berlin",
        programs=("phone", "gmail html", "outlook"),
        slips={1: Slip.MISSPELT, 4: Slip.STALE},
    ),
    Person(
        user="olga",
        name="Ольга Громова",
        language="ru",
        zone="Asia/Novosibirsk",
        programs=("gmail", "phone", "mail.ru"),
        slips={2: Slip.MISSPELT, 4: Slip.TWICE},
        twice=(1,),
    ),
)

MODERATOR = Person(
    user="mona",
    name="Mona Vale",
    language="en",
    zone="Europe/Paris",
    programs=("gmail", "outlook", "phone"),
    slips={1: Slip.MISSPELT},
)
"""Who moderates, where the rules of a game leave something to somebody."""


def people(count: int) -> tuple[Person, ...]:
    """So many players. Who comes back at a larger table has a number behind the name.

    >>> [person.user for person in people(6)]
    ['anna', 'petr', 'clara', 'olga', 'anna2', 'petr2']
    """
    return tuple(_numbered(_CAST[place % len(_CAST)], place // len(_CAST) + 1) for place in range(count))


def _numbered(person: Person, number: int) -> Person:
    if number == 1:
        return person
    return msgspec.structs.replace(person, user=f"{person.user}{number}", name=f"{person.name} {number}")


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """The facts that a started demonstration must remember to be continued."""

    game: str
    seed: int
    begun: float
    turns: int | None
    """After how many turns of the game it stops; None: at its end."""
    passwords: dict[str, str]
    pack: dict[str, Any] | None = None
    """The content that is played; without it the game's own."""
    players: int | None = None
    """So many people play, all the seats between them where the game needs more; None: one each."""
    matches: int = 1
    """So many matches of a series; `turns` are those of the last."""
    stewards: int = 0
    """So many of the seats are played by stewards."""
    script: bool = False
    """Whether a moderator corrects a die by a script when the turns are over."""

    @staticmethod
    def new(  # noqa: PLR0913 - what is played, and how far
        game: str,
        seed: int,
        begun: float,
        turns: int | None,
        pack: dict[str, Any] | None = None,
        players: int | None = None,
        matches: int = 1,
        *,
        stewards: int = 0,
        script: bool = False,
    ) -> Run:
        bare = Run(
            game=game,
            seed=seed,
            begun=begun,
            turns=turns,
            passwords={},
            pack=pack,
            players=players,
            matches=matches,
            stewards=stewards,
            script=script,
        )
        users = (OFFICE, *(person.user for person in bare.people))
        return msgspec.structs.replace(bare, passwords={user: secrets.token_urlsafe(12) for user in users})

    @property
    def title(self) -> str:
        """The title of the campaign."""
        return game_named(self.game).titles["en"]

    @property
    def last(self) -> str:
        """The name of the campaign that is the last match."""
        return NAME if self.matches == 1 else f"{NAME}-{self.matches}"

    @property
    def people(self) -> tuple[Person, ...]:
        """The players in the order of their first seats, and who moderates."""
        return tuple({person.user: person for person in self.seats.values()}.values())

    @property
    def seats(self) -> dict[str, Person]:
        """The player of each seat: where so many can play the game they have one each, else all seats between them.

        Somebody moderates where the rules leave something to a person, or matches follow each other.
        """
        game = game_named(self.game)
        count = self.players or len(game.seats)
        players = dict(zip(self._seats_of_people, cycle(people(count)), strict=False))
        return players | ({"moderator": MODERATOR} if game.moderated or self.matches > 1 else {})

    @property
    def _seats(self) -> tuple[str, ...]:
        """The seats that are played, by people or stewards."""
        game = game_named(self.game)
        count = (self.players or len(game.seats)) + self.stewards
        return game.seatings(count)[0] if count in game.numbers else game.seats

    @property
    def _seats_of_people(self) -> tuple[str, ...]:
        """Those of people: with stewards some that lie apart."""
        count = len(self._seats) - self.stewards
        return tuple(self._seats[place * len(self._seats) // count] for place in range(count))

    def campaign(self) -> NewCampaign:
        """Return the campaign that is played."""
        return NewCampaign(
            name=NAME,
            title=self.title,
            game=self.game,
            players=tuple(
                Player(
                    seat=seat,
                    name=person.name,
                    email=person.address,
                    language=person.language,
                    time_zone=person.zone,
                )
                for seat, person in self.seats.items()
            )
            + tuple(Player(seat=seat, steward=True) for seat in self._seats if seat not in self.seats),
            pack=self.pack,
            timing=TimingPolicy(news_minutes=0),
            seed=hashlib.sha256(f"demonstration {self.seed}".encode()).digest(),
        )

    def account(self, person: Person, imap_port: int, smtp_port: int) -> Account:
        """Return what the program of a player is told."""
        trials = trials_of(game_named(self.game))
        own = [seat for seat, player in self.seats.items() if player == person]
        return Account(
            name=person.name,
            address=person.address,
            password=self.passwords[person.user],
            language=person.language,
            zone=person.zone,
            imap_port=imap_port,
            smtp_port=smtp_port,
            programs=person.programs,
            seed=f"{self.seed} {person.user}",
            slips=person.slips,
            twice=person.twice,
            looks=self._looks(person),
            eager=trials.eager.get(person.language, ()),
            loath=trials.loath.get(person.language, ()),
            record=tuple(map(tuple, trials.record.get(own[0], ()))) if len(own) == 1 else (),
            matches=self.matches,
        )

    def _looks(self, person: Person) -> dict[int, str]:
        """Return when a player asks what they may offer, and for standing orders: in games with orders at any time."""
        if type(game_named(self.game)).anytime is Game.anytime or person == MODERATOR:
            return {}
        offers, standing = ("предложения", "постоянно") if person.language == "ru" else ("offers", "standing")
        return {0: standing, 1: offers, 4: offers}


def load(path: Path) -> Run | None:
    """Return the run that a folder holds, or None if there is none."""
    return msgspec.json.decode(path.read_bytes(), type=Run) if path.exists() else None
