import { useEffect, useRef, useState } from "preact/hooks";
import { type MyGame, remember } from "../games";
import { said } from "../language";
import type { Look } from "../look";
import type { Scenario } from "../protocol";
import { inWords } from "../refusals";
import { checkOwn, importSave, Refusal } from "../server";
import { kept, sitDown } from "./begin";
import { Dialog } from "./Dialog";
import { Invitations } from "./Invitations";
import { say } from "./phrases";
import { SeatChoice } from "./SeatChoice";
import { SetUp } from "./SetUp";
import { LARGEST, readSave, type SaveFile } from "./savefile";
import { againstComputer, type Seating, usualSide } from "./seats";
import { Ways } from "./Ways";

interface OpenProps {
  scenarios: readonly Scenario[];
  computers: readonly string[];
  looks: Record<string, Look>;
}

/** A save, a battle or an army from a file: choose or drop it, say who plays. */
export function OpenFile({ scenarios, computers, looks }: OpenProps) {
  const field = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [save, setSave] = useState<SaveFile | null>(null);
  const [own, setOwn] = useState<Scenario | null>(null);
  const [problem, setProblem] = useState<(() => string) | null>(null);

  const open = async (file: File | undefined) => {
    setOver(false);
    setSave(null);
    setOwn(null);
    setProblem(null);
    if (field.current) field.current.value = "";
    if (!file) return;
    const { name } = file;
    if (file.size > LARGEST) {
      setProblem(() => () => say("tooLarge", { name }));
      return;
    }
    const text = await file.text();
    const found = readSave(text, scenarios);
    if (found) {
      setSave(found);
      return;
    }
    // not a save: the rules say what it is, or what is wrong with it
    try {
      const battle = await checkOwn(name, text);
      setOwn({ ...battle.scenario, source: battle.source });
    } catch (refused) {
      const why = refused instanceof Refusal && refused.code === "bad-file" ? refused.why : null;
      setProblem(() => () => why ?? inWords(refused));
    }
  };
  useDropAnywhere((file) => void open(file));

  return (
    <section
      class={over ? "lobby-way over" : "lobby-way"}
      aria-labelledby="lobby-file"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        open(event.dataTransfer?.files[0]);
      }}
    >
      <h3 id="lobby-file">{say("fromFile")}</h3>
      <p>{say("fromFileHint")}</p>
      <input
        ref={field}
        class="unseen"
        type="file"
        accept=".json,.toml,application/json,application/toml"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => open(event.currentTarget.files?.[0])}
      />
      <button type="button" class="button" onClick={() => field.current?.click()}>
        {say("chooseFile")}
      </button>
      {problem && (
        <p class="lobby-refusal" role="alert">
          {problem()}
        </p>
      )}
      {save && (
        <GoOn
          save={save}
          computers={computers}
          look={looks[save.scenario.split("/")[0] ?? ""] ?? null}
          onClose={() => setSave(null)}
        />
      )}
      {own && (
        <SetUp
          key={own.id}
          scenario={own}
          side={usualSide(own)}
          computers={computers}
          look={looks[own.game] ?? null}
          onClose={() => setOwn(null)}
        />
      )}
    </section>
  );
}

/** A file may be dropped on the whole page: otherwise the browser would leave it. */
function useDropAnywhere(open: (file: File) => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      latest.current(file);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  }, []);
}

interface GoOnProps {
  save: SaveFile;
  computers: readonly string[];
  look: Look | null;
  onClose(): void;
}

function GoOn({ save, computers, look, onClose }: GoOnProps) {
  const [seating, setSeating] = useState<Seating>(() => againstComputer(save, usualSide(save), computers));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [made, setMade] = useState<{ game: MyGame; disagreement: string | null } | null>(null);

  const start = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const created = await importSave(save.text, seating);
      const game = kept(created, save, false);
      remember(game);
      if (game.invitations || created.disagreement) setMade({ game, disagreement: created.disagreement });
      else sitDown(game);
    } catch (refused) {
      setError(refused);
    }
    setBusy(false);
  };

  if (made) {
    return (
      <Dialog title={say("invitations")} onClose={onClose}>
        {made.disagreement && (
          <div class="lobby-disagreement" role="status">
            <p>{say("disagreement")}</p>
            <p>
              <code>{made.disagreement}</code>
            </p>
          </div>
        )}
        <Invitations game={made.game} sides={save.sides} />
      </Dialog>
    );
  }
  return (
    <Dialog title={said(save.title)} onClose={onClose}>
      <form onSubmit={start}>
        <SeatChoice
          sides={save.sides}
          computers={computers}
          look={look}
          seating={seating}
          onChange={setSeating}
        />
        <Ways error={error} busy={busy} onward={say("goOn")} onClose={onClose} />
      </form>
    </Dialog>
  );
}
