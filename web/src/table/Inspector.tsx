import { said } from "../language";
import { armName, arrow, capital, formationName, minus, pieceName, seatName, word } from "../names";
import type { Piece } from "../protocol";
import { CardFace } from "./CardFace";
import { lastInput } from "./keyboard";
import type { Kit } from "./kit";
import { say } from "./phrases";
import "./inspector.css";

const number = (value: number | number[]): string =>
  Array.isArray(value) ? value.map(minus).join(" · ") : minus(value);

/** The piece that was clicked, in full. */
export function Inspector({ kit }: { kit: Kit }) {
  const { session } = kit;
  const view = session.shownView.value;
  const id = kit.inspected.value;
  const piece = view?.pieces.find((one) => one.id === id);
  if (!view || !piece) return null;
  const words = session.words.value;
  const value = (key: string) => capital(word(words, key, "value", "word"));
  const group = view.groups?.find((one) => one.leader === piece.id || one.units.includes(piece.id));
  const note = view.notes.find((one) => group && one.group === group.id);
  const isLeft = kit.pointer.x < innerWidth * 0.36;
  const rows: [string, string][] = [];
  if (piece.strength) rows.push([value("strength"), piece.strength.join(" / ")]);
  for (const [key, [now, full]] of Object.entries(piece.tracks ?? {}))
    rows.push([value(key), `${now} / ${full}`]);
  for (const [key, text] of Object.entries(piece.told ?? {})) rows.push([value(key), said(text)]);
  if (piece.state) rows.push([value("state"), word(words, piece.state)]);
  if (piece.facing !== undefined) rows.push([value("facing"), arrow(piece.facing)]);
  if (piece.hex) rows.push([value("hex"), piece.hex]);
  if (piece.attached) rows.push([value("attached"), pieceName(view, piece.attached)]);
  return (
    <section class={isLeft ? "table-inspector right" : "table-inspector"} aria-label={say("closer-look")}>
      <button
        type="button"
        class="table-x"
        aria-label={say("close")}
        onClick={() => {
          kit.inspected.value = null;
        }}
      >
        ×
      </button>
      <h2>{said(piece.name)}</h2>
      <p class="table-inspector-kind">
        {[
          capital(armName(piece, words)),
          formationName(piece.formation, words),
          piece.nation && word(words, piece.nation, "nation"),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <p class="table-inspector-side">
        {[seatName(piece.owner, session.scenario.value, words), said(group?.name)]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {piece.badges && piece.badges.length > 0 && (
        <ul class="table-badges">
          {piece.badges.map((one) => {
            const badge = session.look.value?.badges[one];
            return (
              <li key={one} class={badge?.tone ?? "plain"}>
                <b aria-hidden="true">{badge?.sign ?? "•"}</b> {word(words, one)}
              </li>
            );
          })}
        </ul>
      )}
      <dl>
        {Object.entries(piece.values ?? {}).map(([key, one]) => (
          <div key={key}>
            <dt>{value(key)}</dt>
            <dd>{one === null ? value("none") : number(one)}</dd>
          </div>
        ))}
        {rows.map(([name, one]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{one}</dd>
          </div>
        ))}
      </dl>
      {note?.card && (
        <div class="table-inspector-order">
          <h3>{say("order")}</h3>
          <CardFace kit={kit} card={note.card} isSmall />
        </div>
      )}
    </section>
  );
}

/** A light word beside the pointer: who is that? */
export function PieceTip({ kit }: { kit: Kit }) {
  const { session } = kit;
  const id = kit.hovered.value;
  const piece = session.shownView.value?.pieces.find((one) => one.id === id);
  // a facing is being chosen round the piece: a tip would lie on the arrows
  const isTurning = kit.facings.value.size > 1 && Boolean(kit.session.decision.value);
  if (!piece || isTurning || kit.inspected.value === id || kit.deciding.which.value) return null;
  const { x, y } = kit.pointer;
  if (lastInput.isKey || (!x && !y)) return null;
  const toLeft = x > innerWidth - 260;
  return (
    <div
      class="table-tip"
      aria-hidden="true"
      style={{
        top: `${y + 18}px`,
        ...(toLeft ? { right: `${innerWidth - x + 12}px` } : { left: `${x + 14}px` }),
      }}
    >
      <Tip kit={kit} piece={piece} />
    </div>
  );
}

function Tip({ kit, piece }: { kit: Kit; piece: Piece }) {
  const words = kit.session.words.value;
  const counts = piece.strength ? [piece.strength.join("/")] : [];
  for (const [key, [now, full]] of Object.entries(piece.tracks ?? {}))
    counts.push(`${word(words, key, "value", "word")} ${now}/${full}`);
  const badges = (piece.badges ?? []).map((one) => word(words, one));
  return (
    <>
      <strong>{said(piece.name)}</strong>
      <span>
        {[armName(piece, words), formationName(piece.formation, words), ...counts]
          .filter(Boolean)
          .join(" · ")}
      </span>
      <span>
        {[
          seatName(piece.owner, kit.session.scenario.value, words),
          piece.nation && word(words, piece.nation, "nation"),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
      {badges.length > 0 && <span>{badges.join(", ")}</span>}
    </>
  );
}
