// The whole table by keyboard: numbers pick, Enter confirms, Escape goes back, U undoes, X aims, arrows walk the list,
// O, B and L bring the papers.

import { paperOf } from "../papers/Paper";
import type { Kit } from "./kit";

/** Whether the last thing touched was a key: then the focus is carried on to the next list. */
export const lastInput = { isKey: false };

const OPTIONS = ":is([data-option], [data-fold]):not(:disabled)";

export function optionButtons(): HTMLButtonElement[] {
  return [...document.querySelectorAll<HTMLButtonElement>(`.table-options ${OPTIONS}`)];
}

function walk(step: number): void {
  const all = optionButtons();
  const at = all.indexOf(document.activeElement as HTMLButtonElement);
  const to = at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + step));
  all[to]?.focus();
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable);

/** True when the key was meant for the table. */
export function pressed(event: KeyboardEvent, kit: Kit): boolean {
  lastInput.isKey = true;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { session, deciding } = kit;
  if (kit.comrades.value) return false; // the sheet over the table has the keys
  if (event.key === "Escape") {
    if (kit.rule.value) return false; // the drawer closes itself
    if (kit.menu.value) kit.menu.value = false;
    else if (kit.resigning.value) kit.resigning.value = false;
    else if (deciding.back()) return true;
    else if (kit.inspected.value) kit.inspected.value = null;
    else if (kit.paper.value && document.activeElement?.closest("[data-paper]")) kit.paper.value = null;
    else if (kit.unfolded.value.size) kit.unfolded.value = new Set();
    else if (session.refusal.value) session.refusal.value = null;
    else if (deciding.reopen()) return true;
    else if (kit.paper.value) kit.paper.value = null;
    else return false;
    return true;
  }
  if (isTyping(event.target) || kit.menu.value || session.curtain.value) return false;
  if (event.key === "Enter" && deciding.armed.value) {
    // On another button Enter means that button; on the map, where somebody was just put down, it is the second yes.
    const active = document.activeElement;
    const isOther = active instanceof HTMLElement && !active.matches("[data-armed], [data-confirm], body");
    if (isOther) return false;
    void deciding.confirm();
    return true;
  }
  if (event.key === "u" || event.key === "U") {
    if (!session.mayUndo.value) return false;
    void session.undo();
    return true;
  }
  const paper = paperOf(event.key);
  if (paper) {
    kit.paper.value = kit.paper.value === paper ? null : paper;
    return true;
  }
  if (event.key === "0" && kit.map.current) {
    kit.map.current.fit();
    return true;
  }
  if (event.key === "x" || event.key === "X") return kit.map.current?.aim?.() ?? false;
  if (event.key === " " && session.telling.value > 0 && !(event.target instanceof HTMLButtonElement)) {
    kit.teller.skip();
    return true;
  }
  const inMap =
    event.target instanceof Element && event.target.closest("svg, [role=application], [data-paper]");
  if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !inMap) {
    walk(event.key === "ArrowDown" ? 1 : -1);
    return optionButtons().length > 0;
  }
  if (/^[1-9]$/.test(event.key)) {
    // Only what shows its number can be called by it.
    const named = `[data-place="${event.key}"]${OPTIONS}`;
    const popover = document.querySelector(".table-which");
    const button = (popover ?? document.querySelector(".table-options"))?.querySelector<HTMLButtonElement>(
      named,
    );
    if (!button) return false;
    // what was called has the focus: Enter then means this one
    button.focus();
    button.click();
    return true;
  }
  return false;
}
