"""A value of the content pack that is played was wrong, and is another one now."""

from __future__ import annotations

import re
from typing import ClassVar

import msgspec

from adjudicator.kernel.actions import SetContent
from adjudicator.kernel.content import plain_content
from adjudicator.kernel.documents import merge_patch
from adjudicator.kernel.errors import Refusal
from adjudicator.language import Language, msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.packs import BadPack, fitting
from adjudicator.service.campaign.troubles import Called, RejectionReason
from adjudicator.service.moderation.command import Author, ModeratorCommand
from adjudicator.service.moderation.paths import changes_in
from adjudicator.service.moderation.troubles import other_rules
from adjudicator.service.moderation.wording import BadWording, Wording
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.store.tables import Telling

_LOG = re.compile(r"#?(\d{1,9})(?:\s+|$)")
_PAIR = re.compile(r"(?:pack\.)?(?P<path>[\w.-]+)\s*=\s*(?:[\"“«](?P<text>[^\"”»]*)[\"”»]|(?P<value>[^\s;,]+))[\s;,]*")
no_pack = RejectionReason("no_pack", msgid("Nothing of this game can be edited: it takes no pack."))
bad_pack = RejectionReason("bad_pack", msgid("The pack cannot be so: %(problems)s. Nothing was changed."))
same_pack = RejectionReason("same_pack", msgid("The pack says all that already: nothing was changed."))


class CorrectPack(ModeratorCommand, frozen=True, tag="correct pack"):
    """Other values in the content pack that is played, from now on; `values` are pairs of a path and a value."""

    final: ClassVar = True
    telling: ClassVar = Telling.NOBODY
    listed: ClassVar = False
    names: ClassVar = {"en": ("correct pack",), "ru": ("исправить набор",)}
    did: ClassVar = msgid("The pack is corrected; every seat gets a report of it.")
    usage: ClassVar = msgid("LOG PATH=VALUE[; PATH=VALUE] reason")
    purpose: ClassVar = msgid("another value in the content pack that is played; everybody is told, with the reason")
    values: tuple[str, ...]
    reason: str
    log: int | None = None

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        if table.other_rules:
            raise other_rules()
        before = plain_content(table.match.game)
        if not before:
            raise no_pack()
        changes = changes_in(before, self.values, "pack")
        after = merge_patch(before, changes)
        if after == before:
            raise same_pack()
        try:
            fitting(table.match.game.id, after)
        except BadPack as bad:
            raise bad_pack(problems="; ".join(bad.problems)) from None
        orders = (SetContent(changes, self.reason),)
        wish = Wish(kind=Kind.CONTENT, reason=self.reason, n=table.head.sequence + 1, orders=orders)
        self.note(table, author)
        try:
            proposal = propose(table, wish)
        except Refusal as no:
            problems = no.facts["problems"]
            raise bad_pack(
                problems="; ".join(map(str, problems)) if isinstance(problems, list) else str(problems)
            ) from None
        carry_out(table, proposal, by=author.signed)

    def asked(self, words: Language, called: Called) -> str:
        return words.gettext(
            "The pack will be corrected: %(values)s. Everybody is told, with your reason: %(reason)s.",
            values="; ".join(self.values),
            reason=self.reason.rstrip("."),
        )

    @classmethod
    def read(cls, wording: Wording) -> CorrectPack:
        log = _LOG.match(wording.left)
        left, values = wording.left[log.end() if log else 0 :], list[str]()
        while found := _PAIR.match(left):
            value = msgspec.json.encode(found["text"]).decode() if found["value"] is None else found["value"]
            values.append(f"{found['path']}={value}")
            left = left[found.end() :]
        reason = left.strip(" ,:;—-")
        if not values or not reason:
            raise BadWording
        return cls(values=tuple(values), reason=reason, log=int(log[1]) if log else None)
