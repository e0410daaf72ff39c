"""The tables of the database. ``entries`` is only ever appended to: a battle is what stands there.

What changes here gets a new version and a step in migrations.py. ``seal`` is a digest of its row (sealing.py).
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

VERSION = 3  # of this schema; migrations.py brings older ones up to date

about = Table(
    "alfiere_about",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

games = Table(
    "alfiere_games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(40), nullable=False),
    Column("scenario", String(200), nullable=False),
    Column("source", Text, nullable=False),  # the scenario itself: it may change in a later release
    Column("options", Text, nullable=False),
    Column("by_hand", Boolean, nullable=False),
    Column("origin", String(20), nullable=False),  # fair, by-hand or imported
    Column("secret", Text, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("seed", Text),  # unknown until all have joined
    Column("status", String(20), nullable=False),  # waiting, playing or over
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False, index=True),
    Column("visited", Float, nullable=False, server_default="0"),  # when somebody last opened it, to the day
    Column("seal", String(16), nullable=False, server_default=""),
)

holders = Table(
    "alfiere_holders",
    metadata,
    Column("game", ForeignKey("alfiere_games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # 0 is who created the game
    Column("key_hash", String(64), nullable=False, unique=True),
    Column("joined", Boolean, nullable=False),
    Column("seal", String(16), nullable=False, server_default=""),
)

seats = Table(
    "alfiere_seats",
    metadata,
    Column("game", ForeignKey("alfiere_games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("who", String(60), nullable=False),  # person, or computer:greedy
    Column("holder", Integer),
    Column("contribution", String(128)),  # its share of chance, once all have committed to theirs
    Column("commitment", String(64)),  # what it promised of it before
    Column("seal", String(16), nullable=False, server_default=""),
)

comrades = Table(
    "alfiere_comrades",
    metadata,
    Column("game", ForeignKey("alfiere_games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the key in holders
    Column("seat", String(40), nullable=False),  # whose side he plays for
    Column("name", String(40), nullable=False),
    Column("parts", Text, nullable=False),  # of the side, that he leads
    Column("seal", String(16), nullable=False, server_default=""),
)

entries = Table(
    "alfiere_entries",
    metadata,
    Column("game", ForeignKey("alfiere_games.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),  # two writers can never both write the same one
    Column("kind", String(20), nullable=False),
    Column("seat", String(40), nullable=False),
    Column("number", Integer),  # the decision, as its seat counts them; only answers have it
    Column("key", String(200), nullable=False),
    Column("args", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("seal", String(16), nullable=False, server_default=""),
    UniqueConstraint("game", "seat", "number", name="alfiere_one_answer_a_decision"),
)

marks = Table(
    "alfiere_marks",
    metadata,
    Column("game", ForeignKey("alfiere_games.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),  # after how many entries
    Column("body", LargeBinary, nullable=False),
    Column("seal", String(16), nullable=False, server_default=""),
)

chat = Table(
    "alfiere_chat",
    metadata,
    Column("game", ForeignKey("alfiere_games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("seat", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)
