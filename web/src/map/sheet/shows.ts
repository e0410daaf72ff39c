// How each motion looks: a march, a volley, a clash, a test, a loss.

import { chanceOf } from "./chance";
import { type Point, spot } from "./hexes";
import type { Stagehand } from "./stagehand";

const body = (piece: Element | null) => piece?.querySelector(".map-piece-body") ?? null;
/** What goes when a piece goes: itself and its name. */
function going(piece: Element): (Element | null)[] {
  const id = piece.getAttribute("data-piece") ?? "";
  const name = piece.parentElement?.querySelector(`[data-name="${CSS.escape(id)}"]`) ?? null;
  return [piece.querySelector(".map-piece-going"), name];
}
const shift = (x: number, y: number) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
const all = (parts: Promise<void>[]): Promise<void> => Promise.all(parts).then(() => undefined);

/** Along the points, evenly; each step a little lift, as a hand moves a block. */
export function walk(
  hand: Stagehand,
  piece: Element,
  points: Point[],
  facing: number | null,
  ms: number,
): Promise<void> {
  const lengths = points
    .slice(1)
    .map((p, n) => Math.hypot(p.x - (points[n] as Point).x, p.y - (points[n] as Point).y));
  const whole = lengths.reduce((a, b) => a + b, 0) || 1;
  let gone = 0;
  const frames: Keyframe[] = points.map((p, n) => {
    gone += n ? (lengths[n - 1] ?? 0) : 0;
    return { transform: shift(p.x, p.y), offset: Math.min(1, gone / whole) };
  });
  const parts = going(piece).map((part) => hand.run(part, frames, ms, { easing: "ease-in-out", keep: true }));
  if (facing !== null) parts.push(turn(hand, piece, facing, ms / 2));
  return all(parts);
}

