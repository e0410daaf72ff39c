"""Chapter 7.4.1: who belongs to a melee, how it is split into combats, and in which order they are fought."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.esa.events import BatteryOverrun, ForcedMove, MeleeSplit, MeleeStruck
from tests.games.esa.blows import blow, offered, on, parted, strikers, was_asked
from tests.situation import situation

NO_HITS = "cards red 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 blue 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9"

# The box «Separazione delle mischie»: de Guiche (red) has A and B, Soissons (blue) C, D and E
GUICHE = f"""
    esa on open ground
    red pike A at 0,0 facing 3
    red pike B at 1,0 facing 3
    blue musketeers C at -1,1 facing 0
    blue pike D at 0,1 facing 0
    blue pike E at 1,1 facing 0
    order red: card 4               # priority 3
    order blue: card 5              # priority 2
    {NO_HITS}
"""


def combats(game: Any) -> set[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The combats of the last split."""
    return set(game.told(MeleeSplit)[-1].combats)


@pytest.mark.rule("esa.ex.34")
def test_soissons_splits_the_melee_and_de_guiche_chooses_where_to_begin():
    game = situation(GUICHE)
    game.phase(
        "melee",
        "attack unit=A target=D",
        on("join-melee", "join unit=C"),
        on("join-melee", "join unit=E"),
        on("split-join", "join unit=D target=A"),
        on("first-combat", "fight unit=A"),
    )
    assert was_asked(game, "split-join")[0].seat == "blue"
    assert combats(game) == {(("B",), ("E",)), (("A",), ("C", "D"))}
    first = was_asked(game, "first-combat")
    assert [decision.seat for decision in first] == ["red"]
    assert set(offered(first[0], "fight", "unit")) == {("A",), ("B",)}
    assert strikers(game)[:4] == ["A", "D", "B", "E"]


@pytest.mark.rule("esa.ex.35")
def test_the_close_order_unit_beside_the_musketeers_must_be_the_main_unit():
    game = situation(GUICHE)
    game.fight("A", "D", on("split-join", "join unit=D target=A"))
    assert not was_asked(game, "main-unit")
    assert (blow(game, "D").helpers, blow(game, "A").target) == (("C",), "D")


# The procedure


@pytest.mark.rule("esa.7.4.1a")
def test_every_combat_has_a_single_unit_on_at_least_one_side():
    game = situation(GUICHE)
    game.phase("melee", "attack unit=A target=D")
    assert len(combats(game)) == 2
    assert all(min(len(mine), len(theirs)) == 1 for mine, theirs in combats(game))
    assert {name for combat in combats(game) for side in combat for name in side} == set("ABCDE")


@pytest.mark.rule("esa.7.4.1b", "esa.7.4.1c")
def test_the_more_numerous_player_pairs_his_units_that_have_a_single_opponent():
    game = situation(GUICHE)
    game.phase("melee", "attack unit=B target=D", on("split-join", "join unit=D target=B"))
    assert combats(game) == {(("A",), ("C",)), (("B",), ("E", "D"))}
    # C and E were never in question, D alone was, and its owner answered
    assert [(decision.seat, decision.about["unit"]) for decision in was_asked(game, "split-join")] == [("blue", "D")]
    assert not was_asked(game, "split-opponent")


@pytest.mark.rule("esa.7.4.1d")
@pytest.mark.parametrize("target", ["A", "B"])
def test_a_unit_without_a_single_opponent_is_added_to_a_combat_of_its_owners_choice(target):
    game = situation(GUICHE)
    assert parted(game, "blue", "C D E", "A B", f"join unit=D target={target}") == [
        ("C D" if target == "A" else "C", "A"),
        ("E D" if target == "B" else "E", "B"),
    ]


@pytest.mark.rule("esa.7.4.1e")
@pytest.mark.parametrize(("first", "order"), [("A", ["A", "D", "B", "E"]), ("B", ["B", "E", "A", "D"])])
def test_the_active_player_decides_which_combat_is_fought_first(first, order):
    game = situation(GUICHE)
    game.fight("A", "D", on("split-join", "join unit=D target=A"), on("first-combat", f"fight unit={first}"))
    assert was_asked(game, "first-combat")[0].seat == "red"
    assert strikers(game) == order


