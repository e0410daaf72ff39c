"""What the head of a table shows: the stage of the turn, determination as it began, the divisions."""

from collections.abc import Iterator

import pytest

from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.view import DEPLOYMENT, STAGES
from alfiere.kernel.game import Game
from tests.kernel.walks import new_game, walk
from tests.situation import situation

RULES = Esa()


def views(name: str, seed: int, steps: int = 2000) -> Iterator[dict]:
    game: Game = new_game("esa", name, seed)
    yield game.view(None)
    for _ in walk(game, seed, steps):
        yield game.view(None)


@pytest.mark.parametrize("seed", range(3))
def test_stages_run_in_the_order_of_the_turn(seed):
    order = [DEPLOYMENT, *STAGES]
    seen = set()
    last, turn = DEPLOYMENT, 0
    for view in views("lens-1648", seed):
        tracks = view["tracks"]
        stage = tracks["stage"]
        assert stage in tracks["stages"]
        assert tracks["stages"] == [one for one in order if one in tracks["stages"]]
        if tracks["turn"][0] == turn and not tracks["winner"]:
            assert order.index(stage) >= order.index(last)
        last, turn = stage, tracks["turn"][0]
        seen.add(stage)
    assert seen >= {DEPLOYMENT, "orders", "movement", "end"}


def test_deployment_is_left_out_once_it_is_over_and_barrage_where_nobody_has_one():
    found = list(views("lens-1648", 1, 400))
    for view in found:
        tracks = view["tracks"]
        assert (DEPLOYMENT in tracks["stages"]) == (tracks["stage"] == DEPLOYMENT)
        if tracks["stage"] in (DEPLOYMENT, "planning"):
            assert "barrage" not in tracks["stages"]


def test_determination_is_told_as_it_began_throughout_the_battle():
    found = list(views("rocroi-1643", 2))
    began = found[0]["tracks"]["determination"]
    assert all(view["tracks"]["determination_start"] == began for view in found)
    assert found[-1]["tracks"]["determination"] != began


def test_divisions_are_groups_of_pieces_with_a_general():
    for view in views("lens-1648", 3, 300):
        groups = {group["id"]: group for group in view["groups"]}
        assert {note["group"] for note in view["notes"]} == set(groups)
        for piece in view["pieces"]:
            if piece["kind"] == "unit":
                group = groups[piece["division"]]
                assert piece["id"] in group["units"]
                assert piece["owner"] == group["owner"]
        assert all(set(group["name"]) == {"en", "it"} for group in groups.values())


# What is shown of a situation

FIELD = """
    esa on open ground
    wood 9,-9
    area 8,-9 protection 2|1
    hedge 7,-9 ne e
    rise crest 6,-9 slope 6,-8
    river 5,-9
    red  pike A at 0,0 facing 0, strength 2
    red  pike C at 1,0 facing 0
    red  general Condé at 0,0 morale 4
    blue pike B at 0,-1 facing 3
    blue general Mercy at 6,0 morale 3
    {more}
"""


def shown(more: str = "", seat: str | None = None):
    game = situation(FIELD.format(more=more))
    return game, RULES.view(game.state, seat)


@pytest.mark.rule("esa.1.4a")
def test_a_shape_shows_of_crest_sides_and_protection_only_what_it_has():
    game, view = shown()
    wood, area, hedge, rise, river = view["board"]["shapes"]
    assert set(wood) == set(river) == {"kind", "name", "hexes"}
    assert set(area) == {"kind", "name", "hexes", "protection"}
    assert area["protection"] == [2, 1]
    assert set(hedge) == {"kind", "name", "hexes", "sides"}
    assert hedge["sides"] == [[game.at(7, -9), 0], [game.at(7, -9), 1]]
    assert set(rise) == {"kind", "name", "hexes", "crest"}
    assert rise["crest"] == [game.at(6, -9)]
    assert view["board"]["impassable"] == [game.at(5, -9)]


def test_pieces_off_the_map_are_not_shown_and_the_eliminated_are_named():
    game, view = shown()
    assert {one["id"] for one in view["pieces"]} >= {"A", "B", "C", "Condé", "Mercy"}
    assert view["eliminated"] == []
    game.unit("C").strength = 0
    game.state.place(game.unit("C"), "")
    game.state.place_leader(game.leader("Mercy"), "")
    view = RULES.view(game.state, None)
    assert view["eliminated"] == ["C"]
    assert {"C", "Mercy"}.isdisjoint(one["id"] for one in view["pieces"])
    pieces = {one["id"]: one for one in view["pieces"]}
    assert pieces["Condé"]["attached"] == "A"
    assert pieces["Condé"]["name"] == game.leader("Condé").profile.name  # he has no shorter one
    assert pieces["A"]["strength"] == [2, game.unit("A").profile.strength]


