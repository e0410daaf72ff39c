"""The API: what a page can ask for. docs/protocol.md tells the same for people."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from starlette.responses import Response

from alfiere import __version__
from alfiere.games import GAMES
from alfiere.kernel.decision import Seat
from alfiere.kernel.look import Look
from alfiere.kernel.ruleset import Ruleset
from alfiere.players import PLAYERS
from alfiere.server import archive, comrades, fairness, forms, inviting, joining, openapi, own_files, packing, scenarios
from alfiere.server.endpoint import Call, Endpoint
from alfiere.server.finality import is_final
from alfiere.server.house import NOT_AN_ANSWER, House, objection
from alfiere.server.packing import Packed
from alfiere.server.records import Entry, GameRow, HolderRow, MarkRow, SeatRow
from alfiere.server.refusals import Refused
from alfiere.server.room import Room
from alfiere.server.seats import NOBODY, OWNER, PERSON, Holder, hash_of, new_game_id, new_key
from alfiere.server.table import PUBLIC, Table

NOT_ASKED = {"en": "you are not asked anything now", "it": "adesso non c'è nulla da decidere"}

# Before anybody plays


async def health(call: Call) -> forms.Health:
    """Whether the server is there."""
    return forms.Health(__version__)


async def list_scenarios(call: Call) -> Packed:
    """The battles."""
    return await call.aside(scenarios.all_scenarios)


async def read_rules(call: Call) -> Packed:
    """A rulebook."""
    return await call.aside(scenarios.rulebook, call.path("game"))


async def read_words(call: Call) -> Packed:
    """A game's words."""
    return await call.aside(scenarios.words, call.path("game"))


async def read_look(call: Call) -> Packed:
    """How a game looks."""
    return await call.aside(scenarios.look, call.path("game"))


async def describe(call: Call) -> dict[str, Any]:
    """This description."""
    return openapi.description(ENDPOINTS)


# Creating and joining


async def create_game(call: Call) -> forms.Created:
    """A new game."""
    wanted: forms.NewGame = call.body
    rules, scenario = await call.aside(scenarios.find_scenario, wanted.scenario)
    return await _create(call, rules, scenario, wanted)


async def check_own(call: Call) -> forms.OwnBattle:
    """What is in this file, or what is wrong with it?"""
    wanted: forms.OwnFile = call.body
    call.may_create()
    found = await own_files.read_own(call.house, wanted.name, wanted.text, call.client)
    return forms.OwnBattle("army" if found.kind == "army" else "scenario", found.entry, found.source)


async def create_own(call: Call) -> forms.Created:
    """A new game from a file of one's own."""
    wanted: forms.OwnGame = call.body
    found = await own_files.read_own(call.house, "", wanted.source, call.client)
    scenario = await call.aside(scenarios.scenario_from, found.code, found.source)
    if not scenario.id.isprintable() or len(scenario.id) > 200:
        raise Refused(422, "bad-file", "the battle has an id that cannot be kept")
    return await _create(call, GAMES[found.code], scenario, wanted)


async def _create(
    call: Call, rules: Ruleset[Any], scenario: Any, wanted: forms.NewGame | forms.OwnGame
) -> forms.Created:
    chairs = _chairs(rules, scenario, wanted.seats)
    options = await call.aside(scenarios.checked_options, rules, scenario, {**wanted.options, **chairs})
    seats = rules.seats_of(scenario, options)
    game = new_game_id()
    sitting, keys, shown = _seated(game, seats, wanted.seats, by_hand=wanted.by_hand)
    call.may_create()
    secret, commitment = fairness.promise()
    now = time.time()
    row = GameRow(
        id=game,
        code=rules.code,
        scenario=scenario.id,
        source=msgspec.json.encode(dict(scenario.source)).decode(),
        options=msgspec.json.encode(options).decode(),
        by_hand=wanted.by_hand,
        origin="by-hand" if wanted.by_hand else "fair",
        secret=secret,
        commitment=commitment,
        seed=None,
        status="waiting",
        created=now,
        touched=now,
        visited=now,
    )
    room = await call.house.create(row, sitting, keys, client=call.client)
    if not room.has_people:
        await call.house.begin_game(room)
    return forms.Created(row.id, _with_links(row.id, shown), commitment)


