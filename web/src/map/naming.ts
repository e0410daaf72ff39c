// What a hex is called aloud: its number, its ground, who stands there, and whether it can be chosen.

import { language, said } from "../language";
import type { Hex, Note, HexPiece as Piece, HexView as View, Words } from "../protocol";
import { isPlaced } from "./places";
import type { Glow } from "./sheet/contract";
import { say } from "./sheet/phrases";

export interface Glows {
  pieces: ReadonlyMap<string, Glow>;
  hexes: ReadonlyMap<Hex, Glow>;
}

/** What stands in each hex: units first, as they are drawn. */
export function piecesByHex(pieces: readonly Piece[]): Map<Hex, Piece[]> {
  const found = new Map<Hex, Piece[]>();
  for (const piece of [...pieces].sort((a, b) => Number(a.kind === "leader") - Number(b.kind === "leader")))
    if (isPlaced(piece)) found.set(piece.hex, [...(found.get(piece.hex) ?? []), piece]);
  return found;
}

/** Names of the ground in a hex, from the view's own shapes. */
export function groundNames(view: View, hex: Hex): string[] {
  const found = view.board.shapes
    .filter((shape) => shape.hexes.includes(hex) || shape.sides?.some(([at]) => at === hex))
    .map((shape) => said(shape.name))
    .filter(Boolean);
  const names = [...new Set(found)];
  if (view.board.impassable.includes(hex)) return [...names, say("closed")];
  return names.length ? names : [say("open")];
}

const worded = (words: Words | null, section: string, key: string): string =>
  words?.[language.value]?.[section]?.[key] ?? key;

/** What a side is called. */
export type SideName = (owner: string) => string;

/** The word for a kind of troops or a rank, if the game has one. */
const armOf = (piece: Piece, words: Words | null): string => {
  const known = words?.[language.value];
  return known?.class?.[piece.symbol] ?? known?.rank?.[piece.symbol] ?? "";
};

/** Who it is, of which side and nation, what kind of troops, how strong. */
export function pieceName(piece: Piece, words: Words | null, side: SideName = () => ""): string {
  const nation = piece.nation ? (words?.[language.value]?.nation?.[piece.nation] ?? "") : "";
  const parts = [said(piece.name), side(piece.owner), armOf(piece, words), nation].filter(Boolean);
  const [now, full] = piece.strength ?? [];
  if (full) parts.push(say("strength", { now: now ?? 0, full }));
  for (const badge of piece.badges ?? []) parts.push(worded(words, "word", badge));
  return parts.join(", ");
}

const noteName = (note: Note | undefined): string[] => {
  if (note?.card) return [say("order", { priority: note.card.priority ?? "–" })];
  return note?.face_down ? [say("hidden")] : [];
};

const glowName = (glow: Glow | undefined): string[] => (glow ? [say(glow)] : []);

/** Everything about a hex in one sentence; with several pieces, `at` is the one spoken of. */
export function hexName(
  view: View,
  hex: Hex,
  here: readonly Piece[],
  at: number,
  glows: Glows,
  words: Words | null,
  side?: SideName,
): string {
  const parts = [say("hex", { hex }), ...groundNames(view, hex)];
  for (const mark of view.marks)
    if (mark.hex === hex) {
      parts.push(said(mark.name));
      if (mark.points) parts.push(say("points", { points: mark.points }));
      if (mark.spent) parts.push(say("spent"));
    }
  parts.push(...glowName(glows.hexes.get(hex)));
  const spoken = here.length > 1 ? [here[at] ?? here[0]] : here;
  for (const piece of spoken) {
    if (!piece) continue;
    parts.push(pieceName(piece, words, side));
    if (typeof piece.facing === "number") parts.push(say(`facing${piece.facing % 6}` as "facing0"));
    parts.push(...noteName(view.notes?.find((one) => one.leader === piece.id)));
    parts.push(...glowName(glows.pieces.get(piece.id)));
  }
  if (here.length > 1) parts.push(say("several", { at: at + 1, count: here.length }));
  return parts.join(", ");
}

export type Meant = { piece: string } | { hex: Hex };

const isReady = (glow: Glow | undefined) => glow === "option" || glow === "chosen";

/** What a click or Enter there means: what glows comes first, then what was touched, then who stands there. */
export function meant(hex: Hex, touched: string | null, here: readonly Piece[], glows: Glows): Meant {
  if (touched && isReady(glows.pieces.get(touched))) return { piece: touched };
  const ready = here.filter((one) => isReady(glows.pieces.get(one.id)));
  const isHexReady = isReady(glows.hexes.get(hex));
  if (touched) {
    if (ready.length === 1 && !isHexReady) return { piece: (ready[0] as Piece).id };
    return isHexReady ? { hex } : { piece: touched };
  }
  if (isHexReady) return { hex };
  if (ready.length) return { piece: (ready[0] as Piece).id };
  return here[0] ? { piece: here[0].id } : { hex };
}
