// Ground that fills its hexes: marsh, sand, rock, water.

import type { HexBoard as Board } from "../../protocol";
import { chanceOf } from "../sheet/chance";
import { isOn, type Point, R, short } from "../sheet/hexes";
import {
  bled,
  isWithin,
  outlines,
  outward,
  pathOf,
  regionOf,
  regionPath,
  scattered,
  stepped,
  strewn,
} from "../sheet/outline";
import type { Drawn } from "./words";

const cellsOf = (shape: Drawn, board: Board) => bled(regionOf(shape.hexes), board);

export function marsh(shape: Drawn, board: Board) {
  const region = cellsOf(shape, board);
  let reeds = "";
  let ripples = "";
  for (const p of strewn(region, outlines(region, 6), "reed", 10, 34)) {
    const chance = chanceOf(`${short(p.x)} ${short(p.y)}`);
    const tall = 5.5 + chance() * 3.5;
    for (const lean of [-3.4, -1.6, 0.2, 1.9, 3.6])
      reeds += `M${short(p.x + lean * 0.45)} ${short(p.y)}q${short(lean * 0.1)} ${short(-tall * 0.6)} ${short(lean)} ${short(-tall * (1.1 - Math.abs(lean) / 9))}`;
    const wide = 6 + chance() * 5;
    ripples += `M${short(p.x - wide)} ${short(p.y + 1.6)}h${short(wide * 2)}M${short(p.x - wide * 0.4)} ${short(p.y + 3.8)}h${short(wide * 1.1)}`;
  }

  return (
    <g>
      <path d={regionPath(region, 6)} class="map-marsh-floor" />
      <path d={ripples} class="map-ripples" />
      <path d={reeds} class="map-reeds" />
    </g>
  );
}

export function sand(shape: Drawn, board: Board) {
  const region = cellsOf(shape, board);
  let grains = "";
  for (const p of strewn(region, outlines(region, 4), "sand", 46, R))
    grains += `M${short(p.x)} ${short(p.y)}h.1`;
  const edge = outlines(region, 4)
    .flatMap((line) => stepped(line, 2.6, true).map((p, n, all) => ({ p, out: outward(all, n), n })))
    .map(({ p, out, n }) => {
      const deep = 1.5 + ((n * 7) % 5);
      return `M${short(p.x - out.x * deep)} ${short(p.y - out.y * deep)}h.1`;
    })
    .join("");
  return (
    <g>
      <path d={regionPath(region, 4)} class="map-sand-floor" />
      <path d={grains + edge} class="map-sand" />
    </g>
  );
}

/** Strokes one way across a region, a little unsteady, broken off here and there. */
function strokes(lines: readonly (readonly Point[])[], slope: number, step: number): string {
  const points = lines.flat();
  const left = Math.min(...points.map((p) => p.x));
  const right = Math.max(...points.map((p) => p.x));
  const top = Math.min(...points.map((p) => p.y));
  const bottom = Math.max(...points.map((p) => p.y));
  const chance = chanceOf(`strokes ${slope} ${short(left)} ${short(top)}`);
  let path = "";
  const tall = bottom - top;
  for (let x = left - tall; x < right + tall; x += step) {
    let pen = false;
    for (let y = top; y <= bottom; y += 4) {
      const p = { x: x + (y - top) * slope, y };
      const down = isWithin(p, lines) && chance() > 0.035;
      if (down) path += `${pen ? "L" : "M"}${short(p.x + (chance() - 0.5) * 0.7)} ${short(p.y)}`;
      pen = down;
    }
  }
  return path;
}

export function rock(shape: Drawn, board: Board) {
  const lines = outlines(cellsOf(shape, board), 3);
  const edge = lines.map((line) => pathOf(line, true)).join("");
  return (
    <g>
      <path d={edge} class="map-rock-floor" />
      <path d={strokes(lines, 0.58, 6)} class="map-rock" />
      <path d={strokes(lines, -0.58, 9)} class="map-rock" />
      <path d={edge} class="map-rock-edge" />
    </g>
  );
}

/** Open water, lined along its shore as engravers do. */
export function water(shape: Drawn, board: Board) {
  const region = cellsOf(shape, board);
  const lines = outlines(region, 6);
  const shore = [2.5, 6, 10.5, 16, 22.5].map((deep, rank) => ({
    rank,
    path: lines
      .map((line) => {
        const points = stepped(line, 5, true);
        return pathOf(
          points.map((p, n) => {
            const out = outward(points, n);
            return { x: p.x - out.x * deep, y: p.y - out.y * deep };
          }),
          true,
        );
      })
      .join(""),
  }));
  let waves = "";
  for (const cell of region.values())
    if (isOn(cell, board))
      for (const p of scattered(cell, "wave", 3, 22))
        waves += `M${short(p.x - 8)} ${short(p.y)}q4 -3.4 8 0q4 -3.4 8 0`;
  return (
    <g>
      <path d={lines.map((line) => pathOf(line, true)).join("")} class="map-water-floor" />
      {shore.map(({ rank, path }) => (
        <path d={path} class="map-shore" style={{ opacity: 0.75 - rank * 0.13 }} />
      ))}
      <path d={waves} class="map-waves" />
    </g>
  );
}
