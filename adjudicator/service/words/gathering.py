"""What people read while a campaign waits for its people, and the first mail of those who watch."""

from __future__ import annotations

from sqlalchemy.orm import Session

from adjudicator.kernel.registry import game_named
from adjudicator.language import Language, language
from adjudicator.reports.model import Footer, Item, Kind, Report, Section
from adjudicator.service.commands.registry import BY_ID
from adjudicator.service.outbox.intents import Gather
from adjudicator.service.people.gathering.plan import Plan, plan_of
from adjudicator.service.people.gathering.request import NONCE, START
from adjudicator.service.people.zones import no_zone
from adjudicator.service.words.reader import Reader
from adjudicator.store import campaigns
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign, OutboundMail, SeatKind


def gathering_report(session: Session, row: OutboundMail, intent: Gather) -> Report:
    """The mail that a queued row stands for. Raises LookupError when its campaign is gone."""
    campaign = session.get(Campaign, row.campaign_id)
    if campaign is None:
        raise LookupError(f"campaign {row.campaign_id} is gone")
    seats = campaigns.seats_at_table(session, campaign.id, intent.written)
    seat = next(each for each in seats if each.id == row.seat_id)
    plan, words = plan_of(session, campaign.id), language(seat.language)
    wording = _Wording(campaign, plan, seats, seat, words)
    return Report(
        kind=Kind.NOTICE,
        campaign=campaign.title,
        title=wording.title(intent.topic),
        written=intent.written,
        seat=wording.called(seat.name) if seat.kind is SeatKind.PLAYER else "",
        language=words.code,
        zone=seat.holders[0].time_zone if seat.holders else campaign.time_zone,
        lead=wording.lead(intent),
        sections=wording.sections(),
        footer=Footer(commands=tuple(BY_ID[each].name(words) for each in ("help", "status"))),
    )


