"""Ticks that have piled up do not keep mails waiting; what is wanted at once is done at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.service.service import open_service
from adjudicator.settings import Settings
from adjudicator.store import inbound
from adjudicator.store.engine import reading, writing
from adjudicator.store.inbound import NewMail, Place
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import InboundMail
from worker.app import make_app
from worker.wakes import SWEEP


@pytest.mark.parametrize("wanted", [False, True])
def test_a_tick_right_behind_a_sweep_does_nothing_and_what_is_wanted_sweeps_again(tmp_path: Path, wanted: bool) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/store.db", data_directory=tmp_path)
    service = open_service(settings)
    upgrade(service.engine)
    sweep = make_app(settings, service).tasks[SWEEP]

    def left(uid: int) -> int:
        now = service.clock.now()
        with writing(service.engine) as session:
            return inbound.store(session, NewMail(Place("INBOX", 1, uid), f"<{uid}@x>", b"%d" % uid, now, b"."), now).id

    def found(mail_id: int) -> bool:
        with reading(service.engine) as session:
            return session.get_one(InboundMail, mail_id).holder is not None

    first = left(1)
    sweep()
    assert found(first)
    second = left(2)
    sweep(wanted)
    assert found(second) is wanted
    service.engine.dispose()
