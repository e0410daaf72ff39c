import "./style.css";
import { render } from "preact";
import { BookPage } from "./book/BookPage";
import { language, speak } from "./language";
import { Lobby } from "./lobby/Lobby";
import { route } from "./router";
import { TablePage } from "./table/TablePage";
import { Replay } from "./telling/Replay";
import { Verify } from "./telling/Verify";

function Page() {
  const [page, first, second] = route.value;
  if (page === "game" && first)
    return <TablePage key={`${first}/${second}`} id={first} gameKey={second ?? null} />;
  if (page === "replay" && first)
    return <Replay key={first} id={first} moment={second === undefined ? null : Number(second)} />;
  if (page === "rules" && first) return <BookPage key={first} game={first} rule={second ?? null} />;
  if (page === "verify" && first) return <Verify key={first} id={first} />;
  return <Lobby />;
}

speak(language.value);
const place = document.getElementById("page");
if (place) render(<Page />, place);
