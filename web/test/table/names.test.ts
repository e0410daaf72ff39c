import { beforeEach, expect, test } from "vitest";
import { speak } from "../../src/language";
import { sideInSentence } from "../../src/names";

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
