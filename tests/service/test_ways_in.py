"""One reader for every way in: a mail, `check`, the command line, orders that a moderator enters."""

from collections.abc import Iterator, Sequence

import pytest

from adjudicator.language import language
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.bad_orders import BadOrders
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands.entering import Enter
from adjudicator.service.play.ordering import Foreseen, foresee
from adjudicator.store.engine import lock_campaign, reading, writing
from benchmarks.order_reading.sheets import scenes
from tests.long_cases import one_in
from tests.service.conftest import words_of
from tests.service.stage import Scene, Stage, staged


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with staged(tmp_path_factory) as made:
        yield made


class Ways:
    """A scene to which the same lines come in several ways, each time from the beginning."""

    def __init__(self, stage: Stage, name: str, code: str = "en") -> None:
        found = scenes()[name]
        self.stage, self.scene = stage, Scene(f"{name}_{code}", found.seat, code, found.document, game=found.game)

    def foreseen(self, lines: Sequence[str]) -> Foreseen:
        campaign = self.stage.enter(self.scene)
        with reading(self.stage.installation.service.engine) as session:
            table = table_of_campaign(self.stage.installation.service.work(session), campaign)
            return foresee(table, table.by_name[self.scene.seat], lines)

    def mailed(self, *lines: str) -> tuple[list[str], str]:
        """What was done, and the words of the answer."""
        campaign = self.stage.enter(self.scene)
        (answer,) = self.stage.installation.write(self.scene.seat, *lines)
        deeds = self.stage.deeds(campaign, self.scene)
        return deeds.done + [deeds.filed] * bool(deeds.filed), words_of(answer)

    def entered(self, lines: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
        """What was done, and what whoever entered the lines is told."""
        campaign, deed = self.stage.enter(self.scene), Enter(seat=self.scene.seat, lines=tuple(lines))
        with writing(self.stage.installation.service.engine) as session:
            lock_campaign(session, campaign)
            table = table_of_campaign(self.stage.installation.service.work(session), campaign)
            told = deed.came_of(perform(table, deed, Author("Mila")), language("en"))
        deeds = self.stage.deeds(campaign, self.scene)
        return deeds.done + [deeds.filed] * bool(deeds.filed), told


LINES = (
    ("first_tile", ["pass"]),
    ("first_tile", ["E4M2"]),
    ("first_tile", ["D4E2 E14 end"]),
    ("first_tile", ["take D4E2 and flag the lovely Savoy"]),
    ("first_tile", ["thanks!"]),
    ("purchases", ["pass"]),
    ("purchases", ["flag Savoy"]),
    ("purchases", ["flag the lovely Savoy"]),
    ("purchases", ["Could I have a flag in Savoy?"]),
    ("purchases", ["Hi Anna, please flag Savoy, thanks!"]),
    ("realm_start", ["I will never attack England"]),
    ("purchases", ["flag Savoy and Atlantis, end"]),
    ("bank_start", ["buy Council of Trent and play it"]),
    ("bank_start", ["buy Council of Trent"]),
)


@one_in(2, ("scene", "lines"), LINES)
def test_every_way_in_does_the_same(stage: Stage, scene: str, lines: list[str]) -> None:
    ways = Ways(stage, scene)
    foreseen, (done, answer) = ways.foreseen(lines), ways.mailed(*lines)
    assert foreseen.does_nothing is not bool(done)
    _, checked = ways.mailed("check", *lines)
    for row in foreseen.yes:
        assert (row.detail or row.said) in answer
        assert (row.detail or row.said) in checked
    if foreseen.does_nothing:
        with pytest.raises(BadOrders):
            ways.entered(lines)
        assert ways.stage.deeds(ways.stage.made[ways.scene.name][0], ways.scene).done == []
        return
    entered, told = ways.entered(lines)
    assert entered == done
    assert len(told) >= len(lines)
    assert any(line.endswith((": done", ": on file")) for line in told)


def test_what_was_entered_is_told_line_by_line_in_words(stage: Stage) -> None:
    _, told = Ways(stage, "first_tile").entered(["E4M2"])
    assert told == ("E4M2 = take Economic 4 and Military 2: done",)


OF_OTHERS = (
    ("en", ["orders for britain: E4M2"]),
    ("en", ["britain: E4M2"]),
    ("en", ["Britain's orders: E4M2"]),
    ("en", ["for Britain, E4M2"]),
    ("en", ["E4M2 for Britain"]),
    ("en", ["Team Britain: E4M2"]),
    ("en", ["[Britain]", "E4M2"]),
    ("en", ["Orders for Britain", "E4M2"]),
    ("en", ["E4M2", "britain: flag Savoy"]),
    ("ru", ["за Британию: Э4В2"]),
    ("ru", ["приказы за Британию: Э4В2"]),
    ("ru", ["Приказы Британии:", "Э4В2"]),
    ("ru", ["от имени Британии Э4В2"]),
)


@one_in(2, ("code", "lines"), OF_OTHERS)
def test_who_names_another_seat_is_asked_and_nothing_is_done(stage: Stage, code: str, lines: list[str]) -> None:
    ways = Ways(stage, "first_tile", code)
    done, answer = ways.mailed(*lines)
    assert done == []
    assert {"en": "names a seat that is not yours", "ru": "названа не ваша сторона"}[code] in answer
    assert ways.mailed("check " + lines[0], *lines[1:])[0] == []
    assert ways.foreseen(lines).does_nothing
    with pytest.raises(BadOrders):
        ways.entered(lines)


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("en", "orders for france: E4M2"),
        ("en", "E4M2 for France, please"),
        ("en", "France: E4M2"),
        ("ru", "за Францию: Э4В2"),
    ],
)
def test_who_names_their_own_seat_is_obeyed(stage: Stage, code: str, line: str) -> None:
    ways = Ways(stage, "first_tile", code)
    assert len(ways.mailed(line)[0]) == len(ways.entered([line])[0]) == 1