async def import_game(call: Call) -> forms.Created:
    """A game from a save file."""
    wanted: forms.ImportGame = call.body
    call.may_create()
    try:
        text = wanted.save.encode()
    except UnicodeEncodeError:
        raise Refused(422, "bad-save", "the save holds half of a character and cannot be read as text") from None
    found = await archive.read_import(call.house, text, call.client)
    rules = GAMES[found.code]
    if not found.scenario.isprintable() or len(found.scenario) > 200 or len(found.seed) > 1000 or "\x00" in found.seed:
        raise Refused(422, "bad-save", "the save has a name or a seed that cannot be kept")
    scenario = await call.aside(scenarios.scenario_from, found.code, found.source)
    seats = rules.seats_of(scenario, found.options)
    game = new_game_id()
    sitting, keys, shown = _seated(game, seats, wanted.seats, by_hand=found.by_hand)
    now = time.time()
    secret, commitment = fairness.promise()  # not a promise about this battle; the computers' chance needs it
    row = GameRow(
        id=game,
        code=found.code,
        scenario=found.scenario,
        source=found.source,
        options=msgspec.json.encode(found.options).decode(),
        by_hand=found.by_hand,
        origin="imported",
        secret=secret,
        commitment=commitment,
        seed=found.seed,
        status="playing",
        created=now,
        touched=now,
        visited=now,
    )
    past = [Entry(place, "answer", seat, None, key, args, now) for place, (seat, key, args) in enumerate(found.answers)]
    await call.house.create(row, sitting, keys, past, _imported_mark(seats, found), client=call.client)
    return forms.Created(row.id, _with_links(row.id, shown), None, found.disagreement)


def _imported_mark(seats: tuple[Seat, ...], found: archive.Imported) -> MarkRow | None:
    if found.mark is None:
        return None
    at = found.mark["decisions"]
    return MarkRow(
        position=at,
        decisions=at,
        counter=found.mark["counter"],
        state=found.mark["state"],
        moments=dict.fromkeys((*seats, PUBLIC), at + 1),
        numbers=dict.fromkeys(seats, at + 1),
        offer=None,
    )


def _chairs(rules: Ruleset[Any], scenario: Any, wanted: dict[Seat, str]) -> dict[str, str]:
    """The options by which seats stay empty where «nobody» sits, and those of referees are taken. Raises Refused."""
    optional, referees = rules.optional_seats(scenario), rules.referees(scenario)
    for seat, who in wanted.items():
        if who == NOBODY and seat not in optional and seat not in referees:
            raise Refused(422, "bad-seats", f"somebody has to sit at {seat}")
    empty = {option: "no" for seat, option in optional.items() if wanted.get(seat) == NOBODY}
    return empty | {
        option: "no" if wanted[seat] == NOBODY else "yes" for seat, option in referees.items() if seat in wanted
    }


