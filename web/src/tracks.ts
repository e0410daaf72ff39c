// What stands at the head of a table, in both ways a view may tell it.

export interface Counter {
  now: number;
  most: number;
}

const isTold = (value: unknown): value is { value: unknown; of: unknown } =>
  typeof value === "object" && value !== null && "value" in value;

/** A number of so many: `[now, most]` or `{ value, of }`. */
export function counter(track: unknown): Counter | null {
  const [now, most] = Array.isArray(track) ? track : isTold(track) ? [track.value, track.of] : [];
  return typeof now === "number" && typeof most === "number" ? { now, most } : null;
}

/** A stage and all of them in order: a word beside its list (`stage`, `stages`), or `{ value, of }`. */
export function stages(tracks: Record<string, unknown>, key: string): { now: string; all: string[] } | null {
  const track = tracks[key];
  const [now, all] = isTold(track) ? [track.value, track.of] : [track, tracks[`${key}s`]];
  return Array.isArray(all) && all.length ? { now: String(now), all: all as string[] } : null;
}
