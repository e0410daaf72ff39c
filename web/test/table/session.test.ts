import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { evidenceOf, forgetEvidence } from "../../src/evidence";
import { myGame } from "../../src/games";
import { Refusal } from "../../src/server";
import { Session } from "../../src/table/session";
import { shareCommitment } from "../../src/telling/fairness";
import { House, SlowTeller, step } from "./house";
import { decision, look, option } from "./pieces";
import { FakeSocket } from "./wire";

vi.mock("../../src/server", async (original) => ({
  ...(await original<typeof import("../../src/server")>()),
  look: async () => look,
  words: async () => ({ en: {}, it: {} }),
  scenarios: async () => ({ scenarios: [], computers: [] }),
}));

let house: House;
let teller: SlowTeller;
let session: Session;

const settle = () => vi.advanceTimersByTimeAsync(0);

async function open(): Promise<void> {
  session = new Session("g", "key", teller, { game: house, open: (address) => new FakeSocket(address) });
  await session.enter();
  await settle();
  if (FakeSocket.all.length) FakeSocket.last.accept();
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  forgetEvidence();
  sessionStorage.clear();
  FakeSocket.all = [];
  teller = new SlowTeller();
  house = new House(["blue"]);
});

afterEach(() => {
  session.leave();
  vi.useRealTimers();
});

const sameAgain = async () => {
  FakeSocket.last.say(house.changed("blue", []));
  await settle();
};
const moments = () => session.steps.value.map((one) => one.moment);
const ask = (number: number) => decision([option("go", {})], {}, number);

describe("a question that only opened the next", () => {
  const whom = [option("unit", { unit: "A" }), option("unit", { unit: "B" })];
  const opener = { ...decision(whom, {}, 1), opening: true };

  test("can be answered anew", async () => {
    house.at("blue", { decision: opener, waiting_for: ["blue"], may_undo: true });
    await open();
    house.answer = async (seat, number, given) => {
      house.asked.push(`answer ${number} ${given?.args.unit ?? given?.key}`);
      const moment = number;
      house.at(seat, {
        decision: decision([option("move", {})], {}, number + 1),
        number: number + 1,
        moment,
      });
      FakeSocket.last.say(house.changed(seat, [step(moment)]));
      return { again: false, state: await house.state(seat) };
    };
    house.undo = async (seat) => {
      house.asked.push("undo");
      house.at(seat, { decision: { ...opener, number: 3 }, number: 3, moment: 2 });
      FakeSocket.last.say(house.changed(seat, [step(2)]));
      return house.state(seat);
    };
    expect(session.alternatives).toEqual([]);
    await session.answer(whom[0] as (typeof whom)[0]);
    await settle();
    expect(session.alternatives).toEqual(whom);
    const done = session.reconsider(whom[1] as (typeof whom)[0]);
    await settle();
    expect(await done).toBe(true);
    expect(house.asked.filter((one) => /^(answer|undo)/.test(one))).toEqual([
      "answer 1 A",
      "undo",
      "answer 3 B",
    ]);
  });
});

