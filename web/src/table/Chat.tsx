import { useEffect, useRef, useState } from "preact/hooks";
import { seatName } from "../names";
import type { Kit } from "./kit";
import { say } from "./phrases";
import { others } from "./seats";

/** Words between people; where nobody else plays there is nobody to talk to. */
export function Chat({ kit }: { kit: Kit }) {
  const { session } = kit;
  const about = session.about.value;
  const [text, write] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const lines = session.chat.value;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length]);
  const isAlone = !about || (!others(about).length && !about.comrades?.length);
  if (isAlone || !session.seat.value) return null;
  return (
    <section class="table-chat" aria-label={say("talk")}>
      {lines.length > 0 && (
        <ol ref={list} aria-live="polite">
          {lines.map((line) => (
            <li key={line.number}>
              <em>{seatName(line.seat, session.scenario.value, session.words.value)}</em> {line.text}
            </li>
          ))}
        </ol>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const said = text.trim();
          if (!said) return;
          write("");
          void session.say(said).then((heard) => {
            if (!heard) write(said);
          });
        }}
      >
        <input
          aria-label={say("say-something")}
          placeholder={say("say-something")}
          maxLength={500}
          value={text}
          onInput={(event) => write(event.currentTarget.value)}
        />
        <button type="submit" class="button" disabled={!text.trim()}>
          {say("send")}
        </button>
      </form>
    </section>
  );
}
