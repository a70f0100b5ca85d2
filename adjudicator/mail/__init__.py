"""Wire formats of mail: reading, judging, composing, fetching, sending. It knows no game.

```python
from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.sender_authentication import AuthSettings, authenticity
from adjudicator.mail.read import read_mail

mail = read_mail(raw, own=OwnAddresses(addresses=("orders@game.test",)))
mail.lines            # what the sender wrote, line by line
mail.ignored          # what does not count, and why
authenticity(mail, AuthSettings(authserv_id="mx.game.test"))   # proven, unproven, forged
```
"""