describe("a battle opened", () => {
  test("reads its story from the beginning, page by page, and listens from there", async () => {
    house.logs.blue = Array.from({ length: 450 }, (_, n) => step(n));
    house.at("blue", { moment: 449 });
    await open();
    expect(moments()).toHaveLength(450);
    expect(FakeSocket.last.sent[0]).toMatchObject({ seat: "blue", seen: 449 });
    expect(teller.told).toEqual([]);
  });

  test("is remembered with its key", async () => {
    await open();
    expect(myGame("g")).toMatchObject({ key: "key", seats: ["blue"], scenario: "none/one" });
  });

  test("adds its share of chance by itself while the battle waits", async () => {
    house = new House(["blue"], "waiting");
    await open();
    const kept = evidenceOf("g");
    expect(kept).toMatchObject({ commitment: "cc90", early: true, seats: ["blue"] });
    expect(kept?.share).toMatch(/^[\w-]{32}$/);
    expect(house.commitments.blue).toBe(shareCommitment("g", ["blue"], kept?.share ?? ""));
    expect(house.shares).toEqual([]); // not before the other has promised
    FakeSocket.last.say(house.otherJoins());
    await settle();
    expect(house.shares).toEqual([kept?.share]);
    expect(evidenceOf("g")?.commitments).toEqual(house.commitments);
    house.about = { ...house.about, status: "playing" };
    await sameAgain();
    expect(session.shown.value?.seat).toBe("blue");
  });

  test("a share survives a reload, and is shown when the page is open again", async () => {
    house = new House(["blue"], "waiting");
    await open();
    const share = evidenceOf("g")?.share;
    const promised = house.commitments.blue;
    session.leave();
    house.otherJoins();
    await open();
    expect(house.commitments.blue).toBe(promised);
    expect(house.shares).toEqual([share]);
  });

  test("a server that changes its promise is shown nothing", async () => {
    house = new House(["blue"], "waiting");
    await open();
    house.promise = "0bad";
    FakeSocket.last.say(house.otherJoins());
    await settle();
    expect(house.shares).toEqual([]);
    expect(session.failed.value?.code).toBe("promise-changed");
    expect(evidenceOf("g")?.commitment).toBe("cc90");
  });

  test("a browser that lost its share promises another while somebody is missing", async () => {
    house = new House(["blue"], "waiting");
    await open();
    const lost = house.commitments.blue;
    session.leave();
    localStorage.clear();
    forgetEvidence();
    await open();
    expect(house.commitments.blue).not.toBe(lost);
    FakeSocket.last.say(house.otherJoins());
    await settle();
    expect(house.shares).toEqual([evidenceOf("g")?.share]);
  });

  test("another device that has no share waits for the one that has", async () => {
    house = new House(["blue"], "waiting");
    await open();
    session.leave();
    localStorage.clear();
    forgetEvidence();
    house.otherJoins();
    await open();
    expect(house.shares).toEqual([]);
    expect(session.failed.value).toBeNull();
  });

  test("says why it cannot be opened", async () => {
    house.state = async () => {
      throw new Refusal(404, "no-such-game", "no such game", "", null);
    };
    await open();
    expect(session.failed.value?.code).toBe("no-such-game");
  });
});

