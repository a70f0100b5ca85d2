"""Every game's report answers whatever mails ask of one: a part is loaded by name, where no type checker looks."""

from adjudicator import game_named, games
from adjudicator.reports.wording.game import GameReport


def test_every_report_has_all_that_a_report_has() -> None:
    wanted = {name for name in vars(GameReport) if not name.startswith("_")}
    for id in games():
        game = game_named(id)
        if "report" in game.parts:
            assert not {name for name in wanted if not hasattr(game.part("report"), name)}, id