class _Wording:
    """The sentences of one mail."""

    def __init__(
        self, campaign: Campaign, plan: Plan, seats: tuple[SeatAtTable, ...], seat: SeatAtTable, words: Language
    ) -> None:
        self.campaign, self.plan, self.seats, self.seat, self.words = campaign, plan, seats, seat, words
        self._report = game_named(plan.new.game).part("report")

    def called(self, name: str) -> str:
        """A seat as the game calls it."""
        return str(self._report.party(name, self.words).name) if name in self.plan.seats else ""

    def title(self, topic: str) -> str:
        words = self.words
        titles = {
            "joined": words.gettext("you have joined"),
            "watching": words.gettext("you watch"),
            "news": words.gettext("somebody has joined"),
            "gone": words.gettext("somebody has left"),
            "full": words.gettext("all seats are taken"),
        }
        return titles.get(topic, words.gettext("how things stand"))

    def lead(self, intent: Gather) -> tuple[str, ...]:
        words, values = self.words, intent.values
        names = {"person": values.get("person", ""), "seat": self.called(values.get("seat", ""))}
        sentences = {
            "joined": self._joined(),
            "watching": words.gettext("You will watch %(campaign)s. You see what everybody may know.",
                                      campaign=self.campaign.title),
            "news": words.gettext("%(person)s has joined as %(seat)s.", **names),
            "gone": words.gettext("%(person)s has given back %(seat)s.", **names),
            "full": words.gettext("Everybody is there. Answer with the word “start”, and the match begins."),
            "nonce": words.gettext("What you add to the draws is noted: %(nonce)s", nonce=values.get("nonce", "")),
            "language": words.gettext("From now on we write to you in English."),
            "zone": words.gettext("Your time zone is %(zone)s now.", zone=values.get("zone", "")),
            "no_zone": no_zone(values.get("zone", ""), words),
            "not_yet": words.gettext("The match has not begun yet: nothing of your mail could be done."),
            "cannot_begin": words.gettext("It cannot begin, please ask the operator: %(reason)s",
                                          reason=values.get("reason", "")),
            "too_few": words.gettext("It cannot begin yet: %(taken)s of the %(least)s seats needed are taken.",
                                     taken=values.get("taken", ""), least=values.get("least", "")),
            "unsubscribe": words.gettext(
                "Reminders, digests and other optional mails do not go to %(address)s any more. The word leave gives "
                "your place back.", address=values.get("address", "")),
            "too_long": words.gettext("What you add to the draws may have 200 bytes; nothing is changed."),
        }  # fmt: skip
        lead = [sentences[intent.topic]] if intent.topic in sentences else []
        return (*lead, *self._waiting_for())

    def _joined(self) -> str:
        if self.seat.kind is SeatKind.MODERATOR:
            return self.words.gettext("You moderate %(campaign)s.", campaign=self.campaign.title)
        if self.seat.kind is SeatKind.OBSERVER:
            return self.words.gettext("You watch %(campaign)s.", campaign=self.campaign.title)
        return self.words.gettext(
            "You play %(seat)s in %(campaign)s.", seat=self.called(self.seat.name), campaign=self.campaign.title
        )

    def _waiting_for(self) -> tuple[str, ...]:
        free = self.plan.free(self.seats)
        if not free:
            return (self.words.gettext("All seats are taken; the match begins when the moderator says so."),)
        waiting = self.words.ngettext(
            "The match begins when %(n)s more seat is taken. Then you get a mail with everything you need.",
            "The match begins when %(n)s more seats are taken. Then you get a mail with everything you need.",
            len(free),
        )
        return (waiting,)

    def sections(self) -> tuple[Section, ...]:
        """Who is there, what may be said, what the draws rest on."""
        words = self.words
        people = {seat.name: ", ".join(seat.people) for seat in self.seats}
        items = tuple(
            Item(name=self.called(name), text=people.get(name) or words.gettext("free")) for name in self.plan.seats
        )
        return (
            Section(heading=words.gettext("Who plays"), items=items),
            Section(heading=words.gettext("What you can answer now"), items=tuple(self._commands())),
            Section(heading=words.gettext("Fair draws"), paragraphs=(self._fair(),)),
        )

    def _commands(self) -> list[Item]:
        words = self.words
        found = [
            Item(name=BY_ID["status"].name(words), text=words.gettext("who has joined, who is missing")),
            *(_command(each, words) for each in ("language", "zone")),
            Item(name=BY_ID["leave"].name(words), text=words.gettext("you give your place back")),
        ]
        if self.seat.kind is SeatKind.PLAYER:
            text = words.gettext("some words of yours that are mixed into the draws, so that nobody can choose them")
            # Translators: a player writes a text of his own here.
            own = words.gettext("TEXT")
            found.insert(3, Item(name=f"{words.forms(NONCE)[0]} {own}", text=text))
        if self.seat.kind is SeatKind.MODERATOR:
            text = words.gettext("the match begins with those who are there")
            found.append(Item(name=words.forms(START)[0], text=text))
        return found

    def _fair(self) -> str:
        return self.words.gettext(
            "All cards, tiles and dice come from one secret seed, which is fixed already. Its fingerprint (SHA-256) is "
            "%(commitment)s. Keep this mail: when the match is over, the seed is published and everybody can check.",
            commitment=self.plan.commitment or "-",
        )


def _command(name: str, words: Language) -> Item:
    command = BY_ID[name]
    return Item(name=f"{command.name(words)} {command.argument(words)}", text=command.help(words))


def watch_lead(reader: Reader) -> tuple[str, ...]:
    """The first sentences to somebody who watches, or who moderates."""
    language = reader.language
    if reader.seat.kind is SeatKind.MODERATOR:
        return (
            language.gettext("You moderate %(campaign)s.", campaign=reader.campaign.title),
            language.gettext(
                "This mail shows what everybody may know. Answer it with one of the words below; players reach you "
                "with letters to the moderator."
            ),
        )
    often = {"each": language.gettext("You hear of what happens as it happens, once an hour at most."),
             "daily": language.gettext("You get a digest every day."),
             "off": language.gettext("You get no digests."),
             }.get(reader.seat.digest, language.gettext("You get a digest every week."))  # fmt: skip
    return (
        language.gettext("You watch %(campaign)s. You see what everybody may know.", campaign=reader.campaign.title),
        often,
        language.gettext(
            "Answer with “digest each”, “digest daily”, “digest weekly” or “digest off” to change that, with “status” "
            "or “board” to see how things stand, with “leave” to stop."
        ),
    )
