// The map as a vignette: ground and marks, nothing to touch.

import "./map.css";
import "./ground.css";
import "./pieces.css";
import "./motions.css";
import type { Board, Look, Mark } from "../protocol";
import { INNER, sheetOf } from "./Frame";
import { Ground } from "./Ground";
import { field, short } from "./hexes";
import { Marks } from "./Marks";

export function SmallMap({
  board,
  marks,
  look,
  label,
}: {
  board: Board;
  marks: readonly Mark[];
  look: Look;
  label: string;
}) {
  const { width, height } = field(board);
  const sheet = sheetOf(board);
  return (
    <div
      class="map-small"
      role="img"
      aria-label={label}
      style={{ aspectRatio: `${short(width + 2 * INNER)} / ${short(height + 2 * INNER)}` }}
    >
      <div
        class="map-small-sheet"
        // the margin with its numbers is left out: the sheet is a little larger than its window
        style={{
          width: `${short((100 * sheet.width) / (width + 2 * INNER))}%`,
          left: `${short((-100 * (-sheet.left - INNER)) / (width + 2 * INNER))}%`,
          top: `${short((-100 * (-sheet.top - INNER)) / (height + 2 * INNER))}%`,
        }}
      >
        <Ground board={board} look={look} marked={[]} isSmall />
        <svg
          class="map-small-marks"
          viewBox={`${sheet.left} ${sheet.top} ${short(sheet.width)} ${short(sheet.height)}`}
          aria-hidden="true"
        >
          <Marks marks={marks} board={board} isSmall />
        </svg>
      </div>
    </div>
  );
}
