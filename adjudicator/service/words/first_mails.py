"""The first mails to somebody: the beginning of the match, a seat taken over, a chair to watch or to moderate from."""

from collections.abc import Iterator, Sequence
from itertools import chain

import msgspec

from adjudicator.kernel.bidding import Bidding
from adjudicator.language import Language, msgid
from adjudicator.reports.model import Item, Kind, Section
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.commands.registry import BY_ID
from adjudicator.service.extensions import extensions_of
from adjudicator.service.moderation import policy_words
from adjudicator.service.outbox.payloads import Dossier, Watch, Welcome
from adjudicator.service.people.gathering.bidding import written_bid
from adjudicator.service.play import advice
from adjudicator.service.play.due_dates import policy_of
from adjudicator.service.press import showing
from adjudicator.service.proof import thoughts
from adjudicator.service.words import fair_draws
from adjudicator.service.words.help import help_sections, how_in_short, words_in_short
from adjudicator.service.words.lasting import lasting
from adjudicator.service.words.letters import names_for
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.reader import Reader
from adjudicator.store import stewards
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign, Seat, SeatKind, Series

DOSSIER_LETTERS = 15
"""Letters of the seat that its dossier holds; the rest comes with `letters 1`."""
REASONS = 5
"""Answers of a steward whose reasons it holds."""


def welcome(reader: Reader, intent: Welcome) -> Parts:
    """Welcome the reader when the match begins."""
    language, seat = reader.language, reader.called
    return Parts(
        kind=Kind.WELCOME,
        title=language.gettext("welcome"),
        lead=(
            *_series(reader),
            language.gettext(
                "The campaign %(campaign)s begins. You are %(seat)s.", campaign=reader.campaign.title, seat=seat
            ),
            *_practice(reader, intent.number),
            *lasting(reader.match.game, reader.match.header.options, language),
        ),
        sections=_how_it_works(reader, how_in_short(reader)),
        number=intent.number,
        titled_by_question=True,
    )


def _practice(reader: Reader, number: int | None) -> tuple[str, ...]:
    """Say what a practice is, and how it ends."""
    language = reader.language
    if not settings_of(reader.campaign).practice:
        return ()
    told = language.gettext(
        "This is a practice: stewards, the program itself, play all other seats, and know no more than these do. No "
        "deadline runs. Send “%(stop)s” to end it.",
        stop=language.typed(en="stop", ru="стоп"),
    )
    thinking = language.gettext("The stewards are thinking now; your first question follows in an email of its own.")
    return (told,) if number else (told, thinking)


def _series(reader: Reader) -> tuple[str, ...]:
    """Say of a match that follows another which of the series it is, and the seat that the reader had before."""
    campaign, language = reader.campaign, reader.language
    if campaign.series_id is None or (number := campaign.series_position or 1) == 1:
        return ()
    told = language.gettext(
        "This is match %(number)s of the series “%(series)s”. What you write to the addresses of the match before "
        "does nothing here.",
        number=number,
        series=reader.session.get_one(Series, campaign.series_id).title,
    )
    former = reader.session.get_one(Seat, reader.seat.id).former
    if not former:
        return (told,)
    seats = {"former": reader.report.party(former, language).name, "seat": reader.name_of(reader.seat)}
    if former == reader.seat.name:
        return (told, language.gettext("You keep your seat of the match before: %(seat)s.", **seats))
    return (told, language.gettext("In the match before you were %(former)s; now you are %(seat)s.", **seats))


def watch(reader: Reader, intent: Watch) -> Parts:
    """Say that somebody watches, or moderates."""
    language, campaign = reader.language, reader.campaign.title
    if reader.seat.kind is SeatKind.MODERATOR:
        title = language.gettext("you moderate")
        lead: tuple[str, ...] = (
            *_series(reader),
            language.gettext("You moderate %(campaign)s.", campaign=campaign),
            language.gettext(
                "This email shows what everybody may know. Answer it with one of the words below; players reach "
                "you with letters to the moderator."
            ),
        )
    else:
        title, often = language.gettext("you watch"), _OFTEN[reader.seat.digest or "weekly"]
        lead = (
            *_series(reader),
            language.gettext(_SEEN[reader.match.game.open], campaign=campaign),
            language.gettext(often),
            language.gettext(
                "Answer with “digest each”, “digest daily”, “digest weekly” or “digest off” to change that, with "
                "“status” or “board” to see how things stand, with “leave” to stop."
            ),
        )
    sections = _how_it_works(reader, *_how(reader))
    return Parts(kind=Kind.WELCOME, title=title, lead=lead, sections=sections, number=intent.number)