def test_objectives_say_when_they_count_and_whether_they_are_spent():
    game, view = shown("objective 2,2 red 3\nobjective 3,3 anyone every turn\nexit 5,-5 blue\nvictory red 4,4")
    once, every_turn, way_out, victory = view["marks"]
    assert (once["points"], once["loses"], once["every_turn"], once["spent"]) == (3, "red", False, False)
    assert every_turn["every_turn"]
    assert (way_out["kind"], way_out["hex"], way_out["side"]) == ("exit", game.at(5, -5), "blue")
    assert (victory["kind"], victory["hex"]) == ("victory", game.at(4, 4))
    game.state.taken.append("0")
    assert [one.get("spent") for one in RULES.view(game.state, None)["marks"][:2]] == [True, False]


@pytest.mark.rule("esa.3.2.2n")
def test_a_hand_is_shown_to_its_owner_and_counted_by_the_others():
    game, _ = shown("hand red 5 7 blue 9")
    game.state.phase, game.state.step = "actions", 0
    game.state.armies["red"].aside = [3]
    game.state.armies["red"].deck.top, game.state.armies["red"].deck.bottom = [11, 12], [13]
    size = len(game.state.armies["red"].deck)
    mine = RULES.view(game.state, "red")["hands"]["red"]
    assert [card["number"] for card in mine["cards"]] == [5, 7]
    assert [card["number"] for card in mine["dealt"]] == [3]
    assert (mine["on_top"], mine["at_bottom"], mine["looking"]) == ([12, 11], [13], None)
    for seat in ("blue", None):
        hand = RULES.view(game.state, seat)["hands"]["red"]
        assert (hand["count"], hand["deck"]) == (2, size)
        assert {hand[key] for key in ("cards", "dealt", "looking", "on_top", "at_bottom")} == {None}


@pytest.mark.rule("esa.card.42")
def test_who_spies_sees_the_other_hand_and_nobody_else_does():
    game, _ = shown("hand red 5 7")
    game.state.seen_hand = "blue"
    hand = {seat: RULES.view(game.state, seat)["hands"] for seat in ("red", "blue", None)}
    assert [card["number"] for card in hand["blue"]["red"]["cards"]] == [5, 7]
    assert hand["blue"]["red"]["on_top"] is None  # the hand, not the deck
    assert hand["red"]["blue"]["cards"] is None
    assert hand[None]["red"]["cards"] is hand[None]["blue"]["cards"] is None
    game.state.seen_hand = ""
    assert RULES.view(game.state, None)["hands"]["red"]["cards"] is None


@pytest.mark.rule("esa.card.22")
def test_cards_looked_at_are_shown_to_who_looks():
    game, _ = shown()
    game.state.looking, game.state.looker = [4, 5, 6], "blue"
    seen = {seat: RULES.view(game.state, seat)["hands"] for seat in ("red", "blue", None)}
    assert [card["number"] for card in seen["blue"]["blue"]["looking"]] == [4, 5, 6]
    assert seen["blue"]["red"]["looking"] is seen["red"]["blue"]["looking"] is seen["red"]["red"]["looking"] is None
    assert seen[None]["blue"]["looking"] is None


@pytest.mark.rule("esa.3.2.2n")
@pytest.mark.parametrize(
    ("phase", "step", "counted"),
    [
        ("preparation", 0, False),
        ("preparation", 3, False),
        ("deployment", 0, False),
        ("deployment", 1, True),
        ("planning", 0, True),
        ("orders", 0, False),
        ("orders", 1, False),
        ("orders", 2, True),
        ("actions", 0, True),
    ],
)
def test_while_cards_are_laid_in_secret_nobody_counts_the_cards_of_the_other(phase, step, counted):
    game, _ = shown("hand red 5 7")
    game.state.phase, game.state.step = phase, step
    hand = RULES.view(game.state, "blue")["hands"]["red"]
    assert (hand["count"] == 2, hand["count"] is None) == (counted, not counted)
    assert (hand["deck"] is None) is not counted
    assert RULES.view(game.state, "red")["hands"]["red"]["count"] == 2


def _note(game, seat, owner="red"):
    return next(one for one in RULES.view(game.state, seat)["notes"] if one["owner"] == owner)


@pytest.mark.rule("esa.3.2.2n")
def test_a_card_laid_face_down_is_known_to_its_owner_alone_until_the_reveal():
    game, _ = shown("order red: card 7 focus fire")
    s = game.state
    s.phase, s.step, s.cards_shown = "orders", 2, False
    assert _note(game, "red")["card"]["number"] == 7
    assert (_note(game, "red")["focus"], _note(game, "red")["face_down"]) == ("fire", False)
    for seat in ("blue", None):
        assert (_note(game, seat)["card"], _note(game, seat)["face_down"]) == (None, True)
        assert "focus" not in _note(game, seat)
    assert _note(game, "red", "blue")["face_down"] is None  # blue's general has none
    assert (_note(game, "blue", "blue")["card"], _note(game, "blue", "blue")["face_down"]) == (None, False)
    assert _note(game, "blue", "blue")["focus"] is None
    s.step = 1  # while they are being laid not even that there is one is seen
    assert _note(game, "blue")["face_down"] is None
    s.step, s.cards_shown = 2, True
    assert _note(game, "blue")["card"]["number"] == 7
    assert (_note(game, "blue")["focus"], _note(game, "blue")["has_order"]) == ("fire", True)
    s.phase, s.cards_shown = "planning", False  # nothing lies face down here
    assert _note(game, "blue")["face_down"] is False


