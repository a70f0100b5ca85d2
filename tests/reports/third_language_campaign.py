"""Plays the campaign of `tests/service/whole_desk.py` in a language, and prints all that people read (JSON).

python tests/reports/third_language_campaign.py FOLDER CODE
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from adjudicator.games.imperial_struggle.board import sketch
from adjudicator.pictures.svg import to_svg
from adjudicator.reports.pages.archive_page import html
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.history import Viewpoint, gather, tell
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail, OutboundState
from tests.service.conftest import Installation
from tests.service.whole_desk import Desk, begin, moderate

MISTAKES = ("флаг поле", "флаг вера долг 30", "999z", "письмо", "министр поле\nпас")
"""Lines that nobody can carry out."""


def main(folder: Path, code: str) -> None:
    mail = Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"))
    installation = Installation(Settings(database=f"sqlite:///{folder}/pole.db", data_directory=folder, mail=mail))
    desk = Desk(installation, code)
    begin(desk)
    for seat in desk.holds:
        desk.write(seat, *MISTAKES)
    said = moderate(desk)
    with reading(installation.service.engine) as session:
        states = (OutboundState.HANDED_OVER, OutboundState.CANCELLED)
        unwritten = [row.error for row in session.query(OutboundMail) if row.state not in states]
        table = table_of_campaign(installation.service.work(session), desk.campaign)
        pages = [html(tell(gather(table, eyes), code)) for eyes in (Viewpoint("france"), Viewpoint())]
    views = [table.match.view(("france",)), table.match.view()]
    played = {
        "mails": [mail.as_string() for mails in installation.received.values() for mail in mails],
        "said": said,
        "unwritten": unwritten,
        "pages": pages,
        "pictures": [to_svg(sketch(view, code).scene) for view in views],
    }
    print(json.dumps(played))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
