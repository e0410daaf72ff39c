// What part of the sheet the window shows. While the hand moves only the compositor works; when it rests,
// the drawing is laid out anew at its size, so that ink stays sharp.

import type { Point } from "./hexes";

export interface Frame {
  x: number;
  y: number;
  k: number;
}

/** How far a view may go: nearer than `most` times, and never so far that the sheet is smaller than the window. */
export const MOST = 4;
const REST = 220;
/** From here on there is room for the numbers of hexes, and for the names of units. */
const NEAR = { numbers: 1.05, names: 1.35 };

/** The sheet as large as the window allows, in its middle. */
export function fitted(window: Point, sheet: Point): Frame {
  const k = Math.max(0.05, Math.min(window.x / sheet.x, window.y / sheet.y));
  return { k, x: (window.x - sheet.x * k) / 2, y: (window.y - sheet.y * k) / 2 };
}

/** So far, in pixels, the sheet may be drawn away from its place: what lies under a button can be reached. */
export const SLACK = 64;

/** Kept in bounds: a sheet smaller than the window stays near its middle, a larger one near the window's edges. */
export function bounded(frame: Frame, window: Point, sheet: Point): Frame {
  const least = fitted(window, sheet).k;
  const k = Math.min(Math.max(frame.k, least), Math.max(MOST, least));
  const keep = (at: number, room: number, size: number) => {
    const free = room - size;
    const [low, high] = free >= 0 ? [free / 2, free / 2] : [free, 0];
    return Math.min(high + SLACK, Math.max(low - SLACK, at));
  };
  return { k, x: keep(frame.x, window.x, sheet.x * k), y: keep(frame.y, window.y, sheet.y * k) };
}

/** Nearer or farther by a factor, with the point of the window that was touched staying where it is. */
export function zoomed(frame: Frame, factor: number, at: Point, window: Point, sheet: Point): Frame {
  const least = fitted(window, sheet).k;
  const k = Math.min(Math.max(frame.k * factor, least), Math.max(MOST, least));
  if (factor < 1 && k === least) return fitted(window, sheet);
  const by = k / frame.k;
  return bounded({ k, x: at.x - (at.x - frame.x) * by, y: at.y - (at.y - frame.y) * by }, window, sheet);
}

/** The least shift that brings a box of the sheet into the window; the same frame if it is there. */
export function revealing(frame: Frame, box: Point, half: number, window: Point, sheet: Point): Frame {
  const shift = (at: number, room: number) => {
    const low = at - half * frame.k;
    const high = at + half * frame.k;
    if (low >= 0 && high <= room) return 0;
    // far out of sight: to the middle; at the brim: just inside
    if (high < -room / 2 || low > room * 1.5) return room / 2 - at;
    return low < 0 ? -low : room - high;
  };
  const dx = shift(frame.x + box.x * frame.k, window.x);
  const dy = shift(frame.y + box.y * frame.k, window.y);
  return dx || dy ? bounded({ ...frame, x: frame.x + dx, y: frame.y + dy }, window, sheet) : frame;
}

/** On whole pixels ink is sharp, and a shifted sheet need not be drawn anew. */
const resting = ({ x, y }: Frame) => `translate(${Math.round(x)}px, ${Math.round(y)}px)`;

export class Camera {
  frame: Frame = { x: 0, y: 0, k: 1 };
  /** Nobody has zoomed or moved: the whole sheet follows the window's size. */
  isWhole = true;
  private laid = 0;
  private timer = 0;
  private glide = 0;
  private last = 0;

  constructor(
    private readonly window: HTMLElement,
    private readonly stage: HTMLElement,
    public sheet: Point,
    private readonly isCalm: () => boolean,
  ) {}

  /** The window's size, measured when it changes. */
  private room: Point = { x: 800, y: 600 };

  private measure(): void {
    this.room = { x: this.window.clientWidth || 800, y: this.window.clientHeight || 600 };
  }

