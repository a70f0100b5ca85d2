"""What is said of a mail in which no order is read: the answers whose names its words share, in whole or in part."""

from collections.abc import Iterator

import pytest

from benchmarks.order_reading.judge import Judge
from benchmarks.order_reading.sheets import scenes
from tests.service.conftest import text_of
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


@pytest.mark.parametrize(
    ("mail", "plain"),
    [
        ("we had better not accept this", "yes"),
        ("we had better not accept this", "no"),
        ("1a or 1b", "yes"),
        ("1b?", "yes"),
        ("maybe 1b", "yes"),
    ],
)
def test_a_yes_or_no_behind_what_was_not_understood_answers_nothing(judge: Judge, mail: str, plain: str) -> None:
    """It may be meant for anything that the answer named."""
    scene = scenes()["realm_deal"]
    campaign = judge.stage.enter(scene)
    judge._write(scene, mail)
    judge._write(scene, plain)
    assert not judge._done(campaign, scene).deeds
    judge._write(scene, "1a")
    assert judge._done(campaign, scene).deeds


def test_a_yes_that_is_only_checked_means_no_more_than_one_that_is_sent(judge: Judge) -> None:
    scene = scenes()["realm_deal"]
    judge.stage.enter(scene)
    judge._write(scene, "we had better not accept this")
    assert "it is not clear what “yes” is for" in " ".join(judge._write(scene, "check yes").split())


def test_a_yes_to_the_one_thing_that_is_suggested_does_it(judge: Judge) -> None:
    """“Did you mean: refuse the call”, “yes” once accepted the call."""
    scene = scenes()["realm_call"]
    campaign = judge.stage.enter(scene)
    assert "Ответьте «да» или одним кодом." in judge._write(scene, "отвергаю призыв Браденбурга")
    judge._write(scene, "да")
    assert set(judge._done(campaign, scene).deeds) == {"отвергнуть призыв"}


def test_a_yes_to_the_question_itself_answers_it(judge: Judge) -> None:
    scene = scenes()["realm_deal"]
    campaign = judge.stage.enter(scene)
    judge._write(scene, "what is this about?")
    judge._write(scene, "yes")
    assert judge._done(campaign, scene).deeds


@pytest.mark.parametrize(
    ("position", "mail", "code", "brings"),
    [
        ("realm_start", "I'd like to put one of my cubes down among the Swiss.", "list influence in", "1 dip"),
        ("realm_turn", "Кордова, усмирение бунта.", "список правитель ведёт армию", "правитель ведёт армию"),
        ("late_points", "I'm playing Separatist Wars against Kurpa.", "list flag", "Gulf of St. Lawrence"),
        ("bank_beheading", "P83 @ E11", "P83 P85", "Pospolite Ruszenie"),
    ],
)
def test_a_single_suggestion_has_what_is_sent_for_it(
    judge: Judge, position: str, mail: str, code: str, brings: str
) -> None:
    """The first words of orders, or a name that several answers have, are sent behind `list`; two names as they are."""
    scene = scenes()[position]
    campaign = judge.stage.enter(scene)
    answer = judge._write(scene, mail)
    assert not judge._done(campaign, scene).deeds
    assert f"\n       {code}  " in answer, answer
    assert brings in judge._write(scene, code)


def test_an_end_that_nobody_wrote_is_never_told_as_refused(judge: Judge) -> None:
    """It waits for the answer to a proposal, and the turn cannot end where that was refused and nothing else done."""
    scene = scenes()["realm_start"]
    judge.stage.enter(scene)
    installation = judge.stage.installation
    judge._write(scene, "propose to Castile alliance")
    installation.write("castile", "refuse")
    told = text_of(installation.newest("france"))
    assert "refused to deal with France" in told
    assert "tried again" not in told
