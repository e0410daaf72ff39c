// Events shown on the map. Pieces stay where a motion left them until the next view is set.

import { said } from "../../language";
import type { Look, Motion } from "../../look";
import type { Event, Hex, View } from "../../protocol";
import { centre, type Point } from "./hexes";
import { banner, card, cardFace } from "./ribbons";
import { long, onSheet } from "./scale";
import * as show from "./shows";
import { Stagehand } from "./stagehand";

/** What the motions need to know of the table as it is drawn. */
export interface Scene {
  view: View;
  look: Look;
}

export class Motions {
  /** One for each motion since the view was set: several may run at the same time. */
  private readonly hands = new Set<Stagehand>();
  /** Where pieces have been led since the view was set. */
  private readonly led = new Map<string, Point>();

  constructor(
    private readonly live: SVGSVGElement,
    private readonly layer: SVGGElement,
    private readonly ribbons: HTMLElement,
    private readonly scene: () => Scene,
    private readonly isCalm: () => boolean,
  ) {}

  async play(event: Event, motion: Motion, milliseconds: number): Promise<void> {
    const hand = new Stagehand(this.layer, this.ribbons);
    if (milliseconds <= 0 || this.isCalm() || motion.motion === "none" || !hand.canAct) return;
    this.hands.add(hand);
    try {
      await Promise.all(this.each(event, motion).map((one) => this.act(hand, one, motion, milliseconds)));
    } finally {
      hand.clear();
    }
  }

  skip(): void {
    for (const hand of this.hands) hand.finish();
  }

  /** A new view is drawn: everything is where the view says. */
  settle(): void {
    for (const hand of this.hands) {
      hand.finish();
      hand.release();
    }
    this.hands.clear();
    this.led.clear();
    for (const pip of this.live.querySelectorAll(".map-pip-fallen")) pip.classList.remove("map-pip-fallen");
  }

  /** The event once for everybody whom it tells of together: a volley of several units. */
  private each(event: Event, motion: Motion): Event[] {
    const those = motion.piece === undefined ? null : event[motion.piece];
    if (motion.piece === undefined || !Array.isArray(those)) return [event];
    const field = motion.piece;
    return those.map((one) => ({ ...event, [field]: one }));
  }

  private text(event: Event, field: string | undefined): string | null {
    const value = field === undefined ? undefined : event[field];
    return typeof value === "string" ? value : null;
  }

  private drawn(id: string | null): SVGGElement | null {
    return id === null ? null : this.live.querySelector<SVGGElement>(`[data-piece="${CSS.escape(id)}"]`);
  }

  /** Where a piece is drawn now, in the units of the map. */
  private at(id: string | null): Point | null {
    if (id === null) return null;
    const led = this.led.get(id);
    if (led) return led;
    const piece = this.drawn(id);
    return piece && originOf(piece);
  }

  /** Where a motion ends or is aimed, or else where its piece is. */
  whereOf(event: Event, motion: Motion): Point | null {
    const to = motion.to === undefined ? null : this.place(event[motion.to]);
    return to ?? this.at(this.text(event, motion.target)) ?? this.at(this.text(event, motion.piece));
  }

  /** Where a hex, or a point of an open table, lies on the sheet. */
  private place(value: unknown): Point | null {
    if (isHex(value)) return centre(value);
    const { board } = this.scene().view;
    return board.kind === "open" ? onSheet(value, board) : null;
  }

  /** The facing an event tells of: the field the look calls one. */
  private facing(event: Event): number | null {
    for (const [field, touch] of Object.entries(this.scene().look.touch)) {
      const value = event[field];
      if (touch === "facing" && typeof value === "number") return value;
    }
    return null;
  }

  /** The front of a unit, along which it fires; null for whoever has none. */
  private muzzles(id: string | null): show.Muzzles | null {
    const { board, pieces } = this.scene().view;
    const { shape, pose } = pieces.find((one) => one.id === id) ?? {};
    if (board.kind !== "open" || !shape?.rect || shape.disc !== undefined || !pose) return null;
    const angle = (pose[2] * Math.PI) / 1800;
    const [front, depth] = [long(shape.rect[0], board), long(shape.rect[1], board)];
    return { ahead: depth / 2 + 4, wide: front * 0.92, look: { x: Math.sin(angle), y: -Math.cos(angle) } };
  }

