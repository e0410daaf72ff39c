// Everything the parts of the table page share: the battle, the deciding, and what is open on the screen.

import { computed, effect, signal } from "@preact/signals";
import type { MapHandle } from "../map/contract";
import type { Option } from "../protocol";
import { newTeller } from "../telling/teller";
import { Deciding } from "./deciding";
import { glowing } from "./glow";
import { Session } from "./session";
import { careful } from "./settings";
import { apart, next, type Thing, touched } from "./things";

export class Kit {
  readonly teller = newTeller();
  readonly session: Session;
  readonly deciding: Deciding;
  readonly map: { current: MapHandle | null } = { current: null };
  /** The rule that lies open beside the table. */
  readonly rule = signal<string | null>(null);
  readonly inspected = signal<string | null>(null);
  readonly hovered = signal<string | null>(null);
  readonly menu = signal(false);
  readonly resigning = signal(false);
  readonly resultSeen = signal(false);
  /** On a small screen: what lies over the map. */
  readonly sheet = signal<"rail" | "tray" | null>("rail");
  /** Where the pointer was last, on the screen. */
  pointer = { x: 0, y: 0 };

  readonly glow = computed(() =>
    glowing(
      this.session.decision.value,
      this.deciding.chosen.value,
      this.deciding.preview.value,
      this.session.shownView.value,
      this.touch.value,
    ),
  );
  readonly touch = computed(() => this.session.look.value?.touch ?? {});
  readonly nextThings = computed<readonly Thing[]>(() => {
    const decision = this.session.decision.value;
    return decision ? next(decision.options, this.deciding.chosen.value, this.touch.value) : [];
  });
  /** Options that differ in nothing but a facing: six arrows say it best. */
  readonly facings = computed<ReadonlyMap<number, Option>>(() => {
    const found = new Map<number, Option>();
    for (const { option, things } of apart(this.deciding.open.value, this.touch.value)) {
      const [only, second] = things;
      if (!only || second || only.kind !== "facing") continue;
      if (found.has(Number(only.id))) return new Map();
      found.set(Number(only.id), option);
    }
    return found;
  });

  private readonly stops: (() => void)[];

  constructor(id: string, key: string | null) {
    this.session = new Session(id, key, this.teller);
    this.deciding = new Deciding(this.session, () => careful.value);
    this.stops = [
      effect(() => {
        if (this.session.decision.value) this.sheet.value = "rail";
      }),
    ];
  }

  cardsOf(option: Option): Thing[] {
    return touched(option, this.touch.value).filter((one) => one.kind === "card");
  }

  get game(): string {
    return this.session.about.value?.scenario.split("/")[0] ?? "";
  }

  start(): void {
    void this.session.enter();
  }

  end(): void {
    for (const stop of this.stops) stop();
    this.deciding.end();
    this.session.leave();
  }
}
