import type { Look } from "../../src/look";
import type { HexPiece as Piece, HexView as View } from "../../src/protocol";

const text = (word: string) => ({ en: word, it: `${word} (it)` });

export const look: Look = {
  nations: {
    fr: { field: "#27477f", parts: [["#ffffff", "M5 0H7V8H5Z"]] },
    de: { field: "#e3b23c", parts: [] },
  },
  seats: { red: { paint: "#a00", ink: "#fff" }, blue: { paint: "#00a", ink: "#fff" } },
  symbols: { foot: { strokes: ["M0 0H40"] }, star: { fills: ["M0 0H9V9Z"] } },
  badges: { shaken: { sign: "!", tone: "bad" } },
  ground: { wood: "trees", hill: "hachures", way: "road", hedge: "hedge", town: "roofs", bog: "marsh" },
  touch: { unit: "piece", facing: "facing" },
  track: [],
  motion: {},
};

export const piece = (id: string, hex: string, more: Partial<Piece> = {}): Piece => ({
  id,
  kind: "unit",
  owner: "red",
  name: text(id),
  symbol: "foot",
  nation: "fr",
  hex,
  facing: 0,
  strength: [3, 4],
  badges: [],
  ...more,
});

export function sampleView(pieces: Piece[]): View {
  return {
    game: "any",
    scenario: "any",
    board: {
      kind: "hexes",
      columns: 8,
      rows: 6,
      shapes: [
        { kind: "wood", name: text("old wood"), hexes: ["0202", "0302"] },
        { kind: "hill", name: text("ridge"), hexes: ["0504", "0604", "0505"], crest: ["0504"] },
        { kind: "way", name: text("road"), hexes: ["0101", "0102", "0103"] },
        { kind: "hedge", name: text("hedge"), hexes: ["0703"], sides: [["0703", 0]] },
        { kind: "town", name: text("Liévin"), hexes: ["0205"] },
        { kind: "bog", name: text("bog"), hexes: ["0805"] },
      ],
      impassable: ["0801"],
    },
    pieces,
    marks: [{ kind: "objective", hex: "0304", name: text("the bridge"), points: 2 }],
    tracks: {},
    hands: {},
    notes: [],
    eliminated: [],
  };
}