@pytest.mark.rule("esa.7.4.1f")
def test_a_combat_is_over_with_its_forced_movements_before_the_next_begins():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 3
        red pike B at 1,0 facing 3
        blue pike D at -1,1 facing 0
        blue pike E at 1,1 facing 0
        blue pike F at 0,1 facing 0
        cards red 1 1 1 9 9 9 9 9 9 9   blue 9 9 9 9 9 9 9 9 9 9
    """)
    game.fight("A", "F", on("split-join", "join unit=F target=B"), on("first-combat", "fight unit=A"))
    story = [(type(e), e.unit) for e in game.events if isinstance(e, MeleeStruck | ForcedMove)]
    assert story[:4] == [(MeleeStruck, "A"), (MeleeStruck, "D"), (ForcedMove, "D"), (MeleeStruck, "B")]


# Who belongs to the melee


@pytest.mark.rule("esa.7.4.1g")
def test_a_melee_draws_in_all_units_of_the_division_linked_by_contact():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0                      # attacks X
        red pike B at 2,-1 facing 5                     # touches X and Y
        red pike C at 3,-2 facing 5                     # touches Y: linked through B
        red pike D at 8,0 facing 0                      # touches Z, far away
        red pike E at 0,-1 facing 1, division other     # touches X, but does not act now
        blue pike X at 1,-1 facing 3
        blue pike Y at 2,-2 facing 3
        blue pike Z at 8,-1 facing 3
        order red: card 4
        {NO_HITS}
    """)
    game.fight("A", "X")
    taking_part = {name for event in game.told(MeleeStruck) for name in (event.unit, *event.helpers)}
    assert taking_part == {"A", "B", "C", "X", "Y"}


@pytest.mark.rule("esa.7.4.1g")
def test_a_unit_that_has_attacked_already_is_not_drawn_in():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 2,-2 facing 3
        blue pike X at 1,-1 facing 3
        blue pike Y at 2,-3 facing 3
        {NO_HITS}
    """)
    game.fight("B", "Y", on("join-melee", "none"))
    assert blow(game, "B").helpers == ()
    game.fight("A", "X")
    assert blow(game, "A").helpers == ()


@pytest.mark.rule("esa.7.4.1g2")
def test_the_inactive_player_chooses_which_units_in_contact_he_activates():
    for answers, helpers in (
        ((on("join-melee", "join unit=Y"), on("join-melee", "none")), ("Y",)),
        ((on("join-melee", "join unit=Y"), on("join-melee", "join unit=Z")), ("Y", "Z")),
        ((on("join-melee", "none"),), ()),
    ):
        game = situation(f"""
            esa on open ground
            red pike A at 0,0 facing 0
            blue pike X at 1,-1 facing 3
            blue pike Y at 0,-1 facing 3, division other
            blue pike Z at -1,0 facing 1
            {NO_HITS}
        """)
        mains = (on("main-unit", "main unit=X"),) if helpers else ()
        game.fight("A", "X", *answers, *mains)
        assert was_asked(game, "join-melee")[0].seat == "blue"
        assert blow(game, "X").helpers == helpers


@pytest.mark.rule("esa.7.4.1g2")
@pytest.mark.parametrize(
    ("words", "answer", "expected"),
    [
        ("shaken", "attack unit=B target=Y", {(("A",), ("X",)), (("B",), ("Y",))}),
        ("", "attack unit=B target=Y", {(("A",), ("X",)), (("B",), ("Y",))}),
        ("shaken", "none", None),
    ],
)
def test_the_active_player_may_also_attack_units_that_keep_out_of_the_melee(words, answer, expected):
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 2,-1 facing 5
        blue pike X at 1,-1 facing 3
        blue pike Y at 2,-2 facing 3, {words}
        {NO_HITS}
    """)
    refuses = () if words else (on("join-melee", "none"),)
    game.fight("A", "X", *refuses, on("attack-more", answer))
    if expected is None:
        assert blow(game, "A").helpers == ("B",)
    else:
        assert combats(game) == expected
        # attacked now, a fresh unit may fight back although it did not want to step in
        assert ("Y" in strikers(game)) == (not words)


