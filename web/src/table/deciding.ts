// The way from a click to an answer: what is chosen, what is looked at, what waits for a second yes.

import { computed, effect, signal, untracked } from "@preact/signals";
import type { Look } from "../look";
import type { Allowed, Decision, Option, Place, Preview, Text, View } from "../protocol";
import { question as questionAbout } from "./asking";
import { type Click, left, pick, putAt, type Thing } from "./things";

/** What deciding needs of the battle; the session has all of it, tests bring their own. */
export interface Asking {
  readonly decision: { readonly value: Decision | null };
  readonly shownView: { readonly value: View | null };
  readonly look: { readonly value: Look | null };
  answer(option: Option): Promise<boolean>;
  /** What the question before this one offered, while there is a way back to it. */
  readonly alternatives?: readonly Option[];
  reconsider?(option: Option | null): Promise<boolean>;
  preview(option: Option): Promise<Preview | null>;
  why(key: string, args: Record<string, unknown>): Promise<Allowed | null>;
}

export interface Which {
  options: Option[];
  /** Where the click was, on the screen. */
  at: { x: number; y: number };
}

export interface Forbidden {
  text: Text | null;
  why: string;
  rule: string | null;
  /** Somebody was clicked, perhaps only to be looked at: it is a remark and no refusal. */
  isRemark: boolean;
}

const REST = 80;
// An answer does not wait longer than this for its preview; then it is held for a second yes, to be safe.
const PATIENCE = 5_000;

export class Deciding {
  readonly chosen = signal<readonly Thing[]>([]);
  /** It cannot be taken back: a second click, or Enter, sends it. */
  readonly armed = signal<Option | null>(null);
  /** What is armed could be taken back: it only waits because a unit in the hand may still be led on. */
  readonly isLaid = signal(false);
  /** What is armed turns cards or dice at once. */
  readonly byChance = signal(false);
  readonly which = signal<Which | null>(null);
  readonly looked = signal<Option | null>(null);
  readonly preview = signal<Preview | null>(null);
  readonly forbidden = signal<Forbidden | null>(null);
  /** Still open after what was chosen. */
  readonly open = computed<readonly Option[]>(() => {
    const decision = this.asking.decision.value;
    return decision ? left(decision.options, this.chosen.value, this.touch) : [];
  });

  private readonly kept = new Map<string, Promise<Preview | null>>();
  private rest: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  /** Clicked, and its preview not yet here. */
  private waiting: Option | null = null;
  /** What is asked, or was before it went away for a moment while something is told. */
  private question = "";
  /** The question that an answer was sent to: what comes after it is another one, even under the same number. */
  private sent = "";
  private readonly stop: () => void;

  constructor(
    private readonly asking: Asking,
    private readonly isCareful: () => boolean,
  ) {
    this.stop = effect(() => {
      const decision = asking.decision.value;
      untracked(() => {
        if (decision) this.hear(`${decision.seat} ${decision.number}`);
        else this.miss();
      });
    });
  }

  /** Something is asked: the same question again goes on where it was left. */
  private hear(name: string): void {
    if (name !== this.question) {
      this.question = name;
      this.clear();
    } else if (this.armed.value && !this.looked.value) {
      this.rests(null);
    }
  }

  /** Nothing is asked: it was answered, or it is only away while something is told, and no click on it is lost. */
  private miss(): void {
    if (this.sent === this.question) {
      this.question = this.sent = "";
      this.clear();
    } else {
      this.hide();
    }
  }

  end(): void {
    this.stop();
    clearTimeout(this.rest);
  }

  /** Whether this is what waits for a second yes: the same question may have been heard again since. */
  isArmed(option: Option): boolean {
    const armed = this.armed.value;
    return armed !== null && (armed === option || nameOf(armed) === nameOf(option));
  }

  private get touch(): Look["touch"] {
    return this.asking.look.value?.touch ?? {};
  }

  private clear(): void {
    this.hide();
    this.chosen.value = [];
    this.waiting = null;
    this.armed.value = null;
    this.which.value = null;
  }

  /** What was foretold may not hold any more. */
  private hide(): void {
    this.kept.clear();
    this.asked += 1;
    clearTimeout(this.rest);
    this.looked.value = null;
    this.preview.value = null;
    this.forbidden.value = null;
  }

