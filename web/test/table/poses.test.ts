import { signal } from "@preact/signals";
import { expect, it } from "vitest";
import type { Look } from "../../src/look";
import type { OpenBoard, Option, Preview, View } from "../../src/protocol";
import { question } from "../../src/table/asking";
import { type Asking, Deciding } from "../../src/table/deciding";
import { glowing } from "../../src/table/glow";
import { like, pick, putAt, spotOf, touched } from "../../src/table/things";
import { decision as asked, view as hexes, option, piece, look as plain } from "./pieces";

const touch: Look["touch"] = { unit: "piece", to: "pose", spot: "place", legs: "legs" };
const board: OpenBoard = { kind: "open", unit: "cm", scale: 100, width: 9000, depth: 6000, shapes: [] };
const view: View = hexes([piece("savoia", "blue", ""), piece("kaiser", "red", "")], { board });
const options = [
  option("move", { unit: "savoia", to: [1000, 1000, 0] }, "Move to 10; 10"),
  option("move", { unit: "savoia", to: [1000, 1000, 900] }, "Move to 10; 10"),
  option("charge", { unit: "savoia", to: [2000, 1000, 0] }, "Charge to 20; 10"),
  option("stand", { unit: "savoia" }),
];
const decision = asked(options, { unit: "savoia" });

it("reads a place with its heading from three numbers", () => {
  expect(touched(options[1] as Option, touch)).toContainEqual({
    arg: "to",
    kind: "place",
    id: "1000,1000,900",
  });
  expect(touched(option("move", { to: [1, 2] }), touch)).toEqual([]);
  expect(touched(option("move", { spot: [1, 2, 3] }), touch)).toEqual([]);
  expect(spotOf("1,2,3")).toEqual([1, 2, 3]);
  expect(spotOf("1,2")).toEqual([1, 2]);
});

it("tells apart two that differ in the heading alone", () => {
  expect([...glowing(decision, [], null, view, touch).places.keys()]).toEqual([
    "1000,1000,0",
    "1000,1000,900",
    "2000,1000,0",
  ]);
  expect(pick(options, [], { place: "1000,1000,900" }, touch, view)).toEqual({
    what: "option",
    option: options[1],
  });
});

it("puts a pose of one's own into the nearest option of each sort", () => {
  const put = putAt(options, "savoia", [1010, 1000, 850], decision, touch, view);
  expect(put.map((one) => [one.key, one.args.to, one.text.en])).toEqual([
    ["move", [1010, 1000, 850], "Move to 10.1; 10"],
    ["charge", [1010, 1000, 850], "Charge to 10.1; 10"],
  ]);
  expect(like([5, 6], [1, 2, 300])).toEqual([5, 6, 300]);
  expect(like([5, 6, 700], [1, 2])).toEqual([5, 6]);
});

it("leaves the legs away that lead to the place offered", () => {
  const led = option("move", { unit: "savoia", to: [1000, 1000, 0], legs: [["ahead", 300]] });
  expect(touched(led, touch).map(({ arg }) => arg)).toEqual(["unit", "to"]);
  const [put] = putAt([led], "savoia", [1, 2, 3], decision, touch, view);
  expect(put?.args).toEqual({ unit: "savoia", to: [1, 2, 3] });
  expect(question([led], [], { place: "5,6" }, touch, view)?.args).toEqual({ unit: "savoia", to: [5, 6, 0] });
});

it("asks of a click on the ground with the heading of an option", () => {
  expect(question(options, [], { place: "5,6" }, touch, view)).toEqual({
    key: "move",
    args: { unit: "savoia", to: [5, 6, 0] },
  });
});

const fine: Preview = { allowed: true, prospects: [], sketch: [], final: false };

function deciding(isCareful: boolean, isAllowed = (_: Option) => true) {
  const answered: Option[] = [];
  const asking: Asking = {
    decision: signal(decision),
    shownView: signal(view),
    look: signal<Look>({ ...plain, touch }),
    answer: (one) => {
      answered.push(one);
      return Promise.resolve(true);
    },
    preview: (one) => Promise.resolve({ ...fine, allowed: isAllowed(one) }),
    why: () => Promise.resolve({ allowed: false, why: "too far", rule: "any.1" }),
  };
  return { answered, deciding: new Deciding(asking, () => isCareful) };
}

it.each([true, false])(
  "waits for a second yes where a unit was put down by hand (careful: %s)",
  async (isCareful) => {
    const { answered, deciding: one } = deciding(isCareful, ({ key }) => key === "move");
    await one.put("savoia", [1010, 1000, 850], { x: 0, y: 0 });
    expect(answered).toEqual([]);
    expect(one.armed.value?.args.to).toEqual([1010, 1000, 850]);
    // led on and put again: the first place is forgotten
    one.lift();
    expect(one.armed.value).toBeNull();
    await one.put("savoia", [1020, 1000, 850], { x: 0, y: 0 });
    await one.put("savoia", [1020, 1000, 850], { x: 0, y: 0 });
    expect(answered.map(({ args }) => args.to)).toEqual([[1020, 1000, 850]]);
  },
);

it("says why a unit may not stand there", async () => {
  const { answered, deciding: one } = deciding(true, () => false);
  await one.put("savoia", [5000, 1000, 850], { x: 0, y: 0 });
  expect([answered, one.armed.value]).toEqual([[], null]);
  expect(one.forbidden.value?.why).toBe("too far");
  one.lift();
  expect(one.forbidden.value).toBeNull();
});
