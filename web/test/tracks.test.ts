import { expect, it } from "vitest";
import { counter, stages } from "../src/tracks";

it("reads a counter in both forms", () => {
  expect(counter([3, 12])).toEqual({ now: 3, most: 12 });
  expect(counter({ value: 3, of: 12 })).toEqual({ now: 3, most: 12 });
  expect(counter(undefined)).toBeNull();
  expect(counter({ value: "x", of: 2 })).toBeNull();
});

it("reads stages in both forms", () => {
  const all = ["orders", "actions"];
  expect(stages({ stage: "orders", stages: all }, "stage")).toEqual({ now: "orders", all });
  expect(stages({ phase: { value: "actions", of: all } }, "phase")).toEqual({ now: "actions", all });
  expect(stages({ phase: "orders" }, "phase")).toBeNull();
});