/** The beak swings round the short way. */
export function turn(hand: Stagehand, piece: Element, facing: number | null, ms: number): Promise<void> {
  const beak = piece.querySelector(".map-facing");
  const now = Number(beak?.getAttribute("transform")?.match(/rotate\(([-\d.]+)/)?.[1] ?? 0);
  if (!beak || facing === null) return nudge(hand, piece, ms);
  const swing = ((((facing * 60 - now) % 360) + 540) % 360) - 180;
  return hand.run(
    beak,
    [{ transform: `rotate(${now}deg)` }, { transform: `rotate(${now + swing}deg)` }],
    ms,
    {
      easing: "ease-in-out",
      keep: true,
    },
  );
}

/** A block turns from heading to heading, each the short way, in tenths of a degree. */
export function swing(
  hand: Stagehand,
  piece: Element,
  headings: readonly number[],
  ms: number,
): Promise<void> {
  const block = piece.querySelector(".open-turned");
  const first = Number(block?.getAttribute("transform")?.match(/rotate\(([-\d.]+)/)?.[1] ?? 0);
  let now = first;
  const turned = headings.map((heading) => {
    now += ((((heading / 10 - now) % 360) + 540) % 360) - 180;
    return now;
  });
  return hand.run(
    block,
    [first, ...turned].map((degrees) => ({ transform: `rotate(${degrees.toFixed(1)}deg)` })),
    ms,
    { easing: "ease-in-out", keep: true },
  );
}

const nudge = (hand: Stagehand, piece: Element, ms: number) =>
  hand.run(
    body(piece),
    [{ transform: "scale(1)" }, { transform: "scale(1.12)" }, { transform: "scale(1)" }],
    ms,
  );

/** A ring closes on the hex where a new piece will stand. */
export function landing(hand: Stagehand, at: Point, ms: number): Promise<void> {
  const ring = hand.draw("circle", { r: 24, class: "map-show-ring", cx: at.x, cy: at.y });
  ring.style.transformOrigin = `${at.x}px ${at.y}px`;
  return hand.run(
    ring,
    [
      { transform: "scale(1.8)", opacity: 0 },
      { transform: "scale(1)", opacity: 1 },
    ],
    ms,
    {
      easing: "ease-out",
    },
  );
}

export function shake(hand: Stagehand, piece: Element | null, ms: number, delay = 0): Promise<void> {
  const frames = [0, -3.5, 3, -2.5, 2, -1, 0].map((x) => ({ transform: shift(x, Math.abs(x) / 3) }));
  return hand.run(body(piece), frames, ms, { delay });
}

/** Where the muzzles of a unit are: so far before its centre, along a front so long, which looks this way. */
export interface Muzzles {
  ahead: number;
  wide: number;
  look: Point;
}

/** Smoke at the muzzles, shot across, the target shaken. */
export function volley(
  hand: Stagehand,
  from: Point,
  to: Point,
  target: Element | null,
  ms: number,
  front: Muzzles | null = null,
): Promise<void> {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const way = { x: (to.x - from.x) / long, y: (to.y - from.y) / long };
  const chance = chanceOf(`${spot(from)} ${spot(to)}`);
  const parts: Promise<void>[] = [];
  const { ahead: before, wide, look } = front ?? { ahead: 22, wide: 9 * 4.6, look: way };
  const puffs = Math.max(9, Math.min(25, Math.round(wide / 7)));
  for (let n = 0; n < puffs; n++) {
    const across = (n - (puffs - 1) / 2) * (wide / puffs);
    const ahead = before + chance() * 10;
    const at = { x: from.x + look.x * ahead - look.y * across, y: from.y + look.y * ahead + look.x * across };
    const puff = hand.draw("circle", { r: 5 + chance() * 4, class: "map-smoke" });
    const drift = { x: at.x + way.x * (10 + chance() * 12), y: at.y + way.y * 14 - 7 - chance() * 8 };
    parts.push(
      hand.run(
        puff,
        [
          { transform: `${shift(at.x, at.y)} scale(.2)`, opacity: 0 },
          { transform: `${shift(at.x, at.y)} scale(1)`, opacity: 0.95, offset: 0.2 },
          { transform: `${shift(drift.x, drift.y)} scale(2.3)`, opacity: 0 },
        ],
        ms * 0.92,
        { delay: chance() * ms * 0.08, easing: "ease-out" },
      ),
    );
  }
  for (let n = 0; n < 5; n++) {
    const off = (n - 2) * 5 + (chance() - 0.5) * 3;
    const start = { x: from.x + way.x * 28 - way.y * off, y: from.y + way.y * 28 + way.x * off };
    const end = { x: to.x - way.x * 12 - way.y * off, y: to.y - way.y * 12 + way.x * off };
    const ball = hand.draw("path", {
      d: `M0 0L${(-way.x * 15).toFixed(1)} ${(-way.y * 15).toFixed(1)}`,
      class: "map-shot",
    });
    parts.push(
      hand
        .run(
          ball,
          [
            { transform: shift(start.x, start.y), opacity: 1 },
            { transform: shift(end.x, end.y), opacity: 1, offset: 0.96 },
            { transform: shift(end.x, end.y), opacity: 0 },
          ],
          ms * 0.34,
          { delay: ms * 0.1 + chance() * ms * 0.1, easing: "linear" },
        )
        .then(() => ball.setAttribute("opacity", "0")),
    );
  }
  parts.push(shake(hand, target, ms * 0.38, ms * 0.46));
  return all(parts);
}

/** Both sides step at each other; where they meet, a burst and crossed blades. */
export function clash(
  hand: Stagehand,
  from: Point,
  to: Point,
  piece: Element | null,
  target: Element | null,
  ms: number,
): Promise<void> {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const way = { x: (to.x - from.x) / long, y: (to.y - from.y) / long };
  const step = (far: number) => [
    { transform: shift(0, 0) },
    { transform: shift(way.x * far, way.y * far), offset: 0.35, easing: "ease-in" },
    { transform: shift(0, 0), easing: "ease-out" },
  ];
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const rays = Array.from({ length: 16 }, (_, n) => {
    const angle = (n * Math.PI) / 8;
    const far = n % 2 ? 8 : 19;
    return `${n ? "L" : "M"}${(far * Math.cos(angle)).toFixed(1)} ${(far * Math.sin(angle)).toFixed(1)}`;
  });
  const burst = hand.draw("path", { d: `${rays.join("")}Z`, class: "map-burst" });
  const blades = hand.draw("path", {
    d: "M-13 13Q-2 4 13-13M13 13Q2 4-13-13M-13 7L-7 13M13 7L7 13",
    class: "map-blades",
  });
  const grow = (turned: number) => [
    { transform: `${shift(middle.x, middle.y)} scale(.2) rotate(${turned}deg)`, opacity: 0 },
    { transform: `${shift(middle.x, middle.y)} scale(1.15)`, opacity: 1, offset: 0.3 },
    { transform: `${shift(middle.x, middle.y)} scale(1)`, opacity: 1, offset: 0.75 },
    { transform: `${shift(middle.x, middle.y)} scale(1.1)`, opacity: 0 },
  ];
  return all([
    hand.run(body(piece), step(10), ms * 0.6),
    hand.run(body(target), step(-6), ms * 0.6),
    hand.run(burst, grow(-20), ms * 0.8, { delay: ms * 0.2 }),
    hand.run(blades, grow(20), ms * 0.8, { delay: ms * 0.2 }),
    shake(hand, target, ms * 0.3, ms * 0.6),
  ]);
}

/** A ring drawn around the piece, closed by a tick or a cross. */
export function test(hand: Stagehand, at: Point, passed: boolean | null, ms: number): Promise<void> {
  const tone = passed === null ? "plain" : passed ? "good" : "bad";
  const round = 2 * Math.PI * 33;
  const ring = hand.draw("circle", {
    r: 33,
    cx: at.x,
    cy: at.y,
    class: `map-test map-test-${tone}`,
    "stroke-dasharray": round,
  });
  const parts = [
    hand.run(
      ring,
      [
        { strokeDashoffset: `${round}`, opacity: 1 },
        { strokeDashoffset: "0", opacity: 1, offset: 0.6 },
        { strokeDashoffset: "0", opacity: 0 },
      ],
      ms,
    ),
  ];
  if (passed !== null) {
    const seal = hand.draw("g", { class: `map-verdict map-verdict-${tone}` });
    seal.append(
      hand.draw("circle", { r: 11 }),
      hand.draw("path", { d: passed ? "M-5 0L-1.5 4L5.5-4.5" : "M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5" }),
    );
    const place = shift(at.x, at.y - 33);
    parts.push(
      hand.run(
        seal,
        [
          { transform: `${place} scale(.3)`, opacity: 0 },
          { transform: `${place} scale(1.2)`, opacity: 1, offset: 0.25 },
          { transform: `${place} scale(1)`, opacity: 1, offset: 0.75 },
          { transform: `${place} scale(1)`, opacity: 0 },
        ],
        ms * 0.7,
        { delay: ms * 0.3 },
      ),
    );
  }
  return all(parts);
}

/** Pips fall from the block, and the number lost rises over it. */
export function loss(hand: Stagehand, piece: Element, at: Point, amount: number, ms: number): Promise<void> {
  if (amount <= 0) return Promise.resolve();
  const pips = [...piece.querySelectorAll(".map-pip:not(.map-pip-fallen)")].slice(-amount);
  for (const pip of pips) pip.classList.add("map-pip-fallen");
  const number = hand.draw("text", { class: "map-lost-number" }, `−${amount}`);
  return all([
    ...pips.map((pip, n) =>
      hand.run(
        pip,
        [
          { transform: shift(0, 0), opacity: 1 },
          { transform: shift(n % 2 ? 3 : -3, 22), opacity: 0 },
        ],
        ms * 0.7,
        { delay: n * ms * 0.08, easing: "cubic-bezier(.5,0,1,.6)", keep: true },
      ),
    ),
    hand.run(
      number,
      [
        { transform: shift(at.x, at.y - 10), opacity: 0 },
        { transform: shift(at.x, at.y - 26), opacity: 1, offset: 0.25 },
        { transform: shift(at.x, at.y - 36), opacity: 1, offset: 0.75 },
        { transform: shift(at.x, at.y - 42), opacity: 0 },
      ],
      ms,
    ),
    shake(hand, piece, ms * 0.4),
  ]);
}

/** A marker pops up, or swells if it is there; towards a target, a stroke of the pen. */
export function state(
  hand: Stagehand,
  at: Point,
  own: Element | null,
  badge: { sign: string; tone: string } | null,
  aim: Point | null,
  ms: number,
): Promise<void> {
  const parts: Promise<void>[] = [];
  const pop = (place: string) => [
    { transform: `${place} scale(.2)`, opacity: 0 },
    { transform: `${place} scale(1.9)`, opacity: 1, offset: 0.35 },
    { transform: `${place} scale(1)`, opacity: 1 },
  ];
  if (own?.firstElementChild)
    parts.push(
      ...[...own.children].map((part) =>
        hand.run(
          part,
          [{ transform: "scale(1)" }, { transform: "scale(1.9)" }, { transform: "scale(1)" }],
          ms,
        ),
      ),
    );
  else if (badge) {
    const mark = hand.draw("g", { class: `map-badge map-badge-${badge.tone}` });
    mark.append(hand.draw("circle", { r: 7 }), hand.draw("text", { y: 3.9 }, badge.sign));
    parts.push(hand.run(mark, pop(shift(at.x + 23, at.y - 20)), ms));
  } else {
    const ring = hand.draw("circle", { r: 30, class: "map-show-ring" });
    parts.push(
      hand.run(
        ring,
        [
          { transform: `${shift(at.x, at.y)} scale(.7)`, opacity: 0 },
          { transform: `${shift(at.x, at.y)} scale(1)`, opacity: 1, offset: 0.4 },
          { transform: `${shift(at.x, at.y)} scale(1.15)`, opacity: 0 },
        ],
        ms,
      ),
    );
  }
  if (aim) {
    const long = Math.hypot(aim.x - at.x, aim.y - at.y);
    const line = hand.draw("path", {
      d: `M${spot(at)}L${spot(aim)}`,
      class: "map-pen-stroke",
      "stroke-dasharray": long,
    });
    parts.push(
      hand.run(
        line,
        [
          { strokeDashoffset: `${long}`, opacity: 1 },
          { strokeDashoffset: "0", opacity: 1, offset: 0.6 },
          { strokeDashoffset: "0", opacity: 0 },
        ],
        ms,
      ),
    );
  }
  return all(parts);
}

/** The block tips over and fades. */
export function gone(hand: Stagehand, piece: Element, ms: number): Promise<void> {
  const tip = [
    { transform: "rotate(0deg)" },
    { transform: "rotate(78deg) translate(10px, 0)", offset: 0.5 },
    { transform: "rotate(84deg) translate(14px, 0) scale(.9)" },
  ];
  return all([
    ...going(piece).map((part) =>
      hand.run(part, [{ opacity: 1 }, { opacity: 0.9, offset: 0.45 }, { opacity: 0 }], ms, { keep: true }),
    ),
    hand.run(body(piece), tip, ms, { easing: "ease-in", keep: true }),
  ]);
}
