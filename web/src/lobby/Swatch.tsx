import { useId } from "preact/hooks";
import type { Look, Side } from "../protocol";

/** A side's colours as on its blocks: paint, and the hatch that tells them apart without colour. */
export function Swatch({ side, look }: { side: Side; look: Look | null }) {
  const pattern = useId();
  const nation = (side.nation && look?.nations[side.nation]) || null;
  const { paint, ink } = nation ?? look?.seats[side.seat] ?? { paint: "var(--ink-faint)", ink: "#fff" };
  const hatch = HATCHES[nation?.hatch ?? "none"];
  return (
    <svg class="lobby-swatch" viewBox="0 0 22 28" aria-hidden="true">
      {hatch && (
        <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse">
          <path d={hatch} stroke={ink} stroke-width="1.3" fill="none" opacity="0.75" />
        </pattern>
      )}
      <path d="M3 1.5V27" stroke="var(--ink)" stroke-width="1.8" stroke-linecap="round" />
      <path d="M4 3C9 1 14 5.5 21 3 20 8 20 12 21 17 14 19.5 9 15 4 17Z" fill={paint} />
      {hatch && (
        <path d="M4 3C9 1 14 5.5 21 3 20 8 20 12 21 17 14 19.5 9 15 4 17Z" fill={`url(#${pattern})`} />
      )}
    </svg>
  );
}

const HATCHES: Record<string, string | null> = {
  none: null,
  bars: "M0 3H6",
  diagonal: "M-1 7 7-1M-1 1 1-1M5 7 7 5",
  cross: "M0 3H6M3 0V6",
};
