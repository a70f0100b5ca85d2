"""Gather what a campaign is created from: a file, options, or answers at a terminal, one question a line."""

import re
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import available_timezones

from adjudicator import given_files
from adjudicator.given_files import BadFile
from adjudicator.kernel.registry import game_named, games
from adjudicator.mail.address import is_address
from adjudicator.service.admin import packs
from adjudicator.service.campaign.settings import by_new_names
from adjudicator.service.moderation.forms import PERSON
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.moderation.wrong_values import converted
from adjudicator.service.people.new_campaigns import NAME, NewCampaign, Player, Seating, problems_in
from adjudicator.service.timing.policy import TimingPolicy
from adjudicator.settings import MAIN, Settings, mailbox_of
from cli.changing import ask, confirm
from cli.errors import Failed, explain
from cli.options import NewMailbox, choices, seed_of
from cli.output import remark

_PLAYER = re.compile(rf"(?:(?P<seat>[\w-]+)=)?{PERSON.pattern}")


def from_file(path: Path, others: Callable[[NewCampaign], Sequence[str]] = problems_in) -> NewCampaign:
    """Return a campaign from a .toml or .json file.

    `seed` is in hexadecimal, `pack` the content, or a file beside this one. `others` tells what else is wrong, where
    something is.

    Raises:
        Failed: Something in the file is wrong; it says everything.
    """
    text = given_files.read_text(path)
    try:
        given = given_files.from_json(text) if path.suffix == ".json" else given_files.from_toml(text)
    except BadFile as error:
        raise Failed(f"{path}: {error}") from None
    if not isinstance(given, dict):
        raise Failed(f"{path}: not an object")
    wrong = []
    if isinstance(given.get("seed"), str):
        try:
            given["seed"] = bytes.fromhex(given["seed"])
        except ValueError:
            wrong.append(f"{path}: seed: not in hexadecimal digits")
            del given["seed"]
    if isinstance(given.get("pack"), str):
        try:
            given["pack"] = packs.read(path.parent / given["pack"], str(given.get("game", ""))).content
        except (BadFile, CommandError, OSError) as error:
            wrong += explain(error)
            del given["pack"]
    if isinstance(given.get("mailbox"), str):
        given["mailbox"] = mailbox_of(given["mailbox"])
    new, problems = converted(_of_the_campaign(by_new_names(given)), NewCampaign)
    wrong += [f"{path}: {problem}" for problem in problems]
    if new is None or wrong:
        raise Failed(*wrong, *(() if new is None else others(new)))
    return new