_SEEN = {
    False: msgid("You watch %(campaign)s. You see what everybody may know."),
    True: msgid("You watch %(campaign)s. Nothing in this game is hidden: you see all that the players see."),
}
"""Sentences by whether the game hides nothing."""
_OFTEN = {
    "each": msgid("You hear of what happens as it happens, once an hour at most."),
    "daily": msgid("You get a digest every day."),
    "weekly": msgid("You get a digest every week."),
    "off": msgid("You get no digests."),
}
"""Sentences by how often the reader gets a digest."""


def dossier(reader: Reader, intent: Dossier) -> Parts:
    """Tell a new or further holder all that the seat knows.

    It includes what the predecessor left, letters, and who plays.
    """
    language, names = reader.language, {"seat": reader.name_of(reader.seat), "campaign": reader.campaign.title}
    letters = showing.of_seat(
        reader.session, names_for(reader), reader.seat, reader.zone, intent.written, DOSSIER_LETTERS
    )
    if intent.joins:
        title, left = language.gettext("a seat that you hold too"), tuple[Section, ...]()
        lead: tuple[str, ...] = (
            language.gettext(
                "You hold %(seat)s in %(campaign)s together with others. This email holds what the seat knows: "
                'what happened, where things stand, what is asked. With "history 1" you get everything from the '
                "beginning.",
                **names,
            ),
        )
    else:
        title, left = language.gettext("you take over a seat"), (_left(reader, intent),)
        lead = (
            language.gettext(
                "You play %(seat)s in %(campaign)s from now on. This email holds what the seat knows: what "
                "happened, where things stand, what is asked of you. Your deadline begins anew.",
                **names,
            ),
            language.gettext(
                "Your reply address is new and yours alone; the one of your predecessor does not count any more. With "
                '"history 1" you get everything from the beginning, page by page.'
            ),
        )
    sections = (*left, *_reasons(reader), *letters, *_how_it_works(reader, *_how(reader)))
    return Parts(kind=Kind.WELCOME, title=title, lead=lead, sections=sections, number=intent.number)


def _left(reader: Reader, intent: Dossier) -> Section:
    told = (
        reader.language.gettext("Lines that were on file. They do nothing by themselves; send those that you want.")
        if intent.left
        else reader.language.gettext("Nothing was on file.")
    )
    heading = reader.language.gettext("What your predecessor left")
    return Section(heading=heading, paragraphs=(told,), items=tuple(Item(name=line) for line in intent.left))


def _reasons(reader: Reader) -> Iterator[Section]:
    """Tell what a steward has compared for the last answers of the seat, and what it thought of each."""
    found = stewards.last_of_seat(reader.session, reader.seat.id, reader.where, REASONS)
    if not found:
        return
    items = []
    for thought in map(thoughts.decoded, found):
        best, *others = thoughts.in_words(reader.at(thought.n), thought, reader.language.code)
        items.append(Item(name=_weighed(best), text="; ".join(map(_weighed, others))))
    told = reader.language.gettext(
        "Its last answers, each with what else it compared; the figures are its estimates of how likely the seat wins "
        "behind each."
    )
    yield Section(heading=reader.language.gettext("What the steward thought"), paragraphs=(told,), items=tuple(items))


def _weighed(option: tuple[str, float]) -> str:
    words, worth = option
    return f"{words} ({round(100 * worth)} %)"


def _how(reader: Reader) -> tuple[Section, ...]:
    """Return how to write, and the words that work, for who comes to a match that goes on or does not play."""
    return (help_sections(reader)[0], words_in_short(reader))


def _how_it_works(reader: Reader, *how: Section) -> tuple[Section, ...]:
    """Return sections about the players, writing, reactions and draws.

    They say what makes the draws trustworthy.
    """
    policy = policy_of(reader.campaign)
    agreed = policy_words.reactions(reader.language, policy, reader.match)
    rules = policy_words.own_rules(reader.language, policy, reader.match)
    if settings_of(reader.campaign).reliability == "all":
        rules += (reader.language.gettext("Everybody is told how many questions each has answered in time."),)
    heading = reader.language.gettext("Questions in the turn of somebody else")
    return (
        _who_plays(reader),
        *reader.report.history(reader.view(), reader.language),
        *how,
        *of_stewards(reader.campaign, reader.language),
        *([Section(heading=heading, paragraphs=agreed)] if agreed else []),
        *([Section(heading=reader.language.gettext("The time for an answer"), paragraphs=rules)] if rules else []),
        *fair_draws.promises(reader),
    )


