import { Component } from "preact";
import type { Book, Language, Rule } from "../protocol";
import { placeBeside, placeOf, sections } from "./layout";
import { say } from "./phrases";
import { RuleEntry } from "./RuleEntry";

export interface ChapterProps {
  chapter: Book["chapters"][number];
  /** The rules of it that are set; null where a chapter waits for its turn, its place kept free. */
  rules: readonly Rule[] | null;
  game: string;
  language: Language;
  known: ReadonlySet<string>;
  words: readonly string[];
  /** The sections' titles in the language of the page, by number. */
  headings?: Readonly<Record<string, string>> | undefined;
  /** The rule the address names, if it stands here. */
  marked: string | null;
  isResult?: boolean;
}

// About how high a rule is, for the scroll bar while a chapter out of sight is not laid out yet.
const HEIGHT = 84;

/** A chapter under its heading. Thousands of rules stand on a page: one that has not changed is not set anew. */
export class Chapter extends Component<ChapterProps> {
  override shouldComponentUpdate(next: ChapterProps): boolean {
    return (Object.keys(next) as (keyof ChapterProps)[]).some((key) => next[key] !== this.props[key]);
  }

  override render() {
    const { chapter, rules, game, language, known, words, headings, marked, isResult = false } = this.props;
    const title = chapter.title[language];
    const height = `${(rules ?? chapter.rules).length * HEIGHT + 120}px`;
    return (
      <section
        class="book-chapter"
        {...(isResult ? {} : { id: `chapter-${chapter.chapter}` })}
        aria-label={title}
        style={rules ? { containIntrinsicSize: `auto ${height}` } : { minHeight: height }}
      >
        <h2>
          <span class="book-chapter-number">{say("chapter", { n: chapter.chapter })}</span>
          {title}
        </h2>
        {sections(rules ?? []).map((section, place) => (
          <div key={`${section.number}/${place}`} class="book-section">
            {section.number && section.title && (
              <h3>
                <span>{section.number}</span> {headings?.[section.number] ?? section.title}
              </h3>
            )}
            {section.rules.map((rule) => (
              <RuleEntry
                key={rule.id}
                rule={rule}
                game={game}
                language={language}
                known={known}
                words={words}
                place={placeBeside(placeOf(rule, language), section)}
                marked={marked === rule.id}
                isResult={isResult}
              />
            ))}
          </div>
        ))}
      </section>
    );
  }
}
