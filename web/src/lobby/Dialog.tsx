import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import "./dialog.css";
import { Ornament } from "./Ornament";
import { say } from "./phrases";

interface DialogProps {
  title: string;
  onClose(): void;
  children: ComponentChildren;
}

/** A sheet laid over the lobby; the browser keeps the keyboard inside and Escape takes it away. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const place = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const sheet = place.current;
    const before = document.activeElement;
    if (sheet && !sheet.open) sheet.showModal();
    heading.current?.focus();
    return () => {
      sheet?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={place}
      class="lobby-dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="lobby-dialog-in">
        {/* The keyboard begins at the heading: neither a choice nor the way out is meant first. */}
        <h2 tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <Ornament small />
        {children}
        <button type="button" class="lobby-dialog-close" aria-label={say("close")} onClick={onClose}>
          ×
        </button>
      </div>
    </dialog>
  );
}
