// How fast things move on the map: chosen by the reader, remembered.

import { signal } from "@preact/signals";

const STORED = "alfiere.pace";

/** Milliseconds of an ordinary motion. */
export const PACES = { off: 0, quick: 300, normal: 600, slow: 1100 } as const;
export type PaceName = keyof typeof PACES;

const isName = (name: string | null): name is PaceName => name !== null && Object.hasOwn(PACES, name);

function first(): PaceName {
  try {
    const stored = localStorage.getItem(STORED);
    return isName(stored) ? stored : "normal";
  } catch {
    return "normal"; // storage may be forbidden
  }
}

export const paceName = signal<PaceName>(first());

export function choosePace(name: PaceName): void {
  paceName.value = name;
  try {
    localStorage.setItem(STORED, name);
  } catch {
    // it holds until the page is closed
  }
}
