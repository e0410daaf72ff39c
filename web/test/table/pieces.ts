// A small table for the tests: two sides, a few pieces, a game that is nobody's.

import type { Look } from "../../src/look";
import type { Decision, Option, Piece, Table, View } from "../../src/protocol";

const both = (text: string) => ({ en: text, it: text });

export const touch: Look["touch"] = {
  unit: "piece",
  target: "piece",
  leader: "piece",
  hex: "hex",
  path: "path",
  facing: "facing",
  card: "card",
  division: "group",
};

export const look: Look = {
  nations: {},
  seats: { red: { paint: "#a03128", ink: "#fff" }, blue: { paint: "#27477f", ink: "#fff" } },
  symbols: {},
  badges: {},
  ground: {},
  touch,
  track: [],
  motion: {},
};

export function piece(id: string, owner: string, hex: string, more: Partial<Piece> = {}): Piece {
  return { id, kind: "unit", owner, name: both(id), symbol: "X", hex, facing: 0, strength: [3, 3], ...more };
}

export function view(pieces: Piece[], more: Partial<View> = {}): View {
  return {
    game: "none",
    scenario: "none/one",
    board: { kind: "hexes", columns: 9, rows: 9, shapes: [], impassable: [] },
    pieces,
    marks: [],
    tracks: {},
    hands: {},
    notes: [],
    groups: [],
    eliminated: [],
    ...more,
  };
}

export function option(key: string, args: Record<string, unknown>, text?: string): Option {
  return { key, args, rules: [], text: both(text ?? [key, ...Object.values(args)].join(" ")) };
}

export function decision(options: Option[], about: Record<string, unknown> = {}, number = 1): Decision {
  return {
    number,
    seat: "blue",
    key: "ask",
    about,
    rules: [],
    opening: false,
    prompt: both("Well?"),
    options,
  };
}

export function table(more: Partial<Table> = {}): Table {
  return {
    seat: "blue",
    status: "playing",
    moment: 0,
    number: 1,
    view: view([]),
    decision: null,
    waiting_for: [],
    secret: false,
    may_undo: false,
    draw_offered_by: null,
    result: null,
    ...more,
  };
}
