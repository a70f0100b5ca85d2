"""Tell what one or more rounds have brought: changes in the reader's realm first, then their wars, then the world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from adjudicator.components import Kind, bits
from adjudicator.kernel.events import Event
from adjudicator.language import msgid
from adjudicator.reports.wording.event_text import Heard

from ..facts import AREA, NONE, PROVINCE, REALM, RELIGION
from ..rules.alliances import AllianceEnded, Allied, WarBegan
from ..rules.characters import Appointed, employed
from ..rules.claims import ClaimsChanged
from ..rules.curia import papal_controller
from ..rules.declaration import WarDeclared
from ..rules.goals import StruggleScored
from ..rules.influence import InfluenceChanged
from ..rules.marriages import Married
from ..rules.players import Dealt
from ..rules.purse import LoanRepaid, LoanTaken, PrestigeChanged
from ..rules.realms import base_tax_income, manpower, vassals
from ..rules.relations import realm_of
from ..rules.settlement import PeaceMade
from ..rules.sieges import Occupied, Relieved
from ..rules.treaties import PeaceSigned
from ..rules.unrest import RebelDice
from ..slots import CHARACTER, EVENT, STRUGGLE
from ..state import State
from . import figures, fought
from .book import STORIES, Known, Speech, played
from .netting import said_by_others

SHOWN: Final = (
    Allied,
    AllianceEnded,
    Appointed,
    ClaimsChanged,
    InfluenceChanged,
    LoanRepaid,
    LoanTaken,
    Married,
    Occupied,
    PeaceMade,
    PeaceSigned,
    PrestigeChanged,
    RebelDice,
    Relieved,
    WarDeclared,
)
"""Deeds of one's own that what changed in the realm, or a war, tells already."""
SHOWN_OF_OTHERS: Final = (Occupied, PrestigeChanged, Relieved)
"""Deeds of others that the map tells, as far as they lasted, or their figures."""


class Span(Struct, frozen=True):
    """A stretch of play as its readers, `seats`, know it: where it began, where it stands, what they heard of it."""

    before: State
    now: Known
    heard: Sequence[Heard]
    seats: tuple[str, ...]
    to: Speech

    @property
    def after(self) -> State:
        """The value after the change."""
        return self.now.state

    def events(self, kind: type[Any] | tuple[type[Any], ...]) -> list[Any]:
        """Return those of a kind."""
        return [each.event for each in self.heard if isinstance(each.event, kind)]


# the reader's realm ------------------------------------------------------------------------------------------------


def realm(span: Span, seat: str) -> Iterator[str]:
    """Yield what changed in a realm, from its figures to its people, then what else it did.

    If nobody plays it any more, only the latter is reported (R13.30).
    """
    parts = (_figures, _land, _trouble, _ties, _people) if played((seat,), span.after) else ()
    yield from (line for part in parts for line in part(span, seat))
    own = [each for each in span.heard if seat in _whose(each.event) and not _is_shown(each.event, span.after)]
    yield from STORIES.of_each(own, (), span.to)


def _figures(span: Span, seat: str) -> Iterator[str]:
    """Yield the figures of a seat, old and new.

    For example `Prestige 5 (+2), ducats 31 (-10), power 2/2/3 (before: 1/4/3).`
    """
    to, was, own, number = span.to, span.before.led[seat], span.after.led[seat], realm_of(seat)
    counted = (
        (to.gettext("ducats"), was.ducats, own.ducats),
        (to.gettext("tax"), base_tax_income(span.before, number), base_tax_income(span.after, number)),
        (to.gettext("stability"), was.stability, own.stability),
        (to.gettext("manpower"), manpower(span.before, number), manpower(span.after, number)),
        (to.gettext("interest"), was.interest, own.interest),
    )
    told = [to.gettext("prestige %(n)s", n=moved) for moved in _prestige(span, seat)]
    told += [f"{name} {figures.with_change(n, then, to)}" for name, then, n in counted if n != then]
    power = ["/".join(map(str, each.power)) for each in (was, own)]
    if power[0] != power[1]:
        told.append(to.gettext("power %(now)s (before: %(before)s)", now=power[1], before=power[0]))
    if told:
        yield f"{_begun(', '.join(told))}."


