"""The common battery: what must hold for every game, whatever its rules are.

`adjudicator game check` runs it on a package of anybody, the tests of the house on every game that they install.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, get_args

from adjudicator.components.names import Naming
from adjudicator.components.short_names import twins
from adjudicator.kernel.actions import Action
from adjudicator.kernel.alone import check_alone
from adjudicator.kernel.beginning import new_match
from adjudicator.kernel.game import Game
from adjudicator.kernel.match import Match
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.simulate import (
    Watcher,
    begin_random,
    check_bystanders,
    check_chains,
    check_disguise,
    check_document,
    check_invariants,
    check_options,
    check_replay,
    check_resume,
    check_stages,
    check_worlds,
    play_out,
    random_action,
    simulate,
)
from adjudicator.kernel.trials import fewer, trials_of
from adjudicator.language import CODES
from adjudicator.orders import Legal, Phrasebook
from adjudicator_trials.correspondence import correspondence

SAID = 40
"""Options that are said and read back at each question."""
SEEDS = (b"b", b"c", b"d", b"e", b"f")
"""Of matches beside one that is watched: in one of them at least something else is drawn."""


class Check(NamedTuple):
    """One thing that must hold, by its name.

    `look` plays a game that is named, and raises where the promise is broken; true: more matches, and every action.
    """

    name: str
    promise: str
    look: Callable[[str, bool], object]


def check_names(game: str, thorough: bool = False) -> None:
    """Check that everything has a name in every language; what is missing, or names nothing, is an error itself."""
    naming: Naming = game_named(game).part("names")
    lacking = sorted({*CODES} - {*naming.languages})
    assert not lacking, f"no names in {', '.join(lacking)}: data/names.{lacking[0]}.yaml is missing"
    for code in naming.languages:
        for kind in naming.kinds:
            for id in kind.ids:
                assert naming(code).name(kind, id), f"{kind.name} {id} has an empty name in {code}"


def check_short_names(game: str, thorough: bool = False) -> None:
    """Check that short names are read in both alphabets; form, uniqueness and completeness are checked when loaded."""
    naming: Naming = game_named(game).part("names")
    book: Phrasebook = game_named(game).part("phrases")
    kinds = {kind.name: kind for kind in naming.short.kinds}
    assert list(naming.short), "nothing has a short name: data/short_names.yaml gives one to what has a place"
    for short, kind, id in naming.short:
        assert naming.short.of(kinds[kind], id) == short, f"{kind} {id} has two short names"
        for typed in (short, short.lower(), twins(short)[1], twins(short)[1].lower()):
            assert naming.short.find(typed) == (kind, id), f"{typed} is not read as {kind} {id}"
            for code in naming.languages:
                assert naming.chip(kinds[kind], id, code), f"{kind} {id} has no text for a button in {code}"
    for short in book.book.shorts:
        for kind, thing in book.book.by_short(short):
            assert book.book.short(kind, thing) == short, f"{kind} {thing} has two short names in the phrases"
            for code in book.languages:
                for typed in (short, short.lower(), twins(short)[1]):
                    assert book.book.look_up(kind, typed, code).ids == (thing,), f"{typed} in {code} is not {thing}"


def check_kinds_of_documents(game: str, thorough: bool = False) -> None:
    """Check documents at each stack of frames with each kind of action there, and at one in ten of the rest."""
    seen, rng = set[tuple[object, ...]](), Random(2)

    def watch(match: Match, seat: str, action: Action) -> None:
        shape = (action.op, *(frame[0] for frame in match.position.frames))
        if shape not in seen or rng.random() < 0.1:
            seen.add(shape)
            check_document(match, seat, action)

    _played(game, "battery documents", 12 if thorough else 4, 1, [watch])
    assert seen, "nobody was ever asked anything"


def check_declared(game: str, thorough: bool = False) -> None:
    """Check that everything that is told, and every answer, is of a class that a chapter of the game defines."""
    match, rng = begin_random(game, "declared"), Random(3)
    declared = {*get_args(match.game.event_type)}
    told = [*match.opening]
    while True:
        for each in told:
            for event in filter(None, (each.public, *each.private.values())):
                assert type(event) in declared, (
                    f"{type(event).__name__} of {type(event).__module__} is told, and none of the chapters of the game "
                    "defines it: name its module in `chapters`"
                )
        if match.result is not None:
            return
        told = random_action(match, rng)


def check_hidden_structs(game: str, thorough: bool = False) -> None:
    """Check that a game whose hidden fields hold structs says itself how other worlds have them."""
    owner = game_named(game)
    if type(owner).resample_hidden is Game.resample_hidden:
        found = getattr(owner.form, "hidden_structs", ())
        assert not found, (
            f"hidden fields of the state hold structs ({', '.join(found)}): in another world the parts of each would "
            "be dealt one by one, into what no rule allows; the game must say `resample_hidden`"
        )


def check_storage(game: str, thorough: bool = False) -> None:
    """Check that a match that is stored after every action is, to the byte, the one that stays in memory."""
    in_memory, stored = (begin_random(game, "storage") for _ in range(2))
    play_out(in_memory, Random(5))
    rng = Random(5)
    while stored.result is None:
        random_action(stored, rng)
        stored = Match.resume(stored.header, stored.checkpoint(), seed=b"storage", sealed=stored.sealed)
    assert stored.checkpoint() == in_memory.checkpoint(), "stored after every action, the match ends otherwise"
    assert stored.hash == in_memory.hash, "stored after every action, the match has another hash"


def check_words(game: str, thorough: bool = False) -> None:
    """Check that what may be done can be said, and is read back as the same: in all languages by turns, or each."""
    general: Phrasebook = game_named(game).part("phrases")
    lacking = sorted({*CODES} - {*general.languages})
    assert not lacking, f"orders have no words in {', '.join(lacking)}"
    seen = 0

    def say_and_parse(match: Match, seat: str, action: Action) -> None:
        nonlocal seen
        book, options = general.at(match.state), match.options(seat)
        for legal in options[:SAID]:
            seen += 1
            for language in book.languages if thorough else (book.languages[seen % len(book.languages)],):
                text = book.say(legal, language)
                read = book.parse(text, language, Legal(options))
                assert read == legal, f"{legal} is said {text!r} in {language} and read {read}"

    _played(game, "say", 3 if thorough else 1, 1, [say_and_parse])
    assert seen, "no seat ever had an option that could be said"


def check_observer(game: str, thorough: bool = False) -> None:
    """Check that an observer sees less than the seats together, at some time of a match with secrets."""
    less = game_named(game).open

    def watch(match: Match, seat: str, action: Action) -> None:
        nonlocal less
        less = less or match.view() != match.view(match.header.seats)

    _played(game, "observer", 1, 1, [watch])
    assert less, "the form hides something, and yet an observer saw throughout a match all that the seats did"


def check_seed(game: str, thorough: bool = False) -> None:
    """Check that a seed makes the match; in a game that draws nothing it makes no difference."""
    one, same, *others = (_begun(game, seed) for seed in (b"a", b"a", *SEEDS))
    assert one.checkpoint() == same.checkpoint(), "the same seed and answers lead to two positions"
    assert one.header.commitment == same.header.commitment, "the same seed has two commitments"
    for other in others:
        assert other.header.commitment != one.header.commitment, "two seeds have one commitment"
    differ = any(other.state != one.state for other in others)
    drew = any(entry.chance for match in (one, *others) for entry in match.log)
    assert differ == drew, "matches of several seeds are equal" if drew else "nothing is drawn, and yet matches differ"


def check_by_mail(game: str, thorough: bool = False) -> None:
    """Check a match by mail: each action is a mail, each mail betrays nothing, the stored match is that in memory."""
    with correspondence(game, "battery", {}) as played:
        played.play([])


def _begun(game: str, seed: bytes) -> Match:
    """Return the first actions of a match: some games draw nothing before somebody has answered."""
    match, rng = new_match(game, seed=seed), Random(1)
    for _ in range(8):
        if match.result is None:
            seat = match.decisions()[0].waiting[0]
            match.apply(seat, match.sample(seat, rng))
    return match


def _played(
    game: str,
    seed: str,
    matches: int,
    every: int = 1,
    watchers: Sequence[Watcher] = (),
    after: Callable[[Match], None] | None = None,
) -> None:
    """Play matches at random: fewer, and looked at more seldom, of a game with long ones."""
    owner = game_named(game)
    every = max(every, trials_of(owner).weight)
    simulate(game, fewer(owner, matches), seed, watchers=watchers, every=every, after=after)


def _watched(
    name: str, watcher: Callable[[], Watcher], seldom: int = 1, longer: int = 1
) -> Callable[[str, bool], None]:
    """Return a check that watches random play before each so many-th action: `seldom`, or `longer` if thorough."""

    def look(game: str, thorough: bool = False) -> None:
        _played(game, f"battery {name}", 12 if thorough else 4, longer if thorough else seldom, [watcher()])

    return look


def _replayed(game: str, thorough: bool = False) -> None:
    _played(game, "replay", 30 if thorough else 5, after=check_replay)


def _any(watcher: Watcher) -> Callable[[], Watcher]:
    return lambda: watcher


CHECKS: tuple[Check, ...] = (
    Check("names", "everything has a name in every language", check_names),
    Check("short names", "what has a place has a short name, read in every alphabet", check_short_names),
    Check("invariants", "every position of random play is possible", _watched("invariants", _any(check_invariants), 4)),
    Check(
        "options", "what is offered is legal, and asking changes nothing", _watched("options", _any(check_options), 4)
    ),
    Check("resume", "a stored match goes on as the same match", _watched("resume", _any(check_resume), 4)),
    Check("chains", "chains side by side do not affect each other", _watched("chains", _any(check_chains), 4)),
    Check(
        "bystanders",
        "whoever has no seat sees what an observer sees, and does nothing",
        _watched("bystanders", _any(check_bystanders), 4),
    ),
    Check("chapters", "all that is told is declared", check_declared),
    Check("stages", "turns and phases never go back", _watched("stages", check_stages)),
    Check("documents", "the document of a position loads to itself", check_kinds_of_documents),
    Check("hidden structs", "what is hidden can be dealt again as a whole", check_hidden_structs),
    Check(
        "disguise",
        "nothing hidden makes a difference to what a seat is told",
        _watched("disguise", lambda: check_disguise(Random(1)), 4),
    ),
    Check(
        "given answers",
        "an answer that is given by itself betrays nothing",
        _watched("alone", lambda: check_alone(Random(1)), 4),
    ),
    Check(
        "worlds",
        "what is hidden makes no difference to the worlds that a seat may think of",
        _watched("worlds", lambda: check_worlds(Random(1)), 48, 12),
    ),
    Check("replay", "a log leads to the same position", _replayed),
    Check("storage", "storage after every action changes nothing", check_storage),
    Check("words", "what a seat may do it can write, in every language", check_words),
    Check("observer", "an observer sees less than the seats, where anything is hidden", check_observer),
    Check("seed", "a seed makes the match", check_seed),
)
"""What holds for every game, in the order in which authors had better look at it."""
BY_MAIL = Check("mails", "a match by mail is the same match, and no mail betrays anything", check_by_mail)
"""The whole service with the game: it comes last."""
