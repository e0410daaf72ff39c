import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { say } from "./phrases";
import "./papers.css";

/** What lies beside the map until it is put away. */
export type PaperName = "army" | "briefing" | "legend";

const KEYS: Record<PaperName, string> = { army: "O", briefing: "B", legend: "L" };
export const PAPERS = Object.keys(KEYS) as PaperName[];

/** The paper that a key brings, if it is one's key. */
export const paperOf = (key: string): PaperName | undefined =>
  PAPERS.find((one) => KEYS[one] === key.toUpperCase());

interface PaperProps {
  paper: PaperName;
  onTurn(paper: PaperName): void;
  onClose(): void;
  children: ComponentChildren;
}

/** A sheet of paper beside the map: the army, what it is about, what the signs mean. */
export function Paper({ paper, onTurn, onClose, children }: PaperProps) {
  const sheet = useRef<HTMLElement>(null);
  // whoever opens a paper reads it: keys go there, and back to where they were
  useEffect(() => {
    const before = document.activeElement;
    sheet.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside class="paper" ref={sheet} tabIndex={-1} aria-label={say(paper)} data-paper={paper}>
      <header>
        <nav aria-label={say("papers")}>
          {PAPERS.map((one) => (
            <button
              key={one}
              type="button"
              aria-current={one === paper ? "page" : undefined}
              aria-keyshortcuts={KEYS[one]}
              title={`${say(one)} (${KEYS[one]})`}
              onClick={() => onTurn(one)}
            >
              {say(one)}
            </button>
          ))}
        </nav>
        <button type="button" class="paper-close" aria-label={say("close")} onClick={onClose}>
          ×
        </button>
      </header>
      <div class="paper-text" key={paper}>
        {children}
      </div>
    </aside>
  );
}
