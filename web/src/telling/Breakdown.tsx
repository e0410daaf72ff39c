import "./breakdown.css";
import type { Event, Words } from "../protocol";
import { breakdown, type Part } from "./breakdown";
import { phrase } from "./phrases";
import { capital, TallyBox } from "./TallyBox";
import { outcomeWord } from "./wording";

/** How a result came about: counts, what was turned up, what it led to. */
export function Breakdown(props: { event: Event; words: Words; onRule(rule: string): void }) {
  const parts = breakdown(props.event).filter(
    (part) => part.kind !== "outcome" || outcomeWord(props.words, part.field),
  );
  // what everything leads to stands last and is largest
  const last = parts.at(-1)?.kind === "outcome" ? parts.pop() : undefined;
  return (
    <div class="tell-breakdown">
      {parts.map((part, place) => (
        <PartShown key={`${part.field} ${place}`} part={part} words={props.words} onRule={props.onRule} />
      ))}
      {last?.kind === "outcome" && (
        <Outcome field={last.field} value={last.value} words={props.words} final />
      )}
    </div>
  );
}

function PartShown({ part, words, onRule }: { part: Part; words: Words; onRule(rule: string): void }) {
  if (part.kind === "tally") return <TallyBox tally={part.tally} words={words} onRule={onRule} />;
  if (part.kind === "drawn") return <Drawn values={part.values} successes={part.successes} />;
  return <Outcome field={part.field} value={part.value} words={words} />;
}

/** The values as small cards; a success stands up, gold and ticked. */
function Drawn(props: { values: number[]; successes: (boolean | null)[] }) {
  return (
    <ul class="tell-drawn" aria-label={phrase("turnedUp")}>
      {props.values.map((value, index) => {
        const success = props.successes[index] ?? null;
        const word = success === null ? "" : phrase(success ? "success" : "failure");
        return (
          <li
            // the same value may come twice, the place is its name
            key={index}
            class={`tell-drawn-card${success === null ? "" : success ? " is-success" : " is-failure"}`}
            title={word}
          >
            <span class="tell-drawn-value">{value}</span>
            {success && (
              <span class="tell-drawn-tick" aria-hidden="true">
                ✓
              </span>
            )}
            {word && <span class="unseen"> {word}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function Outcome(props: { field: string; value: number | boolean; words: Words; final?: boolean }) {
  const word = outcomeWord(props.words, props.field) ?? "";
  const className = `tell-outcome${props.final ? " is-final" : ""}`;
  if (typeof props.value === "boolean")
    return (
      <p class={className}>
        <span>
          {capital(
            props.value ? word : props.field === "passed" ? phrase("failed") : `${word}: ${phrase("no")}`,
          )}
        </span>
      </p>
    );
  return (
    <p class={className}>
      <span>{capital(word)}</span> <b>{props.value}</b>
    </p>
  );
}
