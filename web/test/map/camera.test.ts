import { describe, expect, it, vi } from "vitest";
import {
  bounded,
  boxOf,
  Camera,
  fitted,
  framing,
  including,
  MOST,
  revealing,
  SLACK,
  zoomed,
} from "../../src/map/sheet/camera";
import { gestures } from "../../src/map/sheet/gestures";

const window = { x: 1000, y: 700 };
const sheet = { x: 1200, y: 800 };

describe("the camera", () => {
  it("shows the whole sheet in the middle", () => {
    const { k, x, y } = fitted(window, sheet);
    expect(k).toBeCloseTo(1000 / 1200);
    expect(x).toBeCloseTo(0);
    expect(y).toBeCloseTo((700 - 800 * k) / 2);
  });

  it("keeps the point under the hand where it is", () => {
    const before = { k: 2, x: -300, y: -400 };
    const at = { x: 620, y: 210 };
    const after = zoomed(before, 1.3, at, window, sheet);
    expect((at.x - after.x) / after.k).toBeCloseTo((at.x - before.x) / before.k);
    expect((at.y - after.y) / after.k).toBeCloseTo((at.y - before.y) / before.k);
  });

  it("goes neither farther than the whole sheet nor nearer than its bound", () => {
    const start = fitted(window, sheet);
    expect(zoomed(start, 0.2, { x: 1, y: 1 }, window, sheet)).toEqual(start);
    expect(zoomed(start, 99, { x: 1, y: 1 }, window, sheet).k).toBe(MOST);
  });

  it("keeps a sheet near the window, with a little play", () => {
    const frame = bounded({ k: 2, x: 5000, y: -5000 }, window, sheet);
    expect(frame).toEqual({ k: 2, x: SLACK, y: 700 - 1600 - SLACK });
    expect(bounded({ k: 2, x: -300, y: -200 }, window, sheet)).toEqual({ k: 2, x: -300, y: -200 });
  });

  it("moves only for what is out of sight", () => {
    const frame = { k: 2, x: -100, y: -100 };
    expect(revealing(frame, { x: 300, y: 200 }, 40, window, sheet)).toBe(frame);
    const moved = revealing(frame, { x: 1000, y: 200 }, 40, window, sheet);
    expect(moved.x + 1000 * 2 + 80).toBeLessThanOrEqual(1000 + 400);
    expect(moved.x).toBeLessThan(frame.x);
    expect(moved.y).toBe(frame.y);
  });
});

describe("who is asked about", () => {
  const phone = { x: 390, y: 360 };
  const table = { x: 1228, y: 1228 };
  const near = { left: 500, top: 500, right: 700, bottom: 700 };

  it("is framed near enough to be read, or as near as all of it can be seen", () => {
    expect(boxOf([], 10)).toBeNull();
    expect(
      boxOf(
        [
          { x: 10, y: 20 },
          { x: 30, y: 5 },
        ],
        10,
      ),
    ).toEqual({ left: 0, top: -5, right: 40, bottom: 30 });
    const one = framing(near, phone, table);
    expect(one.k).toBe(1.1);
    expect(one.x + 600 * one.k).toBeCloseTo(195);
    expect(one.y + 600 * one.k).toBeCloseTo(180);
    // what lies under the buttons is no room
    expect(framing(near, phone, table, 52).y).toBeCloseTo(one.y - 26);
    expect(framing({ ...near, right: 1200 }, phone, table).k).toBeCloseTo(390 / 700);
    expect(framing({ left: 0, top: 0, right: 1228, bottom: 1228 }, phone, table).k).toBeCloseTo(
      fitted(phone, table).k,
    );
  });

  it("moves the sheet only as far as is needed", () => {
    const frame = framing(near, phone, table);
    expect(including(frame, near, phone, table)).toBe(frame);
    const beside = including(frame, { ...near, left: 700, right: 800 }, phone, table);
    expect(beside.k).toBe(frame.k);
    expect(beside.x + 800 * beside.k).toBeCloseTo(390);
    expect(beside.y).toBe(frame.y);
    // too large to be seen at once: farther away
    expect(including(frame, { ...near, right: 1100 }, phone, table).k).toBeLessThan(frame.k);
  });

  const cameraIn = (size: { x: number; y: number }) => {
    const window = document.createElement("div");
    Object.defineProperties(window, {
      clientWidth: { value: size.x, configurable: true },
      clientHeight: { value: size.y, configurable: true },
    });
    const camera = new Camera(window, document.createElement("div"), table, () => true);
    camera.begin();
    return camera;
  };

  it("comes near on a phone, and only there", () => {
    const camera = cameraIn(phone);
    camera.attend(near);
    expect(camera.frame.k).toBeCloseTo(1.1);
    expect(camera.sees({ x: 600, y: 600 })).toBe(true);
    camera.attend({ left: 0, top: 0, right: 100, bottom: 100 });
    expect(camera.frame.k).toBeCloseTo(1.1);
    expect(camera.sees({ x: 50, y: 50 })).toBe(true);
    const desk = cameraIn({ x: 1000, y: 800 });
    desk.attend(near);
    expect(desk.isWhole).toBe(true);
  });

  it("does not come near again when somebody has chosen what to see", () => {
    const camera = cameraIn(phone);
    camera.fit();
    camera.attend(near);
    expect(camera.isWhole).toBe(true);
    camera.zoom(6);
    const { k } = camera.frame;
    camera.attend({ left: 40, top: 40, right: 60, bottom: 60 });
    expect(camera.frame.k).toBe(k);
    expect(camera.sees({ x: 50, y: 50 })).toBe(true);
  });

  it("stays in sight when the window becomes smaller, until a hand moves the sheet", () => {
    const camera = cameraIn(phone);
    camera.attend(near);
    // biome-ignore lint/complexity/useLiteralKeys: the window is the camera's own
    Object.defineProperty(camera["window"], "clientHeight", { value: 250, configurable: true });
    camera.resized();
    expect(camera.frame.y + 700 * camera.frame.k).toBeLessThanOrEqual(250);
    camera.pan(-200, -200);
    const { frame } = camera;
    camera.resized();
    expect(camera.frame).toEqual(frame);
  });

  it("waits for the last finger to leave", () => {
    const [window, grip] = [document.createElement("div"), document.createElement("div")];
    const hands = gestures(window, grip, cameraIn(phone));
    const act = vi.fn();
    hands.whenFree(act);
    expect(act).toHaveBeenCalledTimes(1);
    const finger = (name: string, pointerId: number) =>
      window.dispatchEvent(
        new PointerEvent(name, { pointerId, pointerType: "touch", clientX: 5, clientY: 5 }),
      );
    finger("pointerdown", 1);
    finger("pointerdown", 2);
    hands.whenFree(act);
    finger("pointerup", 1);
    expect(act).toHaveBeenCalledTimes(1);
    finger("pointerup", 2);
    expect(act).toHaveBeenCalledTimes(2);
    finger("pointerdown", 1);
    finger("pointerup", 1);
    expect(act).toHaveBeenCalledTimes(2);
    hands.end();
  });
});
