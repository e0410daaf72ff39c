import { say } from "./phrases";
import { Refused } from "./Refused";

interface WaysProps {
  error: unknown;
  busy: boolean;
  onward: string;
  onClose(): void;
}

/** The foot of a form in a dialog: why the server would not, the way back and the way on. */
export function Ways({ error, busy, onward, onClose }: WaysProps) {
  return (
    <>
      <Refused error={error} />
      <div class="lobby-dialog-ways">
        <button type="button" class="button" onClick={onClose}>
          {say("cancel")}
        </button>
        <button type="submit" class="button main" disabled={busy}>
          {busy ? say("laying") : onward}
        </button>
      </div>
    </>
  );
}
