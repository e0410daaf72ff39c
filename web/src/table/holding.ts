// A figure in the hand: what the rules would say if it were put down there. Asked while it is still held.

import { signal } from "@preact/signals";
import { said } from "../language";
import type { Verdict } from "../map/sheet/contract";
import { capital } from "../names";
import type { Place as Held, Option, Sketch } from "../protocol";
import type { Asking } from "./deciding";
import { putAt } from "./things";

const NOTHING: readonly Sketch[] = [];
/** Between two questions, in milliseconds: a hand moves faster than anybody wants an answer. */
const PAUSE = 60;

interface Place {
  piece: string | null;
  at: Held;
}

export class Holding {
  readonly verdict = signal<Verdict | null>(null);
  /** What will be measured, drawn under the figure; null while nothing is held. */
  readonly sketch = signal<readonly Sketch[] | null>(null);
  private place: Place | null = null;
  private isAsking = false;

  constructor(
    private readonly asking: Asking,
    private readonly open: () => readonly Option[],
  ) {}

  /** Held over a place; with nowhere the hand is empty again. One question at a time, the last place wins. */
  hold(piece: string | null, at: Held | null): void {
    this.place = at ? { piece, at } : null;
    if (!at) {
      this.verdict.value = null;
      this.sketch.value = null;
    } else {
      this.sketch.value ??= NOTHING;
      void this.ask();
    }
  }

  private async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.place) {
        const place: Place = this.place;
        const [verdict, sketch] = await this.judged(place);
        if (this.place) {
          this.verdict.value = verdict;
          this.sketch.value = sketch;
        }
        if (this.place === place) break;
        await new Promise((wake) => {
          setTimeout(wake, PAUSE);
        });
      }
    } finally {
      this.isAsking = false;
    }
  }

  /** The first sort of option that may lead there; if none may, why the first may not. */
  private async judged({ piece, at }: Place): Promise<[Verdict | null, readonly Sketch[]]> {
    const decision = this.asking.decision.value;
    const view = this.asking.shownView.value;
    if (!decision || !view) return [null, NOTHING];
    const { touch = {}, aimed = {} } = this.asking.look.value ?? {};
    const options = putAt(this.open(), piece, at, decision, touch, view, aimed);
    for (const option of options) {
      const found = await this.asking.preview(option);
      if (found?.allowed) return [{ at, isAllowed: true, text: "" }, found.sketch];
    }
    const [first] = options;
    const told = first ? await this.asking.why(first.key, first.args) : null;
    if (!told || told.allowed) return [null, NOTHING];
    const why = capital(said(told.text) || told.why || "");
    const rule = told.rule?.replace(/^\w+\./, "");
    return [{ at, isAllowed: false, text: rule ? `${why} (${rule})` : why }, NOTHING];
  }
}
