"""Events of the stages before the battle, of leaders who ride, and of those who come on later."""

from __future__ import annotations

from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event, Tally

Rules = tuple[str, ...]
Place = tuple[int, int, int]


class Explored(Event):
    """The total of a side in the exploration and manoeuvre test: its dice, and what else counts."""

    seat: Seat
    dice: tuple[int, ...]
    tally: Tally
    total: int
    rules: Rules = ()


class ExplorationEnded(Event):
    """How the test has ended: no-winner, exploration or manoeuvre; a winner if there is one."""

    case: str
    winner: Seat  # or ""
    rules: Rules = ()


class RolledOff(Event):
    """Both condottieri have rolled a die and added their CV: for the terrain, or for the order of deployment."""

    what: str  # terrain or deployment
    dice: tuple[int, ...]  # of red, then of blue
    red: int  # the totals
    blue: int
    winner: Seat  # "" if they are equal
    rules: Rules = ()


class ConfigurationsRolled(Event):
    """How many configurations there are, and of which kinds."""

    seat: Seat
    die: int
    dice: tuple[int, ...]
    kinds: tuple[str, ...]
    rules: Rules = ()


class ConfigurationLaid(Event):
    """A piece of terrain lies there now; ``how``: laid, moved or left-out."""

    seat: Seat
    piece: str
    ground: str
    to: Place
    size: tuple[int, int]
    how: str
    rules: Rules = ()


class SideChosen(Event):
    """The edge from which a side deploys."""

    seat: Seat
    edge: str
    rules: Rules = ()


class MovesRolled(Event):
    """The dice of the loser, one for each configuration, and which of them he may move."""

    seat: Seat
    dice: tuple[int, ...]
    pieces: tuple[str, ...]
    rules: Rules = ()


class RoadLaid(Event):
    """Somebody has asked for the road."""

    seat: Seat
    rules: Rules = ()


class DeploysFirst(Event):
    """Which side deploys its whole army first."""

    seat: Seat
    why: str  # exploration, roll or units
    rules: Rules = ()


class HeldBack(Event):
    """A command is kept off the table: reserve or reinforcement."""

    seat: Seat
    command: str
    how: str
    rules: Rules = ()


class Deployed(Event):
    """A unit, a leader or a character is set up."""

    who: str
    to: Place
    formation: str  # "" for a leader
    unit: str  # which he has joined
    rules: Rules = ()


class NoRoom(Event):
    """A unit finds no room and stays off the table for now."""

    unit: str
    rules: Rules = ()


class Readied(Event):
    """A unit has changed formation, or gone into a building, before the first turn."""

    unit: str
    to: Place
    formation: str
    piece: str
    rules: Rules = ()


class ReinforcementsRolled(Event):
    """From which turn on reinforcements may enter."""

    seat: Seat
    die: int
    turn: int
    rules: Rules = ()


class LightFell(Event):
    """Whose condottiero has the light against him."""

    against: Seat  # or ""
    die: int  # 0: the scenario says so
    rules: Rules = ()


class StandardRaised(Event):
    """The army standard is raised."""

    seat: Seat
    who: str
    rules: Rules = ()


class SpeechMade(Event):
    """A condottiero has spoken to a unit."""

    seat: Seat
    unit: str
    die: int
    tally: Tally
    total: int
    outcome: str
    effect: str  # heartened, bloodlust, or ""
    rules: Rules = ()


class SpeechDeclined(Event):
    """Nobody speaks."""

    seat: Seat
    rules: Rules = ()


class FirstOrdersGiven(Event):
    """A side has written its first orders; which, its enemy does not know."""

    secret = ("orders",)

    seat: Seat
    commands: tuple[str, ...]
    orders: tuple[str, ...]
    rules: Rules = ()


class OrderRevealed(Event):
    """The first order of a command is shown."""

    command: str
    order: str
    rules: Rules = ()


class LeaderRode(Event):
    """A leader or character has gone elsewhere, or joined or left a unit."""

    who: str
    start: Place
    to: Place
    unit: str  # which he has joined
    rules: Rules = ()
    beside: str = ""  # the unit with which he has taken refuge, not joined to it


class CommandEnters(Event):
    """A command comes onto the table, with this order."""

    command: str
    order: str
    rules: Rules = ()


class Arrived(Event):
    """A unit or leader comes onto the table."""

    who: str
    to: Place
    formation: str  # "" for a leader
    unit: str  # which he has joined
    rules: Rules = ()


class PutOff(Event):
    """A unit does not come on this turn, for want of room or because its side waits."""

    unit: str
    rules: Rules = ()
