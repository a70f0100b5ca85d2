"""Ratings: what the library makes of two sides, what a match of more says and what it does not; and by mail, who is
shown whom.
"""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from adjudicator_tournaments.rating import MEAN, Rating, ratings
from adjudicator_tournaments.scores import FinishedMatch, Side, outcomes
from adjudicator_tournaments.statistics import ranked_players, tallies
from openskill.models import BradleyTerryFull

from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.store.campaigns import campaign_by_name
from adjudicator.store.engine import reading
from tests.service.beginnings import beginning
from tests.service.test_gathering import letter

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def match(*people: int | tuple[int, ...], won: tuple[int, ...] = (), **more: Any) -> FinishedMatch:
    """The sides are numbered as they stand; `won` are those that have."""
    teams = [person if isinstance(person, tuple) else (person,) for person in people]
    sides = (Side(f"seat-{number}", team, number in won) for number, team in enumerate(teams))
    return FinishedMatch("club", "game", NOON, tuple(sides), **more)


def test_of_two_sides_it_is_what_the_library_says() -> None:
    model = BradleyTerryFull(mu=1500.0, sigma=500.0, beta=250.0, tau=5.0)
    ((winner,), (loser,)) = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    found = ratings([match(1, 2, won=(0,))])
    assert (found[1].mean, found[1].deviation) == pytest.approx((winner.mu, winner.sigma))
    assert (found[2].mean, found[2].deviation) == pytest.approx((loser.mu, loser.sigma))
    assert found[1].matches == 1


def test_what_a_game_does_not_tell_changes_nobody() -> None:
    """A beaten player neither gains nor loses by how strong another beaten player is."""
    before = [match(4, 5, won=(0,)) for _ in range(20)]
    beside_strong = ratings([*before, match(1, 2, 4, won=(0,))])
    beside_weak = ratings([*before, match(1, 2, 5, won=(0,))])
    assert beside_strong[4].mean > beside_weak[5].mean + 200
    assert beside_strong[2] == beside_weak[2]
    assert beside_strong[2].mean < MEAN


def test_a_match_of_many_weighs_one_match() -> None:
    five = ratings([match(1, 2, 3, 4, 5, won=(0,))])
    two = ratings([match(1, 2, won=(0,))])
    assert five[1].mean == pytest.approx(two[1].mean)
    assert sum(each.mean for each in five.values()) == pytest.approx(5 * MEAN)
    assert five[2].deviation > five[1].deviation, "less is told of each who was beaten"


def test_a_draw_and_a_shared_victory_bring_the_strong_and_the_weak_together() -> None:
    before = [match(1, 2, won=(0,)) for _ in range(3)]
    known = ratings(before)
    for shared in (match(1, 2), match(1, 2, won=(0, 1))):
        found = ratings([*before, shared])
        assert known[1].mean > found[1].mean > found[2].mean > known[2].mean
    equal = ratings([match(1, 2)])
    assert equal[1].mean == equal[2].mean == MEAN


def test_a_team_wins_and_loses_together() -> None:
    found = ratings([match((1, 2), 3, won=(0,))])
    assert found[1] == found[2]
    assert found[1].mean > MEAN > found[3].mean


def test_what_is_no_contest_counts_for_statistics_alone() -> None:
    none = [
        match(1, 2, closed=True),
        match(1, 2, won=(0,), agreed=False),
        match(1, (), won=(0,)),
        match(1, 1, won=(0,)),
    ]
    assert ratings(none) == {}
    assert ranked_players(none) == []
    first, second = tallies(none)
    assert (first.matches, first.won, first.closed) == (3, 3, 1)
    assert (second.matches, second.won, second.drawn) == (3, 0, 0)


def test_the_stronger_come_first_and_one_lucky_match_makes_nobody_first() -> None:
    rng, matches = Random(5), []
    for _ in range(300):
        pair = rng.sample(range(6), 2)
        strong = max(pair, key=lambda person: -person + rng.gauss(0, 1))
        matches.append(match(*pair, won=(pair.index(strong),)))
    matches.append(match(99, 0, won=(0,)))
    order = [row.person for row in ranked_players(matches)]
    assert order[:3] == [0, 1, 2]
    assert order[-1] in (5, 99)
    assert [row.place for row in ranked_players(matches)] == [1, 2, 3, 4, 5, 6, 7]
    assert Rating().least == 0


