// The crosshair that keys lead over the table, and what is read aloud of where it is.

import type { Signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { OpenView } from "../../protocol";
import type { MapProps } from "../sheet/contract";
import { spot } from "../sheet/hexes";
import { say } from "../sheet/phrases";
import { at } from "../sheet/scale";
import type { Taken } from "./grip";
import type { Held } from "./Resting";
import { spokenOf } from "./sight";

export function Crosshair({ sight, view, zoom }: { sight: Signal<Held>; view: OpenView; zoom: number }) {
  const held = sight.value;
  return held ? <Hair p={spot(at(held.at, view.board))} zoom={zoom} /> : null;
}

const LINES = "M-26 0H-7M7 0H26M0-26V-7M0 7V26";

/** It has the focus as long as it is there. */
function Hair({ p, zoom }: { p: string; zoom: number }) {
  const self = useRef<SVGGElement>(null);
  useLayoutEffect(() => self.current?.focus({ preventScroll: true }), []);
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: all keys are its own while it has the focus
    <g
      ref={self}
      role="application"
      tabindex={-1}
      aria-label={say("crosshair")}
      aria-describedby="map-sight-help"
      class="open-crosshair"
      transform={`translate(${p}) scale(${Math.min(2.5, 1 / zoom).toFixed(3)})`}
    >
      <path d={LINES} />
      <path d={LINES} />
      <circle r={1.6} />
    </g>
  );
}

/** For who hears the table: spoken whenever the rules have judged the place. */
export function Heard(props: {
  sight: Signal<Held>;
  taken: Signal<Taken | null>;
  of: Pick<MapProps, "verdict" | "sketch"> & { view: OpenView };
}) {
  const { view, verdict, sketch } = props.of;
  return (
    <>
      <p class="unseen" aria-live="polite" data-heard="">
        {spokenOf(props.taken.value ?? props.sight.value, view, verdict, sketch)}
      </p>
      <p class="unseen" id="map-hand-help">
        {say("hand-help")}
      </p>
      <p class="unseen" id="map-sight-help">
        {say("crosshair-help")}
      </p>
    </>
  );
}

/** Takes the crosshair; where there is no keyboard it is not shown. */
export function AimButton({ onAim }: { onAim: () => void }) {
  return (
    <button
      type="button"
      class="map-aim"
      aria-label={say("aim")}
      aria-keyshortcuts="x"
      title={`${say("aim")} (X)`}
      onClick={onAim}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M10 2V8M10 12V18M2 10H8M12 10H18" />
      </svg>
    </button>
  );
}
