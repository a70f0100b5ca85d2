"""A campaign with a content pack by real mails: its names, a correction in mid-game, its archive elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select, update
from sqlmodel import col

from adjudicator.kernel import content
from adjudicator.kernel.content import hash_of, plain_content
from adjudicator.kernel.registry import game_named
from adjudicator.service import periodic
from adjudicator.service.admin import corrections
from adjudicator.service.admin.access import CampaignView
from adjudicator.service.admin.archives import archive, bring_back, proof_of, rows_in
from adjudicator.service.admin.log import steps
from adjudicator.service.admin.upgrades import adopt_rules, check_rules
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.history import Viewpoint, gather, tell
from adjudicator.service.history.record import from_json, stretch, to_json
from adjudicator.service.people.gathering.bidding import begin
from adjudicator.service.people.gathering.joining import gather as wait_for_people
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.gathering.plan import Start
from adjudicator.service.people.new_campaigns import BadCampaign, NewCampaign, Player, create
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.proposals import propose
from adjudicator.service.proof.archive import MANIFEST, Archive, pack_member, signed_manifest
from adjudicator.service.proof.verify import verify
from adjudicator.store import packs, receipts
from adjudicator.store.campaign_dump import CannotRestore
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import CampaignContent, Content, InboundStatus
from tests.service.conftest import words_of
from tests.service.test_verify import installation_in

GAME = "guild-fair"
SEATS = {"bakers": "en", "brewers": "ru", "drapers": "en", "moderator": "ru"}
CARDS = ("well", "oven", "gate", "mill", "hall", "bridge")


def pack() -> dict[str, Any]:
    """Every contract is a building of a group's own; the last one is worth seven."""
    plain = plain_content(game_named(GAME))
    names = ("Fountain Фонтан", "Bakery Пекарня", "Arch Арка", "Sawmill Лесопилка", "Palace Дворец", "Viaduct Виадук")
    for card, name in zip(plain["contracts"].values(), names, strict=True):
        card["name"] = dict(zip(("en", "ru"), name.split(), strict=True))
    plain["contracts"]["bridge"]["reward"] = 7
    return plain


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create(GAME, SEATS, options={"visitors": False}, pack=pack())
    return made


@pytest.fixture
def forgotten() -> Iterator[None]:
    """A process that has met no pack yet."""
    content._ready.clear()
    yield
    content._ready.clear()


def play(installation: Any, campaign: int, rng: Random, mails: int) -> None:
    """So many mails of whoever is waited for."""
    for _ in range(mails):
        match = installation.table(campaign).match
        seat = rng.choice(rng.choice(match.decisions()).waiting)
        installation.write(seat, match.game.part("phrases").say(match.sample(seat, rng), SEATS[seat]))


def play_on(installation: Any, campaign: int, rng: Random, orders: int = 1000) -> None:
    """So many orders of whoever is waited for, or up to the end, without mails."""
    for _ in range(orders):
        match = installation.table(campaign).match
        if match.result is not None:
            return
        seat = rng.choice(rng.choice(match.decisions()).waiting)
        installation.order(campaign, seat, match.sample(seat, rng))
    installation.deliver()


def correct(installation: Any, campaign: int, **wanted: Any) -> dict[str, str]:
    """A moderator corrects; the words of the mail that each seat gets."""
    with writing(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), lock_campaign(session, campaign).id)
        carry_out(table, propose(table, corrections.correct(reason="a misprint", **wanted)(table)), by="Mira")
    return {address.partition("@")[0]: words_of(mail) for address, mail in installation.deliver()}


def exported(installation: Any, campaign: int) -> bytes:
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        return archive(CampaignView(table, Viewpoint(everything=True)))


def test_mails_speak_of_the_cards_of_the_pack(installation: Any, campaign: int) -> None:
    text = "".join(words_of(mail) for mails in installation.received.values() for mail in mails)
    assert any(name in text for name in ("Fountain", "Bakery", "Arch", "Sawmill", "Palace", "Viaduct"))
    assert any(name in text for name in ("Фонтан", "Пекарня", "Арка", "Лесопилка", "Дворец", "Виадук"))
    assert not [name for name in ("Well", "Bridge", "Колодец", "Ворота") if name in text]
    (rule,) = installation.write("brewers", "правила 3")
    assert "Фонтан 1, Пекарня 1, Арка 2, Лесопилка 2, Дворец 3, Виадук 7" in words_of(rule)


