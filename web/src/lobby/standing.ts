// How a game of mine stands, from what the server says of it.

import type { MyGame } from "../games";
import type { State, Text } from "../protocol";
import { counter } from "../tracks";

export type Standing =
  | { is: "unknown" }
  | { is: "gone" }
  | { is: "unreachable" }
  | { is: "waiting"; open: string[] }
  | { is: "mine"; turn: number | null }
  | { is: "theirs"; turn: number | null }
  | { is: "watched"; turn: number | null }
  | { is: "over"; text: Text | null; winner: string | null; won: boolean | null };

function turnOf(state: State): number | null {
  return counter(state.table?.view?.tracks?.turn)?.now ?? null;
}

export function standing(game: Pick<MyGame, "seats">, state: State): Standing {
  const { table } = state;
  if (state.game.status === "waiting" || !table) {
    return { is: "waiting", open: state.game.seats.filter((one) => !one.joined).map((one) => one.seat) };
  }
  if (state.game.status === "over" || table.result) {
    const winner = table.result?.winner ?? null;
    // Who played both sides, or neither, has neither won nor lost.
    const won = winner && game.seats.length === 1 ? game.seats.includes(winner) : null;
    return { is: "over", text: table.result?.text ?? null, winner, won };
  }
  const turn = turnOf(state);
  if (!game.seats.length) return { is: "watched", turn };
  return table.waiting_for.some((seat) => game.seats.includes(seat))
    ? { is: "mine", turn }
    : { is: "theirs", turn };
}
