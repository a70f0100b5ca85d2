"""Subject lines.

    [Sun King] Your action round 1 - Britain placed a flag on Sweden E14 - #12 - by Sun 22 Nov 20:00 MSK
    [Sun King] Your action round 1 - #12 France - by Sun 22 Nov 20:00 MSK
    Re: [Sun King] #13 France: done up to line 4 - by Sun 22 Nov 20:00 MSK
    [Sun King] France: turn 1 is over
    [Sun King] France wins - the match is over
    [Sun King] France

Mail programs put mails into one conversation by `References` (Thunderbird, Apple Mail, Outlook, mutt), some of
them only while the subject stays the same apart from `Re:` (Gmail, and it splits after 100 mails anyway). A
campaign has hundreds of mails, and the inbox of a phone shows some 40 characters. The compromise:

- A tag of the campaign leads, short enough to leave the rest of what a phone shows to what is asked: that comes first
  in a mail that asks, then what happened where a game says it in few words (`Report.gist`), then the number of the
  question, so that a filter or a search finds everything about it. Answers say first what was done.
- Programs that thread by `References` show one conversation per seat whatever the subject; Gmail shows one for each
  of our mails with the player's reply in it, and so a new question is a new line of the inbox instead of the last of a
  folded pile. A campaign that wants one conversation a seat everywhere chooses a constant subject.
- `Re:` is written when the mail answers one of the player's, in every language: programs know no other.
"""

from adjudicator.reports.layout.plain import clip
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import Kind, Report

LONGEST_NAME = 40
LONGEST_TAG = 12
LONGEST_TITLE = 80
LONGEST_GIST = 100


def tag(campaign: str) -> str:
    """Return the name of a campaign as subjects have it: its first words, as many as are short enough.

    >>> tag("Sun King"), tag("The Fair of Champagne"), tag("Constantinople 1453"), tag("Here I Stand, practice")
    ('Sun King', 'Fair of', 'Constantino…', 'Here I Stand')
    """
    name = campaign.replace("[", "(").replace("]", ")")
    if len(name) <= LONGEST_TAG:
        return name
    words = name.removeprefix("The ").split()
    while len(words) > 1 and len(_ended(words)) > LONGEST_TAG:
        words.pop()
    return clip(_ended(words), LONGEST_TAG)


def _ended(words: list[str]) -> str:
    """Return words as the end of a name: no comma or dash is left behind them."""
    return " ".join(words).rstrip(" ,;:–—-")


def subject(report: Report, words: Words) -> str:
    """Return the subject of a cleaned report: one line, at most about 330 characters.

    It has brackets only round the campaign.
    """
    campaign = tag(report.campaign)
    number = "" if report.number is None else ", ".join(words.number(each) for each in report.numbers)
    seat, title = clip(report.seat, LONGEST_NAME), clip(report.title, LONGEST_TITLE)
    if report.constant_subject:
        return f"[{campaign}] {seat}".strip()
    deadline = "" if report.deadline is None else f" {words.aside(words.by(report.deadline))}"
    again = "Re: " if report.kind.is_reply else ""
    if report.kind in (Kind.PROMPT, Kind.WELCOME) and number:
        asks = title[:1].upper() + title[1:]
        told = words.aside(clip(report.gist, LONGEST_GIST)) if report.gist else ""
        whose = words.aside(" ".join(part for part in (number, "" if report.gist else seat) if part))
        return " ".join(part for part in (f"[{campaign}] {asks}", told, whose) if part) + deadline
    if report.gist:
        asked = " ".join(part for part in (number, title) if part)
        return f"{again}[{campaign}] {clip(report.gist, LONGEST_GIST)} {words.aside(asked)}{deadline}"
    stem = " ".join(part for part in (f"[{campaign}]", number, seat) if part)
    colon = ":" if number or report.seat else ""
    return f"{again}{stem}{colon} {title}{deadline}"
