// An open table as a vignette.

import type { Look } from "../../look";
import type { Mark, OpenBoard } from "../../protocol";
import "./open.css";
import { INNER } from "../sheet/Frame";
import { short } from "../sheet/hexes";
import { field, sheetOf } from "../sheet/scale";
import { OpenGround } from "./OpenGround";
import { OpenMarks } from "./OpenMarks";

interface SmallProps {
  board: OpenBoard;
  marks: readonly Mark[];
  look: Look;
  label: string;
}

export function SmallTable({ board, marks, look, label }: SmallProps) {
  const { width, height } = field(board);
  const sheet = sheetOf(board);
  const [wide, tall] = [width + 2 * INNER, height + 2 * INNER];
  return (
    <div
      class="map-small"
      role="img"
      aria-label={label}
      style={{ aspectRatio: `${short(wide)} / ${short(tall)}` }}
    >
      <div
        class="map-small-sheet"
        style={{
          width: `${short((100 * sheet.width) / wide)}%`,
          left: `${short((-100 * (-sheet.left - INNER)) / wide)}%`,
          top: `${short((-100 * (-sheet.top - INNER)) / tall)}%`,
        }}
      >
        <OpenGround board={board} look={look} isSmall />
        <svg
          class="map-small-marks"
          viewBox={`${sheet.left} ${sheet.top} ${short(sheet.width)} ${short(sheet.height)}`}
          aria-hidden="true"
        >
          <OpenMarks marks={marks} board={board} look={look} />
        </svg>
      </div>
    </div>
  );
}
