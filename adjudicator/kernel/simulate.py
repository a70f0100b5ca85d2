"""Random play: whole games by legal actions alone, with the checks that hold for every game."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import zip_longest
from random import Random
from typing import Any

import msgspec

from adjudicator.kernel.actions import MODERATOR, Action
from adjudicator.kernel.beginning import new_match
from adjudicator.kernel.bidding import Bid, SeatBid
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.coverage import Coverage, copied
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.game import Game
from adjudicator.kernel.log import Entry
from adjudicator.kernel.match import Match
from adjudicator.kernel.position import Position, Stage
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.replay import begin, replay
from adjudicator.kernel.sandbox import consistent_matches
from adjudicator.kernel.standing import StandingStill
from adjudicator.kernel.steps import stored_frames
from adjudicator.kernel.trials import Will, trials_of
from adjudicator.kernel.worlds import imagined_world, other_world

Watcher = Callable[[Match, str, Action], None]
"""Called before an action is applied; raises AssertionError where something is wrong."""

LONGEST = 20_000
REFEREED = 0.001
"""How often the moderator does something that the rules let a referee do."""
CROWDED, UNUSUAL_OPTION, UNUSUAL_CONTENT, BID_FOR = 0.8, 0.4, 0.5, 0.2
"""How often a rich match starts from a crowded position, an option of it and its content are drawn, and seats are bid
for that cost something.
"""
BESIDE = 60
"""Bytes on each side of the first difference that a failure shows."""
UNSEEN = 0.6
"""How often a seat goes on in a chain of which the others do not know how far it is."""
THOUGHT_OF = 3
"""Actions of which a player with whims takes the one that was done least in the match."""
IDLE = (0.0, 0.1, 0.4)
"""The share of choices in which a player takes the default of a silent seat: most end their turn soon."""


WILLED, CONTENT = 0.95, 0.8
"""The share of choices in which a player with a will follows it, and does nothing where it wants nothing."""


class PlayoutBias:
    """The preferences of a match's players: for what was done seldom in it, and for each a rate of doing nothing.

    Most of the players of a game whose trials have `wills` have one of them; given here, all have one of these. Of the
    actions that a will holds dearest, one is done that was done least in the match: what a card does shows once.
    """

    def __init__(self, match: Match, rng: Random, wills: Sequence[Will[Any]] = ()) -> None:
        seats, some = match.header.seats, trials_of(match.game).wills
        self._often, self._done = Counter[str](), Counter[str]()
        self._idle = {seat: rng.choice(IDLE) for seat in seats}
        wanted: list[Will[Any] | None] = [*wills]
        if some and not wills:
            wanted = [None, *some]
        self._wills = {seat: rng.choice(wanted) for seat in seats} if wanted else {}

    def choice(self, match: Match, seat: str, rng: Random) -> Action:
        """Return what a seat does."""
        action = self._willed(match, seat, rng)
        if action is None and rng.random() < self._idle.get(seat, 0):
            action = match.default(seat)
        if action is None:
            action = min((match.sample(seat, rng) for _ in range(THOUGHT_OF)), key=lambda each: self._often[each.op])
        self._often[action.op] += 1
        self._done[str(action)] += 1
        return action

    def _willed(self, match: Match, seat: str, rng: Random) -> Action | None:
        """Return what a seat does by its will; None if it follows a whim."""
        will = self._wills.get(seat)
        if will is None or rng.random() > WILLED:
            return None
        with StandingStill(match.state):
            worth = [(will(match.state, seat, option), option) for option in match.options(seat)]
        most = max(dear for dear, _ in worth)
        if most > 0:
            dearest = [each for dear, each in worth if dear == most]
            fewest = min(self._done[str(each)] for each in dearest)
            return rng.choice([each for each in dearest if self._done[str(each)] == fewest])
        return match.default(seat) if rng.random() < CONTENT else None


class Failure(Exception):  # noqa: N818
    """A random game that went wrong: everything needed to play it again."""

    def __init__(self, game: str, seed: str, actions: int, log: Sequence[Entry], what: str) -> None:
        super().__init__(f"{game}, seed {seed}, after {actions} actions: {what}")
        self.game, self.seed, self.actions, self.log, self.what = game, seed, actions, tuple(log), what


class Tally(msgspec.Struct):
    """The figures of a simulation."""

    games: int = 0
    actions: int = 0
    seconds: float = 0.0
    endings: dict[str, int] = {}


def simulate(  # noqa: PLR0913 - what is played, and how it is watched
    game: str,
    games: int,
    seed: str,
    *,
    options: dict[str, Any] | None = None,
    content: Any = None,
    watchers: Sequence[Watcher] = (),
    every: int = 1,
    after: Callable[[Match], None] | None = None,
) -> Tally:
    """Play whole games at random. `watchers` see each so many-th action (`every`), `after` every finished match.

    Raises Failure at the first thing that goes wrong.
    """
    tally = Tally()
    started = time.perf_counter()
    for number in range(games):
        label = f"{seed}/{number}"
        match = begin_random(game, label, options, content)
        try:
            tally.actions += play_out(match, Random(label), watchers, every=every)
            if after is not None:
                after(match)
        except Exception as error:
            raise Failure(game, label, len(match.log), match.log, f"{type(error).__name__}: {error}") from error
        assert match.result is not None
        tally.games += 1
        tally.endings[match.result.how] = tally.endings.get(match.result.how, 0) + 1
    tally.seconds = time.perf_counter() - started
    return tally


def begin_random(game: str, label: str, options: dict[str, Any] | None = None, content: Any = None) -> Match:
    """Begin a match whose draws follow from the label; how many seats play, and which, is random.

    `content`: a pack, as `new_match` takes it.
    """
    owner = game_named(game)
    seats, rng = random_seating(owner, Random(label + "/seats")), Random(label + "/bids")
    if owner.bid_unit is not None and rng.random() < BID_FOR:
        bids = [random_bid(owner, len(seats), rng) for _ in seats]
        return new_match(game, options=options, content=content, bids=bids, seed=label.encode())
    return new_match(game, options=options, content=content, seats=seats, seed=label.encode())


def random_bid(game: Game[Any], players: int, rng: Random) -> Bid:
    """Return a random bid for some seats of a match of this number of players, sometimes for none."""
    possible = sorted({seat for seats in game.seatings(players) for seat in seats})
    most = 0 if game.bid_unit is None else game.bid_unit.most
    return tuple(SeatBid(seat, rng.randint(0, most)) for seat in rng.sample(possible, rng.randint(0, len(possible))))


def random_seating(game: Game[Any], rng: Random) -> tuple[str, ...]:
    """Choose seats that may play together.

    Each number of players is equally likely.
    """
    return rng.choice(game.seatings(rng.choice(game.numbers)))


def begin_dense(
    game: str, label: str, given: dict[str, Any] | None = None, content: Any = None, *, packs: bool = False
) -> Match:
    """Begin a match with house rules chosen at random where none are given, most from a dense position.

    `packs`: also choose content at random, where none is given and the game has content.
    """
    owner, rng = game_named(game), Random(label + "/rich")
    options = {
        name: rng.choice(option.values) for name, option in owner.options.items() if rng.random() < UNUSUAL_OPTION
    }
    trials = trials_of(owner)
    printer = Random(label + "/content")
    if packs and content is None and printer.random() < UNUSUAL_CONTENT:
        content = trials.content(printer)
    plain = begin_random(game, label, {**options, **(given or {})}, content)
    seats, agreed = plain.header.seats, plain.header.options
    found = trials.dense_start(rng, seats, agreed, plain.game.content) if rng.random() < CROWDED else None
    if found is None:
        return plain
    state, frames = found
    position: Position[Any, Any] = Position(0, 0, 0, stored_frames(frames), state, [])
    return Match.begin(plain.game, plain.header, position, Chance(label.encode()))


def play_out(
    match: Match,
    rng: Random,
    watchers: Sequence[Watcher] = (),
    coverage: Coverage | None = None,
    every: int = 1,
    whims: PlayoutBias | None = None,
) -> int:
    """Play a match to its end; `watchers` see each so many-th action (`every`). Returns the number of actions."""
    if coverage is not None:
        coverage.begin(match)
    for done in range(LONGEST):
        if match.result is not None:
            if coverage is not None:
                coverage.end(match)
            return done
        before = None if coverage is None else copied(match)
        told = random_action(match, rng, () if done % every else watchers, whims)
        if coverage is not None and before is not None:
            coverage.act(match, before, told)
    raise RuntimeError(f"no end after {LONGEST} actions")


def random_action(
    match: Match, rng: Random, watchers: Sequence[Watcher] = (), whims: PlayoutBias | None = None
) -> list[ObservedEvent[Any]]:
    """Apply one random action of a random seat that is waited for.

    Sometimes it is an action that is possible at any time, and rarely one of the referee.
    """
    referee = match.game.referee(match.state)
    if referee is not None and rng.random() < REFEREED and (acts := [*referee.options(match.state, MODERATOR)]):
        return match.apply(MODERATOR, rng.choice(acts))
    open_now = match.decisions()
    decision = open_now[0] if len(open_now) == 1 else rng.choice(open_now)
    seat = rng.choice(decision.waiting)
    extra = match.anytime(seat) if rng.random() < 0.05 else []
    if extra:
        action = rng.choice(extra)
        signers = match.signers_anytime(seat, action)
        return match.apply(signers if len(signers) > 1 else seat, action)
    action = match.sample(seat, rng) if whims is None else whims.choice(match, seat, rng)
    for watch in watchers:
        watch(match, seat, action)
    try:
        return match.apply(seat, action)
    except Refusal as refusal:
        raise AssertionError(f"{seat} {action} was offered and refused: {refusal}") from refusal


def check_invariants(match: Match, seat: str, action: Action) -> None:
    """Check that the game's own invariants hold."""
    found = match.game.invariants(match.state)
    assert not found, f"before {seat} {action}: {found}"


