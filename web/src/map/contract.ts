// What the table asks of its map, and what the map tells the table.

import type { ComponentChildren } from "preact";
import type { Event, Hex, Look, Motion, Sketch, View } from "../protocol";

/** How a thing on the map stands out: it can be chosen, it is chosen, it is meant, it is in danger. */
export type Glow = "option" | "chosen" | "about" | "threat";

export interface MapProps {
  view: View;
  look: Look;
  /** What glows; everything else is plain. */
  pieces: ReadonlyMap<string, Glow>;
  hexes: ReadonlyMap<Hex, Glow>;
  /** Drawn while an option is looked at. */
  sketch: readonly Sketch[];
  /** The seat at the bottom of the screen; the map is never turned, but names and cards of this seat are legible. */
  seat: string | null;
  onPiece(id: string): void;
  onHex(hex: Hex): void;
  /** What the pointer or the keyboard rests on; null when on nothing. */
  onHover(at: { piece?: string; hex?: Hex } | null): void;
  /** Filled by the map: how the table plays events on it. */
  handle?: { current: MapHandle | null };
  /** Drawn over the map, in its own coordinates. */
  children?: ComponentChildren;
}

export interface MapHandle {
  /** Shows one event as the look's motion says; done when it has been seen (or skipped). */
  play(event: Event, motion: Motion, milliseconds: number): Promise<void>;
  /** Ends the running animation at once. */
  skip(): void;
  /** Brings a hex into sight, softly. */
  show(hex: Hex): void;
  /** The whole board in the window. */
  fit(): void;
  zoom(factor: number): void;
}
