import { said } from "../language";
import type { Scenario, Seat, Words } from "../protocol";
import { phrase } from "./replay-phrases";
import { wordOf } from "./wording";

interface SeatViewProps {
  viewers: readonly Seat[];
  seat: Seat;
  scenario: Scenario | null;
  words: Words;
  onSeat(seat: Seat): void;
}

/** Through whose eyes one watches. */
export function SeatView({ viewers, seat, scenario, words, onSeat }: SeatViewProps) {
  if (viewers.length < 2) return null;
  const name = (one: Seat) => {
    const side = scenario?.sides.find((other) => other.seat === one);
    return side ? said(side.name) : (wordOf(words, one, "word") ?? phrase("everybody"));
  };
  return (
    <label class="tell-seat">
      <span>{phrase("seenBy")}</span>
      <select value={seat} onChange={(event) => onSeat(event.currentTarget.value)}>
        {viewers.map((one) => (
          <option key={one} value={one}>
            {name(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
