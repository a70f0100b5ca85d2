"""From longitude and latitude to pixels: three map projections on the sphere, and lenses for crowded coasts.

Formulae after Snyder, *Map Projections: A Working Manual* (USGS 1395): Mercator §7, Miller §11, Lambert §15.
"""

from functools import cached_property
from math import cos, hypot, log, pi, radians, sin, tan
from typing import Literal

import msgspec

Point = tuple[float, float]


class Lens(msgspec.Struct, frozen=True):
    """Enlarges what lies near `centre` by 1 + `strength`, fading to nothing at `radius` px; 1:1 below 3."""

    centre: Point
    radius: float
    strength: float

    def __call__(self, x: float, y: float) -> Point:
        dx, dy = x - self.centre[0], y - self.centre[1]
        u = hypot(dx, dy) / self.radius
        if u >= 1:
            return x, y
        factor = 1 + self.strength * (1 - u) ** 2
        return self.centre[0] + dx * factor, self.centre[1] + dy * factor


class Projection(msgspec.Struct, frozen=True, dict=True):
    """A projection with its scale and place: (`lon0`, `lat0`) in degrees lies at the pixel `origin`.

    `px_per_radian` is the scale; `lat1` and `lat2` are the standard parallels of the conic.
    """

    kind: Literal["mercator", "miller", "lambert_conformal_conic"]
    lon0: float
    lat0: float
    px_per_radian: float
    origin: Point
    lat1: float = 0.0
    lat2: float = 0.0
    lenses: tuple[Lens, ...] = ()

    def __call__(self, lon: float, lat: float) -> Point:
        """Project degrees east and north to pixels, lenses included."""
        right, up = self._plane(radians(lon) - radians(self.lon0), radians(lat))
        x, y = self.origin[0] + self.px_per_radian * right, self.origin[1] - self.px_per_radian * up
        for lens in self.lenses:
            x, y = lens(x, y)
        return x, y

    def _plane(self, lam: float, phi: float) -> Point:
        zero = radians(self.lat0)
        if self.kind == "mercator":
            return lam, log(tan(pi / 4 + phi / 2)) - log(tan(pi / 4 + zero / 2))
        if self.kind == "miller":
            return lam, 1.25 * (log(tan(pi / 4 + 0.4 * phi)) - log(tan(pi / 4 + 0.4 * zero)))
        n, f = self._cone
        rho, rho0 = (f / tan(pi / 4 + angle / 2) ** n for angle in (phi, zero))
        return rho * sin(n * lam), rho0 - rho * cos(n * lam)

    @cached_property
    def _cone(self) -> Point:
        one, two = radians(self.lat1), radians(self.lat2)
        t1, t2 = tan(pi / 4 + one / 2), tan(pi / 4 + two / 2)
        n = log(cos(one) / cos(two)) / log(t2 / t1)
        return n, cos(one) * t1**n / n
