"""Where nothing may interrupt, a game that tries it stops loudly."""

from __future__ import annotations

import pytest
from guild_fair.game import GuildFair
from guild_fair.rules import pacts
from guild_fair.rules.chains import LoanAnswers

from adjudicator import Agree, new_match


def test_a_chain_cannot_ask_what_interrupts(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a chain nobody reacts to anybody: standing orders and delays would say how far it is."""
    monkeypatch.setattr(LoanAnswers, "interrupts", True)
    match = new_match(GuildFair.id, seed=b"chains", options={"visitors": False})
    with pytest.raises(RuntimeError, match="loan: a chain of bakers cannot interrupt the turn of another"):
        match.apply("bakers", match.options("bakers")[0])


def test_an_agreement_cannot_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can sign beforehand what they have not seen."""
    monkeypatch.setattr(pacts.LevyAnswers, "interrupts", True)
    with pytest.raises(TypeError, match="levy: an agreement cannot interrupt"):
        Agree(("bakers", "drapers"), pacts.LevyAnswers("bakers", "drapers"))
