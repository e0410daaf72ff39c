import { useMemo, useRef, useState } from "preact/hooks";
import { said } from "../language";
import type { Event, Language, Words } from "../protocol";
import { Breakdown } from "./Breakdown";
import { hasBreakdown } from "./breakdown";
import { emphasised, type Names, namesIn } from "./names";
import { phrase } from "./phrases";
import { RuleButton } from "./RuleButton";
import { type Entry, shortened } from "./story";
import { wordOf } from "./wording";

interface EntryProps {
  entry: Entry;
  words: Words | null;
  names: Names;
  /** How many names are known: more of them, and the sentence is set anew. */
  known: number;
  spoken: Language;
  numbered: boolean;
  place: "past" | "current" | "to come";
  onRule(rule: string): void;
  onMoment?: ((moment: number) => void) | undefined;
}

/** One entry of the log. It is drawn again only when something of it has changed. */
export function LogEntry(props: EntryProps) {
  const { entry, words, known, spoken, numbered, place } = props;
  const calls = useRef(props);
  calls.current = props;
  const told = entry.kind === "note" ? entry.what : "events" in entry ? entry.events.length : entry.event;
  // the same node back means nothing to compare: a long log stays fast
  return useMemo(() => {
    const onRule = (rule: string) => calls.current.onRule(rule);
    return (
      <div
        class={`tell-entry is-${entry.kind}${place === "current" ? " is-current" : ""}${place === "to come" ? " is-to-come" : ""}`}
        aria-current={place === "current" ? "step" : undefined}
      >
        {numbered && props.onMoment && (
          <button
            type="button"
            class="tell-moment"
            aria-label={phrase("moment", { moment: entry.moment })}
            title={phrase("moment", { moment: entry.moment })}
            onClick={() => calls.current.onMoment?.(entry.moment)}
          >
            {entry.moment}
          </button>
        )}
        <Body entry={entry} words={words} names={props.names} spoken={spoken} onRule={onRule} />
      </div>
    );
  }, [told, words, known, spoken, numbered, place, props.onMoment === undefined]);
}

interface BodyProps {
  entry: Entry;
  words: Words | null;
  names: Names;
  spoken: Language;
  onRule(rule: string): void;
}

function Body({ entry, words, names, spoken, onRule }: BodyProps) {
  if (entry.kind === "note") {
    const who = entry.seat ? (wordOf(words, entry.seat, "word") ?? entry.seat) : "";
    return <p>{phrase(entry.what as "undo", { who })}</p>;
  }
  if (entry.kind === "heading")
    return (
      <h2>
        <Sentence event={entry.event} names={names} spoken={spoken} />
        <Rules event={entry.event} words={words} onRule={onRule} />
      </h2>
    );
  if (entry.kind === "minor") {
    const { shown, whole } = shortened(entry.events);
    return (
      <p
        class="tell-minor"
        title={whole ? undefined : entry.events.map((event) => said(event.text)).join(" ")}
      >
        {shown.map((event, at) => (
          <span key={entry.events.indexOf(event)}>
            {at > 0 && (whole ? " · " : " … ")}
            {said(event.text)}
            <Rules event={event} words={words} onRule={onRule} />
          </span>
        ))}
      </p>
    );
  }
  if (entry.kind === "many")
    return <Together events={entry.events} words={words} names={names} spoken={spoken} onRule={onRule} />;
  return <Told event={entry.event} words={words} names={names} spoken={spoken} onRule={onRule} />;
}

/** Those who did the same together: the first, and the others on demand. */
function Together({
  events,
  words,
  names,
  spoken,
  onRule,
}: Omit<BodyProps, "entry"> & { events: readonly Event[] }) {
  const [open, setOpen] = useState(false);
  const [first, ...others] = events;
  if (!first) return null;
  return (
    <>
      <p>
        <Sentence event={first} names={names} spoken={spoken} />{" "}
        <button type="button" class="tell-others" aria-expanded={open} onClick={() => setOpen(!open)}>
          {phrase(others.length === 1 ? "another" : "others", { count: others.length })}
        </button>
        <Rules event={first} words={words} onRule={onRule} />
      </p>
      {open &&
        others.map((event, n) => (
          <p key={n} class="tell-other">
            <Sentence event={event} names={names} spoken={spoken} />
          </p>
        ))}
    </>
  );
}

/** A sentence with its rules; a test can be opened. */
function Told({ event, words, names, spoken, onRule }: Omit<BodyProps, "entry"> & { event: Event }) {
  const [open, setOpen] = useState(false);
  const slip = useRef<HTMLDivElement>(null);
  const toggle = () => {
    setOpen(!open);
    if (!open) requestAnimationFrame(() => slip.current?.scrollIntoView?.({ block: "nearest" }));
  };
  const opens = words !== null && hasBreakdown(event);
  return (
    <>
      <p class={opens ? "tell-opens" : ""}>
        <Sentence event={event} names={names} spoken={spoken} />
        {opens && (
          // it lies over the whole sentence; the rules lie over it
          <button
            type="button"
            class="tell-open"
            aria-expanded={open}
            aria-label={phrase(open ? "close" : "open")}
            title={phrase(open ? "close" : "open")}
            onClick={toggle}
          >
            <span class="tell-triangle" aria-hidden="true" />
          </button>
        )}
        <Rules event={event} words={words} onRule={onRule} />
      </p>
      {opens && open && (
        <div ref={slip}>
          <Breakdown event={event} words={words} onRule={onRule} />
        </div>
      )}
    </>
  );
}

function Sentence({ event, names, spoken }: { event: Event; names: Names; spoken: Language }) {
  return (
    <>
      {emphasised(event.text[spoken] ?? "", namesIn(event, names, spoken)).map((part) =>
        part.name ? <i key={part.text}>{part.text}</i> : part.text,
      )}
    </>
  );
}

function Rules(props: { event: Event | undefined; words: Words | null; onRule(rule: string): void }) {
  return (
    <span class="tell-rules">
      {" "}
      {(props.event?.rules ?? []).map((rule) => (
        <RuleButton key={rule} rule={rule} words={props.words} onRule={props.onRule} />
      ))}
    </span>
  );
}
