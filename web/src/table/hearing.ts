// Hearing what happened: each step once and in order, told first and then shown.

import { batch } from "@preact/signals";
import type { About, Message, Seat, State, Step, Table } from "../protocol";
import type { Known, Memory } from "./known";
import { mine } from "./seats";

/** How long after an answer its events may take to come live before they are fetched. */
const LIVE_WITHIN = 800;
const LONGEST_TELLING = 60_000;

export interface HearingWishes {
  /** The battle has just begun, and several seats are at this browser. */
  onBegin(about: About): void;
  /** Everything that was heard is on the screen now. */
  onShown(): void;
}

export class Hearing {
  private work: Promise<void> = Promise.resolve();
  /** The story so far is known: from here on things are told as they happen. */
  private entered = false;

  constructor(
    private readonly known: Known,
    private readonly wishes: HearingWishes,
  ) {}

  hear(message: Message): void {
    const { known } = this;
    if (message.type === "presence") {
      known.presence.value = { seats: message.seats, spectators: message.spectators };
    } else if (message.type === "chat") {
      const last = known.chat.value.at(-1)?.number ?? -1;
      const fresh = message.lines.filter((line) => line.number > last);
      if (fresh.length) known.chat.value = [...known.chat.value, ...fresh];
    } else if (message.type === "changed") {
      this.changed(message.game, message.table, message.steps);
    }
  }

  private changed(about: About, table: Table | null, steps: readonly Step[]): void {
    const { known } = this;
    const seat = known.seat.value;
    const begins = known.about.value?.status === "waiting" && about.status !== "waiting";
    known.about.value = about;
    if (begins && mine(about).length > 1) {
      this.wishes.onBegin(about);
      return;
    }
    const memory = known.memories.get(seat);
    if (table && memory) void this.later(seat, memory, table, steps);
  }

  /** What comes is taken one after the other. */
  private later(seat: Seat | null, memory: Memory, table: Table, steps: readonly Step[]): Promise<void> {
    this.work = this.work.then(() => this.take(seat, memory, table, steps)).catch(() => {});
    return this.work;
  }

  /** Adds what is new, in order and once, and has it told. */
  private async take(seat: Seat | null, memory: Memory, table: Table, steps: readonly Step[]): Promise<void> {
    const { known } = this;
    if (known.ended || known.seat.value !== seat || known.curtain.value) return;
    if (table.moment < memory.seen && !steps.length) return;
    const isCut = steps[0]?.moment === 0 && memory.seen > 0 && table.moment < memory.seen;
    if (isCut) {
      memory.steps = [];
      memory.seen = -1;
    }
    const before = memory.steps.length;
    let fresh = steps.filter((step) => step.moment > memory.seen);
    const first = fresh[0]?.moment ?? table.moment + 1;
    if (first > memory.seen + 1) {
      await this.fill(seat, memory, first);
      fresh = fresh.filter((step) => step.moment > memory.seen);
    }
    if (fresh.length) known.tried = new Set();
    memory.steps = [...memory.steps, ...fresh];
    memory.seen = Math.max(memory.seen, fresh.at(-1)?.moment ?? -1);
    if (known.ended || known.seat.value !== seat) return;
    known.table.value = table;
    this.tell(seat, table, memory.steps.slice(isCut ? 0 : before), memory.steps);
  }

  /** Has the fresh steps told, then shows the table they led to. */
  private tell(seat: Seat | null, table: Table, told: readonly Step[], upTo: readonly Step[]): void {
    const { known } = this;
    const look = known.look.value;
    let isShown = false;
    const show = () => {
      if (isShown) return;
      isShown = true;
      known.telling.value = Math.max(0, known.telling.value - 1);
      if (known.ended || known.seat.value !== seat || known.curtain.value) return;
      batch(() => {
        known.steps.value = upTo;
        known.shown.value = table;
      });
      this.wishes.onShown();
    };
    // Nothing new is shown at once, but never before what is still being told.
    if ((!told.length && known.telling.value === 0) || !look || !this.entered) {
      this.entered = true;
      // All at once: the same question heard twice is never away between, and nothing chosen so far is lost.
      batch(() => {
        known.telling.value += 1;
        show();
      });
    } else {
      known.telling.value += 1;
      known.teller.tell(told, look, show);
      // A motion that never ends must not hold up the battle.
      setTimeout(show, LONGEST_TELLING);
    }
  }

  /** Somebody else looks from now on: what is already past is not told to them as news. */
  forget(): void {
    this.entered = false;
  }

  /** The story so far, and the table as it stands; nothing of it is played out again. */
  async read(seat: Seat | null, memory: Memory): Promise<void> {
    const { known } = this;
    await this.fill(seat, memory, Number.POSITIVE_INFINITY);
    const state = await known.game.state(known.eyes(seat));
    if (known.ended || known.seat.value !== seat) return;
    // Steps between the log and the state come live, and are told then.
    batch(() => {
      known.about.value = state.game;
      known.steps.value = memory.steps;
      if (state.table) {
        known.table.value = state.table;
        known.shown.value = state.table;
      }
    });
    if (state.table && state.table.moment > memory.seen) {
      await this.fill(seat, memory, state.table.moment + 1);
      known.steps.value = memory.steps;
    }
    this.entered = true;
    this.wishes.onShown();
  }

  /** Fetches the log up to a moment, page by page. */
  private async fill(seat: Seat | null, memory: Memory, until: number): Promise<void> {
    const { known } = this;
    while (!known.ended && memory.seen + 1 < until) {
      const log = await known.game.log(known.eyes(seat), memory.seen + 1);
      const fresh = log.steps.filter((step) => step.moment > memory.seen);
      const last = fresh.at(-1);
      if (!last) return;
      memory.steps = [...memory.steps, ...fresh];
      memory.seen = last.moment;
      if (memory.seen + 1 >= log.moments) return;
    }
  }

  /** The state that came back from an act: its steps come live; if they do not, they are fetched. */
  settle(state: State): void {
    const { known } = this;
    const { table } = state;
    const seat = known.seat.value;
    const memory = known.memories.get(seat);
    known.about.value = state.game;
    if (!table || !memory || table.seat !== seat) return;
    // The next question may be answered before it is looked for: that one is not meant, and not asked again.
    const answered = known.answered.value;
    const catchUp = () => {
      const isTold = known.telling.value > 0 || known.shown.value !== answered;
      if (known.ended || known.seat.value !== seat || (memory.seen >= table.moment && isTold)) return;
      void this.later(seat, memory, table, []);
    };
    if (known.connection.value === "open") setTimeout(catchUp, LIVE_WITHIN);
    else catchUp();
  }

  /** Asks for the table anew: what is on the screen may be old. */
  async refresh(): Promise<void> {
    const { known } = this;
    const seat = known.seat.value;
    const memory = known.memories.get(seat);
    if (!memory) return;
    try {
      const state = await known.game.state(known.eyes(seat));
      known.about.value = state.game;
      if (state.table) await this.later(seat, memory, state.table, []);
    } catch {
      // The connection tells of itself.
    }
  }
}
