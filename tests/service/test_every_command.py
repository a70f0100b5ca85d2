"""Every command, from everybody, in every state of a campaign: an answer, or a stated reason why there is none."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from email.message import EmailMessage
from itertools import product
from random import Random
from typing import Any

import pytest
from guild_fair.rules.chains import LoanAnswers
from msgspec import Struct
from sqlalchemy import update
from sqlmodel import col, select

from adjudicator import new_match
from adjudicator.language import language
from adjudicator.mail.model import Nature
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.commands.command import Command
from adjudicator.service.commands.registry import ALL
from adjudicator.service.moderation.command import Author, ModeratorCommand, perform
from adjudicator.service.moderation.commands import Hold, Next, Pause, Replace
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.people.gathering import joining
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.settings import Settings
from adjudicator.store.campaigns import campaign_by_name, seats_at_table
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import (
    Address,
    Campaign,
    CampaignState,
    InboundMail,
    InboundStatus,
    OutboundMail,
    OutboundState,
    Person,
    Role,
)
from tests.long_cases import long_but
from tests.service.beginnings import begun
from tests.service.conftest import MX, Installation
from tests.service.test_series import last_moves

pytestmark = pytest.mark.store("sqlite")

STEP = 240
"""The quick run takes each so many-th pair of a command and a role, others in each state; the long one takes all."""
GUILDS = {"bakers": "Anna", "brewers": "Boris", "drapers": "Vera", "masons": "Vera", "smiths": "Mila"}
RUSSIAN = ("Boris", "Nora", "Tim", "Olga")
ARGUMENTS = (
    "", "24 h", "until 1.12", "1", "on", "off", "each", "ru", "text", "Europe/Berlin", "1234-5678", "1234-5678-9012",
    "to bakers: hello", "to bakers:", "add anna@third.test", "NEXTCODE22", "undercut: decline", "bakers", "1 bakers",
    "Nora <nora@players.test>", "1 bakers Nora <nora@players.test>", "undercut: ask", "yes", "no", "from 1.12 to 3.12",
)  # fmt: skip
"""What may stand behind a command: each gets its first two that it takes."""
SILENT = {
    "no token and an unknown sender": "a stranger is told nothing, for the sender may be forged",
    "address not registered for the seat": "the same",
}
"""Why nobody is answered."""


class Somebody(Struct, frozen=True):
    """Who writes, to which address, and where answers may go."""

    role: str
    sender: str
    to: str
    language: str = "en"
    reads: tuple[str, ...] = ()

    @property
    def mailboxes(self) -> set[str]:
        return {self.sender, *self.reads}


def email_of(name: str) -> str:
    return f"{name.lower()}@players.test"


def player(seat: str, name: str) -> Player:
    return Player(seat=seat, name=name, email=email_of(name), language="ru" if name in RUSSIAN else "en")


def at(installation: Installation, campaign: int) -> CampaignContext:
    with reading(installation.service.engine) as session:
        return table_of_campaign(installation.service.work(session), campaign)


def do(installation: Installation, campaign: int, deed: ModeratorCommand) -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        perform(table_of_campaign(installation.service.work(session), campaign), deed, Author("Mila"))
    installation.deliver()


def write(installation: Installation, campaign: int, seat: str, text: str) -> None:
    table = at(installation, campaign)
    mail = EmailMessage()
    mail["From"], mail["To"] = (
        table.by_name[seat].emails[0],
        installation.service.reply_address(table.by_name[seat].token),
    )
    mail["Subject"], mail["Message-ID"] = "orders", f"<{installation.uid}.building@players.test>"
    mail.set_content(text + "\n")
    assert installation.put(mail.as_bytes()).status is InboundStatus.HANDLED
    installation.deliver()


def fair(installation: Installation, seats: Mapping[str, str] = GUILDS, **more: Any) -> int:
    people = [player(seat, name) for seat, name in seats.items()]
    chairs = [player("moderator", "Mila"), player("moderator", "Tim"), player("observer", "Olga")]
    new = NewCampaign(
        name="fair", title="The Fair", players=(*people, *chairs), **{"game": "guild-fair", "seed": b"fair", **more}
    )
    made = create(installation.service, new)
    installation.deliver()
    return made


def calm(installation: Installation, **more: Any) -> int:
    return fair(installation, options={"visitors": False}, **more)


def some_answered(installation: Installation) -> int:
    made = calm(installation)
    for seat in ("brewers", "masons"):
        match = at(installation, made).match
        write(installation, made, seat, match.game.part("phrases").say(match.options(seat)[0], "en"))
    return made


def paused(installation: Installation) -> int:
    made = calm(installation)
    do(installation, made, Pause())
    return made


def no_answers() -> None:
    """From now on a guild that is asked about loans has nothing to answer."""
    LoanAnswers.options = lambda self, state, seat: []  # type: ignore[method-assign]


def standstill(installation: Installation) -> int:
    made = calm(installation)
    match = at(installation, made).match
    no_answers()
    write(installation, made, "bakers", match.game.part("phrases").say(match.options("bakers")[0], "en"))
    assert at(installation, made).campaign.state is CampaignState.PAUSED
    return made


def moderator_asked(installation: Installation) -> int:
    def omen(seed: bytes) -> str:
        return str(new_match("guild-fair", seats=tuple(GUILDS), seed=seed).log[0].chance[0].value)

    made = fair(installation, seed=next(b"%d" % n for n in range(200) if omen(b"%d" % n) == "visitor"))
    assert at(installation, made).rulers
    return made


def table_draw(installation: Installation) -> int:
    made = fair(installation, {"red": "Anna", "blue": "Boris"}, game="sealed-bids", table_draws="open")
    for seat in ("red", "blue"):
        match = at(installation, made).match
        write(installation, made, seat, match.game.part("phrases").say(match.options(seat)[0], "en"))
    assert at(installation, made).match.awaited is not None
    return made


def finished(installation: Installation) -> int:
    made, rng = fair(installation, document=last_moves(tuple(GUILDS))), Random(1)
    for _ in range(200):
        table = at(installation, made)
        waiting = [seat for decision in table.match.decisions() for seat in decision.waiting]
        if not waiting:
            break
        line = table.match.game.part("phrases").say(table.match.sample(waiting[0], rng), "en")
        write(installation, made, waiting[0], line)
    assert at(installation, made).match.result is not None
    return made


def next_match(installation: Installation) -> int:
    before = finished(installation)
    do(installation, before, Next(log=at(installation, before).head.sequence))
    with reading(installation.service.engine) as session:
        found = campaign_by_name(session, "fair-2")
    assert found is not None
    return found.id


def archived(installation: Installation) -> int:
    made = finished(installation)
    with writing(installation.service.engine) as session:
        session.execute(update(Campaign).where(col(Campaign.id) == made).values(state=CampaignState.ARCHIVED))
    return made


def gathering(installation: Installation) -> int:
    chairs = (player("moderator", "Mila"), player("moderator", "Tim"))
    new = NewCampaign(name="fair", title="The Fair", game="guild-fair", players=chairs, seed=b"fair")
    made = joining.gather(installation.service, new, Start.MODERATOR)
    for name in ("Anna", "Boris"):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = email_of(name), "orders@game.test", "join"
        mail["Message-ID"] = f"<{name}.joins@players.test>"
        mail.set_content(f"join {made.code}\n" if name == "Anna" else f"вступить {made.code}\n")
        installation.put(mail.as_bytes())
    installation.deliver()
    return made.campaign_id


STATES: dict[str, Callable[[Installation], int]] = {
    each.__name__: each
    for each in (
        gathering, calm, some_answered, paused, standstill, moderator_asked, table_draw, finished, next_match, archived
    )
}  # fmt: skip


def joined_by_others(installation: Installation, campaign: int) -> tuple[Somebody, ...]:
    """Somebody who reads along, somebody who stands by, a second address, and a player who is replaced."""
    table = at(installation, campaign)
    seats = {seat.holders[0].name: seat for seat in table.players if seat.holders}
    old = installation.service.reply_address(seats["Boris"].token)
    for name, seat, role in (("Rita", seats["Anna"].name, Role.COPY), ("Sven", seats["Anna"].name, Role.STANDBY)):
        who = Newcomer(name=name, email=email_of(name), language="en")
        if table.campaign.state in (CampaignState.RUNNING, CampaignState.PAUSED):
            do(installation, campaign, Hold(seat=seat, who=who, role=role))
    nora = Newcomer(name="Nora", email=email_of("Nora"), language="ru")
    if table.campaign.state in (CampaignState.RUNNING, CampaignState.PAUSED):
        do(installation, campaign, Replace(seat=seats["Boris"].name, to=nora))
    with writing(installation.service.engine) as session:
        anna = session.scalars(select(Person).where(col(Person.name) == "Anna")).one()
        session.add(Address(person_id=anna.id, email="anna@second.test", registered_at=installation.clock.now()))
    return (Somebody("replaced player", email_of("Boris"), old, "ru"),)


def people(installation: Installation, campaign: int) -> list[Somebody]:
    """Everybody who may write, by what they are."""
    more = (
        ()
        if campaign_state(installation, campaign) is CampaignState.INVITING
        else joined_by_others(installation, campaign)
    )
    with reading(installation.service.engine) as session:
        seats = {seat.name: seat for seat in seats_at_table(session, campaign, installation.clock.now())}
    address = {name: installation.service.reply_address(seat.token) for name, seat in seats.items()}
    plain, anna = "orders@game.test", email_of("Anna")
    first = next(name for name, seat in seats.items() if anna in seat.emails)
    found = [
        Somebody("stranger", "eve@elsewhere.test", plain),
        Somebody("invited, not joined", email_of("Ivan"), plain, "ru"),
        Somebody("second address, not registered", "anna@phone.test", address[first], reads=(anna,)),
        Somebody("forger", anna, address[first], reads=(anna,)),
        Somebody("without an address", anna, plain),
    ]
    for name, seat in seats.items():
        for holder in seat.holders:
            tongue = "ru" if holder.name in RUSSIAN else "en"
            role = f"{holder.name}, {holder.role.value}, {name}"
            found.append(Somebody(role, holder.emails[0], address[name], tongue, tuple(holder.emails)))
    if any("anna@second.test" in seat.emails for seat in seats.values()):
        found.append(Somebody("second address", "anna@second.test", address[first], reads=(anna,)))
    return [*found, *more]


def campaign_state(installation: Installation, campaign: int) -> CampaignState:
    with reading(installation.service.engine) as session:
        return session.get_one(Campaign, campaign).state


def lines_of(command: Command, code: str) -> list[str]:
    """How somebody may write it: bare, and with something behind it."""
    name = command.name(language(code))
    taken = [rest for rest in ARGUMENTS if command.takes(rest)]
    assert taken, f"nothing stands in ARGUMENTS that {command.id} takes"
    return [f"{name} {rest}".strip() for rest in (*taken[:1], *taken[1:][:1])]


class Snapshot:
    """The state of an installation, to begin anew from."""

    def __init__(self, installation: Installation) -> None:
        self._installation, self._path = installation, installation.service.engine.url.database
        self._kept, self._time = sqlite3.connect(":memory:"), installation.clock.time
        with sqlite3.connect(str(self._path)) as live:
            live.backup(self._kept)

    def restore(self) -> None:
        self._installation.service.engine.dispose()
        with sqlite3.connect(str(self._path)) as live:
            self._kept.backup(live)
        self._installation.clock.time = self._time


@pytest.fixture(params=STATES)
def state(
    request: pytest.FixtureRequest, installation: Installation, judging: Settings
) -> Iterator[tuple[str, list[Somebody]]]:
    options = LoanAnswers.options
    everybody = begun(installation, request.param, lambda: people(installation, STATES[request.param](installation)))
    if request.param == standstill.__name__:
        no_answers()
    installation.service = dataclasses.replace(installation.service, settings=judging)
    yield request.param, everybody
    LoanAnswers.options = options  # type: ignore[method-assign]


def sent(installation: Installation, who: Somebody, text: str) -> InboundMail:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = who.sender, who.to, "hello"
    mail["Message-ID"] = f"<{installation.uid}.{who.sender}>"
    if who.role != "forger":
        domain = who.sender.partition("@")[2]
        mail["Authentication-Results"] = f"{MX}; dmarc=pass header.from={domain}"
    mail.set_content(text + "\n")
    return installation.put(mail.as_bytes())


def wrong(installation: Installation, who: Somebody, text: str) -> str:
    """What is wrong with how a mail is treated; empty: nothing."""
    row = sent(installation, who, text)
    answers = [address for address, _ in installation.deliver() if address in who.mailboxes]
    with reading(installation.service.engine) as session:
        left = session.scalars(select(OutboundMail).where(col(OutboundMail.state) == OutboundState.QUEUED)).all()
        unsaid = [mail for mail in left if mail.due_at <= installation.clock.now() or mail.attempts]
    if unsaid:
        return f"a mail could not be written: {unsaid[0].kind} to {unsaid[0].recipient}"
    if row.status is InboundStatus.RECEIVED or row.attempts:
        return f"not settled: {row.reason}"
    if row.reason.startswith("the service stumbled"):
        return row.reason
    if not answers and row.reason not in SILENT:
        return f"no answer: {row.status} {row.reason!r}"
    return "" if row.nature == Nature.PERSON.value else f"taken for {row.nature}"


def pairs(everybody: list[Somebody], name: str, step: int) -> list[tuple[Somebody, str]]:
    chosen = list(product(ALL, everybody))
    Random(name).shuffle(chosen)
    rng = Random(name)
    return [(who, rng.choice(lines_of(command, who.language))) for command, who in chosen[::step]]


@pytest.mark.parametrize("step", [STEP, pytest.param(1, marks=pytest.mark.long)])
def test_every_command_of_everybody_is_answered(
    installation: Installation, state: tuple[str, list[Somebody]], step: int
) -> None:
    name, everybody = state
    snapshot, found = Snapshot(installation), []
    for who, text in pairs(everybody, name, step):
        snapshot.restore()
        if why := wrong(installation, who, text):
            found.append(f"{who.role}: {text!r}: {why}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("half", "every"), long_but(((0, 3), (0, 1), (1, 1)), [(0, 3)]))
def test_whatever_is_tried_is_answered(
    installation: Installation, state: tuple[str, list[Somebody]], half: int, every: int
) -> None:
    """In each run by every third of them."""
    snapshot, found, first = Snapshot(installation), [], [*STATES].index(state[0]) + half
    for place, who in [*enumerate(state[1], first)][first % every :: every]:
        text = ("check 1a", "check")[place % 2]
        snapshot.restore()
        if why := wrong(installation, who, text if who.language == "en" else text.replace("check", "проверить")):
            found.append(f"{who.role}: {text!r}: {why}")
    assert not found, "\n".join(found)
