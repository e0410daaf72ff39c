// Villages and farms: red roofs around a yard, a church where there are many.

import type { HexBoard as Board } from "../../protocol";
import { chanceOf } from "../sheet/chance";
import { type Point, short } from "../sheet/hexes";
import { regionOf, scattered, stepped } from "../sheet/outline";
import { roadLines } from "./lines";
import type { Drawn } from "./words";

const REDS: readonly (readonly [string, string])[] = [
  ["#b4553f", "#963f2e"],
  ["#a94b38", "#8b3829"],
  ["#bd6449", "#9d4a35"],
];

export function roofs(shape: Drawn, board: Board, shapes: readonly Drawn[]) {
  const way = shapes
    .filter((one) => one.drawing === "road")
    .flatMap((one) => roadLines(one, board, shapes))
    .flatMap((line) => stepped(line, 6, false));
  const onRoad = (p: Point) => way.some((q) => Math.hypot(p.x - q.x, p.y - q.y) < 10);
  // a place with a name of its own has a church; «farm» and «mill» have not
  const isVillage = /^\p{Lu}/u.test(shape.name.en);
  const houses = [...regionOf(shape.hexes).values()]
    .flatMap((cell) => scattered(cell, "house", isVillage ? 13 : 5, isVillage ? 31 : 24, onRoad))
    .sort((a, b) => a.y - b.y);
  const lie = chanceOf(shape.name.en)() * 50 - 25;
  return (
    <g>
      {houses.map((p, n) => {
        const chance = chanceOf(`house ${short(p.x)} ${short(p.y)}`);
        const wide = 5.6 + chance() * 2.8;
        const deep = 3.7 + chance() * 1.3;
        const turn = lie + (chance() < 0.45 ? 90 : 0) + (chance() - 0.5) * 22;
        const [light, dark] = REDS[Math.floor(chance() * 3)] ?? ["#b4553f", "#963f2e"];
        const isChurch = isVillage && n === houses.length >> 1;
        const place = `translate(${short(p.x)} ${short(p.y)})`;
        if (isChurch)
          return (
            <g transform={`${place} rotate(${short(lie / 2)})`}>
              <path d="M-8.5-3.5H8.5V5.5H-8.5Z" transform="translate(2 2.5)" class="map-tree-shadow" />
              <path d="M-9-4.5H9V0H-9Z" fill={light} class="map-roof" />
              <path d="M-9 0H9V4.5H-9Z" fill={dark} class="map-roof" />
              <path d="M-13-3.5H-6.5V3.5H-13Z" fill="#8d8577" class="map-roof" />
              <path d="M-13-3.5-6.5 3.5M-6.5-3.5-13 3.5" class="map-roof" />
              <path d="M-9.75-12V-4M-12.2-9.5H-7.3" class="map-cross" />
            </g>
          );
        const box = (from: number, to: number) =>
          `M${short(-wide)} ${short(from)}H${short(wide)}V${short(to)}H${short(-wide)}Z`;
        return (
          <g transform={place}>
            <path
              d={box(-deep, deep)}
              transform={`translate(1.6 2) rotate(${short(turn)})`}
              class="map-tree-shadow"
            />
            <g transform={`rotate(${short(turn)})`}>
              <path d={box(-deep, 0)} fill={light} class="map-roof" />
              <path d={box(0, deep)} fill={dark} class="map-roof" />
            </g>
          </g>
        );
      })}
    </g>
  );
}
