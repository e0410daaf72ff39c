import { expect, test } from "vitest";
import { everybody, roster, strengthOf } from "../../src/papers/roster";
import type { Group } from "../../src/protocol";
import { look, piece, view } from "../table/pieces";

const group = (id: string, units: string[], more: Partial<Group> = {}): Group => ({
  id,
  owner: "blue",
  name: { en: id, it: id },
  leader: "",
  units,
  ...more,
});
const ids = (pieces: readonly { id: string }[]) => pieces.map((one) => one.id);

test("brigades stand inside their division, leaders before their units, who has no group before all", () => {
  const pieces = ["A", "B", "C", "G", "H", "X"].map((id) => piece(id, "blue", "0101"));
  const groups = [
    group("wing", ["C"], { leader: "G" }),
    group("first", ["A", "B"], { parent: "wing", leader: "H" }),
  ];
  const [blue] = roster(view(pieces, { groups }), look, "blue");
  const [loose, wing] = blue?.bodies ?? [];
  expect(loose?.units.map((one) => one.piece.id)).toEqual(["X"]);
  expect(wing?.units.map((one) => [one.piece.id, one.isLeader])).toEqual([
    ["G", true],
    ["C", false],
  ]);
  expect(wing?.within.map((one) => ids(everybody(one)))).toEqual([["H", "A", "B"]]);
  expect(strengthOf(blue?.bodies.flatMap(everybody) ?? [])).toEqual([18, 18]);
});

test("one's own side stands first, and a side of which nothing is known is not there", () => {
  const pieces = [piece("R", "red", "0101"), piece("B", "blue", "0102")];
  expect(roster(view(pieces), look, "blue").map((one) => one.seat)).toEqual(["blue", "red"]);
  expect(roster(view(pieces), look, "red").map((one) => one.seat)).toEqual(["red", "blue"]);
  expect(roster(view(pieces.slice(1)), look, null).map((one) => one.seat)).toEqual(["blue"]);
});

test("the lost stand apart, those who lie there for good too, and are not counted as being on their way", () => {
  const badges = { out: { sign: "†", tone: "bad" as const, body: "down" as const } };
  const pieces = [piece("A", "blue", "0101"), piece("D", "blue", "0102", { badges: ["out"] })];
  const lost = [{ id: "L", owner: "blue", name: { en: "L", it: "L" }, symbol: "X" }];
  const groups = [group("first", ["A", "D", "L", "W"])];
  const [blue] = roster(view(pieces, { groups, lost }), { ...look, badges }, "blue");
  expect(ids(blue?.lost ?? [])).toEqual(["L", "D"]);
  expect(blue?.bodies.map((one) => [ids(everybody(one)), one.away])).toEqual([[["A"], 1]]);
});
