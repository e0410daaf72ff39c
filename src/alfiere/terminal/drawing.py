"""The table drawn in a terminal: map, cards, pieces, lists of choices."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Event
from alfiere.kernel.game import Game
from alfiere.telling import Teller, citation, in_language
from alfiere.terminal import open_table

SIDE_STYLE = {
    "red": "bold bright_red",
    "blue": "bold bright_blue",
    "green": "bold bright_green",
    "master": "bold bright_magenta",
}
PIECE = re.compile(r"[★☆]?[^\W\d_]+[^\s\w★☆]*\d*[^\s\w★☆]*")
GROUND = re.compile(r"[·^=⌂♣≈▓]")
BANNER = "banner"  # how the look of a game shows what begins or ends something
ONE_COLUMN = 12  # so many choices are listed one a line; more stand in columns


# The map


def coloured_map(picture: str) -> Text:
    """The game's picture with each side's letters in its colour, and the ground dimmed.

    What stands under the map, after an empty line, is left as it is but for the sign at its beginning.
    """
    text = Text(no_wrap=True)
    is_map = True
    for number, line in enumerate(picture.splitlines()):
        drawn = Text(line.rstrip())
        is_map = is_map and bool(line.strip())
        if not is_map:
            drawn.stylize(SIDE_STYLE[_whose(line[:1])], 0, 1)
            text.append(drawn).append("\n")
            continue
        if number == 0:
            drawn.stylize("dim")
        for found in GROUND.finditer(line):
            drawn.stylize("green" if found.group() == "♣" else "dim", *found.span())
        for found in PIECE.finditer(line):
            drawn.stylize(SIDE_STYLE[_whose(found.group())], *found.span())
        text.append(drawn).append("\n")
    text.rstrip()
    return text


def _whose(sign: str) -> Seat:
    """Capitals are red's, small letters blue's, small Greek letters a third side's."""
    if any("α" <= one <= "ω" for one in sign):
        return "green"
    return "red" if sign.isupper() else "blue"


def print_map(console: Console, teller: Teller, game: Game[Any], seat: Seat | None) -> None:
    """Where the battle stands, and the map; a window too narrow for it is told so instead of tearing its rows."""
    picture = game.rules.picture(game.state, seat, teller.language)
    console.print(Text(standing(teller, game, seat), "bold"))
    drawn, window = coloured_map(picture), shutil.get_terminal_size().columns
    wide = max(map(len, drawn.plain.splitlines()))
    if not console.is_terminal or wide <= window:
        console.print(drawn, soft_wrap=True)
        return
    for line in drawn.split("\n"):
        line.truncate(window)
        console.print(line, soft_wrap=True)
    console.print(Text(teller.phrase("table", "too-narrow", wide=wide, window=window), "yellow"))


def standing(teller: Teller, game: Game[Any], viewer: Seat | None = None) -> str:
    """Where the battle stands: turn, phase and initiative, then every number that the sides have."""
    tracks = game.view(viewer).get("tracks", {})
    parts: list[str] = []
    turn, turns = _of(tracks.get("turn"))
    if turn:
        parts.append(teller.phrase("table", "turn", turn=turn, turns=turns))
    if phase := _of(tracks.get("phase"))[0]:
        parts.append(teller.word(phase))
    if seat := tracks.get("initiative"):
        parts.append(teller.phrase("table", "initiative", seat=teller.side(game.state, seat)))
    numbers = [
        teller.phrase("table", "track", name=teller.word(name), numbers=" : ".join(map(_shown, value.values())))
        for name, value in tracks.items()
        if isinstance(value, Mapping)
        and set(value) == set(game.rules.seats_of(game.scenario))
        and _are_numbers(value.values())
    ]
    return "\n".join(" · ".join(line) for line in (parts, numbers) if line)


def has_begun(game: Game[Any]) -> bool:
    """Whether the first turn has begun, or the game counts no turns."""
    tracks = game.view(None).get("tracks", {})
    return "turn" not in tracks or bool(_of(tracks["turn"])[0])


def _of(track: Any) -> tuple[Any, Any]:
    """What a track shows and of how much, in whichever way the view tells it."""
    if isinstance(track, Mapping):
        return track.get("value"), track.get("of")
    return (track[0], track[1]) if isinstance(track, list | tuple) else (track, None)


