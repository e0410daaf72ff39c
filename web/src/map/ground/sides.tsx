// Things along the sides of hexes: hedges, ramparts, gabions.

import { chanceOf } from "../sheet/chance";
import { cellCentre, centre, type Point, short, spot, vertex } from "../sheet/hexes";
import { circle, loops, outward, pathOf, regionOf, rounded, stepped } from "../sheet/outline";
import { sideLines } from "./lines";
import type { Drawn } from "./words";

/** Bushes in a row, each a round scribble with its shadow. */
export function hedge(shape: Drawn) {
  const lines = shape.sides.length ? sideLines(shape.sides) : loops(regionOf(shape.hexes));
  const bushes = lines.flatMap((line) => {
    const isRing = near(line[0] as Point, line.at(-1) as Point) || !shape.sides.length;
    return stepped(rounded(line, false, 1), 5.2, isRing && !shape.sides.length);
  });
  let shadow = "";
  const drawn = bushes
    .sort((a, b) => a.y - b.y)
    .map((p) => {
      const chance = chanceOf(`bush ${short(p.x)} ${short(p.y)}`);
      const r = 2.7 + chance() * 1.5;
      const q = { x: p.x + (chance() - 0.5) * 2, y: p.y + (chance() - 0.5) * 2 };
      shadow += circle({ x: q.x + 1.4, y: q.y + 1.8 }, r);
      return (
        <>
          <path d={circle(q, r)} class="map-bush" />
          <path
            d={`M${short(q.x + r * 0.6)} ${short(q.y)}a${short(r * 0.7)} ${short(r * 0.7)} 0 0 1 ${short(-r * 0.8)} ${short(r * 0.6)}`}
            class="map-tree-shade"
          />
        </>
      );
    });
  return (
    <g>
      <path d={shadow} class="map-tree-shadow" />
      {drawn}
    </g>
  );
}

const near = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) < 1;

/** An earthwork: a thick bank with its slope hatched towards the enemy. */
export function rampart(shape: Drawn) {
  const middle = shape.hexes[0] ? centre(shape.hexes[0]) : { x: 0, y: 0 };
  const lines = shape.sides.length
    ? sideLines(shape.sides)
    : loops(regionOf(shape.hexes)).map((loop) => [...loop, loop[0] as Point]);
  let slope = "";
  for (const line of lines) {
    const points = stepped(line, 4, false);
    points.forEach((p, n) => {
      if (n === 0 || n === points.length - 1) return;
      let out = outward(points, n);
      const own = shape.hexes.map(centre).reduce((a, b) => (far(b, p) < far(a, p) ? b : a), middle);
      if (out.x * (p.x - own.x) + out.y * (p.y - own.y) < 0) out = { x: -out.x, y: -out.y };
      const long = n % 2 ? 8 : 5.5;
      slope += `M${spot({ x: p.x + out.x * 2, y: p.y + out.y * 2 })}l${short(out.x * long)} ${short(out.y * long)}`;
    });
  }
  const path = lines.map((line) => pathOf(line, false)).join("");
  return (
    <g>
      <path d={slope} class="map-rampart-slope" />
      <path d={path} class="map-rampart-edge" />
      <path d={path} class="map-rampart" />
    </g>
  );
}

const far = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Wicker baskets full of earth, seen from above: along its sides, or around the hex with gaps for the guns. */
export function gabions(shape: Drawn) {
  const lines = shape.sides.length
    ? sideLines(shape.sides)
    : [...regionOf(shape.hexes).values()].flatMap((cell) => {
        const at = cellCentre(cell);
        return [0, 1, 2, 3, 4, 5].map((k) => {
          const before = vertex(at, k - 1, 33);
          const here = vertex(at, k, 33);
          const after = vertex(at, k + 1, 33);
          const part = (q: Point) => ({
            x: here.x + (q.x - here.x) * 0.33,
            y: here.y + (q.y - here.y) * 0.33,
          });
          return [part(before), here, part(after)];
        });
      });
  const baskets = lines.flatMap((line) => stepped(line, 6.4, false));
  const shadow = baskets.map((p) => circle({ x: p.x + 1.2, y: p.y + 1.6 }, 3.1)).join("");
  return (
    <g>
      <path d={shadow} class="map-tree-shadow" />
      <path d={baskets.map((p) => circle(p, 3.1)).join("")} class="map-gabion" />
      <path d={baskets.map((p) => circle(p, 1.5)).join("")} class="map-gabion-earth" />
    </g>
  );
}
