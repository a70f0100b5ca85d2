"""The wrong versions that `python -m tests.faults --mutants` looks for are versions of the program as it is."""

import pytest

from tests.faults.mutants import MUTANTS, changed


@pytest.mark.parametrize("name", MUTANTS)
def test_the_words_that_a_mutant_changes_are_there(name: str) -> None:
    for change in MUTANTS[name]:
        compile(changed(change), change.where, "exec")
