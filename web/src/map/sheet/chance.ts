// Chance that is always the same: a tree stands where it stood yesterday.

/** Numbers from 0 to 1, the same ones for the same word. */
export function chanceOf(word: string): () => number {
  let state = 2166136261;
  for (let n = 0; n < word.length; n++) state = Math.imul(state ^ word.charCodeAt(n), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
