"""Measure board pictures as the service sends them: `python benchmarks/pictures.py`.

A seat's picture is drawn at every answer of one random game, with what changed since its last one marked: time of the
processor and bytes, of the whole way from the view to the PNG, in both languages. The first picture of a process is
measured apart: with the ground drawn, and with the ground read from the cache directory.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from timing import Sheet, median, p99, whole_games

from adjudicator import Match, new_match
from adjudicator.language import language
from adjudicator.pictures import raster
from adjudicator.pictures.cache_dir import keep_grounds_in
from adjudicator.pictures.raster import to_png
from adjudicator.reports.wording.game import Stretch

TARGET_SECONDS, TARGET_BYTES = 0.2, 250_000
CROP_SECONDS, CROP_BYTES = 0.04, 24_000


class Artist:
    """Draws for one seat and remembers what it cost."""

    def __init__(self, match: Match, code: str) -> None:
        self.match, self.code = match, code
        self.sketch = match.game.part("board")
        self.times: list[float] = []
        self.sizes: list[float] = []
        self.seen: dict[str, Any] = {}
        self.crop_times: list[float] = []
        self.crop_sizes: list[float] = []

    def picture(self, seat: str, told: list[Any]) -> None:
        events = [event for each in told if (event := each.to((seat,))) is not None]
        to_move = [name for decision in self.match.decisions() for name in decision.seats]
        started = time.process_time()
        sketch = self.sketch(self.match.view((seat,)), self.code, to_move=to_move, events=events)
        size = len(to_png(sketch.scene, 1600))
        self.times.append(time.process_time() - started)
        self.sizes.append(size)
        self.crop(seat, told)

    def crop(self, seat: str, told: list[Any]) -> None:
        """Draw what changed since the seat's last picture, in small ones."""
        view, before = self.match.view((seat,)), self.seen.get(seat)
        self.seen[seat] = view
        if before is None:
            return
        started = time.process_time()
        stretch = Stretch(before=before, view=view, told=told, seats=(seat,))
        crops = self.match.game.part("report").crops(stretch, language(self.code))
        if crops:
            self.crop_times.append((time.process_time() - started) / len(crops))
            self.crop_sizes.extend(len(crop.png) for crop in crops)


def played(game: str, code: str, seed: int) -> Artist:
    """Play one random game, and draw it after every answer.

    The picture is for whoever is asked next.
    """
    match, rng = new_match(game, seed=b"pictures %d" % seed), Random(seed)
    artist, since = Artist(match, code), []
    artist.picture(match.header.seats[0], [])  # draws the ground of the language
    artist.times.clear()
    while decisions := match.decisions():
        seat = decisions[0].waiting[0]
        since += match.apply(seat, match.sample(seat, rng))
        if match.position.n % 4 == 0:
            artist.picture(seat, since)
            since = []
    return artist


def main(game: str) -> None:
    sheet = Sheet(f"Board pictures, 1600 pixels wide: {game}")
    with tempfile.TemporaryDirectory() as folder:
        keep_grounds_in(Path(folder))
        match = new_match(game, seed=b"first")
        first = Artist(match, "ru")
        first.picture(match.header.seats[0], [])
        raster.forget()
        first.picture(match.header.seats[0], [])
        sheet.seconds("first picture, ground drawn", first.times[0])
        sheet.seconds("first picture of a process, ground on disk", first.times[1], 2 * TARGET_SECONDS)
        sheet.size("kept ground", sum(file.stat().st_size for file in Path(folder).iterdir()))
        for code in ("en", "ru"):
            artist = played(game, code, 7)
            sheet.seconds(f"{code}: picture, median of {len(artist.times)}", median(artist.times), TARGET_SECONDS)
            sheet.seconds(f"{code}: picture, p99", p99(artist.times), TARGET_SECONDS)
            sheet.size(f"{code}: bytes, median", median(artist.sizes), TARGET_BYTES)
            sheet.size(f"{code}: bytes, most", max(artist.sizes), TARGET_BYTES)
            sheet.seconds(f"{code}: crop, median of {len(artist.crop_sizes)}", median(artist.crop_times), CROP_SECONDS)
            sheet.size(f"{code}: bytes of a crop, median", median(artist.crop_sizes), CROP_BYTES)
            sheet.size(f"{code}: bytes of a crop, most", max(artist.crop_sizes))
    sheet.close()


if __name__ == "__main__":
    for each in whole_games():
        main(each)
