"""Every act of a moderator can be read by the players; none of them learns a secret of another seat by it."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.service.admin.access import CampaignView
from adjudicator.service.admin.archives import archive
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.history import Viewpoint, gather, tell
from adjudicator.service.history.record import from_json, to_json
from adjudicator.service.moderation.command import Author, ModeratorCommand, perform
from adjudicator.service.moderation.commands import DEEDS, Close, Enter, Extend
from adjudicator.service.play import disclosures
from adjudicator.service.proof.acts import acts_in
from adjudicator.service.proof.archive import ACTS, TRAIL, Archive
from adjudicator.service.proof.verify import verify
from adjudicator.store.engine import lock_campaign, reading, writing
from tests.service.conftest import Installation, Read
from tests.service.test_moderators_by_mail import SEATS, Mona, code_in

pytestmark = pytest.mark.store("sqlite")


@pytest.fixture
def campaign(installation: Installation) -> int:
    return installation.create("sealed-bids", SEATS, mail_format="text")


@pytest.fixture
def mona(installation: Installation, campaign: int) -> Mona:
    return Mona(installation, campaign)


def do(installation: Installation, campaign: int, deed: ModeratorCommand, by: str = "Moderator") -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        perform(table_of_campaign(installation.service.work(session), campaign), deed, Author(by))
    installation.deliver()


def bid(installation: Installation, campaign: int, seat: str) -> str:
    return f"bid {installation.table(campaign).match.state.hands[seat][0]}"


def acts(installation: Installation, said: Read, seat: str, word: str = "history acts") -> str:
    (answer,) = installation.write(seat, word)
    return said(answer)


def test_players_read_when_who_what_and_why_in_their_language(
    installation: Installation, mona: Mona, said: Read
) -> None:
    assert "Nothing yet." in acts(installation, said, "red")
    mona.write("extend 24 h red")
    mona.write("pause the server moves")
    mona.write("resume")
    told = acts(installation, said, "red")
    assert "Moderator, by email: The deadline is later; everybody whom it concerns is told: Red, 24 hours" in told
    assert "Moderator, by email: The campaign is paused; everybody is told. (the server moves)" in told
    assert "Fri 20 Nov 09:00 UTC" in told
    russian = acts(installation, said, "blue", "история действий")
    assert "Moderator, письмом: Срок отодвинут; всем, кого это касается, сообщено: Red, 24 часа" in russian
    assert "Moderator, письмом: Кампания приостановлена; всем сообщено. (the server moves)" in russian


def test_orders_entered_for_a_seat_are_told_to_others_when_they_lie_open(
    installation: Installation, campaign: int, said: Read
) -> None:
    do(
        installation,
        campaign,
        Enter(seat="Red", lines=(bid(installation, campaign, "red"),), reason="told me by telephone"),
    )
    mine = acts(installation, said, "red")
    assert "The orders are entered; the seat is told what came of them: Red (told me by telephone)" in mine
    for other in ("blue", "moderator"):
        assert "Nothing yet." in acts(installation, said, other) or "Пока ничего" in acts(installation, said, other)
    installation.write("blue", bid(installation, campaign, "blue"))
    theirs = acts(installation, said, "blue")
    assert "Приказы введены" in theirs
    assert "Red" in theirs
    assert "telephone" not in theirs, "the reason was told to the seat"


def test_orders_entered_that_play_on_are_told_to_others_at_once(
    installation: Installation, campaign: int, said: Read
) -> None:
    installation.write("blue", bid(installation, campaign, "blue"))
    do(installation, campaign, Enter(seat="red", lines=(bid(installation, campaign, "red"),)))
    assert "Приказы введены" in acts(installation, said, "blue")


def test_what_no_notice_tells_comes_with_the_next_entry_that_all_are_told_of(
    installation: Installation, campaign: int, mona: Mona, said: Read
) -> None:
    mona.write("remind")
    disclosures.look(installation.service, campaign, by="Moderator", command="orders show", seat="red", openly=False)
    disclosures.look(installation.service, campaign, by="Moderator", command="orders show", seat="red", openly=False)
    installation.write("red", bid(installation, campaign, "red"))
    assert "Nothing yet." in acts(installation, said, "red")
    installation.write("blue", bid(installation, campaign, "blue"))
    told = acts(installation, said, "red")
    assert "Who that is stays secret" in told
    assert "Moderator: looked at what not everybody knows: Red (×2)" in told, "the same act on end is told once"


def test_the_reason_of_more_time_for_one_seat_is_that_seats(
    installation: Installation, campaign: int, said: Read
) -> None:
    do(installation, campaign, Extend(hours=12, seats=("red",), reason="she is ill"))
    assert "(she is ill)" in acts(installation, said, "red")
    others = acts(installation, said, "blue")
    assert "Red, 12 часов" in others
    assert "ill" not in others


def test_a_correction_is_told_once_with_its_log_number(installation: Installation, mona: Mona, said: Read) -> None:
    campaign = mona.campaign
    for seat in ("red", "blue"):
        installation.write(seat, bid(installation, campaign, seat))
    log = installation.table(campaign).match.public_n
    (_, asked), *_ = mona.write(f"rollback {log} to 1 because the wrong cards were dealt")
    mona.write(f"confirm {code_in(said(asked))}")
    told = acts(installation, said, "red")
    assert told.count("the wrong cards were dealt") == 1
    assert "Play goes back to where it stood after log entry 1." in told


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: str(deed.__struct_config__.tag))
def test_what_is_shown_of_a_deed_is_a_field_of_it_and_never_orders_of_a_seat(deed: type[ModeratorCommand]) -> None:
    fields = {field.encode_name for field in msgspec.structs.fields(deed)}
    assert set(deed.shown) <= fields
    if deed.gives_orders:
        assert set(deed.shown) == {"seat"}
    assert deed.did or not deed.listed or deed.__name__ == "DrawsBy", "there is a sentence for it"


def test_the_archive_page_has_them_for_the_same_eyes(installation: Installation, campaign: int, mona: Mona) -> None:
    mona.write("pause the server moves")
    mona.write("resume")
    do(installation, campaign, Enter(seat="red", lines=(bid(installation, campaign, "red"),)))

    def lines(eyes: Viewpoint, code: str = "en") -> tuple[str, ...]:
        with reading(installation.service.engine) as session:
            record = gather(table_of_campaign(installation.service.work(session), campaign), eyes)
        return tell(from_json(to_json(record)), code).acts

    assert [line.partition(" UTC: ")[2] for line in lines(Viewpoint())] == [
        "Moderator, by email: The campaign is paused; everybody is told. (the server moves)",
        "Moderator, by email: The campaign goes on; everybody is told, and kept orders were tried.",
    ]
    assert len(lines(Viewpoint("blue"))) == 2
    assert lines(Viewpoint("red"))[2].endswith(
        "Moderator: The orders are entered; the seat is told what came of them: Red"
    )
    assert len(lines(Viewpoint(everything=True))) == 3
    assert "письмом" in lines(Viewpoint(), "ru")[0]


def test_verify_says_how_many_there_are_and_whether_their_trail_is_whole(
    installation: Installation, campaign: int, mona: Mona
) -> None:
    mona.write("pause the server moves")
    mona.write("resume")
    do(installation, campaign, Close(reason="enough"))
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        everything = Archive.read(archive(CampaignView(table, Viewpoint(everything=True))))
        public = Archive.read(archive(CampaignView(table, Viewpoint())))
    assert str(acts_in(public)) == "3 acts of moderators told; only an archive of everything (--all) has their trail"
    verdict = verify(everything)
    assert [str(difference) for difference in verdict.differences] == []
    assert str(verdict.acts) == "3 acts of moderators told, 3 in their trail, it is whole"
    for member, named in (
        (ACTS, "acts.jsonl line 2: the trail has no such act"),
        (TRAIL, "act 2: it was changed, or one before it is missing"),
    ):
        changed = Archive({**everything.members, member: everything.members[member].replace(b'"resume"', b'"extend"')})
        wrong = [str(difference) for difference in acts_in(changed).differences]
        assert wrong[:1] == [named], member