def _seated(
    game: str, seats: tuple[Seat, ...], wanted: dict[Seat, str], *, by_hand: bool
) -> tuple[list[SeatRow], list[HolderRow], list[forms.Key]]:
    """Who sits where, with the keys; «me» has one key for all seats. Raises Refused."""
    if {seat for seat, who in wanted.items() if who != NOBODY} != set(seats):
        raise Refused(422, "bad-seats", f"the seats are {', '.join(seats)}")
    if by_hand and "me" not in wanted.values():
        raise Refused(422, "bad-seats", "who enters rolls by hand must sit at the table")
    mine = [seat for seat in seats if wanted[seat] == "me"]
    sitting: list[SeatRow] = []
    keys: list[HolderRow] = []
    shown: list[forms.Key] = []

    def add_key(number: int, seats: list[Seat], who: str) -> None:
        key = new_key()
        keys.append(HolderRow(number, hash_of(key), False))
        shown.append(forms.Key(seats, who, key, ""))

    if mine:
        add_key(OWNER, mine, "me")
    for place, seat in enumerate(seats, 1):
        who = wanted[seat]
        if who == "me":
            sitting.append(SeatRow(seat, PERSON, OWNER, None))
        elif who == "friend":
            add_key(place, [seat], "friend")
            sitting.append(SeatRow(seat, PERSON, place, None))
        elif who.startswith("computer:") and who.removeprefix("computer:") in PLAYERS:
            sitting.append(fairness.computer_seat(game, seat, who))
        else:
            levels = ", ".join(f"computer:{level}" for level in sorted(PLAYERS))
            raise Refused(422, "bad-seats", f"a seat is me, friend or one of {levels}")
    if not keys:  # computers alone: who created the battle can still delete it
        add_key(OWNER, [], "owner")
    return sitting, keys, shown


def _with_links(game: str, keys: list[forms.Key]) -> list[forms.Key]:
    # Behind the «#» it stays in the browser: neither a server nor a log ever sees the key in an address.
    return [msgspec.structs.replace(one, link=_link(game, one.key)) for one in keys]


def _link(game: str, key: str) -> str:
    return f"/#/game/{game}/{key}"


async def join_game(call: Call) -> bytes:
    """Sit down."""
    room, holder = await call.room(), await call.holder()
    if holder is None:
        raise Refused(401, "no-key", "joining needs the key of a seat, as «Authorization: Bearer …»")
    await joining.sit_down(call.house, room, holder, call.body.commitment)
    return await _state(call.house, room, holder, holder.seats[0])


async def reveal_share(call: Call) -> bytes:
    """Show one's share of chance."""
    room, holder = await call.room(), await call.holder()
    if holder is None:
        raise Refused(401, "no-key", "joining needs the key of a seat, as «Authorization: Bearer …»")
    await joining.reveal(call.house, room, holder, call.body.share)
    return await _state(call.house, room, holder, holder.seats[0])


async def delete_game(call: Call) -> forms.Deleted:
    """Remove it for good."""
    room, holder = await call.room(), await call.holder()
    await call.house.delete(room, holder)
    return forms.Deleted(room.id)


# The table


async def read_game(call: Call) -> bytes:
    """The state."""
    room = await call.room()
    return await _state(call.house, room, await call.holder(), await call.looking())


async def read_briefing(call: Call) -> forms.Briefing:
    """What to know before the battle; all of it is known to everybody."""
    room = await call.room()
    return await call.aside(scenarios.briefing, GAMES[room.row.code], room.scenario, room.options)


async def _state(house: House, room: Room, holder: Holder | None, viewer: Seat | None) -> bytes:
    async with room.lock:
        shown = msgspec.Raw(await house.shown(room, viewer))
        return msgspec.json.encode(forms.State(about(room, holder), shown))


def about(room: Room, holder: Holder | None) -> forms.About:
    """A game apart from its table."""
    is_over = room.status == "over"
    return forms.About(
        id=room.id,
        scenario=f"{room.row.code}/{room.row.scenario}",
        title={language: str(name) for language, name in room.scenario.title.items()},
        status=room.status,
        by_hand=room.row.by_hand,
        origin=room.row.origin,
        options=room.options,
        seats=[
            forms.SeatShown(
                row.seat,
                row.who,
                row.commitment is not None or room.status != "waiting",
                (row.contribution is not None and row.computer is None) or room.status != "waiting",
                holder is not None and row.seat in holder.seats,
            )
            for row in room.sitting
        ],
        may_export=room.status != "waiting" and (is_over or (holder is not None and holder.holds_all)),
        created=room.row.created,
        comrades=[
            forms.ComradeShown(
                one.number, one.seat, one.name, one.leads, holder.is_comrade and one.number == holder.number
            )
            for one in room.comrades
            if holder is not None and one.seat in holder.seats
        ],
        chief=holder is not None and bool(holder.seats) and not holder.is_comrade,
    )


