// What the server says, as docs/protocol.md tells it. The page knows these words and no game.

export type Language = "en" | "it";
export type Text = Record<Language, string>;
export type Seat = string;
export type Hex = string;

/** A point of an open table, in parts of its unit from the top left corner. */
export type Spot = [x: number, y: number];

/** A point and where one looks from it, in tenths of a degree clockwise from up. */
export type Pose = [x: number, y: number, heading: number];

/** Where somebody may be put: what has a front is also turned. */
export type Place = Spot | Pose;

/** How a unit is drawn up. */
export type Formation = "line" | "column" | "march" | "square" | "open" | "limbered" | "deployed" | "block";

/** The map under the pieces: hexes, or a table to be measured. */
export type Board = HexBoard | OpenBoard;

export interface HexBoard {
  kind: "hexes";
  columns: number;
  rows: number;
  shapes: Shape[];
  impassable: Hex[];
  /** How far north is turned from up, in degrees clockwise; left out where nobody knows. */
  north?: number | null;
}

/** Something drawn on the map; a hill has crest hexes, a hedge or a wall sides: a hex and a direction 0–5. */
export interface Shape {
  kind: string;
  name: Text;
  hexes: Hex[];
  crest?: Hex[];
  sides?: [Hex, number][];
  protection?: [number, number];
  /** Another drawing word than the look's for this kind. */
  drawn?: string;
}

/** A table without hexes. Lengths are whole numbers, so many (`scale`) to its unit. */
export interface OpenBoard {
  kind: "open";
  unit: string;
  scale: number;
  width: number;
  depth: number;
  shapes: OpenShape[];
  /** What has been changed since the beginning: doors broken down and the like. */
  changed?: string[];
  /** False where nobody measures before he has declared: then the page shows no length either. */
  measured?: boolean;
  /** Darkness and weather, where it is not a clear day: how dark (0 to 2), how far one sees. */
  sky?: { dark: number; weather: "rain" | "snow" | "fog" | null; text: Text; sees?: number };
  north?: number | null;
}

/** Something on an open table: an area, lines, strips of a width, round things; a building has openings and storeys. */
export interface OpenShape {
  id: string;
  kind: string;
  name: Text;
  rect?: [left: number, top: number, right: number, bottom: number];
  /** An area with other corners than a rectangle's. */
  polygon?: Spot[];
  lines?: [Spot, Spot][];
  strips?: { line: [Spot, Spot]; width: number }[];
  discs?: { at: Spot; size: number }[];
  /** Doors, gates, windows; a «breach» is a hole in the wall, «barred» an opening that is closed to everybody. */
  openings?: { id?: string; kind: string; line: [Spot, Spot] }[];
  /** Where a piece of it has been knocked out, where it was struck and holds, whether it is on fire. */
  rubble?: [Spot, Spot][];
  cracks?: { at: Spot; hits: number }[];
  burning?: boolean;
  storeys?: number;
  levels?: number;
  /** Another drawing word than the look's for this kind. */
  drawn?: string;
}

/** A block or a leader on the table. Facing 0 is up, clockwise: hexes stand on a point and units face a point. */
export interface Piece {
  id: string;
  /** «unit» and «leader» on hexes; on an open table whatever the game has, all on round bases. */
  kind: string;
  owner: Seat;
  name?: Text;
  symbol: string;
  nation?: string;
  hex?: Hex;
  facing?: number;
  strength?: [now: number, full: number];
  /** On an open table: where it stands and how it is turned, how large its base is, how far its zone goes beyond. */
  pose?: Pose;
  /** `rect`: its front edge and its depth, for what stands on a rectangular base; without a disc it is a unit. */
  shape?: { disc?: number; rect?: [front: number, depth: number] };
  formation?: Formation;
  level?: number;
  /** The house it is in, and on which floor: 0 is the ground. */
  inside?: string | null;
  storey?: number;
  zone?: number;
  /** What is counted on the piece itself: so many of so many. */
  tracks?: Record<string, [now: number, full: number]>;
  /** The group it acts with. */
  group?: string | null;
  badges?: string[];
  /** It has done its part of this turn. */
  acted?: boolean;
  attached?: string | null;
  state?: string;
  /** Null: it has none of it, as horse that cannot fire. */
  values?: Record<string, number | number[] | null>;
  /** What else there is to say of it, in words, by the key of its label. */
  told?: Record<string, Text>;
}

