import { deedOf } from "../names";
import { OrderOfBattle } from "../papers/OrderOfBattle";
import { Paper } from "../papers/Paper";
import type { Piece } from "../protocol";
import type { Kit } from "./kit";
import { apart, piecesOf, shared } from "./things";

/** The paper beside the map, if one is open. */
export function Papers({ kit }: { kit: Kit }) {
  const paper = kit.paper.value;
  const { session } = kit;
  const view = session.shownView.value;
  const look = session.look.value;
  if (!paper || !view || !look) return null;
  const { words, scenario, seat } = session;
  return (
    <Paper
      paper={paper}
      onTurn={(one) => {
        kit.paper.value = one;
      }}
      onClose={() => {
        kit.paper.value = null;
      }}
    >
      {paper === "army" && (
        <OrderOfBattle
          view={view}
          look={look}
          words={words.value}
          scenario={scenario.value}
          seat={seat.value}
          standing={kit.glow.value.pieces}
          may={(piece) => mayDo(kit, piece)}
          onChoose={(piece) => choose(kit, piece)}
        />
      )}
    </Paper>
  );
}

/** The sorts of answers that begin with a piece, in a few words; none where only it is asked for. */
function mayDo(kit: Kit, piece: string): string {
  const decision = kit.session.decision.value;
  const view = kit.session.shownView.value;
  if (!decision || !view) return "";
  const { value: open } = kit.deciding.open;
  const verbs = new Set<string>();
  // who acts whatever is chosen may do everything in the list
  if (shared(open, kit.touch.value).some((one) => piecesOf(one.id, view).includes(piece))) return "";
  for (const { option, things } of apart(open, kit.touch.value)) {
    const [first] = things;
    if (first?.kind === "piece" && piecesOf(first.id, view).includes(piece)) verbs.add(option.key);
  }
  const names = [...verbs].map((verb) => deedOf(kit.session.words.value, decision.key, verb).name);
  return decision.opening ? "" : [...names.slice(0, 3), ...(names.length > 3 ? ["…"] : [])].join(", ");
}

/** A unit of the list is chosen as on the map: it comes into sight, shows its card, and answers what is asked. */
function choose(kit: Kit, piece: Piece): void {
  const place = piece.hex ?? piece.pose?.slice(0, 2).join(",");
  const box = document.querySelector(".table-map")?.getBoundingClientRect();
  // a choice that has still to be made stands beside the map, where the piece will be
  if (box) kit.pointer = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  if (kit.session.telling.value > 0) kit.teller.skip();
  kit.deciding.click({ piece: piece.id }, { ...kit.pointer });
  kit.inspected.value = piece.id;
  if (isNarrow()) kit.paper.value = null;
  if (place) kit.map.current?.centre(place);
}

/** A paper covers the map there. */
const isNarrow = (): boolean => matchMedia?.("(max-width: 900px), (max-height: 520px)").matches ?? false;
