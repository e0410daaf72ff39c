// Whose games these are. The server's own word goes first; the file holds what it does not say yet.

import type { Text } from "../protocol";
import told from "./credits.json";

export function credit(game: string, said?: Text | null): Text | null {
  return said ?? (told as Record<string, Text>)[game] ?? null;
}
