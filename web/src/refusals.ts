// What the server refuses, in plain words; where a rule forbids it, the rule's own sentence is said instead.

import { said } from "./language";
import { phrases } from "./phrases";
import { Refusal } from "./server";

const KNOWN = {
  "no-connection": {
    en: "The server cannot be reached. Nothing has gone out: try again when you are connected.",
    it: "Il server non si raggiunge. Non è partito niente: riprova quando sei connesso.",
  },
  "no-key": { en: "You are only watching here.", it: "Qui stai solo guardando." },
  "wrong-key": {
    en: "This link opens no seat of this battle.",
    it: "Questo link non apre nessun posto di questa battaglia.",
  },
  "not-your-seat": { en: "That is not your seat.", it: "Quello non è il tuo posto." },
  "not-yours": {
    en: "Only who created a battle can delete it, and only while nobody else plays in it.",
    it: "Può eliminare una battaglia solo chi l'ha creata, e solo finché nessun altro vi gioca.",
  },
  "chief-only": {
    en: "That is for who commands your whole side.",
    it: "Questo spetta a chi comanda tutta la tua parte.",
  },
  "too-many-comrades": {
    en: "Your side has as many comrades as it can have.",
    it: "La tua parte ha già tutti i compagni che può avere.",
  },
  "no-such-comrade": {
    en: "That comrade is no longer of your side.",
    it: "Quel compagno non è più della tua parte.",
  },
  "bad-name": { en: "A comrade needs a name.", it: "Un compagno deve avere un nome." },
  "wrong-origin": {
    en: "This page may not speak to this server.",
    it: "Questa pagina non può parlare con questo server.",
  },
  "not-yet": {
    en: "Not before the battle is over: the file would show what is hidden.",
    it: "Non prima della fine: il file mostrerebbe ciò che è nascosto.",
  },
  "no-such-game": {
    en: "There is no such battle on this server.",
    it: "Su questo server non c'è questa battaglia.",
  },
  "no-such-scenario": {
    en: "This server does not have that battle.",
    it: "Questo server non ha quella battaglia.",
  },
  "no-such-moment": { en: "That moment never was.", it: "Quel momento non c'è mai stato." },
  "not-here": { en: "The server does not have that.", it: "Il server non ce l'ha." },
  waiting: { en: "Not everybody has taken a seat yet.", it: "Non tutti si sono ancora seduti." },
  over: { en: "The battle is over.", it: "La battaglia è finita." },
  late: {
    en: "The table has moved on meanwhile. Look again.",
    it: "Nel frattempo il tavolo è andato avanti. Guarda di nuovo.",
  },
  "not-asked": { en: "You are not asked just now.", it: "In questo momento non tocca a te." },
  "cannot-undo": { en: "That can no longer be undone.", it: "Questo non si può più annullare." },
  "joined-already": {
    en: "Somebody has already taken this seat.",
    it: "Qualcuno si è già seduto a questo posto.",
  },
  "no-side": { en: "You play for no side.", it: "Non giochi per nessuna parte." },
  "offered-already": { en: "A draw has already been offered.", it: "La patta è già stata proposta." },
  "no-offer": { en: "No draw is on offer any more.", it: "Non c'è più nessuna proposta di patta." },
  "too-long": { en: "That is too long, or too large.", it: "È troppo lungo, o troppo grande." },
  "too-much-talk": {
    en: "Enough words have been exchanged in this battle.",
    it: "In questa battaglia si è già parlato abbastanza.",
  },
  "past-lost": {
    en: "The rules were mended since; this part of the past cannot be shown.",
    it: "Le regole sono state corrette nel frattempo: questa parte del passato non si può mostrare.",
  },
  "not-allowed": { en: "The rules do not allow that.", it: "Le regole non lo permettono." },
  "bad-option": {
    en: "The battle cannot be set up with these optional rules.",
    it: "La battaglia non si può preparare con queste regole facoltative.",
  },
  "bad-seats": { en: "Nobody can sit like that.", it: "Così non si può sedere." },
  "bad-save": {
    en: "The server cannot read this save file.",
    it: "Il server non riesce a leggere questo salvataggio.",
  },
  "bad-file": {
    en: "This file cannot be used.",
    it: "Questo file non si può usare.",
  },
  "bad-form": { en: "The server did not understand that.", it: "Il server non ha capito." },
  "which-seat": { en: "For which side? Reload the page.", it: "Per quale parte? Ricarica la pagina." },
  "too-often": {
    en: "That was too much at once. Wait a moment.",
    it: "Troppe cose insieme. Aspetta un momento.",
  },
  "too-many-games": {
    en: "This server has as many games as it can hold. Try again later.",
    it: "Questo server ha tutte le partite che può tenere. Riprova più tardi.",
  },
  busy: { en: "The server is busy. Try again.", it: "Il server è occupato. Riprova." },
  "promise-changed": {
    en: "The server has changed the promise about its chance that it had given this browser. Your share is not shown to it: do not play here.",
    it: "Il server ha cambiato la promessa sulla sorte che aveva dato a questo browser. La tua parte non gli viene mostrata: qui non giocare.",
  },
  "too-early": {
    en: "Not everybody has promised a share of chance yet.",
    it: "Non tutti hanno ancora promesso la loro parte di sorte.",
  },
  "wrong-share": {
    en: "This is not the share of chance that was promised for this seat.",
    it: "Questa non è la parte di sorte promessa per questo posto.",
  },
  unknown: {
    en: "Something went wrong. Reload the page if it stays so.",
    it: "Qualcosa è andato storto. Se continua, ricarica la pagina.",
  },
};

const sentence = phrases(KNOWN);

/** Also whatever else went wrong on the way: that has no sentence of its own. */
export function inWords(error: unknown): string {
  if (!(error instanceof Refusal)) return sentence("unknown");
  if (error.text) return said(error.text);
  if (error.code in KNOWN) return sentence(error.code as keyof typeof KNOWN);
  return error.why || sentence("unknown");
}
