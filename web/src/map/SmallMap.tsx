// The map as a vignette: ground and marks, nothing to touch.

import "./map.css";
import "./ground.css";
import "./pieces.css";
import "./motions.css";
import type { Look } from "../look";
import type { Board, HexMark, Mark } from "../protocol";
import { Ground } from "./Ground";
import { Marks } from "./Marks";
import { SmallTable } from "./open/SmallTable";
import { sheetOf } from "./sheet/Frame";
import { field } from "./sheet/hexes";
import { SmallSheet } from "./sheet/SmallSheet";

export function SmallMap(props: { board: Board; marks: readonly Mark[]; look: Look; label: string }) {
  const { board, marks, look, label } = props;
  if (board.kind === "open") return <SmallTable board={board} marks={marks} look={look} label={label} />;
  return (
    <SmallSheet
      label={label}
      field={field(board)}
      sheet={sheetOf(board)}
      ground={() => <Ground board={board} look={look} marked={[]} isSmall />}
      marks={() => <Marks marks={marks as readonly HexMark[]} board={board} isSmall />}
    />
  );
}
