import { beforeEach, expect, test } from "vitest";
import { speak } from "../../src/language";
import { asNamed, seatName, shortSeatName, sideInSentence } from "../../src/names";
import type { Scenario, View } from "../../src/protocol";

const words = {
  en: { article: { first: "Army: the, Royal: the" } },
  it: { article: { first: "Armata: l', Francesi: i" } },
};

beforeEach(() => speak("en"));

test("a side has its article inside a sentence", () => {
  expect(sideInSentence("Army of Condé", words)).toBe("the Army of Condé");
  expect(sideInSentence("The Bretons", words)).toBe("the Bretons");
  expect(sideInSentence("Spain and Condé", words)).toBe("Spain and Condé");
  speak("it");
  expect(sideInSentence("Armata di Fiandra", words)).toBe("l'Armata di Fiandra");
  expect(sideInSentence("Francesi e inglesi", words)).toBe("i Francesi e inglesi");
  expect(sideInSentence("L'esercito reale", words)).toBe("l'esercito reale");
  expect(sideInSentence("Il re", null)).toBe("il re");
});

test("sides are called as their players have decided at the table", () => {
  const both = (name: string) => ({ en: name, it: name });
  const sides = ["red", "blue"].map((seat) => ({ seat, name: both(`${seat} army`) }));
  const scenario = { sides } as unknown as Scenario;
  const before = asNamed(scenario, {} as View);
  expect(shortSeatName("blue", before, null)).toBe("blue army");
  const now = asNamed(scenario, { sides: { red: both("Empire"), blue: both("Savoy") } } as unknown as View);
  expect(seatName("blue", now, null)).toBe("Savoy");
  expect(shortSeatName("red", now, null)).toBe("Empire");
  expect(asNamed(null, null)).toBeNull();
});