def _are_numbers(values: Iterable[Any]) -> bool:
    return all(value is None or isinstance(value, int) for value in values)


def _shown(number: int | None) -> str:
    """What only its owner knows is a question mark."""
    return "?" if number is None else str(number)


def legend(teller: Teller, game: Game[Any]) -> list[str]:
    """What the signs of the map mean, and the classes of troops that are on it."""
    lines = []
    if teller.words.has("game", "legend"):
        lines.append(teller.phrase("duel", "legend", text=teller.words.word("game", "legend")))
    if len(game.rules.seats_of(game.scenario)) > 2:
        lines.append(teller.phrase("duel", "legend-third"))
    symbols = {piece["symbol"] for piece in game.view(None).get("pieces", ())}
    classes = [symbol for symbol in sorted(symbols) if teller.words.has("class", symbol)]
    if classes:
        named = ", ".join(f"{symbol} {teller.words.word('class', symbol)}" for symbol in classes)
        lines.append(teller.phrase("duel", "classes", text=named))
    return lines


# Cards


def cards_of(game: Game[Any], seat: Seat) -> list[dict[str, Any]]:
    """The cards a seat may look at now: dealt to it, turned up for it, in its hand."""
    hand = game.view(seat).get("hands", {}).get(seat, {})
    return [card for place in ("looking", "dealt", "cards") for card in hand.get(place) or ()]


def card_table(teller: Teller, cards: Iterable[Mapping[str, Any]]) -> Table:
    """Cards with whatever of priority, orders, value and rule they have."""
    cards = list(cards)
    headings = [name for name in ("priority", "orders", "value", "rule") if any(name in card for card in cards)]
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for heading in ("card", *headings):
        right = heading in ("priority", "value")
        table.add_column(teller.phrase("table", heading), justify="right" if right else "left")
    for card in cards:
        name = f"{in_language(card['name'], teller.language)} ({card['number']})"
        table.add_row(Text(name), *(_on_card(teller, card.get(heading)) for heading in headings))
    return table


