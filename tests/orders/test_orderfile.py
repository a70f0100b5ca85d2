"""Orders that are said in a file of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest

from adjudicator import Action
from adjudicator.components import Kind
from adjudicator.components.load import FactError
from adjudicator.orders import Group, Phrase, choice, flag, interruption, name, number, phase, phrase
from adjudicator.orders.vocabulary.conditions import Condition, Measured, condition
from adjudicator.orders.vocabulary.orderfile import LAST, read_conditions, read_orders, read_standing

TOWN = Kind("town", ("lyon", "metz"))
PORT = TOWN.where("port", lambda town: town.id == "lyon")
TownId = Annotated[str, TOWN]


class Ride(Action, frozen=True, tag="ride"):
    at: TownId
    to: TownId
    times: int = 1
    fast: bool = False
    how: str = ""


class Rest(Action, frozen=True, tag="rest"):
    pass


def read(tmp_path: Path, text: str) -> list[Phrase]:
    path = tmp_path / "orders.yaml"
    path.write_text(text)
    return read_orders(path, [Ride, Rest])


def test_a_file_says_what_a_phrase_says(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        """
ride:
  - en: ride | go
    ru: скакать в @accusative | ехать
    fixed: {how: plainly}
    names:
      at: {kind: port, found: true, en: from, ru: из @genitive}
      to: {en: to, ru: в @accusative}
      times: {en: times, ru: раз}
      fast: {en: fast, ru: быстро}
  - {en: sail, ru: плыть, spoken: true, names: [at, to]}
  - en: ride how
    ru: ехать как
    names: {how: {values: {well: {en: well, ru: хорошо}}}}
rest: {en: rest, ru: отдых, ends: true, closes: true, codes: last}
""",
    )
    assert found == [
        phrase(
            Ride,
            name("at", "port", found=True, en="from", ru="из @genitive"),
            name("to", en="to", ru="в @accusative"),
            number("times", en="times", ru="раз"),
            flag("fast", en="fast", ru="быстро"),
            fixed={"how": "plainly"},
            en="ride | go",
            ru="скакать в @accusative | ехать",
        ),
        phrase(Ride, name("at"), name("to"), spoken=True, en="sail", ru="плыть"),
        phrase(Ride, choice("how", {"well": {"en": "well", "ru": "хорошо"}}), en="ride how", ru="ехать как"),
        phrase(Rest, ends=True, closes=True, group=LAST, en="rest", ru="отдых"),
    ]


class Load(Action, frozen=True, tag="load"):
    stops: tuple[TownId, ...] = ()
    coins: int = 0


def test_orders_share_what_follows_and_name_some_kinds_of_things(tmp_path: Path) -> None:
    path = tmp_path / "orders.yaml"
    path.write_text("""
load:
  - en: load
    ru: грузить
    names: {stops: {kind: [port, town]}}
    then: &paid
      coins: {en: coins, ru: монет}
  - {en: load nothing, ru: ничего не грузить, fixed: {stops: []}, then: *paid}
""")
    coins = number("coins", en="coins", ru="монет")
    assert read_orders(path, [Load]) == [
        phrase(Load, name("stops", "port", "town", many=True), coins, en="load", ru="грузить"),
        phrase(Load, coins, fixed={"stops": ()}, en="load nothing", ru="ничего не грузить"),
    ]


def test_codes_may_have_letters_of_their_own(tmp_path: Path) -> None:
    text = "ride: {en: ride, ru: скакать, names: [to]}\nrest: {en: rest, ru: отдых, codes: {letters: {en: r, ru: о}}}"
    assert read(tmp_path, text)[1].group == Group({"en": "r", "ru": "о"})


def test_everything_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(FactError) as caught:
        read(tmp_path, "ride: {en: ride, ru: скакать, names: [there], loudly: true}\nrun: {en: run, ru: бежать}")
    told = str(caught.value)
    assert "orders.yaml: run: there is no such action" in told
    assert "orders.yaml: rest: has no words" in told
    assert "orders.yaml: ride: " in told


def test_what_is_neither_a_language_nor_known_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FactError, match="loudly: neither a language"):
        read(tmp_path, "ride: {en: ride, ru: скакать, loudly: true}\nrest: {en: rest, ru: отдых}")


class Near(Condition, frozen=True, tag="near"):
    town: TownId
    how: str = ""


class Coins(Measured, frozen=True, tag="coins"):
    pass


def test_conditions_stand_in_a_file_too(tmp_path: Path) -> None:
    path = tmp_path / "conditions.yaml"
    path.write_text("""
near:
  - {en: "near {town} | {town} is~ near", ru: "у {town@genitive}"}
  - {en: "at {town}", ru: "в {town}", fixed: {how: there}}
coins:
  - {en: "coins {than} {amount}", ru: "монет {than} {amount}"}
""")
    assert read_conditions(path, [Near, Coins]) == [
        condition(Near, name("town"), en="near {town} | {town} is~ near", ru="у {town@genitive}"),
        condition(Near, name("town"), fixed={"how": "there"}, en="at {town}", ru="в {town}"),
        condition(Coins, en="coins {than} {amount}", ru="монет {than} {amount}"),
    ]


def test_conditions_that_do_not_fit_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "conditions.yaml"
    path.write_text('near:\n  - {en: "near {road}", ru: "у {road}"}\nfar:\n  - {en: far, ru: далеко}\n')
    with pytest.raises(FactError) as caught:
        read_conditions(path, [Near, Coins])
    told = str(caught.value)
    assert "far: there is no such condition" in told
    assert "coins: has no words" in told
    assert "near: Near:" in told


def test_a_file_names_questions_and_phases_for_standing_orders(tmp_path: Path) -> None:
    path = tmp_path / "standing.yaml"
    path.write_text(
        "interruptions: {toll: {declines: true, en: toll | tolls, ru: пошлина}, hand: {en: hand, ru: рука}}\n"
        "phases: {market: {en: market, ru: рынка}}"
    )
    interruptions, phases = read_standing(path)
    assert interruptions == [
        interruption("toll", declines=True, en="toll | tolls", ru="пошлина"),
        interruption("hand", en="hand", ru="рука"),
    ]
    assert phases == [phase("market", en="market", ru="рынка")]
    path.write_text("interruptions: {toll: {english: toll}}")
    with pytest.raises(ValueError, match="english"):
        read_standing(path)
