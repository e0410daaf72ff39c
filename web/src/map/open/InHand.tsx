// The ghost of a unit in the hand, its handles, and a bar that says and does what keys and pointer do.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { said } from "../../language";
import type { Look } from "../../look";
import type { OpenView, Piece, Pose, Sketch } from "../../protocol";
import type { Verdict } from "../sheet/contract";
import { short, spot } from "../sheet/hexes";
import { say } from "../sheet/phrases";
import { at, long } from "../sheet/scale";
import { boxPath, groundOf, Unit } from "./Formations";
import { type Size, sizeOf } from "./footprint";
import type { Gripped, Handle, Taken } from "./grip";
import { headingText } from "./headings";

/** What the rules say of a pose: nothing yet, or nothing any more. */
export function judged(
  taken: Taken | null,
  verdict: Verdict | null | undefined,
): "asked" | "allowed" | "refused" {
  if (!taken || !verdict || verdict.at.join() !== taken.at.join()) return "asked";
  return verdict.isAllowed ? "allowed" : "refused";
}

/** Grips at the front corners and ahead of the centre, as large on the screen whatever the zoom. */
function Handles({ size, board, zoom }: { size: Size; board: OpenView["board"]; zoom: number }) {
  const [x, y] = [long(size[0], board) / 2, long(size[1], board) / 2];
  const scale = Math.max(0.5, Math.min(4, 1 / zoom));
  const out = 7 * scale;
  const stalk = 30 * scale;
  const grip = (handle: Handle, dx: number, dy: number, picture: ComponentChildren) => (
    <g
      data-handle={handle}
      class={`open-handle open-handle-${handle}`}
      transform={`translate(${short(dx)} ${short(dy)}) scale(${scale.toFixed(3)})`}
    >
      <title>{say(`handle-${handle}`)}</title>
      <circle r={13} class="map-touch" />
      <circle r={7.5} class="open-handle-knob" />
      {picture}
    </g>
  );
  return (
    <g class="open-handles">
      <path d={`M0 ${short(-y)}V${short(-y - stalk)}`} class="open-handle-stalk" />
      {grip("left", -x - out, -y - out * 0.4, <path d="M-3 2.5A5 5 0 0 1 2.5-3M-3.4-.8L-3 2.6L.3 2.2" />)}
      {grip("right", x + out, -y - out * 0.4, <path d="M3 2.5A5 5 0 0 0-2.5-3M3.4-.8L3 2.6L-.3 2.2" />)}
      {grip("turn", 0, -y - stalk, <path d="M-3.2-2A3.8 3.8 0 1 0 3.2-2M3.9-4.4L3.3-1.8L.8-2.4" />)}
    </g>
  );
}

interface GhostProps {
  view: OpenView;
  look: Look;
  grip: Gripped;
  verdict: Verdict | null | undefined;
  zoom: number;
}

const RED = { paint: "#a5281c", ink: "#ffe9e2" };

/** Before it is taken only the handles are there, at the unit itself. */
export function InHand({ view, look, grip, verdict, zoom }: GhostProps) {
  const taken = grip.taken.value;
  const { unit } = grip;
  const piece = view.pieces.find((one) => one.id === (taken?.piece ?? unit?.id));
  const size = sizeOf(piece);
  if (!unit || !piece || !size) return null;
  if (!taken) {
    if (!piece.pose) return null;
    return (
      <g
        transform={`translate(${spot(at(piece.pose, view.board))}) rotate(${short(piece.pose[2] / 10)})`}
        class="open-hand-idle"
      >
        <Handles size={size} board={view.board} zoom={zoom} />
      </g>
    );
  }
  return (
    <Held view={view} look={look} piece={piece} size={size} taken={taken} verdict={verdict} zoom={zoom} />
  );
}

