// Nearer, farther, all of it: three buttons in a corner, and what else a map has.

import type { ComponentChildren } from "preact";
import type { Camera } from "./camera";
import { say } from "./phrases";

export function Tools(props: { camera: { current: Camera | null }; children?: ComponentChildren }) {
  const { camera } = props;
  return (
    <div class="map-tools">
      {props.children}
      <button
        type="button"
        aria-label={say("nearer")}
        title={say("nearer")}
        onClick={() => camera.current?.zoomSoftly(1.4)}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 4V16M4 10H16" />
        </svg>
      </button>
      <button
        type="button"
        aria-label={say("farther")}
        title={say("farther")}
        onClick={() => camera.current?.zoomSoftly(1 / 1.4)}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M4 10H16" />
        </svg>
      </button>
      <button
        type="button"
        aria-label={say("whole")}
        title={say("whole")}
        onClick={() => camera.current?.fit()}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 7.5V4H7M13 4H17V7.5M17 12.5V16H13M7 16H3V12.5" />
        </svg>
      </button>
    </div>
  );
}
