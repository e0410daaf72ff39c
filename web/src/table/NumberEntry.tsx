import { useEffect, useRef, useState } from "preact/hooks";
import { said } from "../language";
import type { Option } from "../protocol";
import { say } from "./phrases";

/** A card or die from a real table: typing its number is quicker than finding it in a list. */
export function NumberEntry(props: { numbers: ReadonlyMap<string, Option>; onTake(option: Option): void }) {
  const { numbers, onTake } = props;
  const [text, write] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const found = numbers.get(text.replace(/^0+(?=\d)/, ""));
  const isWrong = text !== "" && !found && ![...numbers.keys()].some((one) => one.startsWith(text));
  return (
    <form
      class="table-number"
      onSubmit={(event) => {
        event.preventDefault();
        if (found) onTake(found);
      }}
    >
      <label>
        <span>{say("type-number")}</span>
        <input
          ref={field}
          inputMode="numeric"
          autocomplete="off"
          maxLength={4}
          value={text}
          aria-invalid={isWrong}
          onInput={(event) => write(event.currentTarget.value.replace(/\D/g, ""))}
        />
      </label>
      <button type="submit" class="button main" disabled={!found}>
        {say("enter")}
      </button>
      <p aria-live="polite">
        {found ? said(found.text) : isWrong ? say("no-such-number", { number: text }) : say("type-hint")}
      </p>
    </form>
  );
}
