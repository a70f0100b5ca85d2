"""Projections, lenses and paths."""

from math import log, pi, tan

import pytest

from adjudicator.pictures.projection import Lens, Projection
from adjudicator.pictures.shapes import polygon, polyline, rounded, star, thinned


def test_origin_is_the_pixel_of_the_middle() -> None:
    for kind in ("mercator", "miller", "lambert_conformal_conic"):
        place = Projection(kind, 11, 48.5, 1310, (425, 300), lat1=42, lat2=56)
        assert place(11, 48.5) == pytest.approx((425, 300))


def test_north_is_up_and_east_is_right() -> None:
    for kind in ("mercator", "miller", "lambert_conformal_conic"):
        place = Projection(kind, 0, 40, 1000, (0, 0), lat1=30, lat2=50)
        assert place(0, 41)[1] < 0 < place(1, 40)[0]


def test_mercator_of_45_degrees() -> None:
    place = Projection("mercator", 0, 0, 1, (0, 0))
    assert place(180, 45) == pytest.approx((pi, -log(tan(3 * pi / 8))))


def test_lambert_is_true_along_its_standard_parallels() -> None:
    """Snyder 15: one degree of longitude has its true length, cos φ · π/180, at φ1 and φ2."""
    place = Projection("lambert_conformal_conic", 0, 45, 1, (0, 0), lat1=33, lat2=45)
    (x0, y0), (x1, y1) = place(-0.005, 45), place(0.005, 45)
    assert ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 == pytest.approx(0.01 * pi / 180 * 2**-0.5, rel=1e-5)


def test_lens_enlarges_the_middle_and_leaves_the_rest() -> None:
    lens = Lens((100, 100), 50, 0.8)
    assert lens(100, 100) == (100, 100)
    assert lens(101, 100)[0] - 100 == pytest.approx(1.8, abs=0.05)
    assert lens(151, 100) == (151, 100)


def test_rounded_line_keeps_its_ends() -> None:
    d = rounded([(0, 0), (100, 0), (100, 100)], 26)
    assert d.startswith("M0.0 0.0")
    assert d.endswith("L100.0 100.0")
    assert "Q100.0 0.0" in d


def test_thinned_keeps_both_ends() -> None:
    points = [(x / 10, 0.0) for x in range(101)]
    thin = thinned(points, 1)
    assert thin[0] == points[0]
    assert thin[-1] == points[-1]
    assert len(thin) == 11


def test_shapes_close() -> None:
    assert polygon(0, 0, 10, 6).count("L") == 5
    assert star(0, 0, 10).count("L") == 9
    assert polyline([(0, 0), (1, 1)], closed=True).endswith("Z")
