"""Offers in words: the mail that brings one, the one that tells that all have signed, those that lie on the table."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.position import Stage
from adjudicator.language import msgid
from adjudicator.reports.model import Item, Kind, Section
from adjudicator.reports.wording.kernel_words import why
from adjudicator.service.outbox.payloads import Agreed, Offered
from adjudicator.service.play import offers
from adjudicator.service.play.agreements.feasibility import Viewer
from adjudicator.service.play.agreements.offer import Numbered, Offer, code_of, read
from adjudicator.service.play.agreements.telling import Why
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.reader import Reader
from adjudicator.store import agreements

MOST_SHOWN = 12
"""Offers that one report lists; the word `offers` lists all."""


def offered(reader: Reader, intent: Offered) -> Parts:
    """Return an offer, what it would do as far as the reader can know, and how to answer it."""
    language, code = reader.language, code_of(intent.offer)
    return Parts(
        kind=Kind.NOTICE,
        title=language.gettext("offer %(code)s: do you sign?", code=code),
        lead=tuple(_lead(reader, intent)),
        sections=tuple(_sections(reader, intent)),
        position=False,
    )


def _lead(reader: Reader, intent: Offered) -> Iterator[str]:
    language = reader.language
    yield language.gettext(
        "%(maker)s: offer %(code)s to you: %(order)s.",
        maker=reader.seat_called(intent.maker),
        code=code_of(intent.offer),
        order=order_words(reader, intent.action),
    )
    if intent.answers:
        told = msgid("It takes the place of offer %(code)s, which cannot be signed any more.")
        yield language.gettext(told, code=code_of(intent.answers))
    stands = _stands(reader, intent.until, intent.end)
    yield " ".join((_signed(reader, intent), stands, _known(reader, public=intent.public)))


def _signed(reader: Reader, intent: Offered) -> str:
    """Return who else must sign, and what happens then."""
    others = [reader.seat_called(name) for name in intent.parties if name not in (intent.maker, *reader.players)]
    if not others:
        return reader.language.gettext("It is carried out as soon as you sign.")
    told = msgid("It needs the signatures of %(seats)s too, and is carried out with the last one.")
    return reader.language.gettext(told, seats=reader.language.listing(others))


def _stands(reader: Reader, until: datetime | None, end: Stage | None) -> str:
    language = reader.language
    if until is not None:
        return language.gettext("It stands until %(moment)s.", moment=reader.time(until))
    if end is not None and end == Stage(reader.match.game.stage(reader.match.position).turn):
        return language.gettext("It stands until the turn is over.")
    if end is not None:
        said = offers.words_at(reader.match).phases.say(end, language)
        return language.gettext("It stands until %(end)s.", end=said)
    return language.gettext("It stands until it is withdrawn.")


def _known(reader: Reader, *, public: bool) -> str:
    if public:
        return reader.language.gettext("Everybody may see it.")
    return reader.language.gettext("Nobody else is told of it.")


def _sections(reader: Reader, intent: Offered) -> Iterator[Section]:
    language, code = reader.language, code_of(intent.offer)
    seat = reader.seat.name
    told = Viewer(reader.match, seat).foresees(intent.parties, _typed(reader, intent.action))
    effect = reader.report.effect(told, seat, language).text if told else ""
    if effect:
        yield Section(heading=language.gettext("What it would do"), paragraphs=(effect,))
    order = order_words(reader, intent.action)
    items = (
        Item(name=f"{code} {language.typed(en='yes', ru='да')}", text=language.gettext("you sign it")),
        Item(name=f"{code} {language.typed(en='no', ru='нет')}", text=language.gettext("you do not, and it is off")),
        Item(
            name=f"{code} {language.typed(en='counter: …', ru='иначе: …')}",
            text=language.gettext("you offer another order instead, written like this one: %(order)s", order=order),
        ),
    )
    yield Section(heading=language.gettext("How to answer"), items=items)


def agreed(reader: Reader, intent: Agreed) -> Parts:
    """Return the parts of the notice that all have signed an offer."""
    language, code = reader.language, code_of(intent.offer)
    told = msgid("All have signed offer %(code)s, and it is carried out: %(order)s.")
    return Parts(
        kind=Kind.NOTICE,
        title=language.gettext("%(code)s is signed by all", code=code),
        lead=(language.gettext(told, code=code, order=order_words(reader, intent.action)),),
        number=intent.number,
        ends=reader.match.result is not None,
    )


def on_table(reader: Reader) -> tuple[Section, ...]:
    """Return the offers to which the reader is a party, and those that everybody may see."""
    found = _shown(reader)
    if not found:
        return ()
    language, left = reader.language, len(found) - MOST_SHOWN
    more = language.ngettext(
        "%(n)s older one is listed by “%(offers)s”.",
        "%(n)s older ones are listed by “%(offers)s”.",
        max(left, 0),
        offers=language.typed(en="offers", ru="предложения"),
    )
    items = tuple(_item(reader, each) for each in found[-MOST_SHOWN:])
    heading = language.gettext("Offers on the table")
    return (Section(heading=heading, items=items, paragraphs=(more,) if left > 0 else ()),)


def listed(reader: Reader) -> tuple[Section, ...]:
    """Return all offers, and what the reader may offer."""
    language, items = reader.language, tuple(_item(reader, each) for each in _shown(reader))
    nothing = () if items else (language.gettext("Nothing lies on the table."),)
    table = Section(heading=language.gettext("Offers on the table"), items=items, paragraphs=nothing)
    return (table, *_possible(reader))


def may_offer(reader: Reader) -> bool:
    """Return whether one of the seats of a reader may order something now that others must sign."""
    match = reader.match
    return any({*match.signers_anytime(seat, each)} - {seat} for seat in reader.players for each in match.anytime(seat))


def _possible(reader: Reader) -> Iterator[Section]:
    """Yield what the reader may order at any time now, one order of each kind and parts, and who must sign it too."""
    match, language, seat = reader.match, reader.language, reader.seat.name
    kinds = {(type(action), *msgspec.to_builtins(action)): action for action in reversed(match.anytime(seat))}
    if not kinds:
        return
    said = offers.words_at(match)
    items = []
    for action in reversed(kinds.values()):
        others = [reader.seat_called(name) for name in match.signers_anytime(seat, action) if name != seat]
        offer = language.gettext("an offer to %(seats)s", seats=language.listing(others))
        text = offer if others else language.gettext("done at once")
        items.append(Item(name=said.say(action, language.code), text=text))
    yield Section(heading=language.gettext("What you may order at any time, for example"), items=tuple(items))


def _shown(reader: Reader) -> list[Numbered]:
    if not reader.ledger.made or reader.match.result is not None:
        return []
    then = map(read, agreements.open_then(reader.session, reader.where[0], reader.intent.written))
    return [each for each in then if _is_shown(reader, each)]


def _is_shown(reader: Reader, each: Numbered) -> bool:
    known = each.offer.public or not set(reader.players).isdisjoint(each.offer.parties)
    return known and not each.offer.ended(reader.match, reader.intent.written)


def _item(reader: Reader, each: Numbered) -> Item:
    offer, language = each.offer, reader.language
    note = [_by(reader, offer), _stands(reader, offer.until, offer.stage)]
    if not set(reader.players).isdisjoint(offer.missing):
        yes, no = language.typed(en="yes", ru="да"), language.typed(en="no", ru="нет")
        note.append(language.gettext("“%(yes)s” signs it.", yes=f"{each.called} {yes}", no=f"{each.called} {no}"))
    return Item(name=each.called, text=order_words(reader, offer.action), note=" ".join(note))


def _by(reader: Reader, offer: Offer) -> str:
    """Return the seats that have signed, and those that have not."""
    language = reader.language
    signed = language.listing([reader.seat_called(name) for name in offer.signed])
    missing = language.listing([reader.seat_called(name) for name in offer.missing])
    return language.gettext("Signed: %(signed)s; missing: %(missing)s.", signed=signed, missing=missing)


def order_words(reader: Reader, action: dict[str, Any]) -> str:
    """Return an offer as its reader would order it."""
    return str(offers.words_at(reader.match).say(_typed(reader, action), reader.language.code))


def refusal_words(reader: Reader, stored: str) -> str:
    """Return why the rules do not allow it."""
    refusal = msgspec.json.decode(stored, type=Why)
    return why(reader.report, refusal.code, refusal.rule, refusal.facts, reader.language)


def _typed(reader: Reader, action: dict[str, Any]) -> Action:
    typed: Action = msgspec.convert(action, reader.match.game.action_type)
    return typed
