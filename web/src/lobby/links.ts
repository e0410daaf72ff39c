// What somebody may paste to come to a game: a whole link, a part of one, or the game's id.

const ID = /^[\w-]{16}$/;

/** The route a pasted text stands for, or null if it is none of ours. */
export function pasted(text: string): string[] | null {
  const trimmed = text.trim();
  if (ID.test(trimmed)) return ["game", trimmed];
  const hash = trimmed.indexOf("#");
  if (hash < 0) return null;
  let parts: string[];
  try {
    parts = trimmed
      .slice(hash + 1)
      .split("/")
      .filter(Boolean)
      .map(decodeURIComponent);
  } catch {
    return null;
  }
  const [page, id] = parts;
  if (page !== "game" && page !== "replay" && page !== "verify") return null;
  return id && ID.test(id) ? parts.slice(0, 3) : null;
}
