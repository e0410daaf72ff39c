// One battle at this browser: what is known of it, what is shown of it, and everything a player can do.

import { batch, computed, signal } from "@preact/signals";
import { myGame, remember } from "../games";
import type {
  About,
  Allowed,
  Line,
  Look,
  Message,
  Option,
  Preview,
  Scenario,
  Seat,
  State,
  Step,
  Table,
  Words,
} from "../protocol";
import * as server from "../server";
import type { Teller } from "../telling/contract";
import { type Connection, Live, type LiveWishes } from "./live";
import { isSecret, mine, seatToShow } from "./seats";
import { again, asRefusal, randomLetters } from "./sending";

type Asked = Pick<
  server.Game,
  | "state"
  | "join"
  | "answer"
  | "why"
  | "preview"
  | "undo"
  | "resign"
  | "draw"
  | "say"
  | "log"
  | "save"
  | "fairness"
>;

export interface Presence {
  seats: Record<Seat, boolean>;
  spectators: number;
}

/** What one pair of eyes has been told; kept while another seat looks, so that nothing is fetched twice. */
interface Memory {
  steps: Step[];
  seen: number;
}

/** How long after an answer its events may take to come live before they are fetched. */
const LIVE_WITHIN = 800;
const LONGEST_TELLING = 60_000;

