"""The examples of the documentation are run."""

import doctest
from pathlib import Path

import adjudicator.orders.conditions
import adjudicator.orders.names
import adjudicator.orders.phrases
import adjudicator.orders.text

DOCS = Path(__file__).parents[2] / "docs" / "orders.md"


def test_examples_of_the_page_about_orders() -> None:
    assert doctest.testfile(str(DOCS), module_relative=False, encoding="utf-8") == (0, 10)


def test_examples_of_the_docstrings() -> None:
    orders = adjudicator.orders
    for module in (orders.conditions, orders.names, orders.phrases, orders.text):
        failed, tried = doctest.testmod(module)
        assert failed == 0
        assert tried > 0
