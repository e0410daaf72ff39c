// What both maps stand on: the sheet in its window, hands on it, and events that move over it.

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Camera } from "./camera";
import type { MapProps } from "./contract";
import type { Sheet } from "./Frame";
import { gestures } from "./gestures";
import type { Point } from "./hexes";
import { Motions } from "./motions";
import { paintPaper } from "./paper";

const calm = () => globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;

type Props = Pick<MapProps, "view" | "look" | "handle">;

/** `place`: where a place of the handle's `show` lies on the sheet; `room`: how much round it should be in sight. */
export function useSheet(sheet: Sheet, props: Props, place: (id: string) => Point | null, room: number) {
  const windowRef = useRef<HTMLDivElement>(null);
  const gripRef = useRef<HTMLDivElement>(null);
  const stageRef = useRef<HTMLDivElement>(null);
  const paperRef = useRef<HTMLCanvasElement>(null);
  const liveRef = useRef<SVGSVGElement>(null);
  const layerRef = useRef<SVGGElement>(null);
  const ribbonsRef = useRef<HTMLDivElement>(null);
  const cameraRef = useRef<Camera | null>(null);
  const motionsRef = useRef<Motions | null>(null);
  const handsRef = useRef<ReturnType<typeof gestures> | null>(null);
  /** How large the sheet is on the screen, when it rests. */
  const zoom = useSignal(1);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    const [window, stage, ribbons] = [windowRef.current, stageRef.current, ribbonsRef.current];
    const [live, layer, grip] = [liveRef.current, layerRef.current, gripRef.current];
    if (!window || !stage || !ribbons || !live || !layer || !grip) return undefined;
    const camera = new Camera(window, stage, { x: sheet.width, y: sheet.height }, calm, (k) => {
      zoom.value = k;
    });
    const hands = gestures(window, grip, camera);
    const motions = new Motions(live, layer, ribbons, () => latest.current, calm);
    [cameraRef.current, handsRef.current, motionsRef.current] = [camera, hands, motions];
    camera.begin();
    const watcher = typeof ResizeObserver === "function" ? new ResizeObserver(() => camera.resized()) : null;
    watcher?.observe(window);
    if (paperRef.current) paintPaper(paperRef.current, sheet.width, sheet.height, "laid");
    return () => {
      watcher?.disconnect();
      hands.end();
      motions.settle();
      camera.end();
    };
  }, [sheet]);

  const onSheet = (p: Point): Point => ({ x: p.x - sheet.left, y: p.y - sheet.top });
  const show = (p: Point) => cameraRef.current?.show(onSheet(p), room);

  const { handle, view } = props;
  useLayoutEffect(() => {
    if (!handle) return undefined;
    handle.current = {
      play: (event, motion, ms) => {
        const [camera, motions] = [cameraRef.current, motionsRef.current];
        // where only a part of the table is seen, and nobody has chosen which, what happens is followed
        const isFollowed = camera && ms > 0 && !camera.isWhole && !camera.isChosen;
        const where = isFollowed ? motions?.whereOf(event, motion) : null;
        if (where) handsRef.current?.whenFree(() => show(where));
        return motions?.play(event, motion, ms) ?? Promise.resolve();
      },
      skip: () => motionsRef.current?.skip(),
      show: (id) => {
        const found = place(id);
        if (found) show(found);
      },
      centre: (id) => {
        const found = place(id);
        if (found) cameraRef.current?.centre(onSheet(found));
      },
      fit: () => cameraRef.current?.fit(),
      zoom: (factor) => cameraRef.current?.zoomSoftly(factor),
    };
    return () => {
      handle.current = null;
    };
  });

  // pieces that were led somewhere are now drawn there
  useLayoutEffect(() => motionsRef.current?.settle(), [view]);

  return {
    windowRef,
    gripRef,
    stageRef,
    paperRef,
    liveRef,
    layerRef,
    ribbonsRef,
    cameraRef,
    handsRef,
    onSheet,
    show,
    zoom,
  };
}

export type Mounted = ReturnType<typeof useSheet>;

/** A click that only gave focus draws no ring, like everywhere else on the page; old browsers always draw it. */
export function isFocusSeen(element: Element): boolean {
  try {
    return element.matches(":focus-visible");
  } catch {
    return true;
  }
}
