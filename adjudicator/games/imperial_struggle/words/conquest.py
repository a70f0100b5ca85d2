"""Spoils that are spent in words: conquests, flags removed, a conquest that is refused (7.2, 7.2.2)."""

from __future__ import annotations

from functools import partial
from typing import Final

from adjudicator.reports.game import Asked
from adjudicator.reports.model import OptionGroup
from adjudicator.reports.refusing import Facts
from adjudicator.reports.shelves import Shelf
from adjudicator.reports.telling import Deed

from ..components import NAVY_BOX
from ..fact_types import BRITAIN, FLAGS, NONE, SIDES, SPACE
from ..facts import FACTS
from ..rules.control import controller
from ..rules.war import conquest
from ..rules.war.conquest import quote, refusal_price, sources
from ..rules.war.progress import progress, spoils_of, unflag_of
from ..state import State
from . import book
from .book import ASKINGS, Counter, ask, in_theatre, offer, refuse
from .places import places, taken, unflagged_by
from .speech import Speech, opponent
from .tables import kind as kind_of_space
from .war_choices import here


def _source(event: conquest.SpaceConquered, to: Speech) -> str:
    """Say what it cost, and where the squadron came from."""
    notes = [to.cp(event.cp)]
    if event.source == NAVY_BOX:
        notes.append(to.gettext("squadron from the navy box"))
    elif event.source:
        notes.append(to.gettext("squadron from %(source)s", source=to.from_space(event.source)))
    return ", ".join(notes)


def _spoils_lost(event: conquest.SpoilsLost, to: Speech) -> str:
    lost = [to.cp(event.cp)] if event.cp else []
    lost += [to.gettext("a flag to remove")] if event.unflag else []
    return to.gettext("spoils not used: %(spoils)s", spoils=", ".join(lost) or to.gettext("nothing"))


def _vp(event: conquest.ConquestTried | conquest.ConquestRefused, to: Speech) -> str:
    return to.vp(event.vp)


tell = partial(book.tell, where=in_theatre, important=True)
tell(
    conquest.SpaceConquered,
    {True: "%(space)s conquered from %(owner)s", False: "%(space)s conquered"},
    by="owner",
    note=_source,
    deed=Deed.ANYBODYS,
    owner=lambda event, to: to.seat(event.owner, "genitive"),
)
tell(
    conquest.ConquestTried,
    "wants to conquer %(space)s; %(owner)s may refuse for %(vp)s",
    note=lambda event, to: to.cp(event.cp),
    vp=_vp,
)
tell(
    conquest.ConquestRefused,
    "%(space)s is not given up",
    note="%(side)s scores %(vp)s",
    side=lambda event, to: to.seat(opponent(event.side)),
    vp=_vp,
)
tell(conquest.SpoilsUnflagged, lambda event, to: to.unflagged(event.space, event.side), who="")
tell(conquest.SpoilsLost, _spoils_lost, important=False)


def _left(asked: Asked, counter: Counter, to: Speech) -> str:
    state = counter.state
    left = spoils_of(state)
    parts = [to.gettext("Left: %(cp)s.", cp=to.cp(left.cp))] if left.cp else []
    if left.unflag:
        unflag = unflag_of(state)
        deed = taken(to.gettext("You may remove a flag"), unflagged_by(unflag.type, unflag.region), to)
        parts.append(f"{deed}.")
    return " ".join(parts)


def _conquest(action: conquest.Conquer, counter: Counter, to: Speech) -> str:
    space = SPACE.index[action.space]
    owner, notes = controller(counter.state, space), [kind_of_space(SPACE.things[space], to)]
    notes += [to.seat(FLAGS[owner])] if owner != NONE else []
    return ", ".join([*notes, *_terms(action, counter, to)])


def _terms(action: conquest.Conquer, counter: Counter, to: Speech) -> list[str]:
    """Say what the other side may do about it, and where the squadron comes from."""
    state, side = counter.state, counter.side
    price, notes = quote(state, side, action.space), []
    if price.may_refuse != NONE:
        vp = to.vp(refusal_price(state, price.may_refuse))
        notes.append(to.gettext("may be refused for %(vp)s", vp=vp))
    if FACTS.naval >> price.space & 1:
        names = to.any_of(to.space(source) for source in sources(state, side))
        notes.append(to.gettext("squadron from: %(spaces)s", spaces=names))
    return notes