def check_options(match: Match, seat: str, action: Action) -> None:
    """Check that offered actions pass `check`, and asking changes nothing.

    Seats that are not asked must have no options.
    """
    before = match.checkpoint()
    for option in match.options(seat):
        try:
            match.check(seat, option)
        except Refusal as refusal:
            raise AssertionError(f"{seat} {option} is offered and refused: {refusal}") from refusal
    asked = {each for decision in match.decisions() for each in decision.seats}
    for other in match.header.seats:
        assert other in asked or not match.options(other), f"{other} is not asked and has options"
    match.check(seat, action)
    _same("asking changed the position", before, match.checkpoint())


def check_resume(match: Match, seat: str, action: Action) -> None:
    """Check that a match resumed from its checkpoint is the same match."""
    again = Match.resume(match.header, match.checkpoint(), sealed=match.sealed, contents=match.contents)
    _same("the checkpoint changed on its way", match.checkpoint(), again.checkpoint())
    _same(f"resumed, {seat} has other options", match.options(seat), again.options(seat))
    _same("resumed, other questions are open", match.decisions(), again.decisions())


def _same(what: str, before: Any, after: Any) -> None:
    """Raise AssertionError with the first things that differ, unless both are equal."""
    if before == after:
        return
    if isinstance(before, bytes):
        at = next((n for n, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), len(before))
        before, after = (each[max(0, at - BESIDE) : at + BESIDE] for each in (before, after))
    elif isinstance(before, list | tuple):
        pairs = zip_longest(before, after, fillvalue="nothing")
        before, after = next((one, other) for one, other in pairs if one != other)
    elif isinstance(before, dict):
        key = next(key for key in {**before, **after} if before.get(key) != after.get(key))
        what, before, after = f"{what}, {key}", before.get(key), after.get(key)
    raise AssertionError(f"{what}: {before!r}, then {after!r}")


