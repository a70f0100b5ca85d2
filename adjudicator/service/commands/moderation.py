"""What moderators write: every deed that has words for a mail is a command.

Who plays is told kindly that these words are the moderator's; a moderator who plays too writes them to the address
that they have as a moderator. What cannot be undone names the log number it is meant for and waits for a code.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from adjudicator.language import Language
from adjudicator.reports.model import Section
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.act import Act, Said
from adjudicator.service.campaign.confirmations import Purpose, Redeemed, TooManyOpen
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.commands.command import Command, Who
from adjudicator.service.desk import moderators
from adjudicator.service.desk.deed import Author, Deed, check, perform
from adjudicator.service.desk.deeds import DEEDS, decode
from adjudicator.service.desk.troubles import CannotBe
from adjudicator.service.desk.wording import BadWording, Wording, begins_with_hours
from adjudicator.store import audits, outbound
from adjudicator.store.confirmations import HOLDS, Owner, Request
from adjudicator.store.tables import Telling

PURPOSE = "moderate"


class Moderating(Command):
    """A deed as a command."""

    kind: ClassVar[type[Deed]]

    def offered(self, who: Who) -> bool:
        return who.moderator

    def takes(self, rest: str) -> bool:
        return True

    def anywhere(self, rest: str) -> bool:
        return self.kind.anywhere and (not rest or begins_with_hours(rest))

    def example(self, language: Language) -> str:
        """A line as it should be written."""
        return f"{self.name(language)} {self.argument(language)}".strip()

    def obey(self, act: Act, rest: str) -> Said:
        language = act.language
        author = moderators.author_of(act.table, act.seat, act.person_id)
        if author is None:
            return _said(act, self.name(language), _not_yours(act), changed=False)
        try:
            deed = self.kind.read(Wording(act.table, rest))
            check(act.table, deed, author)
            if self.kind.final:
                return _ask(act, self, deed, author)
            return _done(act, self.name(language), deed, author)
        except CannotBe as why:
            return _said(act, self.name(language), why.text(language, act.seat_called), changed=False)
        except BadWording:
            return _said(act, self.name(language), _write_it_so(act, self), changed=False)


def _command(deed: type[Deed]) -> Moderating:
    class OfDeed(Moderating):
        id = deed.names["en"][0]
        names = deed.names
        purpose, usage = deed.purpose, deed.usage or ""
        kind = deed

    return OfDeed()


_BY_DEED = {deed: _command(deed) for deed in DEEDS if deed.names}
COMMANDS: tuple[Command, ...] = tuple(_BY_DEED.values())


class Confirmed(Purpose):
    """A deed that cannot be undone, and the code is back."""

    id = PURPOSE

    def confirmed(self, act: Act, redeemed: Redeemed) -> Said:
        deed = decode(redeemed.payload)
        title = _BY_DEED[type(deed)].name(act.language)
        author = moderators.author_of(act.table, act.seat, act.person_id)
        if author is None:
            return _said(act, title, _not_yours(act), changed=False)
        try:
            return _done(act, title, deed, author)
        except CannotBe as why:
            return _said(act, title, why.text(act.language, act.seat_called), changed=False)


def _done(act: Act, title: str, deed: Deed, author: Author) -> Said:
    """Carry it out; a refusal halfway leaves nothing behind. Who wrote it gets the answer, and no notice besides."""
    newest = outbound.newest(act.session)
    with act.session.begin_nested():
        act.table = perform(act.table, deed, author)
    act.seat = act.table.by_id[act.seat.id]
    if not deed.tells_author:
        outbound.cancel_newer(act.session, act.seat.id, newest)
    return _said(act, title, deed.done(act.language), changed=True)


def _ask(act: Act, command: Moderating, deed: Deed, author: Author) -> Said:
    """The question whether it shall be done, with the code."""
    language, table = act.language, act.table
    title = command.name(language)
    log = table.head.sequence
    if getattr(deed, "log", None) is None:
        now = language.gettext(
            "Please name the position that you mean it for: the campaign stands at log number %(log)s (asked: "
            "%(seats)s). Write it like this: %(example)s",
            log=log,
            seats=language.listing([act.seat_called(name) for name in table.match.asked]) or "-",
            example=f"{title} {log} …" if command.argument(language) != language.gettext("LOG") else f"{title} {log}",
        )
        return _said(act, title, now, changed=False)
    _rehearse(act, deed, author)
    owner = Owner(seat_id=act.seat.id, person_id=act.person_id)
    request = Request(purpose=PURPOSE, owner=owner, payload=msgspec.json.encode(deed), campaign_id=table.campaign.id)
    try:
        code = confirmations.issue(act.session, request, act.now)
    except TooManyOpen:
        told = language.gettext("Too many codes wait for your word already; use or reject those first.")
        return _said(act, title, told, changed=False)
    # nothing has touched play yet
    asked = audits.NewAct(author.signed, "ask for a code", msgspec.to_builtins(deed), Telling.NOBODY)
    audits.record(act.session, table.campaign.id, asked, act.now)
    until = act.now + HOLDS
    told = deed.asked(language, act.seat_called)
    section = Section(heading=title[:1].upper() + title[1:], paragraphs=(told,))
    choice = confirmations.how_to(language, code, until, act.zone, act.now)
    return Said(sections=(section, choice), title=language.gettext("please confirm"), changed=True)


def _rehearse(act: Act, deed: Deed, author: Author) -> None:
    """Whether it would be refused, found out by doing it and taking it back. Raises CannotBe."""
    nested = act.session.begin_nested()
    try:
        perform(act.table, deed, author)
    finally:
        nested.rollback()
        act.session.expire_all()
        act.table = table_of_campaign(act.work, act.table.campaign.id)
        act.seat = act.table.by_id[act.seat.id]


def _said(act: Act, name: str, sentence: str, *, changed: bool) -> Said:
    title = act.language.gettext("done") if changed else None
    return act.says(name, sentence, title=title, changed=changed)


def _not_yours(act: Act) -> str:
    language = act.language
    own = {holder.person_id for seat, holder in moderators.moderators(act.table)}
    if act.person_id in own:
        return language.gettext(
            "You moderate this campaign, but this is the address of your seat: please write such words to the address "
            "from which you get the moderator's mails."
        )
    names = [holder.name for _, holder in moderators.moderators(act.table)]
    if not names:
        return language.gettext("Only a moderator may do this, and this campaign has none.")
    return language.gettext(
        "Only a moderator may do this (%(names)s); please ask there. Nothing was done. “wait” asks for more time, "
        "“absent” tells that you are away.",
        names=language.listing(names),
    )


def _write_it_so(act: Act, command: Moderating) -> str:
    return act.language.gettext(
        "Please write it like this: %(example)s. The seats: %(seats)s.",
        example=command.example(act.language),
        seats=", ".join(act.seat_called(seat.name) for seat in act.table.players),
    )
