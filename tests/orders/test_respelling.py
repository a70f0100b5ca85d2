"""Words that were run together, and words of another alphabet, as their writers meant them."""

import pytest

from adjudicator.orders.text.respelling import Respelling

ORDERS = {
    "flag",
    "savoy",
    "georges",
    "bank",
    "end",
    "build",
    "squadron",
    "флаг",
    "ниагару",
    "ниагара",
    "савойю",
    "конец",
}
ORDERS |= {"построить", "форт", "возьму", "эскадра", "бискайский", "залив", "france"}


def respelt(line: str, own: str = "построить") -> str:
    return Respelling(ORDERS, {"на", "в", "не", "in"}, [own]).respelt(line)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("flagsavoy flaggeorgesbank end", "flag savoy flag georges bank end"),
        ("flaginsavoy", "flag in savoy"),
        ("флагнаниагару, конец", "флаг на ниагару, конец"),
        ("flag Savoy", "flag Savoy"),
        ("flagsavoyard", "flagsavoyard"),
        ("inflag", "inflag"),
    ],
)
def test_words_that_were_run_together_are_parted_where_every_letter_belongs_to_one(line: str, meant: str) -> None:
    assert respelt(line) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("flag na niagaru, konec", "флаг на ниагару, конец"),
        ("postroit fort", "построить форт"),
        ("vozmu savoyu", "возьму савойю"),
        ("eskadru v biskajskij zaliv", "эскадра в бискайский залив"),
        ("ne postroit fort", "не построить форт"),
        ("flag Savoy, end", "flag Savoy, end"),
        ("flag gibraltar", "flag gibraltar"),
        ("France konec", "France конец"),
    ],
)
def test_russian_in_latin_letters_is_written_in_its_own(line: str, meant: str) -> None:
    assert respelt(line) == meant


def test_whoever_reads_in_latin_letters_writes_in_them() -> None:
    assert respelt("flag na niagaru, konec", own="build") == "flag na niagaru, konec"