def test_one_copy_serves_all_campaigns(installation: Any, campaign: int) -> None:
    installation.create(GAME, SEATS, name="second", pack=pack())
    installation.create(GAME, SEATS, name="third")
    with reading(installation.service.engine) as session:
        (row,) = session.scalars(select(Content)).all()
        assert session.scalar(select(func.count()).select_from(CampaignContent)) == 2
    assert row.hash == hash_of(row.data) == installation.table(campaign).match.header.content


def test_a_value_is_corrected_by_mail_with_a_code(installation: Any, campaign: int) -> None:
    log = installation.table(campaign).head.sequence
    (asked,) = installation.write(
        "moderator",
        f'исправить набор {log} contracts.bridge.reward=5; pack.contracts.gate.name.en="Town Gate" опечатки',
    )
    assert "contracts.bridge.reward=5" in words_of(asked)
    assert "опечатки" in words_of(asked)
    assert plain_content(installation.table(campaign).match.game)["contracts"]["bridge"]["reward"] == 7
    code = words_of(asked).partition("подтверждаю ")[2].split()[0]
    (done,) = installation.write("moderator", f"подтверждаю {code}")
    assert "Набор исправлен" in words_of(done)
    contracts = plain_content(installation.table(campaign).match.game)["contracts"]
    assert (contracts["bridge"]["reward"], contracts["gate"]["name"]["en"]) == (5, "Town Gate")
    told = words_of(installation.newest("bakers"))
    assert "опечатки" in told
    assert "Viaduct" in told
    assert "7 → 5" in told


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("contracts.brigde.reward=5 misprint", "нет «brigde» в contracts; есть: bridge"),
        ("contracts.bridge.reward=70 misprint", "Таким набор быть не может: contracts.bridge.reward"),
        ("contracts.bridge.reward=7 misprint", "В наборе всё так и записано"),
        ("contracts.bridge.reward=5", "исправить набор ЖУРНАЛ ПУТЬ=ЗНАЧЕНИЕ[; ПУТЬ=ЗНАЧЕНИЕ] причина"),
        ("bridge 5", "исправить набор ЖУРНАЛ ПУТЬ=ЗНАЧЕНИЕ[; ПУТЬ=ЗНАЧЕНИЕ] причина"),
    ],
)
def test_what_cannot_be_corrected_by_mail_is_said(installation: Any, campaign: int, line: str, why: str) -> None:
    before = installation.table(campaign).head
    (answer,) = installation.write("moderator", f"correct pack {before.sequence} {line}")
    assert why in words_of(answer)
    assert installation.table(campaign).head == before


def test_players_do_not_correct_packs(installation: Any, campaign: int) -> None:
    (answer,) = installation.write("bakers", "correct pack 1 contracts.bridge.reward=5 mine")
    assert "Only a moderator may do this" in words_of(answer)


def test_everything_wrong_with_a_pack_is_listed_and_nothing_is_created(installation: Any) -> None:
    wrong = pack()
    wrong["contracts"]["bridge"]["reward"] = 70
    wrong["contracts"]["well"]["name"] = {}
    with pytest.raises(BadCampaign) as raised:
        installation.create(GAME, SEATS, pack=wrong)
    assert raised.value.problems == [
        "pack: contracts.well.name.en: is missing",
        "pack: contracts.well.name.ru: is missing",
        "pack: contracts.bridge.reward: Expected `int` <= 9",
    ]
    with pytest.raises(BadCampaign, match="nothing of sealed-bids can be edited"):
        installation.create("sealed-bids", {"red": "en", "blue": "en"}, pack={})


def test_a_value_is_corrected_in_mid_game_and_the_archive_proves_it_elsewhere(
    installation: Any, campaign: int, tmp_path: Path
) -> None:
    rng = Random(5)
    play(installation, campaign, rng, 12)
    told = correct(
        installation, campaign, set_=["pack.contracts.bridge.reward=5", "pack.contracts.mill.name.ru=Мельница"]
    )
    assert "The pack of the game was corrected: Viaduct: renown 7 → 5." in told["bakers"]
    assert "a misprint" in told["bakers"]
    russian = "Набор игры исправлен: Мельница: название Лесопилка → Мельница; Виадук: слава 7 → 5."
    assert russian in told["brewers"]
    assert russian in told["moderator"]
    assert installation.table(campaign).match.game.content.contracts["bridge"].reward == 5
    play(installation, campaign, rng, 4)
    play_on(installation, campaign, rng)

    table = installation.table(campaign)
    assert table.match.position.content == table.match.game.content_hash != table.match.header.content
    with reading(installation.service.engine) as session:
        again = table_of_campaign(installation.service.work(session), campaign)
        assert (
            len([*steps(CampaignView(again, Viewpoint(everything=True)), None)]) > 10
        )  # every stored position, to the byte
        proof = proof_of(again)
        record = gather(again, Viewpoint())
    assert "Виадук" in repr(tell(from_json(to_json(record)), "ru"))
    whole = exported(installation, campaign)
    for each in (proof, whole):
        verdict = verify(Archive.read(each))
        assert (verdict.differences, bool(verdict.positions)) == ((), True)

    (tmp_path / "fair.zip").write_bytes(whole)
    (tmp_path / "elsewhere").mkdir()
    other = installation_in(tmp_path / "elsewhere")
    content._ready.clear()
    bring_back(other.service, rows_in(tmp_path / "fair.zip")[0], "Mira")
    back = other.table(campaign)
    assert back.match.hash == table.match.hash
    assert back.match.game.content == table.match.game.content
    assert verify(Archive.read(exported(other, campaign))).differences == ()


