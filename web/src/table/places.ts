// Who looks at the table from this browser: the one seat, each of several in turn behind a curtain, or the public.

import { batch } from "@preact/signals";
import type { Seat, State } from "../protocol";
import type { Hearing } from "./hearing";
import type { Known } from "./known";
import { Live, type LiveWishes } from "./live";
import { isSecret, mine, seatToShow } from "./seats";
import { asRefusal } from "./sending";

export class Places {
  private live: Live | null = null;

  constructor(
    private readonly known: Known,
    private readonly hearing: Hearing,
    private readonly open?: LiveWishes["open"],
  ) {}

  leave(): void {
    this.live?.end();
  }

  /** Does not wait for the next attempt to reach the server. */
  reconnect(): void {
    this.live?.atOnce();
  }

  /** The first place: the only seat, or of several the one that is asked. */
  async take(state: State): Promise<void> {
    const { known } = this;
    const about = known.about.value ?? state.game;
    const seats = mine(about);
    if (seats.length < 2) {
      await this.sit(seats[0] ?? null);
      return;
    }
    // Through the public's eyes first: it is not known yet who is sitting here.
    const open = (await known.game.state("spectator")).table;
    const asked = seats.filter((one) => open?.waiting_for.includes(one));
    const last = this.lastSeat();
    const seat = (last && (asked.includes(last) || !asked.length) ? last : asked[0]) ?? seats[0] ?? null;
    if (seat && open && isSecret(open) && seat !== last) this.cover(seat);
    else await this.sit(seat);
  }

  /** «I am …»: only now is this seat's view asked for. */
  async lift(): Promise<void> {
    const { known } = this;
    const seat = known.curtain.value;
    if (!seat || known.lifting.value) return;
    known.lifting.value = true;
    try {
      await this.sit(seat);
    } catch (error) {
      known.failed.value = asRefusal(error);
    }
    batch(() => {
      known.lifting.value = false;
      if (known.curtain.value === seat) known.curtain.value = null;
    });
  }

  private cover(seat: Seat): void {
    const { known } = this;
    this.live?.end();
    this.live = null;
    this.keepSeat(null);
    batch(() => {
      known.seat.value = null;
      known.curtain.value = seat;
      known.shown.value = null;
      known.table.value = null;
      known.steps.value = [];
    });
  }

  private async sit(seat: Seat | null): Promise<void> {
    const { known } = this;
    this.live?.end();
    const memory = known.memories.get(seat) ?? { steps: [], seen: -1 };
    known.memories.set(seat, memory);
    this.keepSeat(seat);
    this.hearing.forget();
    known.answered.value = null;
    known.seat.value = seat;
    if (known.about.value?.status !== "waiting") await this.hearing.read(seat, memory);
    if (known.ended || known.seat.value !== seat) return;
    this.listen(seat, () => memory.seen);
  }

  private listen(seat: Seat | null, seen: () => number): void {
    const { known } = this;
    const several = known.about.value ? mine(known.about.value).length > 1 : false;
    const live = new Live({
      id: known.id,
      key: known.key,
      // While people are missing nobody looks: the first seat of several must not see its cards by accident.
      seat: seat ?? (several ? "spectator" : null),
      seen,
      chat: () => known.chat.value.at(-1)?.number ?? -1,
      onMessage: (message) => {
        if (this.live === live) this.hearing.hear(message);
      },
      onConnection: (connection, reason) => {
        if (this.live !== live && this.live !== null) return;
        batch(() => {
          known.connection.value = connection;
          known.refusedLive.value = reason;
        });
      },
      ...(this.open ? { open: this.open } : {}),
    });
    this.live = live;
    live.start();
  }

  /** Hot seat: when somebody else is asked, the table is handed over. */
  passOn(): void {
    const { known } = this;
    const about = known.about.value;
    const table = known.shown.value;
    if (!about || !table || known.telling.value > 0 || table !== known.table.value) return;
    const seats = mine(about);
    if (seats.length < 2) return;
    if (table.decision) known.tried = new Set();
    const seat = seatToShow(table, seats, known.tried);
    if (!seat || seat === known.seat.value) return;
    if (known.seat.value) known.tried.add(known.seat.value);
    if (isSecret(table)) this.cover(seat);
    else void this.sit(seat).catch((error) => known.refused(error));
  }

  private lastSeat(): Seat | null {
    return sessionStorage.getItem(`alfiere.seat.${this.known.id}`);
  }

  /** A reload finds the same person; once the curtain has fallen nobody is there. */
  private keepSeat(seat: Seat | null): void {
    if (seat) sessionStorage.setItem(`alfiere.seat.${this.known.id}`, seat);
    else sessionStorage.removeItem(`alfiere.seat.${this.known.id}`);
  }
}
