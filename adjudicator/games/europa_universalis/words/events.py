"""Fill the places of the templates about events, as far as no field does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudicator.components import Kind
from adjudicator.kernel.events import ContentCorrected, Corrected, WindowClosed
from adjudicator.reports.wording.event_text import TellingMode
from adjudicator.reports.wording.phases import new_turn

from ..facts import AREA, NODE, PROVINCE, REALM, SEAT, ZONE
from ..rules import acting, battle_dice, battles, decks, exploration, operations, players, recruiting, rounds, upkeep
from ..rules.ages import Displayed, Scored
from ..rules.characters import Appointed, Gone
from ..rules.declaration import WarDeclared
from ..rules.influence import InfluenceChanged
from ..rules.purse import PrestigeChanged
from ..rules.unrest import RebelDice
from ..slots import CHARACTER, IDEA, MILESTONE
from . import effects
from .book import FIELDS, REGISTERS, TELLINGS, Speech, new_round, tell

place = TELLINGS.place


tell(acting.TurnBegan, "", begins=new_turn, silent=True)
tell(WindowClosed, "everybody who could react has answered", deed=TellingMode.NO)
tell(
    Corrected,
    "the moderator corrected the position",
    note=lambda event, to: event.reason,
    important=True,
    deed=TellingMode.NO,
)
tell(ContentCorrected, "the moderator corrected the pack", important=True, deed=TellingMode.NO)
tell(rounds.RoundBegan, "round %(round)s begins", begins=new_round, silent=True)


def summed(event: Any, terms: str, to: Speech) -> str:
    """List the parts of a figure that are not 0: `towns +9, units −4`."""
    parts = ((to.word(name, terms), getattr(event, name)) for name in REGISTERS.words[terms])
    return ", ".join(f"{word} {to.signed(n)}" for word, n in parts if n)


@place
def accounts_told(event: upkeep.Accounts, to: Speech) -> str:
    return summed(event, "terms", to)


@place
def parts(event: Scored, to: Speech) -> str:
    """List the prestige before the final scoring and what was added to it."""
    before = event.total - sum(getattr(event, name) for name in REGISTERS.words["scores"])
    own = to.gettext("prestige %(n)s", n=to.signed(before)) if before else ""
    return ", ".join(filter(None, (own, summed(event, "scores", to))))


@place
def on_display(event: Displayed, to: Speech) -> str:
    return ", ".join(filter(None, (to.things(IDEA, event.ideas), to.things(MILESTONE, event.milestones))))


@place
def the_side(event: battles.OfSide, to: Speech) -> str:
    """Name a side of a battle."""
    return side_of(event.seats, event.realms, event.node, to) if event.side else to.word("")


def side_of(seats: Iterable[str], realms: Iterable[str], node: str | None, to: Speech, case: str = "") -> str:
    """Return whose a side is: seats and realms that nobody plays, or else the pirates of a node, or else rebels."""
    found = [_named(kind, id, case, to) for kind, ids in ((SEAT, seats), (REALM, realms)) for id in ids]
    return to.listing(found) or outlaws(node, to, case)


def outlaws(node: str | None, to: Speech, case: str = "") -> str:
    """Return who fights for nobody: rebels, or the pirates of a node."""
    if case == "instrumental":
        return to.pgettext("won by", "pirates") if node else to.pgettext("won by", "rebels")
    if case:
        return to.pgettext("against", "pirates") if node else to.pgettext("against", "rebels")
    return to.gettext("pirates") if node else to.gettext("rebels")


@place
def outcome(event: battles.BattleOver, to: Speech) -> str:
    """Tell who has won a battle: in Russian in the instrumental."""
    if not event.side:
        return to.gettext("nobody is left")
    winner = side_of(event.seats, event.realms, event.node, to, "instrumental")
    return to.gettext("%(winner)s won", winner=winner)


@place
def the_roll(event: battle_dice.DiceRolled, to: Speech) -> str:
    """Tell what a side has rolled: the dice, with the number of each face, and the hits that count."""
    faces = ", ".join(
        f"{to.word(face)} × {n}" if (n := event.faces.count(face)) > 1 else to.word(face)
        for face in dict.fromkeys(event.faces)
    )
    return to.ngettext(
        "%(side)s rolled %(faces)s: %(n)s hit",
        "%(side)s rolled %(faces)s: %(n)s hits",
        event.hits,
        side=side_of(event.seats, event.realms, event.node, to, "genitive"),
        faces=faces or to.word(""),
    )


@place
def causeless(event: WarDeclared, to: Speech) -> str:
    """Say that a war has no cause, and against whom if it has one against others."""
    if event.uncaused == event.realms:
        return to.gettext("without a cause")
    return to.gettext("without a cause: %(realms)s", realms=to.things(REALM, event.uncaused)) if event.uncaused else ""


@place
def the_faces(event: RebelDice, to: Speech) -> str:
    """List the rebel dice that were rolled, with the number of each face."""
    return ", ".join(
        f"{to.word(face)} × {n}" if (n := event.faces.count(face)) > 1 else to.word(face)
        for face in dict.fromkeys(event.faces)
    )


@place
def the_face(event: exploration.ExplorationRolled, to: Speech) -> str:
    return explored(event.face, to)


def explored(face: str, to: Speech) -> str:
    """Describe a face of the exploration die: a figure, for some faces with a skull."""
    figure, _, skull = face.partition("_")
    return to.gettext("%(figure)s with a skull", figure=figure) if skull else figure


@place
def the_place(event: battles.BattleBegan | battles.BattleOver, to: Speech) -> str:
    return battle_at(event, to)


def battle_at(event: battles.BattleBegan | battles.BattleOver, to: Speech) -> str:
    """Name a battle by its place: `Battle of Andalucia`; at sea by the zone."""
    if event.area is not None:
        return to.gettext("Battle of %(area)s", area=to.inflected(AREA, event.area, "prepositional"))
    kind, id = (ZONE, event.zone) if event.zone is not None else (NODE, event.node)
    return to.gettext("Sea battle, %(zone)s", zone=to.thing(kind, id))


@place
def attack(event: battles.BattleBegan, to: Speech) -> str:
    """Tell who attacked whom."""
    return to.ngettext(
        "%(attackers)s attacked %(defenders)s",
        "%(attackers)s attacked %(defenders)s",
        len((*event.attackers, *event.helpers)) or 2,
        attackers=assailants(event, to),
        defenders=opponents(event, to, "accusative"),
    )


def assailants(event: battles.BattleBegan, to: Speech, case: str = "") -> str:
    """Return who attacks: seats and realms that nobody plays, or else rebels."""
    if event.of_rebels and event.rebels:
        return _many(outlaws(None, to, case), event.rebels)
    return side_of(event.attackers, event.helpers, None, to, case)


def opponents(event: battles.BattleBegan, to: Speech, case: str) -> str:
    """Return who defends: seats and realms that nobody plays, rebels or pirates, units of the empire."""
    found = [_named(kind, id, case, to) for kind, ids in ((SEAT, event.defenders), (REALM, event.realms)) for id in ids]
    if event.rebels and not event.of_rebels:
        found.append(_many(outlaws(event.node, to, case), event.rebels))
    if event.imperial:
        empire = to.gettext("the empire") if not case else to.pgettext("against", "the empire")
        found.append(_many(empire, event.imperial))
    return to.listing(found) or to.pgettext("against", "nobody")


def _named(kind: Kind[Any], id: str, case: str, to: Speech) -> str:
    return to.inflected(kind, id, case) if case else to.thing(kind, id)


def _many(who: str, n: int) -> str:
    return f"{who} ({n})"


@TELLINGS.fact
def gained(event: InfluenceChanged | PrestigeChanged) -> bool:
    """Return whether there is more of it."""
    return event.n > 0


@place
def the_reason(event: PrestigeChanged, to: Speech) -> str:
    """Say for what prestige was gained or lost."""
    return to.word(event.why, "prestige")


@place
def the_word(event: Any, to: Speech) -> str:
    """Name a unit, a ship, a power, a term or a reason, whichever field the event has."""
    found = (each for each in ("unit", "ship", "kind", "power", "term", "why") if each in event.__struct_fields__)
    return to.word(getattr(event, next(found)))


@place
def the_post(event: Appointed | Gone, to: Speech) -> str:
    """Name a character's post, with the number of its army or the type of power."""
    return _post(event, to.word(event.post), to)


