// Refusals in words a player understands; what we have no sentence for is said as the server says it.

import { said } from "../language";
import { phrases } from "../phrases";
import { Refusal } from "../server";

const sentence = phrases({
  "no-connection": {
    en: "The server cannot be reached. Is it running, and are you connected?",
    it: "Il server non si raggiunge. È acceso, e sei connesso?",
  },
  "too-many-games": {
    en: "This server has as many games as it can hold. Try again later.",
    it: "Questo server ha tutte le partite che può tenere. Riprova più tardi.",
  },
  "too-often": {
    en: "That was too much at once. Wait a moment and try again.",
    it: "Troppe richieste in una volta. Aspetta un momento e riprova.",
  },
  busy: { en: "The server is busy. Try again.", it: "Il server è occupato. Riprova." },
  "no-storage": {
    en: "The server cannot write anything down at the moment. Try again.",
    it: "Al momento il server non può scrivere nulla. Riprova.",
  },
  "no-such-game": {
    en: "There is no such game on this server.",
    it: "Su questo server non c'è questa partita.",
  },
  "no-such-scenario": {
    en: "This server does not have that battle.",
    it: "Questo server non ha quella battaglia.",
  },
  "not-here": { en: "This server does not have that.", it: "Questo server non ce l'ha." },
  "bad-option": {
    en: "The battle cannot be set up with these optional rules.",
    it: "La battaglia non si può preparare con queste regole facoltative.",
  },
  "bad-seats": { en: "Nobody can sit like that.", it: "Così non si può sedere." },
  "bad-save": {
    en: "The server cannot read this save file.",
    it: "Il server non riesce a leggere questo salvataggio.",
  },
  "too-long": { en: "The file is too large.", it: "Il file è troppo grande." },
  unknown: { en: "Something went wrong ({status}).", it: "Qualcosa è andato storto ({status})." },
});

type Known = Parameters<typeof sentence>[0];
const KNOWN: readonly string[] = [
  "no-connection",
  "too-many-games",
  "too-often",
  "busy",
  "no-storage",
  "no-such-game",
  "no-such-scenario",
  "not-here",
  "bad-option",
  "bad-seats",
  "bad-save",
  "too-long",
];

export function inWords(error: unknown): string {
  if (!(error instanceof Refusal)) return sentence("unknown", { status: String(error) });
  if (error.text) return said(error.text);
  if (KNOWN.includes(error.code)) return sentence(error.code as Known);
  return error.why || sentence("unknown", { status: error.status });
}
