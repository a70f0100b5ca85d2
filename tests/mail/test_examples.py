"""The examples in the docstrings run."""

import doctest
import importlib
import pkgutil

import pytest

import adjudicator.mail

MODULES = [module.name for module in pkgutil.iter_modules(adjudicator.mail.__path__, "adjudicator.mail.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_package_has_examples() -> None:
    finder = doctest.DocTestFinder()
    found = [t for name in MODULES for t in finder.find(importlib.import_module(name)) if t.examples]
    assert len(found) >= 8
