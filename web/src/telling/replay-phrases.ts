import { phrases } from "../phrases";

/** What the replay says. */
export const phrase = phrases({
  turn: { en: "Turn {now} of {most}", it: "Turno {now} di {most}" },
  title: { en: "The battle again", it: "La battaglia rivista" },
  loading: { en: "Unrolling the map…", it: "Si srotola la mappa…" },
  moment: { en: "Moment", it: "Momento" },
  momentOf: { en: "Moment {moment} of {last}", it: "Momento {moment} di {last}" },
  start: { en: "To the start", it: "All'inizio" },
  end: { en: "To the end", it: "Alla fine" },
  back: { en: "One step back", it: "Un passo indietro" },
  forward: { en: "One step forward", it: "Un passo avanti" },
  chapterBack: { en: "To the heading before", it: "Al titolo precedente" },
  chapterForward: { en: "To the next heading", it: "Al titolo successivo" },
  play: { en: "Play", it: "Avvia" },
  pause: { en: "Pause", it: "Pausa" },
  speed: { en: "Speed", it: "Velocità" },
  seenBy: { en: "Seen by", it: "Vista da" },
  everybody: { en: "the public", it: "pubblico" },
  copy: { en: "Copy the link to this moment", it: "Copia il link a questo momento" },
  link: { en: "Copy link", it: "Copia link" },
  copied: { en: "Copied", it: "Copiato" },
  quiet: {
    en: "Nothing to tell: somebody is choosing.",
    it: "Nulla da raccontare: qualcuno sta scegliendo.",
  },
  began: { en: "The armies take the field.", it: "Gli eserciti scendono in campo." },
  toTable: { en: "To the table", it: "Al tavolo" },
  verify: { en: "Fair chance", it: "Sorte onesta" },
  waiting: {
    en: "This battle has not begun: there is nothing to watch yet.",
    it: "Questa battaglia non è ancora cominciata: non c'è nulla da rivedere.",
  },
  lost: {
    en: "The rules have been mended since. This part of the past cannot be shown.",
    it: "Nel frattempo le regole sono state corrette. Questa parte del passato non si può mostrare.",
  },
  noGame: { en: "There is no such battle here.", it: "Qui non c'è una battaglia così." },
  noServer: { en: "The server cannot be reached.", it: "Il server non risponde." },
  again: { en: "Try again", it: "Riprova" },
  home: { en: "To the battles", it: "Alle battaglie" },
  keys: {
    en: "Space plays and pauses, the arrows step, Home and End jump.",
    it: "La barra spaziatrice avvia e ferma, le frecce fanno un passo, Inizio e Fine saltano.",
  },
});
