// Sending to the server: what was not heard is sent again, what went wrong becomes a refusal.

import { Refusal } from "../server";

const AGAIN_AFTER = 1_000;

/** Whatever went wrong, as a refusal. */
export function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(0, "unknown", String(error), "", null);
}

/** Sends again what got no answer; what was refused is not sent again. */
export async function again<T>(send: () => Promise<T>, attempts = 4): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const status = error instanceof Refusal ? error.status : -1;
      const isLost = status === 0 || status === 502 || status === 503 || status === 504;
      if (!isLost || attempt >= attempts) throw error;
      await new Promise((wake) => setTimeout(wake, AGAIN_AFTER * attempt));
    }
  }
}

/** 32 letters of chance for the common seed. */
export function randomLetters(): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return [...crypto.getRandomValues(new Uint8Array(32))].map((one) => letters[one % 64]).join("");
}
