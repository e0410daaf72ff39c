import { signal } from "@preact/signals";
import { expect, it, vi } from "vitest";
import { speak } from "../../src/language";
import type { Look } from "../../src/look";
import type { Option, Preview, View } from "../../src/protocol";
import type { Asking } from "../../src/table/deciding";
import { Holding } from "../../src/table/holding";
import { decision, look } from "./pieces";

const option = (key: string, to: [number, number]): Option => ({
  key,
  args: { figure: "athos", to },
  rules: [],
  text: { en: `${key} there`, it: key },
});
const options = [option("throw", [100, 100]), option("go", [200, 200]), option("go", [300, 300])];
const view = {
  board: { kind: "open", scale: 100 },
  pieces: [{ id: "athos", owner: "red" }],
} as unknown as View;
const preview = (allowed: boolean): Preview => ({ allowed, prospects: [], sketch: [], final: false });

function held(judge: (one: Option) => boolean) {
  speak("en");
  const asked: string[] = [];
  const asking: Asking = {
    decision: signal(decision(options, { figure: "athos" })),
    shownView: signal(view),
    look: signal<Look>({ ...look, touch: { figure: "piece", to: "place" } }),
    answer: () => Promise.resolve(true),
    preview: (one) => {
      asked.push(`${one.key} ${one.args.to}`);
      return Promise.resolve(preview(judge(one)));
    },
    why: () =>
      Promise.resolve({
        allowed: false,
        why: "raw",
        rule: "any.4.0a",
        text: { en: "too far", it: "lontano" },
      }),
  };
  return { asked, holding: new Holding(asking, () => options) };
}

it("says of the place whether one may go there, asking first what most options do", async () => {
  const { asked, holding } = held(() => true);
  holding.hold("athos", [210, 220]);
  await vi.waitFor(() =>
    expect(holding.verdict.value).toEqual({ at: [210, 220], isAllowed: true, text: "" }),
  );
  expect(asked).toEqual(["go 210,220"]);
});

it("says why not, with the rule, when nothing leads there", async () => {
  const { asked, holding } = held(() => false);
  holding.hold("athos", [900, 900]);
  await vi.waitFor(() =>
    expect(holding.verdict.value).toEqual({ at: [900, 900], isAllowed: false, text: "Too far (4.0a)" }),
  );
  expect(asked).toEqual(["go 900,900", "throw 900,900"]);
});

it("asks one question at a time, and the last place wins", async () => {
  const { asked, holding } = held(() => true);
  for (const x of [1, 2, 3, 4]) holding.hold("athos", [x, 0]);
  await vi.waitFor(() => expect(asked).toEqual(["go 1,0", "go 4,0"]));
});

it("forgets everything when the hand is empty", async () => {
  const { holding } = held(() => true);
  holding.hold("athos", [1, 0]);
  holding.hold(null, null);
  await Promise.resolve();
  expect(holding.verdict.value).toBeNull();
  expect(holding.sketch.value).toBeNull();
});
