// A game's words, for what is read aloud.

import { useCallback, useEffect, useState } from "preact/hooks";
import { language, said } from "../../language";
import type { Side, View, Words } from "../../protocol";
import { words as askWords, scenarios } from "../../server";

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

/** What the sides of a battle are called: as the scenario says, or red and blue in the game's words. */
export function useSides(view: Pick<View, "game" | "scenario">, words: Words | null) {
  const [sides, setSides] = useState<readonly Side[]>([]);
  useEffect(() => {
    let isHere = true;
    scenarios().then(
      (found) => {
        const one = found.scenarios.find((each) => each.id === `${view.game}/${view.scenario}`);
        if (isHere && one) setSides(one.sides);
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [view.game, view.scenario]);
  return useCallback(
    (owner: string): string =>
      said(sides.find((one) => one.seat === owner)?.name) ||
      (words?.[language.value]?.word?.[owner] ?? owner),
    [sides, words],
  );
}
