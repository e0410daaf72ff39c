import { useEffect, useRef, useState } from "preact/hooks";
import { phrase } from "./replay-phrases";

const SPEEDS = [0.5, 1, 2, 4];

interface ControlsProps {
  moment: number;
  last: number;
  great: readonly number[];
  playing: boolean;
  speed: number;
  onSpeed(speed: number): void;
  act: {
    start(): void;
    end(): void;
    back(): void;
    forward(): void;
    chapterBack(): void;
    chapterForward(): void;
    togglePlay(): void;
    goTo(moment: number): void;
  };
}

/** The slider with its ticks at the turns, and the buttons of a player. */
export function Controls({ moment, last, great, playing, speed, onSpeed, act }: ControlsProps) {
  return (
    <section class="tell-controls" aria-label={phrase("title")} title={phrase("keys")}>
      <div class="tell-slider">
        <div class="tell-ticks" aria-hidden="true">
          {great.map((one) => (
            <i key={one} style={{ left: `${(one / Math.max(1, last)) * 100}%` }} />
          ))}
        </div>
        <input
          type="range"
          min={0}
          max={last}
          value={moment}
          aria-label={phrase("moment")}
          aria-valuetext={phrase("momentOf", { moment, last })}
          onInput={(event) => act.goTo(Number(event.currentTarget.value))}
        />
      </div>
      <div class="tell-buttons">
        <Act
          name={phrase("start")}
          onClick={act.start}
          disabled={moment === 0}
          path="M7 5v14M19 5 9 12l10 7Z"
        />
        <Act
          name={phrase("chapterBack")}
          onClick={act.chapterBack}
          disabled={moment === 0}
          path="M12 5 4 12l8 7ZM21 5l-8 7 8 7Z"
        />
        <Act name={phrase("back")} onClick={act.back} disabled={moment === 0} path="M17 5 7 12l10 7Z" />
        <Act
          name={phrase(playing ? "pause" : "play")}
          onClick={act.togglePlay}
          main
          path={playing ? "M8 5h3v14H8ZM14 5h3v14h-3Z" : "M8 4 20 12 8 20Z"}
        />
        <Act
          name={phrase("forward")}
          onClick={act.forward}
          disabled={moment >= last}
          path="M7 5 17 12 7 19Z"
        />
        <Act
          name={phrase("chapterForward")}
          onClick={act.chapterForward}
          disabled={moment >= last}
          path="M3 5l8 7-8 7ZM12 5l8 7-8 7Z"
        />
        <Act
          name={phrase("end")}
          onClick={act.end}
          disabled={moment >= last}
          path="M17 5v14M5 5l10 7-10 7Z"
        />
        <span class="tell-count">
          {moment} / {last}
        </span>
        <label class="tell-speed">
          <span>{phrase("speed")}</span>
          <select value={String(speed)} onChange={(event) => onSpeed(Number(event.currentTarget.value))}>
            {SPEEDS.map((one) => (
              <option key={one} value={String(one)}>
                {one === 0.5 ? "½" : one}×
              </option>
            ))}
          </select>
        </label>
        <CopyLink />
      </div>
    </section>
  );
}

function Act(props: { name: string; path: string; onClick(): void; disabled?: boolean; main?: boolean }) {
  return (
    <button
      type="button"
      class={`tell-act${props.main ? " is-main" : ""}`}
      aria-label={props.name}
      title={props.name}
      // a button that vanishes from the keyboard under one's fingers would lose the focus: it only says so
      aria-disabled={props.disabled || undefined}
      onClick={() => !props.disabled && props.onClick()}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={props.path} />
      </svg>
    </button>
  );
}

/** The address holds the moment and no key: it can be given to anybody. */
function CopyLink() {
  const [done, setDone] = useState(false);
  const later = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      return; // the address bar shows it as well
    }
    setDone(true);
    clearTimeout(later.current);
    later.current = setTimeout(() => setDone(false), 2000);
  };
  return (
    <button type="button" class="button tell-copy" onClick={copy} title={phrase("copy")}>
      <span aria-live="polite">{done ? `✓ ${phrase("copied")}` : phrase("link")}</span>
    </button>
  );
}
