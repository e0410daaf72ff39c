// Everything the parts of the table page share: the battle, the deciding, and what is open on the screen.

import { computed, effect, signal } from "@preact/signals";
import type { Look } from "../look";
import type { MapHandle } from "../map/sheet/contract";
import type { PaperName } from "../papers/Paper";
import type { Decision, Option } from "../protocol";
import { newTeller } from "../telling/teller";
import { Deciding } from "./deciding";
import { Glimpses } from "./glimpses";
import { glowing } from "./glow";
import { Holding } from "./holding";
import { Session } from "./session";
import { careful } from "./settings";
import { apart, moverOf, next, type Thing, touched } from "./things";

const LINGER = 900;

/** By facing, the options that differ in nothing else; none where two would share an arrow. */
export function facingsOf(options: readonly Option[], touch: Look["touch"]): ReadonlyMap<number, Option> {
  const found = new Map<number, Option>();
  for (const { option, things } of apart(options, touch)) {
    const [only, second] = things;
    if (!only || second || only.kind !== "facing") continue;
    if (found.has(Number(only.id))) return new Map();
    found.set(Number(only.id), option);
  }
  return found;
}

export class Kit {
  readonly teller = newTeller();
  readonly session: Session;
  readonly deciding: Deciding;
  readonly holding: Holding;
  readonly map: { current: MapHandle | null } = { current: null };
  /** The rule that lies open beside the table. */
  readonly rule = signal<string | null>(null);
  readonly inspected = signal<string | null>(null);
  readonly hovered = signal<string | null>(null);
  readonly menu = signal(false);
  /** What lies beside the map: the order of battle, the briefing, the legend. */
  readonly paper = signal<PaperName | null>(null);
  readonly resigning = signal(false);
  /** The sheet with the comrades of one's side. */
  readonly comrades = signal(false);
  readonly resultSeen = signal(false);
  /** On a small screen: what lies over the map. */
  readonly sheet = signal<"rail" | "tray" | null>("rail");
  /** Lines of the list that somebody has unfolded; each question has its own. */
  readonly unfolded = signal<ReadonlySet<string>>(new Set());
  readonly glimpses: Glimpses;
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
  /** Who can be drawn to a place of one's own choice: the one whom all options that lead somewhere move. */
  readonly acting = computed<string | null>(() => {
    const movers = new Set([...this.glow.value.places.values()].map((one) => one.mover));
    const [only] = movers;
    return movers.size === 1 ? (only ?? null) : null;
  });
  /** The place of the option that is looked at. */
  readonly lookedAt = computed<string | null>(() => {
    const option = this.deciding.looked.value;
    const things = option ? touched(option, this.touch.value) : [];
    return things.find((thing) => thing.kind === "place")?.id ?? null;
  });
  /** Whom the option that is looked at moves. */
  readonly mover = computed<string | null>(() => {
    const option = this.deciding.looked.value ?? this.deciding.armed.value;
    const [decision, view] = [this.session.decision.value, this.session.shownView.value];
    return option && decision && view ? moverOf(option, decision, this.touch.value, view) : null;
  });
  /** Options that differ in nothing but a facing: six arrows say it best. */
  readonly facings = computed(() => facingsOf(this.deciding.open.value, this.touch.value));
  /** The last question, for a moment after its answer: what comes and goes at once would only flicker. */
  readonly lingering = signal<Decision | null>(null);
  /** Counts the questions of this table, so that each has a list of its own. */
  readonly serial = signal(0);

  private asked = "";
  /** The question was gone for a moment: its odds may be others now. */
  private wasAway = false;
  private fading: ReturnType<typeof setTimeout> | undefined;
  private readonly forget = (): void => {
    if (!this.session.decision.peek()) this.lingering.value = null;
  };
  private readonly stops: (() => void)[];

  constructor(id: string, key: string | null) {
    this.session = new Session(id, key, this.teller);
    this.deciding = new Deciding(this.session, () => careful.value);
    this.glimpses = new Glimpses((option) => this.deciding.find(option));
    this.holding = new Holding(this.session, () => this.deciding.open.value);
    this.stops = [
      effect(() => {
        const decision = this.session.decision.value;
        clearTimeout(this.fading);
        if (decision) {
          this.lingering.value = decision;
          // The same question told anew (somebody offers a draw meanwhile), or after something was told, keeps its list.
          const name = `${decision.seat} ${decision.number}`;
          if (name !== this.asked) {
            this.serial.value = this.serial.peek() + 1;
            this.unfolded.value = new Set();
          }
          if (name !== this.asked || this.wasAway) this.glimpses.forget();
          this.wasAway = false;
          this.asked = name;
          this.sheet.value = "rail";
        } else {
          const shown = this.session.shown.peek();
          if (!shown || shown === this.session.answered.peek()) this.asked = "";
          this.wasAway = true;
          this.glimpses.stop();
          this.fading = setTimeout(this.forget, LINGER);
        }
      }),
      // Whoever sits down next must not see what another was asked.
      this.session.seat.subscribe(() => this.forget()),
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
    clearTimeout(this.fading);
    this.glimpses.forget();
    this.deciding.end();
    this.session.leave();
  }
}
