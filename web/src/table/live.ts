// The live connection of one viewer: says what it has seen, hears what is new, comes back after a loss.

import type { Message, Seat } from "../protocol";
import { inWords } from "../refusals";
import { Refusal } from "../server";

export type Connection = "connecting" | "open" | "lost" | "refused" | "closed";

/** The little of a WebSocket that is used here; tests bring their own. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: ((closing: { code: number; reason: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface LiveWishes {
  id: string;
  key: string | null;
  seat: Seat | null;
  /** The last moment and the last line already known, asked at every new connection. */
  seen(): number;
  chat(): number;
  onMessage(message: Message): void;
  onConnection(connection: Connection, reason: string): void;
  open?(address: string): Socket;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
// The server beats every 15 seconds of silence: two beats missed and the line is dead, whatever the browser believes.
const SILENCE = 40_000;
const DO_NOT_COME_BACK = 1008;

function address(id: string): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/games/${id}/live`;
}

function browserSocket(at: string): Socket {
  const socket = new WebSocket(at);
  const wrapped: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => socket.send(text),
    close: () => socket.close(),
  };
  socket.onopen = () => wrapped.onopen?.();
  socket.onmessage = (message) => wrapped.onmessage?.({ data: message.data });
  socket.onclose = (closing) => wrapped.onclose?.({ code: closing.code, reason: closing.reason });
  return wrapped;
}

export class Live {
  private socket: Socket | null = null;
  private failures = 0;
  private ended = false;
  private lastWord = "";
  private retry: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly wishes: LiveWishes) {}

  start(): void {
    addEventListener("online", this.atOnce);
    this.connect();
  }

  /** Over for good: nothing is heard from this connection any more. */
  end(): void {
    this.ended = true;
    removeEventListener("online", this.atOnce);
    clearTimeout(this.retry);
    this.drop();
  }

  /** Does not wait for the next attempt. */
  atOnce = (): void => {
    if (this.ended || this.socket) return;
    clearTimeout(this.retry);
    this.connect();
  };

  private connect(): void {
    const { id, key, seat, seen, chat, onMessage, onConnection } = this.wishes;
    onConnection(this.failures === 0 ? "connecting" : "lost", "");
    const socket = (this.wishes.open ?? browserSocket)(address(id));
    this.socket = socket;
    this.listen();
    socket.onopen = () => {
      const hello: Record<string, unknown> = { type: "hello", seen: seen(), chat: chat() };
      if (key) hello.key = key;
      if (seat) hello.seat = seat;
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = ({ data }) => {
      this.listen();
      const message = read(data);
      if (!message) return;
      // Only a heard word proves the connection: a server that takes us in and throws us out must not be asked in a rush.
      if (message.type !== "refused" && (this.failures > 0 || message.type === "changed")) {
        this.failures = 0;
        onConnection("open", "");
      }
      if (message.type === "refused")
        this.lastWord = inWords(new Refusal(0, message.code, message.why, "", message.text));
      else if (message.type === "beat") socket.send('{"type":"beat"}');
      else onMessage(message);
    };
    socket.onclose = ({ code, reason }) => this.lost(code, reason);
  }

  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.drop();
      this.lost(0, "silence");
    }, SILENCE);
  }

  private drop(): void {
    clearTimeout(this.silence);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private lost(code: number, reason: string): void {
    clearTimeout(this.silence);
    this.socket = null;
    if (this.ended) return;
    if (code === DO_NOT_COME_BACK) {
      this.ended = true;
      removeEventListener("online", this.atOnce);
      this.wishes.onConnection("refused", this.lastWord || reason);
      return;
    }
    this.wishes.onConnection("lost", this.lastWord || reason);
    this.lastWord = "";
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures);
    this.failures += 1;
    this.retry = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }
}

function read(data: unknown): Message | null {
  try {
    const message: unknown = JSON.parse(String(data));
    return message && typeof message === "object" && "type" in message ? (message as Message) : null;
  } catch {
    return null;
  }
}
