import { said } from "../language";
import { centre, R, vertex } from "../map/sheet/hexes";
import type { Kit } from "./kit";
import { turning } from "./things";

/** Six arrows at the points of the hex of the piece that turns; the same six stand in the rail for the keyboard. */
export function FacingArrows({ kit }: { kit: Kit }) {
  const { session, deciding } = kit;
  const facings = kit.facings.value;
  const decision = session.decision.value;
  if (facings.size < 2 || !decision) return null;
  const piece = turning(deciding.open.value, decision, kit.touch.value);
  const hex = session.shownView.value?.pieces.find((one) => one.id === piece)?.hex;
  if (!hex) return null;
  const at = centre(hex);
  const stay = (event: Event) => event.stopPropagation();
  return (
    <g class="table-arrows">
      {[...facings.entries()].map(([facing, option]) => {
        const tip = vertex(at, facing, R * 1.32);
        return (
          // The rail has the same choice for the keyboard.
          // biome-ignore lint/a11y/noStaticElementInteractions: see above
          <g
            key={facing}
            class={deciding.looked.value === option ? "looked" : ""}
            transform={`translate(${tip.x} ${tip.y}) rotate(${facing * 60})`}
            onPointerDown={stay}
            onPointerUp={stay}
            onClick={(event) => {
              stay(event);
              void deciding.take(option);
            }}
            onPointerEnter={() => deciding.rests(option)}
            onPointerLeave={() => deciding.rests(null)}
          >
            <title>{said(option.text)}</title>
            <circle r="17" class="table-arrow-reach" />
            <path d="M0-14 13 9 0 3-13 9Z" />
          </g>
        );
      })}
    </g>
  );
}
