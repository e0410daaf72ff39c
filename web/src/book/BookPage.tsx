import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Head } from "../head/Head";
import { useLoaded } from "../head/loaded";
import { language } from "../language";
import type { Book } from "../protocol";
import { inWords } from "../refusals";
import { address } from "../router";
import { rules, words } from "../server";
import "./book.css";
import { Contents } from "./Contents";
import { say } from "./phrases";
import { index, search, wanted } from "./search";
import "./print.css";
import { Results } from "./Results";
import { WholeBook } from "./WholeBook";

/** A rulebook to read and search: `#/rules/{game}/{rule}`. */
export function BookPage({ game, rule }: { game: string; rule: string | null }) {
  const told = useLoaded(() => rules(game), game);
  useEffect(() => {
    document.title = told.value ? `${told.value.title} · ${say("rulebook")}` : say("rulebook");
  }, [told.value, language.value]);
  return (
    <div class="book-page">
      <Head title={say("rulebook")}>
        {told.value && (
          <button type="button" class="book-print" onClick={() => print()}>
            {say("print")}
          </button>
        )}
        <a href={address()}>{say("lobby")}</a>
      </Head>
      {told.value ? (
        <Reading book={inReadingOrder(told.value)} rule={rule} />
      ) : (
        <main class="book-empty" aria-live="polite">
          {told.error === null ? (
            <p>{say("loading")}</p>
          ) : (
            <>
              <p role="alert">{inWords(told.error)}</p>
              <button type="button" class="button main" onClick={told.again}>
                {say("again")}
              </button>
            </>
          )}
        </main>
      )}
    </div>
  );
}

const ordered = new WeakMap<Book, Book>();

/** Measuring, chapter 0, is for who looks something up: it stands last. */
export function inReadingOrder(book: Book): Book {
  const found = ordered.get(book) ?? {
    ...book,
    chapters: [
      ...book.chapters.filter((one) => one.chapter !== "0"),
      ...book.chapters.filter((one) => one.chapter === "0"),
    ],
  };
  ordered.set(book, found);
  return found;
}

/** What it is all about, for who opens the book for the first time. */
function InShort({ text }: { text: string }) {
  return (
    <section class="book-short" aria-labelledby="book-short">
      <h2 id="book-short">{say("inShort")}</h2>
      {text.split("\n").map((one) => one.trim() && <p key={one}>{one}</p>)}
    </section>
  );
}

function Reading({ book, rule }: { book: Book; rule: string | null }) {
  const spoken = language.value;
  const gameWords = useLoaded(() => words(book.game), book.game).value?.[spoken];
  const welcome = gameWords?.guide?.welcome ?? "";
  const field = useRef<HTMLInputElement>(null);
  const before = useRef(0);
  const [query, setQuery] = useState("");
  const ready = useMemo(() => index(book, spoken), [book, spoken]);
  const known = useMemo(() => new Set(ready.map((one) => one.rule.id)), [ready]);
  const found = useMemo(() => search(ready, query), [ready, query]);
  const sought = useMemo(() => wanted(query).filter((one) => one.length > 1), [query]);
  const target = [rule, `${book.game}.${rule}`].find((one) => one !== null && known.has(one)) ?? null;
  const counts = useMemo(() => countsOf(book, found), [book, found]);

  // An address with a rule leads to its place in the book, out of a search too.
  useEffect(() => {
    if (!target) return;
    setQuery("");
    const later = requestAnimationFrame(() => show(target));
    return () => cancelAnimationFrame(later);
  }, [book, target]);

  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const at = event.target;
      const writing = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement;
      if (event.key !== "/" || writing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);

  // Results begin at the top; who clears the search is where the reading was left.
  const ask = (text: string) => {
    if (!query.trim() && text.trim()) before.current = scrollY;
    const back = query.trim() && !text.trim() ? before.current : null;
    setQuery(text);
    requestAnimationFrame(() => {
      if (back !== null) scrollTo({ top: back });
      else if (text.trim()) scrollTo({ top: 0 });
    });
  };

  return (
    <div class="book-sheet">
      <Contents book={book} counts={counts} isSearch={found !== null} onLeave={() => setQuery("")} />
      <main class="book-main">
        <header class="book-title">
          <h1>{book.title}</h1>
          <p>{say("ours")}</p>
        </header>
        <search class="book-search">
          <div class="book-search-field">
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M8.5 3a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M12.6 12.6 17.5 17.5" />
            </svg>
            <input
              ref={field}
              type="search"
              value={query}
              placeholder={say("searchHint")}
              aria-label={say("search")}
              aria-keyshortcuts="/"
              spellcheck={false}
              autocomplete="off"
              onInput={(event) => ask(event.currentTarget.value)}
              onKeyDown={(event) => event.key === "Escape" && ask("")}
            />
            {!query && (
              <span class="book-slash" aria-hidden="true">
                /
              </span>
            )}
            {query && (
              <button type="button" aria-label={say("clear")} onClick={() => ask("")}>
                ×
              </button>
            )}
          </div>
          <p class="book-count" aria-live="polite">
            {found
              ? say(found.size === 1 ? "foundOne" : "found", { n: found.size, all: ready.length })
              : say("rules", { n: ready.length })}
          </p>
        </search>
        {rule !== null && target === null && (
          <p class="book-missing" role="alert">
            {say("missing", { rule })}
          </p>
        )}
        {found && (
          // A link to the rule that is open already changes no address: it is followed here.
          <div
            onClickCapture={(event) => {
              const link = event.target instanceof Element && event.target.closest("a");
              if (!link || link.hash !== location.hash || !target) return;
              setQuery("");
              requestAnimationFrame(() => show(target));
            }}
          >
            <Results
              book={book}
              language={spoken}
              known={known}
              found={found}
              words={sought}
              headings={gameWords?.heading}
              marked={target}
            />
          </div>
        )}
        {!found && welcome && <InShort text={welcome} />}
        <WholeBook
          book={book}
          language={spoken}
          known={known}
          headings={gameWords?.heading}
          marked={target}
          hidden={found !== null}
        />
      </main>
    </div>
  );
}

/** Brings a rule into the middle of the window; the keyboard goes on from there. */
function show(rule: string): void {
  const place = document.getElementById(rule);
  place?.scrollIntoView({ block: "center" });
  place?.focus({ preventScroll: true });
}

function countsOf(book: Book, found: ReadonlySet<string> | null): Map<string, number> {
  return new Map(
    book.chapters.map((one) => [
      one.chapter,
      found ? one.rules.filter((rule) => found.has(rule.id)).length : one.rules.length,
    ]),
  );
}
