import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { said } from "../language";
import type { Kit } from "./kit";
import { OptionButton } from "./OptionList";
import { say } from "./phrases";

/** One thing, several things to do with it: a small choice beside the pointer. */
export function WhichOf({ kit }: { kit: Kit }) {
  const which = kit.session.decision.value ? kit.deciding.which.value : null;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !which) return;
    const { width, height } = element.getBoundingClientRect();
    // Kept inside the window, a little off the pointer.
    element.style.left = `${Math.max(8, Math.min(which.at.x + 8, innerWidth - width - 8))}px`;
    element.style.top = `${Math.max(8, Math.min(which.at.y - height / 2, innerHeight - height - 8))}px`;
  }, [which]);
  useEffect(() => {
    if (!which) return;
    box.current?.querySelector("button")?.focus();
    const away = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) kit.deciding.back();
    };
    addEventListener("pointerdown", away, true);
    return () => removeEventListener("pointerdown", away, true);
  }, [which, kit]);
  if (!which) return null;
  return (
    <div class="table-which" ref={box} role="dialog" aria-label={say("which-of")}>
      {which.options.map((option, n) => (
        <OptionButton
          key={JSON.stringify([option.key, option.args])}
          kit={kit}
          option={option}
          label={said(option.text)}
          place={n + 1}
        />
      ))}
    </div>
  );
}
