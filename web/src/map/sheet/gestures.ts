// Hands on the map: drag, wheel, pinch. A click that was a drag is no click.

import type { Camera } from "./camera";
import type { Point } from "./hexes";

const SLACK = { mouse: 4, touch: 10 };

/** Listens on the window of the map; the answer takes everything down again. */
export function gestures(
  window: HTMLElement,
  grip: HTMLElement,
  camera: Camera,
): { end(): void; wasDrag(): boolean; isDragging(): boolean; whenFree(act: () => void): void } {
  const fingers = new Map<number, Point>();
  let start: Point = { x: 0, y: 0 };
  let isDrag = false;
  /** What waits until the last finger has left. */
  let waiting: (() => void) | null = null;

  // measured when a hand comes, not at every move: measuring makes the browser lay out the page
  let box = { left: 0, top: 0 };
  let measured = 0;
  const measure = () => {
    box = window.getBoundingClientRect();
  };
  const spotOf = (event: PointerEvent | WheelEvent): Point => ({
    x: event.clientX - box.left,
    y: event.clientY - box.top,
  });

  const down = (event: PointerEvent) => {
    if ((event.pointerType === "mouse" && event.button > 1) || isTool(event)) return;
    if (event.button === 1) event.preventDefault();
    if (!fingers.size) {
      measure();
      start = spotOf(event);
      isDrag = false;
      camera.stop();
    }
    fingers.set(event.pointerId, spotOf(event));
    if (fingers.size > 1) seize(event.pointerId);
  };

  const seize = (finger: number) => {
    isDrag = true;
    grip.style.display = "block";
    try {
      grip.setPointerCapture(finger);
    } catch {
      // the finger has already left
    }
  };

  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = spotOf(event);
    const slack = event.pointerType === "mouse" ? SLACK.mouse : SLACK.touch;
    if (!isDrag && Math.hypot(now.x - start.x, now.y - start.y) > slack) seize(event.pointerId);
    if (!isDrag) return;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    if (other) {
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(now.x - other.x, now.y - other.y);
      camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      if (was > 1) camera.zoom(is / was, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    } else camera.pan(now.x - before.x, now.y - before.y);
  };

  const up = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    if (fingers.size) return;
    grip.style.display = "none";
    const act = waiting;
    waiting = null;
    act?.();
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    if (event.timeStamp - measured > 400) measure();
    measured = event.timeStamp;
    const lines = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 400 : 1;
    if (event.shiftKey) {
      camera.pan(-(event.deltaX + event.deltaY) * lines, 0);
      return;
    }
    const much = Math.max(-240, Math.min(240, event.deltaY * lines)) * (event.ctrlKey ? 0.008 : 0.0018);
    camera.zoom(Math.exp(-much), spotOf(event));
  };

  const isTool = (event: Event) => event.target instanceof Element && !!event.target.closest(".map-tools");

  const heard = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
    lostpointercapture: up,
  } as const;
  for (const [name, listener] of Object.entries(heard))
    window.addEventListener(name, listener as EventListener);
  window.addEventListener("wheel", wheel, { passive: false });
  return {
    end() {
      for (const [name, listener] of Object.entries(heard))
        window.removeEventListener(name, listener as EventListener);
      window.removeEventListener("wheel", wheel);
    },
    wasDrag: () => isDrag,
    isDragging: () => isDrag && fingers.size > 0,
    whenFree(act) {
      if (fingers.size) waiting = act;
      else act();
    },
  };
}
