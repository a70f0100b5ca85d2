"""What kept rules import stays: by its name, or by an adapter that stands in its place."""

from __future__ import annotations

import pytest

from adjudicator.kernel.kept_rules import Today, former_names
from tests.releases.interface import FROZEN, broken, members, read, there

INTERFACE = read(FROZEN.read_text(encoding="utf-8"))


def is_there(module: str, name: str) -> bool:
    try:
        there(module, name)
    except (AttributeError, ModuleNotFoundError):
        return False
    return True


def key(key: str) -> tuple[str, str]:
    module, _, name = key.partition(":")
    return module, name


def test_each_name_that_games_of_the_last_release_import_means_the_same() -> None:
    today, wrong = Today(map(key, INTERFACE)), []
    for name, before in INTERFACE.items():
        module, called = today.of(*key(name))
        if not is_there(module, called):
            wrong.append(f"{name} is gone: give it a line in former_names.yaml")
            continue
        now = members(there(module, called))
        for member, given in before.items():
            shown = f"{name}.{member}".rstrip(".")
            if member not in now:
                wrong.append(f"{shown} is gone: give {name} an adapter")
            elif why := broken(given, now[member]):
                wrong.append(f"{shown} {why}: give {name} an adapter")
    assert wrong == []


def test_a_former_name_is_gone_and_leads_to_one_that_is_there() -> None:
    for former in former_names():
        for name, now in (former.gone | former.changed).items():
            module, called = key(now)
            assert is_there(module, called) if called else is_there(module, "__name__"), now
            module, called = key(name)
            moved = name in former.changed and any(module in later.gone for later in former_names())
            assert moved or is_there(module, called or "__name__") is (name in former.changed), name


def test_a_changed_name_counts_where_a_former_one_is_imported() -> None:
    of_then, of_now = Today([("adjudicator", "Deed"), ("adjudicator", "Game")]), Today([("adjudicator", "Game")])
    assert of_then.of("adjudicator", "Game") == ("adjudicator.rules_api.adapters", "Game")
    assert of_now.of("adjudicator", "Game") == ("adjudicator", "Game")
    assert of_then.of("adjudicator.orders.phrases", "forms") == ("adjudicator.orders.vocabulary.phrases", "forms")


@pytest.mark.parametrize(
    ("before", "now", "why"),
    [
        (("self", "state"), ("self", "state", "seat="), ""),
        (("self", "state"), ("self", "state", "*", "seat="), ""),
        (("self", "state"), ("self", "state", "seat"), "must be given seat now"),
        (("self", "state"), ("self", "seat="), "takes no state any more"),
        (("state", "seat"), ("seat", "state"), "takes its arguments in another order"),
        (("state", "seat="), ("state", "seat"), "must be given seat now"),
        (("*", "rule="), ("**given",), ""),
        (("state",), None, "cannot be called any more"),
    ],
)
def test_what_could_be_called_can_be_called_the_same_way(
    before: tuple[str, ...], now: tuple[str, ...] | None, why: str
) -> None:
    assert broken(before, now) == why