def _land(span: Span, seat: str) -> Iterator[str]:
    """Yield provinces and vassals that were won, lost and occupied.

    Occupied provinces are those of the seat and those of others.
    """
    to, number = span.to, realm_of(seat)
    owners = [*enumerate(zip(span.before.owner, span.after.owner, strict=True))]
    won = [_from(to, each, was) for each, (was, now) in owners if was != now == number]
    lost = [_now_of(to, each, now) for each, (was, now) in owners if was == number != now]
    if won:
        yield to.gettext("You won %(provinces)s.", provinces=to.listing(won))
    if lost:
        yield to.gettext("You lost %(provinces)s.", provinces=to.listing(lost))
    masters = [vassals(each, number) for each in (span.before, span.after)]
    yield from _named(to, REALM, masters[1] & ~masters[0], msgid("New vassals: %(names)s."))
    yield from _named(to, REALM, masters[0] & ~masters[1], msgid("Vassals no more: %(names)s."))
    here = [each for each, (_, now) in owners if now == number]
    new = [each for each in here if _holder(span.after, each) != _holder(span.before, each)]
    taken = [_of(to, each, span.after.occupier[each]) for each in new if _holder(span.after, each) not in ("", REBELS)]
    back = [each for each in new if not _holder(span.after, each) and span.before.owner[each] == number]
    rebels = [each for each in new if _holder(span.after, each) == REBELS]
    if taken:
        yield to.gettext("Enemies occupied %(provinces)s.", provinces=to.listing(taken))
    yield from _provinces(to, rebels, msgid("Rebels took %(names)s."))
    yield from _provinces(to, back, msgid("Yours again: %(names)s."), "")
    held = [each for each, holder in enumerate(span.after.occupier) if holder == number != span.before.occupier[each]]
    yield from _provinces(to, held, msgid("You occupied %(names)s."))


REBELS: Final = "rebels"


def _holder(state: State, place: int) -> str:
    """Return who holds a province that is not theirs: rebels, a realm; "" if its owner does."""
    if state.rebel_towns >> place & 1:
        return REBELS
    return "" if state.occupier[place] == NONE else REALM.ids[state.occupier[place]]


def _trouble(span: Span, seat: str) -> Iterator[str]:
    """Yield unrest that came and went on land that the seat kept."""
    number = realm_of(seat)
    both = zip(span.before.owner, span.after.owner, strict=True)
    here = sum(1 << place for place, (was, now) in enumerate(both) if was == now == number)
    came, went = span.after.unrest & ~span.before.unrest, span.before.unrest & ~span.after.unrest
    went &= ~span.after.rebel_towns
    yield from _provinces(span.to, bits(came & here), msgid("Unrest has come: %(names)s."), "")
    yield from _provinces(span.to, bits(went & here), msgid("Unrest is over: %(names)s."), "")


TIES: Final = (
    (REALM, msgid("New allies: %(names)s."), msgid("Allies no more: %(names)s.")),
    (REALM, msgid("New marriages: %(names)s."), msgid("Marriages no more: %(names)s.")),
    (AREA, msgid("New claims: %(names)s."), msgid("Claims no more: %(names)s.")),
)
"""The sentences about allies, marriages and claims that came, and about those that are gone."""


def _ties(span: Span, seat: str) -> Iterator[str]:
    """Yield allies, marriages, claims and influence that came and went."""
    to, was, own = span.to, span.before.led[seat], span.after.led[seat]
    held = ((state.allied[seat], state.married[seat], state.led[seat].claims) for state in (span.before, span.after))
    for (kind, came, gone), then, now in zip(TIES, *held, strict=True):
        yield from _named(to, kind, now & ~then, came)
        yield from _named(to, kind, then & ~now, gone)
    moved = [(area, n - was.influence[area]) for area, n in enumerate(own.influence) if n != was.influence[area]]
    if moved:
        told = ", ".join(f"{to.thing(AREA, area)} {to.signed(n)}" for area, n in moved)
        yield to.gettext("Influence: %(areas)s.", areas=told)