def _on_card(teller: Teller, value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(teller.word(one) for one in value) or "—"
    return str(value or "—")


# Pieces


def piece_line(teller: Teller, game: Game[Any], piece: Mapping[str, Any]) -> str:
    """Where a piece stands, how strong it is and in what state."""
    view = game.view(piece.get("owner"))
    if open_table.is_open(view):
        return open_table.line(teller, view, piece)
    facing = piece.get("facing")
    return teller.phrase(
        "table",
        "piece-line",
        name=in_language(piece["name"], teller.language),
        hex=piece.get("hex") or "",
        facing="" if facing is None else teller.namer(game.state)("facing", facing),
        strength=_strength(piece),
        state=", ".join(teller.word(badge) for badge in piece.get("badges", ())),
    )


def _strength(piece: Mapping[str, Any]) -> str:
    """So many of so many, or nothing where it is not counted."""
    return "/".join(map(str, piece.get("strength") or ()))


def pieces_asked_about(game: Game[Any], decision: Decision) -> list[Mapping[str, Any]]:
    """The pieces on the table that a decision is about."""
    named = set(_pieces_named(game, decision.about))
    return [piece for piece in game.view(decision.seat).get("pieces", ()) if piece["id"] in named]


def shows_hidden(game: Game[Any], decision: Decision) -> bool:
    """Whether what is said of the pieces in question is not for everybody."""
    public = {piece["id"]: piece for piece in game.view(None).get("pieces", ())}
    return any(public.get(piece["id"]) != piece for piece in pieces_asked_about(game, decision))


def piece_table(teller: Teller, game: Game[Any]) -> Table:
    """Every piece on the table, side by side, each beside those of its division."""
    if open_table.is_open(game.view(None)):
        return _open_table(teller, game)
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for heading in ("hex", "", "name", "", "strength", "state"):
        table.add_column(teller.phrase("table", heading) if heading else "")
    pieces = game.view(None).get("pieces", ())
    for seat in game.rules.seats_of(game.scenario):
        table.add_row("", "", Text(teller.side(game.state, seat), SIDE_STYLE.get(seat, "bold")), "", "", "")
        own = [one for one in pieces if one.get("owner") == seat]
        for piece in sorted(own, key=lambda one: str(one.get("division"))):
            table.add_row(*_piece_row(teller, game, piece))
    return table


def _open_table(teller: Teller, game: Game[Any]) -> Table:
    """The same without hexes: places, what is counted, and the nearest enemy."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for heading in ("place", "name", "strength", "state", ""):
        table.add_column(teller.phrase("table", heading) if heading else "")
    view = game.view(None)
    for seat in game.rules.seats_of(game.scenario):
        table.add_row("", Text(teller.side(game.state, seat), SIDE_STYLE.get(seat, "bold")), "", "", "")
        for piece in (one for one in view["pieces"] if one.get("owner") == seat):
            table.add_row(
                open_table.place(view, piece, teller.language),
                open_table.title(teller, piece),
                open_table.counts(teller, piece),
                ", ".join(teller.word(badge) for badge in piece.get("badges", ())),
                open_table.nearest(teller, view, piece),
            )
    return table


def _piece_row(teller: Teller, game: Game[Any], piece: Mapping[str, Any]) -> tuple[str, ...]:
    facing = piece.get("facing")
    section = next((one for one in ("class", "rank") if teller.words.has(one, piece["symbol"])), "word")
    return (
        piece.get("hex") or "",
        "" if facing is None else teller.namer(game.state)("facing", facing),
        in_language(piece["name"], teller.language),
        teller.words.word(section, piece["symbol"]),
        _strength(piece),
        ", ".join(teller.word(badge) for badge in piece.get("badges", ())),
    )


def _pieces_named(game: Game[Any], args: Mapping[str, Any]) -> list[str]:
    """What may be pieces among the things that an option or a decision touches."""
    touch = game.rules.look().touch
    return [value for name, value in args.items() if isinstance(value, str) and touch.get(name) != "group"]


# Choices


def choices(teller: Teller, game: Game[Any], decision: Decision) -> list[str]:
    """The sentence of every option, with the hexes of the pieces that it names."""
    view = game.view(decision.seat)
    if open_table.is_open(view):  # the sentences say already how far and which way
        return [teller.option(game.state, decision, option) for option in decision.shown]
    places = {piece["id"]: piece["hex"] for piece in view.get("pieces", ()) if piece.get("hex")}
    for piece in _pieces_named(game, decision.about):  # where these are has been said
        places.pop(piece, None)
    sentences = []
    for option in decision.shown:
        found = [places[piece] for piece in _pieces_named(game, option.args) if piece in places]
        sentence = teller.option(game.state, decision, option)
        sentences.append(f"{sentence} [{' → '.join(found)}]" if found else sentence)
    return sentences


def touches_cards(options: Sequence[Option]) -> bool:
    """Whether the choices show cards, which the other side must not see."""
    return any("card" in option.args for option in options)


def numbered(sentences: Sequence[str], width: int) -> Iterator[str]:
    """Choices with their numbers, in one column or, when there are many, in as many as fit."""
    digits = len(str(len(sentences)))
    entries = [f"{number:>{digits + 2}}  {sentence}" for number, sentence in enumerate(sentences, 1)]
    columns = max(1, width // (max(map(len, entries)) + 2)) if len(entries) > ONE_COLUMN else 1
    rows = -(-len(entries) // columns)
    wide = max(map(len, entries)) + 2
    for row in range(rows):
        yield "".join(entry.ljust(wide) for entry in entries[row::rows]).rstrip()


# What happened


def told(teller: Teller, state: Any, event: Event, seat: Seat | None) -> list[Text]:
    """An event as lines: its sentence with the rules it happened under, and the breakdown of its test."""
    sentence, rules = teller.event(state, event, seat), citation(event.cited())
    motion = teller.rules.look().motion.get(event.key)
    style = "" if motion is None or motion.motion != BANNER else "italic" if motion.small else "bold"
    lines = [Text.assemble((sentence, style), (f" {rules}" if rules else "", "dim"))]
    return lines + [Text(f"    {line}", "dim") for line in teller.tallies(event)]
