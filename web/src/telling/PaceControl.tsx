import { choosePace, PACES, type PaceName, paceName } from "./pace";
import { phrase } from "./phrases";

const NAMES = { off: "paceOff", quick: "paceQuick", normal: "paceNormal", slow: "paceSlow" } as const;

/** How fast events are shown on the map. */
export function PaceControl() {
  return (
    <label class="tell-pace">
      {phrase("pace")}{" "}
      <select
        value={paceName.value}
        onChange={(change) => choosePace(change.currentTarget.value as PaceName)}
      >
        {(Object.keys(PACES) as PaceName[]).map((name) => (
          <option key={name} value={name}>
            {phrase(NAMES[name])}
          </option>
        ))}
      </select>
    </label>
  );
}
