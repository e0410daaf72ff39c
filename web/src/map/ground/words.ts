// The drawing words of the map, and which of them each shape is drawn with.

import type { Look } from "../../look";
import type { HexBoard as Board, Hex, Shape, Text } from "../../protocol";

export type Drawing =
  | "trees"
  | "roofs"
  | "marsh"
  | "hachures"
  | "sand"
  | "hedge"
  | "rampart"
  | "gabions"
  | "road"
  | "stream"
  | "river"
  | "bridge"
  | "ford"
  | "rock"
  | "water"
  | "none";

/** A shape with its drawing word. */
export interface Drawn {
  drawing: Drawing;
  name: Text;
  hexes: readonly Hex[];
  crest: readonly Hex[];
  sides: readonly (readonly [Hex, number])[];
}

/** A shape may say itself how it is drawn (`drawn`); otherwise the look does, by its kind. */
export function drawnShapes(board: Board, look: Pick<Look, "ground">): Drawn[] {
  return board.shapes.map((shape: Shape & { drawn?: string }) => ({
    drawing: (shape.drawn ?? look.ground[shape.kind] ?? "none") as Drawing,
    name: shape.name,
    hexes: shape.hexes,
    crest: shape.crest ?? [],
    sides: shape.sides ?? [],
  }));
}