@pytest.mark.rule("esa.7.4.1g2")
def test_batteries_have_no_part_in_a_melee():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0, order: card 4
        red pike B at 2,-1 facing 5
        blue pike X at 1,-1 facing 3
        blue guns Y at 2,-2 facing 3
        {NO_HITS}
    """)
    game.fight("A", "X")
    assert not was_asked(game, "attack-more")
    assert game.told(BatteryOverrun) == []


# Who splits


@pytest.mark.rule("esa.7.4.1h")
def test_at_equal_numbers_the_active_player_splits_and_no_main_unit_is_named():
    game = situation(f"""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 1,0 facing 0
        blue pike X at 1,-1 facing 3            # all four touch each other
        blue pike Y at 0,1 facing 0
        {NO_HITS}
    """)
    game.fight("A", "X", on("split-opponent", "oppose unit=B target=X"))
    assert [decision.seat for decision in was_asked(game, "split-opponent")] == ["red"]
    assert combats(game) == {(("B",), ("X",)), (("A",), ("Y",))}
    assert not was_asked(game, "main-unit")


@pytest.mark.rule("esa.7.4.1i")
def test_an_enemy_with_a_single_opponent_binds_nobody():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0              # touches X, Y and W
        red pike B at 1,0 facing 0              # touches X and Y
        blue pike X at 1,-1 facing 3
        blue pike Y at 0,1 facing 0
        blue pike W at -1,0 facing 1            # touches A only; the splitting player takes his own units alone
    """)
    assert parted(game, "red", "A B", "X Y W", "oppose unit=A target=X") == [("A", "X W"), ("B", "Y")]


@pytest.mark.rule("esa.7.4.1i")
def test_all_units_with_the_same_single_opponent_join_one_combat():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0              # touches X only
        red pike B at 0,-1 facing 1             # touches X only
        red pike C at 2,-1 facing 5             # touches X and Y
        blue pike X at 1,-1 facing 3
        blue pike Y at 3,-1 facing 3
    """)
    assert parted(game, "red", "A B C", "X Y") == [("A B", "X"), ("C", "Y")]


@pytest.mark.rule("esa.7.4.1i2")
@pytest.mark.parametrize(("chosen", "left"), [("A", "B"), ("B", "A")])
def test_an_enemy_without_opponent_receives_a_remaining_unit_of_the_splitters_choice(chosen, left):
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 1,0 facing 0
        blue pike X at 1,-1 facing 3
        blue pike Y at 0,1 facing 0
    """)
    assert parted(game, "red", "A B", "X Y", f"oppose unit={chosen} target=X") == [(chosen, "X"), (left, "Y")]


@pytest.mark.rule("esa.7.4.1i2")
def test_an_enemy_nobody_is_left_for_joins_a_combat_of_one_against_one():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0              # touches X, Y, Z and W
        red pike B at -2,1 facing 1             # touches Z only
        red pike C at -1,2 facing 0             # touches Z only
        blue pike X at 0,-1 facing 3
        blue pike Y at 1,-1 facing 3
        blue pike Z at -1,1 facing 1
        blue pike W at 1,0 facing 4
    """)
    assert parted(game, "red", "A B C", "X Y Z") == [("A", "X Y"), ("B C", "Z")]
    # a second one finds no combat of one against one any more, and does not fight
    assert parted(game, "red", "A B C", "X Y Z W") == [("A", "X Y"), ("B C", "Z")]


@pytest.mark.rule("esa.7.4.1i2")
@pytest.mark.parametrize("duel", ["A", "B"])
def test_where_such_an_enemy_touches_two_duels_the_splitter_chooses(duel):
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 1,0 facing 0
        blue pike X at -1,0 facing 3
        blue pike Y at 2,0 facing 3
        blue pike Z at 1,-1 facing 3            # touches A and B
    """)
    found = parted(game, "red", "A B", "X Y Z", f"oppose unit={duel} target=Z")
    assert found == [("A", "X Z" if duel == "A" else "X"), ("B", "Y Z" if duel == "B" else "Y")]


