// Marks on an open table: a lozenge at its place, the ground that counts; each has a name for who rests on it.

import { said } from "../../language";
import type { Look } from "../../look";
import type { Mark, OpenBoard } from "../../protocol";
import { short, spot } from "../sheet/hexes";
import { at, long } from "../sheet/scale";

/** Ground that counts, with the line up to which one is near it, and the flag of who holds it; where one sets up; what somebody may not leave. */
function Goal({ mark, board, look }: { mark: Mark; board: OpenBoard; look: Look | undefined }) {
  if (!mark.rect) return null;
  const [left, top, right, bottom] = mark.rect;
  const [a, b, out] = [at([left, top], board), at([right, bottom], board), long(mark.within ?? 0, board)];
  const holder = mark.owner ? look?.seats[mark.owner]?.paint : undefined;
  // a house that is nobody's aim is only worth a mark while somebody is in it
  if (mark.kind === "sector" && !holder) return null;
  const sort = SORTS[mark.kind] ?? "";
  return (
    <g class={`open-goal${sort}`} data-mark={mark.kind} data-owner={mark.owner ?? undefined}>
      <title>{said(mark.name)}</title>
      <rect
        x={short(a.x - out)}
        y={short(a.y - out)}
        width={short(b.x - a.x + 2 * out)}
        height={short(b.y - a.y + 2 * out)}
        rx={short(out)}
        style={mark.kind === "bound" && holder ? { stroke: holder } : undefined}
      />
      {mark.kind === "bound" && (
        <text x={short(a.x + 12)} y={short(a.y + 28)} class="open-bound-name">
          {said(mark.name)}
        </text>
      )}
      {mark.kind !== "zone" && mark.kind !== "bound" && (
        <g transform={`translate(${short((a.x + b.x) / 2)} ${short(a.y - out)})`}>
          <path d="M0 4V-20" class="open-goal-pole" />
          <path
            d="M0 -20H17L12.5 -14.5L17 -9H0Z"
            class="open-goal-flag"
            style={holder ? { fill: holder } : undefined}
          />
        </g>
      )}
    </g>
  );
}

const SORTS: Record<string, string> = { zone: " open-set-up", sector: " open-held", bound: " open-bound" };

interface MarksProps {
  marks: readonly Mark[];
  board: OpenBoard;
  /** Who holds something is told by his paint. */
  look?: Look;
}

export function OpenMarks({ marks, board, look }: MarksProps) {
  return (
    <g class="map-marks">
      {marks.map((mark) => (mark.rect ? <Goal mark={mark} board={board} look={look} /> : null))}
      {marks.map((mark) =>
        mark.at ? (
          <g
            key={mark.id ?? String(mark.at)}
            data-mark={mark.kind}
            class={`map-mark${mark.spent ? " map-mark-spent" : ""}${mark.known ? " open-mark-known" : ""}`}
            transform={`translate(${spot(at(mark.at, board))})`}
          >
            <title>{said(mark.name)}</title>
            <g class="open-sign">
              <path d="M0-15L11 0L0 15L-11 0Z" transform="translate(1.5 2.5)" class="map-tree-shadow" />
              <path d="M0-15L11 0L0 15L-11 0Z" class="open-mark" />
              <text y={6} class="open-mark-sign">
                {mark.points ?? (mark.known ? "!" : "?")}
              </text>
            </g>
          </g>
        ) : null,
      )}
    </g>
  );
}
