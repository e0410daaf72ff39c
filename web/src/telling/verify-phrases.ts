import { phrases } from "../phrases";

/** What the page says that proves the chance was fair. */
export const phrase = phrases({
  title: { en: "Fair chance", it: "Sorte onesta" },
  why: {
    en: "Every card and every die of this battle comes from one number, the seed. Nobody could choose it: the server and each seat gave a part, and all of them had to promise theirs before any was shown. After the battle all parts are open, and anybody can check them. This page does it here, in your browser, and compares what the server tells now with what this browser kept from the beginning.",
    it: "Ogni carta e ogni dado di questa battaglia viene da un solo numero, il seme. Nessuno ha potuto sceglierlo: il server e ogni posto ne hanno dato una parte, e tutti hanno dovuto promettere la loro prima che se ne mostrasse una. Dopo la battaglia tutte le parti sono pubbliche e chiunque può controllarle. Questa pagina lo fa qui, nel tuo browser, e confronta ciò che il server dice adesso con ciò che questo browser ha conservato dall'inizio.",
  },
  promise: { en: "The promise", it: "La promessa" },
  promiseWhy: {
    en: "Before the battle the server drew a secret and published its fingerprint, the commitment. A fingerprint does not betray the secret, but no other secret has the same one: the server cannot change its mind later.",
    it: "Prima della battaglia il server ha estratto un segreto e ne ha pubblicato l'impronta. L'impronta non tradisce il segreto, ma nessun altro segreto ha la stessa: il server non può più cambiare idea.",
  },
  commitment: { en: "Commitment", it: "Impronta" },
  contributions: { en: "The contributions", it: "I contributi" },
  contributionsWhy: {
    en: "A person's browser draws the part of its seat by chance; that of a computer player the server draws. When all had promised, each part was shown.",
    it: "La parte di una persona la estrae a caso il suo browser; quella di un giocatore del computer la estrae il server. Quando tutti avevano promesso, ogni parte è stata mostrata.",
  },
  promises: { en: "The promises of the seats", it: "Le promesse dei posti" },
  promisesWhy: {
    en: "Then each seat promised its own part in the same way. Nobody shows a part before all have promised: whoever sits down last, the host too, cannot try several until he likes the dice.",
    it: "Poi ogni posto ha promesso la sua parte allo stesso modo. Nessuno mostra la sua prima che tutti abbiano promesso: chi si siede per ultimo, anche chi gestisce il server, non può provarne diverse finché i dadi gli piacciono.",
  },
  older: {
    en: "This battle began with an older release: parts were shown as they came, without a promise. It proves that the server did not change its secret after its promise. It does not prove that whoever sat down last, perhaps the host, did not try several parts.",
    it: "Questa battaglia è cominciata con una versione più vecchia: le parti si mostravano man mano, senza promessa. Dimostra che il server non ha cambiato il segreto dopo la promessa. Non dimostra che chi si è seduto per ultimo, forse chi gestisce il server, non abbia provato più parti.",
  },
  sharesKept: {
    en: "Every seat showed the part it had promised",
    it: "Ogni posto ha mostrato la parte promessa",
  },
  sharesBroken: {
    en: "A part is not the one that was promised",
    it: "Una parte non è quella promessa",
  },
  browser: { en: "What this browser kept", it: "Ciò che questo browser ha conservato" },
  keptNothing: {
    en: "This browser kept nothing of this battle: you watched, came after its end, or sat at another device. So this page can only say whether what the server tells now fits together. Whoever runs the server could have changed all of it; who sat at the table can say more.",
    it: "Questo browser non ha conservato nulla di questa battaglia: hai guardato, sei arrivato dopo la fine o eri seduto a un altro dispositivo. Perciò questa pagina può dire solo se ciò che il server dice adesso sta insieme. Chi gestisce il server potrebbe aver cambiato tutto; chi era seduto al tavolo può dire di più.",
  },
  keptLate: {
    en: "This browser came when the battle was under way ({since}) and kept the server's promise from then on.",
    it: "Questo browser è arrivato a battaglia iniziata ({since}) e da allora ha conservato la promessa del server.",
  },
  keptPromise: {
    en: "This browser kept the server's promise from before the battle ({since}). No seat gave its part from here.",
    it: "Questo browser ha conservato la promessa del server da prima della battaglia ({since}). Da qui nessun posto ha dato la sua parte.",
  },
  keptAll: {
    en: "From before the battle ({since}) this browser has kept the server's promise, your own part, and what every seat promised before yours was shown.",
    it: "Da prima della battaglia ({since}) questo browser ha conservato la promessa del server, la tua parte, e ciò che ogni posto aveva promesso prima che la tua fosse mostrata.",
  },
  samePromise: {
    en: "The server's promise is still the same",
    it: "La promessa del server è sempre la stessa",
  },
  otherPromise: {
    en: "The server tells another promise than it gave this browser",
    it: "Il server dice una promessa diversa da quella data a questo browser",
  },
  samePromises: {
    en: "The promises of the seats are still the same",
    it: "Le promesse dei posti sono sempre le stesse",
  },
  otherPromises: {
    en: "The promises of the seats are not those this browser saw",
    it: "Le promesse dei posti non sono quelle che questo browser ha visto",
  },
  sameShare: { en: "Your own part is in the seed", it: "La tua parte è nel seme" },
  otherShare: {
    en: "The part told for your seat is not the one this browser drew. Unless you also sat down at another device, the server has put another in its place",
    it: "La parte indicata per il tuo posto non è quella estratta da questo browser. Se non ti sei seduto anche a un altro dispositivo, il server ne ha messa un'altra al suo posto",
  },
  firstShown: { en: "Promise as first shown", it: "Promessa mostrata all'inizio" },
  toldNow: { en: "Promise as told now", it: "Promessa indicata adesso" },
  evidenceWhy: {
    en: "Save beside it what this browser kept, and the same command holds both against each other:",
    it: "Salva accanto ciò che questo browser ha conservato, e lo stesso comando confronta i due file:",
  },
  saveEvidence: { en: "Save what this browser kept", it: "Salva ciò che questo browser ha conservato" },
  notYetGiven: { en: "not given yet", it: "non ancora dato" },
  secret: { en: "The secret", it: "Il segreto" },
  secretWhy: {
    en: "Now that the battle is over the secret is open. Its fingerprint must be the one promised.",
    it: "Ora che la battaglia è finita il segreto è pubblico. La sua impronta dev'essere quella promessa.",
  },
  fingerprint: { en: "Its fingerprint, worked out here", it: "La sua impronta, calcolata qui" },
  seed: { en: "The seed", it: "Il seme" },
  seedWhy: {
    en: "Secret and contributions together give the seed. It must be the one the battle was fought with.",
    it: "Segreto e contributi insieme danno il seme. Dev'essere quello con cui si è combattuto.",
  },
  seedUsed: { en: "Seed of the battle", it: "Seme della battaglia" },
  seedHere: { en: "The seed, worked out here", it: "Il seme, calcolato qui" },
  fought: { en: "The battle itself", it: "La battaglia stessa" },
  foughtWhy: {
    en: "The server has fought the battle again from its seed, with all {decisions} decisions, and compared the end.",
    it: "Il server ha combattuto di nuovo la battaglia dal suo seme, con tutte le sue {decisions} decisioni, e ha confrontato la fine.",
  },
  kept: { en: "The promise was kept", it: "La promessa è stata mantenuta" },
  broken: { en: "The promise was broken", it: "La promessa è stata tradita" },
  seedRight: { en: "The seed is right", it: "Il seme è giusto" },
  seedWrong: { en: "The seed is wrong", it: "Il seme è sbagliato" },
  replayRight: { en: "It comes to the same end", it: "Arriva alla stessa fine" },
  replayWrong: { en: "It comes to another end", it: "Arriva a un'altra fine" },
  replayUnknown: { en: "The server does not say", it: "Il server non lo dice" },
  allRight: {
    en: "Everything agrees, also with what this browser kept: nobody chose the cards or the dice of this battle.",
    it: "Tutto torna, anche con ciò che questo browser ha conservato: nessuno ha scelto le carte o i dadi di questa battaglia.",
  },
  fitsTogether: {
    en: "What the server tells fits together. This browser did not sit at the table from the beginning, so it cannot say that nothing was replaced.",
    it: "Ciò che il server dice sta insieme. Questo browser non era al tavolo dall'inizio, perciò non può dire che nulla sia stato sostituito.",
  },
  olderRight: {
    en: "The server kept its promise, and the dice follow from it. The parts were not promised in this older battle.",
    it: "Il server ha mantenuto la promessa, e i dadi ne discendono. In questa battaglia più vecchia le parti non erano promesse.",
  },
  notRight: {
    en: "Something does not agree. Keep the file and ask who runs this server.",
    it: "Qualcosa non torna. Conserva il file e chiedi a chi gestisce questo server.",
  },
  notOver: {
    en: "The battle is still being fought. Its secret stays closed until the end: come back then. What stands here now cannot be changed any more, so you may write it down.",
    it: "La battaglia è ancora in corso. Il segreto resta chiuso fino alla fine: torna allora. Ciò che sta scritto qui non può più cambiare, perciò puoi annotarlo.",
  },
  byHand: {
    en: "In this battle people turned real cards or threw real dice and said what came. The seed was not needed for that; what they said can be read in the log.",
    it: "In questa battaglia le persone hanno girato carte vere o tirato dadi veri e hanno detto che cosa è uscito. Per questo il seme non serviva; ciò che hanno detto si legge nel racconto.",
  },
  imported: {
    en: "This battle comes from a file. Nobody promised anything about its chance, so there is nothing to prove here. It can still be fought again from the file.",
    it: "Questa battaglia viene da un file. Nessuno ha promesso nulla sulla sua sorte, perciò qui non c'è nulla da dimostrare. Si può comunque ricombattere dal file.",
  },
  yourself: { en: "Check it yourself", it: "Controlla da te" },
  yourselfWhy: {
    en: "You need not trust this page either. Save the file of the battle and let your own Alfiere fight it again:",
    it: "Non occorre fidarsi nemmeno di questa pagina. Salva il file della battaglia e falla ricombattere dal tuo Alfiere:",
  },
  method: {
    en: "Fingerprint and seed are BLAKE2b with 32 bytes: of the secret, with the personalisation «alfiere-commit»; of the lines game, seats, part, with «alfiere-share»; and of the lines secret, then seat=contribution for the seats in alphabetical order, with «alfiere-seed».",
    it: "Impronta e seme sono BLAKE2b da 32 byte: del segreto, con la personalizzazione «alfiere-commit»; delle righe partita, posti, parte, con «alfiere-share»; e delle righe segreto, poi posto=contributo per i posti in ordine alfabetico, con «alfiere-seed».",
  },
  download: { en: "Save the file of the battle", it: "Salva il file della battaglia" },
  noDownload: {
    en: "The file can be saved after the end: it holds what is still hidden.",
    it: "Il file si può salvare dopo la fine: contiene ciò che è ancora nascosto.",
  },
  downloadFailed: { en: "The file could not be saved.", it: "Non è stato possibile salvare il file." },
  toTable: { en: "To the table", it: "Al tavolo" },
  watch: { en: "Watch the battle again", it: "Rivedi la battaglia" },
  loading: { en: "Asking the server…", it: "Si chiede al server…" },
  noGame: { en: "There is no such battle here.", it: "Qui non c'è una battaglia così." },
  noServer: { en: "The server cannot be reached.", it: "Il server non risponde." },
  again: { en: "Try again", it: "Riprova" },
});