  fit(): void {
    this.measure();
    this.isWhole = true;
    this.go(fitted(this.room, this.sheet));
  }

  /** The window has another size. */
  resized(): void {
    this.measure();
    if (this.isWhole) this.set(fitted(this.room, this.sheet));
    else this.set(bounded(this.frame, this.room, this.sheet));
    this.rest();
  }

  pan(dx: number, dy: number): void {
    this.stop();
    this.touched(
      bounded({ ...this.frame, x: this.frame.x + dx, y: this.frame.y + dy }, this.room, this.sheet),
    );
  }

  zoom(factor: number, at: Point = { x: this.room.x / 2, y: this.room.y / 2 }): void {
    this.stop();
    this.touched(zoomed(this.frame, factor, at, this.room, this.sheet));
  }

  /** Zooms softly, for buttons and keys. */
  zoomSoftly(factor: number): void {
    const { x, y } = this.room;
    const goal = zoomed(this.frame, factor, { x: x / 2, y: y / 2 }, this.room, this.sheet);
    this.isWhole = goal.k <= fitted(this.room, this.sheet).k * 1.001;
    this.go(goal);
  }

  panSoftly(dx: number, dy: number): void {
    this.isWhole = false;
    this.go(bounded({ ...this.frame, x: this.frame.x + dx, y: this.frame.y + dy }, this.room, this.sheet));
  }

  /** Brings a point of the sheet into sight if it is not. */
  show(at: Point, half: number): void {
    const goal = revealing(this.frame, at, half, this.room, this.sheet);
    if (goal !== this.frame) this.go(goal);
  }

  private touched(frame: Frame): void {
    this.isWhole = frame.k <= fitted(this.room, this.sheet).k * 1.001;
    this.set(frame);
  }

  private go(goal: Frame): void {
    this.stop();
    const start = this.frame;
    if (this.isCalm() || !this.laid) {
      this.set(goal);
      this.rest();
      return;
    }
    const began = performance.now();
    const step = (now: number) => {
      const t = Math.min(1, (now - began) / 220);
      const soft = 1 - (1 - t) ** 3;
      const mix = (a: number, b: number) => a + (b - a) * soft;
      this.set({ x: mix(start.x, goal.x), y: mix(start.y, goal.y), k: mix(start.k, goal.k) });
      this.glide = t < 1 ? requestAnimationFrame(step) : 0;
    };
    this.glide = requestAnimationFrame(step);
  }

  stop(): void {
    if (this.glide) cancelAnimationFrame(this.glide);
    this.glide = 0;
  }

  private set(frame: Frame): void {
    this.frame = frame;
    if (!this.laid) this.rest();
    const grown = frame.k / this.laid;
    const isGrown = Math.abs(grown - 1) > 0.0005;
    this.stage.style.transform = isGrown
      ? `translate(${frame.x}px, ${frame.y}px) scale(${grown})`
      : resting(frame);
    clearTimeout(this.timer);
    // where frames come slowly a pause between two is no rest
    const now = performance.now();
    const pause = Math.min(4 * REST, Math.max(REST, 3 * (now - this.last)));
    this.last = now;
    if (isGrown) this.timer = window.setTimeout(() => this.rest(), pause);
  }

  /** Lays the drawing out at its present size. */
  private rest(): void {
    clearTimeout(this.timer);
    const { k } = this.frame;
    if (this.laid !== k) {
      this.laid = k;
      this.stage.style.width = `${this.sheet.x * k}px`;
      this.stage.style.height = `${this.sheet.y * k}px`;
      // only names need it; on the stage itself it would style every piece anew
      this.stage.querySelector<SVGElement>(".map-piece-names")?.style.setProperty("--map-zoom", String(k));
      this.stage.dataset.near = k >= NEAR.names ? "names" : k >= NEAR.numbers ? "numbers" : "far";
    }
    this.stage.style.transform = resting(this.frame);
  }

  end(): void {
    this.stop();
    clearTimeout(this.timer);
  }
}
