"""A card and its choices in one line: the parts of a compound `play_event` (vocabulary of actions, section 5).

Which choices a card asks for, and whether it asks at all, may depend on its own effect; so the line is played on a
copy, part by part. What is drawn on the way cannot be chosen in the same line.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from adjudicator.kernel import refusals
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.game import Game
from adjudicator.kernel.match import Match
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.steps import stored_frames

from .fact_types import SIDES
from .rules.action_round import use_tile
from .rules.events.choosing import ARGUMENTS, ChooseForEvent, event_argument, event_choice_later
from .rules.events.menus import MANY, alternative_of, menu_of
from .rules.events.playing import PlayEvent
from .state import State, copy

_OWN: Final = ("op", *PlayEvent.__struct_fields__)
Given = dict[str, Any]


def parts_of(game: Game[State], state: State, seat: str, action: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the event itself and a `choose_for_event` for each of its parts that asks for something.

    A list that serves both parts is dealt out in order: the effect takes as many as it asks for, the rest is for the
    bonus; the same applies to `points`.

    Raises:
        Refusal: The rules refuse the action.
    """
    given = {name: value for name, value in action.items() if name not in _OWN}
    played = {name: value for name, value in action.items() if name in _OWN}
    if not given or action.get("op") != "play_event" or state.ap is None:
        return (action,)
    match = _copy(game, state, seat)
    match.apply(seat, played)
    try:
        return [played, *_choices(match, seat, played["card"], given)]
    except Refusal as why:
        why.nearest = (msgspec.convert(played, PlayEvent),)
        raise


def _choices(match: Match, seat: str, card: int, given: Given) -> list[Given]:
    choices = []
    while (choice := _next_choice(match, seat, card, given)) is not None:
        match.apply(seat, choice)
        choices.append(choice)
    _check_rest(match, card, given)
    return choices


def _copy(game: Game[State], state: State, seat: str) -> Match:
    """Copy the position into a match of its own; nobody is told what it draws."""
    header = Header(game.id, game.version, "", game.seats, {})
    frames = stored_frames([use_tile(SIDES.index(seat))])
    position: Position[State, Any] = Position(0, 0, 0, frames, copy(state), [])
    return Match(game, header, position, Chance(b"compound line"))


def _next_choice(match: Match, seat: str, card: int, given: Given) -> Given | None:
    """Take the answer to the open decision out of `given`.

    Returns None if the line says nothing (more) about it.
    """
    decisions = match.decisions()
    if not decisions or decisions[0].kind != "choose_for_event" or decisions[0].seats != (seat,) or not given:
        return None
    context = decisions[0].context
    if "replaces" in given:
        raise event_choice_later(card=card, argument="replaces")
    menu = menu_of(match.state, SIDES.index(seat), card, context["part"])
    choice: Given = {"op": "choose_for_event", "card": card, "part": context["part"]}
    option = given.get("option")
    alternative = alternative_of(menu, option)
    if alternative is not None and option is not None:
        choice["option"] = given.pop("option")
    alternative = alternative or (menu[0] if len(menu) == 1 else None)
    for field in alternative.fields if alternative else ():
        if field.name in given:
            choice[field.name] = _share(given, field.name, field.most, field.values)
    return choice if len(choice) > 3 else None


def _share(given: Given, name: str, most: int, values: Sequence[Any]) -> Any:
    """Take as much of an argument as one part asks for."""
    value = given.pop(name)
    if name in MANY and isinstance(value, list | tuple) and len(value) > most:
        given[name] = list(value[most:])
        return list(value[:most])
    if name == "points" and isinstance(value, int) and value > max(values):
        given[name] = value - max(values)
        return max(values)
    return value


def _check_rest(match: Match, card: int, given: Given) -> None:
    """Check that what no part took is what the rules chose by themselves, as the only possible choice.

    An empty list counts as nothing.
    """
    for entry in match.log:
        action = entry.action
        if entry.how == "only" and isinstance(action, ChooseForEvent):
            chosen = msgspec.json.decode(msgspec.json.encode(action))
            for name in [name for name in given if _plain(given[name]) == chosen.get(name)]:
                del given[name]
    for name in [name for name in given if name not in MANY or given[name]]:
        known = [*ARGUMENTS, "option"]
        if name not in known:
            raise refusals.malformed(op="play_event", what=f"unknown field {name}")
        raise event_argument(card=card, part="effect", argument=name, arguments=[])


def _plain(value: Any) -> Any:
    """Return lists for tuples, as JSON has them."""
    return list(value) if isinstance(value, tuple) else value
