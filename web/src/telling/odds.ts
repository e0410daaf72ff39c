// Odds as people read them.

import type { Chance, Prospect } from "../protocol";

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