def check_document(match: Match, seat: str, action: Action) -> None:
    """Check that the document of the position loads to the same document, with the same options."""
    document = match.document()
    read = msgspec.json.decode(msgspec.json.encode(document))
    again = Match.from_document(read, game=match.game.id, contents=match.contents)
    again.restore(match.sealed)  # no part of it, and orders of a sheet limit each other
    _same("the document changed on its way", document, again.document())
    _same(f"loaded, {seat} has other options", match.options(seat), again.options(seat))


def check_disguise(rng: Random) -> Watcher:
    """Check that a seat has the same views, options and refusals in every world that it cannot tell from this one.

    Each of these worlds must also be possible.
    """

    def watch(match: Match, seat: str, action: Action) -> None:
        tried = (action, *match.options(seat)[:5])
        for viewer in match.header.seats:
            other = other_world(match, (viewer,), rng)
            found = match.game.invariants(other.state)
            assert not found, f"a world that {viewer} may be in is impossible: {found}"
            views = [match.game.observed_by(each.state, viewer) for each in (match, other)]
            _same(f"{viewer} sees a difference that they cannot know", *views)
            theirs = _known(other, viewer, tried)
            for what, mine in _known(match, viewer, tried).items():
                assert mine == theirs[what], f"{what} betray something to {viewer}: {mine}, {theirs[what]}"

    return watch


