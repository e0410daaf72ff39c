// A press that ends where it began is a click on what was pressed, also when the list has moved under the pointer: the
// browser would give it to whatever lies there now, or to nobody.

const BUTTONS = "button:is([data-option], [data-fold], [data-confirm])";
/** A hand that trembles so far, in pixels, has not been drawn away. */
const TREMBLE = 6;

/** Watches over the presses on answers; returns how to stop it. */
export function keepPresses(): () => void {
  let pressed: { button: HTMLButtonElement; x: number; y: number } | null = null;

  const down = (event: PointerEvent): void => {
    const at = event.target instanceof Element ? event.target.closest<HTMLButtonElement>(BUTTONS) : null;
    pressed = at && event.isPrimary ? { button: at, x: event.clientX, y: event.clientY } : null;
  };
  const click = (event: MouseEvent): void => {
    const before = pressed;
    pressed = null;
    // Without a press it is a key's, or a program's.
    if (!before || event.detail === 0 || before.button.contains(event.target as Node)) return;
    if (Math.hypot(event.clientX - before.x, event.clientY - before.y) > TREMBLE) return;
    event.stopPropagation();
    event.preventDefault();
    // The button of a question that has been answered is gone or cannot be used: then nobody is meant.
    if (before.button.isConnected && !before.button.disabled) before.button.click();
  };
  addEventListener("pointerdown", down, true);
  addEventListener("click", click, true);
  return () => {
    removeEventListener("pointerdown", down, true);
    removeEventListener("click", click, true);
  };
}