async def answer_decision(call: Call) -> bytes:
    """Answer."""
    room, seat, by = await call.room(), await call.playing(), await call.person()
    body: forms.Answer = call.body
    taken = await call.house.answer(room, seat, by, body.decision, body.answer.key, body.answer.args)
    state = await _state(call.house, room, await call.holder(), seat)
    return msgspec.json.encode(forms.Taken(not taken, msgspec.Raw(state)))


async def ask_why(call: Call) -> forms.Allowed:
    """Would it be allowed?"""
    room, seat, by = await call.room(), await call.playing(), await call.person()
    body: forms.AnswerBody = call.body.answer
    async with room.lock:
        table = await call.house.ready(room)
        if table is None:
            return forms.Allowed(False, NOT_ASKED["en"], text=NOT_ASKED)
        return await call.house.referees.run(room.pace, _why, room, table, seat, by, body)


def _why(room: Room, table: Table, seat: Seat, by: Holder, body: forms.AnswerBody) -> forms.Allowed:
    decision = table.decision_of(seat)
    if decision is None:
        return forms.Allowed(False, NOT_ASKED["en"], text=NOT_ASKED)
    option = decision.find((body.key, body.args))
    if option is not None:
        try:
            comrades.refuse_answer_of_another(room, table, seat, by, decision, option)
        except Refused as not_his:
            return forms.Allowed(False, not_his.why[:500], not_his.rule or None, dict(not_his.text or {}))
        return forms.Allowed(True)
    found = objection(table, seat, body.key, body.args)
    return forms.Allowed(False, found.why[:500], found.rule or None, dict(found.text or NOT_AN_ANSWER), found.general)


async def preview_answer(call: Call) -> forms.Preview:
    """What would come of it?"""
    room, seat = await call.room(), await call.playing()
    body: forms.AnswerBody = call.body.answer
    async with room.lock:
        table = await call.house.ready(room)
        if table is None:
            return forms.Preview(False, [], [], False)
        return await call.house.referees.run(room.pace, _preview, table, seat, body)


def _preview(table: Table, seat: Seat, body: forms.AnswerBody) -> forms.Preview:
    decision = table.decision_of(seat)
    option = None if decision is None else decision.find((body.key, body.args))
    if decision is None or option is None:
        return forms.Preview(False, [], [], False)
    state, rules = table.game.state, table.rules
    # Told to the seat, so worked out from what the seat can know.
    found = [one.to_plain() for one in rules.prospects(state, decision, option, seat)]
    final = is_final(table.game, seat, option, table.over())
    cautions = [table.sentences.caution(state, one) for one in rules.cautions(state, decision, option)]
    return forms.Preview(True, found, rules.sketch(state, decision, option), final, cautions)


async def undo_answer(call: Call) -> bytes:
    """Take back."""
    room, seat, by = await call.room(), await call.playing(), await call.person()
    await call.house.undo(room, seat, by, call.body.number)
    return await _state(call.house, room, await call.holder(), seat)


async def resign_game(call: Call) -> bytes:
    """Give up."""
    room, seat = await call.room(), await call.playing()
    comrades.refuse_comrade(await call.holder())
    await call.house.resign(room, seat)
    return await _state(call.house, room, await call.holder(), seat)


async def settle_draw(call: Call) -> bytes:
    """Offer, accept or decline a draw."""
    room, seat = await call.room(), await call.playing()
    comrades.refuse_comrade(await call.holder())
    await call.house.draw(room, seat, call.body.what)
    return await _state(call.house, room, await call.holder(), seat)


