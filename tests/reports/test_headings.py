"""A title is said once."""

from datetime import UTC, datetime

from adjudicator.reports.layout.render import render
from adjudicator.reports.model import Kind, Report, Section


def test_a_section_does_not_repeat_the_title() -> None:
    sections = (
        Section(heading="Сводки", paragraphs=("Сводка приходит каждый день.",)),
        Section(heading="Дневник", paragraphs=("Записей пока нет.",)),
    )
    report = Report(
        kind=Kind.ANSWER, campaign="Поле", language="ru",
        written=datetime(2026, 11, 20, tzinfo=UTC), title="сводки", sections=sections,
    )  # fmt: skip
    mail = render(report)
    assert mail.text.count("СВОДКИ") == 1
    assert "ДНЕВНИК" in mail.text
    assert mail.html.casefold().count(">сводки<") == 1