export class Session {
  readonly about = signal<About | null>(null);
  /** The newest table. */
  readonly table = signal<Table | null>(null);
  /** The table on the screen: it lags behind while what happened is told. */
  readonly shown = signal<Table | null>(null);
  readonly shownView = computed(() => this.shown.value?.view ?? null);
  /** The table whose question was answered; it is not asked again while the answer is under way. */
  private readonly answered = signal<Table | null>(null);
  /** What this seat is asked, once everything before it has been told. */
  readonly decision = computed(() => {
    const table = this.shown.value;
    return table !== this.answered.value && this.telling.value === 0 ? (table?.decision ?? null) : null;
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
  readonly scenario = signal<Scenario | null>(null);
  /** Nothing can be shown: no such game, wrong key. */
  readonly failed = signal<server.Refusal | null>(null);
  /** The last thing that was refused. */
  readonly refusal = signal<server.Refusal | null>(null);
  readonly commitment = signal<string | null>(null);

  private readonly game: Asked;
  private live: Live | null = null;
  private readonly memories = new Map<Seat | null, Memory>();
  private tried = new Set<Seat>();
  private work: Promise<void> = Promise.resolve();
  private contribution: string | null = null;
  private ended = false;
  private entered = false;

  constructor(
    readonly id: string,
    readonly key: string | null,
    readonly teller: Teller,
    private readonly given: { game?: Asked; open?: LiveWishes["open"] } = {},
  ) {
    this.game = given.game ?? new server.Game(id, key);
  }

  /** Opens the battle: who am I, what is the table, then listens. */
  async enter(): Promise<void> {
    try {
      const state = await this.game.state("spectator");
      if (this.ended) return;
      await this.furnish(state.game);
      if (this.ended) return;
      this.about.value = state.game;
      this.note(state.game);
      this.askCommitment();
      if (state.game.status === "waiting") await this.join();
      if (!this.ended) await this.takePlace(state);
    } catch (error) {
      this.failed.value = asRefusal(error);
    }
  }

  leave(): void {
    this.ended = true;
    this.live?.end();
    this.teller.skip();
  }

  /** Does not wait for the next attempt to reach the server. */
  reconnect(): void {
    this.live?.atOnce();
  }

  /** Tries again what could not be opened. */
  retry(): void {
    this.failed.value = null;
    void this.enter();
  }

  // Sitting down

  private async furnish(about: About): Promise<void> {
    const game = about.scenario.split("/")[0] ?? "";
    const [look, words, scenarios] = await Promise.all([
      server.look(game),
      server.words(game),
      server.scenarios().catch(() => null),
    ]);
    batch(() => {
      this.look.value = look;
      this.words.value = words;
      this.scenario.value = scenarios?.scenarios.find((one) => one.id === about.scenario) ?? null;
    });
  }

  private note(about: About): void {
    if (!this.key) return;
    const before = myGame(this.id);
    remember({
      ...before,
      id: this.id,
      key: this.key,
      seats: mine(about),
      scenario: about.scenario,
      title: about.title,
      since: before?.since ?? about.created * 1000,
    });
  }

  private askCommitment(): void {
    this.game.fairness().then(
      (fairness) => {
        this.commitment.value = fairness.commitment;
      },
      () => {},
    );
  }

  /** Adds this key's share of chance; the battle begins when all have. */
  async join(): Promise<void> {
    const about = this.about.value;
    if (!this.key || !about?.seats.some((one) => one.mine && !one.joined)) return;
    this.contribution ??= randomLetters();
    const contribution = this.contribution;
    try {
      const state = await again(() => this.game.join(contribution));
      this.about.value = state.game;
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal.code !== "joined-already") throw refusal;
    }
  }

  private async takePlace(state: State): Promise<void> {
    const about = this.about.value ?? state.game;
    const seats = mine(about);
    if (seats.length < 2) {
      await this.sit(seats[0] ?? null);
      return;
    }
    // Through the public's eyes first: it is not known yet who is sitting here.
    const open = (await this.game.state("spectator")).table;
    const asked = seats.filter((one) => open?.waiting_for.includes(one));
    const last = this.lastSeat();
    const seat = (last && (asked.includes(last) || !asked.length) ? last : asked[0]) ?? seats[0] ?? null;
    if (seat && open && isSecret(open) && seat !== last) this.cover(seat);
    else await this.sit(seat);
  }

  /** «I am …»: only now is this seat's view asked for. */
  async lift(): Promise<void> {
    const seat = this.curtain.value;
    if (!seat || this.lifting.value) return;
    this.lifting.value = true;
    try {
      await this.sit(seat);
    } catch (error) {
      this.failed.value = asRefusal(error);
    }
    batch(() => {
      this.lifting.value = false;
      if (this.curtain.value === seat) this.curtain.value = null;
    });
  }

  private cover(seat: Seat): void {
    this.live?.end();
    this.live = null;
    this.keepSeat(null);
    batch(() => {
      this.seat.value = null;
      this.curtain.value = seat;
      this.shown.value = null;
      this.table.value = null;
      this.steps.value = [];
    });
  }

  private async sit(seat: Seat | null): Promise<void> {
    this.live?.end();
    const memory = this.memories.get(seat) ?? { steps: [], seen: -1 };
    this.memories.set(seat, memory);
    this.keepSeat(seat);
    this.entered = false;
    this.answered.value = null;
    this.seat.value = seat;
    if (this.about.value?.status !== "waiting") await this.read(seat, memory);
    if (this.ended || this.seat.value !== seat) return;
    const several = this.about.value ? mine(this.about.value).length > 1 : false;
    const live = new Live({
      id: this.id,
      key: this.key,
      // While people are missing nobody looks: the first seat of several must not see its cards by accident.
      seat: seat ?? (several ? "spectator" : null),
      seen: () => memory.seen,
      chat: () => this.chat.value.at(-1)?.number ?? -1,
      onMessage: (message) => {
        if (this.live === live) this.hear(message);
      },
      onConnection: (connection, reason) => {
        if (this.live !== live && this.live !== null) return;
        batch(() => {
          this.connection.value = connection;
          this.refusedLive.value = reason;
        });
      },
      ...(this.given.open ? { open: this.given.open } : {}),
    });
    this.live = live;
    live.start();
  }

  /** The story so far, and the table as it stands; nothing of it is played out again. */
  private async read(seat: Seat | null, memory: Memory): Promise<void> {
    await this.fill(seat, memory, Number.POSITIVE_INFINITY);
    const state = await this.game.state(seat ?? (this.key ? "spectator" : null));
    if (this.ended || this.seat.value !== seat) return;
    // Steps between the log and the state come live, and are told then.
    batch(() => {
      this.about.value = state.game;
      this.steps.value = memory.steps;
      if (state.table) {
        this.table.value = state.table;
        this.shown.value = state.table;
      }
    });
    if (state.table && state.table.moment > memory.seen) {
      await this.fill(seat, memory, state.table.moment + 1);
      this.steps.value = memory.steps;
    }
    this.entered = true;
    this.passOn();
  }

  /** Fetches the log up to a moment, page by page. */
  private async fill(seat: Seat | null, memory: Memory, until: number): Promise<void> {
    while (!this.ended && memory.seen + 1 < until) {
      const log = await this.game.log(seat ?? (this.key ? "spectator" : null), memory.seen + 1);
      const fresh = log.steps.filter((step) => step.moment > memory.seen);
      const last = fresh.at(-1);
      if (!last) return;
      memory.steps = [...memory.steps, ...fresh];
      memory.seen = last.moment;
      if (memory.seen + 1 >= log.moments) return;
    }
  }

  private lastSeat(): Seat | null {
    return sessionStorage.getItem(`alfiere.seat.${this.id}`);
  }

  /** A reload finds the same person; once the curtain has fallen nobody is there. */
  private keepSeat(seat: Seat | null): void {
    if (seat) sessionStorage.setItem(`alfiere.seat.${this.id}`, seat);
    else sessionStorage.removeItem(`alfiere.seat.${this.id}`);
  }

  // Hearing

  private hear(message: Message): void {
    if (message.type === "presence") {
      this.presence.value = { seats: message.seats, spectators: message.spectators };
    } else if (message.type === "chat") {
      const last = this.chat.value.at(-1)?.number ?? -1;
      const fresh = message.lines.filter((line) => line.number > last);
      if (fresh.length) this.chat.value = [...this.chat.value, ...fresh];
    } else if (message.type === "changed") {
      this.changed(message.game, message.table, message.steps);
    }
  }

  private changed(about: About, table: Table | null, steps: readonly Step[]): void {
    const seat = this.seat.value;
    const begins = this.about.value?.status === "waiting" && about.status !== "waiting";
    this.about.value = about;
    if (begins && mine(about).length > 1) {
      void this.takePlace({ game: about, table: null });
      return;
    }
    const memory = this.memories.get(seat);
    if (!table || !memory) return;
    this.work = this.work.then(() => this.take(seat, memory, table, steps)).catch(() => {});
  }

  /** Adds what is new, in order and once, and has it told. */
  private async take(seat: Seat | null, memory: Memory, table: Table, steps: readonly Step[]): Promise<void> {
    if (this.ended || this.seat.value !== seat || this.curtain.value) return;
    if (table.moment < memory.seen && !steps.length) return;
    const isCut = steps[0]?.moment === 0 && memory.seen > 0 && table.moment < memory.seen;
    if (isCut) {
      memory.steps = [];
      memory.seen = -1;
    }
    const known = memory.steps.length;
    let fresh = steps.filter((step) => step.moment > memory.seen);
    const first = fresh[0]?.moment ?? table.moment + 1;
    if (first > memory.seen + 1) {
      await this.fill(seat, memory, first);
      fresh = fresh.filter((step) => step.moment > memory.seen);
    }
    if (fresh.length) this.tried = new Set();
    memory.steps = [...memory.steps, ...fresh];
    memory.seen = Math.max(memory.seen, fresh.at(-1)?.moment ?? -1);
    if (this.ended || this.seat.value !== seat) return;
    this.table.value = table;
    const told = memory.steps.slice(isCut ? 0 : known);
    const look = this.look.value;
    const upTo = memory.steps;
    let isShown = false;
    const show = () => {
      if (isShown) return;
      isShown = true;
      this.telling.value = Math.max(0, this.telling.value - 1);
      if (this.ended || this.seat.value !== seat || this.curtain.value) return;
      batch(() => {
        this.steps.value = upTo;
        this.shown.value = table;
      });
      this.passOn();
    };
    this.telling.value += 1;
    if (!told.length || !look || !this.entered) {
      this.entered = true;
      show();
    } else {
      this.teller.tell(told, look, show);
      // A motion that never ends must not hold up the battle.
      setTimeout(show, LONGEST_TELLING);
    }
  }

  /** Hot seat: when somebody else is asked, the table is handed over. */
  private passOn(): void {
    const about = this.about.value;
    const table = this.shown.value;
    if (!about || !table || this.telling.value > 0 || table !== this.table.value) return;
    const seats = mine(about);
    if (seats.length < 2) return;
    if (table.decision) this.tried = new Set();
    const seat = seatToShow(table, seats, this.tried);
    if (!seat || seat === this.seat.value) return;
    if (this.seat.value) this.tried.add(this.seat.value);
    if (isSecret(table)) this.cover(seat);
    else void this.sit(seat).catch((error) => this.refused(error));
  }

  // Acting

  /** Runs something the player asked for; a refusal is shown, and the table asked anew where it may be old. */
  private async act(what: () => Promise<State>): Promise<boolean> {
    if (this.busy.value) return false;
    this.busy.value = true;
    this.refusal.value = null;
    try {
      this.settle(await what());
      return true;
    } catch (error) {
      const refusal = this.refused(error);
      if (refusal.status === 409 || refusal.status === 422) await this.refresh();
      return false;
    } finally {
      this.busy.value = false;
    }
  }

  private refused(error: unknown): server.Refusal {
    const refusal = asRefusal(error);
    this.refusal.value = refusal;
    return refusal;
  }

  /** The state that came back: its steps come live; if they do not, they are fetched. */
  private settle(state: State): void {
    const { table } = state;
    const seat = this.seat.value;
    const memory = this.memories.get(seat);
    this.about.value = state.game;
    if (!table || !memory || table.seat !== seat) return;
    const catchUp = () => {
      const isShown = memory.seen >= table.moment && this.shown.value !== this.answered.value;
      if (this.ended || this.seat.value !== seat || isShown) return;
      this.work = this.work.then(() => this.take(seat, memory, table, [])).catch(() => {});
    };
    if (this.connection.value === "open") setTimeout(catchUp, LIVE_WITHIN);
    else catchUp();
  }

  private async refresh(): Promise<void> {
    const seat = this.seat.value;
    const memory = this.memories.get(seat);
    if (!memory) return;
    try {
      const state = await this.game.state(seat ?? (this.key ? "spectator" : null));
      const { table } = state;
      this.about.value = state.game;
      if (table) {
        this.work = this.work.then(() => this.take(seat, memory, table, [])).catch(() => {});
        await this.work;
      }
    } catch {
      // The connection tells of itself.
    }
  }

  /** Answers the decision on the screen. */
  answer(option: Pick<Option, "key" | "args">): Promise<boolean> {
    const table = this.shown.value;
    const decision = this.decision.value;
    const seat = this.seat.value;
    if (!decision || !seat) return Promise.resolve(false);
    // The same answer to the same decision counts once, so it can be sent again when nobody heard it.
    return this.act(async () => {
      this.answered.value = table;
      try {
        return (await again(() => this.game.answer(seat, decision.number, option))).state;
      } catch (error) {
        this.answered.value = null;
        throw error;
      }
    });
  }

  undo(): Promise<boolean> {
    const table = this.table.value;
    const seat = this.seat.value;
    if (!table?.may_undo || !seat) return Promise.resolve(false);
    this.teller.skip();
    return this.act(() => this.game.undo(seat, table.number));
  }

  resign(): Promise<boolean> {
    const seat = this.seat.value;
    return seat ? this.act(() => this.game.resign(seat)) : Promise.resolve(false);
  }

  draw(what: "offer" | "accept" | "decline"): Promise<boolean> {
    const seat = this.seat.value;
    return seat ? this.act(() => this.game.draw(seat, what)) : Promise.resolve(false);
  }

  async say(text: string): Promise<boolean> {
    const seat = this.seat.value;
    if (!seat) return false;
    try {
      await this.game.say(seat, text);
      return true;
    } catch (error) {
      this.refused(error);
      return false;
    }
  }

  async why(key: string, args: Record<string, unknown>): Promise<Allowed | null> {
    const seat = this.seat.value;
    if (!seat) return null;
    return this.game.why(seat, key, args).catch(() => null);
  }

  async preview(option: Option): Promise<Preview | null> {
    const seat = this.seat.value;
    if (!seat) return null;
    return this.game.preview(seat, option).catch(() => null);
  }

  /** The save file; null where it was refused. */
  async save(): Promise<unknown> {
    try {
      return await this.game.save();
    } catch (error) {
      this.refused(error);
      return null;
    }
  }
}
