"""Subject lines.

    [Sun King] Britain placed a flag on Sweden E14 - #12 your action round 1 - by Sun 22 Nov 20:00 MSK
    [Sun King] #12 France: your action round 1 - by Sun 22 Nov 20:00 MSK
    Re: [Sun King] #13 France: done up to line 4 - by Sun 22 Nov 20:00 MSK
    [Sun King] France: turn 1 is over
    [Sun King] France wins - the match is over
    [Sun King] France

Mail programs put mails into one conversation by `References` (Thunderbird, Apple Mail, Outlook, mutt), some of
them only while the subject stays the same apart from `Re:` (Gmail, and it splits after 100 mails anyway). A
campaign has hundreds of mails, and the inbox of a phone shows some 40 characters. The compromise:

- What happened comes first where a game says it in few words (`Report.gist`), then the question with its number,
  so that a filter or a search finds everything about it. Where nothing happened `[campaign] #number seat:` leads.
- Programs that thread by `References` show one conversation per seat whatever the subject; Gmail shows one for each
  of our mails with the player's reply in it, and so a new question is a new line of the inbox instead of the last of a
  folded pile. A campaign that wants one conversation a seat everywhere chooses a constant subject.
- `Re:` is written when the mail answers one of the player's, in every language: programs know no other.
"""

from adjudicator.reports.model import Report
from adjudicator.reports.plain import clip
from adjudicator.reports.words import Words

LONGEST_NAME = 40
LONGEST_TITLE = 80
LONGEST_GIST = 100


def subject(report: Report, words: Words) -> str:
    """Return the subject of a cleaned report: one line, at most about 330 characters.

    It has brackets only round the campaign.
    """
    campaign = clip(report.campaign.replace("[", "(").replace("]", ")"), LONGEST_NAME)
    number = "" if report.number is None else ", ".join(words.number(each) for each in report.numbers)
    seat, title = clip(report.seat, LONGEST_NAME), clip(report.title, LONGEST_TITLE)
    if report.constant_subject:
        return f"[{campaign}] {seat}".strip()
    deadline = "" if report.deadline is None else f" {words.aside(words.by(report.deadline))}"
    again = "Re: " if report.kind.is_reply else ""
    if report.gist:
        asked = " ".join(part for part in (number, title) if part)
        return f"{again}[{campaign}] {clip(report.gist, LONGEST_GIST)} {words.aside(asked)}{deadline}"
    stem = " ".join(part for part in (f"[{campaign}]", number, seat) if part)
    colon = ":" if number or report.seat else ""
    return f"{again}{stem}{colon} {title}{deadline}"