@pytest.mark.store("sqlite")
def test_the_history_tells_each_step_with_the_content_that_was_played(installation: Any, campaign: int) -> None:
    play_on(installation, campaign, Random(2), 5)
    first = installation.table(campaign).head.sequence
    for name in ("Sawpit", "Timber Yard"):
        correct(installation, campaign, set_=[f"pack.contracts.{card}.name.en={name} {card}" for card in CARDS])
        play_on(installation, campaign, Random(2), 12)
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        record = from_json(to_json(gather(table, Viewpoint(everything=True))))
    passages = [passage for chapter in tell(record, "en").chapters for passage in chapter.passages]
    old, middle, newest = (repr(passage.groups) for passage in passages)
    assert "you draw Palace" in old
    assert "Sawpit" not in old
    assert "you draw Sawpit gate" in middle
    assert "Timber Yard" not in middle
    assert "you draw Timber Yard mill" in newest
    early = [passage for chapter in tell(stretch(record, 1, first), "en").chapters for passage in chapter.passages]
    assert [repr(each.groups) for each in early] == [old]


def test_a_whole_pack_can_be_given_and_a_correction_be_undone(installation: Any, campaign: int, tmp_path: Path) -> None:
    play(installation, campaign, Random(2), 5)
    other = pack()
    other["contracts"]["well"]["reward"] = 4
    (tmp_path / "pack").mkdir()
    rows = "".join(
        f"{id}: {{name: {{en: {card['name']['en']}, ru: {card['name']['ru']}}}, reward: {card['reward']}}}\n"
        for id, card in other["contracts"].items()
    )
    (tmp_path / "pack/contracts.yaml").write_text(rows, encoding="utf-8")
    told = correct(installation, campaign, pack=tmp_path / "pack")
    assert "Fountain: renown 1 → 4." in told["bakers"]
    play(installation, campaign, Random(3), 5)
    assert installation.table(campaign).match.game.content.contracts["well"].reward == 4
    correct(
        installation, campaign, set_=["pack.contracts.well.reward=3"], entry=6
    )  # before the first correction, in history
    assert installation.table(campaign).match.game.content.contracts["well"].reward == 4
    assert verify(Archive.read(exported(installation, campaign))).differences == ()


@pytest.mark.store("sqlite")
def test_a_campaign_without_a_pack_can_be_corrected_too(installation: Any) -> None:
    campaign = installation.create(GAME, SEATS, options={"visitors": False})
    play(installation, campaign, Random(2), 3)
    told = correct(installation, campaign, set_=["pack.contracts.bridge.name.en=Stone Bridge"])
    assert "Bridge: name Bridge → Stone Bridge." in told["bakers"]
    assert "Исправлены тексты набора на другом языке." in told["brewers"]
    play_on(installation, campaign, Random(2))
    assert verify(Archive.read(exported(installation, campaign))).differences == ()


@pytest.mark.usefixtures("forgotten")
def test_a_damaged_pack_stops_only_its_own_campaign(
    installation: Any, campaign: int, capsys: pytest.CaptureFixture[str]
) -> None:
    other = installation.create(GAME, SEATS, name="other", options={"visitors": False})
    mail = installation.raw("bakers", "status\n")
    with writing(installation.service.engine) as session:
        session.execute(update(Content).values(data=b'{"contracts": {}}'))
    content._ready.clear()
    before = installation.table(other).head.sequence
    installation.clock.forward(days=10)
    periodic.run(installation.service)
    told = capsys.readouterr().err
    assert "a campaign stands still" in told
    assert "is damaged" in told
    assert installation.table(other).head.sequence > before
    assert mail


