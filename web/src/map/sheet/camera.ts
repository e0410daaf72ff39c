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
/** In pixels: the shorter side of a phone's map. */
const SMALL = 480;
const TOOLS = 52;
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

/** A part of the sheet, measured from its upper left corner. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The box that holds all these points, with so much room round them. */
export function boxOf(points: readonly Point[], room: number): Box | null {
  if (!points.length) return null;
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  return {
    left: Math.min(...xs) - room,
    top: Math.min(...ys) - room,
    right: Math.max(...xs) + room,
    bottom: Math.max(...ys) + room,
  };
}

/** Near enough to read the marks of a figure and the names. */
const READING = 1.1;
/** Smaller than this nobody tells one block from another. */
const LEGIBLE = 0.6;

/**
 * A box in the middle of the window: all of it, but no nearer than is needed for reading. `hidden`: so much of the
 * window's foot is no room for it. `reading`: how near that is.
 */
export function framing(box: Box, window: Point, sheet: Point, hidden = 0, reading = READING): Frame {
  const room = { x: window.x, y: window.y - hidden };
  const k = Math.max(
    fitted(window, sheet).k,
    Math.min(reading, room.x / (box.right - box.left), room.y / (box.bottom - box.top)),
  );
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return bounded({ k, x: room.x / 2 - x * k, y: room.y / 2 - y * k }, window, sheet);
}

/** The least change that brings a box into the window: none, a shift, or farther away where it is too large. */
export function including(frame: Frame, box: Box, window: Point, sheet: Point, hidden = 0): Frame {
  const room = { x: window.x, y: window.y - hidden };
  const shift = (low: number, high: number, most: number) => (low < 0 ? -low : high > most ? most - high : 0);
  const { k } = frame;
  if ((box.right - box.left) * k > room.x || (box.bottom - box.top) * k > room.y)
    return framing(box, window, sheet, hidden);
  const dx = shift(frame.x + box.left * k, frame.x + box.right * k, room.x);
  const dy = shift(frame.y + box.top * k, frame.y + box.bottom * k, room.y);
  return dx || dy ? bounded({ ...frame, x: frame.x + dx, y: frame.y + dy }, window, sheet) : frame;
}

/** On whole pixels ink is sharp, and a shifted sheet need not be drawn anew. */
const resting = ({ x, y }: Frame) => `translate(${Math.round(x)}px, ${Math.round(y)}px)`;

export class Camera {
  frame: Frame = { x: 0, y: 0, k: 1 };
  /** Nobody has zoomed or moved: the whole sheet follows the window's size. */
  isWhole = true;
  /** A hand, a key or a button has chosen what is seen: from then on only what is out of sight moves the sheet. */
  isChosen = false;
  /** What is to be in sight, as long as nobody chooses otherwise. */
  private wanted: Box | null = null;
  private laid = 0;
  private timer = 0;
  private glide = 0;
  private last = 0;

  constructor(
    private readonly window: HTMLElement,
    private readonly stage: HTMLElement,
    public sheet: Point,
    private readonly isCalm: () => boolean,
    /** Told how large the sheet is whenever it is laid out anew. */
    private readonly onLaid: (k: number) => void = () => undefined,
  ) {}

  /** The window's size, measured when it changes. */
  private room: Point = { x: 800, y: 600 };

  private measure(): void {
    this.room = { x: this.window.clientWidth || 800, y: this.window.clientHeight || 600 };
  }

  /** The whole sheet, before anybody has chosen anything. */
  begin(): void {
    this.measure();
    this.isWhole = true;
    this.go(fitted(this.room, this.sheet));
  }

  fit(): void {
    this.choose();
    this.begin();
  }

  /** So small a window that a whole table in it cannot be read. */
  get isSmall(): boolean {
    return Math.min(this.room.x, this.room.y) < SMALL;
  }

  /** How much at the bottom of a small window lies under the buttons. */
  private get hidden(): number {
    return this.isSmall ? TOOLS : 0;
  }

  /**
   * These are asked about: all of it comes into sight; in a small window near enough to be read, until somebody
   * chooses what is seen. `reading`: how near is near enough, where that is less than usual.
   */
  attend(box: Box, reading = READING): void {
    this.wanted = box;
    const near = framing(box, this.room, this.sheet, this.hidden, Math.min(READING, reading));
    const isTooFar = this.isSmall && !this.isChosen && this.frame.k < near.k * 0.75;
    if (this.isWhole && !isTooFar) return;
    const goal = isTooFar ? near : including(this.frame, box, this.room, this.sheet, this.hidden);
    if (goal === this.frame) return;
    this.isWhole = this.isAll(goal);
    this.go(goal);
  }

  private isAll({ k }: Frame): boolean {
    return k <= fitted(this.room, this.sheet).k * 1.001;
  }

  private choose(): void {
    this.isChosen = true;
    this.wanted = null;
  }

  /** The window has another size. */
  resized(): void {
    this.measure();
    if (this.isWhole) this.set(fitted(this.room, this.sheet));
    else {
      const frame = bounded(this.frame, this.room, this.sheet);
      this.set(this.wanted ? including(frame, this.wanted, this.room, this.sheet, this.hidden) : frame);
    }
    this.rest();
  }

  /** Whether a point of the sheet is in the window. */
  sees({ x, y }: Point): boolean {
    const { frame, room } = this;
    const [left, top] = [frame.x + x * frame.k, frame.y + y * frame.k];
    return left >= 0 && top >= 0 && left <= room.x && top <= room.y;
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
    this.choose();
    const { x, y } = this.room;
    const goal = zoomed(this.frame, factor, { x: x / 2, y: y / 2 }, this.room, this.sheet);
    this.isWhole = this.isAll(goal);
    this.go(goal);
  }

  panSoftly(dx: number, dy: number): void {
    this.choose();
    this.isWhole = false;
    this.go(bounded({ ...this.frame, x: this.frame.x + dx, y: this.frame.y + dy }, this.room, this.sheet));
  }

  /** Brings a point of the sheet into sight if it is not. */
  show(at: Point, half: number): void {
    const goal = revealing(this.frame, at, half, this.room, this.sheet);
    if (goal !== this.frame) this.go(goal);
  }

  /** Brings a point of the sheet into the middle; where everything is small, nearer too. */
  centre(at: Point): void {
    this.choose();
    const k = this.frame.k < LEGIBLE ? READING : this.frame.k;
    const goal = bounded(
      { k, x: this.room.x / 2 - at.x * k, y: this.room.y / 2 - at.y * k },
      this.room,
      this.sheet,
    );
    this.isWhole = this.isAll(goal);
    this.go(goal);
  }

  private touched(frame: Frame): void {
    this.choose();
    this.isWhole = this.isAll(frame);
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
      // only what is written needs it; on the stage itself it would style every piece anew
      for (const one of this.stage.querySelectorAll<SVGElement>(".map-zoomed"))
        one.style.setProperty("--map-zoom", String(k));
      this.onLaid(k);
      this.stage.dataset.near = k >= NEAR.names ? "names" : k >= NEAR.numbers ? "numbers" : "far";
    }
    this.stage.style.transform = resting(this.frame);
  }

  end(): void {
    this.stop();
    clearTimeout(this.timer);
  }
}
