import "./guide.css";
import { type ComponentChildren, render } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Ensign } from "../lobby/Ensign";
import type { Decision, Words } from "../protocol";
import { phrase } from "./guide-phrases";
import {
  dismiss,
  isGuided,
  keepProgress,
  type Progress,
  paragraphs,
  progress,
  type Stop,
  stopsHere,
} from "./tour";
import { wordOf } from "./wording";

export { isGuided } from "./tour";

interface GuideProps {
  /** The id of the battle. */
  game: string;
  decision: Decision | null;
  words: Words;
  /** Odds are being looked at, or a second yes is asked for: then he keeps out of the way. */
  isQuiet?: boolean;
}

/** The first battle explained while it is played; shown where `isGuided(game)`. It never stands in the way of an answer. */
export function Guide(props: GuideProps) {
  return isGuided(props.game) ? <Walk key={props.game} {...props} /> : null;
}

const isHere = (at: string) => document.querySelector(at) !== null;

const TEXTS = {
  welcome: ["welcome", "hello"],
  prompt: ["prompt", "promptText"],
  options: ["options", "optionsText"],
  map: ["map", "mapText"],
  hand: ["hand", "handText"],
  log: ["logPart", "logText"],
  undo: ["undoPart", "undoText"],
  army: ["army", "armyText"],
  ready: ["ready", "readyText"],
} as const;

function Walk({ game, decision, words, isQuiet }: GuideProps) {
  const [done, setDone] = useState<Progress>(() => progress(game));
  /** The stop he stands at, whatever else comes onto the page meanwhile. */
  const [at, setAt] = useState<Stop["key"]>("welcome");
  /** The decision that is explained now; null while the ensign is silent. */
  const [about, setAbout] = useState<string | null>(null);
  const [silent, setSilent] = useState(false);
  const welcome = wordOf(words, "welcome", "guide") ?? "";
  // before the first question the table is still being laid: the walk waits for it at its second stop
  const asked = useRef(false);
  if (decision) asked.current = true;
  const stopsNow = () =>
    stopsHere(isHere).filter(
      ({ key, at }) => (key !== "aim" || welcome) && (asked.current || (at === null && key !== "ready")),
    );
  const stops = stopsNow();
  const stop = done.walked ? null : (stops.find((one) => one.key === at) ?? stops[0] ?? null);
  /** So many stops on or back, of those that are on the page by now. */
  const from = (by: number) => {
    const now = stopsNow();
    return now[now.findIndex((one) => one.key === stop?.key) + by] ?? null;
  };
  const isLast = !from(1);

  const save = (now: Progress) => {
    setDone(now);
    keepProgress(game, now);
  };

  const key = decision?.key ?? null;
  const says = key ? wordOf(words, key, "guide") : null;
  // each kind of decision is explained once
  useEffect(() => {
    if (!done.walked || !key) return;
    if (says && !done.met.includes(key)) {
      save({ ...done, met: [...done.met, key] });
      setAbout(key);
      setSilent(false);
    } else if (key !== about) setAbout(null);
  }, [key, done.walked]);

  if (stop)
    return (
      <Over>
        <Ring at={stop.at} />
        <Panel
          game={game}
          className={stop.at ? sideOf(stop.at) : ""}
          title={phrase(stop.key === "aim" ? "aim" : TEXTS[stop.key][0])}
          texts={stop.key === "aim" ? paragraphs(welcome) : [tells(words, stop.key)]}
          {...(asked.current
            ? { step: phrase("step", { step: stops.indexOf(stop) + 1, of: stops.length }) }
            : {})}
          {...(from(-1) ? { onBack: () => setAt(from(-1)?.key ?? at) } : {})}
          {...(isLast ? {} : { onNext: () => setAt(from(1)?.key ?? at) })}
          {...(isLast && asked.current ? { onNext: () => save({ ...done, walked: true }) } : {})}
          next={phrase(isLast && asked.current ? "gotIt" : "next")}
        />
      </Over>
    );
  if (!key || !says || isQuiet) return null;
  if (about !== key || silent)
    return (
      <Calling
        onCall={() => {
          setAbout(key);
          setSilent(false);
        }}
      />
    );
  // beside what is asked, so that it covers nothing
  return (
    <Panel
      game={game}
      className="is-inline"
      title={phrase("name")}
      texts={[says]}
      onNext={() => setSilent(true)}
      next={phrase("gotIt")}
    />
  );
}

