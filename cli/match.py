"""`adjudicator match`: one match in a file, without database or mail. JSON in, JSON out."""

import secrets
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from adjudicator import Action, Match, ReplayError, game_named
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.orders import Legal, Misread
from adjudicator.service.admin.actions import action_from_json, open_to_all
from adjudicator.service.admin.packs import game_with_pack
from adjudicator.service.moderation.rights import Access
from cli import match_file
from cli.commands import DryRun, command
from cli.errors import Failed
from cli.match_acts import act, book_of, words_of
from cli.options import Lang, choices, json_in, json_of, seed_of, spoken
from cli.output import emit, write_json
from cli.visible import put

File = Annotated[Path, "FILE", "Match file."]
Seat = Annotated[str, "Whose options."]
GameName = Annotated[str, "GAME", "An installed game, e.g. imperial-struggle."]


@command(
    "match new",
    "imperial-struggle -o is.json",
    "sealed-bids --seed 00ff --option rerolls=0 -o bids.json",
    "imperial-struggle --document position.json --chance draws.json -o is.json",
    needs=Access.FILES,
)
def new(
    game: GameName,
    output: Annotated[Path | None, "--output -o", "File to write; without it the file is printed."] = None,
    seed: Annotated[str | None, "Secret seed in hexadecimal; without it a new one."] = None,
    option: Annotated[list[str] | None, "A house rule, name=value; repeatable."] = None,
    seat: Annotated[list[str] | None, "A seat that plays; repeatable."] = None,
    document: Annotated[Path | None, "Begin from this neutral document."] = None,
    chance: Annotated[Path | None, "Scripted draws: a JSON list."] = None,
    pack: Annotated[Path | None, "--pack FILE", "A content pack: a file or a folder."] = None,
) -> None:
    """Begin a match and write its file. The file holds secrets: it is for its owner only."""
    key = seed_of(seed) or secrets.token_bytes(32)
    draws = [] if chance is None else json_in(chance, list)
    start = None if document is None else json_in(document, dict)
    bound = game_named(game) if pack is None else game_with_pack(pack, game)
    if start is None:
        match = set_up(bound, options=choices(option or []), seats=seat, seed=key, chance=draws)
    elif option or seat:
        raise typer.BadParameter("options and seats are part of the document")
    else:
        if bound.pack:
            start["content"] = bound.content_hash
        match = Match.from_document(start, game=game, seed=key, chance=draws, contents={bound.content_hash: bound.pack})
    begun = match_file.MatchFile(header=match.header, start=start, chance=draws, seed=key.hex())
    made = match_file.with_match(begun, match)
    if output is None:
        emit(made)
        return
    if output.exists():
        raise Failed(f"{output} is there already")
    write_json(output, made)
    emit(_summary(match_file.match_of_file(made)))


@command("match show", "is.json", "is.json --seat france", "is.json --document > position.json", needs=Access.FILES)
def show(
    file: File,
    seat: Annotated[list[str] | None, "Show what this seat knows; repeatable."] = None,
    document: Annotated[bool, "Print the neutral document, public and hidden, instead."] = False,
) -> None:
    """Show the view of the given seats together. Without a seat: what an observer sees."""
    match = match_file.match_in(file)
    if document:
        emit(match.document())
        return
    emit(
        {**_summary(match), "seats_seeing": _seats(match, seat or []), "view": match.game.shown(match.view(seat or []))}
    )


@command("match options", "is.json --seat france --language ru", needs=Access.FILES)
def options(
    file: File,
    seat: Seat,
    lang: Annotated[
        str | None,
        typer.Option("--language", callback=spoken, help="Also say each option in this language, by its code."),
    ] = None,
) -> None:
    """List the legal actions of a seat. Each as its JSON object; with --language also as a player would write it."""
    match = match_file.match_in(file)
    _seats(match, [seat])
    book = None if lang is None else words_of(match.game, match)

    def told(action: Action, **more: bool) -> dict[str, Any]:
        said = {} if book is None or lang is None else {"say": book.say(action, lang)}
        return {"action": action, **said, **more}

    answers = [told(action) for action in match.options(seat)]
    emit([*answers, *(told(action, anytime=True) for action in match.anytime(seat))])