export interface Mark {
  kind: string;
  id?: string;
  hex?: Hex;
  /** On an open table. */
  at?: Spot;
  name?: Text;
  points?: number;
  spent?: boolean;
  /** The viewer knows what is under it. */
  known?: boolean;
  /** Ground that counts, and how far round it. */
  rect?: [number, number, number, number];
  within?: number;
  /** Who holds it. */
  owner?: Seat | null;
}

/** A card of a hand; what it is worth and allows only where cards of this game have that. */
export interface Card {
  number: number;
  name: Text;
  rule: string;
  priority?: number;
  /** What it allows, as keys of the words. */
  orders?: string[];
  value?: number;
}

/** The hand of one side, and the stock it draws from; what the viewer may not know is null. */
export interface Hand {
  count: number | null;
  cards: Card[] | null;
  dealt: Card[] | null;
  looking: Card[] | null;
  deck: number | null;
  on_top: number[] | null;
  at_bottom: number[] | null;
  discard: number[];
}

/** What the leader of a group was told, face down for the other side. */
export interface Note {
  group: string;
  owner: Seat;
  leader: string;
  card: Card | null;
  face_down: boolean | null;
  focus?: string | null;
  has_order?: boolean;
}

export interface Group {
  id: string;
  owner: Seat;
  name: Text;
  /** The piece that leads it. */
  leader: string;
  units: string[];
  /** The larger group it belongs to: a brigade its division. */
  parent?: string;
  /** On an open table: whether they stand close together or loose. */
  drawn?: "close" | "loose";
}

export interface View {
  game: string;
  scenario: string;
  board: Board;
  pieces: Piece[];
  marks: Mark[];
  tracks: Record<string, unknown>;
  hands: Record<Seat, Hand>;
  notes: Note[];
  groups?: Group[];
  /** What the sides are called, where that was decided at the table. */
  sides?: Record<Seat, Text>;
  eliminated: string[];
  /** Who fights no more, with the names. */
  lost?: Pick<Piece, "id" | "owner" | "name" | "symbol">[];
  /** The table of events, for who knows it; who keeps it also sees which are still to come. */
  events?: { number: number; type: string; text: Text; left?: boolean }[];
}

/** Pieces, marks and view of a table of hexes: there everything has its hex. */
export type HexPiece = Piece & { hex: Hex; name: Text; strength: [now: number, full: number] };
export type HexMark = Mark & { hex: Hex; name: Text };
export type HexView = Omit<View, "board" | "pieces" | "marks"> & {
  board: HexBoard;
  pieces: HexPiece[];
  marks: HexMark[];
};
export type OpenView = Omit<View, "board"> & { board: OpenBoard };

/** One legal answer; `args` name what it touches, the look's `touch` says what each name stands for. */
export interface Option {
  key: string;
  args: Record<string, unknown>;
  rules: string[];
  text: Text;
  /** Few want it: a long list folds it away. */
  seldom?: boolean;
  /** What it costs, where a game counts points for what is done. */
  price?: Text;
  /** Whose it is to give, where that is another part of the side than the question's. */
  part?: string;
}

export interface Decision {
  number: number;
  seat: Seat;
  key: string;
  about: Record<string, unknown>;
  rules: string[];
  opening: boolean;
  prompt: Text;
  options: Option[];
  /** The part of the side whose leader decides; empty: who holds the chair. */
  part?: string;
}

export interface Result {
  how: "fought" | "resigned" | "agreed";
  winner: Seat | null;
  /** Who gave up. */
  loser?: Seat | null;
  reason: string;
  text?: Text;
  turn: number;
  scores: Record<Seat, number>;
}

