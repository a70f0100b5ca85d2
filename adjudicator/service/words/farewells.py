"""Mails about a seat to people who do not have it: the last one to who lost it, the first to who stands by."""

from __future__ import annotations

from typing import Final

from adjudicator.language import language
from adjudicator.reports.model import Kind, Report
from adjudicator.service.outbox.intents import Tell
from adjudicator.service.outbox.notices import by_topic
from adjudicator.service.outbox.outside_notices import OutsideNotice
from adjudicator.service.service import Service
from adjudicator.service.words.plain_mails import posted
from adjudicator.service.words.wording import Wording
from adjudicator.store.campaigns import campaign_by_id
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail

NOTICES: Final = by_topic(OutsideNotice)


def rendered(service: Service, row: OutboundMail, intent: Tell) -> bytes:
    """The bytes of such a mail. Raises LookupError for an unknown topic, or when its campaign is gone."""
    notice = NOTICES[intent.topic].of(intent.values)
    with reading(service.engine) as session:
        campaign = campaign_by_id(session, row.campaign_id or 0)
    wording = Wording(language(notice.language), notice)
    report = Report(
        kind=Kind.NOTICE,
        campaign=campaign.title,
        title=wording.title(),
        written=intent.written,
        language=notice.language,
        lead=wording.sentences(),
    )
    return posted(service, row, report)