def check_worlds(rng: Random) -> Watcher:
    """Check that what is true makes no difference to the worlds that are imagined for a seat.

    They are the same, byte for byte, from this position and from another one that the seat cannot tell from it.
    """

    def watch(match: Match, seat: str, action: Action) -> None:
        for viewer in match.header.seats:
            other, seed = indistinguishable(match, viewer, rng), rng.getrandbits(32)
            mine, theirs = (other_world(each, (viewer,), Random(seed)) for each in (match, other))
            if not match.concurrent_seats:
                _same(f"the state that {viewer} may think of", mine.checkpoint(), theirs.checkpoint())
                _same(f"the answers that {viewer} may think of", mine.sealed, theirs.sealed)
                assert mine.chance.seed == theirs.chance.seed
            thought = [[world.checkpoint() for world in consistent_matches(each, viewer)] for each in (match, other)]
            _same(f"the worlds in which {viewer} tries something", *thought)
            played = [imagined_world(each, (viewer,), str(seed)) for each in (match, other)]
            _same(f"the world in which {viewer} plays on", *(each.checkpoint() for each in played))
            _same(f"the answers with which {viewer} plays on", *(each.sealed for each in played))
            assert len({each.chance.key for each in played}) == 1

    return watch


def indistinguishable(match: Match, viewer: str, rng: Random) -> Match:
    """Return another world for a seat, in which the others have gone on where it cannot notice.

    They have answered in secret, or gone on in chains of which nobody knows how far they are.
    """
    other = other_world(match, (viewer,), rng)
    for seat in match.concurrent_seats:
        while seat != viewer and len(other.pending_seats) > 1 and seat in other.pending_seats and rng.random() < UNSEEN:
            other.apply(seat, other.sample(seat, rng))
    return other


def _known(match: Match, seat: str, tried: Sequence[Action]) -> dict[str, object]:
    """Return everything that a match tells a seat besides its view."""
    return {
        "options": match.options(seat),
        "actions at any time": match.anytime(seat),
        "intents": [*match.upcoming_actions(seat)],
        "decisions": [_told(decision, seat) for decision in match.decisions(seat)],
        "defaults": match.default(seat),
        "answers": [_answer(match, seat, each) for each in tried],
        "prices": [[*match.terms(seat, each)] for each in tried],
    }


