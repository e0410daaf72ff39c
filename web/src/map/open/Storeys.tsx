// Houses of several storeys: a tab for each floor, in a corner of the house; a floor that is open shows only who is on it.

import { said } from "../../language";
import type { OpenBoard, OpenShape, OpenView, Piece } from "../../protocol";
import { type Point, short, spot } from "../sheet/hexes";
import { say } from "../sheet/phrases";
import { at, unitOf } from "../sheet/scale";

export interface Floor {
  /** «storey house n». */
  stop: string;
  house: string;
  number: number;
  /** On the sheet. */
  at: Point;
  label: string;
  people: Piece[];
}

/** Which floor of which house is open. */
export type Opened = ReadonlyMap<string, number>;

const TAB = { wide: 38, high: 25 };

/** What a floor is called: the ground floor has a name, the others numbers. */
const floorName = (number: number): string => (number === 0 ? say("ground-floor") : say("floor", { number }));

/** From the wall to the tabs, and from tab to tab. */
const WALL = 6;
const BETWEEN = 2;
const CORNERS: readonly (readonly [1 | -1, 1 | -1])[] = [
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
];

/** Where the tabs of a house stand, the ground floor's first: in its own corner with the fewest people in it. */
function tabsIn(rect: NonNullable<OpenShape["rect"]>, count: number, view: OpenView): Point[] {
  const [a, b] = [at([rect[0], rect[1]], view.board), at([rect[2], rect[3]], view.board)];
  const isColumn = count * (TAB.high + BETWEEN) + WALL <= b.y - a.y;
  const inCorner = ([right, down]: readonly [number, number]): Point[] =>
    Array.from({ length: count }, (_, number) => {
      // upper floors stand higher, or in a house that is not deep enough more to the right
      const [along, up] = isColumn ? [0, down > 0 ? number : count - 1 - number] : [number, 0];
      const across = right > 0 && !isColumn ? count - 1 - along : along;
      const x = WALL + TAB.wide / 2 + across * (TAB.wide + BETWEEN);
      const y = WALL + TAB.high / 2 + up * (TAB.high + BETWEEN);
      return { x: right > 0 ? b.x - x : a.x + x, y: down > 0 ? b.y - y : a.y + y };
    });
  const hidden = (tabs: readonly Point[]): number =>
    view.pieces.filter((one) => {
      if (!one.pose) return false;
      const p = at(one.pose, view.board);
      return tabs.some((tab) => Math.abs(tab.x - p.x) < TAB.wide && Math.abs(tab.y - p.y) < TAB.high);
    }).length;
  const all = CORNERS.map(inCorner);
  return all.reduce((best, next) => (hidden(next) < hidden(best) ? next : best));
}

/** The floors of every house that one can be in and that has more than one. */
export function floorsOf(view: OpenView): Floor[] {
  return view.board.shapes.flatMap((shape) => {
    const storeys = shape.storeys ?? 0;
    if (storeys < 2 || !shape.rect || !shape.openings?.length) return [];
    return tabsIn(shape.rect, storeys, view).map((at, number) => {
      const people = view.pieces.filter((one) => one.inside === shape.id && (one.storey ?? 0) === number);
      const who = people.map((one) => said(one.name)).join(", ") || say("nobody");
      return {
        stop: `storey ${shape.id} ${number}`,
        house: shape.id,
        number,
        at,
        label: `${said(shape.name)}, ${floorName(number)}: ${who}`,
        people,
      };
    });
  });
}

/** The room a tab takes on the sheet. */
export const tabBox = ({ at: { x, y } }: Floor) => ({
  left: x - TAB.wide / 2,
  right: x + TAB.wide / 2,
  top: y - TAB.high / 2,
  bottom: y + TAB.high / 2,
});

/** Whether somebody is on a floor that is not the open one of his house. */
export const isElsewhere = (piece: Piece, opened: Opened): boolean => {
  const open = piece.inside ? opened.get(piece.inside) : undefined;
  return open !== undefined && open !== (piece.storey ?? 0);
};

export function Storeys({
  floors,
  opened,
  cursor,
}: {
  floors: readonly Floor[];
  opened: Opened;
  cursor: string | null;
}) {
  return (
    <g class="open-floors">
      {floors.map(({ stop, house, number, at: p, label, people }) => (
        // biome-ignore lint/a11y/useSemanticElements: a drawing holds no buttons
        <g
          key={stop}
          role="button"
          tabindex={cursor === stop ? 0 : -1}
          aria-label={label}
          aria-pressed={opened.get(house) === number}
          class={opened.get(house) === number ? "open-tab open-tab-on" : "open-tab"}
          data-stop={stop}
          transform={`translate(${spot(p)})`}
        >
          <path
            d={`M${-TAB.wide / 2} ${-TAB.high / 2}H${TAB.wide / 2 - 4}l4 4V${TAB.high / 2}H${-TAB.wide / 2}Z`}
          />
          <text x={people.length ? -9 : 0} y={5.2}>
            {number === 0 ? say("ground-sign") : number}
          </text>
          {people.slice(0, 4).map((one, n) => (
            <circle
              key={one.id}
              cx={short(4 + (n % 2) * 7.5)}
              cy={short(people.length > 2 ? (n < 2 ? -3.8 : 3.8) : 0)}
              r={3}
            />
          ))}
        </g>
      ))}
    </g>
  );
}

/** A floor in the table's unit, for who goes from stop to stop. */
export const placeOf = (floor: Floor, board: OpenBoard): { x: number; y: number } => ({
  x: (floor.at.x / unitOf(board)) * board.scale,
  y: (floor.at.y / unitOf(board)) * board.scale,
});
