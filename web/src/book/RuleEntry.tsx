import type { Language, Rule } from "../protocol";
import { address } from "../router";
import { pieces, short } from "./layout";
import { say } from "./phrases";
import { matches } from "./search";

/** The signs of the origin: what stands in the book has none. */
export const SIGNS: Record<string, string> = { reading: "†", house: "‡" };
const ORIGINS = ["reading", "house"] as const;

interface EntryProps {
  rule: Rule;
  game: string;
  language: Language;
  known: ReadonlySet<string>;
  /** The words looked for. */
  words: readonly string[];
  place: string;
  marked: boolean;
  /** A result of a search stands beside the book, where the same rule has the anchor. */
  isResult: boolean;
}

/** One rule: its number in the margin, our wording, where it comes from. */
export function RuleEntry({ rule, game, language, known, words, place, marked, isResult }: EntryProps) {
  const origin = ORIGINS.find((one) => one === rule.origin);
  return (
    <article
      class={marked ? "book-rule marked" : "book-rule"}
      {...(isResult ? {} : { id: rule.id, tabIndex: -1 })}
    >
      <a
        class="book-number"
        href={address("rules", game, rule.id)}
        title={rule.id}
        aria-label={say("link", { id: rule.id })}
        {...(marked ? { "aria-current": "true" as const } : {})}
      >
        <Marked
          text={short(rule.id)}
          words={words.map((word) => word.replace(`${game}.`, "")).filter(Boolean)}
        />
      </a>
      <p class="book-text">
        {pieces(rule.text[language], game, known).map((one, place) =>
          one.kind === "rule" ? (
            <a key={place} class="book-cite" href={address("rules", game, one.id)} title={one.id}>
              § {short(one.id)}
            </a>
          ) : (
            <Marked key={place} text={one.text} words={words} />
          ),
        )}
      </p>
      <p class="book-margin">
        {place && (
          <span class="book-place">
            <Marked text={place} words={words} />
          </span>
        )}
        {origin && (
          <span class="book-origin">
            <b aria-hidden="true">{SIGNS[origin]}</b> {say(origin)}
          </span>
        )}
        {rule.optional && (
          <span class="book-optional" title={say("optionalNote")}>
            {say("optional")}
          </span>
        )}
      </p>
    </article>
  );
}

/** A text with what was looked for marked in it. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const found = matches(text, words);
  if (!found.length) return <>{text}</>;
  const parts = [];
  let from = 0;
  for (const [begin, end] of found) {
    parts.push(text.slice(from, begin), <mark key={begin}>{text.slice(begin, end)}</mark>);
    from = end;
  }
  parts.push(text.slice(from));
  return <>{parts}</>;
}
