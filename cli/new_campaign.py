"""What a campaign is created from: a file, or options."""

import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec

from adjudicator.service.desk.forms import PERSON
from adjudicator.service.desk.wrong_values import sentence
from adjudicator.service.people.new_campaigns import NewCampaign, Player
from adjudicator.settings import Settings
from cli.errors import Failed
from cli.options import choices, json_in, seed_of

_PLAYER = re.compile(rf"(?P<seat>[\w-]+)={PERSON.pattern}")


def from_file(path: Path) -> NewCampaign:
    """A campaign from a .toml or .json file; `seed` is in hexadecimal. Raises Failed with what is wrong."""
    text = path.read_text(encoding="utf-8")
    try:
        given: Any = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except ValueError as error:
        raise Failed(f"{path}: {error}") from None
    if not isinstance(given, dict):
        raise Failed(f"{path}: not an object")
    if isinstance(given.get("seed"), str):
        try:
            given["seed"] = bytes.fromhex(given["seed"])
        except ValueError:
            raise Failed(f"{path}: seed: not in hexadecimal digits") from None
    try:
        return msgspec.convert(given, NewCampaign)
    except msgspec.ValidationError as error:
        raise Failed(f"{path}: {sentence(error, given, NewCampaign)}") from None


def from_position(file: Path, document: Path, *, deal: bool) -> NewCampaign:
    """A campaign from a file that goes on from a neutral document. Raises Failed with what is wrong."""
    return msgspec.structs.replace(from_file(file), document=json_in(document, dict), deal=deal)


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `campaign create`; None is what they do not say."""

    name: Annotated[str | None, "NAME", "Small letters, digits, hyphens."] = None
    title: Annotated[str | None, "Title in mails."] = None
    game: Annotated[str | None, "An installed game."] = None
    player: Annotated[
        list[str] | None, "'seat=Name <address> [language [time zone]]'; also moderator= and observer=."
    ] = None
    option: Annotated[list[str] | None, "A house rule, name=value; repeatable."] = None
    language: Annotated[str | None, "A language by its code."] = None
    time_zone: Annotated[str | None, "IANA name, e.g. Europe/Moscow."] = None
    deadline_hours: Annotated[int | None, "Hours for each answer."] = None
    seed: Annotated[str | None, "Secret seed in hexadecimal; without it a new one."] = None

    @property
    def missing(self) -> list[str]:
        """What nobody else can know."""
        needed = {"NAME": self.name, "--game": self.game, "--player": self.player}
        return [what for what, value in needed.items() if not value]


def from_options(settings: Settings, given: Options) -> NewCampaign:
    """A campaign from options; what is not said comes from the settings. Raises Failed with what is missing."""
    defaults = settings.campaign
    if not given.name or not given.game or not given.player:
        raise Failed(f"{', '.join(given.missing)} is missing (or --file)")
    language, time_zone = given.language or defaults.language, given.time_zone or defaults.time_zone
    return NewCampaign(
        name=given.name,
        title=given.title or given.name.replace("-", " ").title(),
        game=given.game,
        players=tuple(player(text, language, time_zone) for text in given.player),
        options=choices(given.option or []),
        language=language,
        time_zone=time_zone,
        deadline_hours=given.deadline_hours or defaults.deadline_hours,
        seed=seed_of(given.seed),
    )


def player(text: str, language: str, time_zone: str) -> Player:
    """Somebody at the table, written `seat=Name <address> [language [time zone]]`. Raises Failed.

    >>> player("france=Anna Reed <anna@example.org> ru", "en", "UTC")
    Player(seat='france', name='Anna Reed', email='anna@example.org', language='ru', time_zone='UTC', nonce='')
    """
    found = _PLAYER.fullmatch(text.strip())
    if found is None:
        raise Failed(f"--player {text!r} is not written as: seat=Name <address> [language [time zone]]")
    return Player(
        seat=found["seat"],
        name=found["name"] or found["seat"].capitalize(),
        email=found["email"],
        language=found["language"] or language,
        time_zone=found["zone"] or time_zone,
    )
