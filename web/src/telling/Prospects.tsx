import "./tally.css";
import { language, said } from "../language";
import type { Chance, Prospect, View, Words } from "../protocol";
import type { ProspectsProps } from "./contract";
import { isYesOrNo, mean, percent } from "./odds";
import { phrase } from "./phrases";
import { capital, TallyBox } from "./TallyBox";
import { kindWord, outcomeWord } from "./wording";

/** What somebody is called, or those who act together. */
const nameIn = (view: View, id: string): string =>
  said([...view.pieces, ...(view.groups ?? [])].find((one) => one.id === id)?.name) || id;

/** The odds of the tests an option leads to, all of them first; under them how each is counted. */
export function Prospects({ prospects, view, words, onRule }: ProspectsProps) {
  if (prospects.length === 0) return null;
  const counted = prospects.map((one) => ({
    ...one,
    tallies: one.tallies.filter((tally) => tally.lines.length > 0),
  }));
  return (
    <div class="tell-prospects">
      {prospects.map((prospect) => (
        <section class="tell-prospect" key={`${prospect.who} ${prospect.kind} ${prospect.when ?? ""}`}>
          {prospect.when && <p class="tell-when">{phrase(prospect.when)}</p>}
          <h3>
            <i>{capital(nameIn(view, prospect.who))}</i>
            <span class="tell-kind">{kindWord(words, prospect.kind)}</span>
          </h3>
          <Odds prospect={prospect} words={words} />
        </section>
      ))}
      {counted.map(
        ({ who, kind, tallies }) =>
          tallies.length > 0 && (
            <section class="tell-counts" key={`${who} ${kind}`}>
              {counted.length > 1 && <h4>{`${capital(nameIn(view, who))}, ${kindWord(words, kind)}`}</h4>}
              {tallies.map((tally) => (
                <TallyBox
                  key={tally.kind}
                  tally={tally}
                  words={words}
                  onRule={onRule}
                  untitled={tally.kind === kind}
                />
              ))}
            </section>
          ),
      )}
    </div>
  );
}

/** How likely each result is, as bars; read aloud it is a table. */
function Odds({ prospect, words }: { prospect: Prospect; words: Words }) {
  const word = outcomeWord(words, prospect.result) ?? prospect.result;
  const yesOrNo = isYesOrNo(prospect);
  const most = Math.max(...prospect.results.map((one) => one.chance), 0.01);
  const shown = yesOrNo ? [...prospect.results].reverse() : prospect.results;
  if (shown.length === 0) return null;
  return (
    <table class={prospect.result === "passed" ? "tell-odds is-success" : "tell-odds"}>
      <caption>
        {capital(word)}
        {!yesOrNo && (
          <span class="tell-mean">{phrase("onAverage", { mean: inNumbers(mean(prospect.results)) })}</span>
        )}
      </caption>
      <tbody>
        {shown.map((one) => (
          <Bar
            key={one.number}
            one={one}
            most={most}
            label={yesOrNo ? phrase(one.number ? "yes" : "no") : `${one.number}`}
          />
        ))}
      </tbody>
    </table>
  );
}

const inNumbers = (number: number) => number.toLocaleString(language.value, { maximumFractionDigits: 1 });

function Bar({ one, most, label }: { one: Chance; most: number; label: string }) {
  return (
    <tr title={phrase("exactly", { fraction: one.exactly })} class={one.number === 0 ? "is-nothing" : ""}>
      <th scope="row">{label}</th>
      <td>
        <span class="tell-bar" aria-hidden="true" style={{ width: `${(one.chance / most) * 62}%` }} />
        <span class="tell-percent">{percent(one.chance)}</span>
        <span class="unseen">, {phrase("exactly", { fraction: one.exactly })}</span>
      </td>
    </tr>
  );
}
