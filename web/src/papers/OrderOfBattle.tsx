import { useRef, useState } from "preact/hooks";
import { said } from "../language";
import type { Look } from "../look";
import { armName, capital, seatName, word } from "../names";
import type { Piece, Scenario, Seat, View, Words } from "../protocol";
import { say } from "./phrases";
import { type Body, everybody, roster, type Side, strengthOf, type Unit } from "./roster";
import { Sign } from "./Sign";

/** More than so many pips are a number. */
const PIPS = 8;

/** How a piece stands out while something is asked. */
export type Standing = "option" | "chosen" | "about" | "threat";

export interface ArmyProps {
  view: View;
  look: Look;
  words: Words | null;
  scenario: Scenario | null;
  seat: Seat | null;
  standing: ReadonlyMap<string, Standing>;
  /** What the question allows a piece, in a few words. */
  may(piece: string): string;
  onChoose(piece: Piece): void;
}

/** Every unit of each side that the viewer knows of, in its group, and how it is. */
export function OrderOfBattle(props: ArmyProps) {
  const list = useRef<HTMLDivElement>(null);
  const sides = roster(props.view, props.look, props.seat);
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    const all = [...(list.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows walk through the buttons inside
    <div class="paper-army" ref={list} onKeyDown={walk}>
      <p class="paper-hint">{say("army-hint")}</p>
      {sides.map((side) => (
        <Army key={side.seat} side={side} {...props} />
      ))}
    </div>
  );
}

function Army({ side, ...props }: ArmyProps & { side: Side }) {
  const { look, words, scenario, seat } = props;
  const all = side.bodies.flatMap(everybody);
  const strength = strengthOf(all);
  const told = [
    say("units", { number: all.length }),
    strength && say("in-all", { now: strength[0], full: strength[1] }),
  ].filter(Boolean);
  const paint = look.seats[side.seat]?.paint;
  return (
    <section class="paper-side" style={paint ? { "--paint": paint } : {}}>
      <h3 class="paper-side-name">
        <i aria-hidden="true" />
        {seatName(side.seat, scenario, words)}
        {side.seat === seat && <em> {say("you-lead")}</em>}
        <small>{told.join(" · ")}</small>
      </h3>
      {side.bodies.map((body) => (
        <Troop key={body.group?.id ?? ""} body={body} depth={0} {...props} />
      ))}
      {side.lost.length > 0 && (
        <section class="paper-lost">
          <h4 class="paper-lost-name">
            {say("lost")} <small>{side.lost.length}</small>
          </h4>
          <ul>
            {side.lost.map((one) => (
              <li key={one.id} class="paper-lost-one">
                <Sign piece={one} look={look} /> {said(one.name) || one.id}
              </li>
            ))}
          </ul>
        </section>
      )}
    </section>
  );
}

function Troop({ body, depth, ...props }: ArmyProps & { body: Body; depth: number }) {
  const [isOpen, open] = useState(true);
  const { group } = body;
  const all = everybody(body);
  const asked = all.filter((one) => props.standing.get(one.id) === "option").length;
  const strength = strengthOf(all);
  const note = props.view.notes.find((one) => group && one.group === group.id);
  const told = [
    said(note?.card?.name),
    strength && `${strength[0]}/${strength[1]}`,
    body.away > 0 && say("away", { number: body.away }),
    asked > 0 && say("asked", { number: asked }),
  ].filter(Boolean);
  return (
    <section class="paper-body" style={{ "--depth": depth }}>
      {group && (
        <h4 class="paper-body-name">
          <button
            type="button"
            class={asked > 0 ? "paper-group asked" : "paper-group"}
            aria-expanded={isOpen}
            onClick={() => open(!isOpen)}
          >
            <span>{capital(said(group.name))}</span>{" "}
            <small class="paper-group-told">{told.join(" · ")}</small>
            <i class="paper-arrow" aria-hidden="true" />
          </button>
        </h4>
      )}
      {isOpen && (
        <>
          {body.units.length > 0 && (
            <ul>
              {body.units.map((unit) => (
                <Row key={unit.piece.id} unit={unit} {...props} />
              ))}
            </ul>
          )}
          {body.within.map((one) => (
            <Troop key={one.group?.id ?? ""} body={one} depth={depth + 1} {...props} />
          ))}
        </>
      )}
    </section>
  );
}

/** One unit in a line: who, how strong, what is the matter with it, whether it is asked about. */
function Row({ unit, ...props }: ArmyProps & { unit: Unit }) {
  const { look, words, standing, may, onChoose } = props;
  const { piece } = unit;
  const glow = standing.get(piece.id);
  const name = capital(said(piece.name) || piece.id);
  const value = (key: string) => word(words, key, "value", "word");
  const counts: { sort: string; now: number; full: number }[] = [];
  if (piece.strength && piece.kind !== "leader")
    counts.push({ sort: "strength", now: piece.strength[0], full: piece.strength[1] });
  for (const [sort, [now, full]] of Object.entries(piece.tracks ?? {})) counts.push({ sort, now, full });
  const badges = piece.badges ?? [];
  const what = glow === "option" ? may(piece.id) : "";
  const spoken = [
    name,
    armName(piece, words),
    unit.isLeader && say("leads"),
    ...counts.map((one) => say("of", { name: value(one.sort), now: one.now, full: one.full })),
    ...badges.map((one) => word(words, one)),
    piece.acted && say("acted"),
    glow === "option" ? (what ? say("may-do", { what }) : say("may-act")) : glow && say(glow),
  ].filter(Boolean);
  return (
    <li>
      <button
        type="button"
        class={`paper-unit${glow ? ` ${glow}` : ""}${piece.acted ? " acted" : ""}${unit.isLeader ? " leader" : ""}`}
        data-unit={piece.id}
        aria-label={spoken.join(", ")}
        title={spoken.slice(1).join(", ")}
        onClick={() => onChoose(piece)}
      >
        <Sign piece={piece} look={look} />
        <span class="paper-unit-name">
          {name}
          {what && <small>{what}</small>}
        </span>
        {badges.length > 0 && (
          <span class="paper-badges">
            {badges.map((one) => (
              <b key={one} class={look.badges[one]?.tone ?? "plain"}>
                {look.badges[one]?.sign ?? "•"}
              </b>
            ))}
          </span>
        )}
        {counts.map((one, place) => (
          <Count key={one.sort} {...one} place={place} look={look} />
        ))}
        <span class="paper-acted">{piece.acted ? "✓" : ""}</span>
      </button>
    </li>
  );
}

/** Strength as pips; points to spend as a die; what hurts only when there is some of it. */
function Count({
  sort,
  now,
  full,
  place,
  look,
}: {
  sort: string;
  now: number;
  full: number;
  place: number;
  look: Look;
}) {
  if (sort === "strength")
    return full > PIPS ? (
      <span class="paper-count">
        {now}/{full}
      </span>
    ) : (
      <span class="paper-pips">
        {Array.from({ length: full }, (_, n) => (
          <i key={n} class={n < now ? "" : "gone"} />
        ))}
      </span>
    );
  const shown = look.counts?.[sort] ?? (place === 0 ? "die" : "drops");
  if (shown === "none" || now === 0) return null;
  return shown === "die" ? (
    <span class="paper-die">{now}</span>
  ) : (
    <span class="paper-drops">{"●".repeat(now)}</span>
  );
}
