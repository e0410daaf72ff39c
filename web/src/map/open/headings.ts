// Which way a unit looks, in words.

import { say } from "../sheet/phrases";

const LOOKS = ["look0", "look1", "look2", "look3", "look4", "look5", "look6", "look7"] as const;

/** Up is the far edge of the sheet. */
export const headingText = (heading: number): string =>
  `${say(LOOKS[Math.round(heading / 450) % 8] ?? "look0")} (${Math.round(heading / 10) % 360}°)`;
