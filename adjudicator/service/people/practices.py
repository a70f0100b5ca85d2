"""Practice by mail: a campaign of one person against stewards, which they begin and end with a word.

What must hold: nobody is written to, and no campaign begins, in another's name. A mail that nothing proves is answered
with a code to the address that it names, as with who asks to join. Whoever the installation does not let practise gets
no answer, unless they have a seat here. One person has one practice at a time.
"""

import re
import secrets
from collections.abc import Mapping
from datetime import timedelta

import msgspec

from adjudicator.kernel.registry import game_named, games
from adjudicator.language import CODES, Language, language, language_called, msgid
from adjudicator.mail.model import ReadMail
from adjudicator.mail.results import Proof
from adjudicator.orders.text import clean, normalize_word, order_part
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.confirmations import Purpose, Redeemed, TooManyOpen
from adjudicator.service.campaign.settings import PressPolicy, StewardPolicy, keep_settings, settings_of
from adjudicator.service.campaign.troubles import Rejected, RejectionReason
from adjudicator.service.outbox import answers, plain_mails
from adjudicator.service.people import new_campaigns
from adjudicator.service.people.gathering.request import LONGEST_NAME, MOST_LINES, pairs_in, seat_wanted, zone_of
from adjudicator.service.people.new_campaigns import NewCampaign, Player
from adjudicator.service.people.zones import zone_called
from adjudicator.service.service import UnitOfWork
from adjudicator.settings import Practice
from adjudicator.store import confirmations as stored
from adjudicator.store.campaigns import LETTERS, at_play_of, seats_of_address
from adjudicator.store.confirmations import Owner
from adjudicator.store.tables import Campaign, CampaignState

NAMES = {"en": ("practice", "practise"), "ru": ("практика", "тренировка")}
ADDRESS_A_DAY, ALL_A_DAY = 3, 30
"""Codes that an address may be sent in a day, and all addresses together."""
FEW = 3
"""The words that may stand behind the word for practice where none of them is a game."""
_WORD_OF = {normalize_word(form): code for code in reversed(CODES) for form in language(code).forms(NAMES)}
_LINE = re.compile(r"\s*([^\W\d_]+)\b[\s:,]*(.*)", re.DOTALL)

