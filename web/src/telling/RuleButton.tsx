import type { Words } from "../protocol";
import { phrase } from "./phrases";
import { ruleLabel } from "./rules";

/** A rule's number that opens the rule. */
export function RuleButton(props: { rule: string; words?: Words | null; onRule(rule: string): void }) {
  const label = ruleLabel(props.rule, props.words);
  return (
    <button
      type="button"
      class="rule"
      aria-label={phrase("rule", { rule: label })}
      onClick={() => props.onRule(props.rule)}
    >
      {label}
    </button>
  );
}
