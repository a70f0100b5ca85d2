"""Tell what happened, as far as templates alone do not say it: battles, what is gained, what only one player sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.kernel.events import Event
from adjudicator.reports.wording.event_text import Context, EventText, TellingMode
from adjudicator.reports.wording.phases import new_turn

from ..facts import BANNER, CARD, REGION, SITE
from ..rules import battle, campaign, deals, pieces, playing, search, turns
from .book import TELLINGS, Speech, tell
from .terms import given

# campaigns


def _targets(event: campaign.CampaignBegan, to: Speech) -> Iterator[str]:
    yield from (to.thing(SITE, target) for target in event.targets)
    yield from (to.thing(CARD, card) for card in event.cards)
    yield from (to.thing(BANNER, banner) for banner in event.banners)
    if event.pawn:
        yield to.gettext("pawn and favor")


@TELLINGS.place
def loot(event: campaign.CampaignBegan, to: Speech) -> str:
    """Return the targets of a campaign."""
    return to.listing(_targets(event, to)) or to.pgettext("exchange", "nothing")


@TELLINGS.place
def pools(event: campaign.CampaignBegan | battle.PlanUsed, to: Speech) -> str:
    """Return the dice of both sides."""
    return to.gettext("attack dice %(attack)s, defense dice %(defense)s", attack=event.attack, defense=event.defense)


@TELLINGS.place
def balance(event: battle.CampaignEnded, to: Speech) -> str:
    """Return attack and defense, such as `7 : 5`."""
    return f"{event.attack} : {event.defense}"


@TELLINGS.place
def dice_told(event: battle.Rolled, to: Speech) -> str:
    """Return the faces that were rolled, kind by kind."""
    return shown(event.dice, event.faces, to)


def shown(dice: str, faces: Sequence[int], to: Speech) -> str:
    """Return what attack or defense dice show, kind by kind."""
    if dice == "attack":
        swords = sum(face in battle.SWORD for face in faces)
        hollow = sum(face in battle.HOLLOW for face in faces)
        skulls = sum(face == battle.SKULL for face in faces)
        told = [
            to.ngettext("%(n)s sword", "%(n)s swords", swords) if swords else "",
            to.ngettext("%(n)s hollow sword", "%(n)s hollow swords", hollow) if hollow else "",
            to.ngettext("%(n)s skull with two swords", "%(n)s skulls with two swords", skulls) if skulls else "",
        ]
    else:
        single = sum(face in battle.SHIELD for face in faces)
        double = sum(face == battle.TWO_SHIELDS for face in faces)
        twice = sum(face == battle.DOUBLE for face in faces)
        blank = len(faces) - single - double - twice
        told = [
            to.ngettext("%(n)s shield", "%(n)s shields", single) if single else "",
            to.ngettext("%(n)s double shield", "%(n)s double shields", double) if double else "",
            to.ngettext("%(n)s doubling face", "%(n)s doubling faces", twice) if twice else "",
            to.ngettext("%(n)s blank", "%(n)s blanks", blank) if blank else "",
        ]
    return ", ".join(filter(None, told)) or to.pgettext("dice", "none")


tell(
    battle.Rolled,
    {"attack": "attack dice: %(dice_told)s", "defense": "defense dice: %(dice_told)s"},
    by="dice",
    who="",
    deed=TellingMode.ANYBODYS,
)
tell(
    battle.Counted,
    "attack %(attack)s, defense %(defense)s",
    note="skulls kill: %(skulls@warbands)s",
    who="",
    deed=TellingMode.ANYBODYS,
)


# what is gained and given


@TELLINGS.place
def gains(event: pieces.Gained | pieces.Burned, to: Speech) -> str:
    """Return what was gained or burned."""
    warbands, supply = getattr(event, "warbands", 0), getattr(event, "supply", 0)
    return to.amounts(supply=supply, favor=event.favor, secrets=event.secrets, warbands=warbands)


@TELLINGS.place
def amounts(event: pieces.Gained | pieces.Burned | pieces.Levied, to: Speech) -> str:
    """Return what was gained, burned or given up, as the object of the verb."""
    found = ((name, getattr(event, name, 0)) for name in ("supply", "favor", "secrets", "warbands"))
    return to.taken(**dict(found))


@TELLINGS.fact
def without_gain(event: pieces.Gained) -> bool:
    """Return whether nothing came."""
    return not (event.favor or event.secrets or event.warbands or event.supply)


@TELLINGS.place
def gives(event: deals.DealMade, to: Speech) -> str:
    """Return what whoever proposed an exchange gave."""
    return given(event, to)


@TELLINGS.place
def gets(event: deals.DealMade, to: Speech) -> str:
    """Return what whoever proposed an exchange got."""
    return given(event, to, back=True)


@TELLINGS.place
def there(event: pieces.SiteTurned, to: Speech) -> str:
    """Return what came with a site that was turned up."""
    relics = to.ngettext("%(n)s relic", "%(n)s relics", event.relics) if event.relics else ""
    return ", ".join(filter(None, (relics, to.amounts(favor=event.favor, secrets=event.secrets))))


# what only the player sees


def _source(event: search.Searched, to: Speech) -> str:
    if event.source == search.WORLD:
        return to.gettext("the world deck")
    return to.gettext("the discard pile (%(region)s)", region=to.thing(REGION, event.source))


def _searched(event: search.Searched, to: Speech) -> tuple[str, str]:
    text = to.gettext("searched %(source)s", source=_source(event, to))
    told = [to.ngettext("%(n)s card", "%(n)s cards", event.count)]
    if event.cards:
        told = [", ".join(to.thing(CARD, card) for card in event.cards)]
    if event.vision:
        told.append(to.gettext("stopped by a vision"))
    return text, "; ".join(told)


def _discarded(event: pieces.DiscardedUnseen, to: Speech) -> str:
    where = to.gettext("under the world deck")
    if event.region is not None:
        where = to.gettext("pile: %(region)s", region=to.thing(REGION, event.region))
    if event.cards:
        cards = ", ".join(to.thing(CARD, card) for card in event.cards)
        return to.gettext("discarded %(cards)s (%(where)s)", cards=cards, where=where)
    return to.ngettext(
        "discarded %(n)s card unseen (%(where)s)", "discarded %(n)s cards unseen (%(where)s)", event.count, where=where
    )


def _hidden(event: playing.PlayedUnseen, to: Speech) -> str:
    if event.card:
        return to.gettext("played %(card)s facedown as an adviser", card=to.thing(CARD, event.card))
    if event.vision:
        return to.gettext("played a vision facedown as an adviser")
    return to.gettext("played a card facedown as an adviser")


tell(turns.TurnBegan, "%(seat)s begins a turn", begins=new_turn, lasts=True, silent=True, deed=TellingMode.BEGINS)
tell(search.Searched, _searched)
tell(pieces.DiscardedUnseen, _discarded)
tell(playing.PlayedUnseen, _hidden)


@TELLINGS.join(search.Searched)
def _dealt(context: Context[Speech], event: search.Searched, said: EventText, to: Speech) -> bool:
    """Say in the set-up that cards were dealt."""
    dealt: Any = next((each for each in context.events if isinstance(each, turns.MatchBegan)), None)
    if dealt is None or any(isinstance(each, turns.TurnBegan) for each in context.events):
        return False
    return _as_dealt(context, event, said, to)


def _as_dealt(context: Context[Speech], event: Event, said: EventText, to: Speech) -> bool:
    if not said.private:
        return True  # everybody is dealt three cards; only the own ones are worth a line
    return context.add(event, EventText(text=to.gettext("dealt to you"), note=said.note, rule="1.22", private=True))