export interface Table {
  seat: Seat | null;
  status: string;
  moment: number;
  number: number;
  view: View;
  decision: Decision | null;
  waiting_for: Seat[];
  /** The seats see different things now: between two before one screen a curtain falls. */
  secret: boolean;
  may_undo: boolean;
  /** Of which part of the side the answer was that would be taken back. */
  undoes?: string;
  /** What several people of this side share among them. */
  parts?: { id: string; text: Text }[];
  draw_offered_by: Seat | null;
  /** Of several who were offered it, those who would have it already. */
  draw_accepted_by?: Seat[];
  result: Result | null;
}

export interface SeatShown {
  seat: Seat;
  who: string;
  /** It has promised its share of chance. */
  joined: boolean;
  /** It has shown it. */
  revealed: boolean;
  mine: boolean;
}

/** Somebody who plays a side together with who holds its chair. */
export interface Comrade {
  number: number;
  seat: Seat;
  name: string;
  /** The parts of the side that he decides for. */
  parts: string[];
  me: boolean;
}

export interface About {
  id: string;
  scenario: string;
  title: Text;
  status: "waiting" | "playing" | "over";
  by_hand: boolean;
  origin: "fair" | "by-hand" | "imported";
  options: Record<string, unknown>;
  seats: SeatShown[];
  may_export: boolean;
  created: number;
  /** The key holds a chair; a comrade's does not. */
  chief?: boolean;
  /** Of one's own side. */
  comrades?: Comrade[];
}

export interface State {
  game: About;
  table: Table | null;
}

/** How many cards or dice, line by line: number, reason, rule. */
export interface Tally {
  kind: string;
  total: number;
  lines: [number, string, string][];
}

/** Something that happened; its own fields beside key, rules and text. */
export interface Event {
  key: string;
  rules: string[];
  text: Text;
  [field: string]: unknown;
}

export interface Step {
  moment: number;
  kind: string;
  seat: Seat | null;
  events: Event[];
  back_to: number | null;
}

export interface Log {
  seat: Seat | null;
  moments: number;
  steps: Step[];
}

export interface Moment {
  moment: number;
  moments: number;
  seat: Seat | null;
  view: View;
}

export interface Chance {
  number: number;
  chance: number;
  exactly: string;
}

/** A test to come: its count, and how likely each result is. */
export interface Prospect {
  kind: string;
  who: string;
  tallies: Tally[];
  hits: Chance[];
  results: Chance[];
  result: string;
  /** Empty for what comes at once; what the enemy may answer, or what follows if all before it goes well. */
  when?: "" | "reply" | "then";
}

/** What is drawn on the board while an option is looked at. */
export type Sketch =
  | { kind: "path"; hexes: Hex[] }
  | { kind: "line"; from: Hex; to: Hex }
  | { kind: "sector"; hexes: Hex[] }
  | { kind: "reach"; hexes: Hex[] }
  | { kind: "command"; hexes: Hex[] }
  | { kind: "threat"; pieces: string[] }
  /** On an open table: a way, a line of sight, what the line crosses, a circle, words at a point. */
  | { kind: "way" | "shot" | "stretch"; points: Spot[]; text?: Text }
  | { kind: "sector"; points: Spot[] }
  /** Where several would stand. */
  | { kind: "bases"; points: Spot[]; size: number }
  | { kind: "ring" | "command"; at: Spot; size: number; text?: Text }
  | { kind: "label"; at: Spot; text: Text }
  /** Where a unit would stand: the last of a sketch at its end, those before it on the way. */
  | { kind: "footprint"; at: Pose; size: [front: number, depth: number]; formation?: Formation; text?: Text }
  /** What the outer corner of a unit describes about the other. */
  | { kind: "wheel"; about: Spot; from: Spot; to: Spot; turn: number }
  /** Ground that is fired along, ground that a front watches, what is in the way of either. */
  | { kind: "corridor" | "cone"; points: Spot[]; text?: Text }
  | { kind: "mask"; points?: Spot[]; pieces?: string[]; text?: Text }
  /** How much of what a unit has a move takes. */
  | { kind: "budget"; at: Spot; spent: number; whole: number; text?: Text };

