"""A part of `benchmarks/order_reading` in every run: what nobody wrote is not done, as much is understood as before."""

import pytest

from benchmarks.order_reading.judge import Judge, Verdict
from benchmarks.order_reading.sheets import SLICE, measured, wordings
from tests.service.stage import staged


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
def test_nobody_is_misunderstood_and_no_fewer_are_understood_at_once(
    tmp_path_factory: pytest.TempPathFactory, every: int
) -> None:
    chosen = [wording for sheet in ("seen", "registers", "realms") for wording in list(wordings(sheet))[SLICE]][::every]
    with staged(tmp_path_factory) as stage:
        judge = Judge(stage, tries_lines=False)
        judge.verify(chosen)
        found = [judge.judge(wording) for wording in chosen]
    assert not [each for each in found if each.verdict is Verdict.WRONGLY]
    at_once = sum(each.verdict is Verdict.AT_ONCE for each in found)
    with_one_yes = at_once + sum(each.verdict is Verdict.AFTER_YES for each in found)
    assert at_once >= measured(every).right_at_once, "fewer are right at once: see `python -m benchmarks.order_reading`"
    assert with_one_yes >= measured(every).at_most_one_yes, "fewer are right after one yes"
