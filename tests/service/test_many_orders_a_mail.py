"""A mail of many short orders is one mail: what it costs does not grow by a mail for each of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from adjudicator_trials.correspondence import correspondence
from sqlmodel import select

from adjudicator import game_named, new_match
from adjudicator.games.diplomacy.state import State
from adjudicator.service.inbox import duplicates
from adjudicator.store import prompts
from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundMail

pytestmark = pytest.mark.store("sqlite")


def test_all_orders_of_a_seat_are_one_mail_in_random_play() -> None:
    with correspondence("diplomacy", "many", {}) as played:
        played.play([], 12)
        with reading(played._service.engine) as session:
            mails = session.scalars(select(InboundMail.id)).all()
            orders = Counter(len(prompts.orders_of_mail(session, each)) for each in mails)
    assert max(orders) >= 4
    assert sum(count for lines, count in orders.items() if lines > 1) > len(mails) / 2


def test_our_own_mails_are_not_read_again_for_many_short_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing so short stands in one of them by no accident; to read one takes longer than to carry the orders out."""

    def read(raw: bytes) -> Any:
        raise AssertionError(f"read again: {raw[:80]!r}")

    monkeypatch.setattr(duplicates, "_texts", read)
    with correspondence("diplomacy", "short", {}) as played:
        played.play([], 8)


def test_the_words_of_all_positions_share_what_follows_from_them_alone() -> None:
    book, match = game_named("diplomacy").part("phrases"), new_match("diplomacy", seed=b"words")
    one, other = book.at(match.state), book.at(State({}, {}))
    assert one.known_forms is other.known_forms is book.known_forms
    assert one.shorts_of is other.shorts_of
