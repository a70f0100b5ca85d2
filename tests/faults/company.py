"""The processes of one run, and the accidents that befall them: planned ones, or at random."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from random import Random

from adjudicator.failpoints import Point
from tests.faults.points import DELIVERED, MOMENT, POINTS, Cast, Pair, Role, pairs
from tests.faults.processes import POISONED, Life, Stage, context, play

HANDLERS = frozenset((Role.WORKER, Role.SERVE))
MOST_LATER = 6
AT_ANY_MOMENT = 0.25
POSTS: dict[Cast, dict[str, Role]] = {
    Cast.APART: {each.value: each for each in (Role.POLLER, Role.WORKER, Role.SENDER)},
    Cast.TWICE: {f"{each.value} {k}": each for each in (Role.POLLER, Role.WORKER) for k in (1, 2)},
    Cast.ONE: {Role.SERVE.value: Role.SERVE},
}


class Plans:
    """Where processes are to die: every pair with the first so many times once, or a share of them, in order;
    0: nowhere.
    """

    def __init__(self, cast: Cast, most: int, share: int = 1) -> None:
        self.all = {role: found[::share] for role, found in pairs(cast, most).items()} if most else {}
        self.left = {role: deque(found) for role, found in self.all.items()}
        self._quota: dict[Role, int] = {}

    def begin_scene(self, later: int) -> None:
        """Deaths are spread over the scenes, of which so many come after this one; a moderator acts in one scene."""
        self._quota = {role: -(-len(left) // (later // 2 + 1)) for role, left in self.left.items()}
        self._quota[Role.MODERATOR] = len(self.left.get(Role.MODERATOR, ()))

    def next(self, role: Role) -> Pair | None:
        """Where the next process of this kind dies; None: nowhere."""
        if not self.wants(role):
            return None
        self._quota[role] -= 1
        return self.left[role].popleft()

    def give_back(self, pair: Pair) -> None:
        """The process has not come there."""
        if pair.role in self.left:
            self.left[pair.role].append(pair)

    def wants(self, role: Role) -> bool:
        """Whether another process of this kind is to die in this scene."""
        return bool(self.left.get(role)) and self._quota[role] > 0


class AtRandom(Plans):
    """So many deaths at random places, spread over the scenes."""

    def __init__(self, cast: Cast, rng: Random, most: int) -> None:
        super().__init__(cast, 0)
        self._points, self._rng, self._most = POINTS[cast], rng, most
        self._made = self._allowed = 0

    def begin_scene(self, later: int) -> None:
        self._allowed = self._made + -(-(self._most - self._made) // (later + 1))

    def next(self, role: Role) -> Pair | None:
        if role not in self._points or not self.wants(role) or self._rng.random() < 0.1:
            return None
        self._made += 1
        if self._rng.random() < AT_ANY_MOMENT:
            return Pair(role, MOMENT, self._rng.randint(1, 12))
        places = [*self._points[role], *([DELIVERED] if Point.CLAIMED in self._points[role] else [])]
        return Pair(role, str(self._rng.choice(places)), self._rng.randint(1, MOST_LATER))

    def give_back(self, pair: Pair) -> None:
        self._made -= 1

    def wants(self, role: Role) -> bool:
        return self._made < self._allowed


class Company:
    """The processes of one installation."""

    def __init__(self, stage: Stage, cast: Cast, plans: Plans, spared: Callable[[], bool]) -> None:
        """`spared`: whether a mail would be set aside if another worker died of it."""
        self.stage, self.cast, self.plans, self._spared = stage, cast, plans, spared
        self.hit: Counter[Pair] = Counter()
        self.kills: Counter[str] = Counter()
        self.poisoned = 0
        self.deaths = 0
        """Of all kinds: whoever sees it grow knows that something was left behind."""
        self.accidents = True
        self.servers_die = False
        """A process may then end by itself."""
        self._context = context()
        self._lives: dict[str, Life] = {}

    @property
    def missed(self) -> list[Pair]:
        """Where nobody has died though it was planned."""
        return [pair for planned in self.plans.all.values() for pair in planned if pair not in self.hit]

    def begin_scene(self, later: int) -> None:
        """Who did not come to their point for two scenes gets another one; a later process may come there."""
        self.plans.begin_scene(later)
        for post, life in list(self._lives.items()):
            life.scenes += 1
            if life.pair is not None and life.scenes > 2:
                self._end(post)
                self.plans.give_back(life.pair)
            elif life.pair is None and self.accidents and self.plans.wants(POSTS[self.cast][post]):
                self._end(post)

    def look_after(self, roles: Iterable[Role]) -> None:
        """Start what is dead; kill what is to be killed at some moment."""
        for post, role in POSTS[self.cast].items():
            if role not in roles:
                continue
            life = self._lives.get(post)
            if life is not None and not life.process.is_alive():
                self._bury(post, life)
                life = None
            if life is None:
                self._start(post, role)
            elif life.pair and life.pair.place == MOMENT and time.monotonic() > life.begun + life.pair.n / 2:
                life.process.kill()

    def taken(self) -> None:
        """The server has taken a mail: who handed it over dies now, if that was the plan."""
        for life in list(self._lives.values()):
            if life.pair is not None and life.pair.place == DELIVERED and life.process.pid is not None:
                life.handed_over += 1
                if life.handed_over == life.pair.n:
                    os.kill(life.process.pid, signal.SIGKILL)

    def once(self, role: Role, done: Callable[[], bool], target: Callable[..., None], *arguments: object) -> None:
        """A process that ends by itself, or dies where it is planned: then it is started again until all is `done`."""
        while not done():
            pair = self.plans.next(role) if self.accidents else None
            process = self._context.Process(
                target=target, args=(self.stage, pair.fault if pair else "", *arguments), daemon=True
            )
            process.start()
            process.join()
            if process.exitcode == -signal.SIGKILL and pair is not None:
                self._count(pair)
            else:
                assert process.exitcode == 0, f"the {role} ended with {process.exitcode}"

    def beat(self) -> None:
        """Beat wakes the workers, and dies wherever it is planned; nothing where nothing is."""
        while self.accidents and (pair := self.plans.next(Role.BEAT)):
            process = self._context.Process(target=play, args=(self.stage, Role.BEAT, pair.fault), daemon=True)
            process.start()
            process.join(pair.n / 2 if pair.place == MOMENT else None)
            process.kill()
            process.join()
            assert process.exitcode == -signal.SIGKILL, f"Beat ended with {process.exitcode}: {self._words()}"
            self._count(pair)

    def disarm(self) -> None:
        """From now on nobody dies by plan; what was armed is started anew."""
        for post, life in list(self._lives.items()):
            if life.pair is not None:
                self._end(post)
                self.plans.give_back(life.pair)
        self.accidents = False

    def end(self) -> None:
        """Everybody ends."""
        for post in list(self._lives):
            self._end(post)

    def _end(self, post: str) -> None:
        life = self._lives.pop(post)
        life.process.kill()
        life.process.join()

    def _bury(self, post: str, life: Life) -> None:
        life.process.join()
        del self._lives[post]
        self.deaths += 1
        if life.process.exitcode == POISONED:
            self.poisoned += 1
            if life.pair is not None:
                self.plans.give_back(life.pair)
            return
        if self.servers_die and life.pair is None:
            return  # a worker may end when its broker is gone: whatever supervises it starts it again
        if life.process.exitcode != -signal.SIGKILL or life.pair is None:
            raise RuntimeError(f"the {post} ended with {life.process.exitcode}: {self._words()}")
        self._count(life.pair)

    def _count(self, pair: Pair) -> None:
        self.hit[pair] += 1
        self.kills[f"{pair.role} {pair.place}"] += 1

    def _start(self, post: str, role: Role) -> None:
        spared = role in HANDLERS and self._spared()
        pair = self.plans.next(role) if self.accidents and not spared else None
        process = self._context.Process(target=play, args=(self.stage, role, pair.fault if pair else ""), daemon=True)
        process.start()
        self._lives[post] = Life(process, pair, time.monotonic())

    def _words(self) -> str:
        return self.stage.log.read_text(errors="replace")[-3000:]
