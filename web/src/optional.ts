// The optional rules of a battle as questions. What they are called comes from the game's words where it says so.

import type { Language, Scenario, Words } from "./protocol";

export interface Setting {
  key: string;
  name: string;
  hint: string;
  kind: "switch" | "number" | "choice";
  usual: string;
  /** Of a choice: its values, and what they are called. */
  values: [string, string][];
}

/** «night_attack» → «Night attack». */
export function readable(key: string): string {
  const words = key.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Names in the order: the section «setting», «word», the key itself. A key that begins with a seat is about that side. */
export function settings(
  scenario: Pick<Scenario, "options" | "sides" | "choices">,
  words: Words | null,
  language: Language,
): Setting[] {
  const told = words?.[language] ?? {};
  const named = (key: string) => told.setting?.[key] ?? told.word?.[key] ?? null;
  const all = Object.entries(scenario.options).map(([key, usual]): Setting => {
    const side = scenario.sides.find((one) => key.startsWith(`${one.seat}_`));
    const rest = side ? key.slice(side.seat.length + 1) : key;
    const name = named(key) ?? (side ? `${side.name[language]}: ${named(rest) ?? readable(rest)}` : null);
    const values = Object.entries(scenario.choices?.[key] ?? {}).map(([value, text]): [string, string] => [
      value,
      text[language],
    ]);
    return {
      key,
      name: capital(name ?? readable(key)),
      hint: told.setting?.[`${key}/hint`] ?? "",
      kind: values.length > 0 ? "choice" : usual === "yes" || usual === "no" ? "switch" : "number",
      usual,
      values,
    };
  });
  // What is ticked stands before what is filled in.
  return all.sort((a, b) => Number(a.kind === "number") - Number(b.kind === "number"));
}

/** Only what differs from the usual is sent; an empty number means the battle's own. */
export function changed(
  usual: Record<string, string>,
  chosen: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(chosen).filter(([key, value]) => value.trim() !== "" && value !== usual[key]),
  );
}
