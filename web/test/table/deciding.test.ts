import { signal } from "@preact/signals";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Look } from "../../src/look";
import type { Allowed, Decision, Option, Preview, View } from "../../src/protocol";
import { type Asking, Deciding } from "../../src/table/deciding";
import { decision, look, option, piece, view } from "./pieces";

const fire = option("fire", { unit: "A", target: "X" });
const fireY = option("fire", { unit: "A", target: "Y" });
const fireB = option("fire", { unit: "B", target: "X" });
const done = option("done", {});

const risky: Preview = {
  allowed: true,
  sketch: [{ kind: "line", from: "0505", to: "0503" }],
  prospects: [{ kind: "test", who: "A", tallies: [], hits: [], results: [], result: "losses" }],
  final: true,
};
const calm: Preview = { allowed: true, sketch: [], prospects: [], final: false };
const last: Preview = { allowed: true, sketch: [], prospects: [], final: true };

class Fake implements Asking {
  decision = signal<Decision | null>(decision([fire, fireY, fireB, done]));
  shownView = signal<View | null>(
    view([
      piece("A", "blue", "0505"),
      piece("B", "blue", "0605"),
      piece("X", "red", "0503"),
      piece("Y", "red", "0603"),
      piece("Z", "red", "0101"),
    ]),
  );
  look = signal<Look | null>(look);
  alternatives: Option[] = [];
  reconsidered: (Option | null)[] = [];
  reconsider = async (one: Option | null) => {
    this.reconsidered.push(one);
    return true;
  };
  answered: Option[] = [];
  previews: Option[] = [];
  whys: [string, Record<string, unknown>][] = [];
  answer = async (one: Option) => {
    this.answered.push(one);
    return true;
  };
  preview = async (one: Option) => {
    this.previews.push(one);
    return one.key === "fire" ? risky : calm;
  };
  why = async (key: string, args: Record<string, unknown>): Promise<Allowed> => {
    this.whys.push([key, args]);
    return { allowed: false, why: "too far", rule: "none.1" };
  };
}

let asking: Fake;
let deciding: Deciding;
let isCareful: boolean;
const at = { x: 0, y: 0 };
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  asking = new Fake();
  isCareful = true;
  deciding = new Deciding(asking, () => isCareful);
});

afterEach(() => {
  deciding.end();
  vi.useRealTimers();
});

test("who is put down at the edge of somebody charges him there", async () => {
  const disc = { shape: { disc: 50 } };
  const [athos, guard] = [piece("athos", "blue", ""), piece("guard", "red", "")];
  const board = { kind: "open", unit: "um", scale: 100, width: 2000, depth: 2000, shapes: [] } as const;
  asking.shownView.value = {
    ...view([
      { ...athos, pose: [100, 100, 0], ...disc },
      { ...guard, pose: [500, 500, 0], ...disc },
    ]),
    board: { ...board, shapes: [] },
  };
  asking.look.value = {
    ...look,
    touch: { figure: "piece", target: "piece", to: "place" },
    aimed: { charge: "to" },
  };
  asking.decision.value = decision([option("charge", { figure: "athos", target: "guard" }), done]);
  await deciding.put("athos", [600, 500], at);
  await settle();
  expect(asking.answered.map((one) => one.args)).toEqual([
    { figure: "athos", target: "guard", to: [600, 500] },
  ]);
});

describe("who was chosen by the question before", () => {
  const other = option("unit", { unit: "B" });
  beforeEach(() => {
    asking.decision.value = decision([option("move", { unit: "A", hex: "0504" })], { unit: "A" }, 2);
    asking.alternatives = [option("unit", { unit: "A" }), other, option("done", {})];
  });

  test("is given up by Escape", () => {
    expect(deciding.back()).toBe(false); // nothing of this question is chosen
    expect(deciding.reopen()).toBe(true);
    expect(asking.reconsidered).toEqual([null]);
  });

  test("changes with a click on another who might have been chosen", () => {
    expect(deciding.click({ piece: "B" }, at)).toBe(true);
    expect(asking.reconsidered).toEqual([other]);
    expect(asking.whys).toEqual([]);
  });

  test("stays where there is no way back, and a click on somebody else asks why not", async () => {
    asking.alternatives = [];
    expect(deciding.reopen()).toBe(false);
    deciding.click({ piece: "B" }, at);
    await settle();
    expect(asking.reconsidered).toEqual([]);
    expect(asking.whys).toHaveLength(1);
  });
});

