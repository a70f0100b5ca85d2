"""Say what cards do and what they ask, in a line: `military power +2; France: manpower +1; unrest +2, everybody`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from adjudicator.components import Kind
from adjudicator.components.content import Said

from ..content import Act, EventFace, IdeaFace, MissionFace, TitleFace
from ..effects import (
    AddIdea,
    Bonus,
    Choice,
    Effects,
    ExtraDice,
    FewerLeaderDice,
    GainAction,
    GainsPower,
    Limit,
    LosesPower,
    OpeningRoll,
    Permit,
    Regular,
    WarDeclaration,
)
from ..facts import AREA, NODE, PROVINCE, REALM, REGION, RELIGION, ZONE
from ..rules import operations
from ..rules.meeting import Conditions
from ..slots import ACT, EVENT, IDEA, MILESTONE, MISSION, TITLE
from .book import REGISTERS, Speech

PLACES: Final[dict[str, Kind[Any]]] = {
    "areas": AREA,
    "area": AREA,
    "region": REGION,
    "zone": ZONE,
    "realm": REALM,
    "province": PROVINCE,
    "provinces": PROVINCE,
    "religion": RELIGION,
    "religions": RELIGION,
    "node": NODE,
    "idea": IDEA,
}

PRINTED_ON: Final[dict[str, Kind[Any]]] = {
    "events": EVENT,
    "titles": TITLE,
    "ideas": IDEA,
    "missions": MISSION,
    "milestones": MILESTONE,
}
"""Where in a pack cards stand."""


def told(effects: Iterable[Any], to: Speech) -> str:
    """Describe what these operations do."""
    return "; ".join(_told(effect, to) for effect in effects)


def in_all(manual: Said, effects: Iterable[Any], to: Speech) -> str:
    """Describe what a card does: its words for the moderator, and what its operations do."""
    return " ".join(filter(None, (to.text(manual) if manual else "", told(effects, to))))


def of_card(face: TitleFace, to: Speech) -> str:
    """Describe what an action card does, by itself and by each of its acts while it is on display.

    In a battle it gives dice. For a card that the rules carry out themselves the game has words.
    """
    faces: list[TitleFace | Act] = [face, *face.acts]
    does = [in_all(each.manual, each.effects, to) or (to.gettext("battle dice") if each.dice else "") for each in faces]
    return " / ".join(filter(None, (to.word(face.rules, "own_rules") if face.rules else "", *does)))


def of_event(face: EventFace, to: Speech) -> str:
    """Describe what an event does."""
    return in_all(face.manual, face.effects, to)


def of_mission(face: MissionFace, to: Speech) -> str:
    """Describe what a mission needs and gives: `marriages 2 → prestige +3; claims +1 (Seine)`."""
    gains = (to.gettext("prestige %(n)s", n=to.signed(face.prestige)), in_all(face.manual, face.effects, to))
    return " → ".join(filter(None, (needs(face.needs, to), "; ".join(filter(None, gains)))))


def of_idea(face: IdeaFace, to: Speech) -> str:
    """Describe what an idea does, once and while it is held."""
    return "; ".join(filter(None, (told(face.instant, to), *(_lasting(each, to) for each in face.bonus))))


def price(cost: Mapping[str, int], to: Speech) -> str:
    """Describe what is paid: `4 adm`."""
    return ", ".join(to.paid(what, n) for what, n in cost.items() if n)


def by_hand(at: str, to: Speech) -> str:
    """Describe what is left to the moderator: the words of a card, or an operation that nothing carries out."""
    found = operations.found_at(to.content, at)
    return to.text(found.manual) if hasattr(found, "manual") else told((found,), to)


def card_at(at: str, to: Speech) -> str:
    """Return which card stands there."""
    kind, id = at.split(".")[:2]
    return to.thing(PRINTED_ON[kind], id)


def called_at(at: str, to: Speech) -> str:
    """Return which card stands there, or which act of one on display."""
    found = operations.found_at(to.content, at)
    return to.thing(ACT, found.id) if isinstance(found, Act) else card_at(at, to)


def does_at(at: str, to: Speech) -> str:
    """Describe what the card, or the act, does that stands there."""
    found = operations.found_at(to.content, at)
    return in_all(found.manual, found.effects, to) if isinstance(found, Act) else of_card(found, to)


def _told(effect: Any, to: Speech) -> str:
    if isinstance(effect, Choice):
        return _choice(effect, to)
    if isinstance(effect, AddIdea):
        parts = [f"{to.word('add_idea', 'does')} ({to.word(str(effect.power))})"]
    elif isinstance(effect, WarDeclaration) and effect.by:
        parts = [to.gettext("war declared by %(realm)s", realm=to.thing(REALM, effect.by))]
    elif isinstance(effect, GainAction):
        parts = [to.word(effect.action, "actions")]
    elif isinstance(effect, GainsPower | LosesPower):
        said = to.gettext("power") if effect.power == "any" else to.word(effect.power)
        parts = [f"{said} {to.signed(effect.n if isinstance(effect, GainsPower) else -effect.n)}"]
    else:
        tag = effect.__struct_config__.tag
        of = next(each for each in ("brings", "takes", "does") if tag in REGISTERS.words[each])
        number = "" if of == "does" else f" {to.signed(effect.n if of == 'brings' else -effect.n)}"
        parts = [to.word(tag, of) + number]
    parts += [to.word(each, "besides") for each in REGISTERS.words["besides"] if each in _besides(effect)]
    parts[-1] = _of(parts[-1], effect, to)
    if effect.who in REGISTERS.words["whom"]:
        parts.append(to.word(effect.who, "whom"))
    elif effect.who != "you":
        parts[0] = f"{to.seat(effect.who)}: {parts[0]}"
    return ", ".join((*parts, *_condition(effect, to)))


def _choice(effect: Choice, to: Speech) -> str:
    """Describe a choice, first for whom it is: `everybody: either stability -1 or [ducats -4; unrest +1]`.

    Brackets say where an option of more than one thing begins and ends.
    """
    options = to.any_of(_enclosed(option, to) for option in effect.options)
    said = to.gettext("either %(options)s", options=options)
    who = to.word(effect.who, "whom") if effect.who in REGISTERS.words["whom"] else ""
    who = who or ("" if effect.who == "you" else to.seat(effect.who))
    heading = ", ".join(filter(None, (who, *_condition(effect, to))))
    return f"{heading}: {said}" if heading else said


def of_option(option: Effects, to: Speech) -> str:
    """Describe an option of a choice, which may bring nothing."""
    return told(option, to) or to.gettext("nothing")


def _enclosed(option: Effects, to: Speech) -> str:
    """Return the words of an option, in brackets unless it is one thing without a comma."""
    text = of_option(option, to)
    if not option:
        return text
    return f"[{text}]" if len(option) > 1 or "," in text or isinstance(option[0], Choice) else text


def _condition(effect: Any, to: Speech) -> Iterator[str]:
    """Yield of whom it holds only, if that is said."""
    if effect.when:
        asked = to.listing(_of(_asked(each, to), each, to) for each in effect.when)
        yield to.gettext("if %(conditions)s", conditions=asked)


def _lasting(bonus: Bonus, to: Speech) -> str:
    if isinstance(bonus, Regular):
        return f"{to.word(bonus.at, 'lasts')}: {told(bonus.effects, to)}"
    if isinstance(bonus, ExtraDice):
        return to.gettext("battle dice")
    if isinstance(bonus, OpeningRoll):
        dice = to.gettext("cavalry dice before a battle: %(n)s", n=bonus.cavalry)
        return (
            to.gettext("%(dice)s, with at least %(units)s cavalry", dice=dice, units=bonus.units)
            if bonus.units
            else dice
        )
    said = to.word(bonus.what if isinstance(bonus, Permit | Limit) else str(bonus.__struct_config__.tag), "lasts")
    n = -bonus.n if isinstance(bonus, FewerLeaderDice) else bonus.n
    return f"{said} {to.signed(n)}" if n else said


def needs(conditions: Conditions, to: Speech) -> str:
    """Describe what conditions need: `wars won 2; own provinces (Valencia)`."""
    return "; ".join(_of(_asked(condition, to), condition, to) for condition in conditions)


def _asked(condition: Any, to: Speech) -> str:
    said, n = to.word(condition.__struct_config__.tag, "needs"), getattr(condition, "n", 0)
    return f"{said} {n}" if n else said


def _of(told: str, said: Any, to: Speech) -> str:
    """Return an operation or a condition followed by what its fields name: `claims +1 (Seine)`."""
    return f"{told} ({', '.join(named)})" if (named := [*_named(said, to)]) else told


def _named(said: Any, to: Speech) -> Iterator[str]:
    """Yield what the fields of an operation or a condition name."""
    for name, kind in PLACES.items():
        if named := getattr(said, name, None):
            yield to.things(kind, (named,) if isinstance(named, str) else named)
    for name in ("where", "which", "unrest", "kind"):
        given = getattr(said, name, None)
        word = name if given is True else str(given)
        if word in REGISTERS.words["such"]:
            yield to.word(word, "such")


def _besides(effect: Any) -> set[str]:
    """Return what an amount is counted by (`per`), and which of `half` and `opponent` hold."""
    return {getattr(effect, "per", ""), *(each for each in ("half", "opponent") if getattr(effect, each, False))}
