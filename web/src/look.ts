// How a game looks, as its look.toml says it and docs/developers.md explains: colours, signs, what an answer touches.

import type { Seat } from "./protocol";

export interface Flag {
  field: string;
  parts: [colour: string, path: string][];
}

/** How a game looks: its look.toml. */
export interface Look {
  /** Flags in a box of 12 by 8: a field, and colours with filled paths on it. */
  nations: Record<string, Flag>;
  seats: Record<Seat, { paint: string; ink: string }>;
  symbols: Record<string, { strokes?: string[]; fills?: string[] }>;
  /** `body` says how a figure with this badge lies: low on the ground, or down for good. */
  badges: Record<
    string,
    { sign: string; tone: "bad" | "warn" | "good" | "plain"; body?: "up" | "low" | "down" }
  >;
  /** How what is counted on a piece is drawn beside it; left out, the first is a die and the others drops. */
  counts?: Record<string, "die" | "drops" | "none">;
  /** What stands on a rectangular base, by its symbol. */
  models?: Record<string, "gun" | "mortar" | "wagon" | "limber">;
  ground: Record<string, string>;
  /** Sorts of options aimed at a piece, and the argument that may say at which place it is met. */
  aimed?: Record<string, string>;
  touch: Record<string, "piece" | "hex" | "path" | "facing" | "card" | "group" | "place" | "pose" | "legs">;
  track: { key: string; shown: "counter" | "stages" | "sides" }[];
  motion: Record<string, Motion>;
}

/** Which field of an event says what, so that it can be shown. */
export interface Motion {
  motion:
    | "move"
    | "place"
    | "turn"
    | "strike"
    | "test"
    | "loss"
    | "state"
    | "gone"
    | "banner"
    | "card"
    | "none";
  piece?: string;
  target?: string;
  from?: string;
  path?: string;
  to?: string;
  card?: string;
  badge?: string;
  amount?: string;
  far?: boolean;
  small?: boolean;
}