@pytest.mark.usefixtures("forgotten")
def test_mails_wait_until_the_pack_is_there_again(installation: Any, campaign: int) -> None:
    order = installation.raw("bakers", "status\n")
    with writing(installation.service.engine) as session:
        whole = session.scalars(select(Content)).one().data
        session.execute(update(Content).values(data=b"{}"))
    content._ready.clear()
    assert installation.put(order).status is InboundStatus.RECEIVED
    with reading(installation.service.engine) as session:
        assert packs.damaged(session) == {hash_of(whole): [GAME]}
    installation.create(GAME, SEATS, name="second", pack=pack())  # whoever has the pack mends the copy
    assert installation.table(campaign).match.game.pack == whole


def test_a_tampered_archive_is_found_out(installation: Any, campaign: int) -> None:
    play(installation, campaign, Random(4), 3)
    members = dict(Archive.read(exported(installation, campaign)).members)
    name = pack_member(installation.table(campaign).match.header.content)
    with reading(installation.service.engine) as session:
        private = receipts.signing_key_of(session)

    def found(changed: dict[str, bytes]) -> list[str]:
        bare = {each: data for each, data in changed.items() if each != MANIFEST}
        return [
            str(difference)
            for difference in verify(Archive({**bare, MANIFEST: signed_manifest(bare, private)})).differences
        ]

    forged = members[name].replace(b'"reward":7', b'"reward":8')
    assert any(each.startswith(f"{name}: its hash is") for each in found({**members, name: forged}))
    assert f"{name}: it is missing" in found({each: data for each, data in members.items() if each != name})


def test_a_damaged_pack_is_not_brought_back(installation: Any, campaign: int, tmp_path: Path) -> None:
    (tmp_path / "fair.zip").write_bytes(exported(installation, campaign))
    rows = dict(rows_in(tmp_path / "fair.zip")[0])
    rows["content"] = [{**row, "data": row["data"] + b" "} for row in rows["content"]]
    (tmp_path / "elsewhere").mkdir()
    with pytest.raises(CannotRestore, match="is damaged"):
        bring_back(installation_in(tmp_path / "elsewhere").service, rows, "Mira")


def test_a_campaign_that_gathers_its_people_begins_with_its_pack(installation: Any) -> None:
    players = tuple(
        Player(seat=seat, name=seat.title(), email=f"{seat}@players.test", language=language)
        for seat, language in SEATS.items()
    )
    new = NewCampaign(name="fair", title="Fair", game=GAME, players=players, pack=pack())
    made = wait_for_people(installation.service, new, Start.MODERATOR)
    with writing(installation.service.engine) as session:
        begin(Lobby(installation.service.work(session), lock_campaign(session, made.campaign_id)))
    installation.deliver()
    assert installation.table(made.campaign_id).match.game.content.contracts["bridge"].reward == 7
    assert "Bridge" not in words_of(installation.newest("bakers"))


def test_a_position_is_taken_along_with_its_pack(installation: Any, campaign: int) -> None:
    play(installation, campaign, Random(4), 6)
    document = installation.table(campaign).match.document()
    seats = [seat for seat in SEATS if seat != "moderator"]
    players = tuple(Player(seat=seat, name=seat.title(), email=f"{seat}@other.test") for seat in seats)
    made = create(
        installation.service, NewCampaign(name="again", title="Again", game=GAME, players=players, document=document)
    )
    assert installation.table(made).match.hash == installation.table(campaign).match.hash
    unknown = {**document, "content": "0" * 64}
    with pytest.raises(BadCampaign, match="document: content: the pack 000000000000 of guild-fair is not here"):
        create(installation.service, NewCampaign(name="third", title="A", game=GAME, players=players, document=unknown))


def test_another_version_is_adopted_with_the_pack(
    installation: Any, campaign: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(installation, campaign, Random(4), 6)
    pack_now = installation.table(campaign).match.header.content
    monkeypatch.setattr(type(game_named(GAME)), "version", "2")
    assert installation.table(campaign).other_rules
    (checked,) = check_rules(installation.service, None)
    assert (checked.difference, checked.installed) == ("", f"2 {pack_now}")
    adopt_rules(installation.service, GAME, "Mira")
    table = installation.table(campaign)
    assert not table.other_rules
    assert (table.match.header.version, table.match.header.content) == ("2", pack_now)


def test_the_trail_of_a_campaign_counts_no_pack_twice(installation: Any, campaign: int) -> None:
    play(installation, campaign, Random(4), 3)
    correct(installation, campaign, set_=["pack.contracts.bridge.reward=5"])
    correct(installation, campaign, set_=["pack.contracts.bridge.reward=7"])
    table = installation.table(campaign)
    assert table.match.position.content == ""
    with reading(installation.service.engine) as session:
        hashes = session.scalars(select(col(CampaignContent.hash))).all()
    assert len(hashes) == 2
