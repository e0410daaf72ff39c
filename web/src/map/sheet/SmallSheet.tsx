// The window of a vignette: it keeps its place at once, and what is seen through it is drawn when it comes near.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { INNER } from "./Frame";
import { short } from "./hexes";

interface SheetProps {
  label: string;
  field: { width: number; height: number };
  sheet: { left: number; top: number; width: number; height: number };
  ground(): ComponentChildren;
  marks(): ComponentChildren;
}

// A screenful ahead: whoever scrolls finds it drawn.
const AHEAD = "100% 0px";

/** Whether an element has come near the window; a browser that cannot tell draws at once. */
function useNear() {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    if (isNear || !place.current) return;
    const watch = new IntersectionObserver(
      (seen) => seen.some((one) => one.isIntersecting) && setNear(true),
      {
        rootMargin: AHEAD,
      },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isNear]);
  return { place, isNear };
}

export function SmallSheet({ label, field, sheet, ground, marks }: SheetProps) {
  const { place, isNear } = useNear();
  const [wide, tall] = [field.width + 2 * INNER, field.height + 2 * INNER];
  return (
    <div
      ref={place}
      class="map-small"
      role="img"
      aria-label={label}
      style={{ aspectRatio: `${short(wide)} / ${short(tall)}` }}
    >
      {isNear && (
        <div
          class="map-small-sheet"
          // the margin with its numbers is left out: the sheet is a little larger than its window
          style={{
            width: `${short((100 * sheet.width) / wide)}%`,
            left: `${short((-100 * (-sheet.left - INNER)) / wide)}%`,
            top: `${short((-100 * (-sheet.top - INNER)) / tall)}%`,
          }}
        >
          {ground()}
          <svg
            class="map-small-marks"
            viewBox={`${sheet.left} ${sheet.top} ${short(sheet.width)} ${short(sheet.height)}`}
            aria-hidden="true"
          >
            {marks()}
          </svg>
        </div>
      )}
    </div>
  );
}
