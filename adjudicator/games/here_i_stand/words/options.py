"""Word the questions, as far as templates do not: prices, what an option brings, what a card does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.components import bits
from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.language import msgid
from adjudicator.reports.layout.first_of_each import first_of_each
from adjudicator.reports.model import Example, Examples
from adjudicator.reports.wording.game import Asked

from ..facts import CARD, LEADER, LOCATION, MINOR, OWNER, PAPACY, POWER, SPACE, ZONE
from ..rules import announcing, spring, table
from ..rules.diplomacy import announcements, deals, declarations
from ..rules.faith import attempts
from . import terms, uses
from .book import ASKINGS, Counter, Speech


@ASKINGS.place
def price(action: Action, now: Counter, to: Speech) -> str:
    """Return the command points that an option costs."""
    if not now.seat or not hasattr(action, "price"):
        return ""
    return to.points(action.price(now.state, now.seat))


@ASKINGS.place
def worth(action: Any, now: Counter, to: Speech) -> str:
    """Return the command points of a card."""
    return to.points(CARD.thing(action.card).cp)


@ASKINGS.place
def its_text(action: Any, now: Counter, to: Speech) -> str:
    """Return what a card does."""
    return to.text_of(action.card)


@ASKINGS.place
def odds(action: attempts.Try, now: Counter, to: Speech) -> str:
    """Return the dice of both sides in an attempt, and how likely it succeeds."""
    if not now.context:
        return ""
    aim = attempts.Aim(
        **{field: fact for field, fact in now.context.items() if field in attempts.Aim.__struct_fields__}
    )
    aim = replace(aim, helper=action.debater or aim.helper)
    terms = attempts.terms_of(now.state, "papacy" if now.seat == PAPACY else "protestant", action.space, aim)
    told = to.gettext("%(dice)s against %(against)s", dice=to.dice(terms.dice), against=terms.against)
    return f"{told}, {terms.chance:.0%}"


@ASKINGS.place
def price_of_war(action: Any, now: Counter, to: Speech) -> str:
    """Return the command points that declarations of war cost; those against minor powers may cost nothing."""
    if not now.seat or not action.on:
        return ""
    return to.points(sum(declarations.cost(now.state, now.seat, each) for each in action.on))


@ASKINGS.place
def company(action: Any, now: Counter, to: Speech) -> str:
    """Return the units and leaders that an option names."""
    return to.company(action) or to.gettext("all that can go")


@ASKINGS.place
def fleet(action: Any, now: Counter, to: Speech) -> str:
    """Return the ships and leaders that an option names."""
    return to.company(action) or to.gettext("all ships")


@ASKINGS.place
def which(action: Any, now: Counter, to: Speech) -> str:
    """Return which debaters a debate is against, or which way rowers change a roll."""
    if action.op == "row_harder":
        return to.gettext("2 more: it succeeds") if action.up else to.gettext("2 less: it fails")
    return to.gettext("debate against committed debaters") if action.committed else to.gettext("debate")


@ASKINGS.place
def where(action: Any, now: Counter, to: Speech) -> str:
    """Return the spaces of mercenaries, and whose they are."""
    spaces = to.things(SPACE, action.spaces) or to.gettext("nobody")
    return f"{spaces} ({to.things(OWNER, action.owners)})" if action.owners else spaces


@ASKINGS.place
def terms_of(action: Any, now: Counter, to: Speech) -> str:
    """Return the parties and the terms of a deal."""
    parties = to.listing(to.seat(each) for each in action.between)
    return f"{parties}: {terms.agreed(action, to)}"


@ASKINGS.place
def settled(action: Any, now: Counter, to: Speech) -> str:
    """Return what is paid for with cards: leaders who come home, an excommunication that ends."""
    told = [to.thing(LEADER, each) for each in action.leaders]
    told += [to.gettext("excommunication lifted")] if action.relief else []
    return ", ".join(told) or to.pgettext("settling", "nothing")


@ASKINGS.place
def comet(action: Any, now: Counter, to: Speech) -> str:
    """Return what Halley's Comet does to a power."""
    if action.use == 1:
        return to.gettext("a random card of %(seat)s", seat=to.seat(action.power, "genitive"))
    return to.gettext("the next impulse of %(seat)s", seat=to.seat(action.power, "genitive"))


@ASKINGS.place
def use_told(action: Any, now: Counter, to: Speech) -> str:
    """Return what a card is for, and which use of it: what the use does stands with the card."""
    kinds = (("power", POWER), ("minor", MINOR), ("space", LOCATION), ("zone", ZONE))
    told = [to.at(kind, found) for field, kind in kinds if (found := getattr(action, field, ""))]
    told.append(uses.told(now.state, now.seat, action.use, to))
    return ", ".join(filter(None, told))


# what questions are about


@ASKINGS.fact
def rolled_for(decision: OpenDecision, now: Counter, to: Speech) -> str:
    """Return what a fleet has rolled for."""
    return to.gettext("to avoid battle") if decision.context["avoiding"] else to.gettext("to intercept")


