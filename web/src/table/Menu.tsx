import { useLayoutEffect, useRef } from "preact/hooks";
import { forget } from "../games";
import { said } from "../language";
import { PAPERS } from "../papers/Paper";
import { say as paperWord } from "../papers/phrases";
import { address, go } from "../router";
import { PaceControl } from "../telling/PaceControl";
import type { Kit } from "./kit";
import { comradesOf } from "./leaders";
import { say } from "./phrases";
import { hasSide, others } from "./seats";
import { careful } from "./settings";

/** Everything that is not part of a turn. */
export function Menu({ kit }: { kit: Kit }) {
  const { session } = kit;
  const place = useRef<HTMLDivElement>(null);
  const isOpen = kit.menu.value;
  const about = session.about.value;
  const table = session.table.value;
  const isOver = about?.status === "over";
  const seat = session.seat.value;
  const me = comradesOf(about, seat).find((one) => one.me) ?? null;
  const isShared = !me && !!about?.chief && !!table?.parts?.length && !isOver;
  const maySurrender = hasSide(seat, session.scenario.value) && !!table && !isOver && !me;
  const mayTalk = maySurrender && !!about && others(about).length > 0;
  const close = () => {
    kit.menu.value = false;
  };

  // before anything else is done: later it would take the focus from where a quick hand has put it meanwhile
  useLayoutEffect(() => {
    if (!isOpen) return;
    place.current?.querySelector<HTMLElement>(".table-menu a, .table-menu button")?.focus();
    const away = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) kit.menu.value = false;
    };
    addEventListener("pointerdown", away);
    return () => removeEventListener("pointerdown", away);
  }, [isOpen, kit]);

  return (
    <div class="table-menu-place" ref={place}>
      <button
        type="button"
        class="table-tool"
        aria-expanded={isOpen}
        aria-haspopup="true"
        onClick={() => {
          kit.menu.value = !isOpen;
        }}
      >
        <span aria-hidden="true">☰</span> <b>{say("menu")}</b>
      </button>
      {isOpen && (
        <div class="table-menu">
          {PAPERS.map((one) => (
            <button
              key={one}
              type="button"
              onClick={() => {
                close();
                kit.paper.value = one;
              }}
            >
              {paperWord(one)}
            </button>
          ))}
          <hr />
          <a href={address("rules", kit.game)}>{say("rulebook")}</a>
          <a href={address("replay", session.id)}>{say("replay")}</a>
          <a href={address("verify", session.id)}>{say("fairness")}</a>
          <button
            type="button"
            onClick={() => {
              kit.map.current?.fit();
              close();
            }}
          >
            {say("fit-map")}
          </button>
          {about?.may_export && (
            <button
              type="button"
              onClick={() => {
                close();
                void saveFile(kit);
              }}
            >
              {say("save-file")}
            </button>
          )}
          <hr />
          <label>
            <input
              type="checkbox"
              checked={careful.value}
              onChange={(event) => {
                careful.value = event.currentTarget.checked;
              }}
            />
            {say("careful")}
          </label>
          <PaceControl />
          <hr />
          {isShared && (
            <button
              type="button"
              onClick={() => {
                close();
                kit.comrades.value = true;
              }}
            >
              {say("comrades")}
            </button>
          )}
          {me && !isOver && (
            <button
              type="button"
              onClick={() => {
                close();
                void session.letGo(me.number).then((isGone) => {
                  if (!isGone) return;
                  forget(session.id);
                  go();
                });
              }}
            >
              {say("leave-side")}
            </button>
          )}
          {mayTalk && !table?.draw_offered_by && (
            <button
              type="button"
              onClick={() => {
                close();
                void session.draw("offer");
              }}
            >
              {say("offer-draw")}
            </button>
          )}
          {maySurrender && (
            <button
              type="button"
              onClick={() => {
                close();
                kit.resigning.value = true;
                kit.sheet.value = "rail";
              }}
            >
              {say("resign")}
            </button>
          )}
          <a href={address()}>{say("leave")}</a>
        </div>
      )}
    </div>
  );
}

/** The battle as a file on the player's own disk. */
export async function saveFile(kit: Kit): Promise<void> {
  const { session } = kit;
  const file = await session.save();
  if (!file) return;
  const address = URL.createObjectURL(new Blob([JSON.stringify(file)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  const name = said(session.about.value?.title)
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, "-");
  link.download = `alfiere-${name}-${session.id}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
