import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { LanguageSwitch } from "../head/LanguageSwitch";
import { said } from "../language";
import { capital, minus, seatName, shortSeatName, word } from "../names";
import { say as paperWord } from "../papers/phrases";
import { address } from "../router";
import { counter, stages } from "../tracks";
import type { Kit } from "./kit";
import { Menu } from "./Menu";
import { say } from "./phrases";
import "./head.css";

/** A number a side; null where only its owner knows it. */
type Numbers = Record<string, number | null>;

/** Over the table: which battle, how far it is, how the sides stand. */
export function TableHead({ kit }: { kit: Kit }) {
  const { session } = kit;
  const about = session.about.value;
  const view = session.shownView.value;
  const tracks = view?.tracks ?? {};
  const track = session.look.value?.track ?? [];
  const year = session.scenario.value?.date.slice(0, 4);
  const head = useFitting();
  return (
    <header class="table-head" ref={head}>
      <a class="table-house" href={address()} aria-label={`Alfiere: ${say("lobby")}`}>
        Alfiere
      </a>
      <h1 class="table-title">
        <button
          type="button"
          title={`${paperWord("briefing")} (B)`}
          aria-keyshortcuts="b"
          onClick={() => {
            kit.paper.value = kit.paper.value === "briefing" ? null : "briefing";
          }}
        >
          <span>{[said(about?.title), year].filter(Boolean).join(" ")}</span>
        </button>
        {track
          .filter((one) => one.shown === "counter")
          .map((one) => {
            const told = counter(tracks[one.key]);
            return told?.now && told.most ? (
              <small key={one.key}>{say("turn", { now: told.now, most: told.most })}</small>
            ) : null;
          })}
      </h1>
      {track
        .filter((one) => one.shown === "stages")
        .map((one) => (
          <Stages key={one.key} kit={kit} told={stages(tracks, one.key)} />
        ))}
      <div class="table-sides">
        <Sides kit={kit} tracks={track.filter((one) => one.shown === "sides").map((one) => one.key)} />
      </div>
      <div class="table-tools">
        <button
          type="button"
          class="table-tool"
          data-guide="undo"
          disabled={!session.mayUndo.value || session.busy.value}
          title={`${say("undo")} (U)`}
          aria-keyshortcuts="u"
          onClick={() => void session.undo()}
        >
          <span aria-hidden="true">⟲</span> <b>{say("undo")}</b>
        </button>
        <button
          type="button"
          class="table-tool"
          data-guide="army"
          aria-expanded={kit.paper.value !== null}
          aria-keyshortcuts="o"
          title={`${paperWord("army")} (O)`}
          onClick={() => {
            kit.paper.value = kit.paper.value ? null : "army";
          }}
        >
          <span aria-hidden="true">⚑</span> <b>{paperWord("army-short")}</b>
        </button>
        <Menu kit={kit} />
        <LanguageSwitch />
      </div>
    </header>
  );
}

/** Whether a part shows less than all of its words. A fraction of a pixel too little is enough for three dots. */
function isClipped(part: Element): boolean {
  if (part.scrollWidth > part.clientWidth) return true;
  const words = document.createRange();
  words.selectNodeContents(part);
  const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(part);
  const around = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth]
    .map((one) => Number.parseFloat(one) || 0)
    .reduce((sum, one) => sum + one, 0);
  const room = part.getBoundingClientRect().width - around;
  return words.getBoundingClientRect().width > room + 0.02;
}

/**
 * Where the title or a step would be cut off, letters are smaller, the sides stand one under the other, and at last
 * the steps but the present one are only dots.
 */