describe("answering", () => {
  test("is one click where nothing is left to chance", async () => {
    await deciding.take(done);
    expect(asking.answered).toEqual([done]);
  });

  test("asks once more where chance will speak", async () => {
    await deciding.take(fire);
    expect(asking.answered).toEqual([]);
    expect(deciding.armed.value).toBe(fire);
    expect(deciding.preview.value).toBe(risky);
    await deciding.take(fire);
    expect(asking.answered).toEqual([fire]);
  });

  test("goes with Enter, too, and not after Escape", async () => {
    await deciding.take(fire);
    expect(deciding.back()).toBe(true);
    await deciding.confirm();
    expect(asking.answered).toEqual([]);
    await deciding.take(fire);
    await deciding.confirm();
    expect(asking.answered).toEqual([fire]);
  });

  test("asks anew when another option is clicked instead", async () => {
    await deciding.take(fire);
    await deciding.take(fireY);
    expect(deciding.armed.value).toBe(fireY);
    expect(asking.answered).toEqual([]);
  });

  test("asks nothing of who does not want to be asked", async () => {
    isCareful = false;
    await deciding.take(fire);
    expect(asking.answered).toEqual([fire]);
  });

  test("asks once more where there is no way back, though nothing is left to chance", async () => {
    asking.preview = async () => last;
    await deciding.take(done);
    expect(asking.answered).toEqual([]);
    expect(deciding.armed.value).toBe(done);
    expect(deciding.byChance.value).toBe(false);
    await deciding.take(done);
    expect(asking.answered).toEqual([done]);
  });

  test("tells chance apart", async () => {
    await deciding.take(fire);
    expect(deciding.byChance.value).toBe(true);
  });

  test("does not ask twice where there is no choice", async () => {
    asking.preview = async () => last;
    asking.decision.value = decision([done], {}, 4);
    await deciding.take(done);
    expect(asking.answered).toEqual([done]);
  });

  test("waits for the preview before it goes", async () => {
    let give: (preview: Preview) => void = () => {};
    asking.preview = () =>
      new Promise((wake) => {
        give = wake;
      });
    void deciding.take(done);
    await vi.advanceTimersByTimeAsync(3000);
    expect(asking.answered).toEqual([]);
    give(calm);
    await settle();
    expect(asking.answered).toEqual([done]);
  });

  test("asks to be safe where the preview does not come, and does not wait for ever", async () => {
    asking.preview = () => new Promise(() => {});
    void deciding.take(done);
    await vi.advanceTimersByTimeAsync(6000);
    expect(asking.answered).toEqual([]);
    expect(deciding.armed.value).toBe(done);
    await deciding.confirm();
    expect(asking.answered).toEqual([done]);
  });

  test("asks for a preview that failed once more", async () => {
    asking.preview = async () => null as unknown as Preview;
    await deciding.take(done);
    expect(deciding.back()).toBe(true);
    asking.preview = async () => calm;
    await deciding.take(done);
    expect(asking.answered).toEqual([done]);
  });

  test("goes to the option clicked last while previews are on their way", async () => {
    const waiting: (() => void)[] = [];
    asking.preview = () =>
      new Promise((wake) => {
        waiting.push(() => wake(calm));
      });
    void deciding.take(done);
    void deciding.take(fireY);
    for (const give of waiting) give();
    await settle();
    expect(asking.answered).toEqual([fireY]);
  });

  test("is given up with Escape while its preview is on its way", async () => {
    let give: (preview: Preview) => void = () => {};
    asking.preview = () =>
      new Promise((wake) => {
        give = wake;
      });
    void deciding.take(done);
    expect(deciding.back()).toBe(true);
    give(calm);
    await settle();
    expect(asking.answered).toEqual([]);
  });

  test("goes at once where a number was typed and entered", async () => {
    asking.preview = async () => last;
    await deciding.typed(done);
    expect(asking.answered).toEqual([done]);
  });

  describe("to a question that goes away for a moment", () => {
    const asked = () => decision([fire, fireY, fireB, done]);
    let come: (one: Preview) => void;
    const comes = async (preview: Preview) => {
      come(preview);
      await settle();
    };
    beforeEach(() => {
      asking.preview = () =>
        new Promise((found) => {
          come = found;
        });
    });

    test("goes when it is asked again, wherever the preview came", async () => {
      void deciding.take(done);
      asking.decision.value = null;
      await comes(calm); // just while nothing is asked
      expect(asking.answered).toEqual([]);
      asking.decision.value = asked();
      await settle();
      await comes(calm);
      expect(asking.answered).toEqual([done]);
    });

    test("goes, too, when it was away and back before the preview came", async () => {
      void deciding.take(done);
      asking.decision.value = null;
      asking.decision.value = asked();
      await comes(calm);
      expect(asking.answered).toEqual([done]);
    });

    test("still waits for its second yes, and shows again what it would bring", async () => {
      void deciding.take(fire);
      await comes(risky);
      expect(deciding.armed.value).toBe(fire);
      asking.decision.value = null;
      expect(deciding.preview.value).toBeNull();
      await deciding.confirm(); // nothing is asked now
      expect(asking.answered).toEqual([]);
      asking.decision.value = asked();
      expect(deciding.armed.value).toBe(fire);
      await vi.advanceTimersByTimeAsync(100);
      await comes(risky);
      expect(deciding.preview.value).toBe(risky);
      await deciding.confirm();
      expect(asking.answered).toEqual([fire]);
    });

    test("is dropped when another one comes instead", async () => {
      void deciding.take(done);
      asking.decision.value = null;
      await comes(calm);
      asking.decision.value = decision([fire, done], {}, 2);
      await settle();
      await comes(calm);
      expect(asking.answered).toEqual([]);
    });

    test("is not kept for what follows an answer under the same number, as with dice rolled by hand", async () => {
      isCareful = false;
      asking.answer = async (one) => {
        asking.answered.push(one);
        asking.decision.value = null;
        return true;
      };
      deciding.chosen.value = [{ arg: "unit", kind: "piece", id: "A" }];
      await deciding.take(fire);
      asking.decision.value = asked();
      await settle();
      expect(deciding.chosen.value).toEqual([]);
      expect(asking.answered).toEqual([fire]);
    });
  });

  test("is dropped when the question has changed meanwhile", async () => {
    let give: (preview: Preview) => void = () => {};
    asking.preview = () =>
      new Promise((wake) => {
        give = wake;
      });
    void deciding.take(fire);
    asking.decision.value = decision([fire, done], {}, 2);
    give(calm);
    await settle();
    expect(asking.answered).toEqual([]);
  });
});

