// A server of one battle and a teller of its story, both played by the test.

import type { About, Seat, State, Step, Table } from "../../src/protocol";
import type { Refusal } from "../../src/server";
import type { Teller } from "../../src/telling/contract";
import { table } from "./pieces";

export const step = (moment: number): Step => ({
  moment,
  kind: "answer",
  seat: "red",
  events: [],
  back_to: null,
});
const both = { en: "Battle", it: "Battaglia" };

/** A server of one battle, with a different table for each seat. */
export class House {
  about: About;
  tables: Record<string, Table> = {};
  logs: Record<string, Step[]> = {};
  asked: string[] = [];
  refusals: Refusal[] = [];
  promise = "cc90";
  commitments: Record<Seat, string | null> = { red: null, blue: null };
  shares: string[] = [];

  constructor(seats: Seat[], status: About["status"] = "playing") {
    this.about = {
      id: "g",
      scenario: "none/one",
      title: both,
      status,
      by_hand: false,
      origin: "fair",
      options: {},
      seats: ["red", "blue"].map((seat) => ({
        seat,
        who: "person",
        joined: status !== "waiting",
        revealed: status !== "waiting",
        mine: seats.includes(seat),
      })),
      may_export: false,
      created: 1,
    };
    for (const seat of ["red", "blue", "spectator"]) {
      this.tables[seat] = table({ seat: seat === "spectator" ? null : seat, waiting_for: ["blue"] });
      this.logs[seat] = [step(0)];
    }
  }

  at(seat: Seat, more: Partial<Table>): Table {
    const next = { ...(this.tables[seat] as Table), ...more };
    this.tables[seat] = next;
    return next;
  }

  private told(seat: Seat | null): State {
    return {
      game: this.about,
      table: this.about.status === "waiting" ? null : (this.tables[seat ?? "spectator"] as Table),
    };
  }

  private refuse(): void {
    const refusal = this.refusals.shift();
    if (refusal) throw refusal;
  }

  state = async (seat: Seat | null) => {
    this.asked.push(`state ${seat}`);
    return this.told(seat);
  };
  join = async (commitment: string) => {
    this.refuse();
    for (const one of this.about.seats) if (one.mine) this.commitments[one.seat] = commitment;
    this.about = {
      ...this.about,
      seats: this.about.seats.map((one) => (one.mine ? { ...one, joined: true } : one)),
    };
    return this.told(null);
  };
  reveal = async (share: string) => {
    this.shares.push(share);
    this.about = {
      ...this.about,
      seats: this.about.seats.map((one) => (one.mine ? { ...one, revealed: true } : one)),
    };
    return this.told(null);
  };
  /** The other one sits down too. */
  otherJoins(): unknown {
    this.commitments.red = "d0".repeat(32);
    this.about = { ...this.about, seats: this.about.seats.map((one) => ({ ...one, joined: true })) };
    return { type: "changed", game: this.about, table: null, steps: [] };
  }
  answer = async (seat: Seat, number: number, _given?: { key: string; args: Record<string, unknown> }) => {
    this.asked.push(`answer ${seat} ${number}`);
    this.refuse();
    return { again: false, state: this.told(seat) };
  };
  why = async () => ({ allowed: true, why: null, rule: null });
  preview = async () => ({ allowed: true, prospects: [], sketch: [], final: false });
  undo = async (seat: Seat) => this.told(seat);
  resign = async (seat: Seat) => this.told(seat);
  draw = async (seat: Seat) => this.told(seat);
  say = async () => ({});
  invite = async () => ({ number: 3, key: "k", link: "/#/game/g/k" });
  give = async (number: number, parts: readonly string[]) => ({
    number,
    seat: "red",
    name: "Anna",
    parts: [...parts],
    me: false,
  });
  letGo = async () => ({});
  log = async (seat: Seat | null, from: number) => {
    this.asked.push(`log ${seat} ${from}`);
    const all = this.logs[seat ?? "spectator"] ?? [];
    return { seat, moments: all.length, steps: all.slice(from, from + 200) };
  };
  save = async () => ({});
  async briefing(): Promise<never> {
    throw new Error("nobody asks");
  }
  fairness = async () =>
    ({ commitment: this.promise, commitments: { ...this.commitments }, secret: null }) as never;

  changed(seat: Seat, steps: Step[]): unknown {
    this.logs[seat]?.push(...steps);
    return { type: "changed", game: this.about, table: this.tables[seat], steps };
  }
}

/** Tells when the test says so. */
export class SlowTeller implements Teller {
  waiting: (() => void)[] = [];
  told: number[] = [];
  isSlow = false;
  pace = 0;
  tell(steps: readonly Step[], _look: unknown, then: () => void): void {
    this.told.push(...steps.map((one) => one.moment));
    if (this.isSlow) this.waiting.push(then);
    else then();
  }
  skip(): void {
    for (const then of this.waiting.splice(0)) then();
  }
  attach(): void {}
}
