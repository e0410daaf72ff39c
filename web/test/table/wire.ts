// A socket without a network: the test is the server.

import type { Socket } from "../../src/table/live";

export class FakeSocket implements Socket {
  static all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((closing: { code: number; reason: string }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  isClosed = false;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error("nobody has connected");
    return socket;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.isClosed = true;
  }

  accept(): void {
    this.onopen?.();
  }

  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drop(code = 1006, reason = ""): void {
    this.isClosed = true;
    this.onclose?.({ code, reason });
  }
}
