import "./drawer.css";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { said } from "../language";
import type { Book, Rule } from "../protocol";
import { address } from "../router";
import * as server from "../server";
import type { DrawerProps } from "./contract";
import { phrase } from "./phrases";
import { RuleButton } from "./RuleButton";
import { findRule, ruleLabel, withRules } from "./rules";

/** The rule in our wording, beside the table. */
export function RuleDrawer(props: DrawerProps) {
  return props.rule === null ? null : <Open {...props} rule={props.rule} />;
}

function Open({ game, rule, onRule, onClose }: DrawerProps & { rule: string }) {
  const [book, setBook] = useState<Book | "failed" | null>(null);
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    let here = true;
    server.rules(game).then(
      (found) => here && setBook(found),
      () => here && setBook("failed"),
    );
    return () => {
      here = false;
    };
  }, [game]);

  // who opened it gets the focus back when it closes
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  // each new rule is read from its heading on
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    if (panel.current) panel.current.scrollTop = 0;
  }, [rule]);

  // Escape closes this first, whatever else it would do on the page, from the moment it is seen
  const closing = useRef(onClose);
  closing.current = onClose;
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      event.preventDefault();
      closing.current();
    };
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, []);

  const label = ruleLabel(rule);
  const found = book && book !== "failed" ? findRule(book, rule) : null;
  return (
    <aside class="tell-drawer" aria-label={phrase("rule", { rule: label })} ref={panel}>
      <button type="button" class="tell-drawer-close" aria-label={phrase("closeRule")} onClick={onClose}>
        ×
      </button>
      <h2 ref={heading} tabIndex={-1}>
        <span class="unseen">{phrase("rule", { rule: "" })}</span>
        {label}
      </h2>
      {book === "failed" && <p role="alert">{phrase("noBook")}</p>}
      {book && book !== "failed" && !found && <p role="alert">{phrase("noRule", { rule: label })}</p>}
      {found && book !== "failed" && book && (
        <>
          <p class="tell-drawer-chapter">
            {/^\d+$/.test(found.chapter.chapter) && found.chapter.chapter !== "0"
              ? `${phrase("chapter", { chapter: found.chapter.chapter })}: `
              : ""}
            <i>{said(found.chapter.title)}</i>
            {found.rule.optional && ` (${phrase("optional")})`}
          </p>
          <p class="tell-drawer-text">
            {withRules(said(found.rule.text), game, (id) => id !== rule && findRule(book, id) !== null).map(
              (part) =>
                "rule" in part ? <RuleButton key={part.rule} rule={part.rule} onRule={onRule} /> : part.text,
            )}
          </p>
          <dl>
            <dt>{phrase("place")}</dt>
            <dd>{found.rule.place}</dd>
            <Origin origin={found.rule.origin} />
          </dl>
          <nav class="tell-drawer-near">
            <Neighbour rule={found.previous} word={phrase("previous")} onRule={onRule} />
            <Neighbour rule={found.next} word={phrase("next")} onRule={onRule} />
          </nav>
        </>
      )}
      <p>
        <a href={address("rules", game, rule)}>{phrase("inBook")}</a>
      </p>
    </aside>
  );
}

function Origin({ origin }: { origin: string }) {
  if (origin !== "seed" && origin !== "reading" && origin !== "house") return null;
  return (
    <>
      <dt class={`tell-origin is-${origin}`}>{phrase(origin)}</dt>
      <dd>{phrase(`${origin}Why`)}</dd>
    </>
  );
}

function Neighbour(props: { rule: Rule | null; word: string; onRule(rule: string): void }) {
  const { rule } = props;
  if (!rule) return <span />;
  return (
    <button type="button" onClick={() => props.onRule(rule.id)}>
      <span class="tell-near-word">
        {props.word}: <span class="tell-near-id">{ruleLabel(rule.id)}</span>
      </span>
      <span class="tell-near-text">{said(rule.text)}</span>
    </button>
  );
}
