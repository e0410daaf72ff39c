import { phrases } from "../phrases";

/** What the page says that proves the chance was fair. */
export const phrase = phrases({
  title: { en: "Fair chance", it: "Sorte onesta" },
  why: {
    en: "Every card and every die of this battle comes from one number, the seed. Nobody could choose it: the server and each seat gave a part, and the server had to promise its part before it saw the others. After the battle all parts are open, and anybody can check them. This page does it here, in your browser.",
    it: "Ogni carta e ogni dado di questa battaglia viene da un solo numero, il seme. Nessuno ha potuto sceglierlo: il server e ogni posto ne hanno dato una parte, e il server ha dovuto promettere la sua prima di vedere le altre. Dopo la battaglia tutte le parti sono pubbliche e chiunque può controllarle. Questa pagina lo fa qui, nel tuo browser.",
  },
  promise: { en: "The promise", it: "La promessa" },
  promiseWhy: {
    en: "Before the battle the server drew a secret and published its fingerprint, the commitment. A fingerprint does not betray the secret, but no other secret has the same one: the server cannot change its mind later.",
    it: "Prima della battaglia il server ha estratto un segreto e ne ha pubblicato l'impronta. L'impronta non tradisce il segreto, ma nessun altro segreto ha la stessa: il server non può più cambiare idea.",
  },
  commitment: { en: "Commitment", it: "Impronta" },
  contributions: { en: "The contributions", it: "I contributi" },
  contributionsWhy: {
    en: "Then each seat added a part of its own. A person's browser draws it by chance; that of a computer player was published at the start. The server did not know the persons' parts when it made its promise.",
    it: "Poi ogni posto ha aggiunto la sua parte. Quella di una persona la estrae a caso il suo browser; quella di un giocatore del computer è stata pubblicata all'inizio. Quando ha promesso, il server non conosceva le parti delle persone.",
  },
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
    en: "Everything agrees: nobody chose the cards or the dice of this battle.",
    it: "Tutto torna: nessuno ha scelto le carte o i dadi di questa battaglia.",
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
    en: "Fingerprint and seed are BLAKE2b with 32 bytes: of the secret, with the personalisation «alfiere-commit»; and of the lines secret, then seat=contribution for the seats in alphabetical order, with «alfiere-seed».",
    it: "Impronta e seme sono BLAKE2b da 32 byte: del segreto, con la personalizzazione «alfiere-commit»; e delle righe segreto, poi posto=contributo per i posti in ordine alfabetico, con «alfiere-seed».",
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
