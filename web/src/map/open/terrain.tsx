// The ground of an open table: what lies flat, and what grows.

import type { OpenBoard, OpenShape } from "../../protocol";
import { chanceOf } from "../sheet/chance";
import { type Point, short, spot } from "../sheet/hexes";
import { circle, isWithin, outward, pathOf, stepped } from "../sheet/outline";
import { byHand, carried, linesOf, sown, surfaces } from "./areas";

export type Draw = (shape: OpenShape, board: OpenBoard) => preact.JSX.Element | null;

const closed = (outlines: readonly (readonly Point[])[]) =>
  outlines.map((line) => pathOf(line, true)).join("");
const hand = (shape: OpenShape, board: OpenBoard, much = 4) =>
  surfaces(shape, board).map((one) => byHand(one, much));

const GREENS = ["#8aa067", "#7f965c", "#94a870", "#768d55"];

export const woodFloor: Draw = (shape, board) => {
  const path = closed(hand(shape, board, 6));
  return (
    <g>
      <path d={path} class="map-wood-floor" />
      <path d={path} class="open-wood-edge" />
    </g>
  );
};

/** Crowns light enough to see who stands among them. */
export const trees: Draw = (shape, board) => {
  const stand = sown(hand(shape, board, 6), "tree", 40).map((p) => {
    const chance = chanceOf(`tree ${spot(p)}`);
    return { p, r: 9 + chance() * 7, green: GREENS[Math.floor(chance() * 4)] ?? "#8aa067", chance };
  });
  return (
    <g class="open-trees">
      <path
        d={stand.map(({ p, r }) => circle({ x: p.x + 3, y: p.y + 5 }, r)).join("")}
        class="map-tree-shadow"
      />
      {stand.map(({ p, r, green, chance }) => {
        const bulges = 8;
        const turn = chance() * Math.PI;
        const rim = (n: number, far: number) => {
          const angle = turn + (n / bulges) * 2 * Math.PI;
          return `${short(p.x + far * Math.cos(angle))} ${short(p.y + far * Math.sin(angle))}`;
        };
        let crown = `M${rim(0, r)}`;
        for (let n = 0; n < bulges; n++)
          crown += `Q${rim(n + 0.5, r * (1.2 + chance() * 0.2))} ${rim(n + 1, r)}`;
        return (
          <>
            <path d={`${crown}Z`} fill={green} class="map-tree" />
            <path
              class="map-tree-shade"
              d={
                `M${short(p.x + r * 0.75)} ${short(p.y - r * 0.3)}a${short(r)} ${short(r)} 0 0 1 ${short(-r * 1.15)} ${short(r * 1.1)}` +
                `M${short(p.x + r * 0.3)} ${short(p.y - r * 0.1)}a${short(r * 0.7)} ${short(r * 0.7)} 0 0 1 ${short(-r * 0.6)} ${short(r * 0.6)}`
              }
            />
          </>
        );
      })}
    </g>
  );
};

export const scrub: Draw = (shape, board) => {
  const bushes = sown(hand(shape, board, 5), "scrub", 22);
  return (
    <g>
      <path d={bushes.map((p) => circle({ x: p.x + 1.5, y: p.y + 2 }, 4)).join("")} class="map-tree-shadow" />
      <path
        d={bushes.map((p) => circle(p, 3.4 + chanceOf(`scrub ${spot(p)}`)() * 2)).join("")}
        class="map-bush"
      />
    </g>
  );
};

/** Corn in rows. */
export const crops: Draw = (shape, board) => {
  const outlines = surfaces(shape, board);
  let ears = "";
  for (const p of sown(outlines, "ear", 11))
    ears += `M${short(p.x)} ${short(p.y + 3)}v-6m-2 1.6l2-2.4l2 2.4m-4 2l2-2.4l2 2.4`;
  return (
    <g>
      <path d={closed(outlines)} class="open-crops" />
      <path d={ears} class="open-ears" />
    </g>
  );
};

export const marsh: Draw = (shape, board) => {
  const outlines = hand(shape, board, 6);
  let reeds = "";
  let ripples = "";
  for (const p of sown(outlines, "reed", 24)) {
    const chance = chanceOf(`reed ${spot(p)}`);
    const tall = 6.5 + chance() * 4;
    for (const lean of [-3.4, -1.6, 0.2, 1.9, 3.6])
      reeds += `M${short(p.x + lean * 0.45)} ${short(p.y)}q${short(lean * 0.1)} ${short(-tall * 0.6)} ${short(lean)} ${short(-tall * (1.1 - Math.abs(lean) / 9))}`;
    const wide = 6 + chance() * 5;
    ripples += `M${short(p.x - wide)} ${short(p.y + 1.6)}h${short(wide * 2)}M${short(p.x - wide * 0.4)} ${short(p.y + 3.8)}h${short(wide * 1.1)}`;
  }
  return (
    <g>
      <path d={closed(outlines)} class="map-marsh-floor" />
      <path d={ripples} class="map-ripples" />
      <path d={reeds} class="map-reeds" />
    </g>
  );
};

export const sand: Draw = (shape, board) => {
  const outlines = hand(shape, board, 4);
  return (
    <g>
      <path d={closed(outlines)} class="map-sand-floor" />
      <path
        d={sown(outlines, "sand", 9)
          .map((p) => `M${spot(p)}h.1`)
          .join("")}
        class="map-sand"
      />
    </g>
  );
};

