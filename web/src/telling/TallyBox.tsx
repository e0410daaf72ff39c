import "./tally.css";
import { language } from "../language";
import type { TallyProps } from "./contract";
import { RuleButton } from "./RuleButton";
import { kindWord, totalWord, wordOf } from "./wording";

/** «+1», «−1»: with the true minus sign. */
export function signed(number: number, plus: boolean): string {
  if (number < 0) return `−${-number}`;
  return plus && number > 0 ? `+${number}` : `${number}`;
}

/** «strength» as the first word of a line. */
export function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase(language.value) + text.slice(1);
}

/** One count, line by line; the first line is the base, the others are added to it. One line alone needs no title. */
export function TallyBox({ tally, words, onRule, untitled }: TallyProps) {
  const kind = kindWord(words, tally.kind);
  const single = tally.lines.length === 1;
  const name = (reason: string) => {
    const word = wordOf(words, reason, "reason", "word") ?? reason;
    return capital(!single ? word : word === kind || untitled ? word : `${kind}: ${word}`);
  };
  return (
    <table class={`tell-tally${single ? " is-single" : ""}`}>
      <caption class={single || untitled ? "unseen" : ""}>{kind}</caption>
      <tbody>
        {tally.lines.map(([number, reason, rule], index) => (
          <tr key={`${reason} ${rule}`}>
            <th scope="row">
              {name(reason)} {rule && <RuleButton rule={rule} words={words} onRule={onRule} />}
            </th>
            <td>{signed(number, index > 0)}</td>
          </tr>
        ))}
      </tbody>
      {!single && (
        <tfoot>
          <tr>
            <th scope="row">{capital(totalWord(words, tally.kind))}</th>
            <td>{signed(tally.total, false)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