/** What is said at a stop: in the game's own words where it has some, else in those that fit every game. */
const tells = (words: Words, stop: Exclude<Stop["key"], "aim">): string =>
  wordOf(words, `at/${stop}`, "guide") ?? phrase(TEXTS[stop][1]);

/** The ensign waits in the corner; a click and he repeats what he said about this decision. */
function Calling({ onCall }: { onCall(): void }) {
  return (
    <button type="button" class="tell-call" onClick={onCall}>
      <Ensign label="" />
      {phrase("speak")}
    </button>
  );
}

interface PanelProps {
  game: string;
  className: string;
  title: string;
  texts: string[];
  step?: string;
  next: string;
  /** Left out while there is nothing to go on to. */
  onNext?: () => void;
  onBack?: () => void;
}

function Panel({ game, className, title, texts, step, next, onNext, onBack }: PanelProps) {
  return (
    <aside class={`tell-guide ${className}`} aria-label={phrase("name")}>
      <Ensign label="" />
      <div class="tell-guide-words" aria-live="polite">
        <h2>{title}</h2>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <div class="tell-guide-acts">
        {step && <span class="tell-guide-step">{step}</span>}
        {onBack && (
          <button type="button" class="button" onClick={onBack}>
            {phrase("back")}
          </button>
        )}
        {onNext && (
          <button type="button" class="button main" onClick={onNext}>
            {next}
          </button>
        )}
      </div>
      <button
        type="button"
        class="tell-guide-close"
        onClick={() => dismiss(game)}
        aria-label={phrase("close")}
        title={phrase("close")}
      >
        ×
      </button>
    </aside>
  );
}

/** Over the whole page, wherever the guide stands in it: a rail that slides away must not take him along. */
function Over({ children }: { children: ComponentChildren }) {
  const host = useRef<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    const made = document.createElement("div");
    document.body.append(made);
    host.current = made;
    return () => {
      render(null, made);
      made.remove();
    };
  }, []);
  useLayoutEffect(() => {
    if (host.current) render(<div class="tell-over">{children}</div>, host.current);
  });
  return null;
}

/** The panel stands in a corner on the left (above on wide screens, below on phones) and leaves it to what it points at. */
function sideOf(at: string): string {
  const box = document.querySelector(at)?.getBoundingClientRect();
  if (!box || box.left > innerWidth / 3 || box.height > innerHeight / 2) return "";
  return box.top + box.height / 2 > innerHeight / 2 ? "is-high" : "is-low";
}

/** A gold frame around a part of the page; it follows when things move. */
function Ring({ at }: { at: string | null }) {
  const ring = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const box = at ? document.querySelector(at)?.getBoundingClientRect() : undefined;
      if (!ring.current) return;
      ring.current.hidden = !box || box.width === 0 || box.left > innerWidth - 8 || box.right < 8;
      if (!box) return;
      Object.assign(ring.current.style, {
        left: `${Math.max(2, box.left - 4)}px`,
        top: `${Math.max(2, box.top - 4)}px`,
        width: `${Math.min(innerWidth - 4, box.right + 4) - Math.max(2, box.left - 4)}px`,
        height: `${Math.min(innerHeight - 4, box.bottom + 4) - Math.max(2, box.top - 4)}px`,
      });
    };
    place();
    const timer = setInterval(place, 250);
    addEventListener("resize", place);
    return () => {
      clearInterval(timer);
      removeEventListener("resize", place);
    };
  }, [at]);
  return <div class="tell-ring" ref={ring} aria-hidden="true" />;
}