def _conquered(action: conquest.Conquer, counter: Counter, to: Speech) -> Shelf:
    """Shelve it by price, and by what else it means."""
    price, terms = quote(counter.state, counter.side, action.space).cp, _terms(action, counter, to)
    return Shelf((0, len(terms), price), to.gettext("Conquer, %(points)s", points=to.cp(price)), "", ", ".join(terms))


def _chip(action: conquest.Conquer | conquest.SpoilsUnflag, counter: Counter, to: Speech) -> tuple[str, str]:
    return "", to.chip(SPACE, action.space)


def _links(asked: Asked, counter: Counter, to: Speech) -> tuple[OptionGroup, ...]:
    return ASKINGS.links(asked.options, counter, to, Shelf((2,), "Or"), lambda action: 0)


UNFLAGGING: Final = Shelf((1,), "Remove a flag")
offer(
    conquest.Conquer,
    "%(space)s",
    Shelf((0,), "Conquer", "conquest points"),
    cost=lambda action, counter, to: str(quote(counter.state, counter.side, action.space).cp),
    note=_conquest,
    chip=_chip,
    brief=_conquered,
)
offer(conquest.SpoilsUnflag, "%(space)s", UNFLAGGING, chip=_chip, brief=UNFLAGGING)
offer(conquest.EndSpoils, "leave the rest of the spoils", Shelf((2,), "Or"))
ask(
    "spend_spoils", "%(theatre)s: your spoils", "%(theatre)s: spend your spoils", note=_left, links=_links, theatre=here
)


def _refusal(action: conquest.AnswerConquest, counter: Counter, to: Speech) -> str:
    """Say what the answer means."""
    state, side = counter.state, counter.side
    if not action.refuse:
        return to.gettext("%(side)s takes it", side=_winner(state, to))
    price = refusal_price(state, side)
    return to.gettext(
        "%(side)s scores it, the track goes to %(vp)s; the territory is safe for the rest of this war; it is your "
        "refusal %(n)s of %(most)s",
        side=_winner(state, to),
        vp=state.vp + (price if side == BRITAIN else -price),
        n=progress(state).refusals[side] + 1,
        most=len(FACTS.war_rules.refusal_vp),
    )


def _winner(state: State, to: Speech) -> str:
    return to.seat(SIDES[spoils_of(state).winner])


offer(
    conquest.AnswerConquest,
    lambda action, counter, to: to.gettext("refuse") if action.refuse else to.gettext("give it up"),
    cost=lambda action, counter, to: to.vp(refusal_price(counter.state, counter.side)) if action.refuse else "",
    note=_refusal,
)
ask(
    "answer_conquest",
    "do you give up %(space)s?",
    "%(side)s conquers %(space)s: give it up or refuse?",
    note=lambda asked, counter, to: to.gettext(
        "The track stands at %(vp)s. The conquest points are spent in either case.", vp=counter.state.vp
    ),
    space=lambda decision, counter, to: to.space(decision.context["space"]),
    side=lambda decision, counter, to: _winner(counter.state, to),
)


def _not_for_unflag(given: Facts, to: Speech) -> str:
    return to.gettext(
        "%(space)s has no flag that these spoils may remove; they remove an opposing one: %(places)s",
        space=to.space(given["space"]),
        places=places(unflagged_by(given["type"], given["region"]), to),
    )


refuse(conquest.not_conquerable, "%(space)s cannot be conquered, it is of another kind: %(type)s")
refuse(conquest.outside_theater, "%(space)s cannot be conquered at this theatre: %(theater)s")
refuse(conquest.territory_immune, "%(space)s: a conquest was refused, so it is safe for the rest of this war")
refuse(
    conquest.no_conquest_line,
    "%(space)s: you need a space at the other end of a conquest line; they lead to: %(lines)s",
)
refuse(
    conquest.no_squadron_for_conquest,
    "%(space)s needs a squadron from the navy box or from this theatre that has taken no naval space in this war; "
    "you have none",
)
refuse(conquest.squadron_needed, "%(space)s: say where the squadron comes from: %(spaces)s")
refuse(conquest.squadron_not_free, "no squadron can come from here: %(space)s; it could come from: %(spaces)s")
refuse(conquest.no_squadron_needed, "%(space)s is no naval space: it needs no squadron")
refuse(conquest.not_enough_cp, "%(space)s costs %(cost)s CP; you have %(cp)s left")
refuse(conquest.wrong_cp, "%(space)s costs %(cost)s CP, not %(given)s")
refuse(conquest.no_unflag_left, "%(space)s: these spoils remove no (more) flag")
refuse(conquest.not_for_unflag, _not_for_unflag)
refuse(conquest.not_that_territory, "%(conquered)s is being conquered, not %(space)s")
