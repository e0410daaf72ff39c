import type { ComponentChildren } from "preact";
import { Ensign } from "./Ensign";
import { Ornament } from "./Ornament";
import { say } from "./phrases";
import "./plate.css";

/** The title page, as a printer of 1648 would set it; `children` is the way in. */
export function TitlePlate({ children }: { children?: ComponentChildren }) {
  return (
    <section class="lobby-plate" aria-labelledby="lobby-name">
      <div class="lobby-plate-in">
        <div class="lobby-plate-figure">
          <Ensign label={say("ensign")} />
        </div>
        <div class="lobby-plate-words">
          <h1 id="lobby-name">Alfiere</h1>
          <p class="lobby-subtitle">{say("subtitle")}</p>
          <p class="lobby-period">{say("period")}</p>
          <Ornament />
          <p class="lobby-sentence">{say("sentence")}</p>
          {children}
        </div>
      </div>
    </section>
  );
}
