// Plays what happened on the map, one thing after another, and then gets out of the way.

import type { Look, Motion } from "../look";
import type { MapHandle } from "../map/sheet/contract";
import type { Event, Step } from "../protocol";
import type { Teller } from "./contract";
import { PACES, paceName } from "./pace";

/** How long each motion takes, against an ordinary one. */
const LENGTH: Record<Motion["motion"], number> = {
  move: 0.9,
  place: 0.45,
  turn: 0.4,
  strike: 1.3,
  test: 1,
  loss: 0.6,
  state: 0.55,
  gone: 0.9,
  banner: 1.4,
  card: 0.7,
  none: 0,
};
const SMALL_BANNER = 0.55;
const A_HEX_MORE = 0.18;
/** Motions that several pieces may make at the same time without confusing anybody. */
const TOGETHER = new Set<Motion["motion"]>(["place", "turn", "state", "loss"]);
/** More than this many ordinary motions waiting: everything goes faster, but never more than so many times. */
const PATIENCE = 3;
const FASTEST = 8;
/** Of a backlog longer than this only the end is shown. */
const MOST = 60;
/** A map that does not answer is not waited for longer than this beyond the due time. */
const GRACE = 1500;

export interface Scene {
  shown: { event: Event; motion: Motion }[];
  length: number;
}

/** What is to be seen of some events: nothing for the quiet ones, small banners in a row only the last. */
export function scenes(events: readonly Event[], look: Look): Scene[] {
  const found: Scene[] = [];
  for (const event of events) {
    const motion = look.motion[event.key];
    if (!motion || motion.motion === "none") continue;
    const scene = { shown: [{ event, motion }], length: lengthOf(event, motion) };
    const before = found.at(-1);
    const last = before?.shown.at(-1);
    if (!before || !last) found.push(scene);
    else if (motion.motion === "banner" && last.motion.motion === "banner" && last.motion.small)
      found[found.length - 1] = scene;
    else if (mayJoin(before, event, motion)) {
      before.shown.push({ event, motion });
      before.length = Math.max(before.length, scene.length);
    } else found.push(scene);
  }
  return found;
}

function mayJoin(scene: Scene, event: Event, motion: Motion): boolean {
  const kind = scene.shown[0]?.motion.motion;
  if (kind !== motion.motion || !TOGETHER.has(motion.motion)) return false;
  const piece = motion.piece ? event[motion.piece] : undefined;
  return scene.shown.every((one) => !one.motion.piece || one.event[one.motion.piece] !== piece);
}

function lengthOf(event: Event, motion: Motion): number {
  if (motion.motion === "banner" && motion.small) return SMALL_BANNER;
  const path = motion.path ? event[motion.path] : undefined;
  const farther = Array.isArray(path) ? Math.max(0, path.length - 1) * A_HEX_MORE : 0;
  return LENGTH[motion.motion] + farther;
}

/** How many times faster everything goes with so much waiting. */
export function haste(waiting: number): number {
  return Math.min(FASTEST, Math.max(1, waiting / PATIENCE));
}

interface Job {
  scenes: Scene[];
  then: () => void;
}

const isUnseen = () => document.hidden || matchMedia?.("(prefers-reduced-motion: reduce)").matches === true;

/** A teller at the reader's pace, or at one of its own. */
export function newTeller(own?: number): Teller {
  let pace = own;
  let map: MapHandle | null = null;
  let jobs: Job[] = [];
  let running = false;
  /** Ends the scene that is being waited for. */
  let cut: (() => void) | null = null;

  const nowPace = () => pace ?? PACES[paceName.value];
  const shows = () => map !== null && nowPace() > 0 && !isUnseen();

  /** Whatever the caller does wrong in `then`, the rest of the story goes on. */
  const finish = (job: Job) => {
    try {
      job.then();
    } catch (error) {
      console.error(error);
    }
  };

  /** Everything that waits has been seen. A `then` may itself add something: that comes after. */
  const flush = () => {
    const done = jobs;
    jobs = [];
    cut?.();
    for (const job of done) finish(job);
  };

  const waiting = () =>
    jobs.reduce((sum, job) => sum + job.scenes.reduce((all, one) => all + one.length, 0), 0);

  const shorten = () => {
    let over = jobs.reduce((sum, job) => sum + job.scenes.length, 0) - MOST;
    for (const job of jobs) {
      if (over <= 0) return;
      over -= job.scenes.splice(0, over).length;
    }
  };

  async function show(scene: Scene, on: MapHandle): Promise<void> {
    const milliseconds = (nowPace() * scene.length) / haste(waiting() + scene.length);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enough = new Promise<void>((resolve) => {
      cut = resolve;
      timer = setTimeout(resolve, milliseconds + GRACE);
    });
    const seen = Promise.all(
      scene.shown.map(async ({ event, motion }) => {
        try {
          await on.play(event, motion, milliseconds);
        } catch (error) {
          console.error(error); // a map that fails must not stop the battle
        }
      }),
    );
    await Promise.race([seen, enough]);
    clearTimeout(timer);
    cut = null;
  }

  async function run(): Promise<void> {
    running = true;
    while (jobs[0]) {
      const job = jobs[0];
      const scene = job.scenes.shift();
      if (scene && map && shows()) await show(scene, map);
      else if (!scene || !shows()) {
        jobs.shift();
        finish(job);
      }
    }
    running = false;
  }

  const skip = () => {
    flush();
    map?.skip();
  };

  const onHidden = () => {
    if (document.hidden) skip();
  };

  return {
    tell(steps: readonly Step[], look: Look, then: () => void) {
      const events = steps.filter((step) => step.kind !== "undo").flatMap((step) => step.events);
      jobs.push({ scenes: shows() ? scenes(events, look) : [], then });
      shorten();
      if (!running) run();
    },
    skip,
    get pace() {
      return nowPace();
    },
    set pace(milliseconds: number) {
      pace = milliseconds;
      if (milliseconds <= 0) skip();
    },
    attach(found: MapHandle | null) {
      map = found;
      document.removeEventListener("visibilitychange", onHidden);
      if (map) document.addEventListener("visibilitychange", onHidden);
      else flush();
    },
  };
}
