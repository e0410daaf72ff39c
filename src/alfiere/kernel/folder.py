"""A game whose files lie in its folder in the usual places, so that its Python is left with the rules.

``rulebook/*.toml``, ``words/en.toml`` and ``words/it.toml``, ``look.toml``, ``data/scenarios/*.toml``, and perhaps
``data/bounds.toml``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar

from msgspec import Meta
from msgspec.structs import asdict

from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.kernel.bounds import read_bounds
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.forms import Form, Name
from alfiere.kernel.look import PLAIN_LOOK, Look, read_look
from alfiere.kernel.objection import NOT_OFFERED, Objection
from alfiere.kernel.rulebook import Rulebook, read_rulebook
from alfiere.kernel.ruleset import Ruleset, State
from alfiere.kernel.simple_picture import simple_picture
from alfiere.kernel.words import Words, read_words

S = TypeVar("S", bound=State)


class PieceForm(Form, frozen=True, kw_only=True):
    """A piece of a side, and where it stands at the beginning: a hex, or a place in parts of the unit."""

    id: str
    name: Name
    at: str | tuple[int, int]


class SideForm(Form, frozen=True, kw_only=True):
    """A side with its pieces; the seats are red and blue, and green where there is a third."""

    seat: Seat
    name: Name
    piece: tuple[PieceForm, ...]


class BattleForm(Form, frozen=True, kw_only=True):
    """What the file of a battle holds; a game adds its own."""

    id: str
    game: str
    title: Name
    summary: Name | None = None
    date: str = ""
    turns: Annotated[int, Meta(ge=1, le=100)]
    side: tuple[SideForm, ...]


class Battle:
    """A battle as its file tells it: checked, and as the data a save carries."""

    def __init__(self, form: Any, source: Mapping[str, Any]) -> None:
        self.form, self.source = form, source

    @property
    def id(self) -> str:
        found: str = self.form.id
        return found

    @property
    def title(self) -> Mapping[str, str]:
        return asdict(self.form.title)

    @cached_property
    def sides(self) -> dict[Seat, Mapping[str, str]]:
        """What the sides are called."""
        return {side.seat: asdict(side.name) for side in self.form.side}

    @cached_property
    def names(self) -> dict[str, Mapping[str, str]]:
        """What the pieces are called."""
        return {piece.id: asdict(piece.name) for side in self.form.side for piece in side.piece}

    @property
    def pieces(self) -> Iterator[tuple[Seat, PieceForm]]:
        """Every piece with its seat."""
        return ((side.seat, piece) for side in self.form.side for piece in side.piece)


class InFolder(Ruleset[S]):
    """A game that reads its rulebook, its words, its look and its bounds from its folder."""

    folder: ClassVar[Path]

    def bounds(self) -> Mapping[str, int]:
        path = self.folder / "data/bounds.toml"
        return read_bounds(path) if path.exists() else {}

    def rulebook(self) -> Rulebook:
        return _rulebook(self.folder)

    def words(self, language: str) -> Words:
        return _words(self.folder, "it" if language == "it" else "en")

    def look(self) -> Look:
        return _look(self.folder)


class FolderGame(InFolder[S]):
    """A game whose battles have the usual form: sides with pieces that have names. Left to it are the rules."""

    form: ClassVar[type[BattleForm]]  # of its battles

    def scenario_ids(self) -> list[str]:
        return sorted(path.stem for path in (self.folder / "data/scenarios").glob("*.toml"))

    def scenario(self, name: str | Path | Mapping[str, Any]) -> Battle:
        if isinstance(name, str):
            if name not in self.scenario_ids():
                raise BadData(name, "", f"there is no such battle; there are {', '.join(self.scenario_ids())}")
            name = self.folder / f"data/scenarios/{name}.toml"
        file, source = (name, read_toml(name)) if isinstance(name, Path) else ("battle", dict(name))
        battle = Battle(shaped(source, self.form, file), source)
        if battle.form.game != self.code:
            raise BadData(file, "game", f"it is «{battle.form.game}»; it must be {self.code}")
        seats = [side.seat for side in battle.form.side]
        if not 2 <= len(seats) == len({*seats} & {*self.seats}):
            raise BadData(file, "side", f"the seats are {', '.join(self.seats)}, each once and at least two of them")
        if len(battle.names) < len(list(battle.pieces)) or not all(side.piece for side in battle.form.side):
            raise BadData(file, "side.piece", "every side has pieces, and every piece an id of its own")
        self.check(battle, file)
        return battle

    def check(self, battle: Battle, file: str | Path) -> None:
        """What the form alone cannot tell. Raises BadData."""

    def options(self) -> Mapping[str, Any]:
        return {}

    def name(self, state: S, kind: str, value: Any, language: str) -> str:
        """Sides and pieces by their names in the battle's file, everything else by the game's words."""
        battle: Battle = state.scenario  # type: ignore[attr-defined]
        known = battle.sides if kind in ("seat", "winner") else battle.names if self._is_piece(kind) else {}
        if not isinstance(value, str):
            return "—" if value is None else str(value)
        return known[value][language] if value in known else self.words(language).word("word", value)

    def _is_piece(self, kind: str) -> bool:
        return self.look().touch.get(kind) == "piece"

    def picture(self, state: S, seat: Seat | None, language: str) -> str:
        return simple_picture(self.view(state, seat), self.look())

    def objection(self, state: S, decision: Decision, answer: Option) -> Objection:
        """In the words of the section «refusal» for this verb, with the verb's rule where it is among the options."""
        rules = next((one.rules for one in decision.options if one.key == answer.key and one.rules), decision.rules)
        key = answer.key if self.words("en").has("refusal", answer.key) else NOT_OFFERED
        return Objection(key, rules[0] if rules else "", {"seat": decision.seat, **decision.about, **answer.args})


@lru_cache(maxsize=16)
def _rulebook(folder: Path) -> Rulebook:
    return read_rulebook(folder / "rulebook")


@lru_cache(maxsize=16)
def _look(folder: Path) -> Look:
    path = folder / "look.toml"
    return read_look(path) if path.exists() else PLAIN_LOOK


@lru_cache(maxsize=32)
def _words(folder: Path, language: str) -> Words:
    return read_words(folder / "words" / f"{language}.toml", language)
