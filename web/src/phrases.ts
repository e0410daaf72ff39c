// What the page itself says: a table of sentences a folder, in both languages. {name} is filled in.

import { language } from "./language";
import type { Text } from "./protocol";

export function phrases<T extends Record<string, Text>>(table: T) {
  return (key: keyof T, values: Record<string, string | number> = {}): string =>
    (table[key]?.[language.value] ?? String(key)).replace(/\{(\w+)\}/g, (whole, name: string) =>
      name in values ? String(values[name]) : whole,
    );
}
