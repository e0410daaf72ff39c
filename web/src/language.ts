// The language of the page: from the browser, switchable at once, remembered.

import { signal } from "@preact/signals";
import type { Language, Text } from "./protocol";

const STORED = "alfiere.language";

function first(): Language {
  const stored = localStorage.getItem(STORED);
  if (stored === "en" || stored === "it") return stored;
  return navigator.languages.some((one) => one.toLowerCase().startsWith("it")) ? "it" : "en";
}

export const language = signal<Language>(first());

export function speak(wanted: Language): void {
  language.value = wanted;
  localStorage.setItem(STORED, wanted);
  document.documentElement.lang = wanted;
}

/** A text of the server in the language of the page. */
export function said(text: Text | null | undefined): string {
  return text?.[language.value] ?? "";
}