def _people(span: Span, seat: str) -> Iterator[str]:
    """Yield who came into the service of the realm, and who left it."""
    to = span.to
    then, now = ({who: post for post, who in employed(state, seat)} for state in (span.before, span.after))
    came = [f"{to.thing(CHARACTER, who)} ({to.word(post)})" for who, post in now.items() if then.get(who) != post]
    gone = [f"{to.thing(CHARACTER, who)} ({to.word(post)})" for who, post in then.items() if who not in now]
    if came:
        yield to.gettext("New in your service: %(names)s.", names=", ".join(came))
    if gone:
        yield to.gettext("Gone: %(names)s.", names=", ".join(gone))
    if span.after.led[seat].ruler == NONE != span.before.led[seat].ruler:
        yield to.gettext("Your realm has no ruler.")


# wars --------------------------------------------------------------------------------------------------------------


def wars(span: Span, seat: str) -> Iterator[str]:
    """Yield each war of a realm, and then its battles.

    A war is how it began, what is occupied and how it ended; wars with the same course are joined.
    """
    number = realm_of(seat)
    began = [event for event in span.events(WarBegan) if seat in (event.one, event.other)]
    foes = span.before.war[number] | span.after.war[number]
    foes |= REALM.mask_of({each.one for each in began} | {each.other for each in began}) & ~(1 << number)
    alike: dict[str, list[int]] = {}
    for foe in bits(foes):
        alike.setdefault(_war(span, seat, foe), []).append(foe)
    for told, all_of_them in alike.items():
        names = span.to.listing(span.to.inflected(REALM, foe, "instrumental") for foe in all_of_them)
        yield span.to.ngettext(
            "War with %(foes)s: %(told)s.", "Wars with %(foes)s: %(told)s.", len(all_of_them), foes=names, told=told
        )
    yield from (
        fought.told(battle, span.to)
        for battle in fought.battles(span.events(fought.OF_BATTLES))
        if seat in battle.seats
    )


def _war(span: Span, seat: str, foe: int) -> str:
    """Describe a war: `you declared it; you hold Almeria; peace (humiliation)`.

    The text also fits several wars.
    """
    to, number, id = span.to, realm_of(seat), REALM.ids[foe]
    parts: list[str] = []
    for each in span.events(WarDeclared):
        if each.seat == seat and id in each.realms:
            parts.append(to.gettext("you declared it"))
        elif each.seat == id and seat in each.realms:
            parts.append(to.gettext("they declared it"))
    met = any({event.one, event.other} == {seat, id} for event in span.events(WarBegan))
    if not parts and met:
        parts.append(to.gettext("through an alliance or a call"))
    for holder, owner, said in (
        (number, foe, msgid("you hold %(provinces)s")),
        (foe, number, msgid("the enemy holds %(provinces)s")),
    ):
        held = [each for each, by in enumerate(span.after.occupier) if by == holder and span.after.owner[each] == owner]
        if held:
            names = to.listing(to.at(PROVINCE, each, "accusative") for each in held)
            parts.append(to.gettext(said, provinces=names))
    peace = next((event for event in span.events(PeaceMade) if {event.seat, event.realm} == {seat, id}), None)
    if peace is not None:
        term = to.word(peace.term)
        if any({event.seat, event.other} == {seat, id} for event in span.events(PeaceSigned)):
            parts.append(to.gettext("peace by negotiation (%(term)s)", term=term))
        else:
            parts.append(term if peace.term == "white" else to.gettext("peace (%(term)s)", term=term))
    elif not span.after.war[number] >> foe & 1:
        parts.append(to.gettext("over now"))
    elif not parts or not met:
        parts.append(to.gettext("no peace yet"))
    return "; ".join(parts)


