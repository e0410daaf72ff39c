import { phrases } from "../phrases";

export const say = phrases({
  language: { en: "Language", it: "Lingua" },
  lobby: { en: "Alfiere, to the battles", it: "Alfiere, alle battaglie" },
});
