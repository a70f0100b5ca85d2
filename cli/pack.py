"""`adjudicator pack`: content packs, checked, shown, begun."""

from pathlib import Path
from typing import Annotated, Any

from adjudicator.kernel.content import plain_content
from adjudicator.kernel.game import Game
from adjudicator.language import language
from adjudicator.service.admin import packs
from adjudicator.service.moderation.rights import Access
from cli.commands import command
from cli.errors import Failed
from cli.installation import campaign_at
from cli.output import Output, write_whole
from cli.visible import put

OfGame = Annotated[str, "--game GAME", "Its game, where it does not say so."]


@command("pack check", "viaduct.yaml", "viaduct/ --game guild-fair", needs=Access.INSPECT)
def check(
    file: Annotated[Path, "FILE", "A pack: a .yaml or .json file, or a folder of them."],
    game: OfGame = "",
) -> Output:
    """Check a content pack. Everything that is wrong is listed, each with its path; nothing is stored.

    Names and texts must be there in every language, and players must be able to tell the names apart.
    """
    found = packs.game_with_pack(file, game)
    return _told(found, f"{file}: in order, for {found.id}")


@command("pack show", "viaduct.yaml", "fair --whole > now.yaml", needs=Access.INSPECT)
def show(
    what: Annotated[str, "FILE|CAMPAIGN", "A pack, or a campaign: what it plays now."],
    game: OfGame = "",
    whole: Annotated[bool, "The whole content, as a file to be edited."] = False,
) -> Output:
    """Show a content pack. Its hash, and how it differs from the default content of its game."""
    path = Path(what)
    if path.exists():
        found = packs.game_with_pack(path, game)
    else:
        with campaign_at(what) as visit:
            found = packs.played_by(visit)
    if whole:
        return Output(plain_content(found), packs.written(found).rstrip("\n"))
    return _told(found, f"{what}: {found.id}")


@command("pack new", "guild-fair -o mine.yaml", "guild-fair > mine.yaml", needs=Access.INSPECT)
def new(
    game: Annotated[str, "GAME", "An installed game that takes packs."],
    output: Annotated[Path | None, "--output -o", "File to write; without it the pack is printed."] = None,
) -> None:
    """Write a pack to edit: the default content of a game."""
    text = packs.example(game)
    if output is None:
        put(text, end="")
        return
    if output.exists():
        raise Failed(f"{output} is there already")
    write_whole(output, text.encode())


def _told(game: Game[Any], first: str) -> Output:
    found, hash = packs.differences(game), packs.hash_played(game)
    value = {"game": game.id, "hash": hash or None, "differences": found}
    lines = [f"  {each.what}: {each.text(language('en'))}" for each in found]
    return Output(value, first, f"hash: {hash or 'the default content of the game'}",
                  *(["other than the default:", *lines] if lines else ["the same as the default"]))  # fmt: skip