# Comrades


async def invite_comrade(call: Call) -> forms.Invited:
    """Invite somebody to one's side."""
    room, seat = await call.room(), await call.playing()
    comrades.refuse_comrade(await call.holder())
    number, key = await inviting.invite(call.house, room, seat, call.body.name, call.body.parts)
    return forms.Invited(number, key, _link(room.id, key))


async def give_parts(call: Call) -> forms.ComradeShown:
    """Say what a comrade leads."""
    room, by = await call.room(), await call.person()
    comrades.refuse_comrade(by)
    one = await inviting.give(call.house, room, by, call.number("number"), call.body.name, call.body.parts)
    return forms.ComradeShown(one.number, one.seat, one.name, one.leads, me=False)


async def let_comrade_go(call: Call) -> forms.Gone:
    """A comrade leaves."""
    room, by = await call.room(), await call.person()
    await inviting.let_go(call.house, room, by, number := call.number("number"))
    return forms.Gone(number)


# The past


async def read_log(call: Call) -> forms.Log:
    """The log."""
    room, viewer = await call.room(), await call.looking()
    first, most = call.whole("from", 0), call.whole("limit", archive.MOST_STEPS)
    async with room.lock:
        table = await call.house.ready(room)
        if table is None:
            return forms.Log(viewer, 0, [])
        length = table.timelines[viewer].length
        if first >= length or most == 0:
            return forms.Log(viewer, length, [])
        steps = await archive.steps_from(call.house, room, viewer, first, min(most, archive.MOST_STEPS))
        return forms.Log(viewer, length, steps)


async def read_moment(call: Call) -> dict[str, Any]:
    """An earlier moment."""
    room, viewer = await call.room(), await call.looking()
    text = call.path("moment")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refused(404, "no-such-moment", "the battle has no such moment")
    async with room.lock:
        await call.house.ready(room)
    async with room.past_lock:
        return await archive.moment_of(call.house, room, viewer, int(text))


async def export_game(call: Call) -> Response:
    """The save file."""
    room, holder = await call.room(), await call.holder()
    is_over = await call.house.is_over(room)
    if room.table is None or not (is_over or (holder is not None and holder.holds_all)):
        raise Refused(403, "not-yet", "a save holds what the others hide: it can be had after the end")
    text = await archive.export(call.house, room, call.client)
    name = f"alfiere-{room.row.code}-{room.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return await packing.answer(text.encode(), call.request.headers, headers=headers)


async def read_fairness(call: Call) -> forms.Fairness:
    """The dice."""
    room = await call.room()
    is_over = await call.house.is_over(room)
    proof = (
        await archive.proof(call.house, room, call.client) if is_over else {"replay_agrees": None, "decisions": None}
    )
    return forms.Fairness(**fairness.shown(room.row, room.sitting, is_over), **proof)


# Talk


async def read_chat(call: Call) -> forms.Talk:
    """What was said."""
    room, holder = await call.room(), await call.holder()
    if holder is None:
        raise Refused(401, "no-key", "the talk is between the seats")
    first = call.whole("from", 0)
    lines = [forms.Line(one.number, one.seat, one.text, one.at) for one in room.chat if one.number >= first]
    return forms.Talk(lines)


async def say_line(call: Call) -> forms.Line:
    """Say something."""
    room, seat = await call.room(), await call.playing()
    line = await call.house.say(room, seat, call.body.text)
    return forms.Line(line.number, line.seat, line.text, line.at)


_SEAT: dict[str, dict[str, Any]] = {"seat": {"type": "string"}}
_FROM: dict[str, dict[str, Any]] = {"from": {"type": "integer", "minimum": 0}}
_LIMIT: dict[str, dict[str, Any]] = {"limit": {"type": "integer", "minimum": 0}}
_ANY = dict[str, Any]
_ONE = "/api/games/{id}"
_COMRADE = _ONE + "/comrades/{number}"

