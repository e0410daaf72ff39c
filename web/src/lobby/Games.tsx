import { said } from "../language";
import type { Scenarios } from "../protocol";
import { Lesson } from "./FirstBattle";
import { gamesOf } from "./Foot";
import { say } from "./phrases";

/** Which games there are, what each is about, where its battles stand, and which to begin with. */
export function Games({ told }: { told: Scenarios }) {
  const games = gamesOf(told.scenarios);
  if (games.length < 2) return null;
  return (
    <nav class="lobby-games" aria-labelledby="lobby-games">
      <h2 id="lobby-games">{say("games")}</h2>
      <ul>
        {games.map((one) => {
          const lesson = told.scenarios.find(
            ({ id, game }) => game === one.game && told.lessons?.includes(id),
          );
          return (
            <li key={one.game}>
              <a href={`#lobby-game-${one.game}`}>{one.title}</a>
              {one.about && <p>{said(one.about)}</p>}
              {lesson && (
                <Lesson scenario={lesson} computers={told.computers}>
                  {say("lesson", { title: said(lesson.title) })}
                </Lesson>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