# the world ---------------------------------------------------------------------------------------------------------


def world(span: Span) -> Iterator[str]:
    """Yield what the others did, one after the other, then what happened in the world.

    For a negotiated peace only the peace is reported, for a declared war only the declaration.
    """
    others = said_by_others(each.event for each in span.heard)
    for seat in span.before.order:
        if seat not in span.seats:
            theirs = [
                each for each in span.heard if _is_news(each.event, seat, span.seats) and each.event not in others
            ]
            told = STORIES.of_each(theirs, (), span.to)
            moved = "".join(span.to.gettext("prestige %(n)s", n=each) for each in _prestige(span, seat))
            if told:
                yield " ".join(filter(None, (*told, moved and f"{_begun(moved)}.")))
            elif moved:
                yield f"{span.to.seat(seat)}: {moved}."
    own = {realm_of(each) for each in span.seats}
    yield from _map(span, own)
    fights = fought.battles(span.events(fought.OF_BATTLES))
    yield from (fought.told(fight, span.to) for fight in fights if not {*fight.seats} & {*span.seats})
    yield from _offices(span)


def _prestige(span: Span, seat: str) -> Iterator[str]:
    """Yield the prestige of a realm, if it has changed, with the reasons: `3 (-1: milestone +1, surrender -2)`."""
    if not played((seat,), span.before, span.after):
        return
    to, was, now = span.to, span.before.led[seat].prestige, span.after.led[seat].prestige
    reasons = dict[str, int]()
    for event in span.events(PrestigeChanged):
        if event.seat == seat:
            reason = to.word(event.why, "prestige")
            reasons[reason] = reasons.get(reason, 0) + event.n
    why = [f"{reason} {to.signed(n)}" for reason, n in reasons.items() if n]
    why = [*reasons] if len(why) == len(reasons) == 1 else why
    if why and was != now:
        told = to.gettext("%(change)s: %(reasons)s", change=to.signed(now - was), reasons=", ".join(why))
        yield f"{now} ({told})"
    elif was != now:
        yield figures.with_change(now, was, to)


def _map(span: Span, own: set[int]) -> Iterator[str]:
    """Yield land of others with another owner or holder, and rebels there."""
    to, before, after = span.to, span.before, span.after
    changed = [
        to.gettext(
            "%(province)s (%(before)s → %(now)s)",
            province=to.at(PROVINCE, place),
            before=_realm(to, was),
            now=_realm(to, now),
        )
        for place, (was, now) in enumerate(zip(before.owner, after.owner, strict=True))
        if was != now and not own & {was, now}
    ]
    if changed:
        yield to.gettext("New owners: %(provinces)s.", provinces=", ".join(changed))
    held = [
        f"{to.at(PROVINCE, place)} ({to.thing(REALM, by)})"
        for place, by in enumerate(after.occupier)
        if by != NONE and by != before.occupier[place] and not own & {by, after.owner[place]}
    ]
    if held:
        yield to.gettext("Occupied: %(provinces)s.", provinces=", ".join(held))
    risen = bits(after.rebel_towns & ~before.rebel_towns)
    others = [each for each in risen if after.owner[each] not in own]
    yield from _provinces(to, others, msgid("Rebels took %(names)s."))
    faiths = [
        f"{to.thing(AREA, area)} ({to.thing(RELIGION, now)})"
        for area, (was, now) in enumerate(zip(before.religion, after.religion, strict=True))
        if was != now
    ]
    if faiths:
        yield to.gettext("Another faith: %(areas)s.", areas=", ".join(faiths))


