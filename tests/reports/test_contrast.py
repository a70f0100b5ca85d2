"""Ink on paper at least 4.5 to 1 (WCAG 2.2, 1.4.3), in light and in dark."""

import re

import pytest

from adjudicator.reports.layout.html import TEMPLATES

SHEETS = [(TEMPLATES / name).read_text("utf-8") for name in ("style.css", "head.css")]
LIGHT, DARK = "".join(SHEETS).split("@media (prefers-color-scheme: dark)")
INKS = ["sheet", "who", "title", "due", "heading", "small", "muted", "alert", "ref", "tag", "label"]
INKS += ["change", "done", "wait", "bad", "foot"]
LEADS = [f"p{tone}" for tone in range(1, 9)]
PAPERS = ("sheet", "ask")
OWN_PAPER = ("code", "form", "picture", *(f"tone{n}" for n in range(9)))

OUTLOOK = ("#1b1a19", "#292827", "#323130")
"""What Outlook makes of white and of light papers in its dark mode."""
OUTLOOKS = re.findall(r"((?:\[data-ogsc\] \.\w+,? ?)+) \{ color: (#\w{6}) !important \}", SHEETS[1])
"""Classes and the ink that we tell Outlook for them."""
OUTLOOKS_PAPERS = re.findall(r"((?:\[data-ogsb\] \.\w+,? ?)+) \{ background: (#\w{6}) !important \}", SHEETS[1])


def declared(css: str, name: str, key: str) -> str:
    """The value of a property of a class, the last one that is declared."""
    found = ""
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        bare = [selector.strip().lstrip(".").split("*/")[-1].strip().lstrip(".") for selector in selectors.split(",")]
        values = re.findall(rf"(?:^|;)\s*{key}:\s*(#[0-9a-f]{{6}})", body)
        if name in bare and values:
            found = values[-1]
    return found


def colour(scheme: str, name: str, key: str) -> str:
    light = declared(LIGHT, name, key)
    return (declared(DARK, name, key) or light) if scheme == "dark" else light


def luminance(code: str) -> float:
    parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_is_21_to_1() -> None:
    assert round(contrast("#000000", "#ffffff"), 1) == 21.0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("ink", [*INKS, *LEADS])
def test_ink_is_readable_on_paper(scheme: str, ink: str, paper: str) -> None:
    assert contrast(colour(scheme, ink, "color"), colour(scheme, paper, "background")) >= 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", OWN_PAPER)
def test_ink_is_readable_on_its_own_paper(scheme: str, name: str) -> None:
    assert contrast(colour(scheme, name, "color"), colour(scheme, name, "background")) >= 4.5


@pytest.mark.parametrize("paper", OUTLOOK)
@pytest.mark.parametrize(("names", "ink"), OUTLOOKS)
def test_ink_is_readable_on_the_papers_that_outlook_makes(names: str, ink: str, paper: str) -> None:
    assert contrast(ink, paper) >= 4.5, names


@pytest.mark.parametrize(("names", "paper"), OUTLOOKS_PAPERS)
def test_ink_is_readable_on_the_papers_that_we_tell_outlook(names: str, paper: str) -> None:
    """Each class with a paper of its own has an ink of its own."""
    for name in re.findall(r"\.(\w+)", names):
        (ink,) = [ink for classes, ink in OUTLOOKS if name in re.findall(r"\.(\w+)", classes)]
        assert contrast(ink, paper) >= 4.5, name


def test_every_rule_for_outlook_is_tried() -> None:
    rules = SHEETS[1][SHEETS[1].index("[data-ogsc]") :].count("{")
    assert len(OUTLOOKS) + len(OUTLOOKS_PAPERS) == rules > 0
