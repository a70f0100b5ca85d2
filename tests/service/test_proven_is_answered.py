"""Whoever is proven to have written a mail is answered once, whatever becomes of it: every reason there is.

The reasons are read from the program itself: where a mail is settled as anything but handled, where it is decided which
way it goes, and where reading gives up. A new one without an answer, or without a word why there is none, fails here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from adjudicator.mail.model import Nature
from adjudicator.mail.routing import HoldReason
from adjudicator.service.inbox import handling
from adjudicator.service.moderation.commands import Hold
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.timing.policy import MissedDeadline, TimingPolicy
from adjudicator.settings import Settings
from adjudicator.store.tables import InboundMail, InboundStatus, Role
from tests.service.conftest import Installation, text_of, words_of
from tests.service.test_deadlines_by_mail import stand_by
from tests.service.test_gathering import gather
from tests.service.test_held_mails import BLUE, PASS, RED, filled_quote, seat, send
from tests.service.test_holdings import STELLA, do

pytestmark = pytest.mark.store("sqlite")

ADJUDICATOR = Path(handling.__file__).parents[2]
SEATS = {"red": "en", "blue": "ru", "moderator": "en"}

STRANGER = "nobody is proven to be anybody: a stranger is told nothing"
UNPROVEN = "nothing proves who wrote it"
PROGRAM = "a program wrote it"


@pytest.fixture
def installation(judging: Settings, installation_of: Any) -> Installation:
    made: Installation = installation_of(judging)
    return made


def begun(installation: Installation, **more: Any) -> int:
    return installation.create("sealed-bids", SEATS, **more)


def elsewhere(**headers: str) -> dict[str, str]:
    """A mail that answers none of ours and comes to no secret address."""
    return {"to": "orders@game.test", "In_Reply_To": "<none@elsewhere.test>", "Subject": "hello", **headers}


# each writes as red, proven, and returns what became of it


def a_copy(installation: Installation) -> InboundMail:
    begun(installation)
    raw = installation.raw("red", "1a\n", Authentication_Results=PASS)
    installation.put(raw)
    return installation.put(raw)


def nothing_of_ours(installation: Installation) -> InboundMail:
    begun(installation)
    return send(installation, "red", "> 1a", PASS)


def the_quoted_form(installation: Installation) -> InboundMail:
    begun(installation, mail_format="full")
    quote = filled_quote(text_of(installation.newest("red")))
    return send(installation, "red", f"\nOn Friday the adjudicator wrote:\n{quote}", PASS)


def the_quoted_form_too_often(installation: Installation) -> InboundMail:
    begun(installation)
    for _ in range(20):
        the_row = send(installation, "red", "1a", PASS, Cc=BLUE)
        installation.clock.forward(hours=1)
        assert the_row.status is InboundStatus.HELD
    installation.deliver()
    return send(installation, "red", "1b", PASS, Cc=BLUE)


def the_quoted_form_of_a_reader(installation: Installation) -> InboundMail:
    campaign = begun(installation, mail_format="full")
    quote = filled_quote(text_of(installation.newest("red")))
    do(installation, campaign, Hold(seat="red", who=STELLA, role=Role.COPY))
    installation.deliver()
    return send(installation, "red", f"\nOn Friday the adjudicator wrote:\n{quote}", PASS, sender=STELLA.email)


def heard_by_an_opponent(installation: Installation) -> InboundMail:
    begun(installation)
    return send(installation, "red", "1a", PASS, Cc=BLUE)


def from_a_shared_mailbox(installation: Installation) -> InboundMail:
    people = (("red", "Anna", RED), ("blue", "Boris", RED))
    players = tuple(new_campaigns.Player(seat=seat, name=name, email=email) for seat, name, email in people)
    new = new_campaigns.NewCampaign(name="home", title="At Home", game="sealed-bids", seed=b"home", players=players)
    campaign = new_campaigns.create(installation.service, new)
    installation.deliver()
    return send(installation, "red", "1a", PASS, to=f"orders+{seat(installation, campaign, 'red').token}@game.test")


def like_a_program(installation: Installation) -> InboundMail:
    begun(installation)
    return send(installation, "red", "I am out of office until Monday and read no mails.", PASS, Precedence="bulk")


def at_an_opponents_address(installation: Installation) -> InboundMail:
    campaign = begun(installation)
    return send(installation, "red", "1a", PASS, to=f"orders+{seat(installation, campaign, 'blue').token}@game.test")


def at_an_opponents_address_before_the_match(installation: Installation) -> InboundMail:
    made = gather(installation, Start.MODERATOR)
    for sender in (RED, BLUE):
        installation.put(installation_mail(sender, f"join {made.code}"))
    address = next(str(mail["Reply-To"]) for to, mail in installation.deliver() if to == BLUE)
    return installation.put(installation_mail(RED, "leave", address))


def installation_mail(sender: str, text: str, to: str = "orders@game.test") -> bytes:
    """A proven mail that answers none of ours."""
    mail = EmailMessage()
    mail["Authentication-Results"], mail["From"], mail["To"] = PASS, sender, to
    mail["Message-ID"], mail["Subject"] = f"<{sender}{len(text)}>", "hello"
    mail.set_content(text)
    return mail.as_bytes()


def too_many_parts(installation: Installation, **headers: str) -> InboundMail:
    begun(installation)
    parts = "".join("--x\r\nContent-Type: text/plain\r\n\r\n1a\r\n" for _ in range(200)) + "--x--\r\n"
    head = installation.raw("red", "", Authentication_Results=PASS, **headers).partition(b"\n\n")[0]
    kept = [line for line in head.split(b"\n") if not line.lower().startswith(b"content-")]
    return installation.put(b"\n".join(kept) + b"\nContent-Type: multipart/mixed; boundary=x\n\n" + parts.encode())


def too_many_parts_for_no_seat(installation: Installation) -> InboundMail:
    return too_many_parts(installation, **elsewhere())


def for_no_seat(installation: Installation) -> InboundMail:
    begun(installation)
    begun(installation, name="second")
    return send(installation, "red", "1a", PASS, **elsewhere())


def for_two_seats(installation: Installation) -> InboundMail:
    tags = " ".join(
        f"[{seat(installation, begun(installation, name=name), 'red').tag}]" for name in ("first", "second")
    )
    return send(installation, "red", "1a", PASS, **elsewhere(Subject=tags))


def for_a_seat_of_others(installation: Installation) -> InboundMail:
    begun(installation)
    tag = _others(installation)
    return send(installation, "red", "1a", PASS, **elsewhere(Subject=f"[{tag}]"))


def _others(installation: Installation) -> str:
    """A campaign of other people; the public tag of one of its seats."""
    people = (("red", "Vera", "vera@players.test"), ("blue", "Olga", "olga@players.test"))
    players = tuple(new_campaigns.Player(seat=seat, name=name, email=email) for seat, name, email in people)
    new = new_campaigns.NewCampaign(name="theirs", title="Theirs", game="sealed-bids", seed=b"x", players=players)
    campaign = new_campaigns.create(installation.service, new)
    installation.deliver()
    return seat(installation, campaign, "red").tag


def when_the_seat_has_gone(installation: Installation) -> InboundMail:
    campaign = installation.create(
        "sealed-bids", SEATS, timing=TimingPolicy(missed_deadline=MissedDeadline.REPLACEMENT)
    )
    stand_by(installation, campaign, "red", "stella@players.test")
    send(installation, "blue", "2a", PASS)
    installation.deliver()
    installation.clock.forward(hours=73)
    return send(installation, "red", "1a", PASS)


def where_the_service_stumbles(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> InboundMail:
    """The one reason that needs a defect: every try ends in an error."""
    begun(installation)

    def stumbles(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(handling, "run_pipeline", stumbles)
        row = send(installation, "red", "status", PASS)
        for _ in range(installation.service.settings.limits.attempts):
            installation.clock.forward(minutes=3)
            handling.handle(installation.service, row.id)
    return installation.look_at(row.id)


Scene = Callable[..., InboundMail]
ENDS: dict[str, str | tuple[Scene, str]] = {
    "codes.from_new_address: 'a wrong code'": STRANGER,
    "duplicates.unproven: CARRIED_OUT": UNPROVEN,
    "duplicates.unproven: ASKED_ABOUT": UNPROVEN,
    "duplicates.believed: CARRIED_OUT": (a_copy, "on file"),
    "handling._poison: STUMBLED + why": (where_the_service_stumbles, "could not process your email"),
    "held_mails.hold: 'the sender gives no orders for the seat'": (
        the_quoted_form_of_a_reader, "someone else gives its orders",
    ),
    "held_mails.hold: found.outcome.why": (the_quoted_form, "inside the quoted copy"),
    "contents.of_a_program: at.mail.sign": (like_a_program, "looks as if a program"),
    "contents.shared_mailbox: 'a shared mailbox'": (from_a_shared_mailbox, "also that of"),
    "senders.bounce_address: 'written to the address for bounces'": PROGRAM,
    "senders.author: 'a wrong code'": UNPROVEN,
    "senders.foreign_address: FOREIGN": (at_an_opponents_address, "an address of ours that is not yours"),
    "senders.no_person: at.found.outcome.why": (for_a_seat_of_others, "not clear for which"),
    "senders.unreadable: at.mail.nature_why": (too_many_parts, "too large to be read"),
    "senders.no_seat: at.found.outcome.why": (for_no_seat, "not clear for which"),
    "senders._before_the_match: at.found.outcome.why": UNPROVEN,
    "turns.deadline: 'the seat has changed hands'": (when_the_seat_has_gone, "played by somebody else from now on"),
    "bounces.take_report: f'{told}: {ours.recipient}'": PROGRAM,
    "bounces.take_report: f'{mail.nature_why}; it names no mail of ours'": PROGRAM,
    # which way a mail goes
    "routing.decide: mail.nature_why": PROGRAM,  # but for one that cannot be read: senders.unreadable
    "routing.decide: mail.sign": PROGRAM,
    "routing.decide: 'no orders found'": (nothing_of_ours, "No orders carried out"),
    "routing.decide: verdict.why": UNPROVEN,
    "routing.decide: 'filled in inside the quote'": (the_quoted_form, "inside the quoted copy"),
    "routing.decide: FOREIGN": (at_an_opponents_address_before_the_match, "an address of ours that is not yours"),
    "routing.decide: 'address not registered for the seat'": (for_a_seat_of_others, "not clear for which"),
    "routing._without_seat: 'no token and an unknown sender'": STRANGER,
    "routing._without_seat: 'tokens of several seats'": (for_two_seats, "not clear for which"),
    "routing._without_seat: 'no token: which seat is meant?'": (for_no_seat, "not clear for which"),
    # why a mail waits
    "hold: unproven": UNPROVEN,
    "hold: forged": UNPROVEN,
    "hold: stranger": STRANGER,
    "hold: quoted": (the_quoted_form, "inside the quoted copy"),
    "hold: overheard": (heard_by_an_opponent, "Blue was among its recipients"),
    "hold: shared": (from_a_shared_mailbox, "also that of"),
    "confirmations: TooManyOpen": (the_quoted_form_too_often, "wait for your word"),
    # why a mail is not read
    "nature: bounce": PROGRAM,
    "nature: automatic": PROGRAM,
    "nature: receipt": PROGRAM,
    "nature: echo": PROGRAM,
    "nature: complaint": PROGRAM,
    "nature: unreadable": (too_many_parts_for_no_seat, "not clear for which"),
    "read: 'header size'": "nothing in such headers is believed, so nobody is proven",
    "read: 'headers'": "the same",
    "read: 'size'": (too_many_parts, "too large to be read"),
    "read: 'lines'": (too_many_parts, "too large to be read"),
    "read: 'no From header' if not values else 'more than one From header'": "it names nobody, so nobody is proven",
    "address: 'more than one address in From'": "it names several, so nobody is proven",
    "address: 'no address in From'": "it names nobody, so nobody is proven",
    "address: 'no single address in From'": "it names nobody, or several, so nobody is proven",
    **{
        f"mime: {what!r}": (too_many_parts, "too large to be read")
        for what in ("levels", "header of a part", "parts", "headers", "lines")
    },
}  # fmt: skip
"""Every reason, with a mail that has it and what its writer reads, or why nobody is answered."""


def in_the_program() -> Iterator[str]:
    """Every reason in the text of the program."""
    service, mail = ADJUDICATOR / "service", ADJUDICATOR / "mail"
    for path in (*(service / "inbox").rglob("*.py"), service / "outbox" / "bounces.py"):
        for function, call in _calls(path, ("settled", "Settlement")):
            given = [ast.unparse(arg) for arg in call.args]
            named = ast.unparse(call.func).endswith("settled")
            why = given[1 if named else 2 : 2 if named else 3]
            if path.stem != "passing" and "HANDLED" not in given[0] and why:
                yield f"{path.stem}.{function}: {why[0]}"
            elif path.stem != "passing":
                assert "HANDLED" in given[0], f"{path.stem}.{function} gives no reason"
    for function, call in _calls(mail / "routing.py", ("RoutingDecision",)):
        given = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
        if given["kind"] != "Route.ORDERS":
            why = given["why"]
            yield f"routing.{function}: {repr('address not registered for the seat') if _is_named(given) else why}"
    yield from (f"hold: {each.value}" for each in HoldReason)
    yield from (f"nature: {each.value}" for each in Nature if each is not Nature.PERSON)
    yield "confirmations: TooManyOpen"
    for path in mail.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            raised = node.exc if isinstance(node, ast.Raise) else None
            if isinstance(raised, ast.Call) and ast.unparse(raised.func) in ("LimitError", "SenderError"):
                yield f"{path.stem}: {ast.unparse(raised.args[0])}"


def _is_named(given: dict[str, str]) -> bool:
    """Whether a decision takes its reason from a variable of that name, and is not about the quote."""
    return given["why"] == "why" and "QUOTED" not in given.get("hold", "")


def _calls(path: Path, names: tuple[str, ...]) -> Iterator[tuple[str, ast.Call]]:
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in names:
                    yield function.name, node


def test_every_reason_is_named_here() -> None:
    found = {
        each.replace("routing.decide: why", "routing.decide: 'filled in inside the quote'") for each in in_the_program()
    }
    assert found == set(ENDS)


SCENES = {scene.__name__: (scene, says) for scene, says in (each for each in ENDS.values() if isinstance(each, tuple))}


@pytest.mark.parametrize("name", SCENES)
def test_a_proven_writer_is_answered_once(
    installation: Installation, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, says = SCENES[name]
    more = {"monkeypatch": monkeypatch} if scene is where_the_service_stumbles else {}
    row = scene(installation, **more)
    answers = [mail for to, mail in installation.deliver() if to == row.sender]
    assert len(answers) == 1, (row.status, row.reason)
    assert says in words_of(answers[0])
    assert answerable(answers[0]), "and can answer back"


def answerable(mail: EmailMessage) -> bool:
    """Whether an answer goes to a seat, or the mail says that there is none any more, or asks which is meant."""
    return "+" in str(mail["Reply-To"]) or any(
        each in words_of(mail) for each in ("played by somebody else", "not clear for which")
    )
