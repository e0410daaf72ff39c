// Night, fog and rain over the table: darker the farther from one's own people, but never so dark that nothing is read.

import { said } from "../../language";
import type { OpenView, Seat } from "../../protocol";
import { BAND } from "../sheet/Frame";
import { short } from "../sheet/hexes";
import { at, field, long } from "../sheet/scale";

const DARK = ["", "moonlit", "dark"];

export function Sky({ view, seat }: { view: OpenView; seat: Seat | null }) {
  const { board } = view;
  const { sky } = board;
  if (!sky) return null;
  const { width, height } = field(board);
  const [x, y, wide, tall] = [-BAND, -BAND, width + 2 * BAND, height + 2 * BAND].map(short);
  const all = { x, y, width: wide, height: tall };
  const own = view.pieces.filter((one) => one.pose && one.owner === seat && one.kind !== "thing");
  const r = sky.sees ? long(sky.sees, board) : 0;
  const isVeiled = sky.dark > 0 || sky.weather === "fog";
  return (
    <g class="open-sky" data-sky={[DARK[sky.dark], sky.weather].filter(Boolean).join(" ")}>
      <defs>
        <radialGradient id="open-sky-light">
          <stop offset="0.72" stop-color="#000" />
          <stop offset="1" stop-color="#000" stop-opacity="0" />
        </radialGradient>
        <mask id="open-sky-sight" maskUnits="userSpaceOnUse" {...all}>
          <rect {...all} fill="#fff" />
          {r > 0 &&
            own.map((one) => {
              const p = one.pose && at(one.pose, board);
              return p && <circle cx={short(p.x)} cy={short(p.y)} r={short(r)} fill="url(#open-sky-light)" />;
            })}
        </mask>
        <pattern id="open-sky-rain" width="46" height="62" patternUnits="userSpaceOnUse">
          <path d="M9 2l-4 15M31 20l-4 15M17 42l-4 15M42 48l-3 11" class="open-drizzle" />
        </pattern>
        <pattern id="open-sky-snow" width="58" height="54" patternUnits="userSpaceOnUse">
          <path d="M9 8h.1M34 19h.1M20 38h.1M49 44h.1" class="open-flakes" />
        </pattern>
      </defs>
      {isVeiled && (
        <>
          <rect
            {...all}
            class={`open-veil open-veil-${sky.dark} ${sky.weather === "fog" ? "open-veil-fog" : ""}`}
          />
          <rect
            {...all}
            mask="url(#open-sky-sight)"
            class={`open-veil open-veil-far open-veil-${sky.dark} ${sky.weather === "fog" ? "open-veil-fog" : ""}`}
          />
        </>
      )}
      {sky.weather === "rain" && <rect {...all} fill="url(#open-sky-rain)" />}
      {sky.weather === "snow" && <rect {...all} fill="url(#open-sky-snow)" />}
    </g>
  );
}

/** What the sky is like, in words, in the corner of the map. */
export function SkyPlate({ view }: { view: OpenView }) {
  const text = said(view.board.sky?.text);
  return text ? <p class="open-sky-plate">{text.charAt(0).toUpperCase() + text.slice(1)}</p> : null;
}
