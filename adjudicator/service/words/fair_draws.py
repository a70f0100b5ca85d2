"""Write what mails say about the draws: the promise in the first one, the seed and a recipe in the last one."""

from collections.abc import Iterable

from adjudicator.kernel.chance import key_fingerprint, mixed_key
from adjudicator.reports.model import Item, Section
from adjudicator.service.campaign.matches import Secrets, secrets_of
from adjudicator.service.proof.receipts import public_key
from adjudicator.service.words.reader import Reader
from adjudicator.store import receipts


def promises(reader: Reader) -> tuple[Section, ...]:
    """Say in the first message what is fixed now, so that nobody can choose a draw later, and who signs receipts."""
    language, known = reader.language, secrets_of(reader.head)
    told = [
        language.gettext(
            "All cards, tiles and dice come from one secret seed, fixed before the first draw. Its fingerprint "
            "(SHA-256) is %(commitment)s. The seed itself is published when the match is over, so that anybody can "
            "check every draw.",
            commitment=reader.match.header.commitment or "-",
        )
    ]
    items: tuple[Item, ...] = ()
    if known.nonces:
        told.append(
            language.gettext(
                "What the seats added is mixed into it, in this order, so that not even somebody who knows the "
                "seed could choose. The key of all draws is fixed now; its fingerprint is %(key)s.",
                key=key_fingerprint(mixed_key(known.seed, known.nonces)),
            )
        )
        items = tuple(_nonces(reader, known))
    signed = language.gettext(
        "Every answer to orders carries a signed receipt. The key of this adjudicator is %(key)s.",
        key=public_key(receipts.signing_key_of(reader.session)),
    )
    return (
        Section(heading=language.gettext("Fair draws"), paragraphs=tuple(told), items=items, late=True),
        Section(heading=language.gettext("Receipts"), paragraphs=(signed,), late=True),
    )


def opening(reader: Reader) -> Section:
    """Say in the last message what the draws came from, now that nobody can use it, and how they are computed."""
    language, known = reader.language, secrets_of(reader.head)
    told = language.gettext(
        "The secret seed was %(seed)s (hexadecimal). Its fingerprint is %(commitment)s, as in the first "
        "email: the SHA-256 of the words 'adjudicator seed', a zero byte and the bytes of the seed.",
        seed=known.seed.hex(),
        commitment=reader.match.header.commitment or "-",
    )
    key = language.gettext(
        "The key of all draws is %(key)s: HMAC-SHA256 with the seed as its key, over the SHA-256 of what each seat "
        "added, zero bytes between them.",
        key=mixed_key(known.seed, known.nonces).hex(),
    )
    recipe = language.gettext(
        "A draw is HMAC-SHA256 with that key, over the text 'revision:number:name' (the revision is 0 unless "
        "something was corrected, draws are numbered from 0), read as a number, modulo how many things could be "
        "drawn. Ask the moderator for the archive of the campaign: 'adjudicator verify' computes all of it again."
    )
    items = tuple(_nonces(reader, known)) if known.nonces else ()
    return Section(heading=language.gettext("Fair draws"), paragraphs=(told, key, recipe), items=items, late=True)


def _nonces(reader: Reader, known: Secrets) -> Iterable[Item]:
    nothing = reader.language.gettext("nothing")
    for seat, nonce in zip(reader.match.header.in_order, known.nonces, strict=True):
        yield Item(name=reader.seat_called(seat), text=nonce.decode("utf-8", "replace") or nothing)
