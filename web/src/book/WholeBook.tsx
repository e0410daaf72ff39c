import { useEffect, useState } from "preact/hooks";
import type { Book, Language } from "../protocol";
import { Chapter } from "./Chapter";

interface WholeProps {
  book: Book;
  language: Language;
  known: ReadonlySet<string>;
  headings?: Readonly<Record<string, string>> | undefined;
  marked: string | null;
  hidden: boolean;
}

// Chapters set before the first look; the others follow one by one, so that the page is there at once.
const AT_ONCE = 2;
const NO_WORDS: readonly string[] = [];

/** All chapters. While something is looked for the book is only laid aside: to come back costs nothing. */
export function WholeBook({ book, language, known, headings, marked, hidden }: WholeProps) {
  const [count, setCount] = useState(AT_ONCE);
  const at = marked ? book.chapters.findIndex((one) => one.rules.some((rule) => rule.id === marked)) : -1;
  const set = Math.max(count, at + 1);
  useEffect(() => {
    if (set >= book.chapters.length) return;
    const later = setTimeout(() => setCount(set + 1), 16);
    return () => clearTimeout(later);
  }, [set, book]);
  return (
    <div hidden={hidden}>
      {book.chapters.map((chapter, place) => (
        <Chapter
          key={chapter.chapter}
          chapter={chapter}
          rules={place < set ? chapter.rules : null}
          game={book.game}
          language={language}
          known={known}
          words={NO_WORDS}
          headings={headings}
          marked={place === at ? marked : null}
        />
      ))}
    </div>
  );
}
