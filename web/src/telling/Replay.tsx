import "./replay.css";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { myGame } from "../games";
import { Head } from "../head/Head";
import { said } from "../language";
import type { Look } from "../look";
import { BoardMap } from "../map/BoardMap";
import type { Glow, MapHandle } from "../map/sheet/contract";
import { asNamed } from "../names";
import type { About, Scenario, Seat, Step, View, Words } from "../protocol";
import { address } from "../router";
import * as server from "../server";
import { Log } from "./Log";
import { Controls } from "./ReplayControls";
import { RuleDrawer } from "./RuleDrawer";
import {
  concerned,
  following,
  headings,
  preceding,
  readingTime,
  sameMoment,
  Views,
  wholeLog,
} from "./replay";
import { phrase } from "./replay-phrases";
import { SeatView } from "./SeatView";
import { Sentences } from "./Sentences";
import { Standing } from "./Standing";
import { newTeller } from "./teller";

interface Opened {
  game: About;
  scenario: Scenario | null;
  look: Look;
  words: Words;
}

/** The public's view has this name in requests. */
export const PUBLIC = "spectator";
const ORDINARY = 600;

/** A battle watched again: `#/replay/{id}/{moment}`. */
export function Replay(props: { id: string; moment: number | null }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<"waiting" | "noGame" | "noServer" | null>(null);
  const [tries, setTries] = useState(0);
  // a new try asks again
  useEffect(() => {
    let here = true;
    setProblem(null);
    open(props.id).then(
      (found) => here && (found ? setOpened(found) : setProblem("waiting")),
      (error) =>
        here && setProblem(error instanceof server.Refusal && error.status === 404 ? "noGame" : "noServer"),
    );
    return () => {
      here = false;
    };
  }, [props.id, tries]);
  if (opened) return <Watch key={props.id} {...opened} at={props.moment} />;
  return (
    <div class="tell-page">
      <Head title={phrase("title")} />
      <main class="tell-waiting" aria-live="polite">
        <p>{phrase(problem ?? "loading")}</p>
        {problem && problem !== "noGame" && (
          <button type="button" class="button" onClick={() => setTries(tries + 1)}>
            {phrase("again")}
          </button>
        )}
        {problem && <a href={address()}>{phrase("home")}</a>}
      </main>
    </div>
  );
}

async function open(id: string): Promise<Opened | null> {
  const state = await new server.Game(id, myGame(id)?.key ?? null).state(PUBLIC);
  if (!state.table) return null;
  const code = state.game.scenario.split("/")[0] ?? "";
  const [look, words, all] = await Promise.all([
    server.look(code),
    server.words(code),
    server.scenarios().catch(() => null),
  ]);
  const found = all?.scenarios.find((one) => one.id === state.game.scenario) ?? null;
  const scenario = asNamed(found, state.table.view);
  return { game: state.game, scenario, look, words };
}

/** The seats whose view may be watched: after the end all, before it one's own; the public's always. */
export function viewers(game: About): Seat[] {
  const open = game.status === "over" ? game.seats : game.seats.filter((one) => one.mine);
  return [...open.map((one) => one.seat), PUBLIC];
}

