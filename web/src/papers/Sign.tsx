import type { Look } from "../look";
import type { Piece } from "../protocol";

/** The little picture of a troop or person, in the colour of its side. */
export function Sign({
  piece,
  look,
}: {
  piece: Pick<Piece, "owner" | "symbol"> & { state?: string };
  look: Look;
}) {
  const special = `${piece.symbol}/${piece.state ?? ""}`;
  const symbol = look.symbols[special] ?? look.symbols[piece.symbol];
  const paint = look.seats[piece.owner]?.paint ?? "#4d4a46";
  return (
    <svg class="paper-sign" viewBox="-4 -4 48 34" aria-hidden="true">
      <path d="M-2-2H42V28H-2Z" fill="#fdf8ea" stroke={paint} stroke-width="4" />
      {symbol?.fills?.map((d) => (
        <path key={d} d={d} fill="#2b2118" />
      ))}
      {symbol?.strokes?.map((d) => (
        <path key={d} d={d} fill="none" stroke="#2b2118" stroke-width="2.4" stroke-linecap="round" />
      ))}
    </svg>
  );
}
