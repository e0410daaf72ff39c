import { useEffect, useRef } from "preact/hooks";
import { seatName, sideInSentence } from "../names";
import type { Kit } from "./kit";
import { say } from "./phrases";

/** Two people at one screen: nothing of a seat is fetched before its player says so. */
export function Curtain({ kit }: { kit: Kit }) {
  const { session } = kit;
  const seat = session.curtain.value;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), [seat]);
  const name = seatName(seat, session.scenario.value, session.words.value);
  const paint = seat ? session.look.value?.seats[seat]?.paint : undefined;
  return (
    <main class="table-curtain" style={paint ? { "--paint": paint } : {}}>
      <div>
        <p>{say("pass-to")}</p>
        <h1>{name}</h1>
        <p>{say("look-away")}</p>
        <button ref={button} type="button" class="button main" onClick={() => void session.lift()}>
          {say("i-am", { name: sideInSentence(name, session.words.value) })}
        </button>
      </div>
    </main>
  );
}
