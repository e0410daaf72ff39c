import { useState } from "preact/hooks";
import { myGame } from "../games";
import { go } from "../router";
import { pasted } from "./links";
import { say } from "./phrases";

/** To somebody else's table, by its link or its id. */
export function Watch() {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  const open = (replay: boolean) => {
    const route = pasted(text);
    setWrong(!route);
    if (!route) return;
    const [page, id = "", rest] = route;
    if (replay) go("replay", id, page === "replay" && rest ? rest : 0);
    else if (page === "game" && !rest && myGame(id)?.key) go("game", id, myGame(id)?.key ?? "");
    else go(...route);
  };
  return (
    <section class="lobby-way" aria-labelledby="lobby-link">
      <h3 id="lobby-link">{say("byLink")}</h3>
      <p id="lobby-link-hint">{say("byLinkHint")}</p>
      <form
        class="lobby-field"
        onSubmit={(event) => {
          event.preventDefault();
          open(false);
        }}
      >
        <input
          type="text"
          value={text}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="none"
          aria-label={say("linkField")}
          aria-describedby="lobby-link-hint"
          aria-invalid={wrong}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <button type="submit" class="button" disabled={!text.trim()}>
          {say("openTable")}
        </button>
        <button type="button" class="button" disabled={!text.trim()} onClick={() => open(true)}>
          {say("openReplay")}
        </button>
      </form>
      {wrong && (
        <p class="lobby-refusal" role="alert">
          {say("badLink")}
        </p>
      )}
    </section>
  );
}
