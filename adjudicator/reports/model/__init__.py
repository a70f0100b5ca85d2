"""Define the content of a mail to a player, before it looks like anything.

A game fills in the parts it knows (what happened, the position, the options), the service the rest
(deadlines, what was read, who is waited for); `adjudicator.reports.layout.render` makes text and HTML of it. Every
string is finished text in the language of the reader, one paragraph, without markup: line breaks and control
characters in it are shown as spaces. Times are aware datetimes and are shown in the zone of the report.
`rule` is a number of the rulebook as it prints it (`5.4.1`), or empty. All structs are frozen and can be
written as JSON.
"""

from adjudicator.reports.model.basics import Align, Column, Item, Party, Picture, Row, Section, Table, columns, right
from adjudicator.reports.model.mail import Command, Detail, Due, Footer, Kind, Report
from adjudicator.reports.model.news import Change, Mark, News, NewsGroup, NewsLine
from adjudicator.reports.model.position import Bar, Box, Fact, Holding, Lead, Outlook, Score, Stake, Standing
from adjudicator.reports.model.questions import (
    Chapter,
    Example,
    Examples,
    Form,
    FormLine,
    Option,
    OptionGroup,
    Question,
)
from adjudicator.reports.model.reading import OrderOutcome, Reading, ReadLine, Receipt

__all__ = [
    "Align",
    "Bar",
    "Box",
    "Change",
    "Chapter",
    "Column",
    "Command",
    "Detail",
    "Due",
    "Example",
    "Examples",
    "Fact",
    "Footer",
    "Form",
    "FormLine",
    "Holding",
    "Item",
    "Kind",
    "Lead",
    "Mark",
    "News",
    "NewsGroup",
    "NewsLine",
    "Option",
    "OptionGroup",
    "OrderOutcome",
    "Outlook",
    "Party",
    "Picture",
    "Question",
    "ReadLine",
    "Reading",
    "Receipt",
    "Report",
    "Row",
    "Score",
    "Section",
    "Stake",
    "Standing",
    "Table",
    "columns",
    "right",
]
