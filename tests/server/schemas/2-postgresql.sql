-- The tables of version 2, as PostgreSQL has them.
CREATE TABLE alfiere_about (
	name VARCHAR(40) NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (name)
);

CREATE TABLE alfiere_games (
	id VARCHAR(32) NOT NULL,
	code VARCHAR(40) NOT NULL,
	scenario VARCHAR(200) NOT NULL,
	source TEXT NOT NULL,
	options TEXT NOT NULL,
	by_hand BOOLEAN NOT NULL,
	origin VARCHAR(20) NOT NULL,
	secret TEXT NOT NULL,
	commitment VARCHAR(64) NOT NULL,
	seed TEXT,
	status VARCHAR(20) NOT NULL,
	created FLOAT NOT NULL,
	touched FLOAT NOT NULL,
	visited FLOAT DEFAULT '0' NOT NULL,
	seal VARCHAR(16) DEFAULT '' NOT NULL,
	PRIMARY KEY (id)
);

CREATE INDEX ix_alfiere_games_touched ON alfiere_games (touched);

CREATE TABLE alfiere_chat (
	game VARCHAR(32) NOT NULL,
	number BIGINT NOT NULL,
	seat VARCHAR(40) NOT NULL,
	text TEXT NOT NULL,
	at FLOAT NOT NULL,
	PRIMARY KEY (game, number),
	FOREIGN KEY(game) REFERENCES alfiere_games (id) ON DELETE CASCADE
);

CREATE TABLE alfiere_entries (
	game VARCHAR(32) NOT NULL,
	position INTEGER NOT NULL,
	kind VARCHAR(20) NOT NULL,
	seat VARCHAR(40) NOT NULL,
	number INTEGER,
	key VARCHAR(200) NOT NULL,
	args TEXT NOT NULL,
	at FLOAT NOT NULL,
	seal VARCHAR(16) DEFAULT '' NOT NULL,
	PRIMARY KEY (game, position),
	CONSTRAINT alfiere_one_answer_a_decision UNIQUE (game, seat, number),
	FOREIGN KEY(game) REFERENCES alfiere_games (id) ON DELETE CASCADE
);

CREATE TABLE alfiere_holders (
	game VARCHAR(32) NOT NULL,
	number INTEGER NOT NULL,
	key_hash VARCHAR(64) NOT NULL,
	joined BOOLEAN NOT NULL,
	seal VARCHAR(16) DEFAULT '' NOT NULL,
	PRIMARY KEY (game, number),
	FOREIGN KEY(game) REFERENCES alfiere_games (id) ON DELETE CASCADE,
	UNIQUE (key_hash)
);

CREATE TABLE alfiere_marks (
	game VARCHAR(32) NOT NULL,
	position INTEGER NOT NULL,
	body BYTEA NOT NULL,
	seal VARCHAR(16) DEFAULT '' NOT NULL,
	PRIMARY KEY (game, position),
	FOREIGN KEY(game) REFERENCES alfiere_games (id) ON DELETE CASCADE
);

CREATE TABLE alfiere_seats (
	game VARCHAR(32) NOT NULL,
	seat VARCHAR(40) NOT NULL,
	who VARCHAR(60) NOT NULL,
	holder INTEGER,
	contribution VARCHAR(128),
	commitment VARCHAR(64),
	seal VARCHAR(16) DEFAULT '' NOT NULL,
	PRIMARY KEY (game, seat),
	FOREIGN KEY(game) REFERENCES alfiere_games (id) ON DELETE CASCADE
);