def _of_the_campaign(given: dict[str, Any]) -> dict[str, Any]:
    """Return the same fields, where people who name no language or time zone have those of the campaign."""
    agreed = {name: given[name] for name in ("language", "time_zone") if isinstance(given.get(name), str)}
    players = given.get("players")
    if not isinstance(players, list):
        return given
    return given | {"players": [agreed | each if isinstance(each, dict) else each for each in players]}


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `campaign create`; None is what they do not say."""

    name: Annotated[str | None, "NAME", "Small letters, digits, hyphens."] = None
    title: Annotated[str | None, "Title in emails."] = None
    game: Annotated[str | None, "An installed game."] = None
    player: Annotated[
        list[str] | None,
        "'seat=Name <address> [language [time zone]]' (no seat= if drawn or bid for); also moderator=, observer=.",
    ] = None
    seating: Annotated[
        Seating | None, "Who gets which seat: chosen as written, random (drawn by the match), or bid for."
    ] = None
    option: Annotated[list[str] | None, "A house rule, name=value; repeatable."] = None
    pack: Annotated[Path | None, "--pack FILE", "A content pack of the game: a file or a folder (pack check)."] = None
    reaction: Annotated[
        list[str] | None,
        "How long answers to questions in another player's turn are awaited: KIND=ask|standing only|delay 24h (KIND "
        "of the question, or any); repeatable.",
    ] = None
    language: Annotated[str | None, "Language, e.g. en."] = None
    time_zone: Annotated[str | None, "IANA name, e.g. Europe/Moscow."] = None
    deadline_hours: Annotated[int | None, "Hours for each answer."] = None
    mailbox: NewMailbox = None
    seed: Annotated[str | None, "Secret seed in hexadecimal; without it a new one."] = None

    @property
    def missing(self) -> list[str]:
        """The options that nobody else can know."""
        needed = {"NAME": self.name, "--game": self.game, "--player": self.player}
        return [what for what, value in needed.items() if not value]


def from_options(settings: Settings, given: Options) -> NewCampaign:
    """Return a campaign from options; what is not given comes from the settings.

    Raises:
        Failed: Something is missing; it says what.
    """
    defaults = settings.campaign
    if not given.name or not given.game or not given.player:
        raise Failed(f"{', '.join(given.missing)} is missing (or --file)")
    language, time_zone = given.language or defaults.language, given.time_zone or defaults.time_zone
    return NewCampaign(
        name=given.name,
        title=given.title or given.name.replace("-", " ").title(),
        game=given.game,
        players=tuple(player(text, language, time_zone) for text in given.player),
        seating=given.seating or Seating.CHOSEN,
        options=choices(given.option or []),
        timing=TimingPolicy(wait_for_reactions=_reactions(given.reaction or [])),
        pack=None if given.pack is None else packs.read(given.pack, given.game).content,
        language=language,
        time_zone=time_zone,
        deadline_hours=given.deadline_hours or defaults.deadline_hours,
        mailbox=given.mailbox or MAIN,
        seed=seed_of(given.seed),
    )


def _reactions(given: Sequence[str]) -> dict[str, str]:
    """Return the timing of questions by kind. Raises Failed."""
    found = {}
    for text in given:
        kind, equals, how = text.partition("=")
        if not (kind.strip() and equals and how.strip()):
            raise Failed(f"--reaction {text!r} is not written as: KIND=ask, KIND='standing only' or KIND='delay 24h'")
        found[kind.strip()] = how.strip()
    return found


def player(text: str, language: str, time_zone: str) -> Player:
    """Read somebody at the table, written `seat=Name <address> [language [time zone]]`. Raises Failed.

    >>> found = player("france=Anna Reed <anna@example.org> ru", "en", "UTC")
    >>> found.seat, found.name, found.email, found.language, found.time_zone
    ('france', 'Anna Reed', 'anna@example.org', 'ru', 'UTC')
    """
    found = _PLAYER.fullmatch(text.strip())
    if found is None:
        raise Failed(f"--player {text!r} is not written as: seat=Name <address> [language [time zone]]")
    seat = found["seat"] or ""
    return Player(
        seat=seat,
        name=found["name"] or (seat or found["email"].partition("@")[0]).capitalize(),
        email=found["email"],
        language=found["language"] or language,
        time_zone=found["zone"] or time_zone,
    )


def interview(settings: Settings, given: Options) -> Options:
    """Ask for what is missing, where somebody is there. Raises Interrupted when they leave or say no at the end."""
    if not given.missing or not sys.stdin.isatty():
        return given
    known = sorted(games())
    name = given.name or until("Name (small letters, digits, hyphens)", "", wrong_name)
    title = given.title or until("Title in emails", name.replace("-", " ").title(), lambda text: "")
    game = given.game or until(f"Game ({', '.join(known)})", known[0] if len(known) == 1 else "", none_of(known))
    zone = given.time_zone or until("Time zone", settings.campaign.time_zone, none_of(available_timezones()))
    hours = given.deadline_hours or int(until("Hours for an answer", str(settings.campaign.deadline_hours), _hours))
    players = given.player or _people(game, given.language or settings.campaign.language, zone, given.seating)
    remark(f"\n{title}: {game}, {hours} hours for an answer, {zone}")
    for each in players:
        remark(f"  {each}")
    confirm("Create it and write to them?")
    return replace(given, name=name, title=title, game=game, player=players, time_zone=zone, deadline_hours=hours)


def _people(game: str, language: str, zone: str, seating: Seating | None) -> list[str]:
    remark("Who plays: Name <address> [language [time zone]]; Enter leaves the seat out")
    owner = game_named(game)
    drawn = (
        [f"player {n}" for n in range(1, max(owner.numbers) + 1)] if seating is not None and seating.at_places else []
    )
    seats = (*(drawn or owner.seats), "moderator")
    lines = [until(seat, "-", lambda text: _person(text, language, zone)) for seat in seats]
    named = [line if seat in drawn else f"{seat}={line}" for seat, line in zip(seats, lines, strict=True)]
    return [each for each, line in zip(named, lines, strict=True) if line != "-"]


def until(question: str, default: str, wrong: Callable[[str], str]) -> str:
    """Ask until nothing is wrong with the answer."""
    while True:
        given = ask(f"{question}{f' [{default}]' if default else ''}: ").strip() or default
        if not (why := wrong(given)):
            return given
        remark(f"  {why}")


def wrong_name(text: str) -> str:
    """Return why a text is no name of a campaign; empty if it is one."""
    return "" if NAME.fullmatch(text) else "small letters, digits and hyphens, two at least"


def _hours(text: str) -> str:
    return "" if text.isdecimal() and 1 <= int(text) <= 2160 else "a number from 1 to 2160"


def none_of(words: Collection[str]) -> Callable[[str], str]:
    return lambda text: "" if text in words else f"there is no {text!r}" if text else "please choose one"


def _person(text: str, language: str, zone: str) -> str:
    if text == "-":
        return ""
    try:
        email = player(f"seat={text}", language, zone).email
    except Failed as why:
        return str(why)
    return "" if is_address(email) else f"{email!r} is not an email address"