describe("clicks on the map", () => {
  test("choose who, then whom, then ask", async () => {
    expect(deciding.click({ piece: "A" }, at)).toBe(true);
    expect(deciding.chosen.value.map((one) => one.id)).toEqual(["A"]);
    expect(deciding.open.value).toEqual([fire, fireY]);
    deciding.click({ piece: "Y" }, at);
    await settle();
    expect(deciding.armed.value).toBe(fireY);
    deciding.click({ piece: "Y" }, at);
    await settle();
    expect(asking.answered).toEqual([fireY]);
  });

  test("take up another unit, and put the same one down", async () => {
    deciding.click({ piece: "A" }, at);
    deciding.click({ piece: "A" }, at);
    expect(deciding.chosen.value).toEqual([]);
    deciding.click({ piece: "A" }, at);
    deciding.click({ piece: "B" }, at);
    await settle();
    expect(deciding.armed.value).toBe(fireB);
  });

  test("on what is no option ask why not", async () => {
    deciding.click({ piece: "A" }, at);
    expect(deciding.click({ piece: "Z" }, at)).toBe(false);
    await settle();
    expect(asking.whys).toEqual([["fire", { unit: "A", target: "Z" }]]);
    expect(deciding.forbidden.value).toMatchObject({ why: "too far", rule: "none.1" });
    expect(deciding.back()).toBe(true);
  });

  test("begin afresh with a new question", () => {
    deciding.click({ piece: "A" }, at);
    asking.decision.value = decision([fire, done], {}, 2);
    expect(deciding.chosen.value).toEqual([]);
  });

  test("on a card with several verbs open a small choice", async () => {
    const top = option("top", { card: 7 });
    const bottom = option("bottom", { card: 7 });
    asking.decision.value = decision([top, bottom, done], {}, 3);
    deciding.click({ card: "7" }, { x: 5, y: 6 });
    expect(deciding.which.value).toEqual({ options: [top, bottom], at: { x: 5, y: 6 } });
    await deciding.take(bottom);
    expect(asking.answered).toEqual([bottom]);
    expect(deciding.which.value).toBeNull();
  });
});

describe("previews", () => {
  test("are asked after a moment's rest, once", async () => {
    deciding.rests(fire);
    await vi.advanceTimersByTimeAsync(40);
    deciding.rests(fireY);
    await vi.advanceTimersByTimeAsync(200);
    expect(asking.previews).toEqual([fireY]);
    deciding.rests(null);
    deciding.rests(fireY);
    await vi.advanceTimersByTimeAsync(200);
    expect(asking.previews).toEqual([fireY]);
    expect(deciding.preview.value).toBe(risky);
  });

  test("that come late are not shown", async () => {
    let give: (preview: Preview) => void = () => {};
    asking.preview = () =>
      new Promise((wake) => {
        give = wake;
      });
    deciding.rests(fire);
    await vi.advanceTimersByTimeAsync(100);
    deciding.rests(null);
    give(risky);
    await settle();
    expect(deciding.preview.value).toBeNull();
  });

  test("stay with what waits for a second yes", async () => {
    await deciding.take(fire);
    deciding.rests(done);
    await vi.advanceTimersByTimeAsync(100);
    expect(deciding.looked.value).toBe(done);
    deciding.rests(null);
    await vi.advanceTimersByTimeAsync(100);
    expect(deciding.looked.value).toBe(fire);
    expect(deciding.preview.value).toBe(risky);
  });
});

describe("a click on somebody", () => {
  test("is never a red refusal, and says nothing where no rule speaks", async () => {
    deciding.click({ piece: "Z" }, at);
    await settle();
    expect(deciding.forbidden.value?.isRemark).toBe(true);
    asking.why = async () => ({ allowed: false, why: "not asked", rule: "none.1", general: true });
    deciding.click({ piece: "Z" }, at);
    await settle();
    expect(deciding.forbidden.value).toBeNull();
  });
});