/** It has the focus from when it was taken: all keys of the hand are its. */
function Held(props: Omit<GhostProps, "grip"> & { piece: Piece; size: Size; taken: Taken }) {
  const { view, look, piece, size, taken, verdict, zoom } = props;
  const self = useRef<SVGGElement>(null);
  useLayoutEffect(() => self.current?.focus({ preventScroll: true }), []);
  const state = judged(taken, verdict);
  const ground = groundOf(size, view.board);
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: all keys are its own while it has the focus
    <g
      ref={self}
      role="application"
      tabindex={-1}
      aria-label={say("hand", { name: said(piece.name) })}
      aria-describedby="map-hand-help"
      class={`open-hand open-hand-${state}`}
      data-hand={piece.id}
      data-pose={taken.at.join(",")}
      data-verdict={state}
      transform={`translate(${spot(at(taken.at, view.board))})`}
    >
      <g class="open-hand-unit">
        <Unit
          piece={piece}
          look={look}
          board={view.board}
          heading={taken.at[2]}
          zoom={zoom}
          paint={state === "refused" ? RED : undefined}
        />
      </g>
      <g transform={`rotate(${short(taken.at[2] / 10)})`}>
        <path d={boxPath(ground, 2, 2)} class="open-hand-edge" />
        {state === "refused" && (
          <path
            d={`M${short(-ground.x / 2)} ${short(-ground.y / 2)}L${short(ground.x / 2)} ${short(ground.y / 2)}M${short(ground.x / 2)} ${short(-ground.y / 2)}L${short(-ground.x / 2)} ${short(ground.y / 2)}`}
            class="open-hand-cross"
          />
        )}
        <Handles size={size} board={view.board} zoom={zoom} />
      </g>
    </g>
  );
}

/** What a pose costs, in the words of the sketch. */
export function costOf(sketch: readonly Sketch[]): string {
  const [budget] = sketch.flatMap((one) => (one.kind === "budget" ? [one] : []));
  if (budget) return said(budget.text) || `${budget.spent} / ${budget.whole}`;
  return sketch.flatMap((one) => (one.kind === "way" && one.text ? [said(one.text)] : []))[0] ?? "";
}

/** Buttons for fingers: wheel a little, put it there, give it up. */
export function HandBar(props: {
  grip: Gripped;
  verdict: Verdict | null | undefined;
  sketch: readonly Sketch[];
}) {
  const { grip, verdict, sketch } = props;
  const taken = grip.taken.value;
  if (!taken) return null;
  const state = judged(taken, verdict);
  const text = state === "refused" ? verdict?.text : state === "allowed" ? costOf(sketch) : "";
  const button = (what: "left" | "right" | "put" | "back", sign: string, act: () => void, isOff = false) => (
    <button
      type="button"
      data-hand-bar={what}
      aria-label={say(`hand-${what}`)}
      disabled={isOff}
      onClick={act}
    >
      <svg viewBox="-10 -10 20 20" aria-hidden="true">
        <path d={sign} />
      </svg>
    </button>
  );
  return (
    <div class={`open-hand-bar open-hand-bar-${state}`}>
      {/* the live region says it already; where there is room a refusal stands beside the ghost */}
      <p aria-hidden="true">
        {state === "refused" && <span class="open-hand-short">{say("refused")}</span>}
        <span class={state === "refused" ? "open-hand-long" : ""}>{text || headingText(taken.at[2])}</span>
      </p>
      <div>
        {button("left", "M-5 4A8 8 0 0 1 5-4M-6.5-1L-5.4 4.4L0 3.4", () => grip.wheel("left"))}
        {button("right", "M5 4A8 8 0 0 0-5-4M6.5-1L5.4 4.4L0 3.4", () => grip.wheel("right"))}
        {button("put", "M-6 0L-2 5L6-5", () => grip.put(), state === "refused")}
        {button("back", "M-5-5L5 5M5-5L-5 5", () => grip.letGo())}
      </div>
    </div>
  );
}

/** The ghost of a unit at a place that is offered or sketched. */
export function UnitGhost(props: {
  piece: Piece;
  look: Look;
  board: OpenView["board"];
  pose: Pose;
  sort?: "stage" | "end";
  size?: Size | undefined;
  formation?: Piece["formation"];
  zoom: number;
}) {
  const { piece, look, board, pose, sort = "end" } = props;
  return (
    <g transform={`translate(${spot(at(pose, board))})`} class={`open-unit-ghost open-unit-ghost-${sort}`}>
      <Unit
        piece={piece}
        look={look}
        board={board}
        heading={pose[2]}
        size={props.size}
        zoom={props.zoom}
        formation={props.formation}
      />
    </g>
  );
}
