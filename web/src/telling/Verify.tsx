import "./verify.css";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Evidence, evidenceOf } from "../evidence";
import { myGame } from "../games";
import { Head } from "../head/Head";
import { useLoaded } from "../head/loaded";
import { said } from "../language";
import { asNamed } from "../names";
import type { About, Fairness, Scenario } from "../protocol";
import { address } from "../router";
import * as server from "../server";
import { type Compared, compare, prove } from "./fairness";
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
    const found = all?.scenarios.find((one) => one.id === state.game.scenario) ?? null;
    const scenario = asNamed(found, state.table?.view ?? null);
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
  const evidence = evidenceOf(game.id);
  const proof = prove(game.id, told);
  const compared = compare(told, evidence);
  const over = game.status === "over";
  const checks = [proof.kept, proof.shares, proof.seedAgrees, told.replay_agrees];
  const wrong = [...checks, ...Object.values(compared)].includes(false);
  const right = !wrong && proof.kept === true && proof.seedAgrees === true && told.replay_agrees !== null;
  const saw = evidence?.early && compared.promise && compared.share && compared.commitments;
  const verdict = wrong ? "notRight" : !told.committed ? "olderRight" : saw ? "allRight" : "fitsTogether";
  const name = (seat: string) => said(scenario?.sides.find((one) => one.seat === seat)?.name) || seat;
  return (
    <>
      {told.kind === "imported" && <p class="tell-verdict">{phrase("imported")}</p>}
      {told.kind === "by-hand" && <p class="tell-verdict">{phrase("byHand")}</p>}
      {!over && told.kind === "fair" && <p class="tell-verdict">{phrase("notOver")}</p>}
      {over && told.kind === "fair" && (right || wrong) && (
        <p class={`tell-verdict ${wrong ? "is-wrong" : "is-right"}`} role="status">
          <Sign right={!wrong} />
          {phrase(verdict)}
        </p>
      )}
      <ol class="tell-proof">
        {told.commitment && (
          <Part title={phrase("promise")} why={phrase("promiseWhy")}>
            <Value name={phrase("commitment")} value={told.commitment} />
          </Part>
        )}
        {told.kind !== "imported" && (
          <Part
            title={phrase("promises")}
            why={phrase(told.committed ? "promisesWhy" : "older")}
            check={proof.shares}
            words={[phrase("sharesKept"), phrase("sharesBroken")]}
          >
            {told.committed &&
              Object.entries(told.commitments).map(([seat, promised]) => (
                <Value key={seat} name={name(seat)} value={promised ?? phrase("notYetGiven")} />
              ))}
          </Part>
        )}
        {told.kind !== "imported" && (
          <Part title={phrase("contributions")} why={phrase("contributionsWhy")}>
            {Object.entries(told.contributions).map(([seat, share]) => (
              <Value key={seat} name={name(seat)} value={share ?? phrase("notYetGiven")} />
            ))}
          </Part>
        )}
        {told.kind !== "imported" && <Kept told={told} evidence={evidence} compared={compared} />}
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
            {evidence && (
              <>
                <p>{phrase("evidenceWhy")}</p>
                <pre>
                  <code>
                    alfiere verify {fileName(game)} --kept {evidenceName(game)}
                  </code>
                </pre>
                <Download
                  game={game}
                  name={evidenceName(game)}
                  label={phrase("saveEvidence")}
                  save={async () => ({ alfiere: "evidence", kept: evidence, told })}
                />
              </>
            )}
          </>
        ) : (
          <p>{phrase("noDownload")}</p>
        )}
        {told.kind !== "imported" && <p class="tell-method">{phrase("method")}</p>}
      </section>
    </>
  );
}

/** What this browser kept from the first moment on, against what the server tells now. */
function Kept(props: { told: Fairness; evidence: Evidence | null; compared: Compared }) {
  const { told, evidence, compared } = props;
  if (!evidence) return <Part title={phrase("browser")} why={phrase("keptNothing")} />;
  const why = !evidence.early ? "keptLate" : evidence.share ? "keptAll" : "keptPromise";
  return (
    <li>
      <h2>{phrase("browser")}</h2>
      <p>{phrase(why, { since: new Date(evidence.since).toLocaleString() })}</p>
      <Check is={compared.promise} words={[phrase("samePromise"), phrase("otherPromise")]} />
      <Check is={compared.commitments} words={[phrase("samePromises"), phrase("otherPromises")]} />
      <Check is={compared.share} words={[phrase("sameShare"), phrase("otherShare")]} />
      {compared.promise === false && (
        <dl>
          <Value name={phrase("firstShown")} value={evidence.commitment} />
          <Value name={phrase("toldNow")} value={told.commitment ?? phrase("notYetGiven")} />
        </dl>
      )}
    </li>
  );
}

function Check({ is, words }: { is: boolean | null; words: [right: string, wrong: string] }) {
  if (is === null) return null;
  return (
    <p class={`tell-check ${is ? "is-right" : "is-wrong"}`}>
      <Sign right={is} />
      {words[is ? 0 : 1]}
    </p>
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
      {words && <Check is={check} words={words} />}
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

const evidenceName = (game: About) => fileName(game).replace(/\.json$/, "-kept.json");

interface DownloadProps {
  game: About;
  save(): Promise<unknown>;
  name?: string;
  label?: string;
}

function Download({ game, save, name = fileName(game), label = phrase("download") }: DownloadProps) {
  const [failed, setFailed] = useState(false);
  const download = async () => {
    try {
      const text = JSON.stringify(await save());
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
      link.download = name;
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
        {label}
      </button>
      {failed && <span role="alert"> {phrase("downloadFailed")}</span>}
    </p>
  );
}
