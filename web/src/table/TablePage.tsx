import { useEffect, useMemo } from "preact/hooks";
import { Head } from "../head/Head";
import { said } from "../language";
import { inWords } from "../refusals";
import { address } from "../router";
import { RuleDrawer } from "../telling/RuleDrawer";
import { Comrades } from "./Comrades";
import { Curtain } from "./Curtain";
import { lastInput, pressed } from "./keyboard";
import { Kit } from "./kit";
import { MapSide } from "./MapSide";
import { Papers } from "./Papers";
import { say } from "./phrases";
import { keepPresses } from "./pressing";
import { Rail } from "./Rail";
import { ResultPanel } from "./ResultPanel";
import { TableHead } from "./TableHead";
import { Tray } from "./Tray";
import { WaitingRoom } from "./WaitingRoom";
import { WhichOf } from "./Which";
import "./table.css";
import "./pages.css";

/** A battle on the table: `#/game/{id}/{key}`; without a key one watches. */
export function TablePage({ id, gameKey }: { id: string; gameKey: string | null }) {
  const kit = useMemo(() => new Kit(id, gameKey), [id, gameKey]);

  useEffect(() => {
    kit.start();
    const key = (event: KeyboardEvent) => {
      if (pressed(event, kit)) event.preventDefault();
    };
    const pointer = () => {
      lastInput.isKey = false;
    };
    const stopPresses = keepPresses();
    addEventListener("keydown", key);
    addEventListener("pointerdown", pointer, true);
    return () => {
      stopPresses();
      removeEventListener("keydown", key);
      removeEventListener("pointerdown", pointer, true);
      kit.end();
    };
  }, [kit]);

  return <Shown kit={kit} />;
}

function Shown({ kit }: { kit: Kit }) {
  const { session } = kit;
  const failed = session.failed.value;
  const about = session.about.value;
  const isAsked = session.decision.value !== null;
  const title = said(about?.title);

  useEffect(() => {
    document.title = `${isAsked ? "● " : ""}${title ? `${title} · ` : ""}Alfiere`;
    return () => {
      document.title = "Alfiere";
    };
  }, [isAsked, title]);

  if (failed) {
    return (
      <div class="table-waiting-page">
        <Head />
        <main class="table-waiting">
          <div>
            <h1>{say("cannot-open")}</h1>
            <p role="alert">{inWords(failed)}</p>
            <p>
              <button type="button" class="button main" onClick={() => session.retry()}>
                {say("try-again")}
              </button>{" "}
              <a class="button" href={address()}>
                {say("lobby")}
              </a>
            </p>
          </div>
        </main>
      </div>
    );
  }
  if (session.curtain.value && !session.lifting.value) return <Curtain kit={kit} />;
  if (about?.status === "waiting") return <WaitingRoom kit={kit} />;
  if (!about || !session.shown.value || session.curtain.value) {
    return (
      <main class="table-waiting">
        <p role="status">{say("loading")}</p>
      </main>
    );
  }
  return (
    <div
      class={kit.sheet.value === "rail" ? "table-page sheet" : "table-page"}
      data-seat={session.seat.value ?? undefined}
    >
      <TableHead kit={kit} />
      <main class={kit.paper.value ? "table-field with-paper" : "table-field"}>
        <Papers kit={kit} />
        <MapSide kit={kit} />
        <ResultPanel kit={kit} />
      </main>
      <Rail kit={kit} />
      <Tray kit={kit} />
      <WhichOf kit={kit} />
      {kit.comrades.value && <Comrades kit={kit} />}
      <RuleDrawer
        game={kit.game}
        rule={kit.rule.value}
        onRule={(rule) => {
          kit.rule.value = rule;
        }}
        onClose={() => {
          kit.rule.value = null;
        }}
      />
    </div>
  );
}
