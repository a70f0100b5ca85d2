"""Execute the examples of a page, by emails in stored positions."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

import msgspec

from adjudicator import new_match
from benchmarks.order_reading.sheets import retold
from tests.orders import phases_of_diplomacy as diplomacy
from tests.orders.pages import Becomes, Email, Example
from tests.service.conftest import words_of
from tests.service.stage import Scene, Stage

_OFFER = re.compile(r"(?<!\w)[AА]1(?!\w)")
_MADE = re.compile(r"offer (A\d+)")


class Came(NamedTuple):
    """What has come of emails: what is carried out, what lies on file, the words of the last answer."""

    done: list[str]
    filed: str
    answer: str


class Theatre:
    """Positions in which the emails of examples are sent; each example begins anew."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stage = Stage(folder)
        self._scenes = {name: msgspec.structs.replace(scene, language="en") for name, scene in retold().items()}
        self._known: dict[tuple[str, tuple[Email, ...]], Came] = {}

    def close(self) -> None:
        self._stage.close()

    def broken(self, example: Example) -> list[str]:
        """What a page promises of an example and the program does not keep."""
        found = list[str]()
        for way in example.ways:
            came = self.came(example.position, way)
            why = self._against(example, way, came)
            said = " → ".join(" / ".join(email.lines) for email in way)
            found += [f"{example}: {said}: {each}" for each in why]
        return found

    def came(self, position: str, emails: tuple[Email, ...]) -> Came:
        """What comes of emails that are sent one after the other."""
        if (position, emails) not in self._known:
            scene = self._scene(position)
            campaign = self._stage.enter(scene)
            self._known[position, emails] = self._sent(scene, campaign, emails)
        return self._known[position, emails]

    def _sent(self, scene: Scene, campaign: int, emails: tuple[Email, ...]) -> Came:
        number, answers = "A1", list[str]()
        for email in emails:
            lines = [_OFFER.sub(number, line) for line in email.lines]
            answers = [words_of(mail) for mail in self._written(scene, campaign, email.seat or scene.seat, lines)]
            number = next((made[1] for each in answers if (made := _MADE.search(each))), number)
        done, filed, _ = self._stage.deeds(campaign, scene)
        return Came(done, filed, " ".join(answers))

    def _written(self, scene: Scene, campaign: int, seat: str, lines: list[str]) -> list[EmailMessage]:
        installation, address, text = self._stage.installation, f"{seat}@players.test", "\n".join(lines) + "\n"
        if seat == scene.seat:
            raw = installation.raw(seat, text)
        else:
            mail = EmailMessage()
            mail["From"], mail["Subject"], mail["Message-ID"] = (
                address,
                "orders",
                f"<{installation.uid}.{seat}@players.test>",
            )
            mail["To"] = installation.service.reply_address(self._stage.table(campaign).by_name[seat].token)
            mail.set_content(text)
            raw = mail.as_bytes()
        row = installation.put(raw)
        assert row.status.value == "handled", row.reason
        return [sent for to, sent in self._stage.deliver_to(scene.address, address) if to == address]

    def _against(self, example: Example, way: tuple[Email, ...], came: Came) -> list[str]:
        orders = self.came(example.position, (Email("", example.orders),)) if example.orders else None
        found = [f"the answer does not say “{phrase}”" for phrase in example.phrases if not _says(came.answer, phrase)]
        done = came.filed if example.becomes is Becomes.ON_FILE else came.done
        wanted = None if orders is None else orders.filed if example.becomes is Becomes.ON_FILE else orders.done
        if orders is not None and not wanted:
            found.append(f"{example.orders} does nothing itself")
        match example.becomes:
            case Becomes.DONE | Becomes.ON_FILE:
                kept = wanted == done
            case Becomes.OFFERED:
                kept = not came.done and self._after_yes(example.position, way) == wanted
            case Becomes.DONE_OR_OFFERED:
                kept = wanted == (came.done or self._after_yes(example.position, way))
            case Becomes.DECLINED:
                kept = not came.done and not came.filed and bool(example.phrases)
            case Becomes.NOT_DONE | Becomes.ANSWERED:
                kept = not came.done and not came.filed and bool(came.answer)
        return found if kept else [*found, f"not {example.becomes}: done {came.done}, on file {came.filed!r}"]

    def _after_yes(self, position: str, way: tuple[Email, ...]) -> list[str]:
        return self.came(position, (*way, Email("", ("yes",)))).done

    def _scene(self, position: str) -> Scene:
        if position not in self._scenes:
            self._scenes[position] = self._played(position)
        return self._scenes[position]

    def _played(self, position: str) -> Scene:
        """Three guilds: the bakers have chosen their contract and are asked for a loan; or a phase of Diplomacy.

        KeyError: another position.
        """
        if position == "year":
            return Scene("year", "france", "en", None, game="diplomacy")
        if position in diplomacy.PHASES:
            file = self._folder / f"{position}.json"
            file.write_bytes(msgspec.json.encode(diplomacy.PHASES[position]().document()))
            return Scene(position, "france", "en", file, game="diplomacy")
        if position != "fair":
            raise KeyError(position)
        match = new_match(
            "guild-fair", seats=("bakers", "brewers", "drapers"), seed=b"fair", options={"visitors": False}
        )
        match.apply("bakers", match.options("bakers")[0])
        file = self._folder / "fair.json"
        file.write_bytes(msgspec.json.encode(match.document()))
        return Scene("fair", "bakers", "en", file, game="guild-fair")


def _says(answer: str, phrase: str) -> bool:
    return phrase.casefold() in answer.casefold()