  /** Where a unit looks at the end, in tenths of a degree: the third number of a pose. */
  private heading(event: Event, motion: Motion): number | null {
    const { touch } = this.scene().look;
    const fields = Object.keys(touch).filter((field) => touch[field] === "pose" && field !== motion.from);
    return [motion.to, ...fields].map((field) => headingIn(field && event[field])).find(isNumber) ?? null;
  }

  private async act(hand: Stagehand, event: Event, motion: Motion, ms: number): Promise<void> {
    const id = this.text(event, motion.piece);
    const piece = this.drawn(id);
    const at = this.at(id);
    const target = this.text(event, motion.target);
    const aim = this.at(target);
    const { view, look } = this.scene();
    switch (motion.motion) {
      case "move":
        return this.move(hand, event, motion, id, ms);
      case "place": {
        const to = motion.to === undefined ? null : this.place(event[motion.to]);
        if (piece && at && to && id) return this.move(hand, event, motion, id, ms);
        return to ? show.landing(hand, to, ms) : undefined;
      }
      case "turn": {
        if (!piece || !at) return undefined;
        const heading = this.heading(event, motion);
        return heading === null
          ? show.turn(hand, piece, this.facing(event), ms)
          : show.swing(hand, piece, [heading], ms);
      }
      case "strike":
        if (!at || !aim) return aim ? show.shake(hand, this.drawn(target), ms) : undefined;
        if (motion.far) return show.volley(hand, at, aim, this.drawn(target), ms, this.muzzles(id));
        return show.clash(hand, at, aim, piece, this.drawn(target), ms);
      case "test":
        return at
          ? show.test(hand, at, typeof event.passed === "boolean" ? event.passed : null, ms)
          : undefined;
      case "loss": {
        const amount = motion.amount === undefined ? 1 : event[motion.amount];
        return piece && at
          ? show.loss(hand, piece, at, typeof amount === "number" ? amount : 1, ms)
          : undefined;
      }
      case "state": {
        if (!piece || !at) return undefined;
        const badge = motion.badge ? (look.badges[motion.badge] ?? null) : null;
        const own = motion.badge ? piece.querySelector(`[data-badge="${CSS.escape(motion.badge)}"]`) : null;
        return show.state(hand, at, own, badge, aim, ms);
      }
      case "gone":
        return piece ? show.gone(hand, piece, ms) : undefined;
      case "banner":
        return banner(hand, said(event.text), motion.small ?? false, ms);
      case "card": {
        const number = motion.card === undefined ? null : event[motion.card];
        return card(hand, cardFace(view, number), said(event.text), ms);
      }
      default:
        return undefined;
    }
  }

  /** A piece goes along its path, or straight to where it ends. */
  private async move(
    hand: Stagehand,
    event: Event,
    motion: Motion,
    id: string | null,
    ms: number,
  ): Promise<void> {
    const piece = this.drawn(id);
    const at = this.at(id);
    const path = motion.path === undefined ? undefined : event[motion.path];
    const to = motion.to === undefined ? undefined : event[motion.to];
    const way = (Array.isArray(path) ? path : [to])
      .map((one) => this.place(one))
      .filter((one) => one !== null);
    const last = way.at(-1);
    if (!id || !piece || !at || !last) return;
    const origin = originOf(piece);
    this.led.set(id, last);
    const points = [at, ...way].map((p) => ({ x: p.x - origin.x, y: p.y - origin.y }));
    const told = (Array.isArray(path) ? path : [to]).map(headingIn).filter(isNumber);
    const end = this.heading(event, motion);
    const headings = told.length || end === null ? told : [end];
    const turned = headings.length ? show.swing(hand, piece, headings, ms) : Promise.resolve();
    await Promise.all([show.walk(hand, piece, points, this.facing(event), ms), turned]);
  }
}

const isNumber = (value: number | null): value is number => value !== null;

const headingIn = (value: unknown): number | null =>
  Array.isArray(value) && value.length === 3 && typeof value[2] === "number" ? value[2] : null;

const isHex = (value: unknown): value is Hex => typeof value === "string" && /^\d{4}$/.test(value);

/** Where the view has put a piece. */
function originOf(piece: SVGGElement): Point {
  const [, x, y] = piece.getAttribute("transform")?.match(/translate\(([-\d.]+) ([-\d.]+)\)/) ?? [];
  return { x: Number(x ?? 0), y: Number(y ?? 0) };
}
