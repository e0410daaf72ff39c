// What people have built on an open table: walls, fences, hedges, carts, houses.

import type { OpenBoard, OpenShape } from "../../protocol";
import { chanceOf } from "../sheet/chance";
import { type Point, short, spot } from "../sheet/hexes";
import { circle, pathOf, stepped } from "../sheet/outline";
import { at, long } from "../sheet/scale";
import { linesOf, surfaces } from "./areas";
import { Cracks, Flames, Rubble } from "./damage";
import type { Draw } from "./terrain";

/** Lines of a shape; what has only a surface is drawn along its edge. */
function courses(shape: OpenShape, board: OpenBoard): [Point, Point][] {
  const lines = linesOf(shape, board);
  if (lines.length) return lines;
  return surfaces(shape, board, false).flatMap((corner) =>
    corner.map((p, n): [Point, Point] => [p, corner[(n + 1) % corner.length] as Point]),
  );
}

/** Along and across a line. */
function bearing([a, b]: readonly [Point, Point]) {
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const way = { x: (b.x - a.x) / far, y: (b.y - a.y) / far };
  return { far, way, across: { x: -way.y, y: way.x }, degrees: (Math.atan2(way.y, way.x) * 180) / Math.PI };
}

const paths = (lines: readonly (readonly [Point, Point])[]) =>
  lines.map((line) => pathOf(line, false)).join("");

export const hedge: Draw = (shape, board) => {
  const bushes = courses(shape, board)
    .flatMap((line) => [...stepped(line, 7, false), line[1]])
    .map((p) => {
      const chance = chanceOf(`bush ${spot(p)}`);
      return { x: p.x + (chance() - 0.5) * 2.4, y: p.y + (chance() - 0.5) * 2.4, r: 4.4 + chance() * 2.2 };
    });
  return (
    <g>
      <path
        d={bushes.map(({ x, y, r }) => circle({ x: x + 2, y: y + 3 }, r)).join("")}
        class="map-tree-shadow"
      />
      {bushes.map((one) => (
        <>
          <path d={circle(one, one.r)} class="map-bush" />
          <path
            d={`M${short(one.x + one.r * 0.6)} ${short(one.y)}a${short(one.r * 0.7)} ${short(one.r * 0.7)} 0 0 1 ${short(-one.r * 0.8)} ${short(one.r * 0.6)}`}
            class="map-tree-shade"
          />
        </>
      ))}
    </g>
  );
};

/** Masonry: two lines of ink with joints between them. */
export const wall: Draw = (shape, board) => {
  const lines = courses(shape, board);
  let joints = "";
  for (const line of lines) {
    const { across } = bearing(line);
    for (const p of stepped(line, 9, false).slice(1)) {
      const off = (chanceOf(`stone ${spot(p)}`)() - 0.5) * 3;
      joints += `M${spot({ x: p.x + across.x * 3 + off, y: p.y + across.y * 3 })}L${spot({ x: p.x - across.x * 3 + off, y: p.y - across.y * 3 })}`;
    }
  }
  return (
    <g>
      <path d={paths(lines)} transform="translate(2 3.5)" class="open-wall-shadow" />
      <path d={paths(lines)} class="open-wall-edge" />
      <path d={paths(lines)} class="open-wall" />
      <path d={joints} class="open-wall-joints" />
      {(shape.rubble ?? []).map(([a, b]) => (
        <Rubble from={at(a, board)} to={at(b, board)} />
      ))}
      <Cracks shape={shape} board={board} />
    </g>
  );
};

export const fence: Draw = (shape, board) => {
  const lines = courses(shape, board);
  const posts = lines.flatMap((line) => [...stepped(line, 16, false), line[1]]);
  return (
    <g>
      <path d={paths(lines)} class="open-rail" />
      <path d={posts.map((p) => `M${short(p.x - 2)} ${short(p.y - 2)}h4v4h-4Z`).join("")} class="open-post" />
    </g>
  );
};

/** Sharpened stakes, one beside the other. */
export const palisade: Draw = (shape, board) => {
  const posts = courses(shape, board).flatMap((line) => [...stepped(line, 6, false), line[1]]);
  return (
    <g>
      <path
        d={posts.map((p) => circle({ x: p.x + 1.5, y: p.y + 2.5 }, 3)).join("")}
        class="map-tree-shadow"
      />
      <path d={posts.map((p) => circle(p, 3)).join("")} class="open-stake" />
      <path d={posts.map((p) => circle(p, 0.9)).join("")} class="open-stake-tip" />
    </g>
  );
};