@place
def the_office(event: Appointed, to: Speech) -> str:
    """Say as what a character is appointed: in Russian in the instrumental."""
    return _post(event, to.word(event.post, "appointed"), to)


def _post(event: Appointed | Gone, post: str, to: Speech) -> str:
    if isinstance(event, Appointed) and event.army:
        return to.gettext("%(post)s of army %(n)s", post=post, n=event.army)
    if isinstance(event, Appointed) and event.power:
        return to.gettext("%(post)s, %(power)s", post=post, power=to.word(event.power))
    return post


@place
def whom(event: Appointed, to: Speech) -> str:
    """Name somebody who is appointed, in Russian in the accusative, if a pack's name has one."""
    try:
        return to.inflected(CHARACTER, event.character, "accusative")
    except KeyError:
        return to.thing(CHARACTER, event.character)


@place
def the_decks(event: decks.CardsDrawn, to: Speech) -> str:
    return ", ".join(f"{to.word(deck)} × {event.decks.count(deck)}" for deck in dict.fromkeys(event.decks))


@place
def deal_told(event: players.Dealt, to: Speech) -> str:
    """Describe what two players agreed on."""
    told = [to.gettext("alliance")] if event.alliance else []
    told += [to.gettext("marriage")] if event.marriage else []
    if event.ducats:
        payer = to.seat(event.other if event.ducats > 0 else event.seat)
        told.append(to.gettext("%(payer)s pays %(ducats)s", payer=payer, ducats=to.ducats(abs(event.ducats))))
    for provinces, owner in ((event.bought, event.seat), (event.sold, event.other)):
        if provinces:
            names = to.listing(to.at(PROVINCE, province, "accusative") for province in provinces)
            told.append(to.gettext("%(seat)s gets %(provinces)s", provinces=names, seat=to.seat(owner)))
    return to.listing(told)


