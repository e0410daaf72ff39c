import { useEffect, useState } from "preact/hooks";
import { language } from "../language";
import type { Book } from "../protocol";
import "./contents.css";
import { say } from "./phrases";
import { SIGNS } from "./RuleEntry";

interface ContentsProps {
  book: Book;
  /** How many rules of each chapter are shown. */
  counts: ReadonlyMap<string, number>;
  isSearch: boolean;
  /** A chapter is opened out of a search. */
  onLeave(): void;
}

/** The column beside the text: chapters, and what the marks mean. */
export function Contents({ book, counts, isSearch, onLeave }: ContentsProps) {
  const [wide] = useState(() => !matchMedia("(max-width: 640px)").matches);
  const open = useOpenChapter(book, isSearch);
  const turn = (chapter: string) => {
    onLeave();
    requestAnimationFrame(() =>
      document.getElementById(`chapter-${chapter}`)?.scrollIntoView({ block: "start" }),
    );
  };
  return (
    <aside class="book-contents">
      <details open={wide}>
        <summary {...(wide ? { tabIndex: -1 } : {})}>
          <h2 id="book-contents">{say("contents")}</h2>
        </summary>
        <nav aria-labelledby="book-contents">
          <ol>
            {book.chapters.map((one) => {
              const count = counts.get(one.chapter) ?? 0;
              return (
                <li key={one.chapter}>
                  {/* Not a link: the address behind the «#» belongs to the page, not to places in it. */}
                  <button
                    type="button"
                    {...(count ? {} : { class: "book-contents-none" })}
                    {...(open === one.chapter ? { "aria-current": "location" as const } : {})}
                    onClick={() => turn(one.chapter)}
                  >
                    <span class="book-contents-number">{one.chapter}</span>
                    <span class="book-contents-title">{one.title[language.value]}</span>
                    <span class="book-contents-count">{count || ""}</span>
                  </button>
                </li>
              );
            })}
          </ol>
        </nav>
        <section class="book-marks" aria-labelledby="book-marks">
          <h2 id="book-marks">{say("marks")}</h2>
          <dl>
            <dt>—</dt>
            <dd>{say("seedNote")}</dd>
            <dt>{SIGNS.reading}</dt>
            <dd>{say("readingNote")}</dd>
            <dt>{SIGNS.house}</dt>
            <dd>{say("houseNote")}</dd>
            <dt>
              <span class="book-optional">{say("optional")}</span>
            </dt>
            <dd>{say("optionalNote")}</dd>
          </dl>
        </section>
      </details>
    </aside>
  );
}

/** The chapter that is being read: the last one that begins above the middle of the window. */
function useOpenChapter(book: Book, isSearch: boolean): string {
  const [open, setOpen] = useState("");
  useEffect(() => {
    let waiting = 0;
    const look = () => {
      waiting = 0;
      let last = "";
      for (const { chapter } of isSearch ? [] : book.chapters) {
        const place = document.getElementById(`chapter-${chapter}`);
        if (place && place.getBoundingClientRect().top < innerHeight / 2) last = chapter;
      }
      setOpen(last);
    };
    const later = () => {
      waiting ||= requestAnimationFrame(look);
    };
    later();
    addEventListener("scroll", later, { passive: true });
    return () => {
      cancelAnimationFrame(waiting);
      removeEventListener("scroll", later);
    };
  }, [book, isSearch]);
  return open;
}
