// A place of one's own choice by keys: where the crosshair begins, how it goes, what is said of where it is.

import { said } from "../../language";
import type { OpenView, Sketch, Spot } from "../../protocol";
import type { PlaceGlow, Verdict } from "../sheet/contract";
import { say } from "../sheet/phrases";
import { at, between, lengthText, placeText, unitOf } from "../sheet/scale";
import { isPose } from "./footprint";
import { headingText } from "./headings";
import { costOf } from "./InHand";
import type { Held } from "./Resting";

/** In parts of the table's unit. */
const STEP = { coarse: 0.5, fine: 0.1 };
/** So near, in units, somebody is named to say where one is. */
const NEAR = 3;

/** Begins at the place the keyboard is on, else where he stands, else at the first place offered. */
export function startOf(
  stop: string | null,
  piece: string,
  view: OpenView,
  places: ReadonlyMap<string, PlaceGlow>,
): Spot {
  const pose = view.pieces.find((one) => one.id === piece)?.pose;
  if (pose && !stop?.startsWith("place ")) return [pose[0], pose[1]];
  const id = stop?.startsWith("place ") ? stop.slice(6) : [...places.keys()][0];
  const [x = view.board.width / 2, y = view.board.depth / 2] = id?.split(",").map(Number) ?? [];
  return [x, y];
}

/** A step on, kept on the table with the whole base. */
export function onward(
  { piece, at: [x, y] }: NonNullable<Held>,
  way: { x: number; y: number },
  isFine: boolean,
  view: OpenView,
): NonNullable<Held> {
  const { board } = view;
  const step = (isFine ? STEP.fine : STEP.coarse) * board.scale;
  const disc = view.pieces.find((one) => one.id === piece)?.shape?.disc ?? 0;
  const keep = (n: number, most: number) => Math.round(Math.max(disc, Math.min(most - disc, n)));
  return { piece, at: [keep(x + way.x * step, board.width), keep(y + way.y * step, board.depth)] };
}

/** Where the crosshair is, near whom, and what the rules say of it; nothing until they have said it. */
export function spokenOf(
  held: Held,
  view: OpenView,
  verdict: Verdict | null | undefined,
  sketch: readonly Sketch[],
): string {
  if (!held || !verdict || verdict.at.join() !== held.at.join()) return "";
  const isMeasured = view.board.measured !== false;
  const p = at(held.at, view.board);
  const [near] = view.pieces
    .flatMap((one) =>
      one.pose && one.id !== held.piece
        ? [{ name: said(one.name), far: between(at(one.pose, view.board), p) }]
        : [],
    )
    .filter((one) => one.far < NEAR * unitOf(view.board))
    .sort((a, b) => a.far - b.far);
  const way = costOf(sketch);
  const from = view.pieces.find((one) => one.id === held.piece)?.pose;
  const far = from && isMeasured ? lengthText(between(at(from, view.board), p), view.board) : "";
  return [
    isMeasured && placeText(held.at, view.board),
    isPose(held.at) && headingText(held.at[2]),
    near && say("near", { name: near.name }),
    isMeasured && (way || far),
    verdict.isAllowed ? say("allowed") : verdict.text,
  ]
    .filter(Boolean)
    .join(", ");
}
