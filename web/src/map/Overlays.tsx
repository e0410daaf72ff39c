// What lies over the ground for a while: hexes that glow, and the sketch of an option.

import type { Hex, Sketch, HexView as View } from "../protocol";
import { placed } from "./places";
import { BASE, basePath, blockPath, SMALL_BASE } from "./sheet/blocks";
import type { Glow } from "./sheet/contract";
import { centre, hexPath, type Point, short, spot } from "./sheet/hexes";
import { flowing, loops, pathOf, regionOf } from "./sheet/outline";

export function HexGlows({ hexes }: { hexes: ReadonlyMap<Hex, Glow> }) {
  return (
    <g class="map-glows">
      {[...hexes].map(([hex, glow]) => (
        <path key={hex} d={hexPath(centre(hex), glow === "option" ? 37.5 : 38)} class={`map-hex-${glow}`} />
      ))}
    </g>
  );
}

const isArea = (one: Sketch): one is Sketch & { hexes: Hex[] } =>
  one.kind !== "path" && "hexes" in one && Array.isArray(one.hexes);

/** Tinted hexes under the pieces; areas of a kind unknown here are outlined. */
export function SketchAreas({ sketch }: { sketch: readonly Sketch[] }) {
  return (
    <g class="map-sketch-areas">
      {sketch.filter(isArea).map((one) =>
        one.kind === "sector" || one.kind === "reach" ? (
          <path d={one.hexes.map((hex) => hexPath(centre(hex), 38.5)).join("")} class={`map-${one.kind}`} />
        ) : (
          <path
            d={loops(regionOf(one.hexes))
              .map((loop) => pathOf(loop, true))
              .join("")}
            class="map-area"
          />
        ),
      )}
    </g>
  );
}

/** A line that ends before its last point, and the turn of the head it carries there. */
function shortened(line: readonly Point[], by: number): { line: Point[]; head: Point; degrees: number } {
  const end = line.at(-1) as Point;
  const before = line.at(-2) as Point;
  const long = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const way = { x: (end.x - before.x) / long, y: (end.y - before.y) / long };
  const head = { x: end.x - way.x * by, y: end.y - way.y * by };
  return { line: [...line.slice(0, -1), head], head, degrees: (Math.atan2(way.y, way.x) * 180) / Math.PI };
}

function Way({ hexes }: { hexes: readonly Hex[] }) {
  if (hexes.length < 2) return null;
  const { line, head, degrees } = shortened(hexes.map(centre), 8);
  const path = flowing(line);
  return (
    <g class="map-way">
      <path d={path} class="map-way-under" />
      <path d={path} class="map-way-line" />
      <path
        d="M10 0L-7-8L-3.5 0L-7 8Z"
        transform={`translate(${spot(head)}) rotate(${short(degrees)})`}
        class="map-way-head"
      />
    </g>
  );
}

function FireLine({ from, to }: { from: Hex; to: Hex }) {
  if (from === to) return null;
  const { line, head, degrees } = shortened([centre(from), centre(to)], 22);
  return (
    <g class="map-fire">
      <path d={pathOf(line, false)} class="map-fire-under" />
      <path d={pathOf(line, false)} class="map-fire-line" />
      <path
        d="M8 0L-6-6L-6 6Z"
        transform={`translate(${spot(head)}) rotate(${short(degrees)})`}
        class="map-fire-head"
      />
    </g>
  );
}

/** Ways, lines of fire and threatened pieces, over the pieces. */
export function SketchLines({ sketch, view }: { sketch: readonly Sketch[]; view: View }) {
  const threatened = new Set(sketch.flatMap((one) => (one.kind === "threat" ? one.pieces : [])));
  const places = threatened.size ? placed(view.pieces, []).filter((one) => threatened.has(one.piece.id)) : [];
  return (
    <g class="map-sketch-lines">
      {places.map(({ piece, at, isBeside }) => (
        <path
          d={piece.kind === "unit" ? blockPath(0, 3) : basePath(0, (isBeside ? SMALL_BASE : BASE) + 3)}
          transform={`translate(${spot(at)})`}
          class="map-threatened map-threatened-sketch"
        />
      ))}
      {sketch.map((one) => {
        if (one.kind === "path") return <Way hexes={one.hexes} />;
        if (one.kind === "line") return <FireLine from={one.from} to={one.to} />;
        return null;
      })}
    </g>
  );
}
