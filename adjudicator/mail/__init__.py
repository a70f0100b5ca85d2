"""Wire formats of mail: reading, judging, composing, fetching, sending. It knows no game.

```python
mail = read_mail(raw, own=OwnAddresses(addresses=("orders@game.test",)))
mail.lines            # what the sender wrote, line by line
mail.ignored          # what does not count, and why
authenticity(mail, AuthSettings(authserv_id="mx.game.test"))   # proven, unproven, forged
```
"""

from adjudicator.mail.address import Address, OwnAddresses, normal_address
from adjudicator.mail.arrival import knocked_at
from adjudicator.mail.authenticity import AuthSettings, Trust, authenticity
from adjudicator.mail.compose import (
    Attachment,
    AutoSubmitted,
    OutgoingMail,
    Picture,
    clean_header,
    compose,
)
from adjudicator.mail.fetch import Fetched, LoginRefused, Mailbox, MailboxLost, Position
from adjudicator.mail.model import (
    BounceReport,
    Extract,
    IgnoredLine,
    Limits,
    Nature,
    Note,
    NoteCode,
    OwnLine,
    ReadMail,
    Source,
    Tokens,
    Why,
)
from adjudicator.mail.normalise import normalise
from adjudicator.mail.outcome import Kind, KnownSeat, Outcome, decide
from adjudicator.mail.patterns import Patterns, load_patterns
from adjudicator.mail.read import read_mail, to_json
from adjudicator.mail.results import Proof, Verdict
from adjudicator.mail.send import Courier, Delivered, Handed, Refused, TryLater, hand_over
from adjudicator.mail.settings import ImapSettings, SmtpSettings, Tls

__all__ = [
    "Address",
    "Attachment",
    "AuthSettings",
    "AutoSubmitted",
    "BounceReport",
    "Courier",
    "Delivered",
    "Extract",
    "Fetched",
    "Handed",
    "IgnoredLine",
    "ImapSettings",
    "Kind",
    "KnownSeat",
    "Limits",
    "LoginRefused",
    "Mailbox",
    "MailboxLost",
    "Nature",
    "Note",
    "NoteCode",
    "Outcome",
    "OutgoingMail",
    "OwnAddresses",
    "OwnLine",
    "Patterns",
    "Picture",
    "Position",
    "Proof",
    "ReadMail",
    "Refused",
    "SmtpSettings",
    "Source",
    "Tls",
    "Tokens",
    "Trust",
    "TryLater",
    "Verdict",
    "Why",
    "authenticity",
    "clean_header",
    "compose",
    "decide",
    "hand_over",
    "knocked_at",
    "load_patterns",
    "normal_address",
    "normalise",
    "read_mail",
    "to_json",
]
