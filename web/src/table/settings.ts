// How this person likes the table: kept in the browser.

import { effect, signal } from "@preact/signals";

const STORED = "alfiere.table";

interface Settings {
  /** Asks once more before what cannot be taken back. */
  careful: boolean;
}

function read(): Settings {
  const usual: Settings = { careful: true };
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    return { ...usual, ...(found as Partial<Settings>) };
  } catch {
    return usual;
  }
}

const first = read();
export const careful = signal(first.careful);

effect(() => {
  localStorage.setItem(STORED, JSON.stringify({ careful: careful.value }));
});