ENDPOINTS = [
    Endpoint("GET", "/api/health", health, "Whether the server is there", forms.Health),
    Endpoint("GET", "/api/scenarios", list_scenarios, "Every battle, with its board", forms.Scenarios),
    Endpoint("GET", "/api/rules/{game}", read_rules, "A rulebook in both languages", forms.Book),
    Endpoint("GET", "/api/words/{game}", read_words, "A game's words in both languages", forms.Words),
    Endpoint("GET", "/api/look/{game}", read_look, "How a game looks on a table", Look),
    Endpoint("GET", "/api/openapi.json", describe, "This description", _ANY),
    Endpoint("POST", "/api/games", create_game, "Create a game", forms.Created, forms.NewGame, 201),
    Endpoint(
        "POST",
        "/api/games/import",
        import_game,
        "A game from a save",
        forms.Created,
        forms.ImportGame,
        201,
        is_save=True,
    ),
    Endpoint("POST", "/api/own", check_own, "A file of one's own", forms.OwnBattle, forms.OwnFile, is_save=True),
    Endpoint(
        "POST",
        "/api/own/games",
        create_own,
        "Play a file of one's own",
        forms.Created,
        forms.OwnGame,
        201,
        is_save=True,
    ),
    Endpoint("DELETE", _ONE, delete_game, "Remove a game for good", forms.Deleted, needs_key=True),
    Endpoint("POST", _ONE + "/join", join_game, "Sit down", forms.State, forms.Join, needs_key=True),
    Endpoint("POST", _ONE + "/reveal", reveal_share, "Show a share", forms.State, forms.Reveal, needs_key=True),
    Endpoint("GET", _ONE, read_game, "The game as a seat may see it", forms.State, query=_SEAT),
    Endpoint("GET", _ONE + "/briefing", read_briefing, "What the battle is about", forms.Briefing),
    Endpoint("POST", _ONE + "/answer", answer_decision, "Answer", forms.Taken, forms.Answer, needs_key=True),
    Endpoint("POST", _ONE + "/why", ask_why, "Why not?", forms.Allowed, forms.Question, needs_key=True),
    Endpoint(
        "POST", _ONE + "/preview", preview_answer, "What it would bring", forms.Preview, forms.Question, needs_key=True
    ),
    Endpoint("POST", _ONE + "/undo", undo_answer, "Take back", forms.State, forms.Undo, needs_key=True),
    Endpoint("POST", _ONE + "/resign", resign_game, "Give up", forms.State, forms.Act, needs_key=True),
    Endpoint("POST", _ONE + "/draw", settle_draw, "A draw", forms.State, forms.Draw, needs_key=True),
    Endpoint(
        "POST",
        _ONE + "/comrades",
        invite_comrade,
        "Invite somebody to one's side",
        forms.Invited,
        forms.Invite,
        201,
        needs_key=True,
    ),
    Endpoint("PUT", _COMRADE, give_parts, "What a comrade leads", forms.ComradeShown, forms.Giving, needs_key=True),
    Endpoint("DELETE", _COMRADE, let_comrade_go, "A comrade leaves", forms.Gone, needs_key=True),
    Endpoint("GET", _ONE + "/log", read_log, "What happened", forms.Log, query=_SEAT | _FROM | _LIMIT),
    Endpoint("GET", _ONE + "/moments/{moment}", read_moment, "An earlier moment", forms.Moment, query=_SEAT),
    Endpoint("GET", _ONE + "/save", export_game, "The save file", _ANY),
    Endpoint("GET", _ONE + "/fairness", read_fairness, "The dice and their proof", forms.Fairness),
    Endpoint("GET", _ONE + "/chat", read_chat, "What was said", forms.Talk, needs_key=True, query=_FROM),
    Endpoint("POST", _ONE + "/chat", say_line, "Say something", forms.Line, forms.Say, 201, needs_key=True),
]
