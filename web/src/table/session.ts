// One battle at this browser: coming in, and everything a player can do. What is known of it stands in known.ts,
// what comes from the server in hearing.ts, who looks in places.ts.

import { batch, effect } from "@preact/signals";
import { myGame, remember } from "../games";
import type { About, Allowed, Decision, Option, Preview, State } from "../protocol";
import * as server from "../server";
import type { Teller } from "../telling/contract";
import { Hearing } from "./hearing";
import { type Asked, Known } from "./known";
import type { LiveWishes } from "./live";
import { Places } from "./places";
import { mine } from "./seats";
import { again, asRefusal } from "./sending";
import { mayReveal, notePromise, promiseShare, showShare } from "./sharing";

export class Session extends Known {
  private readonly hearing: Hearing;
  private readonly places: Places;
  private stopSharing = () => {};
  /** The question just answered, if it only picked what is decided now: then there is a way back to it. */
  private opener: Decision | null = null;

  constructor(
    id: string,
    key: string | null,
    teller: Teller,
    given: { game?: Asked; open?: LiveWishes["open"] } = {},
  ) {
    super(id, key, teller, given.game ?? new server.Game(id, key));
    this.hearing = new Hearing(this, {
      onBegin: (about) => void this.places.take({ game: about, table: null }),
      onShown: () => this.places.passOn(),
    });
    this.places = new Places(this, this.hearing, given.open);
  }

  // Coming in

  /** Opens the battle: who am I, what is the table, then listens. */
  async enter(): Promise<void> {
    try {
      const state = await this.game.state("spectator");
      if (this.ended) return;
      await this.furnish(state.game);
      if (this.ended) return;
      this.about.value = state.game;
      this.note(state.game);
      if (state.game.status === "waiting") await this.join();
      else notePromise(this).catch(() => {}); // nothing is at stake any more: the page of the proof compares
      if (!this.ended) await this.places.take(state);
    } catch (error) {
      this.failed.value = asRefusal(error);
    }
  }

  leave(): void {
    this.ended = true;
    this.stopSharing();
    this.places.leave();
    this.teller.skip();
  }

  /** Does not wait for the next attempt to reach the server. */
  reconnect(): void {
    this.places.reconnect();
  }

  /** Tries again what could not be opened. */
  retry(): void {
    this.failed.value = null;
    void this.enter();
  }

  /** «I am …»: only now is this seat's view asked for. */
  lift(): Promise<void> {
    return this.places.lift();
  }

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
      this.asWritten.value = scenarios?.scenarios.find((one) => one.id === about.scenario) ?? null;
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

  /** Commits to this key's share of chance, and shows it when all have committed: now, or when the last one has. */
  async join(): Promise<void> {
    try {
      const joined = await promiseShare(this);
      if (joined) this.about.value = joined.game;
      const shown = await showShare(this);
      if (shown) this.about.value = shown.game;
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal.code !== "joined-already") throw refusal;
    }
    this.shareWhenAllHaveJoined();
  }

  private shareWhenAllHaveJoined(): void {
    let isSharing = false;
    this.stopSharing();
    this.stopSharing = effect(() => {
      const about = this.about.value;
      if (this.ended || isSharing || !about || !mayReveal(about)) return;
      isSharing = true;
      // That the battle begins is heard live, as by everybody else.
      showShare(this)
        .catch((error) => {
          this.failed.value = asRefusal(error);
        })
        .finally(() => {
          isSharing = false;
        });
    });
  }

  // Acting

  /** Runs something the player asked for; a refusal is shown, and the table asked anew where it may be old. */
  private async act(what: () => Promise<State>): Promise<boolean> {
    if (this.busy.value) return false;
    this.busy.value = true;
    this.refusal.value = null;
    try {
      this.hearing.settle(await what());
      return true;
    } catch (error) {
      const refusal = this.refused(error);
      if (refusal.status === 409 || refusal.status === 422) await this.hearing.refresh();
      return false;
    } finally {
      this.busy.value = false;
    }
  }

  /** Answers the decision on the screen, as soon as what was asked for before has been heard. */
  async answer(option: Pick<Option, "key" | "args">): Promise<boolean> {
    const meant = this.decision.value;
    if (meant && this.busy.value) await this.isFree();
    const table = this.shown.value;
    const decision = this.decision.value;
    const seat = this.seat.value;
    if (!decision || !seat || decision.number !== meant?.number || decision.seat !== meant.seat) return false;
    // The same answer to the same decision counts once, so it can be sent again when nobody heard it.
    return this.act(async () => {
      this.answered.value = table;
      try {
        const taken = await again(() => this.game.answer(seat, decision.number, option));
        this.opener = decision.opening ? decision : null;
        return taken.state;
      } catch (error) {
        this.answered.value = null;
        throw error;
      }
    });
  }

  private async isFree(): Promise<void> {
    let stop = () => {};
    await new Promise<void>((free) => {
      stop = this.busy.subscribe((isBusy) => {
        if (!isBusy) free();
      });
    });
    stop();
  }

  undo(): Promise<boolean> {
    const table = this.table.value;
    const seat = this.seat.value;
    if (!table || !this.mayUndo.value || !seat) return Promise.resolve(false);
    this.teller.skip();
    this.opener = null;
    return this.act(() => this.game.undo(seat, table.number));
  }

  /** What the last question offered, where its answer only opened this one and can be taken back; else nothing. */
  get alternatives(): readonly Option[] {
    return this.decision.value && this.mayUndo.value ? (this.opener?.options ?? []) : [];
  }

  /** Back to the question before this one, with another answer to it where one is given. */
  async reconsider(option: Option | null): Promise<boolean> {
    const before = this.decision.value?.number;
    if (!this.alternatives.length || !(await this.undo())) return false;
    if (!option) return true;
    // the question is on the screen once the table has been shown
    let stop = () => {};
    const asked = await new Promise<Decision>((found) => {
      stop = this.decision.subscribe((one) => one && one.number !== before && found(one));
    });
    stop();
    const same = asked.options.find((one) => one.key === option.key && isSame(one.args, option.args));
    return same ? this.answer(same) : true;
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

  /** A link for one more of this side; null where it was refused. */
  async invite(name: string): Promise<{ number: number; link: string } | null> {
    const seat = this.seat.value;
    return seat ? this.arranged(() => this.game.invite(seat, name)) : null;
  }

  /** A comrade leads these parts from now on. */
  async give(number: number, parts: readonly string[]): Promise<boolean> {
    return (await this.arranged(() => this.game.give(number, parts))) !== null;
  }

  /** A comrade leaves this side: what he led falls back to who holds its chair. */
  async letGo(number: number): Promise<boolean> {
    return (await this.arranged(() => this.game.letGo(number))) !== null;
  }

  /** Who leads what is changed, and known here at once. */
  private async arranged<T>(what: () => Promise<T>): Promise<T | null> {
    this.refusal.value = null;
    try {
      const found = await what();
      await this.hearing.refresh();
      return found;
    } catch (error) {
      this.refused(error);
      return null;
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

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
