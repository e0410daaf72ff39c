import "./log.css";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { language } from "../language";
import type { Step } from "../protocol";
import type { LogProps } from "./contract";
import { useLook, useWords } from "./kept";
import { LogEntry } from "./LogEntry";
import { gather, type Names } from "./names";
import { phrase } from "./phrases";
import { gameOf } from "./rules";
import { type Entry, story, stretch } from "./story";

/** So many entries are on the page at once; older ones are a click away. */
const SHOWN = 240;
/** In a replay the page turns often: fewer. */
const SHOWN_AROUND = 120;
/** Who is this near to the end wants to see what comes. */
const NEAR = 48;
/** So long after a wheel, a finger or a key has moved it, the text is scrolled by hand, in milliseconds. */
const BY_HAND = 1500;

function gameIn(steps: readonly Step[]): string | null {
  for (const step of steps)
    for (const event of step.events) if (event.rules[0]) return gameOf(event.rules[0]);
  return null;
}

/** The place of the marked moment: its last entry, or the last one before it. */
function placeOf(entries: readonly Entry[], moment: number): number {
  let at = 0;
  for (let index = 0; index < entries.length; index++)
    if ((entries[index]?.moment ?? 0) <= moment) at = index;
  return at;
}

/** The battle so far in sentences; the newest in sight unless the reader has scrolled up. */
export function Log(props: LogProps) {
  const { steps, current } = props;
  const last = steps.at(-1)?.moment;
  const game = props.view?.game ?? gameIn(steps);
  const look = useLook(props.look, game);
  const words = useWords(props.words, game);
  const names = useRef<Names>(new Map()).current;
  gather(names, props.view);
  let known = 0;
  for (const called of names.values()) known += called.length;
  // the list may also have grown in place
  const entries = useMemo(() => story(steps, look), [steps, steps.length, last, look]);

  const [before, setBefore] = useState(0);
  const [after, setAfter] = useState(0);
  const [unseen, setUnseen] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const top = useRef(0);
  const handled = useRef(Number.NEGATIVE_INFINITY);
  const counted = useRef(entries.length);
  const around = current === undefined ? null : placeOf(entries, current);
  // a moment without a sentence of its own marks the last one before it
  const marked = Math.min(current ?? 0, entries[around ?? 0]?.moment ?? 0);
  const [first, end] = stretch(entries.length, around, around === null ? SHOWN : SHOWN_AROUND);
  const from = Math.max(0, first - before);
  const to = Math.min(entries.length, end + after);

  // scrolls when there is more to read, not when it is drawn again
  useLayoutEffect(() => {
    const added = entries.length - counted.current;
    counted.current = entries.length;
    if (!box.current || current !== undefined) return;
    if (atEnd.current) box.current.scrollTop = box.current.scrollHeight;
    else if (added > 0) setUnseen((count) => count + added);
    else if (added < 0) setUnseen(0);
  }, [entries]);

  // follows the mark only
  useLayoutEffect(() => {
    const at = box.current?.querySelector<HTMLElement>(".is-current");
    if (box.current && at) box.current.scrollTop = at.offsetTop - box.current.clientHeight / 3;
  }, [current, entries]);

  // when the rail gives it less or more room, the end stays in sight
  useEffect(() => {
    if (!box.current || typeof ResizeObserver !== "function" || current !== undefined) return;
    const watcher = new ResizeObserver(() => {
      if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight;
    });
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [current === undefined]);

  const toEnd = () => {
    atEnd.current = true;
    setUnseen(0);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  const scrolled = () => {
    if (!box.current) return;
    const { scrollHeight, scrollTop, clientHeight } = box.current;
    // It also goes up by itself, where it is given more room or more has come: only a hand that goes up wants to stay.
    const isByHand = performance.now() - handled.current < BY_HAND;
    if (scrollHeight - scrollTop - clientHeight < NEAR) atEnd.current = true;
    else if (scrollTop < top.current && isByHand) atEnd.current = false;
    top.current = scrollTop;
    if (atEnd.current && unseen) setUnseen(0);
  };
  const byHand = () => {
    handled.current = performance.now();
  };
  /** Older entries push the text down: what one was reading stays where it was. */
  const showEarlier = () => {
    const below = box.current ? box.current.scrollHeight - box.current.scrollTop : 0;
    setBefore(before + SHOWN);
    requestAnimationFrame(() => {
      if (box.current) box.current.scrollTop = box.current.scrollHeight - below;
    });
  };

  return (
    <div class="tell-log-frame">
      <div
        class="tell-log"
        role="log"
        aria-label={phrase("log")}
        ref={box}
        onScroll={scrolled}
        onWheel={byHand}
        onTouchMove={byHand}
        onPointerDown={byHand}
        onPointerMove={(event) => event.buttons > 0 && byHand()}
        onKeyDown={byHand}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard
        tabIndex={0}
      >
        {from > 0 && (
          <button type="button" class="button tell-more" onClick={showEarlier}>
            {phrase("earlier")}
          </button>
        )}
        {entries.length === 0 && <p class="tell-nothing">{phrase("nothing")}</p>}
        {entries.slice(from, to).map((entry, index) => (
          <LogEntry
            key={entry.id}
            entry={entry}
            words={words}
            names={names}
            known={known}
            spoken={language.value}
            // only the first entry of a moment carries its number
            numbered={entries[from + index - 1]?.moment !== entry.moment}
            place={around === null ? "past" : placed(entry.moment, marked)}
            onRule={props.onRule}
            onMoment={props.onMoment}
          />
        ))}
        {to < entries.length && (
          <button type="button" class="button tell-more" onClick={() => setAfter(after + SHOWN)}>
            {phrase("later")}
          </button>
        )}
      </div>
      {unseen > 0 && (
        <button
          type="button"
          class="button main tell-new"
          onClick={toEnd}
          aria-label={`${phrase("newEvents", { count: unseen })}, ${phrase("toNewest")}`}
        >
          {phrase("newEvents", { count: unseen })} ↓
        </button>
      )}
    </div>
  );
}

const placed = (moment: number, current: number) =>
  moment === current ? "current" : moment < current ? "past" : "to come";