@place
def the_card(event: operations.OptionTaken | operations.DoneByHand, to: Speech) -> str:
    """Name the card that an option is of, or that the moderator has carried out."""
    return effects.card_at(event.at, to)


@place
def its_words(event: operations.DoneByHand, to: Speech) -> str:
    """Return the words of what the moderator has carried out."""
    return effects.by_hand(event.at, to)


@place
def what_changed(event: operations.DoneByHand, to: Speech) -> str:
    """Describe what is different now: `Castile ducats 11, rebels Aquitaine 2`.

    For lists of armies only their owner is given.
    """
    return ", ".join(" ".join(filter(None, change)) for change in _changes(event.changes, to)) or to.gettext(
        "no change"
    )


def _changes(changes: Mapping[str, Any], to: Speech) -> Iterator[list[str]]:
    for key, value in changes.items():
        name = _called(key, to)
        if isinstance(value, Mapping):
            yield from ([name, *inner] for inner in _changes(value, to))
        elif isinstance(value, list):
            yield [name, to.listing(_called(each, to) for each in value if isinstance(each, str))]
        else:
            yield [name, _called(value, to) if isinstance(value, str) else str(value)]


def _called(key: str, to: Speech) -> str:
    """Return the name of a field of a position, or of a thing."""
    if key in FIELDS.rows:
        return str(FIELDS.rows[key][to.language.code])
    return next((to.thing(kind, key) for kind in to.naming.kinds if key in kind), key)


@place
def the_forces(event: recruiting.UnitsRaised, to: Speech) -> str:
    """Return how many units of which type are raised."""
    return to.forces(event.unit, event.n)


@place
def the_option(event: operations.OptionTaken, to: Speech) -> str:
    """Describe the effects of the option that was chosen."""
    return effects.of_option(operations.found_at(to.content, f"{event.at}.options.{event.option - 1}"), to)
