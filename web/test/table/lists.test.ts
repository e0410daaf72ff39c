// How long the lists of real decisions are; `python -m bench.lists` writes them.

import { expect, test } from "vitest";
import type { Look } from "../../src/look";
import type { Option } from "../../src/protocol";
import { type Item, type Listed, lines, listed, MOST } from "../../src/table/listing";

interface Told {
  game: string;
  player: string;
  key: string;
  touch: Look["touch"];
  options: Option[];
  names: Record<string, string>;
  groups: { id: string; units: string[] }[];
}

// beside the file that is kept there may lie a larger one, written to be counted once
const files = import.meta.glob<string>("./decisions*.jsonl", {
  query: "?raw",
  import: "default",
  eager: true,
});
const told: Told[] = Object.values(files)
  .flatMap((text) => text.trim().split("\n"))
  .map((line) => JSON.parse(line));

const how = ({ touch, names, groups }: Told): Listed => ({
  touch,
  language: "en",
  name: (thing) => names[thing.id] ?? thing.id,
  group: (piece) => {
    const found = groups.find((one) => one.units.includes(piece));
    return found ? { id: found.id, name: names[found.id] ?? found.id } : null;
  },
});

const optionsIn = (items: readonly Item[]): Option[] =>
  items.flatMap((item) =>
    item.what === "option"
      ? [item.option]
      : item.what === "fold"
        ? item.options
        : "entries" in item
          ? item.entries.map((one) => one.option)
          : [],
  );

test("a list of options is at most a dozen lines long before anything is unfolded", () => {
  const counts = told.map((one) => lines(listed(one.options, how(one)))).sort((a, b) => a - b);
  const at = (share: number) => counts[Math.min(counts.length - 1, Math.floor(share * counts.length))];
  const short = counts.filter((one) => one <= MOST).length / counts.length;
  if (Object.keys(files).length > 1)
    console.log(
      `${counts.length} lists: median ${at(0.5)}, 95th percentile ${at(0.95)}, most ${counts.at(-1)}`,
    );
  expect(short).toBeGreaterThanOrEqual(0.95);
});

test("no option is lost or told twice, and the ordinary thing to do stands first", () => {
  for (const one of told) {
    const shown = listed(one.options, how(one));
    const options = optionsIn(shown);
    expect(options).toHaveLength(one.options.length);
    expect(new Set(options)).toEqual(new Set(one.options));
    expect(shown[0]?.what === "fold").toBe(false);
    expect(options[0]).toBe(one.options[0]);
  }
});

test("what is unfolded shows all it hides, however deep", () => {
  for (const one of told) {
    const unfolded = new Set<string>();
    let items = listed(one.options, { ...how(one), unfolded });
    for (let closed = items.find((item) => item.what === "fold" && !item.isOpen); closed; ) {
      if (closed.what === "fold") unfolded.add(closed.id);
      items = listed(one.options, { ...how(one), unfolded });
      closed = items.find((item) => item.what === "fold" && !item.isOpen);
    }
    const options = optionsIn(items.filter((item) => item.what !== "fold"));
    expect(new Set(options), one.key).toEqual(new Set(one.options));
    expect(options, one.key).toHaveLength(one.options.length);
  }
});
