import type { ComponentChildren } from "preact";
import { address } from "../router";
import "./head.css";
import { LanguageSwitch } from "./LanguageSwitch";
import { say } from "./phrases";

interface HeadProps {
  /** What this page shows, beside the name of the house. */
  title?: ComponentChildren;
  /** Buttons and links of the page, before the languages. */
  children?: ComponentChildren;
}

/** The dark bar over every page but the table, which has a richer one of its own. */
export function Head({ title, children }: HeadProps) {
  return (
    <header class="head-bar">
      <a class="head-name" href={address()} aria-label={say("lobby")}>
        Alfiere
      </a>
      <div class="head-title">{title}</div>
      <div class="head-actions">{children}</div>
      <LanguageSwitch />
    </header>
  );
}
