import { describe, expect, it } from "vitest";
import { dayInWords, whenDone } from "../../src/dates";

describe("the day of a battle", () => {
  it("is said in the language of the page", () => {
    expect(dayInWords("1648-08-20", "en")).toBe("20 August 1648");
    expect(dayInWords("1648-08-20", "it")).toBe("20 agosto 1648");
  });

  it("is the first of a month as Italians print it", () => {
    expect(dayInWords("1859-06-01", "it")).toBe("1º giugno 1859");
    expect(dayInWords("1859-06-11", "it")).toBe("11 giugno 1859");
  });

  it("may be a month or a year alone", () => {
    expect(dayInWords("1652-04", "en")).toBe("April 1652");
    expect(dayInWords("1652", "it")).toBe("1652");
  });

  it("is shown as written when it is no day", () => {
    expect(dayInWords("a summer's day", "en")).toBe("a summer's day");
    expect(dayInWords("1643-02-30", "en")).toBe("1643-02-30");
  });
});

describe("when a game was begun", () => {
  const noon = new Date(2026, 4, 19, 12, 5).getTime();

  it("is an hour on the same day and a day later on", () => {
    expect(whenDone(noon, "en", noon + 3_600_000)).toBe("today, 12:05");
    expect(whenDone(noon, "it", noon + 3_600_000)).toBe("oggi, 12:05");
    expect(whenDone(noon, "it", noon + 86_400_000)).toBe("19 maggio");
  });
});
