"""`adjudicator campaign press | orders | rated | public | invite | start | bid`: what is agreed on, how it begins."""

from msgspec import structs

from adjudicator.service.admin import arrangements
from adjudicator.service.admin.arrangements import (
    Arranged,
    Arrangement,
    Begin,
    EnterBid,
    Invite,
    Letters,
    Public,
    Rated,
    Readers,
    Switch,
)
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.moderation.forms import FORMS
from adjudicator.service.people.gathering.plan import Start
from cli import new_campaign
from cli.changing import carry_out, told
from cli.commands import How
from cli.deeds import add_form
from cli.installation import campaign_at
from cli.options import Name
from cli.output import Columns, Output


def _arrange(name: str, wanted: Arrangement, how: How) -> Arranged:
    return carry_out(how, arrangements.arrange, name, wanted)


def _press(name: Name, wanted: Letters, *, how: How) -> Output:
    if wanted != Letters():
        done = _arrange(name, wanted, how)
        return told(how, done, f"switched: {', '.join(each.what for each in done.changes)}")
    with campaign_at(name) as visit:
        allowed = arrangements.letters_told(settings_of(visit.campaign))
    shown = Columns(("SETTING", "VALUE"), [(field, arrangements.shown(value)) for field, value in allowed.items()])
    return Output(allowed, shown)


def _orders(name: Name, wanted: Readers, *, how: How) -> Output:
    if wanted.readers is not None:
        return told(how, _arrange(name, wanted, how), f"{name}: orders are {wanted.readers}")
    with campaign_at(name) as visit:
        archive = settings_of(visit.campaign).archive
    return Output({"orders": archive}, f"orders: {archive}")


def _switch(name: str, wanted: Switch, how: How) -> Output:
    if wanted.wanted is not None:
        return told(how, _arrange(name, wanted, how), f"{name}: {wanted.called}: {wanted.wanted}")
    with campaign_at(name) as visit:
        stands = wanted.stands(visit.campaign)
    return Output({wanted.setting: stands}, f"{wanted.called}: {arrangements.shown(stands)}")


def _rated(name: Name, wanted: Rated, *, how: How) -> Output:
    return _switch(name, wanted, how)


def _public(name: Name, wanted: Public, *, how: How) -> Output:
    return _switch(name, wanted, how)


def _invite(wanted: Invite, *, how: How) -> Output:
    if wanted.file is not None:
        new = new_campaign.from_file(wanted.file)
        new = structs.replace(new, number=wanted.number or new.number, seating=wanted.seating or new.seating)
        start = Start.MODERATOR if wanted.by_hand else Start.FULL
        done = carry_out(how, arrangements.gathering, new, start, make=True)
        return told(how, done, f"{new.name} waits for its people. Hand this out:\n{_handed_out(done)}")
    done = _arrange(wanted.name or "", wanted, how)
    if wanted.revoke:
        return told(how, done, f"{done.changes[0].before} codes revoked")
    return told(how, done, _handed_out(done, "observe", "наблюдать") if wanted.observer else _handed_out(done))


def _handed_out(done: Arranged, english: str = "join", russian: str = "вступить") -> str:
    return (
        f"  Write a mail to {done.address} with the line:  {english} {done.code}\n"
        f"  Напишите на {done.address} строку:  {russian} {done.code}"
    )


def _start(name: Name, wanted: Begin, *, how: How) -> Output:
    done = _arrange(name, wanted, how)
    begun = done.changes[0].what == "campaign"
    said = "has begun; the first mails are queued" if begun else f"waits for bids, {done.changes[0].after}"
    return told(how, done, f"{name} {said}")


def _bid(name: Name, wanted: EnterBid, *, how: How) -> Output:
    done = _arrange(name, wanted, how)
    begun = f"; {name} has begun, and the first mails are queued" if len(done.changes) > 1 else ""
    return told(how, done, f"{done.changes[0].what}: {done.changes[0].after}{begun}")


add_form(FORMS["campaign press"], _press)
add_form(FORMS["campaign orders"], _orders)
add_form(FORMS["campaign rated"], _rated)
add_form(FORMS["campaign public"], _public)
add_form(FORMS["campaign invite"], _invite)
add_form(FORMS["campaign start"], _start)
add_form(FORMS["campaign bid"], _bid)
