import { useEffect, useErrorBoundary } from "preact/hooks";
import { BoardMap } from "../map/BoardMap";
import type { Glow } from "../map/sheet/contract";
import { FacingArrows } from "./FacingArrows";
import { Inspector, PieceTip } from "./Inspector";
import type { Kit } from "./kit";
import { say } from "./phrases";
import type { Click } from "./things";

/** The map; should it fail, the battle goes on by the list of options. */
export function MapSide({ kit }: { kit: Kit }) {
  const [trouble, again] = useErrorBoundary((error) => console.error(error));
  if (!trouble) return <Field kit={kit} />;
  return (
    <p class="table-broken" role="alert">
      {say("map-broken")}{" "}
      <button type="button" class="button" onClick={again}>
        {say("try-again")}
      </button>
    </p>
  );
}

/** Who is looked at closely stands out too, so that he is found. */
const lookedFor = (pieces: ReadonlyMap<string, Glow>, piece: string | null): ReadonlyMap<string, Glow> =>
  piece && !pieces.has(piece) ? new Map(pieces).set(piece, "about") : pieces;

/** Everything a click or a rest on the map means. */
function Field({ kit }: { kit: Kit }) {
  const { session, deciding } = kit;
  const view = session.shownView.value;
  const look = session.look.value;

  useEffect(() => {
    kit.teller.attach(kit.map.current);
    return () => kit.teller.attach(null);
  }, [kit, view !== null, look !== null]);

  if (!view || !look) return null;
  const glow = kit.glow.value;

  /** True when the click meant something to the question that is asked. */
  const click = (what: Click): boolean => {
    if (session.telling.value > 0) kit.teller.skip();
    return deciding.click(what, { ...kit.pointer });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only remembers where the pointer is
    <div
      class="table-map"
      data-guide="map"
      onPointerMove={(event) => {
        kit.pointer = { x: event.clientX, y: event.clientY };
      }}
      onContextMenu={(event) => {
        // The other button always shows the piece, whatever is asked.
        if (!kit.hovered.value) return;
        event.preventDefault();
        kit.inspected.value = kit.hovered.value;
      }}
      onPointerDown={(event) => {
        kit.pointer = { x: event.clientX, y: event.clientY };
      }}
    >
      <BoardMap
        view={view}
        look={look}
        pieces={lookedFor(glow.pieces, kit.inspected.value)}
        hexes={glow.hexes}
        places={glow.places}
        acting={kit.acting.value}
        lookedAt={kit.lookedAt.value}
        mover={kit.mover.value}
        sketch={kit.holding.sketch.value ?? deciding.preview.value?.sketch ?? []}
        verdict={kit.holding.verdict.value}
        seat={session.seat.value}
        handle={kit.map}
        onPiece={(id) => {
          // A piece that answers the question is not looked at as well: that would only be in the way.
          kit.inspected.value = click({ piece: id }) ? null : id;
        }}
        onHex={(hex) => {
          click({ hex });
          kit.inspected.value = null;
        }}
        onPlace={(place) => {
          click({ place });
          kit.inspected.value = null;
        }}
        onPut={(piece, at, pixel) => {
          if (session.telling.value > 0) kit.teller.skip();
          void deciding.put(piece, at, pixel ?? { ...kit.pointer });
        }}
        onHold={(piece, at) => {
          kit.hovered.value = null;
          // a unit that was put down and is led on: the second yes is for where it will be
          if (at && at.length > 2) deciding.lift();
          if (at && kit.deciding.looked.value) deciding.rests(null);
          kit.holding.hold(piece, at);
        }}
        onLetGo={() => deciding.lift()}
        onHover={(at) => {
          kit.hovered.value = at?.piece ?? null;
          deciding.hovers(
            at?.place
              ? { place: at.place }
              : at?.piece
                ? { piece: at.piece }
                : at?.hex
                  ? { hex: at.hex }
                  : null,
          );
        }}
      >
        <FacingArrows kit={kit} />
      </BoardMap>
      <Inspector kit={kit} />
      <PieceTip kit={kit} />
    </div>
  );
}
