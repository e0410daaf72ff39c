// Odds as people read them.

import type { Chance, Prospect, Words } from "../protocol";
import { kindWord, outcomeWord } from "./wording";

/** «36%»; what is possible is never «0%», what is not certain never «100%». */
export function percent(chance: number): string {
  if (chance <= 0) return "0%";
  if (chance >= 1) return "100%";
  if (chance < 0.01) return "<1%";
  if (chance > 0.99) return ">99%";
  return `${Math.round(chance * 100)}%`;
}

/** The mean number, for who thinks in averages. */
export function mean(odds: readonly Chance[]): number {
  return odds.reduce((sum, one) => sum + one.number * one.chance, 0);
}

/** Whether the result is a yes or no (a test passed) and not a number of things. */
export function isYesOrNo(prospect: Prospect): boolean {
  return (
    prospect.result !== "losses" && prospect.results.every((one) => one.number === 0 || one.number === 1)
  );
}

/** At least one of it. */
const any = (odds: readonly Chance[]): number =>
  odds.reduce((sum, one) => sum + (one.number > 0 ? one.chance : 0), 0);

/** The test that comes first, in a few words: «hits 70%, wounds 35%»; nothing where none comes at once. */
export function shortly(prospects: readonly Prospect[], words: Words): string {
  const first = prospects.find((one) => !one.when && one.results.length > 0);
  if (!first) return "";
  if (first.result === "passed") return `${kindWord(words, first.kind)} ${percent(any(first.results))}`;
  const [hit, result] = [percent(any(first.hits)), percent(any(first.results))];
  const told = `${outcomeWord(words, first.result) ?? first.result} ${result}`;
  return first.hits.length && hit !== result ? `${outcomeWord(words, "hits")} ${hit}, ${told}` : told;
}