not_here = RejectionReason("no_practice", msgid("The operator of this service lets nobody practise here."))
runs_already = RejectionReason(
    "practice_runs",
    msgid("Your practice “%(campaign)s” is not over. Answer its latest email; “%(stop)s” there ends it."),
)
which_game = RejectionReason("which_game", msgid("Which game? Write one of these lines: %(lines)s."))
no_such_seat = RejectionReason("no_such_seat", msgid("Nobody plays “%(wrong)s” in %(game)s. Its seats: %(names)s."))


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants to practise; `game` is empty where they name none, or none that there is."""

    game: str
    seat: str = ""
    name: str = ""
    email: str = ""
    language: str
    zone: str = ""


def playable() -> dict[str, Mapping[str, str]]:
    """Return the games that can be practised by mail, with their titles: those that no moderator need rule in."""
    owners = map(game_named, games())
    return {each.id: each.titles for each in owners if {"phrases", "report"} <= {*each.parts} and not each.moderated}


def read(rest: str, code: str) -> Wanted:
    """Return what stands behind the word for practice, written in this language: a game, and pairs of words."""
    named, given = pairs_in(rest)
    game, behind = _game_in(named)
    return Wanted(
        game=game,
        seat=given.get("seat", "") or behind,
        name=given.get("name", "")[:LONGEST_NAME],
        language=language_called(given.get("language", "")) or code,
        zone=zone_called(given.get("zone", "")) or "",
    )


def _game_in(named: str) -> tuple[str, str]:
    """Return the game with whose name or title a text begins, or the only one that begins so, and what is left.

    The game is empty if there is none.
    """
    known = {_plain(name): game for game, titles in playable().items() for name in (*titles.values(), game)}
    words = named.split()
    for length in range(len(words), 0, -1):
        if found := known.get(_plain(" ".join(words[:length]))):
            return found, " ".join(words[length:])
    begun = {game for name, game in known.items() if words and name.startswith(_plain(named))}
    return (begun.pop() if len(begun) == 1 else ""), ""


def is_about(rest: str) -> bool:
    """Return whether what stands behind the word for practice may name a game: a sentence of many words does not."""
    return len(rest.split()) <= FEW or bool(read(rest, "en").game)


def _plain(name: str) -> str:
    return " ".join(normalize_word(word) for word in re.split(r"[\W_]+", name) if word)


def wanted_in(mail: ReadMail) -> Wanted | None:
    """Return what a mail wants to practise, in one of its first lines or its subject; None if it is no such mail."""
    if mail.sender is None:
        return None
    for line in (*mail.lines[:MOST_LINES], mail.subject):
        found = _LINE.fullmatch(order_part(clean(line))[:600].rstrip(" .!"))
        code = None if found is None else _WORD_OF.get(normalize_word(found[1]))
        if found is not None and code is not None and is_about(found[2]):
            wanted = read(found[2], code)
            name = " ".join((wanted.name or mail.sender.name or mail.sender.address.partition("@")[0]).split())
            zone = wanted.zone or zone_of(mail)
            email = mail.sender.address
            return msgspec.structs.replace(wanted, name=name[:LONGEST_NAME], email=email, zone=zone)
    return None


def take_request(work: UnitOfWork, mail: ReadMail, proof: Proof) -> str | None:
    """Answer somebody who wants to practise, and name no seat of theirs. Returns what came of it.

    None: it is no such mail, or whoever wrote it may not.
    """
    wanted = None if proof is Proof.FORGED else wanted_in(mail)
    if wanted is None or not _may(work, wanted.email):
        return None
    if proof is Proof.PROVEN:
        _begin_or_say(work, wanted)
        return "wants to practise"
    if not wanted.game:
        return None
    return f"wants to practise, not proven: {'its address is asked' if _ask(work, wanted) else 'asked too often'}"


def _may(work: UnitOfWork, email: str) -> bool:
    """Return whether the installation lets the reader of an address practise."""
    who = work.service.settings.access.practice
    return who is Practice.ANYBODY or (
        who is Practice.PLAYERS and bool(seats_of_address(work.session, email, work.now))
    )


def begin(work: UnitOfWork, wanted: Wanted) -> Campaign:
    """Begin a practice: its first mail is the answer.

    Raises:
        Rejected: They may not, one of theirs is not over, or there is no such game or seat.
    """
    words = language(wanted.language)
    if not _may(work, wanted.email):
        raise not_here()
    if running := _running(work, wanted.email):
        raise runs_already(campaign=running.title, stop=words.typed(en="stop", ru="стоп"))
    if not wanted.game:
        raise which_game(lines=_lines(words))
    game, seat = game_named(wanted.game), _seat(wanted, words)
    seats = next(each for number in sorted(game.numbers) for each in game.seatings(number) if seat in (*each, ""))
    own = seat or seats[0]
    person = Player(
        seat=own,
        name=wanted.name,
        email=wanted.email,
        language=wanted.language,
        time_zone=_zone(work, wanted),
    )
    title = words.gettext("%(game)s, practice", game=_title(game.id, words))
    new = NewCampaign(
        name=f"practice-{''.join(secrets.choice(LETTERS) for _ in range(10))}",
        title=title[:100],
        game=game.id,
        players=tuple(
            person if each == own else Player(seat=each, steward=True, language=wanted.language) for each in seats
        ),
        language=wanted.language,
        time_zone=person.time_zone,
        mailbox=work.mailbox,
        press=PressPolicy(public=False, private=False),
        observers=False,
        stewards=StewardPolicy(hints=True),
    )
    ready = new_campaigns.made_ready(work.session, new)
    campaign = new_campaigns.opened(work, ready.new, CampaignState.RUNNING)
    campaign.started_at = work.now
    keep_settings(campaign, msgspec.structs.replace(settings_of(campaign), practice=True, moderator_days=0))
    new_campaigns.begin(work, campaign, ready.match, ready.secret)
    return campaign


def _running(work: UnitOfWork, email: str) -> Campaign | None:
    """Return the practice of a reader of an address that is not over."""
    theirs = at_play_of(work.session, email, work.now)
    return next((each for each in theirs if settings_of(each).practice), None)


def _seat(wanted: Wanted, words: Language) -> str:
    """Return the seat that is named; empty where none is."""
    game = game_named(wanted.game)
    report = game.part("report")
    names = [(seat, tuple(report.party(seat, language(code)).name for code in CODES)) for seat in game.seats]
    found = seat_wanted(wanted.seat, names) if wanted.seat else ""
    if found is None:
        named = words.listing([report.party(seat, words).name for seat in game.seats])
        raise no_such_seat(wrong=wanted.seat[:60], game=_title(game.id, words), names=named)
    return found


def _title(game: str, words: Language) -> str:
    titles = game_named(game).titles
    return titles.get(words.code, titles["en"])


def _lines(words: Language) -> str:
    lines = (f"{words.forms(NAMES)[0]} {game}" for game in playable())
    return words.listing([words.gettext("“%(text)s”", text=line) for line in lines], "or")


def _begin_or_say(work: UnitOfWork, wanted: Wanted) -> None:
    """Begin a practice, or tell its address why not, if that may still be told something."""
    try:
        begin(work, wanted)
    except Rejected as why:
        if answers.may_answer(work, wanted.email, unasked=True):
            words, of = language(wanted.language), _running(work, wanted.email)
            title, zone = words.gettext("nothing was changed"), _zone(work, wanted)
            plain_mails.send(work, wanted.email, words, title, why.text(words), zone=zone, campaign=of)


def _zone(work: UnitOfWork, wanted: Wanted) -> str:
    return wanted.zone or work.service.settings.campaign.time_zone


def _ask(work: UnitOfWork, wanted: Wanted) -> bool:
    """Send a code to the address that a request came from. False: it, or all together, had too many."""
    day = work.now - timedelta(days=1)
    if (
        stored.issued_since(work.session, Begin.id, day, email=wanted.email) >= ADDRESS_A_DAY
        or stored.issued_since(work.session, Begin.id, day) >= ALL_A_DAY
        or not answers.may_answer(work, wanted.email)
    ):
        return False
    owner, payload = Owner(email=wanted.email), msgspec.json.encode(wanted)
    try:
        code = confirmations.issue(work.session, stored.Request(Begin.id, owner, payload, alone=True), work.now)
    except TooManyOpen:
        return False
    words, zone = language(wanted.language), _zone(work, wanted)
    told = words.gettext(
        "An email from your address asks to practise %(game)s by email, and nothing proves that you wrote it. Nothing "
        "is done yet. If it was you, send the code back; if not, you need do nothing.",
        game=_title(wanted.game, words),
    )
    choice = confirmations.how_to(words, code, work.now + stored.HOLDS, zone, work.now)
    plain_mails.send(work, wanted.email, words, words.gettext("is this email yours?"), told, choice, zone=zone)
    return True


class Begin(Purpose):
    """The word of an address that its owner wants to practise."""

    id = "practice"
    proves = True

    def confirmed(self, act: CommandContext, redeemed: Redeemed) -> CommandReply:
        """Confirm it from a seat elsewhere; the first mail of the practice is the answer."""
        self.from_address(act.work, redeemed, reject=False)
        return CommandReply(shows=("sent",), changed=True)

    def from_address(self, work: UnitOfWork, redeemed: Redeemed, *, reject: bool) -> None:
        if not reject:
            _begin_or_say(work, msgspec.json.decode(redeemed.payload, type=Wanted))
