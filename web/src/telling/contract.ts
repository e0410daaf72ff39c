// What the table page asks of the telling: log, breakdowns, odds, rules, animation.

import type { Look } from "../look";
import type { MapHandle } from "../map/sheet/contract";
import type { Prospect, Step, Tally, View, Words } from "../protocol";

/** The battle in sentences; each opens its rules. The newest is at the end and in sight. */
export interface LogProps {
  steps: readonly Step[];
  onRule(rule: string): void;
  /** A click on the sentence's number opens that moment in the replay; left out where there is none. */
  onMoment?(moment: number): void;
  /** Which events are headings; fetched by the log itself where it is left out. */
  look?: Look | null;
  /** For the breakdowns; fetched by the log itself where they are left out. */
  words?: Words | null;
  /** Whose names are set in italics. */
  view?: View | null;
  /** The moment to mark and keep in sight, in a replay; what comes after it is faint. */
  current?: number;
}

/** One count, line by line, with a rule number at each. */
export interface TallyProps {
  tally: Tally;
  words: Words;
  onRule(rule: string): void;
  /** Where something above it already says what is counted. */
  untitled?: boolean;
}

/** Counts and odds of the tests an option leads to. */
export interface ProspectsProps {
  prospects: readonly Prospect[];
  view: View;
  words: Words;
  onRule(rule: string): void;
}

/** The rule in our wording, beside the table; Escape closes it. */
export interface DrawerProps {
  game: string;
  rule: string | null;
  onRule(rule: string): void;
  onClose(): void;
}

/** Plays steps on the map one after another; the view behind is set when they have been seen. */
export interface Teller {
  /** Adds steps; `then` is called when they have been shown or skipped. */
  tell(steps: readonly Step[], look: Look, then: () => void): void;
  /** Jumps to the end of everything that is waiting. */
  skip(): void;
  /** Milliseconds for an ordinary motion; 0 shows nothing. */
  pace: number;
  attach(map: MapHandle | null): void;
}
