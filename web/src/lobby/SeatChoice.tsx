import { said } from "../language";
import type { Look } from "../look";
import type { Seat, Side } from "../protocol";
import { say } from "./phrases";
import { Swatch } from "./Swatch";
import { gathering, type Seating } from "./seats";

interface SeatsProps {
  sides: readonly Side[];
  computers: readonly string[];
  look: Look | null;
  seating: Seating;
  onChange(seating: Seating): void;
}

const LEVELS = ["greedy", "random", "search"] as const;

/** What somebody who may sit down is called. */
export function nameOf(who: string): string {
  if (who === "me" || who === "friend" || who === "nobody") return say(who);
  const level = who.replace(/^computer:/, "");
  const known = LEVELS.find((one) => one === level);
  return known ? say(known) : say("level", { level });
}

/** Who sits where, a row for each side, and what it amounts to. */
export function SeatChoice({ sides, computers, look, seating, onChange }: SeatsProps) {
  const all = ["me", "friend", ...computers.map((level) => `computer:${level}`)];
  const seat = (one: Seat, who: string) => onChange({ ...seating, [one]: who });
  return (
    <section class="lobby-seats" aria-label={say("whoSits")}>
      <h3>{say("whoSits")}</h3>
      {sides.map((side) => (
        <fieldset key={side.seat} class="lobby-seat">
          <legend>
            <Swatch side={side} look={look} />
            {said(side.name)}
          </legend>
          <div class="lobby-chips">
            {[...all, ...(side.optional ? ["nobody"] : [])].map((who) => (
              <label key={who} class={seating[side.seat] === who ? "lobby-chip chosen" : "lobby-chip"}>
                <input
                  type="radio"
                  name={`seat-${side.seat}`}
                  value={who}
                  checked={seating[side.seat] === who}
                  onChange={() => seat(side.seat, who)}
                />
                {nameOf(who)}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <p class="lobby-amounts" aria-live="polite">
        {say(`is-${gathering(seating)}`)}
      </p>
    </section>
  );
}