def _offices(span: Span) -> Iterator[str]:
    """Yield changes of the empire, the curia, power struggles, and the events that are face up now."""
    to, was, now = span.to, span.before.empire, span.after.empire
    if was.emperor != now.emperor:
        yield to.gettext("Emperor now: %(realm)s.", realm=_realm(to, now.emperor))
    if was.authority != now.authority:
        change = to.signed(now.authority - was.authority)
        yield to.gettext("Imperial authority %(n)s (%(change)s).", n=now.authority, change=change)
    popes = [papal_controller(state) for state in (span.before, span.after)]
    if popes[0] != popes[1]:
        control = to.gettext("Papal controller now: %(seat)s.", seat=to.seat(popes[1])) if popes[1] else ""
        yield control or to.gettext("Nobody controls the curia now.")
    scored: dict[str, list[StruggleScored]] = {}
    for event in span.events(StruggleScored):
        scored.setdefault(event.struggle, []).append(event)
    for struggle, found in scored.items():
        told = ", ".join(f"{to.seat(each.seat)} {to.signed(each.prestige)}" for each in found if each.prestige)
        told = told or to.word("")
        yield to.gettext("Power struggle “%(name)s”: %(told)s.", name=to.thing(STRUGGLE, struggle), told=told)
    if opened := [each.event for each in span.after.events.shown]:
        names = ", ".join(to.gettext("“%(event)s”", event=to.thing(EVENT, each)) for each in opened)
        yield to.gettext("Events on display: %(names)s.", names=names)


# words -------------------------------------------------------------------------------------------------------------


def _whose(event: Event) -> tuple[str, ...]:
    """Return whose deed it is; a deal is of both."""
    by = str(getattr(event, event.about.by)) if event.about.by else ""
    return (by, event.other) if isinstance(event, Dealt) else (by,)


def _is_shown(event: Event, after: State) -> bool:
    """Return whether what changed in the realm, or a war, tells it already.

    Of a deal no more than a pact that stands.
    """
    if not isinstance(event, Dealt):
        return isinstance(event, SHOWN)
    if event.ducats or event.bought or event.sold:
        return False
    other = realm_of(event.other)
    pacts = ((event.alliance, after.allied), (event.marriage, after.married))
    return all(standing[event.seat] >> other & 1 for agreed, standing in pacts if agreed)


def _is_news(event: Event, seat: str, readers: Sequence[str]) -> bool:
    """Return whether it is a deed of somebody else that no reader's realm tells of, nor the map."""
    return _whose(event)[0] == seat and not {*_whose(event)} & {*readers} and not isinstance(event, SHOWN_OF_OTHERS)


def _realm(to: Speech, realm: int) -> str:
    return to.word("") if realm == NONE else to.thing(REALM, realm)


def _from(to: Speech, place: int, was: int) -> str:
    """Describe a province that was won, and from whom."""
    name = to.at(PROVINCE, place, "accusative")
    if was == NONE:
        return name
    return to.gettext("%(province)s (from %(realm)s)", province=name, realm=to.inflected(REALM, was, "genitive"))


def _now_of(to: Speech, place: int, now: int) -> str:
    """Describe a province that was lost, and to whom."""
    name = to.at(PROVINCE, place, "accusative")
    if now == NONE:
        return name
    return to.gettext("%(province)s (to %(realm)s)", province=name, realm=to.inflected(REALM, now, "genitive"))


def _of(to: Speech, place: int, holder: int) -> str:
    """Describe a province and its holder."""
    return f"{to.at(PROVINCE, place, 'accusative')} ({to.thing(REALM, holder)})"


def _named(to: Speech, kind: Kind[Any], mask: int, said: str) -> Iterator[str]:
    if mask:
        yield to.gettext(said, names=to.listing(to.thing(kind, bit) for bit in bits(mask)))


def _provinces(to: Speech, places: Iterable[int], said: str, case: str = "accusative") -> Iterator[str]:
    if names := [to.at(PROVINCE, place, case) for place in places]:
        yield to.gettext(said, names=to.listing(names))


def _begun(told: str) -> str:
    return told[:1].upper() + told[1:]
