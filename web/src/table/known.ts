// What this browser knows of one battle, and what of it is on the screen.

import { computed, signal } from "@preact/signals";
import type { Look } from "../look";
import { asNamed } from "../names";
import type { About, Decision, Line, Scenario, Seat, Step, Table, Words } from "../protocol";
import type * as server from "../server";
import type { Teller } from "../telling/contract";
import { leads, own } from "./leaders";
import type { Connection } from "./live";
import { asRefusal } from "./sending";

/** What is asked of the server; tests bring their own. */
export type Asked = Pick<
  server.Game,
  | "state"
  | "join"
  | "reveal"
  | "answer"
  | "why"
  | "preview"
  | "undo"
  | "resign"
  | "draw"
  | "say"
  | "invite"
  | "give"
  | "letGo"
  | "log"
  | "save"
  | "briefing"
  | "fairness"
>;

export interface Presence {
  seats: Record<Seat, boolean>;
  spectators: number;
}

/** What one pair of eyes has been told; kept while another seat looks, so that nothing is fetched twice. */
export interface Memory {
  steps: Step[];
  seen: number;
}

export class Known {
  readonly about = signal<About | null>(null);
  /** The newest table. */
  readonly table = signal<Table | null>(null);
  /** The table on the screen: it lags behind while what happened is told. */
  readonly shown = signal<Table | null>(null);
  readonly shownView = computed(() => this.shown.value?.view ?? null);
  /** The table whose question was answered; it is not asked again while the answer is under way. */
  readonly answered = signal<Table | null>(null);
  /** What this seat is asked, once everything before it has been told. */
  readonly decision = computed(() => {
    const table = this.shown.value;
    const isAsked = table !== this.answered.value && this.telling.value === 0;
    return isAsked && table?.decision ? this.ownOf(table.decision) : null;
  });
  /** Whether it is for this browser to take back the last answer of its side. */
  readonly mayUndo = computed(() => {
    const table = this.table.value;
    return !!table?.may_undo && leads(this.about.value, table.seat, table.undoes ?? "");
  });
  /** The battle so far, as far as it has been told. */
  readonly steps = signal<readonly Step[]>([]);
  readonly chat = signal<readonly Line[]>([]);
  readonly presence = signal<Presence | null>(null);
  readonly connection = signal<Connection>("connecting");
  readonly refusedLive = signal("");
  readonly busy = signal(false);
  readonly seat = signal<Seat | null>(null);
  /** The seat that is to look next: everything is covered until it says «I am …». */
  readonly curtain = signal<Seat | null>(null);
  /** Somebody has said so, and the seat's view is on its way. */
  readonly lifting = signal(false);
  readonly telling = signal(0);
  readonly look = signal<Look | null>(null);
  readonly words = signal<Words | null>(null);
  readonly asWritten = signal<Scenario | null>(null);
  /** The battle, its sides called as they are now: those who choose their armies are named after them. */
  readonly scenario = computed(() => asNamed(this.asWritten.value, this.shownView.value));
  /** Nothing can be shown: no such game, wrong key. */
  readonly failed = signal<server.Refusal | null>(null);
  /** The last thing that was refused. */
  readonly refusal = signal<server.Refusal | null>(null);
  readonly commitment = signal<string | null>(null);

  readonly memories = new Map<Seat | null, Memory>();
  /** The seats at this browser that have been looked for since something last happened. */
  tried = new Set<Seat>();
  /** The page has been left: nothing that still comes is of interest. */
  ended = false;

  constructor(
    readonly id: string,
    readonly key: string | null,
    readonly teller: Teller,
    readonly game: Asked,
  ) {}

  /** Through whose eyes the server is asked to look. */
  eyes(seat: Seat | null): Seat | null {
    return seat ?? (this.key ? "spectator" : null);
  }

  /** What of a question is one's own to answer; the same as long as nobody is given anything else to lead. */
  private ownOf(decision: Decision): Decision | null {
    const found = own(decision, this.about.value);
    const last = this.lastOwn;
    if (last && found && last.of === decision && last.found?.options.length === found.options.length)
      return last.found;
    this.lastOwn = { of: decision, found };
    return found;
  }

  private lastOwn: { of: Decision; found: Decision | null } | null = null;

  /** Shows what went wrong, as a refusal. */
  refused(error: unknown): server.Refusal {
    const refusal = asRefusal(error);
    this.refusal.value = refusal;
    return refusal;
  }
}
