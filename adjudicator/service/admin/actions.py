"""Actions of a game as they are typed, a JSON object with the key `op`, and decisions as they are told."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.game import Game
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.moderation.wrong_values import sentence


def action_from_json(game: Game[Any], plain: Any) -> Action:
    """Return the action of a JSON object.

    Raises:
        CommandError: The object is not an action of the game.
    """
    if not isinstance(plain, Mapping):
        raise CommandError("an action is a JSON object with the key op")
    kind = game.ops.get(plain.get("op", ""))
    if kind is None:
        raise CommandError(f"{game.id} has no action {plain.get('op')!r}; there are {', '.join(sorted(game.ops))}")
    try:
        action: Action = msgspec.convert(dict(plain), kind)
    except msgspec.ValidationError as error:
        raise CommandError(f"{plain['op']}: {sentence(error, dict(plain), kind)}") from None
    return action


def open_to_all(decisions: Sequence[OpenDecision]) -> list[dict[str, Any]]:
    """Return the open decisions without who has answered them already, if that is a secret.

    While seats act in parallel, only the seats are told.
    """
    if decisions and decisions[0].beside:
        return [{"form": "parallel", "seats": decisions[0].beside}]
    told: list[dict[str, Any]] = msgspec.to_builtins(decisions)
    for decision in told:
        if decision["form"] != "choose":
            del decision["waiting"]
    return told