function useFitting() {
  const head = useRef<HTMLElement>(null);
  const told = useRef("");
  const words = () =>
    `${head.current?.textContent} ${head.current?.querySelector("[aria-current]")?.textContent}`;
  const isCut = (): boolean => {
    const { current } = head;
    if (!current) return false;
    const parts = [...current.querySelectorAll(".table-title span, .table-stages li")];
    return current.scrollWidth > current.clientWidth || parts.some(isClipped);
  };
  const adjust = () => {
    const { current } = head;
    if (!current) return;
    told.current = words();
    current.classList.remove("snug", "tight", "tighter");
    // on a desk every step keeps its word as long as it can: smaller letters, then the sides in two rows
    const isWide = matchMedia?.("(min-width: 901px)").matches;
    for (const way of isWide ? ["snug", "tighter", "tight"] : ["tight", "tighter"])
      if (isCut()) current.classList.add(way);
  };
  // measured only when other words stand there: measuring makes the browser lay out the page
  useLayoutEffect(() => {
    if (words() !== told.current) adjust();
  });
  useEffect(() => {
    addEventListener("resize", adjust);
    void document.fonts?.ready.then(adjust);
    // letters may come later than the words
    document.fonts?.addEventListener?.("loadingdone", adjust);
    // and whatever else makes the same words wider
    const watched = globalThis.ResizeObserver && new ResizeObserver(() => isCut() && adjust());
    for (const part of head.current?.querySelectorAll(".table-title, .table-stages, .table-sides") ?? [])
      watched?.observe(part);
    return () => {
      watched?.disconnect();
      removeEventListener("resize", adjust);
      document.fonts?.removeEventListener?.("loadingdone", adjust);
    };
  }, []);
  return head;
}

function Stages({ kit, told }: { kit: Kit; told: ReturnType<typeof stages> }) {
  if (!told) return null;
  const { now, all } = told;
  const words = kit.session.words.value;
  const at = all.indexOf(now);
  return (
    <ol class="table-stages" aria-label={say("stages")}>
      {all.map((one, n) => (
        <li
          key={one}
          class={n < at ? "past" : ""}
          aria-current={one === now ? "step" : undefined}
          title={capital(word(words, one))}
        >
          {capital(word(words, one, "stage", "word"))}
        </li>
      ))}
    </ol>
  );
}

/** Each side with its numbers, and who is there. Several numbers are told apart by their names. */
function Sides({ kit, tracks }: { kit: Kit; tracks: readonly string[] }) {
  const { session } = kit;
  const about = session.about.value;
  const presence = session.presence.value;
  const told = session.shownView.value?.tracks ?? {};
  const numbers = (key: string) => told[key] as Numbers | undefined;
  const known = tracks.filter((key) => numbers(key));
  const seats = [...new Set(known.flatMap((key) => Object.keys(numbers(key) ?? {})))];
  return (
    <>
      {seats.map((seat) => {
        const scenario = session.scenario.value;
        const name = seatName(seat, scenario, session.words.value);
        const counts = known.map((key) => {
          const number = numbers(key)?.[seat];
          const start = numbers(`${key}_start`)?.[seat] ?? undefined;
          return {
            key,
            track: word(session.words.value, key),
            now: typeof number === "number" ? minus(number) : "?",
            start,
          };
        });
        const spoken = counts
          .map(({ track, now, start }) =>
            start === undefined ? say("is", { name, track, now }) : say("of", { name, track, now, start }),
          )
          .join(" ");
        const paint = session.look.value?.seats[seat]?.paint;
        const isPerson = about?.seats.find((one) => one.seat === seat)?.who === "person";
        const isThere = presence?.seats[seat] ?? false;
        return (
          <div key={seat} class="table-side" title={spoken}>
            <span class="unseen">{spoken}</span>
            <i
              class={isPerson && !isThere ? "away" : ""}
              style={paint ? { "--paint": paint } : {}}
              title={isPerson ? say(isThere ? "there" : "away", { name }) : undefined}
            />
            <span aria-hidden="true">
              <span class="table-side-name">{shortSeatName(seat, scenario, session.words.value)}</span>
              {counts.map(({ key, track, now, start }) => (
                <span key={key} class="table-side-count">
                  {counts.length > 1 && <small>{track}</small>} <strong>{now}</strong>
                  {start !== undefined && <small> / {start}</small>}
                </span>
              ))}
            </span>
          </div>
        );
      })}
    </>
  );
}
