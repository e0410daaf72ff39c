// Asking the server. Every refusal becomes a Refusal with its code, sentence and rule.

import type { Look } from "./look";
import type {
  Allowed,
  Book,
  Briefing,
  Comrade,
  Created,
  Fairness,
  Log,
  Moment,
  Option,
  Preview,
  Scenario,
  Scenarios,
  Seat,
  State,
  Text,
  Words,
} from "./protocol";

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly why: string,
    readonly rule: string,
    readonly text: Text | null,
  ) {
    super(why);
  }
}

async function ask<T>(method: string, path: string, key: string | null, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (key) headers.Authorization = `Bearer ${key}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(0, "no-connection", "the server cannot be reached", "", null);
  }
  if (answer.ok) return (await answer.json()) as T;
  const told = await answer.json().catch(() => null);
  const error = told?.error ?? {};
  throw new Refusal(
    answer.status,
    error.code ?? "unknown",
    error.why ?? "",
    error.rule ?? "",
    error.text ?? null,
  );
}

const seatQuery = (seat: Seat | null, more = "") =>
  seat || more ? `?${[seat ? `seat=${encodeURIComponent(seat)}` : "", more].filter(Boolean).join("&")}` : "";

const kept = new Map<string, Promise<unknown>>();

/** What never changes while the page is open is asked for once. */
function once<T>(path: string): Promise<T> {
  let found = kept.get(path);
  if (!found) {
    found = ask<T>("GET", path, null);
    found.catch(() => kept.delete(path));
    kept.set(path, found);
  }
  return found as Promise<T>;
}

export const health = () => once<{ alfiere: string }>("/health");
export const scenarios = () => once<Scenarios>("/scenarios");
export const rules = (game: string) => once<Book>(`/rules/${game}`);
export const words = (game: string) => once<Words>(`/words/${game}`);
export const look = (game: string) => once<Look>(`/look/${game}`);

export interface NewGame {
  scenario: string;
  seats: Record<Seat, string>;
  options?: Record<string, string>;
  by_hand?: boolean;
  /** The data of a battle of one's own; then `scenario` is only its name. */
  source?: string;
}

export const create = ({ source, scenario, ...rest }: NewGame) =>
  source === undefined
    ? ask<Created>("POST", "/games", null, { scenario, ...rest })
    : ask<Created>("POST", "/own/games", null, { source, ...rest });
/** What is in a file of one's own: a battle to be set up. */
export const checkOwn = (name: string, text: string) =>
  ask<{ kind: "scenario" | "army"; scenario: Scenario; source: string }>("POST", "/own", null, {
    name,
    text,
  });
export const importSave = (save: string, seats: Record<Seat, string>) =>
  ask<Created>("POST", "/games/import", null, { save, seats });

/** One game, as the holder of a key (or, without one, as a spectator). */
export class Game {
  constructor(
    readonly id: string,
    readonly key: string | null,
  ) {}

  private get<T>(path: string): Promise<T> {
    return ask<T>("GET", `/games/${this.id}${path}`, this.key);
  }

  private post<T>(path: string, body: unknown): Promise<T> {
    return ask<T>("POST", `/games/${this.id}${path}`, this.key, body);
  }

  state = (seat: Seat | null) => this.get<State>(seatQuery(seat));
  join = (commitment: string) => this.post<State>("/join", { commitment });
  reveal = (share: string) => this.post<State>("/reveal", { share });
  answer = (seat: Seat, decision: number, option: Pick<Option, "key" | "args">) =>
    this.post<{ again: boolean; state: State }>("/answer", {
      decision,
      seat,
      answer: { key: option.key, args: option.args },
    });
  why = (seat: Seat, key: string, args: Record<string, unknown>) =>
    this.post<Allowed>("/why", { seat, answer: { key, args } });
  preview = (seat: Seat, option: Pick<Option, "key" | "args">) =>
    this.post<Preview>("/preview", { seat, answer: { key: option.key, args: option.args } });
  undo = (seat: Seat, number: number) => this.post<State>("/undo", { seat, number });
  resign = (seat: Seat) => this.post<State>("/resign", { seat });
  draw = (seat: Seat, what: "offer" | "accept" | "decline") => this.post<State>("/draw", { seat, what });
  say = (seat: Seat, text: string) => this.post<unknown>("/chat", { seat, text });
  log = (seat: Seat | null, from: number) => this.get<Log>(`/log${seatQuery(seat, `from=${from}`)}`);
  moment = (seat: Seat | null, moment: number) => this.get<Moment>(`/moments/${moment}${seatQuery(seat)}`);
  briefing = () => this.get<Briefing>("/briefing");
  fairness = () => this.get<Fairness>("/fairness");
  invite = (seat: Seat, name: string) =>
    this.post<{ number: number; key: string; link: string }>("/comrades", { seat, name });
  give = (number: number, parts: readonly string[]) =>
    ask<Comrade>("PUT", `/games/${this.id}/comrades/${number}`, this.key, { parts });
  letGo = (number: number) => ask<unknown>("DELETE", `/games/${this.id}/comrades/${number}`, this.key);
  save = () => this.get<unknown>("/save");
  remove = () => ask<unknown>("DELETE", `/games/${this.id}`, this.key);
}