  /** What a click on the map or on a card means now. True when it meant something. */
  click(click: Click, at: { x: number; y: number }): boolean {
    const decision = this.asking.decision.value;
    const view = this.asking.shownView.value;
    if (!decision || !view) return false;
    this.forbidden.value = null;
    const chosenBefore = this.chosen.value;
    let picked = pick(decision.options, chosenBefore, click, this.touch, view);
    // Another thing of the first kind: the choice is begun anew with it; the same again gives it up.
    if (picked.what === "nothing" && chosenBefore.length) {
      const isSame = pick(decision.options, [], click, this.touch, view);
      if (isSame.what === "thing" && chosenBefore.some((one) => one.id === isSame.thing.id)) {
        this.back();
        return true;
      }
      picked = isSame;
      if (picked.what !== "nothing") this.chosen.value = [];
    }
    this.which.value = null;
    if (picked.what === "nothing") {
      this.waiting = null;
      this.armed.value = null;
      // another of those who might have been chosen before: the choice goes over to him
      const other = pick(this.asking.alternatives ?? [], [], click, this.touch, view);
      if (other.what === "option" && this.asking.reconsider) {
        void this.asking.reconsider(other.option);
        return true;
      }
      void this.askWhy(click);
      return false;
    }
    if (picked.what === "option") {
      void this.take(picked.option);
      return true;
    }
    this.waiting = null;
    this.armed.value = null;
    if (picked.what === "which") this.which.value = { options: picked.options, at };
    else this.chosen.value = [...this.chosen.value, picked.thing];
    return true;
  }

  /**
   * An option was clicked: sent at once, or held for a second yes where it could not be taken back. `isInHand`: a unit
   * was put down with its front turned somewhere, and may still be shifted and wheeled: that always waits for a yes.
   */
  async take(option: Option, isInHand = false): Promise<void> {
    if (!this.asking.decision.value) return;
    this.which.value = null;
    this.forbidden.value = null;
    if ((!this.isCareful() && !isInHand) || this.isArmed(option)) {
      await this.send(option);
      return;
    }
    this.armed.value = null;
    this.waiting = option;
    let decision: Decision | null = null;
    let found: Preview | null = null;
    while (!decision) {
      found = await within(this.find(option), PATIENCE);
      decision = this.asking.decision.value;
      if (!decision) await this.isAskedAgain();
      // Another option was clicked meanwhile, or another question asked.
      if (this.waiting !== option) return;
    }
    this.waiting = null;
    const isGrave = this.isGrave(found, decision);
    if (isInHand || isGrave) {
      this.isLaid.value = !isGrave;
      this.byChance.value = Boolean(found?.prospects.length);
      this.armed.value = option;
      this.show(option, found);
    } else {
      await this.send(option);
    }
  }

  /** A number was typed and entered: that was the second yes already. */
  async typed(option: Option): Promise<void> {
    if (this.asking.decision.value) await this.send(option);
  }

  /** Whether to ask twice: where chance speaks, and where a choice could not be taken back; in doubt, too. */
  private isGrave(found: Preview | null, decision: Decision): boolean {
    if (found?.prospects.length) return true;
    const isChoice = decision.options.length > 1;
    return isChoice && (found?.final ?? true);
  }

  /** Somebody is put down where no option lies: the rules are asked whether he may go there. */
  async put(piece: string | null, to: Place, at: { x: number; y: number }): Promise<void> {
    const decision = this.asking.decision.value;
    const view = this.asking.shownView.value;
    if (!decision || !view) return;
    this.forbidden.value = null;
    const aimed = this.asking.look.value?.aimed ?? {};
    const wanted = putAt(this.open.value, piece, to, decision, this.touch, view, aimed);
    const { question } = this;
    const found = await within(Promise.all(wanted.map((one) => this.find(one))), PATIENCE);
    await this.isAskedAgain();
    if (this.question !== question) return;
    const options = found ? wanted.filter((_, n) => found[n]?.allowed) : wanted;
    const [only] = options;
    // To walk there, or to throw something there: only the player knows.
    if (options.length > 1) this.which.value = { options, at };
    else if (only) await this.take(only, to.length > 2);
    else if (wanted[0]) await this.tellWhy(wanted[0], decision);
  }

