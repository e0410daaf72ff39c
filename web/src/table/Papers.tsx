import { useEffect } from "preact/hooks";
import { useLoaded } from "../head/loaded";
import { deedOf } from "../names";
import { Briefing } from "../papers/Briefing";
import { Legend } from "../papers/Legend";
import { OrderOfBattle } from "../papers/OrderOfBattle";
import { Paper } from "../papers/Paper";
import { isNews, noteSeen } from "../papers/shown";
import type { Piece } from "../protocol";
import { inWords } from "../refusals";
import { address } from "../router";
import { isGuided } from "../telling/tour";
import type { Kit } from "./kit";
import { apart, piecesOf, shared } from "./things";

/** The paper beside the map, if one is open. */
export function Papers({ kit }: { kit: Kit }) {
  useBriefingAtFirst(kit);
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
      {paper === "briefing" && <Told kit={kit} />}
      {paper === "legend" && <Legend view={view} look={look} words={words.value} scenario={scenario.value} />}
    </Paper>
  );
}

/** When a battle begins its briefing is laid beside the map, once; not where the ensign tells what it is about. */
function useBriefingAtFirst(kit: Kit): void {
  const { session } = kit;
  const isAsked = session.decision.value !== null;
  useEffect(() => {
    if (!isAsked || !isNews(session.id) || isGuided(session.id)) return;
    noteSeen(session.id);
    kit.paper.value ??= "briefing";
  }, [isAsked]);
}

function Told({ kit }: { kit: Kit }) {
  const { session } = kit;
  const told = useLoaded(() => session.game.briefing(), session.id);
  const look = session.look.value;
  if (told.error) return <p role="alert">{inWords(told.error)}</p>;
  if (!told.value || !look) return null;
  return (
    <Briefing
      told={told.value}
      look={look}
      words={session.words.value}
      scenario={session.scenario.value}
      mine={session.seat.value}
      events={session.shownView.value?.events ?? []}
      rulebook={address("rules", kit.game)}
      onClose={() => {
        kit.paper.value = null;
      }}
    />
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
