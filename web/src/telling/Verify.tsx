import "./verify.css";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { myGame } from "../games";
import { Head } from "../head/Head";
import { useLoaded } from "../head/loaded";
import { said } from "../language";
import type { About, Fairness, Scenario } from "../protocol";
import { address } from "../router";
import * as server from "../server";
import { prove } from "./fairness";
import { phrase } from "./verify-phrases";

interface Asked {
  game: About;
  told: Fairness;
  scenario: Scenario | null;
}

/** The proof that the cards and dice were fair: `#/verify/{id}`. */
export function Verify({ id }: { id: string }) {
  const game = new server.Game(id, myGame(id)?.key ?? null);
  const asked = useLoaded<Asked>(async () => {
    const [state, told, all] = await Promise.all([
      game.state("spectator"),
      game.fairness(),
      server.scenarios().catch(() => null),
    ]);
    const scenario = all?.scenarios.find((one) => one.id === state.game.scenario) ?? null;
    return { game: state.game, told, scenario };
  }, id);
  const problem = asked.error
    ? asked.error instanceof server.Refusal && asked.error.status === 404
      ? "noGame"
      : "noServer"
    : null;
  return (
    <div class="tell-page">
      <Head title={asked.value ? `${said(asked.value.game.title)} · ${phrase("title")}` : phrase("title")}>
        {asked.value && (
          <a href={address("game", id, ...(game.key ? [game.key] : []))}>{phrase("toTable")}</a>
        )}
        {asked.value && <a href={address("replay", id)}>{phrase("watch")}</a>}
      </Head>
      <main class="tell-verify">
        <h1>{phrase("title")}</h1>
        <p class="tell-verify-why">{phrase("why")}</p>
        {problem && <p role="alert">{phrase(problem)}</p>}
        {problem === "noServer" && (
          <button type="button" class="button" onClick={asked.again}>
            {phrase("again")}
          </button>
        )}
        {!asked.value && !problem && <p aria-live="polite">{phrase("loading")}</p>}
        {asked.value && <Proved {...asked.value} save={game.save} />}
      </main>
    </div>
  );
}

function Proved({ game, told, scenario, save }: Asked & { save(): Promise<unknown> }) {
  const proof = prove(told);
  const over = game.status === "over";
  const checks = [proof.kept, proof.seedAgrees, told.replay_agrees];
  const wrong = checks.includes(false);
  const right = !wrong && proof.kept === true && proof.seedAgrees === true && told.replay_agrees !== null;
  const name = (seat: string) => said(scenario?.sides.find((one) => one.seat === seat)?.name) || seat;
  return (
    <>
      {told.kind === "imported" && <p class="tell-verdict">{phrase("imported")}</p>}
      {told.kind === "by-hand" && <p class="tell-verdict">{phrase("byHand")}</p>}
      {!over && told.kind === "fair" && <p class="tell-verdict">{phrase("notOver")}</p>}
      {over && told.kind === "fair" && (right || wrong) && (
        <p class={`tell-verdict ${wrong ? "is-wrong" : "is-right"}`} role="status">
          <Sign right={!wrong} />
          {phrase(wrong ? "notRight" : "allRight")}
        </p>
      )}
      <ol class="tell-proof">
        {told.commitment && (
          <Part title={phrase("promise")} why={phrase("promiseWhy")}>
            <Value name={phrase("commitment")} value={told.commitment} />
          </Part>
        )}
        {told.kind !== "imported" && (
          <Part title={phrase("contributions")} why={phrase("contributionsWhy")}>
            {Object.entries(told.contributions).map(([seat, share]) => (
              <Value key={seat} name={name(seat)} value={share ?? phrase("notYetGiven")} />
            ))}
          </Part>
        )}
        {told.secret && (
          <Part
            title={phrase("secret")}
            why={phrase("secretWhy")}
            check={proof.kept}
            words={[phrase("kept"), phrase("broken")]}
          >
            <Value name={phrase("secret")} value={told.secret} />
            {proof.commitment && <Value name={phrase("fingerprint")} value={proof.commitment} />}
          </Part>
        )}
        {told.seed && (
          <Part
            title={phrase("seed")}
            why={told.secret ? phrase("seedWhy") : ""}
            check={proof.seedAgrees}
            words={[phrase("seedRight"), phrase("seedWrong")]}
          >
            <Value name={phrase("seedUsed")} value={told.seed} />
            {proof.seed && <Value name={phrase("seedHere")} value={proof.seed} />}
          </Part>
        )}
        {told.replay_agrees !== null && (
          <Part
            title={phrase("fought")}
            why={phrase("foughtWhy", { decisions: told.decisions ?? 0 })}
            check={told.replay_agrees}
            words={[phrase("replayRight"), phrase("replayWrong")]}
          />
        )}
      </ol>
      <section class="tell-yourself">
        <h2>{phrase("yourself")}</h2>
        {game.may_export || over ? (
          <>
            <p>{phrase("yourselfWhy")}</p>
            <pre>
              <code>alfiere verify {fileName(game)}</code>
            </pre>
            <Download game={game} save={save} />
          </>
        ) : (
          <p>{phrase("noDownload")}</p>
        )}
        {told.kind !== "imported" && <p class="tell-method">{phrase("method")}</p>}
      </section>
    </>
  );
}

interface PartProps {
  title: string;
  why: string;
  check?: boolean | null;
  words?: [right: string, wrong: string];
  children?: ComponentChildren;
}

function Part({ title, why, check = null, words, children }: PartProps) {
  return (
    <li>
      <h2>{title}</h2>
      <p>{why}</p>
      <dl>{children}</dl>
      {check !== null && words && (
        <p class={`tell-check ${check ? "is-right" : "is-wrong"}`}>
          <Sign right={check} />
          {words[check ? 0 : 1]}
        </p>
      )}
    </li>
  );
}

/** A seal or a broken one: never by colour alone. */
function Sign({ right }: { right: boolean }) {
  return (
    <svg class="tell-sign" viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="15" />
      <path d={right ? "M8 16.5 14 22.5 25 10" : "M10 10 22 22M22 10 10 22"} />
    </svg>
  );
}

function Value({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  );
}

const fileName = (game: About) => `${game.scenario.replace("/", "-")}-${game.id}.json`;

function Download({ game, save }: { game: About; save(): Promise<unknown> }) {
  const [failed, setFailed] = useState(false);
  const download = async () => {
    try {
      const text = JSON.stringify(await save());
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
      link.download = fileName(game);
      link.click();
      URL.revokeObjectURL(link.href);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <p>
      <button type="button" class="button main" onClick={download}>
        {phrase("download")}
      </button>
      {failed && <span role="alert"> {phrase("downloadFailed")}</span>}
    </p>
  );
}