@pytest.mark.rule("esa.7.4.1i3")
def test_a_unit_left_joins_only_where_the_enemy_is_alone_or_does_not_fight():
    ground = """
        esa on open ground
        red pike A at 0,0 facing 0              # touches X and Y
        red pike B at 0,-2 facing 3             # touches X and V
        red pike C at 0,2 facing 0              # touches Y and W
        blue pike X at 0,-1 facing 3
        blue pike Y at 0,1 facing 0
        blue pike V at 0,-3 facing 3
        blue pike W at 0,3 facing 0
    """
    pairs = ("oppose unit=B target=X", "oppose unit=C target=Y")
    assert parted(situation(ground), "red", "A B C", "X Y V W", *pairs) == [("B", "X V"), ("C", "Y W")]
    # without W its opponent is alone, and A has just that one place to go
    assert parted(situation(ground), "red", "A B C", "X Y V", *pairs[:1]) == [("B", "X V"), ("C A", "Y")]


@pytest.mark.rule("esa.7.1.1c", "esa.7.4.1i3")
def test_a_unit_left_does_not_join_against_an_enemy_it_may_not_fight():
    game = situation("""
        esa on open ground
        wood 1,-1
        red weimar C at 0,0 facing 0            # touches X in the wood, and Y
        red pike P at 2,-2 facing 4             # touches X only
        red pike Q at 0,2 facing 0              # touches Y only
        blue swordsmen X at 1,-1 facing 3
        blue pike Y at 0,1 facing 0
    """)
    assert parted(game, "red", "C P Q", "X Y") == [("P", "X"), ("Q C", "Y")]
    assert not was_asked(game, "split-join")


@pytest.mark.rule("esa.7.1l2", "esa.7.4.1i")
def test_enemies_that_have_met_before_are_not_paired_again():
    game = situation("""
        esa on open ground
        red pike A at 0,0 facing 0
        red pike B at 1,0 facing 0
        blue pike X at 1,-1 facing 3
        blue pike Y at 0,1 facing 0
    """)
    game.state.fought.append("X A")
    assert parted(game, "red", "A B", "X Y") == [("B", "X"), ("A", "Y")]


# What earlier combats change


@pytest.mark.rule("esa.7.4.1j")
def test_a_combat_whose_enemy_has_gone_in_the_meantime_is_not_fought():
    game = situation("""
        esa on open ground
        red cuirassiers C at -1,0 facing 0, order: card 4, moved    # touches X only
        red pike P at 1,-1 facing 5                                 # touches X and Y
        blue musketeers X at 0,-1 facing 3, strength 1
        blue musketeers Y at 1,-2 facing 3, strength 1
        cards red 1 1 1 1 1 1 1 1   blue 9 9 9 9 9 9 9 9
    """)
    game.phase(
        "melee",
        "attack unit=C target=X",
        on("first-combat", "fight unit=C"),
        on("follow-up", "pursue hex=" + game.at(0, -2)),
    )
    assert combats(game) == {(("C",), ("X",)), (("P",), ("Y",))}
    assert [(event.unit, event.target) for event in game.told(MeleeStruck) if event.unit in "CP"] == [
        ("C", "X"),
        ("C", "Y"),
    ]


@pytest.mark.rule("esa.7.4.1j")
def test_units_that_have_gone_drop_out_and_the_others_fight_on():
    game = situation("""
        esa on open ground
        red cuirassiers C at -1,0 facing 0, order: card 4, moved    # touches X only
        red pike Q at -1,-1 facing 0                                # touches X only
        red pike P at 1,-1 facing 5                                 # touches X, Y and Z
        blue musketeers X at 0,-1 facing 3, strength 1
        blue musketeers Y at 1,-2 facing 3, strength 1
        blue pike Z at 2,-1 facing 4
        cards red 1 1 1 1 1 9 9 9 9 9   blue 9 9 9 9 9 9 9 9
    """)
    game.phase(
        "melee",
        "attack unit=C target=X",
        on("join-melee", "join unit=Y"),
        on("first-combat", "fight unit=C"),
        on("main-unit", "main unit=C"),
        on("follow-up", "pursue hex=" + game.at(0, -1)),
    )
    assert combats(game) == {(("C", "Q"), ("X",)), (("P",), ("Y", "Z"))}
    assert not game.unit("Y").hex  # C has ridden it down
    assert strikers(game)[-2:] == ["P", "Z"]
    assert (blow(game, "P").target, blow(game, "Z").helpers) == ("Z", ())
