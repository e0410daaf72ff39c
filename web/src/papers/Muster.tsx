import { said } from "../language";
import type { Muster as Told } from "../protocol";
import { say } from "./phrases";
import "./muster.css";

/** What is in an army that may be chosen: its groups, who leads them, what they cost. */
export function Muster({ told, name }: { told: Told; name: string }) {
  return (
    <section class="paper-muster" aria-label={say("muster", { name })}>
      <p>{say("muster-points", { name, points: told.points })}</p>
      <ul>
        {told.groups.map((group) => (
          <li key={said(group.name)}>
            <b>{said(group.name)}</b>
            {group.leader && said(group.leader) !== said(group.name) && <i> {said(group.leader)}</i>}{" "}
            <small>{group.points}</small>
            {group.units.length > 0 && (
              <span>
                {group.units.map((unit) => (
                  <span key={said(unit.name)}>
                    {unit.count > 1 && `${unit.count} × `}
                    {said(unit.name)} <small>{unit.points}</small>
                  </span>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
