import { language, speak } from "../language";
import type { Language } from "../protocol";
import "./head.css";
import { say } from "./phrases";

// Each language names itself, whichever is spoken.
const NAMES: Record<Language, string> = { it: "Italiano", en: "English" };

/** IT · EN: the whole page changes at once. */
export function LanguageSwitch() {
  return (
    <fieldset class="head-languages" aria-label={say("language")}>
      {(Object.keys(NAMES) as Language[]).map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          title={NAMES[one]}
          aria-label={`${one.toUpperCase()}, ${NAMES[one]}`}
          aria-pressed={language.value === one}
          onClick={() => speak(one)}
        >
          {one.toUpperCase()}
        </button>
      ))}
    </fieldset>
  );
}