export const road: Draw = (shape, board) => {
  const outlines = surfaces(shape, board);
  // strips that meet open into each other: the edge is drawn under all of them
  return (
    <g>
      <path d={closed(outlines)} class="open-road-edge" />
      <path d={closed(outlines)} class="open-road" />
      <path
        d={(shape.strips ?? [])
          .map(
            (_, n) => outlines[n + (shape.rect || shape.polygon ? 1 : 0) + (shape.discs?.length ?? 0)] ?? [],
          )
          .filter((one) => one.length === 4)
          .flatMap(([a, b, c, d]) =>
            [0.32, 0.68].map((t) => {
              const mix = (p: Point, q: Point) => ({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t });
              return pathOf([mix(a as Point, d as Point), mix(b as Point, c as Point)], false);
            }),
          )
          .join("")}
        class="open-ruts"
      />
    </g>
  );
};

/** Water with a surface, lined along its banks; a ditch or brook that is a line only is drawn as one. */
export const water: Draw = (shape, board) => {
  const outlines = hand(shape, board, 3);
  const lines = linesOf(shape, board).map((line) => carried(line, board));
  let waves = "";
  for (const p of sown(outlines, "wave", 42)) waves += `M${short(p.x - 8)} ${short(p.y)}q4-3.4 8 0q4-3.4 8 0`;
  const shore = outlines
    .map((line) => {
      const points = stepped(line, 5, true);
      return [3, 7]
        .map((deep) =>
          pathOf(
            points.map((p, n) => {
              const out = outward(points, n);
              return { x: p.x - out.x * deep, y: p.y - out.y * deep };
            }),
            true,
          ),
        )
        .join("");
    })
    .join("");
  const path = lines.map((line) => pathOf(line, false)).join("");
  return (
    <g>
      {outlines.length > 0 && (
        <>
          <path d={closed(outlines)} class="map-water-floor" />
          <path d={shore} class="map-shore" opacity=".4" />
          <path d={waves} class="map-waves" />
        </>
      )}
      {path && (
        <>
          <path d={path} class="map-bank map-bank-stream" />
          <path d={path} class="map-flow map-flow-stream" />
        </>
      )}
    </g>
  );
};

export const ford: Draw = (shape, board) => {
  const outlines = surfaces(shape, board);
  return (
    <g>
      <path d={closed(outlines)} class="open-ford" />
      <path
        d={sown(outlines, "stone", 12)
          .map((p) => circle(p, 1.6))
          .join("")}
        class="open-stones"
      />
    </g>
  );
};

/** A rise, or a hollow: hachures down the slope, a ring of them for every level. */
/** Dug by hand: earth thrown up round a dark floor. */
export const trench: Draw = (shape, board) => {
  const outlines = surfaces(shape, board, false);
  return (
    <g>
      <path d={closed(outlines)} class="open-trench-bank" />
      <path d={closed(outlines)} class="open-trench" />
    </g>
  );
};

export const hachures: Draw = (shape, board) => {
  const outlines = hand(shape, board, 5);
  const levels = Math.max(1, Math.min(4, Math.round(shape.levels ?? 1)));
  let path = "";
  for (const line of outlines)
    for (let level = 0; level < levels; level++) {
      const inset = level * 20;
      const points = stepped(line, 5, true);
      points.forEach((p, n) => {
        const chance = chanceOf(`slope ${level} ${spot(p)}`);
        if (chance() < 0.06) return;
        const out = outward(points, n);
        const a = { x: p.x - out.x * (inset + 12), y: p.y - out.y * (inset + 12) };
        const far = 8 + chance() * 5;
        if (!isWithin(a, outlines)) return;
        path += `M${spot({ x: a.x + out.y * 0.7, y: a.y - out.x * 0.7 })}L${spot({ x: a.x - out.y * 0.7, y: a.y + out.x * 0.7 })}L${spot({ x: a.x + out.x * far, y: a.y + out.y * far })}Z`;
      });
    }
  return (
    <g>
      <path d={closed(outlines)} class="map-hill-floor" />
      <path d={path} class="map-hachures" />
    </g>
  );
};

/** Bare stone; a round thing of it is a well. */
export const rock: Draw = (shape, board) => {
  if (shape.discs?.length && !shape.rect)
    return (
      <g>
        {surfaces(shape, board).map((outline) => {
          const r = ((outline[0] as Point).x - (outline[12] as Point).x) / 2;
          const p = { x: (outline[0] as Point).x - r, y: (outline[0] as Point).y };
          const stones = Array.from({ length: 12 }, (_, n) => {
            const angle = (n * Math.PI) / 6;
            const [x, y] = [Math.cos(angle), Math.sin(angle)];
            return `M${short(x * r * 0.62)} ${short(y * r * 0.62)}L${short(x * r)} ${short(y * r)}`;
          }).join("");
          return (
            <g transform={`translate(${spot(p)})`}>
              <circle r={r} cx={2.5} cy={4} class="map-tree-shadow" />
              <circle r={r} class="open-well" />
              <path d={stones} class="open-well-joints" />
              <circle r={r * 0.62} class="open-well-water" />
              <path
                d={`M${short(-r * 0.3)} ${short(-r * 0.1)}q${short(r * 0.3)} ${short(-r * 0.2)} ${short(r * 0.6)} 0`}
                class="map-waves"
              />
              <path d={`M${short(-r * 1.12)} 0H${short(r * 1.12)}`} class="open-well-beam" />
            </g>
          );
        })}
      </g>
    );
  const outlines = hand(shape, board, 3);
  return (
    <g>
      <path d={closed(outlines)} class="map-rock-floor" />
      <path d={closed(outlines)} class="map-rock-edge" />
    </g>
  );
};
