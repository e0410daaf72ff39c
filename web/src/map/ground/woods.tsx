// Woods: small round trees with their shadow, the ones in front over the ones behind.

import type { HexBoard as Board } from "../../protocol";
import { chanceOf } from "../sheet/chance";
import { type Point, short } from "../sheet/hexes";
import { bled, outlines, regionOf, regionPath, strewn } from "../sheet/outline";
import type { Drawn } from "./words";

const GREENS = ["#8aa067", "#7f965c", "#94a870", "#768d55"];

/** A crown of a few leafy bulges. */
function crown(p: Point, r: number, chance: () => number): string {
  const bulges = 7;
  const turn = chance() * Math.PI;
  const at = (n: number, far: number) => {
    const angle = turn + (n / bulges) * 2 * Math.PI;
    return `${short(p.x + far * Math.cos(angle))} ${short(p.y + far * Math.sin(angle))}`;
  };
  let path = `M${at(0, r)}`;
  for (let n = 0; n < bulges; n++) path += `Q${at(n + 0.5, r * (1.22 + chance() * 0.2))} ${at(n + 1, r)}`;
  return `${path}Z`;
}

export function woodFloor(shape: Drawn, board: Board) {
  const path = regionPath(bled(regionOf(shape.hexes), board), 6);
  return <path d={path} class="map-wood-floor" />;
}

export function trees(shape: Drawn, board: Board) {
  const region = bled(regionOf(shape.hexes), board);
  const stand = strewn(region, outlines(region, 6), "tree", 18, 38)
    .sort((a, b) => a.y - b.y)
    .map((p) => {
      const chance = chanceOf(`${short(p.x)} ${short(p.y)}`);
      return { p, r: 4.8 + chance() * 3, green: GREENS[Math.floor(chance() * 4)] ?? "#8aa067", chance };
    });
  const shadows = stand
    .map(
      ({ p, r }) =>
        `M${short(p.x - r + 2)} ${short(p.y + r * 0.8)}a${short(r * 1.15)} ${short(r * 0.6)} 0 1 0 ${short(2.3 * r)} 0a${short(r * 1.15)} ${short(r * 0.6)} 0 1 0 ${short(-2.3 * r)} 0`,
    )
    .join("");
  return (
    <g class="map-wood">
      <path d={shadows} class="map-tree-shadow" />
      {stand.map(({ p, r, green, chance }) => (
        <>
          <path d={crown(p, r, chance)} fill={green} class="map-tree" />
          <path
            class="map-tree-shade"
            d={
              `M${short(p.x + r * 0.75)} ${short(p.y - r * 0.35)}a${short(r)} ${short(r)} 0 0 1 ${short(-r * 1.15)} ${short(r * 1.1)}` +
              `M${short(p.x + r * 0.3)} ${short(p.y - r * 0.1)}a${short(r * 0.7)} ${short(r * 0.7)} 0 0 1 ${short(-r * 0.6)} ${short(r * 0.6)}`
            }
          />
        </>
      ))}
    </g>
  );
}