def of_stewards(campaign: Campaign, language: Language) -> tuple[Section, ...]:
    """Say what stewards may do that is not usual: compare answers for players, and sign agreements."""
    return (*_hints(campaign, language), *_signing(campaign, language))


def _signing(campaign: Campaign, language: Language) -> tuple[Section, ...]:
    if settings_of(campaign).stewards.signs == "never":
        return ()
    told = language.gettext(
        "Where a steward, the program, plays a seat, it signs an agreement that is put before it if that costs its "
        "seat nothing, as it reckons from what the seat knows. It proposes none."
    )
    return (Section(heading=language.gettext("Stewards and agreements"), paragraphs=(told,)),)


def _hints(campaign: Campaign, language: Language) -> tuple[Section, ...]:
    if not advice.allowed(campaign):
        return ()
    told = language.gettext(
        "This campaign has agreed on hints: “%(advise)s” in answer to a question brings three answers, compared by a "
        "steward from what the seat knows, with its prospects after each. Everybody may ask; nobody is told who does.",
        advise=BY_ID["advise"].name(language),
    )
    return (Section(heading=language.gettext("Hints"), paragraphs=(told,)),)


def _who_plays(reader: Reader) -> Section:
    """List the seats with their people; if seats were drawn or bid for, in the order of joining that this used."""
    header, language = reader.match.header, reader.language
    there = [seat for seat in reader.seats if seat.kind is SeatKind.PLAYER]
    told: tuple[str, ...] = ()
    if header.places is not msgspec.UNSET:
        there.sort(key=lambda seat: header.in_order.index(seat.name))
        told = (
            language.gettext(
                "Who plays which seat was drawn: by the first draws of the match, which come from the secret seed and "
                "what was added to it. The players stand in the order in which they joined."
            ),
        )
    items = [Item(name=(called := reader.seat_called(seat.name)), text=_people(seat, called)) for seat in there]
    if header.bidding is not msgspec.UNSET:
        told = tuple(_by_bids(reader, header.bidding, [", ".join(seat.people) for seat in there]))
        items += _bids(reader, header.bidding, there)
    told = (*told, *chain.from_iterable(of(reader) for of in extensions_of("introductions")))
    return Section(heading=language.gettext("Who plays"), items=tuple(items), paragraphs=told)


def _people(seat: SeatAtTable, called: str) -> str:
    """Return who plays a seat; nobody who is called as it is says nothing more by their name."""
    own = {called.casefold(), seat.name.replace("_", " ").casefold()}
    return ", ".join(person for person in seat.players if person.casefold() not in own)


def _by_bids(reader: Reader, bidding: Bidding, people: Sequence[str]) -> Iterator[str]:
    """Yield how bids and lots gave the seats out; `people` in the order of joining."""
    language, unit = reader.language, reader.match.game.bid_unit
    lots = ", ".join(dict.fromkeys(people[number - 1] for number in bidding.lots))
    if unit is None:
        yield language.gettext(
            "Who plays which seat was decided by what everybody wanted and by lot. The lots, which come from the "
            "secret seed and what was added to it, came in this order: %(lots)s. In it everybody got the first seat on "
            "their list that was free, and who had none left a seat that was left over.",
            lots=lots,
        )
        return
    yield language.gettext(
        "Who plays which seat was decided by bids: the highest was served first, then the next highest. Between equal "
        "bids the lots decided, which come from the secret seed and what was added to it, in this order: %(lots)s. Who "
        "had no bid left got a seat that was left over.",
        lots=lots,
    )
    if paid := bidding.paid(reader.match.header.in_order):
        told = (f"{reader.seat_called(seat)} {amount}" for seat, amount in paid.items())
        # Translators: the unit of the game, then what each seat has paid: `Paid (coins): Bakers 3.`
        yield language.gettext(
            "Paid (%(unit)s): %(paid)s.", unit=unit.named.get(language.code, unit.named["en"]), paid=", ".join(told)
        )


def _bids(reader: Reader, bidding: Bidding, there: Sequence[SeatAtTable]) -> Iterator[Item]:
    """List the bids of all players, in the order of joining."""
    for people, bid in dict(zip((seat.people for seat in there), bidding.bids, strict=True)).items():
        name = reader.language.gettext("Bid of %(people)s", people=", ".join(people))
        yield Item(name=name, text=written_bid(bid, reader.match.game, reader.language))
