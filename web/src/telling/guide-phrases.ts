import { phrases } from "../phrases";

/** What the ensign says about the screen; about the game speaks the game itself. */
export const phrase = phrases({
  name: { en: "Your ensign", it: "Il tuo alfiere" },
  welcome: { en: "Welcome", it: "Si comincia" },
  hello: {
    en: "I carry the colours, and today I show you round. You can play on at any time without me.",
    it: "Porto la bandiera, e oggi ti faccio strada. Puoi giocare in ogni momento anche senza di me.",
  },
  aim: { en: "What it is about", it: "Di che si tratta" },
  prompt: { en: "What is asked", it: "Che cosa si chiede" },
  promptText: {
    en: "The referee always asks one thing at a time, here. You never have to know what is allowed: only what the rules allow is offered.",
    it: "L'arbitro chiede sempre una cosa alla volta, qui. Non serve sapere che cosa è permesso: ti viene offerto solo ciò che le regole permettono.",
  },
  options: { en: "Your choices", it: "Le tue scelte" },
  optionsText: {
    en: "Every answer is in this list. Rest on one and you see what it would do, with the count and the odds where a test follows.",
    it: "Ogni risposta è in questo elenco. Fermati su una e vedi che cosa farebbe, con il conteggio e le probabilità se segue un test.",
  },
  map: { en: "The map", it: "La mappa" },
  mapText: {
    en: "What glows gold can be clicked. What is tinted red is in danger. Drag to move the map, roll or pinch to come closer.",
    it: "Ciò che brilla d'oro si può cliccare. Ciò che è velato di rosso è in pericolo. Trascina per spostare la mappa, usa la rotella o due dita per avvicinarti.",
  },
  hand: { en: "Your cards", it: "Le tue carte" },
  handText: {
    en: "Here lie your cards, as soon as they are dealt; nobody else sees them. When one can be chosen it glows too.",
    it: "Qui stanno le tue carte, appena distribuite; nessun altro le vede. Quando se ne può scegliere una, brilla anche lei.",
  },
  logPart: { en: "The story", it: "Il racconto" },
  logText: {
    en: "Everything that happens is told here. A red number opens its rule; a small triangle shows how a result came about.",
    it: "Tutto ciò che accade si racconta qui. Un numero rosso apre la sua regola; un piccolo triangolo mostra come si è arrivati a un risultato.",
  },
  undoPart: { en: "Taking back", it: "Tornare indietro" },
  undoText: {
    en: "A wrong click is no harm: take it back, as long as chance has not spoken and nothing hidden was shown. Before anything that cannot be taken back you are asked once more.",
    it: "Un clic sbagliato non è un danno: annullalo, finché la sorte non ha parlato e non si è mostrato niente di nascosto. Prima di ciò che non si può annullare ti si chiede conferma.",
  },
  army: { en: "Your papers", it: "I tuoi documenti" },
  armyText: {
    en: "Here lie the order of battle, with every unit and how it is, the briefing with what wins, and the legend of all signs.",
    it: "Qui ci sono l'ordine di battaglia, con ogni unità e come sta, le consegne con ciò che vince, e la legenda di tutti i segni.",
  },
  ready: { en: "That is all", it: "È tutto" },
  readyText: {
    en: "Now answer what is asked. When something new comes up I say a word about it.",
    it: "Ora rispondi a ciò che si chiede. Quando viene fuori qualcosa di nuovo te ne dico due parole.",
  },
  back: { en: "Back", it: "Indietro" },
  next: { en: "Next", it: "Avanti" },
  gotIt: { en: "Understood", it: "Capito" },
  close: { en: "Play without the guide", it: "Gioca senza la guida" },
  step: { en: "{step} of {of}", it: "{step} di {of}" },
  speak: { en: "Ask the ensign", it: "Chiedi all'alfiere" },
});
