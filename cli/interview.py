"""`campaign create` at a terminal: asks for what was not given, one question a line, until the answer can be used."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from zoneinfo import available_timezones

from adjudicator.kernel.registry import game_named, games
from adjudicator.mail.address import is_address
from adjudicator.service.people.new_campaigns import NAME
from adjudicator.settings import Settings
from cli.changing import ask, confirm
from cli.errors import Failed
from cli.new_campaign import Options, player
from cli.output import remark


def interview(settings: Settings, given: Options) -> Options:
    """Ask for what is missing, where somebody is there. Raises Interrupted when they leave or say no at the end."""
    if not given.missing or not sys.stdin.isatty():
        return given
    known = sorted(games())
    name = given.name or _until("Name (small letters, digits, hyphens)", "", _name)
    title = given.title or _until("Title in mails", name.replace("-", " ").title(), str)
    game = given.game or _until(f"Game ({', '.join(known)})", known[0] if len(known) == 1 else "", _one_of(known))
    zone = given.time_zone or _until("Time zone", settings.campaign.time_zone, _one_of(available_timezones()))
    hours = given.deadline_hours or int(_until("Hours for an answer", str(settings.campaign.deadline_hours), _hours))
    players = given.player or _people(game, given.language or settings.campaign.language, zone)
    remark(f"\n{title}: {game}, {hours} hours for an answer, {zone}")
    for each in players:
        remark(f"  {each}")
    confirm("Create it and write to them?")
    return replace(given, name=name, title=title, game=game, player=players, time_zone=zone, deadline_hours=hours)


def _people(game: str, language: str, zone: str) -> list[str]:
    remark("Who plays: Name <address> [language [time zone]]; Enter leaves the seat out")
    told = []
    for seat in (*game_named(game).seats, "moderator"):
        line = _until(seat, "-", lambda text: _person(text, language, zone))
        if line != "-":
            told.append(f"{seat}={line}")
    return told


def _until(question: str, default: str, usable: Callable[[str], str]) -> str:
    """Ask until the answer can be used. `usable` gives it in its final form or raises Failed."""
    while True:
        given = ask(f"{question}{f' [{default}]' if default else ''}: ").strip() or default
        try:
            return usable(given)
        except Failed as why:
            remark(f"  {why}")


def _name(text: str) -> str:
    if not NAME.fullmatch(text):
        raise Failed("small letters, digits and hyphens, two at least")
    return text


def _hours(text: str) -> str:
    if not text.isdecimal() or not 1 <= int(text) <= 2160:
        raise Failed("a number from 1 to 2160")
    return text


def _one_of(words: Sequence[str] | set[str]) -> Callable[[str], str]:
    def usable(text: str) -> str:
        if text not in words:
            raise Failed(f"there is no {text!r}" if text else "please choose one")
        return text

    return usable


def _person(text: str, language: str, zone: str) -> str:
    if text == "-":
        return text
    found = player(f"seat={text}", language, zone)
    if not is_address(found.email):
        raise Failed(f"{found.email!r} is no mail address")
    return text
