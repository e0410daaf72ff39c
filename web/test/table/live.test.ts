import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Message } from "../../src/protocol";
import { type Connection, Live } from "../../src/table/live";
import { FakeSocket } from "./wire";

let heard: Message[];
let states: Connection[];
let reasons: string[];
let seen: number;
let live: Live;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  FakeSocket.all = [];
  heard = [];
  states = [];
  reasons = [];
  seen = -1;
  live = new Live({
    id: "game",
    key: "secret",
    seat: "blue",
    seen: () => seen,
    chat: () => 2,
    onMessage: (message) => heard.push(message),
    onConnection: (state, reason) => {
      states.push(state);
      reasons.push(reason);
    },
    open: (address) => new FakeSocket(address),
  });
  live.start();
});

afterEach(() => {
  live.end();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const changed = { type: "changed", game: {}, table: null, steps: [] };

describe("the live connection", () => {
  test("introduces itself with what it knows, and never in the address", () => {
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent).toEqual([{ type: "hello", key: "secret", seat: "blue", seen: -1, chat: 2 }]);
    expect(FakeSocket.last.address).toMatch(/\/api\/games\/game\/live$/);
    expect(FakeSocket.last.address).not.toContain("secret");
  });

  test("answers every beat and tells nobody of it", () => {
    FakeSocket.last.accept();
    FakeSocket.last.say({ type: "beat" });
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: "beat" });
    expect(heard).toEqual([]);
  });

  test("says in the server's own words why the line was closed for good", () => {
    FakeSocket.last.accept();
    FakeSocket.last.say({
      type: "refused",
      code: "storage-full",
      why: "full",
      text: { en: "the disk is full", it: "" },
    });
    expect(heard).toEqual([]);
    expect(states.at(-1)).toBe("connecting");
    FakeSocket.last.drop(1008, "storage-full");
    expect(states.at(-1)).toBe("refused");
    expect(reasons.at(-1)).toBe("the disk is full");
  });

  test("comes back after a loss and says what it has seen by then", () => {
    FakeSocket.last.accept();
    FakeSocket.last.say(changed);
    expect(states.at(-1)).toBe("open");
    seen = 41;
    FakeSocket.last.drop();
    expect(states.at(-1)).toBe("lost");
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(600);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent[0]).toMatchObject({ seen: 41 });
    FakeSocket.last.say(changed);
    expect(states.at(-1)).toBe("open");
  });

  test("waits longer each time, up to a limit", () => {
    const tries = () => FakeSocket.all.length;
    for (const wait of [500, 1000, 2000, 4000, 8000, 15000, 15000]) {
      const before = tries();
      FakeSocket.last.drop();
      vi.advanceTimersByTime(wait - 10);
      expect(tries()).toBe(before);
      vi.advanceTimersByTime(20);
      expect(tries()).toBe(before + 1);
    }
  });

  test("does not wait when the network is back", () => {
    FakeSocket.last.drop();
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all.filter((one) => !one.isClosed)).toHaveLength(1);
  });

  test("takes long silence for a loss", () => {
    FakeSocket.last.accept();
    FakeSocket.last.say(changed);
    vi.advanceTimersByTime(41_000);
    expect(FakeSocket.all[0]?.isClosed).toBe(true);
    expect(states.at(-1)).toBe("lost");
  });

  test("does not come back where it is not wanted", () => {
    FakeSocket.last.drop(1008, "wrong-key");
    vi.advanceTimersByTime(120_000);
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(1);
    expect(states.at(-1)).toBe("refused");
  });

  test("hears nothing after its end", () => {
    FakeSocket.last.accept();
    const socket = FakeSocket.last;
    live.end();
    socket.say(changed);
    socket.drop();
    vi.advanceTimersByTime(60_000);
    expect(heard).toEqual([]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("passes over what it cannot read", () => {
    FakeSocket.last.onmessage?.({ data: "not json" });
    FakeSocket.last.say({ type: "chat", lines: [] });
    expect(heard).toHaveLength(1);
  });
});
