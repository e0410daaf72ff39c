// An open table as a vignette.

import type { Look } from "../../look";
import type { Mark, OpenBoard } from "../../protocol";
import "./open.css";
import { SmallSheet } from "../sheet/SmallSheet";
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
  return (
    <SmallSheet
      label={label}
      field={field(board)}
      sheet={sheetOf(board)}
      ground={() => <OpenGround board={board} look={look} isSmall />}
      marks={() => <OpenMarks marks={marks} board={board} look={look} />}
    />
  );
}
