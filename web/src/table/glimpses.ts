// The odds of what stands in the list, before anybody rests on it: few questions, one after another, kept.

import { signal } from "@preact/signals";
import type { Option, Preview, Prospect } from "../protocol";
import { nameOf } from "./deciding";

/** So many options of one question are asked about at the most, and so many of them at the same time. */
export const DOZEN = 12;
const AT_ONCE = 2;
/** Whoever answers at once wants no odds. */
const AFTER = 350;

export class Glimpses {
  /** The tests that options lead to, by the name of the option; without an entry none is known. */
  readonly told = signal<ReadonlyMap<string, readonly Prospect[]>>(new Map());
  private readonly asked = new Set<string>();
  /** Sorts of options that were asked about and lead to no test. */
  private readonly plain = new Set<string>();
  private queue: Option[] = [];
  private running = 0;
  private round = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly find: (option: Option) => Promise<Preview | null>) {}

  of(option: Option): readonly Prospect[] {
    return this.told.value.get(nameOf(option)) ?? [];
  }

  /** These are in sight: what is not known yet will be asked, the first of them first. */
  look(options: readonly Option[]): void {
    for (const option of options) {
      if (this.asked.size >= DOZEN || this.asked.has(nameOf(option))) continue;
      this.asked.add(nameOf(option));
      this.queue.push(option);
    }
    if (!this.queue.length) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.work(), AFTER);
  }

  /** Nobody is asked any more: what is on its way may come, the rest is left. */
  stop(): void {
    clearTimeout(this.timer);
    this.round += 1;
    this.queue = [];
    this.running = 0;
  }

  /** Another question. */
  forget(): void {
    this.stop();
    this.asked.clear();
    this.plain.clear();
    if (this.told.value.size) this.told.value = new Map();
  }

  private work(): void {
    while (this.running < AT_ONCE) {
      const option = this.queue.shift();
      if (!option) return;
      if (this.plain.has(option.key)) continue;
      const { round } = this;
      this.running += 1;
      void this.find(option).then((preview) => {
        if (round !== this.round) return;
        this.running -= 1;
        if (preview?.prospects.length)
          this.told.value = new Map(this.told.value).set(nameOf(option), preview.prospects);
        else this.plain.add(option.key);
        this.work();
      });
    }
  }
}
