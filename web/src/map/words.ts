// A game's words, for what is read aloud.

import { useEffect, useState } from "preact/hooks";
import type { Words } from "../protocol";
import { words as askWords } from "../server";

export function useWords(game: string): Words | null {
  const [words, setWords] = useState<Words | null>(null);
  useEffect(() => {
    let isHere = true;
    // without words the keys themselves are read aloud
    askWords(game).then(
      (found) => isHere && setWords(found),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [game]);
  return words;
}
