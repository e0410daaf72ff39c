import { inWords } from "../refusals";

/** Why the server would not; nothing while there is nothing to say. */
export function Refused({ error }: { error: unknown }) {
  if (error === null) return null;
  return (
    <p class="lobby-refusal" role="alert">
      {inWords(error)}
    </p>
  );
}
