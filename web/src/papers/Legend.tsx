import type { ComponentChildren } from "preact";
import { said } from "../language";
import type { Look } from "../look";
import { groundOf, Unit } from "../map/open/Formations";
import { sizeOf } from "../map/open/footprint";
import { armName, capital, formationName, seatName, word } from "../names";
import type { Mark, Piece, Scenario, View, Words } from "../protocol";
import { say } from "./phrases";
import { Sign } from "./Sign";

export interface LegendProps {
  view: View;
  look: Look;
  words: Words | null;
  scenario: Scenario | null;
}

const MARKS = ["objective", "exit", "victory", "event", "goal", "sector", "zone", "bound"] as const;
const GLOWS = ["option", "chosen", "about", "threat"] as const;

const unique = <T,>(all: readonly T[], name: (one: T) => string): T[] => [
  ...new Map(all.map((one) => [name(one), one])).values(),
];

/** What every sign on this table means; what is not on it now comes last. */
export function Legend(props: LegendProps) {
  const { view, look, words, scenario } = props;
  const troops = view.pieces.filter((one) => one.owner !== undefined);
  const badges = new Set(view.pieces.flatMap((one) => one.badges ?? []));
  const others = Object.keys(look.badges).filter((one) => !badges.has(one));
  const nations = unique(
    troops.filter((one) => one.nation && look.nations[one.nation]),
    (one) => one.nation ?? "",
  );
  const owners = Object.keys(look.seats).filter((seat) => troops.some((one) => one.owner === seat));
  const marks = unique(view.marks, (one) => one.kind + (one.known ?? ""));
  return (
    <div class="paper-legend">
      <Part title={say("sides-title")}>
        {owners.map((seat) => (
          <Line
            key={seat}
            sign={<i class="paper-swatch" style={{ background: look.seats[seat]?.paint ?? "" }} />}
            name={seatName(seat, scenario, words)}
          />
        ))}
      </Part>
      <Part title={say("glow-title")}>
        {GLOWS.map((glow) => (
          <Line key={glow} sign={<i class={`paper-glow ${glow}`} />} name={say(`glow-${glow}`)} />
        ))}
      </Part>
      <Part title={say("troops-title")}>
        {unique(troops, symbolOf).map((piece) => (
          <Line
            key={symbolOf(piece)}
            sign={<Sign piece={piece} look={look} />}
            name={capital(armName(piece, words))}
            {...(piece.state ? { text: word(words, piece.state) } : {})}
          />
        ))}
      </Part>
      <Formations {...props} />
      <Counts {...props} />
      <Part title={say("badges-title")}>
        {[...badges].map((one) => (
          <Badge key={one} badge={one} {...props} />
        ))}
      </Part>
      {nations.length > 0 && (
        <Part title={say("nations-title")}>
          {nations.map((piece) => (
            <Line
              key={piece.nation}
              sign={<Flag nation={piece.nation ?? ""} look={look} />}
              name={capital(word(words, piece.nation ?? "", "nation", "word"))}
            />
          ))}
        </Part>
      )}
      {marks.length > 0 && (
        <Part title={say("marks-title")}>
          {marks.map((mark) => (
            <Line
              key={mark.kind + (mark.known ?? "")}
              sign={
                <i class={`paper-mark ${mark.kind}`}>
                  {mark.kind === "objective" ? (mark.points ?? "") : ""}
                </i>
              }
              name={markName(mark)}
            />
          ))}
        </Part>
      )}
      <Ground {...props} />
      {others.length > 0 && (
        <details>
          <summary>{say("elsewhere")}</summary>
          <ul>
            {others.map((one) => (
              <Badge key={one} badge={one} {...props} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const symbolOf = (piece: Piece): string => `${piece.symbol}/${piece.state ?? ""}`;

function markName(mark: Mark): string {
  if (mark.kind === "event" && mark.known) return say("mark-known");
  const kind = MARKS.find((one) => one === mark.kind);
  return kind ? say(`mark-${kind}`) : said(mark.name) || mark.kind;
}

/** How units on this table are drawn up, the front upwards. */
function Formations({ view, look, words }: LegendProps) {
  const { board } = view;
  const formed = unique(
    view.pieces.filter((one) => formationName(one.formation, words) && sizeOf(one)),
    (one) => one.formation ?? "",
  );
  if (!formed.length || board.kind !== "open") return null;
  return (
    <Part title={say("formations-title")}>
      {formed.map((piece) => {
        const { x, y } = groundOf(sizeOf(piece) ?? [1, 1], board);
        const half = Math.max(x, y) / 2 + 8;
        return (
          <Line
            key={piece.formation}
            sign={
              <svg
                class="paper-formation"
                viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`}
                aria-hidden="true"
              >
                <Unit piece={{ ...piece, badges: [] }} look={look} board={board} heading={0} isBare />
              </svg>
            }
            name={capital(formationName(piece.formation, words))}
          />
        );
      })}
    </Part>
  );
}

/** What is counted beside a piece, as it is drawn there. */
function Counts({ view, look, words }: LegendProps) {
  const hasStrength = view.pieces.some(
    (one) => (one.strength ?? one.tracks?.strength) && one.kind !== "leader",
  );
  const tracks = [...new Set(view.pieces.flatMap((one) => Object.keys(one.tracks ?? {})))]
    .filter((key) => key !== "strength")
    .map((key, n) => ({
      key,
      shown: look.counts?.[key] ?? (n === 0 ? "die" : "drops"),
    }));
  const value = (key: string) => capital(word(words, key, "value", "word"));
  if (!hasStrength && tracks.length === 0) return null;
  return (
    <Part title={say("counts-title")}>
      {hasStrength && (
        <Line
          sign={
            <span class="paper-pips">
              <i />
              <i />
              <i class="gone" />
            </span>
          }
          name={value("strength")}
        />
      )}
      {tracks
        .filter((one) => one.shown !== "none")
        .map(({ key, shown }) => (
          <Line
            key={key}
            sign={shown === "die" ? <span class="paper-die">2</span> : <span class="paper-drops">●●</span>}
            name={value(key)}
          />
        ))}
    </Part>
  );
}

function Badge({ badge, look, words }: LegendProps & { badge: string }) {
  const { sign, tone } = look.badges[badge] ?? { sign: "•", tone: "plain" };
  const told = word(words, badge, "legend");
  return (
    <Line
      sign={<b class={`paper-badge ${tone}`}>{sign}</b>}
      name={capital(word(words, badge))}
      {...(told === badge ? {} : { text: told })}
    />
  );
}

/** The kinds of ground, with what they are called on this map. */
function Ground({ view, words }: LegendProps) {
  const kinds = new Map<string, Set<string>>();
  for (const shape of view.board.shapes) {
    const names = kinds.get(shape.kind) ?? new Set<string>();
    kinds.set(shape.kind, names.add(said(shape.name)));
  }
  if (kinds.size === 0) return null;
  return (
    <Part title={say("ground-title")}>
      {[...kinds].map(([kind, names]) => {
        // where the game has no word for the kind, what it is called here says enough
        const known = word(words, kind);
        const [first = kind, ...rest] = known === kind ? [...names] : [known, ...names];
        const others = rest.filter((one) => one && one !== first);
        return <Line key={kind} sign={null} name={capital(first)} text={others.join(", ")} />;
      })}
    </Part>
  );
}

function Flag({ nation, look }: { nation: string; look: Look }) {
  const flag = look.nations[nation];
  if (!flag) return null;
  return (
    <svg class="paper-sign" viewBox="-1 -1 14 10" aria-hidden="true">
      <path d="M-.5-.5H12.5V8.5H-.5Z" fill="#2b2118" />
      <path d="M0 0H12V8H0Z" fill={flag.field} />
      {flag.parts.map(([colour, path]) => (
        <path key={path} d={path} fill={colour} />
      ))}
    </svg>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function Line({ sign, name, text }: { sign: ComponentChildren; name: string; text?: string }) {
  return (
    <li class="paper-meaning">
      {sign && (
        <span class="paper-meaning-sign" aria-hidden="true">
          {sign}
        </span>
      )}
      <span>
        {name}
        {text && <small>{text}</small>}
      </span>
    </li>
  );
}