/** Carts, barrels, planks: whatever was at hand. */
export const barricade: Draw = (shape, board) => (
  <g>
    {courses(shape, board).map((line) => {
      const { far, degrees } = bearing(line);
      const middle = { x: (line[0].x + line[1].x) / 2, y: (line[0].y + line[1].y) / 2 };
      const [x, y] = [far / 2, 9];
      const wheel = (side: 1 | -1) => (
        <path d={`M${short(-x * 0.5)} ${side * (y + 2.5)}h${short(x)}`} class="open-wheel" />
      );
      let planks = "";
      for (let n = -y + 4.5; n < y; n += 4.5) planks += `M${short(-x)} ${short(n)}H${short(x)}`;
      return (
        <g transform={`translate(${spot(middle)}) rotate(${short(degrees)})`}>
          <path
            d={`M${short(-x)} ${-y}H${short(x)}V${y}H${short(-x)}Z`}
            transform="translate(2.5 4)"
            class="map-tree-shadow"
          />
          {wheel(1)}
          {wheel(-1)}
          <path d={`M${short(-x)} ${-y}H${short(x)}V${y}H${short(-x)}Z`} class="open-cart" />
          <path d={planks} class="open-planks" />
          <path d={`M${short(-x * 0.6)} ${-y}V${y}M${short(x * 0.6)} ${-y}V${y}`} class="open-cart-batten" />
          {far > 40 && <path d={`M${short(x)} 0h14`} class="open-shaft" />}
        </g>
      );
    })}
  </g>
);

/** A door or gate that somebody has opened; without an id nobody can tell, and it stands open. */
const isOpen = (id: string | undefined, board: OpenBoard): boolean =>
  id === undefined || (board.changed ?? []).includes(id);

const ROMAN = ["", "I", "II", "III", "IV", "V", "VI"];

/** A house seen without its roof: thick walls, light hatching, doors and windows as gaps with ticks. */
export const building: Draw = (shape, board) => {
  const [outline] = surfaces(shape, board, false);
  const a = outline?.[0];
  const b = outline?.[2];
  if (!outline || !a || !b) return wall(shape, board);
  let hatch = "";
  const tall = b.y - a.y;
  for (let x = a.x - tall + 9; x < b.x; x += 9) {
    const from = { x: Math.max(x, a.x), y: a.y + Math.max(0, a.x - x) };
    const to = { x: Math.min(x + tall, b.x), y: a.y + Math.min(tall, b.x - x) };
    hatch += `M${spot(from)}L${spot(to)}`;
  }
  const box = pathOf(outline, true);
  const inner = linesOf(shape, board);
  return (
    <g>
      <path d={box} transform="translate(4 6)" class="open-house-shadow" />
      <path d={box} class="open-floor" />
      <path d={hatch} class="open-hatch" />
      {inner.length > 0 && <path d={paths(inner)} class="open-inner-wall" />}
      <path d={box} class="open-house-edge" />
      <path d={box} class="open-house" />
      {(shape.openings ?? []).map(({ id, kind, line }) => {
        const ends: [Point, Point] = [at(line[0], board), at(line[1], board)];
        const { far, degrees } = bearing(ends);
        const middle = { x: (ends[0].x + ends[1].x) / 2, y: (ends[0].y + ends[1].y) / 2 };
        const x = short(far / 2);
        // the wider gap, with a leaf shut or standing open, is a way in; the other is looked through
        const isDoor = /door|gate|porta/.test(kind);
        if (kind === "breach")
          return (
            <g data-opening="breach">
              <path
                d={`M-${x} -5H${x}V5H-${x}Z`}
                transform={`translate(${spot(middle)}) rotate(${short(degrees)})`}
                class="open-door"
              />
              <Rubble from={ends[0]} to={ends[1]} />
            </g>
          );
        return (
          <g transform={`translate(${spot(middle)}) rotate(${short(degrees)})`}>
            <path d={`M-${x} -5H${x}V5H-${x}Z`} class={isDoor ? "open-door" : "open-window"} />
            <path d={`M-${x} -6V6M${x} -6V6`} class="open-jamb" />
            {kind === "barred" ? (
              <path
                d={`M-${x} -5L${x} 5M-${x} 5L${x} -5M-${x} 0H${x}`}
                class="open-barred"
                data-opening="barred"
              />
            ) : isDoor ? (
              <path
                d={isOpen(id, board) ? `M-${x} 0L${short(-far / 2 + 3)} ${short(-far)}` : `M-${x} 0H${x}`}
                class={isOpen(id, board) ? "open-leaf" : "open-leaf open-leaf-shut"}
              />
            ) : (
              <path d={`M-${x} 0H${x}`} class="open-leaf" />
            )}
          </g>
        );
      })}
      <Cracks shape={shape} board={board} />
      {shape.burning && <Flames from={a} to={b} />}
      {(shape.storeys ?? 0) > 0 && (
        <text x={short(b.x - 9)} y={short(b.y - 10)} class="open-storeys">
          {ROMAN[shape.storeys ?? 0] ?? shape.storeys}
        </text>
      )}
    </g>
  );
};

/** Earth thrown up: a bank with its slope hatched on both sides. */
export const bank: Draw = (shape, board) => {
  const lines = courses(shape, board);
  let slope = "";
  for (const line of lines) {
    const { across } = bearing(line);
    for (const [n, p] of stepped(line, 5, false).entries())
      for (const side of [1, -1]) {
        const far = n % 2 ? long(board.scale * 0.32, board) : long(board.scale * 0.22, board);
        slope += `M${spot({ x: p.x + across.x * 3 * side, y: p.y + across.y * 3 * side })}l${short(across.x * far * side)} ${short(across.y * far * side)}`;
      }
  }
  return (
    <g>
      <path d={slope} class="map-rampart-slope" />
      <path d={paths(lines)} class="map-rampart-edge" />
      <path d={paths(lines)} class="map-rampart" />
    </g>
  );
};
