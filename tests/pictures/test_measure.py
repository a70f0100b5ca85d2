"""The measure of colours itself."""

import pytest

from tests.pictures.measure import ciede2000


def test_the_measure_of_colours_is_that_of_the_paper() -> None:
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, 2.5, 0), (61, -5, 29)) == pytest.approx(22.8977, abs=1e-4)
    assert ciede2000((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514)) == pytest.approx(0.9082, abs=1e-4)