  /** What was put down is taken up again: nothing waits for a second yes any more. */
  lift(): void {
    this.waiting = null;
    this.which.value = null;
    this.forbidden.value = null;
    if (!this.armed.value) return;
    this.armed.value = null;
    this.rests(null);
  }

  async confirm(): Promise<void> {
    if (this.armed.value && this.asking.decision.value) await this.send(this.armed.value);
  }

  private async send(option: Option): Promise<void> {
    this.waiting = null;
    this.armed.value = null;
    this.which.value = null;
    this.sent = this.question;
    const isTaken = await this.asking.answer(option);
    if (!isTaken) this.sent = "";
  }

  /** When a question is asked, be it the same or another. */
  private async isAskedAgain(): Promise<void> {
    if (this.asking.decision.value) return;
    let stop = () => {};
    await new Promise<void>((found) => {
      stop = effect(() => {
        if (this.asking.decision.value) found();
      });
    });
    stop();
  }

  /** One step back: the popover, the second yes, the last thing chosen, the note. True when there was one. */
  back(): boolean {
    if (this.which.value) this.which.value = null;
    else if (this.waiting) this.waiting = null;
    else if (this.armed.value) this.armed.value = null;
    else if (this.chosen.value.length) this.chosen.value = this.chosen.value.slice(0, -1);
    else if (this.forbidden.value) this.forbidden.value = null;
    else return false;
    this.rests(null);
    return true;
  }

  /** Who was chosen by the question before goes back among the others. True when there was a way back. */
  reopen(): boolean {
    if (!this.asking.alternatives?.length || !this.asking.reconsider) return false;
    void this.asking.reconsider(null);
    return true;
  }

  /** The option under the pointer or with the focus; after a moment's rest its preview is shown. */
  rests(option: Option | null): void {
    clearTimeout(this.rest);
    const wanted = option ?? this.armed.value;
    this.asked += 1;
    const mine = this.asked;
    this.looked.value = wanted;
    if (!wanted) {
      this.preview.value = null;
      return;
    }
    this.rest = setTimeout(() => {
      void this.find(wanted).then((found) => {
        if (this.asked === mine) this.show(wanted, found);
      });
    }, REST);
  }

  /** The pointer rests on a thing of the map or a card: if it means one option, that one is looked at. */
  hovers(click: Click | null): void {
    const decision = this.asking.decision.value;
    const view = this.asking.shownView.value;
    if (!decision || !view || !click) {
      this.rests(null);
      return;
    }
    const picked = pick(decision.options, this.chosen.value, click, this.touch, view);
    if (picked.what === "option") this.rests(picked.option);
    else if (picked.what === "nothing") this.rests(null);
    // Several options: the first shows at least where it would lead.
    else this.rests(picked.options[0] ?? null);
  }

  private show(option: Option, found: Preview | null): void {
    this.looked.value = option;
    this.preview.value = found;
  }

  /** What an option would bring, asked once for each. */
  find(option: Option): Promise<Preview | null> {
    const name = nameOf(option);
    let found = this.kept.get(name);
    if (!found) {
      found = this.asking.preview(option).then((preview) => {
        if (!preview) this.kept.delete(name); // it did not come: asked again the next time
        return preview;
      });
      this.kept.set(name, found);
    }
    return found;
  }

  private async askWhy(click: Click): Promise<void> {
    const decision = this.asking.decision.value;
    const view = this.asking.shownView.value;
    if (!decision || !view) return;
    const asked = questionAbout(decision.options, this.chosen.value, click, this.touch, view);
    if (asked) await this.tellWhy(asked, decision, "piece" in click);
  }

  private async tellWhy(
    asked: Pick<Option, "key" | "args">,
    decision: Decision,
    isRemark = false,
  ): Promise<void> {
    const told = await this.asking.why(asked.key, asked.args);
    if (!told || told.allowed || this.asking.decision.value?.number !== decision.number) return;
    if (isRemark && told.general) return;
    this.forbidden.value = { text: told.text ?? null, why: told.why ?? "", rule: told.rule, isRemark };
  }
}

export const nameOf = (option: Option): string => JSON.stringify([option.key, option.args]);

function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | null> {
  return Promise.race([
    promise,
    new Promise<null>((wake) => {
      setTimeout(() => wake(null), milliseconds);
    }),
  ]);
}