describe("what comes live", () => {
  test("is told once and in order, whatever is repeated", async () => {
    await open();
    house.at("blue", { moment: 2 });
    FakeSocket.last.say(house.changed("blue", [step(1), step(2)]));
    await settle();
    FakeSocket.last.say({
      type: "changed",
      game: house.about,
      table: house.tables.blue,
      steps: [step(1), step(2)],
    });
    await settle();
    expect(moments()).toEqual([0, 1, 2]);
    expect(teller.told).toEqual([1, 2]);
  });

  test("after a long absence the gap is fetched", async () => {
    await open();
    house.logs.blue?.push(...Array.from({ length: 9 }, (_, n) => step(n + 1)));
    house.at("blue", { moment: 11 });
    FakeSocket.last.say(house.changed("blue", [step(10), step(11)]));
    await settle();
    expect(moments()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test("is shown when it has been told; until then nothing is asked", async () => {
    await open();
    teller.isSlow = true;
    house.at("blue", { moment: 1, decision: ask(5) });
    FakeSocket.last.say(house.changed("blue", [step(1)]));
    await settle();
    expect(session.table.value?.moment).toBe(1);
    expect(session.shown.value?.moment).toBe(0);
    expect(session.decision.value).toBeNull();
    teller.skip();
    expect(session.shown.value?.moment).toBe(1);
    expect(session.decision.value?.number).toBe(5);
    expect(moments()).toEqual([0, 1]);
  });

  test("never takes the question away when it only says the same once more", async () => {
    house.at("blue", { decision: ask(5) });
    await open();
    const asked: (number | null)[] = [];
    const stop = session.decision.subscribe((one) => void asked.push(one?.number ?? null));
    house.at("blue", { decision: ask(5) });
    await sameAgain();
    stop();
    expect(asked).toEqual([5, 5]);
  });

  test("with nothing new in it waits for what is being told", async () => {
    await open();
    teller.isSlow = true;
    house.at("blue", { moment: 1, decision: ask(5) });
    FakeSocket.last.say(house.changed("blue", [step(1)]));
    await sameAgain();
    expect(session.shown.value?.moment).toBe(0);
    teller.skip();
    expect(session.shown.value).toBe(session.table.value);
    expect(session.decision.value?.number).toBe(5);
  });

  test("does not hold up the battle when a motion never ends", async () => {
    await open();
    teller.isSlow = true;
    house.at("blue", { moment: 1 });
    FakeSocket.last.say(house.changed("blue", [step(1)]));
    await vi.advanceTimersByTimeAsync(61_000);
    expect(session.shown.value?.moment).toBe(1);
  });
});

describe("an answer", () => {
  test("goes out once; the question does not come back while it is under way", async () => {
    house.at("blue", { decision: ask(3) });
    await open();
    const sending = session.answer(option("go", {}));
    expect(session.decision.value).toBeNull();
    expect(await session.answer(option("go", {}))).toBe(false);
    await sending;
    expect(house.asked.filter((one) => one.startsWith("answer"))).toEqual(["answer blue 3"]);
  });

  test("is sent again when nobody heard it", async () => {
    house.at("blue", { decision: ask(3) });
    await open();
    house.refusals = [new Refusal(0, "no-connection", "", "", null), new Refusal(503, "busy", "", "", null)];
    const sending = session.answer(option("go", {}));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await sending).toBe(true);
    expect(house.asked.filter((one) => one.startsWith("answer"))).toHaveLength(3);
  });

  test("that comes late shows the table as it is now", async () => {
    house.at("blue", { decision: ask(3) });
    await open();
    house.refusals = [new Refusal(409, "late", "", "", null)];
    house.logs.blue?.push(step(1));
    house.at("blue", { moment: 1, decision: ask(4) });
    expect(await session.answer(option("go", {}))).toBe(false);
    expect(session.refusal.value?.code).toBe("late");
    expect(session.decision.value?.number).toBe(4);
  });

  test("may be followed by a question that looks the same, as when dice are rolled by hand", async () => {
    house.at("blue", { decision: ask(3) });
    await open();
    await sameAgain();
    const first = session.decision.value;
    await session.answer(option("go", {}));
    expect(session.decision.value).toBeNull();
    house.at("blue", { decision: ask(3) });
    await sameAgain();
    expect(session.decision.value).not.toBeNull();
    expect(session.decision.value).not.toBe(first);
  });

  test("given quickly after another is not asked for again while the server is slow", async () => {
    house.at("blue", { decision: ask(3) });
    await open();
    await sameAgain();
    house.logs.blue?.push(step(1));
    house.at("blue", { moment: 1, decision: ask(4) });
    await session.answer(option("go", {}));
    FakeSocket.last.say(house.changed("blue", [step(1)]));
    await settle();
    expect(session.decision.value?.number).toBe(4);
    house.answer = () => new Promise(() => {});
    void session.answer(option("go", {}));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(session.decision.value).toBeNull();
  });

  test("to a question heard before the last answer came back goes out when it has", async () => {
    house.at("blue", { decision: ask(3) });
    await open();
    const reply = house.answer;
    house.answer = (...what) => new Promise((wake) => setTimeout(wake, 500)).then(() => reply(...what));
    const first = session.answer(option("go", {}));
    house.at("blue", { moment: 1, decision: ask(4) });
    FakeSocket.last.say(house.changed("blue", [step(1)]));
    await settle();
    expect(session.decision.value?.number).toBe(4);
    const second = session.answer(option("go", {}));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([await first, await second]).toEqual([true, true]);
    expect(house.asked.filter((one) => one.startsWith("answer"))).toEqual(["answer blue 3", "answer blue 4"]);
  });

  test("forbidden by the rules is asked again", async () => {
    house.at("blue", { decision: ask(3) });
    await open();
    house.refusals = [new Refusal(422, "not-allowed", "no", "none.1", null)];
    await session.answer(option("go", {}));
    expect(session.decision.value?.number).toBe(3);
  });

  test("shows its events even when the line is dead", async () => {
    house.at("blue", { decision: ask(3) });
    await open();
    FakeSocket.last.drop();
    house.at("blue", { moment: 1, decision: ask(4) });
    house.logs.blue?.push(step(1));
    await session.answer(option("go", {}));
    await settle();
    expect(teller.told).toEqual([1]);
    expect(session.decision.value?.number).toBe(4);
  });
});

describe("two at one screen", () => {
  beforeEach(() => {
    house = new House(["red", "blue"]);
  });

  const hide = () => {
    for (const seat of ["red", "blue", "spectator"]) house.at(seat, { secret: true });
  };

  test("nothing of a seat is fetched before its player says so", async () => {
    hide();
    await open();
    expect(session.curtain.value).toBe("blue");
    expect(session.shown.value).toBeNull();
    expect(house.asked.every((one) => one === "state spectator")).toBe(true);
    expect(FakeSocket.all).toHaveLength(0);
    await session.lift();
    expect(session.curtain.value).toBeNull();
    expect(session.shown.value?.seat).toBe("blue");
  });

  test("the curtain falls when the other is asked, and everything is covered", async () => {
    hide();
    house.at("blue", { decision: ask(1) });
    await open();
    await session.lift();
    FakeSocket.last.accept();
    house.at("blue", { moment: 1, decision: null, waiting_for: ["red"] });
    house.at("red", { moment: 1, decision: ask(1), waiting_for: ["red"] });
    FakeSocket.last.say(house.changed("blue", [step(1)]));
    await settle();
    expect(session.curtain.value).toBe("red");
    expect(session.shown.value).toBeNull();
    expect(session.steps.value).toEqual([]);
    expect(house.asked).not.toContain("state red");
    const before = FakeSocket.last;
    await session.lift();
    FakeSocket.last.accept();
    expect(FakeSocket.last).not.toBe(before);
    expect(FakeSocket.last.sent[0]).toMatchObject({ seat: "red" });
    expect(session.decision.value?.number).toBe(1);
  });

  test("a decision of the other with the same number is a new one", async () => {
    hide();
    house.at("blue", { decision: ask(2) });
    await open();
    await session.lift();
    FakeSocket.last.accept();
    await session.answer(option("go", {}));
    house.at("blue", { moment: 1, decision: null, waiting_for: ["red"] });
    house.at("red", { moment: 1, decision: ask(2), waiting_for: ["red"] });
    FakeSocket.last.say(house.changed("blue", [step(1)]));
    await settle();
    await session.lift();
    expect(session.seat.value).toBe("red");
    expect(session.decision.value?.number).toBe(2);
  });

  test("without secrets the seat changes by itself", async () => {
    house.at("blue", { decision: ask(1) });
    await open();
    expect(session.seat.value).toBe("blue");
    house.at("blue", { moment: 1, decision: null, waiting_for: ["red"] });
    house.at("red", { moment: 1, decision: ask(1), waiting_for: ["red"] });
    FakeSocket.last.say(house.changed("blue", [step(1)]));
    await settle();
    expect(session.curtain.value).toBeNull();
    expect(session.seat.value).toBe("red");
    expect(session.shown.value?.seat).toBe("red");
  });

  test("the seat changes after a motion however long it lasts", async () => {
    house.at("blue", { decision: ask(1) });
    await open();
    await sameAgain();
    teller.isSlow = true;
    house.at("blue", { moment: 1, decision: null, waiting_for: ["red"] });
    house.at("red", { moment: 1, decision: ask(1), waiting_for: ["red"] });
    await session.answer(option("go", {}));
    FakeSocket.last.say(house.changed("blue", [step(1)]));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(session.shown.value?.moment).toBe(0); // the motion is still on its way, nothing is shown before its end
    teller.skip();
    await settle();
    expect(session.seat.value).toBe("red");
    expect(session.decision.value?.number).toBe(1);
  });

  test("a round in which all answer unseen is a secret", async () => {
    for (const seat of ["red", "blue", "spectator"])
      house.at(seat, { waiting_for: ["red", "blue"], secret: true });
    await open();
    expect(session.curtain.value).toBe("red");
    // Red has nothing to answer: the table is passed on at once, still covered.
    house.at("blue", { decision: ask(1) });
    await session.lift();
    expect(session.curtain.value).toBe("blue");
    await session.lift();
    expect(session.curtain.value).toBeNull();
    expect(session.seat.value).toBe("blue");
  });

  test("a reload finds the same person, unless the curtain had fallen", async () => {
    hide();
    house.at("blue", { decision: ask(1) });
    await open();
    await session.lift();
    session.leave();
    await open();
    expect(session.curtain.value).toBeNull();
    expect(session.seat.value).toBe("blue");
  });
});