@ASKINGS.fact
def announced_told(decision: OpenDecision, now: Counter, to: Speech) -> str:
    """Return what a power has announced and paid, as everybody sees it: its march, assault, move at sea or piracy."""
    power, battle, sailing = to.seat(now.state.impulse.power), now.state.battle, now.state.sailing
    if sailing is not None and sailing.routes:
        ways = (f"{to.thing(LOCATION, each.origin)} – {to.thing(LOCATION, each.to)}" for each in sailing.routes)
        return to.gettext("%(seat)s: ships sail, %(ways)s", seat=power, ways=to.listing(ways))
    if battle is None:
        return to.gettext("%(seat)s: piracy", seat=power)
    there = to.thing(LOCATION, battle.at)
    if battle.kind != "march":
        return to.gettext("%(seat)s: an assault of %(there)s", seat=power, there=there)
    units = sum(table.land(each) for each in battle.units)
    leaders = to.things(LEADER, (LEADER.ids[each] for each in bits(battle.leaders)))
    company = ", ".join(filter(None, (to.land(units) if units else "", leaders)))
    origin = to.thing(LOCATION, battle.origin)
    march = to.gettext("%(seat)s: a march from %(origin)s to %(there)s", seat=power, origin=origin, there=there)
    return f"{march} ({company})"


_FIGURES: Final = ("cp", "left", "hits", "against", "total", "needed", "attack", "defense", "room", "units", "most")


def _fact(name: str, told: Callable[[Any, Speech], str]) -> None:
    """Declare a place of questions that a field of their context fills, in a form that its name may have."""
    field = name.partition("_")[0]

    def made(decision: OpenDecision, now: Counter, to: Speech) -> str:
        found = decision.context.get(field)
        return "–" if found in (None, "") else told(found, to)

    made.__name__ = name
    ASKINGS.fact(made)


for _field in _FIGURES:
    _fact(_field, lambda found, to: str(found))
_fact("units_marching", lambda found, to: to.land(found))
_fact("card_text", lambda found, to: to.text_of(found))
for _field in ("origin", "to", "space"):
    _fact(f"{_field}_place", lambda found, to: to.thing(LOCATION, found))
_fact("to_accusative", lambda found, to: to.inflected(LOCATION, found, "accusative"))
_fact("card_name", lambda found, to: to.thing(CARD, found))


def _kind(action: Any) -> tuple[object, ...]:
    """Return which options stand together behind an arrow: the same units, one or several; from the same place."""
    apart = (getattr(action, field, "") for field in ("unit", "origin"))
    return (type(action), *apart, getattr(action, "count", 1) == 1)


def _towards(action: Any, to: Speech) -> str:
    """Return where units go, whose numbers do not matter behind an arrow."""
    return to.thing(LOCATION, action.to) if hasattr(action, "origin") and hasattr(action, "to") else ""


first_of_each(ASKINGS, kind=_kind, behind=_towards)


def _fewer(asked: Asked, now: Counter, to: Speech) -> str:
    """Say how fewer units than all are deployed, in an order that can be sent."""
    whole = next((each.action for each in asked.options if isinstance(each.action, spring.Deploy)), None)
    if whole is None or asked.say is None or whole.troops.total <= 1:
        return ""
    kind = next(each for each in ("regulars", "mercenaries", "cavalry") if getattr(whole, each))
    one = replace(whole, **{"regulars": 0, "mercenaries": 0, "cavalry": 0, kind: 1}, leaders=())
    return to.gettext("All that can go are named; fewer go if you write them: “%(order)s”.", order=asked.say(one))


ASKINGS.ask(
    spring.DeployAnswers,
    msgid("spring deployment"),
    msgid("Which formation do you deploy from your capital?"),
    note=_fewer,
)


def _powerless(asked: Asked, now: Counter, to: Speech) -> str:
    """Say to a power that has no card for it why it is asked all the same."""
    if any(isinstance(option.action, announcing.CallOff) for option in asked.options):
        return ""
    return to.gettext(
        "You hold no card that stops it. You are asked all the same, so that nobody learns that from your silence."
    )


ASKINGS.ask(
    announcing.CallOffAnswers,
    announced_told,
    msgid("%(announced_told)s. Do you stop it with a card?"),
    note=_powerless,
)


def _deals(asked: Asked, now: Counter, to: Speech) -> Examples | None:
    """Return deals that this power can propose now, one with each other: peace with an enemy, else an alliance."""
    if not now.seat or asked.say is None:
        return None
    first = dict[str, deals.Deal]()
    for deal in deals.DealAnswers().options(now.state, now.seat):
        assert isinstance(deal, deals.Deal)
        if deal.peace or deal.alliance:
            (other,) = {*deal.between} - {now.seat}
            first.setdefault(other, deal)
    lines = (
        Example(line=asked.say(deal), words=to.gettext("an offer to %(seat)s", seat=to.seat(other)))
        for other, deal in first.items()
    )
    return Examples(heading=to.gettext("Deals you can offer"), lines=tuple(lines)) if first else None


def _negotiating(asked: Asked, now: Counter, to: Speech) -> str:
    """Say how a deal is signed, with one that this power can propose now as an example, if there is any."""
    deal = next(iter(deals.DealAnswers().options(now.state, now.seat)), None) if now.seat else None
    if deal is None or asked.say is None:
        how = to.gettext("Write a deal, and the other side signs it with “yes”.")
    else:
        how = to.gettext(
            "Write a deal, for example “%(deal)s”, and the other side signs it with “yes”.", deal=asked.say(deal)
        )
    told = to.gettext(
        "Nobody else sees it before all are done; “offers” lists what you can propose, and what was proposed to you."
    )
    return f"{how} {told}"


ASKINGS.ask(
    announcements.TalkAnswers,
    msgid("negotiations"),
    msgid("Negotiations: which deals do you sign, and are you done?"),
    note=_negotiating,
    how=msgid(
        "Write a deal, and the other side signs it with “yes”. Nobody else sees it before all are done; “offers” lists "
        "what you can propose, and what was proposed to you."
    ),
    examples=_deals,
)
