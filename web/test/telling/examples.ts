// A small invented game for the tests: the client knows none.

import type { Look, Motion } from "../../src/look";
import type { Event, Piece, Step, Tally, View, Words } from "../../src/protocol";

export const event = (key: string, fields: Record<string, unknown> = {}, text = `${key}.`): Event => ({
  key,
  rules: ["toy.1a"],
  text: { en: text, it: `${text} (it)` },
  ...fields,
});

export const step = (moment: number, events: Event[] = [], more: Partial<Step> = {}): Step => ({
  moment,
  kind: "answer",
  seat: "red",
  back_to: null,
  events,
  ...more,
});

export const motions: Record<string, Motion> = {
  "day-began": { motion: "banner" },
  "hour-began": { motion: "banner", small: true },
  walked: { motion: "move", piece: "who", path: "way" },
  looked: { motion: "turn", piece: "who" },
  struck: { motion: "strike", piece: "who", target: "whom" },
  hurt: { motion: "loss", piece: "who" },
  counted: { motion: "none" },
};

export const look: Look = {
  nations: {},
  seats: {},
  symbols: {},
  badges: {},
  ground: {},
  touch: {},
  track: [],
  motion: motions,
};

export const words: Words = {
  en: {
    word: { fire: "fire", armour: "armour", red: "Red", card: "card" },
    reason: { strength: "strength", skill: "skill" },
    guide: { welcome: "Beat the other.", move: "Go somewhere.", shoot: "Shoot somebody." },
  },
  it: {
    word: { fire: "tiro", armour: "armatura", red: "Rosso", card: "carta" },
    reason: { strength: "forza", skill: "abilità" },
    guide: {},
  },
};

export const tally = (more: Partial<Tally> = {}): Tally => ({
  kind: "fire",
  total: 2,
  lines: [
    [3, "strength", "toy.10.8b"],
    [-1, "skill", "toy.4a"],
  ],
  ...more,
});

export const volley = (more: Record<string, unknown> = {}): Event =>
  event(
    "struck",
    {
      who: "picardie",
      whom: "solis",
      automatic: { kind: "automatic", total: 0, lines: [] },
      tally: tally(),
      values: [8, 2],
      hits: 1,
      armour: tally({ kind: "armour", total: 1, lines: [[1, "strength", "toy.2"]] }),
      losses: 0,
      far: true,
      ...more,
    },
    "Picardie fire at Solis, Vargas.",
  );

const piece = (id: string, name: string): Piece => ({
  id,
  kind: "unit",
  owner: "red",
  name: { en: name, it: name },
  symbol: "x",
  hex: "0101",
  strength: [3, 3],
});

export const view: View = {
  game: "toy",
  scenario: "toy/one",
  board: { kind: "hexes", columns: 3, rows: 3, shapes: [], impassable: [] },
  pieces: [piece("picardie", "Picardie"), piece("solis", "Solis, Vargas"), piece("conde", "Condé")],
  marks: [],
  tracks: {},
  hands: {},
  notes: [],
  eliminated: [],
};