def club(installation: Any, name: str, **seats: str) -> int:
    """A campaign of sealed bids that is played by mail to its end."""
    players = tuple(Player(seat=seat, name=who, email=f"{who.lower()}@players.test",
                           language="ru" if who == "Boris" else "en") for seat, who in seats.items())  # fmt: skip
    new = NewCampaign(name=name, title=name.title(), game="sealed-bids", players=players, seed=name.encode())
    made = create(installation.service, new)
    installation.deliver()
    return made


def write(installation: Any, campaign: int, seat: str, text: str) -> Any:
    own = installation.table(campaign).by_name[seat]
    got = letter(installation, own.emails[0], text, to=installation.service.reply_address(own.token))
    return got[own.emails[0].partition("@")[0]][-1]


def play(installation: Any, campaign: int) -> None:
    for _ in range(40):
        table = installation.table(campaign)
        waiting = [seat for decision in table.match.decisions() for seat in decision.waiting]
        if not waiting:
            return
        seat = waiting[0]
        line = table.match.game.part("phrases").say(table.match.options(seat)[0], table.by_name[seat].language)
        write(installation, campaign, seat, line)
    raise AssertionError("no end")


@pytest.fixture
@beginning
def clubs(installation: Any) -> dict[str, int]:
    """Anna has met Boris, Boris Vera; Tim and Nora have met none of them. All matches are over."""
    made = {
        "first": club(installation, "first", red="Anna", blue="Boris"),
        "second": club(installation, "second", red="Boris", blue="Vera"),
        "third": club(installation, "third", red="Tim", blue="Nora"),
    }
    for each in made.values():
        play(installation, each)
    return made


def test_by_mail_names_are_shown_of_whom_one_has_met(installation: Any, clubs: dict[str, int], said: Any) -> None:
    told = said(write(installation, clubs["first"], "red", "ratings"))
    assert "Sealed Bids" in told
    assert "you" in told
    assert "Boris" in told
    assert not [name for name in ("Vera", "Tim", "Nora") if name in told]
    assert "3 more players are in the list" in told
    assert "YOUR MATCHES" in told
    russian = said(write(installation, clubs["second"], "red", "рейтинг"))
    assert "Anna" in russian
    assert "Vera" in russian
    assert "В списке ещё 2 игрока" in russian
    assert "Tim" not in russian
    assert "ВСЕ ПАРТИИ ПО МЕСТАМ" in russian
    assert "3 партии, побед:" in russian


def test_who_wants_it_is_hidden_from_all_but_themselves(installation: Any, clubs: dict[str, int], said: Any) -> None:
    before = said(write(installation, clubs["first"], "red", "ratings"))
    assert "больше никому не показываются" in said(write(installation, clubs["first"], "blue", "рейтинг нет"))
    hidden = said(write(installation, clubs["first"], "red", "ratings"))
    assert "Boris" not in hidden
    assert "4 more players are in the list" in hidden
    own = before.partition("you")[2][:24]
    assert own in hidden, "it changes nobody's rating"
    assert "вы" in said(write(installation, clubs["first"], "blue", "рейтинг"))
    write(installation, clubs["first"], "blue", "рейтинг да")
    assert "Boris" in said(write(installation, clubs["first"], "red", "ratings"))


def test_the_first_mail_says_whether_the_match_counts(installation: Any, said: Any) -> None:
    counted = club(installation, "counted", red="Anna", blue="Boris")
    first = said(installation.received["anna@players.test"][-1])
    assert "is rated. Send “ratings” to see the ratings, “ratings off” to hide yours" in first
    position = installation.table(counted).match.document()
    new = NewCampaign(name="table", title="Table", game="sealed-bids", seed=b"t", document=position,
                      players=tuple(Player(seat=seat, name=seat.title(), email=f"{seat}@players.test")
                                    for seat in ("red", "blue")))  # fmt: skip
    create(installation.service, new)
    installation.deliver()
    assert "ratings" not in said(installation.received["red@players.test"][-1])
    with reading(installation.service.engine) as session:
        taken_over = campaign_by_name(session, "table")
        assert taken_over is not None
        assert settings_of(taken_over).rated is False
        assert outcomes(session) == []