def test_the_stage_is_the_last_step_begun():
    game, _ = shown()
    s = game.state
    for phase, step, stage in [
        ("preparation", 0, DEPLOYMENT),
        ("deployment", 2, DEPLOYMENT),
        ("planning", 0, "planning"),
        ("orders", 1, "orders"),
        ("actions", 1, "barrage"),
        ("actions", 2, "movement"),
        ("actions", 7, "movement"),  # leaders
        ("actions", 8, "fire"),
        ("actions", 11, "fire"),
        ("actions", 12, "melee"),
        ("actions", 23, "melee"),
        ("actions", 24, "rally"),
        ("end", 0, "end"),
    ]:
        s.phase, s.step = phase, step
        tracks = RULES.view(s, None)["tracks"]
        assert tracks["stage"] == stage
        assert ("barrage" in tracks["stages"]) == (stage == "barrage")
    s.phase, s.winner = "planning", "red"
    tracks = RULES.view(s, None)["tracks"]
    assert (tracks["stage"], tracks["winner"]) == ("end", "red")


@pytest.mark.rule("esa.card.9")
def test_a_barrage_is_among_the_steps_once_its_card_is_shown():
    game, _ = shown("order red: card 9")
    game.state.phase = "orders"
    assert RULES.view(game.state, None)["tracks"]["stages"][:3] == ["planning", "orders", "barrage"]
    game.state.cards_shown = False
    assert "barrage" not in RULES.view(game.state, None)["tracks"]["stages"]
    game, view = shown("order red: card 9 focus fire")  # esa.10.7c: a focused card has no ability
    assert "barrage" not in view["tracks"]["stages"]


def test_empty_tracks_are_told_as_nothing():
    game, view = shown()
    tracks = view["tracks"]
    assert tracks["initiative"] is tracks["acting"] is tracks["winner"] is tracks["reason"] is None
    game.state.initiative, game.state.acting, game.state.reason = "blue", "red", "turns"
    tracks = RULES.view(game.state, None)["tracks"]
    assert (tracks["initiative"], tracks["acting"], tracks["reason"]) == ("blue", "red", "turns")


@pytest.mark.rule("esa.1.3a", "esa.1.3b")
@pytest.mark.parametrize(
    ("kind", "state", "colours"),
    [
        ("tercio", "", []),
        ("tercio", ", strength 5", ["grey"]),
        ("tercio", ", strength 3", ["black"]),
        ("tercio", ", strength 2", ["black", "grey"]),
        ("tercio", ", strength 1, shaken", ["black", "brown", "red"]),
        ("pike", ", shaken, paralysed", ["red", "yellow"]),
        ("pike", ", strength 2, paralysed", ["brown", "yellow"]),
    ],
)
def test_markers_tell_losses_shaken_and_paralysed_by_colour(kind, state, colours):
    game = situation(f"""
        esa on open ground
        red {kind} A at 0,0 facing 0{state}
    """)
    (unit,) = [one for one in RULES.view(game.state, None)["pieces"] if one["id"] == "A"]
    assert unit["markers"] == colours


def test_badges_tell_the_state_of_a_unit():
    game = situation("""
        esa on open ground
        red  pike A at 0,0 facing 0, strength 1
        red  pike C at 1,0 facing 0, paralysed
        red  pike D at 3,3 facing 0, shaken
        red  general Condé at 1,0 morale 4
        blue pike B at 0,-1 facing 3
        order blue: melee
    """)
    badges = {one["id"]: set(one.get("badges", ())) for one in RULES.view(game.state, None)["pieces"]}
    assert badges["A"] == {"weakened", "engaged", "battle line"}
    assert badges["C"] == {"paralysed", "supported", "battle line"}
    assert badges["D"] == {"shaken"}
    assert badges["B"] == set()


def test_the_order_of_battle_tells_who_is_lost_and_who_has_acted():
    game = situation("""
        esa on open ground
        red   pike A at 5,5 facing 0, moved
        blue  pike B at 5,9 facing 0
    """)
    state = game.state
    state.units["B"].strength, state.units["B"].hex = 0, ""
    seen = RULES.view(state, "red")
    assert {one["id"]: one.get("acted") for one in seen["pieces"] if one["kind"] == "unit"} == {"A": True}
    assert [(one["id"], one["owner"]) for one in seen["lost"]] == [("B", "blue")]
