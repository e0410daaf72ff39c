// Words and look of a game where nobody handed them in; the server is asked once.

import { useEffect, useState } from "preact/hooks";
import type { Look } from "../look";
import type { Words } from "../protocol";
import * as server from "../server";

/** What was given, or what the server says; null until it has answered. */
export function useKept<T>(given: T | null | undefined, ask: (() => Promise<T>) | null): T | null {
  const [found, setFound] = useState<T | null>(null);
  const wanted = given === undefined && ask !== null;
  // asked once, as soon as it is known what to ask
  useEffect(() => {
    if (!wanted) return;
    let here = true;
    ask().then(
      (one) => here && setFound(one),
      () => {}, // the log does without
    );
    return () => {
      here = false;
    };
  }, [wanted]);
  return given ?? found;
}

export const useLook = (given: Look | null | undefined, game: string | null) =>
  useKept<Look>(given, game ? () => server.look(game) : null);

export const useWords = (given: Words | null | undefined, game: string | null) =>
  useKept<Words>(given, game ? () => server.words(game) : null);
