import type { Look } from "../look";
import type { Side } from "../protocol";

/** A side as on its pieces: its colour, and its nation's flag where it has one. */
export function Swatch({ side, look }: { side: Side; look: Look | null }) {
  const flag = (side.nation && look?.nations[side.nation]) || null;
  const paint = look?.seats[side.seat]?.paint ?? "var(--ink-faint)";
  return (
    <svg class="lobby-swatch" viewBox="0 0 26 28" aria-hidden="true">
      <path d="M3 1.5V27" stroke="var(--ink)" stroke-width="1.8" stroke-linecap="round" />
      <path d="M4 2H25V18H4Z" fill={paint} />
      {flag && (
        <g transform="translate(6.5 4.4) scale(1.33 1.4)">
          <path d="M0 0H12V8H0Z" fill={flag.field} />
          {flag.parts.map(([colour, path]) => (
            <path d={path} fill={colour} />
          ))}
        </g>
      )}
    </svg>
  );
}
