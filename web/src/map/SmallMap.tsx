// The map as a vignette: ground and marks, nothing to touch.

import "./map.css";
import "./ground.css";
import "./pieces.css";
import "./motions.css";
import type { Look } from "../look";
import type { Board, HexBoard, HexMark, Mark } from "../protocol";
import { Ground } from "./Ground";
import { Marks } from "./Marks";
import { SmallTable } from "./open/SmallTable";
import { INNER, sheetOf } from "./sheet/Frame";
import { field, short } from "./sheet/hexes";

function SmallHexes({
  board,
  marks,
  look,
  label,
}: {
  board: HexBoard;
  marks: readonly HexMark[];
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

export function SmallMap(props: { board: Board; marks: readonly Mark[]; look: Look; label: string }) {
  const { board, marks, look, label } = props;
  if (board.kind === "open") return <SmallTable board={board} marks={marks} look={look} label={label} />;
  return <SmallHexes board={board} marks={marks as readonly HexMark[]} look={look} label={label} />;
}
