// What the table asks of its map, and what the map tells the table.

import type { ComponentChildren } from "preact";
import type { Look, Motion } from "../../look";
import type { Event, Hex, Place, Sketch, View } from "../../protocol";

/** How a thing on the map stands out: it can be chosen, it is chosen, it is meant, it is in danger. */
export type Glow = "option" | "chosen" | "about" | "threat";

/** A place of an open table that stands out; `mover` is who would go there, `label` what choosing it says. */
export interface PlaceGlow {
  glow: Glow;
  mover: string | null;
  label: string;
}

/** What the rules say of the place somebody is held over. */
export interface Verdict {
  at: Place;
  isAllowed: boolean;
  /** Why not, with the rule. */
  text: string;
}

export interface MapProps {
  view: View;
  look: Look;
  /** What glows; everything else is plain. */
  pieces: ReadonlyMap<string, Glow>;
  hexes: ReadonlyMap<Hex, Glow>;
  /** Places of an open table, by their id «x,y», or «x,y,heading» for what has a front. */
  places?: ReadonlyMap<string, PlaceGlow>;
  /** Who may be drawn to any place by hand; null while nobody may. */
  acting?: string | null;
  /** The place of the option that is looked at, wherever: here or in the list. */
  lookedAt?: string | null;
  /** Whom that option moves. */
  mover?: string | null;
  /** Drawn while an option is looked at. */
  sketch: readonly Sketch[];
  /** The seat at the bottom of the screen; the map is never turned, but names and cards of this seat are legible. */
  seat: string | null;
  onPiece(id: string): void;
  onHex(hex: Hex): void;
  /** A place of an open table, offered or not, by its id. */
  onPlace?(id: string): void;
  /** Somebody is put down at a place of one's own choice; `pixel`: where on the screen, if not by the pointer. */
  onPut?(piece: string | null, at: Place, pixel?: { x: number; y: number }): void;
  /** Somebody is held over a place, not yet put down; null when the hand is empty again. */
  onHold?(piece: string | null, at: Place | null): void;
  /** A unit that was put down, and waits for a second yes, is taken back into nobody's hand. */
  onLetGo?(): void;
  /** What the rules say of that place; null while nobody knows. */
  verdict?: Verdict | null;
  /** What the pointer or the keyboard rests on; null when on nothing. */
  onHover(at: { piece?: string; hex?: Hex; place?: string } | null): void;
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
  /** Brings a hex, or a place by its id, into sight, softly. */
  show(hex: Hex): void;
  /** Brings it into the middle, and nearer where the whole board is seen small. */
  centre(place: Hex): void;
  /** The whole board in the window. */
  fit(): void;
  zoom(factor: number): void;
  /** A crosshair for keys on an open table, for who may be drawn to any place. False where nobody may. */
  aim?(): boolean;
}
