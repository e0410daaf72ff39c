import { useState } from "preact/hooks";
import type { Book, Language } from "../protocol";
import { Chapter } from "./Chapter";
import { say } from "./phrases";

interface ResultsProps {
  book: Book;
  language: Language;
  known: ReadonlySet<string>;
  found: ReadonlySet<string>;
  words: readonly string[];
  headings?: Readonly<Record<string, string>> | undefined;
  marked: string | null;
}

// How many results are set at once: enough to read, and a key stroke never waits for thousands.
const SHOWN = 60;

/** The rules that were found, under the headings of their chapters. */
export function Results({ book, language, known, found, words, headings, marked }: ResultsProps) {
  const [asked, setAsked] = useState<ReadonlySet<string> | null>(null);
  let room = asked === found ? Number.POSITIVE_INFINITY : SHOWN;
  const shown = [];
  for (const chapter of book.chapters) {
    if (room <= 0) break;
    const rules = chapter.rules.filter((one) => found.has(one.id)).slice(0, room);
    room -= rules.length;
    if (!rules.length) continue;
    shown.push(
      <Chapter
        key={chapter.chapter}
        chapter={chapter}
        rules={rules}
        game={book.game}
        language={language}
        known={known}
        words={words}
        headings={headings}
        marked={marked}
        isResult
      />,
    );
  }
  if (!found.size) {
    return (
      <div class="book-empty">
        <p>{say("nothing")}</p>
        <p class="book-empty-hint">{say("nothingHint")}</p>
      </div>
    );
  }
  return (
    <>
      {shown}
      {asked !== found && found.size > SHOWN && (
        <button type="button" class="button book-rest" onClick={() => setAsked(found)}>
          {say("rest", { n: found.size - SHOWN })}
        </button>
      )}
    </>
  );
}