@command(
    "match apply",
    'bids.json --seat red \'{"op": "bid", "card": 3}\'',
    "is.json --seat france action.json",
    "is.json --seat france 'flag savoy debt 2'",
    needs=Access.FILES,
)
def apply(
    file: File,
    seat: Annotated[list[str], "The seat that acts, or moderator; repeat it for seats that act as one."],
    action: Annotated[list[str], "ACTION", "A file, a JSON object, or order lines as in a mail."],
    lang: Lang = "en",
    dry_run: DryRun = False,
) -> None:
    """Carry out an action and print what the seat learns of it. A refused action changes nothing."""
    stored = match_file.read(file)
    match = match_file.match_of_file(stored)
    done = act(Sandbox.of(match, seat) if dry_run else match, seat, action, lang)
    if not dry_run and not done.refused:
        write_json(file, match_file.with_match(stored, match))
    emit(done)
    if done.refused:
        raise typer.Exit(1)


@command("match say", 'sealed-bids \'{"op": "bid", "card": 3}\' --language ru', needs=Access.FILES)
def say(
    game: Annotated[str, "GAME|FILE", "A game, or a match file of it."],
    action: Annotated[str, "ACTION", "A file or a JSON object."],
    lang: Lang = "en",
) -> None:
    """Print the line that a player writes for an action."""
    owner, match = book_of(game)
    put(words_of(owner, match).say(action_from_json(owner, json_of(action)), lang))


@command("match parse", "is.json --seat france 'флаг савойя' --language ru", needs=Access.FILES)
def parse(
    game: Annotated[str, "GAME|FILE", "A game, or a match file of it."],
    line: Annotated[str, "LINE", "An order line."],
    lang: Lang = "en",
    seat: Annotated[str | None, "Whose legal actions decide between readings."] = None,
) -> None:
    """Print the action that a line means. With a match file and a seat its legal actions settle what is open."""
    owner, match = book_of(game)
    if seat is not None and match is None:
        raise typer.BadParameter("--seat needs a match file")
    context = Legal([*match.options(seat), *match.anytime(seat)]) if match is not None and seat is not None else None
    try:
        emit(words_of(owner, match).parse(line, lang, context))
    except Misread as error:
        emit({"refused": error.problem})
        raise typer.Exit(1) from None


@command("match verify", "is.json", needs=Access.FILES)
def verify(file: File) -> None:
    """Replay the log and verify every entry. Every draw is computed again from the seed."""
    stored = match_file.read(file)
    try:
        match = match_file.match_of_file(stored)
    except ReplayError as error:
        emit({"ok": False, "entry": error.n, "difference": str(error)})
        raise Failed(f"{file}: {error}") from None
    emit(
        {
            "ok": True,
            "entries": len(match.log),
            "draws": sum(len(entry.chance) for entry in match.log),
            "draws_proven": stored.seed is not None,
            **_unused(match),
            "commitment": stored.header.commitment,
            "hash": match.hash,
        }
    )


@command("match schema", "imperial-struggle > is.schema.json", needs=Access.FILES)
def schema(
    game: GameName,
    actions: Annotated[bool, "The schema of its actions instead."] = False,
    output: Annotated[Path | None, "--output -o", "File to write."] = None,
) -> None:
    """Print the JSON Schema of the documents of a game. With --actions: that of its actions (JSON Schema 2020-12)."""
    owner = game_named(game)
    found = msgspec.json.schema(owner.action_type) if actions else owner.document_schema()
    if output is None:
        emit(found)
    else:
        write_json(output, found, indent=2)


def _summary(match: Match) -> dict[str, Any]:
    """Return what everybody may know about the current point of a match."""
    return {
        "game": match.game.id,
        "n": match.position.n,
        "commitment": match.header.commitment,
        "decisions": open_to_all(match.decisions()),
        "result": match.result,
        **_unused(match),
    }


def _unused(match: Match) -> dict[str, Any]:
    """Return the scripted draws that have not been made; in a match that is over they never will be."""
    left = [draw.line for draw in match.chance.scripted]
    return {"draws_unused": left} if left else {}


def _seats(match: Match, seats: list[str]) -> list[str]:
    unknown = [seat for seat in seats if seat not in match.header.seats]
    if unknown:
        raise Failed(f"there is no seat {', '.join(unknown)}; there are {', '.join(match.header.seats)}")
    return seats