export interface Preview {
  allowed: boolean;
  prospects: Prospect[];
  sketch: Sketch[];
  /** Once given, the answer could not be taken back. */
  final: boolean;
  /** What a player may not have thought of; it forbids nothing. */
  cautions?: Caution[];
}

export interface Caution {
  text: Text;
  rules: string[];
}

export interface Allowed {
  allowed: boolean;
  why: string | null;
  rule: string | null;
  text?: Text | null;
  /** No rule in particular speaks against it: it was just not asked for. */
  general?: boolean;
}

export interface Side {
  seat: Seat;
  name: Text;
  nation?: string;
  /** Nobody need lead it. */
  optional?: boolean;
}

/** A seat of no side, which may stay empty: somebody sits there where its option is «yes». */
export interface Referee extends Side {
  option: string;
}

export interface Scenario {
  id: string;
  game: string;
  game_title: string;
  title: Text;
  date: string;
  turns: number;
  summary: Text;
  /** What wins, in a few sentences. */
  wins?: Text;
  sides: Side[];
  referees?: Referee[];
  options: Record<string, string>;
  /** Of an option that is one of several things: each value with its name. */
  choices?: Record<string, Record<string, Text>>;
  /** Where armies are chosen: what is in each, by the points it is written for. */
  musters?: Record<string, Record<string, Muster>>;
  /** Who wrote the game. */
  /** What sort of game it belongs to, in a sentence. */
  about?: Text;
  credits?: Text;
  board: Board;
  marks: Mark[];
  /** Of a battle of one's own: its data. */
  source?: string;
}

/** An army by points: what it costs in all, its groups with their leaders, and what one of each sort costs. */
export interface Muster {
  points: number;
  groups: {
    name: Text;
    leader: Text | null;
    points: number;
    units: { count: number; name: Text; points: number }[];
  }[];
}

/** What to know before a battle. */
export interface Briefing {
  title: Text;
  date: string;
  turns: number | null;
  summary: Text;
  /** What wins for anybody, and what for one side alone. */
  wins: Text;
  goals: Record<Seat, Text>;
  special: { name: Text; text: Text }[];
  /** The optional rules in force. */
  options: Record<string, string>;
}

export interface Scenarios {
  scenarios: Scenario[];
  computers: string[];
  /** The battle for who has never played. */
  first?: string | null;
  /** Of each game the battle to learn with. */
  lessons?: string[];
}

export interface Key {
  seats: Seat[];
  who: string;
  key: string;
  link: string;
}

export interface Created {
  id: string;
  keys: Key[];
  commitment: string | null;
  disagreement: string | null;
}

export interface Rule {
  id: string;
  origin: string;
  topic: string;
  place: string;
  optional: boolean;
  text: Text;
}

export interface Book {
  game: string;
  title: string;
  chapters: { chapter: string; title: Text; rules: Rule[] }[];
}

export type Words = Record<Language, Record<string, Record<string, string>>>;

export interface Fairness {
  kind: string;
  /** Every seat committed to its share before any was shown; not so in battles of older releases. */
  committed: boolean;
  commitment: string | null;
  commitments: Record<Seat, string | null>;
  contributions: Record<Seat, string | null>;
  /** The seats by key: one key has one share for all of its seats. */
  keys: Seat[][];
  secret: string | null;
  seed: string | null;
  promise_kept: boolean | null;
  shares_kept: boolean | null;
  seed_agrees: boolean | null;
  replay_agrees: boolean | null;
  decisions: number | null;
}

export interface Line {
  number: number;
  seat: Seat;
  text: string;
  at: number;
}

/** What comes over the live connection. */
export type Message =
  | { type: "changed"; game: About; table: Table | null; steps: Step[] }
  | { type: "chat"; lines: Line[] }
  | { type: "presence"; seats: Record<Seat, boolean>; spectators: number }
  | { type: "beat" }
  /** The last word before the line is closed. */
  | { type: "refused"; code: string; why: string; text: Text | null };
