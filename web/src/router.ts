// Pages live behind the «#», which browsers do not send: no server or log sees a seat's key in an address.

import { signal } from "@preact/signals";

export const route = signal<string[]>(parts());

function parts(): string[] {
  return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
}

addEventListener("hashchange", () => {
  route.value = parts();
});

export function go(...to: (string | number)[]): void {
  location.hash = address(...to);
}

export function address(...to: (string | number)[]): string {
  return `#/${to.map((one) => encodeURIComponent(one)).join("/")}`;
}
