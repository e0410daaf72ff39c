// The window both maps are seen through: the sheet on its stage, hands and ribbons over it, tools in the corner.

import type { ComponentChildren } from "preact";
import type { Sheet } from "./Frame";
import { short } from "./hexes";
import type { Mounted } from "./mounting";
import { Tools } from "./Tools";

interface Hands {
  onClick(event: MouseEvent): void;
  onKeyDown(event: KeyboardEvent): void;
  onFocusIn(event: FocusEvent): void;
  onFocusOut(event: FocusEvent): void;
  onPointerOver(event: PointerEvent): void;
  onPointerLeave(): void;
}

interface Touches {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(): void;
  onPointerCancel(): void;
}

export interface WindowProps {
  mounted: Mounted;
  sheet: Sheet;
  isOpen?: boolean;
  /** What is printed on the paper. */
  ground: ComponentChildren;
  /** Everything that lives over it, in the sheet's own measures. */
  children: ComponentChildren;
  hands: Hands;
  /** Hands on what lives. */
  touches?: Touches;
  acting?: string | null | undefined;
  /** More buttons in the corner. */
  tools?: ComponentChildren;
  tag: ComponentChildren;
  help: string;
}

export function MapWindow(props: WindowProps) {
  const { mounted, sheet, touches, acting } = props;
  return (
    <div class={props.isOpen ? "map open" : "map"}>
      <div class="map-window" ref={mounted.windowRef} {...props.hands}>
        <div class="map-stage" ref={mounted.stageRef}>
          <canvas class="map-paper" ref={mounted.paperRef} />
          {props.ground}
          {/* biome-ignore lint/a11y/noSvgWithoutTitle: the group inside has the name */}
          <svg
            class="map-live"
            ref={mounted.liveRef}
            viewBox={`${sheet.left} ${sheet.top} ${short(sheet.width)} ${short(sheet.height)}`}
            data-acting={acting ?? undefined}
            {...touches}
          >
            {props.children}
          </svg>
        </div>
        <div class="map-grip" ref={mounted.gripRef} />
        <div class="map-ribbons" ref={mounted.ribbonsRef} aria-hidden="true" />
        <Tools camera={mounted.cameraRef}>{props.tools}</Tools>
      </div>
      {props.tag}
      <p id="map-help" class="unseen">
        {props.help}
      </p>
    </div>
  );
}
