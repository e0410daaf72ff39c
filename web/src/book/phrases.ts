import { phrases } from "../phrases";

export const say = phrases({
  rulebook: { en: "Rulebook", it: "Regolamento" },
  inShort: { en: "In short", it: "In breve" },
  contents: { en: "Contents", it: "Indice" },
  search: { en: "Search the rules", it: "Cerca nelle regole" },
  searchHint: {
    en: "Words or a rule's number",
    it: "Parole o numero di una regola",
  },
  clear: { en: "Clear the search", it: "Cancella la ricerca" },
  rules: { en: "{n} rules", it: "{n} regole" },
  found: { en: "{n} of {all} rules", it: "{n} regole su {all}" },
  foundOne: { en: "1 of {all} rules", it: "1 regola su {all}" },
  nothing: { en: "No rule says this.", it: "Nessuna regola lo dice." },
  nothingHint: {
    en: "Every word must occur in the rule. Try fewer words, or part of one.",
    it: "Ogni parola deve comparire nella regola. Prova con meno parole, o con una parte.",
  },
  rest: { en: "Show the other {n}", it: "Mostra le altre {n}" },
  loading: { en: "The rulebook is being fetched…", it: "Si cerca il regolamento…" },
  again: { en: "Try again", it: "Riprova" },
  missing: { en: "There is no rule {rule} in this book.", it: "In questo libro non c'è la regola {rule}." },
  lobby: { en: "To the battles", it: "Alle battaglie" },
  print: { en: "Print", it: "Stampa" },
  chapter: { en: "Chapter {n}", it: "Capitolo {n}" },
  link: { en: "Link to rule {id}", it: "Link alla regola {id}" },
  optional: { en: "optional", it: "facoltativa" },
  optionalNote: {
    en: "holds only if it was chosen for the battle",
    it: "vale solo se scelta per la battaglia",
  },
  seed: { en: "from the book", it: "dal libro" },
  seedNote: { en: "without a mark: stated in the book", it: "senza segno: è detto nel libro" },
  reading: { en: "our reading", it: "nostra lettura" },
  readingNote: {
    en: "our reading of a passage that is unclear in our copy of the book",
    it: "nostra lettura di un passo poco chiaro nella nostra copia del libro",
  },
  house: { en: "house rule", it: "regola della casa" },
  houseNote: {
    en: "supplied by us where the book is silent",
    it: "aggiunta da noi dove il libro tace",
  },
  place: { en: "place in the book", it: "posto nel libro" },
  marks: { en: "Marks", it: "Segni" },
  ours: {
    en: "The wording is ours. In the margin stands where each rule is found in the original book.",
    it: "Le parole sono nostre. A margine sta il posto di ogni regola nel libro originale.",
  },
  back: { en: "Back to the top", it: "Torna in cima" },
});
