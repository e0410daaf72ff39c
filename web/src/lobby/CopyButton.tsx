import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "./phrases";

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without https (a server in the house) browsers keep the clipboard shut; the old way still works.
    const field = document.createElement("textarea");
    field.value = text;
    field.style.position = "fixed";
    field.style.opacity = "0";
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/** Copies, and says for a moment that it did. */
export function CopyButton({ text, label, name }: { text: string; label: string; name?: string }) {
  const [done, setDone] = useState(false);
  const later = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  const act = async () => {
    await copy(text);
    setDone(true);
    clearTimeout(later.current);
    later.current = setTimeout(() => setDone(false), 2000);
  };
  return (
    <button type="button" class="button" {...(name ? { "aria-label": name } : {})} onClick={act}>
      <span aria-live="polite">{done ? `✓ ${say("copied")}` : label}</span>
    </button>
  );
}
