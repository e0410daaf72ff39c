import { useCallback, useEffect, useState } from "preact/hooks";

export interface Loaded<T> {
  value: T | null;
  error: unknown;
  again(): void;
}

/** Something asked of the server: not yet there, there, or refused and worth another try. */
export function useLoaded<T>(ask: () => Promise<T>, about: string): Loaded<T> {
  const [found, setFound] = useState<{ about: string; value: T | null; error: unknown }>({
    about,
    value: null,
    error: null,
  });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    setFound({ about, value: null, error: null });
    ask().then(
      (value) => wanted && setFound({ about, value, error: null }),
      (error: unknown) => wanted && setFound({ about, value: null, error }),
    );
    return () => {
      wanted = false;
    };
  }, [about, tries]);
  const again = useCallback(() => setTries((n) => n + 1), []);
  return found.about === about
    ? { value: found.value, error: found.error, again }
    : { value: null, error: null, again };
}