def _told(decision: OpenDecision, seat: str) -> OpenDecision:
    """Return a decision as a seat is told it: who has answered in secret is in no mail."""
    if decision.form == "agree":
        return decision
    return msgspec.structs.replace(decision, waiting=tuple(each for each in decision.waiting if each == seat))


def _answer(match: Match, seat: str, action: Action) -> Action | tuple[object, ...]:
    """Return what `check` says: the action, or everything that a refusal tells."""
    try:
        return match.check(seat, action)
    except Refusal as refusal:
        return refusal.code, refusal.rule, refusal.facts, refusal.nearest


def check_bystanders(match: Match, seat: str, action: Action) -> None:
    """Check that every call answers those without a seat: the moderator, an observer, anybody.

    They know what an observer knows, and do nothing unless they are asked.
    """
    before, rng = match.checkpoint(), Random(1)
    for who in (MODERATOR, "observer", "nobody"):
        number, options = match.number(who), match.options(who)
        asked = match.question(who) is not None
        assert asked == bool(number) == bool(options) == (who in match.asked_seats), f"{who} is asked and cannot answer"
        assert match.view(who) == match.view(), f"{who} sees more than an observer"
        assert ([*match.anytime(who)], match.is_anytime_action(who, action), [*match.upcoming_actions(who)]) == (
            [],
            False,
            [],
        )
        assert match.certified_messages([who]) == [] == [*match.terms(who, action)]
        match.default(who), match.decisions(who), match.game.resample_hidden(match.state, who, rng)
        calls = (
            partial(match.check, who, action),
            partial(match.copy().apply, who, action),
            partial(match.copy().seal, who, action),
            partial(match.copy().withdraw, who),
            partial(match.complete, who, {}),
            partial(match.sample, who, rng),
        )
        for call in () if asked else calls:
            try:
                call()
            except Refusal:
                continue
            raise AssertionError(f"{who} may do {action}")
    assert match.checkpoint() == before, "asking changed the position"


def check_chains(match: Match, seat: str, action: Action) -> None:
    """Check that parallel chains do not affect each other.

    What one seat does must change nothing that another one sees or is told.
    """
    beside = match.decisions()[0].beside
    after = match.copy()
    told = after.apply(seat, action) if beside else []
    if after.result is not None or not beside or after.decisions()[0].beside != beside:
        return
    for other in {*match.header.seats} - {seat}:
        views = [each.game.observed_by(each.state, other) for each in (match, after)]
        _same(f"{other} sees what {seat} does in a chain", *views)
        assert [each for each in told if each.visible_to((other,)) is not None] == [], (
            f"{other} is told what {seat} does"
        )
        _same(f"{other} has other options by what {seat} does", match.options(other), after.options(other))
        mine, theirs = ([decision for decision in of.decisions() if other in decision.seats] for of in (match, after))
        _same(f"{other} is asked something else by what {seat} does", mine, theirs)


def check_stages() -> Watcher:
    """Check that turns and phases never go back in a match."""
    last: list[tuple[Match, Stage]] = []

    def watch(match: Match, seat: str, action: Action) -> None:
        order, now = [*match.game.phases, ""], match.game.stage(match.position)
        assert now.phase in order, f"{match.game.id} has no phase {now.phase}"
        before = last[0][1] if last and last[0][0] is match else now
        assert (now.turn, order.index(now.phase)) >= (before.turn, order.index(before.phase)), f"{now} after {before}"
        last[:] = [(match, now)]

    return watch


def check_replay(match: Match, start: Match | None = None) -> None:
    """Check that the log leads to the same position, to the byte.

    `start`: a new copy of the match, if it did not begin as usual.
    """
    again = replay(start or begin(match.header, match.log, contents=match.contents), match.log)
    _same("replayed, the position is another", match.document(), again.document())
    _same("replayed, the log is another", match.log, again.log)