function Watch({ game, scenario, look, words, at }: Opened & { at: number | null }) {
  const key = myGame(game.id)?.key ?? null;
  const [seat, setSeat] = useState(() => game.seats.find((one) => one.mine)?.seat ?? PUBLIC);
  const [steps, setSteps] = useState<Step[] | null>(null);
  const [moment, setMoment] = useState(0);
  const [view, setView] = useState<View | null>(null);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [rule, setRule] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<"lost" | "noServer" | null>(null);
  /** The moment whose view is on the table: the map shows it before it moves on. */
  const [shown, setShown] = useState(-1);

  const teller = useMemo(() => newTeller(ORDINARY), []);
  const map = useRef<MapHandle | null>(null);
  const live = useMemo(() => new server.Game(game.id, key), [game.id, key]);
  const views = useMemo(() => new Views((one) => live.moment(seat, one)), [live, seat]);
  /** Only the last wish counts: an older answer that comes late is not shown. */
  const wish = useRef(0);

  useEffect(() => () => teller.attach(null), [teller]);
  useEffect(() => {
    teller.pace = ORDINARY / speed;
  }, [teller, speed]);

  const goTo = (wanted: number, told: readonly Step[] = [], all = steps) => {
    if (!all) return;
    const to = Math.max(0, Math.min(all.length - 1, Number.isFinite(wanted) ? Math.round(wanted) : 0));
    const mine = ++wish.current;
    teller.attach(map.current);
    teller.skip();
    setMoment(to);
    history.replaceState(history.state, "", address("replay", game.id, to));
    views.at(to).then(
      (found) => {
        if (mine !== wish.current) return;
        setTrouble(null);
        const arrive = () => {
          if (mine !== wish.current) return;
          setView(found);
          setShown(to);
        };
        if (told.length && shown >= 0) teller.tell(told, look, arrive);
        else arrive();
        const next = following(all, to);
        views.ahead([next, following(all, next), preceding(all, to)]);
      },
      (error) => {
        if (mine !== wish.current) return;
        setPlaying(false);
        setTrouble(error instanceof server.Refusal && error.status === 410 ? "lost" : "noServer");
      },
    );
  };
  const forward = () => {
    if (!steps) return;
    const to = following(steps, moment);
    goTo(to, steps.slice(moment + 1, to + 1));
  };
  const back = () => steps && goTo(preceding(steps, moment));

  // another viewer has a log of his own; one stays at the same place of the battle
  const before = useRef<{ steps: readonly Step[]; moment: number } | null>(null);
  // the log is fetched when the viewer changes
  useEffect(() => {
    let here = true;
    wholeLog((from) => live.log(seat, from)).then(
      (all) => {
        if (!here) return;
        const from = before.current;
        setSteps(all);
        goTo(from ? sameMoment(from.steps, from.moment, all) : (at ?? 0), [], all);
      },
      () => here && setTrouble("noServer"),
    );
    return () => {
      here = false;
    };
  }, [live, seat]);
  // the address was changed by hand
  useEffect(() => {
    if (steps && at !== null && at !== moment) goTo(at);
  }, [at]);

  const watchAs = (wanted: Seat) => {
    if (!steps || wanted === seat) return;
    before.current = { steps, moment };
    setPlaying(false);
    setSeat(wanted);
  };

  // the log follows when the slider rests
  const [marked, setMarked] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setMarked(moment), 60);
    return () => clearTimeout(timer);
  }, [moment]);

  const last = (steps?.length ?? 1) - 1;
  const step = steps?.[moment];
  // goes on when a moment has been shown
  useEffect(() => {
    if (!playing || shown !== moment) return;
    if (moment >= last) {
      setPlaying(false);
      return;
    }
    const letters = step?.events.reduce((sum, event) => sum + said(event.text).length, 0) ?? 0;
    const timer = setTimeout(forward, readingTime(letters, speed));
    return () => clearTimeout(timer);
  }, [playing, shown, moment, speed]);

  const togglePlay = () => {
    if (!playing && moment >= last) goTo(0);
    setPlaying(!playing);
  };
  const great = useMemo(() => headings(steps ?? [], look), [steps, look]);
  const act = {
    start: () => goTo(0),
    end: () => goTo(last),
    back,
    forward,
    chapterBack: () => goTo(great.filter((one) => one < moment).at(-1) ?? 0),
    chapterForward: () => goTo(great.find((one) => one > moment) ?? last),
    togglePlay,
    goTo: (wanted: number) => {
      setPlaying(false);
      goTo(wanted);
    },
  };
  const acting = useRef(act);
  acting.current = act;
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => onReplayKey(event, acting.current);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  const glows = useMemo(
    () => new Map<string, Glow>(shown === moment ? concerned(step, look).map((one) => [one, "about"]) : []),
    [step, look, shown, moment],
  );
  return (
    <div class="tell-page tell-replay">
      <Head
        title={
          <>
            {said(game.title)} · {phrase("title")}
          </>
        }
      >
        <a href={address("game", game.id, ...(key ? [key] : []))}>{phrase("toTable")}</a>
        <a href={address("verify", game.id)}>{phrase("verify")}</a>
      </Head>
      <main class="tell-replay-main">
        <h1 class="unseen">
          {said(game.title)}: {phrase("title")}
        </h1>
        <div class="tell-replay-map" aria-busy={shown !== moment}>
          {view ? (
            <BoardMap
              view={view}
              look={look}
              pieces={glows}
              hexes={NOTHING}
              sketch={[]}
              seat={seat === PUBLIC ? null : seat}
              onPiece={() => {}}
              onHex={() => {}}
              onHover={() => {}}
              handle={map}
            />
          ) : (
            <p class="tell-waiting">{phrase(trouble ?? "loading")}</p>
          )}
        </div>
        {view && <Standing view={view} look={look} scenario={scenario} words={words} />}
        <Controls
          moment={moment}
          last={last}
          great={great}
          playing={playing}
          speed={speed}
          onSpeed={setSpeed}
          act={act}
        />
        <aside class="tell-replay-rail">
          <SeatView viewers={viewers(game)} seat={seat} scenario={scenario} words={words} onSeat={watchAs} />
          <Sentences step={step} view={view} look={look} trouble={view ? trouble : null} />
          {steps && (
            <Log
              steps={steps}
              look={look}
              words={words}
              view={view}
              current={marked}
              onRule={setRule}
              onMoment={act.goTo}
            />
          )}
        </aside>
      </main>
      <RuleDrawer
        game={scenario?.game ?? game.scenario.split("/")[0] ?? ""}
        rule={rule}
        onRule={setRule}
        onClose={() => setRule(null)}
      />
    </div>
  );
}

const NOTHING: ReadonlyMap<string, Glow> = new Map();

interface Acts {
  start(): void;
  end(): void;
  back(): void;
  forward(): void;
  togglePlay(): void;
}

/** The keys of the replay, where nothing else on the page wants them. */
export function onReplayKey(event: KeyboardEvent, act: Acts): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const at = event.target as Element | null;
  if (at?.closest?.("input, select, textarea, .tell-replay-map")) return;
  const acts: Record<string, (() => void) | undefined> = {
    " ": at?.closest?.("button, a") ? undefined : act.togglePlay,
    ArrowLeft: act.back,
    ArrowRight: act.forward,
    Home: act.start,
    End: act.end,
  };
  const found = acts[event.key];
  if (!found) return;
  event.preventDefault();
  found();
}
