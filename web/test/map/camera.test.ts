import { describe, expect, it } from "vitest";
import { bounded, fitted, MOST, revealing, SLACK, zoomed } from "../../src/map/camera";

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
