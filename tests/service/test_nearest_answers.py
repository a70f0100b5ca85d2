"""What is said of a mail in which no order is read: the answers whose names its words share, in whole or in part."""

from collections.abc import Iterator

import pytest

from benchmarks.order_reading.judge import Judge
from benchmarks.order_reading.sheets import scenes
from tests.service.stage import staged


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judge]:
    with staged(tmp_path_factory) as stage:
        yield Judge(stage)


@pytest.mark.parametrize(
    ("position", "mail", "codes"),
    [
        ("bank_vote", "мамлюкская конница скачет к османским стенам", ["E03 T25"]),
        ("bank_siege", "Стены Константинополя не устоят", ["E21 P67", "E22 P67", "E23 P67"]),
        ("new_ministers", "edmund burke and james what's his name", ["M22"]),
    ],
)
def test_what_is_named_in_part_is_answered_with_its_code_and_not_done(
    judge: Judge, position: str, mail: str, codes: list[str]
) -> None:
    scene = scenes()[position]
    campaign = judge.stage.enter(scene)
    answer = judge._write(scene, mail)
    assert not judge._done(campaign, scene).deeds
    assert all(f"  {code}  " in answer for code in codes), answer


@pytest.mark.parametrize("mail", ["just the third", "only the first one pls"])
def test_a_place_in_a_list_is_asked(judge: Judge, mail: str) -> None:
    scene = scenes()["united_states"]
    campaign = judge.stage.enter(scene)
    answer = judge._write(scene, mail)
    assert not judge._done(campaign, scene).deeds
    assert f"1  not understood  {mail}" in answer
    assert "A73 Northern Colonies" in answer


def test_a_verb_apart_from_its_thing_is_no_second_order(judge: Judge) -> None:
    """`Build, please, a fort` once offered to build a squadron too, on credit."""
    scene = scenes()["early_purchases"]
    campaign = judge.stage.enter(scene)
    answer = judge._write(scene, "Постройте, пожалуйста, крепость в Луисбурге, а на Антигуа поставьте флажок.")
    assert set(judge._done(campaign, scene).deeds) == {
        "построить форт Луисбург, основным действием",
        "флаг на Антигуа, дополнительным действием",
    }
    assert "эскадру" not in answer.partition("\n\n")[0]
