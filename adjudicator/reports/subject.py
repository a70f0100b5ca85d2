"""Subject lines.

    [Sun King] #12 France: your action round 1 - by Sun 22 Nov 20:00 MSK
    Re: [Sun King] #13 France: done up to line 4 - by Sun 22 Nov 20:00 MSK
    [Sun King] France: turn 1 is over

Mail programs put mails into one conversation by `References` (Thunderbird, Apple Mail, Outlook, mutt), some of
them only while the subject stays the same apart from `Re:` (Gmail, and it splits after 100 mails anyway). A
campaign has hundreds of mails, and the inbox of a phone shows some 40 characters. The compromise:

- `[campaign] #number seat:` is the stem. It never changes for one question, so a filter or a search finds
  everything about it, and the part that says what to do is visible on a phone.
- Behind the stem stands what is new. Programs that thread by `References` show one conversation per seat
  whatever the subject; Gmail shows one per mail of ours with the player's reply in it, and so a new
  question is a new line of the inbox instead of the last of a folded pile.
- `Re:` is written when the mail answers one of the player's, in every language: programs know no other.
"""

from adjudicator.reports.model import Report
from adjudicator.reports.plain import clip
from adjudicator.reports.words import Words

LONGEST_NAME = 40
LONGEST_TITLE = 80


def subject(report: Report, words: Words) -> str:
    """The subject of a cleaned report: one line, at most about 230 characters, brackets only round the stem."""
    campaign = clip(report.campaign.replace("[", "(").replace("]", ")"), LONGEST_NAME)
    number = "" if report.number is None else ", ".join(words.number(each) for each in report.numbers)
    stem = " ".join(part for part in (f"[{campaign}]", number, clip(report.seat, LONGEST_NAME)) if part)
    colon = ":" if number or report.seat else ""
    deadline = "" if report.deadline is None else f" - {words.by(report.deadline)}"
    return ("Re: " if report.kind.is_reply else "") + f"{stem}{colon} {clip(report.title, LONGEST_TITLE)}{deadline}"
