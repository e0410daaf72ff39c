// What stands on a rectangular base, seen from above with its front upwards: guns and wagons.

import type { Look } from "../../look";
import type { OpenBoard, Piece } from "../../protocol";
import { paintOf } from "../sheet/blocks";
import { short } from "../sheet/hexes";
import { long } from "../sheet/scale";

/** The front edge and the depth of a base on the sheet; null for what has none. */
export function sidesOf(piece: Piece | null | undefined, board: OpenBoard): { x: number; y: number } | null {
  const rect = piece?.shape?.rect;
  return rect ? { x: long(rect[0], board), y: long(rect[1], board) } : null;
}

const box = (x: number, y: number, grown = 0) =>
  `M${short(-x / 2 - grown)} ${short(-y / 2 - grown)}H${short(x / 2 + grown)}V${short(y / 2 + grown)}H${short(-x / 2 - grown)}Z`;

/** The outline of a base that is no disc, turned as it stands and grown on every side. */
export function turnedBox(
  piece: Piece,
  board: OpenBoard,
  grown: number,
): { d: string; transform: string } | null {
  const sides = sidesOf(piece, board);
  return (
    sides && { d: box(sides.x, sides.y, grown), transform: `rotate(${short((piece.pose?.[2] ?? 0) / 10)})` }
  );
}

/** A wheel seen from above. */
function Wheel({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <rect
      x={short(x - 3)}
      y={short(y - size / 2)}
      width={6}
      height={short(size)}
      rx={2.4}
      class="open-model-wheel"
    />
  );
}

/** A carriage with its barrel; a mortar's is short and wide. On the march the muzzle looks back. */
export function Gun({
  x,
  y,
  isShort,
  isTowed,
}: {
  x: number;
  y: number;
  isShort: boolean;
  isTowed: boolean;
}) {
  const [half, axle] = [x / 2 - 5, -y * 0.12];
  const bore = (isShort ? 8.5 : 5) + (x > 70 ? 2 : 0);
  const [breech, muzzle] = [y * 0.24, isShort ? -y * 0.36 : -y / 2 - 9];
  return (
    <g transform={isTowed ? "rotate(180)" : undefined}>
      <path
        d={`M${short(-bore)} ${short(axle)}L-3.5 ${short(y / 2 - 3)}H3.5L${short(bore)} ${short(axle)}Z`}
        class="open-model-wood"
      />
      <path d={`M${short(-half)} ${short(axle)}H${short(half)}`} class="open-model-axle" />
      <Wheel x={-half} y={axle} size={y * 0.56} />
      <Wheel x={half} y={axle} size={y * 0.56} />
      <path
        d={
          `M${short(-bore)} ${short(breech)}L${short(-bore * 0.7)} ${short(muzzle + 5)}H${short(-bore * 0.95)}V${short(muzzle)}` +
          `H${short(bore * 0.95)}V${short(muzzle + 5)}H${short(bore * 0.7)}L${short(bore)} ${short(breech)}Q0 ${short(breech + 6)} ${short(-bore)} ${short(breech)}Z`
        }
        class="open-model-barrel"
      />
      <path
        d={`M${short(-bore * 0.9)} ${short(breech * 0.3)}H${short(bore * 0.9)}`}
        class="open-model-ring"
      />
      <ellipse cx={0} cy={short(muzzle + 1.6)} rx={short(bore * 0.55)} ry={1.6} class="open-model-bore" />
    </g>
  );
}

function Wagon({ x, y }: { x: number; y: number }) {
  const [half, low] = [x / 2 - 8, y / 2 - 6];
  let planks = "";
  for (let at = -half + 7; at < half; at += 7) planks += `M${short(at)} ${short(-low + 8)}V${short(low)}`;
  return (
    <>
      <path
        d={`M-6 ${short(-low + 8)}L-3 ${short(-y / 2)}M6 ${short(-low + 8)}L3 ${short(-y / 2)}`}
        class="open-model-axle"
      />
      {[-0.22, 0.28].flatMap((share) =>
        [-half - 3, half + 3].map((at) => <Wheel x={at} y={y * share} size={Math.min(26, y * 0.24)} />),
      )}
      <path
        d={`M${short(-half)} ${short(-low + 8)}H${short(half)}V${short(low)}H${short(-half)}Z`}
        class="open-model-wood"
      />
      <path d={planks} class="open-model-planks" />
    </>
  );
}

/** Two wheels, a chest, and the beasts before it. */
export function Limber({ x, y }: { x: number; y: number }) {
  const half = x / 2 - 6;
  const beast = (at: number) => (
    <g transform={`translate(${short(at)} ${short(-y * 0.2)})`}>
      <ellipse rx={5.4} ry={13} class="open-model-beast" />
      <ellipse cy={-15} rx={3} ry={5.4} class="open-model-beast" />
    </g>
  );
  return (
    <>
      <path d={`M0 ${short(y * 0.3)}V${short(-y * 0.42)}`} class="open-model-axle" />
      <path d={`M${short(-half)} ${short(y * 0.3)}H${short(half)}`} class="open-model-axle" />
      <Wheel x={-half} y={y * 0.3} size={y * 0.34} />
      <Wheel x={half} y={y * 0.3} size={y * 0.34} />
      <path d={`M-13 ${short(y * 0.2)}H13V${short(y * 0.4)}H-13Z`} class="open-model-wood" />
      {beast(-9)}
      {beast(9)}
    </>
  );
}

/** The base in the colour of its owner, a triangle at its front edge, and what stands on it. */
export function Model({ piece, look, board }: { piece: Piece; look: Look; board: OpenBoard }) {
  const sides = sidesOf(piece, board);
  if (!sides) return null;
  const { x, y } = sides;
  const model = look.models?.[piece.symbol];
  const paint = piece.owner ? paintOf(piece, look).paint : "#6b4a25";
  return (
    <g
      transform={`rotate(${short((piece.pose?.[2] ?? 0) / 10)})`}
      class="open-model"
      data-model={model ?? "box"}
    >
      <path d={box(x, y)} class="open-model-shadow" />
      <path d={box(x, y)} class="open-model-field" />
      <path d={box(x, y)} style={{ fill: paint, stroke: paint }} class="open-model-base map-base" />
      <path d={`M-5 ${short(-y / 2 + 6.5)}L0 ${short(-y / 2 + 1)}L5 ${short(-y / 2 + 6.5)}Z`} fill={paint} />
      {(model === "gun" || model === "mortar") && (
        <Gun x={x} y={y} isShort={model === "mortar"} isTowed={piece.state === "towed"} />
      )}
      {model === "wagon" && <Wagon x={x} y={y} />}
      {model === "limber" && <Limber x={x} y={y} />}
    </g>
  );
}
