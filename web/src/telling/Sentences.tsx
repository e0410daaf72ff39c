import { useRef } from "preact/hooks";
import { language, said } from "../language";
import type { Look } from "../look";
import type { Step, View } from "../protocol";
import { emphasised, gather, type Names, namesIn } from "./names";
import { phrase } from "./replay-phrases";

interface SentencesProps {
  step: Step | undefined;
  view: View | null;
  look: Look;
  trouble: "lost" | "noServer" | null;
}

/** What happened at this moment, large; banners only where there is nothing else. */
export function Sentences({ step, view, look, trouble }: SentencesProps) {
  const names = useRef<Names>(new Map()).current;
  gather(names, view);
  const events = step?.events ?? [];
  const deeds = events.filter((event) => look.motion[event.key]?.motion !== "banner");
  const told = deeds.length ? deeds : events;
  return (
    <div class="tell-now" aria-live="polite">
      {trouble && <p role="alert">{phrase(trouble)}</p>}
      {told.length === 0 && <p class="is-quiet">{phrase(step?.kind === "began" ? "began" : "quiet")}</p>}
      {told.map((event, index) => (
        // the same sentence may come twice
        <p key={index}>
          {emphasised(said(event.text), namesIn(event, names, language.value)).map((part) =>
            part.name ? <i key={part.text}>{part.text}</i> : part.text,
          )}
        </p>
      ))}
    </div>
  );
}
