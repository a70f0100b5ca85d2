"""Whether a line is legal in every world is told by its actions as it is by reading it anew in each of them."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decisions import NoAnswer
from adjudicator.orders.execution.outcomes import dry_run, legal_throughout
from adjudicator.orders.options.codes import make_offer
from adjudicator.orders.options.drafts import from_mail
from adjudicator.orders.options.pieces import Offers
from benchmarks.order_reading.sheets import scenes
from tests.carried import desk_at
from tests.orders.positions import Position

LINES = 4


def lines_of(position: Position, rng: Random) -> Iterator[str]:
    """Answers alone, two and three behind each other, in words; what ends the round among them."""
    said = [position.book.say(action, position.language) for action in position.options]
    said += [position.book.say(action, position.language) for action in position.match.upcoming_actions(position.seat)]
    for count in range(LINES):
        yield ", ".join(rng.choices(said, k=1 + count % 3))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(scenes()))
def test_a_line_is_legal_throughout_where_it_is_so_in_every_world(name: str) -> None:
    scene = scenes()[name]
    position = Position(name, scene.language)
    options = [*position.options, *position.match.upcoming_actions(position.seat)]
    offer = make_offer(position.book, position.match.number(position.seat) or 0, position.language, options)
    desk = desk_at(position.match, position.seat, position.language, position.book, Offers((offer,)))
    desk = replace(desk, compared=desk.answers())
    for line in lines_of(position, Random(name)):
        try:
            rows = dry_run(desk, from_mail([line]))
        except NoAnswer:
            with pytest.raises(NoAnswer):
                legal_throughout(desk, from_mail([line]))
            continue
        legal = bool(rows) and all(row.status == "legal" for row in rows)
        assert legal_throughout(desk, from_mail([line])) is legal, (line, rows)
